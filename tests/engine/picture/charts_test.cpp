// SPDX-License-Identifier: Apache-2.0
// Charts from the rules: what is laid out how, that every table is there with its case, and what sheets
// promise.
#include "engine/picture/paper/charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/picture/paper/chart_sheets.h"
#include "engine/picture/room.h"
#include "engine/picture/svg.h"
#include "engine/runtime/reference/reference.h"
#include "tests/engine/picture/drawn.h"
#include "tests/support/rules_text.h"
#include "tests/support/xml.h"

namespace casebook::picture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::scenario_of;

std::vector<std::string> texts(const std::vector<ChartBand>& bands) {
  std::vector<std::string> all;
  for (const ChartBand& band : bands) all.push_back(band.text);
  return all;
}
std::vector<std::string> line(const Chart& chart, size_t row) {
  std::vector<std::string> all;
  for (const ChartCell& cell : chart.cells.at(row)) all.push_back(cell.text);
  return all;
}

TEST(Charts, of_a_combat_table_have_bands_heads_and_ranks) {
  const Drawn one = drawn("across-suez/spi-1980");
  const auto charts = charts_of(*one.scenario, one.style);
  ASSERT_EQ(charts.size(), 2U);
  const Chart& results = charts[0];
  EXPECT_EQ(results.title, "Combat Results Table");
  EXPECT_THAT(results.tables, ElementsAre("combat_results", "columns"));
  EXPECT_THAT(results.labels, ElementsAre("chart: combat results", "6.3"));
  EXPECT_THAT(results.second_heads,
              ElementsAre("-3 or less", "-2 to -1", "0 to 1", "2 to 3", "4 to 5", "6 to 8", "9 or more"));
  EXPECT_THAT(texts(results.rows), ElementsAre("1", "2", "3", "4", "5", "6"));
  EXPECT_THAT(line(results, 3), ElementsAre("AE", "AR", "AR", "DR", "DR", "DR", "DR"));
  EXPECT_EQ(results.cells[3][0].rank, 0);
  EXPECT_EQ(results.cells[3][0].ranks, 5);
  EXPECT_THAT(results.note, HasSubstr("Dr:"));  // what the case of the results says
  const Chart& costs = charts[1];
  EXPECT_THAT(costs.columns, ElementsAre("Points"));
  EXPECT_THAT(costs.grounds.at(2), "sand");
  EXPECT_THAT(line(costs, 5), ElementsAre("no"));
}

TEST(Charts, of_one_index_stand_side_by_side_and_like_lines_are_one) {
  const Drawn one = drawn("examples/cup");
  const auto charts = charts_of(*one.scenario, one.style);
  std::vector<std::string> tables;
  for (const Chart& chart : charts)
    for (const std::string& table : chart.tables) tables.push_back(table);
  EXPECT_THAT(tables, testing::UnorderedElementsAre("results", "ground_cost", "defender_suffers",
                                                    "attacker_suffers"));
  const Chart& results = charts.at(0);
  EXPECT_THAT(texts(results.rows), ElementsAre("-2", "-1 to 0", "1", "2 to 3", "4 to 5", "6 to 7", "8 to 9"));
  EXPECT_THAT(results.columns.front(), "-3");
  const auto both = std::find_if(charts.begin(), charts.end(),
                                 [](const Chart& chart) { return chart.columns.size() == 2; });
  ASSERT_NE(both, charts.end());
  EXPECT_THAT(both->columns, ElementsAre("Defender suffers", "Attacker suffers"));
}

const char* const rules = R"(edition pieces "Pieces"
case 1.0 "Pieces"
  kind side = white, black
  kind unit on map
  box off
  given side(unit): side
  measure turns from 0 to 9
  given comes(unit) "comes on": turns = 0
  given gate(unit): hex or none = none
  state now: turns = 1
  state done: turns
  define dark() -> bool = now in {2, 5}
  measure die from 1 to 6
  kind effect = none_at_all, hit
  action wait()
  procedure game
    repeat
      choose by white
        wait()
