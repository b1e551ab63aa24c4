// SPDX-License-Identifier: Apache-2.0
#pragma once

// The compiled form plays, and the reference evaluator checks each step. Finding all lawful choices takes
// the reference evaluator too long; checking one choice and its result is quick. The first step on which
// the two disagree is reported.

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
