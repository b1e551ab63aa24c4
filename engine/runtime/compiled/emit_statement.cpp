// SPDX-License-Identifier: Apache-2.0
// Straight text: assignments, branches, loops over fixed sets, effects.

#include <set>

#include "engine/program/reads_writes.h"
#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

using language::AssignMode;
using language::EffectKind;
using namespace language::ids;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;

void Emitter::statement(const Stmt& stmt) {
  const Graph::From line(g_, stmt.label);
  switch (stmt.op) {
    case StmtOp::block:
      for (const language::StmtPtr& inner : stmt.body) statement(*inner);
      return;
    case StmtOp::assign:
      assign(stmt);
      return;
    case StmtOp::let: {
      const NodeId v = f_->expression(stmt.value);
      const language::Var& var = g_.program.vars[stmt.ref];
      if (var.procedure != language::none) {
        push();
        write_slot(g_.scenario.layout.vars[stmt.ref], var.type, g_.items.var(stmt.ref), value(v));
        pop();
        forget_readers_of(g_.items.var(stmt.ref));
      } else {
        bind_variable(stmt.ref, kept_value(v));
      }
      return;
    }
    case StmtOp::branch: {
      const NodeId condition = f_->expression(stmt.value);
      const Label otherwise = label(), end = label();
      push();
      branch(condition, false, otherwise);
      push();
      if (!stmt.body.empty() && stmt.body[0]) statement(*stmt.body[0]);
      pop();
      jump(end);
      pop();
      bind(otherwise);
      push();
      if (stmt.body.size() > 1 && stmt.body[1]) statement(*stmt.body[1]);
      pop();
      bind(end);
      return;
    }
    case StmtOp::for_all:
      for_all(stmt);
      return;
    case StmtOp::for_each:
      for_each(stmt);
      return;
    case StmtOp::effect:
      effect(stmt);
      return;
    case StmtOp::end_game: {
      push();
      // The winner is asked for only if the game has not ended before; what asking may fault on must not be
      // asked then.
      Address winner = -1;
      const Label skip = label();
      jump_op(Operation::jump_ended, 0, 0, skip);
      if (stmt.value) winner = value(f_->expression(stmt.value));
      put(Operation::end_game, winner);
      pop();
      bind(skip);
      return;
    }
  }
}

bool Emitter::may_end_game(const Stmt& stmt) const {
  if (stmt.op == StmtOp::end_game) return true;
  if (stmt.op == StmtOp::effect) {
    for (const language::EffectEntry& entry : g_.program.effects[stmt.ref].entries)
      if (may_end_game(*entry.body)) return true;
    return false;
  }
  for (const language::StmtPtr& inner : stmt.body)
    if (inner && may_end_game(*inner)) return true;
  return false;
}

void Emitter::write_slot(const Slot& slot, const language::Type& type, int32_t item, Address v) {
  const auto n = static_cast<uint32_t>(item);
  switch (slot.kind) {
    case SlotKind::cells:
      if (type.tag == TypeTag::path)
        put(Operation::store_path, static_cast<int32_t>(slot.first), v, -1, n);
      else
        put(Operation::store_cell, static_cast<int32_t>(slot.first), v, 0, n);
      return;
    case SlotKind::bits:
      put(Operation::store_bit, static_cast<int32_t>(slot.first), v, constant(0), n);
      return;
    case SlotKind::sets:
      if (g_.scenario.size(type.of) == 0) return;
      put(Operation::store_set, static_cast<int32_t>(slot.first), v, -1, n);
      more(static_cast<int32_t>(slot.width), value(g_.all_members(type.of)));
      return;
  }
}

