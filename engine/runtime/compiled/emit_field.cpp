// SPDX-License-Identifier: Apache-2.0
// Fields. Where nothing in one can fault its goals and the hexes that it goes through are sets, and steps
// that read no state a table by direction; then its value at one hex may be searched for from there.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

namespace {

constexpr int64_t most_step_cells = 1 << 18;
constexpr int64_t most_set_rows = 64;

}  // namespace

// The hexes of a condition; kept beside the position where it depends on little more than that.
NodeId Emitter::field_set_of(const std::vector<VariableId>& params, NodeId condition, VariableId var) {
  NodeId set = g_.vectorise(condition, var);
  if (set == no_node) {
    Node each;
    each.op = NodeOp::filter;
    each.shape = Shape::set;
    each.kind = language::kind_hex;
    each.var = var;
    each.args = {g_.all_members(language::kind_hex), condition};
    set = g_.make(std::move(each));
  }
  const Node n = g_[set];
  if (n.op == NodeOp::kept_set || n.op == NodeOp::field_set || n.reads.empty() || n.cost < 10) return set;
  KeptSet kept;
  kept.kind = language::kind_hex;
  kept.set = set;
  for (const VariableId v : params) {
    const Variable& param = g_.variables[static_cast<size_t>(v)];
    if (!g_.mentions(set, v)) continue;
    if (param.shape != Shape::scalar || param.may_be_never) return set;
    kept.params.push_back(v);
    kept.low.push_back(param.low);
    kept.size.push_back(param.size());
    kept.rows *= std::max<int64_t>(param.size(), 1);
    if (kept.rows > most_set_rows) return set;
  }
  Node made;
  made.op = NodeOp::kept_set;
  made.shape = Shape::set;
  made.kind = language::kind_hex;
  made.ref = static_cast<int32_t>(g_.kept.size());
  for (const VariableId v : kept.params) made.args.push_back(g_.variable(v));
  g_.kept.push_back(std::move(kept));
  return g_.make(std::move(made));
}

const Emitter::FieldPlan& Emitter::field_plan(int32_t id) {
  const auto [it, fresh] = field_plans_.try_emplace(id);
  FieldPlan& plan = it->second;
  if (!fresh) return plan;
  const FieldInfo field = g_.fields[id];
  if (!g_[field.goal].can_fault) plan.goal = field_set_of(field.params, field.goal, field.goal_var);
  const bool anywhere = field.through == no_node;
  if (!anywhere && !g_[field.through].can_fault)
    plan.through = field_set_of(field.params, field.through, field.through_var);
  const NodeId step = field.reach ? field.across : field.step;
  if (step == no_node || !g_.is_static(step)) return plan;
  for (const VariableId v : g_[step].free) {
    if (v == field.from_var || v == field.to_var) continue;
    const Variable& param = g_.variables[static_cast<size_t>(v)];
    if (param.shape != Shape::scalar || param.may_be_never) return plan;
    plan.step_index.push_back(v);
  }
  plan.steps = g_.steps_of(step, plan.step_index, field.from_var, field.to_var);
  if (plan.steps < 0) return plan;
  const ValueTable& steps = g_.value_tables[static_cast<size_t>(plan.steps)];
  plan.local = !field.reach && plan.goal != no_node && (anywhere || plan.through != no_node) &&
               !steps.may_be_silent && steps.least >= 0 &&
               steps.most * g_.scenario.size(language::kind_hex) < INT32_MAX;
  return plan;
}

Address Emitter::field_row_index(const Node& n) {
  const Routine& r = routine(field_routine_kind, n.ref);
  if (!r.keep_rows) return -1;
  const std::vector<VariableId> params = g_.fields[n.ref].params;
  return row_index(params, n.args);
}

void Emitter::field_cost_to(const Node& n, Address to) {
  const Routine r = routine(field_routine_kind, n.ref);
  const bool local = r.keep_rows && field_plan(n.ref).local;
  std::vector<Address> args;
  for (size_t i = 0; i + 1 < n.args.size(); ++i) args.push_back(value(n.args[i]));
  const Address row = r.keep_rows ? field_row_index(n) : constant(0);
  const Address found = temporary();
  const Address hex = value(n.args.back());
  const Label good = label(), near = label(), end = label();
  const auto find = [&] {
    put(Operation::kept_find, r.room, row, found);
    fixups_.emplace_back(p_.code.size(), good);
    more(0);
  };
  if (r.keep_rows) find();
  for (size_t i = 0; i < args.size(); ++i) copy_to(g_[n.args[i]], args[i], r.params[i]);
  if (local) jump_op(Operation::kept_misses, r.room, row, near);
  jump_op(Operation::call, 0, 0, r.label);
  if (r.keep_rows)
    find();
  else
    put(Operation::copy, found, constant(static_cast<int64_t>(r.result) * 2));
  if (local) {
    bind(near);
    jump_op(Operation::call, 0, 0, r.sets);
    put(Operation::field_lookup, to, n.ref, hex);
    jump(end);
  }
  bind(good);
  put(Operation::load_cell_in, to, found, hex);
  bind(end);
}

