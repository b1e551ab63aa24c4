// SPDX-License-Identifier: Apache-2.0
// Values: where a node's value is, and what is computed before a loop.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

// The combination of arguments, row major by the sizes; `low` is left to the caller, who knows the first
// cell.
Address Emitter::index_of(const std::vector<int64_t>& low, const std::vector<int64_t>& size,
                          const std::vector<NodeId>& args, size_t count) {
  (void)low;
  if (count == 0) return -1;
  Address at = value(args[0]);
  for (size_t i = 1; i < count; ++i) {
    const Address next = value(args[i]);
    const Address to = temporary();
    put(Operation::index, to, at, static_cast<int32_t>(size[i]));
    more(next);
    at = to;
  }
  return at;
}

Address Emitter::state_index(const Slot& slot, const std::vector<NodeId>& args, size_t count) {
  if (count == 0) return -1;
  std::vector<Address> values;
  for (size_t i = 0; i < count; ++i) values.push_back(value(args[i]));
  Address at = -1;
  for (size_t i = count; i-- > 0;) {
    const uint32_t stride = slot.strides[i];
    if (at < 0 && stride == 1) {
      at = values[i];
      continue;
    }
    const Address to = temporary();
    put(Operation::index, to, values[i], static_cast<int32_t>(stride));
    more(at < 0 ? constant(0) : at);
    at = to;
  }
  return at;
}

Address Emitter::value(NodeId id) {
  const Node& n = g_[id];
  switch (n.op) {
    case NodeOp::constant:
      return constant(n.value);
    case NodeOp::constant_set:
      return static_cast<Address>(g_.pooled_address(n.ref));
    case NodeOp::variable:
      return address_of(n.ref);
    case NodeOp::set_cell:
      if (n.args.empty()) return static_cast<Address>(slot_of(n.ref).first);
      break;
    case NodeOp::bit_row:
      if (n.args.empty()) return static_cast<Address>(slot_of(n.ref).first);
      break;
    case NodeOp::row:
      if (n.args.empty()) return static_cast<Address>(g_.row_tables[static_cast<size_t>(n.ref)].first_word);
      break;
    default:
      break;
  }
  const auto known = known_.find(id);
  if (known != known_.end()) return known->second;
  const NodeId better = tabulated(id);
  if (better != id) return value(better);
  return emit_value(id);
}

Address Emitter::emit_value(NodeId id) {
  const Node& n = g_[id];
  const uint32_t size = n.shape == Shape::set    ? words(n.kind)
                        : n.shape == Shape::path ? static_cast<uint32_t>(path_cells)
                                                 : 1;
  const Address to = temporary(size);
  value_to(id, to);
  if (known_.emplace(id, to).second) trail_.push_back(id);
  return to;
}

Address Emitter::kept_value(NodeId id) {
  const Address at = value(id);
  if (at >= g_.image.first_register()) return at;
  const Node& n = g_[id];
  const Address to = temporary(n.shape == Shape::set ? words(n.kind) : 1);
  copy_to(n, at, to);
  return to;
}

void Emitter::copy_to(const Node& like, Address from, Address to) {
  if (from == to) return;
  switch (like.shape) {
    case Shape::set:
      put(Operation::set_copy, to, from, 0, words(like.kind));
      break;
    case Shape::path:
      put(Operation::copy_path, to, from);
      break;
    default:
      put(Operation::copy, to, from);
      break;
  }
}

