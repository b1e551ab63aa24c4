// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/refereed.h"

#include <algorithm>
#include <utility>

#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"

namespace casebook {

using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::Position;

Refereed::Refereed(std::shared_ptr<const runtime::Scenario> scenario, std::shared_ptr<std::string> problem)
    : compiled_(runtime::make_compiled_rules(scenario)),
      reference_(std::move(scenario)),
      problem_(std::move(problem)) {
  // What may be chosen where a step leads is asked when it is chosen; here only whether anything may.
  reference_.ask_for_any_choice([this](const Position& at) {
    std::vector<Choice> choices;
    compiled_->choices(at, choices);
    return !choices.empty();
  });
}

void Refereed::tell(const std::string& problem) {
  if (problem_->empty()) *problem_ = problem;
}

void Refereed::agree(const Position& compiled, const Position& reference, const std::string& after) {
  if (!(compiled == reference)) tell("the evaluators reach different positions after " + after);
}

/// Where an alternative adds nothing to what its action asks, that choice alone is asked; else all are found.
bool Refereed::lawful(const Position& position, const Choice& choice, const std::string& words) {
  const language::Site& site = reference_.site(position);
  const language::Alternative& offered = site.alternatives[static_cast<size_t>(choice.alternative)];
  const bool plain = offered.requires_.empty() &&
                     std::none_of(offered.args.begin(), offered.args.end(),
                                  [](const auto& arg) { return arg.mode == language::ArgMode::fixed; });
  if (plain) {
    runtime::Evaluator& asked = reference_.evaluator();
    const language::Action& action = asked.program().actions[offered.action];
    try {
      return asked.set_parameters(site, choice, position) && asked.permitted(action, position);
    } catch (const runtime::Fault&) {
      return false;
    }
  }
  Diagnostics diagnostics;
  diagnostics.sources().add("choice", words);
  const auto named = runtime::parse_choice(
      scenario(), position, words, {"choice", {1, 1}, {1, static_cast<int>(words.size()) + 1}}, diagnostics);
  return named && runtime::explain_choice(reference_, position, *named).lawful;
}

void Refereed::begin(Position& position) {
  Position other = position;
  compiled_->begin(position);
  reference_.begin(other);
  agree(position, other, "the beginning");
}

int32_t Refereed::player(const Position& position) {
  const int32_t player = compiled_->player(position);
  if (player != reference_.player(position)) tell("the evaluators let other sides choose");
  return player;
}

void Refereed::choices(const Position& position, std::vector<Choice>& out) {
  compiled_->choices(position, out);
}

void Refereed::apply(Position& position, const Choice& choice) {
  const std::string words = runtime::choice_text(scenario(), position, choice);
  if (!lawful(position, choice, words)) tell("the reference evaluator refuses " + words);
  Position other = position;
  compiled_->apply(position, choice);
  reference_.apply(other, choice);
  agree(position, other, words);
}

void Refereed::outcomes(const Position& position, std::vector<ChanceOutcome>& out) {
  compiled_->outcomes(position, out);
  std::vector<ChanceOutcome> others;
  reference_.outcomes(position, others);
  if (out != others) tell("the evaluators let chance bring other things");
}

void Refereed::apply(Position& position, const ChanceOutcome& outcome) {
  const std::string words = runtime::chance_text(scenario(), compiled_->site(position), outcome);
  Position other = position;
  compiled_->apply(position, outcome);
  reference_.apply(other, outcome);
  agree(position, other, words);
}

}  // namespace casebook
