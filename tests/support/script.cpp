// SPDX-License-Identifier: Apache-2.0
#include "tests/support/script.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::tests {

using namespace runtime;

namespace {

// Empty when the step was played.
std::string play_step(Rules& rules, Position& position, const std::string& step) {
  const Scenario& scenario = rules.scenario();
  if (rules.node(position) == NodeKind::over) return "the game is over before " + step;
  if (rules.node(position) == NodeKind::chance) {
    if (!step.starts_with("roll ")) return step + " stands where the dice are thrown";
    ChanceProblem problem;
    const auto wanted = parse_chance(scenario, rules.site(position), step.substr(5), problem);
    if (!wanted) return step + ": " + problem.message;
    std::vector<ChanceOutcome> outcomes;
    rules.outcomes(position, outcomes);
    if (std::find(outcomes.begin(), outcomes.end(), *wanted) == outcomes.end()) return step + " cannot be";
    rules.apply(position, *wanted);
    return {};
  }
  std::vector<Choice> choices;
  rules.choices(position, choices);
  for (const Choice& choice : choices) {
    if (choice_text(scenario, position, choice) != step) continue;
    rules.apply(position, choice);
    return {};
  }
  return step + " is not lawful";
}

}  // namespace

Seen play_script(const std::shared_ptr<const Scenario>& scenario, const std::string& position_file,
                 const std::string& script) {
  Seen seen;
  std::ifstream in(position_file);
  std::stringstream text;
  text << in.rdbuf();
  Diagnostics diagnostics;
  PositionOptions options;
  options.under_other_rules = true;
  std::optional<Position> position =
      load_position(*scenario, text.str(), position_file, diagnostics, options);
  if (!position) {
    seen.problem = diagnostics_text(diagnostics);
    return seen;
  }
  const auto rules = make_compiled_rules(scenario);
  for (const std::string_view one : split(script, ';')) {
    const std::string step(trimmed(one));
    if (step.empty()) continue;
    seen.problem = play_step(*rules, *position, step);
    if (!seen.problem.empty()) return seen;
  }
  seen.words = position->words();
  if (rules->node(*position) == NodeKind::over) {
    seen.outcome = outcome_text(*scenario, rules->outcome(*position));
  } else if (rules->node(*position) == NodeKind::choose) {
    seen.player =
        scenario->members[scenario->program->kind_side][static_cast<size_t>(rules->player(*position))];
    std::vector<Choice> choices;
    rules->choices(*position, choices);
    for (const Choice& choice : choices) seen.choices.push_back(choice_text(*scenario, *position, choice));
  }
  return seen;
}

}  // namespace casebook::tests
