// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether altered rules are shown to mean the same.

#include <functional>

#include "verifier/mutate/noticer.h"

namespace casebook::mutate {

/// How it is shown (`the same form`, `counted`), and what was looked at.
struct Shown {
  std::string how, scope;
};
/// `look` is called now and then, and may throw to end it.
std::optional<Shown> equivalent(const std::vector<Ruleset>& rulesets, Altered& altered, uint64_t inputs,
                                const std::function<void()>& look);

}  // namespace casebook::mutate