void Emitter::emit_field(const Routine& r) {
  const FieldInfo field = g_.fields[r.id];
  const FieldPlan plan = field_plan(r.id);
  std::vector<NodeId> args;
  for (size_t i = 0; i < field.params.size(); ++i) {
    bind_variable(field.params[i], r.params[i]);
    args.push_back(g_.variable(field.params[i]));
  }
  if (p_.fields.size() < g_.fields.size()) p_.fields.resize(g_.fields.size());
  FieldForm form;
  form.reach = field.reach;
  form.answer = permanent();
  push();
  struct Ask {
    NodeId what;
    VariableId var;
    Address hex;
    int32_t FieldForm::*which;
  };
  std::vector<Ask> asks;
  if (plan.goal != no_node) {
    form.goal_set = permanent(words(language::kind_hex));
  } else {
    form.goal_hex = permanent();
    asks.push_back({field.goal, field.goal_var, form.goal_hex, &FieldForm::goal});
  }
  if (plan.through != no_node) {
    form.through_set = permanent(words(language::kind_hex));
  } else if (field.through != no_node) {
    form.through_hex = permanent();
    asks.push_back({field.through, field.through_var, form.through_hex, &FieldForm::through});
  }
  const NodeId step = field.reach ? field.across : field.step;
  bool flood = field.reach && plan.goal != no_node && (field.through == no_node || plan.through != no_node);
  Address relation = static_cast<Address>(g_.row_tables[static_cast<size_t>(g_.neighbour_rows)].first_word);
  if (plan.steps >= 0) {
    form.step_cells = static_cast<int32_t>(g_.value_tables[static_cast<size_t>(plan.steps)].first_cell);
    if (!plan.step_index.empty()) form.step_row = permanent();
  }
  if (flood && step != no_node) {
    const int64_t hexes = g_.scenario.size(language::kind_hex);
    const bool fixed = plan.steps >= 0 && plan.step_index.empty() && hexes * hexes <= most_step_cells;
    int32_t table = -1;
    if (fixed) {
      Node from;  // those next to `to` from which the step is allowed
      from.op = NodeOp::filter;
      from.shape = Shape::set;
      from.kind = language::kind_hex;
      from.var = field.from_var;
      Node near;
      near.op = NodeOp::row;
      near.shape = Shape::set;
      near.kind = language::kind_hex;
      near.ref = g_.neighbour_rows;
      near.args = {g_.variable(field.to_var)};
      from.args = {g_.make(std::move(near)), step};
      table = g_.rows_of(g_.make(std::move(from)), {field.to_var});
    }
    flood = table >= 0;
    if (flood) relation = static_cast<Address>(g_.row_tables[static_cast<size_t>(table)].first_word);
  }
  if (step != no_node && form.step_cells < 0) {
    form.from_hex = permanent();
    form.to_hex = permanent();
    asks.push_back({step, -1, -1, &FieldForm::step});
  }
  jump_op(Operation::call, 0, 0, r.sets);
  if (form.from_hex >= 0) hoist(step);
  if (flood) {
    put(Operation::flood, r.result, form.goal_set, form.through_set, words(language::kind_hex));
    more(relation);
  } else {
    put(Operation::field_search, r.id, r.result);
  }
  if (r.keep_rows) put(Operation::kept_store, r.room, row_index(field.params, args), r.result);
  put(Operation::ret);
  for (const Ask& ask : asks) {
    const Label at = label();
    bind(at);
    push();
    if (ask.hex < 0) {
      bind_variable(field.from_var, form.from_hex);
      bind_variable(field.to_var, form.to_hex);
    } else {
      bind_variable(ask.var, ask.hex);
    }
    value_to(ask.what, form.answer);
    pop();
    put(Operation::ret);
    form.*ask.which = position_of(at);
  }
  pop();
  push();
  bind(r.sets);
  if (form.goal_set >= 0) value_to(plan.goal, form.goal_set);
  if (form.through_set >= 0) value_to(plan.through, form.through_set);
  if (form.step_row >= 0) {
    std::vector<NodeId> index;
    for (const VariableId v : plan.step_index) index.push_back(g_.variable(v));
    put(Operation::copy, form.step_row, row_index(plan.step_index, index));
  }
  put(Operation::ret);
  pop();
  p_.fields[r.id] = form;
}

}  // namespace casebook::runtime::compiled
