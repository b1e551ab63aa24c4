// SPDX-License-Identifier: Apache-2.0
// Invariants by both evaluators: the same verdict on every position and every step, of games and of positions
// that no game comes to, whatever was asked before.
#include "engine/runtime/claims/compiled_invariants.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/random.h"
#include "engine/language/compile.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/compiled/compiled.h"
#include "tests/engine/runtime/compiled/together.h"
#include "tests/support/random_rules.h"
#include "tests/support/scramble.h"

namespace casebook::runtime {
namespace {

using language::InvariantWhere;
using tests::RandomRules;

/// Both evaluators on one scenario, and what they were asked.
class Both {
 public:
  explicit Both(std::shared_ptr<const Scenario> scenario)
      : scenario_(std::move(scenario)), compiled_(scenario_), reference_(scenario_) {}

  void ask(const std::vector<InvariantId>& invariants, const Position& position, const Position* before) {
    compiled_.load(position, before);
    for (const InvariantId id : invariants) {
      const language::Invariant& invariant = scenario_->program->invariants[id];
      if (!compiled_.can_ask(id)) {
        ++left;
        continue;
      }
      ++asked;
      const bool holds = compiled_.holds(id);
      const auto failure = check_invariant(reference_, id, position, before);
      failed += failure ? 1 : 0;
      ASSERT_EQ(holds, !failure.has_value())
          << invariant.name << (failure ? "\n" + failure->derivation : std::string());
    }
  }

  /// Those that speak of any two positions: what lives in a procedure has no meaning outside it.
  std::vector<InvariantId> anywhere() const {
    std::vector<InvariantId> ids;
    for (size_t i = 0; i < scenario_->program->invariants.size(); ++i) {
      const InvariantWhere where = scenario_->program->invariants[i].where;
      if (where == InvariantWhere::every_choice || where == InvariantWhere::every_step)
        ids.push_back(static_cast<InvariantId>(i));
    }
    return ids;
  }

  /// Positions made up, some far from the last one and some near it.
  void scrambled(uint64_t seed, int positions) {
    Random random(seed, 21);
    Position position = scenario_->start, before = scenario_->start;
    for (int k = 0; k < positions && !testing::Test::HasFatalFailure(); ++k) {
      if (k % 4 == 0) {
        tests::scramble(*scenario_, position, random);
        tests::scramble(*scenario_, before, random, k % 8 == 0 ? 100 : 5);
      } else {
        before = position;
        tests::scramble(*scenario_, position, random, k % 4 == 1 ? 0 : 4);
      }
      ask(anywhere(), position, &before);
    }
  }

  /// A game of random choices, at most so many steps: what is due at each, and at each end of a run.
  void game(uint64_t seed, uint64_t number, int64_t most_steps) {
    CompiledRules rules(scenario_);
    Random random(seed, number);
    Position position = scenario_->start, before;
    std::vector<InvariantId> due;
    rules.on_end_of_run([&](ProcedureId procedure, const Position& end) {
      due.clear();
      for (size_t i = 0; i < scenario_->program->invariants.size(); ++i) {
        const language::Invariant& one = scenario_->program->invariants[i];
        if (one.where == InvariantWhere::end_of_procedure && one.procedure == procedure)
          due.push_back(static_cast<InvariantId>(i));
      }
      ends += static_cast<int64_t>(due.size());
      ask(due, end, nullptr);
    });
    rules.begin(position);
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
    for (int64_t step = 0; step < most_steps && !testing::Test::HasFatalFailure(); ++step) {
      invariants_due(*scenario_, position, step > 0, due);
      ask(due, position, step > 0 ? &before : nullptr);
      if (rules.node(position) == NodeKind::over) break;
      before = position;
      if (rules.node(position) == NodeKind::choose) {
        rules.choices(position, choices);
        rules.apply(position, choices[random.below(static_cast<uint32_t>(choices.size()))]);
      } else {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
      }
    }
  }

  const CompiledInvariants& compiled() const { return compiled_; }
  int64_t asked = 0, failed = 0, left = 0, ends = 0;

