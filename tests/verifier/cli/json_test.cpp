// SPDX-License-Identifier: Apache-2.0
// What --json prints is what docs/formats/cli publishes, for every verb.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"
#include "tests/verifier/cli/limit_game.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

std::string schema_file(const std::string& verb) {
  return "docs/formats/cli/" + verb + ".schema.json";
}

/// Of nothing, and the test fails, where there is none.
json schema_of(const std::string& verb) {
  const json schema = json::parse(contents(source(schema_file(verb))), nullptr, false);
  EXPECT_FALSE(schema.is_discarded()) << schema_file(verb) << " is missing, or is no JSON";
  return schema.is_discarded() ? json::object() : schema;
}

/// The verbs whose output docs/formats/cli describes.
std::set<std::string> verbs_with_schema() {
  std::set<std::string> verbs;
  for (const auto& entry : fs::directory_iterator(source("docs/formats/cli")))
    verbs.insert(entry.path().stem().stem().string());
  return verbs;
}

TEST(JsonOutput, schemas_use_only_what_the_validator_knows) {
  for (const std::string& verb : verbs_with_schema())
    EXPECT_THAT(testing_support::schema_problems(schema_of(verb)), IsEmpty()) << verb;
}

TEST(JsonOutput, of_every_verb_has_a_schema) {
  const std::vector<std::string> help = verbs_of_help();
  const std::set<std::string> verbs(help.begin(), help.end()), described = verbs_with_schema();
  for (const std::string& verb : verbs)
    EXPECT_TRUE(described.contains(verb)) << schema_file(verb) << " is missing";
  for (const std::string& verb : described)
    EXPECT_TRUE(verbs.contains(verb)) << schema_file(verb) << " is of no verb";
}

