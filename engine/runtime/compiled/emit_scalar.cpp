// SPDX-License-Identifier: Apache-2.0
// Numbers and conditions.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

namespace {

int64_t offset_of(const std::vector<int64_t>& low, const std::vector<int64_t>& size, size_t count) {
  int64_t at = 0;
  for (size_t i = 0; i < count; ++i) at = at * size[i] + low[i];
  return at;
}

}  // namespace

void Emitter::scalar_to(NodeId id, Address to) {
  const Node n = g_[id];
  const auto arg = [&](size_t i) { return value(n.args[i]); };
  const auto never = [&](size_t i) { return g_[n.args[i]].may_be_never; };
  const auto two = [&](Operation op) {
    const Address a = arg(0);
    put(op, to, a, arg(1));
  };
  switch (n.op) {
    case NodeOp::cell: {
      const Slot slot = slot_of(n.ref);
      const auto first = static_cast<int32_t>(slot.first);
      if (n.args.empty()) {
        put(Operation::load_cell, to, first);
      } else if (n.args.size() == 2 && slot.strides[1] == 1 && slot.width == 1) {
        const Address a = arg(0), b = arg(1);
        put(Operation::load_cell_at2, to, first, a);
        more(static_cast<int32_t>(slot.strides[0]), b);
      } else {
        const Address at = state_index(slot, n.args, n.args.size());
        put(Operation::load_cell_at, to, first, at);
      }
      return;
    }
    case NodeOp::table: {
      const ValueTable& t = g_.value_tables[static_cast<size_t>(n.ref)];
      const auto first =
          static_cast<int32_t>(static_cast<int64_t>(t.first_cell) - offset_of(t.low, t.size, t.low.size()));
      if (t.may_be_silent) {
        const int32_t label = n.label;
        const Address at = index_of(t.low, t.size, n.args, n.args.size());
        put(Operation::load_silent, to, first, at);
        more(label);
      } else if (n.args.size() == 2) {
        const auto stride = static_cast<int32_t>(t.size[1]);
        const Address a = arg(0), b = arg(1);
        put(Operation::load_cell_at2, to, first, a);
        more(stride, b);
      } else {
        const Address at = index_of(t.low, t.size, n.args, n.args.size());
        put(Operation::load_cell_at, to, first, at);
      }
      return;
    }
    case NodeOp::add:
      two(never(0) || never(1) ? Operation::add_never : Operation::add);
      return;
    case NodeOp::subtract:
      two(never(0) ? Operation::subtract_never : Operation::subtract);
      return;
    case NodeOp::multiply:
      two(Operation::multiply);
      return;
    case NodeOp::minimum:
      two(Operation::minimum);
      return;
    case NodeOp::maximum:
      two(Operation::maximum);
      return;
    case NodeOp::negate:
      put(Operation::negate, to, arg(0));
      return;
    case NodeOp::rescale:
      put(never(0) ? Operation::rescale_never : Operation::multiply, to, arg(0), constant(n.value));
      return;
    case NodeOp::round: {
      const Address a = arg(0);
      put(Operation::round, to, a, constant(n.value), n.mode);
      more(constant(n.value2), never(0) ? 1 : 0);
      return;
    }
    case NodeOp::divide_round: {
      const Address a = arg(0), b = arg(1);
      put(Operation::divide_round, to, a, b, n.mode);
      more(constant(n.value2), n.label);
      return;
    }
    case NodeOp::odds: {
      const Address a = arg(0), d = arg(1);
      const Label otherwise = label(), end = label();
      jump_op(Operation::jump_less_equal, a, constant(0), otherwise);
      jump_op(Operation::jump_less_equal, d, constant(0), otherwise);
      put(Operation::odds, to, a, d, n.mode);
      jump(end);
      bind(otherwise);
      push();
      value_to(n.args[2], to);
      pop();
      bind(end);
      return;
    }
    case NodeOp::check_range: {
      const Address a = arg(0);
      put(Operation::check_range, a, constant(n.value), constant(n.value2), n.mode);
      more(n.label, never(0) ? 1 : 0);
      if (a != to) put(Operation::copy, to, a);
      return;
    }
    case NodeOp::between:
      two(Operation::between);
      return;
    case NodeOp::distance:
      two(Operation::distance);
      return;
    case NodeOp::count: {
      const Address set = arg(0);
      put(Operation::set_count, to, set, 0, words(g_[n.args[0]].kind));
      return;
    }
    case NodeOp::count_loop: {
      put(Operation::copy, to, constant(0));
      loop(n, {n.args[1]}, [&](Label next) {
        branch(n.args[1], false, next);
        put(Operation::add, to, to, constant(1));
      });
      return;
    }
    case NodeOp::total: {
      const bool add_never = never(2);
      const Address sum = temporary();  // `to` may be an operand of what is summed
      put(Operation::copy, sum, constant(0));
      loop(n, {n.args[1], n.args[2]}, [&](Label next) {
        branch(n.args[1], false, next);
        const Address one = value(n.args[2]);
        put(add_never ? Operation::add_never : Operation::add, sum, sum, one);
      });
      put(Operation::copy, to, sum);
      return;
    }
    case NodeOp::field_cost:
      field_cost_to(n, to);
      return;
    case NodeOp::path_start:
      put(Operation::copy, to, arg(0) + 1);
      return;
    case NodeOp::path_length:
      put(Operation::copy, to, arg(0));
      return;
    case NodeOp::path_end:
      put(Operation::path_end, to, arg(0));
      return;
    default:
      boolean_to(id, to);
      return;
  }
}

