// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "verifier/checks/shared/context.h"

namespace casebook::checks {

/// Adds a finding for each requirement whose words alone decide it; how many were looked at.
size_t tell_constant_requirements(Context& context, std::string_view check);

}  // namespace casebook::checks
