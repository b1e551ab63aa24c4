// SPDX-License-Identifier: Apache-2.0
// What is wrong with what somebody gives verify, explore, compare, odds and report: each says so in words,
// and claims no more than it knows.
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

/// As it was before it was folded.
std::string unfolded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != '\n' && (c != ' ' || out.empty() || out.back() != ' ')) out += c;
    if (c == '\n' && !out.empty() && out.back() != ' ') out += ' ';
  }
  return out;
}

/// The starter game as somebody spoilt it; beside it as it is.
class BadInput : public testing::Test {
 protected:
  BadInput() : game(folder_.path().string() + "/starter"), sound(source("rulesets/template/starter")) {
    std::filesystem::copy(sound, game);
  }

  std::string report() const { return folder_.path().string() + "/report.html"; }
  std::string read(const std::string& file) const { return contents(game + "/" + file); }
  json data(const std::string& file) const { return json::parse(read(file)); }
  void put(const std::string& file, const json& document) const {
    write(game + "/" + file, document.dump(2) + "\n");
  }
  void add_rules(const std::string& more) const {
    write(game + "/02-play.rules", read("02-play.rules") + more);
  }

  /// A board of that size, and so many units on it, row by row.
  void enlarge(int columns, int rows, int units) const {
    json map = data("map.json");
    map["grid"]["columns"] = columns;
    map["grid"]["rows"] = rows;
    map["numberings"]["printed"] = {{"column", {{"width", 3}}}, {"row", {{"width", 3}}}};
    const auto wide = [](const std::string& number) {
      return "0" + number.substr(0, 2) + "0" + number.substr(2);
    };
    json hexes = json::object();
    for (const auto& [number, facts] : map["hexes"].items()) hexes[wide(number)] = facts;
    map["hexes"] = hexes;
    put("map.json", map);
    json order = data("units.json");
    for (json& unit : order["entities"]) unit["place"] = wide(unit["place"]);
    for (int i = 0; i < units; ++i) {
      const std::string number =
          std::to_string(1'001 + i % columns).substr(1) + std::to_string(1'005 + i / columns).substr(1);
      if (i >= 4)
        order["entities"].push_back({{"kind", "unit"},
                                     {"id", "U" + std::to_string(i)},
                                     {"place", number},
                                     {"side", i % 2 == 0 ? "north" : "south"},
                                     {"allowance", 2}});
    }
    put("units.json", order);
  }

  testing_support::TemporaryFolder folder_;
  const std::string game, sound;
};

constexpr const char* empty = "there is no scenario: the board is empty";

// The first of these was a crash: a kind without members has no member to begin at.
TEST_F(BadInput, RulesWithoutAScenarioHaveAnEmptyBoardAndEveryVerbSaysSo) {
  std::filesystem::remove(game + "/scenario.json");
  const Ended verified = casebook({"verify", game});
  // What the text alone shows is refuted as ever.
  EXPECT_EQ(verified.status, 40) << verified.err;
  EXPECT_THAT(verified.out,
              AllOf(HasSubstr(empty), HasSubstr("\nunused               1 finding (hidden), exhaustive: "),
                    HasSubstr("\nidle-rules           not run: no scenario\n"), Not(HasSubstr("SAMPLED"))));
  const Ended explored = casebook({"explore", game});
  EXPECT_EQ(explored.status, 30) << explored.err;
  EXPECT_THAT(explored.out, AllOf(HasSubstr(empty), HasSubstr("UNKNOWN         north can win"),
                                  Not(HasSubstr("REFUTED")), Not(HasSubstr("PROVED"))));
  for (const auto& words : {std::vector<std::string>{"compare", game, sound}, {"compare", sound, game}}) {
    const Ended compared = casebook(words);
    EXPECT_EQ(compared.status, 30) << compared.out << compared.err;
    EXPECT_THAT(compared.out, HasSubstr(empty));
    EXPECT_THAT(
        unfolded(compared.out),
        AllOf(
            HasSubstr(
                "there is no board and nothing is known about play. Their rules are the same and their data differ"),
            HasSubstr("kinds whose members differ: hex ("), Not(HasSubstr("REFUTED"))));
  }
  const Ended told = casebook({"odds", game, "step(N1, 0202)"});
  EXPECT_EQ(told.status, 30);
  EXPECT_THAT(told.out, HasSubstr(std::string("UNKNOWN  ") + empty));
  const Ended reported = casebook({"report", game, "-o", report()});
  EXPECT_EQ(reported.status, 40) << reported.err;
  EXPECT_THAT(reported.out, HasSubstr(empty));
  EXPECT_THAT(contents(report()), HasSubstr(empty));
}

