// SPDX-License-Identifier: Apache-2.0
// What the editions of a game say of a topic, side by side; claims as check and show count and tell them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

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
using testing::StartsWith;
using testing_support::TemporaryFolder;

const char* const first = R"(edition first "First edition"
case 1.0 "Pieces"
  kind side = white, black
  option fast "Fast"
  state turn: number = 1
  action pass()
  procedure game
    repeat at most 3 times
      choose by white
        pass()
      turn := turn + 1
    end game drawn
case 4.1 "Moving"
  summary "A unit spends points."
  topic movement
  define points() -> number = (if fast then 8 else 4) - (if night() then 2 else 0)
  claim "by day" with fast
    given turn = 2
    expect points() = 8
  claim "the chart" disputed "the chart has five, the case has four"
    given turn = 2
    expect points() = 5
  claim "a turn later"
    play pass()
    expect turn = 2
case 10.0 "Night"
  summary "Turns 1 and 3 are night; points are two lower, and whoever reads this line reads a long one."
  topic night, movement
  define night() -> bool = turn in {1, 3}
)";

const char* const second = R"(edition second "Second edition" extends first
same 1.0, 4.1
case 12.2(1) "Darkness" replaces 10.0
  summary "Turn 2 is night."
  topic fog_of_war
  define night() -> bool = turn = 2
)";

class Editions : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(game_ + "/second");
    fs::create_directories(game_ + "/first");
    fs::create_directories(game_ + "/notes");
    write(game_ + "/first/01.rules", first);
    write(game_ + "/second/01.rules", second);
    write(game_ + "/notes/readme.txt", "no edition");
  }
  static json valid(const Ended& run, const std::string& verb) {
    EXPECT_EQ(run.status, 0) << run.err;
    const json document = json::parse(run.out);
    const json schema = json::parse(contents(source("docs/formats/cli/" + verb + ".schema.json")));
    EXPECT_THAT(testing_support::violations(document, schema), IsEmpty()) << run.out;
    return document;
  }
  TemporaryFolder folder_;
  std::string game_ = folder_.path().string() + "/game";
};

TEST_F(Editions, stand_beside_one_another_by_topic_the_earlier_one_first) {
  const Ended run = casebook({"show", game_, "--by-topic"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out,
            "movement\n"
            "  first\n"
            "    4.1  Moving: A unit spends points.\n"
            "    10.0  Night: Turns 1 and 3 are night; points are two lower, and whoever\n"
            "      reads this line reads a long one.\n"
            "  second\n"
            "    4.1  Moving (as first 4.1): A unit spends points.\n"
            "    12.2(1)  Darkness (replaces first 10.0): Turn 2 is night.\n"
            "\n"
            "night\n"
            "  first\n"
            "    10.0  Night: Turns 1 and 3 are night; points are two lower, and whoever\n"
            "      reads this line reads a long one.\n"
            "  second\n"
            "    12.2(1)  Darkness (replaces first 10.0): Turn 2 is night.\n"
            "\n"
            "fog of war\n"
            "  first: nothing\n"
            "  second\n"
            "    12.2(1)  Darkness (replaces first 10.0): Turn 2 is night.\n");
  const Ended one = casebook({"show", game_, "--by-topic", "fog of war"});
  EXPECT_THAT(one.out, StartsWith("fog of war\n  first: nothing\n"));
  const Ended of_one = casebook({"show", game_ + "/first", "--by-topic", "night"});
  EXPECT_THAT(lines_of(of_one.out), testing::SizeIs(4)) << of_one.out;
}

TEST_F(Editions, name_every_case_that_one_restates) {
  write(game_ + "/second/01.rules", R"(edition second "Second edition" extends first
same 1.0
case 5.2 "Moving by night" restates 4.1, 10.0
)");
  const Ended table = casebook({"show", game_, "--by-topic", "night"});
  EXPECT_THAT(table.out,
              HasSubstr("    5.2  Moving by night (as first 4.1 and 10.0): A unit spends points.\n"));
  const json rows = valid(casebook({"show", game_, "--by-topic", "night", "--json"}), "show");
  EXPECT_EQ(rows["topics"][0]["editions"][1]["cases"][0]["sameAs"], json::array({"4.1", "10.0"}));
  const Ended changes = casebook({"show", game_ + "/second", "--changes"});
  EXPECT_EQ(changes.out, game_ + "/second extends first\n  5.2 is the parent's 4.1 and 10.0\n");
  const json listed = valid(casebook({"show", game_ + "/second", "--changes", "--json"}), "show");
  EXPECT_EQ(listed["renumbered"],
            json::parse(R"([{"case": "5.2", "parent": "4.1"}, {"case": "5.2", "parent": "10.0"}])"));
}

TEST_F(Editions, have_their_own_words_for_a_case_that_stays_in_part) {
  write(game_ + "/second/01.rules", R"(edition second "Second edition" extends first
same 1.0, 10.0
case 5.1 restates 4.1: points
case 5.1 replaces 4.1
  summary "Ours."
)");
  const json one = valid(casebook({"show", game_ + "/second", "5.1", "--json"}), "show");
  EXPECT_EQ(one["summary"], "Ours.");
  EXPECT_EQ(one["title"], "Moving");
}

TEST_F(Editions, say_what_they_have_twice) {
  write(game_ + "/second/01.rules", R"(edition second "Second edition" extends first
same 1.0, 4.1
case 12.2(1) "Darkness" replaces 10.0
  define night() -> bool = turn in {1, 3}
)");
  const Ended run = casebook({"check", game_ + "/second"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("second/01.rules:4:3: warning W0308: the\n    definition \"night\" replaces one of "
                        "the parent that means the same"));
  EXPECT_THAT(run.err, HasSubstr("first/01.rules:"));
}

TEST_F(Editions, by_topic_as_json_have_a_cell_each) {
  const json table = valid(casebook({"show", game_, "--by-topic", "--json"}), "show");
  std::vector<std::string> topics;
  for (const json& row : table["topics"]) {
    topics.push_back(row["topic"]);
    EXPECT_EQ(row["editions"].size(), 2U);
  }
  EXPECT_THAT(topics, ElementsAre("movement", "night", "fog_of_war"));
  EXPECT_THAT(table["editions"][1]["edition"].get<std::string>(), testing::EndsWith("/game/second"));
  EXPECT_EQ(table["editions"][1]["parent"], "first");
  EXPECT_EQ(table["topics"][0]["editions"][1]["cases"][0]["sameAs"], json::array({"4.1"}));
  const json night =
      json::parse(R"json([{"case": "12.2(1)", "title": "Darkness", "summary": "Turn 2 is night.",
      "replaces": ["10.0"]}])json");
  EXPECT_EQ(table["topics"][1]["editions"][1]["cases"], night);
  EXPECT_THAT(table["topics"][2]["editions"][0]["cases"], IsEmpty());
  const json one = valid(casebook({"show", game_ + "/second", "12.2(1)", "--json"}), "show");
  EXPECT_EQ(one["topics"], json({"fog_of_war", "night", "movement"}));
}

