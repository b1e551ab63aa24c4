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

/// A game in which a flag that nothing raises would raise another, of which an invariant speaks.
std::string flags(const TemporaryFolder& folder) {
  const std::string game = folder.path().string() + "/flags";
  std::filesystem::create_directories(game);
  write(game + "/scenario.json",
        "{\"format\": \"casebook/scenario\", \"version\": 1, \"title\": \"Flags\"}\n");
  write(game + "/rules.rules", R"(edition flags "Flags"
section 1 "All of it"
case 1.1 "All of it"
  summary "One says go three times."
  kind side = white, black
  state unused: bool
  state loud: bool
  invariant calm: not loud
  action go()
    do
      if unused then loud := yes
  procedure game
    repeat at most 3 times
      choose by white
        go()
    end game won by white
)");
  return game;
}

TEST(Prove, with_what_is_mined_proves_more_and_names_it) {
  const TemporaryFolder folder;
  const std::string page = folder.path().string() + "/page.md";
  std::vector<std::string> words{"verify", flags(folder), "--only", "proofs", "--tries", "0"};
  EXPECT_THAT(casebook(words).out, HasSubstr("NOT INDUCTIVE calm (1.1)"));
  words.insert(words.end(), {"--mine", "--page", page});
  const Ended run = casebook(words);
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("PROVED calm (1.1): "));
  EXPECT_THAT(run.out, HasSubstr(" and on 1 mined invariant\n"));
  EXPECT_THAT(run.out, HasSubstr("mined and proved before: not unused\n"));
  EXPECT_THAT(run.out, HasSubstr("mined-invariants     "));
  EXPECT_THAT(contents(page), HasSubstr("Proofs lean on these mined invariants"));
  const json document =
      json::parse(casebook({"verify", words[1], "--only", "proofs", "--mine", "--json"}).out);
  EXPECT_EQ(document.at("minedNeeded"), json::array({"not unused"}));
  EXPECT_EQ(document.at("proofs").at(0).at("mined"), json::array({"not unused"}));
}

