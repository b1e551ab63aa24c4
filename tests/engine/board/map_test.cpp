// SPDX-License-Identifier: Apache-2.0
#include "engine/board/map.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/board/map_loose_ends.h"

namespace casebook::board {
namespace {

std::string sample(const std::string& name) {
  std::ostringstream out;
  out << std::ifstream(std::string(CASEBOOK_SOURCE_DIR) + "/tests/engine/board/samples/" + name).rdbuf();
  return out.str();
}

HexMap the_ford() {
  Diagnostics diagnostics;
  auto map = read_map(sample("map.v1.json"), "map.json", diagnostics);
  EXPECT_TRUE(map) << diagnostics_text(diagnostics);
  return *map;
}

const Fact* find(const std::vector<Fact>& facts, const std::string& attribute) {
  for (const Fact& fact : facts) {
    if (fact.attribute == attribute) return &fact;
  }
  return nullptr;
}

TEST(Map, hexes_are_in_the_order_of_their_numbers) {
  const HexMap map = the_ford();
  std::string order;
  for (int hex = 0; hex < map.hexes(); ++hex) order += map.hex_id(hex) + " ";
  EXPECT_EQ(order, "0102 0103 0201 0202 0203 0301 0302 0303 0401 0402 ");
  EXPECT_EQ(map.find_hex("0202"), 3);
  for (const char* none : {"0101", "0403", "0501", "202", ""}) EXPECT_EQ(map.find_hex(none), nowhere) << none;
  EXPECT_EQ(map.nearest_hex("02O2", map.own_numbering), "0202");
}

TEST(Map, one_hex_has_other_numbers_in_another_numbering) {
  const HexMap map = the_ford();
  const int second = *map.find_numbering("second");
  EXPECT_EQ(map.hex_id(map.find_hex("0201"), second), "7B");
  EXPECT_EQ(map.find_hex("6B", second), map.find_hex("0202"));
  EXPECT_EQ(map.find_hex("0202", second), nowhere);
  EXPECT_FALSE(map.find_numbering("third"));
}

TEST(Map, facts_know_their_provenance_and_defaults_fill_up) {
  const HexMap map = the_ford();
  const auto hexes = map.facts_by_hex();
  const auto name_of = [&](const Fact& fact) {
    return map.provenances.all.at(static_cast<size_t>(fact.provenance)).name;
  };
  const auto& swamp = hexes[static_cast<size_t>(map.find_hex("0202"))];
  EXPECT_EQ(find(swamp, "terrain")->value.text, "swamp");
  EXPECT_EQ(name_of(*find(swamp, "height")), "book");  // the line speaks
  const auto& sand = hexes[static_cast<size_t>(map.find_hex("0102"))];
  EXPECT_EQ(name_of(*find(sand, "terrain")), "book");  // the file speaks of terrain
  const auto& other = hexes[static_cast<size_t>(map.find_hex("0301"))];
  EXPECT_EQ(find(other, "terrain")->value.text, "clear");
  const auto sides = map.facts_by_hexside();
  const auto& ridge =
      sides[static_cast<size_t>(map.ground.between(map.find_hex("0201"), map.find_hex("0102")))];
  EXPECT_EQ(name_of(*find(ridge, "ridge")), "drawn");  // and of everything else
  EXPECT_EQ(map.places[0].name, "ford");
  EXPECT_EQ(map.provenances.all[static_cast<size_t>(map.places[0].provenance)].name, "drawn");
}

TEST(Map, links_set_the_hexsides_they_cross_and_no_other) {
  const HexMap map = the_ford();
  const auto sides = map.facts_by_hexside();
  std::set<std::pair<std::string, std::string>> road;
  for (int side = 0; side < map.hexsides(); ++side) {
    const auto& ends = map.ground.ends(side);
    if (find(sides[static_cast<size_t>(side)], "road") != nullptr)
      road.insert({map.hex_id(ends[0]), map.hex_id(ends[1])});
  }
  EXPECT_EQ(road, (std::set<std::pair<std::string, std::string>>{{"0102", "0202"}, {"0202", "0302"}}));
}

TEST(Map, edge_hexsides_are_given_by_direction) {
  const HexMap map = the_ford();
  ASSERT_EQ(map.hexside_facts.size(), 2U);
  const auto shore = std::find_if(map.hexside_facts.begin(), map.hexside_facts.end(),
                                  [](const HexsideFacts& line) { return line.direction >= 0; });
  ASSERT_NE(shore, map.hexside_facts.end());
  EXPECT_EQ(map.ground.ends(shore->hexside)[1], nowhere);
  EXPECT_EQ(map.hex_id(shore->first), "0102");
}

TEST(Map, an_inner_hexside_given_by_direction_is_the_same_hexside) {
  Diagnostics diagnostics;
  const std::string head =
      R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "pointy", "shape": "rhombus", "columns": 2, "rows": 2},
          "numberings": {"n": {}}, "hexsides": [)";
  const auto by_direction =
      read_map(head + R"({"of": "12", "direction": "northeast", "wall": true}]})", "f", diagnostics);
  const auto by_pair = read_map(head + R"({"between": ["21", "12"], "wall": true}]})", "f", diagnostics);
  ASSERT_TRUE(by_direction && by_pair) << diagnostics_text(diagnostics);
  EXPECT_TRUE(*by_direction == *by_pair);
}

TEST(Map, only_and_missing_say_the_same) {
  Diagnostics diagnostics;
  const std::string head =
      R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "columns": 2, "rows": 2},
          "numberings": {"n": {}}, )";
  const auto only = read_map(head + R"("only": ["22", "11"]})", "f", diagnostics);
  const auto missing = read_map(head + R"("missing": ["12", "21"]})", "f", diagnostics);
  ASSERT_TRUE(only && missing) << diagnostics_text(diagnostics);
  EXPECT_TRUE(*only == *missing);
  EXPECT_EQ(only->hexes(), 2);
  const auto none = read_map(head + R"("only": []})", "f", diagnostics);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->hexes(), 0);
  EXPECT_TRUE(*read_map(write_map(*none), "f", diagnostics) == *none);
}

