// SPDX-License-Identifier: Apache-2.0
#include "engine/program/reads_writes.h"

#include <algorithm>

#include "engine/program/anatomy.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

template <class Of>
bool share(const std::set<IdOf<Of>>& a, const std::set<IdOf<Of>>& b) {
  return std::any_of(a.begin(), a.end(), [&](IdOf<Of> id) { return b.contains(id); });
}

}  // namespace

bool Cells::meets(const Cells& other) const {
  return share(states, other.states) || share(places, other.places);
}

void Cells::add(const Cells& other) {
  states.insert(other.states.begin(), other.states.end());
  places.insert(other.places.begin(), other.places.end());
}

void Access::add(const Access& other) {
  reads.add(other.reads);
  writes.add(other.writes);
  ends_game = ends_game || other.ends_game;
}

ReadsWrites::ReadsWrites(const Program& program) : program_(program) {
}

template <class Of, class Work>
const Access& ReadsWrites::once(Known<Of>& known, IdOf<Of> id, const Work& work) {
  const auto [place, fresh] = known.try_emplace(id);
  if (fresh) {
    Access access;
    work(access);
    known[id] = std::move(access);  // `work` may have added others: nodes of a map stay where they are
  }
  return known[id];
}

template <class Item>
void ReadsWrites::parts(const Item& item, Access& access) {
  anatomy(item, [&](const Line&, const auto& part) { access.add(of(part)); });
}

void ReadsWrites::look_at_binder(const Binder& binder, Access& access) {
  if (binder.at == none && !binder.on) return;
  if (binder.domain && binder.domain->type.of != none) access.reads.places.insert(binder.domain->type.of);
}

void ReadsWrites::look(const Expr& expr, Access& access) {
  if (expr.binder) look_at_binder(*expr.binder, access);
  if (expr.list) {
    for (const ListEntry& one : expr.list->entries) {
      if (one.per) look_at_binder(*one.per, access);
    }
  }
  switch (expr.op) {
    case Op::state:
    case Op::state_between:
      access.reads.states.insert(expr.ref);
      break;
    case Op::place_of:
    case Op::on_map:
      access.reads.places.insert(expr.ref);
      break;
    case Op::call:
      access.add(definition(expr.ref));
      break;
    case Op::field_at:
      access.add(field(expr.ref));
      break;
    case Op::legal:
      access.add(guard(expr.ref));
      break;
    default:
      break;
  }
}

Access ReadsWrites::of(const Expr& expr) {
  Access access;
  walk(expr, [&](const Expr& part) { look(part, access); });
  return access;
}

Access ReadsWrites::of(const Binder& binder) {
  Access access;
  look_at_binder(binder, access);
  walk(binder, [&](const Expr& part) { look(part, access); });
  return access;
}

Access ReadsWrites::of(const Stmt& stmt) {
  Access access;
  walk(
      stmt,
      [&](const Stmt& part) {
        if (part.binder) look_at_binder(*part.binder, access);
        if (part.op == StmtOp::assign) {
          Cells cells;
          if (part.ref != none) {
            cells.states.insert(part.ref);
          } else if (part.ref2 != none) {
            cells.places.insert(part.ref2);
          }
          access.writes.add(cells);
          if (part.mode != AssignMode::set) access.reads.add(cells);
        } else if (part.op == StmtOp::effect && part.ref != none) {
          access.add(effect(part.ref));
        } else if (part.op == StmtOp::end_game) {
          access.ends_game = true;
        }
      },
      [&](const Expr& part) { look(part, access); });
  return access;
}

const Access& ReadsWrites::definition(DefinitionId id) {
  return once(definitions_, id, [&](Access& access) { parts(program_.definitions[id], access); });
}

const Access& ReadsWrites::field(FieldId id) {
  return once(fields_, id, [&](Access& access) { parts(program_.fields[id], access); });
}

const Access& ReadsWrites::effect(EffectId id) {
  return once(effects_, id, [&](Access& access) { parts(program_.effects[id], access); });
}

const Access& ReadsWrites::guard(ActionId id) {
  return once(guards_, id, [&](Access& access) {
    const Action& item = program_.actions[id];
    anatomy_of_guard(item, [&](const Line&, const Expr& expr) { access.add(of(expr)); });
    for (const ActionParam& param : item.params) {
      if (param.at != none && param.domain) access.reads.places.insert(param.domain->type.of);
    }
    if (!item.ensures.empty() && item.body) access.reads.add(of(*item.body).reads);
  });
}

const Access& ReadsWrites::action(ActionId id) {
  return once(actions_, id, [&](Access& access) {
    access.add(guard(id));
    if (program_.actions[id].body) access.add(of(*program_.actions[id].body));
  });
}

Access ReadsWrites::step(const FlowStep& step) {
  Access access;
  anatomy(program_, step,
          Visitor{[&](const Line&, const auto& part) { access.add(of(part)); },
                  [&](ItemId named) {
                    if (named.sort == ItemSort::action) access.add(action(named.id));
                  }});
  if ((step.op == FlowOp::call || step.op == FlowOp::leave) && step.ref != none) {
    for (const StateId state : program_.procedures[step.ref].states) {
      access.writes.states.insert(state);
      if (step.op == FlowOp::call) parts(program_.states[state], access);
    }
  }
  return access;
}

const Access& ReadsWrites::procedure(ProcedureId id) {
  return once(procedures_, id, [&](Access& access) {
    const Procedure& item = program_.procedures[id];
    for (StepId at = std::max<int32_t>(item.entry, 0); at < item.end; ++at) {
      const FlowStep& one = program_.flow[at];
      access.add(step(one));
      if (one.op == FlowOp::call && one.ref != none) access.add(procedure(one.ref));
    }
  });
}

Cells ReadsWrites::watch(WatchId id) {
  const Watch& item = program_.watches[id];
  Cells cells;
  if (item.action != none) cells = guard(item.action).reads;
  std::erase_if(cells.states, [&](StateId state) { return program_.states[state].hidden; });
  return cells;
}

}  // namespace casebook::language
