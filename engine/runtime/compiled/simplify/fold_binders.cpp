// SPDX-License-Identifier: Apache-2.0
// Quantifiers, sums, filters and lists.

#include <stdexcept>

#include "engine/runtime/compiled/simplify/fold.h"

namespace casebook::runtime::compiled {

using language::Expr;
using language::ListKind;
using language::Op;
using language::TypeTag;

Folder::Bound Folder::bind(const language::Binder& binder) {
  Bound b;
  b.var = binder.var;
  b.at = binder.at;
  b.domain = expression(binder.domain);
  const language::Type& type = binder.domain->type;
  if (type.tag != TypeTag::range) b.kind = type.of;
  if (type.tag == TypeTag::range) {
    Variable& v = g_.variables[static_cast<size_t>(b.var)];
    const NodeId low = g_[b.domain].args[0], high = g_[b.domain].args[1];
    v.low = g_[low].low;
    v.high = g_[high].high;
    v.may_be_never = false;
  }
  if (binder.on) {
    NodeId hex = expression(binder.on);
    if (g_[hex].can_fault) {  // asked once, after the domain and before any member, even if there is none
      if (g_[b.domain].can_fault) {
        b.before.emplace_back(name(b.domain), b.domain);
        b.domain = g_.variable(b.before.back().first);
      }
      b.before.emplace_back(name(hex), hex);
      hex = g_.variable(b.before.back().first);
    }
    b.conditions.push_back(g_.op(NodeOp::equal, {g_.place_of(b.kind, g_.variable(b.var)), hex}));
  }
  if (binder.where) b.conditions.push_back(expression(binder.where));
  return b;
}

VariableId Folder::name(NodeId value) {
  Variable like;
  const Node& n = g_[value];
  like.shape = n.shape;
  like.kind = n.kind;
  like.low = n.low;
  like.high = n.high;
  like.may_be_never = n.may_be_never;
  return g_.fresh(like);
}

NodeId Folder::with_name(VariableId var, NodeId value, NodeId body) {
  Node n;
  n.op = NodeOp::let;
  n.ref = var;
  n.shape = g_[body].shape;
  n.kind = g_[body].kind;
  n.args = {value, body};
  return g_.make(std::move(n));
}

NodeId Folder::after(const Bound& b, NodeId result) {
  for (size_t i = b.before.size(); i-- > 0;)
    result = with_name(b.before[i].first, b.before[i].second, result);
  return result;
}

NodeId Folder::exists(const Bound& b, NodeId body) {
  std::vector<NodeId> conditions = b.conditions;
  conditions.push_back(body);
  const Graph::Members m = g_.narrow(b.domain, conditions, b.var, b.at, b.kind);
  NodeId inner;
  if (m.rest == no_node && g_[m.domain].shape == Shape::set) {
    inner = g_.negation(g_.op(NodeOp::is_empty, {m.domain}));
  } else {
    Node n;
    n.op = NodeOp::exists;
    n.var = b.var;
    n.at = b.at;
    n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest};
    inner = g_.make(std::move(n));
  }
  return after(b, m.outer == no_node ? inner : g_.all_of({m.outer, inner}));
}

NodeId Folder::sum(const Bound& b, NodeId summand) {
  std::vector<NodeId> conditions = b.conditions;
  const Node s = g_[summand];
  if (s.op == NodeOp::choose_if && g_.is_constant(s.args[2], 0)) {
    conditions.push_back(s.args[0]);
    summand = s.args[1];
  }
  if (g_.is_constant(summand, 0) || (g_[summand].op == NodeOp::constant && g_[summand].value == 0)) {
    bool quiet = !g_[b.domain].can_fault;
    for (const NodeId c : conditions) quiet = quiet && !g_[c].can_fault;
    if (quiet) return g_.constant(0);
  }
  const Graph::Members m = g_.narrow(b.domain, conditions, b.var, b.at, b.kind);
  NodeId inner;
  if (m.rest == no_node && g_[m.domain].shape == Shape::set && g_[summand].op == NodeOp::constant &&
      g_[summand].value != language::never_value) {
    const NodeId count = g_.op(NodeOp::count, {m.domain});
    inner = g_.op(NodeOp::multiply, {count, summand});
  } else {
    Node n;
    n.op = NodeOp::total;
    n.var = b.var;
    n.at = b.at;
    n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest, summand};
    inner = g_.make(std::move(n));
  }
  return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, g_.constant(0)));
}

NodeId Folder::best(const Bound& b, bool least, NodeId value, NodeId otherwise) {
  const Graph::Members m = g_.narrow(b.domain, b.conditions, b.var, b.at, b.kind);
  Node n;
  n.op = NodeOp::best;
  n.mode = least ? 0 : 1;
  n.var = b.var;
  n.at = b.at;
  n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest, value, otherwise};
  const NodeId inner = g_.make(std::move(n));
  return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, otherwise));
}

