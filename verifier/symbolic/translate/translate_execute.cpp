// SPDX-License-Identifier: Apache-2.0
// Translation: straight text. Beside reference/execute.cpp.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::AssignMode;
using language::EffectKind;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;

// What is written under a condition is written on a copy and put together with what was there.
void Translator::under(Ref condition, SymbolicPosition& position,
                       const std::function<void(SymbolicPosition&)>& body) {
  if (condition == no) return;
  const Under when(*this, condition);
  if (condition == yes) {
    body(position);
    return;
  }
  SymbolicPosition then = position;
  body(then);
  merge(condition, then, position);
}

void Translator::merge(Ref condition, const SymbolicPosition& then, SymbolicPosition& position) {
  for (const SlotOf what : {SlotOf::state, SlotOf::place, SlotOf::var}) {
    for (size_t i = 0; i < position.size(what); ++i) {
      const auto id = static_cast<Id>(i);
      if (SymbolicPosition::same(then, position, what, id)) continue;
      const std::vector<SymbolicValue>& written = then.cells(what, id).values;
      std::vector<SymbolicValue>& values = position.change(what, id);
      for (size_t k = 0; k < values.size(); ++k)
        if (values[k] != written[k]) values[k] = choose(condition, written[k], values[k]);
    }
  }
}

void Translator::note_write(const Written& what, Ref when) {
  if (log_ == nullptr) return;
  // Only what was asked within the body counts: the rest is the condition of the member.
  std::vector<Ref> inside(guard_.begin() + static_cast<std::ptrdiff_t>(log_guard_), guard_.end());
  inside.push_back(when);
  Ref& known = log_->emplace(what, no).first->second;
  known = formula_.or_(known, formula_.and_(std::move(inside)));
}

void Translator::write(SlotOf what, Id id, size_t combination, Ref when, const SymbolicValue& value,
                       SymbolicPosition& position) {
  note_write({what, id, combination, -1}, when);
  std::vector<SymbolicValue>& values = position.change(what, id);
  values[combination] = choose(when, value, values[combination]);
}

void Translator::execute(const Stmt& stmt, SymbolicPosition& position) {
  switch (stmt.op) {
    case StmtOp::block:
      for (const auto& inner : stmt.body) execute(*inner, position);
      return;
    case StmtOp::assign:
      assign(stmt, position);
      return;
    case StmtOp::let:
      set_variable(stmt.ref, evaluate(*stmt.value, position), position);
      return;
    case StmtOp::branch: {
      const Ref condition = evaluate(*stmt.value, position).number;
      const SymbolicPosition before = position;
      if (!stmt.body.empty() && stmt.body[0])
        under(condition, position, [&](SymbolicPosition& then) { execute(*stmt.body[0], then); });
      if (stmt.body.size() < 2 || !stmt.body[1] || condition == yes) return;
      // The other way begins where this one began.
      SymbolicPosition other = before;
      {
        const Under when(*this, formula_.not_(condition));
        execute(*stmt.body[1], other);
      }
      merge(formula_.not_(condition), other, position);
      return;
    }
    case StmtOp::for_all:
      run_for_all(stmt, position);
      return;
    case StmtOp::for_each:
      run_for_each(stmt, position);
      return;
    case StmtOp::effect:
      run_effect(stmt, position);
      return;
    case StmtOp::end_game: {
      const Ref fresh = formula_.and_(guard(), formula_.not_(ending_.is));  // the first one reached stands
      if (fresh == no) return;
      const Under when(*this, formula_.not_(ending_.is));
      const Ref side = stmt.value ? evaluate(*stmt.value, position).number : formula_.number(0);
      ending_.won = formula_.choose(fresh, Formula::truth(stmt.value != nullptr), ending_.won);
      ending_.side = ending_.is == no ? side : formula_.choose(fresh, side, ending_.side);
      ending_.is = formula_.or_(ending_.is, fresh);
      return;
    }
  }
}

