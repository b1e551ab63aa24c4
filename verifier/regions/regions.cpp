// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/regions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/program/reads_writes.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/distance.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/checks/shared/bound_text.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/regions/asked_in_play.h"
#include "verifier/regions/marked_hexes.h"

namespace casebook::regions {

using language::Definition;
using language::DefinitionId;
using language::TypeTag;
using runtime::Evaluator;
using runtime::Position;
using runtime::Value;

namespace {

/// Inputs are one region if they go the same way, to a fault of the same reason, or, of few possible values, to the
/// same value.
using Key = std::pair<Way, std::string>;

struct Collected {
  Region region;
  std::set<int64_t> numbers;  // of numbers: those that are named, in their order
  std::set<std::string> named;
  Value least, most;
  bool any = false;
};

class Collector {
 public:
  Collector(std::shared_ptr<const runtime::Scenario> scenario, DefinitionId id, Evaluator& evaluator)
      : scenario_(std::move(scenario)),
        id_(id),
        definition_(scenario_->program->definitions[id]),
        evaluator_(evaluator),
        ways_(scenario_, id, evaluator) {
    by_value_ = has_few_values(*scenario_, definition_.type);
    language::ReadsWrites reads(*scenario_->program);
    for (const language::StateId state : reads.definition(id).reads.states) {
      if (scenario_->program->states[state].params.empty() && !scenario_->program->states[state].hidden)
        states_.push_back(state);
    }
  }

  /// With the parameters set in the frame. What is better as an example than the one before takes its place: what
  /// play asks, and the nearer to play the better.
  void see(const Position& position, Grade grade, bool asked = false) {
    std::vector<Value> arguments;
    for (const language::VarId one : definition_.params) arguments.push_back(evaluator_.variable(one));
    Way way;
    std::string fault;
    Value value;
    try {
      value = evaluator_.value_of(false, id_, arguments, position);
      put_back(arguments);
      ways_.of(position, way);
    } catch (const runtime::Fault& why) {
      fault = why.why;
      put_back(arguments);
      try {
        ways_.of(position, way);
      } catch (const runtime::Fault&) {  // the way ends there
      }
      put_back(arguments);
    }
    ++inputs_;
    if (asked) ++asked_;
    for (const Taken& one : way) taken_.insert(one);
    const std::string text = fault.empty() ? runtime::value_text(*scenario_, definition_.type, value) : fault;
    Collected& into = all_[{way, by_value_ || !fault.empty() ? text : std::string()}];
    Region& region = into.region;
    if (region.inputs++ == 0) region.way = way, region.fault = fault;
    if (fault.empty()) add_value(into, value, text);
    Example example;
    example.grade = grade, example.asked = asked;
    if (region.inputs > 1 && !is_better(example, region.example)) return;
    region.example = std::move(example);
    region.example.position = position;
    region.example.expression = expression(arguments), region.example.state = state(position);
    region.example.value = text;
    add_hexes(arguments, position, region.example.hexes);
  }

  Regions made() {
    Regions made;
    made.decisions = ways_.decisions();
    made.inputs = inputs_, made.asked = asked_;
    for (auto& [key, one] : all_) {
      if (definition_.type.tag == TypeTag::number && one.any) {
        one.region.least = text(one.least), one.region.most = text(one.most);
        for (const int64_t value : one.numbers) one.region.values.push_back(text(Value(value)));
      }
      made.regions.push_back(std::move(one.region));
    }
    made.never = never_of(made.decisions, taken_);
    return made;
  }

 private:
  static bool is_better(const Example& one, const Example& other) {
    return std::pair(one.asked, one.grade) > std::pair(other.asked, other.grade);
  }

  void add_hexes(const std::vector<Value>& arguments, const Position& position,
                 std::vector<int>& hexes) const {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const language::Type& type = scenario_->program->vars[definition_.params[i]].type;
      add_hex_of(*scenario_, position, type, static_cast<int32_t>(arguments[i].number), hexes);
    }
  }
  void put_back(const std::vector<Value>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) evaluator_.variable(definition_.params[i]) = arguments[i];
  }
  std::string text(const Value& value) const {
    return runtime::value_text(*scenario_, definition_.type, value);
  }

  void add_value(Collected& into, const Value& value, const std::string& text) {
    if (definition_.type.tag == TypeTag::number) {
      if (!into.any || value.number < into.least.number) into.least = value;
      if (!into.any || value.number > into.most.number) into.most = value;
      into.any = true;
    }
    if (!into.named.insert(text).second) return;
    if (into.named.size() > most_values) {
      ++into.region.more_values;
      return;
    }
    if (definition_.type.tag == TypeTag::number)
      into.numbers.insert(value.number);
    else
      into.region.values.push_back(text);
  }

  std::string expression(const std::vector<Value>& arguments) const {
    std::string text = definition_.name + "(";
    for (size_t i = 0; i < arguments.size(); ++i) {
      const auto word =
          checks::literal(*scenario_, scenario_->program->vars[definition_.params[i]].type, arguments[i]);
      if (!word) return {};
      text += (i == 0 ? "" : ", ") + *word;
    }
    return text + ")";
  }