case chart "damage" "Damage"
  summary "What a hit does."
  table damage(die) -> effect
    1 .. 4: none_at_all
    5, 6: hit
case chart "weather" "The weather"
  summary "It rains on Sundays."
)";

std::shared_ptr<const runtime::Scenario> small() {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units(
      "A white a1\nB black - place=\"off\" comes=2 gate=\"c3\"\nC black - place=\"off\" comes=2 "
      "gate=\"a1\"\nD white - place=\"off\" comes=5\n");
  return scenario_of(rules, data);
}

struct Small {
  std::shared_ptr<const runtime::Scenario> scenario = small();
  runtime::ReferenceRules reference{scenario};
  runtime::Position position = scenario->start;
  Style style;
  Pieces pieces;
  Diagnostics diagnostics;
  explicit Small(Style given = {}) {
    reference.begin(position);
    style = complete(std::move(given), nullptr, scenario->program.get(), diagnostics);
    pieces = pieces_of(reference.evaluator(), position, style);
  }
};

TEST(Track, counts_the_state_in_whose_measure_pieces_are_scheduled) {
  Style wished;
  wished.track = TrackLook{"now", "Turn", 1, 6, {}, {}, {{"dark", "Dark"}}};
  Small one(wished);
  EXPECT_TRUE(one.diagnostics.empty()) << testing_support::shown(one.diagnostics);
  const auto track = track_of(one.reference.evaluator(), one.position, one.style, one.pieces);
  ASSERT_TRUE(track);
  ASSERT_EQ(track->boxes.size(), 6U);
  EXPECT_EQ(track->title, "Turn");
  EXPECT_EQ(track->label, "1.0");
  EXPECT_EQ(track->arrival_title, "comes on");
  EXPECT_TRUE(track->boxes[0].now);
  EXPECT_TRUE(track->boxes[0].arrivals.empty());
  ASSERT_EQ(track->boxes[1].arrivals.size(), 2U);
  EXPECT_EQ(track->boxes[1].arrivals[0].counter.id, "B");
  EXPECT_EQ(track->boxes[1].arrivals[0].entry, "c3");
  EXPECT_THAT(track->boxes[1].marks, ElementsAre("Dark"));
  EXPECT_TRUE(track->boxes[2].marks.empty());
  EXPECT_EQ(track->boxes[4].arrivals.at(0).entry, "");
  // Without a style: the first state of that measure, from its start to the end of the measure.
  Small plain;
  const auto found = track_of(plain.reference.evaluator(), plain.position, plain.style, plain.pieces);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->boxes.size(), 9U);
  EXPECT_EQ(found->title, "Now");
}

TEST(Track, that_counts_nothing_is_warned_about_and_left_out) {
  Style wished;
  wished.track = TrackLook{"noww", {}, {}, {}, {}, {}, {}};
  wished.charts.push_back({"damagge", {}, true});
  Small one(wished);
  EXPECT_FALSE(one.style.track);
  ASSERT_EQ(one.diagnostics.all().size(), 2U) << testing_support::shown(one.diagnostics);
  EXPECT_EQ(one.diagnostics.all()[0].code, "D0166");
  EXPECT_EQ(one.diagnostics.all()[0].suggestion, "now");
  EXPECT_EQ(one.diagnostics.all()[1].suggestion, "damage");
}

TEST(Track, that_ends_before_it_begins_or_begins_beyond_its_measure_is_no_track_of_no_boxes) {
  Style wished;
  wished.track = TrackLook{"now", {}, 5, 2, {}, {}, {}};
  Small one(wished);
  ASSERT_EQ(one.diagnostics.all().size(), 1U);
  EXPECT_THAT(one.diagnostics.all()[0].message, HasSubstr("ends at 2, before it begins at 5"));
  EXPECT_EQ(track_of(one.reference.evaluator(), one.position, one.style, one.pieces)->boxes.size(), 5U);
  wished.track = TrackLook{"now", {}, 100, {}, {}, {}, {}};
  Small beyond(wished);
  EXPECT_FALSE(track_of(beyond.reference.evaluator(), beyond.position, beyond.style, beyond.pieces));
}

