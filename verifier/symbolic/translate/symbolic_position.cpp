// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/translate/symbolic_position.h"

#include <algorithm>
#include <atomic>

#include "engine/base/limits.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::symbolic {

using language::TypeTag;
using runtime::Value;

namespace {

uint32_t next_version() {
  static std::atomic<uint32_t> last{0};  // told apart only, never ordered
  return ++last;
}

}  // namespace

SymbolicPosition::SymbolicPosition(const runtime::Scenario& scenario) {
  const auto fill = [](Slots& slots, const std::vector<runtime::Slot>& layout) {
    for (const runtime::Slot& slot : layout) {
      auto cells = std::make_shared<SymbolicCells>();
      cells->version = next_version();
      cells->values.resize(slot.combinations);
      slots.push_back(std::move(cells));
    }
  };
  fill(states_, scenario.layout.states);
  fill(places_, scenario.layout.places);
  fill(vars_, scenario.layout.vars);
  returns.assign(scenario.layout.returns.size(), -1);
}

std::vector<SymbolicValue>& SymbolicPosition::change(SlotOf what, Id id) {
  auto& slot = slots(what)[static_cast<size_t>(id)];
  auto changed = std::make_shared<SymbolicCells>(*slot);
  changed->version = next_version();
  std::vector<SymbolicValue>& values = changed->values;
  slot = std::move(changed);
  return values;
}

language::Type PositionFormulas::type_of(SlotOf what, Id id) const {
  const auto index = static_cast<size_t>(id);
  if (what == SlotOf::place) return {TypeTag::location, language::none, 1};
  return what == SlotOf::state ? scenario_->program->states[index].type
                               : scenario_->program->vars[index].type;
}

const runtime::Slot& PositionFormulas::slot_of(SlotOf what, Id id) const {
  const auto index = static_cast<size_t>(id);
  const runtime::Layout& layout = scenario_->layout;
  return what == SlotOf::place   ? layout.places[index]
         : what == SlotOf::state ? layout.states[index]
                                 : layout.vars[index];
}

language::Interval PositionFormulas::bounds_of(const language::Type& type) const {
  if (type.tag != TypeTag::number) return {};
  const language::Measure& measure = scenario_->program->measures[type.of];
  return {measure.low, measure.high, measure.or_never};
}

SymbolicPosition PositionFormulas::known(const runtime::Position& position) {
  SymbolicPosition result(*scenario_);
  for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
    for (size_t id = 0; id < result.size(what); ++id) {
      const runtime::Slot& slot = slot_of(what, static_cast<Id>(id));
      if (slot.combinations == 0) continue;
      const language::Type type = type_of(what, static_cast<Id>(id));
      std::vector<SymbolicValue>& values = result.change(what, static_cast<Id>(id));
      for (uint32_t i = 0; i < slot.combinations; ++i)
        values[i] = constant(type, runtime::read_slot(position, slot, type, i));
    }
  }
  result.site = position.cell(scenario_->layout.site) - 1;
  for (size_t i = 0; i < result.returns.size(); ++i)
    result.returns[i] = position.cell(scenario_->layout.returns[i]) - 1;
  return result;
}

SymbolicPosition PositionFormulas::open(const std::vector<bool>& running, const std::string& prefix) {
  SymbolicPosition result(*scenario_);
  const language::Program& program = *scenario_->program;
  for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
    for (size_t id = 0; id < result.size(what); ++id) {
      const runtime::Slot& slot = slot_of(what, static_cast<Id>(id));
      if (slot.combinations == 0) continue;
      const language::Type type = type_of(what, static_cast<Id>(id));
      const ProcedureId procedure = what == SlotOf::state ? program.states[id].procedure
                                    : what == SlotOf::var ? program.vars[id].procedure
                                                          : language::none;
      const bool dead = procedure != language::none && !running[static_cast<size_t>(procedure)];
      language::Interval bounds = bounds_of(type);
      if (what == SlotOf::var && type.tag == TypeTag::number) bounds = program.vars[id].interval;
      std::vector<SymbolicValue>& values = result.change(what, static_cast<Id>(id));
      const games::Cell::What cell_of = what == SlotOf::state   ? games::Cell::What::state
                                        : what == SlotOf::place ? games::Cell::What::place
                                                                : games::Cell::What::local;
      for (uint32_t i = 0; i < slot.combinations; ++i) {
        values[i] = dead ? constant(type, Value{})
                         : any(type, bounds,
                               prefix + games::cell_text(*scenario_, {cell_of, static_cast<Id>(id), i}));
      }
    }
  }
  // Nothing is undisturbed where the rules have no such text.
  const bool undisturbed =
      std::any_of(program.flow.begin(), program.flow.end(),
                  [](const language::FlowStep& step) { return step.op == language::FlowOp::undisturbed; });
  if (program.undisturbed_state != language::none && !undisturbed)
    result.change(SlotOf::state, program.undisturbed_state)[0] =
        constant(type_of(SlotOf::state, program.undisturbed_state), {});
  return result;
}

