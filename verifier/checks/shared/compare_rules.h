// SPDX-License-Identifier: Apache-2.0
#pragma once

// One position under two sets of rules of one program: with other readings, or with one item altered. Both
// have the same layout, so a position of one is a position of the other, word for word.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/compiled/compiled.h"
#include "verifier/checks/shared/known.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/site_reach.h"

namespace casebook::checks {

/// How two sets of rules differ at one position.
struct Difference {
  enum class How : uint8_t {
    player,    // another side chooses
    offered,   // a choice is lawful under one alone
    after,     // the same choice or roll leads to different positions
    outcomes,  // chance may bring something else
  };
  How how = How::offered;
  bool under_first = false;  // offered: it is lawful under the first
  language::ActionId action = language::none;
  runtime::Choice choice;          // offered, after
  runtime::ChanceOutcome outcome;  // after, at a roll or draw
  bool chance = false;
  std::vector<games::PlayedStep> then;  // after: further steps, the same under both
  /// after: a choice that is lawful there under one alone; under_first: under the first. Without it, whatever else is
  /// seen to differ.
  std::optional<runtime::Choice> last;
};

class TwoRules {
 public:
  TwoRules(runtime::CompiledRules& first, std::shared_ptr<const runtime::Scenario> second);

  /// The first difference at a position. Tries `most_tried` choices, each under both.
  std::optional<Difference> at(const runtime::Position& position, size_t most_tried = 6);
  /// The same, with the first rules' side known. Where `where` says that no differing rule is evaluated,
  /// nothing is compared (null: everything is).
  std::optional<Difference> at(const runtime::Position& position, const Known& known, const Where* where);
  /// Whether they still differ so: the same way, about the same action.
  bool still(const runtime::Position& position, const Difference& difference);
  /// From now on only what players notice counts. Where play never stops under one of the two, choices do
  /// not differ. Two positions after a step are alike when they differ only in who was offered a single
  /// choice.
  void only_what_play_meets() {
    as_met_ = true;
    // The first may serve several threads, for what it knows; to play on one's own is needed.
    playing_ = first_.another();
  }

  /// From now on a step after which play ends by a fault under the second alone is no difference: such rules cannot
  /// be played there, so they are no other answer.
  void without_faults() { without_faults_ = true; }

  /// Whether all that differs at a position is what is lawful, and whoever makes a choice that one of the two permits
  /// alone loses the game by it at once. Needs only_what_play_meets().
  bool only_loses(const runtime::Position& position);

  runtime::CompiledRules& first() { return first_; }
  runtime::CompiledRules& second() { return *second_; }

 private:
  runtime::CompiledRules& first_;
  /// Whether the position after a step under the second can make a difference. Not at a limit of Casebook: nobody
  /// knows how play goes on there.
  bool counts(const runtime::Position& after) const {
    const runtime::OutcomeKind kind = second_->outcome(after).kind;
    return kind != runtime::OutcomeKind::limit && !(without_faults_ && kind == runtime::OutcomeKind::fault);
  }
  /// Whether players go on from there differently. Positions that differ in what a phase keeps may come to the same
  /// whatever is chosen: so many choices, one after another, are looked at.
  bool part(const runtime::Position& first, const runtime::Position& second, int choices_ahead = 2);

  std::unique_ptr<runtime::CompiledRules> second_;
  std::unique_ptr<runtime::CompiledRules> playing_;
  bool as_met_ = false, without_faults_ = false;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
  runtime::Position after_;
};

/// A witness of the difference: the position under both rulesets, the choice where there is one, and what is
/// to be seen. nullopt where what differs cannot be named.
std::optional<Witness> witness_of(const Difference& difference, const Tried& tried, const ScenarioPtr& first,
                                  const ScenarioPtr& second);

/// `With the other answer (resuming = resumed), the choice step(Matt 1, 0512) is lawful. With the answer of these
/// rules (resuming = ended), case 4.5 refuses this choice.`: in words for a rules editor. The names are those of the
/// answers, or of what else distinguishes the two.
std::string tell(const Witness& witness, const ScenarioPtr& first, const ScenarioPtr& second,
                 const std::string& first_name, const std::string& second_name);

}  // namespace casebook::checks
