// SPDX-License-Identifier: Apache-2.0
// Definitions, fields and actions.

#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "engine/runtime/compiled/simplify/fold.h"

namespace casebook::runtime::compiled {

using namespace language::ids;
using language::TypeTag;

namespace {

constexpr size_t most_inlined_nodes = 600;    // of a body that takes the place of a call
constexpr size_t most_graph_nodes = 200'000;  // beyond it, calls stay calls
constexpr int64_t most_kept_rows = 64;
constexpr int64_t most_tried_values = 512;   // of a value whose adjustments have no order
constexpr int64_t most_tabulated = 1 << 18;  // entries of a definition that reads no state
constexpr double most_tabulating = 6e6;      // and about how many instructions that may take

}  // namespace

// ---- definitions

void Folder::definition(DefinitionId id) {
  if (definition_done_[static_cast<size_t>(id)] != 0) return;
  definition_done_[static_cast<size_t>(id)] = 1;
  const OfOnePosition here(*this);
  const language::Definition& definition = g_.program.definitions[id];
  const Graph::From from(g_, {Origin::Sort::definition, definition.name, "", definition.label});
  NodeId body = expression(definition.body);
  body = with_exceptions(definition, body);
  body = with_adjustments(definition, body);
  DefinitionInfo& info = g_.definitions[id];
  info.params.assign(definition.params.begin(), definition.params.end());
  info.body = body;
  info.nodes = g_.count_nodes(body);
  tabulate(id);
  keep(id);
}

NodeId Folder::with_exceptions(const language::Definition& definition, NodeId body) {
  const auto& exceptions = definition.exceptions;
  if (exceptions.empty()) return body;
  std::vector<NodeId> holds, values;
  std::vector<std::pair<VariableId, NodeId>> names;  // every `when` is asked, in order, before any value
  for (const language::Exception& e : exceptions) {
    const Graph::From line(g_, e.label);
    NodeId when = expression(e.when);
    values.push_back(expression(e.value));
    if (g_[when].can_fault || g_[when].cost > 2) {
      names.emplace_back(name(when), when);
      when = g_.variable(names.back().first);
    }
    holds.push_back(when);
  }
  std::vector<NodeId> highest;
  for (size_t i = 0; i < exceptions.size(); ++i) {
    std::vector<NodeId> parts{holds[i]};
    for (size_t j = 0; j < exceptions.size(); ++j)
      for (const int32_t below : exceptions[j].over)
        if (static_cast<size_t>(below) == i) parts.push_back(g_.negation(holds[j]));
    highest.push_back(g_.all_of(parts));
  }
  NodeId result = body;
  for (size_t i = exceptions.size(); i-- > 0;) {
    NodeId value = values[i];
    std::vector<NodeId> agree;
    const VariableId mine = name(value);
    for (size_t j = i + 1; j < exceptions.size(); ++j) {
      if (g_.is_constant(g_.all_of({highest[i], highest[j]}), 0)) continue;
      agree.push_back(g_.any_of({g_.negation(highest[j]), equal(values[j], g_.variable(mine))}));
    }
    if (!agree.empty()) {
      Node check;
      check.op = NodeOp::fault_unless;
      check.label = exceptions[i].label;
      check.shape = g_[value].shape;
      check.kind = g_[value].kind;
      check.args = {g_.all_of(agree), g_.variable(mine)};
      value = with_name(mine, value, g_.make(std::move(check)));
    }
    result = g_.choose(highest[i], value, result);
  }
  for (size_t i = names.size(); i-- > 0;) result = with_name(names[i].first, names[i].second, result);
  return result;
}

/// Whether the condition is true for each number that `value` may be, if it asks for nothing else. A fault that
/// never comes would cost much: whatever can fault is not brought forward, kept or listed as a set.
bool Folder::holds_for_each(NodeId condition, VariableId var, NodeId value) {
  const Node asked = g_[condition], from = g_[value];
  if (g_.is_constant(condition, 1)) return true;
  if (from.shape != Shape::scalar || !asked.reads.empty() || asked.free != std::vector<VariableId>{var})
    return false;
  if (from.low > from.high || from.high - from.low >= most_tried_values) return false;
  const auto holds = [&](int64_t number) {
    return g_.is_constant(g_.rewrite(condition, {{var, g_.constant(number)}}), 1);
  };
  for (int64_t number = from.low; number <= from.high; ++number)
    if (!holds(number)) return false;
  return !from.may_be_never || holds(language::never_value);
}

NodeId Folder::with_adjustments(const language::Definition& definition, NodeId value) {
  const auto& adjustments = definition.adjustments;
  if (adjustments.empty()) return value;
  std::vector<NodeId> holds, values;
  std::vector<std::pair<VariableId, NodeId>> names;
  const VariableId base = name(value);
  names.emplace_back(base, value);
  for (const language::Adjustment& a : adjustments) {
    const Graph::From line(g_, a.label);
    NodeId when = expression(a.when);
    values.push_back(expression(a.value));
    if (g_[when].can_fault || g_[when].cost > 2) {
      names.emplace_back(name(when), when);
      when = g_.variable(names.back().first);
    }
    holds.push_back(when);
  }
  const auto apply = [&](size_t i, NodeId before) {
    if (!g_[before].can_fault && g_[before].cost <= 2)
      return g_.rewrite(values[i], {{adjustments[i].otherwise, before}});
    const VariableId so_far = name(before);
    return with_name(so_far, before,
                     g_.rewrite(values[i], {{adjustments[i].otherwise, g_.variable(so_far)}}));
  };
  NodeId all = g_.variable(base);
  for (size_t i = 0; i < adjustments.size(); ++i) {
    const VariableId so_far = name(all);
    const NodeId next =
        g_.choose(holds[i], g_.rewrite(values[i], {{adjustments[i].otherwise, g_.variable(so_far)}}),
                  g_.variable(so_far));
    all = with_name(so_far, all, next);
  }
  const VariableId result = name(all);
  NodeId checked = g_.variable(result);
  for (size_t a = adjustments.size(); a-- > 0;) {
    for (size_t b = adjustments.size(); b-- > a + 1;) {
      const auto& after = adjustments[b].after;
      if (std::find(after.begin(), after.end(), static_cast<int32_t>(a)) != after.end()) continue;
      const NodeId both = g_.all_of({holds[a], holds[b]});
      if (g_.is_constant(both, 0)) continue;
      const NodeId same = equal(apply(b, apply(a, g_.variable(base))), apply(a, apply(b, g_.variable(base))));
      if (holds_for_each(same, base, value)) continue;
      Node check;
      check.op = NodeOp::fault_unless;
      check.label = adjustments[a].label;
      check.shape = g_[value].shape;
      check.kind = g_[value].kind;
      check.args = {g_.any_of({g_.negation(both), same}), checked};
      checked = g_.make(std::move(check));
    }
  }
  NodeId whole = with_name(result, all, checked);
  for (size_t i = names.size(); i-- > 0;) whole = with_name(names[i].first, names[i].second, whole);
  return whole;
}

NodeId Folder::call(DefinitionId id, const std::vector<NodeId>& args) {
  definition(id);
  const DefinitionInfo& info = g_.definitions[id];
  bool quiet = true;
  for (const NodeId a : args) quiet = quiet && !g_[a].can_fault;
  if (args.empty()) return info.body;
  const auto in_range = [&] {
    for (size_t i = 0; i < args.size(); ++i) {
      const Variable& v = g_.variables[static_cast<size_t>(info.params[i])];
      if (v.shape == Shape::scalar && (g_[args[i]].low < v.low || g_[args[i]].high > v.high ||
                                       (g_[args[i]].may_be_never && !v.may_be_never)))
        return false;
    }
    return true;
  };
  if (quiet && info.values >= 0 && in_range()) {
    Node n;
    n.op = NodeOp::table;
    n.ref = info.values;
    n.args = args;
    return g_.make(std::move(n));
  }
  if (quiet && info.rows >= 0 && in_range()) {
    Node n;
    const Node& body = g_[info.body];
    n.op = body.shape == Shape::set ? NodeOp::row : NodeOp::row_bit;
    n.shape = body.shape;
    n.kind = body.kind;
    n.ref = info.rows;
    n.args = args;
    return g_.make(std::move(n));
  }
  if (quiet && info.kept >= 0 && in_range()) {
    Node n;
    n.op = NodeOp::kept_set;
    n.shape = Shape::set;
    n.kind = g_.kept[static_cast<size_t>(info.kept)].kind;
    n.ref = info.kept;
    for (size_t i = 0; i < args.size(); ++i)
      if (static_cast<int32_t>(i) != info.kept_param) n.args.push_back(args[i]);
    const NodeId set = g_.make(std::move(n));
    return g_.op(NodeOp::contains, {set, args[static_cast<size_t>(info.kept_param)]});
  }
  if (quiet && info.nodes <= most_inlined_nodes && g_.size() < most_graph_nodes)
    return g_.instantiate(id, args);
  Node n;
  n.op = NodeOp::call;
  n.ref = id;
  n.shape = g_[info.body].shape;
  n.kind = g_[info.body].kind;
  n.args = args;
  return g_.make(std::move(n));
}

// A definition that reads no state, over few arguments, is a table.
void Folder::tabulate(DefinitionId id) {
  DefinitionInfo& info = g_.definitions[id];
  const Node body = g_[info.body];
  if (info.params.empty() || body.cost <= 4 || !g_.is_static(info.body) || body.shape == Shape::path) return;
  int64_t entries = 1;
  for (const VariableId p : info.params) {
    const Variable& v = g_.variables[static_cast<size_t>(p)];
    if (v.shape != Shape::scalar || v.may_be_never || v.size() > most_tabulated || v.size() <= 0) return;
    entries *= v.size();
    if (entries > most_tabulated) return;
  }
  if (static_cast<double>(entries) * body.cost > most_tabulating) return;
  const bool boolean = g_.program.definitions[id].type.tag == TypeTag::boolean;
  const VariableId last = info.params.back();
  const Variable member = g_.variables[static_cast<size_t>(last)];
  if (body.shape == Shape::set) {
    info.rows = g_.rows_of(info.body, info.params);
  } else if (boolean && member.kind >= 0 && member.low == 0 &&
             member.high == g_.scenario.size(member.kind) - 1) {
    Node each;
    each.op = NodeOp::filter;
    each.shape = Shape::set;
    each.kind = member.kind;
    each.var = last;
    each.args = {g_.all_members(member.kind), info.body};
    const NodeId set = g_.make(std::move(each));
    info.rows = g_.rows_of(set, std::vector<VariableId>(info.params.begin(), info.params.end() - 1));
  } else {
    info.values = g_.values_of(info.body, info.params);
  }
}

// A condition on an entity that reads state, and costs something to ask, is kept as a set.
void Folder::keep(DefinitionId id) {
  DefinitionInfo& info = g_.definitions[id];
  const Node body = g_[info.body];
  if (info.rows >= 0 || info.values >= 0 || info.params.empty()) return;
  if (g_.program.definitions[id].type.tag != TypeTag::boolean) return;
  if (body.can_fault || body.reads.empty() || body.cost < 10) return;
  int64_t entries = 1;
  for (const VariableId p : info.params) {
    const Variable& v = g_.variables[static_cast<size_t>(p)];
    if (v.shape != Shape::scalar || v.may_be_never) return;
  }
  int32_t best = -1;
  for (size_t i = 0; i < info.params.size(); ++i) {
    const Variable& v = g_.variables[static_cast<size_t>(info.params[i])];
    if (v.kind < 0 || g_.vectorise(info.body, info.params[i]) == no_node) continue;
    if (best < 0 ||
        v.size() >= g_.variables[static_cast<size_t>(info.params[static_cast<size_t>(best)])].size())
      best = static_cast<int32_t>(i);
  }
  if (best < 0) return;
  KeptSet kept;
  for (size_t i = 0; i < info.params.size(); ++i) {
    if (static_cast<int32_t>(i) == best) continue;
    const Variable& v = g_.variables[static_cast<size_t>(info.params[i])];
    kept.params.push_back(info.params[i]);
    kept.low.push_back(v.low);
    kept.size.push_back(v.size());
    entries *= std::max<int64_t>(v.size(), 1);
    if (entries > most_kept_rows) return;
  }
  const VariableId member = info.params[static_cast<size_t>(best)];
  kept.kind = g_.variables[static_cast<size_t>(member)].kind;
  kept.set = g_.vectorise(info.body, member);
  kept.rows = entries;
  if (g_[kept.set].reads.empty()) return;
  g_.kept.push_back(std::move(kept));
  info.kept = static_cast<int32_t>(g_.kept.size() - 1);
  info.kept_param = best;
}

// ---- fields

void Folder::field(FieldId id) {
  if (field_done_[static_cast<size_t>(id)] != 0) return;
  field_done_[static_cast<size_t>(id)] = 1;
  const OfOnePosition here(*this);
  const language::Field& field = g_.program.fields[id];
  const Graph::From from(g_, {Origin::Sort::field, field.name, "", field.label});
  FieldInfo info;
  info.params.assign(field.params.begin(), field.params.end());
  info.reach = field.type.tag == TypeTag::boolean;
  info.goal_var = field.goal_var;
  info.through_var = field.through_var;
  info.from_var = field.from_var;
  info.to_var = field.to_var;
  const auto part = [&](const language::ExprPtr& expr, NodeId& into) {
    if (!expr) return;
    into = expression(expr);
    info.can_fault = info.can_fault || g_[into].can_fault;
    std::vector<int32_t> both;
    std::set_union(info.reads.begin(), info.reads.end(), g_[into].reads.begin(), g_[into].reads.end(),
                   std::back_inserter(both));
    info.reads = std::move(both);
  };
  part(field.goal, info.goal);
  part(field.through, info.through);
  part(field.across, info.across);
  part(field.step, info.step);
  info.low = 0;
  info.high = 1;
  if (!info.reach) {
    // A cheapest way comes through no hex twice. The bound keeps sums with it from being taken for faults.
    info.high = language::never_value - 1;
    if (const int64_t step = g_[info.step].high;
        step < info.high / std::max(1, g_.scenario.size(language::kind_hex)))
      info.high = std::max<int64_t>(step, 0) * g_.scenario.size(language::kind_hex);
  }
  g_.fields[id] = std::move(info);
}

// ---- actions

FoldedRequirement Folder::requirement(const language::Requirement& requirement) {
  FoldedRequirement folded;
  folded.each = requirement.each;
  folded.member = requirement.member;
  std::vector<NodeId> any;  // waivers are asked first
  for (const language::Waiver& waiver : requirement.waivers) any.push_back(expression(waiver.when));
  any.push_back(expression(requirement.expr));
  folded.holds = g_.any_of(any);
  return folded;
}

const FoldedAction& Folder::action(ActionId id) {
  FoldedAction& folded = actions_[static_cast<size_t>(id)];
  if (action_done_[static_cast<size_t>(id)] != 0) return folded;
  action_done_[static_cast<size_t>(id)] = 1;
  const OfOnePosition here(*this);
  const language::Action& action = g_.program.actions[id];
  FoldedAction made;
  ActionInfo info;
  const auto note = [&](NodeId node) {
    info.can_fault = info.can_fault || g_[node].can_fault;
    std::vector<int32_t> both;
    std::set_union(info.reads.begin(), info.reads.end(), g_[node].reads.begin(), g_[node].reads.end(),
                   std::back_inserter(both));
    info.reads = std::move(both);
  };
  for (const language::ActionParam& param : action.params) {
    FoldedParam p;
    p.mode = param.mode;
    p.var = param.var;
    p.at = param.at;
    p.member = param.member;
    p.least_steps = param.least_steps;
    p.most_steps = param.most_steps;
    const Graph::From from(
        g_, {Origin::Sort::parameter, action.name, g_.program.vars[param.var].name, action.label});
    p.domain = expression(param.domain);
    const language::Type& type = param.domain->type;
    if (param.mode == language::ParamMode::path)
      p.kind = language::kind_hex;
    else if (type.tag != TypeTag::range)
      p.kind = type.of;
    if (type.tag == TypeTag::range) {
      Variable& v = g_.variables[static_cast<size_t>(p.var)];
      v.low = g_[g_[p.domain].args[0]].low;
      v.high = g_[g_[p.domain].args[1]].high;
      v.may_be_never = false;
    }
    if (param.where) p.where = expression(param.where);
    note(p.domain);
    if (p.where != no_node) note(p.where);
    if (p.at >= 0 && p.kind >= 0) info.reads.push_back(g_.items.place(p.kind));
    std::sort(info.reads.begin(), info.reads.end());
    info.reads.erase(std::unique(info.reads.begin(), info.reads.end()), info.reads.end());
    made.params.push_back(p);
  }
  for (const language::Requirement& r : action.requires_) {
    const Graph::From from(g_, {Origin::Sort::requirement, action.name, r.name, r.label});
    made.requirements.push_back(requirement(r));
    made.requirements.back().of_whole =
        r.each >= 0 && language::mentions(r, action.params[static_cast<size_t>(r.each)].var);
    note(made.requirements.back().holds);
  }
  for (const language::Requirement& r : action.ensures) {
    const Graph::From from(g_, {Origin::Sort::ensure, action.name, r.name, r.label});
    made.ensures.push_back(requirement(r));
    note(made.ensures.back().holds);
  }
  for (const language::Best& b : action.bests) {
    const Graph::From from(g_, {Origin::Sort::best, action.name, b.name, b.label});
    made.bests.push_back({b.least, expression(b.value)});
    note(made.bests.back().value);
    info.can_fault =
        info.can_fault || made.params.back().mode == language::ParamMode::set;  // too many subsets
  }
  if (!action.ensures.empty()) {
    // The body runs on a scratch position: what it reads counts, and it may fault.
    language::ReadsWrites access(g_.program);
    const language::Access& whole = access.action(id);
    for (const StateId s : whole.reads.states) info.reads.push_back(g_.items.state(s));
    for (const KindId k : whole.reads.places) info.reads.push_back(g_.items.place(k));
    std::sort(info.reads.begin(), info.reads.end());
    info.reads.erase(std::unique(info.reads.begin(), info.reads.end()), info.reads.end());
    info.can_fault = true;
  }
  g_.actions[id] = std::move(info);
  folded = std::move(made);
  return folded;
}

}  // namespace casebook::runtime::compiled
