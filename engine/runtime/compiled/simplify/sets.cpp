// SPDX-License-Identifier: Apache-2.0
// Conditions on a member as sets of members.
//
// `vectorise(c, x)` is the set of x of its kind with c, built of sets that the machine has operations for;
// no_node when only asking each member would do. Nothing that can fault is ever turned: a set asks members
// that the text would not have asked.

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

namespace {

constexpr int64_t most_static_rows = 1 << 15;  // rows of a table made for one condition
constexpr int64_t most_static_bits = 1 << 19;  // and its bits

Compare mirrored(Compare c) {
  switch (c) {
    case Compare::less:
      return Compare::greater;
    case Compare::less_equal:
      return Compare::greater_equal;
    case Compare::greater:
      return Compare::less;
    case Compare::greater_equal:
      return Compare::less_equal;
    default:
      return c;
  }
}

}  // namespace

NodeId Graph::vectorise(NodeId condition, VariableId var) {
  const Variable& v = variables[static_cast<size_t>(var)];
  if (v.shape != Shape::scalar || v.kind < 0 || v.low != 0 || v.high != scenario.size(v.kind) - 1 ||
      v.high < 0)
    return no_node;
  if ((*this)[condition].can_fault) return no_node;
  const auto known = vectorised_.find({condition, var});
  if (known != vectorised_.end()) return known->second;
  const NodeId made = vectorise_new(condition, var);
  vectorised_[{condition, var}] = made;
  return made;
}

NodeId Graph::vectorise_new(NodeId id, VariableId x) {
  const Node n = (*this)[id];
  const int32_t kind = variables[static_cast<size_t>(x)].kind;
  if (!mentions(id, x)) return choose(id, all_members(kind), empty_set(kind));
  if (const NodeId rows = static_rows(id, x); rows != no_node) return rows;

  const auto is_x = [&](NodeId a) { return (*this)[a].op == NodeOp::variable && (*this)[a].ref == x; };
  const auto index_free_of_x = [&](const std::vector<NodeId>& args, size_t count) {
    for (size_t i = 0; i < count; ++i)
      if (mentions(args[i], x)) return false;
    return true;
  };
  switch (n.op) {
    case NodeOp::all_of:
    case NodeOp::any_of: {
      std::vector<NodeId> parts;
      for (const NodeId a : n.args) {
        const NodeId part = vectorise(a, x);
        if (part == no_node) return no_node;
        parts.push_back(part);
      }
      return set_op(n.op == NodeOp::all_of ? NodeOp::intersect : NodeOp::unite, kind, parts);
    }
    case NodeOp::not_: {
      const NodeId part = vectorise(n.args[0], x);
      return part == no_node ? no_node : set_op(NodeOp::complement, kind, {part});
    }
    case NodeOp::choose_if: {
      const NodeId then = vectorise(n.args[1], x), otherwise = vectorise(n.args[2], x);
      if (then == no_node || otherwise == no_node) return no_node;
      if (!mentions(n.args[0], x)) return choose(n.args[0], then, otherwise);
      const NodeId condition = vectorise(n.args[0], x);
      if (condition == no_node) return no_node;
      return set_op(
          NodeOp::unite, kind,
          {set_op(NodeOp::intersect, kind, {condition, then}),
           set_op(NodeOp::intersect, kind, {otherwise, set_op(NodeOp::complement, kind, {condition})})});
    }
    case NodeOp::bit:
      if (is_x(n.args.back()) && index_free_of_x(n.args, n.args.size() - 1)) {
        Node row;
        row.op = NodeOp::bit_row;
        row.shape = Shape::set;
        row.kind = kind;
        row.ref = n.ref;
        row.args.assign(n.args.begin(), n.args.end() - 1);
        return make(std::move(row));
      }
      return no_node;
    case NodeOp::row_bit:
      if (is_x(n.args.back()) && index_free_of_x(n.args, n.args.size() - 1)) {
        Node row;
        row.op = NodeOp::row;
        row.shape = Shape::set;
        row.kind = kind;
        row.ref = n.ref;
        row.args.assign(n.args.begin(), n.args.end() - 1);
        return make(std::move(row));
      }
      if (n.args.size() == 2 && is_x(n.args[0]) && !mentions(n.args[1], x)) {
        const int32_t turned = transposed(n.ref);
        if (turned < 0) return no_node;
        Node row;
        row.op = NodeOp::row;
        row.shape = Shape::set;
        row.kind = kind;
        row.ref = turned;
        row.args = {n.args[1]};
        return make(std::move(row));
      }
      return no_node;
    case NodeOp::contains:
      if (is_x(n.args[1]) && !mentions(n.args[0], x)) return n.args[0];
      return no_node;
    case NodeOp::contains_location: {
      if (const NodeId rows = around(n, x); rows != no_node) return rows;
      // the members that stand on one of these hexes
      const Node place = (*this)[n.args[1]];
      if (mentions(n.args[0], x) || place.op != NodeOp::cell || place.args.size() != 1 ||
          !is_x(place.args[0]) || items.present(place.ref) != items.place(kind))
        return no_node;
      Node stand;
      stand.op = NodeOp::on_hexes;
      stand.shape = Shape::set;
      stand.kind = kind;
      stand.ref = items.is_past(place.ref) ? items.past_kind(kind) : kind;
      stand.args = {all_members(kind), n.args[0]};
      return make(std::move(stand));
    }
    case NodeOp::equal:
    case NodeOp::less:
    case NodeOp::less_equal:
      return vectorise_comparison(id, x);
    case NodeOp::is_empty: {
      const NodeId some = vectorise_emptiness(n.args[0], x);
      return some == no_node ? no_node : set_op(NodeOp::complement, kind, {some});
    }
    case NodeOp::exists: {
      if (mentions(n.args[0], x) || n.at >= 0) return no_node;
      const NodeId inner = vectorise(n.args[1], x);
      if (inner == no_node) return no_node;
      Node over;
      over.op = NodeOp::union_over;
      over.shape = Shape::set;
      over.kind = kind;
      over.var = n.var;
      over.args = {n.args[0], yes(), inner};
      return make(std::move(over));
    }
    default:
      return no_node;
  }
}

