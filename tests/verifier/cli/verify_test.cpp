// SPDX-License-Identifier: Apache-2.0
// casebook verify: exit statuses, what is said, acknowledgements, bad input and Ctrl-C.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryFolder;

/// The starter game, with a case added to the end of its rules.
std::string starter_with(const TemporaryFolder& folder, const std::string& more) {
  const std::string game = folder.path().string() + "/starter";
  std::filesystem::copy(source("rulesets/template/starter"), game);
  const std::string last = game + "/02-play.rules";
  write(last, contents(last) + more);
  return game;
}

const std::string gap = "case 2.4 \"Ties\"\n  silent \"who goes first after a tie\"\n";

TEST(Verify, says_what_is_silent_and_ends_with_forty) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, gap);
  const Ended run = casebook({"verify", game, "--only", "silent-cases"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("LEFT OPEN  2.4 (Ties) leaves something open: who goes first after a tie\n"));
  EXPECT_THAT(run.out, HasSubstr("concern: gap; check: silent-cases; fingerprint: "));
  const Ended sound = casebook({"verify", source("rulesets/template/starter"), "--only", "silent-cases"});
  EXPECT_EQ(sound.status, 0) << sound.out << sound.err;
  const Ended sampled = casebook({"verify", source("rulesets/template/starter"), "--only", "play-goes-on",
                                  "--games", "2", "--positions", "10"});
  EXPECT_EQ(sampled.status, 30) << sampled.out << sampled.err;
}

// Without games nothing is known of them: nothing that is said of none is an answer.
TEST(Verify, does_not_ask_what_it_has_no_games_for) {
  const Ended run = casebook({"verify", "examples/hex-skirmish", "--games", "0", "--positions", "20"});
  EXPECT_EQ(run.status, 30) << run.err;
  for (const char* check : {"arrivals", "games-end", "pieces", "never-fires"})
    EXPECT_THAT(run.out, HasSubstr(fmt::format("\n{:<20} not run: no games to play\n", check)));
  EXPECT_THAT(run.out, AllOf(Not(HasSubstr("No game")), Not(HasSubstr("won none of"))));
  EXPECT_THAT(run.out, HasSubstr("\nwrong-side           ok, sampled: "));
  const Ended nothing = casebook({"verify", "examples/hex-skirmish", "--games", "0", "--positions", "0"});
  EXPECT_THAT(nothing.out,
              HasSubstr("\nwrong-side           not run: no games to play and no positions to generate\n"));
}

// The commands lead to the very position: there somebody has losses to choose, which is what the reading is
// about.
TEST(Verify, tells_how_to_go_to_a_position_that_a_game_comes_to) {
  const Ended run = casebook({"verify", "across-suez/spi-1980", "--only", "ambiguities", "--games", "4",
                              "--positions", "40", "--json"});
  const TemporaryFolder folder;
  bool found = false;
  const json said = json::parse(run.out);
  for (const auto& finding : said["findings"]) {
    if (finding["subject"] != "losses_chosen_by") continue;
    EXPECT_EQ(finding["kind"], "AMBIGUOUS");
    const json& witness = finding["witness"];
    EXPECT_EQ(witness["grade"], "reachable");
    std::ofstream(folder.path() / "game.txt") << witness["sides"][0]["record"].get<std::string>();
    found = true;
  }
  ASSERT_TRUE(found);
  const Ended there = shell("cd " + quoted_word(folder.path().string()) +
                            " && \"$CASEBOOK\" replay game.txt --position there.json > said && "
                            "\"$CASEBOOK\" legal there.json");
  EXPECT_EQ(there.status, 0) << there.err;
  EXPECT_THAT(there.out, HasSubstr("  lose("));
}

