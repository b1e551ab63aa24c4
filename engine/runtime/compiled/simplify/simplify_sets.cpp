// SPDX-License-Identifier: Apache-2.0
// The algebra of sets: what a node of sets equals that is already known or simpler.

#include <algorithm>
#include <bit>

#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

NodeId Graph::simplify_contains(Node& n) {
  if (n.op == NodeOp::row_bit || n.op == NodeOp::contains) {
    if ((*this)[n.args.back()].op == NodeOp::variable && (*this)[n.args.back()].can_fault) return no_node;
  }
  if (n.op == NodeOp::row_bit) {
    const RowTable& t = row_tables[static_cast<size_t>(n.ref)];
    int64_t at = 0;
    for (size_t i = 0; i < n.args.size(); ++i) {
      const Node& a = (*this)[n.args[i]];
      if (a.op != NodeOp::constant) return no_node;
      if (i + 1 == n.args.size()) {
        const int64_t member = a.value;
        if (member < 0 || member >= static_cast<int64_t>(t.words) * 64) return no_node;
        const uint64_t word = image[static_cast<Address>(t.first_word + static_cast<uint64_t>(at) * t.words +
                                                         static_cast<uint64_t>(member >> 6))];
        return constant(static_cast<int64_t>((word >> (member & 63)) & 1U));
      }
      const int64_t k = a.value - t.low[i];
      if (k < 0 || k >= t.size[i]) return no_node;
      at = at * t.size[i] + k;
    }
    return no_node;
  }

  const NodeId set_id = n.args[0], member = n.args[1];
  const Node set = (*this)[set_id];
  if (set.can_fault || (*this)[member].can_fault) return no_node;
  if (is_empty_set(set_id)) return no();
  if (n.op == NodeOp::contains_location) {
    const Node& m = (*this)[member];
    if (m.high < scenario.size(language::kind_hex) && m.low >= 0)
      return op(NodeOp::contains, {set_id, member});
    return no_node;
  }
  switch (set.op) {
    case NodeOp::constant_set: {
      if (is_full_set(set_id)) return yes();
      const Node& m = (*this)[member];
      if (m.op != NodeOp::constant) return no_node;
      return constant(
          static_cast<int64_t>((pooled(set.ref)[static_cast<size_t>(m.value >> 6)] >> (m.value & 63)) & 1U));
    }
    case NodeOp::row: {
      Node bit;
      bit.op = NodeOp::row_bit;
      bit.ref = set.ref;
      bit.args = set.args;
      bit.args.push_back(member);
      return make(std::move(bit));
    }
    case NodeOp::bit_row: {
      Node bit;
      bit.op = NodeOp::bit;
      bit.ref = set.ref;
      bit.args = set.args;
      bit.args.push_back(member);
      return make(std::move(bit));
    }
    case NodeOp::compare_cells: {
      Node cell;
      cell.op = NodeOp::cell;
      cell.ref = set.ref;
      cell.args = set.args;
      const NodeId value = cell.args.back();
      cell.args.back() = member;
      const NodeId c = make(std::move(cell));
      switch (static_cast<Compare>(set.mode)) {
        case Compare::equal:
          return op(NodeOp::equal, {c, value});
        case Compare::not_equal:
          return negation(op(NodeOp::equal, {c, value}));
        case Compare::less:
          return op(NodeOp::less, {c, value});
        case Compare::less_equal:
          return op(NodeOp::less_equal, {c, value});
        case Compare::greater:
          return op(NodeOp::less, {value, c});
        case Compare::greater_equal:
          return op(NodeOp::less_equal, {value, c});
      }
      return no_node;
    }
    case NodeOp::members: {
      std::vector<NodeId> any;
      for (const NodeId a : set.args) any.push_back(op(NodeOp::equal, {a, member}));
      return any_of(std::move(any));
    }
    case NodeOp::unite:
    case NodeOp::intersect: {
      std::vector<NodeId> parts;
      for (const NodeId a : set.args) parts.push_back(op(NodeOp::contains, {a, member}));
      return set.op == NodeOp::unite ? any_of(std::move(parts)) : all_of(std::move(parts));
    }
    case NodeOp::complement:
      return negation(op(NodeOp::contains, {set.args[0], member}));
    case NodeOp::choose_if:
      return choose(set.args[0], op(NodeOp::contains, {set.args[1], member}),
                    op(NodeOp::contains, {set.args[2], member}));
    case NodeOp::filter:
      if (set.at >= 0) return no_node;
      return all_of({op(NodeOp::contains, {set.args[0], member}), rewrite(set.args[1], {{set.var, member}})});
    case NodeOp::on_hexes: {
      Node in;
      in.op = NodeOp::contains_location;
      in.args = {set.args[1], place_of(set.ref, member)};
      return all_of({op(NodeOp::contains, {set.args[0], member}), make(std::move(in))});
    }
    case NodeOp::ball:
      return op(NodeOp::less_equal, {op(NodeOp::distance, {set.args[0], member}), set.args[1]});
    default:
      return no_node;
  }
}

