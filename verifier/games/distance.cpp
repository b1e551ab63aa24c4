// SPDX-License-Identifier: Apache-2.0
#include "verifier/games/distance.h"

#include <algorithm>
#include <iterator>

#include "engine/language/walk.h"
#include "verifier/games/distance_walker.h"

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
                   Bindings bindings, const std::vector<language::Var>& vars)
    : walker_(std::make_unique<Walker>(std::move(scenario), Goal{{{&condition, wanted, none}}, {}},
                                       std::move(bindings), vars)) {
}

Distance::Distance(std::shared_ptr<const Scenario> scenario, Goal goal,
                   const std::vector<language::Var>& vars)
    : walker_(std::make_unique<Walker>(std::move(scenario), std::move(goal), Bindings{}, vars)) {
}

Distance::~Distance() = default;

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
Bindings Distance::redrawn(const Position& position, const WorthTrying& worth, Random& random, bool all) {
  return walker_->redrawn(position, worth, random, all);
}

Distance::Walker::Walker(std::shared_ptr<const Scenario> scenario, Goal goal, Bindings bindings,
                         const std::vector<language::Var>& vars)
    : goal_(std::move(goal)),
      bindings_(std::move(bindings)),
      scenario_(std::move(scenario)),
      program_(*scenario_->program),
      evaluator_(scenario_),
      reads_(program_) {
  if (vars.size() > program_.vars.size()) evaluator_.extend_frame(vars);
  for (const Free& free : goal_.free) bindings_.emplace_back(free.var, Value(0));
}

Far Distance::Walker::take_bindings(const Position& position) {
  Far found;
  for (const auto& [var, value] : bindings_) bind(var, value);
  for (const Free& free : goal_.free) {
    if (free.at == none) continue;
    const Id kind = program_.vars[static_cast<size_t>(free.var)].type.of;
    const Cell piece{Cell::What::place, kind, static_cast<uint32_t>(evaluator_.variable(free.var).number)};
    const int32_t at = read(*scenario_, position, piece).number;
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
      if (condition.member == none) {
        found = sum(std::move(found), walk(*condition.expr, condition.wanted));
        continue;
      }
      const int64_t which = evaluator_.variable(condition.member).number;
      found = sum(std::move(found), contains(*condition.expr, which, condition.wanted));
    }
  } catch (const runtime::Fault&) {
    found = never();
  }
  // The evaluator has the last word: 0 exactly when all is as wanted.
  const bool there = holds(position);
  found.corrected = there != (found.distance <= 0);
  if (there) return {0, {}, found.corrected};
  if (found.corrected) found.distance = 0.5;
  return found;
}

bool Distance::Walker::holds(const Position& position) {
  position_ = &position;
  if (take_bindings(position).distance > 0) return false;
  try {
    return std::all_of(goal_.conditions.begin(), goal_.conditions.end(), [&](const Condition& condition) {
      if (condition.member == none)
        return evaluator_.evaluate(*condition.expr, position).yes() == condition.wanted;
      return is_in(*condition.expr, evaluator_.variable(condition.member).number) == condition.wanted;
    });
  } catch (const runtime::Fault&) {
    return false;
  }
}

/// A value for a free variable: of the set that it has to be in, or of its type.
Value Distance::Walker::drawn(const Position& position, const WorthTrying& worth, Random& random,
                              const Free& free) {
  const auto any = [&](const std::vector<int32_t>& list) {
    return Value(list[random.below(static_cast<uint32_t>(list.size()))]);
  };
  const language::Var& var = program_.vars[static_cast<size_t>(free.var)];
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
          if (other.var == free.var || program_.vars[static_cast<size_t>(other.var)].type != var.type)
            continue;
          const auto from = static_cast<size_t>(evaluator_.variable(other.var).number);
          const int32_t to = scenario_->ground.neighbours[from][random.below(6)];
          if (to >= 0) return to;
        }
      }
      if (var.type.of == language::kind_hex && !worth.pieces().empty()) {
        const int32_t at = worth.location(position, worth.pieces()[0], random);
        if (is_hex(*scenario_, at)) return at;
      }
      return below(scenario_->size(var.type.of));
    case language::TypeTag::location:
      return below(scenario_->ground.hexes + static_cast<int64_t>(program_.boxes.size()));
    default:
      return evaluator_.variable(free.var);
  }
}

bool Distance::Walker::has_values() const {
  return std::all_of(goal_.free.begin(), goal_.free.end(), [&](const Free& free) {
    const language::Type& type = program_.vars[static_cast<size_t>(free.var)].type;
    switch (type.tag) {
      case language::TypeTag::entity:
      case language::TypeTag::maybe:
        return scenario_->size(type.of) > 0;
      case language::TypeTag::location:
        return scenario_->ground.hexes > 0 || !program_.boxes.empty();
      default:
        return true;
    }
  });
}

Bindings Distance::Walker::redrawn(const Position& position, const WorthTrying& worth, Random& random,
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

void Distance::Walker::bind(Id var, Value value, std::optional<Cell> from) {
  if (var == none) return;
  evaluator_.variable(var) = std::move(value);
  if (from)
    origins_[var] = *from;
  else
    origins_.erase(var);
}

void Distance::Walker::bind_arguments(const std::vector<Id>& params,
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
    fixed = fixed && program_.vars[static_cast<size_t>(part.ref)].procedure == none;
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