// Its units are not there without the option: that is neither a definition with one value nor no entry hex.
TEST(Verify, asks_what_an_option_brings_with_the_options_on) {
  const Ended run = casebook({"verify", "across-suez/decision-games-2", "--only", "definitions,entries",
                              "--inputs", "5000", "--all"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("LEFT OPEN  The schedule says that units enter at 1609, which lies inside the map"));
  EXPECT_THAT(run.out, HasSubstr("cases decision-games-2 15.1(1), 11.1"));
  EXPECT_THAT(run.out, HasSubstr("This is so with the options Israeli airborne units (15.1)"));
  EXPECT_THAT(run.out, Not(HasSubstr("has the same value for every input")));
}

// Of one thing is what was measured to be: read otherwise it does not come about. A question of the same case
// that changes nothing of it is another.
TEST(Verify, says_of_which_marked_question_a_defect_is) {
  const Ended run =
      casebook({"verify", "across-suez/spi-1980", "--only", "entries,duties,ambiguities,ways-out", "--games",
                "30", "--positions", "800", "--json"});
  EXPECT_EQ(run.status, 40) << run.err;
  std::map<std::string, std::string> of, why, weights;
  const json document = json::parse(run.out);
  for (const json& one : document["findings"]) {
    const std::string name = one["check"].get<std::string>() + " " + one["subject"].get<std::string>();
    if (one.contains("weight")) weights[name] = one["weight"];
    if (!one.contains("sameAs")) continue;
    of[name] = one["sameAs"]["check"].get<std::string>() + " " + one["sameAs"]["subject"].get<std::string>();
    why[name] = one["sameAs"]["why"];
  }
  const std::map<std::string, std::string> expected{
      {"duties end_combat.duty", "supplied end_combat"},
      {"entries 0407 inside the map", "ambiguities entry_hexes"},
      {"entries 0407 taken", "ambiguities entry_hexes"},
      {"entries 1307 inside the map", "ambiguities entry_hexes"},
      {"ways-out lose.enough", "supplied lose"}};
  EXPECT_EQ(of, expected);
  EXPECT_EQ(why["duties end_combat.duty"], "what the rules files supply is what lets the duty lapse");
  EXPECT_EQ(weights["entries 0407 inside the map"], "the question is open; known from the text");
  EXPECT_EQ(weights["entries 0407 taken"], "the question is open; known from the text");
  EXPECT_EQ(weights["duties end_combat.duty"].find("what the rules demand cannot be done; "), 0U);
  EXPECT_THAT(weights["ambiguities resuming"],
              testing::MatchesRegex("different choices are lawful; seen in [0-9]+ of 30 games"));
}

// Read as the other place has it the claim holds: one question, asked in two ways.
TEST(Verify, says_of_which_reading_a_disputed_claim_is) {
  const Ended run =
      casebook({"verify", "across-suez/decision-games-2", "--only", "facts-stated-twice", "--json"});
  const json document = json::parse(run.out);
  std::map<std::string, std::string> of;
  for (const json& one : document["findings"])
    of[one["subject"]] = one.contains("sameAs") ? one["sameAs"]["subject"].get<std::string>() : "";
  EXPECT_EQ(of["Egyptian zones do not touch the line of communication"], "line_and_zones");
  EXPECT_EQ(of["the allowance is the number of hexes that a unit may move"], "");
}

// A case that the claim itself names is one of its cases.
TEST(Verify, cites_every_case_that_a_disputed_claim_names) {
  const Ended run = casebook({"verify", "across-suez/spi-1980", "--only", "facts-stated-twice"});
  EXPECT_THAT(run.out, HasSubstr("cases spi-1980 \"chart: movement, exit map\"; 11.0; 11.1; 5.6\n"));
}

// The head line makes the same file again: with what was left to its default, and no folder of this machine.
TEST(Verify, a_report_says_the_whole_command_without_the_folders_of_this_machine) {
  const TemporaryFolder folder;
  const std::string html = (folder.path() / "r.html").string(), list = (folder.path() / "r.md").string();
  const Ended run = casebook({"report", source("rulesets/template/starter"), "-o", html, "--errata", list,
                              "--seed", "3", "--games", "2", "--positions", "10"});
  EXPECT_THAT(contents(html), HasSubstr("casebook report template/starter -o FILE.html --seed 3 --games 2 "
                                        "--positions 10</code>"))
      << run.err;
  EXPECT_THAT(contents(html), Not(HasSubstr(source(""))));
  EXPECT_THAT(contents(list),
              HasSubstr("`casebook report template/starter --errata FILE.md --seed 3 --games 2 "
                        "--positions 10`"));
}

TEST(Verify, tells_places_alike_from_whatever_folder) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, gap);
  const auto places = [&](const std::string& from, const std::string& word) {
    const Ended run =
        shell("cd " + quoted_word(from) + " && \"$CASEBOOK\" verify " + word + " --only silent-cases --json");
    return json::parse(run.out)["findings"][0]["places"].dump();
  };
  const std::string whole = places("/", quoted_word(game));
  EXPECT_THAT(whole, HasSubstr("\"starter/02-play.rules\""));
  EXPECT_EQ(places(folder.path().string(), "starter"), whole);
  EXPECT_EQ(places(game, "."), whole);
}

