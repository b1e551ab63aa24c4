// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/rests_on_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled.h"
#include "engine/runtime/replay.h"
#include "verifier/checks/in_parallel.h"

namespace casebook::compare {

namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;
using What = Assertion::What;

/// Where one side of a difference shows it: before the last step, so that the step is taken anew.
struct Place {
  runtime::Position before;
  std::optional<runtime::RecordStep> step;
  std::vector<Assertion> elsewhere;  // what the other side shows
  bool goes_on_elsewhere = false;
};

/// Whether play goes on, or has ended as games do: where nothing may be done everything is refused.
bool goes_on(const runtime::Record& record, std::unique_ptr<runtime::Rules> rules) {
  Diagnostics diagnostics;
  const runtime::Replay played = runtime::replay(record, "witness", std::move(rules), diagnostics);
  if (!played.good) return false;
  switch (played.game->node()) {
    case runtime::NodeKind::choose:
      return !played.game->choices().empty();
    case runtime::NodeKind::chance:
      return !played.game->outcomes().empty();
    case runtime::NodeKind::over:
      break;
  }
  const runtime::OutcomeKind kind = played.game->outcome().kind;
  return kind != runtime::OutcomeKind::fault && kind != runtime::OutcomeKind::stuck;
}

/// Each edition names its own cases.
std::vector<Assertion> without_cases(std::vector<Assertion> said) {
  for (Assertion& one : said) {
    if (one.what == What::not_offered) one.what = What::refused;
    if (one.what == What::refused || one.what == What::fault) one.value.clear();
  }
  return said;
}

using RulesOfBoth = std::array<std::unique_ptr<runtime::CompiledRules>, 2>;

std::optional<Place> place_of(const Finding& finding, size_t side, const RulesOfBoth& rules) {
  if (finding.concern != Concern::difference || finding.verdict != Verdict::refuted || !finding.witness ||
      finding.witness->sides.size() != 2)
    return std::nullopt;
  Diagnostics diagnostics;
  const runtime::Record& record = finding.witness->sides[side].record;
  const runtime::Replay played = runtime::replay(record, "witness", rules[side]->another(), diagnostics);
  if (!played.good) return std::nullopt;
  Place place;
  if (!record.steps.empty() && played.game->undo()) place.step = record.steps.back();
  place.before = played.game->position();
  place.elsewhere = without_cases(finding.witness->sides[1 - side].said);
  place.goes_on_elsewhere = goes_on(finding.witness->sides[1 - side].record, rules[1 - side]->another());
  return place;
}

bool comes_out(const Place& place, const ScenarioPtr& scenario) {
  WitnessSide side = side_at(*scenario, place.before, place.elsewhere);
  if (place.step) side.record.steps = {*place.step};
  const runtime::Record record = side.record;
  return confirm(Witness{{std::move(side)}, Grade::typed, {}, {}, 0}, {scenario}).empty() &&
         (!place.goes_on_elsewhere || goes_on(record, runtime::make_compiled_rules(scenario)));
}

struct Trial {
  size_t side = 0, reading = 0;
  int32_t value = 0;
};

}  // namespace

void tell_what_rests_on_readings(std::vector<Finding>& findings, const ScenarioPtr& a, const ScenarioPtr& b,
                                 const std::function<bool()>& go_on) {
  const std::array<ScenarioPtr, 2> scenarios{a, b};
  const bool any = std::any_of(findings.begin(), findings.end(), [](const Finding& one) {
    return one.concern == Concern::difference && one.witness.has_value();
  });
  if (!any || !a->data || !b->data) return;
  const RulesOfBoth rules{std::make_unique<runtime::CompiledRules>(a),
                          std::make_unique<runtime::CompiledRules>(b)};
  std::array<std::vector<std::optional<Place>>, 2> places;
  for (const size_t side : {size_t{0}, size_t{1}})
    for (const Finding& one : findings) places[side].push_back(place_of(one, side, rules));
  std::vector<Trial> trials;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Program& p = *scenarios[side]->program;
    const bool same_edition = p.edition == scenarios[1 - side]->program->edition;
    for (size_t i = 0; i < p.readings.size(); ++i) {
      if (p.readings[i].kind == language::none) continue;
      const int32_t now = scenarios[side]->readings[i];
      if (same_edition && scenarios[1 - side]->readings[i] != now) continue;
      const auto values = p.kinds[static_cast<size_t>(p.readings[i].kind)].members.size();
      for (size_t value = 0; value < values; ++value)
        if (static_cast<int32_t>(value) != now) trials.push_back({side, i, static_cast<int32_t>(value)});
    }
  }
  std::vector<std::vector<bool>> rests(trials.size());
  checks::in_parallel(
      trials.size(),
      [&](size_t index, size_t) {
        const Trial& trial = trials[index];
        const runtime::Scenario& scenario = *scenarios[trial.side];
        const language::Reading& reading = scenario.program->readings[trial.reading];
        const auto& values = scenario.program->kinds[static_cast<size_t>(reading.kind)].members;
        Diagnostics diagnostics;
        const ScenarioPtr other = runtime::bind_besides(
            scenario, {{reading.name, values[static_cast<size_t>(trial.value)]}}, diagnostics);
        if (!other) return;
        for (const auto& place : places[trial.side])
          rests[index].push_back(place && comes_out(*place, other));
      },
      go_on);
  for (size_t index = 0; index < trials.size(); ++index) {
    const Trial& trial = trials[index];
    const language::Program& p = *scenarios[trial.side]->program;
    const language::Reading& reading = p.readings[trial.reading];
    for (size_t i = 0; i < rests[index].size(); ++i) {
      if (!rests[index][i]) continue;
      findings[i].details.push_back(
          fmt::format("{}{} {}: {} Read as {} both play it alike", rests_on_a_reading, p.edition,
                      p.label_text(reading.label), reading.question,
                      p.kinds[static_cast<size_t>(reading.kind)].members[static_cast<size_t>(trial.value)]));
    }
  }
}

}  // namespace casebook::compare
