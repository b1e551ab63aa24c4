// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/game.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/base/streams.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "engine/runtime/text/chance_text.h"
#include "tests/support/tiny_scenario.h"

namespace casebook::runtime {
namespace {

using tests::toy_rules;

/// Plays `steps` steps: the choice or the outcome is the one that `pick` names, modulo how many there are.
void play_on(Game& game, const std::vector<size_t>& picks) {
  for (const size_t pick : picks) {
    if (game.node() == NodeKind::over) return;
    if (game.node() == NodeKind::chance) {
      if (pick % 3 == 0)
        game.roll();
      else
        game.take(ChanceOutcome(game.outcomes()[pick % game.outcomes().size()]));
    } else {
      ASSERT_TRUE(game.play(game.choices()[pick % game.choices().size()]));
    }
  }
}

std::vector<size_t> any_picks() {
  return *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, 1000));
}

std::string replay_text(const Record& record, Replay* into = nullptr, const ReplayOptions& options = {}) {
  Diagnostics diagnostics;
  Replay result = replay(record, "g.record", toy_rules(), diagnostics, options);
  std::string text = result.good ? "good" : "bad";
  for (const Diagnostic& d : diagnostics.all()) {
    text += " " + d.code + "@" + std::to_string(d.range.begin.line) + ":" +
            std::to_string(d.range.begin.column) + " expected " + d.expected;
  }
  if (into != nullptr) *into = std::move(result);
  return text;
}

/// As read from a file, so that steps have places.
Record read_back(const Record& record) {
  Diagnostics diagnostics;
  return parse_record(record_text(record), "g.record", diagnostics);
}

RC_GTEST_PROP(Game, UndoGoesBackStepByStepAndRedoForwardAgain, ()) {
  Game game(toy_rules(), GameSettings{*rc::gen::arbitrary<uint64_t>(), 1, {}});
  std::vector<Position> seen{game.position()};
  for (const size_t pick : any_picks()) {
    play_on(game, {pick});
    if (game.step_count() == seen.size()) seen.push_back(game.position());
  }
  const size_t steps = game.step_count();
  const std::string record = record_text(game.record());
  for (size_t i = steps; i > 0; --i) {
    RC_ASSERT(game.position() == seen[i]);
    RC_ASSERT(game.position().hash() == game.position().hash_afresh());
    RC_ASSERT(game.undo());
  }
  RC_ASSERT(!game.undo());
  RC_ASSERT(game.position() == seen[0]);
  for (size_t i = 1; i <= steps; ++i) {
    RC_ASSERT(game.redo());
    RC_ASSERT(game.position() == seen[i]);
  }
  RC_ASSERT(!game.redo());
  RC_ASSERT(record_text(game.record()) == record);
}

RC_GTEST_PROP(Game, TakingBackDoesNotChangeTheDice, ()) {
  const uint64_t seed = *rc::gen::arbitrary<uint64_t>();
  Game straight(toy_rules(), {seed, 1, {}}), wavering(toy_rules(), {seed, 1, {}});
  for (const size_t pick : any_picks()) {
    if (straight.node() == NodeKind::over) break;
    for (Game* game : {&straight, &wavering}) {
      if (game->node() == NodeKind::chance)
        game->roll();
      else
        game->play(game->choices()[pick % game->choices().size()]);
    }
    if (pick % 2 == 0) {
      for (size_t back = pick % 5; back > 0; --back) wavering.undo();
      while (wavering.redo()) {
      }
    }
  }
  RC_ASSERT(record_text(straight.record()) == record_text(wavering.record()));
}

RC_GTEST_PROP(Game, ARecordReplaysToTheSameEnd, ()) {
  Game game(toy_rules(), GameSettings{*rc::gen::arbitrary<uint64_t>(), 3, {"random", "first"}});
  game.note("before the first step");
  for (const size_t pick : any_picks()) {
    play_on(game, {pick});
    if (pick % 4 == 0) game.note("note " + std::to_string(pick));
  }
  const Record record = read_back(game.record());
  Replay again;
  RC_ASSERT(replay_text(record, &again) == "good");
  RC_ASSERT(again.game->position() == game.position());
  RC_ASSERT(record_text(again.game->record()) == record_text(game.record()));
  // Every beginning of it is a start, and the dice after it are those of the seed.
  const size_t k = *rc::gen::inRange<size_t>(0, record.steps.size() + 1);
  Replay fork;
  RC_ASSERT(replay_text(cut(record, k), &fork) == "good");
  RC_ASSERT(fork.game->step_count() == k);
  while (game.step_count() > k) game.undo();
  RC_ASSERT(fork.game->position() == game.position());
  RC_ASSERT(fork.game->next_roll() == game.next_roll());
}

