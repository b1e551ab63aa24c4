// SPDX-License-Identifier: Apache-2.0
// What a node equals that is already known or simpler. Nothing here may lose a fault: an argument that can
// fault stays where it is evaluated, unless what precedes it makes its evaluation impossible.

#include <algorithm>

#include "engine/runtime/compiled/arithmetic.h"
#include "engine/runtime/compiled/graph.h"

namespace casebook::runtime::compiled {

using language::never_value;

NodeId Graph::simplify(Node& n) {
  switch (n.op) {
    case NodeOp::all_of:
    case NodeOp::any_of:
    case NodeOp::not_:
    case NodeOp::choose_if:
      return simplify_logic(n);
    case NodeOp::equal:
    case NodeOp::less:
    case NodeOp::less_equal:
    case NodeOp::add:
    case NodeOp::subtract:
    case NodeOp::negate:
    case NodeOp::multiply:
    case NodeOp::rescale:
    case NodeOp::round:
    case NodeOp::minimum:
    case NodeOp::maximum:
    case NodeOp::check_range:
    case NodeOp::between:
    case NodeOp::distance:
    case NodeOp::table:
    case NodeOp::fault_unless:
      return simplify_number(n);
    case NodeOp::contains:
    case NodeOp::contains_location:
    case NodeOp::row_bit:
      return simplify_contains(n);
    case NodeOp::unite:
    case NodeOp::intersect:
    case NodeOp::complement:
    case NodeOp::is_empty:
    case NodeOp::count:
    case NodeOp::set_equal:
    case NodeOp::subset:
    case NodeOp::members:
    case NodeOp::row:
    case NodeOp::hexes_of:
    case NodeOp::on_hexes:
    case NodeOp::image_of_rows:
    case NodeOp::ball:
    case NodeOp::exists:
    case NodeOp::filter:
      return simplify_set(n);
    case NodeOp::let:
      // A value that cannot fault and is at hand needs no name.
      if (!(*this)[n.args[0]].can_fault && (!mentions(n.args[1], n.ref))) return n.args[1];
      return no_node;
    default:
      return no_node;
  }
}

NodeId Graph::simplify_logic(Node& n) {
  switch (n.op) {
    case NodeOp::all_of:
    case NodeOp::any_of: {
      const bool conjunction = n.op == NodeOp::all_of;
      std::vector<NodeId> flat;
      bool cut = false, faulty = false;
      const std::function<void(NodeId)> add = [&](NodeId a) {
        if (cut) return;
        const Node& arg = (*this)[a];
        if (arg.op == n.op) {
          const std::vector<NodeId> inner = arg.args;
          for (const NodeId b : inner) add(b);
          return;
        }
        if (arg.op == NodeOp::constant) {
          if ((arg.value != 0) == conjunction) return;
          if (!faulty) flat.clear();
          flat.push_back(a);
          cut = true;
          return;
        }
        if (!arg.can_fault && std::find(flat.begin(), flat.end(), a) != flat.end()) return;
        faulty = faulty || arg.can_fault;
        flat.push_back(a);
      };
      const std::vector<NodeId> args = n.args;
      for (const NodeId a : args) add(a);
      if (flat.empty()) return constant(conjunction ? 1 : 0);
      if (flat.size() == 1) return flat[0];
      n.args = std::move(flat);
      return no_node;
    }
    case NodeOp::not_: {
      const Node& a = (*this)[n.args[0]];
      if (a.op == NodeOp::constant) return constant(a.value != 0 ? 0 : 1);
      if (a.op == NodeOp::not_) return a.args[0];
      return no_node;
    }
    default: {  // choose_if
      const Node& c = (*this)[n.args[0]];
      const NodeId condition = n.args[0], then = n.args[1], otherwise = n.args[2];
      if (c.op == NodeOp::constant) return c.value != 0 ? then : otherwise;
      if (then == otherwise && !c.can_fault) return then;
      if (c.op == NodeOp::not_) return choose(c.args[0], otherwise, then);
      if (n.shape == Shape::scalar) {
        const auto boolean = [&](NodeId id) {
          return (*this)[id].low >= 0 && (*this)[id].high <= 1 && !(*this)[id].may_be_never;
        };
        if (boolean(then) && boolean(otherwise)) {
          if (is_constant(then, 1) && is_constant(otherwise, 0)) return condition;
          if (is_constant(then, 0) && is_constant(otherwise, 1)) return negation(condition);
          if (is_constant(otherwise, 0)) return all_of({condition, then});
          if (is_constant(then, 1)) return any_of({condition, otherwise});
          if (is_constant(then, 0)) return all_of({negation(condition), otherwise});
          if (is_constant(otherwise, 1)) return any_of({negation(condition), then});
        }
      }
      return no_node;
    }
  }
}

NodeId Graph::simplify_number(Node& n) {
  const auto arg = [&](size_t i) -> const Node& { return (*this)[n.args[i]]; };
  const auto all_constant = [&] {
    return std::all_of(n.args.begin(), n.args.end(),
                       [&](NodeId a) { return (*this)[a].op == NodeOp::constant; });
  };
  const auto boolean = [&](NodeId id) {
    return (*this)[id].low >= 0 && (*this)[id].high <= 1 && !(*this)[id].may_be_never;
  };
  switch (n.op) {
    case NodeOp::equal:
      if (n.args[0] == n.args[1] && !arg(0).can_fault) return yes();
      if (all_constant()) return constant(arg(0).value == arg(1).value ? 1 : 0);
      for (size_t i = 0; i < 2; ++i) {
        const Node &c = arg(i), &x = arg(1 - i);
        if (c.op != NodeOp::constant) continue;
        if (!x.can_fault && c.value != never_value && (c.value < x.low || c.value > x.high)) return no();
        if (!x.can_fault && c.value == never_value && !x.may_be_never) return no();
        if (boolean(n.args[1 - i]) && (c.value == 0 || c.value == 1))
          return c.value == 1 ? n.args[1 - i] : negation(n.args[1 - i]);
        // if p then a else b = c, with a and b constants
        if (x.op == NodeOp::choose_if && x.shape == Shape::scalar) {
          const Node &t = (*this)[x.args[1]], &e = (*this)[x.args[2]];
          if (t.op == NodeOp::constant || e.op == NodeOp::constant) {
            const NodeId p = x.args[0], a = x.args[1], b = x.args[2], value = n.args[i];
            return choose(p, op(NodeOp::equal, {a, value}), op(NodeOp::equal, {b, value}));
          }
        }
      }
      if (n.args[0] > n.args[1] && !arg(0).can_fault && !arg(1).can_fault) std::swap(n.args[0], n.args[1]);
      return no_node;
    case NodeOp::less:
    case NodeOp::less_equal: {
      const bool strict = n.op == NodeOp::less;
      const Node &a = arg(0), &b = arg(1);
      if (all_constant()) return constant((strict ? a.value < b.value : a.value <= b.value) ? 1 : 0);
      if (a.can_fault || b.can_fault) return no_node;
      if (n.args[0] == n.args[1]) return strict ? no() : yes();
      if (!a.may_be_never && (strict ? a.high < b.low : a.high <= b.low)) return yes();
      if (!b.may_be_never && (strict ? a.low >= b.high : a.low > b.high)) return no();
      if (!strict && b.op == NodeOp::constant && b.value == never_value) return yes();
      return no_node;
    }
    case NodeOp::add:
      if (all_constant()) return constant(add(arg(0).value, arg(1).value));
      if (is_constant(n.args[0], 0)) return n.args[1];
      if (is_constant(n.args[1], 0)) return n.args[0];
      return no_node;
    case NodeOp::subtract:
      if (all_constant()) return constant(subtract(arg(0).value, arg(1).value));
      if (is_constant(n.args[1], 0)) return n.args[0];
      return no_node;
    case NodeOp::negate:
      return all_constant() ? constant(-arg(0).value) : no_node;
    case NodeOp::multiply:
      if (all_constant()) return constant(arg(0).value * arg(1).value);
      if (is_constant(n.args[0], 1)) return n.args[1];
      if (is_constant(n.args[1], 1)) return n.args[0];
      return no_node;
    case NodeOp::rescale:
      if (n.value == 1) return n.args[0];
      if (!all_constant()) return no_node;
      return arg(0).value == never_value ? n.args[0] : constant(arg(0).value * n.value);
    case NodeOp::round:
      if (n.value == 1 && n.value2 == 1) return n.args[0];
      if (all_constant())
        return constant(round(arg(0).value, n.value, n.value2, static_cast<language::Rounding>(n.mode)));
      return no_node;
    case NodeOp::minimum:
    case NodeOp::maximum: {
      const bool least = n.op == NodeOp::minimum;
      const Node &a = arg(0), &b = arg(1);
      if (all_constant()) return constant((a.value < b.value) == least ? a.value : b.value);
      if (a.can_fault || b.can_fault || a.may_be_never || b.may_be_never) return no_node;
      if (a.high <= b.low) return least ? n.args[0] : n.args[1];
      if (b.high <= a.low) return least ? n.args[1] : n.args[0];
      return no_node;
    }
    case NodeOp::check_range: {
      const Node& a = arg(0);
      const bool constant_never = a.op == NodeOp::constant && a.value == never_value;
      if (constant_never) return n.mode == 1 ? n.args[0] : no_node;
      if (a.low >= n.value && a.high <= n.value2 && (n.mode == 1 || !a.may_be_never)) return n.args[0];
      return no_node;
    }
    case NodeOp::fault_unless:
      if (is_constant(n.args[0], 1)) return n.args[1];
      return no_node;
    case NodeOp::between:
      return all_constant() ? constant(scenario.ground.between(static_cast<int32_t>(arg(0).value),
                                                               static_cast<int32_t>(arg(1).value)))
                            : no_node;
    case NodeOp::distance:
      if (n.args[0] == n.args[1] && !arg(0).can_fault) return constant(0);
      return all_constant() ? constant(scenario.ground.distance(static_cast<int32_t>(arg(0).value),
                                                                static_cast<int32_t>(arg(1).value)))
                            : no_node;
    case NodeOp::table: {
      if (!all_constant()) return no_node;
      const ValueTable& t = value_tables[static_cast<size_t>(n.ref)];
      int64_t at = 0;
      for (size_t i = 0; i < n.args.size(); ++i) {
        const int64_t k = arg(i).value - t.low[i];
        if (k < 0 || k >= t.size[i]) return no_node;
        at = at * t.size[i] + k;
      }
      const uint32_t cell = t.first_cell + static_cast<uint32_t>(at);
      const auto v = static_cast<int32_t>(image[static_cast<Address>(cell >> 1)] >> ((cell & 1U) * 32U));
      if (t.may_be_silent && v == silent_cell) return no_node;
      return constant(v);
    }
    default:
      return no_node;
  }
}

}  // namespace casebook::runtime::compiled
