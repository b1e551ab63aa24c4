// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names of the rulesets of a witness for players: options by their titles, readings by what they say.
// Commands and files keep the ids.

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/finding/witness.h"

namespace casebook::report {

struct RulesetNames {
  /// Titles of options that are on, on all sides, and off by themselves: `Commandos (15.4)`.
  std::vector<std::string> options;
  /// One a side: `Read as owner, as played here`; `In examples/hex` where nothing shorter tells the
  /// sides apart.
  std::vector<std::string> sides;
};

/// `played`: the ruleset that is reported of.
RulesetNames ruleset_names(const Witness& witness, const std::string& played,
                           const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

/// `Here no option is on (there are Commandos (15.4) and Marines (15.3)); there the same.` Empty where
/// neither has options.
std::string options_text(const runtime::Scenario& here, const runtime::Scenario& there);

/// `With the options Commandos (15.4) and Marines (15.3)`; empty without.
std::string with_options_text(const RulesetNames& names);

}  // namespace casebook::report