// The hexes of a fixed set, or of one of a few fixed sets, are kept: the units of a side, say.
NodeId Graph::kept_hexes(const Node& n) {
  constexpr int64_t most_rows = 64;
  if (keeping_) return no_node;
  const Node set = (*this)[n.args[0]];
  if (set.op != NodeOp::constant_set && set.op != NodeOp::row) return no_node;
  NodeId of = n.args[0];
  KeptSet made;
  made.kind = language::kind_hex;
  if (set.op == NodeOp::row) {
    const RowTable table = row_tables[static_cast<size_t>(set.ref)];
    for (size_t i = 0; i < set.args.size(); ++i) {
      const Node& arg = (*this)[set.args[i]];
      made.rows *= std::max<int64_t>(table.size[i], 1);
      if (arg.can_fault || arg.low < table.low[i] || arg.high >= table.low[i] + table.size[i] ||
          arg.may_be_never || made.rows > most_rows)
        return no_node;
    }
    made.low = table.low;
    made.size = table.size;
    of = set.ref;
  }
  const std::pair<int32_t, NodeId> key{n.ref, set.op == NodeOp::row ? -1 - of : of};
  auto known = hexes_kept_.find(key);
  if (known == hexes_kept_.end()) {
    Node hexes = n;
    if (set.op == NodeOp::row) {
      Node row = set;
      for (size_t i = 0; i < set.args.size(); ++i) {
        Variable like;
        like.low = made.low[i];
        like.high = made.low[i] + made.size[i] - 1;
        made.params.push_back(fresh(like));
        row.args[i] = variable(made.params.back());
      }
      hexes.args = {make(std::move(row))};
    }
    keeping_ = true;
    made.set = make(std::move(hexes));
    keeping_ = false;
    known = hexes_kept_.emplace(key, static_cast<int32_t>(kept.size())).first;
    kept.push_back(std::move(made));
  }
  Node look;
  look.op = NodeOp::kept_set;
  look.shape = Shape::set;
  look.kind = language::kind_hex;
  look.ref = known->second;
  look.args = set.op == NodeOp::row ? set.args : std::vector<NodeId>{};
  return make(std::move(look));
}

// Whether a set never has this member: the complement of its set, or a row of a table that has it in no row of its
// own, such as the other units of its side.
bool Graph::excludes(NodeId set, NodeId member) {
  const Node& n = (*this)[set];
  if (n.op == NodeOp::complement) {
    const Node& out = (*this)[n.args[0]];
    return out.op == NodeOp::members && std::find(out.args.begin(), out.args.end(), member) != out.args.end();
  }
  if (n.op != NodeOp::row || n.args.size() != 1 || n.args[0] != member) return false;
  const RowTable& table = row_tables[static_cast<size_t>(n.ref)];
  if (table.low[0] != 0 || table.size[0] > scenario.size(n.kind)) return false;
  for (int64_t i = 0; i < table.size[0]; ++i) {
    const uint64_t word = image[static_cast<Address>(
        table.first_word + static_cast<uint64_t>(i) * table.words + static_cast<uint64_t>(i >> 6))];
    if (((word >> (i & 63)) & 1U) != 0) return false;
  }
  return true;
}