void Translator::assign(const Stmt& stmt, SymbolicPosition& position) {
  std::vector<Ref> args;
  for (const auto& arg : stmt.args) args.push_back(evaluate(*arg, position).number);
  const SymbolicValue value = evaluate(*stmt.value, position);
  const bool place = stmt.ref == language::none;
  const SlotOf what = place ? SlotOf::place : SlotOf::state;
  const Id id = place ? Id(stmt.ref2) : stmt.ref;
  const runtime::Slot& slot = positions_.slot_of(what, id);

  // When which combination is the one written.
  std::vector<std::pair<size_t, Ref>> targets;
  if (stmt.between) {
    const auto hexside = between(args[0], args[1], whole(formula_.number(-1)),
                                 [&](int32_t side) { return whole(formula_.number(side)); });
    fault(formula_.equal(hexside.number, formula_.number(-1)), stmt.label);
    for (int32_t side = 0; side < scenario_.ground.hexsides; ++side)
      targets.emplace_back(static_cast<size_t>(side), formula_.equal(hexside.number, formula_.number(side)));
  } else {
    targets.emplace_back(0, yes);
    for (size_t i = 0; i < args.size(); ++i) {
      const language::Type type =
          place ? language::Type{TypeTag::entity, id, 1} : program_.states[id].params[i];
      const bool boolean = type.tag == TypeTag::boolean;
      const int64_t size = boolean ? 2 : scenario_.size(type.of);
      std::vector<std::pair<size_t, Ref>> next;
      for (const auto& [index, when] : targets) {
        for (int64_t member = 0; member < size; ++member) {
          const Ref here =
              boolean
                  ? formula_.equal(args[i], Formula::truth(member != 0))
                  : formula_.equal(args[i], formula_.number(positions_.codes().of_member(type.of, member)));
          const Ref both = formula_.and_(when, here);
          if (both != no) next.emplace_back(index + slot.strides[i] * static_cast<size_t>(member), both);
        }
      }
      targets = std::move(next);
    }
  }
  for (const auto& [index, when] : targets) {
    if (when == no) continue;
    if (stmt.mode == AssignMode::set) {
      write(what, id, index, when, value, position);
      continue;
    }
    std::vector<SymbolicValue>& values = position.change(what, id);
    for (size_t member = 0; member < value.items.size(); ++member) {
      const Ref named = formula_.and_(when, value.items[member]);
      if (named == no) continue;
      note_write({what, id, index, static_cast<int64_t>(member)}, named);
      values[index].items[member] =
          formula_.choose(named, Formula::truth(stmt.mode == AssignMode::add), values[index].items[member]);
    }
  }
}

// Every body runs on a copy of the old position, and what each has written is put together. Two that wrote
// one cell (of sets, one member) differently are a fault.
void Translator::run_for_all(const Stmt& stmt, SymbolicPosition& position) {
  const SymbolicPosition old = position;
  WriteLog all;
  each_member(*stmt.binder, old, [&](Ref in, const SymbolicValue&) {
    SymbolicPosition mine = old;
    WriteLog log;
    {
      WriteLog* const outer = std::exchange(log_, &log);
      const size_t outer_guard = std::exchange(log_guard_, guard_.size());
      execute(*stmt.body[0], mine);
      log_ = outer;
      log_guard_ = outer_guard;
    }
    // A set that was written whole was written member by member.
    WriteLog items;
    for (const auto& [where, when] : log) {
      const auto& cell = mine.value(where.what, where.id, where.combination);
      const bool set = positions_.type_of(where.what, where.id).tag == TypeTag::set;
      if (!set || where.item >= 0) {
        Ref& known = items.emplace(where, no).first->second;
        known = formula_.or_(known, when);
        continue;
      }
      for (size_t i = 0; i < cell.items.size(); ++i) {
        Ref& known =
            items.emplace(Written{where.what, where.id, where.combination, static_cast<int64_t>(i)}, no)
                .first->second;
        known = formula_.or_(known, when);
      }
    }
    for (const auto& [where, inside] : items) {
      const Ref when = formula_.and_(in, inside);
      if (when == no) continue;
      const SymbolicValue& cell = mine.value(where.what, where.id, where.combination);
      std::vector<SymbolicValue>& values = position.change(where.what, where.id);
      SymbolicValue& here = values[where.combination];
      Ref& before = all.emplace(where, no).first->second;
      const Ref both = formula_.and_(before, inside);
      if (where.item >= 0) {
        const auto i = static_cast<size_t>(where.item);
        fault(formula_.and_(both, formula_.not_(formula_.equal(here.items[i], cell.items[i]))), stmt.label);
        here.items[i] = formula_.choose(when, cell.items[i], here.items[i]);
      } else {
        const language::Type type = positions_.type_of(where.what, where.id);
        fault(formula_.and_(both, formula_.not_(same(type, here, cell))), stmt.label);
        here = choose(when, cell, here);
      }
      before = formula_.or_(before, when);
      note_write(where, inside);
    }
    return yes;
  });
}

