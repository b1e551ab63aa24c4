// SPDX-License-Identifier: Apache-2.0
// What show tells of an edition: coverage against the printed cases, readings, one case, the provenance of
// its map; a scenario of another edition; a member that is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/json_schema.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::TemporaryFolder;

class Show : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy(source("tests/verifier/cli/crossing"), game_, fs::copy_options::recursive);
  }
  json shown(std::vector<std::string> words) const {
    words.insert(words.begin(), {"show", game_});
    words.push_back("--json");
    const Ended run = casebook(words);
    EXPECT_EQ(run.status, 0) << run.err;
    const json document = json::parse(run.out);
    const json schema = json::parse(contents(source("docs/formats/cli/show.schema.json")));
    EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << run.out;
    return document;
  }
  TemporaryFolder folder_;
  std::string game_ = folder_.path().string() + "/crossing";
};

/// A list with one case, which the rules carry, and its statements.
std::string list_with(const std::string& statements, const std::string& label = "1.1") {
  return R"({"format": "casebook/cases", "version": 1, "cases": [{"case": ")" + label +
         R"(", "title": "x", "statements": [)" + "\n" + statements + "]}]}";
}

TEST_F(Show, coverage_counts_the_statements_of_the_list) {
  write(game_ + "/01-crossing.rules",
        contents(game_ + "/01-crossing.rules") + "  claim \"all is well\"\n    expect yes\n");
  write(game_ + "/cases.json", list_with(R"(
  {"says": "Nobody ever waits", "status": "carried", "always": true},
  {"says": "All is always well", "status": "carried", "always": true, "by": ["all is well"]},
  {"says": "Something is so", "status": "carried"},
  {"says": "Only this is so", "status": "doubtful", "why": "a reading says it", "always": true},
  {"says": "Why it is always so", "status": "explanatory", "always": true},
  {"says": "Who begins", "status": "silent", "why": "it is torn off"})"));
  const json said = shown({"--coverage"})["statements"];
  EXPECT_EQ(said["all"], 6);
  EXPECT_EQ(said["carried"], 3);
  EXPECT_EQ(said["explanatory"], 1);
  EXPECT_EQ(said["silent"], 1);
  EXPECT_EQ(said["doubtful"], 1);
  EXPECT_EQ(said["always"], 4);
  EXPECT_EQ(said["asked"], 1);
  ASSERT_EQ(said["list"].size(), 6U);
  EXPECT_EQ(said["list"][1], json::parse(R"({"case": "1.1", "says": "All is always well", "status": "carried",
                                              "always": true, "by": ["all is well"]})"));
  EXPECT_EQ(said["list"][5]["why"], "it is torn off");
  const std::string text = casebook({"show", game_, "--coverage"}).out;
  // What is open, in the order of the list, then the counts. Nothing else is listed.
  EXPECT_THAT(
      text,
      HasSubstr("\n\n"
                "1.1            not asked    Nobody ever waits\n"
                "1.1            doubtful     Only this is so (not asked)\n"
                "                            a reading says it\n"
                "1.1            silent       Who begins\n"
                "                            it is torn off\n"
                "6 statements of these cases: 3 carried, 1 explanatory, 1 silent, 1 doubtful\n"
                "4 of them say always, never, only or all; a claim or an invariant checks 1 of these\n"));
  // A list without statements says nothing of them.
  write(game_ + "/cases.json", list_with(""));
  EXPECT_FALSE(shown({"--coverage"}).contains("statements"));
  EXPECT_THAT(casebook({"show", game_, "--coverage"}).out, testing::Not(HasSubstr("statements")));
}

TEST_F(Show, a_statement_names_what_is_there_and_is_carried_by_something) {
  write(game_ + "/01-crossing.rules",
        contents(game_ + "/01-crossing.rules") + "  claim \"all is well\"\n    expect yes\n");
  struct Wrong {
    std::string statement, label, place;
    std::vector<std::string> said;
  };
  for (const Wrong& wrong :
       {Wrong{R"({"says": "So it is", "status": "carried", "by": ["all is wel"]})",
              "1.1",
              "2:50",
              {"error D0169: no claim or invariant of these rules is named \"all is wel\"",
               "did you mean \"all is well\""}},
        Wrong{R"({"says": "So it is", "status": "silent", "why": "torn", "by": ["all is well"]})",
              "1.1",
              "2:63",
              {"error D0169: a statement that is silent names what asks it",
               "no \"by\", or the status carried or doubtful"}},
        Wrong{R"({"says": "So it is", "status": "carried"})",
              "3.4",
              "2:1",
              {"error D0171: the statement is said to be carried, and nothing in the rules carries 3.4",
               "another status"}}}) {
    write(game_ + "/cases.json", list_with(wrong.statement, wrong.label));
    for (const auto& [words, status] : std::vector<std::pair<std::vector<std::string>, int>>{
             {{"show", game_, "--coverage"}, 2}, {{"verify", game_}, 2}, {{"check", game_}, 2}}) {
      const Ended run = casebook(words);
      EXPECT_EQ(run.status, status) << words[0] << run.out;
      EXPECT_THAT(run.err, HasSubstr("cases.json:" + wrong.place + ":")) << words[0];
      const std::string err = std::regex_replace(run.err, std::regex("\\s+"), " ");
      for (const std::string& said : wrong.said) EXPECT_THAT(err, HasSubstr(said)) << words[0];
    }
  }
  // A claim asks it: so something in the rules carries it, under another number.
  write(game_ + "/cases.json",
        list_with(R"({"says": "So it is", "status": "carried", "by": ["all is well"]})", "3.4"));
  EXPECT_EQ(shown({"--coverage"})["statements"]["carried"], 1);
}

// A claim that fails says which statement of the book is contradicted, and is the same finding as before.
TEST_F(Show, a_refuted_claim_names_the_statement_that_it_asks) {
  write(game_ + "/01-crossing.rules",
        contents(game_ + "/01-crossing.rules") + "  claim \"nothing is so\"\n    expect no\n");
  const auto findings = [&](const std::string& list) {
    write(game_ + "/cases.json", list);
    const Ended run = casebook({"verify", game_, "--only", "claims-hold", "--json"});
    EXPECT_EQ(run.status, 40) << run.err;
    return json::parse(run.out)["findings"];
  };
  const json without = findings(list_with(""));
  const json with = findings(list_with(
      R"({"says": "It is always so", "status": "carried", "always": true, "by": ["nothing is so"]},
         {"says": "It is sometimes so", "status": "carried"})"));
  ASSERT_EQ(without.size(), 1U);
  ASSERT_EQ(with.size(), 1U);
  EXPECT_EQ(with[0]["fingerprint"], without[0]["fingerprint"]);
  EXPECT_THAT(without[0].dump(), testing::Not(HasSubstr(" says: ")));
  EXPECT_EQ(with[0]["details"].back(), "1.1 says: It is always so");
  EXPECT_THAT(with[0].dump(), testing::Not(HasSubstr("sometimes")));
  EXPECT_THAT(casebook({"verify", game_, "--only", "claims-hold", "--all"}).out,
              HasSubstr("1.1 says: It is always so"));
}

TEST_F(Show, a_refuted_invariant_names_the_statement_that_it_asks) {
  write(game_ + "/01-crossing.rules",
        contents(game_ + "/01-crossing.rules") + "  invariant nobody: count u in unit at h <= 0\n");
  write(game_ + "/cases.json",
        list_with(
            R"({"says": "The map is always empty", "status": "carried", "always": true, "by": ["nobody"]})"));
  const Ended run = casebook({"verify", game_, "--only", "set-up", "--all"});
  EXPECT_EQ(run.status, 40) << run.err;
  EXPECT_THAT(run.out, HasSubstr("1.1 says: The map is always empty"));
}

TEST_F(Show, coverage_finds_out_what_is_encoded_and_takes_the_rest_from_the_list) {
  std::map<std::string, std::string> status;
  std::vector<std::string> order;
  const json all = shown({"--coverage"})["coverage"];
  for (const json& one : all) {
    order.push_back(one["case"]);
    status[one["case"]] = one["status"].get<std::string>() + (one["printed"] ? "" : ", not printed");
  }
  EXPECT_THAT(order, ElementsAre("1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4", "3.2", "3.3", "3.4", "3.5",
                                 "3.6", "3.1"));
  EXPECT_EQ(status["1.1"], "encoded");
  EXPECT_EQ(status["2.2"], "doubtful");  // a reading concerns it
  EXPECT_EQ(status["2.3"], "doubtful");
  EXPECT_EQ(status["2.4"], "encoded");  // whatever the list says: something carries it
  EXPECT_EQ(status["3.2"], "explanatory");
  EXPECT_EQ(status["3.3"], "silent");
  EXPECT_EQ(status["3.4"], "open");
  EXPECT_EQ(status["3.5"], "open");
  EXPECT_EQ(status["3.6"], "open");
  EXPECT_EQ(status["3.1"], "silent, not printed");
  EXPECT_THAT(last_line(casebook({"show", game_, "--coverage"}).out),
              HasSubstr("13 cases, 2 doubtful, 5 encoded, 1 explanatory, 3 open, 2 silent"));

  write(
      game_ + "/cases.json",
      R"({"format": "casebook/cases", "version": 1, "cases": [{"case": "1.1", "title": "x", "status": "encoded"}]})");
  const Ended broken = casebook({"show", game_, "--coverage"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("D0125"));
  fs::remove(game_ + "/cases.json");
  EXPECT_EQ(shown({"--coverage"})["coverage"].size(), 9U);
}

TEST_F(Show, a_case_of_another_edition_names_one_that_has_it) {
  const auto list_with = [&](const std::string& of, const std::string& label) {
    write(game_ + "/cases.json", R"({"format": "casebook/cases", "version": 1, "cases": [
  {"case": "1.1", "title": "ours"},
  {"case": ")" + label + R"(", "title": "theirs", "of": ")" +
                                     of + R"("}]})");
  };
  // Of an edition without a list nothing more is known.
  for (const char* of : {"examples/hex", "across-suez/decision-games-2"}) {
    list_with(of, "15.1");
    const json all = shown({"--coverage"})["coverage"];
    EXPECT_FALSE(all[0].contains("of"));
    EXPECT_EQ(all[1]["of"], of);
    EXPECT_THAT(casebook({"show", game_, "--coverage"}).out,
                HasSubstr("theirs (of " + std::string(of) + ")\n"));
  }
  struct Wrong {
    std::string of, label, said;
  };
  for (const Wrong& wrong :
       {Wrong{"examples/hexx", "15.1", "there is no edition \"examples/hexx\""},
        Wrong{"across-suez/decision-games-2", "99.1",
              "\"across-suez/decision-games-2\" has no case 99.1 of its own"},
        Wrong{"across-suez/spi-1980", "15.1", "\"across-suez/spi-1980\" has no case 15.1 of its own"}}) {
    list_with(wrong.of, wrong.label);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"show", game_, "--coverage"}, {"verify", game_}}) {
      const Ended run = casebook(words);
      EXPECT_EQ(run.status, 2) << run.out;
      EXPECT_THAT(run.err, HasSubstr("cases.json:3:"));
      EXPECT_THAT(run.err, HasSubstr("error D0127"));
      // Wherever its lines are broken.
      EXPECT_THAT(std::regex_replace(run.err, std::regex("\\s+"), " "), HasSubstr(wrong.said));
    }
  }
  list_with("examples/hexx", "15.1");
  EXPECT_THAT(casebook({"show", game_, "--coverage"}).err, HasSubstr("did you mean \"examples/hex\""));
}

