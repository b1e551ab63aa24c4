// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/generated_positions.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/text/choice_text.h"
#include "tests/support/battery.h"

namespace casebook::games {
namespace {

struct Shipped {
  std::string edition, scenario;
  int made, both;  // positions for the cheap checks, and for those that the reference evaluator takes part in
};

void PrintTo(const Shipped& shipped, std::ostream* out) {
  *out << shipped.edition << ' ' << shipped.scenario;
}

class GeneratedPositions : public testing::TestWithParam<Shipped> {
 protected:
  std::shared_ptr<const Scenario> scenario_ =
      tests::shipped_scenario(GetParam().edition, GetParam().scenario);
  MakerSettings settings_{.seed = 3, .games = 3};
};

std::string text(const Scenario& scenario, const Position& position) {
  return runtime::position_text(scenario, position);
}

TEST_P(GeneratedPositions, AreTypedSaveAndLoadToTheSameBytesAndStandWhereTheyShould) {
  PositionMaker maker(scenario_, settings_);
  const SiteChoice everywhere = every_site(*scenario_->program);
  Random random(1, 1);
  std::set<int32_t> sites;
  for (int i = 0; i < GetParam().made; ++i) {
    const SiteChoice where = i % 2 == 0 ? everywhere : SiteChoice{};
    const Position made = maker.make(random, i % 101, where);
    const SiteId site = made.cell(scenario_->layout.site) - 1;
    ASSERT_TRUE(where.allows(*scenario_->program, site)) << text(*scenario_, made);
    sites.insert(site);
    ASSERT_TRUE(is_typed(*scenario_, made)) << text(*scenario_, made);
    ASSERT_EQ(made.hash(), made.hash_afresh());
    Diagnostics diagnostics;
    const std::string saved = text(*scenario_, made);
    const auto loaded = runtime::load_position(*scenario_, saved, "made.json", diagnostics);
    ASSERT_TRUE(loaded.has_value()) << saved << diagnostics.all().front().message;
    ASSERT_TRUE(*loaded == made) << saved;
    ASSERT_EQ(text(*scenario_, *loaded), saved);
  }
  EXPECT_EQ(sites.size(), scenario_->program->sites.size()) << "sites that no made-up position stands at";
}

TEST_P(GeneratedPositions, BothEvaluatorsOfferTheSame) {
  PositionMaker maker(scenario_, settings_);
  runtime::ReferenceRules reference(scenario_);
  runtime::CompiledRules& compiled = maker.rules();
  Random random(2, 1);
  std::vector<runtime::Choice> a, b;
  std::vector<runtime::ChanceOutcome> c, d;
  int choosing = 0, offered = 0;
  for (int i = 0; i < GetParam().both; ++i) {
    const Position made = maker.make(random, i % 101, every_site(*scenario_->program));
    if (compiled.node(made) == runtime::NodeKind::choose) {
      compiled.choices(made, a);
      reference.choices(made, b);
      ++choosing;
      offered += a.empty() ? 0 : 1;
      if (a != b) {
        std::string difference;
        for (const auto& one : a)
          if (std::find(b.begin(), b.end(), one) == b.end())
            difference += "\n  only compiled: " + choice_text(*scenario_, made, one);
        for (const auto& one : b)
          if (std::find(a.begin(), a.end(), one) == a.end())
            difference += "\n  only by reference: " + choice_text(*scenario_, made, one);
        FAIL() << difference << "\n" << text(*scenario_, made);
      }
    } else {
      compiled.outcomes(made, c);
      reference.outcomes(made, d);
      ASSERT_EQ(c, d) << text(*scenario_, made);
    }
  }
  EXPECT_GT(choosing, GetParam().both / 4);
  EXPECT_GT(offered * 2, choosing) << "most made-up positions let nobody choose";
}

TEST_P(GeneratedPositions, TheSameNumbersMakeTheSamePositions) {
  PositionMaker one(scenario_, settings_), other(scenario_, settings_);
  Random a(5, 5), b(5, 5);
  for (int i = 0; i < 30; ++i) {
    const Position first = one.make(a, 50), second = other.make(b, 50);
    ASSERT_TRUE(first == second) << i;
  }
  EXPECT_TRUE(a == b);
}

TEST_P(GeneratedPositions, LawfulOnesSatisfyTheInvariantsByTheReferenceEvaluatorAndGoOn) {
  PositionMaker maker(scenario_, settings_);
  runtime::ReferenceRules reference(scenario_);
  Random random(6, 1);
  int found = 0;
  for (int i = 0; i < 8; ++i) {
    const auto made = maker.make_lawful(random, 30);
    if (!made) continue;
    ++found;
    EXPECT_EQ(maker.grade(*made), Grade::invariants);
    EXPECT_TRUE(runtime::check_invariants(reference, *made, nullptr).failures.empty());
    std::vector<runtime::Choice> choices;
    reference.choices(*made, choices);
    EXPECT_FALSE(choices.empty());
  }
  EXPECT_GE(found, 6);
}

TEST_P(GeneratedPositions, ReachedOnesHaveARecordThatReplaysToThem) {
  PositionMaker maker(scenario_, settings_);
  ASSERT_GT(maker.pool().all().size(), 3U);
  const std::vector<Reached>& all = maker.pool().all();
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 6) {
    const runtime::Record record = maker.games().record(all[i].game, all[i].step);
    ASSERT_EQ(record.steps.size(), all[i].step);
    Diagnostics diagnostics;
    const runtime::Replay replay =
        runtime::replay(record, "r", runtime::make_compiled_rules(scenario_), diagnostics);
    ASSERT_TRUE(replay.good) << runtime::record_text(record);
    EXPECT_TRUE(replay.game->position() == all[i].position) << "game " << all[i].game;
  }
}

// The reference evaluator takes some twenty milliseconds for a position of Across Suez.
INSTANTIATE_TEST_SUITE_P(Examples, GeneratedPositions,
                         testing::Values(Shipped{"examples/hex-skirmish", "", 2000, 500},
                                         Shipped{"examples/hex-skirmish", "scenario-5.json", 2000, 500},
                                         Shipped{"examples/hex", "", 1000, 500},
                                         Shipped{"examples/cup", "", 2000, 500},
                                         Shipped{"examples/interrupt", "", 2000, 500},
                                         Shipped{"template/starter", "", 1000, 500}));
INSTANTIATE_TEST_SUITE_P(AcrossSuez, GeneratedPositions,
                         testing::Values(Shipped{"across-suez/spi-1980", "", 400, 200},
                                         Shipped{"across-suez/decision-games-1", "", 400, 200},
                                         Shipped{"across-suez/decision-games-2", "", 400, 200}));
// With every option on, and some hundreds by both evaluators.
INSTANTIATE_TEST_SUITE_P(SlowAcrossSuez, GeneratedPositions,
                         testing::Values(Shipped{"across-suez/spi-1980", "", 4000, 400},
                                         Shipped{"across-suez/spi-1980", "all-options.json", 4000, 300},
                                         Shipped{"across-suez/decision-games-1", "", 4000, 300},
                                         Shipped{"across-suez/decision-games-2", "", 4000, 300},
                                         Shipped{"across-suez/decision-games-2", "all-options.json", 4000,
                                                 300}));

TEST(WaysTo, AreEveryChainOfCalls) {
  const auto scenario = tests::shipped_scenario("examples/hex-skirmish");
  const language::Program& program = *scenario->program;
  const auto roll = runtime::find_site(program, "fight:1");
  ASSERT_TRUE(roll.has_value());
  const auto ways = ways_to(program, *roll);
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(runtime::control_text(program, ways[0]), "game:1 / fight:1");
}

TEST(Store, KeepsWhatIsRareBesideWhatIsCommon) {
  const auto scenario = tests::shipped_scenario("examples/hex-skirmish");
  Games games(scenario, {.seed = 1});
  Store store(*scenario, 3, 1);
  const GamesCount count = games.play(1, 200, [&](const Moment& moment) {
    store.see(moment);
    return true;
  });
  EXPECT_EQ(count.games, 200U);
  EXPECT_EQ(count.outcomes.at("won by first") + count.outcomes.at("won by second"), 200U);
  EXPECT_EQ(store.seen(), count.positions);
  for (const auto& room : store.by_site()) EXPECT_FALSE(room.empty());
  EXPECT_LE(store.all().size(), 3 * store.sorts());
  EXPECT_LT(store.all().size(), 200U);  // of some thousands
}

TEST(Games, AreThoseThatPlayPlays) {
  // docs/figures: 102 won by first, 98 won by second, of games 1 to 200 of seed 1.
  Games games(tests::shipped_scenario("examples/hex-skirmish"), {.seed = 1});
  const GamesCount count = games.play(1, 200);
  EXPECT_EQ(count.outcomes.at("won by first"), 102U);
  EXPECT_EQ(count.outcomes.at("won by second"), 98U);
}

}  // namespace
}  // namespace casebook::games
