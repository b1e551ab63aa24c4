// SPDX-License-Identifier: Apache-2.0
#pragma once

// The claims of one case, each checked under its own ruleset, as `show CASE` prints them.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::cli {

struct ShownClaim {
  std::string text, disputed;     // disputed: why, or empty
  std::vector<std::string> with;  // as the rules write switches
  std::string status;             // runtime::claim_status_words
};

/// Those whose case it is, also as a further one, in the order of the rules.
std::vector<ShownClaim> claims_of(const std::shared_ptr<const runtime::Scenario>& scenario,
                                  language::CaseId label);
nlohmann::ordered_json claims_json(const std::vector<ShownClaim>& claims);
/// `claim held: "text" (with commandos)`, one line each.
std::vector<std::string> claims_lines(const std::vector<ShownClaim>& claims);

}  // namespace casebook::cli