// Rules that name a place of a map cannot be played without one.
TEST_F(BadInput, RulesThatNeedAMapAreLookedAtAloneOrRefused) {
  std::filesystem::remove(game + "/scenario.json");
  add_rules("case 2.4 \"Well\"\n  summary \"There is a well.\"\n  place well\n");
  const Ended verified = casebook({"verify", game});
  EXPECT_EQ(verified.status, 40) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("there is no scenario: only the rules are checked"));
  const Ended reported = casebook({"report", game, "-o", report()});
  EXPECT_EQ(reported.status, 40) << reported.err;
  EXPECT_THAT(contents(report()), HasSubstr("only the rules are checked"));
  for (const auto& words : {std::vector<std::string>{"explore", game},
                            {"compare", game, sound},
                            {"compare", sound, game},
                            {"odds", game, "end_turn()"}}) {
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, 2) << words.front();
    EXPECT_THAT(unfolded(run.err), HasSubstr("error D0157: the map names no place \"well\""))
        << words.front();
  }
}

TEST_F(BadInput, AnInvariantThatIsFalseAtTheStartIsRefutedThere) {
  add_rules(
      "case 2.4 \"Early\"\n  summary \"It is late.\"\n  state day: points = 1\n  invariant early: day > 3\n");
  const Ended explored = casebook({"explore", game, "--depth", "2"});
  EXPECT_EQ(explored.status, 40) << explored.err;
  EXPECT_THAT(explored.out,
              HasSubstr("the invariant early holds: 62 positions, the nearest after 0 choices"));
  const Ended reported = casebook({"report", game, "-o", report()});
  EXPECT_EQ(reported.status, 40) << reported.out << reported.err;
  EXPECT_THAT(contents(report()), HasSubstr("The set-up violates the invariant early"));
  const Ended compared = casebook({"compare", game, sound, "--games", "3"});
  EXPECT_EQ(compared.status, 30) << compared.out << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("day"));
  const Ended told = casebook({"odds", game, "step(N1, 0202)"});
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("1 position can follow, 1 way it ends"));
}

TEST_F(BadInput, FiveHundredUnitsAreCountedAndComparedLikeFour) {
  enlarge(40, 40, 500);
  const Ended verified = casebook({"verify", game, "--games", "5", "--positions", "100"});
  EXPECT_EQ(verified.status, 40) << verified.err;
  EXPECT_THAT(verified.out,
              HasSubstr("exhaustive: 1 invariant that applies at the start, 500 hexes with pieces"));
  const Ended explored = casebook({"explore", game, "--positions", "2000"});
  EXPECT_EQ(explored.status, 30) << explored.err;
  EXPECT_THAT(explored.out, HasSubstr("the limit of positions was reached"));
  EXPECT_THAT(
      explored.out,
      HasSubstr("HOLDS TO BOUND  every player who must choose has a lawful choice: all positions within "));
  const Ended compared = casebook({"compare", game, sound, "--games", "5", "--all"});
  EXPECT_EQ(compared.status, 40) << compared.out << compared.err;
  EXPECT_THAT(unfolded(compared.out),
              HasSubstr("hex (1600 here, 20 there, 20 in both); unit (500 here, 4 there, 4 in both)"));
  const Ended told = casebook({"odds", game, "step(N1, 002001)"});
  EXPECT_EQ(told.status, 40) << told.out << told.err;
  EXPECT_THAT(told.out, HasSubstr("refused by 2.1"));
  const Ended reported = casebook({"report", game, "-o", report(), "--games", "5", "--positions", "100"});
  EXPECT_EQ(reported.status, 40) << reported.err;
  EXPECT_LT(std::filesystem::file_size(report()), 5'000'000U);
}

