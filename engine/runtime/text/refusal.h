// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a choice is refused: every requirement with how it came out, and the wording of a refusal.

#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::runtime {

/// Every requirement of a choice, and how it came out.
struct Explanation {
  bool lawful = false;
  language::ActionId action = language::none;
  std::vector<ExplanationLine> verdicts;  // the refusing ones first
};
/// Every requirement that refuses it, domains and preferences included, and those that hold.
Explanation explain_choice(ReferenceRules& rules, const Position& position, const NamedChoice& named);

/// `refused by 4.3`: the words before the cases that refuse, for every text of Casebook.
std::string refused_by(std::string_view cases);
/// One requirement that refuses: `4.3 (enemy)`.
std::string case_text(const language::Program& program, const ExplanationLine& verdict);
/// The wording of a refusal: `refused by 4.3 (enemy), 4.5`.
std::string refusal_text(const Scenario& scenario, const Explanation& explanation);

/// A clause about a choice that the sentence has named: `case 4.3 (requirement enemy) refuses it`, `case 5.3
/// (requirement once, for Matt 2) and case 5.4 refuse it`. Empty where nothing refuses.
std::string refusal_clause(const language::Program& program, const Explanation& explanation);

}  // namespace casebook::runtime
