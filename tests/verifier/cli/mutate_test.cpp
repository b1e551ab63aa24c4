// SPDX-License-Identifier: Apache-2.0
// casebook mutate: what it prints, its page, its statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

const std::string game = "examples/hex-skirmish";

/// The same game with its first two claims alone: with all of them nothing survives.
std::string with_few_claims(const TemporaryFolder& folder) {
  const std::string at = folder.path().string() + "/hex-skirmish";
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), at);
  std::filesystem::remove(at + "/cases.json");  // it names the claims
  const std::string rules = at + "/02-turns.rules", text = contents(rules);
  size_t third = 0;
  for (int claim = 0; claim < 3; ++claim) third = text.find("  claim \"", third + 1);
  EXPECT_NE(third, std::string::npos);
  write(rules, text.substr(0, third));
  return at;
}

TEST(MutateVerb, SaysScoreAndSurvivorsAndTheSameTwice) {
  const TemporaryFolder folder;
  const std::vector<std::string> words{"mutate", with_few_claims(folder), "--games", "2"};
  const Ended run = casebook(words);
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, HasSubstr("survived"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\nnoticed     [0-9]+ \\(.*game [0-9]+"));
  EXPECT_THAT(run.out,
              testing::ContainsRegex("\nscore       [0-9.]+ % of the [0-9]+ that are not equivalent\n"));
  EXPECT_EQ(casebook(words).out, run.out);
}

TEST(MutateVerb, EndsWithZeroWhenNothingSurvives) {
  const Ended run = casebook({"mutate", game, "--case", "2.3", "--games", "12", "--all", "--json"});
  const auto document = nlohmann::json::parse(run.out);
  EXPECT_EQ(run.status, document["survived"] == 0 ? 0 : 30) << run.out;
  EXPECT_GT(document["noticed"], 0);
  for (const auto& one : document["mutants"]) EXPECT_EQ(one["cases"], nlohmann::json({"2.3"}));
}

TEST(MutateVerb, WritesAPage) {
  const TemporaryFolder folder;
  const std::string page = folder.path().string() + "/page.md";
  const Ended run = casebook({"mutate", game, "--mutants", "5", "--games", "1", "--page", page});
  EXPECT_THAT(contents(page), HasSubstr("# Mutants of examples/hex-skirmish\n"));
  EXPECT_THAT(contents(page),
              HasSubstr("casebook mutate examples/hex-skirmish --mutants 5 --games 1 --page"));
  const Ended refused =
      casebook({"mutate", game, "--mutants", "5", "--page", folder.path().string() + "/no/page.md"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("C0106"));
}

TEST(MutateVerb, SaysWhatIsWrong) {
  const Ended no_case = casebook({"mutate", game, "--case", "2.33"});
  EXPECT_EQ(no_case.status, 1);
  EXPECT_THAT(no_case.err, HasSubstr("C0112"));
  EXPECT_THAT(no_case.err, HasSubstr("did you mean \"2.3\""));
  EXPECT_EQ(casebook({"mutate"}).status, 1);
  const TemporaryFolder folder;
  const std::string alone = folder.path().string() + "/alone";
  std::filesystem::create_directories(alone);
  write(alone + "/1.rules",
        "edition alone \"Alone\"\nsection 1 \"A\"\ncase 1.1 \"B\"\n  summary \"C.\"\n  kind side = white, "
        "black\n  box eliminated\n  kind unit on map\n  define f() -> bool = "
        "yes\n");
  const Ended no_scenario = casebook({"mutate", alone});
  EXPECT_EQ(no_scenario.status, 2) << no_scenario.out;
  EXPECT_THAT(no_scenario.err, HasSubstr("C0132"));
  // Rules that need no map are asked without one; nothing that could be noticed is no score.
  write(alone + "/1.rules",
        "edition alone \"Alone\"\nsection 1 \"A\"\ncase 1.1 \"B\"\n  summary \"C.\"\n  kind side = white, "
        "black\n  define f() -> bool = yes\n");
  const Ended no_map = casebook({"mutate", alone});
  EXPECT_EQ(no_map.status, 0) << no_map.err;
  EXPECT_THAT(no_map.out, HasSubstr("score       none, because every mutant is equivalent"));
}

/// What a run says of mutants, without what it says of the journal.
nlohmann::json told(const Ended& run) {
  auto document = nlohmann::json::parse(run.out);
  document.erase("command");
  document.erase("recalled");
  return document;
}

TEST(MutateVerb, AJournalIsTakenUpWhereItEnds) {
  const TemporaryFolder folder;
  const std::string journal = folder.path().string() + "/journal";
  const std::vector<std::string> words{
      "mutate", with_few_claims(folder), "--games", "1", "--case", "2.3", "--all", "--json", "--journal",
      journal};
  const Ended first = casebook(words);
  ASSERT_EQ(first.status % 30, 0) << first.err;
  EXPECT_EQ(nlohmann::json::parse(first.out)["recalled"], 0);
  const std::string whole = contents(journal);
  const std::vector<std::string> lines = lines_of(whole);
  const size_t asked = nlohmann::json::parse(first.out)["tried"];
  ASSERT_GT(asked, 6U);
  ASSERT_EQ(lines.size(), asked + 1);
  const auto schema = nlohmann::json::parse(contents(source("docs/formats/mutants-journal.schema.json")));
  for (const std::string& line : lines)
    EXPECT_THAT(testing_support::violations(nlohmann::json::parse(line), schema), testing::IsEmpty()) << line;

  const Ended again = casebook(words);
  EXPECT_EQ(nlohmann::json::parse(again.out)["recalled"], asked);
  EXPECT_EQ(told(again), told(first));
  EXPECT_EQ(contents(journal), whole) << "nothing was asked";

  // Cut off in the middle of the sixth line, the first half of which stays.
  size_t at = 0;
  for (int i = 0; i < 5; ++i) at = whole.find('\n', at) + 1;
  write(journal, whole.substr(0, at + 20));
  const Ended taken_up = casebook(words);
  EXPECT_EQ(nlohmann::json::parse(taken_up.out)["recalled"], 4);
  EXPECT_EQ(told(taken_up), told(first));
  const std::vector<std::string> made_again = lines_of(contents(journal));
  EXPECT_TRUE(std::is_permutation(lines.begin(), lines.end(), made_again.begin(), made_again.end()));

  // What it says is believed: it is not asked again. Lines of 0.1 have no sum that says that they were
  // altered.
  std::string altered = whole;
  for (size_t sum = 0; (sum = altered.find(",\"sum\":\"")) != std::string::npos;) altered.erase(sum, 25);
  const std::string noticed = R"("fate":"noticed","by":"game")";
  ASSERT_NE(altered.find(noticed), std::string::npos) << whole;
  altered.replace(altered.find(noticed), noticed.size(), R"("fate":"equivalent","by":"counted")");
  write(journal, altered);
  EXPECT_EQ(told(casebook(words))["equivalent"], told(first)["equivalent"].get<int>() + 1);

  // A first line that was cut off is none yet.
  write(journal, whole.substr(0, 30));
  EXPECT_EQ(told(casebook(words)), told(first));
}

// Claims are no part of what rules mean; what nothing noticed may be noticed by a new one.
TEST(MutateVerb, WhatNothingNoticedIsAskedAgainWhenAClaimIsAdded) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  with_few_claims(folder);
  const std::vector<std::string> words{"mutate", at + "/hex-skirmish", "--games",      "0", "--case", "2.3",
                                       "--json", "--journal",          at + "/journal"};
  const auto first = nlohmann::json::parse(casebook(words).out);
  ASSERT_GT(first["survived"], 0);
  const std::string rules = at + "/hex-skirmish/02-turns.rules";
  write(rules, contents(rules) + "  claim \"a three\"\n    expect results(3) = attacker_removed\n");
  const auto then = nlohmann::json::parse(casebook(words).out);
  EXPECT_EQ(then["recalled"], first["tried"].get<int>() - first["survived"].get<int>());
  EXPECT_LT(then["survived"], first["survived"]);
  EXPECT_GE(then["by"]["claim"], 1);
  // And what that claim noticed, when it is gone.
  const std::string text = contents(rules);
  write(rules, text.substr(0, text.rfind("  claim \"a three\"")));
  const auto back = nlohmann::json::parse(casebook(words).out);
  EXPECT_EQ(back["survived"], first["survived"]);
}

TEST(MutateVerb, AJournalOfSomethingElseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string(), journal = at + "/journal";
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), at + "/hex-skirmish");
  const std::vector<std::string> words{"mutate", at + "/hex-skirmish", "--games", "1", "--case",
                                       "1.4",    "--journal",          journal};
  ASSERT_EQ(casebook(words).status % 30, 0);
  const std::string whole = contents(journal);
  const auto unfolded = [](std::string text) {
    for (size_t fold = 0; (fold = text.find("\n    ", fold)) != std::string::npos;)
      text.replace(fold, 5, " ");
    return text;
  };
  const auto refused = [&](const std::string& why, const std::vector<std::string>& more = {}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    const std::string before = contents(journal);
    const Ended run = casebook(all);
    EXPECT_EQ(run.status, 2) << run.out << run.err;
    EXPECT_THAT(unfolded(run.err), HasSubstr("error C0122: "));
    EXPECT_THAT(unfolded(run.err), HasSubstr(why));
    EXPECT_EQ(contents(journal), before);
  };
  refused("--seed was 1 and is 2", {"--seed", "2"});
  const std::string rules = at + "/hex-skirmish/02-turns.rules", text = contents(rules);
  write(rules, text + "case 2.6 \"More\"\n  summary \"More.\"\n  state more: bool\n");
  refused("the rules was \"");
  write(rules, text);
  write(at + "/hex-skirmish/more.json", "{}\n");
  refused("the records and positions of the edition's folder was \"");
  std::filesystem::remove(at + "/hex-skirmish/more.json");
  ASSERT_EQ(casebook(words).status % 30, 0) << "as it was";
  std::string newer = whole;
  newer.replace(newer.find("\"version\":1"), 11, "\"version\":2");
  write(journal, newer);
  refused("another version of the format: 2");
  write(journal, "a letter home\n");
  refused("this is not a journal of mutants");
  write(journal, whole + "{}\n");
  refused("this is not a line of a journal of mutants");
  // One bit of any letter of its lines, but the very last: a line that was cut off is run again.
  for (size_t at_byte = 0; at_byte + 1 < whole.size(); at_byte += 7) {
    std::string damaged = whole;
    damaged[at_byte] = static_cast<char>(damaged[at_byte] ^ (1 << at_byte % 7));
    write(journal, damaged);
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, 2) << at_byte << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr("C0122")) << at_byte;
  }
  std::filesystem::remove(journal);
  std::filesystem::create_directories(journal);
  const Ended a_folder = casebook(words);
  EXPECT_EQ(a_folder.status, 2);
  EXPECT_THAT(a_folder.err, HasSubstr("C0105"));
}

// Not the user: the disk has no room for the journal.
TEST(MutateVerb, AJournalThatCannotBeWrittenIsSaidToBeTheReason) {
  const TemporaryFolder folder;
  const Ended run =
      shell("ulimit -f 1; trap '' XFSZ; exec \"$CASEBOOK\" mutate " + quoted_word(game) +
            " --games 1 --case 2.3 --journal " + quoted_word(folder.path().string() + "/journal"));
  EXPECT_EQ(run.status, 2) << run.out << run.err;
  EXPECT_THAT(run.err, HasSubstr("C0106"));
  EXPECT_THAT(run.out, HasSubstr("the journal could not be written, so incomplete"));
  EXPECT_THAT(run.out, Not(HasSubstr("stopped by the user")));
}

TEST(MutateVerb, KeepsWhatItHasWhenStopped) {
  const Ended run = stopped("mutate across-suez/spi-1980 --games 1", 1);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("stopped by the user"));
}

}  // namespace
}  // namespace casebook::cli_tests