RC_GTEST_PROP(Game, ATypedDieLeavesTheNextOnesAlone, ()) {
  const uint64_t seed = *rc::gen::arbitrary<uint64_t>();
  Game seeded(toy_rules(), {seed, 1, {}}), typed(toy_rules(), {seed, 1, {}});
  const Choice pass;
  for (Game* game : {&seeded, &typed}) {
    Choice shoot;
    shoot.alternative = 1;
    shoot.singles[0] = 2;
    RC_ASSERT(game->play(shoot));
  }
  seeded.roll();
  ChanceOutcome low;
  low.count = 2;
  low.values = {1, 2, 0, 0};
  RC_ASSERT(typed.take(low));
  RC_PRE(seeded.node() != NodeKind::over);
  seeded.play(pass);
  typed.play(pass);
  RC_ASSERT(seeded.next_roll() == typed.next_roll());
  RC_ASSERT(seeded.record().seeded_dice);
  RC_ASSERT(typed.record().seeded_dice == (seeded.steps()[1].chance == low));
}

TEST(Game, RefusesWhatIsNotOffered) {
  Game game(toy_rules());
  Choice own;
  own.alternative = 1;
  own.singles[0] = 0;
  EXPECT_FALSE(game.play(own));
  EXPECT_FALSE(game.roll());
  EXPECT_FALSE(game.take(ChanceOutcome{}));
  EXPECT_FALSE(game.next_roll());
  EXPECT_EQ(game.step_count(), 0U);
  ASSERT_TRUE(game.play(game.choices()[1]));
  ChanceOutcome pair;
  pair.count = 2;
  pair.values = {3, 3, 0, 0};
  EXPECT_FALSE(game.take(pair));
  EXPECT_FALSE(game.play(Choice{}));
  EXPECT_EQ(game.step_count(), 1U);
}

TEST(Game, ANewChoiceForgetsWhatWasTakenBack) {
  Game game(toy_rules());
  game.play(game.choices()[0]);
  game.roll();
  game.undo();
  game.undo();
  game.play(game.choices()[1]);
  EXPECT_FALSE(game.redo());
  EXPECT_EQ(game.record().steps.size(), 1U);
}

TEST(Game, FromAPositionCarriesItInTheRecord) {
  Game first(toy_rules(), {5, 1, {}});
  first.play(first.choices()[2]);
  Game second(toy_rules(), first.position(), {6, 1, {}});
  second.play(second.choices()[0]);
  second.roll();
  const Record record = read_back(second.record());
  EXPECT_NE(record.start.find("\"control\": \"game:2 / combat:1\""), std::string::npos);
  Replay again;
  EXPECT_EQ(replay_text(record, &again), "good");
  EXPECT_EQ(again.game->position(), second.position());
  EXPECT_EQ(record_text(again.game->record()), record_text(second.record()));
}

TEST(Game, ABrokenStartIsReportedWhereItStandsInTheRecord) {
  Game first(toy_rules());
  first.play(first.choices()[2]);
  Game second(toy_rules(), first.position());
  std::string text = record_text(second.record());
  const size_t at = text.find("game:2 / combat:1");
  text.replace(at, 17, "game:2 / combat:9");
  Diagnostics diagnostics;
  const Record record = parse_record(text, "g.record", diagnostics);
  EXPECT_EQ(
      replay_text(record),
      "bad P0113@" +
          std::to_string(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1) +
          ":33 expected 1 to 2");
}

/// A short game: shoot (roll 1, 2), pass (draw 2nd), charge, stand (roll 6, 5): B 1 falls.
Record short_game() {
  Game game(toy_rules(), {1, 1, {}});
  const auto dice = [&](int32_t a, int32_t b) {
    ChanceOutcome outcome;
    outcome.count = b == 0 ? 1 : 2;
    outcome.values = {a, b, 0, 0};
    EXPECT_TRUE(game.take(outcome));
  };
  game.play(game.choices()[1]);
  dice(1, 2);
  game.play(game.choices()[0]);
  dice(1, 0);
  game.play(game.choices()[2]);
  game.play(game.choices()[0]);
  dice(6, 5);
  return game.record();
}

TEST(Replay, TheShortGameReads) {
  const Record record = short_game();
  EXPECT_EQ(record_text(record), R"(casebook record 1
edition tiny
scenario examples/tiny
switch night yes
rules 0123456789abcdef
data fedcba9876543210
random xoshiro256**/1
seed 1
game 1
dice typed

1 white: shoot(B 1)
2 roll 1, 2
3 black: pass()
4 draw 2nd
5 white: charge(B 1)
6 black: stand()
7 roll 6, 5
outcome won by white
)");
  EXPECT_EQ(replay_text(read_back(record)), "good");
}

