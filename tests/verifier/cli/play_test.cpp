// SPDX-License-Identifier: Apache-2.0
// Playing, counting, asking and replaying from the shell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing_support::TemporaryFolder;

const std::string game = "examples/hex-skirmish";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TEST(Perft, counts_of_hex_skirmish_are_known) {
  // Counted by hand from the set-up for depth 1: a pass, one move of A1, three of A2.
  const std::vector<uint64_t> known{1, 5, 28};
  for (size_t depth = 0; depth < known.size(); ++depth) {
    for (const bool reference : {false, true}) {
      std::vector<std::string> words{"perft", game, "--depth", std::to_string(depth), "--json"};
      if (reference) words.push_back("--reference");
      EXPECT_EQ(json::parse(casebook(words).out)["sequences"], known[depth]) << depth;
    }
  }
  EXPECT_THAT(casebook({"perft", game, "--depth", "3"}).out, StartsWith("228 sequences of 3 choices;"));
  EXPECT_THAT(casebook({"perft", game, "--depth", "3", "--reference"}).out,
              StartsWith("228 sequences of 3 choices;"));
}

TEST(Perft, divided_adds_up_to_the_whole) {
  const json document = json::parse(casebook({"perft", game, "--depth", "2", "--divide", "--json"}).out);
  uint64_t sum = 0;
  for (const json& line : document["divided"]) sum += line["sequences"].get<uint64_t>();
  EXPECT_EQ(document["divided"].size(), 5u);
  EXPECT_EQ(sum, document["sequences"]);
}

TEST(Legal, lists_what_may_be_done) {
  const Ended run = casebook({"legal", game});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(lines_of(run.out),
              ElementsAre("first chooses, at game:1: 5 lawful choices", "  pass()", "  move(A1, b1)",
                          "  move(A2, a3)", "  move(A2, b1)", "  move(A2, b2)"));
}

TEST(Legal, why_not_cites_the_case_and_the_values) {
  const Ended far = casebook({"legal", game, "--why-not", "attack(A1, B1)"});
  EXPECT_EQ(far.status, 40);
  EXPECT_THAT(far.out, HasSubstr("2.3"));
  EXPECT_THAT(far.out, HasSubstr("adjacent(from, g)"));
  EXPECT_THAT(far.out, HasSubstr("a1"));  // where A1 is
  EXPECT_THAT(far.out, HasSubstr("c3"));  // where B1 is
  const Ended taken = casebook({"legal", game, "--why-not", "move(A1, a2)"});
  EXPECT_EQ(taken.status, 40);
  EXPECT_THAT(taken.out, HasSubstr("2.2 (empty)"));
  EXPECT_THAT(taken.out, HasSubstr("A2"));
  EXPECT_THAT(taken.out, Not(HasSubstr("2.2 (zones): ")));
  const Ended lawful = casebook({"legal", game, "--why-not", "move(A1, b1)"});
  EXPECT_EQ(lawful.status, 0);
  EXPECT_THAT(lawful.out, HasSubstr("is lawful"));
}

TEST(Play, a_log_has_a_heading_where_the_turn_or_the_phase_changes) {
  const std::vector<std::string> lines = lines_of(casebook({"play", "examples/cup", "--seed", "1"}).out);
  ASSERT_GT(lines.size(), 4u);
  EXPECT_EQ(lines[1], "-- turn 1: take_initiative [2.2]");
  EXPECT_THAT(lines[2], HasSubstr("roll "));
  EXPECT_EQ(lines[3], "-- turn 1: air [8.1], interdict(north) [8.2]");
  for (size_t i = 1; i < lines.size(); ++i) EXPECT_FALSE(lines[i] == lines[i - 1]) << lines[i];
  // Where all is chosen in the procedure `game`, a fight is no phase.
  EXPECT_THAT(casebook({"play", "examples/hex-skirmish", "--seed", "3"}).out, Not(HasSubstr("\n-- ")));
}

