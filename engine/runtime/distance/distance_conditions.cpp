// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/runtime/distance/distance_walker.h"

namespace casebook::games {

using language::none;
using language::Op;
using language::TypeTag;
using runtime::Fault;

Far Distance::Walker::walk(const Expr& expr, bool want) {
  // Nothing that a person would write is so deep; what is, counts as a leaf.
  if (depth_ > 60) return leaf(expr, want);
  ++depth_;
  try {
    Far found = walk_inner(expr, want);
    --depth_;
    return found;
  } catch (const Fault&) {
    --depth_;
    return never();
  }
}

Far Distance::Walker::all(const std::vector<const Expr*>& parts, bool want) {
  Far found;
  for (const Expr* part : parts) found = sum(std::move(found), walk(*part, want));
  return found;
}

Far Distance::Walker::one(const std::vector<const Expr*>& parts, bool want) {
  if (std::any_of(parts.begin(), parts.end(), [&](const Expr* part) { return is_reason(part); })) {
    Far by_it;
    for (const Expr* part : parts) by_it = sum(std::move(by_it), walk(*part, is_reason(part) ? want : !want));
    return by_it;
  }
  Far found = never();
  for (const Expr* part : parts) {
    found = nearer(std::move(found), walk(*part, want));
    if (found.distance <= 0) break;
  }
  return found;
}

Far Distance::Walker::walk_inner(const Expr& expr, bool want) {
  const auto parts = [&] {
    std::vector<const Expr*> list;
    for (const auto& arg : expr.args) list.push_back(arg.get());
    return list;
  };
  switch (expr.op) {
    case Op::all_of:
      return want ? all(parts(), true) : one(parts(), false);
    case Op::any_of:
      return want ? one(parts(), true) : all(parts(), false);
    case Op::not_:
      return walk(*expr.args[0], !want);
    case Op::implies: {
      if (want && (is_reason(expr.args[0].get()) || is_reason(expr.args[1].get()))) {
        const bool by_rest = is_reason(expr.args[1].get());
        return sum(walk(*expr.args[0], by_rest), walk(*expr.args[1], by_rest));
      }
      Far premise = walk(*expr.args[0], !want);
      if (want && premise.distance <= 0) return premise;
      Far rest = walk(*expr.args[1], want);
      return want ? nearer(std::move(premise), std::move(rest)) : sum(std::move(premise), std::move(rest));
    }
    case Op::choose_if: {
      // Either way; what would have to be changed of the condition counts.
      Far found = never();
      for (const bool way : {true, false}) {
        const Expr &taken = *expr.args[way ? 1 : 2], &other = *expr.args[way ? 2 : 1];
        if (is_reason(&other)) continue;
        Far here = sum(walk(*expr.args[0], way), walk(taken, want));
        if (is_reason(expr.args[0].get())) here = sum(std::move(here), walk(other, !want));
        found = nearer(std::move(found), std::move(here));
      }
      return found;
    }
    case Op::let:
      bind(expr.ref, evaluator_.evaluate(*expr.args[0], *position_), origin(*expr.args[0]));
      return walk(*expr.args[1], want);
    case Op::if_hex: {
      const int64_t at = number(*expr.args[0]);
      if (!is_hex(*scenario_, static_cast<int32_t>(at))) {
        Far stays = walk(*expr.args[2], want);
        if (stays.distance <= 0) return stays;
        return nearer(std::move(stays), off(off_map_distance + 2, hints_of(*expr.args[0])));
      }
      bind(expr.ref, at, origin(*expr.args[0]));
      return walk(*expr.args[1], want);
    }
    case Op::equal:
    case Op::less:
    case Op::less_equal:
      return compare(expr, want);
    case Op::exists:
      return exists(*expr.binder, expr.args[0].get(), want);
    case Op::for_all: {
      // No member of which the body fails.
      const language::Binder& binder = *expr.binder;
      if (!want) {
        Far found = never();
        for (const int64_t which : candidates(binder)) {
          Far in = member(binder, which, nullptr, true);
          if (in.distance >= found.distance) continue;
          found = nearer(std::move(found), sum(std::move(in), walk(*expr.args[0], false)));
          if (found.distance <= 0) break;
        }
        return found;
      }
      Far found;
      std::vector<int64_t> members;
      evaluator_.each_member(binder, *position_, [&](int64_t which) {
        members.push_back(which);
        return true;
      });
      for (const int64_t which : members) {
        Far in = member(binder, which, nullptr, true);  // binds
        Far body = walk(*expr.args[0], true);
        if (body.distance > 0)
          found = sum(std::move(found), nearer(std::move(body), member(binder, which, nullptr, false)));
      }
      return found;
    }
    case Op::contains:
      return contains(*expr.args[0], *expr.args[1], want);
    case Op::contains_location:
      return contains(*expr.args[0], *expr.args[1], want);
    case Op::is_empty: {
      if (!want) {
        Far found = never();
        for (int32_t which = 0; which < size_of(expr.args[0]->type.of); ++which) {
          found = nearer(std::move(found), contains(*expr.args[0], which, true));
          if (found.distance <= 0) break;
        }
        return found;
      }
      Far found;
      for (const int32_t which : evaluator_.evaluate(*expr.args[0], *position_).items)
        found = sum(std::move(found), contains(*expr.args[0], which, false));
      return found;
    }
    case Op::subset: {
      const Value a = evaluator_.evaluate(*expr.args[0], *position_);
      const Value b = evaluator_.evaluate(*expr.args[1], *position_);
      if (!want) {
        Far found = off(1);
        for (const int32_t which : a.items)
          found = nearer(std::move(found), contains(*expr.args[1], which, false));
        return a.items.empty() ||
                       std::includes(b.items.begin(), b.items.end(), a.items.begin(), a.items.end())
                   ? off(std::max(found.distance, 1.0), found.hints)
                   : met();
      }
      Far found;
      for (const int32_t which : a.items) {
        if (b.contains(which)) continue;
        found = sum(std::move(found),
                    nearer(contains(*expr.args[0], which, false), contains(*expr.args[1], which, true)));
      }
      return found;
    }
    case Op::adjacent:
      return adjacent(*expr.args[0], *expr.args[1], want);
    case Op::on_map: {
      if (yes(expr) == want) return met();
      return off(off_map_distance, hints_of(expr));
    }
    case Op::call:
      return call(expr, want);
    case Op::list:
      return list(expr, want);
    case Op::legal:
      return legal(expr, want);
    case Op::field_at:
      return field(expr, want);
    default:
      return leaf(expr, want);
  }
}

Far Distance::Walker::leaf(const Expr& expr, bool want) {
  if (yes(expr) == want) return met();
  if (const auto cell = origin(expr)) return off(1, {{*cell, runtime::Value{want ? 1 : 0, {}}}});
  if (auto far = elsewhere(expr, want)) return *far;
  std::vector<Hint> hints = hints_of(expr);
  if (hints.empty() && is_static(expr)) return fixed(expr);
  return off(1, std::move(hints));
}

Far Distance::Walker::compare(const Expr& expr, bool want) {
  const Expr& a = *expr.args[0];
  const Expr& b = *expr.args[1];
  const TypeTag tag = a.type.tag;
  if (tag == TypeTag::boolean) {
    Far yes_yes = sum(walk(a, true), walk(b, want));
    if (yes_yes.distance <= 0) return yes_yes;
    return nearer(std::move(yes_yes), sum(walk(a, false), walk(b, !want)));
  }
  if (tag == TypeTag::set) return compare_sets(a, b, want);
  if (tag == TypeTag::path) return leaf(expr, want);
  if (yes(expr) == want) return met();
  Should left = Should::equal, right = Should::equal;
  int64_t shift = 0;
  if (expr.op == Op::equal) {
    left = right = want ? Should::equal : Should::differ;
  } else {
    // a < b: a at most b - 1; not: a at least b. a <= b: a at most b; not: a at least b + 1.
    left = want ? Should::at_most : Should::at_least;
    right = want ? Should::at_least : Should::at_most;
    if (want && expr.op == Op::less) shift = -1;
    if (!want && expr.op == Op::less_equal) shift = 1;
  }
  const int64_t va = number(a), vb = number(b);
  Far found = fixed(expr);
  if (!is_static(a) || !origins_.empty()) {
    if (vb != language::never_value)
      found = reach(a, left, vb + shift);
    else
      found = off(50, hints_of(a));
  }
  if (!is_static(b) || !origins_.empty()) {
    if (va != language::never_value)
      found = nearer(std::move(found), reach(b, right, va - shift));
    else
      found = nearer(std::move(found), off(50, hints_of(b)));
  }
  return found;
}

Far Distance::Walker::compare_sets(const Expr& a, const Expr& b, bool want) {
  const Value x = evaluator_.evaluate(a, *position_), y = evaluator_.evaluate(b, *position_);
  if ((x == y) == want) return met();
  if (!want) {
    std::vector<Hint> hints = hints_of(a);
    std::vector<Hint> more = hints_of(b);
    hints.insert(hints.end(), more.begin(), more.end());
    return off(1, std::move(hints));
  }
  Far found;
  for (const int32_t which : x.items) {
    if (!y.contains(which))
      found = sum(std::move(found), nearer(contains(a, which, false), contains(b, which, true)));
  }
  for (const int32_t which : y.items) {
    if (!x.contains(which))
      found = sum(std::move(found), nearer(contains(a, which, true), contains(b, which, false)));
  }
  return found;
}

Far Distance::Walker::call(const Expr& expr, bool want) {
  const language::Definition& definition = program_.definitions[expr.ref];
  if (!definition.adjustments.empty()) return leaf(expr, want);
  bind_arguments(definition.params, expr.args, expr.args.size());
  if (definition.exceptions.empty()) return walk(*definition.body, want);
  // The body where no exception holds, or one exception and its value; which stand over which is left to the
  // evaluator.
  Far found = walk(*definition.body, want);
  for (const language::Exception& exception : definition.exceptions)
    found = sum(std::move(found), walk(*exception.when, false));
  if (is_reason(definition.body.get())) return found;
  for (const language::Exception& exception : definition.exceptions)
    found = nearer(std::move(found), sum(walk(*exception.when, true), walk(*exception.value, want)));
  if (found.distance <= 0 && yes(expr) != want) found.distance = 1;
  return found;
}

Far Distance::Walker::list(const Expr& expr, bool want) {
  const language::ListBody& body = *expr.list;
  const bool every = body.kind == language::ListKind::all_of;
  if (!every && body.kind != language::ListKind::any_of) {
    if (body.kind != language::ListKind::first_of) return leaf(expr, want);
    // The first entry that applies: those before it do not.
    Far before, found = never();
    for (const language::ListEntry& entry : body.entries) {
      if (entry.per) return leaf(expr, want);
      Far here = entry.when ? walk(*entry.when, true) : met();
      found = nearer(std::move(found), sum(before, sum(std::move(here), walk(*entry.value, want))));
      if (found.distance <= 0 || !entry.when) break;
      before = sum(std::move(before), walk(*entry.when, false));
    }
    return found;
  }
  // An entry that does not apply is yes in `all of` and no in `any of`.
  const bool decided =
      std::any_of(body.entries.begin(), body.entries.end(), [&](const language::ListEntry& entry) {
        return !entry.per && (is_reason(entry.value.get()) || is_reason(entry.when.get()));
      });
  Far total, nearest = never();
  for (const language::ListEntry& entry : body.entries) {
    std::vector<int64_t> members{0};
    if (entry.per) members = candidates(*entry.per);
    for (const int64_t which : members) {
      Far in = entry.per ? member(*entry.per, which, nullptr, true) : met();
      const bool counts = in.distance <= 0;
      if (decided && every != want) {
        // It is to be one entry that makes it so, and every other is not.
        Far so = sum(in, walk(*entry.value, want));
        if (entry.when) so = sum(std::move(so), walk(*entry.when, true));
        Far not_so = walk(*entry.value, !want);
        if (entry.when) not_so = nearer(std::move(not_so), walk(*entry.when, false));
        total = sum(std::move(total), is_reason(entry.value.get()) || is_reason(entry.when.get())
                                          ? std::move(so)
                                          : std::move(not_so));
        continue;
      }
      Far applies = in, lapses = never();
      if (entry.when && counts) {
        applies = walk(*entry.when, true);
        lapses = walk(*entry.when, false);
      }
      if (!counts) lapses = met();
      if (every == want) {
        // Each has to be so: it does not apply, or its value is as wanted.
        Far value = counts ? walk(*entry.value, want) : met();
        if (entry.when) value = nearer(std::move(value), std::move(lapses));
        total = sum(std::move(total), std::move(value));
      } else {
        nearest = nearer(std::move(nearest), sum(std::move(applies), walk(*entry.value, want)));
      }
    }
  }
  return every == want || decided ? total : nearest;
}

Far Distance::Walker::legal(const Expr& expr, bool want) {
  const language::Action& action = program_.actions[expr.ref];
  const bool simple = std::all_of(action.params.begin(), action.params.end(), [](const auto& param) {
    return param.mode == language::ParamMode::single;
  });
  if (!want || !simple || !action.ensures.empty()) return leaf(expr, want);
  std::vector<VarId> params;
  for (const language::ActionParam& param : action.params) params.push_back(param.var);
  bind_arguments(params, expr.args, expr.args.size());
  Far found;
  for (const language::ActionParam& param : action.params) {
    const int64_t value = evaluator_.variable(param.var).number;
    if (param.domain->type.tag == TypeTag::set)
      found = sum(std::move(found), contains(*param.domain, value, true));
    if (param.at != none) {
      const Cell piece{Cell::What::place, param.domain->type.of, static_cast<uint32_t>(value)};
      const int32_t at = read(*scenario_, *position_, piece).cell();
      if (!is_hex(*scenario_, at))
        return sum(std::move(found), off(off_map_distance, {{piece, std::nullopt}}));
      bind(param.at, at, piece);
    }
    if (param.where) found = sum(std::move(found), walk(*param.where, true));
  }
  for (const language::Requirement& requirement : action.requires_) {
    if (requirement.each != none) continue;
    Far met_so = walk(*requirement.expr, true);
    for (const language::Waiver& waiver : requirement.waivers)
      met_so = nearer(std::move(met_so), walk(*waiver.when, true));
    found = sum(std::move(found), std::move(met_so));
  }
  if (found.distance <= 0 && !yes(expr)) found.distance = 1;  // a preference shuts it out
  return found;
}

}  // namespace casebook::games