SymbolicValue PositionFormulas::constant(const language::Type& type, const Value& value) {
  SymbolicValue result;
  switch (type.tag) {
    case TypeTag::boolean:
      result.number = Formula::truth(value.number != 0);
      break;
    case TypeTag::number:
    case TypeTag::range: {
      const bool never = value.number == language::never_value;
      result.never = Formula::truth(never);
      result.number = formula_.number(never ? 0 : value.number);
      break;
    }
    case TypeTag::entity:
    case TypeTag::maybe:
      // A cell that is not alive is 0, which is no value where there are no members.
      result.number = formula_.number(
          value.number < scenario_->size(type.of) ? codes_.of_member(type.of, value.number) : value.number);
      break;
    case TypeTag::location:
      result.number = formula_.number(codes_.of_location(value.cell()));
      break;
    case TypeTag::set:
      result.items.assign(static_cast<size_t>(scenario_->size(type.of)), no);
      for (const int32_t member : value.items) result.items[static_cast<size_t>(member)] = yes;
      break;
    case TypeTag::path:
      result.number = formula_.number(static_cast<int64_t>(value.items.size()) - 1);
      for (const int32_t hex : value.items) result.items.push_back(formula_.number(codes_.of_hex(hex)));
      break;
  }
  return result;
}

SymbolicValue PositionFormulas::any(const language::Type& type, const language::Interval& bounds,
                                    const std::string& name) {
  SymbolicValue result;
  const int64_t size = type.tag == TypeTag::entity || type.tag == TypeTag::maybe || type.tag == TypeTag::set
                           ? scenario_->size(type.of)
                           : 0;
  const bool hexes = type.of == language::kind_hex;
  const auto hex = [&](const std::string& of) {
    const Ref code = formula_.number_variable(of, 0, std::max<int64_t>(0, codes_.last_hex()));
    formula_.assume(codes_.is_hex(formula_, code));
    return code;
  };
  switch (type.tag) {
    case TypeTag::boolean:
      result.number = formula_.boolean_variable(name);
      break;
    case TypeTag::number:
    case TypeTag::range:
      result.number = formula_.number_variable(name, bounds.low, bounds.high);
      if (bounds.may_be_never) result.never = formula_.boolean_variable("never " + name);
      break;
    case TypeTag::entity:
      result.number = hexes ? hex(name) : formula_.number_variable(name, 0, size - 1);
      break;
    case TypeTag::maybe:
      if (size == 0) {
        result.number = formula_.number(-1);
      } else if (hexes) {
        const Ref some = formula_.boolean_variable("some " + name);
        result.number = formula_.choose(some, hex(name), formula_.number(-1));
      } else {
        result.number = formula_.number_variable(name, -1, size - 1);
      }
      break;
    case TypeTag::location: {
      const int64_t boxes = static_cast<int64_t>(scenario_->program->boxes.size());
      result.number = formula_.number_variable(name, codes_.hexes() == 0 ? codes_.first_box() : 0,
                                               codes_.first_box() + boxes - 1);
      const Ref box = formula_.less_equal(formula_.number(codes_.first_box()), result.number);
      formula_.assume(formula_.or_(box, codes_.is_hex(formula_, result.number)));
      break;
    }
    case TypeTag::set:
      for (int64_t member = 0; member < size; ++member)
        result.items.push_back(formula_.boolean_variable(name + "[" + std::to_string(member) + "]"));
      break;
    case TypeTag::path: {
      result.number = formula_.number_variable(name + " steps", 1, limits::path_steps);
      for (int i = 0; i <= limits::path_steps; ++i)
        result.items.push_back(hex(name + "[" + std::to_string(i) + "]"));
      for (size_t i = 1; i < result.items.size(); ++i) {
        const Ref within = formula_.less_equal(formula_.number(static_cast<int64_t>(i)), result.number);
        std::vector<Ref> good{codes_.adjacent(formula_, result.items[i - 1], result.items[i])};
        for (size_t k = 0; k < i; ++k)
          good.push_back(formula_.not_(formula_.equal(result.items[k], result.items[i])));
        formula_.assume(formula_.implies(within, formula_.and_(std::move(good))));
      }
      break;
    }
  }
  return result;
}

Value PositionFormulas::value(const language::Type& type, const SymbolicValue& value,
                              const Assignment& assignment) const {
  std::vector<Ref> wanted{value.number, value.never};
  wanted.insert(wanted.end(), value.items.begin(), value.items.end());
  return read_back(type, formula_.values(wanted, assignment));
}

