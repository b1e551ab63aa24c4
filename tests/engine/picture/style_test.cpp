// SPDX-License-Identifier: Apache-2.0
// Styles as files: what is read, what is refused and why, what is made up for what they do not name.
#include "engine/picture/style.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_text.h"
#include "engine/board/scenario.h"
#include "tests/engine/picture/drawn.h"
#include "tests/support/json_schema.h"

namespace casebook::picture {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

std::string with(const std::string& members) {
  return "{\"format\": \"casebook/style\", \"version\": 1" + (members.empty() ? "" : ",\n" + members) + "}\n";
}

struct Wrong {
  std::string members, code, words;
  int line, column;
};

TEST(Style, refuses_what_it_cannot_draw_and_says_where) {
  for (const Wrong& wrong : std::vector<Wrong>{
           {R"("paper": "white")", "D0165", "\"white\" is no colour", 2, 10},
           {R"("ground": {"sand": {"pattern": "dot"}})", "D0111", "dots", 2, 32},
           {R"("ground": {"sand": {"colour": 7}})", "D0109", "colour", 2, 31},
           {R"("ground": ["sand"])", "D0109", "ground", 2, 11},
           {R"("hex": 3)", "D0112", "hex", 2, 8},
           {R"("symbols": {"guns": {"parts": ["dto"]}})", "D0111", "\"dto\" is no part of a symbol", 2, 32},
           {R"("sides": {"a": {"form": "round"}})", "D0111", "rounded", 2, 25},
       }) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_style(with(wrong.members), "style.json", diagnostics)) << wrong.members;
    ASSERT_EQ(diagnostics.all().size(), 1U) << diagnostics_text(diagnostics);
    const Diagnostic& one = diagnostics.all()[0];
    EXPECT_EQ(one.code, wrong.code) << wrong.members;
    EXPECT_EQ(one.range.begin, (TextPosition{wrong.line, wrong.column})) << wrong.members;
    EXPECT_THAT(diagnostics_text(diagnostics), HasSubstr(wrong.words));
  }
}

/// The places of every value below the top.
void all_places(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      out.push_back(at / key);
      all_places(inner, at / key, out);
    }
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      out.push_back(at / i);
      all_places(value[i], at / i, out);
    }
  }
}

TEST(Style, agrees_with_its_schema_on_every_alteration_of_the_sample) {
  const std::string root = CASEBOOK_SOURCE_DIR;
  const auto parsed = [&](const std::string& name) { return Json::parse(std::ifstream(root + name)); };
  const Json schema = parsed("/docs/formats/style.schema.json");
  const Json sample = parsed("/tests/engine/board/samples/style.v1.json");
  std::vector<Json::json_pointer> places;
  all_places(sample, Json::json_pointer(), places);
  size_t refused = 0;
  for (const auto& place : places) {
    for (const Json& other :
         {Json(nullptr), Json(true), Json(0), Json(30), Json(-5), Json(1.5), Json("oval"), Json("#12ab9F"),
          Json("#12ab9"), Json(Json::array()), Json(Json::array({"dot"})), Json(Json::object()),
          Json({{"a", Json::object()}}), Json({{"a", "dot"}})}) {
      Json altered = sample;
      altered.at(place) = other;
      Diagnostics diagnostics;
      const bool read = read_style(altered.dump(), "f", diagnostics).has_value();
      const bool valid = testing_support::violations(altered, schema).empty();
      EXPECT_EQ(read, valid) << place.to_string() << " = " << other << "\n" << diagnostics_text(diagnostics);
      refused += read ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 300U);
}

TEST(Style, reads_nothing_but_a_style) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_style(R"({"format": "casebook/map", "version": 1})", "style.json", diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0105");
}

TEST(Style, warns_of_what_neither_map_nor_rules_have_with_the_nearest_name) {
  const Drawn one = drawn("examples/cup");
  Diagnostics diagnostics;
  const auto style = read_style(with(R"("ground": {"ruogh": {"colour": "#ffffff"}}, "sides": {"east": {}})"),
                                "style.json", diagnostics);
  ASSERT_TRUE(style) << diagnostics_text(diagnostics);
  const Style whole = complete(*style, one.request.map, one.scenario->program.get(), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 2U);
  EXPECT_EQ(diagnostics.all()[0].code, "D0166");
  EXPECT_EQ(diagnostics.all()[0].suggestion, "rough");
  EXPECT_THAT(diagnostics.all()[1].message, HasSubstr("\"east\""));
  ASSERT_EQ(whole.grounds.size(), 3U);
  EXPECT_EQ(whole.grounds[1].member, "rough");
  EXPECT_FALSE(whole.grounds[1].letter.empty());
}

TEST(Style, is_found_in_the_folder_of_the_game_and_made_up_without) {
  const Drawn suez = drawn("across-suez/decision-games-2");
  EXPECT_THAT(suez.style.file, HasSubstr("across-suez/style.json"));
  const Drawn cup = drawn("examples/cup");
  EXPECT_EQ(cup.style.file, "");
  EXPECT_EQ(cup.style.ground, "terrain");
  ASSERT_EQ(cup.style.counters.size(), 1U);
  EXPECT_EQ(cup.style.counters[0].side, "side");  // a definition: the owner of the formation
  EXPECT_EQ(cup.style.counters[0].symbol, "arm");
  EXPECT_EQ(cup.style.counters[0].values, (std::vector<std::string>{"factor", "printed_allowance"}));
}

// A map that is only begun: what the rules let one draw has its look before the first of it is drawn, and the
// same one after.
TEST(Style, WhatTheRulesHaveLooksTheSameBeforeAndAfterItIsOnTheMap) {
  const Drawn suez = drawn("across-suez/spi-1980");
  board::HexMap bare = *suez.request.map;
  bare.links.clear();
  bare.hexside_facts.clear();
  Diagnostics diagnostics;
  auto read = load_style(suez.scenario->folder, {}, diagnostics);
  ASSERT_TRUE(read);
  const Style empty = complete(*read, &bare, suez.scenario->program.get(), diagnostics);
  ASSERT_NE(empty.link("road"), nullptr);
  EXPECT_EQ(empty.hexside("road"), nullptr);
  EXPECT_NE(empty.hexside("canal_side"), nullptr);
  Diagnostics ignored;  // without a style every look is made up, by the order of the rules
  const Style none = complete({}, &bare, suez.scenario->program.get(), ignored);
  bare.hexside_facts = suez.request.map->hexside_facts;
  std::reverse(bare.hexside_facts.begin(), bare.hexside_facts.end());
  const Style some = complete({}, &bare, suez.scenario->program.get(), ignored);
  for (const char* name : {"ridge", "canal_side", "lake_side"}) {
    ASSERT_NE(none.hexside(name), nullptr) << name;
    ASSERT_NE(some.hexside(name), nullptr) << name;
    EXPECT_EQ(none.hexside(name)->form, some.hexside(name)->form) << name;
    EXPECT_EQ(none.hexside(name)->colour, some.hexside(name)->colour) << name;
  }
}

// The map alone, as an editor has it while the rules cannot be read.
TEST(Style, needs_no_rules) {
  const Drawn cup = drawn("examples/cup");
  Diagnostics diagnostics;
  const Style style = complete({}, cup.request.map, nullptr, diagnostics);
  EXPECT_EQ(style.ground, "terrain");
  ASSERT_EQ(style.grounds.size(), 2U);  // what the file names: the default of the rules it does not know
  EXPECT_EQ(style.links.size(), 1U);
  EXPECT_TRUE(diagnostics.empty());
}

}  // namespace
}  // namespace casebook::picture
