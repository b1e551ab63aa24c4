// SPDX-License-Identifier: Apache-2.0
// Work that is stopped by a signal, procedures that roll for ever, and games that end in a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing_support::TemporaryFolder;

/// The starter game with one line of its rules changed.
std::string changed_game(const TemporaryFolder& folder, const std::string& from, const std::string& to) {
  const std::string game = folder.path().string() + "/starter";
  std::filesystem::copy(source("rulesets/template/starter"), game);
  for (const auto& entry : std::filesystem::directory_iterator(game)) {
    std::string text = contents(entry.path().string());
    const size_t at = text.find(from);
    if (at == std::string::npos) continue;
    text.replace(at, from.size(), to);
    write(entry.path().string(), text);
    return game;
  }
  ADD_FAILURE() << "no line " << from;
  return game;
}

TEST(Stopping, many_games_are_summed_up_as_far_as_they_went) {
  const Ended run = stopped("play examples/hex --games 100000000", 0.5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("stopping ...\n"));
  EXPECT_THAT(run.out, ContainsRegex("\n  stopped after [0-9]+ of 100000000 games\n"));
  const Ended json = stopped("play examples/hex --games 100000000 --json", 0.5);
  EXPECT_THAT(json.out, HasSubstr("\"stopped\": true"));
}

TEST(Stopping, counting_ends) {
  const Ended run = stopped("perft examples/hex --depth 12", 0.5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("stopped; the counts are too small"));
}

TEST(Stopping, regions_say_that_they_were_stopped) {
  const Ended run = stopped("regions across-suez/decision-games-2 must_attack --positions 2000000", 0.5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Stopped: other regions may exist."));
}

TEST(Stopping, claims_that_are_left_are_not_run) {
  const TemporaryFolder folder;
  std::string claims;
  for (int i = 0; i < 3000; ++i)
    claims += "  claim \"play " + std::to_string(i) + "\"\n    play pass()\n    expect permitted pass()\n";
  const std::string game = folder.path().string() + "/long";
  std::filesystem::create_directory(game);
  write(
      game + "/01-play.rules",
      "edition long \"Long\"\ncase 1.1 \"All\"\n  kind side = a, b\n  procedure game\n    repeat at most 9 times\n"
      "      choose by a\n        pass()\n    end game drawn\n  action pass()\n" +
          claims);
  const Ended whole = casebook({"check", "--play", game});
  EXPECT_EQ(whole.status, 0) << whole.out << whole.err;
  const Ended run = stopped("check --play " + quoted_word(game), 0);
  EXPECT_EQ(run.status, 130) << run.out << run.err;
}

// Quick verbs do not look at the flag while they work.
TEST(Stopping, any_verb_that_was_stopped_says_so_by_its_status) {
  const TemporaryFolder folder;
  const std::string picture = " -o " + quoted_word(folder.path().string() + "/map.svg");
  for (const std::string& words :
       {std::string("diff examples/hex-skirmish examples/hex"), std::string("show examples/hex-skirmish 2.2"),
        std::string("ask examples/hex-skirmish 'enemy_adjacent(b2, first)'"),
        "render examples/hex-skirmish" + picture, std::string("legal examples/hex-skirmish"),
        std::string("legal examples/hex-skirmish --json"), std::string("check examples/hex-skirmish"),
        std::string("explain C0134"), std::string("odds examples/hex-skirmish 'pass()'"),
        std::string("play examples/hex-skirmish --seed 1"),
        std::string("verify examples/hex-skirmish --only unused"),
        std::string("perft examples/hex --depth 2"), std::string("explore examples/hex-skirmish"),
        std::string("mutate examples/hex-skirmish --games 1"),
        std::string("compare examples/hex-skirmish examples/hex-skirmish --games 2 --positions 10"),
        std::string("selftest examples/hex-skirmish --positions 5")}) {
    const Ended run = stopped_at_once(words);
    EXPECT_EQ(run.status, 130) << words << "\n" << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr("stopping ...\n")) << words;
  }
  // No result, nothing that was stopped.
  EXPECT_EQ(stopped_at_once("show examples/no-such-game").status, 2);
  EXPECT_EQ(stopped_at_once("show --no-such-option").status, 1);
}

// Six ways at each of two hundred rolls: nobody would see the end of it.
TEST(Stopping, counting_gives_up_where_a_die_is_rolled_for_ever) {
  const TemporaryFolder folder;
  const std::string game = changed_game(
      folder, "  procedure game\n    repeat at most 20 times\n",
      "  measure d6 from 1 to 6\n  state last: d6\n  procedure game\n    repeat\n      roll d: d6\n"
      "      last := d\n    until last = 6 and mover = south\n    repeat at most 20 times\n");
  const Ended run = casebook({"perft", game, "--depth", "1"});
  EXPECT_EQ(run.status, 30) << run.out << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("C0113"), ContainsRegex("counting\\s+ended there")));
  const Ended divided = casebook({"perft", game, "--depth", "1", "--divide"});
  EXPECT_EQ(divided.status, 30) << divided.err;
  const Ended playing = stopped("play " + quoted_word(game) + " --games 10", 0.5);
  EXPECT_EQ(playing.status, 130) << playing.err;
  EXPECT_THAT(playing.out, HasSubstr("  stopped after 0 of 10 games\n"));
}

TEST(Faults, in_play_name_the_statement_and_the_values) {
  const TemporaryFolder folder;
  const std::string game =
      changed_game(folder, "    require 2.1 points: entry_cost(terrain(to)) <= left(u)\n", "");
  const Ended run = casebook({"play", game, "--seed", "1"});
  EXPECT_EQ(run.status, 40) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("fault by 2.1"));
  EXPECT_THAT(run.out, ContainsRegex(
                           "; left\\(u\\) -= entry_cost\\(terrain\\(to\\)\\) = -[12] is outside the range of "
                           "points, 0 to 20, with left\\(.*\\) = "));
  EXPECT_THAT(run.out, HasSubstr("02-play.rules:"));
}

}  // namespace
}  // namespace casebook::cli_tests
