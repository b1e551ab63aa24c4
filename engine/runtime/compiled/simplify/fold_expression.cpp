// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <stdexcept>

#include "engine/runtime/compiled/simplify/fold.h"

namespace casebook::runtime::compiled {

using language::Expr;
using namespace language::ids;
using language::Op;
using language::Type;
using language::TypeTag;

Folder::Folder(Graph& target) : g_(target) {
  const language::Program& p = g_.program;
  given_values_.assign(p.givens.size(), -1);
  given_rows_.assign(p.givens.size(), -1);
  between_values_.assign(p.givens.size(), -1);
  table_values_.assign(p.tables.size(), -1);
  definition_done_.assign(p.definitions.size(), 0);
  field_done_.assign(p.fields.size(), 0);
  action_done_.assign(p.actions.size(), 0);
  actions_.resize(p.actions.size());
  // A `let` of straight text may hold any number: nothing checks it before it is written somewhere.
  const std::function<void(const language::Stmt&)> widen = [&](const language::Stmt& s) {
    if (s.op == language::StmtOp::let && p.vars[s.ref].type.tag == TypeTag::number) {
      Variable& v = g_.variables[static_cast<size_t>(s.ref)];
      v.low = -(int64_t{1} << 60);
      v.high = int64_t{1} << 60;
      v.may_be_never = true;
    }
    for (const language::StmtPtr& inner : s.body)
      if (inner) widen(*inner);
  };
  for (const language::Effect& e : p.effects)
    for (const language::EffectEntry& entry : e.entries) widen(*entry.body);
  for (const language::Action& a : p.actions)
    if (a.body) widen(*a.body);
  for (const language::FlowStep& step : p.flow)
    if (step.stmt) widen(*step.stmt);
}

std::vector<NodeId> Folder::arguments(const Expr& expr) {
  std::vector<NodeId> args;
  for (const language::ExprPtr& a : expr.args) args.push_back(expression(a));
  return args;
}

NodeId Folder::equal(NodeId a, NodeId b) {
  switch (g_[a].shape) {
    case Shape::set:
      return g_.op(NodeOp::set_equal, {a, b});
    case Shape::path:
      return g_.op(NodeOp::path_equal, {a, b});
    default:
      return g_.op(NodeOp::equal, {a, b});
  }
}

NodeId Folder::let(VariableId var, NodeId value, const std::function<NodeId()>& body) {
  // A name has the value of its own position, also where it is used in a `before`.
  const bool fixed = !of_step_ || g_[value].reads.empty();
  const bool cheap = fixed && (g_[value].cost <= 2 || g_[value].shape == Shape::set);
  if (cheap && !g_[value].can_fault && g_[value].shape != Shape::path) {
    named_[var] = value;
    const NodeId made = body();
    named_.erase(var);
    return made;
  }
  Variable& v = g_.variables[static_cast<size_t>(var)];
  if (g_[value].shape == Shape::scalar) {
    v.low = g_[value].low;
    v.high = g_[value].high;
    v.may_be_never = g_[value].may_be_never;
  }
  Node n;
  n.op = NodeOp::let;
  n.ref = var;
  const NodeId inner = body();
  n.shape = g_[inner].shape;
  n.kind = g_[inner].kind;
  n.args = {value, inner};
  return g_.make(std::move(n));
}

NodeId Folder::of_step(const Expr& expr) {
  named_.clear();
  of_step_ = true;
  const NodeId made = expression(expr);
  of_step_ = false;
  return made;
}

NodeId Folder::expression(const Expr& expr) {
  const auto arg = [&](size_t i) { return expression(expr.args[i]); };
  const auto plain = [&](NodeOp op) { return g_.op(op, arguments(expr)); };
  const auto sets = [&](NodeOp op) {
    std::vector<NodeId> args = arguments(expr);
    return g_.set_op(op, expr.type.of, std::move(args));
  };
  switch (expr.op) {
    case Op::constant:
      return g_.constant(expr.value);
    case Op::named_entity: {
      const auto member = g_.scenario.find(expr.type.of, expr.text);
      if (!member) throw std::invalid_argument("no member named " + expr.text);
      return g_.constant(*member);
    }
    case Op::named_place:
      return g_.constant(g_.scenario.places[expr.ref]);
    case Op::box:
      return g_.constant(g_.scenario.size(language::kind_hex) + expr.ref);
    case Op::variable: {
      const auto named = named_.find(expr.ref);
      if (named != named_.end()) return named->second;
      if (static_cast<size_t>(expr.ref) < g_.program.vars.size() &&
          g_.program.vars[expr.ref].procedure != language::none)
        return stored_variable(expr.ref);
      return g_.variable(expr.ref);
    }
    case Op::option_value:
      return g_.constant(g_.scenario.options[expr.ref] != 0 ? 1 : 0);
    case Op::reading_value:
      return g_.constant(g_.scenario.readings[expr.ref]);
    case Op::given:
      return given(expr.ref, arguments(expr));
    case Op::given_between: {
      const NodeId a = arg(0);
      return given_between(expr.ref, a, arg(1));
    }
    case Op::state:
      return state(expr.ref, arguments(expr));
    case Op::state_between: {
      const NodeId a = arg(0);
      return state_between(expr.ref, a, arg(1));
    }
    case Op::table:
      return table(expr.ref, arguments(expr));
    case Op::call:
      return call(expr.ref, arguments(expr));
    case Op::field_at: {
      field(expr.ref);
      Node n;
      n.ref = expr.ref;
      n.args = arguments(expr);
      if (!g_.fields[expr.ref].reach) {
        n.op = NodeOp::field_cost;
        return g_.make(std::move(n));
      }
      const NodeId hex = n.args.back();
      n.args.pop_back();
      n.op = NodeOp::field_set;
      n.shape = Shape::set;
      n.kind = language::kind_hex;
      const NodeId set = g_.make(std::move(n));
      return g_.op(NodeOp::contains, {set, hex});
    }
    case Op::place_of:
      return g_.place_of(expr.ref, arg(0));
    case Op::on_map:
      return g_.op(NodeOp::less,
                   {g_.place_of(expr.ref, arg(0)), g_.constant(g_.scenario.size(language::kind_hex))});
    case Op::as_location:
    case Op::as_maybe:
      return arg(0);
    case Op::if_hex: {
      const NodeId where = arg(0);
      if (g_[where].high < g_.scenario.size(language::kind_hex) && !g_[where].can_fault) {
        return let(expr.ref, where, [&] { return arg(1); });
      }
      Node n;
      n.op = NodeOp::if_hex;
      n.ref = expr.ref;
      const NodeId then = arg(1);
      n.shape = g_[then].shape;
      n.kind = g_[then].kind;
      n.args = {where, then, arg(2)};
      return g_.make(std::move(n));
    }
    case Op::let: {
      const NodeId value = arg(0);
      return let(expr.ref, value, [&] { return arg(1); });
    }
    case Op::choose_if: {
      const NodeId condition = arg(0);
      if (g_[condition].op == NodeOp::constant) return g_[condition].value != 0 ? arg(1) : arg(2);
      const NodeId then = arg(1);
      return g_.choose(condition, then, arg(2));
    }
    case Op::all_of:
      return g_.all_of(arguments(expr));
    case Op::any_of:
      return g_.any_of(arguments(expr));
    case Op::not_:
      return g_.negation(arg(0));
    case Op::implies: {
      const NodeId a = arg(0);
      return g_.any_of({g_.negation(a), arg(1)});
    }
    case Op::equal: {
      const NodeId a = arg(0);
      return equal(a, arg(1));
    }
    case Op::less:
      return plain(NodeOp::less);
    case Op::less_equal:
      return plain(NodeOp::less_equal);
    case Op::add:
      return plain(NodeOp::add);
    case Op::subtract:
      return plain(NodeOp::subtract);
    case Op::negate:
      return plain(NodeOp::negate);
    case Op::multiply:
      return plain(NodeOp::multiply);
    case Op::rescale: {
      Node n;
      n.op = NodeOp::rescale;
      n.value = expr.value;
      n.args = {arg(0)};
      return g_.make(std::move(n));
    }
    case Op::round: {
      Node n;
      n.op = NodeOp::round;
      n.mode = static_cast<uint8_t>(expr.rounding);
      n.value = expr.value;
      n.value2 = expr.value2;
      n.args = {arg(0)};
      return g_.make(std::move(n));
    }
    case Op::divide_round: {
      // The checker has put both into units whose quotient is a number of steps of the result.
      Node n;
      n.op = NodeOp::divide_round;
      n.mode = static_cast<uint8_t>(expr.rounding);
      n.value2 = expr.value2;
      n.label = expr.label;
      n.args = {arg(0), g_.op(NodeOp::multiply, {arg(1), g_.constant(expr.value2)})};
      return g_.make(std::move(n));
    }
    case Op::odds:
      return g_.op(NodeOp::odds, arguments(expr), static_cast<uint8_t>(expr.favour));
    case Op::minimum:
    case Op::maximum: {
      NodeId best = arg(0);
      for (size_t i = 1; i < expr.args.size(); ++i)
        best = g_.op(expr.op == Op::minimum ? NodeOp::minimum : NodeOp::maximum, {best, arg(i)});
      return best;
    }
    case Op::check_range: {
      Node n;
      n.op = NodeOp::check_range;
      n.value = expr.value;
      n.value2 = expr.value2;
      n.mode = expr.interval.may_be_never ? 1 : 0;
      n.label = expr.label;
      n.args = {arg(0)};
      return g_.make(std::move(n));
    }
    case Op::list:
      return list(*expr.list);
    case Op::exists:
    case Op::for_all:
    case Op::count:
    case Op::total:
    case Op::least:
    case Op::most:
      return quantifier(expr);
    case Op::all_members:
      return g_.all_members(expr.type.of);
    case Op::range: {
      Node n;
      n.op = NodeOp::domain_range;
      n.shape = Shape::range;
      n.args = arguments(expr);
      return g_.make(std::move(n));
    }
    case Op::set_of:
      return sets(NodeOp::members);
    case Op::set_from_maybe:
      return sets(NodeOp::members);
    case Op::filter:
      return filter(expr);
    case Op::image:
      return image(expr);
    case Op::unite:
      return sets(NodeOp::unite);
    case Op::intersect:
      return sets(NodeOp::intersect);
    case Op::subtract_sets: {
      const NodeId from = arg(0);
      const NodeId out = g_.set_op(NodeOp::complement, expr.type.of, {arg(1)});
      return g_.set_op(NodeOp::intersect, expr.type.of, {from, out});
    }
    case Op::contains:
      return plain(NodeOp::contains);
    case Op::contains_location:
      return plain(NodeOp::contains_location);
    case Op::subset:
      return plain(NodeOp::subset);
    case Op::is_empty:
      return plain(NodeOp::is_empty);
    case Op::adjacent: {
      Node n;
      n.op = NodeOp::row_bit;
      n.ref = g_.neighbour_rows;
      n.args = arguments(expr);
      return g_.make(std::move(n));
    }
    case Op::neighbours:
    case Op::hexsides:
    case Op::ends: {
      Node n;
      n.op = NodeOp::row;
      n.shape = Shape::set;
      n.kind = expr.op == Op::hexsides ? language::kind_hexside : language::kind_hex;
      n.args = {arg(0)};
      if (expr.op == Op::neighbours)
        n.ref = g_.neighbour_rows;
      else
        n.ref = expr.op == Op::hexsides ? sides_of_hexes() : ends_of_sides();
      return g_.make(std::move(n));
    }
    case Op::distance:
      return plain(NodeOp::distance);
    case Op::hexes_within: {
      const NodeId hex = arg(0);
      return g_.set_op(NodeOp::ball, language::kind_hex, {hex, arg(1)});
    }
    case Op::on_edge: {
      const NodeId hex = arg(0);
      return g_.op(NodeOp::contains, {edge(), hex});
    }
    case Op::other_side: {
      const NodeId one = g_.constant(1);
      return g_.op(NodeOp::subtract, {one, arg(0)});
    }
    case Op::path_start:
      return plain(NodeOp::path_start);
    case Op::path_end:
      return plain(NodeOp::path_end);
    case Op::path_length:
      return plain(NodeOp::path_length);
    case Op::path_contains:
      return plain(NodeOp::path_contains);
    case Op::legal: {
      action(expr.ref);
      Node n;
      n.op = NodeOp::legal;
      n.ref = expr.ref;
      n.args = arguments(expr);
      return g_.make(std::move(n));
    }
    case Op::before:
      // Of what stands outside only variables are known in it: see `let`.
      return g_.past(arg(0));
  }
  throw std::invalid_argument("an expression that the compiled form does not evaluate");
}

}  // namespace casebook::runtime::compiled
