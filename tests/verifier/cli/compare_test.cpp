// SPDX-License-Identifier: Apache-2.0
// casebook compare with what it cannot use, and stopped by a signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CompareVerb, SaysThatTheBoardIsEmptyWithoutAScenario) {
  const testing_support::TemporaryFolder folder;
  const std::string game = folder.path().string() + "/starter";
  std::filesystem::copy(source("rulesets/template/starter"), game);
  std::filesystem::remove(game + "/scenario.json");
  const Ended run = casebook({"compare", game, "examples/hex"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("there is no scenario: the board is empty"));
  EXPECT_THAT(casebook({"compare", "examples/hex", "examples/cup"}).out,
              Not(HasSubstr("the board is empty")));
  EXPECT_EQ(casebook({"compare", "examples/hex"}).status, 1);
}

TEST(CompareVerb, SaysOfGamesWithNothingInCommonThatTheyAreDifferentGames) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex-skirmish"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("They are different games"));
}

// One has hexes that the other lacks. That is listed, and no rule is the cause; but play is not alike.
// What an edition takes from the other is played alike, whatever was printed.
TEST(CompareVerb, SaysWhichCasesAreBorrowedWhereTheTwoPlayAlike) {
  const Ended run = casebook({"compare", "across-suez/spi-1980", "across-suez/decision-games-1"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, testing::StartsWith("PROVED"));
  std::string flat;  // without the breaks of lines
  for (const std::string& line : lines_of(run.out))
    flat += line.substr(line.find_first_not_of(' ') % (line.size() + 1)) + " ";
  EXPECT_THAT(
      flat,
      HasSubstr("14 cases of decision-games-1 are borrowed from spi-1980, because their text is lost: of "
                "these nothing is compared."));
  const Ended other = casebook({"compare", "examples/hex", "examples/hex"});
  EXPECT_THAT(other.out, Not(HasSubstr("borrowed")));
}

TEST(CompareVerb, SaysOfDifferencesThatItDidNotTraceThatPlayDiffers) {
  const Ended run = casebook({"compare", source("rulesets/examples/hex-skirmish/scenario.json"),
                              source("rulesets/examples/hex-skirmish/scenario-5.json"), "--games", "3",
                              "--positions", "20", "--steering", "0"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("but no difference was traced to[ \n]+what both[ \n]+have"));
  EXPECT_THAT(run.out, Not(HasSubstr("play alike at every")));
}

TEST(CompareVerb, StoppedItKeepsWhatWasFound) {
  const Ended run = stopped("compare examples/hex examples/hex+swapping --games 1000000", 5);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Stopped by the user; this was found so far:"));
  EXPECT_THAT(run.out, HasSubstr("PLAYED DIFFERENTLY"));
}

TEST(CompareVerb, DumpsAStageAndNothingElse) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex-skirmish", "--dump", "text"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, testing::StartsWith("text: see whether the text alone gives the answer\n"
                                           "  yes: the two have nothing in common\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("made by:")));
  const Ended as_json =
      casebook({"compare", "examples/cup", "examples/hex-skirmish", "--dump", "games", "--json"});
  EXPECT_EQ(as_json.status, 0) << as_json.err;
  const auto document = nlohmann::json::parse(as_json.out);
  EXPECT_EQ(document["stage"]["name"], "games");
  EXPECT_EQ(document["lines"], nlohmann::json::array({"not run: the two have nothing in common"}));
}

// The two editions have more differences than 200 lines hold. Little is searched, which is enough for this.
TEST(CompareVerb, PrintsAnEntryForEachChangeWhereTheDifferencesAreTooLong) {
  std::vector<std::string> command{"compare",
                                   "across-suez/spi-1980",
                                   "across-suez/decision-games-2",
                                   "--games",
                                   "0",
                                   "--positions",
                                   "100",
                                   "--steering",
                                   "0"};
  const Ended run = casebook(command);
  EXPECT_EQ(run.status, 40) << run.err;
  const std::vector<std::string> lines = lines_of(run.out);
  EXPECT_LE(lines.size(), 200U);
  EXPECT_THAT(run.out,
              testing::ContainsRegex("Casebook found [0-9]+ differences of play, from [0-9]+ changes"));
  EXPECT_THAT(run.out, HasSubstr("CHOICES CHANGE, A PIECE LEAVES THE MAP, OR THE GAME ENDS SOONER\n"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n 1. [A-Z][A-Za-z ]+ - "));
  EXPECT_THAT(run.out, HasSubstr("--change N prints"));
  EXPECT_THAT(run.out, Not(HasSubstr("PLAYED DIFFERENTLY")));

  // The effect on play stands first, then what the two rulebooks say, then the evidence.
  EXPECT_THAT(run.out, testing::ContainsRegex("\n 1. [^\n]*(\n    [^\n]*)*Evidence: [0-9]+ difference"));
  size_t entries = 0;
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    const bool is_title =
        lines[i].size() > 4 && lines[i][2] == '.' && lines[i].find(" - ") != std::string::npos;
    if (!is_title) continue;
    ++entries;
    size_t effect = i + 1;  // a long title has two lines
    if (lines[i].find("decision-games-2") == std::string::npos && lines[i + 1].find("decision-games-2 ") == 4)
      ++effect;
    EXPECT_THAT(lines[effect], Not(testing::MatchesRegex("    (spi-1980|decision-games-2) [0-9.()]+: .*")))
        << lines[i];
  }
  EXPECT_GT(entries, 3U);
  EXPECT_THAT(run.out, HasSubstr("\nONLY THE WORDING CHANGES, AS FAR AS IS KNOWN: "));
  EXPECT_LT(run.out.rfind(" - spi-1980"), run.out.find("\nONLY THE WORDING CHANGES"));

  // What to decide first, and where the entries name it by its letter.
  EXPECT_THAT(
      run.out,
      testing::ContainsRegex(
          "TO DECIDE FIRST: WHAT THE TEXTS LEAVE OPEN\nQ1. [^\n]+\\?[^\n]*(\n    [^\n]*)*The rules files answer "));
  EXPECT_THAT(run.out, testing::ContainsRegex("depends[ \n]+(in[ \n]+part[ \n]+)?on[ \n]+Q[0-9]"));
  EXPECT_LT(run.out.find("TO DECIDE FIRST"), run.out.find("\n 1. "));

  // The entry names its differences, and --change prints them.
  const size_t at = run.out.find("\n 2. ");
  ASSERT_NE(at, std::string::npos);
  const size_t named = run.out.find("ifference", at);
  ASSERT_NE(named, std::string::npos);
  const size_t number = run.out.find_first_of("0123456789", named);
  command.insert(command.end(), {"--change", "2"});
  const Ended one = casebook(command);
  EXPECT_EQ(one.status, 40) << one.err;
  EXPECT_THAT(one.out, testing::StartsWith(
                           run.out.substr(number, run.out.find_first_not_of("0123456789", number) - number)));
  EXPECT_THAT(one.out, HasSubstr("PLAYED DIFFERENTLY"));
  EXPECT_THAT(one.out, HasSubstr("known by exchange: "));
}

/// The files of a folder's rules without the lines that hold these words.
void leave_out(const std::string& folder, const std::string& words) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".rules") continue;
    std::string text;
    for (const std::string& line : lines_of(contents(entry.path().string())))
      if (line.find(words) == std::string::npos) text += line + "\n";
    write(entry.path().string(), text);
  }
}