void Translator::run_for_each(const Stmt& stmt, SymbolicPosition& position) {
  std::vector<OneOfMany> members;  // fixed at the start
  bool decided = true;             // their order, by what is known
  each_member(*stmt.binder, position, [&](Ref in, const SymbolicValue& member) {
    SymbolicValue key = whole(formula_.number(0));
    if (stmt.value) key = evaluate(*stmt.value, position);
    decided = decided && formula_.is_constant(key.number) && formula_.is_constant(key.never);
    members.push_back(
        {key, in, member, stmt.binder->at != language::none ? variable(stmt.binder->at) : SymbolicValue{}});
    return yes;
  });
  if (decided)
    std::stable_sort(members.begin(), members.end(), [&](const OneOfMany& a, const OneOfMany& b) {
      return less_or_equal(b.key, a.key) == no;
    });
  else
    members = in_order(members);
  for (const OneOfMany& one : members) {
    under(one.in, position, [&](SymbolicPosition& then) {
      variable(stmt.binder->var) = one.member;
      if (stmt.binder->at != language::none) variable(stmt.binder->at) = one.at;
      execute(*stmt.body[0], then);
    });
  }
}

// Whoever has so many before him is the one of that place: those of a lesser key, and of the same key those
// that stand before him.
std::vector<Translator::OneOfMany> Translator::in_order(const std::vector<OneOfMany>& members) {
  std::vector<Ref> places;
  for (size_t i = 0; i < members.size(); ++i) {
    std::vector<Ref> before;
    for (size_t j = 0; j < members.size(); ++j) {
      if (j == i) continue;
      const Ref first = j < i ? less_or_equal(members[j].key, members[i].key)
                              : formula_.not_(less_or_equal(members[i].key, members[j].key));
      before.push_back(formula_.and_(members[j].in, first));
    }
    places.push_back(formula_.count(std::move(before)));
  }
  std::vector<OneOfMany> in_order;
  for (size_t place = 0; place < members.size(); ++place) {
    OneOfMany one;
    std::vector<Ref> any;
    for (size_t i = 0; i < members.size(); ++i) {
      const Ref here = formula_.and_(members[i].in,
                                     formula_.equal(places[i], formula_.number(static_cast<int64_t>(place))));
      if (here == no) continue;
      one.member = any.empty() ? members[i].member : choose(here, members[i].member, one.member);
      one.at = any.empty() ? members[i].at : choose(here, members[i].at, one.at);
      any.push_back(here);
    }
    one.in = formula_.or_(std::move(any));
    if (one.in != no) in_order.push_back(std::move(one));
  }
  return in_order;
}

void Translator::run_effect(const Stmt& stmt, SymbolicPosition& position) {
  const language::Effect& effect = program_.effects[stmt.ref];
  std::vector<SymbolicValue> values;
  for (const auto& arg : stmt.args) values.push_back(evaluate(*arg, position));
  for (size_t i = 0; i < values.size(); ++i) variable(effect.params[i]) = std::move(values[i]);
  Under so_far(*this, yes);
  Ref open = yes;  // none of the entries before it was taken
  for (const language::EffectEntry& entry : effect.entries) {
    Ref applies = open;
    if (entry.when) applies = formula_.and_(open, evaluate(*entry.when, position).number);
    under(applies, position, [&](SymbolicPosition& then) { execute(*entry.body, then); });
    if (effect.kind != EffectKind::first_of) continue;
    open = formula_.and_(open, formula_.not_(applies));
    if (open == no) return;
    so_far.also(formula_.not_(applies));
  }
}

}  // namespace casebook::symbolic
