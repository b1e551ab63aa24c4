// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/sought_apart.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "verifier/compare/hunt/search.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

namespace {

// Of two readings that this leaves open, 4 games with 4000 positions and 30 with 4000 told no more.
constexpr uint64_t games_of_each = 2;
constexpr uint64_t steering = 1000;

}  // namespace

Sought sought_apart(const ScenarioPtr& first, const ScenarioPtr& second, uint64_t seed,
                    const std::function<bool(const Tried&)>& apart, const std::function<bool()>& go_on) {
  compare::Pair pair(first, second);
  compare::Classes classes(pair);
  compare::Budget budget;
  budget.seed = seed;
  budget.games = games_of_each;
  budget.positions = 0;
  budget.steering = steering;
  budget.drawn = 0;
  budget.threads = 1;
  Sought found;
  std::set<std::pair<std::string, bool>> asked;
  // Between two jobs: what was taken by then is the same whoever was faster.
  const auto look = [&] {
    for (const auto& [key, one] : classes.all()) {
      if (found.tried || !go_on()) break;
      const bool forbidden = one.origin.grade == games::Grade::typed;
      if ((forbidden && found.forbidden.size() == Sought::most_forbidden) ||
          !asked.emplace(key, forbidden).second)
        continue;
      Tried tried;
      tried.position = one.example.positions[0];
      tried.grade = forbidden ? Grade::typed : Grade::invariants;
      tried.site = tried.position.cell(first->layout.site) - 1;
      if (!apart(tried)) continue;
      if (forbidden)
        found.forbidden.push_back(tried);
      else
        found.tried = tried;
    }
    return !found.tried && go_on();
  };
  compare::Search search(pair, classes, budget, {}, [&](const char*, uint64_t, uint64_t) { return look(); });
  for (const auto step : {&compare::Search::play, &compare::Search::steer, &compare::Search::lawful}) {
    (search.*step)();
    if (!look()) break;
  }
  return found;
}

std::string sought_apart_scope() {
  return fmt::format("{} games with each answer and a guided search of {} positions for each goal",
                     games_of_each, grouped(steering));
}

}  // namespace casebook::checks
