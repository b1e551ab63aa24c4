// SPDX-License-Identifier: Apache-2.0
// Translation: the frame, dispatch, and what reads the position or the frame. Beside reference/evaluate.cpp.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Expr;
using language::Op;
using language::Type;
using language::TypeTag;
using runtime::Value;

Translator::Translator(PositionFormulas& positions, Freedom freedom, TranslatorLimits limits)
    : positions_(positions),
      formula_(positions.formula()),
      scenario_(positions.scenario()),
      program_(*scenario_.program),
      freedom_(freedom),
      limits_(limits),
      access_(program_),
      vars_(program_.vars),
      frame_(program_.vars.size()) {
}

void Translator::extend_frame(const language::ById<language::Var>& vars) {
  vars_ = vars;
  frame_.resize(std::max(frame_.size(), vars.size()));
}

SymbolicValue Translator::evaluate(const Expr& expr, const SymbolicPosition& position) {
  if (conditions_ == nullptr) return evaluate_inner(expr, position);
  SymbolicValue value = evaluate_inner(expr, position);
  if (const auto found = conditions_->find(&expr); found != conditions_->end()) {
    found->second.held = found->second.held || value.number == yes;
    found->second.failed = found->second.failed || value.number == no;
  }
  return value;
}

SymbolicValue Translator::evaluate_inner(const Expr& expr, const SymbolicPosition& position) {
  switch (expr.op) {
#define CASEBOOK_DISPATCH(name) \
  case Op::name:                \
    return op_##name(expr, position);
    CASEBOOK_OPS(CASEBOOK_DISPATCH)
#undef CASEBOOK_DISPATCH
  }
  return {};
}

SymbolicValue Translator::op_constant(const Expr& expr, const SymbolicPosition&) {
  if (expr.type.tag == TypeTag::number) {
    const bool never = expr.value == language::never_value;
    return whole(formula_.number(never ? 0 : expr.value), Formula::truth(never));
  }
  if (expr.type.tag == TypeTag::boolean) return truth(Formula::truth(expr.value != 0));
  return member_value(expr.type, expr.value);
}

SymbolicValue Translator::op_named_entity(const Expr& expr, const SymbolicPosition&) {
  const auto member = scenario_.find(expr.type.of, expr.text);
  if (!member) {
    fault(yes, expr.label);
    return whole(formula_.number(0));
  }
  return member_value(expr.type, *member);
}

SymbolicValue Translator::op_named_place(const Expr& expr, const SymbolicPosition&) {
  return whole(formula_.number(positions_.codes().of_hex(scenario_.places[expr.ref])));
}

SymbolicValue Translator::op_box(const Expr& expr, const SymbolicPosition&) {
  return whole(formula_.number(positions_.codes().first_box() + expr.ref));
}

SymbolicValue Translator::op_variable(const Expr& expr, const SymbolicPosition& position) {
  const auto id = static_cast<size_t>(expr.ref);
  if (id < program_.vars.size() && program_.vars[id].procedure != language::none)
    return position.value(SlotOf::var, expr.ref, 0);
  return frame_[id];
}

SymbolicValue Translator::op_option_value(const Expr& expr, const SymbolicPosition&) {
  return truth(Formula::truth(scenario_.options[expr.ref] != 0));
}

SymbolicValue Translator::op_reading_value(const Expr& expr, const SymbolicPosition&) {
  return whole(formula_.number(scenario_.readings[expr.ref]));
}

SymbolicValue Translator::op_given(const Expr& expr, const SymbolicPosition& position) {
  const runtime::Values& values = scenario_.givens[expr.ref];
  const language::Given& given = program_.givens[expr.ref];
  std::vector<Ref> args;
  for (size_t i = 0; i < expr.args.size(); ++i) args.push_back(number(expr, i, position));
  const std::vector<int64_t> strides(values.strides.begin(), values.strides.end());
  return looked_up(args, given.params, strides, [&](size_t index) {
    if (given.type.tag != TypeTag::set) return from_cell(given.type, values.cells[index]);
    Value members;  // one cell a member
    const auto size = static_cast<size_t>(scenario_.size(given.type.of));
    for (size_t member = 0; member < size; ++member)
      if (values.cells[index * size + member] != 0) members.items.push_back(static_cast<int32_t>(member));
    return positions_.constant(given.type, members);
  });
}

SymbolicValue Translator::op_given_between(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position), b = number(expr, 1, position);
  const language::Given& given = program_.givens[expr.ref];
  const SymbolicValue fallback =
      given.fallback ? evaluate(*given.fallback, position) : from_cell(given.type, 0);
  return between(a, b, fallback, [&](int32_t hexside) {
    return from_cell(given.type, scenario_.givens[expr.ref].cells[static_cast<size_t>(hexside)]);
  });
}

SymbolicValue Translator::op_state(const Expr& expr, const SymbolicPosition& position) {
  std::vector<Ref> args;
  for (size_t i = 0; i < expr.args.size(); ++i) args.push_back(number(expr, i, position));
  return read(SlotOf::state, expr.ref, args, position);
}

