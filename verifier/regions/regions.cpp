// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/regions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/runtime/control.h"
#include "engine/runtime/distance/distance.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/regions/asked_in_play.h"
#include "verifier/regions/collector.h"
#include "verifier/regions/offered.h"

namespace casebook::regions {

using language::TypeTag;
using runtime::Evaluator;
using runtime::Position;
using runtime::Value;

namespace {

/// On every input, if they can be counted; else why not.
Regions on_all_inputs(checks::Context& context, const Rule& rule, const Settings& settings) {
  checks::InputCounter counter(context.scenario());
  Subject subject = subject_of(context.scenario(), rule, counter.evaluator());
  Collector collector(context.scenario(), subject, counter.evaluator());
  bool stopped = false;
  const checks::Count count = counter.count(rule.definition, settings.inputs, [&](const Position& position) {
    stopped = stopped || context.stopped();
    if (!stopped) collector.see(position, Grade::none);
  });
  Regions made;
  if (count.complete) made = collector.made();
  made.complete = count.complete && !stopped;
  made.stopped = stopped;
  made.why_not = count.why_not;
  return made;
}

/// Values of a number that are drawn from its measure. Of one with more, only what play asks for is known to make sense.
constexpr int64_t most_drawn_values = 500;
/// Positions of games at which play is asked what it asks.
constexpr size_t most_positions_asked = 300;
/// A field goes through the map for each of its inputs.
constexpr size_t most_inputs_of_a_field = 24, most_positions_drawn_of_a_field = 200;

/// So many, spread evenly.
template <class Of>
void thin_out(std::vector<Of>& all, size_t most) {
  if (all.size() <= most) return;
  std::vector<Of> kept;
  for (size_t i = 0; i < most; ++i) kept.push_back(std::move(all[i * all.size() / most]));
  all = std::move(kept);
}

/// The positions that all checks share at which the phases run whose state it reads, but those that break an invariant.
std::vector<const checks::Tried*> where_it_runs(checks::Context& context, const Subject& subject) {
  const auto scenario = context.scenario();
  std::vector<language::ProcedureId> phases;
  for (const language::StateId state : subject.reads.states) {
    if (scenario->program->states[state].procedure != language::none)
      phases.push_back(scenario->program->states[state].procedure);
  }
  std::vector<const checks::Tried*> all;
  for (const checks::Tried& at : context.probe().positions()) {
    const auto running = runtime::control_of(*scenario, at.position).procedures;
    const bool runs = std::all_of(phases.begin(), phases.end(), [&](language::ProcedureId one) {
      return std::find(running.begin(), running.end(), one) != running.end();
    });
    if (runs && at.grade != Grade::typed) all.push_back(&at);
  }
  return all;
}

/// What play asks, and arguments drawn at the positions that all checks share, where the phases run whose state it reads.
Regions at_positions(checks::Context& context, const Rule& rule, const Settings& settings) {
  const auto scenario = context.scenario();
  Evaluator evaluator(scenario);
  Subject subject = subject_of(scenario, rule, evaluator);
  Collector collector(scenario, subject, evaluator);
  const bool is_field = rule.field != language::none;
  const std::vector<language::VarId>& params = subject.params;
  games::Goal goal;
  for (const language::VarId param : params) goal.free.push_back({param, language::none});
  games::Distance drawing(scenario, std::move(goal));
  const games::InterestingValues worth(scenario);
  Random random = context.random("regions " + subject.name);
  const uint32_t draws = params.empty() ? 1 : drawing.has_values() ? settings.draws : 0;
  std::vector<std::set<int64_t>> met(params.size());  // of each parameter with too many values to draw
  const auto has_many = [&](size_t i) {
    const language::Type& type = scenario->program->vars[params[i]].type;
    if (type.tag != TypeTag::number) return false;
    const language::Measure& measure = scenario->program->measures[type.of];
    return (measure.high - measure.low) * type.fine > most_drawn_values;
  };
  std::vector<const checks::Tried*> all, of_games;
  bool cut_off = false;
  try {
    all = where_it_runs(context, subject);
    for (const checks::Tried* const at : all)
      if (at->game != 0) of_games.push_back(at);
    AskedInPlay asked(scenario, is_field,
                      is_field ? language::Id{rule.field} : language::Id{rule.definition});
    const size_t positions_asked = std::min(of_games.size(), most_positions_asked);
    for (size_t i = 0; i < positions_asked && !context.stopped(); ++i) {
      const checks::Tried& at = *of_games[i * of_games.size() / positions_asked];  // spread evenly
      std::vector<std::vector<Value>> calls = asked.at(at.position, random);
      if (is_field) thin_out(calls, most_inputs_of_a_field);
      for (const std::vector<Value>& arguments : calls) {
        for (size_t k = 0; k < arguments.size(); ++k) {
          evaluator.variable(params[k]) = arguments[k];
          if (has_many(k)) met[k].insert(arguments[k].number);
        }
        collector.see(at.position, at.grade, true);
      }
    }
    std::vector<const checks::Tried*> drawn_at = all;
    if (is_field) thin_out(drawn_at, most_positions_drawn_of_a_field);
    for (const checks::Tried* const at : drawn_at) {
      if (context.stopped()) break;
      for (uint32_t draw = 0; draw < draws; ++draw) {
        if (!params.empty()) {
          const games::Bindings bound = drawing.redrawn(at->position, worth, random, true);
          if (bound.empty()) break;
          for (const auto& [var, value] : bound) evaluator.variable(var) = value;
          for (size_t i = 0; i < met.size(); ++i) {
            if (met[i].empty()) continue;
            auto one = met[i].begin();
            std::advance(one, random.below(static_cast<uint32_t>(met[i].size())));
            evaluator.variable(params[i]) = Value(*one);
          }
        }
        collector.see(at->position, at->grade);
      }
    }
  } catch (const runtime::ListingStopped&) {  // what was seen before stands
    cut_off = true;
  }
  Regions made = collector.made();
  made.positions = all.size();
  made.stopped = cut_off || context.stopped();
  return made;
}

/// At each position that offers the action, the choices that it may be asked of.
Regions at_offers(checks::Context& context, const Rule& rule) {
  const auto scenario = context.scenario();
  Evaluator evaluator(scenario);
  Subject subject = subject_of(scenario, rule, evaluator);
  Collector collector(scenario, subject, evaluator);
  Offered offered(scenario, rule, evaluator);
  uint64_t positions = 0;
  bool cut_off = false;
  try {
    for (const checks::Tried* const at : where_it_runs(context, subject)) {
      if (context.stopped()) break;
      uint64_t here = 0;
      offered.at(at->position, [&] {
        ++here;
        collector.see(at->position, at->grade, true);
      });
      if (here > 0) ++positions;
    }
  } catch (const runtime::ListingStopped&) {  // what was seen before stands
    cut_off = true;
  }
  Regions made = collector.made();
  made.positions = positions;
  made.stopped = cut_off || context.stopped();
  made.why_not = "only choices that these positions offer were evaluated";
  return made;
}

}  // namespace

Regions regions_of(checks::Context& context, const Rule& rule, const Settings& settings) {
  if (rule.action != language::none) return at_offers(context, rule);
  Regions counted;
  counted.why_not = "a field is evaluated at positions only";
  if (rule.definition != language::none) {
    counted = on_all_inputs(context, rule, settings);
    counted.stopped = counted.stopped || (!counted.complete && context.stopped());
    if (counted.complete || counted.stopped) return counted;
  }
  Regions drawn = at_positions(context, rule, settings);
  drawn.why_not = std::move(counted.why_not);
  return drawn;
}

}  // namespace casebook::regions