NodeId Folder::quantifier(const Expr& expr) {
  const Bound b = bind(*expr.binder);
  switch (expr.op) {
    case Op::exists:
      return exists(b, expression(expr.args[0]));
    case Op::for_all:
      return g_.negation(exists(b, g_.negation(expression(expr.args[0]))));
    case Op::count: {
      const Graph::Members m = g_.narrow(b.domain, b.conditions, b.var, b.at, b.kind);
      NodeId inner;
      if (m.rest == no_node && g_[m.domain].shape == Shape::set) {
        inner = g_.op(NodeOp::count, {m.domain});
      } else {
        Node n;
        n.op = NodeOp::count_loop;
        n.var = b.var;
        n.at = b.at;
        n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest};
        inner = g_.make(std::move(n));
      }
      return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, g_.constant(0)));
    }
    case Op::total:
      return sum(b, expression(expr.args[0]));
    default: {
      const NodeId value = expression(expr.args[0]);
      return best(b, expr.op == Op::least, value, expression(expr.args[1]));
    }
  }
}

NodeId Folder::filter(const Expr& expr) {
  Bound b = bind(*expr.binder);
  if (g_[b.domain].shape == Shape::scalar) b.domain = g_.set_op(NodeOp::members, b.kind, {b.domain});
  const NodeId value = expr.args.empty() ? no_node : expression(expr.args[0]);
  const Graph::Members m = g_.narrow(b.domain, b.conditions, b.var, b.at, b.kind);
  NodeId inner = m.domain;
  if (value != no_node || m.rest != no_node) {
    Node n;
    n.op = value != no_node ? NodeOp::filter_best : NodeOp::filter;
    n.mode = static_cast<uint8_t>(expr.value);
    n.shape = Shape::set;
    n.kind = b.kind;
    n.var = b.var;
    n.at = b.at;
    n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest};
    if (value != no_node) n.args.push_back(value);
    inner = g_.make(std::move(n));
  }
  return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, g_.empty_set(b.kind)));
}

NodeId Folder::image(const Expr& expr) {
  const Bound b = bind(*expr.binder);
  const NodeId member = expression(expr.args[0]);
  const int32_t kind = expr.type.of;
  const Graph::Members m = g_.narrow(b.domain, b.conditions, b.var, b.at, b.kind);
  NodeId inner;
  const Node value = g_[member];
  if (m.rest == no_node && g_[m.domain].shape == Shape::set && value.op == NodeOp::variable &&
      value.ref == b.var) {
    inner = m.domain;
  } else if (m.rest == no_node && g_[m.domain].shape == Shape::set && b.at >= 0 &&
             value.op == NodeOp::variable && value.ref == b.at) {
    Node n;
    n.op = NodeOp::hexes_of;
    n.shape = Shape::set;
    n.kind = language::kind_hex;
    n.ref = b.kind;
    n.args = {m.domain};
    inner = g_.make(std::move(n));
  } else {
    Node n;
    n.op = NodeOp::image;
    n.shape = Shape::set;
    n.kind = kind;
    n.var = b.var;
    n.at = b.at;
    n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest, member};
    inner = g_.make(std::move(n));
  }
  return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, g_.empty_set(kind)));
}

// ---- lists

NodeId Folder::clamp(NodeId value, const language::ListBody& body) {
  if (!body.low) return value;
  const NodeId low = expression(body.low), high = expression(body.high);
  const auto clamped = [&](NodeId v, NodeId l) {
    return g_.op(NodeOp::maximum, {g_.op(NodeOp::minimum, {v, high}), l});
  };
  if (!g_[low].can_fault || !g_[high].can_fault) return clamped(value, low);
  const VariableId v = name(value), l = name(low);  // the value, then low, then high
  return with_name(v, value, with_name(l, low, clamped(g_.variable(v), g_.variable(l))));
}

NodeId Folder::never_reached(int32_t label, NodeId like) {
  Node n;
  n.op = NodeOp::fault_unless;
  n.shape = g_[like].shape;
  n.kind = g_[like].kind;
  n.label = label;
  n.args = {g_.no(), n.shape == Shape::set ? g_.empty_set(n.kind) : g_.constant(0)};
  return g_.make(std::move(n));
}

