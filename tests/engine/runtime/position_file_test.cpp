// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/records/position_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/runtime/control.h"
#include "engine/runtime/slot_values.h"
#include "tests/support/tiny_scenario.h"

namespace casebook::runtime {
namespace {

const Scenario& tiny() {
  static const std::shared_ptr<const Scenario> scenario = tests::tiny_scenario();
  return *scenario;
}

/// A random value of the type.
Value random_value(const language::Type& type) {
  using language::TypeTag;
  const auto below = [](int32_t n) { return *rc::gen::inRange(0, n); };
  const auto size = [&] { return tiny().size(type.of); };
  switch (type.tag) {
    case TypeTag::boolean:
      return {below(2), {}};
    case TypeTag::number: {
      const language::Measure& m = tiny().program->measures[type.of];
      if (m.or_never && below(5) == 0) return {static_cast<int32_t>(language::never_value), {}};
      return {*rc::gen::inRange(static_cast<int32_t>(m.low), static_cast<int32_t>(m.high) + 1), {}};
    }
    case TypeTag::entity:
      return {below(size()), {}};
    case TypeTag::maybe:
      return {below(size() + 1) - 1, {}};
    case TypeTag::location:
      return {below(tiny().ground.hexes + 2), {}};
    case TypeTag::set: {
      Value value;
      for (int32_t i = 0; i < size(); ++i) {
        if (below(2) == 1) value.items.push_back(i);
      }
      return value;
    }
    default:
      return below(2) == 1 ? Value{0, {2, 1, 0, 1}} : Value{0, {1}};
  }
}

/// Any typed position: a control path, and every value that is alive.
Position random_position() {
  const Scenario& s = tiny();
  const language::Program& p = *s.program;
  Position position = s.start;
  const std::string path = *rc::gen::element<std::string>("start", "game:1", "game:2", "game:1 / combat:1",
                                                          "game:2 / combat:1", "game:2 / combat:2");
  ControlProblem problem;
  const Control control = *parse_control(p, path, problem);
  set_control(s, position, control);
  const bool fighting = control.procedures.size() == 2;
  for (size_t i = 0; i < p.states.size(); ++i) {
    if (p.states[i].procedure != language::none && !fighting) continue;
    for (uint32_t c = 0; c < s.layout.states[i].combinations; ++c)
      write_slot(position, s.layout.states[i], p.states[i].type, c, random_value(p.states[i].type));
  }
  const language::Type location{language::TypeTag::location, language::none, 1};
  for (uint32_t u = 0; u < 3; ++u)
    write_slot(position, s.layout.places[3], location, u, random_value(location));
  if (fighting) {
    for (const VarId id : p.sites[control.site].scope) {
      const language::Type& type = p.vars[id].type;
      write_slot(position, s.layout.vars[id], type, 0, random_value(type));
    }
  }
  return position;
}

std::string messages(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.code + " " + d.message + "; ";
  return text;
}

RC_GTEST_PROP(PositionFile, SavedAndLoadedIsTheSame, ()) {
  const Position position = random_position();
  const std::string text = position_text(tiny(), position);
  Diagnostics diagnostics;
  const auto loaded = load_position(tiny(), text, "p.json", diagnostics);
  RC_LOG() << text << messages(diagnostics);
  RC_ASSERT(loaded.has_value());
  RC_ASSERT(diagnostics.empty());
  RC_ASSERT(loaded->words() == position.words());
  RC_ASSERT(loaded->hash() == position.hash());
  RC_ASSERT(position_text(tiny(), *loaded) == text);
}

RC_GTEST_PROP(PositionFile, OverIsSavedToo, ()) {
  const std::string text = *rc::gen::element<std::string>("won by white", "won by black", "drawn",
                                                          "stuck at combat:2", "stuck at game:1", "fault",
                                                          "fault by 1.0", "fault by unwritten: why not");
  Position position = tiny().start;
  const auto outcome = parse_outcome(tiny(), text);
  RC_ASSERT(outcome.has_value());
  set_outcome(tiny(), position, *outcome);
  RC_ASSERT(outcome_text(tiny(), outcome_of(tiny(), position)) == text);
  Diagnostics diagnostics;
  const auto loaded = load_position(tiny(), position_text(tiny(), position), "p.json", diagnostics);
  RC_ASSERT(diagnostics.empty());
  RC_ASSERT(loaded->words() == position.words());
}

TEST(PositionFile, ReadsLikeThis) {
  Position position = tiny().start;
  ControlProblem problem;
  set_control(tiny(), position, *parse_control(*tiny().program, "game:2 / combat:1", problem));
  const Layout& layout = tiny().layout;
  const auto& states = tiny().program->states;
  write_slot(position, layout.states[0], states[0].type, 0, {5, {}});
  position.set_cell(layout.places[3].first + 2, 3);
  write_slot(position, layout.states[3], states[3].type, 2, {3, {}});
  write_slot(position, layout.states[4], states[4].type, 4, {7, {}});
  write_slot(position, layout.states[5], states[5].type, 0, {0, {0, 2}});
  write_slot(position, layout.vars[1], tiny().program->vars[1].type, 0, {0, {2, 1}});
  EXPECT_EQ(position_text(tiny(), position), R"({
  "format": "casebook/position",
  "version": 1,
  "edition": "tiny",
  "scenario": "examples/tiny",
  "switches": {
    "night": "yes"
  },
  "rules": "0123456789abcdef",
  "data": "fedcba9876543210",
  "control": "game:2 / combat:1",
  "state": {
    "turn": "5/2",
    "cup": ["1st", "3rd"]
  },
  "locals": {
    "combat.t": "A1",
    "combat.way": ["c1", "b1"],
    "combat.team": []
  },
  "entities": {
    "side": {
      "black": {"stock": {"b1": 7}}
    },
    "unit": {
      "A1": {"place": "a1"},
      "A2": {"place": "b1"},
      "B 1": {"place": "reserve", "left": "3/2"}
    }
  }
}
)");
}

TEST(PositionFile, WhatIsNotSaidIsAsAtTheStart) {
  Diagnostics diagnostics;
  const auto loaded = load_position(
      tiny(), R"({"format": "casebook/position", "version": 1, "control": "game:1"})", "p.json", diagnostics);
  ASSERT_TRUE(loaded.has_value());
  EXPECT_TRUE(diagnostics.empty());
  Position expected = tiny().start;
  expected.set_cell(tiny().layout.site, 1);
  EXPECT_EQ(loaded->words(), expected.words());
}

// Evaluators rely on it: a die that is in scope shows a face, whoever wrote the file.
TEST(PositionFile, WhatIsInScopeIsAlwaysAValue) {
  Diagnostics diagnostics;
  const auto loaded = load_position(
      tiny(), R"({"format": "casebook/position", "version": 1, "control": "game:2 / combat:2"})", "p.json",
      diagnostics);
  ASSERT_TRUE(loaded.has_value());
  const Layout& layout = tiny().layout;
  for (const VarId id : tiny().program->sites[3].scope) {
    const language::Var& var = tiny().program->vars[id];
    EXPECT_TRUE(is_typed(tiny(), var, read_slot(*loaded, layout.vars[id], var.type, 0))) << var.name;
  }
  EXPECT_EQ(variable_default(tiny(), tiny().program->vars[3]).number, 1);
}

TEST(PositionFile, OtherDataWarns) {
  Diagnostics diagnostics;
  EXPECT_TRUE(load_position(
      tiny(),
      R"({"format": "casebook/position", "version": 1, "data": "0000000000000001", "control": "game:1"})",
      "p.json", diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "P0118");
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::warning);
}

TEST(PositionFile, UnderOtherRulesWhenAskedFor) {
  const std::string text =
      R"({"format": "casebook/position", "version": 1, "edition": "huge", "control": "game:1"})";
  Diagnostics refused;
  EXPECT_FALSE(load_position(tiny(), text, "p.json", refused));
  EXPECT_EQ(refused.all().at(0).code, "P0114");
  Diagnostics warned;
  EXPECT_TRUE(load_position(tiny(), text, "p.json", warned, {.under_other_rules = true}));
  EXPECT_EQ(warned.all().at(0).code, "P0114");
  EXPECT_EQ(warned.error_count(), 0U);
}

TEST(PositionFile, SaysWhichRulesItNeeds) {
  Diagnostics diagnostics;
  const auto identity = position_identity(position_text(tiny(), tiny().start), "p.json", diagnostics);
  ASSERT_TRUE(identity.has_value());
  EXPECT_EQ(*identity, identity_of(tiny()));
  EXPECT_EQ(identity->scenario, "examples/tiny");
}

/// A broken file: what stands between the head and the end, and what is said about it.
struct Broken {
  std::string name, text, code;
  int line = 0, column = 0;
  std::string suggestion;
};

std::ostream& operator<<(std::ostream& out, const Broken& broken) {
  return out << broken.name;
}

class BrokenPosition : public testing::TestWithParam<Broken> {};

TEST_P(BrokenPosition, IsRefusedWithItsPlace) {
  const Broken& broken = GetParam();
  Diagnostics diagnostics;
  const auto loaded = load_position(tiny(), broken.text, "p.json", diagnostics);
  ASSERT_FALSE(diagnostics.empty());
  const Diagnostic& d = diagnostics.all()[0];
  EXPECT_EQ(loaded.has_value(), d.severity == Severity::warning);
  EXPECT_EQ(d.code, broken.code) << d.message;
  EXPECT_EQ(d.range.file, "p.json");
  EXPECT_EQ(d.range.begin.line, broken.line) << d.message;
  EXPECT_EQ(d.range.begin.column, broken.column) << d.message;
  EXPECT_EQ(d.suggestion, broken.suggestion);
  EXPECT_TRUE(d.severity == Severity::warning || !d.expected.empty() || d.code == "P0111" ||
              d.code == "D0102");
}

const std::string head = "{\"format\": \"casebook/position\", \"version\": 1,\n";

INSTANTIATE_TEST_SUITE_P(
    Files, BrokenPosition,
    testing::Values(
        Broken{"NoPosition", "{\"format\": \"casebook/map\", \"version\": 1}", "D0105", 1, 12, ""},
        Broken{"NoObject", "[]", "D0109", 1, 1, ""},
        Broken{"Newer", "{\"format\": \"casebook/position\",\n \"version\": 2}", "D0106", 2, 13, ""},
        Broken{"VersionText", "{\"format\": \"casebook/position\",\n \"version\": \"1\"}", "D0109", 2, 13,
               ""},
        Broken{"UnknownKey", head + "\"control\": \"game:1\", \"sate\": {}}", "D0110", 2, 22, "state"},
        Broken{"NoControl", head + "\"state\": {}}", "P0117", 1, 1, ""},
        Broken{"OtherRules", head + "\"rules\": \"0000000000000001\", \"control\": \"game:1\"}", "P0114", 2,
               10, ""},
        Broken{"OtherSwitch", head + "\"switches\": {\"night\": \"no\"}, \"control\": \"game:1\"}", "P0114",
               2, 13, ""},
        Broken{"BadFingerprint", head + "\"rules\": \"12\", \"control\": \"game:1\"}", "D0109", 2, 10, ""},
        Broken{"NoProcedure", head + "\"control\": \"game:2 / combta:1\"}", "P0113", 2, 22, "combat"},
        Broken{"NoSite", head + "\"control\": \"game:9\"}", "P0113", 2, 18, ""},
        Broken{"NoCall", head + "\"control\": \"game:3 / combat:1\"}", "P0113", 2, 18, ""},
        Broken{"NotCalled", head + "\"control\": \"game:1 / game:1\"}", "P0113", 2, 22, ""},
        Broken{"NoPath", head + "\"control\": \"game\"}", "P0113", 2, 13, ""},
        Broken{"NotFromTheGame", head + "\"control\": \"combat:1\"}", "P0113", 2, 13, "game"},
        Broken{"NoOutcome", head + "\"outcome\": \"won by nobody\"}", "P0113", 2, 12, ""},
        Broken{"UnknownUnit",
               head + "\"control\": \"game:1\", \"entities\": {\n\"unit\": {\"b 1\": {\"place\": \"a1\"}}}}",
               "P0110", 3, 10, "B 1"},
        Broken{"UnknownKind", head + "\"control\": \"game:1\", \"entities\": {\n\"units\": {}}}", "P0110", 3,
               1, "unit"},
        Broken{"UnknownHex",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"place\": \"A1\"}}}}",
               "P0110", 3, 17, "a1"},
        Broken{
            "UnknownBox",
            head +
                "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"place\": \"eliminted\"}}}}",
            "P0110", 3, 17, "eliminated"},
        Broken{"TwoPlaces",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"place\": \"a1\", "
                      "\"place\": \"b1\"}}}}",
               "P0111", 3, 23, ""},
        Broken{"UnitTwice",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"place\": "
                      "\"a1\"},\n\"A1\": {\"place\": \"b1\"}}}}",
               "P0111", 4, 1, ""},
        Broken{"InTheCupTwice", head + "\"control\": \"game:1\", \"state\": {\"cup\": [\"1st\", \"1st\"]}}",
               "P0111", 2, 47, ""},
        Broken{"OutOfRange", head + "\"control\": \"game:1\", \"state\": {\n\"turn\": 41}}", "P0112", 3, 9,
               ""},
        Broken{"OffTheStep", head + "\"control\": \"game:1\", \"state\": {\n\"turn\": \"5/3\"}}", "P0112", 3,
               9, ""},
        Broken{"NoNumber", head + "\"control\": \"game:1\", \"state\": {\n\"turn\": \"many\"}}", "P0112", 3,
               9, ""},
        Broken{"NeverNotAllowed",
               head + "\"control\": \"game:1\", \"entities\": {\"side\": {\n\"white\": {\"stock\": {\"a1\": "
                      "\"never\"}}}}}",
               "P0112", 3, 27, ""},
        Broken{"BrokenWay",
               head + "\"control\": \"game:1 / combat:1\",\n\"locals\": {\"combat.way\": [\"a1\", \"c1\"]}}",
               "P0112", 3, 33, ""},
        Broken{"WrongSort", head + "\"control\": \"game:1\", \"state\": {\n\"turn\": true}}", "D0109", 3, 9,
               ""},
        Broken{"WrongSortOfUnit",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": \"a1\"}}}", "D0109", 3, 7,
               ""},
        Broken{"NotNone", head + "\"control\": \"game:1\", \"state\": {\n\"mover\": null}}", "D0109", 3, 10,
               ""},
        Broken{"UnknownState", head + "\"control\": \"game:1\", \"state\": {\n\"trun\": 1}}", "P0115", 3, 1,
               "turn"},
        Broken{"UnknownStateOfUnit",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"lfet\": 1}}}}",
               "P0115", 3, 8, "left"},
        Broken{"UnknownLocal", head + "\"control\": \"game:1 / combat:1\",\n\"locals\": {\"combat.x\": 1}}",
               "P0115", 3, 12, "combat.d"},
        Broken{"NotInScope", head + "\"control\": \"game:1 / combat:1\",\n\"locals\": {\"combat.d\": 3}}",
               "P0116", 3, 12, ""},
        Broken{"NotRunning", head + "\"control\": \"game:1\", \"locals\": {\n\"combat.t\": \"A1\"}}", "P0116",
               3, 1, ""},
        Broken{"StateNotRunning", head + "\"control\": \"game:1\", \"state\": {\n\"combat.round\": 1}}",
               "P0116", 3, 1, ""},
        Broken{"HitsNotRunning",
               head + "\"control\": \"game:1\", \"entities\": {\"unit\": {\n\"A1\": {\"combat.hits\": 1}}}}",
               "P0116", 3, 8, ""},
        Broken{"NoJson", "{\"format\": \"casebook/position\",\n\"version\": 1,,}", "D0102", 2, 14, ""}),
    [](const auto& one) { return one.param.name; });

TEST(PositionFile, EveryMistakeIsReported) {
  Diagnostics diagnostics;
  EXPECT_FALSE(load_position(
      tiny(),
      head +
          R"("control": "game:7", "state": {"turn": 99, "trun": 1}, "entities": {"unit": {"A3": {}, "A2": {"place": 5}}}})",
      "p.json", diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 5U) << messages(diagnostics);
}

}  // namespace
}  // namespace casebook::runtime
