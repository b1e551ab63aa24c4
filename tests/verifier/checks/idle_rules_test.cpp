// SPDX-License-Identifier: Apache-2.0
// What play asks once a game, when it ends, is not idle because no position that was tried came to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/rules_text.h"
#include "verifier/checks/verify.h"

namespace casebook::checks {
namespace {

// Whether a way is open is asked when the game ends, of four units of which each stands at the edge beside
// another: what it goes through decides, and across what it goes never does.
std::vector<std::string> idle() {
  const auto scenario = testing_support::scenario_of(
      "edition ways \"Ways\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  given side(unit): side\n  box gone\n"
      "  measure turns from 1 to 30\n  state turn: turns = 1\n  state mover: side = white\n"
      "  define units(s: side) -> set of unit = {u in unit where side(u) = s}\n"
      "  define held(h: hex) -> bool = exists u in units(black) at g: g = h or adjacent(g, h)\n"
      "  field way() over hex = reach to h where on_edge(h) and not held(h)\n"
      "    through h where not held(h)\n    across a, b where a != b\n"
      "  define beside(u: unit, g: hex) -> bool =\n"
      "    on_edge(g) and exists x in units(white) at h: x != u and adjacent(g, h)\n"
      "  define won() -> bool = (count u in units(white) at g where beside(u, g)) = 4 and\n"
      "    exists u in units(white) at g: not way()[g]\n"
      "  procedure game\n    repeat at most 12 times\n      march(mover)\n      mover := other(mover)\n"
      "      turn += 1\n    if won() then end game won by white\n    end game drawn\n"
      "  procedure march(by: side)\n    choose by by\n      step()\n      rest()\n"
      "  action rest()\n"
      "  action step(u in units(mover) at from, to in neighbours(from))\n"
      "    require 1.1 room: no x in unit on to\n    do place(u) := to\n",
      {.map = testing_support::small_map(7, 7),
       .order_of_battle =
           testing_support::units("A white a1\nB white d4\nC white a7\nD white d2\nX black g3\n"
                                  "Y black g7\n"),
       .schedule = {},
       .scenario = {}});
  Settings settings;
  settings.games = 4;
  settings.decisions = 60;
  settings.positions = 60;
  const Subject subject{scenario->id, scenario->program, scenario, std::nullopt, {}};
  std::vector<std::string> out;
  for (const Finding& one : verify(subject, settings, {"idle-rules"}, {}).findings)
    if (one.concern == Concern::idle) out.push_back(one.subject);
  return out;
}

TEST(IdleRules, WhatTheEndOfTheGameAsksIsTriedThereAndThePartIsNamed) {
  const std::vector<std::string> told = idle();
  EXPECT_THAT(told, testing::Contains("`across` of the field way"));
  EXPECT_THAT(told, testing::Not(testing::Contains("`through` of the field way")));
  // No position that was tried by itself is won: it was the end of a game, with pieces put there, that told.
  EXPECT_THAT(told, testing::Contains("statement game (3)"));
}

}  // namespace
}  // namespace casebook::checks