void Emitter::value_to(NodeId id, Address to) {
  const Node n = g_[id];
  const Graph::From from(g_, n.origin);
  const bool at_hand =
      n.op == NodeOp::constant || n.op == NodeOp::constant_set || n.op == NodeOp::variable ||
      known_.count(id) != 0 ||
      ((n.op == NodeOp::set_cell || n.op == NodeOp::bit_row || n.op == NodeOp::row) && n.args.empty());
  if (at_hand) {
    copy_to(n, value(id), to);
    return;
  }
  const NodeId better = tabulated(id);
  if (better != id) {
    value_to(better, to);
    return;
  }
  switch (n.op) {
    case NodeOp::choose_if:
      choose_to(n, to);
      return;
    case NodeOp::let: {
      const Address v = value(n.args[0]);
      bind_variable(n.ref, v);
      value_to(n.args[1], to);
      unbind_variable(n.ref);
      return;
    }
    case NodeOp::if_hex: {
      const Address where = value(n.args[0]);
      const Label box = label(), end = label();
      jump_op(Operation::jump_less_equal, constant(g_.scenario.size(language::kind_hex)), where, box);
      push();
      bind_variable(n.ref, where);
      value_to(n.args[1], to);
      unbind_variable(n.ref);
      pop();
      jump(end);
      bind(box);
      push();
      value_to(n.args[2], to);
      pop();
      bind(end);
      return;
    }
    case NodeOp::fault_unless: {
      const Label good = label();
      push();
      branch(n.args[0], true, good);
      pop();
      put(Operation::fault, n.label);
      bind(good);
      value_to(n.args[1], to);
      return;
    }
    case NodeOp::call:
      call_to(n, to);
      return;
    case NodeOp::best:
      best_to(n, to);
      return;
    default:
      break;
  }
  switch (n.shape) {
    case Shape::scalar:
      scalar_to(id, to);
      return;
    case Shape::set:
      set_to(id, to);
      return;
    case Shape::path:
      path_to(id, to);
      return;
    case Shape::range:
      return;
  }
}

void Emitter::choose_to(const Node& n, Address to) {
  const Label otherwise = label(), end = label();
  push();
  branch(n.args[0], false, otherwise);
  push();
  value_to(n.args[1], to);
  pop();
  jump(end);
  pop();
  bind(otherwise);
  push();
  value_to(n.args[2], to);
  pop();
  bind(end);
}

// A part that reads no state is looked up in a table, if its variables have few values.
NodeId Emitter::tabulated(NodeId id) {
  if (!tabulate_inside) return id;
  const auto known = tables_of_.find(id);
  if (known != tables_of_.end()) return known->second;
  const Node n = g_[id];
  NodeId better = id;
  const bool candidate = n.cost > 4 && !n.free.empty() && g_.is_static(id) && n.shape != Shape::path &&
                         n.shape != Shape::range && n.op != NodeOp::table && n.op != NodeOp::row &&
                         n.op != NodeOp::row_bit && n.op != NodeOp::distance;
  if (candidate) {
    int64_t entries = 1;
    bool fits = true;
    for (const VariableId v : n.free) {
      const Variable& var = g_.variables[static_cast<size_t>(v)];
      fits = fits && var.shape == Shape::scalar && !var.may_be_never && var.size() > 0 &&
             var.size() <= (1 << 16);
      if (fits) entries *= var.size();
      fits = fits && entries <= (1 << 16);
    }
    const double set_words = n.shape == Shape::set ? words(n.kind) : 1;
    if (fits && static_cast<double>(entries) * (n.cost + set_words) <= 2e6) {
      const int32_t table = n.shape == Shape::set ? g_.rows_of(id, n.free) : g_.values_of(id, n.free);
      if (table >= 0) {
        Node look;
        look.op = n.shape == Shape::set ? NodeOp::row : NodeOp::table;
        look.shape = n.shape;
        look.kind = n.kind;
        look.ref = table;
        for (const VariableId v : n.free) look.args.push_back(g_.variable(v));
        better = g_.make(std::move(look));
      }
    }
  }
  tables_of_[id] = better;
  return better;
}

// Everything in `body` that is known before the loop and cannot fault is computed before it, unless it costs
// so much that it had better wait until it is needed.
void Emitter::hoist(NodeId id) {
  constexpr double too_dear = 150;
  const Node n = g_[id];
  if (n.op == NodeOp::constant || n.op == NodeOp::constant_set || n.op == NodeOp::variable ||
      n.op == NodeOp::domain_range) {
    if (n.op == NodeOp::domain_range)
      for (const NodeId a : n.args) hoist(a);
    return;
  }
  if (known_.count(id) != 0) return;
  bool settled = true;
  for (const VariableId v : n.free) settled = settled && is_bound(v);
  if (settled && !n.can_fault && n.cost <= too_dear && n.op != NodeOp::field_cost &&
      n.op != NodeOp::field_set && n.op != NodeOp::legal) {
    const NodeId better = tabulated(id);
    const Node& m = g_[better];
    const bool direct =
        (m.op == NodeOp::set_cell || m.op == NodeOp::bit_row || m.op == NodeOp::row) && m.args.empty();
    if (!direct && m.op != NodeOp::complement)
      value(better);
    else if (m.op == NodeOp::complement)
      hoist(m.args[0]);
    return;
  }
  for (const NodeId a : n.args) hoist(a);
}

}  // namespace casebook::runtime::compiled
