// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pieces of the order of battle that this ruleset leaves out: their line says `with OPTION`, and the option
// is off.

#include <string>
#include <string_view>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// `: it comes with the option airborne-units, which is off`, to follow `there is no unit "I/35"`; empty for
/// what no option would bring.
std::string why_absent(const Scenario& scenario, KindId kind, std::string_view name);

}  // namespace casebook::runtime
