// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/invariant_watch.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "engine/base/text.h"
#include "engine/runtime/checks.h"

namespace casebook::runtime {

InvariantWatch::InvariantWatch(std::shared_ptr<const Scenario> scenario) : rules_(std::move(scenario)) {
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

void InvariantWatch::ask(const Position& position, const Position* before) {
  InvariantCheck check = check_invariants(rules_, position, before);
  asked_ += static_cast<uint64_t>(check.asked);
  for (InvariantFailure& failure : check.failures) {
    const size_t index = static_cast<size_t>(failure.invariant);
    if (seen_[index]) continue;
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
}

void InvariantWatch::report(Diagnostics& diagnostics) const {
  const language::Program& program = rules_.evaluator().program();
  std::map<std::string, const std::string*> texts;
  for (const BrokenInvariant& broken : broken_) {
    const language::Invariant& invariant = program.invariants[static_cast<size_t>(broken.invariant)];
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