TEST(Play, a_roll_says_what_was_read_with_it) {
  EXPECT_THAT(casebook({"play", "examples/hex-skirmish", "--seed", "3"}).out,
              testing::ContainsRegex("roll [456]   results\\([456]\\) = nothing_happens \\[2.3\\]\n"));
  // The chart of results, by die and column.
  const std::vector<std::vector<std::string>> chart{
      {"ar", "dr", "dr", "dr", "dr", "de", "de"}, {"ar", "ar", "dr", "dr", "dr", "dr", "de"},
      {"ar", "ar", "dr", "dr", "dr", "dr", "dr"}, {"ae", "ar", "ar", "dr", "dr", "dr", "dr"},
      {"ae", "ar", "ar", "ee", "dr", "dr", "dr"}, {"ae", "ae", "ar", "ar", "ee", "ee", "ee"}};
  const Ended run = casebook({"play", "across-suez/spi-1980", "--seed", "1", "--no-invariants"});
  ASSERT_EQ(run.status, 0) << run.err;
  size_t rolls = 0, read = 0;
  for (const std::string& line : lines_of(run.out)) {
    const size_t roll = line.find(" roll "), at = line.find("combat_results(");
    rolls += roll != std::string::npos ? 1 : 0;
    if (at == std::string::npos) continue;
    ++read;
    const size_t die = static_cast<size_t>(line.at(at + 15) - '1');
    const size_t column = static_cast<size_t>(line.at(at + 18) - '1');
    ASSERT_LT(die, chart.size()) << line;
    ASSERT_LT(column, chart[die].size()) << line;
    EXPECT_EQ(line.substr(roll), " roll " + std::to_string(die + 1) + "   combat_results(" +
                                     std::to_string(die + 1) + ", " + std::to_string(column + 1) +
                                     ") = " + chart[die][column] + " [chart: combat results]");
  }
  EXPECT_GT(read, 0u);
  EXPECT_GT(rolls, read);  // the others are bombardments: nothing is looked up
}

TEST(Legal, a_position_before_the_first_step_is_brought_to_it) {
  const testing_support::TemporaryFolder folder;
  const std::string file = folder.path().string() + "/start.json";
  write(file, R"({"format": "casebook/position", "version": 1, "edition": "hex-skirmish",
                  "scenario": "examples/hex-skirmish", "control": "start"})");
  const Ended run = casebook({"legal", file});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("first chooses, at game:1: "));
  EXPECT_EQ(casebook({"ask", file, "on_board(first)"}).status, 0);
  EXPECT_EQ(casebook({"perft", file, "--depth", "1"}).status, 0);
}

TEST(Legal, a_choice_in_words_that_mean_nothing_ends_with_2_and_the_place) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
      {"mvoe(A1, b1)", {"choice:1:1", "P0170", "did you mean \"move\"?"}},
      {"move(A1)", {"P0171", "takes 2 arguments, not 1", "move(u, to)"}},
      {"move(A9, b1)", {"P0172", "no unit \"A9\""}},
      {"move(A1, z9)", {"P0172", "z9"}},
      {"move A1 b1", {"P0173"}},
      {"move(u: A1, b1, c1)", {"P0171", "takes 2 arguments, not 3"}},
      {"move(u: A1, too: b1)",
       {"choice:1:1", "P0171", "argument 2 of move is called \"to\", not \"too\"", "`to:` and a value"}},
      {"move(to: b1, u: A1)", {"P0171", "argument 1 of move is called \"u\", not \"to\""}},
      {"move(u: A9, b1)", {"P0172", "no unit \"A9\""}},
  };
  for (const auto& [words, said] : wrong) {
    const Ended run = casebook({"legal", game, "--why-not", words});
    EXPECT_EQ(run.status, 2) << words;
    EXPECT_THAT(run.out, IsEmpty());
    for (const std::string& part : said) EXPECT_THAT(run.err, HasSubstr(part)) << words;
  }
}

TEST(Legal, a_choice_may_have_the_names_of_its_parameters) {
  const Ended plain = casebook({"legal", game, "--why-not", "move(A1, b1)"});
  for (const char* words : {"move(u: A1, to: b1)", "move(A1, to:b1)", "move(u : A1, b1)"}) {
    const Ended named = casebook({"legal", game, "--why-not", words});
    EXPECT_EQ(named.status, plain.status) << named.err;
    EXPECT_EQ(named.out.substr(named.out.find(')')), plain.out.substr(plain.out.find(')')));
  }
}