void Emitter::boolean_to(NodeId id, Address to) {
  const Node n = g_[id];
  const auto two = [&](Operation op, uint32_t size = 0) {
    const Address a = value(n.args[0]);
    put(op, to, a, value(n.args[1]), size);
  };
  switch (n.op) {
    case NodeOp::equal:
      two(Operation::equal);
      return;
    case NodeOp::less:
      two(Operation::less);
      return;
    case NodeOp::less_equal:
      two(Operation::less_equal);
      return;
    case NodeOp::set_equal:
      two(Operation::set_equal, words(g_[n.args[0]].kind));
      return;
    case NodeOp::subset:
      two(Operation::set_subset, words(g_[n.args[0]].kind));
      return;
    case NodeOp::path_equal:
      two(Operation::path_equal);
      return;
    case NodeOp::path_contains:
      two(Operation::path_contains);
      return;
    case NodeOp::contains: {
      const Address set = value(n.args[0]);
      put(Operation::get_bit, to, set, value(n.args[1]));
      return;
    }
    case NodeOp::bit: {
      const Slot slot = slot_of(n.ref);
      const Address at = state_index(slot, n.args, n.args.size());
      put(Operation::get_bit, to, static_cast<int32_t>(slot.first), at);
      return;
    }
    case NodeOp::legal: {
      Routine& r = routine(action_routine_kind, n.ref);
      std::vector<Address> args;
      for (const NodeId a : n.args) args.push_back(value(a));
      for (size_t i = 0; i < args.size(); ++i) {
        const Node& like = g_[n.args[i]];
        copy_to(like, args[i], r.params[i]);
      }
      jump_op(Operation::call, 0, 0, r.label);
      put(Operation::copy, to, r.result);
      return;
    }
    default:
      break;
  }
  // The others are asked in passing.
  const Label end = label();
  const Address flag = temporary();  // `to` may be an operand
  put(Operation::copy, flag, constant(1));
  push();
  branch(id, true, end);
  pop();
  put(Operation::copy, flag, constant(0));
  bind(end);
  put(Operation::copy, to, flag);
}

