// SPDX-License-Identifier: Apache-2.0
// Data that do not go with the rules: each is refused with its code, where it stands, and what was expected.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/rules_text.h"

namespace casebook::runtime {
namespace {

using testing_support::bind_text;
using testing_support::compile_text;
using testing_support::DataText;
using testing_support::small_map;
using testing_support::units;

const char* const pieces = R"(edition pieces "Pieces"
case 1.0
  kind side = white, black
  kind unit on map
  kind leader
  box off
  measure strengths from 1 to 9
  measure halves by 1/2 from 0 to 4
  option night "Night" needs commandos
  option commandos "Commandos"
  option calm "Calm" excludes commandos
  reading meaning "Which?"
    wide "the usual one"
    narrow "the other one"
    default wide
  given side(unit): side
  given strength(unit): strengths = 1
  given share(unit): halves = 1/2
  given span: number = 7
  given known(side, side): bool = no
  state turn: number
  state tired(unit): bool
  action wait()
  procedure game
    repeat
      round()
  procedure round
    state here: number
    choose by white
      wait()
)";

struct Broken {
  const char* name;
  const char* code;
  const char* message;
  const char* expected;    // "" where nothing is said
  const char* suggestion;  // the nearest name
  DataText data;
  Switches switches = {};
  std::string rules = {};  // further lines
};

DataText good() {
  DataText data;
  data.map = small_map(3, 3);
  data.order_of_battle = units("A white a1\nB black b2\n");
  return data;
}
DataText with_units(const std::string& lines) {
  DataText data = good();
  data.order_of_battle = units(lines);
  return data;
}
DataText with_scenario(const std::string& members) {
  DataText data = good();
  data.scenario = members;
  return data;
}
DataText with_map(const std::string& more) {
  DataText data = good();
  data.map = small_map(3, 3, more);
  return data;
}
DataText with_leader() {
  DataText data = good();
  data.order_of_battle = "\"entities\": [{\"kind\": \"leader\", \"id\": \"L1\", \"place\": \"a1\"}]";
  return data;
}
DataText with_kind() {
  DataText data = good();
  data.order_of_battle = "\"entities\": [{\"kind\": \"units\", \"id\": \"A1\", \"place\": \"a1\"}]";
  return data;
}
DataText with_thousands() {
  DataText data = good();
  std::string lines;
  for (int i = 0; i < 4097; ++i) lines += "U" + std::to_string(i) + " white a1\n";
  data.order_of_battle = units(lines);
  return data;
}

std::vector<Broken> all() {
  return {
      {"members of a kind", "D0150", "more than 4096 members of kind unit (limits::entities_of_a_kind)", "",
       "", with_thousands()},
      {"an unknown kind", "D0151", "the rules have no kind \"units\"", "", "unit", with_kind()},
      {"an attribute that nobody asks for", "D0152", "", "", "side",
       with_units("A white a1 sied=\"white\"\n")},
      {"a fact that nobody asks for", "D0153", "", "", "span", with_scenario(R"("facts": {"spann": 7})")},
      {"a word for a number", "D0154", "", "", "", with_units("A white a1 strength=\"strong\"\n")},
      {"too many arguments", "D0154", "the state tired takes 1 arguments, not 0", "", "",
       with_scenario(R"("state": {"tired": true})")},
      {"beyond the measure", "D0156", "", "strengths from 1 to 9 by 1", "",
       with_units("A white a1 strength=12\n")},
      {"between two steps", "D0156", "", "halves from 0 to 4 by 1/2", "",
       with_units("A white a1 share=\"1/3\"\n")},
      {"never, where it is not allowed", "D0156", "", "", "", with_units("A white a1 strength=\"never\"\n")},
      {"a place that the map does not name",
       "D0157",
       "the map names no place \"bridgehead\", which case 1.0 speaks of",
       "a line of it under \"places\"",
       "bridge_head",
       with_map(R"("places": {"bridge_head": "a1"})"),
       {},
       "  place bridgehead\n"},
      {"nothing given", "D0158", "\"side\" of unit A is not given", "", "", with_units("A - a1\n")},
      {"a place of what has none", "D0159",
       "a leader has no place: the rules do not say `kind leader on map`", "", "", with_leader()},
      {"a value that the option has not",
       "D0161",
       "the option night cannot be \"maybe\"",
       "yes or no",
       "",
       good(),
       {{"night", "maybe"}}},
      {"a value that the reading has not",
       "D0161",
       "the reading meaning has no value \"wied\"",
       "wide or narrow",
       "wide",
       good(),
       {{"meaning", "wied"}}},
      {"a switch without the one it needs",
       "D0162",
       "the option night needs commandos",
       "",
       "",
       good(),
       {{"night", "yes"}}},
      {"switches that exclude one another",
       "D0162",
       "the options calm and commandos exclude one another",
       "",
       "",
       good(),
       {{"calm", "yes"}, {"commandos", "yes"}}},
      {"a line with an option that the rules have not", "D0160", "the rules have no option \"comandos\"",
       "night, commandos or calm", "commandos", with_units("A white a1 with=\"comandos\"\n")},
      {"an unknown state", "D0163", "the rules have no state \"turnn\" that lasts the whole game", "", "turn",
       with_scenario(R"("state": {"turnn": 3})")},
      {"state of a procedure", "D0163", "the rules have no state \"here\" that lasts the whole game", "", "",
       with_scenario(R"("state": {"here": 3})")},
  };
}

TEST(Binding, TakesTheDataThatTheRefusedOnesDifferFrom) {
  Diagnostics of_rules, diagnostics;  // the rules use little of what they declare
  const auto program = compile_text(pieces, of_rules);
  ASSERT_TRUE(program) << testing_support::shown(of_rules);
  EXPECT_TRUE(bind_text(program, good(), diagnostics));
  EXPECT_TRUE(diagnostics.empty()) << testing_support::shown(diagnostics);
}

TEST(Binding, RefusesWhatDoesNotGoWithTheRules) {
  for (const Broken& broken : all()) {
    SCOPED_TRACE(broken.name);
    Diagnostics of_rules, diagnostics;
    const auto program = compile_text(std::string(pieces) + broken.rules, of_rules);
    ASSERT_TRUE(program) << testing_support::shown(of_rules);
    const auto scenario = bind_text(program, broken.data, diagnostics, broken.switches);
    ASSERT_EQ(diagnostics.all().size(), 1U) << testing_support::shown(diagnostics);
    const Diagnostic& one = diagnostics.all()[0];
    EXPECT_EQ(one.code, broken.code) << testing_support::shown(diagnostics);
    EXPECT_EQ(scenario == nullptr, one.severity == Severity::error);
    if (broken.message[0] != '\0') {
      EXPECT_EQ(one.message, broken.message);
    }
    if (broken.expected[0] != '\0') {
      EXPECT_EQ(one.expected, broken.expected);
    }
    EXPECT_EQ(one.suggestion, broken.suggestion);
    EXPECT_NE(one.message, "");
  }
}

}  // namespace
}  // namespace casebook::runtime
