// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether altered rules are shown to mean the same.

#include "verifier/mutate/noticer.h"

namespace casebook::mutate {

/// How it is shown (`the same form`, `counted`), and what was looked at.
struct Shown {
  std::string how, scope;
};
std::optional<Shown> equivalent(const std::vector<Ruleset>& rulesets, Altered& altered, uint64_t inputs);

}  // namespace casebook::mutate
