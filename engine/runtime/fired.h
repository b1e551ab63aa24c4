// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rules that play as the compiled form does and count, by case, how often something of it had a say: a
// definition asked, an entry, exception or effect that applied, a requirement that refused, a labelled line
// that ran. Only the reference evaluator can tell, and it is slow: one decision in `every` is looked at, with
// all that might have been chosen, what was, and the dice that follow. A question that is asked again of the
// same position counts once.

#include <memory>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/rules.h"

namespace casebook::runtime {

class CountingRules final : public Rules {
 public:
  /// Of so many decisions the first is looked at.
  static constexpr uint64_t every = 32;

  explicit CountingRules(std::shared_ptr<const Scenario> scenario);

  /// By label of the program.
  const std::vector<uint64_t>& fired() const { return fired_; }

  const Scenario& scenario() const override { return compiled_->scenario(); }
  void begin(Position& position) override { asking_.begin(position); }
  void on_end_of_run(EndOfRun listener) override {
    compiled_->on_end_of_run(listener);
    asking_.on_end_of_run(std::move(listener));
  }
  int32_t player(const Position& position) override { return compiled_->player(position); }
  void choices(const Position& position, std::vector<Choice>& out) override;
  void apply(Position& position, const Choice& choice) override {
    looking_ ? asking_.apply(position, choice) : compiled_->apply(position, choice);
  }
  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override {
    compiled_->outcomes(position, out);
  }
  void apply(Position& position, const ChanceOutcome& outcome) override {
    looking_ ? asking_.apply(position, outcome) : compiled_->apply(position, outcome);
  }

 private:
  std::unique_ptr<Rules> compiled_;
  ReferenceRules asking_;
  std::vector<uint64_t> fired_;
  std::vector<Choice> aside_;
  uint64_t decisions_ = 0;
  bool looking_ = true;
};

}  // namespace casebook::runtime