TEST(Verify, acknowledges_what_it_found_and_tells_what_is_gone) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, gap);
  const Ended run = casebook({"verify", game, "--only", "silent-cases", "--json"});
  const std::string print = json::parse(run.out)["findings"][0]["fingerprint"];
  const Ended without = casebook({"verify", game, "--acknowledge", print});
  EXPECT_EQ(without.status, 1);
  EXPECT_THAT(without.err, HasSubstr("C0101"));
  const Ended unknown = casebook({"verify", game, "--only", "silent-cases", "--acknowledge",
                                  "0000000000000000", "--who", "me", "--why", "so"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("C0131"));
  casebook({"verify", game, "--only", "silent-cases", "--acknowledge", print, "--who", "the editor", "--why",
            "the next printing says it"});
  EXPECT_THAT(contents(game + "/acknowledged.json"), HasSubstr("\"who\": \"the editor\""));
  const Ended after = casebook({"verify", game, "--only", "silent-cases"});
  EXPECT_EQ(after.status, 0) << after.out << after.err;
  EXPECT_THAT(after.out, HasSubstr("LEFT OPEN (ACKNOWLEDGED)"));
  EXPECT_THAT(after.out, HasSubstr("acknowledged by the editor: the next printing says it"));
  // The rules are mended: the acknowledgement has nothing to stand for any more.
  const std::string last = game + "/02-play.rules";
  write(last, contents(source("rulesets/template/starter/02-play.rules")));
  const Ended mended = casebook({"verify", game, "--only", "silent-cases"});
  EXPECT_EQ(mended.status, 0) << mended.out << mended.err;
  EXPECT_THAT(mended.out, HasSubstr("gone: " + print));
}

TEST(Verify, refuses_what_it_cannot_use) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, "");
  const Ended misspelt = casebook({"verify", game, "--only", "silent-case"});
  EXPECT_EQ(misspelt.status, 1);
  EXPECT_THAT(misspelt.err, HasSubstr("C0130"));
  EXPECT_THAT(misspelt.err, HasSubstr("silent-cases"));
  EXPECT_EQ(casebook({"verify"}).status, 1);
  EXPECT_EQ(casebook({"verify", "no-such-game"}).status, 2);
  write(
      game + "/acknowledged.json",
      "{\"format\": \"casebook/acknowledged\", \"version\": 1, \"acknowledged\": [{\"fingerprint\": \"12\", "
      "\"who\": \"me\", \"why\": \"so\"}]}\n");
  const Ended broken = casebook({"verify", game, "--only", "silent-cases"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("not the fingerprint of a finding"));
}

TEST(Verify, looks_at_rules_without_a_scenario_alone) {
  const TemporaryFolder folder;
  // A place that only a map can name: nothing can be bound without one.
  const std::string game = starter_with(folder, gap + "  place well\n");
  std::filesystem::remove(game + "/scenario.json");
  const Ended run = casebook({"verify", game});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("there is no scenario: only the rules are checked"));
  EXPECT_THAT(run.out, HasSubstr("not run: no scenario"));
  EXPECT_THAT(run.out, HasSubstr("who goes first after a tie"));
}

// Rules that can be bound without a scenario have an empty board: nobody is to take that for the game.
TEST(Verify, says_that_the_board_is_empty) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, "");
  std::filesystem::remove(game + "/scenario.json");
  const Ended run = casebook({"verify", game, "--only", "set-up"});
  EXPECT_THAT(run.out, HasSubstr("there is no scenario: the board is empty"));
  const Ended whole = casebook({"verify", source("rulesets/template/starter"), "--only", "set-up"});
  EXPECT_THAT(whole.out, Not(HasSubstr("the board is empty")));
}

