// SPDX-License-Identifier: Apache-2.0
// Invariants of the small games proved by induction, and planted mistakes found.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>

#include "engine/base/text.h"
#include "engine/runtime/scenario.h"
#include "tests/support/rules_text.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::symbolic {
namespace {

using testing::HasSubstr;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

ScenarioPtr shipped(const std::string& folder, const std::string& file = "") {
  runtime::ScenarioRequest request;
  request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + folder;
  if (!file.empty()) request.scenario_file = request.edition_folder + "/" + file;
  request.id = folder;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  Diagnostics diagnostics;
  ScenarioPtr scenario = runtime::load_scenario(request, diagnostics);
  EXPECT_NE(scenario, nullptr) << testing_support::shown(diagnostics);
  return scenario;
}

Verdict verdict_of(const runtime::Scenario& scenario, const Induction& induction, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return induction.verdicts[i];
  ADD_FAILURE() << "no invariant " << name;
  return Verdict::unknown;
}

TEST(Induction, ProvesTheInvariantsOfHexSkirmish) {
  const ScenarioPtr scenario = shipped("examples/hex-skirmish");
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, "alone"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_EQ(verdict_of(*scenario, induction, "both_alive"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_TRUE(induction.open.empty());
}

TEST(Induction, ProvesThatStonesStayInHex) {
  const ScenarioPtr scenario = shipped("examples/hex", "scenario-3.json");
  const Induction induction = prove_invariants(scenario);
  EXPECT_EQ(verdict_of(*scenario, induction, "stones_stay"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_EQ(verdict_of(*scenario, induction, "one_winner"), Verdict::proved)
      << induction_text(*scenario, induction, true);
}

// A game in which somebody counts turns beside the repeat, and somebody named for a duel may be off the map.
constexpr const char* duels = R"(edition duels "Duels"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone, away
  given side(unit): side
  measure turns from 0 to 9
  measure wounds from 0 to 3
  measure d6 from 1 to 6
  state turn: turns = 1
  state hurt(unit): wounds
  state phasing: side
  procedure game
    repeat at most 3 times
      phasing := white
      turn_of(white)
      phasing := black
      turn_of(black)
      turn += 1
    end game won by white
  procedure turn_of(by: side)
    choose by by
      duel(u, t) then
        match_of(t)
      rest()
  procedure match_of(t: unit)
    roll d: d6
    if d = 1 then place(t) := gone
    if d = 2 then hurt(t) := 3
  action duel(u in unit at g where side(u) = phasing, t in unit at h where side(t) != phasing)
  action rest()
  invariant three: turn <= 3
  invariant gone_for_good at every step: all u in unit: before(place(u)) = away implies place(u) = away
  invariant untouched at every step in turn_of: no u in unit: before(place(u)) = gone and place(u) != gone
)";

ScenarioPtr duels_with(const std::string& what, const std::string& instead) {
  std::string rules = duels;
  const size_t at = rules.find(what);
  EXPECT_NE(at, std::string::npos);
  rules.replace(at, what.size(), instead);
  testing_support::DataText data;
  data.map = testing_support::small_map(4, 4);
  data.order_of_battle = testing_support::units("A white a1\nB white b2\nC black c3\nD black d4");
  return testing_support::scenario_of(rules, data);
}

Verdict verdict_of_own(const runtime::Scenario& scenario, const Induction& induction, size_t which) {
  return induction.verdicts[scenario.program->invariants.size() + which];
}

TEST(Induction, SupposesAndProvesWhatGoesWithTheRepeatAndWhoIsNamed) {
  const ScenarioPtr scenario = duels_with("turn <= 3", "turn <= 3");
  const Induction induction = prove_invariants(scenario);
  for (const char* name : {"three", "gone_for_good", "untouched"})
    EXPECT_EQ(verdict_of(*scenario, induction, name), Verdict::proved)
        << name << "\n"
        << induction_text(*scenario, induction, true);
  EXPECT_EQ(verdict_of_own(*scenario, induction, 0), Verdict::proved);
  EXPECT_EQ(verdict_of_own(*scenario, induction, 1), Verdict::proved);
  EXPECT_NE(std::find(induction.supposed.begin(), induction.supposed.end(), "t is not in away"),
            induction.supposed.end());
}

TEST(Induction, PlantedMistakesAreNotProvedAndHaveAWitness) {
  const struct {
    const char *what, *instead, *name;
  } planted[] = {
      {"turn <= 3", "turn <= 2", "three"},
      {"if d = 1 then place(t) := gone", "if d = 1 then for all x in unit do place(x) := gone",
       "gone_for_good"},
      {"if d = 2 then hurt(t) := 3",
       "if d = 2 then for all x in unit where place(x) = gone do place(x) := away", "untouched"},
  };
  for (const auto& one : planted) {
    SCOPED_TRACE(one.instead);
    const ScenarioPtr scenario = duels_with(one.what, one.instead);
    const Induction induction = prove_invariants(scenario);
    EXPECT_EQ(verdict_of(*scenario, induction, one.name), Verdict::not_inductive)
        << induction_text(*scenario, induction, true);
    const bool witness =
        std::any_of(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& cell) {
          return cell.witness && static_cast<size_t>(cell.invariant) < scenario->program->invariants.size() &&
                 scenario->program->invariants[cell.invariant].name == one.name;
        });
    EXPECT_TRUE(witness) << "replayed by the engine";
  }
}

TEST(Induction, SaysWhereAValueLeavesItsRangeAndWhoEndsWithoutAWinner) {
  const ScenarioPtr range = duels_with("hurt(t) := 3", "hurt(t) += 3");
  const Induction first = prove_invariants(range);
  EXPECT_EQ(verdict_of_own(*range, first, 0), Verdict::not_inductive) << induction_text(*range, first, true);
  EXPECT_EQ(verdict_of_own(*range, first, 1), Verdict::proved);
  const ScenarioPtr drawn = duels_with("end game won by white", "end game drawn");
  const Induction second = prove_invariants(drawn);
  EXPECT_EQ(verdict_of_own(*drawn, second, 1), Verdict::not_inductive)
      << induction_text(*drawn, second, true);
}

// A requirement that faults ends the game for whoever asks what may be done, whatever is then done.
TEST(Induction, AsksWhetherRequirementsFault) {
  const std::string duel = "t in unit at h where side(t) != phasing)";
  const struct {
    const char* requirement;
    Verdict verdict;
  } games[] = {
      {"require 1.0 early: 6 / (4 - (turn as number)) rounded down >= 1", Verdict::proved},
      {"require 1.0 early: 6 / (3 - (turn as number)) rounded down >= 1", Verdict::not_inductive},
      {"require 1.0 never_asked: turn >= 3 and 6 / (turn as number) rounded down >= 9\n"
       "    require 1.0 early: 6 / (3 - (turn as number)) rounded down >= 1",
       Verdict::proved},
  };
  for (const auto& one : games) {
    SCOPED_TRACE(one.requirement);
    const ScenarioPtr scenario = duels_with(duel, duel + "\n    " + one.requirement);
    Induction induction = prove_invariants(scenario);
    EXPECT_EQ(verdict_of_own(*scenario, induction, 0), one.verdict)
        << induction_text(*scenario, induction, true);
    const auto broken =
        std::find_if(induction.cells.begin(), induction.cells.end(),
                     [](const ProofCell& cell) { return cell.verdict == Verdict::not_inductive; });
    if (one.verdict == Verdict::proved) {
      EXPECT_EQ(broken, induction.cells.end());
      continue;
    }
    ASSERT_NE(broken, induction.cells.end());
    EXPECT_EQ(action_text(*scenario->program, *broken), "turn_of:1 duel asked");
    EXPECT_NE(broken->why.find("listing the choices faults"), std::string::npos) << broken->why;
    ASSERT_TRUE(broken->witness);
    EXPECT_TRUE(confirm(*broken->witness, {scenario}).empty());
    // A game comes to the third turn, and to the fault.
    reach_breaks(scenario, induction);
    EXPECT_EQ(verdict_of_own(*scenario, induction, 0), Verdict::refuted)
        << induction_text(*scenario, induction, true);
  }
}

// Forty pieces, any set of which is named for a volley: that nobody of them is off the map is shown of each
// by itself.
constexpr const char* volleys = R"(edition volleys "Volleys"
section 1 "All"
case 1.0 "Everything"
  kind side = white, black
  kind unit on map
  box gone, away
  given side(unit): side
  measure d6 from 1 to 6
  measure points from 0 to 40 or never
  state phasing: side
  state left(unit): points = 8
  procedure game
    repeat at most 3 times
      for all u in unit do left(u) := 8
      phasing := white
      turn_of()
      phasing := black
      turn_of()
    end game won by white
  procedure turn_of
    choose by phasing
      volley(t, team) then
        fire(t, team)
      rest()
  procedure fire(t: unit, team: set of unit)
    state aim: set of unit = team
    state spare: points = left(t) + 32
    roll d: d6
    if d = 1 and spare >= 33 then place(t) := gone
    if d = 6 then for all u in aim do place(u) := gone
  action volley(t in unit at h where side(t) != phasing, team: set of u in unit)
    each u in team require 1.0 here: exists x in {u} at g: g != h
    require 1.0 points: left(t) >= 3
    do
      left(t) -= 3
  action rest()
  invariant away_for_good at every step: all u in unit: before(place(u)) = away implies place(u) = away
  invariant few_points: all u in unit: left(u) <= 8
  invariant nobody_aims: all u in unit: left(u) = 8
)";

ScenarioPtr volleys_of(size_t pieces, const std::string& what = "", const std::string& instead = "") {
  std::string rules = volleys;
  if (!what.empty()) {
    const size_t at = rules.find(what);
    EXPECT_NE(at, std::string::npos);
    rules.replace(at, what.size(), instead);
  }
  testing_support::DataText data;
  data.map = testing_support::small_map(8, 8);
  std::string all;
  for (size_t i = 0; i < pieces; ++i) {
    const std::string name = i == 0 ? "A" : "U" + std::to_string(i);
    const std::string hex = std::string(1, static_cast<char>('a' + i % 8)) + std::to_string(1 + i / 8);
    all += (i == 0 ? "" : "\n") + name + (i % 2 == 0 ? " white " : " black ") + hex;
  }
  data.order_of_battle = testing_support::units(all);
  return testing_support::scenario_of(rules, data);
}

InvariantId invariant_named(const runtime::Scenario& scenario, const std::string& name) {
  const auto& all = scenario.program->invariants;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<InvariantId>(i);
  ADD_FAILURE() << "no invariant " << name;
  return language::none;
}

// A set's members are asked one by one before any set is.
TEST(Induction, AsksWhetherRequirementsOfMembersFault) {
  const std::string each = "each u in team require 1.0 here: exists x in {u} at g: g != h";
  for (const char* room : {"9", "8"}) {
    const ScenarioPtr scenario = volleys_of(6, each,
                                            each + "\n    each u in team require 1.0 few: 6 / (" + room +
                                                " - (left(u) as number)) rounded down >= 0");
    InductionSettings settings;
    settings.invariants = {static_cast<Id>(scenario->program->invariants.size())};
    const Induction induction = prove_invariants(scenario, settings);
    // Eight are left where the game begins.
    const std::string text = induction_text(*scenario, induction, true);
    EXPECT_EQ(verdict_of_own(*scenario, induction, 0), room[0] == '9' ? Verdict::proved : Verdict::refuted)
        << text;
    EXPECT_EQ(text.find("NOT INDUCTIVE turn_of:1 volley asked") == std::string::npos, room[0] == '9') << text;
  }
}

TEST(Induction, ShowsOfEachMemberOfASetThatIsNamedThatItIsOnTheMap) {
  const ScenarioPtr scenario = volleys_of(40);
  InductionSettings settings;
  settings.invariants = {invariant_named(*scenario, "away_for_good")};
  const Induction induction = prove_invariants(scenario, settings);
  EXPECT_EQ(verdict_of(*scenario, induction, "away_for_good"), Verdict::proved)
      << induction_text(*scenario, induction, true);
  EXPECT_NE(std::find(induction.supposed.begin(), induction.supposed.end(), "aim is not in away"),
            induction.supposed.end());
}

TEST(Induction, AskedOfOnePropertyAsksWhatItLeansOnAndNoMore) {
  const ScenarioPtr scenario = volleys_of(6);
  const auto own = static_cast<Id>(scenario->program->invariants.size());
  InductionSettings settings;
  settings.invariants = {own};  // points never below nothing
  const Induction one = prove_invariants(scenario, settings), all = prove_invariants(scenario);
  EXPECT_EQ(verdict_of_own(*scenario, one, 0), Verdict::proved) << induction_text(*scenario, one, true);
  EXPECT_EQ(verdict_of_own(*scenario, all, 0), Verdict::proved) << induction_text(*scenario, all, true);
  EXPECT_LT(one.questions, all.questions);
  bool leans = false;
  for (const ProofCell& cell : one.cells) {
    EXPECT_EQ(cell.invariant, own);
    leans = leans || std::find(cell.invariants.begin(), cell.invariants.end(),
                               invariant_named(*scenario, "few_points")) != cell.invariants.end();
  }
  EXPECT_TRUE(leans) << "who has more than eight points has too many to spare: "
                     << induction_text(*scenario, one, true);
}

// Whether anybody may choose, where sets of pieces are chosen: no piece, every piece that may be in it, or
// what takes none.
TEST(Induction, AChoiceAlwaysExists) {
  const struct {
    const char *what, *instead;
    Verdict verdict;
  } games[] = {
      {"action rest()", "action rest()", Verdict::proved},
      {"action rest()", "action rest()\n    require 1.0 tired: no u in unit: left(u) = 8",
       Verdict::not_inductive},
      {"action rest()",
       "action rest()\n    require 1.0 tired: phasing = white\n      or all u in unit: left(u) < 0",
       Verdict::not_inductive},
  };
  for (const auto& one : games) {
    SCOPED_TRACE(one.instead);
    const ScenarioPtr scenario = volleys_of(6, one.what, one.instead);
    InductionSettings settings;
    settings.invariants = {static_cast<Id>(scenario->program->invariants.size() + 2)};
    const Induction induction = prove_invariants(scenario, settings);
    EXPECT_EQ(verdict_of_own(*scenario, induction, 2), one.verdict)
        << induction_text(*scenario, induction, true);
    ASSERT_EQ(induction.cells.size(), 1u);
    EXPECT_EQ(induction.cells[0].witness.has_value(), one.verdict == Verdict::not_inductive);
  }
}

TEST(Induction, OfSetsTheEmptyTheLargestAndAnyAreTried) {
  const struct {
    const char* requirement;
    Verdict verdict;
  } games[] = {
      {"require 1.0 everybody: all u in unit: u in these", Verdict::proved},
      {"require 1.0 nobody: these is empty", Verdict::proved},
      {"each u in these require 1.0 white: side(u) = white\n    require 1.0 all_white: all u in unit: "
       "side(u) = white implies u in these",
       Verdict::proved},
      {"require 1.0 two: (count u in these) = 2", Verdict::proved},  // neither of those: any set is asked for
      {"require 1.0 too_many: (count u in these) = 7", Verdict::not_inductive},
  };
  for (const auto& one : games) {
    SCOPED_TRACE(one.requirement);
    const ScenarioPtr scenario = volleys_of(6, "action rest()",
                                            "action rest(these: set of u in unit)\n    " +
                                                std::string(one.requirement) + "\n  action nothing_more()");
    InductionSettings settings;
    settings.invariants = {static_cast<Id>(scenario->program->invariants.size() + 2)};
    const Induction induction = prove_invariants(scenario, settings);
    EXPECT_EQ(verdict_of_own(*scenario, induction, 2), one.verdict)
        << induction_text(*scenario, induction, true);
  }
}

TEST(Induction, TellsWhatFollowsFromAnInvariantLostBefore) {
  const ScenarioPtr scenario = volleys_of(6);
  InductionSettings settings;
  settings.invariants = {invariant_named(*scenario, "nobody_aims")};
  const Induction induction = prove_invariants(scenario, settings);
  EXPECT_EQ(verdict_of(*scenario, induction, "nobody_aims"), Verdict::not_inductive);
  bool first = false, follows = false;
  for (const ProofCell& cell : induction.cells)
    if (cell.verdict == Verdict::not_inductive) (cell.follows ? follows : first) = true;
  EXPECT_TRUE(first && follows) << induction_text(*scenario, induction, true);
  EXPECT_NE(induction_text(*scenario, induction, false).find("after the assumption there failed"),
            std::string::npos);
}

// What is proved of the editions of Across Suez over every step, each in one run of all properties with the
// limits as they are without options (docs/findings): so much, and no more is said.
struct Floor {
  const char *name, *folder, *file, *page;  // of docs/proofs
  std::vector<std::string> proved;
  uint32_t resources = 1'000'000;  // of a round, as the page's command says it
  bool page_is_older = false;      // than its rules: docs/open.md says so
};
void PrintTo(const Floor& floor, std::ostream* out) {
  *out << floor.name;
}

std::string proof_page_of(const Floor& floor) {
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/docs/proofs/" + floor.page);
  return {std::istreambuf_iterator<char>(in), {}};
}

class InductionSlowFloor : public testing::TestWithParam<Floor> {};
class ProofPages : public testing::TestWithParam<Floor> {};

// A page is due to be made again when its rules are others, and not with every edit of a claim.
TEST_P(ProofPages, AreOfTheseRulesAndSayWhatTheFloorHolds) {
  const Floor& floor = GetParam();
  const ScenarioPtr scenario = shipped(floor.folder, floor.file);
  ASSERT_TRUE(scenario);
  const std::string page = proof_page_of(floor);
  const std::string of_these =
      fmt::format("of the rules {:016x};", language::fingerprint(*scenario->program));
  EXPECT_EQ(page.find(of_these) == std::string::npos, floor.page_is_older);
  EXPECT_THAT(page, HasSubstr(std::string("--page docs/proofs/") + floor.page));
  for (size_t i = 0; i < scenario->program->options.size(); ++i)
    EXPECT_EQ(page.find(scenario->program->options[i].title) != std::string::npos, scenario->options[i] != 0);
  for (const std::string& name : floor.proved) {
    const std::regex row("\\| " + std::regex_replace(name, std::regex("_"), "\\\\_") +
                         " \\| [^|]+ \\| PROVED[^|]* \\| ([0-9]+) of ([0-9]+) \\|");
    std::smatch steps;
    ASSERT_TRUE(std::regex_search(page, steps, row)) << name;
    EXPECT_EQ(steps[1], steps[2]) << name;
  }
}

TEST_P(InductionSlowFloor, IsProvedInOneRun) {
  const Floor& floor = GetParam();
  const ScenarioPtr scenario = shipped(floor.folder, floor.file);
  ASSERT_TRUE(scenario);
  InductionSettings settings;
  settings.limits.resources = floor.resources;
  const Induction induction = prove_invariants(scenario, settings);
  std::cout << induction_text(*scenario, induction, false);
  EXPECT_FALSE(induction.stopped);
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
  for (const std::string& name : floor.proved) {
    const auto own = std::find(own_properties.begin(), own_properties.end(), name);
    const Verdict verdict =
        own == own_properties.end()
            ? verdict_of(*scenario, induction, name)
            : verdict_of_own(*scenario, induction, static_cast<size_t>(own - own_properties.begin()));
    EXPECT_EQ(verdict, Verdict::proved) << name;
  }
}

const auto floors =
    testing::Values(Floor{"spi_1980",
                          "across-suez/spi-1980",
                          "",
                          "spi-1980.md",
                          {"seven_turns", "within_allowance", "over_passable_hexsides", "on_ground",
                           "sides_apart", "single", "attacks_once", "attacked_once", "ferry_limit",
                           "stays_across", "stays_dead", "no_fault", "one_winner"}},
                    Floor{"later_edition",
                          "across-suez/decision-games-2",
                          "",
                          "decision-games-2.md",
                          {"seven_turns", "within_allowance", "over_passable_hexsides", "on_ground",
                           "sides_apart", "single", "attacks_once", "attacked_once", "ferry_limit",
                           "stays_across", "stays_dead", "no_fault", "one_winner"},
                          4'000'000},
                    Floor{"all_options",
                          "across-suez/decision-games-2",
                          "all-options.json",
                          "decision-games-2-all-options.md",
                          {"seven_turns", "within_allowance", "over_passable_hexsides", "on_ground",
                           "sides_apart", "single", "attacks_once", "attacked_once", "ferry_limit",
                           "stays_across", "stays_dead", "no_fault", "one_winner"},
                          4'000'000,
                          true});

INSTANTIATE_TEST_SUITE_P(AcrossSuez, InductionSlowFloor, floors,
                         [](const auto& one) { return std::string(one.param.name); });
INSTANTIATE_TEST_SUITE_P(AcrossSuez, ProofPages, floors,
                         [](const auto& one) { return std::string(one.param.name); });

// Each property with its verdict; of examples/cup a question is so deep that the solver took minutes before
// it began.
std::string verdicts_of(const std::string& folder) {
  const ScenarioPtr scenario = shipped(folder);
  const Induction induction = prove_invariants(scenario);
  for (const ProofCell& cell : induction.cells) EXPECT_NE(cell.verdict, Verdict::tool_error) << cell.why;
  std::string result;
  for (size_t i = 0; i < induction.verdicts.size(); ++i)
    result += fmt::format("{} {}\n", verdict_text(induction.verdicts[i]),
                          i < scenario->program->invariants.size()
                              ? scenario->program->invariants[i].name
                              : std::string(own_properties[i - scenario->program->invariants.size()]));
  return result;
}

TEST(Induction, OfInterrupt) {
  EXPECT_EQ(verdicts_of("examples/interrupt"),
            "PROVED alone\nNOT INDUCTIVE no_battery_caught\nNOT INDUCTIVE no_fault\nPROVED one_winner\nNOT "
            "INDUCTIVE can_choose\n");
}

TEST(Induction, OfTheCup) {
  EXPECT_EQ(verdicts_of("examples/cup"),
            "PROVED sides_apart\nNOT INDUCTIVE within_limits\nNOT INDUCTIVE no_fault\nPROVED "
            "one_winner\nUNKNOWN can_choose\n");
}

}  // namespace
}  // namespace casebook::symbolic
