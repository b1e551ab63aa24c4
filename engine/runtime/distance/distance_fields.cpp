// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <queue>

#include "engine/runtime/distance/distance_walker.h"

namespace casebook::games {

using language::Op;
using language::TypeTag;
using runtime::Fault;

namespace {

/// The conjuncts of a condition.
void parts_of(const Expr* expr, std::vector<const Expr*>& into) {
  if (expr == nullptr) return;
  if (expr->op != Op::all_of) {
    into.push_back(expr);
    return;
  }
  for (const auto& arg : expr->args) parts_of(arg.get(), into);
}

constexpr int64_t blocked = 1000;  // a hex or step that would have to be opened, against one more step

}  // namespace

/// Of a field that reaches: the way with the fewest hexes and steps that are shut, where only what the
/// position shuts can be opened. How far those are from open is the distance.
Far Distance::Walker::field(const Expr& expr, bool want) {
  if (yes(expr) == want) return met();
  const language::Field& field = program_.fields[expr.ref];
  if (field.type.tag != TypeTag::boolean || !want || scenario_->ground.hexes == 0) {
    Far shut = off(2, hints_of(expr));
    if (field.type.tag != TypeTag::boolean || want) return shut;
    // Every piece may stand in the way.
    bind_arguments(field.params, expr.args, field.params.size());
    std::vector<Value> arguments;
    for (const auto& arg : expr.args) arguments.push_back(evaluator_.evaluate(*arg, *position_));
    const runtime::FieldWay way = evaluator_.field_way(field, arguments, *position_);
    const std::vector<Cell> pieces = pieces_of(*scenario_);
    for (size_t i = 0; i < pieces.size() && !way.way.empty() && shut.hints.size() < 24; ++i)
      shut.hints.push_back({pieces[i], runtime::Value{way.way[i % way.way.size()], {}}});
    return shut;
  }
  bind_arguments(field.params, expr.args, field.params.size());
  const auto start = static_cast<int32_t>(number(*expr.args.back()));
  const std::optional<Cell> start_cell = origin(*expr.args.back());
  const auto hexes = static_cast<size_t>(scenario_->ground.hexes);

  std::vector<const Expr*> goal, through, across;
  parts_of(field.goal.get(), goal);
  parts_of(field.through.get(), through);
  parts_of(field.across.get(), across);
  const auto fixed = [this](const std::vector<const Expr*>& parts) {
    std::vector<const Expr*> list;
    for (const Expr* part : parts) {
      if (is_static(*part)) list.push_back(part);
    }
    return list;
  };
  const auto open = [this](const std::vector<const Expr*>& parts) {
    return std::all_of(parts.begin(), parts.end(), [this](const Expr* part) {
      try {
        return yes(*part);
      } catch (const Fault&) {
        return false;
      }
    });
  };
  const std::vector<const Expr*> fixed_goal = fixed(goal), fixed_through = fixed(through),
                                 fixed_across = fixed(across);
  const auto price = [&](const std::vector<const Expr*>& always,
                         const std::vector<const Expr*>& parts) -> int64_t {
    if (!open(always)) return -1;
    return open(parts) ? 0 : blocked;
  };
  std::vector<int64_t> as_goal(hexes), as_way(hexes, -2);
  std::vector<int8_t>* steps = nullptr;
  if (across.size() == fixed_across.size()) {
    steps = &across_[&expr];
    if (steps->empty()) steps->assign(hexes * 6, -1);
    if (!field.params.empty()) steps->assign(hexes * 6, -1);
  }
  using Entry = std::pair<int64_t, int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<int64_t> cost(hexes, language::never_value);
  std::vector<int32_t> next(hexes, -1);
  for (size_t hex = 0; hex < hexes; ++hex) {
    bind(field.goal_var, static_cast<int64_t>(hex));
    as_goal[hex] = price(fixed_goal, goal);
    if (as_goal[hex] < 0) continue;
    cost[hex] = as_goal[hex];
    queue.emplace(cost[hex], static_cast<int32_t>(hex));
  }
  while (!queue.empty()) {
    const auto [so_far, hex] = queue.top();
    queue.pop();
    const auto h = static_cast<size_t>(hex);
    if (so_far != cost[h]) continue;
    if (hex == start) break;
    int64_t enter = 0;
    if (next[h] >= 0) {  // a goal is entered as it is
      if (as_way[h] == -2) {
        bind(field.through_var, hex);
        as_way[h] = price(fixed_through, through);
      }
      enter = as_way[h];
      if (enter < 0) continue;
    }
    for (size_t direction = 0; direction < 6; ++direction) {
      const int32_t from = scenario_->ground.neighbours[h][direction];
      if (from < 0) continue;
      int64_t step = 0;
      int8_t* kept = steps == nullptr ? nullptr : &(*steps)[h * 6 + direction];
      if (kept != nullptr && *kept >= 0) {
        step = *kept == 0 ? 0 : -1;
      } else if (!across.empty()) {
        bind(field.from_var, from);
        bind(field.to_var, hex);
        step = price(fixed_across, across);
        if (kept != nullptr) *kept = step == 0 ? 0 : 1;
      }
      if (step < 0) continue;
      const int64_t all = so_far + enter + step + 1;
      if (all >= cost[static_cast<size_t>(from)]) continue;
      cost[static_cast<size_t>(from)] = all;
      next[static_cast<size_t>(from)] = hex;
      queue.emplace(all, from);
    }
  }
  if (cost[static_cast<size_t>(start)] == language::never_value)
    return start_cell ? off(40, {{*start_cell, std::nullopt}}) : never();
  // Along that way: what shuts each hex and step.
  Far found;
  int32_t from = start;
  for (int32_t hex = next[static_cast<size_t>(start)]; from >= 0;
       from = hex, hex = next[static_cast<size_t>(hex)]) {
    if (hex < 0 || from == start) {
      if (hex < 0) {
        bind(field.goal_var, from);
        found = sum(std::move(found), all(goal, true));
        break;
      }
    } else {
      bind(field.through_var, from);
      found = sum(std::move(found), all(through, true));
    }
    bind(field.from_var, from);
    bind(field.to_var, hex);
    found = sum(std::move(found), all(across, true));
  }
  if (found.distance <= 0) found.distance = 1;
  if (start_cell) found.hints.push_back({*start_cell, std::nullopt});
  return found;
}

}  // namespace casebook::games