void Emitter::assign(const Stmt& stmt) {
  push();
  std::vector<NodeId> args;
  std::vector<Address> at;
  for (const language::ExprPtr& a : stmt.args) {
    args.push_back(f_->expression(a));
    at.push_back(value(args.back()));
  }
  const NodeId value_node = f_->expression(stmt.value);
  const Address v = value(value_node);
  const bool place = stmt.ref == language::none;
  const int32_t item = place ? g_.items.place(stmt.ref2) : g_.items.state(stmt.ref);
  const Slot slot = slot_of(item);
  const language::Type type =
      place ? language::Type{TypeTag::location, language::none, 1} : g_.program.states[stmt.ref].type;
  Address index = -1;
  if (stmt.between) {
    index = temporary();
    put(Operation::between, index, at[0], at[1]);
    const Label good = label();
    jump_op(Operation::jump_less_equal, constant(0), index, good);
    put(Operation::fault, stmt.label);
    bind(good);
  } else if (!args.empty()) {
    index = state_index(slot, args, args.size());
  }
  const auto n = static_cast<uint32_t>(item);
  const auto first = static_cast<int32_t>(slot.first);
  switch (slot.kind) {
    case SlotKind::cells:
      if (type.tag == TypeTag::path)
        put(Operation::store_path, first, v, index, n);
      else if (index < 0)
        put(Operation::store_cell, first, v, 0, n);
      else
        put(Operation::store_cell_at, first, v, index, n);
      break;
    case SlotKind::bits:
      put(Operation::store_bit, first, v, index < 0 ? constant(0) : index, n);
      break;
    case SlotKind::sets: {
      if (g_.scenario.size(type.of) == 0) break;
      const Operation op = stmt.mode == AssignMode::set   ? Operation::store_set
                           : stmt.mode == AssignMode::add ? Operation::store_add
                                                          : Operation::store_remove;
      const Address all = value(g_.all_members(type.of));
      put(op, first, v, index, n);
      more(static_cast<int32_t>(slot.width), all);
      break;
    }
  }
  pop();
  forget_readers_of(item);
}

// ---- loops

void Emitter::loop_members(const language::Binder& binder, const std::function<void()>& body) {
  const Folder::Bound b = f_->bind(binder);
  push();
  for (const auto& [var, v] : b.before) bind_variable(var, kept_value(v));
  const Graph::Members m = g_.narrow(b.domain, b.conditions, b.var, b.at, b.kind);
  const Label none = label();
  if (m.outer != no_node) branch(m.outer, false, none);
  std::vector<NodeId> asked;
  if (m.rest != no_node) asked.push_back(m.rest);
  loop(m.domain, b.var, b.at, asked, [&](Label next) {
    if (m.rest != no_node) branch(m.rest, false, next);
    body();
  });
  bind(none);
  for (const auto& before : b.before) unbind_variable(before.first);
  pop();
}

// Bodies may run one after another on the same position when none reads what any writes, and no two write one
// cell differently: each writes only cells of its own member, or all write the same value, or all only add to
// (or only take from) a set. A body that may fault after its first write must leave nothing behind, so it may
// not.
bool Emitter::may_run_in_place(const Stmt& stmt) {
  language::ReadsWrites access(g_.program);
  const language::Access body = access.of(*stmt.body[0]);
  language::Access reads = body;
  reads.add(access.of(*stmt.binder));
  if (reads.reads.meets(body.writes)) return false;
  std::set<VariableId> own{stmt.binder->var}, loose{stmt.binder->var};  // are the member; hang on the member
  if (stmt.binder->at >= 0) loose.insert(stmt.binder->at);
  std::map<std::pair<StateId, KindId>, int> texts;
  std::map<std::pair<StateId, KindId>, AssignMode> modes;
  std::set<VariableId> seen_params;
  bool good = true, faulty = false;
  int assignments = 0;
  const auto is_own = [&](NodeId id) { return g_[id].op == NodeOp::variable && own.count(g_[id].ref) != 0; };
  const auto is_loose = [&](NodeId id) {
    return std::any_of(g_[id].free.begin(), g_[id].free.end(),
                       [&](VariableId v) { return loose.count(v) != 0; });
  };
  const std::function<void(const Stmt&)> look = [&](const Stmt& s) {
    switch (s.op) {
      case StmtOp::block:
        for (const language::StmtPtr& inner : s.body) look(*inner);
        return;
      case StmtOp::branch:
        faulty = faulty || g_[f_->expression(s.value)].can_fault;
        for (const language::StmtPtr& inner : s.body)
          if (inner) look(*inner);
        return;
      case StmtOp::effect: {
        const language::Effect& effect = g_.program.effects[s.ref];
        for (size_t i = 0; i < s.args.size(); ++i) {
          const NodeId arg = f_->expression(s.args[i]);
          faulty = faulty || g_[arg].can_fault;
          // An effect that is called twice binds its parameters twice: then neither is known to be the
          // member.
          if (!seen_params.insert(effect.params[i]).second) good = false;
          if (is_own(arg)) own.insert(effect.params[i]);
          if (is_loose(arg)) loose.insert(effect.params[i]);
        }
        for (const language::EffectEntry& entry : effect.entries) {
          if (entry.when) faulty = faulty || g_[f_->expression(entry.when)].can_fault;
          look(*entry.body);
        }
        return;
      }
      case StmtOp::assign: {
        ++assignments;
        const NodeId v = f_->expression(s.value);
        bool of_own = false;
        faulty = faulty || g_[v].can_fault || s.between;
        for (const language::ExprPtr& a : s.args) {
          const NodeId i = f_->expression(a);
          faulty = faulty || g_[i].can_fault;
          of_own = of_own || is_own(i);
        }
        const std::pair<StateId, KindId> cell{s.ref, s.ref == language::none ? s.ref2 : language::none};
        if (s.mode != AssignMode::set) {
          const auto [it, fresh] = modes.emplace(cell, s.mode);
          good = good && (fresh || it->second == s.mode) && texts.count(cell) == 0;
          return;
        }
        good = good && modes.count(cell) == 0 && ++texts[cell] == 1 && !s.between && (of_own || !is_loose(v));
        return;
      }
      default:
        good = false;
        return;
    }
  };
  look(*stmt.body[0]);
  return good && (!faulty || assignments == 1);
}

