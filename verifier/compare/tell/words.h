// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pieces of sentences that findings, items and changes of a comparison have in common.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verifier/compare/align/both_sides.h"
#include "verifier/compare/result.h"

namespace casebook::compare {

struct Difference;

/// Names in a list. A name with a comma in it stands in quotation marks, and then semicolons part the names:
/// `5.3; "chart: movement, road"`.
std::string names_listed(const std::vector<std::string>& names);

/// Text of at most `most` bytes before the dots, cut between two words: `Each supported attack is named ...`.
std::string cut_between_words(const std::string& text, size_t most);

/// `4.5 in spi-1980; 6.0(2) in decision-games-2`, `no case in spi-1980; 14.2(1) in decision-games-2`,
/// `4.0 in both`. Several
/// cases: `5.3 and "chart: movement, road" in spi-1980; ...`.
std::string cases_of_both(const std::array<std::vector<std::string>, 2>& labels,
                          const std::array<std::string, 2>& rulesets);

/// `The bridge unit`; empty where the case has no title.
std::string title_of_case(const Pair& pair, size_t side, const std::string& label);
/// A case with its title, if it has one: `14.2 (The bridge unit)`.
std::string case_with_title(const Pair& pair, size_t side, const std::string& label);

/// What a case of that side says; nothing of one that is not there, or has neither title nor summary.
std::optional<CaseSays> case_says(const Pair& pair, size_t side, const std::string& label);
/// All of it: its statements without those that only explain or name a question, if there are others; else its summary.
std::string whole_text(const CaseSays& says);

/// An item as a sentence names it: `definition cost`, `requirement room of step`.
std::string item_words(const ItemRef& item);

/// A state as a sentence names it: `the value "left" of movement`, `the place of a piece`.
std::string value_words(const std::string& name);
/// Several of them.
std::string values_words(const std::vector<std::string>& names);

/// States in a list: `supply, left of movement`.
std::string states_listed(const std::vector<std::string>& names);

/// The choice, roll or draw at which two rulesets differ: `move`, `the die roll in resolve (6.0)`.
std::string moment_words(const Pair& pair, const Difference& difference);
/// The same with what was chosen or rolled, if something was: `move(A1, b2)`, `a roll of 5 in spi-1980 6.0 (Combat)`.
std::string step_words(const Pair& pair, const Difference& difference);

}  // namespace casebook::compare
