// SPDX-License-Identifier: Apache-2.0
// Sets and paths.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

void Emitter::set_operation(Operation general, Address to, Address a, Address b, uint32_t n) {
  Operation op = general;
  if (n == 1) {
    if (general == Operation::set_and) op = Operation::set_and1;
    if (general == Operation::set_or) op = Operation::set_or1;
    if (general == Operation::set_and_not) op = Operation::set_and_not1;
  }
  put(op, to, a, b, n);
}

void Emitter::set_to(NodeId id, Address to) {
  const Node n = g_[id];
  const uint32_t size = words(n.kind);
  const auto arg = [&](size_t i) { return value(n.args[i]); };
  switch (n.op) {
    case NodeOp::set_cell: {
      const Slot slot = slot_of(n.ref);
      const Address at = state_index(slot, n.args, n.args.size());
      put(Operation::set_row, to, static_cast<int32_t>(slot.first), at, size);
      return;
    }
    case NodeOp::bit_row: {
      const Slot slot = slot_of(n.ref);
      const auto members = static_cast<uint32_t>(g_.scenario.size(n.kind));
      // Rows of bits follow one another without a gap: strides count members.
      Address at = -1;
      for (size_t i = n.args.size(); i-- > 0;) {
        const auto stride = static_cast<int32_t>(slot.strides[i] / std::max<uint32_t>(members, 1));
        const Address one = arg(i);
        if (at < 0 && stride == 1) {
          at = one;
          continue;
        }
        const Address sum = temporary();
        put(Operation::index, sum, one, stride);
        more(at < 0 ? constant(0) : at);
        at = sum;
      }
      put(Operation::bit_row, to, static_cast<int32_t>(slot.first), at, size);
      more(0, static_cast<int32_t>(members));
      return;
    }
    case NodeOp::compare_cells: {
      const Slot slot = slot_of(n.ref);
      std::vector<NodeId> index(n.args.begin(), n.args.end() - 1);
      Address at = -1;
      if (!index.empty()) {
        at = temporary();
        Address sum = constant(0);
        for (size_t i = 0; i < index.size(); ++i) {
          const Address one = value(index[i]);
          put(Operation::index, at, one, static_cast<int32_t>(slot.strides[i]));
          more(sum);
          sum = at;
        }
      }
      const Address with = value(n.args.back());
      put(Operation::compare_cells, to, static_cast<int32_t>(slot.first), with, n.mode);
      more(g_.scenario.size(n.kind), at, 1);
      return;
    }
    case NodeOp::row: {
      const RowTable& t = g_.row_tables[static_cast<size_t>(n.ref)];
      int64_t offset = 0;
      for (size_t i = 0; i < t.low.size(); ++i) offset = offset * t.size[i] + t.low[i];
      const auto first = static_cast<int32_t>(static_cast<int64_t>(t.first_word) - offset * t.words);
      const Address at = index_of(t.low, t.size, n.args, n.args.size());
      put(Operation::set_row, to, first, at, size);
      return;
    }
    case NodeOp::members: {
      std::vector<Address> all;
      for (size_t i = 0; i < n.args.size(); ++i) all.push_back(arg(i));
      put(Operation::set_clear, to, 0, 0, size);
      const int32_t members = g_.scenario.size(n.kind);
      for (size_t i = 0; i < all.size(); ++i) {
        const Node& m = g_[n.args[i]];
        const bool sure = m.low >= 0 && m.high < members;
        put(sure ? Operation::set_insert : Operation::set_insert_member, to, all[i], members);
      }
      return;
    }
    case NodeOp::unite:
    case NodeOp::intersect: {
      const bool both = n.op == NodeOp::intersect;
      struct Part {
        Address at;
        bool out;
      };
      std::vector<Part> parts;
      for (const NodeId a : n.args) {
        const Node part = g_[a];
        const bool out = both && part.op == NodeOp::complement && known_.count(a) == 0;
        parts.push_back({value(out ? part.args[0] : a), out});
      }
      size_t first = 0;
      while (first < parts.size() && parts[first].out) ++first;
      Address so_far = first < parts.size() ? parts[first].at : value(g_.all_members(n.kind));
      for (size_t i = 0; i < parts.size(); ++i) {
        if (i == first) continue;
        const Operation op = !both          ? Operation::set_or
                             : parts[i].out ? Operation::set_and_not
                                            : Operation::set_and;
        set_operation(op, to, so_far, parts[i].at, size);
        so_far = to;
      }
      return;
    }
    case NodeOp::complement: {
      const Address out = arg(0);
      set_operation(Operation::set_and_not, to, value(g_.all_members(n.kind)), out, size);
      return;
    }
    case NodeOp::filter: {
      const Address set = temporary(size);
      put(Operation::set_clear, set, 0, 0, size);
      loop(n, {n.args[1]}, [&](Label next) {
        branch(n.args[1], false, next);
        put(Operation::set_insert, set, address_of(n.var));
      });
      put(Operation::set_copy, to, set, 0, size);
      return;
    }
    case NodeOp::filter_best:
      filter_best_to(n, to);
      return;
    case NodeOp::image: {
      const Address set = temporary(size);
      put(Operation::set_clear, set, 0, 0, size);
      loop(n, {n.args[1], n.args[2]}, [&](Label next) {
        branch(n.args[1], false, next);
        const Address member = value(n.args[2]);
        put(Operation::set_insert, set, member);
      });
      put(Operation::set_copy, to, set, 0, size);
      return;
    }
    case NodeOp::union_over: {
      const Address set = temporary(size);
      put(Operation::set_clear, set, 0, 0, size);
      loop(n, {n.args[1], n.args[2]}, [&](Label next) {
        branch(n.args[1], false, next);
        const Address more_members = value(n.args[2]);
        set_operation(Operation::set_or, set, set, more_members, size);
      });
      put(Operation::set_copy, to, set, 0, size);
      return;
    }
    case NodeOp::hexes_of: {
      const Address set = arg(0);
      put(Operation::hexes_of, to, set, static_cast<int32_t>(slot_of(g_.items.place(n.ref)).first), size);
      more(static_cast<int32_t>(words(g_[n.args[0]].kind)), g_.scenario.size(language::kind_hex));
      return;
    }
    case NodeOp::on_hexes: {
      const Address set = arg(0), hexes = arg(1);
      put(Operation::on_hexes, to, set, hexes, size);
      more(static_cast<int32_t>(slot_of(g_.items.place(n.ref)).first), g_.scenario.size(language::kind_hex));
      return;
    }
    case NodeOp::crowded: {
      const Address set = arg(0), number = arg(1);
      put(Operation::crowded, to, set, number, n.mode);
      more(static_cast<int32_t>(words(g_[n.args[0]].kind)),
           static_cast<int32_t>(slot_of(g_.items.place(n.ref)).first), g_.scenario.size(language::kind_hex));
      return;
    }
    case NodeOp::image_of_rows: {
      const RowTable t = g_.row_tables[static_cast<size_t>(n.ref)];
      const Address set = arg(0);
      if (n.ref == g_.neighbour_rows) {
        const Address from = set == to ? temporary(size) : to;
        put(Operation::neighbours_of, from, set, 0, size);
        if (from != to) put(Operation::set_copy, to, from, 0, size);
        return;
      }
      put(Operation::union_rows, to, set, static_cast<int32_t>(t.first_word), size);
      more(static_cast<int32_t>(words(g_[n.args[0]].kind)));
      return;
    }
    case NodeOp::ball: {
      const Address hex = arg(0), most = arg(1);
      put(Operation::ball, to, hex, most, size);
      return;
    }
    case NodeOp::kept_set:
    case NodeOp::field_set: {
      Routine& r = routine(n.op == NodeOp::kept_set ? kept_routine_kind : field_routine_kind, n.ref);
      std::vector<Address> args;
      for (const NodeId a : n.args) args.push_back(value(a));
      const Address row = n.op == NodeOp::kept_set ? kept_row(n) : field_row_index(n);
      const Label good = label();
      if (row >= 0) {
        put(Operation::kept_try, r.room, row, to);
        fixups_.emplace_back(p_.code.size(), good);
        more(0);
      }
      for (size_t i = 0; i < args.size(); ++i) copy_to(g_[n.args[i]], args[i], r.params[i]);
      jump_op(Operation::call, 0, 0, r.label);
      put(Operation::set_copy, to, r.result, 0, size);
      bind(good);
      return;
    }
    default:
      return;
  }
}

void Emitter::path_to(NodeId id, Address to) {
  const Node n = g_[id];
  if (n.op != NodeOp::cell) return;
  const Slot slot = slot_of(n.ref);
  Address at = -1;
  if (!n.args.empty()) {
    std::vector<NodeId> args = n.args;
    at = state_index(slot, args, args.size());
  }
  put(Operation::load_path, to, static_cast<int32_t>(slot.first), at);
}

}  // namespace casebook::runtime::compiled