struct Wrong {
  std::string name, from, to, says;
};
std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
  return out << wrong.name;
}
class WrongRecord : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRecord, IsNamedWithItsPlace) {
  const Wrong& wrong = GetParam();
  std::string text = record_text(short_game());
  const size_t at = text.find(wrong.from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, wrong.from.size(), wrong.to);
  Diagnostics diagnostics;
  const Record record = parse_record(text, "g.record", diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  const std::string said = replay_text(record);
  EXPECT_EQ(said.substr(0, wrong.says.size()), wrong.says) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Steps, WrongRecord,
    testing::Values(
        Wrong{"OtherRules", "rules 0123456789abcdef", "rules 0000000000000002",
              "bad P0150@5:1 expected the rules it was made with"},
        Wrong{"OtherSwitch", "night yes", "night no", "bad P0150"},
        Wrong{"Unlawful", "5 white: charge(B 1)", "5 white: charge(A1)", "bad P0151@16:10"},
        Wrong{"NoFace", "roll 6, 5", "roll 6, 7", "bad P0152@18:11 expected 1 to 6"},
        Wrong{"Pair", "roll 6, 5", "roll 6, 6", "bad P0152@18:8"},
        Wrong{"OneDie", "roll 6, 5", "roll 6", "bad P0152@18:9 expected 2 dice"},
        Wrong{"ThreeDice", "roll 6, 5", "roll 6, 5, 4", "bad P0152@18:14 expected 2 dice"},
        Wrong{"NoMember", "draw 2nd", "draw 4th", "bad P0152@15:8 expected the name of a formation"},
        Wrong{"NotTheSeed", "dice typed", "dice seed", "bad P0153@13:8 expected roll "},
        Wrong{"WrongPlayer", "6 black", "6 white", "bad P0154@17:10 expected a choice of black"},
        Wrong{"DiceForChoice", "5 white: charge(B 1)", "5 roll 1",
              "bad P0155@16:8 expected a choice of white"},
        Wrong{"ChoiceForDice", "2 roll 1, 2", "2 white: pass()",
              "bad P0155@13:10 expected `roll` and the dice"},
        Wrong{"AfterTheEnd", "outcome won by white", "8 black: pass()\noutcome won by white",
              "bad P0156@19:10"},
        Wrong{"OtherOutcome", "won by white", "won by black", "bad P0157@19:1 expected outcome won by white"},
        Wrong{"CutShort", "7 roll 6, 5\n", "", "bad P0157@18:1 expected outcome open"},
        Wrong{"NoOutcomeLine", "outcome won by white\n", "", "good"},
        Wrong{"OtherGenerator", "xoshiro256**/1", "dice-tower/3", "good P0158"},
        Wrong{"OtherData", "data fedc", "data 0000", "good P0150"}),
    [](const auto& one) { return one.param.name; });

TEST(Replay, UnderOtherRulesGoesOnToTheFirstThatDiffers) {
  Record record = short_game();
  record.ruleset.edition = "huge";
  record.steps[4].text = "charge(A2)";
  Replay result;
  const std::string said = replay_text(read_back(record), &result, {.under_other_rules = true});
  EXPECT_EQ(said.substr(0, 10), "bad P0150@") << said;
  EXPECT_NE(said.find("P0151@16:10"), std::string::npos) << said;
  EXPECT_EQ(result.steps, 4U);
  ASSERT_TRUE(result.game);
  EXPECT_EQ(result.game->step_count(), 4U);
}

TEST(ChanceText, DiceMayStandApartAnyHow) {
  const auto rules = toy_rules();
  const Scenario& scenario = rules->scenario();
  const language::Site& roll = scenario.program->sites[3];
  for (const char* text : {"3, 5", "3 5", "3,5", " 3  5 "}) {
    ChanceProblem problem;
    const auto outcome = parse_chance(scenario, roll, text, problem);
    ASSERT_TRUE(outcome) << text;
    EXPECT_EQ(chance_text(scenario, roll, *outcome), "3, 5");
  }
}

TEST(Streams, AreApart) {
  EXPECT_EQ(chance_stream(7, 2), Random(7, 2));
  EXPECT_EQ(player_stream(7, 2, 0), Random(7 + 0xd1342543de82ef95ULL, 2));
  EXPECT_EQ(player_stream(7, 2, 1), Random(7 + 2 * 0xd1342543de82ef95ULL, 2));
}

}  // namespace
}  // namespace casebook::runtime
