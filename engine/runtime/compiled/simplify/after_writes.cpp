// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/simplify/after_writes.h"

#include <algorithm>
#include <utility>

namespace casebook::runtime::compiled {

using language::AssignMode;

void AfterWrites::write(Write write) {
  writes_.push_back(std::move(write));
  known_.clear();
}
void AfterWrites::lose(int32_t item) {
  is_lost_[item] = true;
  known_.clear();
}
void AfterWrites::name(VariableId var, NodeId value) {
  named_[var] = value;
  known_.clear();
}

std::vector<const AfterWrites::Write*> AfterWrites::of(int32_t item) const {
  std::vector<const Write*> all;
  for (const Write& one : writes_)
    if (one.item == item) all.push_back(&one);
  return all;
}

bool AfterWrites::is_touched(const Node& node) const {
  for (const VariableId var : node.free)
    if (named_.count(var) != 0) return true;
  for (const int32_t item : node.reads) {
    if (is_lost(item)) return true;
    for (const Write& one : writes_)
      if (one.item == item) return true;
  }
  return false;
}

std::optional<NodeId> AfterWrites::value(NodeId id) {
  const Node node = g_[id];  // a copy: making nodes moves them
  if (!is_touched(node)) return id;
  const auto known = known_.find(id);
  if (known != known_.end()) return known->second;
  const std::optional<NodeId> made = changed(node);
  known_[id] = made;
  return made;
}

NodeId AfterWrites::same(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t count) {
  std::vector<NodeId> all;
  for (size_t i = 0; i < count; ++i) all.push_back(g_.op(NodeOp::equal, {a[i], b[i]}));
  return g_.all_of(std::move(all));
}

NodeId AfterWrites::without(int32_t kind, NodeId set, NodeId member) {
  return g_.set_op(NodeOp::intersect, kind, {set, g_.set_op(NodeOp::complement, kind, {one(kind, member)})});
}

// The set of the hex, if the location is one.
NodeId AfterWrites::hex_of(NodeId location) {
  const Node at = g_[location];
  const int64_t hexes = g_.scenario.size(language::kind_hex);
  if (at.low >= 0 && at.high < hexes) return one(language::kind_hex, location);
  Variable hex;
  hex.kind = language::kind_hex;
  hex.high = hexes - 1;
  Node where;
  where.op = NodeOp::if_hex;
  where.ref = g_.fresh(hex);
  where.shape = Shape::set;
  where.kind = language::kind_hex;
  where.args = {location, one(language::kind_hex, g_.variable(where.ref)), g_.empty_set(language::kind_hex)};
  return g_.make(std::move(where));
}

// The members whose cell compares so after the first writes.
NodeId AfterWrites::compared(const Node& like, size_t writes, const std::vector<const Write*>& all,
                             NodeId against) {
  if (writes == 0) {
    Node before = like;
    before.args.back() = against;
    before.free.clear(), before.reads.clear();
    before.can_fault = before.may_be_never = false;
    return g_.make(std::move(before));
  }
  const Write& last = *all[writes - 1];
  const NodeId before = compared(like, writes - 1, all, against);
  const auto how = static_cast<Compare>(like.mode);
  const auto compare = [&](NodeOp op, NodeId a, NodeId b) { return g_.op(op, {a, b}); };
  NodeId holds = no_node;
  switch (how) {
    case Compare::equal:
    case Compare::not_equal:
      holds = compare(NodeOp::equal, last.value, against);
      break;
    case Compare::less:
    case Compare::greater_equal:
      holds = compare(NodeOp::less, last.value, against);
      break;
    case Compare::less_equal:
    case Compare::greater:
      holds = compare(NodeOp::less_equal, last.value, against);
      break;
  }
  if (how == Compare::not_equal || how == Compare::greater_equal || how == Compare::greater)
    holds = g_.negation(holds);
  const NodeId member = last.index.back();
  const NodeId written = g_.set_op(NodeOp::unite, like.kind,
                                   {without(like.kind, before, member),
                                    g_.choose(holds, one(like.kind, member), g_.empty_set(like.kind))});
  const NodeId here = same(like.args, last.index, last.index.size() - 1);
  return g_.choose(when(last, here), written, before);
}

// The hexes of the members of a set after the first writes to their places.
NodeId AfterWrites::hexes(const Node& like, size_t writes, const std::vector<const Write*>& all, NodeId set) {
  if (writes == 0) {
    Node before;
    before.op = NodeOp::hexes_of;
    before.shape = Shape::set;
    before.kind = language::kind_hex;
    before.ref = like.ref;
    before.args = {set};
    return g_.make(std::move(before));
  }
  const Write& last = *all[writes - 1];
  const int32_t kind = g_[set].kind;
  const NodeId member = last.index.back();
  const NodeId there =
      g_.choose(g_.op(NodeOp::contains, {set, member}), hex_of(last.value), g_.empty_set(language::kind_hex));
  const NodeId written = g_.set_op(NodeOp::unite, language::kind_hex,
                                   {hexes(like, writes - 1, all, without(kind, set, member)), there});
  if (last.when == no_node) return written;
  return g_.choose(last.when, written, hexes(like, writes - 1, all, set));
}

// The members of a set that stand on one of these hexes, likewise.
NodeId AfterWrites::standing(const Node& like, size_t writes, const std::vector<const Write*>& all,
                             NodeId set, NodeId where) {
  if (writes == 0) {
    Node before;
    before.op = NodeOp::on_hexes;
    before.shape = Shape::set;
    before.kind = like.kind;
    before.ref = like.ref;
    before.args = {set, where};
    return g_.make(std::move(before));
  }
  const Write& last = *all[writes - 1];
  const int32_t kind = like.kind;
  const NodeId member = last.index.back();
  const NodeId stands = g_.all_of(
      {g_.op(NodeOp::contains, {set, member}), g_.op(NodeOp::contains_location, {where, last.value})});
  const NodeId written = g_.set_op(NodeOp::unite, kind,
                                   {standing(like, writes - 1, all, without(kind, set, member), where),
                                    g_.choose(stands, one(kind, member), g_.empty_set(kind))});
  if (last.when == no_node) return written;
  return g_.choose(last.when, written, standing(like, writes - 1, all, set, where));
}

std::optional<NodeId> AfterWrites::changed(const Node& node) {
  Node copy = node;
  const auto renew = [&](VariableId& var) {
    if (var < 0) return;
    const VariableId fresh = g_.fresh(g_.variables[static_cast<size_t>(var)]);
    named_[var] = g_.variable(fresh);
    var = fresh;
  };
  switch (node.op) {
    case NodeOp::variable:
      return named_.at(node.ref);
    case NodeOp::legal:
    case NodeOp::field_cost:
    case NodeOp::field_set:
    case NodeOp::crowded:
      return std::nullopt;
    case NodeOp::call:
      return value(g_.instantiate(language::DefinitionId(node.ref), node.args));
    case NodeOp::kept_set: {
      const KeptSet set = g_.kept[static_cast<size_t>(node.ref)];
      std::vector<std::pair<VariableId, NodeId>> arguments;
      for (size_t i = 0; i < set.params.size(); ++i) arguments.emplace_back(set.params[i], node.args[i]);
      return value(g_.rewrite(set.set, arguments));
    }
    case NodeOp::let:
    case NodeOp::if_hex:
      renew(copy.ref);
      break;
    default:
      if (node.at >= 0) {  // goes by the places of what it binds
        const int32_t places = g_.places_of(node);
        if (is_lost(places) || !of(places).empty()) return std::nullopt;
      }
      if (node.var >= 0) renew(copy.var), renew(copy.at);
      break;
  }
  for (NodeId& arg : copy.args) {
    const auto made = value(arg);
    if (!made) return std::nullopt;
    arg = *made;
  }
  copy.free.clear(), copy.reads.clear();
  copy.can_fault = copy.may_be_never = false;

  const bool of_places =
      node.op == NodeOp::hexes_of || node.op == NodeOp::on_hexes;  // whose items are places of a kind
  const bool reads = of_places || node.op == NodeOp::cell || node.op == NodeOp::bit ||
                     node.op == NodeOp::set_cell || node.op == NodeOp::bit_row ||
                     node.op == NodeOp::compare_cells;
  if (!reads) return g_.make(std::move(copy));
  const int32_t item = of_places ? g_.items.place(node.ref) : node.ref;
  if (is_lost(item)) return std::nullopt;
  const std::vector<const Write*> all = of(item);
  switch (node.op) {
    case NodeOp::cell:
    case NodeOp::bit:
    case NodeOp::set_cell: {
      const std::vector<NodeId> index = copy.args;
      const int32_t kind = copy.kind;
      NodeId now = g_.make(std::move(copy));
      for (const Write* one : all) {
        NodeId written = one->value;
        if (one->mode == AssignMode::add)
          written = g_.set_op(NodeOp::unite, kind, {now, one->value});
        else if (one->mode != AssignMode::set)
          written =
              g_.set_op(NodeOp::intersect, kind, {now, g_.set_op(NodeOp::complement, kind, {one->value})});
        now = g_.choose(when(*one, same(index, one->index, index.size())), written, now);
      }
      return now;
    }
    case NodeOp::bit_row: {
      const std::vector<NodeId> index = copy.args;
      const int32_t kind = copy.kind;
      NodeId now = g_.make(std::move(copy));
      for (const Write* write : all) {
        const NodeId member = write->index.back();
        const NodeId with = g_.set_op(NodeOp::unite, kind, {now, one(kind, member)});
        now = g_.choose(when(*write, same(index, write->index, index.size())),
                        g_.choose(write->value, with, without(kind, now, member)), now);
      }
      return now;
    }
    case NodeOp::compare_cells:
      return compared(copy, all.size(), all, copy.args.back());
    case NodeOp::hexes_of:
      return hexes(copy, all.size(), all, copy.args[0]);
    case NodeOp::on_hexes:
      return standing(copy, all.size(), all, copy.args[0], copy.args[1]);
    default:
      return std::nullopt;
  }
}

// A part that can fault is not asked, and nothing that is asked after it: the text might have come to the fault.
NodeId AfterWrites::surely(NodeId id, bool holds) {
  const Node node = g_[id];
  if (node.can_fault && node.op != NodeOp::all_of && node.op != NodeOp::any_of && node.op != NodeOp::not_)
    return g_.no();
  switch (node.op) {
    case NodeOp::not_:
      return surely(node.args[0], !holds);
    case NodeOp::all_of:
    case NodeOp::any_of: {
      std::vector<NodeId> parts;
      const bool each = (node.op == NodeOp::all_of) == holds;
      for (const NodeId arg : node.args) {
        const bool faulty = g_[arg].can_fault;
        parts.push_back(surely(arg, holds));
        if (faulty && !each) break;
      }
      return each ? g_.all_of(std::move(parts)) : g_.any_of(std::move(parts));
    }
    case NodeOp::choose_if: {
      const NodeId then = surely(node.args[1], holds), otherwise = surely(node.args[2], holds);
      const auto condition = value(node.args[0]);
      return condition ? g_.choose(*condition, then, otherwise) : g_.all_of({then, otherwise});
    }
    default: {
      const auto made = value(id);
      if (!made) return g_.no();
      return holds ? *made : g_.negation(*made);
    }
  }
}

}  // namespace casebook::runtime::compiled
