// SPDX-License-Identifier: Apache-2.0
// Positions that are carried to the other ruleset: what a phase keeps in one of them alone, and what an invariant of
// the other forbids.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/rules_text.h"
#include "verifier/compare/compare.h"
#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {
namespace {

ScenarioPtr duty(const std::string& id, const std::string& keeps, const std::string& bound) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units("A white a1\nB black c3\n");
  const auto made = testing_support::scenario_of(
      "edition duty \"Duty\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  box gone\n  given side(unit): side\n"
      "  measure turns from 1 to 9\n  state turn: turns = 1\n  state mover: side = white\n"
      "  define mine() -> set of unit = {x in unit where side(x) = mover}\n"
      "  define near(u: unit) -> bool = exists a in {u} at h: exists e in unit at g: side(e) != side(a) and "
      "adjacent(h, g)\n"
      "  procedure game\n    repeat at most 6 times\n      march()\n      fight()\n      mover := black\n"
      "      march()\n      fight()\n      mover := white\n      turn += 1\n    end game drawn\n"
      "  procedure march\n    choose by mover\n      step()\n      halt()\n"
      "  procedure fight\n" +
          keeps +
          "    repeat\n      choose by mover\n        end_fight() then stop\n        flee()\n      or else\n"
          "        stop\n"
          "  action halt()\n"
          "  action step(u in mine() at from, to in neighbours(from))\n"
          "    require 1.1 free: no x in unit on to\n    do place(u) := to\n"
          "  action end_fight()\n    require 1.1 duty: no u in mine(): " +
          bound +
          "\n  action flee(u in mine() at from, to in neighbours(from))\n"
          "    require 1.1 free: no x in unit on to\n    require 1.1 duty: near(u)\n    do place(u) := to\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

Settings little() {
  Settings settings;
  settings.whole = 0;
  settings.budget.games = 6;
  settings.budget.positions = 300;
  settings.budget.threads = 1;
  return settings;
}

size_t counted(const Result& result) {
  size_t found = 0;
  for (const Change& change : result.changes) found += is_counted(result, change) ? 1U : 0U;
  return found;
}

// Theirs keeps who was near an enemy when the phase began. It asks no more and no less than ours, and a position of
// ours says nothing of it.
TEST(CompareCarried, WhatAPhaseKeepsInOneAloneIsAsThePhaseBeginsIt) {
  const auto ours = duty("ours", "", "near(u)");
  const auto theirs =
      duty("theirs", "    state busy: set of unit = {x in mine() where near(x)}\n", "u in busy and near(u)");
  const Result result = compare(ours, theirs, little(), {}, {});
  EXPECT_EQ(counted(result), 0U) << (result.changes.empty() ? "" : result.changes.front().cases);
  // And where it asks something else, that is found.
  const auto other = duty("other", "    state busy: set of unit = {x in mine() where near(x) and turn > 2}\n",
                          "u in busy and near(u)");
  EXPECT_EQ(counted(compare(ours, other, little(), {}, {})), 1U);
}

ScenarioPtr purse(const std::string& id, const std::string& first, const std::string& least,
                  const std::string& more) {
  testing_support::DataText data;
  data.map = testing_support::small_map(2, 2);
  data.order_of_battle = testing_support::units("A white a1\n");
  const auto made = testing_support::scenario_of(
      "edition purse \"Purse\"\nsection 1 \"All\"\ncase 1.1 \"All\"\n"
      "  kind side = white, black\n  kind unit on map\n  box gone\n  given side(unit): side\n"
      "  measure coins from 0 to 9\n  state left: coins = " +
          first + "\n" + more +
          "  procedure game\n    repeat at most 6 times\n      choose by white\n        pay()\n        keep()\n"
          "    end game drawn\n  action keep()\n"
          "  action pay()\n    require 1.1 enough: left >= " +
          least + "\n    do left := left - 1\n",
      data);
  auto named = std::make_shared<runtime::Scenario>(*made);
  named->id = id;
  return named;
}

// Theirs never has more than two coins, and says so. What it would refuse with three, it refuses nowhere.
TEST(CompareCarried, WhatAnInvariantOfTheOtherForbidsIsNotCounted) {
  const auto ours = purse("ours", "4", "3", "");
  EXPECT_EQ(
      counted(compare(ours, purse("theirs", "2", "4", "  invariant few: left <= 2\n"), little(), {}, {})),
      0U);
  EXPECT_EQ(counted(compare(ours, purse("theirs", "2", "4", ""), little(), {}, {})), 1U);
}

}  // namespace
}  // namespace casebook::compare
