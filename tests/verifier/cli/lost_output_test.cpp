// SPDX-License-Identifier: Apache-2.0
// What is lost is said: output that a full disk did not take, files that were passed over, games that ended
// in a fault, work that would not end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

namespace fs = std::filesystem;

/// A message that is folded at the width of a terminal, as it was before.
std::string without_folds(std::string text) {
  for (size_t fold = 0; (fold = text.find("\n    ", fold)) != std::string::npos;) text.replace(fold, 5, " ");
  return text;
}

// A result that nobody can read is none: whatever the status would have been, it is 2.
TEST(LostOutput, OfAFullDiskEveryVerbSaysSo) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const TemporaryFolder folder;
  for (const std::string& words :
       {std::string("verify examples/hex-skirmish --games 3 --positions 20"),
        std::string("selftest examples/hex-skirmish"), std::string("explore examples/hex-skirmish --depth 2"),
        "report examples/hex-skirmish --games 2 --positions 20 -o " +
            quoted_word(folder.path().string() + "/r.html"),
        std::string("compare examples/hex examples/hex+swapping --games 2 --positions 20"),
        std::string("show examples/hex-skirmish"), std::string("--help"), std::string("verify --help"),
        std::string("--version")}) {
    const Ended run = shell("exec \"$CASEBOOK\" " + words + " >/dev/full");
    EXPECT_EQ(run.status, 2) << words << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr("error C0103: the output could not be written")) << words;
  }
}

TEST(LostOutput, OfAReportThatWasNotWrittenNoBytesAreCounted) {
  const TemporaryFolder folder;
  // A file may have at most half a kilobyte.
  const Ended run = shell(
      "ulimit -f 1; trap '' XFSZ; exec \"$CASEBOOK\" report examples/hex-skirmish --games 2 "
      "--positions 20 -o " +
      quoted_word(folder.path().string() + "/r.html"));
  EXPECT_EQ(run.status, 2) << run.out << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr(" bytes")));
  EXPECT_FALSE(fs::exists(folder.path() / "r.html"));
}

TEST(LostOutput, AReplayOfAGameThatEndsInAFaultIsRefuted) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/counting";
  fs::create_directory(game);
  write(game + "/01-play.rules",
        "edition counting \"Counting\"\n"
        "case 1.1 \"All\"\n"
        "  kind side = a, b\n"
        "  measure num from 0 to 3\n"
        "  state n: num\n"
        "  procedure game\n"
        "    repeat at most 9 times\n"
        "      choose by a\n"
        "        up()\n"
        "    end game drawn\n"
        "  action up()\n"
        "    do\n"
        "      n += 1\n");
  const std::string record = folder.path().string() + "/g.record";
  const Ended played = casebook({"play", game, "--seed", "1", "--record", record});
  EXPECT_EQ(played.status, 40) << played.out << played.err;
  const Ended replayed = casebook({"replay", record, "--under", game});
  EXPECT_EQ(replayed.status, 40) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("fault"));
}

// Rules would seem to be without what stands there.
TEST(LostOutput, WhatIsNamedAsRulesAndIsNoFileIsAnError) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/hex-skirmish";
  fs::copy(source("rulesets/examples/hex-skirmish"), game);
  const auto refused = [&](const std::string& name, const std::string& why) {
    const Ended run = casebook({"check", game});
    EXPECT_EQ(run.status, 3) << name << run.out << run.err;
    EXPECT_THAT(without_folds(run.err), AllOf(HasSubstr(name), HasSubstr("E0223"), HasSubstr(why)));
    fs::remove(game + "/" + name);
  };
  fs::create_symlink("nowhere", game + "/03-more.rules");
  refused("03-more.rules", "a link that leads nowhere");
  fs::create_directory(game + "/04-more.rules");
  refused("04-more.rules", "is not a regular file");
  ASSERT_EQ(::mkfifo((game + "/05-more.rules").c_str(), 0600), 0);
  refused("05-more.rules", "is not a regular file");
  // A link to a file is one, and editors leave hidden links.
  fs::create_symlink("somebody@here.123", game + "/.#02-turns.rules");
  const Ended run = casebook({"check", game});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST(LostOutput, OfAFullDiskTheScriptsOfTheEditorSaySoToo) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  for (const char* const words : {"--help", "--list", "--version"}) {
    const Ended run =
        shell(std::string("exec \"$(dirname \"$CASEBOOK\")/casebook-script\" ") + words + " >/dev/full");
    EXPECT_EQ(run.status, 2) << words << run.err;
    EXPECT_THAT(run.err, HasSubstr("the output could not be written")) << words;
  }
}

