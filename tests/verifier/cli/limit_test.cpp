// SPDX-License-Identifier: Apache-2.0
// Games that end at a limit of Casebook: every verb says so once, names the limit, and calls nothing refuted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/limit_game.h"

namespace casebook::cli_tests {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

/// A terminal wraps messages.
std::string in_one_line(std::string text) {
  std::string out;
  for (const char c : text) {
    const bool gap = c == '\n' || c == ' ';
    if (!gap || (!out.empty() && out.back() != ' ')) out += gap ? ' ' : c;
  }
  return out;
}

size_t count_of(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

/// Told once, with the code, on standard error.
void expect_told_once(const Ended& run) {
  const std::string err = in_one_line(run.err);
  EXPECT_EQ(run.status, 30) << run.out << run.err;
  EXPECT_EQ(count_of(err, "C0134"), 1U) << run.err;
  EXPECT_EQ(count_of(err, words_of_the_limit), 1U) << run.err;
  EXPECT_THAT(err, HasSubstr("let the members join one by one"));
  EXPECT_THAT(in_one_line(run.out), Not(HasSubstr("25 members"))) << "said twice";
  EXPECT_THAT(run.out, Not(HasSubstr("REFUTED")));
  EXPECT_THAT(run.out, Not(HasSubstr("fault by")));
}

TEST(Limits, one_game_ends_with_status_30) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string()), record = folder.path().string() + "/r";
  // The first player takes the first choice, which opens.
  const Ended run = casebook({"play", game, "--players", "first,first", "--record", record});
  expect_told_once(run);
  EXPECT_THAT(run.out, HasSubstr("winner: none yet, the game ended at a limit of Casebook"));
  EXPECT_THAT(contents(record), AllOf(HasSubstr("\noutcome limit by 2.2\n"), HasSubstr(words_of_the_limit)));
  expect_told_once(casebook({"replay", record}));
  const Ended reference = casebook({"play", game, "--players", "first,first", "--reference"});
  expect_told_once(reference);
}

TEST(Limits, many_games_are_counted_apart) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string());
  const Ended run = casebook({"play", game, "--games", "20", "--seed", "1"});
  expect_told_once(run);
  EXPECT_THAT(run.out, ContainsRegex("\n  [0-9]+ of 20 games ended at a limit of Casebook\n"));
  EXPECT_THAT(run.out, ContainsRegex("\n  won by white "));
}

TEST(Limits, counting_and_exploring_leave_it_open) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string());
  const Ended counted = casebook({"perft", game, "--depth", "2"});
  expect_told_once(counted);
  EXPECT_THAT(counted.out, HasSubstr("1 of these sequences ended at a limit of Casebook"));
  expect_told_once(casebook({"perft", game, "--depth", "2", "--divide"}));
  const Ended explored = casebook({"explore", game});
  expect_told_once(explored);
  EXPECT_THAT(explored.out, HasSubstr("not followed: games end there at a limit of Casebook"));
  EXPECT_THAT(explored.out, ContainsRegex("HOLDS TO BOUND +no rule faults"));
  EXPECT_THAT(explored.out, ContainsRegex("UNKNOWN +black can win"));
}

// The position is that of the choice: its record says how the game ended, and the rules go on there.
TEST(Limits, a_saved_game_shows_some_of_the_choices_that_it_ended_at) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string());
  const std::string at = folder.path().string(), record = at + "/r";
  casebook({"play", game, "--players", "first,first", "--record", record, "--quiet"});
  casebook({"replay", record, "--position", at + "/p.json"});
  const std::string position = at + "/p.json";
  const Ended some = casebook({"legal", position, "--first", "2"});
  EXPECT_EQ(some.status, 0) << some.err;
  EXPECT_THAT(some.out,
              HasSubstr("white chooses, at game:2: at least 2 lawful choices\n  send({})\n  send({t1})\n"));
  EXPECT_THAT(some.out, HasSubstr(words_of_the_limit));
  const auto drawn = nlohmann::json::parse(casebook({"legal", position, "--sample", "4", "--json"}).out);
  EXPECT_EQ(drawn["choices"].size(), 4U);
  EXPECT_EQ(drawn["drawn"]["seed"], 1);
  EXPECT_THAT(drawn["limit"].get<std::string>(), HasSubstr(words_of_the_limit));
  const Ended all = casebook({"legal", position});
  EXPECT_EQ(all.status, 30);
  EXPECT_THAT(in_one_line(all.err), HasSubstr(words_of_the_limit));
  EXPECT_EQ(casebook({"legal", position, "--why-not", "send({t1, t25})"}).status, 0);
  const Ended played = casebook({"play", position, "--players", "first,first"});
  EXPECT_NE(played.status, 50) << played.out << played.err;
}

