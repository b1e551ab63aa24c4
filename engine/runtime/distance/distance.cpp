// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/distance/distance.h"

#include <algorithm>
#include <iterator>

#include "engine/program/walk.h"
#include "engine/runtime/compiled/compiled_answers.h"
#include "engine/runtime/distance/distance_walker.h"
#include "engine/runtime/has_values.h"

namespace casebook::games {

using language::none;
using language::Op;

namespace {

/// More are no help.
constexpr size_t most_hints = 24;
/// Other values of free variables might do.
constexpr double other_values = 8;

}  // namespace

Distance::Distance(std::shared_ptr<const Scenario> scenario, const Expr& condition, bool wanted,
                   Bindings bindings, const language::ById<language::Var>& vars)
    : walker_(std::make_unique<Walker>(std::move(scenario), Goal{{{&condition, wanted, none}}, {}},
                                       std::move(bindings), vars)) {
}

Distance::Distance(std::shared_ptr<const Scenario> scenario, Goal goal,
                   const language::ById<language::Var>& vars)
    : walker_(std::make_unique<Walker>(std::move(scenario), std::move(goal), Bindings{}, vars)) {
}

Distance::~Distance() = default;

void Distance::remember(std::shared_ptr<runtime::FixedValues> fixed) {
  walker_->remember(std::move(fixed));
}

Far Distance::operator()(const Position& position, double enough) {
  return walker_->far(position, enough);
}

bool Distance::holds(const Position& position) {
  return walker_->holds(position);
}

const Bindings& Distance::bindings() const {
  return walker_->bindings_;
}

void Distance::bind(Bindings bindings) {
  walker_->bindings_ = std::move(bindings);
}

bool Distance::has_free() const {
  return !walker_->goal_.free.empty();
}

bool Distance::has_values() const {
  return walker_->has_values();
}
Bindings Distance::redrawn(const Position& position, const InterestingValues& worth, Random& random,
                           bool all) {
  return walker_->redrawn(position, worth, random, all);
}

Distance::Walker::Walker(std::shared_ptr<const Scenario> scenario, Goal goal, Bindings bindings,
                         const language::ById<language::Var>& vars)
    : goal_(std::move(goal)),
      bindings_(std::move(bindings)),
      scenario_(std::move(scenario)),
      program_(*scenario_->program),
      evaluator_(scenario_),
      reads_(program_) {
  evaluator_.answer_with(runtime::make_compiled_answers(scenario_));
  if (vars.size() > program_.vars.size()) evaluator_.extend_frame(vars);
  for (const Free& free : goal_.free) bindings_.emplace_back(free.var, Value(0));
}

Far Distance::Walker::take_bindings(const Position& position) {
  Far found;
  for (const auto& [var, value] : bindings_) bind(var, value);
  for (const Free& free : goal_.free) {
    if (free.at == none) continue;
    const KindId kind = program_.vars[free.var].type.of;
    const Cell piece{Cell::What::place, kind, static_cast<uint32_t>(evaluator_.variable(free.var).number)};
    const auto at = static_cast<int32_t>(read(*scenario_, position, piece).number);
    if (is_hex(*scenario_, at))
      bind(free.at, at, piece);
    else
      found = sum(std::move(found), off(off_map_distance, {{piece, std::nullopt}}));
  }
  return found;
}

Far Distance::Walker::far(const Position& position, double enough) {
  position_ = &position;
  origins_.clear();
  depth_ = 0;
  Far found = take_bindings(position);
  try {
    for (const Condition& condition : goal_.conditions) {
      if (found.distance > enough) return found;
      found = sum(std::move(found), look(condition));
    }
  } catch (const runtime::Fault&) {
    found = never();
  }
  // The evaluator has the last word: 0 exactly when all is as wanted.
  const bool there = holds(position);
  // That it is so, and for another reason, is not what is looked for.
  if (there && !goal_.reasons.empty()) return found;
  found.corrected = there != (found.distance <= 0);
  if (there) return {0, {}, found.corrected};
  if (found.corrected) found.distance = 0.5;
  return found;
}

bool Distance::Walker::holds(const Position& position) {
  position_ = &position;
  if (take_bindings(position).distance > 0) return false;
  try {
    return std::all_of(goal_.conditions.begin(), goal_.conditions.end(),
                       [&](const Condition& condition) { return is_so(condition, position); });
  } catch (const runtime::Fault&) {
    return false;
  }
}

Far Distance::Walker::look(const Condition& condition) {
  if (condition.each != none) {
    const std::vector<int32_t> members = evaluator_.variable(condition.each).items;
    Far found = condition.wanted ? met() : off(2);
    for (size_t i = tag_of(condition.each) == language::TypeTag::path ? 1 : 0; i < members.size(); ++i) {
      bind(condition.bound, members[i]);
      Far one = walk(*condition.expr, condition.wanted);
      found =
          condition.wanted ? sum(std::move(found), std::move(one)) : nearer(std::move(found), std::move(one));
    }
    return found;
  }
  if (condition.member == none) return walk(*condition.expr, condition.wanted);
  const Value& value = evaluator_.variable(condition.member);
  if (tag_of(condition.member) == language::TypeTag::path) {
    const bool there = !value.items.empty() && value.items.front() == number(*condition.expr);
    return there == condition.wanted ? met() : off(other_values);
  }
  if (tag_of(condition.member) != language::TypeTag::set)
    return contains(*condition.expr, value.number, condition.wanted);
  const std::vector<int32_t> members = value.items;
  Far found = condition.wanted ? met() : off(other_values);
  for (const int32_t member : members) {
    Far one = contains(*condition.expr, member, condition.wanted);
    found =
        condition.wanted ? sum(std::move(found), std::move(one)) : nearer(std::move(found), std::move(one));
  }
  return found;
}

bool Distance::Walker::is_so(const Condition& condition, const Position& position) {
  bool all = true;
  if (condition.each != none) {
    const std::vector<int32_t> members = evaluator_.variable(condition.each).items;
    for (size_t i = tag_of(condition.each) == language::TypeTag::path ? 1 : 0; i < members.size(); ++i) {
      bind(condition.bound, members[i]);
      all = all && evaluator_.evaluate(*condition.expr, position).yes();
    }
    return all == condition.wanted;
  }
  if (condition.member == none)
    return evaluator_.evaluate(*condition.expr, position).yes() == condition.wanted;
  const Value value = evaluator_.variable(condition.member);
  if (tag_of(condition.member) == language::TypeTag::path)
    all = !value.items.empty() && value.items.front() == number(*condition.expr);
  else if (tag_of(condition.member) == language::TypeTag::set)
    all = std::all_of(value.items.begin(), value.items.end(),
                      [&](int32_t member) { return is_in(*condition.expr, member); });
  else
    all = is_in(*condition.expr, value.number);
  return all == condition.wanted;
}

/// A set for a free variable: a few of those that may be in it, or now and then all; often the one before
/// with one member more or less.
Value Distance::Walker::drawn_set(const Position& position, Random& random, const Free& free) {
  std::vector<int32_t> from;
  bool known = false;
  for (const Condition& condition : goal_.conditions) {
    if (condition.member != free.var || !condition.wanted) continue;
    try {
      const Value domain = evaluator_.evaluate(*condition.expr, position);
      if (condition.expr->type.tag != language::TypeTag::set) continue;
      from = domain.items;
      known = true;
    } catch (const runtime::Fault&) {
    }
  }
  if (!known) {
    for (int32_t one = 0; one < size_of(program_.vars[free.var].type.of); ++one) from.push_back(one);
  }
  Value value = evaluator_.variable(free.var);
  const auto below = [&](size_t n) { return static_cast<size_t>(random.below(static_cast<uint32_t>(n))); };
  if (from.empty()) return Value();
  std::erase_if(value.items,
                [&](int32_t one) { return std::find(from.begin(), from.end(), one) == from.end(); });
  if (!value.items.empty() && below(2) == 0) {
    const int32_t one = from[below(from.size())];
    if (std::erase(value.items, one) == 0) value.items.push_back(one);
  } else {
    value.items.clear();
    const size_t count = below(6) == 0 ? from.size() : 1 + below(std::min<size_t>(from.size(), 3));
    while (value.items.size() < count) {
      const size_t at = below(from.size());
      value.items.push_back(from[at]);
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  std::sort(value.items.begin(), value.items.end());
  return value;
}

/// A walk from where the path has to begin.
Value Distance::Walker::drawn_path(const Position& position, Random& random, const Free& free) {
  Value value;
  for (const Condition& condition : goal_.conditions) {
    if (condition.member != free.var || !condition.wanted) continue;
    try {
      value.items = {static_cast<int32_t>(evaluator_.evaluate(*condition.expr, position).number)};
    } catch (const runtime::Fault&) {
    }
  }
  if (value.items.empty() || !is_hex(*scenario_, value.items.front())) return Value();
  for (uint32_t steps = 1 + random.below(4); steps > 0; --steps) {
    const int32_t next =
        scenario_->ground.neighbours[static_cast<size_t>(value.items.back())][random.below(6)];
    if (next < 0 || std::find(value.items.begin(), value.items.end(), next) != value.items.end()) continue;
    value.items.push_back(next);
  }
  return value;
}

/// A value for a free variable: of the set that it has to be in, or of its type.
Value Distance::Walker::drawn(const Position& position, const InterestingValues& worth, Random& random,
                              const Free& free) {
  const auto any = [&](const std::vector<int32_t>& list) {
    return Value(list[random.below(static_cast<uint32_t>(list.size()))]);
  };
  const language::Var& var = program_.vars[free.var];
  if (var.type.tag == language::TypeTag::set) return drawn_set(position, random, free);
  if (var.type.tag == language::TypeTag::path) return drawn_path(position, random, free);
  if (random.below(8) != 0) {
    // Of all sets that it has to be in together, or of the first where they have nothing in common. That it
    // is a member of its kind says nothing of which.
    std::optional<Value> common;
    for (const Condition& condition : goal_.conditions) {
      if (condition.member != free.var || !condition.wanted || condition.expr->op == Op::all_members)
        continue;
      try {
        if (condition.expr->op == Op::range) {
          const int64_t low = number(*condition.expr->args[0]), high = number(*condition.expr->args[1]);
          if (low <= high) return low + random.below(static_cast<uint32_t>(high - low + 1));
          continue;
        }
        const Value set = evaluator_.evaluate(*condition.expr, position);
        if (condition.expr->type.tag == language::TypeTag::maybe && set.number >= 0) return set.number;
        if (!common) {
          common = set;
          continue;
        }
        std::vector<int32_t> both;
        std::set_intersection(common->items.begin(), common->items.end(), set.items.begin(), set.items.end(),
                              std::back_inserter(both));
        if (!both.empty()) common->items = std::move(both);
      } catch (const runtime::Fault&) {
      }
    }
    if (common && !common->items.empty()) return any(common->items);
  }
  const auto below = [&](int64_t count) {
    return static_cast<int64_t>(random.below(static_cast<uint32_t>(std::max<int64_t>(count, 1))));
  };
  switch (var.type.tag) {
    case language::TypeTag::boolean:
      return below(2);
    case language::TypeTag::number:
      return var.interval.low +
             below(std::min<int64_t>(var.interval.high - var.interval.low + 1, UINT32_MAX));
    case language::TypeTag::entity:
    case language::TypeTag::maybe:
      if (var.type.of == language::kind_hex && var.type.tag == language::TypeTag::entity &&
          random.below(100) < 40) {
        // Two hexes are mostly spoken of when they touch.
        for (const Free& other : goal_.free) {
          if (other.var == free.var || program_.vars[other.var].type != var.type) continue;
          const auto from = static_cast<size_t>(evaluator_.variable(other.var).number);
          const int32_t to = scenario_->ground.neighbours[from][random.below(6)];
          if (to >= 0) return to;
        }
      }
      if (var.type.of == language::kind_hex && !worth.pieces().empty()) {
        const int32_t at = worth.location(position, worth.pieces()[0], random);
        if (is_hex(*scenario_, at)) return at;
      }
      if (scenario_->size(var.type.of) == 0) return -1;
      return below(scenario_->size(var.type.of));
    case language::TypeTag::location:
      return below(scenario_->ground.hexes + static_cast<int64_t>(program_.boxes.size()));
    default:
      return evaluator_.variable(free.var);
  }
}

bool Distance::Walker::has_values() const {
  return std::all_of(goal_.free.begin(), goal_.free.end(), [&](const Free& free) {
    return runtime::has_values(*scenario_, program_.vars[free.var].type);
  });
}

Bindings Distance::Walker::redrawn(const Position& position, const InterestingValues& worth, Random& random,
                                   bool all) {
  position_ = &position;
  take_bindings(position);
  Bindings made = bindings_;
  const size_t chosen = goal_.free.empty() ? 0 : random.below(static_cast<uint32_t>(goal_.free.size()));
  for (size_t i = 0; i < goal_.free.size(); ++i) {
    if (!all && i != chosen) continue;
    // One after the other: the set of a later one may depend on those before it.
    Value value = drawn(position, worth, random, goal_.free[i]);
    evaluator_.variable(goal_.free[i].var) = value;
    for (auto& [var, kept] : made) {
      if (var == goal_.free[i].var) kept = value;
    }
  }
  return made;
}

void Distance::Walker::bind(VarId var, Value value, std::optional<Cell> from) {
  if (var == none) return;
  evaluator_.variable(var) = std::move(value);
  if (from)
    origins_[var] = *from;
  else
    origins_.erase(var);
}

void Distance::Walker::bind_arguments(const std::vector<VarId>& params,
                                      const std::vector<language::ExprPtr>& args, size_t count) {
  std::vector<std::pair<Value, std::optional<Cell>>> values;
  for (size_t i = 0; i < count; ++i)
    values.emplace_back(evaluator_.evaluate(*args[i], *position_), origin(*args[i]));
  for (size_t i = 0; i < count; ++i) bind(params[i], std::move(values[i].first), values[i].second);
}

bool Distance::Walker::is_static(const Expr& expr) {
  const auto known = static_.find(&expr);
  if (known != static_.end()) return known->second;
  bool fixed = reads_.of(expr).reads.empty();
  language::walk(expr, [&](const Expr& part) {
    if (part.op != Op::variable || static_cast<size_t>(part.ref) >= program_.vars.size()) return;
    fixed = fixed && program_.vars[part.ref].procedure == none;
  });
  return static_[&expr] = fixed;
}

Far Distance::Walker::fixed(const Expr& expr) {
  bool with_variables = false;
  if (!goal_.free.empty()) {
    language::walk(expr,
                   [&](const Expr& part) { with_variables = with_variables || part.op == Op::variable; });
  }
  return with_variables ? off(other_values) : never();
}

Far Distance::Walker::never() {
  return {out_of_reach, {}, false};
}

Far Distance::Walker::off(double distance, std::vector<Hint> hints) {
  return {distance, std::move(hints), false};
}

Far Distance::Walker::sum(Far a, Far b) {
  if (a.distance <= 0) return b;
  if (b.distance <= 0) return a;
  a.distance += b.distance;
  // Of each its share, so that the first does not drown the second.
  const size_t room = std::min(most_hints - std::min(a.hints.size(), most_hints / 2), b.hints.size());
  if (a.hints.size() + room > most_hints) a.hints.resize(most_hints - room);
  a.hints.insert(a.hints.end(), b.hints.begin(), b.hints.begin() + static_cast<std::ptrdiff_t>(room));
  return a;
}

Far Distance::Walker::nearer(Far a, Far b) {
  if (b.distance < a.distance) std::swap(a, b);
  // What is nearly as near is worth a try as well.
  if (a.distance > 0 && b.distance < a.distance + 2) {
    const size_t room = std::min(most_hints - std::min(a.hints.size(), most_hints), b.hints.size());
    a.hints.insert(a.hints.end(), b.hints.begin(), b.hints.begin() + static_cast<std::ptrdiff_t>(room));
  }
  return a;
}

/// Flatter the farther, so that one number does not drown all else. Powers of two: the same on every machine.
double Distance::Walker::scaled(double difference) {
  if (difference <= 20) return difference;
  if (difference <= 1300) return 20 + (difference - 20) / 16;
  return 100 + std::min((difference - 1300) / 65536, 100.0);
}

}  // namespace casebook::games