// The x in whose row the location is, such as the hexes next to a piece: the row of its hex in the table turned over,
// and nobody if it is none.
NodeId Graph::around(const Node& condition, VariableId x) {
  const Node set = (*this)[condition.args[0]];
  const int32_t kind = variables[static_cast<size_t>(x)].kind;
  const bool of_x = set.op == NodeOp::row && set.args.size() == 1 &&
                    (*this)[set.args[0]].op == NodeOp::variable && (*this)[set.args[0]].ref == x;
  if (!of_x || mentions(condition.args[1], x)) return no_node;
  const int32_t turned = transposed(set.ref);
  if (turned < 0) return no_node;
  Variable hex;
  hex.kind = language::kind_hex;
  hex.high = scenario.size(language::kind_hex) - 1;
  Node row;
  row.op = NodeOp::row;
  row.shape = Shape::set;
  row.kind = kind;
  row.ref = turned;
  Node where;
  where.op = NodeOp::if_hex;
  where.ref = fresh(hex);
  where.shape = Shape::set;
  where.kind = kind;
  row.args = {variable(where.ref)};
  where.args = {condition.args[1], make(std::move(row)), empty_set(kind)};
  return make(std::move(where));
}

// A condition that reads no state: rows of a table, over the other variables it mentions.
NodeId Graph::static_rows(NodeId id, VariableId x) {
  if (!is_static(id)) return no_node;
  const int32_t kind = variables[static_cast<size_t>(x)].kind;
  std::vector<VariableId> index;
  int64_t rows = 1;
  for (const VariableId v : (*this)[id].free) {
    if (v == x) continue;
    const Variable& other = variables[static_cast<size_t>(v)];
    if (other.shape != Shape::scalar || other.size() > most_static_rows) return no_node;
    rows *= std::max<int64_t>(1, other.size());
    if (rows > most_static_rows) return no_node;
    index.push_back(v);
  }
  if (rows * scenario.size(kind) > most_static_bits) return no_node;
  // What the tables have already needs no new one.
  const Node& n = (*this)[id];
  if (n.op == NodeOp::row_bit && (*this)[n.args.back()].op == NodeOp::variable &&
      (*this)[n.args.back()].ref == x)
    return no_node;
  Node each;
  each.op = NodeOp::filter;
  each.shape = Shape::set;
  each.kind = kind;
  each.var = x;
  each.args = {all_members(kind), id};
  const NodeId set = make(std::move(each));
  const int32_t table = rows_of(set, index);
  if (table < 0) return no_node;
  Node row;
  row.op = NodeOp::row;
  row.shape = Shape::set;
  row.kind = kind;
  row.ref = table;
  for (const VariableId v : index) row.args.push_back(variable(v));
  return make(std::move(row));
}

