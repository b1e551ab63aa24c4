// SPDX-License-Identifier: Apache-2.0
#include "engine/players/perft.h"

#include <gtest/gtest.h>

#include "engine/runtime/control.h"
#include "tests/support/tiny_scenario.h"

namespace casebook::runtime {
namespace {

Position begun(Rules& rules) {
  Position position = rules.scenario().start;
  rules.begin(position);
  return position;
}

/// The same count by copying positions and nothing else.
Perft plainly(Rules& rules, const Position& position, int depth) {
  Perft result;
  const NodeKind node = rules.node(position);
  if (node == NodeKind::over) {
    (depth == 0 ? result.sequences : result.ended_before) = 1;
    if (depth == 0) result.ended_at = 1;
    return result;
  }
  if (node == NodeKind::chance) {
    std::vector<ChanceOutcome> outcomes;
    rules.outcomes(position, outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      Position after = position;
      rules.apply(after, outcome);
      result += plainly(rules, after, depth);
    }
    return result;
  }
  if (depth == 0) {
    result.sequences = 1;
    return result;
  }
  std::vector<Choice> choices;
  rules.choices(position, choices);
  for (const Choice& choice : choices) {
    Position after = position;
    rules.apply(after, choice);
    result += plainly(rules, after, depth - 1);
  }
  return result;
}

// White at the start: pass (then a draw of 3), shoot at B 1 (then 30 rolls), charge B 1 (black must stand,
// which is another choice).
TEST(Perft, CountsChanceWithoutDepth) {
  const auto rules = tests::toy_rules();
  const Position start = begun(*rules);
  EXPECT_EQ(perft(*rules, start, 0), (Perft{1, 0, 0, false}));
  // Of the 30 rolls of two dice that differ, 8 reach 9 (36 rolls have 10, of which 5-5 and 6-6 are pairs): B
  // 1 falls, white has won.
  EXPECT_EQ(perft(*rules, start, 1), (Perft{3 + 30 + 1, 0, 8, false}));
  // pass: 3 draws, then black's 5 choices: a pass (2 draws), two shots (30 rolls each, none ends it: white
  // has two), two charges: 3 * 64. shoot: 22 rolls that miss, then pass (3 draws), two shots, two charges: 22
  // * 65; the 8 that hit ended before. charge: stand, 30 rolls, 8 of which end.
  EXPECT_EQ(perft(*rules, start, 2), (Perft{3 * 64 + 22 * 65 + 30, 8, 8, false}));
}

TEST(Perft, AgreesWithPlainCopying) {
  const auto rules = tests::toy_rules();
  const Position start = begun(*rules);
  for (int depth = 0; depth <= 3; ++depth)
    EXPECT_EQ(perft(*rules, start, depth), plainly(*rules, start, depth)) << depth;
}

TEST(Perft, LinesAddUp) {
  const auto rules = tests::toy_rules();
  Position position = begun(*rules);
  const std::vector<PerftLine> lines = perft_divided(*rules, position, 2);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].text, "pass()");
  EXPECT_EQ(lines[1].text, "shoot(B 1)");
  EXPECT_EQ(lines[2].text, "charge(B 1)");
  Perft sum;
  for (const PerftLine& line : lines) sum += line.counts;
  EXPECT_EQ(sum, perft(*rules, position, 2));
  rules->apply(position, Choice{});
  const std::vector<PerftLine> after_a_draw = perft_divided(*rules, position, 1);
  ASSERT_EQ(after_a_draw.size(), 15U);
  EXPECT_EQ(after_a_draw[0].text, "1st: pass()");
  EXPECT_EQ(after_a_draw[14].text, "3rd: charge(A2)");
}

TEST(Perft, OfAGameThatIsOver) {
  const auto rules = tests::toy_rules();
  Position position = rules->scenario().start;
  set_outcome(rules->scenario(), position, {OutcomeKind::drawn, -1, language::none, -1});
  EXPECT_EQ(perft(*rules, position, 0), (Perft{1, 0, 1, false}));
  EXPECT_EQ(perft(*rules, position, 3), (Perft{0, 1, 0, false}));
}

/// Rolls for ever; six ways each time, so that only giving up at once ends.
class EndlessRules final : public Rules {
 public:
  const Scenario& scenario() const override { return *scenario_; }
  void begin(Position& position) override { position.set_cell(scenario_->layout.site, 4); }
  void on_end_of_run(EndOfRun) override {}
  int32_t player(const Position&) override { return 0; }
  void choices(const Position&, std::vector<Choice>&) override {}
  void apply(Position&, const Choice&) override {}
  void outcomes(const Position&, std::vector<ChanceOutcome>& out) override { out.resize(6); }
  void apply(Position&, const ChanceOutcome&) override {}

 private:
  std::shared_ptr<const Scenario> scenario_ = tests::tiny_scenario();
};

TEST(Perft, GivesUpOnEndlessRolling) {
  EndlessRules rules;
  EXPECT_TRUE(perft(rules, begun(rules), 1).gave_up);
  const std::vector<PerftLine> divided = perft_divided(rules, begun(rules), 1);
  ASSERT_FALSE(divided.empty());
  EXPECT_TRUE(divided.back().counts.gave_up);
}

}  // namespace
}  // namespace casebook::runtime