TEST(JsonOutput, of_every_verb_is_valid_and_nothing_else_is_printed) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/map.json", contents(source("tests/engine/board/samples/map.v0.json")));
  fs::copy(source("rulesets/examples/hex"), at + "/hex", fs::copy_options::recursive);
  std::string other = contents(at + "/hex/01-hex.rules");
  const std::string red = "if c = red then red_start";
  ASSERT_NE(other.find(red), std::string::npos);
  write(at + "/hex/01-hex.rules", other.replace(other.find(red), red.size(), "if c = blue then red_start"));
  write(at + "/crooked.rules", "case 1.1\n     define f() -> bool = true\n");
  write(at + "/broken.rules", "case 1.1\n  define f( -> bool = true\n");
  fs::create_directories(at + "/broken");
  write(at + "/broken/1.rules",
        "edition broken \"Broken\"\nsection 1 \"A\"\ncase 1.1\n  define f() -> bool = tru\n");
  const std::string game = "examples/hex-skirmish", limited = limit_game(at);
  std::set<std::string> verbs;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"new", at + "/mine"},
           {"check", game, "examples/cup"},
           {"check", at + "/broken"},
           {"check", "--fragment", at + "/broken.rules"},
           {"check", "hex-skirmsh"},
           {"fmt", "--check", at + "/crooked.rules"},
           {"fmt", "--check", game},
           {"show", game},
           {"show", game, "2.3"},
           {"show", "examples/cup", "--coverage"},
           {"show", "examples/cup", "--readings"},
           {"show", game, "--changes"},
           {"show", game, "--map"},
           {"ask", game, "on_board(first) + 1"},
           {"ask", game, "{u in unit where side(u) = first}"},
           {"ask", game, "moves(A1)", "--map"},
           {"ask", game, "{u in unit where side(u) = first}", "--full"},
           {"ask", "examples/interrupt", "reach(Raider 1)"},
           {"ask", "examples/cup", "supply(H1, 0404)"},
           {"show", game, "--views"},
           {"show", game, "--map", "--terrain"},
           {"explain"},
           {"explain", "D0102"},
           {"legal", game},
           {"legal", game, "--why-not", "attack(A1, B1)"},
           {"legal", game, "--why-not", "pass()"},
           {"play", game, "--record", at + "/r"},
           {"play", game, "--most", "2"},
           {"play", game, "--games", "2"},
           {"play", game, "--games", "2", "--fired"},
           {"play", game, "--games", "2", "--profile"},
           {"play", game, "--games", "2", "--invariants"},
           {"replay", at + "/r"},
           {"replay", at + "/r", "--steps", "2"},
           {"play", limited, "--players", "first,first", "--record", at + "/limited"},
           {"play", limited, "--games", "9"},
           {"replay", at + "/limited"},
           {"perft", limited, "--depth", "2"},
           {"explore", limited},
           {"verify", limited, "--games", "9", "--positions", "9"},
           {"compare", limited, limited, "--games", "3", "--positions", "9"},
           {"check", limited},
           {"perft", game, "--depth", "1"},
           {"perft", game, "--depth", "1", "--divide"},
           {"explore", game, "--within", "3", "--witnesses", at + "/witnesses"},
           {"explore", "examples/hex", "--depth", "2"},
           {"explore", "examples/cup", "--positions", "500", "--mine"},
           {"compare", "examples/hex", "examples/hex+swapping", "--games", "1", "--positions", "20",
            "--prove", "--mine"},
           {"odds", game, "move(A1, b1)", "--event", "on_board(first) = 2"},
           {"odds", source("rulesets/across-suez/spi-1980/positions/readings/an-equal-elimination.json"),
            "attack(16/6, no, {Erez 1, Matt 2})"},
           {"regions", "across-suez/spi-1980", "allowance", "--suite", at + "/suite"},
           {"regions", "examples/cup", "in_zone", "--games", "2", "--positions", "20"},
           {"regions", "across-suez/decision-games-2", "--against", at + "/suite/allowance.suite.json"},
           {"regions", "examples/hex-skirmish", "game", "--games", "2", "--suite", at + "/suite"},
           {"regions", "examples/interrupt", "enter", "--games", "1", "--draw", at + "/drawn"},
           {"regions", "examples/hex-skirmish", "--against", at + "/suite/game.suite.json"},
           {"fewest", game, "on_board(first) = 2", "--of", "unit"},
           {"fewest", game, "on_board(first) = 20", "--of", "unit"},
           {"fewest", game, "on_board(first) = 2", "--of", "unit", "--most", "1"},
           {"render", "examples/cup", "-o", at + "/cup.svg", "--view", "reach(H1)"},
           {"render", game, "-o", at + "/game.svg", "--around", "b2", "--steps", "1"},
           {"compare", "examples/hex", "examples/hex+swapping", "--games", "3", "--positions", "100",
            "--prove"},
           {"compare", "examples/hex", at + "/hex", "--games", "0", "--positions", "0"},  // with regions
           {"compare", game, game},
           {"compare", game, game, "--dump", "games"},
           {"compare", game, "examples/cup", "--games", "1"},
           {"report", game, "-o", at + "/r.html", "--errata", at + "/r.md", "--games", "2", "--positions",
            "20", "--compare", "examples/hex-skirmish/scenario-5.json", "--compare-games", "1",
            "--compare-positions", "50"},
           {"verify", "--list"},
           {"verify", game, "--games", "2", "--positions", "20"},
           {"verify", game, "--prove", "--games", "2", "--positions", "20"},
           {"selftest", game},
           {"mutate", game, "--mutants", "4", "--games", "1", "--all"},
           {"migrate", at + "/map.json"},
           {"migrate", at + "/map.json"},
           {"migrate", at + "/r"},
           {"diff", game, "examples/cup"},
       }) {
    std::vector<std::string> all = words;
    all.push_back("--json");
    const Ended run = casebook(all);
    std::string command;
    for (const std::string& word : all) command += word + " ";
    json document;
    ASSERT_NO_THROW(document = json::parse(run.out)) << command << "\n" << run.out << run.err;
    EXPECT_THAT(testing_support::violations(document, schema_of(words.front())), IsEmpty()) << command << "\n"
                                                                                            << run.out;
    EXPECT_EQ(document.value("format", ""), "casebook/" + words.front()) << command;
    EXPECT_TRUE(document.value("version", json()).is_number_integer()) << command;
    verbs.insert(words.front());
  }
  EXPECT_EQ(verbs, verbs_with_schema());
}

TEST(JsonOutput, the_command_in_it_makes_it_again) {
  const Ended run =
      casebook({"ask", "examples/hex-skirmish", "count u in unit where side(u) = first", "--json"});
  const std::string command = json::parse(run.out)["command"];
  ASSERT_EQ(command.substr(0, 9), "casebook ");
  EXPECT_EQ(shell("\"$CASEBOOK\" " + command.substr(9)).out, run.out);
}

}  // namespace
}  // namespace casebook::cli_tests
