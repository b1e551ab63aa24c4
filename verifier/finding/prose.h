// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions and choices worded for people. Numbers are as one writes them by hand (`11½`, not `23/2`, which
// could be the name of a unit). Bare arguments of a choice get the name of their parameter: `attack(16/1,
// guns: no, {Matt 2})`. Forms that programs read (records, commands, JSON) are unchanged.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/rational.h"
#include "engine/runtime/scenario.h"
#include "verifier/finding/groups.h"

namespace casebook {

/// `3`, `11½`, `½`, `-2¼`; where there is no such character `3 5/12`.
std::string mixed_text(const Rational& number);

/// A value of a number's type so, of every other as Scenario::value_text.
std::string prose_value(const runtime::Scenario& scenario, const language::Type& type, int64_t value);

/// A way in which a case can be read, by what was written down of it: `"the friend may leave"
/// (by_phase_end)`; its name alone where nothing was.
std::string reading_text(const language::Program& program, const language::Reading& reading, int32_t value);
/// The same with the name of the reading: `"the friend may leave" (sharing = by_phase_end)`.
std::string answer_text(const language::Program& program, const language::Reading& reading, int32_t value);

class Prose {
 public:
  /// Leaves every text as it is.
  Prose() = default;
  /// By what is declared in these; of two that declare the same name the first counts.
  explicit Prose(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);
  /// The same, and a sentence names large sets of pieces by what they have in common (groups.h).
  static Prose naming_groups(const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

  /// A text with calls and values in it. What begins with `casebook ` is a command, and stays.
  std::string operator()(std::string_view text) const;
  /// The same for a headline or a sentence: an action and a state that have a phrase in the rules are written with
  /// it. `after lose({A, B}), left(C) = 3` is `after "A and B are lost", C has movement points left: 3`.
  std::string sentence(std::string_view text) const;

 private:
  struct Phrase {
    std::string text;                 // `{u} moves to {to}`
    std::vector<std::string> params;  // their names, in order
  };
  struct Named {
    std::vector<std::string> params;  // those that need their name; the others are empty
    bool number = false;              // what it gives
    bool computed = false;            // by a definition or a field
    std::vector<bool> hexes = {};     // which parameters are hexes; of what is computed
  };
  /// The phrases of one ruleset; a later one adds those that are missing.
  void add_phrases(const runtime::Scenario& scenario);
  /// The call of that name whose arguments begin at `at`, in words; where it ends. `at` where it has no phrase.
  size_t phrased(std::string_view text, size_t at, const std::string& name, std::string& out) const;
  /// Of what is computed, from the arguments: ` for A and B`.
  static std::string of_what(const std::vector<std::string>& arguments, const Named& named);
  /// What the rules compute, called with these arguments, where ` is ` follows at `at`: `the “entry points” for A and
  /// 0512 is`. Where it ends; `at` where it is nothing of that sort.
  size_t computed(std::string_view text, size_t at, const std::string& name,
                  const std::vector<std::string>& arguments, std::string& out) const;
  /// After the name of something at `at`: the arguments and what it equals, if they follow.
  size_t call(std::string_view text, size_t at, const std::string& name, std::string& out) const;
  size_t value(std::string_view text, size_t at, std::string& out) const;
  /// The set whose bracket opens at `at`, if it has a name; where it ends.
  size_t group(std::string_view text, size_t at, std::string& out) const;
  /// `{A, B}` is `A and B`; anything else stays.
  std::string as_list(const std::string& argument) const;

  std::map<std::pair<std::string, size_t>, Named> named_;  // by name and number of parameters
  std::set<std::string, std::less<>> members_;             // names that look like a fraction
  std::map<std::string, Phrase> actions_;                  // those that have one
  std::map<std::string, std::string> states_;              // phrases of states and givens
  std::set<std::string, std::less<>> boxes_, sides_;
  Groups groups_;
};

}  // namespace casebook