// A list of cases, or of what was acknowledged, is not taken for one that is not there.
TEST(LostOutput, AListThatIsALinkToNowhereIsAnError) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/hex-skirmish";
  fs::copy(source("rulesets/examples/hex-skirmish"), game);
  const auto refused = [&](const std::string& name, const std::vector<std::string>& words) {
    fs::remove(game + "/" + name);
    fs::create_symlink("nowhere", game + "/" + name);
    const Ended run = casebook(words);
    EXPECT_NE(run.status, 0) << name;
    EXPECT_THAT(without_folds(run.err), AllOf(HasSubstr(name), HasSubstr("not exist"))) << run.out;
    fs::remove(game + "/" + name);
  };
  refused("cases.json", {"check", game});
  refused("acknowledged.json", {"verify", game, "--only", "unused"});
}

// A saved position that cannot be read is left out and said to be; a pipe that nobody writes into is not waited for.
TEST(LostOutput, SavedPositionsThatCannotBeReadAreNamed) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/hex-skirmish";
  fs::copy(source("rulesets/examples/hex-skirmish"), game);
  fs::create_directory(game + "/positions");
  fs::create_symlink("nowhere", game + "/positions/a.json");
  write(game + "/positions/c.record", "a letter home\n");
  EXPECT_EQ(shell("mkfifo " + quoted_word(game + "/positions/b.json")).status, 0);
  const Ended run = casebook({"verify", game, "--only", "unused"});
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string said = without_folds(run.err);
  for (const char* const name : {"positions/a.json", "positions/b.json", "positions/c.record"})
    EXPECT_THAT(said, testing::ContainsRegex(std::string(name) + "[^\n]*warning[^\n]*D0172")) << name;
  EXPECT_THAT(said, HasSubstr("left out: does not exist"));
}

// Of 21 members nobody goes through all sets; some of them are shown.
TEST(LostOutput, ChoicesThatCannotBeListedNameTheLimitAndLongListsAreCut) {
  const TemporaryFolder folder;
  const auto ruleset = [&](const std::string& name, int members) {
    std::string kind = "  kind lamp = l1";
    for (int i = 2; i <= members; ++i) kind += ", l" + std::to_string(i);
    const std::string game = folder.path().string() + "/" + name;
    fs::create_directory(game);
    write(game + "/01-play.rules", "edition " + name + " \"Lamps\"\ncase 1.1 \"All\"\n  kind side = a, b\n" +
                                       kind +
                                       "\n  state lit(lamp): bool\n  procedure game\n    choose by a\n"
                                       "      light()\n    end game drawn\n"
                                       "  action light(these: set of l in lamp)\n"
                                       "    do\n      for all l in these do lit(l) := yes\n");
    return game;
  };
  const Ended few = casebook({"legal", ruleset("few", 8), "--first", "3"});
  EXPECT_EQ(few.status, 0) << few.err;
  EXPECT_THAT(few.out, AllOf(HasSubstr("256 lawful choices"), HasSubstr("  and 253 more")));
  EXPECT_EQ(lines_of(few.out).size(), 5U);
  const std::string many = ruleset("many", 21);
  const Ended none = casebook({"legal", many});
  EXPECT_EQ(none.status, 30);
  EXPECT_THAT(none.out, HasSubstr("a chooses, at game:1: at least 1000 lawful choices\n  light({})\n"));
  EXPECT_THAT(without_folds(none.err), AllOf(HasSubstr("21 members may be in these of light (1.1)"),
                                             HasSubstr("the sets of at most 20 (limit \"free members\")"),
                                             HasSubstr("let the members join one by one")));
  const Ended lawful = casebook({"legal", many, "--why-not", "light({l1, l21})"});
  EXPECT_EQ(lawful.status, 0) << lawful.err;
  EXPECT_THAT(lawful.out, HasSubstr("light({l1, l21}) is lawful"));
  // A list that nobody reads to its end is cut by itself, or sampled.
  const std::string long_list = ruleset("long", 11);
  const Ended cut = casebook({"legal", long_list});
  EXPECT_THAT(cut.out, AllOf(HasSubstr("2048 lawful choices"), HasSubstr("  and 1048 more")));
  EXPECT_EQ(lines_of(cut.out).size(), 1002U);
  const Ended sample = casebook({"legal", long_list, "--sample", "4"});
  EXPECT_EQ(sample.status, 0) << sample.err;
  EXPECT_EQ(lines_of(sample.out).size(), 6U);
  EXPECT_THAT(sample.out, HasSubstr("4 of them, evenly spread over the list"));
  EXPECT_EQ(casebook({"legal", long_list, "--sample", "4"}).out, sample.out);
  const Ended zero = casebook({"legal", long_list, "--first", "0"});
  EXPECT_EQ(zero.status, 1);
  EXPECT_THAT(zero.err, HasSubstr("--first: must be a whole number from 1"));
  const Ended first = casebook({"legal", many, "--first", "3"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out,
              HasSubstr(": at least 3 lawful choices\n  light({})\n  light({l1})\n  light({l2})\n"));
  EXPECT_THAT(first.out, HasSubstr("  no list of all: 21 members may be in these of light (1.1)"));
  const Ended drawn = casebook({"legal", many, "--sample", "3", "--seed", "5"});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.out, testing::ContainsRegex("  3 of them, in [0-9]+ draws with the seed 5\n"));
  EXPECT_EQ(casebook({"legal", many, "--sample", "3", "--seed", "5"}).out, drawn.out);
  EXPECT_NE(casebook({"legal", many, "--sample", "3"}).out, drawn.out);
  EXPECT_EQ(casebook({"legal", many, "--seed", "5"}).status, 1) << "a seed of what?";
}