TEST_F(Show, readings_have_question_values_reasons_default_and_cases) {
  const json readings = shown({"--readings"})["readings"];
  ASSERT_EQ(readings.size(), 1U);
  EXPECT_EQ(readings[0],
            json::parse(R"({"reading": "entry-hexes", "question": "Which hex of entry has the east?",
    "cases": ["2.3", "2.2"], "values": [
      {"value": "as-printed", "why": "the number that is printed", "default": true},
      {"value": "corrected", "why": "the printed number lies on the other side of the map", "default": false}]})"));
  EXPECT_THAT(casebook({"show", game_, "--readings"}).out,
              HasSubstr("entry-hexes (2.3, 2.2): Which hex of entry has the east?\n"
                        "  as-printed (default): the number that is printed\n"));
}

TEST_F(Show, a_case_has_title_summary_place_and_the_readings_that_concern_it) {
  const json one = shown({"2.2"});
  EXPECT_EQ(one["title"], "Entering");
  EXPECT_EQ(one["summary"], "A unit enters by a hex on the edge of the map.");
  EXPECT_THAT(one["text"][0]["file"].get<std::string>(), testing::EndsWith("/crossing/01-crossing.rules"));
  EXPECT_EQ(one["text"][0]["line"], 46);
  ASSERT_EQ(one["readings"].size(), 1U);  // declared in 2.3, which names 2.2 too
  EXPECT_EQ(one["readings"][0]["reading"], "entry-hexes");
  bool action = false;
  for (const json& carrier : one["carriers"]) {
    action = action || (carrier["sort"] == "action" && carrier["name"] == "enter" && carrier["line"] == 48);
    EXPECT_NE(carrier["name"], "entry_hexes");
  }
  EXPECT_TRUE(action) << one["carriers"];
  const std::string text = casebook({"show", game_, "2.2"}).out;
  EXPECT_THAT(text, HasSubstr("2.2  Entering\n"));
  EXPECT_THAT(text, HasSubstr("entry-hexes (2.3, 2.2)"));
  EXPECT_THAT(text, HasSubstr("crossing/01-crossing.rules:46\n"));
  EXPECT_EQ(shown({"2.1"})["readings"].size(), 0U);
}