TEST_F(Editions, by_a_topic_that_nobody_names_are_an_error_with_the_nearest) {
  const Ended run = casebook({"show", game_, "--by-topic", "nigth"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("C0118"));
  EXPECT_THAT(run.err, HasSubstr("did you mean \"night\""));
  EXPECT_THAT(run.out, IsEmpty());
  const Ended none = casebook({"show", game_ + "/notes", "--by-topic"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("C0102"));
  const Ended near = casebook({"show", "across-sues", "--by-topic"});
  EXPECT_THAT(near.err, HasSubstr("did you mean \"across-suez\""));
}

TEST_F(Editions, count_claims_held_disputed_and_not_run) {
  const Ended text = casebook({"check", game_ + "/first"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.err, IsEmpty());
  EXPECT_THAT(text.out, HasSubstr(" 1 of 2 claims held, 1 disputed (1 more with --play);"));
  const Ended later = casebook({"check", game_ + "/second"});
  EXPECT_EQ(later.status, 3) << "turn 2 is night there";
  EXPECT_THAT(later.err, HasSubstr("E0610"));
  EXPECT_THAT(later.err, HasSubstr("it was run under " + game_ + "/second+fast"));
  EXPECT_THAT(later.out, HasSubstr(" 0 of 2 claims held, 1 disputed (1 more with --play);"));
  const json played =
      valid(casebook({"check", game_ + "/first", "--play", "--json"}), "check")["editions"][0];
  EXPECT_EQ(played["claimsHeld"], 2);
  EXPECT_EQ(played["claimsDisputed"], 1);
  EXPECT_EQ(played["claimsTried"], 3);
  EXPECT_EQ(played["claimsNotRun"], 0);

  const json one = valid(casebook({"show", game_ + "/first", "4.1", "--json"}), "show");
  EXPECT_EQ(one["claims"], json::parse(R"([
      {"claim": "by day", "status": "held", "with": ["fast"]},
      {"claim": "the chart", "status": "disputed", "with": [], "disputed": "the chart has five, the case has four"},
      {"claim": "a turn later", "status": "held", "with": []}])"));
  const std::string shown = casebook({"show", game_ + "/first", "4.1"}).out;
  EXPECT_THAT(shown, HasSubstr("\nclaim held: \"by day\" (with fast)\n"));
  EXPECT_THAT(shown,
              HasSubstr("claim disputed: \"the chart\", because: the chart has five, the case has four\n"));
}

}  // namespace
}  // namespace casebook::cli_tests
