// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/rests_on_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/in_parallel.h"
#include "engine/base/switch_names.h"
#include "engine/base/text.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "verifier/finding/prose.h"

namespace casebook::compare {

namespace {

using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;
using What = Assertion::What;
using Steps = std::vector<runtime::RecordStep>;

/// Where one side of a difference shows it: its steps are taken anew, all of them from where they begin, or
/// the last alone from before it.
struct Place {
  std::optional<runtime::Position> begin;  // nothing: the scenario's start
  Steps steps;
  runtime::Position before;          // the last step
  std::vector<Assertion> elsewhere;  // what the other side shows
  bool goes_on_elsewhere = false;
};

/// Whether play goes on, or has ended as games do: where nothing may be done everything is refused.
bool goes_on(runtime::Game& game) {
  switch (game.node()) {
    case runtime::NodeKind::choose:
      return !game.choices().empty();
    case runtime::NodeKind::chance:
      return !game.outcomes().empty();
    case runtime::NodeKind::over:
      break;
  }
  const runtime::OutcomeKind kind = game.outcome().kind;
  return kind != runtime::OutcomeKind::fault && kind != runtime::OutcomeKind::stuck &&
         kind != runtime::OutcomeKind::limit;
}

/// Each edition names its own cases. What is not offered there may be refused here.
std::vector<Assertion> without_cases(std::vector<Assertion> said) {
  for (Assertion& one : said) {
    if (one.what == What::not_offered) one.what = What::refused;
    if (one.what == What::refused || one.what == What::fault) one.value.clear();
  }
  return said;
}

/// Whether a side says the same. Where it permits what the other permits, a choice that is refused there may also be one
/// that is not offered here; alone, that something is not offered just now says nothing.
bool shows_all(Witness witness, const ScenarioPtr& scenario) {
  if (confirm(witness, {scenario}).empty()) return true;
  bool permits = false;
  for (Assertion& one : witness.sides.front().said) {
    permits = permits || one.what == What::permitted;
    if (one.what == What::refused) one.what = What::not_offered;
  }
  return permits && confirm(witness, {scenario}).empty();
}

using RulesOfBoth = std::array<runtime::CompiledRules, 2>;

std::optional<Place> place_of(const Finding& finding, size_t side, const RulesOfBoth& rules) {
  if (finding.concern != Concern::difference || finding.verdict != Verdict::refuted || !finding.witness ||
      finding.witness->sides.size() != 2)
    return std::nullopt;
  Diagnostics diagnostics;
  const WitnessSide& here = finding.witness->sides[side];
  const WitnessSide& there = finding.witness->sides[1 - side];
  const runtime::Replay played = runtime::replay(here.record, "witness", rules[side].another(), diagnostics);
  const runtime::Replay elsewhere =
      runtime::replay(there.record, "witness", rules[1 - side].another(), diagnostics);
  if (!played.good || !elsewhere.good) return std::nullopt;
  Place place;
  place.steps = here.record.steps;
  if (!place.steps.empty()) played.game->undo();
  place.before = played.game->position();
  while (played.game->undo()) {
  }
  if (!here.record.start.empty()) place.begin = played.game->position();
  place.elsewhere = without_cases(there.said);
  place.goes_on_elsewhere = goes_on(*elsewhere.game);
  return place;
}

/// The game through these steps under those rules, whatever it then comes to; null where one is refused.
std::unique_ptr<runtime::Game> played(const runtime::CompiledRules& rules,
                                      const std::optional<runtime::Position>& begin, const Steps& steps) {
  const runtime::Scenario& scenario = rules.scenario();
  runtime::Record record;
  record.ruleset = runtime::identity_of(scenario);
  record.seeded_dice = false;
  if (begin) record.start = runtime::position_text(scenario, *begin);
  record.steps = steps;
  record.complete = false;  // under another reading the last step may end the game, or no longer end it
  Diagnostics diagnostics;
  runtime::Replay replay = runtime::replay(record, "witness", rules.another(), diagnostics);
  return replay.good ? std::move(replay.game) : nullptr;
}

/// Whether after these steps that is to be seen which the other side shows.
bool shows(const Place& place, const ScenarioPtr& scenario, const runtime::CompiledRules& rules,
           const std::optional<runtime::Position>& begin, const Steps& steps) {
  const auto game = played(rules, begin, steps);
  if (!game || (place.goes_on_elsewhere && !goes_on(*game))) return false;
  WitnessSide side;
  side.ruleset = scenario->id;
  side.record = game->record();
  side.said = place.elsewhere;
  Witness witness;
  witness.sides.push_back(std::move(side));
  witness.grade = Grade::typed;
  return shows_all(std::move(witness), scenario);
}

/// What was spent or moved under the reading as it is lies before the last step, so all of them are taken
/// anew; where a step on the way is refused then, the position before the last one still says how that is
/// played.
bool comes_out(const Place& place, const ScenarioPtr& scenario, const runtime::CompiledRules& rules) {
  const Steps last(place.steps.end() - (place.steps.empty() ? 0 : 1), place.steps.end());
  if (shows(place, scenario, rules, place.before, last)) return true;
  if (place.steps.size() < 2 && place.begin) return false;
  const auto all = played(rules, place.begin, place.steps);
  if (!all) return false;
  if (!last.empty()) all->undo();
  const runtime::Position before = all->position();
  // Asked of the last step first: what all of them come to is seldom otherwise.
  return !(before == place.before) && shows(place, scenario, rules, before, last) &&
         shows(place, scenario, rules, place.begin, place.steps);
}

struct Trial {
  size_t side = 0, reading = 0;
  int32_t value = 0;
};

Answer answer_of(const language::Program& p, const language::Reading& reading, int32_t value) {
  const auto at = static_cast<size_t>(value);
  return {switch_name(reading.name) + "=" + switch_name(p.kinds[reading.kind].members[at]),
          at < reading.reasons.size() ? reading.reasons[at] : std::string()};
}

/// `"it must" (trail=always)`
std::string quoted(const Answer& answer) {
  return answer.words.empty() ? answer.setting : fmt::format("\"{}\" ({})", answer.words, answer.setting);
}

}  // namespace

std::vector<RestsOn> tell_what_rests_on_readings(std::vector<Finding>& findings, const ScenarioPtr& a,
                                                 const ScenarioPtr& b, const std::function<bool()>& go_on) {
  const std::array<ScenarioPtr, 2> scenarios{a, b};
  const bool any = std::any_of(findings.begin(), findings.end(), [](const Finding& one) {
    return one.concern == Concern::difference && one.witness.has_value();
  });
  std::vector<RestsOn> all;
  if (!any || !a->data || !b->data) return all;
  const RulesOfBoth rules{runtime::CompiledRules(a), runtime::CompiledRules(b)};
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
      const auto values = p.kinds[p.readings[i].kind].members.size();
      for (size_t value = 0; value < values; ++value)
        if (static_cast<int32_t>(value) != now) trials.push_back({side, i, static_cast<int32_t>(value)});
    }
  }
  std::vector<std::vector<bool>> rests(trials.size());
  in_parallel(
      trials.size(),
      [&](size_t index, size_t) {
        const Trial& trial = trials[index];
        const runtime::Scenario& scenario = *scenarios[trial.side];
        const language::Reading& reading = scenario.program->readings[trial.reading];
        const auto& values = scenario.program->kinds[reading.kind].members;
        Diagnostics diagnostics;
        const ScenarioPtr other = runtime::bind_besides(
            scenario, {{reading.name, values[static_cast<size_t>(trial.value)]}}, diagnostics);
        if (!other) return;
        const runtime::CompiledRules under(other);
        for (const auto& place : places[trial.side])
          rests[index].push_back(place && comes_out(*place, other, under));
      },
      go_on);
  // The trials of one question follow one another.
  for (size_t from = 0, to = 0; from < trials.size(); from = to) {
    while (to < trials.size() && trials[to].side == trials[from].side &&
           trials[to].reading == trials[from].reading)
      ++to;
    const language::Program& p = *scenarios[trials[from].side]->program;
    const language::Reading& reading = p.readings[trials[from].reading];
    for (size_t i = 0; i < findings.size(); ++i) {
      std::vector<Answer> answers;
      std::vector<std::string> said;
      for (size_t index = from; index < to; ++index) {
        if (i >= rests[index].size() || !rests[index][i]) continue;
        answers.push_back(answer_of(p, reading, trials[index].value));
        said.push_back(quoted(answers.back()));
      }
      if (answers.empty()) continue;
      const Answer now = answer_of(p, reading, scenarios[trials[from].side]->readings[trials[from].reading]);
      findings[i].details.push_back(
          fmt::format("{}{} {}: {} The rules files answer {}. Both rulesets play the example alike under {}",
                      rests_on_a_reading, p.edition, p.label_text(reading.label), reading.question,
                      quoted(now), listed(said, "and also under")));
      all.push_back({i, trials[from].side, static_cast<language::ReadingId>(trials[from].reading), now,
                     std::move(answers)});
    }
  }
  return all;
}

}  // namespace casebook::compare
