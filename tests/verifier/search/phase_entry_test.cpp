// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/phase_entry.h"

#include <gtest/gtest.h>

#include "tests/support/rules_text.h"

namespace casebook::games {
namespace {

// What a phase keeps for itself is as it begins, or somebody has put it there; the pieces may stand anywhere.
TEST(PhaseEntries, KnowWhatIsAsItsPhaseBegins) {
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB white b1\nX black c3\n");
  const auto scenario = testing_support::scenario_of(R"(edition tiny "Tiny"
section 1 "All"
case 1.0 "All"
  kind side = white, black
  kind unit on map
  given side(unit): side
  box gone
  measure points from 0 to 9
  measure turns from 1 to 9
  state turn: turns = 1
  procedure game
    repeat at most 6 times
      march(white)
      turn += 1
    end game drawn
  procedure march(by: side)
    state left(unit): points
    for all u in {x in unit where side(x) = by} do left(u) := 4
    repeat
      choose by by
        step()
        rest() then stop
  action rest()
  action step(u in {x in unit where side(x) = white} at from, to in neighbours(from))
    require 1.0 points: left(u) >= 1
    do
      left(u) -= 1
      place(u) := to
)",
                                                     data);
  PositionMaker maker(scenario);
  PhaseEntries phase_entries(maker, {});
  ASSERT_TRUE(phase_entries.any());
  Random random(1, 1);
  int opened = 0, altered = 0;
  for (int i = 0; i < 20; ++i) {
    const auto entry = phase_entries.open(random, 40);
    if (!entry) continue;
    ++opened;
    EXPECT_TRUE(phase_entries.is_begun(*entry));
    for (const Cell& cell : cells_of(*scenario, *entry)) {
      if (cell_text(*scenario, cell).find("left") == std::string::npos) continue;
      runtime::Position other = *entry;
      write(*scenario, other, cell, {7, {}});
      EXPECT_FALSE(phase_entries.is_begun(other)) << cell_text(*scenario, cell);
      const auto again = phase_entries.again(other);
      ASSERT_TRUE(again);
      EXPECT_TRUE(*again == *entry);
      ++altered;
    }
  }
  EXPECT_GT(opened, 5);
  EXPECT_GT(altered, 5);
}

}  // namespace
}  // namespace casebook::games