TEST(Map, the_largest_map_is_read_and_one_hex_more_is_not) {
  const auto text = [](int columns) {
    return R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "rows": 200, "columns": )" +
           std::to_string(columns) +
           R"(}, "numberings": {"n": {"column": {"width": 3}, "row": {"width": 3}}}})";
  };
  Diagnostics diagnostics;
  EXPECT_EQ(read_map(text(200), "f", diagnostics)->hexes(), 40000);
  EXPECT_FALSE(read_map(text(201), "f", diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "D0124");
}

TEST(Map, a_road_that_ends_nowhere_is_told) {
  const auto told = [](const std::string& links, const std::string& more) {
    Diagnostics diagnostics;
    const auto map = read_map(
        R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "columns": 5, "rows": 5},
 "numberings": {"n": {"column": {"width": 2}, "row": {"width": 2}}},
 "links": [)" +
            links + "]" + more + "}",
        "map.json", diagnostics);
    EXPECT_TRUE(map) << diagnostics_text(diagnostics);
    check_loose_ends(*map, diagnostics);
    std::string out;
    for (const Diagnostic& one : diagnostics.all())
      out += one.code + " " + std::to_string(one.range.begin.line) + " " + one.message + "\n";
    return out;
  };
  const std::string road = R"({"attribute": "road", "through": "0103 0203 0303"})";
  EXPECT_EQ(told(road, ""), "D0170 3 this road ends in 0303, inside the map, where nothing meets it\n");
  const auto ending = [](const std::string& open) {
    return R"({"attribute": "road", "through": "0103 0203 0303", "openEnds": ")" + open + "\"}";
  };
  EXPECT_EQ(told(ending("0303"), ""), "");
  EXPECT_EQ(told(ending("0103"), ""),
            "D0170 3 the end of this road in 0103 is called open, and it is not\n"
            "D0170 3 this road ends in 0303, inside the map, where nothing meets it\n");
  EXPECT_EQ(told(ending("0303") + R"(, {"attribute": "trail", "through": "0303 0304 0305"})", ""),
            "D0170 3 the end of this road in 0303 is called open, and it is not\n");
  EXPECT_EQ(told(road, R"(, "places": {"ford": "0303"})"), "");
  EXPECT_EQ(told(road, R"(, "labels": [{"at": "0303", "text": "Mill"}])"), "");
  EXPECT_EQ(told(road + R"(, {"attribute": "trail", "through": "0303 0304 0305"})", ""), "");
  EXPECT_EQ(told(R"({"attribute": "road", "through": "0303 0203 0202 0302 0303"})", ""), "");
}