SymbolicValue Translator::op_state_between(const Expr& expr, const SymbolicPosition& position) {
  const Ref a = number(expr, 0, position), b = number(expr, 1, position);
  const language::State& state = program_.states[expr.ref];
  const SymbolicValue initial = evaluate(*state.initial, position);
  return between(a, b, initial, [&](int32_t hexside) {
    return position.value(SlotOf::state, expr.ref, static_cast<size_t>(hexside));
  });
}

SymbolicValue Translator::op_table(const Expr& expr, const SymbolicPosition& position) {
  const language::Table& table = program_.tables[expr.ref];
  std::vector<Ref> args;
  std::vector<int64_t> strides(table.size.size(), 1);
  for (size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * table.size[i];
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const SymbolicValue at = evaluate(*expr.args[i], position);
    const Ref index = formula_.subtract(at.number, formula_.number(table.low[i]));
    const Ref inside = formula_.and_(formula_.less_equal(formula_.number(0), index),
                                     formula_.less_equal(index, formula_.number(table.size[i] - 1)));
    fault(formula_.or_(at.never, formula_.not_(inside)), table.label);
    args.push_back(formula_.narrow(index, 0, table.size[i] - 1));
  }
  const std::vector<Type> plain(args.size(), Type{TypeTag::entity, language::none, 1});
  const SymbolicValue silent = looked_up(args, plain, strides, [&](size_t index) {
    return truth(Formula::truth(table.cells[index] == language::silent_value));
  });
  fault(silent.number, table.label);
  return looked_up(args, plain, strides, [&](size_t index) {
    const int64_t cell = table.cells[index];
    return from_cell(table.type, cell == language::silent_value ? 0 : cell);
  });
}

SymbolicValue Translator::op_call(const Expr& expr, const SymbolicPosition& position) {
  std::vector<SymbolicValue> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  return call_value(expr.ref, std::move(values), position);
}

SymbolicValue Translator::op_place_of(const Expr& expr, const SymbolicPosition& position) {
  return read(SlotOf::place, expr.ref, {number(expr, 0, position)}, position);
}

SymbolicValue Translator::op_on_map(const Expr& expr, const SymbolicPosition& position) {
  const Ref place = read(SlotOf::place, expr.ref, {number(expr, 0, position)}, position).number;
  return truth(formula_.less(place, formula_.number(positions_.codes().first_box())));
}

SymbolicValue Translator::op_as_location(const Expr& expr, const SymbolicPosition& position) {
  return evaluate(*expr.args[0], position);
}
SymbolicValue Translator::op_as_maybe(const Expr& expr, const SymbolicPosition& position) {
  return evaluate(*expr.args[0], position);
}

SymbolicValue Translator::op_if_hex(const Expr& expr, const SymbolicPosition& position) {
  const SymbolicValue location = evaluate(*expr.args[0], position);
  const int64_t first_box = positions_.codes().first_box();
  const Ref hex = formula_.less(location.number, formula_.number(first_box));
  branch(hex, expr.args[1]->place, language::none, "is a hex");
  branch(formula_.not_(hex), expr.args[2]->place, language::none, "is a box");
  if (hex == no) return evaluate(*expr.args[2], position);
  SymbolicValue then;
  {
    const Under when(*this, hex);
    variable(expr.ref) = whole(formula_.narrow(location.number, 0, std::max<int64_t>(0, first_box - 1)));
    then = evaluate(*expr.args[1], position);
  }
  if (hex == yes) return then;
  const Under when(*this, formula_.not_(hex));
  return choose(hex, then, evaluate(*expr.args[2], position));
}

SymbolicValue Translator::op_let(const Expr& expr, const SymbolicPosition& position) {
  SymbolicValue value = evaluate(*expr.args[0], position);
  variable(expr.ref) = std::move(value);
  return evaluate(*expr.args[1], position);
}

// The parameters are put back: who asks may be in the middle of that very action.
SymbolicValue Translator::op_legal(const Expr& expr, const SymbolicPosition& position) {
  const language::Action& action = program_.actions[expr.ref];
  std::vector<SymbolicValue> values;
  for (const auto& arg : expr.args) values.push_back(evaluate(*arg, position));
  std::vector<std::pair<VarId, SymbolicValue>> kept;
  for (const language::ActionParam& param : action.params)
    for (const VarId var : {param.var, param.at, param.member})
      if (var != language::none) kept.emplace_back(var, variable(var));
  for (size_t i = 0; i < values.size(); ++i) variable(action.params[i].var) = std::move(values[i]);
  const Ref holds = permitted(action, position);
  for (auto& [var, value] : kept) variable(var) = std::move(value);
  return truth(holds);
}

SymbolicValue Translator::op_before(const Expr& expr, const SymbolicPosition& position) {
  return evaluate(*expr.args[0], before_ != nullptr ? *before_ : position);
}

}  // namespace casebook::symbolic