NodeId Graph::vectorise_comparison(NodeId id, VariableId x) {
  const Node n = (*this)[id];
  const int32_t kind = variables[static_cast<size_t>(x)].kind;
  Compare how = n.op == NodeOp::equal  ? Compare::equal
                : n.op == NodeOp::less ? Compare::less
                                       : Compare::less_equal;
  for (size_t side = 0; side < 2; ++side, how = mirrored(how)) {
    const NodeId subject = n.args[side], value = n.args[1 - side];
    if (mentions(value, x)) continue;
    const Node s = (*this)[subject];
    if (s.op == NodeOp::variable && n.op == NodeOp::equal) {
      const Node& v = (*this)[value];
      if (v.low >= -1 && v.high < scenario.size(kind)) return set_op(NodeOp::members, kind, {value});
      return no_node;
    }
    if (s.op == NodeOp::cell && !s.args.empty() && (*this)[s.args.back()].op == NodeOp::variable &&
        (*this)[s.args.back()].ref == x) {
      for (size_t i = 0; i + 1 < s.args.size(); ++i)
        if (mentions(s.args[i], x)) return no_node;
      Node cells;
      cells.op = NodeOp::compare_cells;
      cells.shape = Shape::set;
      cells.kind = kind;
      cells.ref = s.ref;
      cells.mode = static_cast<uint8_t>(how);
      cells.args = s.args;
      cells.args.back() = value;
      return make(std::move(cells));
    }
    // A static value of x against a value of few: a row for each value.
    if (is_static(subject) && (*this)[subject].free == std::vector<VariableId>{x} &&
        (*this)[value].op != NodeOp::constant) {
      const Node& v = (*this)[value];
      if (v.may_be_never || v.high - v.low > 256) return no_node;
      Variable like;
      like.low = v.low;
      like.high = v.high;
      const VariableId any = fresh(like);
      std::vector<NodeId> args = n.args;
      args[1 - side] = variable(any);
      const NodeId rows = static_rows(op(n.op, args), x);
      if (rows == no_node || (*this)[rows].op != NodeOp::row) return rows;
      return rewrite(rows, {{any, value}});
    }
    // The number of units on x.
    if (s.op == NodeOp::count) {
      const Node set = (*this)[s.args[0]];
      Node at;
      std::vector<NodeId> rest;
      int32_t units = -1;
      const auto is_here = [&](NodeId part) {
        const Node& p = (*this)[part];
        return p.op == NodeOp::compare_cells && p.mode == static_cast<uint8_t>(Compare::equal) &&
               p.ref >= items.states && p.ref < items.states + items.kinds &&
               (*this)[p.args[0]].op == NodeOp::variable && (*this)[p.args[0]].ref == x;
      };
      if (is_here(s.args[0])) units = set.kind;
      if (set.op == NodeOp::intersect) {
        for (const NodeId part : set.args) {
          if (units < 0 && is_here(part))
            units = set.kind;
          else
            rest.push_back(part);
        }
        for (const NodeId part : rest)
          if (mentions(part, x)) return no_node;
      }
      if (units < 0 || kind != language::kind_hex) return no_node;
      Node crowd;
      crowd.op = NodeOp::crowded;
      crowd.shape = Shape::set;
      crowd.kind = kind;
      crowd.ref = units;
      crowd.mode = static_cast<uint8_t>(how);
      crowd.args = {rest.empty() ? all_members(units) : set_op(NodeOp::intersect, units, rest), value};
      return make(std::move(crowd));
    }
    // if p then a else b, compared
    if (s.op == NodeOp::choose_if) {
      std::vector<NodeId> a = n.args, b = n.args;
      a[side] = s.args[1];
      b[side] = s.args[2];
      return vectorise(choose(s.args[0], op(n.op, a), op(n.op, b)), x);
    }
  }
  return no_node;
}

