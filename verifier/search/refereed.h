// SPDX-License-Identifier: Apache-2.0
#pragma once

// The compiled form at play with the reference evaluator beside it. Finding all lawful choices is what takes
// the reference evaluator its time; whether one choice is lawful and what it leads to is soon said. So a long
// game is played by the compiled form, and of each step taken the reference evaluator says whether it may be
// taken and takes it too. The first step in which the two do not agree is told.

#include <memory>
#include <string>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/rules.h"

namespace casebook {

class Refereed : public runtime::Rules {
 public:
  /// `problem` is filled by the first disagreement; it may outlive these rules.
  Refereed(std::shared_ptr<const runtime::Scenario> scenario, std::shared_ptr<std::string> problem);

  const runtime::Scenario& scenario() const override { return compiled_->scenario(); }
  void begin(runtime::Position& position) override;
  int32_t player(const runtime::Position& position) override;
  void choices(const runtime::Position& position, std::vector<runtime::Choice>& out) override;
  void apply(runtime::Position& position, const runtime::Choice& choice) override;
  void outcomes(const runtime::Position& position, std::vector<runtime::ChanceOutcome>& out) override;
  void apply(runtime::Position& position, const runtime::ChanceOutcome& outcome) override;
  void on_end_of_run(EndOfRun listener) override { compiled_->on_end_of_run(std::move(listener)); }

 private:
  void agree(const runtime::Position& compiled, const runtime::Position& reference, const std::string& after);
  void tell(const std::string& problem);
  bool lawful(const runtime::Position& position, const runtime::Choice& choice, const std::string& words);

  std::unique_ptr<runtime::Rules> compiled_;
  runtime::ReferenceRules reference_;
  std::shared_ptr<std::string> problem_;
};

}  // namespace casebook
