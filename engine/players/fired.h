// SPDX-License-Identifier: Apache-2.0
#pragma once

// Plays as the compiled form does, and counts by case how often a rule had a say: a definition evaluated;
// an entry, exception or effect that applied; a requirement that refused; a labelled line that ran.
//
// Only the reference evaluator can tell, and it is slow. So it looks at one decision in `every`: all lawful
// choices, the one taken, and the dice that follow. It also looks at the last step of the game, because
// some rules are evaluated only there. The same question about the same position counts once.

#include <memory>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

class CountingRules final : public Rules {
 public:
  /// Of so many decisions the first is looked at.
  static constexpr uint64_t every = 32;

  explicit CountingRules(const std::shared_ptr<const Scenario>& scenario);

  /// By label of the program.
  const std::vector<uint64_t>& fired() const { return fired_; }
  /// Decisions that were looked at.
  uint64_t looked_at() const { return looked_at_; }

  const Scenario& scenario() const override { return compiled_->scenario(); }
  void begin(Position& position) override { asking_.begin(position); }
  void on_end_of_run(EndOfRun listener) override {
    compiled_->on_end_of_run(listener);
    asking_.on_end_of_run(std::move(listener));
  }
  int32_t player(const Position& position) override { return compiled_->player(position); }
  void choices(const Position& position, std::vector<Choice>& out) override;
  void apply(Position& position, const Choice& choice) override { take(position, choice); }
  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override {
    compiled_->outcomes(position, out);
  }
  void apply(Position& position, const ChanceOutcome& outcome) override { take(position, outcome); }

 private:
  template <class Step>
  void take(Position& position, const Step& step) {
    if (looking_) return asking_.apply(position, step);
    before_ = position;
    compiled_->apply(position, step);
    // That it was the last one is known afterwards.
    if (compiled_->node(position) == NodeKind::over) asking_.apply(before_, step);
  }

  std::unique_ptr<Rules> compiled_;
  ReferenceRules asking_;
  std::vector<uint64_t> fired_;
  std::vector<Choice> aside_;
  Position before_;
  uint64_t decisions_ = 0, looked_at_ = 0;
  bool looking_ = true;
};

}  // namespace casebook::runtime