// Each command that it prints of a witness runs, and the last of them shows what is said of the choice.
TEST(CompareVerb, PrintsCommandsThatShowEachWitness) {
  const testing_support::TemporaryFolder folder;
  const std::string game = folder.path().string() + "/free of zones/hex-skirmish",
                    records = folder.path().string() + "/seen";
  std::filesystem::create_directories(game);
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), game,
                        std::filesystem::copy_options::recursive);
  leave_out(game, "2.2 zones");
  const Ended run = casebook({"compare", "examples/hex-skirmish", game, "--games", "10", "--positions", "400",
                              "--witnesses", records});
  EXPECT_EQ(run.status, 40) << run.err;
  size_t replays = 0, refused = 0, lawful = 0;
  for (const std::string& line : lines_of(run.out)) {
    if (line.rfind("casebook replay ", 0) != 0 && line.rfind("casebook legal ", 0) != 0 &&
        line.rfind("casebook ask ", 0) != 0)
      continue;
    const Ended ended = shell("\"$CASEBOOK\"" + line.substr(8));
    SCOPED_TRACE(line + "\n" + ended.out + ended.err);
    if (line.find(" --why-not ") == std::string::npos) {
      EXPECT_EQ(ended.status, 0);
      ++replays;
    } else if (ended.status == 40) {
      EXPECT_THAT(ended.out, HasSubstr("2.2"));
      ++refused;
    } else {
      EXPECT_EQ(ended.status, 0);
      ++lawful;
    }
  }
  EXPECT_GE(replays, 2U);
  EXPECT_GE(refused, 1U);
  EXPECT_EQ(refused, lawful);
}

TEST(CompareVerb, SaysHowManyChangesThereAre) {
  const std::vector<std::string> command{
      "compare", "examples/hex", "examples/hex+swapping", "--games", "4", "--positions", "200"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = command;
    all.insert(all.end(), more.begin(), more.end());
    return casebook(all);
  };
  const auto document = nlohmann::json::parse(with({"--json"}).out);
  ASSERT_EQ(document["changes"].size(), 1U);
  EXPECT_EQ(document["changes"][0]["counted"], true);
  EXPECT_EQ(document["changes"][0]["title"], "The swap");
  const Ended none = with({"--change", "2"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("there is no change 2"));
  EXPECT_THAT(none.err, HasSubstr("a number from 1 to 1"));
  // What is short is printed in full without being asked for, and so is its change.
  const Ended all = with({});
  const std::string head = lines_of(with({"--change", "1"}).out).front();
  EXPECT_THAT(head, testing::StartsWith("1. PLAYED DIFFERENTLY  "));
  EXPECT_THAT(all.out, HasSubstr(head));
}

TEST(CompareVerb, NamesTheStagesWhereAStageIsUnknown) {
  const Ended run = casebook({"compare", "examples/cup", "examples/hex", "--dump", "wittnesses"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("compare has no stage named \"wittnesses\""));
  EXPECT_THAT(run.err, HasSubstr("align, start, text, whole-game"));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"witnesses\"?"));
}

}  // namespace
}  // namespace casebook::cli_tests
