// SPDX-License-Identifier: Apache-2.0
// Invariants are asked wherever positions come from: check, play, replay and position files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::TemporaryFolder;

/// Hex skirmish, with case 1.3 altered.
class Skirmish : public testing::Test {
 protected:
  void SetUp() override {
    game_ = folder_.path().string() + "/hex-skirmish";
    std::filesystem::copy(source("rulesets/examples/hex-skirmish"), game_);
  }

  /// Adds lines to case 1.3, whose invariant is `alone`.
  void add(const std::string& lines) {
    alter("01-pieces.rules", "  invariant alone", lines + "  invariant alone");
  }

  void alter(const std::string& name, const std::string& from, const std::string& to) {
    std::string text = contents(game_ + "/" + name);
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(game_ + "/" + name, text.replace(at, from.size(), to));
  }

  TemporaryFolder folder_;
  std::string game_;
};

TEST_F(Skirmish, as_it_is_breaks_none_and_says_how_many_were_asked) {
  const Ended one = casebook({"play", game_, "--seed", "2"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, testing::ContainsRegex("\ninvariants: [0-9]+ checked, all held\n"));
  const Ended many = casebook({"play", game_, "--seed", "2", "--games", "5", "--invariants"});
  EXPECT_EQ(many.status, 0) << many.err;
  EXPECT_THAT(many.out, testing::ContainsRegex("\n  invariants: [1-9][0-9]+ checked, all held\n"));
  EXPECT_THAT(casebook({"play", game_, "--games", "5"}).out, Not(HasSubstr("invariants: ")));
  EXPECT_THAT(casebook({"play", game_, "--no-invariants"}).out, Not(HasSubstr("invariants: ")));
}

TEST_F(Skirmish, check_asks_at_the_start) {
  add("  invariant nobody: no u in unit at g\n");
  const Ended run = casebook({"check", game_});
  EXPECT_EQ(run.status, 40);
  EXPECT_THAT(run.err, HasSubstr("error E0611"));
  EXPECT_THAT(run.err, HasSubstr("invariant \"nobody\" does not hold"));
  EXPECT_THAT(run.err, HasSubstr("at the start"));
  EXPECT_THAT(run.err, HasSubstr("case 1.3"));
  EXPECT_THAT(run.err, HasSubstr("A1"));
  EXPECT_THAT(run.out, HasSubstr("cases"));
}

TEST_F(Skirmish, play_names_game_and_step) {
  alter("02-turns.rules", "    require 2.2 empty: no x in unit on to\n", "");
  const Ended one = casebook({"play", game_, "--seed", "1", "--game", "3", "--json"});
  EXPECT_EQ(one.status, 40);
  const json document = json::parse(one.out);
  const json schema = json::parse(contents(source("docs/formats/cli/play.schema.json")));
  EXPECT_THAT(testing_support::violations(document, schema), IsEmpty());
  ASSERT_EQ(document["invariants"]["broken"].size(), 1u);
  const json broken = document["invariants"]["broken"][0];
  EXPECT_EQ(broken["invariant"], "alone");
  EXPECT_EQ(broken["case"], "1.3");
  EXPECT_EQ(broken["game"], 3);
  EXPECT_EQ(document["invariants"]["brokenGames"], 1);
  const size_t step = broken["step"];
  ASSERT_GE(step, 1u);
  EXPECT_THAT(document["steps"][step - 1]["text"].get<std::string>(), testing::StartsWith("move("));
  EXPECT_THAT(one.err, HasSubstr("game 3 after step " + std::to_string(step)));
  EXPECT_THAT(one.err, HasSubstr("count x in unit on g = 2"));
  // It is the same game as the third of many.
  const json many =
      json::parse(casebook({"play", game_, "--seed", "1", "--games", "3", "--invariants", "--json"}).out);
  EXPECT_THAT(testing_support::violations(many, schema), IsEmpty());
  EXPECT_GE(many["invariants"]["brokenGames"].get<int>(), 1);
}

TEST_F(Skirmish, the_breach_of_one_game_is_in_its_replay_and_its_position) {
  alter("02-turns.rules", "    require 2.2 empty: no x in unit on to\n", "");
  const std::string record = folder_.path().string() + "/r", position = folder_.path().string() + "/p.json";
  const Ended played = casebook({"play", game_, "--seed", "1", "--game", "3", "--record", record, "--json"});
  const size_t step = json::parse(played.out)["invariants"]["broken"][0]["step"];

  const Ended before =
      casebook({"replay", record, "--steps", std::to_string(step - 1), "--position", position});
  EXPECT_EQ(before.status, 0) << before.err;
  EXPECT_THAT(before.out, HasSubstr("checked, all held"));
  EXPECT_THAT(casebook({"legal", position}).err, IsEmpty());

  const Ended after = casebook({"replay", record, "--steps", std::to_string(step), "--position", position});
  EXPECT_EQ(after.status, 40);
  EXPECT_THAT(after.err, HasSubstr("game 3 after step " + std::to_string(step)));
  EXPECT_THAT(after.out, HasSubstr("checked, violated in 1 game"));
  const Ended unasked = casebook({"replay", record, "--steps", std::to_string(step), "--no-invariants"});
  EXPECT_EQ(unasked.status, 0) << unasked.err;
  EXPECT_THAT(unasked.err, IsEmpty());
  EXPECT_THAT(unasked.out, Not(HasSubstr("invariants")));
  const Ended asked = casebook({"legal", position});
  EXPECT_EQ(asked.status, 0);
  EXPECT_THAT(asked.err, HasSubstr("warning P0119"));
  EXPECT_THAT(asked.err, HasSubstr("\"alone\" does not hold"));
  EXPECT_THAT(asked.err, HasSubstr("case 1.3"));
}

TEST_F(Skirmish, many_games_find_the_same_by_either_evaluator) {
  alter("02-turns.rules", "    require 2.2 empty: no x in unit on to\n", "");
  add("  invariant pairs at every step: all u in unit at g: before(count x in unit on g) < 2\n");
  alter("02-turns.rules", "  procedure fight",
        "  invariant peaceful at end of fight: all x in unit: on_map(x)\n  procedure fight");
  const std::vector<std::string> words = {"play", game_, "--games", "30", "--invariants", "--json"};
  std::vector<std::string> slow = words;
  slow.emplace_back("--reference");
  const Ended compiled = casebook(words), reference = casebook(slow);
  EXPECT_EQ(compiled.status, 40) << compiled.err;
  EXPECT_EQ(reference.status, 40);
  const json found = json::parse(compiled.out)["invariants"];
  EXPECT_EQ(found, json::parse(reference.out)["invariants"]);
  EXPECT_EQ(compiled.err, reference.err) << "with the same derivations";
  std::vector<std::string> names;
  for (const json& one : found["broken"]) names.push_back(one["invariant"]);
  EXPECT_THAT(names, testing::UnorderedElementsAre("alone", "pairs", "peaceful"));
}

TEST_F(Skirmish, a_step_is_compared_with_the_one_before_also_after_undo) {
  add("  invariant alternate at every step: mover != before(mover)\n");
  const Ended run = shell("\"$CASEBOOK\" play " + quoted_word(game_) + " --players human,human --seed 1",
                          "pass()\npass()\nundo\npass()\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("taken back"));
  EXPECT_THAT(run.out, HasSubstr("checked, all held"));
}

}  // namespace
}  // namespace casebook::cli_tests
