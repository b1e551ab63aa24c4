// SPDX-License-Identifier: Apache-2.0
// The table of docs/figures on made-up positions; printed, and held to what must hold of any machine.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <ctime>
#include <iostream>
#include <set>

#include "tests/support/battery.h"
#include "verifier/search/generated_positions.h"

namespace casebook::games {
namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

TEST(SlowFigures, OfMadeUpPositions) {
  std::cout << "| game | made / CPU-s | invariants asked / CPU-s | satisfy them | somebody can go on | both "
               "| sites |\n"
               "|---|--:|--:|--:|--:|--:|--:|\n";
  for (const char* edition :
       {"examples/hex-skirmish", "examples/hex", "examples/cup", "examples/interrupt", "across-suez/spi-1980",
        "across-suez/decision-games-1", "across-suez/decision-games-2"}) {
    const auto scenario = tests::shipped_scenario(edition);
    PositionMaker maker(scenario, {.seed = 1, .games = 8});
    constexpr int count = 3000;
    Random random(1, 1);
    std::vector<Position> made;
    double begun = cpu_seconds();
    for (int i = 0; i < count; ++i)
      made.push_back(maker.make(random, i % 101, every_site(*scenario->program)));
    const double making = cpu_seconds() - begun;
    maker.satisfies_invariants(made[0]);  // the form that asks is made once
    begun = cpu_seconds();
    std::vector<bool> satisfies;
    for (const Position& one : made) satisfies.push_back(maker.satisfies_invariants(one));
    const double asking = cpu_seconds() - begun;
    int lawful = 0, going = 0, both = 0;
    std::set<int32_t> sites;
    for (size_t i = 0; i < made.size(); ++i) {
      const bool goes = maker.goes_on(made[i]);
      lawful += satisfies[i] ? 1 : 0;
      going += goes ? 1 : 0;
      both += goes && satisfies[i] ? 1 : 0;
      if (goes && satisfies[i]) sites.insert(made[i].cell(scenario->layout.site));
    }
    const auto share = [](int part) { return 100.0 * part / count; };
    std::cout << fmt::format("| {} | {:.0f} | {:.0f} | {:.0f} % | {:.0f} % | {:.0f} % | {} of {} |\n",
                             edition, count / making, count / asking, share(lawful), share(going),
                             share(both), sites.size(), scenario->program->sites.size());
    EXPECT_GT(both, count / 10) << edition;
    // At a site that belongs to an option that is off nobody can go on.
    EXPECT_GE(sites.size() + 1, scenario->program->sites.size()) << edition;
  }
}

}  // namespace
}  // namespace casebook::games
