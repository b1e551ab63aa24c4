// SPDX-License-Identifier: Apache-2.0
// Whether an action with given parameters is lawful; and the rest of its parameters once the ones a choice
// names are set.

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

using namespace language::ids;
using language::ParamMode;

Emitter::ActionRoom Emitter::make_room(ActionId action) {
  const FoldedAction& folded = f_->action(action);
  ActionRoom room;
  for (const FoldedParam& p : folded.params) {
    switch (p.mode) {
      case ParamMode::single:
        room.values.push_back(permanent());
        break;
      case ParamMode::path:
        room.values.push_back(permanent(static_cast<uint32_t>(path_cells)));
        break;
      case ParamMode::set: {
        SubsetForm form;
        form.words = static_cast<uint16_t>(words(p.kind));
        form.candidates = permanent(form.words);
        form.free = permanent(form.words);
        form.chosen = permanent(form.words);
        form.mask = permanent();
        form.most = limits::candidates;
        room.values.push_back(form.chosen);
        room.subset = static_cast<int32_t>(p_.subsets.size());
        p_.subsets.push_back(form);
        break;
      }
    }
    room.places.push_back(p.at >= 0 ? permanent() : -1);
  }
  return room;
}

void Emitter::enter_room(ActionId action, const ActionRoom& room) {
  const FoldedAction& folded = f_->action(action);
  for (size_t i = 0; i < folded.params.size(); ++i) {
    bind_variable(folded.params[i].var, room.values[i]);
    if (folded.params[i].at >= 0) bind_variable(folded.params[i].at, room.places[i]);
  }
}

void Emitter::leave_room(ActionId action) {
  for (const FoldedParam& p : f_->action(action).params) {
    unbind_variable(p.var);
    if (p.at >= 0) unbind_variable(p.at);
  }
}

// The members that a set parameter may be chosen from.
NodeId Emitter::candidates(const FoldedParam& p) {
  NodeId domain = p.domain;
  if (g_[domain].shape == Shape::scalar) domain = g_.set_op(NodeOp::members, p.kind, {domain});
  if (p.where == no_node) return domain;
  const Graph::Members m = g_.narrow(domain, {p.where}, p.member, -1, p.kind);
  NodeId set = m.domain;
  if (m.rest != no_node) {
    Node filter;
    filter.op = NodeOp::filter;
    filter.shape = Shape::set;
    filter.kind = p.kind;
    filter.var = p.member;
    filter.args = {m.domain, m.rest};
    set = g_.make(std::move(filter));
  }
  return m.outer == no_node ? set : g_.choose(m.outer, set, g_.empty_set(p.kind));
}

void Emitter::check_candidates(Address set, int32_t kind, ActionId action) {
  if (g_.scenario.size(kind) <= limits::candidates) return;
  const Address count = temporary();
  const Label good = label();
  put(Operation::set_count, count, set, 0, words(kind));
  jump_op(Operation::jump_less_equal, count, constant(limits::candidates), good);
  put(Operation::fault, g_.program.actions[action].label, 1);
  bind(good);
}

void Emitter::member_loop(ParamMode mode, VariableId param, VariableId member, NodeId asked,
                          const std::function<void(Label)>& body) {
  if (mode == ParamMode::set) {
    loop(g_.variable(param), member, -1, {asked}, body);
    return;
  }
  push();
  const Address path = address_of(param), at = temporary(), hex = temporary();
  const Label next = label(), test = label(), end = label();
  put(Operation::copy, at, constant(0));
  jump(test);
  bind(next);
  put(Operation::add, at, at, constant(1));
  bind(test);
  jump_op(Operation::jump_less_equal, path, at, end);
  put(Operation::path_hex, hex, path, at);
  bind_variable(member, hex);
  push();
  body(next);
  pop();
  unbind_variable(member);
  jump(next);
  bind(end);
  pop();
}

void Emitter::requirement(const FoldedRequirement& r, ActionId action, Label refused) {
  if (r.each < 0) {
    branch(r.holds, false, refused);
    return;
  }
  const FoldedParam& p = f_->action(action).params[static_cast<size_t>(r.each)];
  member_loop(p.mode, p.var, r.member, r.holds, [&](Label) { branch(r.holds, false, refused); });
}

void Emitter::guard(ActionId action, const ActionRoom& room, Label refused) {
  const FoldedAction folded = f_->action(action);
  for (size_t i = 0; i < folded.params.size(); ++i) {
    const FoldedParam& p = folded.params[i];
    const Address v = room.values[i];
    const Node domain = g_[p.domain];
    switch (p.mode) {
      case ParamMode::single:
        if (domain.shape == Shape::range) {
          jump_op(Operation::jump_less, v, value(domain.args[0]), refused);
          jump_op(Operation::jump_less, value(domain.args[1]), v, refused);
        } else if (domain.shape == Shape::scalar) {
          jump_op(Operation::jump_not_equal, value(p.domain), v, refused);
        } else {
          branch(g_.op(NodeOp::contains, {p.domain, g_.variable(p.var)}), false, refused);
        }
        if (p.at >= 0) {
          const Address place = room.places[i];
          put(Operation::load_cell_at, place, static_cast<int32_t>(slot_of(g_.items.place(p.kind)).first), v);
          jump_op(Operation::jump_less_equal, constant(g_.scenario.size(language::kind_hex)), place, refused);
        }
        if (p.where != no_node) branch(p.where, false, refused);
        break;
      case ParamMode::set: {
        const NodeId from = candidates(p);
        const Address set = value(from);
        check_candidates(set, p.kind, action);
        const Address inside = temporary();
        put(Operation::set_subset, inside, v, set, words(p.kind));
        jump_op(Operation::jump_unless, inside, 0, refused);
        break;
      }
      case ParamMode::path: {
        const Address start = value(p.domain), good = temporary();
        put(Operation::path_valid, good, v, start);
        more(p.least_steps, p.most_steps);
        jump_op(Operation::jump_unless, good, 0, refused);
        break;
      }
    }
  }
  std::vector<NodeId> facts;
  for (const FoldedRequirement& r : folded.requirements) {
    requirement(r, action, refused);
    if (r.each < 0) facts.push_back(r.holds);
  }
  ensure(action, surely_ensured(action, facts), refused);
}

void Emitter::complete_parameters(ActionId action, const ActionRoom& room) {
  const FoldedAction folded = f_->action(action);
  for (size_t i = 0; i < folded.params.size(); ++i) {
    const FoldedParam& p = folded.params[i];
    switch (p.mode) {
      case ParamMode::single:
        if (p.at >= 0)
          put(Operation::load_cell_at, room.places[i],
              static_cast<int32_t>(slot_of(g_.items.place(p.kind)).first), room.values[i]);
        break;
      case ParamMode::path:
        copy_to(g_[p.domain], value(p.domain), room.values[i] + 1);
        break;
      case ParamMode::set: {
        const SubsetForm form = p_.subsets[static_cast<size_t>(room.subset)];
        value_to(candidates(p), form.candidates);
        put(Operation::expand_set, room.subset);
        break;
      }
    }
  }
}

}  // namespace casebook::runtime::compiled