// The x for which a set that depends on x has a member.
NodeId Graph::vectorise_emptiness(NodeId set_id, VariableId x) {
  const Node set = (*this)[set_id];
  const int32_t kind = variables[static_cast<size_t>(x)].kind;
  const auto is_x = [&](NodeId a) { return (*this)[a].op == NodeOp::variable && (*this)[a].ref == x; };
  std::vector<NodeId> parts = set.op == NodeOp::intersect ? set.args : std::vector<NodeId>{set_id};
  std::vector<NodeId> rest;
  NodeId part_id = no_node;
  for (const NodeId p : parts) {
    if (!mentions(p, x))
      rest.push_back(p);
    else if (part_id != no_node)
      return no_node;
    else
      part_id = p;
  }
  if (part_id == no_node) return no_node;
  const Node part = (*this)[part_id];
  const NodeId from = rest.empty()       ? all_members(set.kind)
                      : rest.size() == 1 ? rest[0]
                                         : set_op(NodeOp::intersect, set.kind, rest);
  const auto rows_from = [&](int32_t table, NodeId of) {
    const int32_t turned = transposed(table);
    if (turned < 0) return no_node;
    Node rows;
    rows.op = NodeOp::image_of_rows;
    rows.shape = Shape::set;
    rows.kind = kind;
    rows.ref = turned;
    rows.args = {of};
    return make(std::move(rows));
  };
  const auto hexes = [&](int32_t units, NodeId of) {
    Node h;
    h.op = NodeOp::hexes_of;
    h.shape = Shape::set;
    h.kind = language::kind_hex;
    h.ref = units;
    h.args = {of};
    return make(std::move(h));
  };
  switch (part.op) {
    case NodeOp::compare_cells:  // units on x
      if (part.mode != static_cast<uint8_t>(Compare::equal) || part.args.size() != 1 || !is_x(part.args[0]))
        return no_node;
      if (part.ref < items.states || part.ref >= items.states + items.kinds || kind != language::kind_hex)
        return no_node;
      return hexes(set.kind, from);
    case NodeOp::row:  // members in a row of x
      if (part.args.size() != 1 || !is_x(part.args[0])) return no_node;
      return rows_from(part.ref, from);
    case NodeOp::on_hexes: {  // units on hexes in a row of x
      if (mentions(part.args[0], x)) return no_node;
      const Node where = (*this)[part.args[1]];
      int32_t table = -1;
      if (where.op == NodeOp::row && where.args.size() == 1 && is_x(where.args[0]))
        table = where.ref;
      else if (is_static(part.args[1]) && where.free == std::vector<VariableId>{x})
        table = rows_of(part.args[1], {x});  // of several conditions on the hex one row
      if (table < 0) return no_node;
      std::vector<NodeId> units = rest;
      units.push_back(part.args[0]);
      return rows_from(table, hexes(part.ref, set_op(NodeOp::intersect, set.kind, units)));
    }
    case NodeOp::unite:
    case NodeOp::choose_if:
      return no_node;
    default:
      return no_node;
  }
}

// `hex of the member = ...`: the members that stand there. They are known to be on the map.
NodeId Graph::standing(NodeId condition, VariableId var, VariableId at, int32_t kind) {
  if ((*this)[condition].op != NodeOp::equal) return no_node;
  return vectorise(rewrite(condition, {{at, place_of(kind, variable(var))}}), var);
}

Graph::Members Graph::narrow(NodeId domain, const std::vector<NodeId>& conditions, VariableId var,
                             VariableId at, int32_t kind) {
  Members result;
  const bool over_set = (*this)[domain].shape == Shape::set;
  if (at >= 0 && over_set) domain = set_op(NodeOp::intersect, kind, {domain, on_map(kind)});
  const bool domain_can_fault = (*this)[domain].can_fault;
  std::vector<NodeId> flat;
  const std::function<void(NodeId)> flatten = [&](NodeId c) {
    if ((*this)[c].op == NodeOp::all_of) {
      const std::vector<NodeId> inner = (*this)[c].args;
      for (const NodeId a : inner) flatten(a);
    } else if (!is_constant(c, 1)) {
      flat.push_back(c);
    }
  };
  for (const NodeId c : conditions) flatten(c);

  std::vector<NodeId> outer, sets{domain}, on, rest;
  bool faulty = false;
  for (const NodeId c : flat) {
    const From condition(*this, (*this)[c].origin);
    faulty = faulty || (*this)[c].can_fault;
    const bool of_member = mentions(c, var), of_hex = at >= 0 && mentions(c, at);
    if (!faulty && !of_member && !of_hex && !domain_can_fault) {
      outer.push_back(c);
    } else if (!faulty && over_set && of_member && !of_hex && vectorise(c, var) != no_node) {
      sets.push_back(vectorise(c, var));
    } else if (const NodeId here = faulty || !over_set || !of_hex ? no_node : standing(c, var, at, kind);
               here != no_node) {
      sets.push_back(here);
    } else if (!faulty && over_set && of_hex && !of_member && vectorise(c, at) != no_node) {
      on.push_back(vectorise(c, at));
    } else {
      rest.push_back(c);
    }
  }
  result.domain = over_set ? set_op(NodeOp::intersect, kind, sets) : domain;
  if (!on.empty()) {
    Node stand;
    stand.op = NodeOp::on_hexes;
    stand.shape = Shape::set;
    stand.kind = kind;
    stand.ref = kind;
    stand.args = {result.domain, on.size() == 1 ? on[0] : set_op(NodeOp::intersect, language::kind_hex, on)};
    result.domain = make(std::move(stand));
  }
  if (!outer.empty()) result.outer = all_of(outer);
  if (!rest.empty()) result.rest = all_of(rest);
  return result;
}

}  // namespace casebook::runtime::compiled