TEST(Charts, can_be_left_out_and_named_by_a_style_and_notes_are_of_charts_without_tables) {
  Style wished;
  wished.charts.push_back({"damage", "Hits", true});
  Small one(wished);
  auto charts = charts_of(*one.scenario, one.style);
  ASSERT_EQ(charts.size(), 1U);
  EXPECT_EQ(charts[0].title, "Hits");
  EXPECT_THAT(texts(charts[0].rows), ElementsAre("1 to 4", "5 to 6"));
  EXPECT_THAT(line(charts[0], 0), ElementsAre("none at all"));
  wished.charts[0].shown = false;
  EXPECT_TRUE(charts_of(*one.scenario, Small(wished).style).empty());
  const auto notes = chart_notes_of(*one.scenario);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].label, "chart: weather");
  EXPECT_EQ(notes[0].text, "It rains on Sundays.");
}

class ChartSheets : public testing::TestWithParam<std::string> {};

TEST_P(ChartSheets, are_readable_well_formed_and_within_their_page) {
  const Drawn one = drawn(GetParam());
  runtime::ReferenceRules reference(one.scenario);
  runtime::Position position = one.scenario->start;
  reference.begin(position);
  const MapPicture map(*one.request.map, one.request.numbering, one.style);
  ChartSheetRequest request;
  request.style = &one.style;
  request.drawn = &map;
  request.charts = charts_of(*one.scenario, one.style);
  request.notes = chart_notes_of(*one.scenario);
  request.track = track_of(reference.evaluator(), position, one.style, one.request.pieces);
  request.title = one.scenario->title;
  for (const char* size : {"A4", "letter", "A5"}) {
    request.page = *page_size(size);
    std::string problem;
    const auto pages = chart_sheets(request, problem);
    if (request.charts.empty() && request.notes.empty() && !request.track) {
      EXPECT_FALSE(pages);
      EXPECT_THAT(problem, HasSubstr("no table"));
      continue;
    }
    ASSERT_TRUE(pages) << problem;
    size_t cells = 0;
    for (const Picture& page : *pages) {
      EXPECT_EQ(page.width, request.page.width);
      std::string bad;
      EXPECT_TRUE(testing_support::parse_xml(svg_text(page), bad)) << bad;
      for (const Shape& shape : page.content.shapes) {
        const Room room = room_of(shape, page.symbols);
        EXPECT_TRUE(room.empty() ||
                    (room.left >= 0 && room.right <= page.width && room.bottom <= page.height))
            << page.title;
      }
      each<Text>(page.content.shapes, [&](const Text& text) {
        ++cells;
        EXPECT_GE(contrast(text.colour, text.ground), least_text_contrast) << text.text;
      });
      // A chart's own texts stay within the chart.
      each<Group>(page.content.shapes, [&](const Group& group) {
        if (group.role != "chart" || !group.window) return;
        const Window& window = *group.window;
        each<Text>(group.shapes, [&](const Text& text) {
          const Room room = room_of(Shape{text}, {});
          EXPECT_LE(room.right, window.from.x + window.width / window.scale + 0.5)
              << group.title << ": " << text.text;
          EXPECT_LE(room.bottom, window.from.y + window.height / window.scale + 0.5)
              << group.title << ": " << text.text;
        });
      });
    }
    EXPECT_GT(cells, 2U);
  }
  request.page = {"stamp", 80, 80};
  request.notes.push_back({"chart: x", "x", "x"});
  std::string problem;
  EXPECT_FALSE(chart_sheets(request, problem));
  EXPECT_THAT(problem, HasSubstr("charts need 100"));
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Charts, ChartSheets, testing::ValuesIn(editions()), test_name);

}  // namespace
}  // namespace casebook::picture