TEST(Prove, explore_holds_positions_to_what_is_mined) {
  const TemporaryFolder folder;
  const std::string game = flags(folder);
  const Ended run = casebook({"explore", game, "--mine", "--mined"});
  EXPECT_THAT(run.out, HasSubstr(" proved, of "));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n  not unused; proved at [^\n]+\n"));
  EXPECT_THAT(run.out, HasSubstr("PROVED          the mined invariants hold: "));
  EXPECT_THAT(run.out, HasSubstr(" at 3 positions\n"));
  const std::string at = folder.path().string() + "/at.json";
  const Ended record = casebook({"play", game, "--most", "1", "--record", at + ".record"});
  EXPECT_EQ(record.status, 0) << record.err;
  casebook({"replay", at + ".record", "--position", at});
  const Ended refused = casebook({"explore", at, "--mine"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("--mine cannot explore from a position file"));
}

// Limits of a question and of a property bound no run: with many properties it went on and on.
TEST(Prove, ends_at_the_limit_of_the_whole_run_and_names_what_was_not_asked) {
  const std::vector<std::string> words{"verify",     "examples/cup", "--only", "proofs",      "--invariant",
                                       "one_winner", "--tries",      "0",      "--resources", "200000"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return casebook(all);
  };
  const json whole = json::parse(with({"--json"}).out);
  const auto used = whole.at("resources").get<uint64_t>();
  EXPECT_FALSE(whole.contains("notAsked"));
  const uint64_t limit = used / 4;
  const std::string few = std::to_string(limit);
  const Ended run = with({"--all-resources", few, "--json"});
  const json cut = json::parse(run.out);
  EXPECT_EQ(run.status, 30) << run.err;
  ASSERT_TRUE(cut.contains("notAsked"));
  // The question in which the limit is reached may still end.
  EXPECT_LT(cut.at("resources").get<uint64_t>(), limit + 200'000);
  EXPECT_GE(cut.at("resources").get<uint64_t>(), limit);
  size_t proved_whole = 0, proved_cut = 0;
  for (const json& one : whole.at("proofs")) proved_whole += one.at("verdict") == "PROVED" ? 1U : 0U;
  for (const json& one : cut.at("proofs")) proved_cut += one.at("verdict") == "PROVED" ? 1U : 0U;
  EXPECT_LT(proved_cut, proved_whole);
  const std::string text = with({"--all-resources", few}).out;
  EXPECT_THAT(text, HasSubstr("The limit of all proofs together was reached (--all-resources " + few + ")."));
  EXPECT_THAT(text, HasSubstr(cut.at("notAsked").at(0).get<std::string>()));
  EXPECT_THAT(text, HasSubstr("the run used all its resources"));
}

TEST(Prove, refutes_by_a_game_and_says_it_on_a_page_and_in_a_report) {
  const TemporaryFolder folder;
  const std::string game = crowded_skirmish(folder), at = folder.path().string();
  const Ended run = casebook({"verify", game, "--only", "proofs", "--json", "--page", at + "/page.md"});
  EXPECT_EQ(run.status, 40) << run.err;
  const json document = json::parse(run.out);
  const json& alone = document.at("proofs").at(0);
  EXPECT_EQ(alone.at("invariant"), "alone");
  EXPECT_EQ(alone.at("verdict"), "REFUTED");
  EXPECT_EQ(alone.at("method"), "play, with a record that replays");
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
  EXPECT_THAT(html, HasSubstr("play, with a record that replays"));
}

TEST(Prove, without_games_it_stays_not_inductive) {
  const TemporaryFolder folder;
  const Ended run = casebook({"verify", crowded_skirmish(folder), "--only", "proofs", "--tries", "0"});
  EXPECT_EQ(run.status, 30) << run.err;
  EXPECT_THAT(run.out, HasSubstr("NOT INDUCTIVE alone (1.3)"));
  EXPECT_THAT(run.out, Not(HasSubstr("no violation found in")));
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

TEST(Prove, checks_and_properties_have_one_summary_and_one_status) {
  const TemporaryFolder folder;
  const std::string game = crowded_skirmish(folder);
  const Ended run = casebook({"verify", game, "--prove", "--games", "1", "--positions", "5"});
  EXPECT_EQ(run.status, 40) << run.err;  // by the property; checks alone end with 30
  EXPECT_THAT(
      run.out,
      HasSubstr(
          "\nexceptions           nothing to check (no two exceptions that clash without a priority)\n"));
  EXPECT_THAT(run.out, HasSubstr("REFUTED alone (1.3)"));
  EXPECT_THAT(run.out, HasSubstr("PROVED both_alive (2.4)"));
  EXPECT_THAT(
      run.out,
      HasSubstr("cases with requirements that no proof needs (a proof needs one set that suffices, not the "
                "smallest): "));
  EXPECT_THAT(last_line(run.out),
              HasSubstr("examples replayed and confirmed; 4 of 5 properties proved, 1 refuted"));
  const Ended checks =
      casebook({"verify", game, "--games", "1", "--positions", "5", "--only", "exceptions,entries"});
  EXPECT_EQ(checks.status, 0) << checks.out;
  EXPECT_EQ(casebook({"verify", game, "--only", "exceptions,proofs"}).status, 40);

  const json document =
      json::parse(casebook({"verify", game, "--prove", "--games", "1", "--positions", "5", "--json"}).out);
  EXPECT_TRUE(document.at("proofsAsked").get<bool>());
  EXPECT_FALSE(document.at("checks").empty());
  EXPECT_EQ(document.at("proofs").size(), 5U);
  EXPECT_TRUE(document.at("contradictions").empty());
}

TEST(Prove, that_it_was_not_asked_is_said) {
  const Ended run = casebook({"verify", "examples/hex-skirmish", "--games", "1", "--positions", "5"});
  EXPECT_THAT(
      run.out,
      HasSubstr("\nproofs               not run; to prove that the 2 invariants hold in every position: "
                "casebook verify examples/hex-skirmish --prove\n"));
  EXPECT_THAT(casebook({"verify", "examples/hex-skirmish", "--only", "entries"}).out,
              Not(HasSubstr("proofs")));
  const json document =
      json::parse(casebook({"verify", "examples/hex-skirmish", "--only", "entries", "--json"}).out);
  EXPECT_FALSE(document.at("proofsAsked").get<bool>());
  EXPECT_FALSE(document.contains("proofs"));
}

TEST(Prove, contradictions_are_told_everywhere_and_end_with_40) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/hex-skirmish", at = folder.path().string();
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), game);
  write(game + "/02-turns.rules", contents(game + "/02-turns.rules") +
                                      "  invariant many: on_board(first) > 1\n"
                                      "  invariant few: on_board(first) < 2\n"
                                      "  invariant any_number: on_board(first) >= 0\n");
  const Ended run =
      casebook({"verify", game, "--only", "proofs", "--tries", "0", "--page", at + "/page.md", "--json"});
  EXPECT_EQ(run.status, 40) << run.err;
  const json document = json::parse(run.out);
  ASSERT_EQ(document.at("contradictions").size(), 1U);
  EXPECT_EQ(document.at("contradictions").at(0).at("invariants"), (json{"many", "few"}));
  EXPECT_THAT(contents(at + "/page.md"), HasSubstr("contradict one another: no position at game:1"));
  EXPECT_THAT(contents(at + "/page.md"), HasSubstr("any\\_number: TRIVIAL: the types alone imply it"));
  for (const json& one : document.at("proofs"))
    if (one.at("invariant") == "any_number") {
      EXPECT_EQ(one.at("mark"), "TRIVIAL");
    }
  write(at + "/proofs.json", run.out);
  const Ended report = casebook({"report", game, "-o", at + "/r.html", "--errata", at + "/r.md", "--proofs",
                                 at + "/proofs.json", "--games", "1", "--positions", "5"});
  EXPECT_THAT(contents(at + "/r.html"), HasSubstr("Invariants that contradict one another")) << report.err;
  EXPECT_THAT(contents(at + "/r.html"), HasSubstr(">TRIVIAL<"));
  EXPECT_THAT(contents(at + "/r.md"), HasSubstr("CONTRADICTION: many (2.5) and few (2.5)"));
}

