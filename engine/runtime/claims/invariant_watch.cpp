// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/claims/invariant_watch.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "engine/base/text.h"

namespace casebook::runtime {

InvariantWatch::InvariantWatch(std::shared_ptr<const Scenario> scenario)
    : InvariantWatch(std::move(scenario), nullptr) {
}

InvariantWatch::InvariantWatch(std::shared_ptr<const Scenario> scenario,
                               std::unique_ptr<CompiledInvariants> compiled)
    : rules_(std::move(scenario)), compiled_(std::move(compiled)) {
}

void InvariantWatch::begin(const Position& position, uint64_t game) {
  game_ = game;
  step_ = 0;
  is_broken_ = false;
  seen_.assign(rules_.evaluator().program().invariants.size(), false);
  if (!has_any()) return;
  ask(position, nullptr);
  last_ = position;
}

void InvariantWatch::step(const Position& position) {
  ++step_;
  if (!has_any()) return;
  ask(position, &last_);
  last_ = position;
}

void InvariantWatch::go_back(const Position& position, uint64_t step) {
  step_ = step;
  last_ = position;
}

void InvariantWatch::listen_to(Rules& rules) {
  rules.on_end_of_run(
      [this](ProcedureId procedure, const Position& position) { end_of_run(procedure, position); });
}

void InvariantWatch::end_of_run(ProcedureId procedure, const Position& position) {
  invariants_due_at_end(rules_.scenario(), procedure, due_);
  ask_due(position, nullptr);
}

void InvariantWatch::ask(const Position& position, const Position* before) {
  invariants_due(rules_.scenario(), position, before != nullptr, due_);
  ask_due(position, before);
  for (InvariantFailure& failure : failures_) note(std::move(failure));
  for (const InvariantId id : wrong_) disagreements_.push_back({id, game_, step_});
  failures_.clear();
  wrong_.clear();
}

void InvariantWatch::ask_due(const Position& position, const Position* before) {
  if (due_.empty()) return;
  asked_ += due_.size();
  if (compiled_) compiled_->load(position, before);
  for (const InvariantId id : due_) {
    const bool compiled = compiled_ && compiled_->can_ask(id);
    if (compiled && compiled_->holds(id)) continue;
    std::optional<InvariantFailure> failure = check_invariant(rules_, id, position, before);
    if (failure)
      failures_.push_back(std::move(*failure));
    else if (compiled)
      wrong_.push_back(id);
  }
}

void InvariantWatch::note(InvariantFailure&& failure) {
  const auto index = static_cast<size_t>(failure.invariant);
  if (seen_[index]) return;
  seen_[index] = true;
  if (!is_broken_) ++broken_games_;
  is_broken_ = true;
  auto known = std::find_if(broken_.begin(), broken_.end(), [&](const BrokenInvariant& broken) {
    return broken.invariant == failure.invariant;
  });
  if (known == broken_.end())
    known = broken_.insert(known, {failure.invariant, game_, step_, std::move(failure.derivation)});
  ++known->games;
}

void InvariantWatch::report(Diagnostics& diagnostics) const {
  const language::Program& program = rules_.evaluator().program();
  std::map<std::string, const std::string*> texts;
  for (const BrokenInvariant& broken : broken_) {
    const language::Invariant& invariant = program.invariants[broken.invariant];
    const std::string when = broken.step == 0
                                 ? std::string("at the start")
                                 : fmt::format("in game {} after step {}", broken.game, broken.step);
    Diagnostic& diagnostic =
        diagnostics.error("E0611", program.range_of(invariant.place),
                          "the invariant " + quoted(invariant.name) + " does not hold " + when);
    diagnostic.cases.push_back(program.label_text(invariant.label));
    if (invariant.place.file < program.sources.size())
      texts[program.sources[invariant.place.file].file] = &program.sources[invariant.place.file].text;
    bool first = true;
    if (broken.games > 1)
      diagnostic.notes.push_back({{}, fmt::format("broken in {} games; this is the first", broken.games)});
    for (const std::string_view line : split(broken.derivation, '\n')) {
      if (!trimmed(line).empty())
        diagnostic.notes.push_back({{}, (first ? "found: " : "  ") + std::string(line)});
      first = false;
    }
  }
  for (const auto& [file, text] : texts) diagnostics.sources().add(file, *text);
}

}  // namespace casebook::runtime
