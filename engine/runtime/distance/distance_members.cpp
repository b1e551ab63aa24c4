// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "engine/runtime/distance/distance_walker.h"

namespace casebook::games {

using language::none;
using language::Op;
using language::TypeTag;
using runtime::Value;

namespace {

/// Members beyond those of a domain are looked at only of kinds that are small.
constexpr int32_t few_members = 96;

}  // namespace

/// Those of the domain, and those that could come into it.
std::vector<int64_t> Distance::Walker::candidates(const language::Binder& binder) {
  std::vector<int64_t> all;
  const Expr& domain = *binder.domain;
  if (domain.op == Op::range) {
    for (int64_t value = number(*domain.args[0]), high = number(*domain.args[1]); value <= high; ++value)
      all.push_back(value);
    return all;
  }
  const Value now = evaluator_.evaluate(domain, *position_);
  if (domain.type.tag == TypeTag::maybe) {
    if (now.number >= 0) all.push_back(now.number);
    return all;
  }
  if (!is_static(domain) && size_of(domain.type.of) <= few_members) {
    for (int64_t which = 0; which < size_of(domain.type.of); ++which) all.push_back(which);
    return all;
  }
  all.assign(now.items.begin(), now.items.end());
  return all;
}

Far Distance::Walker::member(const language::Binder& binder, int64_t which, const Expr* body, bool want) {
  const Expr& domain = *binder.domain;
  bind(binder.var, which);
  Far in;
  Far out = never();
  const auto add = [&](Far yes, Far no) {
    in = sum(std::move(in), std::move(yes));
    out = nearer(std::move(out), std::move(no));
  };
  if (domain.type.tag == TypeTag::set && domain.op != Op::all_members && !is_static(domain))
    add(contains(domain, which, true), want ? never() : contains(domain, which, false));
  if (binder.on || binder.at != none) {
    const Cell piece{Cell::What::place, domain.type.of, static_cast<uint32_t>(which)};
    const int32_t at = read(*scenario_, *position_, piece).cell();
    std::optional<int32_t> hex;
    if (binder.on) hex = static_cast<int32_t>(number(*binder.on));
    const bool here = is_hex(*scenario_, at) && (!hex || *hex == at);
    Hint go{piece, std::nullopt};
    if (hex) go.value = Value{*hex, {}};
    if (!here) {
      double away = hex ? location_distance(*scenario_, at, *hex) : off_map_distance;
      std::vector<Hint> hints{go};
      if (binder.on) {
        if (const auto other = origin(*binder.on); other && is_hex(*scenario_, at))
          hints.push_back({*other, Value{at, {}}});
      }
      add(off(away, std::move(hints)), met());
      if (!is_hex(*scenario_, at)) return want ? sum(std::move(in), off(2)) : std::move(out);
    } else {
      add(met(), off(1, {{piece, std::nullopt}}));
    }
    bind(binder.at, at, piece);
  }
  if (binder.where) add(walk(*binder.where, true), want ? never() : walk(*binder.where, false));
  if (body != nullptr) add(walk(*body, true), want ? never() : walk(*body, false));
  return want ? std::move(in) : std::move(out);
}

Far Distance::Walker::exists(const language::Binder& binder, const Expr* body, bool want) {
  if (want) {
    Far found = never();
    for (const int64_t which : candidates(binder)) {
      found = nearer(std::move(found), member(binder, which, body, true));
      if (found.distance <= 0) break;
    }
    return found;
  }
  Far found;
  std::vector<int64_t> members;
  evaluator_.each_member(binder, *position_, [&](int64_t which) {
    if (body == nullptr || yes(*body)) members.push_back(which);
    return true;
  });
  for (const int64_t which : members) found = sum(std::move(found), member(binder, which, body, false));
  return found;
}

bool Distance::Walker::is_in(const Expr& domain, int64_t which) {
  if (domain.op == Op::range) return number(*domain.args[0]) <= which && which <= number(*domain.args[1]);
  const Value value = evaluator_.evaluate(domain, *position_);
  return domain.type.tag == TypeTag::maybe ? value.number == which : value.contains(which);
}

/// As many more as are missing, those that are nearest to counting; or as many fewer.
Far Distance::Walker::count(const language::Binder& binder, Should should, int64_t target) {
  std::vector<int64_t> in;
  evaluator_.each_member(binder, *position_, [&](int64_t which) {
    in.push_back(which);
    return true;
  });
  const auto now = static_cast<int64_t>(in.size());
  int64_t change = 0;
  if (should == Should::at_least || should == Should::equal) change = std::max<int64_t>(change, target - now);
  if (should == Should::at_most || should == Should::equal) change = std::min<int64_t>(change, target - now);
  if (should == Should::equal) change = target - now;
  if (should == Should::differ && now == target) change = 1;
  if (change == 0) return met();
  std::vector<Far> ways;
  if (change > 0) {
    for (const int64_t which : candidates(binder)) {
      if (std::find(in.begin(), in.end(), which) == in.end())
        ways.push_back(member(binder, which, nullptr, true));
    }
  } else {
    for (const int64_t which : in) ways.push_back(member(binder, which, nullptr, false));
  }
  const auto needed = static_cast<size_t>(std::abs(change));
  std::stable_sort(ways.begin(), ways.end(),
                   [](const Far& a, const Far& b) { return a.distance < b.distance; });
  if (ways.size() < needed) return goal_.free.empty() ? never() : off(out_of_reach / 2);
  Far found;
  // Whatever the members are about, one more is nearer.
  found.distance = 0;
  for (size_t i = 0; i < needed; ++i) {
    ways[i].distance = 1 + ways[i].distance / 2;
    found = sum(std::move(found), std::move(ways[i]));
  }
  for (size_t i = needed; i < std::min(ways.size(), needed + 3); ++i)
    found.hints.insert(found.hints.end(), ways[i].hints.begin(), ways[i].hints.end());
  return found;
}

Far Distance::Walker::contains(const Expr& set, const Expr& what, bool want) {
  const int64_t which = number(what);
  const Value now = evaluator_.evaluate(set, *position_);
  const bool hexes = set.type.of == language::kind_hex;
  if ((now.contains(which) && (!hexes || is_hex(*scenario_, static_cast<int32_t>(which)))) == want)
    return met();
  Far found = never();
  if (!hexes || is_hex(*scenario_, static_cast<int32_t>(which))) found = contains(set, which, want);
  // Or what is asked about becomes another.
  const std::optional<Cell> cell = origin(what);
  if (!want) return cell ? nearer(std::move(found), off(1, {{*cell, std::nullopt}})) : found;
  int64_t nearest = -1;
  double away = 0;
  for (const int32_t item : now.items) {
    const double so = hexes ? location_distance(*scenario_, static_cast<int32_t>(which), item) : 1;
    if (nearest < 0 || so < away) nearest = item, away = so;
  }
  if (nearest < 0) return found;
  if (cell) return nearer(std::move(found), off(away, {{*cell, Value{static_cast<int32_t>(nearest), {}}}}));
  if (!is_static(what)) return nearer(std::move(found), reach(what, Should::equal, nearest));
  return found;
}

Far Distance::Walker::contains(const Expr& set, int64_t which, bool want) {
  if (set.type.tag == TypeTag::maybe) {
    if ((number(set) == which) == want) return met();
    return reach(set, want ? Should::equal : Should::differ, which);
  }
  switch (set.op) {
    case Op::range: {
      const int64_t low = number(*set.args[0]), high = number(*set.args[1]);
      const bool in = low <= which && which <= high;
      if (in == want) return met();
      if (!want)
        return nearer(reach(*set.args[0], Should::at_least, which + 1),
                      reach(*set.args[1], Should::at_most, which - 1));
      return which < low ? reach(*set.args[0], Should::at_most, which)
                         : reach(*set.args[1], Should::at_least, which);
    }
    case Op::all_members:
      return want ? met() : never();
    case Op::filter: {
      if (!set.args.empty()) break;
      // `member` takes it that nobody comes into a domain that the position has no say in.
      const Expr& domain = *set.binder->domain;
      if (is_static(domain) && !is_in(domain, which)) {
        if (!want) return met();
        std::vector<Hint> hints = hints_of(domain);
        return hints.empty() ? fixed(domain) : off(4, std::move(hints));
      }
      return member(*set.binder, which, nullptr, want);
    }
    case Op::set_of:
    case Op::set_from_maybe: {
      Far found = want ? never() : met();
      for (const auto& arg : set.args) {
        Far one = number(*arg) == which ? (want ? met() : reach(*arg, Should::differ, which))
                                        : (want ? reach(*arg, Should::equal, which) : met());
        found = want ? nearer(std::move(found), std::move(one)) : sum(std::move(found), std::move(one));
      }
      return found;
    }
    case Op::unite:
    case Op::intersect: {
      const bool either = (set.op == Op::unite) == want;
      Far found = either ? never() : met();
      for (const auto& arg : set.args) {
        Far one = contains(*arg, which, want);
        found = either ? nearer(std::move(found), std::move(one)) : sum(std::move(found), std::move(one));
      }
      return found;
    }
    case Op::subtract_sets: {
      Far first = contains(*set.args[0], which, want), second = contains(*set.args[1], which, !want);
      return want ? sum(std::move(first), std::move(second)) : nearer(std::move(first), std::move(second));
    }
    case Op::image: {
      const language::Binder& binder = *set.binder;
      if (!want) break;
      Far found = never();
      for (const int64_t one : candidates(binder)) {
        Far in = member(binder, one, nullptr, true);
        if (in.distance >= found.distance) continue;
        found = nearer(std::move(found), sum(std::move(in), reach(*set.args[0], Should::equal, which)));
        if (found.distance <= 0) break;
      }
      return found;
    }
    case Op::let:
      bind(set.ref, evaluator_.evaluate(*set.args[0], *position_), origin(*set.args[0]));
      return contains(*set.args[1], which, want);
    case Op::choose_if: {
      Far found = never();
      for (const bool way : {true, false}) {
        Far condition = walk(*set.args[0], way);
        found = nearer(std::move(found),
                       sum(std::move(condition), contains(*set.args[way ? 1 : 2], which, want)));
      }
      return found;
    }
    case Op::call: {
      const language::Definition& definition = program_.definitions[set.ref];
      if (!definition.adjustments.empty() || !definition.exceptions.empty()) break;
      bind_arguments(definition.params, set.args, set.args.size());
      return contains(*definition.body, which, want);
    }
    case Op::neighbours:
    case Op::hexes_within: {
      const int64_t from = number(*set.args[0]);
      const int64_t radius = set.op == Op::neighbours ? 1 : number(*set.args[1]);
      const int64_t least = set.op == Op::neighbours ? 1 : 0;
      const int64_t now = scenario_->ground.distance(static_cast<int32_t>(from), static_cast<int32_t>(which));
      if ((now >= least && now <= radius) == want) return met();
      std::vector<Hint> hints;
      if (const auto cell = origin(*set.args[0])) {
        if (!want) hints.push_back({*cell, std::nullopt});
        for (const int32_t near : scenario_->ground.neighbours[static_cast<size_t>(which)]) {
          if (want && near >= 0) hints.push_back({*cell, Value{near, {}}});
        }
      }
      return off(
          want ? static_cast<double>(now < least ? 1 : now - radius) : static_cast<double>(radius + 1 - now),
          std::move(hints));
    }
    default:
      break;
  }
  // A set that is stored, or one that is reckoned otherwise.
  const Value now = evaluator_.evaluate(set, *position_);
  if (now.contains(which) == want) return met();
  if (const auto cell = origin(set)) {
    Value value = read(*scenario_, *position_, *cell);
    if (want) {
      value.items.push_back(static_cast<int32_t>(which));
      std::sort(value.items.begin(), value.items.end());
    } else {
      std::erase(value.items, static_cast<int32_t>(which));
    }
    return off(1, {{*cell, std::move(value)}});
  }
  if (is_static(set) && origins_.empty()) return fixed(set);
  return off(set.type.of == language::kind_hex ? 4 : 2, hints_of(set));
}

Far Distance::Walker::adjacent(const Expr& a, const Expr& b, bool want) {
  const auto x = static_cast<int32_t>(number(a)), y = static_cast<int32_t>(number(b));
  const int32_t apart = scenario_->ground.distance(x, y);
  if ((apart == 1) == want) return met();
  std::vector<Hint> hints;
  const auto beside = [&](const Expr& which, int32_t other) {
    const auto cell = origin(which);
    if (!cell) return;
    if (!want) hints.push_back({*cell, std::nullopt});
    for (const int32_t near : scenario_->ground.neighbours[static_cast<size_t>(other)]) {
      if (want && near >= 0) hints.push_back({*cell, Value{near, {}}});
    }
  };
  beside(a, y);
  beside(b, x);
  if (hints.empty() && is_static(a) && is_static(b)) return nearer(fixed(a), fixed(b));
  return off(want ? std::abs(apart - 1) : 1, std::move(hints));
}

}  // namespace casebook::games
