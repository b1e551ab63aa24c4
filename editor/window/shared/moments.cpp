// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/moments.h"

#include <algorithm>
#include <set>

#include "engine/runtime/control.h"
#include "engine/runtime/text/moment_text.h"

namespace casebook::window {

using runtime::Choice;
using runtime::NodeKind;
using runtime::Position;

namespace {

constexpr size_t most_moments = 200, most_steps = 3000;

/// Doing nothing, as near as the rules have it: the alternative that is about fewest things.
const Choice& quietest(const language::Program& program, const language::Site& site,
                       const std::vector<Choice>& choices) {
  const auto parameters = [&](const Choice& choice) {
    const language::ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
    return program.actions[action].params.size();
  };
  return *std::min_element(choices.begin(), choices.end(),
                           [&](const Choice& a, const Choice& b) { return parameters(a) < parameters(b); });
}

std::string text_of(const runtime::Scenario& scenario, const Position& position) {
  const std::string where = runtime::site_text(*scenario.program, position.cell(scenario.layout.site) - 1);
  const std::string when = runtime::moment_text(scenario, position);
  return when.empty() ? where : when + ", " + where;
}

}  // namespace

std::vector<Moment> moments_of(runtime::Rules& rules, const Position& first,
                               const std::function<bool()>& stop) {
  std::vector<Moment> found;
  std::set<std::string> told;
  const runtime::Scenario& scenario = rules.scenario();
  Position position = first;
  std::vector<Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  for (size_t step = 0; step < most_steps && found.size() < most_moments; ++step) {
    const NodeKind node = rules.node(position);
    if (node == NodeKind::over || stop()) break;
    if (node == NodeKind::chance) {
      rules.outcomes(position, outcomes);
      rules.apply(position, outcomes.front());
      continue;
    }
    std::string text = text_of(scenario, position);
    if (told.insert(text).second)
      found.push_back({std::move(text), std::make_shared<const Position>(position)});
    rules.choices(position, choices);
    if (choices.empty()) break;
    rules.apply(position, Choice(quietest(*scenario.program, rules.site(position), choices)));
  }
  return found;
}

int moment_of_action(runtime::Rules& rules, const std::vector<Moment>& moments, language::ActionId action,
                     int32_t unit) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < moments.size(); ++i) {
    const Position& position = *moments[i].position;
    const auto& alternatives = rules.site(position).alternatives;
    if (std::none_of(alternatives.begin(), alternatives.end(),
                     [&](const auto& one) { return one.action == action; }))
      continue;
    rules.choices(position, choices);
    for (const Choice& choice : choices)
      if (alternatives[static_cast<size_t>(choice.alternative)].action == action && choice.singles[0] == unit)
        return static_cast<int>(i);
  }
  return -1;
}

int find_moment(const std::vector<Moment>& moments, const std::string& text) {
  for (size_t i = 0; i < moments.size(); ++i)
    if (moments[i].text == text) return static_cast<int>(i);
  return -1;
}

}  // namespace casebook::window