void Emitter::branch(NodeId id, bool when, Label target) {
  const Node n = g_[id];
  const Graph::From from(g_, n.origin);
  const auto known = known_.find(id);
  if (known != known_.end()) {
    jump_op(when ? Operation::jump_if : Operation::jump_unless, known->second, 0, target);
    return;
  }
  switch (n.op) {
    case NodeOp::constant:
      if ((n.value != 0) == when) jump(target);
      return;
    case NodeOp::not_:
      branch(n.args[0], !when, target);
      return;
    case NodeOp::row_bit:
    case NodeOp::bit:
    case NodeOp::contains:
    case NodeOp::contains_location:
    case NodeOp::equal:
    case NodeOp::less:
    case NodeOp::less_equal:
    case NodeOp::is_empty:
      break;
    default: {
      const NodeId better = tabulated(id);
      if (better != id) {
        branch(better, when, target);
        return;
      }
      break;
    }
  }
  switch (n.op) {
    case NodeOp::all_of:
    case NodeOp::any_of: {
      const bool stops_at = n.op == NodeOp::any_of;  // the value of a part that settles it
      if (stops_at == when) {
        // Every part may jump to the target; those after the first are only asked if the ones before did not.
        for (const NodeId a : n.args) branch(a, when, target);
        return;
      }
      // What any part computes is not known at `out`: a part may jump there half way.
      const Label out = label();
      push();
      for (size_t i = 0; i + 1 < n.args.size(); ++i) branch(n.args[i], stops_at, out);
      branch(n.args.back(), when, target);
      pop();
      bind(out);
      return;
    }
    case NodeOp::choose_if: {
      const Label otherwise = label(), end = label();
      push();
      branch(n.args[0], false, otherwise);
      push();
      branch(n.args[1], when, target);
      pop();
      jump(end);
      pop();
      bind(otherwise);
      push();
      branch(n.args[2], when, target);
      pop();
      bind(end);
      return;
    }
    case NodeOp::let: {
      const Address v = value(n.args[0]);
      bind_variable(n.ref, v);
      branch(n.args[1], when, target);
      unbind_variable(n.ref);
      return;
    }
    case NodeOp::equal: {
      const Address a = value(n.args[0]);
      jump_op(when ? Operation::jump_equal : Operation::jump_not_equal, a, value(n.args[1]), target);
      return;
    }
    case NodeOp::less:
    case NodeOp::less_equal: {
      const Address a = value(n.args[0]), b = value(n.args[1]);
      const bool strict = n.op == NodeOp::less;
      if (when)
        jump_op(strict ? Operation::jump_less : Operation::jump_less_equal, a, b, target);
      else
        jump_op(strict ? Operation::jump_less_equal : Operation::jump_less, b, a, target);
      return;
    }
    case NodeOp::contains: {
      const Address set = value(n.args[0]);
      jump_op(when ? Operation::jump_bit : Operation::jump_no_bit, set, value(n.args[1]), target);
      return;
    }
    case NodeOp::contains_location: {
      const Address set = value(n.args[0]);
      const Address where = value(n.args[1]);
      const Address hexes = constant(g_.scenario.size(language::kind_hex));
      if (when) {
        const Label box = label();
        jump_op(Operation::jump_less_equal, hexes, where, box);
        jump_op(Operation::jump_bit, set, where, target);
        bind(box);
      } else {
        jump_op(Operation::jump_less_equal, hexes, where, target);
        jump_op(Operation::jump_no_bit, set, where, target);
      }
      return;
    }
    case NodeOp::bit: {
      const Slot slot = slot_of(n.ref);
      const Address at = state_index(slot, n.args, n.args.size());
      jump_op(when ? Operation::jump_bit : Operation::jump_no_bit, static_cast<int32_t>(slot.first), at,
              target);
      return;
    }
    case NodeOp::row_bit: {
      const RowTable& t = g_.row_tables[static_cast<size_t>(n.ref)];
      const uint32_t row_words = t.words;
      const auto first = static_cast<int32_t>(static_cast<int64_t>(t.first_word) -
                                              offset_of(t.low, t.size, t.low.size()) * row_words);
      const size_t index = n.args.size() - 1;
      if (index == 0) {
        jump_op(when ? Operation::jump_bit : Operation::jump_no_bit, first, value(n.args[0]), target);
        return;
      }
      const Address row = index_of(t.low, t.size, n.args, index);
      const Address member = value(n.args.back());
      jump_op(when ? Operation::jump_row_bit : Operation::jump_no_row_bit, row, member, target, row_words);
      more(first);
      return;
    }
    case NodeOp::is_empty: {
      const Node set = g_[n.args[0]];
      // Two sets that meet need no set of their own; a filter stops at its first member.
      if (known_.count(n.args[0]) == 0) {
        if (set.op == NodeOp::intersect && set.args.size() == 2 && g_[set.args[0]].op != NodeOp::complement &&
            g_[set.args[1]].op != NodeOp::complement) {
          const Address a = value(set.args[0]), b = value(set.args[1]);
          jump_op(when ? Operation::jump_apart : Operation::jump_meet, a, b, target, words(set.kind));
          return;
        }
        if (set.op == NodeOp::filter) {
          Node some;
          some.op = NodeOp::exists;
          some.var = set.var;
          some.at = set.at;
          some.args = {set.args[0], set.args[1]};
          branch(g_.make(std::move(some)), !when, target);
          return;
        }
      }
      const Address at = value(n.args[0]);
      jump_op(when ? Operation::jump_none : Operation::jump_some, at, 0, target, words(set.kind));
      return;
    }
    case NodeOp::exists: {
      const Label found = label();
      loop(n, {n.args[1]}, [&](Label next) {
        branch(n.args[1], false, next);
        jump(when ? target : found);
      });
      if (!when) jump(target);
      bind(found);
      return;
    }
    case NodeOp::set_equal:
    case NodeOp::subset:
    case NodeOp::path_equal:
    case NodeOp::path_contains:
    case NodeOp::legal:
    case NodeOp::cell:
    case NodeOp::table:
    case NodeOp::variable:
    case NodeOp::call:
    case NodeOp::best:
    case NodeOp::if_hex:
    case NodeOp::fault_unless:
    default:
      jump_op(when ? Operation::jump_if : Operation::jump_unless, value(id), 0, target);
      return;
  }
}

}  // namespace casebook::runtime::compiled
