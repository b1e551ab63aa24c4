// SPDX-License-Identifier: Apache-2.0
// What verify and compare say of small rulesets of which the truth is known (tests/verifier/cli/small). Each
// was one of which they said something false.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string small_ruleset(const std::string& name) {
  return source("tests/verifier/cli/small/" + name);
}

/// What `verify --prove` says of each property, by name.
json proofs_of_small(const std::string& name, Ended& run) {
  run = casebook({"verify", small_ruleset(name), "--only", "proofs", "--json"});
  const json document = json::parse(run.out);
  json by_name;
  for (const json& one : document.at("proofs")) by_name[one.at("invariant").get<std::string>()] = one;
  return by_name;
}

/// A line that is folded at the width of a terminal, as it was before.
std::string in_one_line(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == ' ') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

// Play asks an invariant of every choice at choices: not while a reaction is due, and not at a throw.
TEST(SmallRulesets, WhereTheGameBeginsAnInvariantIsRefutedOnlyIfPlayAsksItThere) {
  for (const auto& [name, invariant] : {std::pair("due-reaction", "dark"), {"first-a-throw", "has_thrown"}}) {
    Ended run;
    const json proofs = proofs_of_small(name, run);
    EXPECT_NE(proofs.at(invariant).at("verdict"), "REFUTED") << name;
    EXPECT_NE(proofs.at(invariant).at("verdict"), "TOOL ERROR") << name;
    EXPECT_EQ(casebook({"play", small_ruleset(name), "--games", "20"}).status, 0) << name;
    const Ended explored = casebook({"explore", small_ruleset(name)});
    EXPECT_THAT(explored.out, HasSubstr(std::string("PROVED          the invariant ") + invariant)) << name;
  }
}

// What is refuted has a record that breaks it.
TEST(SmallRulesets, EveryRefutedPropertyHasARecord) {
  for (const char* const name : {"due-reaction", "first-a-throw", "stuck-start", "local-state"}) {
    Ended run;
    const json proofs = proofs_of_small(name, run);
    for (const auto& [property, proof] : proofs.items()) {
      EXPECT_NE(proof.at("verdict"), "TOOL ERROR") << name << ": " << property;
      if (proof.at("verdict") != "REFUTED") continue;
      bool has_record = false;
      for (const json& step : proof.at("steps"))
        has_record = has_record || (step.at("verdict") == "REFUTED" && step.contains("witness") &&
                                    step.at("witness").at("grade") == "reachable");
      EXPECT_TRUE(has_record) << name << ": " << property;
    }
  }
}

TEST(SmallRulesets, ThatNobodyCanChooseWhereTheGameBeginsIsRefuted) {
  Ended run;
  const json proofs = proofs_of_small("stuck-start", run);
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_EQ(proofs.at("can_choose").at("verdict"), "REFUTED");
  EXPECT_THAT(proofs.at("can_choose").at("why").get<std::string>(),
              HasSubstr("no choice is lawful when the game begins"));
}

// A local state of a procedure that does not run on the way to a reaction is zero before it.
TEST(SmallRulesets, AStepIsComparedWithThePositionBeforeItAsItCanBe) {
  Ended run;
  const json proofs = proofs_of_small("local-state", run);
  EXPECT_NE(run.status, 50) << run.err;
  for (const json& step : proofs.at("never_done").at("steps")) EXPECT_NE(step.at("verdict"), "TOOL ERROR");
}

TEST(SmallRulesets, OfADefinitionThatPlayNeverUsesThatIsSaidAndNotThatNothingDiffers) {
  const std::string at = small_ruleset("unused-definition");
  const Ended run = casebook({"compare", at + "/one", at + "/two", "--prove", "--games", "0", "--positions",
                              "0", "--steering", "0", "--inputs", "1"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(in_one_line(run.out),
              AllOf(HasSubstr("definition strength_of (2.4): they differ"),
                    HasSubstr("Play never differs: definition strength_of differs, and play never uses it. "
                              "Each item that play uses is proved to have the same meaning."),
                    Not(HasSubstr("Nothing ever differs"))));
}

TEST(SmallRulesets, APieceThatAProcedureBringsToWhereOthersWaitCanArrive) {
  const Ended run = casebook({"verify", small_ruleset("comes-by-a-procedure"), "--only", "entries"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("never does")));
  // Without that line of the procedure it never arrives.
  const testing_support::TemporaryFolder folder;
  const std::string game = folder.path().string() + "/comes-by-a-procedure";
  std::filesystem::copy(small_ruleset("comes-by-a-procedure"), game);
  std::string rules = contents(game + "/01-play.rules");
  const size_t line = rules.find("      for all u in unit where place(u) = coming");
  ASSERT_NE(line, std::string::npos);
  rules.erase(line, rules.find('\n', line) + 1 - line);
  write(game + "/01-play.rules", rules);
  const Ended without = casebook({"verify", game, "--only", "entries"});
  EXPECT_EQ(without.status, 40) << without.err;
  EXPECT_THAT(without.out, HasSubstr("N3 is to enter at 0101 and never does"));
}

}  // namespace
}  // namespace casebook::cli_tests