// Sizes that would make somebody wait: each is refused by name, quickly, whatever the file asks for.
TEST(Map, what_would_take_long_is_refused) {
  const std::string head =
      R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "columns": 64, "rows": 64},
    "numberings": {"n": {"column": {"width": 2}, "row": {"width": 2}})";
  const auto many = [](int count, auto item) {
    std::string out;
    for (int i = 0; i < count; ++i) out += (i > 0 ? "," : "") + item(std::to_string(i));
    return out;
  };
  const auto named = [](const std::string& i) { return "\"x" + i + "\": {}"; };
  const auto truth = [](const std::string& i) { return "\"x" + i + "\": true"; };
  const auto text = [](const std::string& i) { return "\"9" + i + "\""; };
  const auto made_up = [](const std::string& i) { return "\"x" + i + "\": {\"reconstructed\": \"so\"}"; };
  const auto link = [](const std::string& i) {
    return R"({"attribute": "x)" + i + R"(", "through": "0101 0102"})";
  };
  for (const auto& [body, message] : std::vector<std::pair<std::string, std::string>>{
           {", " + many(100'000, named) + "}}", "there are more than 16 numberings, which is the limit"},
           {"}, \"hexes\": {\"0101\": {" + many(100'000, truth) + "}}}",
            "there are more than 256 attributes in one line, which is the limit"},
           {"}, \"provenances\": {" + many(50'000, made_up) + "}}",
            "there are more than 256 provenances, which is the limit"},
           {"}, \"links\": [" + many(50'000, link) + "]}",
            "there are more than 256 attributes in \"links\", which is the limit"},
           {"}, \"missing\": [" + many(200'000, text) + "]}", "there is no hex \"90\""}}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_map(head + body, "f", diagnostics));
    ASSERT_TRUE(diagnostics.has_errors());
    const std::string& wanted = message;
    EXPECT_TRUE(std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                            [&wanted](const Diagnostic& one) { return one.message == wanted; }))
        << message;
    EXPECT_LE(diagnostics.all().size(), 2 * limits::diagnostics);  // errors and warnings
    EXPECT_LE(diagnostics.suggestions_sought(), 2 * limits::diagnostics);
  }
}

// 2.4 MB in which every line names a hex that is not there: for each the nearest of 4,096 would be sought.
TEST(Map, a_mistake_in_every_line_costs_no_more_than_a_page_of_them) {
  std::string text =
      R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "columns": 64, "rows": 64},
    "numberings": {"n": {"column": {"width": 2}, "row": {"width": 2}}},
    "hexes": {)";
  constexpr size_t lines = 75'000;
  for (size_t i = 0; i < lines; ++i)
    text += (i == 0 ? "\n\"9" : ",\n\"9") + std::to_string(100'000 + i) + "\": {\"terrain\": \"sand\"}";
  text += "\n}}";
  EXPECT_GT(text.size(), 2'200'000U);
  Diagnostics diagnostics;
  EXPECT_FALSE(read_map(text, "f", diagnostics));
  EXPECT_EQ(diagnostics.error_count(), lines);
  EXPECT_EQ(diagnostics.all().size(), limits::diagnostics);
  EXPECT_EQ(diagnostics.dropped(), lines - limits::diagnostics);
  EXPECT_EQ(diagnostics.suggestions_sought(), limits::diagnostics);
  const std::string shown = diagnostics_text(diagnostics);
  EXPECT_NE(shown.find("... and 74800 more that are not shown\n"), std::string::npos);
}

// ---- any map

JsonValue any_value() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return JsonValue::of(*rc::gen::arbitrary<bool>());
    case 1:
      return JsonValue::of(*rc::gen::inRange<int64_t>(-1000, 1000));
    case 2:
      return JsonValue::of(*rc::gen::element<std::string>("sand", "1/2", "ä \"quoted\" \\ \n", ""));
    default:
      return JsonValue::array({JsonValue::of("a"), JsonValue::of(int64_t{2})});
  }
}

void add_facts(JsonValue& line) {
  if (*rc::gen::inRange(0, 4) == 0)
    line.add("provenance", JsonValue::of(*rc::gen::element<std::string>("p", "q")));
  for (const char* attribute : {"terrain", "height", "ridge"}) {
    if (*rc::gen::arbitrary<bool>()) line.add(attribute, any_value());
  }
}

/// JSON of a random map, hexsides and links following real neighbours.
std::string any_map() {
  const bool flat = *rc::gen::arbitrary<bool>(), rhombus = *rc::gen::arbitrary<bool>(),
             odd = *rc::gen::arbitrary<bool>();
  const int64_t columns = *rc::gen::inRange<int64_t>(1, 7), rows = *rc::gen::inRange<int64_t>(1, 7);
  JsonValue grid = JsonValue::object();
  grid.add("hexes", JsonValue::of(flat ? "flat" : "pointy"));
  if (rhombus) {
    grid.add("shape", JsonValue::of("rhombus"));
  } else {
    grid.add("shifted", JsonValue::of(std::string(odd ? "odd" : "even") + (flat ? " columns" : " rows")));
  }
  grid.add("columns", JsonValue::of(columns));
  grid.add("rows", JsonValue::of(rows));
  JsonValue top = JsonValue::object();
  top.add("format", JsonValue::of("casebook/map"));
  top.add("version", JsonValue::of(int64_t{1}));
  top.add("grid", std::move(grid));
  Diagnostics ignored;
  top.add("numberings",
          *parse_json(*rc::gen::element<std::string>(
                          R"({"n": {}, "m": {"order": "row column", "column": {"style": "letters"}}})",
                          R"({"m": {"column": {"reversed": true, "start": 0}}, "n": {"separator": "."}})"),
                      "f", ignored));
  if (*rc::gen::arbitrary<bool>()) top.add("numbering", JsonValue::of("m"));
  top.add("provenances",
          *parse_json(R"({"p": {"reconstructed": "so"}, "q": {"attested": {"source": "s", "case": "4.2"}}})",
                      "f", ignored));
  Diagnostics diagnostics;
  const auto bare = read_map(write_json(top), "f", diagnostics);
  RC_ASSERT(bare.has_value());
  const auto any_hex = [&] { return *rc::gen::inRange(0, bare->hexes()); };

  std::set<int> used, sides, gone;
  JsonValue hexes = JsonValue::object(), hexsides = JsonValue::array(), links = JsonValue::array(),
            missing = JsonValue::array();
  for (int hex = 1; hex < bare->hexes(); ++hex) {
    if (*rc::gen::inRange(0, 8) == 0) {
      gone.insert(hex);
      missing.items.push_back(JsonValue::of(bare->hex_id(hex)));
    }
  }
  const int lines = *rc::gen::inRange(0, 8);
  for (int i = 0; i < lines; ++i) {
    const int hex = any_hex();
    if (gone.contains(hex)) continue;
    if (used.insert(hex).second) {
      JsonValue line = JsonValue::object();
      add_facts(line);
      hexes.add(bare->hex_id(hex), std::move(line));
    }
    const int d = *rc::gen::inRange(0, directions);
    const int other = bare->ground.neighbours(hex)[static_cast<size_t>(d)];
    if (!sides.insert(bare->ground.sides(hex)[static_cast<size_t>(d)]).second) continue;
    JsonValue line = JsonValue::object();
    if (other != nowhere && !gone.contains(other)) {
      if (*rc::gen::arbitrary<bool>()) {
        links.items.push_back(JsonValue::object(
            {{"attribute", JsonValue::of("road"), {}},
             {"through", JsonValue::of(bare->hex_id(hex) + " " + bare->hex_id(other)), {}}}));
      }
      line.add("between",
               JsonValue::array({JsonValue::of(bare->hex_id(hex)), JsonValue::of(bare->hex_id(other))}));
    } else {
      line.add("of", JsonValue::of(bare->hex_id(hex)));
      line.add("direction", JsonValue::of(std::string(bare->ground.grid().direction_name(d))));
    }
    add_facts(line);
    hexsides.items.push_back(std::move(line));
  }
  top.add("missing", std::move(missing));
  top.add("hexes", std::move(hexes));
  top.add("hexsides", std::move(hexsides));
  top.add("links", std::move(links));
  top.add("places", JsonValue::object({{"home", JsonValue::of(bare->hex_id(0)), {}}}));
  return write_json(top);
}

RC_GTEST_PROP(AnyMap, is_equal_after_being_written_and_read, ()) {
  const std::string text = any_map();
  Diagnostics diagnostics;
  const auto map = read_map(text, "f", diagnostics);
  if (!map) RC_FAIL(diagnostics_text(diagnostics) + text);
  const std::string written = write_map(*map);
  const auto again = read_map(written, "g", diagnostics);
  if (!again) RC_FAIL(diagnostics_text(diagnostics) + written);
  RC_ASSERT(*again == *map);
  RC_ASSERT(write_map(*again) == written);
  for (int hex = 0; hex < map->hexes(); ++hex) {
    for (int n = 0; n < static_cast<int>(map->numberings.size()); ++n)
      RC_ASSERT(map->find_hex(map->hex_id(hex, n), n) == hex);
  }
}

}  // namespace
}  // namespace casebook::board