TEST(Legal, a_choice_of_another_place_is_told_where_this_is) {
  const Ended run = casebook({"legal", game, "--why-not", "fight(A1, B1)"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("\"fight\" is no choice here, at game:1"));
}

TEST(Ask, gives_the_value_and_the_case_it_rests_on) {
  const Ended run = casebook({"ask", game, "on_board(first)"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(lines_of(run.out).front(), "2");
  EXPECT_THAT(run.out, HasSubstr("1.2"));
  const Ended fault = casebook({"ask", game, "1 / on_board(first) + 1 / (on_board(first) - 2)"});
  EXPECT_NE(fault.status, 0);
  EXPECT_THAT(fault.out, IsEmpty());
}

TEST(Ask, shows_the_value_of_an_expression_as_it_is_written) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> shown{
      {"no x in unit on a1", {"no", "  no x in unit on a1 = no", "    x = A1"}},
      {"no x in unit on b2", {"yes"}},
      {"not (exists x in unit on a1)", {"no", "  exists x in unit on a1 = yes", "    x = A1"}},
      {"not (exists x in unit on b2)", {"yes", "  exists x in unit on b2 = no"}},
      {"not (no x in unit on a1)", {"yes", "  no x in unit on a1 = no", "    x = A1"}},
      {"exists x in unit on a1", {"yes", "  exists x in unit on a1 = yes", "    x = A1"}},
      {"all x in unit at g: no y in unit on g",
       {"no", "  all x in unit at g: no y in unit on g = no", "    x = A1 at a1",
        "      no y in unit on g = no", "        y = A1"}},
      {"all x in unit at g: not adjacent(g, a1)",
       {"no", "  all x in unit at g: not adjacent(g, a1) = no", "    x = A2 at a2",
        "      adjacent(a2, a1) = yes"}},
  };
  for (const auto& [expression, lines] : shown)
    EXPECT_EQ(lines_of(casebook({"ask", game, expression}).out), lines) << expression;
}

TEST(Legal, a_requirement_with_no_is_shown_as_it_failed) {
  const Ended run = casebook({"legal", game, "--why-not", "move(A1, a2)"});
  EXPECT_THAT(run.out, HasSubstr("no x in unit on to = no"));
  EXPECT_THAT(run.out, Not(HasSubstr("no x in unit on to = yes")));
}

TEST(Play, the_last_line_names_the_winner_and_the_same_seed_gives_the_same_bytes) {
  const Ended once = casebook({"play", game, "--players", "random,random", "--seed", "7"});
  EXPECT_EQ(once.status, 0) << once.err;
  EXPECT_THAT(last_line(once.out), testing::AnyOf("winner: first", "winner: second"));
  EXPECT_EQ(once.out, casebook({"play", game, "--players", "random,random", "--seed", "7"}).out);
  EXPECT_NE(once.out, casebook({"play", game, "--players", "random,random", "--seed", "8"}).out);
  const json document =
      json::parse(casebook({"play", game, "--players", "random,random", "--seed", "7", "--json"}).out);
  EXPECT_EQ("winner: " + document["winner"].get<std::string>(), last_line(once.out));
  EXPECT_EQ(last_line(casebook({"play", game, "--most", "1"}).out),
            "winner: none yet, the game is unfinished");
}

TEST(Play, both_evaluators_play_the_same_game) {
  const TemporaryFolder folder;
  const std::string one = folder.path().string() + "/one.record",
                    other = folder.path().string() + "/other.record";
  casebook({"play", game, "--seed", "11", "--record", one});
  casebook({"play", game, "--seed", "11", "--record", other, "--reference"});
  EXPECT_THAT(contents(one), StartsWith("casebook record 1\n"));
  EXPECT_EQ(contents(one), contents(other));
}

TEST(Play, a_profile_tells_sites_rules_and_cases) {
  const Ended plain = casebook({"play", game, "--games", "6", "--seed", "3", "--json"});
  const Ended run = casebook({"play", game, "--games", "6", "--seed", "3", "--json", "--profile"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json document = json::parse(run.out), profile = document["profile"];
  EXPECT_EQ(document["results"], json::parse(plain.out)["results"]);
  uint64_t rules = 0, cases = 0, times = 0;
  for (const json& one : profile["rules"]) rules += one["instructions"].get<uint64_t>();
  for (const json& one : profile["cases"]) cases += one["instructions"].get<uint64_t>();
  for (const json& one : profile["sites"]) times += one["times"].get<uint64_t>();
  EXPECT_EQ(rules, profile["instructions"]);
  EXPECT_EQ(cases, profile["instructions"]);
  EXPECT_EQ(times, document["decisions"].get<uint64_t>() + document["chances"].get<uint64_t>());
  const Ended text = casebook({"play", game, "--games", "6", "--seed", "3", "--profile"});
  EXPECT_THAT(text.out, HasSubstr("instructions a decision"));
  EXPECT_THAT(text.out, HasSubstr("by site"));
  EXPECT_THAT(text.out, HasSubstr("by rule"));
  EXPECT_THAT(text.out, HasSubstr("by case"));
}

TEST(Play, each_side_plays_at_random_if_nobody_is_named_however_many_sides_there_are) {
  const TemporaryFolder folder;
  const std::string at = folder.path().string(), alone = at + "/alone";
  std::filesystem::create_directories(alone);
  write(alone + "/01-play.rules", R"(edition alone "For one"
case 1.1 "All"
  kind side = only
  procedure game
    choose by only
      pass()
    end game won by only
  action pass()
)");
  const Ended one = casebook({"play", alone, "--record", at + "/one.record"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(contents(at + "/one.record"), HasSubstr("players random\n"));
  EXPECT_EQ(casebook({"play", alone, "--games", "2"}).status, 0);
  const Ended two = casebook({"play", alone, "--players", "random,random"});
  EXPECT_EQ(two.status, 1);
  EXPECT_THAT(two.err, HasSubstr("C0115"));
}

TEST(Play, many_games_have_their_sums) {
  const Ended run = casebook({"play", game, "--games", "6", "--seed", "3", "--json", "--fired"});
  ASSERT_EQ(run.status, 0) << run.err;
  json document = json::parse(run.out);
  for (const char* key : {"games", "decisions", "chances", "decisionsPerGame", "gamesPerSecond",
                          "decisionsPerSecond", "results", "fired", "seed", "players", "rules", "data"}) {
    EXPECT_TRUE(document.contains(key)) << key;
  }
  uint64_t games = 0, fired = 0;
  for (const auto& [result, times] : document["results"].items()) games += times.get<uint64_t>();
  for (const json& one : document["fired"]) fired += one["times"].get<uint64_t>();
  EXPECT_EQ(games, 6u);
  EXPECT_GT(fired, 0u);
  json again = json::parse(casebook({"play", game, "--games", "6", "--seed", "3", "--json"}).out);
  EXPECT_EQ(document["results"], again["results"]);
  EXPECT_EQ(document["decisions"], again["decisions"]);
}

TEST(Play, a_person_is_told_what_refuses_and_may_leave) {
  const Ended run = shell(
      "\"$CASEBOOK\" play examples/hex-skirmish --players human,first --seed 1 --record \"$(dirname "
      "\"$0\")/r\" && cat \"$(dirname \"$0\")/r\"",
      "move(A1, a2)\nwhy attack(A1, B1)\nask on_board(first)\n99\nmove(A1, b1)\nundo\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("2.2 (empty)"));
  EXPECT_THAT(run.out, HasSubstr("2.3"));
  EXPECT_THAT(run.out, HasSubstr("there are 5 choices"));
  EXPECT_THAT(run.out, HasSubstr("first: move(A1, b1)"));
  EXPECT_THAT(run.out, HasSubstr("taken back"));
  EXPECT_THAT(run.out, HasSubstr("winner: none yet, the game is unfinished"));
  // Input that ends is the same as leaving.
  EXPECT_EQ(shell("\"$CASEBOOK\" play examples/hex-skirmish --players human,first").status, 0);
}

TEST(Play, LeavingAGameThatNothingKeepsIsSaidFirst) {
  const TemporaryFolder folder;
  const std::string record = folder.path().string() + "/kept.record";
  const Ended run = shell("\"$CASEBOOK\" play examples/hex-skirmish --players human,first --seed 1",
                          "move(A1, b1)\nquit\nrecord " + record + "\nquit\n");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("This game is not recorded: `record FILE` writes it to a file."));
  EXPECT_THAT(run.out, HasSubstr("recorded in " + record));
  EXPECT_THAT(casebook({"replay", record}).out, HasSubstr("2 of 2 steps replayed"));
  // Nothing is lost where nothing was done.
  const Ended at_once = shell("\"$CASEBOOK\" play examples/hex-skirmish --players human,first", "quit\n");
  EXPECT_THAT(at_once.out, testing::Not(HasSubstr("not recorded")));
}

class Recorded : public testing::Test {
 protected:
  void SetUp() override {
    file_ = folder_.path().string() + "/game.record";
    const Ended run = casebook({"play", game, "--seed", "5", "--record", file_, "--quiet"});
    ASSERT_EQ(run.status, 0) << run.err;
    winner_ = last_line(run.out).substr(std::string("winner: ").size());
    text_ = contents(file_);
  }
  Ended replay_of(const std::string& text, std::vector<std::string> more = {}) {
    write(file_, text);
    std::vector<std::string> words{"replay", file_};
    words.insert(words.end(), more.begin(), more.end());
    return casebook(words);
  }

  TemporaryFolder folder_;
  std::string file_, text_, winner_;
};

TEST_F(Recorded, replays_to_the_same_end) {
  const Ended run = replay_of(text_);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("outcome won by " + winner_));
  EXPECT_EQ(replay_of(text_).out, run.out);
}

// What is there may be lawful, but it is not the record that somebody wrote.
TEST_F(Recorded, that_is_cut_off_is_replayed_as_far_as_it_goes_and_not_taken_for_whole) {
  const std::string cut = text_.substr(0, text_.rfind("outcome "));
  const Ended run = replay_of(cut);
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("P0136"));
  EXPECT_THAT(run.out, HasSubstr("steps replayed"));
  EXPECT_EQ(replay_of(cut + "outcome open\n").status, 40);  // the game is over there
  EXPECT_EQ(replay_of(cut, {"--steps", "4"}).status, 0);
}

TEST_F(Recorded, can_be_stopped_and_gone_on_with_from_a_position) {
  const std::string position = folder_.path().string() + "/position.json";
  const Ended run = replay_of(text_, {"--steps", "4", "--position", position});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("4 of 4 steps replayed"));
  EXPECT_THAT(casebook({"legal", position}).out, HasSubstr(" chooses, at game:"));
  EXPECT_THAT(last_line(casebook({"play", position, "--seed", "1"}).out), StartsWith("winner: "));
  EXPECT_EQ(replay_of(text_, {"--steps", "4", "--position", "/no/such/folder/p.json"}).status, 2);
  // The unit stands off the map, or nowhere at all: refused with the place in the file.
  const std::string good = contents(position);
  const size_t at = good.find("\"B1\": {\"place\": \"");
  ASSERT_NE(at, std::string::npos) << good;
  std::string broken = good;
  broken.replace(at, good.find('"', at + 17) - at, "\"B1\": {\"place\": \"zz9");
  write(position, broken);
  const Ended refused = casebook({"legal", position});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("position.json:"));
  EXPECT_THAT(refused.err, HasSubstr("zz9"));
  EXPECT_THAT(refused.out, IsEmpty());
}

TEST_F(Recorded, of_other_rules_is_refused_unless_tried_under_others) {
  const size_t at = text_.find("\nrules ") + 7;
  std::string other = text_;
  other.replace(at, 16, "0123456789abcdef");
  const Ended refused = replay_of(other);
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.err, HasSubstr("P0150"));
  const Ended tried = replay_of(other, {"--under", game});
  EXPECT_EQ(tried.status, 0) << tried.err;
  EXPECT_THAT(tried.err, HasSubstr("warning P0150"));
  const Ended unknown = replay_of(replaced(text_, "scenario " + game, "scenario my/own"));
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("C0109"));
}

TEST_F(Recorded, names_the_first_step_that_is_not_lawful) {
  const Ended run = replay_of(replaced(text_, "\n1 first: ", "\n1 first: attack(A1, B1)\n2 first: "));
  EXPECT_NE(run.status, 0);
  const std::string first_step =
      text_.substr(text_.find("\n1 first: ") + 1,
                   text_.find('\n', text_.find("\n1 first: ") + 1) - text_.find("\n1 first: ") - 1);
  const Ended unlawful = replay_of(replaced(text_, first_step, "1 first: attack(A1, B1)"));
  EXPECT_EQ(unlawful.status, 40);
  EXPECT_THAT(unlawful.err, HasSubstr("game.record:"));
  EXPECT_THAT(unlawful.err, HasSubstr("P0151"));
  EXPECT_THAT(unlawful.err, HasSubstr("2.3"));
}

TEST_F(Recorded, cut_short_is_noticed) {
  const Ended half = replay_of(text_.substr(0, text_.size() / 2));
  EXPECT_NE(half.status, 0);
  EXPECT_THAT(half.err, HasSubstr("game.record:"));
  const Ended nothing = replay_of("");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("P0130"));
}

}  // namespace
}  // namespace casebook::cli_tests
