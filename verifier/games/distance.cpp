// SPDX-License-Identifier: Apache-2.0
#include "verifier/games/distance.h"

#include <algorithm>
#include <cmath>

#include "engine/language/walk.h"
#include "verifier/games/distance_walker.h"

namespace casebook::games {

using language::none;
using language::Op;

namespace {

/// More are no help.
constexpr size_t most_hints = 24;
/// What no change of the position brings about, and a fault.
constexpr double out_of_reach = 400;

}  // namespace

Distance::Distance(std::shared_ptr<const Scenario> scenario, const Expr& condition, bool wanted,
                   Bindings bindings, const std::vector<language::Var>& vars)
    : walker_(std::make_unique<Walker>(std::move(scenario), condition, wanted, std::move(bindings), vars)) {
}

Distance::~Distance() = default;

Far Distance::operator()(const Position& position) {
  return walker_->far(position);
}

bool Distance::holds(const Position& position) {
  return walker_->holds(position);
}

Distance::Walker::Walker(std::shared_ptr<const Scenario> scenario, const Expr& condition, bool wanted,
                         Bindings bindings, const std::vector<language::Var>& vars)
    : scenario_(std::move(scenario)),
      program_(*scenario_->program),
      condition_(condition),
      wanted_(wanted),
      bindings_(std::move(bindings)),
      evaluator_(scenario_),
      reads_(program_) {
  if (vars.size() > program_.vars.size()) evaluator_.extend_frame(vars);
}

Far Distance::Walker::far(const Position& position) {
  position_ = &position;
  origins_.clear();
  depth_ = 0;
  for (const auto& [var, value] : bindings_) evaluator_.variable(var) = value;
  Far found;
  try {
    found = walk(condition_, wanted_);
  } catch (const runtime::Fault&) {
    found = never();
  }
  // The evaluator has the last word: 0 exactly when the condition is as wanted.
  const bool there = holds(position);
  found.corrected = there != (found.distance <= 0);
  if (there) return {0, {}, found.corrected};
  if (found.corrected) found.distance = 0.5;
  return found;
}

bool Distance::Walker::holds(const Position& position) {
  for (const auto& [var, value] : bindings_) evaluator_.variable(var) = value;
  try {
    return evaluator_.evaluate(condition_, position).yes() == wanted_;
  } catch (const runtime::Fault&) {
    return false;
  }
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

double Distance::Walker::scaled(double difference) {
  return difference <= 20 ? difference : 20 + std::log2(difference - 19);
}

}  // namespace casebook::games