void PositionFormulas::assign(const SymbolicPosition& open, const SymbolicPosition& known,
                              Assignment& into) const {
  into.resize(formula_.variables().size());
  const auto set = [&](Ref variable, int64_t value) {
    const Node& node = formula_.node(variable);
    if (node.kind == NodeKind::variable) into[static_cast<size_t>(node.payload)] = value;
  };
  const auto take = [&](Ref variable, Ref constant) {
    const int64_t value = formula_.constant(constant);
    if (formula_.node(variable).kind == NodeKind::choose) {  // a hex or none
      set(formula_.operands(variable)[0], value >= 0 ? 1 : 0);
      set(formula_.operands(variable)[1], std::max<int64_t>(0, value));
    } else {
      set(variable, value);
    }
  };
  for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
    for (size_t id = 0; id < open.size(what); ++id) {
      for (uint32_t i = 0; i < slot_of(what, static_cast<Id>(id)).combinations; ++i) {
        const SymbolicValue& any = open.value(what, static_cast<Id>(id), i);
        const SymbolicValue& one = known.value(what, static_cast<Id>(id), i);
        take(any.number, one.number);
        take(any.never, one.never);
        for (size_t k = 0; k < std::min(any.items.size(), one.items.size()); ++k)
          take(any.items[k], one.items[k]);
      }
    }
  }
}

void PositionFormulas::stand(const runtime::Control& control, runtime::Position& position) const {
  const language::Program& program = *scenario_->program;
  const std::vector<VarId> scope = runtime::variables_in_scope(program, control);
  const auto clear = [&](SlotOf what, size_t id, ProcedureId procedure) {
    if (procedure == language::none) return;
    const bool runs = std::find(control.procedures.begin(), control.procedures.end(), procedure) !=
                      control.procedures.end();
    const bool in_scope =
        what == SlotOf::state || std::find(scope.begin(), scope.end(), static_cast<Id>(id)) != scope.end();
    if (runs && in_scope) return;
    const runtime::Slot& slot = slot_of(what, static_cast<Id>(id));
    const language::Type type = type_of(what, static_cast<Id>(id));
    for (uint32_t i = 0; i < slot.combinations; ++i) {
      if (type.tag == language::TypeTag::path)
        for (uint32_t k = 0; k < slot.width; ++k) position.set_cell(slot.first + i * slot.width + k, 0);
      else
        runtime::write_slot(position, slot, type, i, {});
    }
  };
  for (size_t id = 0; id < program.states.size(); ++id)
    clear(SlotOf::state, id, program.states[id].procedure);
  for (size_t id = 0; id < program.vars.size(); ++id) clear(SlotOf::var, id, program.vars[id].procedure);
  runtime::set_control(*scenario_, position, control);
}

// Number, never, then the items.
Value PositionFormulas::read_back(const language::Type& type, std::span<const int64_t> values) const {
  Value result;
  switch (type.tag) {
    case TypeTag::boolean:
      result.number = static_cast<int32_t>(values[0]);
      break;
    case TypeTag::number:
    case TypeTag::range:
      result.number = static_cast<int32_t>(values[1] != 0 ? language::never_value : values[0]);
      break;
    case TypeTag::entity:
    case TypeTag::maybe:
      result.number = static_cast<int32_t>(codes_.member_of(type.of, values[0]));
      break;
    case TypeTag::location:
      result.number = codes_.location_of(values[0]);
      break;
    case TypeTag::set:
      for (size_t i = 2; i < values.size(); ++i)
        if (values[i] != 0) result.items.push_back(static_cast<int32_t>(i - 2));
      break;
    case TypeTag::path:
      for (int64_t i = 0; i <= values[0] && static_cast<size_t>(i) + 2 < values.size(); ++i)
        result.items.push_back(codes_.hex_of(values[static_cast<size_t>(i) + 2]));
      break;
  }
  return result;
}

// All of them together: the work of a formula is done once.
void PositionFormulas::decode(const SymbolicPosition& position, const Assignment& assignment,
                              runtime::Position& into) const {
  std::vector<Ref> wanted;
  const auto each = [&](const auto& body) {
    for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var})
      for (size_t id = 0; id < position.size(what); ++id)
        for (uint32_t i = 0; i < slot_of(what, static_cast<Id>(id)).combinations; ++i)
          body(what, static_cast<Id>(id), i, position.value(what, static_cast<Id>(id), i));
  };
  each([&](SlotOf, Id, uint32_t, const SymbolicValue& one) {
    wanted.push_back(one.number);
    wanted.push_back(one.never);
    wanted.insert(wanted.end(), one.items.begin(), one.items.end());
  });
  const std::vector<int64_t> values = formula_.values(wanted, assignment);
  size_t next = 0;
  each([&](SlotOf what, Id id, uint32_t i, const SymbolicValue& one) {
    const language::Type type = type_of(what, id);
    const size_t size = 2 + one.items.size();
    runtime::write_slot(into, slot_of(what, id), type, i,
                        read_back(type, std::span(values).subspan(next, size)));
    next += size;
  });
}

}  // namespace casebook::symbolic