// A million choices: counting and JSON stop at a number, and say so.
TEST(LostOutput, AMillionChoicesAreCountedUpToANumber) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/lamps";
  fs::create_directory(game);
  std::string kind = "  kind lamp = l1";
  for (int i = 2; i <= 20; ++i) kind += ", l" + std::to_string(i);
  write(game + "/01-play.rules",
        "edition lamps \"Lamps\"\ncase 1.1 \"All\"\n  kind side = a, b\n" + kind +
            "\n  procedure game\n    choose by a\n      light()\n    end game drawn\n"
            "  action light(these: set of l in lamp)\n");
  const Ended run = casebook({"legal", game, "--first", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out,
            "a chooses, at game:1: at least 100000 lawful choices\n  light({})\n  light({l1})\n"
            "  and more, which were not counted\n");
  const Ended sample = casebook({"legal", game, "--sample", "2"});
  EXPECT_THAT(sample.out, HasSubstr("draws with the seed 1")) << sample.err;
  const auto document = nlohmann::json::parse(casebook({"legal", game, "--json"}).out);
  EXPECT_EQ(document["choices"].size(), 10'000U);
  EXPECT_EQ(document["atLeast"], 100'000);
  EXPECT_EQ(document.count("of"), 0U);
}

// Each asks the next one twice: a derivation of four million lines.
TEST(LostOutput, ADerivationThatWouldNotEndIsCutAndNamesItsLimit) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/doubling";
  fs::create_directory(game);
  std::string rules =
      "edition doubling \"Doubling\"\ncase 1.1 \"All\"\n  kind side = a, b\n  state on: bool\n"
      "  define d0() -> number = if on then 1 else 0\n";
  for (int i = 1; i <= 22; ++i)
    rules += "  define d" + std::to_string(i) + "() -> number = d" + std::to_string(i - 1) + "() + d" +
             std::to_string(i - 1) + "()\n";
  write(game + "/01-play.rules", rules +
                                     "  procedure game\n    choose by a\n      pass()\n    end game drawn\n"
                                     "  action pass()\n");
  for (const std::string more : {"", " --full >/dev/null"}) {
    const Ended run = shell("ulimit -v 600000; ulimit -t 20; exec \"$CASEBOOK\" ask " + quoted_word(game) +
                            " 'd22()'" + more);
    EXPECT_EQ(run.status, 0) << run.out.substr(0, 2000) << run.err;
    if (more.empty()) {
      EXPECT_THAT(run.out, AllOf(testing::StartsWith("0\n"), HasSubstr("derivation_lines")));
    }
  }
}

}  // namespace
}  // namespace casebook::cli_tests
