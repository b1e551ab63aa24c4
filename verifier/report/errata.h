// SPDX-License-Identifier: Apache-2.0
#pragma once

// Findings as an errata list for the editor of the rules: Markdown, one section for each concern, one entry
// for each finding, with its cases, the result, the position to lay out, and space for the answer.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verifier/checks/shared/come_to.h"
#include "verifier/finding/finding.h"
#include "verifier/report/report.h"

namespace casebook::report {

struct ErrataHead {
  std::string title;               // of the edition
  std::string ruleset;             // its id, with switches
  std::string called;              // the same without the folders of this machine; empty: the id
  std::string command;             // that makes the list again
  std::vector<std::string> asked;  // each check with how far it looked, and at what
  checks::ComeTo come_to;          // how often games come to its cases
  std::optional<Proofs> proofs;    // where they were made
};

/// Findings in the order of reports. `rulesets`: those that witnesses speak of, for the text of positions.
std::string errata_text(const ErrataHead& head, const std::vector<Finding>& findings,
                        const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

}  // namespace casebook::report
