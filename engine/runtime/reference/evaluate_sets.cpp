// SPDX-License-Identifier: Apache-2.0
// Evaluation: binders, quantifiers and sets.
#include <algorithm>

#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Binder;
using language::Expr;
using language::Op;
using language::TypeTag;

void Evaluator::each_member(const Binder& binder, const Position& position,
                            const std::function<bool(int64_t)>& body,
                            const std::function<void(int64_t)>& left_out) {
  const auto ask = [&](int64_t member) {
    if (!binder.where || evaluate(*binder.where, position).yes()) return body(member);
    if (left_out) left_out(member);
    return true;
  };
  each_candidate(binder, position, std::ref(ask));  // no copy of it
}

void Evaluator::each_candidate(const Binder& binder, const Position& position,
                               const std::function<bool(int64_t)>& body) {
  std::vector<int64_t> members;
  KindId kind = language::none;
  if (binder.domain->op == Op::range) {
    const int64_t low = number(*binder.domain, 0, position), high = number(*binder.domain, 1, position);
    for (int64_t value = low; value <= high; ++value) members.push_back(value);
  } else {
    const Value domain = evaluate(*binder.domain, position);
    if (binder.domain->type.tag == TypeTag::maybe) {
      if (domain.number >= 0) members.push_back(domain.number);
    } else {
      members.assign(domain.items.begin(), domain.items.end());
    }
    kind = binder.domain->type.of;
  }
  // Domain and hex first, then the conditions, member by member.
  int64_t wanted_hex = -1;
  if (binder.on) wanted_hex = evaluate(*binder.on, position).number;
  for (const int64_t member : members) {
    variable(binder.var) = member;
    if (binder.on || binder.at != language::none) {
      const int64_t place =
          stored_cell(scenario_->layout.places[kind], position, static_cast<uint32_t>(member));
      if (place >= scenario_->ground.hexes) continue;
      if (binder.on && place != wanted_hex) continue;
      if (binder.at != language::none) variable(binder.at) = place;
    }
    if (!body(member)) return;
  }
}

Value Evaluator::op_exists(const Expr& expr, const Position& position) {
  bool found = false;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    found = evaluate(*expr.args[0], position).yes();
    asked = {found, found};
    return !found;
  });
  return found;
}

Value Evaluator::op_for_all(const Expr& expr, const Position& position) {
  bool all = true;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    all = evaluate(*expr.args[0], position).yes();
    asked = {all, !all};
    return all;
  });
  return all;
}

Value Evaluator::op_count(const Expr& expr, const Position& position) {
  int64_t count = 0;
  ask_members(expr, position, Asked(), [&](int64_t) { return ++count, true; });
  return count;
}

Value Evaluator::op_total(const Expr& expr, const Position& position) {
  int64_t sum = 0;
  bool never = false;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    const int64_t value = number(expr, 0, position);
    if (value == language::never_value && expr.args[0]->interval.may_be_never)
      never = true;
    else
      sum += value;
    asked = {value, value != 0};
    return true;
  });
  return never ? language::never_value : sum;
}

Value Evaluator::op_least(const Expr& expr, const Position& position) {
  bool any = false;
  int64_t best = 0;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    const int64_t value = number(expr, 0, position);
    const bool better = !any || value < best;
    if (better) best = value;
    asked = {value, better, better};
    return any = true;
  });
  return any ? Value(best) : evaluate(*expr.args[1], position);
}

Value Evaluator::op_most(const Expr& expr, const Position& position) {
  bool any = false;
  int64_t best = 0;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    const int64_t value = number(expr, 0, position);
    const bool better = !any || value > best;
    if (better) best = value;
    asked = {value, better, better};
    return any = true;
  });
  return any ? Value(best) : evaluate(*expr.args[1], position);
}

Value Evaluator::op_all_members(const Expr& expr, const Position&) {
  std::vector<int32_t> members;
  for (int32_t member = 0; member < scenario_->size(expr.type.of); ++member) members.push_back(member);
  return Value(std::move(members));
}

Value Evaluator::op_range(const Expr&, const Position&) {
  return {};
}  // only a binder or a parameter reads a range

Value Evaluator::op_set_of(const Expr& expr, const Position& position) {
  std::vector<int32_t> members;
  for (const auto& arg : expr.args) {
    const int64_t member = evaluate(*arg, position).number;
    if (arg->type.tag == TypeTag::maybe && member < 0) continue;
    members.push_back(static_cast<int32_t>(member));
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return Value(std::move(members));
}

Value Evaluator::op_filter(const Expr& expr, const Position& position) {
  std::vector<int32_t> members;
  int64_t best = 0;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t member) {
    if (!expr.args.empty()) {
      const int64_t value = number(expr, 0, position);
      const bool better = members.empty() || (expr.value == 0 ? value < best : value > best);
      if (better) members.clear(), best = value;
      asked = {value, value == best, better};
    }
    if (asked.counts) members.push_back(static_cast<int32_t>(member));
    return true;
  });
  return Value(std::move(members));
}

Value Evaluator::op_image(const Expr& expr, const Position& position) {
  std::vector<int32_t> members;
  Asked asked;
  ask_members(expr, position, asked, [&](int64_t) {
    asked.value = number(expr, 0, position);
    members.push_back(static_cast<int32_t>(asked.value));
    return true;
  });
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return Value(std::move(members));
}

Value Evaluator::op_unite(const Expr& expr, const Position& position) {
  const Value a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  Value result;
  std::set_union(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                 std::back_inserter(result.items));
  return result;
}

Value Evaluator::op_subtract_sets(const Expr& expr, const Position& position) {
  const Value a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  Value result;
  std::set_difference(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                      std::back_inserter(result.items));
  return result;
}

Value Evaluator::op_intersect(const Expr& expr, const Position& position) {
  const Value a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  Value result;
  std::set_intersection(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                        std::back_inserter(result.items));
  return result;
}

Value Evaluator::op_set_from_maybe(const Expr& expr, const Position& position) {
  const int64_t member = number(expr, 0, position);
  return member < 0 ? Value(std::vector<int32_t>{})
                    : Value(std::vector<int32_t>{static_cast<int32_t>(member)});
}

Value Evaluator::op_contains(const Expr& expr, const Position& position) {
  const Value set = evaluate(*expr.args[0], position);
  return set.contains(number(expr, 1, position));
}

Value Evaluator::op_contains_location(const Expr& expr, const Position& position) {
  const Value set = evaluate(*expr.args[0], position);
  const int64_t location = number(expr, 1, position);
  return location < scenario_->ground.hexes && set.contains(location);
}

Value Evaluator::op_subset(const Expr& expr, const Position& position) {
  const Value a = evaluate(*expr.args[0], position), b = evaluate(*expr.args[1], position);
  return std::includes(b.items.begin(), b.items.end(), a.items.begin(), a.items.end());
}

Value Evaluator::op_is_empty(const Expr& expr, const Position& position) {
  return evaluate(*expr.args[0], position).items.empty();
}

}  // namespace casebook::runtime
