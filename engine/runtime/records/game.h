// SPDX-License-Identifier: Apache-2.0
#pragma once

// One game as it is played at a table: rules, position, history, and the dice of a seed. `play` makes a
// choice, `roll` takes what chance brings, `undo` and `redo` move along the history, `record` writes it
// down.
//
// Dice come from the chance stream of (seed, game number), or are typed in. Either way a chance node uses
// one number of the stream (engine/base/streams.h). Undo returns the numbers: a choice taken back and
// played again meets the same dice.
//
// To play many games fast, without history, use engine/players/playout.h.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

struct GameSettings {
  uint64_t seed = 0, game = 1;
  std::vector<std::string> players;  // names, in the order of the sides; only noted
};

/// One step as played.
struct GameStep {
  StepKind kind = StepKind::choice;
  int32_t side = -1;     // choice: who chose
  Choice choice;         // choice
  ChanceOutcome chance;  // roll, draw
  bool typed = false;    // roll, draw: not what the seed gives
  std::string text;      // choice_text or chance_text
  std::vector<std::string> notes;
  size_t journal_mark = 0;         // length of the journal before the step
  std::array<uint64_t, 4> dice{};  // the chance stream before the step
};

class Game {
 public:
  /// From the scenario's start.
  explicit Game(std::unique_ptr<Rules> rules, GameSettings settings = {});
  /// From a position, which the record then carries. One before the first step of the game is begun.
  Game(std::unique_ptr<Rules> rules, const Position& start, GameSettings settings = {});
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  Rules& rules() { return *rules_; }
  const Scenario& scenario() const { return rules_->scenario(); }
  const Position& position() const { return position_; }
  const GameSettings& settings() const { return settings_; }

  NodeKind node() const { return rules_->node(position_); }
  Outcome outcome() const { return rules_->outcome(position_); }
  /// At a choose: whose choice it is.
  int32_t player() { return rules_->player(position_); }
  /// At a choose: the lawful choices, sorted. Empty only in a position that came from a file.
  const std::vector<Choice>& choices();
  /// At chance: all that may happen, equally likely. Empty only in a position that came from a file.
  const std::vector<ChanceOutcome>& outcomes();

  /// False, and nothing happens, when it is not among choices(). Where listing is stopped (ListingStopped), this and the
  /// steps of chance leave the game as it was.
  bool play(const Choice& choice);
  /// At chance: what the seed gives, without taking it. Null when nothing can happen.
  std::optional<ChanceOutcome> next_roll();
  /// At chance: takes what the seed gives. False when nothing can happen.
  bool roll();
  /// At chance: takes what was typed in. False, and nothing happens, when it is not among outcomes().
  bool take(const ChanceOutcome& outcome);

  /// Steps played and not taken back.
  size_t step_count() const { return played_; }
  /// All steps; those from step_count() on were taken back and can be played again.
  const std::vector<GameStep>& steps() const { return steps_; }
  bool undo();
  bool redo();

  /// Adds a note to the last step (before the first step: to the start).
  void note(std::string text);
  /// After a step, or a beginning from the set-up, at which play stops: notes why (the reference evaluator's
  /// word), as `stop` has it in `notes`. Nothing where play goes on or somebody has won.
  void explain_stop();
  /// Why play stops here, taking the last step again with the evaluator that explains itself.
  struct Stop {
    std::vector<std::string>
        notes;  // of a fault: what has no value, and where; of a limit: which; else as in_words
    std::vector<std::string> in_words;  // sentences without their full stops
    std::optional<Position> where;      // at the choice that nobody has, or that is among too many sets
  };
  Stop stop();

  /// The game up to here.
  Record record() const;

 private:
  void begin();
  GameStep& push(StepKind kind);
  template <class Step>
  void apply(const Step& step);
  void take(const ChanceOutcome& outcome, bool typed);
  void forget_offers();

  std::unique_ptr<Rules> rules_;
  GameSettings settings_;
  Position position_;
  Journal journal_;
  Random dice_;
  std::string start_text_;  // of a position file; empty: the scenario's start
  std::vector<std::string> start_notes_;
  std::vector<GameStep> steps_;
  size_t played_ = 0;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
  bool choices_known_ = false, outcomes_known_ = false;
};

}  // namespace casebook::runtime
