// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which example of a difference tells a rules editor most. "Under one answer this choice is lawful, under the other
// one a case refuses it" says more than a value that differs. A choice that leaves its player no way to end his phase
// says little: nobody would make it.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verifier/checks/shared/compare_rules.h"

namespace casebook::checks {

/// From the best.
enum class Telling : uint8_t {
  choice,  // who chooses, how the game ends, or a choice that one permits alone, after which its player can go on
  dead_end,  // a choice that one permits alone; it loses the game, or its player cannot end his choosing soon after
  value,  // anything else
};

struct Example {
  Difference difference;
  Telling telling = Telling::value;
};

/// The steps of an example, from its position.
std::vector<games::PlayedStep> steps_of(const Difference& difference);

class Examples {
 public:
  /// `two` is used, not kept as it is.
  explicit Examples(TwoRules& two);

  /// The best that a small search finds: another choice at the position, then another step there, then a few steps that
  /// concern the pieces of which the two positions differ. `known` is a difference there, and is what it begins with.
  Example best(const runtime::Position& position, const Difference& known);
  /// The same, where steps that are the same under both lead from the position to where `known` is.
  Example best(const runtime::Position& position, const std::vector<games::PlayedStep>& way,
               const Difference& known);

  /// The same sort of example, as telling, at another position: one with fewer pieces. Nothing where there is none.
  std::optional<Difference> again(const runtime::Position& position, const Example& example);

 private:
  /// After the same steps: the first rules' position and the second's.
  struct Both {
    runtime::Position a, b;
    std::vector<games::PlayedStep> steps;
  };
  /// What differs there that says more than a value.
  struct End {
    std::optional<runtime::Choice> last;
    bool under_first = false;
    Telling telling = Telling::choice;
  };

  runtime::CompiledRules& rules(bool first) { return first ? *first_ : two_.second(); }
  void take(Both& both, const games::PlayedStep& step);
  bool taken(Both& both, const games::PlayedStep& step);
  std::optional<End> end_at(const runtime::Position& a, const runtime::Position& b);
  std::optional<End> parted_by(const runtime::Position& a, const runtime::Position& b,
                               const std::vector<runtime::Choice>& of_a,
                               const std::vector<runtime::Choice>& of_b);
  bool goes_on(runtime::CompiledRules& rules, const runtime::Position& position,
               const std::vector<runtime::Choice>& choices, const runtime::Choice& choice);
  std::vector<games::PlayedStep> steps_from(const Both& both, size_t most, bool about_what_differs);
  Example example_of(const Both& both, const End& end) const;

  TwoRules& two_;
  std::unique_ptr<runtime::CompiledRules> first_;
  games::LawfulSteps asked_;
};

// From a position that perhaps no game can reach to a phase that the rules begin, in which a few choices lead to the like
// (relived.cpp). A guided search sets values as it needs them. So it finds a bridge that is laid and not yet ready, and
// the rules ready a bridge when the phase begins. What the search found says where pieces stand, though. Some of them
// are set back a few hexes, the rules begin the phase anew, and the pieces go where they were, one after another.

struct Relived {
  Tried tried;  // where the phase begins; it satisfies the invariants
  Example example;
};

/// The most telling example that is found, the first among equals. `from`: positions that tell the two apart, and that
/// perhaps no game can reach.
std::optional<Relived> relived(Probe& probe, TwoRules& two, Examples& examples,
                               const std::vector<Tried>& from, Random random,
                               const std::function<bool()>& go_on);

/// What is tried, at most: `400 phases begun anew near what it found`.
std::string relived_scope();

}  // namespace casebook::checks