TEST_F(Show, the_map_counts_what_is_attested_and_what_is_reconstructed) {
  EXPECT_EQ(shown({"--map"})["provenance"],
            json::parse(R"([{"attribute": "ford", "attested": 1, "reconstructed": 0, "unstated": 0},
                            {"attribute": "place", "attested": 1, "reconstructed": 1, "unstated": 0},
                            {"attribute": "road", "attested": 0, "reconstructed": 2, "unstated": 0},
                            {"attribute": "terrain", "attested": 1, "reconstructed": 1, "unstated": 0}])"));
  EXPECT_THAT(casebook({"show", game_, "--map"}).out,
              HasSubstr("terrain                     1             1        0\n"));
}

TEST_F(Show, a_scenario_of_another_edition_is_refused) {
  write(game_ + "/scenario.json",
        "{\"format\": \"casebook/scenario\", \"version\": 1,\n  \"edition\": \"crosing\", \"map\": "
        "\"map.json\","
        " \"orderOfBattle\": \"units.json\"}");
  const Ended run = casebook({"show", game_});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("scenario.json:2:14: error D0164"));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"crossing\""));
}

TEST_F(Show, ask_about_what_is_not_there_is_an_error_with_its_place) {
  struct Wrong {
    std::string expression, place, nearest;
  };
  for (const Wrong& wrong :
       {Wrong{"side(\"E 2\")", "expression:1:6", "E 1"}, Wrong{"ford(0211)", "expression:1:6", "0201"},
        Wrong{"place(\"W 1\") = \"0109\"", "expression:1:16", "0101"},
        Wrong{"forrd(0201)", "expression:1:1", "ford"}}) {
    const Ended run = casebook({"ask", game_, wrong.expression});
    EXPECT_EQ(run.status, 2) << wrong.expression << run.out;
    EXPECT_THAT(run.err, HasSubstr(wrong.place + ": error ")) << wrong.expression;
    EXPECT_THAT(run.err, HasSubstr("did you mean \"" + wrong.nearest)) << wrong.expression;
    EXPECT_THAT(run.out, IsEmpty());
  }
}

// A field tells the way that it found, or where every way ends and why.
TEST(Ask, a_field_tells_its_way_or_what_stops_it) {
  const Ended stopped = casebook({"ask", "examples/cup", "line(north)[0404]"});
  EXPECT_EQ(stopped.status, 0) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("every way ends\n"));
  const Ended way = casebook({"ask", "examples/cup", "line(north)[0402]"});
  EXPECT_EQ(way.status, 0) << way.err;
  EXPECT_THAT(way.out, HasSubstr("the way 0402-"));
  const Ended line = casebook({"ask", "across-suez/spi-1980", "line_of_communication()[matzmed]"});
  EXPECT_EQ(line.status, 0) << line.err;
  EXPECT_THAT(line.out, HasSubstr("controlled(0107, egypt) = yes  [4.5]"));
}

}  // namespace
}  // namespace casebook::cli_tests
