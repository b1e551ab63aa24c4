// SPDX-License-Identifier: Apache-2.0
// casebook verify --prove: what is refuted by play, its page, its JSON in a report, and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

/// Hex skirmish, in which a unit moves onto others.
std::string crowded_skirmish(const TemporaryFolder& folder) {
  const std::string game = folder.path().string() + "/hex-skirmish";
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), game);
  std::string rules = contents(game + "/02-turns.rules");
  const std::string what = "no x in unit on to";
  const size_t at = rules.find(what);
  EXPECT_NE(at, std::string::npos);
  write(game + "/02-turns.rules", rules.replace(at, what.size(), "yes"));
  return game;
}

TEST(Prove, refutes_by_a_game_and_says_it_on_a_page_and_in_a_report) {
  const TemporaryFolder folder;
  const std::string game = crowded_skirmish(folder), at = folder.path().string();
  const Ended run = casebook({"verify", game, "--prove", "--json", "--page", at + "/page.md"});
  EXPECT_EQ(run.status, 40) << run.err;
  const json document = json::parse(run.out);
  const json& alone = document.at("proofs").at(0);
  EXPECT_EQ(alone.at("invariant"), "alone");
  EXPECT_EQ(alone.at("verdict"), "REFUTED");
  EXPECT_EQ(alone.at("method"), "play: a record that replays");
  EXPECT_THAT(alone.at("why").get<std::string>(), HasSubstr("game:1 move: move("));
  json refuted;
  for (const json& step : alone.at("steps"))
    if (step.at("verdict") == "REFUTED") refuted = step;
  ASSERT_TRUE(refuted.contains("witness"));
  EXPECT_EQ(refuted.at("witness").at("grade"), "reachable");
  EXPECT_EQ(refuted.at("small").at("units"), 2);
  // The record is one that anybody can play again.
  write(at + "/w.record", refuted.at("witness").at("sides").at(0).at("record").get<std::string>());
  EXPECT_EQ(casebook({"replay", at + "/w.record", "--under", game, "--no-invariants"}).status, 0);
  EXPECT_THAT(contents(at + "/page.md"), HasSubstr("| alone | 1.3 | REFUTED |"));
  EXPECT_THAT(contents(at + "/page.md"), HasSubstr("| both\\_alive | 2.4 | PROVED |"));

  write(at + "/proofs.json", run.out);
  const Ended report = casebook({"report", game, "-o", at + "/r.html", "--proofs", at + "/proofs.json",
                                 "--games", "1", "--positions", "5"});
  EXPECT_NE(report.status, 20) << report.err;
  const std::string html = contents(at + "/r.html");
  EXPECT_THAT(html, HasSubstr("class=\"matrix\""));
  EXPECT_THAT(html, HasSubstr("play: a record that replays"));
}

TEST(Prove, without_games_it_stays_not_inductive) {
  const TemporaryFolder folder;
  const Ended run = casebook({"verify", crowded_skirmish(folder), "--prove", "--tries", "0"});
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, HasSubstr("NOT INDUCTIVE alone (1.3)"));
  EXPECT_THAT(run.out, Not(HasSubstr("games did not come to a break")));
}

TEST(Prove, asks_one_step_and_proves_no_property_by_it) {
  const Ended run = casebook({"verify", "examples/hex-skirmish", "--prove", "--step", "game:1 move"});
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, HasSubstr("UNKNOWN alone (1.3)"));
  EXPECT_THAT(run.out, Not(HasSubstr("PROVED alone")));
  const Ended none = casebook({"verify", "examples/hex-skirmish", "--prove", "--step", "game:1 fly"});
  EXPECT_THAT(none.err, HasSubstr("C0130"));
  EXPECT_THAT(none.err, HasSubstr("there is no step named"));
}

TEST(Prove, a_report_takes_no_proofs_of_other_rules_and_nothing_that_is_no_proof) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/other.json", casebook({"verify", crowded_skirmish(folder), "--prove", "--json"}).out);
  write(at + "/checks.json", casebook({"verify", "--list", "--json"}).out);
  write(at + "/junk.json", "{\"proofs\": [");
  write(at + "/list.json", "[]");
  const auto with = [&](const std::string& file) {
    const Ended run = casebook({"report", "examples/hex-skirmish", "-o", at + "/r.html", "--proofs", file});
    EXPECT_NE(run.status, 0) << file;
    EXPECT_FALSE(std::filesystem::exists(at + "/r.html")) << file;
    return run.err;
  };
  EXPECT_THAT(with(at + "/other.json"), HasSubstr("these proofs are of other"));
  EXPECT_THAT(with(at + "/checks.json"), HasSubstr("there are no proofs in this"));
  EXPECT_THAT(with(at + "/junk.json"), HasSubstr("C0133"));
  EXPECT_THAT(with(at + "/list.json"), HasSubstr("C0133"));
  EXPECT_THAT(with(at + "/nowhere.json"), HasSubstr("C0105"));
}

}  // namespace
}  // namespace casebook::cli_tests
