// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/count_inputs.h"

#include <algorithm>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::checks {

using namespace runtime;
using language::Id;
using language::none;
using language::Type;
using language::TypeTag;

InputCounter::InputCounter(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      evaluator_(scenario_),
      reads_(*scenario_->program),
      position_(scenario_->start),
      running_(scenario_->program->procedures.size(), false) {
  if (scenario_->program->game == none) return;
  ReferenceRules rules(scenario_);
  rules.begin(position_);
  for (const Id one : control_of(*scenario_, position_).procedures) running_[static_cast<size_t>(one)] = true;
}

bool InputCounter::wheel_of(const Type& type, const language::Interval* interval, Wheel& wheel) const {
  switch (type.tag) {
    case TypeTag::boolean:
      wheel.low = 0, wheel.high = 1;
      return true;
    case TypeTag::number: {
      const language::Measure& measure = scenario_->program->measures[static_cast<size_t>(type.of)];
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

std::string InputCounter::wheels_of(Id definition, std::vector<Wheel>& wheels) {
  const language::Program& p = *scenario_->program;
  const language::Cells& cells = reads_.definition(definition).reads;
  if (!cells.places.empty()) return "it reads where pieces are";
  for (const Id id : cells.states) {
    const language::State& state = p.states[static_cast<size_t>(id)];
    if (!state.params.empty()) return "it reads states with parameters";
    if (state.hidden || (state.procedure != none && !running_[static_cast<size_t>(state.procedure)]))
      return "it reads the state of a phase";
    Wheel wheel;
    wheel.state = id;
    if (!wheel_of(state.type, nullptr, wheel)) return "it reads a set";
    wheels.push_back(wheel);
  }
  for (const Id id : p.definitions[static_cast<size_t>(definition)].params) {
    const language::Var& var = p.vars[static_cast<size_t>(id)];
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
  const Slot& slot = scenario_->layout.states[static_cast<size_t>(wheel.state)];
  evaluator_.write(slot, scenario_->program->states[static_cast<size_t>(wheel.state)].type, position_, 0,
                   Value(wheel.now));
}

Count InputCounter::count(Id definition, uint64_t budget, const Ask& ask) {
  Count count;
  std::vector<Wheel> wheels;
  count.why_not = wheels_of(definition, wheels);
  if (!count.why_not.empty()) return count;
  uint64_t inputs = 1;
  for (Wheel& wheel : wheels) {
    if (wheel.values() > budget / inputs) {
      count.why_not = "it has more inputs than the budget";
      return count;
    }
    inputs *= wheel.values();
  }
  const Position begun = position_;
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
