// SPDX-License-Identifier: Apache-2.0
// Rule bugs planted in a copy of the rules of Across Suez, SPI 1980: a property that is proved of the step as
// it is printed is refuted of the same step with the bug, by a record from the scenario's start that replays
// and by a position with few units.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "tests/support/temporary_folder.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::symbolic {
namespace {

namespace fs = std::filesystem;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

struct Bug {
  const char* name;
  const char* file;
  const char *what, *instead;  // the text as it stands there once, and as the bug has it
  const char* property;
  const char* label;                           // the case that the property stands in
  const char* step;                            // where it breaks
  size_t steps;                                // of the record from the start, at most
  int32_t units;                               // of the small position, at most
  const char *also = "", *instead_of_it = "";  // one more line of the same file
};

// Without it the name that ctest lists holds the bytes of pointers, another one with every build.
void PrintTo(const Bug& bug, std::ostream* out) {
  *out << bug.name;
}

constexpr Bug bugs[] = {
    {"a requirement is dropped: enemy units do not stop anybody", "04-movement.rules",
     "    require 4.3 enemy: no e in units(other(phasing)) on to\n", "    require 4.3 enemy: yes\n",
     "sides_apart", "4.3", "movement:1 step", 30, 2},
    {"the wrong side: a unit retreats onto enemies, not onto friends it avoids", "06-combat.rules",
     "    6.4 no_enemy: no e in units(other(side(u))) on to\n",
     "    6.4 no_enemy: no e in units(side(u)) on to\n", "sides_apart", "4.3", "retreat_all:1 retreat", 60,
     6},
    {"an advance before the retreat, onto whoever is no friend", "06-combat.rules",
     "        retreat_all(attackers, phasing)\n        advance({t}, attack_hexes, other(phasing))\n",
     "        advance({t}, attack_hexes, other(phasing))\n        retreat_all(attackers, phasing)\n",
     "sides_apart", "4.3", "advance:1 advance_to", 40, 2, "    require 6.5 vacated: vacant(to)\n",
     "    require 6.5 vacated: no f in units(side(u)) on to\n"},
    {"who has attacked may attack again", "06-combat.rules",
     "    each u in team require 5.3 once: not attacked(u)\n", "    each u in team require 5.3 once: yes\n",
     "attacks_once", "5.3", "combat:1 attack", 40, 3},
    {"who was attacked may be attacked again", "06-combat.rules",
     "    require 5.4 target_once: not defended(t)\n", "    require 5.4 target_once: yes\n", "attacked_once",
     "5.4", "combat:1 attack", 40, 3},
    {"attackers are not remembered", "06-combat.rules", "      for all u in team do attacked(u) := yes\n", "",
     "attackers_marked", "5.3", "combat:1 attack", 20, 2},
    {"units cross from anywhere, the eliminated too", "11-crossing.rules",
     "    require 11.0 matzmed: place(u) = matzmed\n", "    require 11.0 matzmed: yes\n", "stays_dead",
     "11.3", "movement:1 cross", 60, 0},
    {"eliminated reinforcements come once more", "07-reinforcements.rules",
     "    require 7.3 waiting: place(u) = reserve\n", "    require 7.3 waiting: yes\n", "stays_dead", "11.3",
     "movement:1 enter", 120, 0},
    {"the ferry takes as many as want to cross", "11-crossing.rules", "      ferried += 1\n",
     "      ferried += 3\n", "ferry_limit", "11.1", "movement:1 cross", 120, 1},
    {"an eighth turn", "03-sequence.rules", "    repeat at most 7 times\n", "    repeat at most 8 times\n",
     "seven_turns", "3.0", "combat:1 end_combat", 80, 0},
    {"nobody wins who has not reached the canal", "03-sequence.rules", "    14.0 end game won by egypt\n",
     "    14.0 end game drawn\n", "one_winner", "", "combat:1 end_combat", 80, 0},
    {"a retreat over prohibited hexsides", "06-combat.rules", "    6.4 traversable: enterable(from, to)\n",
     "    6.4 traversable: yes\n", "over_passable_hexsides", "4.2", "retreat_all:1 retreat", 60, 3},
    {"who leaves a road hex pays as on the road, whatever the ground", "04-movement.rules",
     "road: 1/2 + ridge_on_road(from, to) when road(from, to) and road_serves(terrain(to))\n",
     "road: 1/2 + ridge_on_road(from, to) when on_road(from)\n", "on_ground", "4.2", "movement:1 step", 12,
     1},
};

/// False: what is to be altered does not stand there once.
bool altered(std::string& rules, const std::string& what, const std::string& instead) {
  if (what.empty()) return true;
  const size_t at = rules.find(what);
  EXPECT_NE(at, std::string::npos) << "the rules have changed: " << what;
  if (at == std::string::npos) return false;
  EXPECT_EQ(rules.find(what, at + 1), std::string::npos) << "it stands there twice: " << what;
  rules.replace(at, what.size(), instead);
  return true;
}

/// A copy of the rules of the game with the bug in it.
ScenarioPtr scenario_with(const Bug* bug, const fs::path& folder) {
  fs::copy(std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/across-suez", folder / "across-suez",
           fs::copy_options::recursive);
  const fs::path edition = folder / "across-suez" / "spi-1980";
  if (bug != nullptr) {
    std::stringstream text;
    text << std::ifstream(edition / bug->file).rdbuf();
    std::string rules = text.str();
    if (!altered(rules, bug->what, bug->instead) || !altered(rules, bug->also, bug->instead_of_it))
      return nullptr;
    std::ofstream(edition / bug->file) << rules;
  }
  runtime::ScenarioRequest request;
  request.edition_folder = edition.string();
  request.id = "across-suez/spi-1980";
  request.ruleset_folders = {folder.string()};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

Id property_of(const runtime::Scenario& scenario, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<Id>(i);
  for (size_t i = 0; i < own_properties.size(); ++i)
    if (own_properties[i] == name) return static_cast<Id>(all.size() + i);
  ADD_FAILURE() << "no property " << name;
  return 0;
}

Induction asked(const ScenarioPtr& scenario, const Bug& bug) {
  InductionSettings settings;
  settings.limits.resources = 200'000;
  settings.invariants = {property_of(*scenario, bug.property)};
  settings.steps = {bug.step};
  return prove_invariants(scenario, settings);
}

TEST(PlantedBugSlow, WithoutBugsEachOfTheirPropertiesIsProved) {
  testing_support::TemporaryFolder folder;
  const ScenarioPtr scenario = scenario_with(nullptr, folder.path());
  ASSERT_TRUE(scenario);
  InductionSettings settings;
  settings.limits.resources = 200'000;
  for (const Bug& bug : bugs) settings.invariants.push_back(property_of(*scenario, bug.property));
  const Induction induction = prove_invariants(scenario, settings);
  for (const Id property : settings.invariants)
    EXPECT_EQ(induction.verdicts[static_cast<size_t>(property)], Verdict::proved)
        << induction.reasons[static_cast<size_t>(property)];
}

class PlantedRuleBugSlow : public testing::TestWithParam<Bug> {};

TEST_P(PlantedRuleBugSlow, IsRefutedByARecordFromTheStart) {
  const Bug& bug = GetParam();
  SCOPED_TRACE(bug.name);
  testing_support::TemporaryFolder folder;
  const ScenarioPtr scenario = scenario_with(&bug, folder.path());
  ASSERT_TRUE(scenario);
  Induction induction = asked(scenario, bug);
  std::cout << induction_text(*scenario, induction, false);
  const ReachCount count = reach_breaks(scenario, induction);
  std::cout << induction_text(*scenario, induction, false);
  std::cout << count.games << " games, " << count.positions << " positions, " << count.looks << " steps\n";
  const Id property = property_of(*scenario, bug.property);
  EXPECT_EQ(induction.verdicts[static_cast<size_t>(property)], Verdict::refuted);
  if (const auto at = static_cast<size_t>(property); at < scenario->program->invariants.size()) {
    EXPECT_EQ(scenario->program->label_text(scenario->program->invariants[at].label), bug.label);
  }
  const auto cell =
      std::find_if(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& candidate) {
        return candidate.invariant == property && candidate.verdict == Verdict::refuted &&
               action_text(*scenario->program, candidate) == bug.step;
      });
  ASSERT_NE(cell, induction.cells.end());
  ASSERT_TRUE(cell->witness);
  std::cout << runtime::record_text(cell->witness->sides[0].record);
  EXPECT_TRUE(cell->witness->sides[0].record.start.empty()) << "from the scenario's start";
  EXPECT_TRUE(confirm(*cell->witness, {scenario}).empty());
  EXPECT_LE(cell->witness->sides[0].record.steps.size(), bug.steps);
  ASSERT_TRUE(cell->small);
  std::cout << runtime::record_text(cell->small->sides[0].record);
  EXPECT_TRUE(confirm(*cell->small, {scenario}).empty());
  EXPECT_LE(cell->small->units, bug.units);
}

INSTANTIATE_TEST_SUITE_P(AcrossSuez, PlantedRuleBugSlow, testing::ValuesIn(bugs),
                         [](const auto& one) { return "Bug" + std::to_string(one.index + 1); });

}  // namespace
}  // namespace casebook::symbolic
