// SPDX-License-Identifier: Apache-2.0
// What a log says behind a roll.
#include "engine/runtime/text/roll_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "engine/runtime/compiled/compiled.h"

namespace casebook::runtime {
namespace {

using testing::ElementsAre;

/// A game of one procedure on the ground of hex-skirmish.
std::shared_ptr<const Scenario> game(const std::string& lines) {
  Diagnostics diagnostics;
  language::EditionText text;
  text.name = "trial";
  text.files.emplace_back("trial.rules", R"(edition trial "Trial"
case 1.1 "Words"
  kind side = first, second
  kind unit on map
  box removed
  given side(unit): side
  kind result = back, none_hit, hit
  measure d6 from 1 to 6
  measure score from -3 to 9
  measure column from 1 to 2
  state line: column = 2
  state kept: d6
  state worst: result
case 2.0 "The game"
  procedure game
)" + lines + R"(    end game drawn
case chart "results"
  table results(d6, column) -> result
    die    | 1    | 2
    1, 2   | hit  | hit
    3 .. 5 | back | none_hit
    6      | back | silent
case chart "luck"
  table luck(score) -> result
    up to 3: hit, 4 and more: back
)");
  const auto program = language::compile(text, diagnostics);
  const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/examples/hex-skirmish";
  auto data = board::load_scenario_data(folder + "/scenario.json", folder, {}, diagnostics);
  std::shared_ptr<const Scenario> scenario;
  if (program && data) {
    data->scenario.edition.clear();
    scenario = bind(program, *data, {}, "trial", diagnostics);
  }
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error) ADD_FAILURE() << d.code << ": " << d.message;
  return scenario;
}

/// For each face at the first roll, one die.
std::vector<std::string> told(const std::shared_ptr<const Scenario>& scenario) {
  if (!scenario) return {};
  CompiledRules rules(scenario);
  Position position = scenario->start;
  rules.begin(position);
  std::vector<ChanceOutcome> outcomes;
  rules.outcomes(position, outcomes);
  std::vector<std::string> texts;
  for (const ChanceOutcome& outcome : outcomes) texts.push_back(look_ups_text(*scenario, position, outcome));
  return texts;
}

TEST(RollText, TellsWhatAMatchReads) {
  EXPECT_THAT(
      told(game(R"(    roll die: d6
    match results(die, line)
      hit: line := 1
      others: nothing
)")),
      ElementsAre("results(1, 2) = hit [chart: results]", "results(2, 2) = hit [chart: results]",
                  "results(3, 2) = none_hit [chart: results]", "results(4, 2) = none_hit [chart: results]",
                  "results(5, 2) = none_hit [chart: results]",
                  // Silent: the fault that comes of it is told elsewhere.
                  ""));
}

TEST(RollText, TellsWhatALetAnAssignmentAndAConditionRead) {
  const std::string read = "results(1, 1) = hit [chart: results]";
  EXPECT_EQ(told(game("    roll d: d6\n    let r = results(d, 1)\n    worst := r\n")).front(), read);
  EXPECT_EQ(told(game("    roll d: d6\n    worst := results(d, 1)\n    line := 1\n")).front(), read);
  EXPECT_EQ(told(game("    roll d: d6\n    if results(d, 1) = hit then line := 1\n")).front(), read);
}

TEST(RollText, TellsTheKeyThatWasMadeOfTheDice) {
  EXPECT_EQ(told(game("    roll a, b: d6 given a != b\n"
                      "    worst := luck(((a as number) + (b as number) - 2) as score)\n"))
                .front(),
            "luck(1) = hit [chart: luck]");
}

TEST(RollText, TellsNothingOfWhatIsKeptComparedOrReadLater) {
  EXPECT_EQ(told(game("    roll d: d6\n    kept := d\n    worst := results(d, 1)\n")).front(), "");
  EXPECT_EQ(told(game("    roll d: d6\n    if d > 3 then worst := results(d, 1)\n")).front(), "");
  EXPECT_EQ(told(game("    roll d: d6\n    worst := results(kept, 1)\n")).front(), "");
}

}  // namespace
}  // namespace casebook::runtime
