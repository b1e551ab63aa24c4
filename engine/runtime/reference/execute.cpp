// SPDX-License-Identifier: Apache-2.0
// Straight text: assignments, branches, loops over fixed sets, effects.
#include <algorithm>
#include <utility>

#include "engine/runtime/layout.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::AssignMode;
using language::EffectKind;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;

void Evaluator::execute(const Stmt& stmt, Position& position) {
  if (stmt.op != StmtOp::block) fire(stmt.label);
  switch (stmt.op) {
    case StmtOp::block:
      for (const auto& inner : stmt.body) execute(*inner, position);
      return;
    case StmtOp::assign:
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      assign(stmt, position);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
    case StmtOp::let: {
      Value value = evaluate(*stmt.value, position);
      const auto& var = program_.vars[stmt.ref];
      if (var.procedure != language::none)
        write(scenario_->layout.vars[stmt.ref], var.type, position, 0, value);
      else
        variable(stmt.ref) = std::move(value);
      return;
    }
    case StmtOp::branch: {
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      const size_t way = evaluate(*stmt.value, position).yes() ? 0 : 1;
      tell_came_out(&stmt, 1 - way);
      if (way < stmt.body.size() && stmt.body[way]) execute(*stmt.body[way], position);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
    }
    case StmtOp::for_all:
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      run_for_all(stmt, position);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
    case StmtOp::for_each:
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      run_for_each(stmt, position);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
    case StmtOp::effect:
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      run_effect(stmt, position);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
    case StmtOp::end_game:
      if (ending_.is) return;  // the first one reached stands
      if (onlooker_ != nullptr) onlooker_->does(stmt);
      ending_.is = true;
      ending_.won = stmt.value != nullptr;
      if (stmt.value) ending_.side = static_cast<int32_t>(evaluate(*stmt.value, position).number);
      if (onlooker_ != nullptr) onlooker_->did(stmt);
      return;
  }
}

void Evaluator::assign(const Stmt& stmt, Position& position) {
  std::vector<int32_t> args;
  for (const auto& arg : stmt.args) args.push_back(static_cast<int32_t>(evaluate(*arg, position).number));
  const Value value = evaluate(*stmt.value, position);
  if (stmt.ref == language::none) {  // the place of a member
    write(scenario_->layout.places[stmt.ref2], {TypeTag::location, language::none, 1}, position,
          static_cast<uint32_t>(args[0]), value);
    return;
  }
  const language::State& state = program_.states[stmt.ref];
  const Slot& slot = scenario_->layout.states[stmt.ref];
  uint32_t combination = 0;
  if (stmt.between) {
    const int32_t hexside = scenario_->ground.between(args[0], args[1]);
    if (hexside < 0)
      throw Fault{stmt.label, state.name + " of two hexes that are not adjacent cannot be written"};
    combination = static_cast<uint32_t>(hexside);
  } else {
    combination = combination_of(slot, args);
  }
  if (stmt.mode == AssignMode::set) {
    write(slot, state.type, position, combination, value);
    return;
  }
  for (const int32_t member : value.items) {
    const uint32_t first = slot.first + combination * slot.width;
    note_write(first + static_cast<uint32_t>(member) / 64, uint64_t{1} << (member % 64));
    position.set_bit(first, static_cast<uint32_t>(member), stmt.mode == AssignMode::add);
  }
}

// Every body runs on a copy of the old position, and what each has written, bit by bit, is put together. Two
// bodies that wrote one bit differently are a fault, also where one of them wrote the old value again.
void Evaluator::run_for_all(const Stmt& stmt, Position& position) {
  const Position old = position;
  WriteLog all;
  size_t members = 0;
  each_member(*stmt.binder, old, [&](int64_t) {
    ++members;
    Position mine = old;
    WriteLog log;
    WriteLog* const outer = std::exchange(log_, &log);
    try {
      execute(*stmt.body[0], mine);
    } catch (...) {
      log_ = outer;
      throw;
    }
    log_ = outer;
    for (const auto& [word, mask] : log) {
      const uint64_t both = all[word] & mask;
      if (((position.word(word) ^ mine.word(word)) & both) != 0)
        throw Fault{stmt.label, "two members write one cell differently"};
      all[word] |= mask;
      note_write(word, mask);
      position.set_word(word, (position.word(word) & ~mask) | (mine.word(word) & mask));
    }
    return true;
  });
  tell_came_out(&stmt, members);
}

void Evaluator::run_for_each(const Stmt& stmt, Position& position) {
  struct One {
    int64_t key, member;
    Value at;
  };
  std::vector<One> members;  // fixed at the start
  each_member(*stmt.binder, position, [&](int64_t member) {
    const int64_t key = stmt.value ? evaluate(*stmt.value, position).number : 0;
    members.push_back(
        {key, member, stmt.binder->at != language::none ? variable(stmt.binder->at) : Value(0)});
    return true;
  });
  std::stable_sort(members.begin(), members.end(), [](const One& a, const One& b) { return a.key < b.key; });
  tell_came_out(&stmt, members.size());
  for (const One& one : members) {
    variable(stmt.binder->var) = one.member;
    if (stmt.binder->at != language::none) variable(stmt.binder->at) = one.at;
    execute(*stmt.body[0], position);
  }
}

void Evaluator::run_effect(const Stmt& stmt, Position& position) {
  const language::Effect& effect = program_.effects[stmt.ref];
  std::vector<Value> values;
  for (const auto& arg : stmt.args) values.push_back(evaluate(*arg, position));
  for (size_t i = 0; i < values.size(); ++i) variable(effect.params[i]) = std::move(values[i]);
  tell_came_out(&effect, 1);
  for (const language::EffectEntry& entry : effect.entries) {
    if (entry.when) {
      const bool yes = evaluate(*entry.when, position).yes();
      tell_came_out(&entry, yes ? 1 : 0);
      if (!yes) continue;
    }
    fire(entry.label);
    execute(*entry.body, position);
    if (effect.kind == EffectKind::first_of) break;
  }
  tell_came_out(&effect, 0);
}

}  // namespace casebook::runtime