// The value at the first member of which `when` holds.
NodeId Folder::first(const Bound& b, NodeId when, NodeId value, NodeId otherwise) {
  std::vector<NodeId> conditions = b.conditions;
  conditions.push_back(when);
  const Graph::Members m = g_.narrow(b.domain, conditions, b.var, b.at, b.kind);
  Node n;
  n.op = NodeOp::best;
  n.mode = 2;
  n.shape = g_[value].shape;
  n.kind = g_[value].kind;
  n.var = b.var;
  n.at = b.at;
  n.args = {m.domain, m.rest == no_node ? g_.yes() : m.rest, value, otherwise};
  const NodeId inner = g_.make(std::move(n));
  return after(b, m.outer == no_node ? inner : g_.choose(m.outer, inner, otherwise));
}

NodeId Folder::list(const language::ListBody& body) {
  struct Entry {
    NodeId when, value;
    bool per = false;
    Bound bound;
  };
  std::vector<Entry> entries;
  for (const language::ListEntry& e : body.entries) {
    const Graph::From line(g_, e.label);
    Entry entry;
    if (e.per) {
      entry.per = true;
      entry.bound = bind(*e.per);
    }
    entry.when = e.when ? expression(e.when) : g_.yes();
    entry.value = expression(e.value);
    entries.push_back(std::move(entry));
  }
  const int32_t last_label = body.entries.empty() ? language::none : body.entries.back().label;
  switch (body.kind) {
    case ListKind::all_of:
    case ListKind::any_of: {
      const bool all = body.kind == ListKind::all_of;
      std::vector<NodeId> parts;
      for (const Entry& e : entries) {
        // all_of: when implies value; any_of: when and value; with `per`, for every member, or for some.
        const NodeId met = g_.all_of({e.when, all ? g_.negation(e.value) : e.value});
        const NodeId some_met = e.per ? exists(e.bound, met) : met;
        parts.push_back(all ? g_.negation(some_met) : some_met);
      }
      return all ? g_.all_of(parts) : g_.any_of(parts);
    }
    case ListKind::first_of: {
      NodeId value = entries.empty() ? g_.constant(0) : entries.back().value;
      if (entries.empty() || entries.back().per || !g_.is_constant(entries.back().when, 1))
        value = never_reached(last_label, value);
      for (size_t i = entries.size(); i-- > 0;) {
        const Entry& e = entries[i];
        value = e.per ? first(e.bound, e.when, e.value, value) : g_.choose(e.when, e.value, value);
      }
      return g_[value].shape == Shape::scalar ? clamp(value, body) : value;
    }
    case ListKind::sum_of: {
      NodeId total = no_node;
      for (const Entry& e : entries) {
        const NodeId one = g_.choose(e.when, e.value, g_.constant(0));
        const NodeId part = e.per ? sum(e.bound, one) : one;
        total = total == no_node ? part : g_.op(NodeOp::add, {total, part});
      }
      return clamp(total == no_node ? g_.constant(0) : total, body);
    }
    case ListKind::most_of:
    case ListKind::least_of: {
      const bool least = body.kind == ListKind::least_of;
      // Entry by entry: whether it applies, and its value; the flag is not asked twice.
      NodeId result = no_node;
      bool sure = true;
      for (const Entry& e : entries) sure = sure && !e.per && g_.is_constant(e.when, 1);
      if (sure && !entries.empty()) {
        result = entries[0].value;
        for (size_t i = 1; i < entries.size(); ++i)
          result = g_.op(least ? NodeOp::minimum : NodeOp::maximum, {result, entries[i].value});
        return clamp(result, body);
      }
      // `never_value` cannot serve as "none yet": an entry may be never. A value beyond every number does.
      constexpr int64_t nothing = int64_t{1} << 61;
      const NodeId none_yet = g_.constant(least ? nothing : -nothing);
      for (const Entry& e : entries) {
        NodeId value;
        if (e.per) {
          Bound bound = e.bound;
          bound.conditions.push_back(e.when);
          value = best(bound, least, e.value, none_yet);
        } else {
          value = g_.choose(e.when, e.value, none_yet);
        }
        result =
            result == no_node ? value : g_.op(least ? NodeOp::minimum : NodeOp::maximum, {result, value});
      }
      if (result == no_node) return never_reached(last_label, g_.constant(0));
      bool some_sure = false;
      for (const Entry& e : entries) some_sure = some_sure || (!e.per && g_.is_constant(e.when, 1));
      if (!some_sure) {
        const VariableId v = name(result);
        Node n;
        n.op = NodeOp::fault_unless;
        n.label = last_label;
        n.args = {g_.negation(g_.op(NodeOp::equal, {g_.variable(v), none_yet})), g_.variable(v)};
        result = with_name(v, result, g_.make(std::move(n)));
      }
      return clamp(result, body);
    }
  }
  return no_node;
}

}  // namespace casebook::runtime::compiled
