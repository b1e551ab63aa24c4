// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Adds a finding for each requirement that its words alone decide. Returns how many requirements it looked
/// at.
size_t tell_constant_requirements(Context& context, std::string_view check);

}  // namespace casebook::checks