  std::string state(const Position& position) const {
    std::string text;
    for (const language::StateId id : states_) {
      const language::State& state = scenario_->program->states[id];
      const Value value = evaluator_.read(scenario_->layout.states[id], state.type, position, 0);
      text += (text.empty() ? "" : ", ") + state.name + " = " +
              runtime::value_text(*scenario_, state.type, value);
    }
    return text;
  }

  std::shared_ptr<const runtime::Scenario> scenario_;
  DefinitionId id_;
  const Definition& definition_;
  Evaluator& evaluator_;
  Ways ways_;
  bool by_value_ = false;
  std::vector<language::StateId> states_;
  std::map<Key, Collected> all_;
  std::set<Taken> taken_;
  uint64_t inputs_ = 0, asked_ = 0;
};

/// On every input, if they can be counted; else why not.
Regions on_all_inputs(checks::Context& context, DefinitionId id, const Settings& settings) {
  checks::InputCounter counter(context.scenario());
  Collector collector(context.scenario(), id, counter.evaluator());
  bool stopped = false;
  const checks::Count count = counter.count(id, settings.inputs, [&](const Position& position) {
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

/// What play asks, and arguments drawn at the positions that all checks share, where the phases run whose state it reads.
Regions at_positions(checks::Context& context, DefinitionId id, const Settings& settings) {
  const auto scenario = context.scenario();
  const Definition& definition = scenario->program->definitions[id];
  Evaluator evaluator(scenario);
  Collector collector(scenario, id, evaluator);
  std::vector<language::ProcedureId> phases;
  language::ReadsWrites reads(*scenario->program);
  for (const language::StateId state : reads.definition(id).reads.states) {
    if (scenario->program->states[state].procedure != language::none)
      phases.push_back(scenario->program->states[state].procedure);
  }
  games::Goal goal;
  for (const language::VarId param : definition.params) goal.free.push_back({param, language::none});
  games::Distance drawing(scenario, std::move(goal));
  const games::InterestingValues worth(scenario);
  Random random = context.random("regions " + definition.name);
  const uint32_t draws = definition.params.empty() ? 1 : drawing.has_values() ? settings.draws : 0;
  std::vector<std::set<int64_t>> met(
      definition.params.size());  // of each parameter with too many values to draw
  const auto has_many = [&](size_t i) {
    const language::Type& type = scenario->program->vars[definition.params[i]].type;
    if (type.tag != TypeTag::number) return false;
    const language::Measure& measure = scenario->program->measures[type.of];
    return (measure.high - measure.low) * type.fine > most_drawn_values;
  };
  std::vector<const checks::Tried*> all, of_games;
  bool cut_off = false;
  try {
    for (const checks::Tried& at : context.probe().positions()) {
      const auto running = runtime::control_of(*scenario, at.position).procedures;
      const bool runs = std::all_of(phases.begin(), phases.end(), [&](language::ProcedureId one) {
        return std::find(running.begin(), running.end(), one) != running.end();
      });
      if (!runs || at.grade == Grade::typed) continue;
      all.push_back(&at);
      if (at.game != 0) of_games.push_back(&at);
    }
    AskedInPlay asked(scenario, id);
    const size_t positions_asked = std::min(of_games.size(), most_positions_asked);
    for (size_t i = 0; i < positions_asked && !context.stopped(); ++i) {
      const checks::Tried& at = *of_games[i * of_games.size() / positions_asked];  // spread evenly
      for (const std::vector<Value>& arguments : asked.at(at.position, random)) {
        for (size_t k = 0; k < arguments.size(); ++k) {
          evaluator.variable(definition.params[k]) = arguments[k];
          if (has_many(k)) met[k].insert(arguments[k].number);
        }
        collector.see(at.position, at.grade, true);
      }
    }
    for (const checks::Tried* const at : all) {
      if (context.stopped()) break;
      for (uint32_t draw = 0; draw < draws; ++draw) {
        if (!definition.params.empty()) {
          const games::Bindings bound = drawing.redrawn(at->position, worth, random, true);
          if (bound.empty()) break;
          for (const auto& [var, value] : bound) evaluator.variable(var) = value;
          for (size_t i = 0; i < met.size(); ++i) {
            if (met[i].empty()) continue;
            auto one = met[i].begin();
            std::advance(one, random.below(static_cast<uint32_t>(met[i].size())));
            evaluator.variable(definition.params[i]) = Value(*one);
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

}  // namespace

Regions regions_of(checks::Context& context, DefinitionId id, const Settings& settings) {
  Regions counted = on_all_inputs(context, id, settings);
  counted.stopped = counted.stopped || (!counted.complete && context.stopped());
  if (counted.complete || counted.stopped) return counted;
  Regions drawn = at_positions(context, id, settings);
  drawn.why_not = std::move(counted.why_not);
  return drawn;
}

}  // namespace casebook::regions