TEST_F(BadInput, AMapOfTenThousandHexesIsRefusedWithTheLimit) {
  enlarge(100, 100, 0);
  for (const auto& words :
       {std::vector<std::string>{"verify", game},
        {"explore", game},
        {"compare", game, sound},
        {"compare", sound, game},
        {"odds", game, "end_turn()"},
        {"report", game, "-o", report()},
        {"report", sound, "-o", report(), "--games", "1", "--positions", "5", "--compare", game}}) {
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, 2) << words.front();
    EXPECT_THAT(unfolded(run.err), HasSubstr("error D0150: more than 4096 members of kind hex"))
        << words.front();
    EXPECT_EQ(run.out, "") << words.front();
  }
  EXPECT_FALSE(std::filesystem::exists(report()));
}

// check said that such a map "can be drawn", and render refused it.
TEST_F(BadInput, AMapThatCannotBePlayedIsDrawnWithoutPieces) {
  const auto drawn = [&](const std::string& code, const std::string& hexes) {
    const std::string file = game + "/map.svg";
    std::filesystem::remove(file);
    const Ended run = casebook({"render", game, "-o", file, "--bare", "--marks", "001001=A"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(unfolded(run.err), AllOf(HasSubstr("warning " + code), HasSubstr("drawn without pieces")));
    EXPECT_THAT(run.out, HasSubstr(hexes + " hexes, 0 pieces"));
    EXPECT_THAT(contents(file), HasSubstr("class=\"mark\""));
    // Pieces, views and charts are the rules' to give.
    for (const std::string option : {"--counters", "--charts", "--view=zone(north)"}) {
      const Ended refused = casebook({"render", game, "-o", file, option});
      EXPECT_EQ(refused.status, 2) << option;
      EXPECT_THAT(unfolded(refused.err), HasSubstr("error " + code)) << option;
    }
  };
  enlarge(5, 4, 0);
  add_rules("case 2.4 \"Well\"\n  summary \"There is a well.\"\n  place well\n");
  drawn("D0157", "20");
  json map = data("map.json");
  map["grid"]["columns"] = 100;
  map["grid"]["rows"] = 100;
  put("map.json", map);
  drawn("D0150", "10000");
  // A mistake that a drawing needs mended is an error, as before.
  add_rules("case 2.5 \"Wrong\"\n  nonsense\n");
  EXPECT_EQ(casebook({"render", game, "-o", game + "/no.svg"}).status, 3);
  EXPECT_FALSE(std::filesystem::exists(game + "/no.svg"));
}

// The witness said "open" of a position whose game had ended, which was a TOOL ERROR; play gave no reason.
TEST_F(BadInput, TwoAdjustmentsWithoutAnOrderAreNamedWhereTheyStopPlay) {
  const std::string two =
      "case 2.4 \"Tired\"\n  summary \"Of two, one.\"\n  define speed(u: unit) -> points = allowance(u)\n"
      "  adjust speed(u) when allowance(u) > 1 then otherwise + 1\n"
      "case 2.5 \"Fast\"\n  summary \"Twice that.\"\n"
      "  adjust speed(u) when allowance(u) < 9 then otherwise * 2\n";
  const std::string rules = read("02-play.rules");
  write(game + "/02-play.rules",
        std::string(rules).replace(rules.find("left(u) := allowance(u)"), 23, "left(u) := speed(u)") + two);
  const Ended played = casebook({"play", game});
  EXPECT_EQ(played.status, 40) << played.err;
  EXPECT_THAT(unfolded(played.out),
              AllOf(HasSubstr("the adjustments of 2.4 and 2.5 both hold, differ by their order"),
                    HasSubstr("02-play.rules:"), HasSubstr("winner: none, the game ended fault by 2.4")));
  const Ended verified = casebook(
      {"verify", game, "--only", "definitions,exceptions,play-goes-on", "--games", "3", "--positions", "20"});
  EXPECT_EQ(verified.status, 40) << verified.err;
  EXPECT_THAT(verified.out, Not(HasSubstr("TOOL ERROR")));
  EXPECT_THAT(unfolded(verified.out),
              AllOf(Not(HasSubstr("The definition speed has no value")),
                    HasSubstr("2.4 and 2.5 both adjust speed, and nothing says which comes first")));
}

// What has no name in the other was told as a tool error, under a headline that said that nothing was found.
TEST_F(BadInput, HexesThatOneOfTwoHasPartTheGamesAndAreNoToolError) {
  json map = data("map.json");
  map["grid"]["columns"] = 60;
  map["grid"]["rows"] = 60;
  put("map.json", map);
  const Ended run = casebook({"compare", game, sound, "--games", "5"});
  EXPECT_EQ(run.status, 40) << run.out << run.err;
  EXPECT_THAT(unfolded(run.out),
              AllOf(HasSubstr("PLAYED DIFFERENTLY "), HasSubstr("hex (3600 here, 20 there, 20 in both)"),
                    HasSubstr("They separate after "), Not(HasSubstr("TOOL ERROR"))));
}

TEST_F(BadInput, AnAcknowledgedFindingThatIsGoneIsInTheReportToo) {
  write(game + "/acknowledged.json",
        "{\"format\": \"casebook/acknowledged\", \"version\": 1, \"acknowledged\": [{\"fingerprint\": "
        "\"0123456789abcdef\", \"who\": \"the editor\", \"why\": \"long ago\", \"check\": \"silent-cases\", "
        "\"subject\": \"9.9\"}]}\n");
  const Ended run = casebook({"report", game, "-o", report(), "--games", "1", "--positions", "5"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(contents(report()),
              HasSubstr("Gone: 0123456789abcdef (silent-cases, 9.9), acknowledged by the editor"));
}

TEST_F(BadInput, TwoGamesWithNothingInCommonAreReportedAsDifferentGames) {
  const Ended run = casebook(
      {"report", game, "-o", report(), "--games", "1", "--positions", "5", "--compare", "examples/cup"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(contents(report()), HasSubstr("They are different games"));
}

TEST_F(BadInput, StoppedEachKeepsWhatItFoundAndClaimsNoMore) {
  const Ended explored = stopped("explore across-suez/spi-1980 --positions 100000000", 1);
  EXPECT_EQ(explored.status, 130) << explored.err;
  EXPECT_THAT(
      explored.out,
      AllOf(HasSubstr("not followed: stopped by the user"),
            HasSubstr(
                "HOLDS TO BOUND  every player who must choose has a lawful choice: all positions within "),
            Not(HasSubstr("PROVED          every player"))));
  const std::string made = quoted_word(report());
  const Ended reported = stopped("report across-suez/spi-1980 --games 1000000 -o " + made, 2);
  EXPECT_EQ(reported.status, 130) << reported.err;
  EXPECT_THAT(reported.out, HasSubstr("stopped by the user, so incomplete"));
  EXPECT_THAT(contents(report()), HasSubstr("Stopped by the user, so incomplete."));
  const Ended compared = stopped("compare across-suez/spi-1980 across-suez/decision-games-2", 0.3);
  EXPECT_EQ(compared.status, 130) << compared.err;
  EXPECT_THAT(unfolded(compared.out),
              AllOf(HasSubstr("Stopped by the user; "), Not(HasSubstr("0 of 0 positions")),
                    Not(HasSubstr("in 0 positions"))));
}

}  // namespace
}  // namespace casebook::cli_tests
