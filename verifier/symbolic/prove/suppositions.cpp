// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/suppositions.h"

#include <algorithm>

#include "engine/base/choice_limits.h"
#include "engine/runtime/control.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::symbolic {

using language::Program;
using language::Type;
using language::TypeTag;
using What = Supposition::What;

namespace {

struct Named {
  SlotOf of;
  Id id;
  Type type;
  ProcedureId procedure;
  std::string name;
};

/// States without arguments, and stored locals.
std::vector<Named> named_of(const runtime::Scenario& scenario) {
  const Program& program = *scenario.program;
  std::vector<Named> all;
  for (size_t i = 0; i < program.states.size(); ++i) {
    const language::State& state = program.states[i];
    if (!state.params.empty() || scenario.layout.states[i].combinations != 1) continue;
    if (state.hidden && state.procedure == language::none) continue;
    all.push_back({SlotOf::state, static_cast<StateId>(i), state.type, state.procedure, state.name});
  }
  for (size_t i = 0; i < program.vars.size(); ++i) {
    const language::Var& var = program.vars[i];
    if (var.procedure == language::none || scenario.layout.vars[i].combinations != 1) continue;
    all.push_back({SlotOf::var, static_cast<VarId>(i), var.type, var.procedure, var.name});
  }
  return all;
}

bool is_side(const Program& program, const Type& type) {
  return type.tag == TypeTag::entity && type.of == program.kind_side;
}
bool holds_pieces(const Program& program, const Type& type) {
  return (type.tag == TypeTag::entity || type.tag == TypeTag::maybe || type.tag == TypeTag::set) &&
         program.kinds[type.of].on_map;
}

/// Whether some action's set is chosen from it.
bool chosen_from(const Program& program, const Named& one) {
  const auto from = [&](const language::ActionParam& param) {
    return param.mode == language::ParamMode::set &&
           param.domain->op == (one.of == SlotOf::state ? language::Op::state : language::Op::variable) &&
           param.domain->ref == one.id;
  };
  return one.type.tag == TypeTag::set &&
         std::any_of(program.actions.begin(), program.actions.end(), [&](const auto& action) {
           return std::any_of(action.params.begin(), action.params.end(), from);
         });
}

}  // namespace

std::vector<Supposition> suppositions_of(const runtime::Scenario& scenario, const runtime::Position& first) {
  const Program& program = *scenario.program;
  const std::vector<Named> all = named_of(scenario);
  const auto slot_of = [&](const Named& one) -> const runtime::Slot& {
    return one.of == SlotOf::state ? scenario.layout.states[one.id] : scenario.layout.vars[one.id];
  };
  const auto number_of = [&](const Named& one) {
    return runtime::read_slot(first, slot_of(one), one.type, 0).number;
  };
  std::vector<Supposition> result;
  for (const Named& one : all) {
    const bool lasts = one.procedure == language::none;
    if (lasts && (one.type.tag == TypeTag::number || is_side(program, one.type))) {
      Supposition same{What::constant, one.of, one.of, one.id, language::none, number_of(one), ""};
      same.text = one.name + " is as where the game begins";
      result.push_back(same);
    }
    if (!lasts && holds_pieces(program, one.type))
      for (size_t box = 0; box < program.boxes.size(); ++box)
        result.push_back({What::not_in_box, one.of, one.of, one.id, one.type.of, static_cast<int64_t>(box),
                          one.name + " is not in " + program.boxes[box].name});
    if (!lasts && one.type.tag == TypeTag::set && holds_pieces(program, one.type))
      result.push_back(
          {What::not_empty, one.of, one.of, one.id, language::none, 0, one.name + " is not empty"});
    if (chosen_from(program, one) && scenario.size(one.type.of) > limits::free_members)
      result.push_back({What::few, one.of, one.of, one.id, language::none, limits::free_members,
                        one.name + " has no more than " + std::to_string(limits::free_members)});
    if (lasts) continue;
    for (const Named& other : all) {
      if (other.procedure != language::none || other.type.tag != one.type.tag ||
          other.type.fine != one.type.fine)
        continue;
      if (is_side(program, one.type) && is_side(program, other.type)) {
        result.push_back(
            {What::equal, one.of, other.of, one.id, other.id, 0, one.name + " is " + other.name});
        result.push_back(
            {What::differ, one.of, other.of, one.id, other.id, 0, one.name + " is not " + other.name});
      }
      // What is counted as the game begins, against what counts it.
      if (one.of == SlotOf::var && one.type.tag == TypeTag::number && one.procedure == program.game)
        result.push_back({What::ahead, one.of, other.of, one.id, other.id,
                          int64_t{number_of(one)} - number_of(other), one.name + " goes with " + other.name});
    }
  }
  return result;
}

bool lives_in(const runtime::Scenario& scenario, const Supposition& supposition,
              const std::vector<runtime::Control>& ways) {
  const Program& program = *scenario.program;
  if (ways.empty()) return false;
  return std::all_of(ways.begin(), ways.end(), [&](const runtime::Control& way) {
    if (supposition.of == SlotOf::state) {
      const ProcedureId procedure = program.states[supposition.id].procedure;
      return procedure == language::none ||
             std::find(way.procedures.begin(), way.procedures.end(), procedure) != way.procedures.end();
    }
    const std::vector<VarId> scope = runtime::variables_in_scope(program, way);
    return std::find(scope.begin(), scope.end(), supposition.id) != scope.end();
  });
}

Ref holds(PositionFormulas& positions, const Supposition& supposition, const SymbolicPosition& position) {
  Formula& formula = positions.formula();
  const SymbolicValue& value = position.value(supposition.of, supposition.id, 0);
  const Type type = positions.type_of(supposition.of, supposition.id);
  switch (supposition.what) {
    case What::constant:
      return formula.and_(formula.not_(value.never),
                          formula.equal(value.number, formula.number(supposition.number)));
    case What::equal:
    case What::differ: {
      const Ref same =
          formula.equal(value.number, position.value(supposition.other_of, supposition.other, 0).number);
      return supposition.what == What::equal ? same : formula.not_(same);
    }
    case What::ahead: {
      const SymbolicValue& other = position.value(supposition.other_of, supposition.other, 0);
      return formula.and_(
          formula.not_(other.never),
          formula.equal(value.number, formula.add(other.number, formula.number(supposition.number))));
    }
    case What::few:
      return formula.less_equal(formula.count(std::vector<Ref>(value.items)),
                                formula.number(supposition.number));
    case What::not_empty:
      return formula.or_(std::vector<Ref>(value.items));
    case What::not_in_box: {
      const Ref box = formula.number(positions.codes().first_box() + supposition.number);
      const auto& places = position.cells(SlotOf::place, supposition.other).values;
      std::vector<Ref> all;
      for (size_t i = 0; i < places.size(); ++i) {
        const Ref in = type.tag == TypeTag::set
                           ? value.items[i]
                           : formula.equal(value.number, formula.number(static_cast<int64_t>(i)));
        all.push_back(formula.implies(in, formula.not_(formula.equal(places[i].number, box))));
      }
      return formula.and_(std::move(all));
    }
  }
  return no;
}

bool holds_in(const std::shared_ptr<const runtime::Scenario>& scenario, const Supposition& supposition,
              const runtime::Position& position) {
  Formula formula;
  PositionFormulas positions(scenario, formula);
  return holds(positions, supposition, positions.known(position)) == yes;
}

}  // namespace casebook::symbolic
