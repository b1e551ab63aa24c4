// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/count_inputs.h"

#include <algorithm>
#include <set>

#include "engine/base/random.h"
#include "engine/base/streams.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::checks {

using namespace runtime;
using namespace language::ids;
using language::none;
using language::Type;
using language::TypeTag;

namespace {

/// Played to find phases: that is soon done, or never.
constexpr uint64_t games_played = 5;
constexpr int most_steps = 2000;

}  // namespace

InputCounter::InputCounter(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      evaluator_(scenario_),
      reads_(*scenario_->program),
      position_(scenario_->start) {
  std::vector<bool> running(scenario_->program->procedures.size(), false);
  if (scenario_->program->game != none) {
    ReferenceRules rules(scenario_);
    rules.begin(position_);
    for (const ProcedureId one : control_of(*scenario_, position_).procedures)
      running[static_cast<size_t>(one)] = true;
  }
  moments_.emplace_back(std::move(running), position_);
}

void InputCounter::play() {
  played_ = true;
  if (scenario_->program->game == none) return;
  CompiledRules rules(scenario_);
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  std::set<std::vector<bool>> known{moments_.front().first};
  for (uint64_t game = 1; game <= games_played; ++game) {
    Random random = chance_stream(1, game);
    Position position = scenario_->start;
    rules.begin(position);
    for (int step = 0; step < most_steps && rules.node(position) != NodeKind::over; ++step) {
      std::vector<bool> running(scenario_->program->procedures.size(), false);
      for (const ProcedureId one : control_of(*scenario_, position).procedures)
        running[static_cast<size_t>(one)] = true;
      if (known.insert(running).second) moments_.emplace_back(std::move(running), position);
      if (rules.node(position) == NodeKind::choose) {
        rules.choices(position, choices);
        if (choices.empty()) break;
        rules.apply(position, choices[random.below(static_cast<uint32_t>(choices.size()))]);
      } else {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
      }
    }
  }
}

const Position* InputCounter::where_run(const std::vector<ProcedureId>& phases) {
  const auto look = [&]() -> const Position* {
    for (const auto& [of_moment, position] : moments_) {
      const auto& running = of_moment;  // clang before 16 captures no structured binding
      if (std::all_of(phases.begin(), phases.end(),
                      [&](ProcedureId one) { return running[static_cast<size_t>(one)]; }))
        return &position;
    }
    return nullptr;
  };
  const Position* found = look();
  if (found != nullptr || played_) return found;
  play();
  return look();
}

bool InputCounter::wheel_of(const Type& type, const language::Interval* interval, Wheel& wheel) const {
  switch (type.tag) {
    case TypeTag::boolean:
      wheel.low = 0, wheel.high = 1;
      return true;
    case TypeTag::number: {
      const language::Measure& measure = scenario_->program->measures[type.of];
      wheel.low = measure.low * type.fine, wheel.high = measure.high * type.fine;
      wheel.never = measure.or_never;
      if (interval != nullptr && interval->low <= interval->high) {
        wheel.low = std::max(wheel.low, interval->low), wheel.high = std::min(wheel.high, interval->high);
        wheel.never = interval->may_be_never;
      }
      return wheel.low <= wheel.high;
    }
    case TypeTag::entity:
      wheel.low = 0, wheel.high = scenario_->size(type.of) - 1;
      return wheel.low <= wheel.high;
    case TypeTag::maybe:
      wheel.low = -1, wheel.high = scenario_->size(type.of) - 1;
      return true;
    case TypeTag::location:
      wheel.low = 0;
      wheel.high = scenario_->ground.hexes + static_cast<int64_t>(scenario_->program->boxes.size()) - 1;
      return wheel.low <= wheel.high;
    default:
      return false;
  }
}

std::string InputCounter::wheels_of(DefinitionId definition, std::vector<Wheel>& wheels,
                                    std::vector<ProcedureId>& phases) {
  const language::Program& p = *scenario_->program;
  const language::Cells& cells = reads_.definition(definition).reads;
  if (!cells.places.empty()) return "it reads where pieces are";
  for (const StateId id : cells.states) {
    const language::State& state = p.states[id];
    if (!state.params.empty()) return "it reads states with parameters";
    if (state.hidden) return "it reads what the rules keep for themselves";
    if (state.procedure != none) phases.push_back(state.procedure);
    Wheel wheel;
    wheel.state = id;
    if (!wheel_of(state.type, nullptr, wheel)) return "it reads a set";
    wheels.push_back(wheel);
  }
  for (const VarId id : p.definitions[definition].params) {
    const language::Var& var = p.vars[id];
    Wheel wheel;
    wheel.var = id;
    if (!wheel_of(var.type, var.type.tag == TypeTag::number ? &var.interval : nullptr, wheel))
      return "a parameter is a set or a path, or has no values here";
    wheels.push_back(wheel);
  }
  return {};
}

void InputCounter::set(const Wheel& wheel) {
  if (wheel.var != none) {
    evaluator_.variable(wheel.var) = Value(wheel.now);
    return;
  }
  const Slot& slot = scenario_->layout.states[wheel.state];
  evaluator_.write(slot, scenario_->program->states[wheel.state].type, position_, 0, Value(wheel.now));
}

std::string InputCounter::prepared(DefinitionId definition, uint64_t budget, std::vector<Wheel>& wheels,
                                   const Position** where) {
  std::vector<ProcedureId> phases;
  const std::string why = wheels_of(definition, wheels, phases);
  if (!why.empty()) return why;
  uint64_t inputs = 1;
  for (const Wheel& wheel : wheels) {
    if (wheel.values() > budget / inputs) return "it has more inputs than the budget";
    inputs *= wheel.values();
  }
  *where = where_run(phases);
  return *where != nullptr ? std::string() : "it reads the state of a phase that no game reached";
}

std::string InputCounter::why_not(DefinitionId definition, uint64_t budget) {
  std::vector<Wheel> wheels;
  const Position* where = nullptr;
  return prepared(definition, budget, wheels, &where);
}

Count InputCounter::count(DefinitionId definition, uint64_t budget, const Ask& ask) {
  Count count;
  std::vector<Wheel> wheels;
  const Position* where = nullptr;
  count.why_not = prepared(definition, budget, wheels, &where);
  if (!count.why_not.empty()) return count;
  const Position begun = position_;
  position_ = *where;
  for (Wheel& wheel : wheels) {
    wheel.now = wheel.low;
    set(wheel);
  }
  for (;;) {
    ask(position_);
    ++count.inputs;
    size_t at = wheels.size();
    while (at > 0) {
      Wheel& wheel = wheels[at - 1];
      const bool last = wheel.now == language::never_value || (wheel.now == wheel.high && !wheel.never);
      wheel.now = last ? wheel.low : wheel.now == wheel.high ? language::never_value : wheel.now + 1;
      set(wheel);
      if (!last) break;
      --at;
    }
    if (at == 0) break;
  }
  position_ = begun;
  count.complete = true;
  return count;
}

}  // namespace casebook::checks