std::vector<int32_t> Emitter::written_by(const Stmt& stmt) const {
  language::ReadsWrites access(g_.program);
  const language::Access all = access.of(stmt);
  std::vector<int32_t> items;
  for (const StateId s : all.writes.states) items.push_back(g_.items.state(s));
  for (const KindId k : all.writes.places) items.push_back(g_.items.place(k));
  return items;
}

void Emitter::for_all(const Stmt& stmt) {
  if (may_run_in_place(stmt)) {
    loop_members(*stmt.binder, [&] { statement(*stmt.body[0]); });
  } else {
    put(Operation::group_begin);
    loop_members(*stmt.binder, [&] {
      statement(*stmt.body[0]);
      put(Operation::group_next, stmt.label);
    });
    put(Operation::group_end);
  }
  for (const int32_t item : written_by(stmt)) forget_readers_of(item);
}

void Emitter::for_each(const Stmt& stmt) {
  const int32_t list = p_.lists++;
  const VariableId var = stmt.binder->var, at = stmt.binder->at;
  put(Operation::order_begin, list);
  const NodeId key = stmt.value ? f_->expression(stmt.value) : no_node;
  loop_members(*stmt.binder, [&] {
    const Address order = key == no_node ? constant(0) : value(key);
    put(Operation::order_push, list, address_of(var), at >= 0 ? address_of(at) : constant(0));
    more(order);
  });
  if (key != no_node) put(Operation::order_sort, list);
  for (const int32_t item : written_by(stmt)) forget_readers_of(item);
  push();
  const Address member = temporary(), hex = temporary();
  const Label next = label(), end = label();
  bind(next);
  jump_op(Operation::order_next, list, member, end);
  more(hex);
  bind_variable(var, member);
  if (at >= 0) bind_variable(at, hex);
  push();
  statement(*stmt.body[0]);
  pop();
  unbind_variable(var);
  if (at >= 0) unbind_variable(at);
  jump(next);
  bind(end);
  pop();
}

void Emitter::effect(const Stmt& stmt) {
  const language::Effect& effect = g_.program.effects[stmt.ref];
  push();
  std::vector<Address> args;
  for (const language::ExprPtr& a : stmt.args) args.push_back(kept_value(f_->expression(a)));
  for (size_t i = 0; i < args.size(); ++i) bind_variable(effect.params[i], args[i]);
  const Label end = label();
  for (const language::EffectEntry& entry : effect.entries) {
    const Label next = label();
    push();
    if (entry.when) branch(f_->expression(entry.when), false, next);
    statement(*entry.body);
    pop();
    if (effect.kind == EffectKind::first_of) jump(end);
    bind(next);
  }
  bind(end);
  for (const language::VarId p : effect.params) unbind_variable(p);
  pop();
}

}  // namespace casebook::runtime::compiled