// Of an intersection: parts without what another part never has. True where something went.
bool Graph::drop_excluded(int32_t kind, std::vector<NodeId>& parts) {
  const auto is_excluded = [&](size_t except, NodeId member) {
    for (size_t k = 0; k < parts.size(); ++k)
      if (k != except && excludes(parts[k], member)) return true;
    return false;
  };
  for (size_t i = 0; i < parts.size(); ++i) {
    const Node part = (*this)[parts[i]];
    if (part.op == NodeOp::unite) {
      std::vector<NodeId> rest;
      for (const NodeId one : part.args) {
        const Node set = (*this)[one];
        const bool gone =
            set.op == NodeOp::members &&
            std::all_of(set.args.begin(), set.args.end(), [&](NodeId m) { return is_excluded(i, m); });
        if (!gone) rest.push_back(one);
      }
      if (rest.size() == part.args.size()) continue;
      parts[i] = set_op(NodeOp::unite, kind, std::move(rest));
      return true;
    }
    if (part.op == NodeOp::complement && (*this)[part.args[0]].op == NodeOp::members) {
      const std::vector<NodeId> out = (*this)[part.args[0]].args;
      if (!std::all_of(out.begin(), out.end(), [&](NodeId m) {
            for (size_t k = 0; k < parts.size(); ++k)
              if (k != i && (*this)[parts[k]].op == NodeOp::row && excludes(parts[k], m)) return true;
            return false;
          }))
        continue;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
  }
  return false;
}

NodeId Graph::simplify_set(Node& n) {
  const auto arg = [&](size_t i) -> const Node& { return (*this)[n.args[i]]; };
  const auto faulty = [&](NodeId id) { return (*this)[id].can_fault; };
  switch (n.op) {
    case NodeOp::complement:
      if (is_empty_set(n.args[0])) return all_members(n.kind);
      if (arg(0).op == NodeOp::complement) return arg(0).args[0];
      if (arg(0).op == NodeOp::constant_set) {
        std::vector<uint64_t> words = pooled((*this)[all_members(n.kind)].ref);
        const std::vector<uint64_t>& out = pooled(arg(0).ref);
        for (size_t i = 0; i < words.size(); ++i) words[i] &= ~out[i];
        return constant_set(n.kind, words);
      }
      return no_node;
    case NodeOp::unite:
    case NodeOp::intersect: {
      const bool both = n.op == NodeOp::intersect;
      std::vector<NodeId> flat;
      bool any_fault = false;
      std::vector<uint64_t> folded;
      const std::function<void(NodeId)> add = [&](NodeId a) {
        if ((*this)[a].op == n.op) {
          const std::vector<NodeId> inner = (*this)[a].args;
          for (const NodeId b : inner) add(b);
          return;
        }
        if ((*this)[a].op == NodeOp::constant_set) {
          const std::vector<uint64_t>& words = pooled((*this)[a].ref);
          if (folded.empty())
            folded = words;
          else
            for (size_t i = 0; i < words.size(); ++i)
              folded[i] = both ? folded[i] & words[i] : folded[i] | words[i];
          return;
        }
        if (!faulty(a) && std::find(flat.begin(), flat.end(), a) != flat.end()) return;
        any_fault = any_fault || faulty(a);
        flat.push_back(a);
      };
      const std::vector<NodeId> args = n.args;
      for (const NodeId a : args) add(a);
      if (!folded.empty()) {
        const NodeId c = constant_set(n.kind, folded);
        if (!any_fault && (both ? is_empty_set(c) : is_full_set(c))) return c;
        if (!(both ? is_full_set(c) : is_empty_set(c)) || flat.empty()) flat.insert(flat.begin(), c);
      }
      if (flat.empty()) return both ? all_members(n.kind) : empty_set(n.kind);
      if (flat.size() == 1) return flat[0];
      if (both && !any_fault && drop_excluded(n.kind, flat)) return set_op(NodeOp::intersect, n.kind, flat);
      if (both &&
          !any_fault) {  // what belongs under a condition goes there, so that it is not computed in vain
        for (size_t i = 0; i < flat.size(); ++i) {
          const Node part = (*this)[flat[i]];
          if (part.op != NodeOp::choose_if) continue;
          const bool then_empty = is_empty_set(part.args[1]), else_empty = is_empty_set(part.args[2]);
          if (!then_empty && !else_empty) continue;
          std::vector<NodeId> rest = flat;
          rest[i] = then_empty ? part.args[2] : part.args[1];
          const NodeId inside = set_op(NodeOp::intersect, n.kind, rest);
          return then_empty ? choose(part.args[0], part.args[1], inside)
                            : choose(part.args[0], inside, part.args[2]);
        }
      }
      n.args = std::move(flat);
      return no_node;
    }
    case NodeOp::is_empty: {
      if (arg(0).op == NodeOp::constant_set) return constant(is_empty_set(n.args[0]) ? 1 : 0);
      if (faulty(n.args[0])) return no_node;
      // Nodes move when one is made.
      const Node set = arg(0);  // NOLINT(performance-unnecessary-copy-initialization)
      if (set.op == NodeOp::choose_if)
        return choose(set.args[0], op(NodeOp::is_empty, {set.args[1]}), op(NodeOp::is_empty, {set.args[2]}));
      if (set.op == NodeOp::unite) {
        std::vector<NodeId> all;
        for (const NodeId a : set.args) all.push_back(op(NodeOp::is_empty, {a}));
        return all_of(std::move(all));
      }
      if (set.op == NodeOp::members) {
        for (const NodeId a : set.args)
          if ((*this)[a].low >= 0) return no();
      }
      if (set.op == NodeOp::on_hexes) {  // of one member: whether it stands there
        const Node from = (*this)[set.args[0]];
        const auto one_of = [&](NodeId part) {
          const Node& one = (*this)[part];
          return one.op == NodeOp::members && one.args.size() == 1 && (*this)[one.args[0]].low >= 0
                     ? one.args[0]
                     : no_node;
        };
        NodeId member = one_of(set.args[0]);
        for (size_t i = 0; from.op == NodeOp::intersect && member == no_node && i < from.args.size(); ++i)
          member = one_of(from.args[i]);
        if (member != no_node) {
          Node stands;
          stands.op = NodeOp::contains_location;
          stands.args = {set.args[1], place_of(set.ref, member)};
          const NodeId there = make(std::move(stands));
          return negation(all_of({op(NodeOp::contains, {set.args[0], member}), there}));
        }
      }
      if (set.op == NodeOp::intersect) {  // a set of one member: ask of that member
        for (size_t i = 0; i < set.args.size(); ++i) {
          const Node one = (*this)[set.args[i]];
          if (one.op != NodeOp::members || one.args.size() != 1 || (*this)[one.args[0]].low < 0) continue;
          std::vector<NodeId> all;
          for (size_t j = 0; j < set.args.size(); ++j)
            if (j != i) all.push_back(op(NodeOp::contains, {set.args[j], one.args[0]}));
          return negation(all_of(std::move(all)));
        }
      }
      return no_node;
    }
    case NodeOp::count:
      if (arg(0).op == NodeOp::constant_set) {
        int64_t sum = 0;
        for (const uint64_t w : pooled(arg(0).ref)) sum += std::popcount(w);
        return constant(sum);
      }
      return no_node;
    case NodeOp::set_equal:
      if (n.args[0] == n.args[1] && !faulty(n.args[0])) return yes();
      return no_node;
    case NodeOp::subset:
      if (n.args[0] == n.args[1] && !faulty(n.args[0])) return yes();
      if (is_empty_set(n.args[0]) && !faulty(n.args[1])) return yes();
      return no_node;
    case NodeOp::members: {
      if (n.args.empty()) return empty_set(n.kind);
      std::vector<uint64_t> words(words_of(n.kind), 0);
      for (const NodeId a : n.args) {
        const Node& m = (*this)[a];
        if (m.op != NodeOp::constant) return no_node;
        if (m.value >= 0) words[static_cast<size_t>(m.value >> 6)] |= uint64_t{1} << (m.value & 63);
      }
      return constant_set(n.kind, words);
    }
    case NodeOp::row: {
      const RowTable t = row_tables[static_cast<size_t>(n.ref)];
      int64_t at = 0;
      for (size_t i = 0; i < n.args.size(); ++i) {
        const Node& a = arg(i);
        if (a.op != NodeOp::constant) return no_node;
        const int64_t k = a.value - t.low[i];
        if (k < 0 || k >= t.size[i]) return no_node;
        at = at * t.size[i] + k;
      }
      std::vector<uint64_t> words;
      for (uint32_t i = 0; i < t.words; ++i)
        words.push_back(image[static_cast<Address>(t.first_word + static_cast<uint64_t>(at) * t.words + i)]);
      return constant_set(n.kind, words);
    }
    case NodeOp::hexes_of:
      return is_empty_set(n.args[0]) ? empty_set(language::kind_hex) : kept_hexes(n);
    case NodeOp::on_hexes:
      if (is_empty_set(n.args[0]) || (is_empty_set(n.args[1]) && !faulty(n.args[0])))
        return empty_set(n.kind);
      return no_node;
    case NodeOp::image_of_rows:
      return is_empty_set(n.args[0]) ? empty_set(n.kind) : no_node;
    case NodeOp::exists:
      if (is_constant(n.args[1], 0) && !faulty(n.args[0])) return no();
      return no_node;
    case NodeOp::filter:
      if (is_constant(n.args[1], 0) && !faulty(n.args[0])) return empty_set(n.kind);
      if (is_constant(n.args[1], 1) && n.at < 0) return n.args[0];
      return no_node;
    default:
      return no_node;
  }
}

}  // namespace casebook::runtime::compiled