TEST(Limits, odds_behind_one_are_not_known) {
  const TemporaryFolder folder;
  const Ended run = casebook({"odds", limit_game(folder.path().string()), "open_up()"});
  EXPECT_EQ(run.status, 30) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("UNKNOWN  play can reach a limit of Casebook (limit by 2.2)"));
}

TEST(Limits, verify_calls_it_unknown_once_for_each_case) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string());
  const Ended run =
      casebook({"verify", game, "--only", "play-goes-on", "--games", "20", "--positions", "50"});
  EXPECT_EQ(run.status, 30) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("REFUTED")));
  const nlohmann::json document = nlohmann::json::parse(
      casebook({"verify", game, "--only", "play-goes-on", "--games", "20", "--positions", "50", "--json"})
          .out);
  ASSERT_EQ(document["findings"].size(), 1U) << document.dump(1);
  const auto& finding = document["findings"][0];
  EXPECT_EQ(finding["verdict"], "UNKNOWN");
  EXPECT_EQ(finding["subject"], "limit by 2.2");
  EXPECT_THAT(finding["text"].get<std::string>(), HasSubstr(words_of_the_limit));
  EXPECT_THAT(finding["scope"].get<std::string>(), ContainsRegex("^[0-9]+ of 20 games .*limit of Casebook"));
  EXPECT_EQ(finding["cases"][0]["case"], "2.2");
}

// What cannot be listed is no difference.
TEST(Limits, compare_counts_no_difference) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string(), game = limit_game(at);
  const std::string other = limit_game(at, "few", "    each t in team require 2.2 first: t = t1\n");
  const Ended run = casebook({"compare", game, other, "--games", "10", "--positions", "50", "--all"});
  EXPECT_THAT(run.out, Not(HasSubstr("limit by")));
  EXPECT_THAT(run.out, Not(HasSubstr("TOOL ERROR")));
  EXPECT_THAT(run.out, ContainsRegex("ended at a limit of Casebook +[0-9]+ of 10 games"));
  EXPECT_NE(run.status, 50) << run.out << run.err;
}

TEST(Limits, check_warns_without_play) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  const Ended run = casebook({"check", limit_game(at)});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(in_one_line(run.err),
              AllOf(HasSubstr("W0311"), HasSubstr("25 members may be in team of send")));
  const Ended silent =
      casebook({"check", limit_game(at, "few", "    each t in team require 2.2 first: t = t1\n")});
  EXPECT_THAT(silent.err, Not(HasSubstr("W0311")));
}

TEST(Limits, the_mutant_tester_and_the_selftest_take_it_for_no_defect) {
  const TemporaryFolder folder;
  const std::string game = limit_game(folder.path().string());
  const Ended tested = casebook({"selftest", game, "--positions", "20"});
  EXPECT_NE(tested.status, 50) << tested.out << tested.err;
  const Ended mutated = casebook({"mutate", game, "--mutants", "4", "--games", "1"});
  EXPECT_NE(mutated.status, 50) << mutated.out << mutated.err;
  const Ended reported = casebook(
      {"report", game, "-o", folder.path().string() + "/r.html", "--games", "5", "--positions", "20"});
  EXPECT_THAT(reported.err, Not(HasSubstr("C0199"))) << reported.out;
  EXPECT_THAT(contents(folder.path().string() + "/r.html"), HasSubstr("limit of Casebook"));
}

}  // namespace
}  // namespace casebook::cli_tests