 private:
  std::shared_ptr<const Scenario> scenario_;
  CompiledInvariants compiled_;
  ReferenceRules reference_;
};

// ---- the shipped games

class InvariantsOfGames : public testing::TestWithParam<const char*> {};

TEST_P(InvariantsOfGames, HaveOneVerdictByBothEvaluators) {
  const auto scenario = tests::example(GetParam());
  ASSERT_NE(scenario, nullptr);
  ASSERT_FALSE(scenario->program->invariants.empty());
  Both both(scenario);
  for (uint64_t game = 0; game < 3; ++game) ASSERT_NO_FATAL_FAILURE(both.game(12, game, 700));
  EXPECT_EQ(both.left, 0) << "all of them are translated";
  EXPECT_EQ(both.failed, 0);
  EXPECT_GT(both.asked, 50);
  ASSERT_NO_FATAL_FAILURE(both.scrambled(12, 200));
  EXPECT_GT(both.failed, 20) << "positions that no game comes to break them";
}

INSTANTIATE_TEST_SUITE_P(Shipped, InvariantsOfGames,
                         testing::Values("hex", "hex-skirmish", "interrupt", "cup",
                                         "../across-suez/spi-1980"),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::erase_if(name,
                                         [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

// ---- made up at random

struct Tally {
  int64_t asked = 0, failed = 0, left = 0, ends = 0, programs = 0, refused = 0;
  uint64_t computed = 0;
  std::string why;
};

bool is_accepted(const std::string& text, std::string* why) {
  language::EditionText edition;
  edition.name = "trial";
  edition.files.emplace_back("trial.rules", text);
  Diagnostics diagnostics;
  const bool good = language::compile(edition, diagnostics) != nullptr;
  for (const Diagnostic& d : diagnostics.all())
    if (!good && d.severity == Severity::error) *why += d.code + " " + d.message + "\n";
  return good;
}

void ask_random_invariants(uint64_t seed, int invariants, int positions, bool large, Tally& tally) {
  RandomRules wish;
  wish.seed = seed;
  wish.large = large;
  wish.depth = large ? 2 : 3;
  std::string text = tests::random_rules(wish), why;
  if (!is_accepted(text, &why)) return;
  Random seeds(seed, 22);
  for (int k = 0; k < invariants; ++k) {
    const std::string more = text + tests::random_invariant(wish, k, seeds.next());
    if (is_accepted(more, &tally.why))
      text = more;
    else
      ++tally.refused;
  }
  const auto scenario = tests::bind_random(wish, text, &why);
  ASSERT_NE(scenario, nullptr) << why;
  Both both(scenario);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  ASSERT_NO_FATAL_FAILURE(both.scrambled(seed, positions));
  for (uint64_t game = 0; game < 2; ++game) ASSERT_NO_FATAL_FAILURE(both.game(seed, game, large ? 4 : 40));
  ++tally.programs;
  tally.asked += both.asked;
  tally.failed += both.failed;
  tally.left += both.left;
  tally.ends += both.ends;
  tally.computed += both.compiled().computed();
}

TEST(RandomInvariants, HaveOneVerdictByBothEvaluators) {
  Tally tally;
  for (uint64_t seed = 0; seed < 60; ++seed)
    ASSERT_NO_FATAL_FAILURE(ask_random_invariants(seed, 8, 24, false, tally));
  EXPECT_GT(tally.programs, 40);
  EXPECT_LT(tally.refused, 160) << tally.why;
  EXPECT_GT(tally.asked, 5000);
  EXPECT_GT(tally.failed, 1000);
  EXPECT_GT(tally.asked - tally.failed, 1000);
  EXPECT_GT(tally.ends, 50);
  EXPECT_LT(tally.computed, static_cast<uint64_t>(tally.asked)) << "some were still known";
  EXPECT_EQ(tally.left, 0);
}

TEST(RandomInvariants, AlsoOnSetsOfSeveralWords) {
  Tally tally;
  for (uint64_t seed = 200; seed < 203; ++seed)
    ASSERT_NO_FATAL_FAILURE(ask_random_invariants(seed, 5, 6, true, tally));
  EXPECT_GT(tally.asked, 30);
}

// Met at random: on this map every hex has a neighbour, so none is left to look at of a set that has no
// value.
TEST(RandomInvariants, AFaultOfASetIsOneWhereNoMemberIsLeft) {
  RandomRules wish;
  wish.seed = 4230;
  wish.depth = 3;
  std::string why;
  const std::string text = tests::random_rules(wish) +
                           "\ncase 10.1 \"A promise\"\n  invariant promise at every step: all u in {u in "
                           "unit at g with least ((load(u) / "
                           "stock(blue, tint(g)) rounded down) as tally)} at g: neighbours(g) is not empty\n";
  ASSERT_TRUE(is_accepted(text, &why)) << why;
  const auto scenario = tests::bind_random(wish, text, &why);
  ASSERT_NE(scenario, nullptr) << why;
  Both both(scenario);
  ASSERT_NO_FATAL_FAILURE(both.scrambled(4230, 2'000));
  EXPECT_GT(both.failed, 10);
}

TEST(RandomInvariantsSlow, HaveOneVerdictByBothEvaluators) {
  Tally tally;
  for (uint64_t seed = 1000; seed < 5000; ++seed)
    ASSERT_NO_FATAL_FAILURE(ask_random_invariants(seed, 10, 32, false, tally));
  for (uint64_t seed = 1000; seed < 1050; ++seed)
    ASSERT_NO_FATAL_FAILURE(ask_random_invariants(seed, 6, 8, true, tally));
  EXPECT_GT(tally.failed, 100'000);
}

}  // namespace
}  // namespace casebook::runtime
