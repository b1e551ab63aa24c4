// SPDX-License-Identifier: Apache-2.0
// Regions of what runs: the courses that procedures and actions take in seeded games.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/players/playout.h"
#include "engine/runtime/records/game.h"
#include "verifier/regions/marked_hexes.h"
#include "verifier/regions/regions.h"

namespace casebook::regions {

namespace {

/// Plays the steps of an example, from its position. Marks where the pieces stood that are somewhere else in the
/// end, and what the choices name.
void complete(const checks::ScenarioPtr& scenario, uint64_t seed, Example& example) {
  runtime::GameSettings settings;
  settings.seed = seed, settings.game = example.game;
  runtime::Game game(runtime::make_compiled_rules(scenario), example.position, settings);
  std::vector<int> hexes;
  for (const Step& one : example.steps) {
    if (const auto* choice = std::get_if<runtime::Choice>(&one)) {
      add_hexes_of(*scenario, game.position(), *choice, hexes);
      game.play(*choice);
    } else {
      game.take(std::get<runtime::ChanceOutcome>(one));
    }
  }
  example.record = game.record();
  for (size_t kind = 0; kind < scenario->program->kinds.size(); ++kind) {
    if (!scenario->program->kinds[kind].on_map) continue;
    const runtime::Slot& slot = scenario->layout.places[kind];
    for (uint32_t cell = slot.first; cell < slot.first + slot.combinations; ++cell) {
      const int32_t was = example.position.cell(cell);
      if (was != example.after.cell(cell) && was < scenario->ground.hexes) hexes.push_back(was);
    }
  }
  std::sort(hexes.begin(), hexes.end());
  hexes.erase(std::unique(hexes.begin(), hexes.end()), hexes.end());
  example.hexes = std::move(hexes);
}

using Course = std::tuple<Way, std::string, std::string>;  // and how the game ends in it

}  // namespace

Regions regions_of(checks::Context& context, const Doing& doing) {
  const checks::ScenarioPtr& scenario = context.scenario();
  const checks::Settings& settings = context.settings();
  Courses courses(scenario, doing);
  std::map<Course, Region> all;
  std::set<Taken> taken;
  Regions made;
  std::vector<Step> steps;
  const auto see = [&](std::vector<Run>&& runs) {
    for (Run& run : runs) {
      ++made.inputs;
      taken.insert(run.way.begin(), run.way.end());
      Region& region = all[{run.way, run.ends_game, run.fault}];
      if (region.inputs++ == 0)
        region.way = run.way, region.ends_game = run.ends_game, region.fault = run.fault;
      Example& example = region.example;
      if (region.inputs > 1 && example.steps.size() <= steps.size() - run.first) continue;
      example.position = std::move(run.start), example.grade = Grade::seen;
      example.game = made.games + 1, example.step = run.first;
      example.steps.assign(steps.begin() + static_cast<std::ptrdiff_t>(run.first), steps.end());
      example.after = courses.position();
    }
  };
  runtime::CompiledRules rules(scenario);
  const players::Players seats = players::random_players(*scenario);
  players::Playouts playouts(rules, seats);
  playouts.tell_steps_to([&](const runtime::Position& before, const runtime::Choice* choice,
                             const runtime::ChanceOutcome* chance) {
    if (context.stopped()) return;
    steps.push_back(choice != nullptr ? Step(*choice) : Step(*chance));
    see(courses.step(before, steps.back()));
  });
  if (scenario->program->game != language::none) {
    try {
      for (uint64_t game = 1; game <= settings.games && !context.stopped(); ++game) {
        steps.clear();
        see(courses.begin(scenario->start));
        playouts.play(settings.seed, game, settings.decisions);
        if (courses.runs()) ++made.cut;
        ++made.games;
      }
    } catch (const runtime::ListingStopped&) {  // what was seen before stands
      made.stopped = true;
    }
  }
  made.stopped = made.stopped || context.stopped();
  made.decisions = courses.decisions();
  made.why_not = "only runs of games were followed";
  for (auto& [course, region] : all) {
    try {
      complete(scenario, settings.seed, region.example);
    } catch (const runtime::ListingStopped&) {  // an example is shown whole or not at all
      made.inputs -= region.inputs;
      continue;
    }
    made.regions.push_back(std::move(region));
  }
  made.never = never_of(made.decisions, taken);
  return made;
}

}  // namespace casebook::regions
