// SPDX-License-Identifier: Apache-2.0
// Going through a domain.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

void Emitter::loop(NodeId domain, VariableId var, VariableId at, const std::vector<NodeId>& inside,
                   const std::function<void(Label)>& body) {
  const int32_t kind = g_.variables[static_cast<size_t>(var)].kind;
  loop(domain, var, at, at >= 0 ? g_.items.place(kind) : -1, inside, body);
}
void Emitter::loop(const Node& binder, const std::vector<NodeId>& inside,
                   const std::function<void(Label)>& body) {
  loop(binder.args[0], binder.var, binder.at, binder.at >= 0 ? g_.places_of(binder) : -1, inside, body);
}

void Emitter::loop(NodeId domain, VariableId var, VariableId at, int32_t places_item,
                   const std::vector<NodeId>& inside, const std::function<void(Label)>& body) {
  const Node d = g_[domain];
  const auto places = [&] { return static_cast<int32_t>(slot_of(places_item).first); };
  const Label next = label(), end = label();
  push();
  const auto run_body = [&](Address member) {
    bind_variable(var, member);
    push();
    body(next);
    pop();
    unbind_variable(var);
    if (at >= 0) unbind_variable(at);
  };
  switch (d.shape) {
    case Shape::set: {
      const uint32_t n = words(d.kind);
      const Address set = value(domain);
      for (const NodeId id : inside) hoist(id);
      const Address iterator = temporary(n), member = temporary();
      put(Operation::loop_begin, iterator, set, 0, n);
      bind(next);
      jump_op(n == 1 ? Operation::loop_next1 : Operation::loop_next, iterator, member, end, n);
      if (at >= 0) {
        const Address hex = temporary();
        put(Operation::load_cell_at, hex, places(), member);
        bind_variable(at, hex);
      }
      run_body(member);
      jump(next);
      break;
    }
    case Shape::range: {
      const Address low = value(d.args[0]), high = value(d.args[1]);
      for (const NodeId id : inside) hoist(id);
      const Address member = temporary();
      const Label first = label(), test = label();
      put(Operation::copy, member, low);
      jump(test);
      bind(next);
      put(Operation::add, member, member, constant(1));
      bind(test);
      jump_op(Operation::jump_less, high, member, end);
      bind(first);
      run_body(member);
      jump(next);
      break;
    }
    default: {  // a maybe: one member or none
      const Address member = value(domain);
      jump_op(Operation::jump_less, member, constant(0), end);
      if (at >= 0) {
        const Address hex = temporary();
        put(Operation::load_cell_at, hex, places(), member);
        jump_op(Operation::jump_less_equal, constant(g_.scenario.size(language::kind_hex)), hex, end);
        bind_variable(at, hex);
      }
      bind_variable(var, member);
      push();
      body(next);
      pop();
      unbind_variable(var);
      if (at >= 0) unbind_variable(at);
      bind(next);
      break;
    }
  }
  bind(end);
  pop();
}

// least, most, or first (mode 2).
void Emitter::best_to(const Node& n, Address to) {
  const bool first = n.mode == 2;
  const uint32_t size = n.shape == Shape::set ? words(n.kind) : 1;
  const Address best = temporary(size), any = temporary();
  const Label done = label(), end = label();
  put(Operation::copy, any, constant(0));
  loop(n, {n.args[1], n.args[2]}, [&](Label next) {
    branch(n.args[1], false, next);
    if (first) {
      value_to(n.args[2], best);
      put(Operation::copy, any, constant(1));
      jump(done);
      return;
    }
    const Address one = value(n.args[2]);
    const Label take = label(), end_of_one = label();
    jump_op(Operation::jump_unless, any, 0, take);
    put(n.mode == 0 ? Operation::minimum : Operation::maximum, best, best, one);
    jump(end_of_one);
    bind(take);
    put(Operation::copy, best, one);
    put(Operation::copy, any, constant(1));
    bind(end_of_one);
  });
  bind(done);
  const Label otherwise = label();
  jump_op(Operation::jump_unless, any, 0, otherwise);
  copy_to(n, best, to);
  jump(end);
  bind(otherwise);
  push();
  value_to(n.args[3], to);
  pop();
  bind(end);
}

void Emitter::filter_best_to(const Node& n, Address to) {
  const uint32_t size = words(n.kind);
  const Address best = temporary(), any = temporary(), set = temporary(size);
  put(Operation::copy, any, constant(0));
  put(Operation::set_clear, set, 0, 0, size);
  loop(n, {n.args[1], n.args[2]}, [&](Label next) {
    branch(n.args[1], false, next);
    const Address one = value(n.args[2]);
    const Label take = label(), insert = label();
    jump_op(Operation::jump_unless, any, 0, take);
    jump_op(Operation::jump_equal, one, best, insert);
    if (n.mode == 0)
      jump_op(Operation::jump_less, best, one, next);
    else
      jump_op(Operation::jump_less, one, best, next);
    bind(take);
    put(Operation::set_clear, set, 0, 0, size);
    put(Operation::copy, best, one);
    put(Operation::copy, any, constant(1));
    bind(insert);
    put(Operation::set_insert, set, address_of(n.var));
  });
  put(Operation::set_copy, to, set, 0, size);
}

}  // namespace casebook::runtime::compiled
