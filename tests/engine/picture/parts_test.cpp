// SPDX-License-Identifier: Apache-2.0
// Parts of pictures: rooms, hexes by place, a map drawn piece by piece, pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/picture/limits.h"
#include "engine/picture/paper/pages.h"
#include "engine/picture/room.h"
#include "engine/picture/svg.h"
#include "tests/engine/picture/drawn.h"
#include "tests/support/xml.h"

namespace casebook::picture {
namespace {

using testing::HasSubstr;

TEST(Room, holds_lines_with_their_width_and_texts_turned) {
  Path path;
  path.move({10, 10}).line({20, 10});
  path.outline.stroke = Stroke{{}, 2, 1, {}, true};
  EXPECT_EQ(room_of(Shape{path}, {}), (Room{9, 9, 21, 11}));
  Text text;
  text.at = {50, 50};
  text.text = "mmmmmm";
  text.size = 4;
  const Room lying = room_of(Shape{text}, {});
  EXPECT_GT(lying.right, 50 + 6 * 3.5);
  EXPECT_LT(lying.top, 46);
  text.turn = 90;  // clockwise: downwards
  const Room down = room_of(Shape{text}, {});
  EXPECT_GT(down.bottom, 50 + 6 * 3.5);
  EXPECT_LT(down.right, 56);
  EXPECT_TRUE(room_of(Shape{Group{}}, {}).empty());
  // A symbol within itself ends.
  const std::vector<Symbol> round{{"a", {Shape{Use{0, {1, 1}}}}}};
  EXPECT_TRUE(room_of(Shape{Use{0, {0, 0}}}, round).empty());
}

TEST(Room, part_of_a_picture_keeps_what_meets_it_in_order) {
  const Drawn one = drawn("across-suez/spi-1980");
  const Room room{100, 100, 160, 150};
  const Group part = part_of(one.picture.content, room, one.picture.symbols);
  std::vector<std::string> whole_texts, part_texts;
  each<Text>(one.picture.content.shapes, [&](const Text& text) {
    if (room_of(Shape{text}, {}).meets(room)) whole_texts.push_back(text.text);
  });
  each<Text>(part.shapes, [&](const Text& text) { part_texts.push_back(text.text); });
  EXPECT_GT(part_texts.size(), 10U);
  EXPECT_LT(part_texts.size(), 60U);
  for (const std::string& text : whole_texts) EXPECT_THAT(part_texts, testing::Contains(text));
}

TEST(HexGeometry, finds_the_hexes_of_a_room_and_of_a_point_in_every_layout) {
  using board::Layout;
  for (const Layout layout : {Layout::flat_odd, Layout::flat_even, Layout::pointy_odd, Layout::pointy_even,
                              Layout::rhombus_flat, Layout::rhombus_pointy}) {
    std::vector<board::Cell> cells;
    for (int column = 0; column < 7; ++column)
      for (int row = 0; row < 6; ++row)
        if (column != 3 || row != 2) cells.push_back({column, row});
    const board::Topology ground(board::Grid{layout, 7, 6}, cells);
    HexGeometry geometry(ground, 10);
    geometry.move_to({5, -3});
    for (const Room& room :
         {Room{20, 15, 34, 29}, Room{-50, -50, 500, 500}, Room{41, 20, 41, 20}, Room{500, 500, 600, 600}}) {
      std::vector<int> wanted;
      for (int hex = 0; hex < ground.hexes(); ++hex)
        if (geometry.room(hex).meets(room)) wanted.push_back(hex);
      EXPECT_EQ(geometry.hexes_in(ground, room), wanted) << static_cast<int>(layout) << " " << room.left;
    }
    for (int hex = 0; hex < ground.hexes(); ++hex) {
      EXPECT_EQ(geometry.hex_at(ground, geometry.centre(hex)), hex);
      for (int corner = 0; corner < 6; ++corner)
        EXPECT_EQ(geometry.hex_at(ground, geometry.centre(hex) + geometry.corner(corner) * 0.98), hex);
    }
    EXPECT_EQ(geometry.hex_at(ground, {-200, -200}), board::nowhere);
    EXPECT_EQ(geometry.hex_at(ground, Point{5, -3} + Point{0.01, 0.01}),
              board::nowhere);  // outside the first corner
  }
}

/// Every drawn thing that stands over a room, as text: what a viewer would see there.
std::multiset<std::string> seen(const Picture& picture, const Group& group, const Room& room) {
  std::multiset<std::string> all;
  const auto note = [&](const auto& shape) {
    if (!room_of(Shape{shape}, picture.symbols).meets(room)) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Use>) {
      all.insert(picture.symbols.at(shape.symbol).name + " " + std::to_string(std::lround(shape.at.x * 100)) +
                 " " + std::to_string(std::lround(shape.at.y * 100)));
      return;
    }
    Picture alone;
    alone.symbols = picture.symbols;
    alone.content.add(shape);
    const std::string svg = svg_text(alone);
    all.insert(svg.substr(svg.rfind("<rect width")));
  };
  each<Use>(group.shapes, [&](const Use& one) { note(one); });
  each<Text>(group.shapes, [&](const Text& one) { note(one); });
  return all;
}

// A window paints the map from the hexes that meet a rectangle and their neighbours; it must see the same.
TEST(MapPicture, a_part_shows_over_its_room_what_the_whole_shows) {
  for (const auto& [edition, room] : std::vector<std::pair<std::string, Room>>{
           {"across-suez/spi-1980", {40, 190, 110, 230}}, {"examples/cup", {60, 50, 110, 90}}}) {
    const Drawn one = drawn(edition);
    MapPicture whole(*one.request.map, one.request.numbering, one.style);
    Picture all, few;
    whole.draw_ground(all, all.content);
    whole.draw_labels(all.content.group("layer", "labels"));
    const auto hexes = whole.hexes_about(room);
    ASSERT_LT(hexes.size(), 60U);
    const MapPicture part = whole.part(hexes);
    part.draw_ground(few, few.content);
    part.draw_labels(few.content.group("layer", "labels"));
    EXPECT_GT(seen(all, all.content, room).size(), 8U) << edition;
    EXPECT_EQ(seen(few, few.content, room), seen(all, all.content, room)) << edition;
    // Roads run the same way through every hexside within: their crossings are the same points.
    const auto crossings = [about = room](const Group& group) {
      std::set<std::pair<long, long>> points;
      each<Path>(group.shapes, [&](const Path& path) {
        for (const Path::Step& step : path.steps)
          if (step.verb == Path::Verb::curve && about.contains(step.to) && about.contains(step.first) &&
              about.contains(step.second))
            points.insert({std::lround(step.to.x * 100), std::lround(step.second.y * 100)});
      });
      return points;
    };
    EXPECT_EQ(crossings(few.content), crossings(all.content)) << edition;
    EXPECT_FALSE(crossings(all.content).empty()) << edition;
  }
}

TEST(MapFacts, mended_where_the_map_changed_says_what_one_made_anew_says) {
  const Drawn one = drawn("across-suez/spi-1980");
  board::HexMap map = *one.request.map;
  MapFacts kept(map);
  const int hex = map.hex_facts.at(7).hex, side = map.hexside_facts.at(5).hexside;
  map.hex_facts[7].facts.clear();
  map.hexside_facts.erase(map.hexside_facts.begin() + 5);
  kept.refresh({hex}, {side});
  const MapFacts anew(map);
  EXPECT_EQ(kept.of_hex(hex), anew.of_hex(hex));
  EXPECT_EQ(kept.of_hexside(side), anew.of_hexside(side));
  // A hexside that a road crosses keeps the road.
  const board::Link& link = map.links.at(0);
  const int crossed = map.ground.between(link.hexes.at(0), link.hexes.at(1));
  kept.refresh({}, {crossed});
  ASSERT_EQ(kept.of_hexside(crossed).size(), anew.of_hexside(crossed).size());
  EXPECT_TRUE(std::any_of(kept.of_hexside(crossed).begin(), kept.of_hexside(crossed).end(),
                          [&](const board::Fact& fact) { return fact.attribute == link.attribute; }));
}

// ---- pages

PageRequest request_of(const char* name, double margin = 10, double overlap = 10, double least = 18) {
  return {*page_size(name), margin, overlap, least};
}

// The head of an arrow that lies under a counter, or a name that a ring cuts, says nothing.
TEST(Overlays, let_ways_end_at_counters_and_rings_pass_under_names) {
  std::vector<const Counter*> ends;
  const Drawn one = drawn("across-suez/spi-1980", [&](SheetRequest& request) {
    for (const Counter& counter : request.pieces.counters)
      if (counter.hex >= 0 && ends.size() < 2 && (ends.empty() || ends.front()->hex != counter.hex))
        ends.push_back(&counter);
    ASSERT_EQ(ends.size(), 2U);
    Overlay way;
    way.title = "The choice";
    way.way = {ends[0]->hex, ends[1]->hex};
    request.overlays = {way};
    request.marks = {{request.map->labels.front().hex, "A"}};
  });
  std::vector<std::string> layers;
  std::map<std::string, Room> counters;
  std::vector<Path> paths;
  each<Group>(one.picture.content.shapes, [&](const Group& group) {
    if (group.role == "layer") layers.push_back(group.name);
    if (group.role == "counter") {
      for (const Shape& shape : group.shapes)
        if (const auto* card = std::get_if<Path>(&shape.is); card != nullptr && counters[group.name].empty())
          for (const Path::Step& step : card->steps)
            if (step.verb != Path::Verb::close) counters[group.name].include(step.to);
    }
    if (group.role != "way") return;
    for (const Shape& shape : group.shapes) paths.push_back(std::get<Path>(shape.is));
  });
  EXPECT_EQ(paths.size(), 3U);  // its rim, itself, one head
  for (const Counter* end : ends) {
    ASSERT_TRUE(counters.contains(end->id));
    const Room inside = counters[end->id];
    ASSERT_FALSE(inside.empty());
    for (const Path& path : paths)
      for (const Path::Step& step : path.steps)
        if (step.verb != Path::Verb::close) {
          EXPECT_FALSE(inside.contains(step.to)) << end->id << " hides a part of the way";
        }
  }
  const auto at = [&](const char* name) {
    return std::find(layers.begin(), layers.end(), name) - layers.begin();
  };
  EXPECT_LT(at("marks"), at("views"));
  EXPECT_LT(at("views"), at("labels"));
  EXPECT_LT(at("labels"), at("letters"));
  EXPECT_LT(at("letters"), static_cast<std::ptrdiff_t>(layers.size()));
}

TEST(Pages, are_as_many_as_needed_upright_or_lying) {
  std::string problem;
  const auto one = plan_pages(190, 277, request_of("A4"), problem);
  ASSERT_TRUE(one) << problem;
  EXPECT_EQ(one->pages(), 1);
  const auto lying = plan_pages(277, 190, request_of("a4"), problem);
  ASSERT_TRUE(lying);
  EXPECT_EQ(lying->pages(), 1);
  EXPECT_EQ(lying->page_width, 297);
  const auto many = plan_pages(374, 440, request_of("A4"), problem);
  ASSERT_TRUE(many);
  // Upright: 190 by 277 of which 10 are shared: 3 across (550), 2 down (544).
  EXPECT_EQ(many->pages(), 6);
  EXPECT_EQ(plan_pages(370, 277, request_of("A4"), problem)->pages(), 2);
  EXPECT_EQ(many->name(0, 0), "A1");
  EXPECT_EQ(many->name(2, 1), "B3");
  EXPECT_EQ(many->name(0, 27), "AB1");
}

TEST(Pages, too_small_or_too_many_are_refused_in_words) {
  std::string problem;
  EXPECT_FALSE(plan_pages(500, 500, request_of("A5", 70, 5, 18), problem));
  EXPECT_THAT(problem, HasSubstr("A5 with a margin of 70 mm and an overlap of 5 mm shows 8 by 70 mm"));
  EXPECT_FALSE(plan_pages(500, 500, request_of("A5", 10, 10, 200), problem));
  EXPECT_THAT(problem, HasSubstr("too little for a piece of 200 mm"));
  EXPECT_FALSE(plan_pages(9000, 9000, request_of("A5"), problem));
  EXPECT_THAT(problem, HasSubstr("the limit pages is 400"));
  EXPECT_EQ(page_size("A17"), nullptr);
}

TEST(Pages, together_show_every_point_with_the_overlap_twice_and_marks_at_the_same_points) {
  const Drawn one = drawn("across-suez/spi-1980");
  std::string problem;
  const auto plan = plan_pages(one.picture.width, one.picture.height, request_of("A4"), problem);
  ASSERT_TRUE(plan) << problem;
  const auto pages = tiled(one.picture, *plan);
  ASSERT_EQ(static_cast<int>(pages.size()), plan->pages() + 1);
  EXPECT_THAT(pages[0].title, HasSubstr("plan of the pages"));
  std::vector<Room> seen_rooms;
  std::set<std::pair<long, long>> marks;
  size_t crossed = 0;
  for (size_t i = 1; i < pages.size(); ++i) {
    EXPECT_EQ(pages[i].width, plan->page_width);
    std::string bad;
    EXPECT_TRUE(testing_support::parse_xml(svg_text(pages[i]), bad)) << bad;
    const auto& tile = std::get<Group>(pages[i].content.shapes.at(0).is);
    ASSERT_TRUE(tile.window);
    EXPECT_EQ(tile.window->scale, 1);  // true scale
    const Window& window = *tile.window;
    const Point off = window.from - window.at;  // from the page to the picture
    seen_rooms.push_back(
        {window.from.x, window.from.y, window.from.x + window.width, window.from.y + window.height});
    each<Group>(pages[i].content.shapes, [&](const Group& group) {
      if (group.role != "registration mark") return;
      ++crossed;
      const auto& ring = std::get<Ellipse>(group.shapes.at(0).is);
      marks.insert({std::lround((ring.centre.x + off.x) * 10), std::lround((ring.centre.y + off.y) * 10)});
    });
  }
  for (int i = 0; 0.5 + 7 * i < one.picture.width; ++i)
    for (int j = 0; 0.5 + 7 * j < one.picture.height; ++j) {
      const double x = 0.5 + 7 * i, y = 0.5 + 7 * j;
      EXPECT_TRUE(std::any_of(seen_rooms.begin(), seen_rooms.end(),
                              [&](const Room& room) {
                                return room.contains({x, y});
                              }))
          << x << ", " << y;
    }
  ASSERT_EQ(plan->columns, 3);
  ASSERT_EQ(plan->rows, 2);
  // Of two neighbours: every mark of one beside the cut lies on one of the other.
  // Two marks for each neighbour on each page; both pages of a pair show the same points.
  EXPECT_EQ(crossed, 2U * (2U * 2U * 2U + 3U * 2U));
  EXPECT_EQ(marks.size(), crossed / 2);
}

}  // namespace
}  // namespace casebook::picture