TEST(Prove, what_rests_on_what_is_not_proved_says_so_also_in_a_report) {
  const TemporaryFolder folder;
  const std::string game = folder.path().string() + "/hex-skirmish", at = folder.path().string();
  std::filesystem::copy(source("rulesets/examples/hex-skirmish"), game);
  std::string rules = contents(game + "/02-turns.rules");
  for (const auto& [what, instead] : {std::pair<std::string, std::string>{"no x in unit on to", "no"},
                                      {"action pass()", "action pass()\n    require 2.1 spare: no"}}) {
    ASSERT_NE(rules.find(what), std::string::npos);
    rules.replace(rules.find(what), what.size(), instead);
  }
  write(game + "/02-turns.rules", rules);
  const Ended run = casebook({"verify", game, "--only", "proofs", "--json"});
  EXPECT_EQ(run.status, 40) << run.err;
  const std::string taken = "that every player has a choice (can_choose is REFUTED)";
  const json said = json::parse(run.out);
  for (const json& one : said.at("proofs"))
    EXPECT_EQ(one.value("supposing", json::array()),
              one.at("invariant") == "one_winner" ? json{taken} : json::array())
        << one.at("invariant");
  EXPECT_THAT(casebook({"verify", game, "--only", "proofs"}).out,
              HasSubstr("4 of 5 properties proved (1 of them under an assumption), 1 refuted; "));
  write(at + "/proofs.json", run.out);
  const Ended report = casebook({"report", game, "-o", at + "/r.html", "--errata", at + "/r.md", "--proofs",
                                 at + "/proofs.json", "--games", "1", "--positions", "5"});
  EXPECT_THAT(contents(at + "/r.html"), HasSubstr("assuming " + taken)) << report.err;
  EXPECT_THAT(contents(at + "/r.md"), HasSubstr("PROVED, assuming that every player has a choice"));
}

TEST(Prove, a_report_proves_in_the_same_run_and_lists_it_in_the_errata) {
  const TemporaryFolder folder;
  const std::string game = crowded_skirmish(folder), at = folder.path().string();
  const Ended run = casebook({"report", game, "-o", at + "/r.html", "--errata", at + "/r.md", "--prove",
                              "--games", "1", "--positions", "5"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(contents(at + "/r.html"), HasSubstr("class=\"matrix\""));
  EXPECT_THAT(contents(at + "/r.md"), HasSubstr("## Proofs"));
  EXPECT_THAT(contents(at + "/r.md"),
              HasSubstr("| `alone` | 1.3 | REFUTED | play, with a record that replays |"));
  EXPECT_THAT(contents(at + "/r.md"),
              HasSubstr("| `both_alive` | 2.4 | PROVED | induction over every step, with Z3 |"));
  const Ended both =
      casebook({"report", game, "-o", at + "/r.html", "--prove", "--proofs", at + "/none.json"});
  EXPECT_EQ(both.status, 1);
  EXPECT_THAT(both.err, HasSubstr("C0101"));
}

TEST(Prove, a_report_takes_over_the_table_of_a_page) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string(), page = at + "/page.md", game = "examples/hex-skirmish";
  const Ended proved = casebook({"verify", game, "--only", "proofs", "--prove", "--page", page});
  EXPECT_EQ(proved.status, 0) << proved.err;
  const auto made = [&](const std::string& of, const std::string& from) {
    return casebook({"report", of, "-o", at + "/r.html", "--errata", at + "/r.md", "--proofs", from,
                     "--games", "1", "--positions", "5"});
  };
  const Ended run = made(game, page);
  EXPECT_EQ(run.err, "");
  const std::string list = contents(at + "/r.md"), html = contents(at + "/r.html");
  EXPECT_THAT(list, HasSubstr("| `both_alive` | 2.4 | PROVED | induction over every step, with Z3 | "));
  EXPECT_THAT(list, HasSubstr("Taken from "));
  EXPECT_THAT(html, HasSubstr("<strong>both_alive</strong>"));
  EXPECT_THAT(html, Not(HasSubstr("class=\"matrix\"")));  // a page has no steps
  // The rows of both are those of the page.
  const auto rows = [](const std::string& text) {
    size_t count = 0;
    for (size_t from = 0; (from = text.find("| PROVED |", from)) != std::string::npos; ++from) ++count;
    return count;
  };
  EXPECT_GE(rows(contents(page)), 3U);
  EXPECT_EQ(rows(list), rows(contents(page)));
  EXPECT_THAT(made("examples/hex", page).err, HasSubstr("C0133: this page is of other rules"));
  write(at + "/none.md", "# A page\n");
  EXPECT_THAT(made(game, at + "/none.md").err, HasSubstr("this is no page of proofs"));
}

TEST(Prove, a_report_takes_no_proofs_of_other_rules_and_nothing_that_is_no_proof) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string();
  write(at + "/other.json", casebook({"verify", crowded_skirmish(folder), "--only", "proofs", "--json"}).out);
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
