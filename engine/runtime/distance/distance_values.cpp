// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "engine/program/walk.h"
#include "engine/runtime/distance/distance_walker.h"
#include "engine/runtime/layout.h"

namespace casebook::games {

using language::never_value;
using language::none;
using language::Op;
using language::TypeTag;
using runtime::Fault;
using runtime::Value;

namespace {

bool is(Should should, int64_t value, int64_t target) {
  switch (should) {
    case Should::equal:
      return value == target;
    case Should::differ:
      return value != target;
    case Should::at_most:
      return value <= target;
    case Should::at_least:
      break;
  }
  return value >= target;
}

Should mirrored(Should should) {
  if (should == Should::at_most) return Should::at_least;
  if (should == Should::at_least) return Should::at_most;
  return should;
}

int64_t floor_of(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace

/// How far a value of the type of `expr` is from what it should be.
double Distance::Walker::gap(const Expr& expr, Should should, int64_t value, int64_t target) const {
  if (is(should, value, target)) return 0;
  if (should == Should::differ) return 1;
  switch (expr.type.tag) {
    case TypeTag::number:
      if (value == never_value || target == never_value) return 50;
      return scaled(static_cast<double>(std::abs(value - target)) /
                    static_cast<double>(std::max<int64_t>(expr.type.fine, 1)));
    case TypeTag::location:
      return location_distance(*scenario_, static_cast<int32_t>(value), static_cast<int32_t>(target));
    case TypeTag::entity:
    case TypeTag::maybe:
      if (expr.type.of == language::kind_hex && value >= 0 && target >= 0)
        return location_distance(*scenario_, static_cast<int32_t>(value), static_cast<int32_t>(target));
      return 1;
    default:
      return 1;
  }
}

Far Distance::Walker::reach(const Expr& expr, Should should, int64_t target) {
  if (depth_ > 60) return value_leaf(expr, should, target);
  ++depth_;
  try {
    Far found = reach_inner(expr, should, target);
    --depth_;
    return found;
  } catch (const Fault&) {
    --depth_;
    return never();
  }
}

Far Distance::Walker::reach_inner(const Expr& expr, Should should, int64_t target) {
  switch (expr.op) {
    case Op::as_location:
    case Op::as_maybe:
    case Op::check_range:
      return reach(*expr.args[0], should, target);
    case Op::rescale: {
      const int64_t factor = std::max<int64_t>(expr.value, 1);
      if (should == Should::at_most) return reach(*expr.args[0], should, floor_of(target, factor));
      if (should == Should::at_least) return reach(*expr.args[0], should, -floor_of(-target, factor));
      if (target % factor == 0) return reach(*expr.args[0], should, target / factor);
      return should == Should::differ ? met() : fixed(expr);
    }
    case Op::add:
    case Op::subtract: {
      const int64_t a = number(*expr.args[0]), b = number(*expr.args[1]);
      if (a == never_value || b == never_value) break;
      const bool minus = expr.op == Op::subtract;
      Far found = is_static(*expr.args[0]) && origins_.empty()
                      ? never()
                      : reach(*expr.args[0], should, minus ? target + b : target - b);
      if (is_static(*expr.args[1]) && origins_.empty()) return found;
      return nearer(std::move(found), minus ? reach(*expr.args[1], mirrored(should), a - target)
                                            : reach(*expr.args[1], should, target - a));
    }
    case Op::negate:
      return reach(*expr.args[0], mirrored(should), -target);
    case Op::minimum:
    case Op::maximum: {
      if (should != Should::at_most && should != Should::at_least) break;
      const bool each = (expr.op == Op::minimum) == (should == Should::at_least);
      Far found = each ? met() : never();
      for (const auto& arg : expr.args) {
        Far part = reach(*arg, should, target);
        found = each ? sum(std::move(found), std::move(part)) : nearer(std::move(found), std::move(part));
      }
      return found;
    }
    case Op::count:
      return count(*expr.binder, should, target);
    case Op::choose_if: {
      Far found = never();
      for (const bool way : {true, false}) {
        Far condition = walk(*expr.args[0], way);
        found = nearer(std::move(found),
                       sum(std::move(condition), reach(*expr.args[way ? 1 : 2], should, target)));
      }
      return found;
    }
    case Op::let:
      bind(expr.ref, evaluator_.evaluate(*expr.args[0], *position_), origin(*expr.args[0]));
      return reach(*expr.args[1], should, target);
    case Op::if_hex: {
      const int64_t at = number(*expr.args[0]);
      if (!is_hex(*scenario_, static_cast<int32_t>(at)))
        return nearer(reach(*expr.args[2], should, target),
                      off(off_map_distance + 2, hints_of(*expr.args[0])));
      bind(expr.ref, at, origin(*expr.args[0]));
      return reach(*expr.args[1], should, target);
    }
    case Op::call:
      return reach_call(expr, should, target);
    case Op::list:
      return reach_list(expr, should, target);
    case Op::table:
      return reach_table(expr, should, target);
    case Op::distance: {
      const auto a = static_cast<int32_t>(number(*expr.args[0])),
                 b = static_cast<int32_t>(number(*expr.args[1]));
      const int64_t now = scenario_->ground.distance(a, b);
      if (is(should, now, target)) return met();
      std::vector<Hint> hints;
      for (const auto& [which, other] :
           {std::pair{expr.args[0].get(), b}, std::pair{expr.args[1].get(), a}}) {
        const auto cell = origin(*which);
        if (!cell) continue;
        int32_t best = -1;
        for (int32_t hex = 0; hex < scenario_->ground.hexes; ++hex) {
          if (is(should, scenario_->ground.distance(hex, other), target) &&
              (best < 0 || scenario_->ground.distance(hex, which == expr.args[0].get() ? a : b) <
                               scenario_->ground.distance(best, which == expr.args[0].get() ? a : b)))
            best = hex;
        }
        if (best >= 0) hints.push_back({*cell, Value{best, {}}});
      }
      return off(gap(expr, should, now, target), std::move(hints));
    }
    default:
      break;
  }
  return value_leaf(expr, should, target);
}

Far Distance::Walker::reach_call(const Expr& expr, Should should, int64_t target) {
  const language::Definition& definition = program_.definitions[expr.ref];
  if (!definition.adjustments.empty()) return value_leaf(expr, should, target);
  bind_arguments(definition.params, expr.args, expr.args.size());
  Far found = reach(*definition.body, should, target);
  for (const language::Exception& exception : definition.exceptions)
    found = sum(std::move(found), walk(*exception.when, false));
  for (const language::Exception& exception : definition.exceptions)
    found =
        nearer(std::move(found), sum(walk(*exception.when, true), reach(*exception.value, should, target)));
  return found;
}

Far Distance::Walker::reach_list(const Expr& expr, Should should, int64_t target) {
  const language::ListBody& body = *expr.list;
  if (body.kind != language::ListKind::first_of || body.low || body.high) {
    // A sum and its like: what any entry reads may change it.
    Far found = value_leaf(expr, should, target);
    for (const language::ListEntry& entry : body.entries) {
      if (entry.per || found.distance <= 0) continue;
      for (const Expr* part : {entry.when.get(), entry.value.get()}) {
        if (part == nullptr) continue;
        const std::vector<Hint> more = hints_of(*part);
        found.hints.insert(found.hints.end(), more.begin(), more.end());
      }
    }
    if (found.hints.size() > 24) found.hints.resize(24);
    return found;
  }
  Far before, found = never();
  for (const language::ListEntry& entry : body.entries) {
    if (entry.per) return value_leaf(expr, should, target);
    Far here = entry.when ? walk(*entry.when, true) : met();
    found = nearer(std::move(found), sum(before, sum(std::move(here), reach(*entry.value, should, target))));
    if (found.distance <= 0 || !entry.when) break;
    before = sum(std::move(before), walk(*entry.when, false));
  }
  return found;
}

/// The cells of the table that would do, and how far its arguments are from each.
Far Distance::Walker::reach_table(const Expr& expr, Should should, int64_t target) {
  const language::Table& table = program_.tables[expr.ref];
  if (table.cells.size() > 400) return value_leaf(expr, should, target);
  Far found = never();
  for (size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i] == language::silent_value || !is(should, table.cells[i], target)) continue;
    Far here;
    auto rest = static_cast<int64_t>(i);
    for (size_t k = expr.args.size(); k-- > 0;) {
      here = sum(std::move(here), reach(*expr.args[k], Should::equal, table.low[k] + rest % table.size[k]));
      rest /= table.size[k];
    }
    found = nearer(std::move(found), std::move(here));
    if (found.distance <= 0) break;
  }
  return found;
}

Far Distance::Walker::value_leaf(const Expr& expr, Should should, int64_t target) {
  const int64_t now = number(expr);
  if (is(should, now, target)) return met();
  const double away = gap(expr, should, now, target);
  if (const auto cell = origin(expr)) {
    if (should == Should::differ) return off(away, {{*cell, std::nullopt}});
    return off(away, {{*cell, Value{static_cast<int32_t>(target), {}}}});
  }
  std::vector<Hint> hints = hints_of(expr);
  if (hints.empty() && is_static(expr)) return fixed(expr);
  return off(away, std::move(hints));
}

std::optional<Cell> Distance::Walker::origin(const Expr& expr) {
  switch (expr.op) {
    case Op::state: {
      std::vector<int32_t> args;
      for (const auto& arg : expr.args) args.push_back(static_cast<int32_t>(number(*arg)));
      return Cell{Cell::What::state, expr.ref,
                  runtime::combination_of(scenario_->layout.states[expr.ref], args)};
    }
    case Op::place_of:
      return Cell{Cell::What::place, expr.ref, static_cast<uint32_t>(number(*expr.args[0]))};
    case Op::variable: {
      const auto id = static_cast<size_t>(expr.ref);
      if (id < program_.vars.size() && program_.vars[id].procedure != none)
        return Cell{Cell::What::local, expr.ref, 0};
      const auto found = origins_.find(expr.ref);
      return found == origins_.end() ? std::nullopt : std::optional(found->second);
    }
    case Op::as_location:
    case Op::as_maybe:
    case Op::check_range:
      return origin(*expr.args[0]);
    default:
      return std::nullopt;
  }
}

/// Cells that an expression reads as the frame stands; not those that depend on variables of its own.
void Distance::Walker::cells_read(const Expr& expr, std::vector<Hint>& into, int depth) {
  if (into.size() >= 12) return;
  if (expr.op == Op::variable || expr.op == Op::state || expr.op == Op::place_of) {
    if (const auto cell = origin(expr)) into.push_back({*cell, std::nullopt});
  }
  if (expr.op == Op::on_map)
    into.push_back(
        {{Cell::What::place, expr.ref, static_cast<uint32_t>(number(*expr.args[0]))}, std::nullopt});
  for (const auto& arg : expr.args) {
    if (arg && !expr.binder) cells_read(*arg, into, depth);
  }
  if (expr.list) {
    for (const language::ListEntry& entry : expr.list->entries) {
      if (entry.per) continue;
      cells_read(*entry.value, into, depth);
      if (entry.when) cells_read(*entry.when, into, depth);
    }
  }
  if (expr.binder && depth < 3) {
    // The members that it is about now.
    int members = 0;
    try {
      evaluator_.each_candidate(*expr.binder, *position_, [&](int64_t which) {
        const Expr& domain = *expr.binder->domain;
        if (domain.type.tag == TypeTag::set && domain.type.of != none &&
            scenario_->layout.places[domain.type.of].combinations > 0)
          into.push_back({{Cell::What::place, domain.type.of, static_cast<uint32_t>(which)}, std::nullopt});
        return ++members < 4;
      });
    } catch (const Fault&) {
    }
  }
  if (expr.op == Op::call && depth < 3) {
    const language::Definition& definition = program_.definitions[expr.ref];
    bind_arguments(definition.params, expr.args, expr.args.size());
    cells_read(*definition.body, into, depth + 1);
    for (const language::Exception& exception : definition.exceptions)
      cells_read(*exception.when, into, depth + 1);
  }
}

std::vector<Hint> Distance::Walker::hints_of(const Expr& expr) {
  std::vector<Hint> hints;
  try {
    cells_read(expr, hints, 0);
  } catch (const Fault&) {
  }
  return hints;
}

/// Of a condition that the position only enters by one hex that a cell names: the hexes where it is as
/// wanted, and how far the nearest is.
std::optional<Far> Distance::Walker::elsewhere(const Expr& expr, bool want) {
  if (!is_static(expr) || scenario_->ground.hexes == 0) return std::nullopt;
  VarId hex = none;
  std::set<VarId> free;
  bool single = true;
  language::walk(expr, [&](const Expr& part) {
    if (part.op != Op::variable) return;
    free.insert(part.ref);
    if (!origins_.contains(part.ref) || part.type.of != language::kind_hex) return;
    single = single && (hex == none || hex == part.ref);
    hex = part.ref;
  });
  if (hex == none || !single) return std::nullopt;
  std::vector<int64_t> key{want ? 1 : 0};
  for (const VarId var : free) {
    if (var != hex) key.push_back(evaluator_.variable(var).number);
  }
  const int64_t now = evaluator_.variable(hex).number;
  const Cell cell = origins_.at(hex);
  const auto [known, fresh] = hexes_where_.try_emplace({&expr, key});
  if (fresh) {
    for (int32_t one = 0; one < scenario_->ground.hexes; ++one) {
      evaluator_.variable(hex) = one;
      try {
        if (yes(expr) == want) known->second.push_back(one);
      } catch (const Fault&) {
      }
    }
    evaluator_.variable(hex) = now;
  }
  if (known->second.empty()) return fixed(expr);
  std::vector<int32_t> near = known->second;
  const auto away = [&](int32_t one) {
    return location_distance(*scenario_, static_cast<int32_t>(now), one);
  };
  std::stable_sort(near.begin(), near.end(), [&](int32_t a, int32_t b) { return away(a) < away(b); });
  std::vector<Hint> hints;
  for (size_t i = 0; i < std::min<size_t>(near.size(), 3); ++i) hints.push_back({cell, Value{near[i], {}}});
  if (near.size() > 3) hints.push_back({cell, Value{near[near.size() / 2], {}}});
  return off(std::max(away(near[0]), 1), std::move(hints));
}

}  // namespace casebook::games