// The edition is named after the checks, as one says it; several checks are a list.
TEST(Verify, only_takes_a_list_of_checks_and_leaves_the_edition) {
  const Ended one = casebook({"verify", "--only", "entries", "template/starter"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("entries              ok, exhaustive: "));
  const Ended several =
      casebook({"verify", "--only", "entries,set-up", "--only", "tables", "template/starter"});
  for (const char* check : {"entries   ", "set-up   ", "tables   "})
    EXPECT_THAT(several.out, HasSubstr(check)) << several.err;
  EXPECT_THAT(several.out, Not(HasSubstr("idle-rules")));
  const Ended unknown = casebook({"verify", "--only", "entries,entrees", "template/starter"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_THAT(unknown.err, HasSubstr("there is no check named \"entrees\""));
}

TEST(Verify, names_the_limit_of_a_map_that_is_too_large) {
  const TemporaryFolder folder;
  const std::string game = starter_with(folder, "");
  std::string map = contents(game + "/map.json");
  const std::string small = "\"columns\": 5, \"rows\": 4";
  ASSERT_NE(map.find(small), std::string::npos);
  map.replace(map.find(small), small.size(), "\"columns\": 100, \"rows\": 100");
  const std::string narrow = "\"column\": {\"width\": 2}, \"row\": {\"width\": 2}";
  ASSERT_NE(map.find(narrow), std::string::npos);
  map.replace(map.find(narrow), narrow.size(), "\"column\": {\"width\": 3}, \"row\": {\"width\": 3}");
  map = std::regex_replace(map, std::regex("\"(0[1-5])(0[1-4])\""), "\"0$010$2\"");
  write(game + "/map.json", map);
  write(game + "/units.json", std::regex_replace(contents(game + "/units.json"),
                                                 std::regex("\"(0[1-5])(0[1-4])\""), "\"0$010$2\""));
  const Ended run = casebook({"verify", game});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("error D0150: more than 4096 members"));
  EXPECT_THAT(run.err, HasSubstr("the map has 10000, and can be"));
  EXPECT_EQ(run.out, "");
}

TEST(Verify, tells_an_invariant_that_is_false_at_the_start) {
  const TemporaryFolder folder;
  const std::string game =
      starter_with(folder, "  invariant early: turn_of_play > 3\n  state turn_of_play: points = 1\n");
  const Ended run = casebook({"verify", game, "--only", "set-up"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("The set-up violates the invariant early"));
  EXPECT_THAT(run.out, HasSubstr("1 of 1 examples replayed and confirmed"));
}

TEST(Verify, stopped_it_keeps_what_was_found) {
  const Ended run = stopped("verify across-suez/spi-1980 --games 1000000", 2);
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_THAT(run.out, HasSubstr("stopped by the user, so incomplete"));
  EXPECT_THAT(run.out, HasSubstr("facts-stated-twice"));
}

// The game has more findings than 200 lines hold. Few positions are tried, which is enough for this.
TEST(VerifyVerb, PrintsAnEntryForEachFindingWhereTheyAreTooLong) {
  const std::vector<std::string> command{"verify", "examples/cup", "--games", "20", "--positions", "200"};
  const Ended run = casebook(command);
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("that want an answer. Findings that stop play come"));
  EXPECT_THAT(run.out, HasSubstr("\nSOMETHING IS IMPOSSIBLE AS IT STANDS\n"));
  EXPECT_LE(std::count(run.out.begin(), run.out.end(), '\n'), 260);
  EXPECT_THAT(run.out, Not(HasSubstr("concern: ")));

  // The fingerprint of an entry leads to its finding.
  const size_t at = run.out.find("Fingerprint ");
  ASSERT_NE(at, std::string::npos);
  const std::string print = run.out.substr(at + 12, 16);
  std::vector<std::string> one = command;
  one.insert(one.end(), {"--finding", print});
  const Ended alone = casebook(one);
  EXPECT_EQ(alone.status, 40) << alone.err;
  EXPECT_THAT(alone.out, testing::EndsWith("fingerprint: " + print + "\n\n"));
  EXPECT_EQ(alone.out.find("concern: "), alone.out.rfind("concern: "));

  one.back() = "0000000000000000";
  const Ended none = casebook(one);
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("no finding has the fingerprint"));
}

}  // namespace
}  // namespace casebook::cli_tests
