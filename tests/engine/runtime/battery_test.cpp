// SPDX-License-Identifier: Apache-2.0
// The battery itself: it looks at everything in a game that has one of everything, and notices evaluators
// that are wrong.
#include "tests/support/battery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/runtime/reference/reference.h"
#include "tests/engine/runtime/gauntlet.h"

namespace casebook::tests {
namespace {

using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::Position;
using runtime::ReferenceRules;
using runtime::Rules;
using runtime::Scenario;

std::unique_ptr<Rules> plain(std::shared_ptr<const Scenario> scenario) {
  return std::make_unique<ReferenceRules>(std::move(scenario));
}

TEST(Battery, HoldsOverAGameWithOneOfEverything) {
  const BatteryReport report =
      run_battery({.edition = gauntlet_folder, .games = 12, .texts = 0, .rules = plain});
  std::vector<std::string> sites, actions;
  for (const auto& [site, count] : report.sites) sites.push_back(site);
  for (const auto& [action, count] : report.actions) actions.push_back(action);
  EXPECT_THAT(sites, testing::ElementsAre("duel:1", "duel:2", "duel:3", "game:1", "play_turn:1",
                                          "play_turn:2", "whenever:1", "whenever:2"));
  EXPECT_THAT(actions, testing::ElementsAre("done", "fall_back", "ignore", "march", "seen", "shoot", "spare",
                                            "stay", "take_out", "watch_march"));
  EXPECT_EQ(report.games, 12U);
  EXPECT_EQ(report.texts, report.choices);
  EXPECT_GT(report.invariants, report.positions);
  EXPECT_GT(report.inside, 100U);
}

/// An evaluator with one thing wrong.
class WrongRules final : public Rules {
 public:
  enum class Fault {
    none,
    unsorted,
    twice,
    nothing,
    missing,
    player,
    bytes,
    chance_twice,
    chance_missing,
    chance_bytes
  };
  WrongRules(std::shared_ptr<const Scenario> scenario, Fault fault)
      : rules_(std::move(scenario)), fault_(fault) {}

  const Scenario& scenario() const override { return rules_.scenario(); }
  void begin(Position& position) override { rules_.begin(position); }
  void on_end_of_run(EndOfRun listener) override { rules_.on_end_of_run(std::move(listener)); }
  int32_t player(const Position& position) override {
    return fault_ == Fault::player ? 1 - rules_.player(position) : rules_.player(position);
  }
  void choices(const Position& position, std::vector<Choice>& out) override {
    rules_.choices(position, out);
    if (fault_ == Fault::unsorted) std::swap(out.front(), out.back());
    if (fault_ == Fault::twice) out.insert(out.begin(), out.front());
    if (fault_ == Fault::nothing) out.clear();
    if (fault_ == Fault::missing) out.pop_back();
  }
  void apply(Position& position, const Choice& choice) override {
    rules_.apply(position, choice);
    if (fault_ == Fault::bytes) position.set_cell(scenario().layout.states[0].first, 7);
  }
  void outcomes(const Position& position, std::vector<ChanceOutcome>& out) override {
    rules_.outcomes(position, out);
    if (fault_ == Fault::chance_twice) out.push_back(out.front());
    if (fault_ == Fault::chance_missing && out.size() > 1) out.pop_back();
  }
  void apply(Position& position, const ChanceOutcome& outcome) override {
    rules_.apply(position, outcome);
    if (fault_ == Fault::chance_bytes) position.set_cell(scenario().layout.states[0].first, 7);
  }

 private:
  ReferenceRules rules_;
  Fault fault_;
};

std::string problem_with(WrongRules::Fault fault) {
  const auto rules = [fault](std::shared_ptr<const Scenario> scenario) -> std::unique_ptr<Rules> {
    return std::make_unique<WrongRules>(std::move(scenario), fault);
  };
  return try_battery(shipped_scenario(gauntlet_folder),
                     {.edition = gauntlet_folder, .games = 2, .rules = rules})
      .problem;
}

TEST(Battery, NoticesEvaluatorsThatAreWrong) {
  using Fault = WrongRules::Fault;
  EXPECT_EQ(problem_with(Fault::none), "");
  EXPECT_THAT(problem_with(Fault::unsorted),
              testing::HasSubstr("a: the choices are not sorted and distinct"));
  EXPECT_THAT(problem_with(Fault::twice), testing::HasSubstr("a: the choices are not sorted and distinct"));
  EXPECT_THAT(problem_with(Fault::nothing), testing::HasSubstr("a: nobody can choose"));
  EXPECT_THAT(problem_with(Fault::missing),
              testing::HasSubstr("b: the reference evaluator offers \n  also "));
  EXPECT_THAT(problem_with(Fault::player), testing::HasSubstr("b: the evaluators name different players"));
  EXPECT_THAT(problem_with(Fault::bytes), testing::HasSubstr("b: the evaluators differ after "));
  EXPECT_THAT(problem_with(Fault::chance_twice),
              testing::HasSubstr("b: the evaluators name different outcomes"));
  EXPECT_THAT(problem_with(Fault::chance_missing),
              testing::HasSubstr("b: the evaluators name different outcomes"));
  EXPECT_THAT(problem_with(Fault::chance_bytes),
              testing::HasSubstr("b: the evaluators differ after what chance brought"));
}

}  // namespace
}  // namespace casebook::tests
