// SPDX-License-Identifier: Apache-2.0
// What every picture promises: everything drawn once, readable, told apart without colours, nothing over
// something else, the same bytes each time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "engine/board/scenario.h"
#include "engine/picture/svg.h"
#include "tests/engine/picture/drawn.h"
#include "tests/support/xml.h"

namespace casebook::picture {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::elements;
using testing_support::parse_xml;
using testing_support::XmlElement;

class EveryEdition : public testing::TestWithParam<std::string> {};

TEST_P(EveryEdition, is_well_formed_and_draws_each_hex_and_piece_once_with_its_title) {
  const Drawn one = drawn(GetParam());
  std::string problem;
  const auto root = parse_xml(svg_text(one.picture), problem);
  ASSERT_TRUE(root) << problem;
  EXPECT_EQ(root->name, "svg");
  ASSERT_TRUE(root->child("title"));
  EXPECT_EQ(root->child("title")->text, one.scenario->title);
  EXPECT_EQ(root->child("desc")->text, "made by a test");
  std::map<std::string, int> hexes, pieces;
  for (const XmlElement* group : elements(*root, "g")) {
    const std::string role = group->attribute("class"), name = group->attribute("data-name");
    if (role != "hex" && role != "counter") continue;
    ++(role == "hex" ? hexes : pieces)[name];
    ASSERT_TRUE(group->child("title")) << name;
    EXPECT_TRUE(group->child("title")->text.starts_with(name + (role == "hex" ? ":" : ":")) ||
                group->child("title")->text == name)
        << group->child("title")->text;
  }
  std::map<std::string, int> wanted_hexes, wanted_pieces;
  for (const std::string& name : one.scenario->members[language::kind_hex]) ++wanted_hexes[name];
  for (size_t kind = 0; kind < one.scenario->program->kinds.size(); ++kind)
    if (one.scenario->program->kinds[kind].on_map)
      for (const std::string& name : one.scenario->members[kind]) ++wanted_pieces[name];
  EXPECT_EQ(hexes, wanted_hexes);
  EXPECT_EQ(pieces, wanted_pieces);
}

TEST_P(EveryEdition, is_the_same_each_time) {
  EXPECT_EQ(svg_text(drawn(GetParam()).picture), svg_text(drawn(GetParam()).picture));
}

TEST_P(EveryEdition, has_no_text_that_is_hard_to_read) {
  const Drawn one = drawn(GetParam(), [](SheetRequest& request) {
    request.marks = {{0, "A"}, {1, ""}};
    request.overlays = {{"Hexes", "h(x)", "1.1", {0, 1, 2}, {}, {}, {"a line"}, {}},
                        {"Numbers", "n(x)", "1.2", {}, {{0, "3"}, {3, "11/2"}}, {}, {}, {}},
                        {"Way", "w(x)", "1.3", {}, {}, {0, 1, 2}, {}, {}}};
  });
  size_t seen = 0;
  each<Text>(one.picture.content.shapes, [&](const Text& text) {
    ++seen;
    EXPECT_GE(contrast(text.colour, text.ground), least_text_contrast)
        << text.text << " " << colour_text(text.colour) << " on " << colour_text(text.ground);
    EXPECT_GE(text.size, 1.2) << text.text;  // millimetres
  });
  EXPECT_GT(seen, one.scenario->members[language::kind_hex].size());
}

TEST_P(EveryEdition, tells_ground_and_sides_apart_without_colours) {
  const Drawn one = drawn(GetParam());
  for (const Sight sight : {Sight::all, Sight::no_red, Sight::no_green, Sight::no_blue}) {
    for (const GroundLook& a : one.style.grounds)
      for (const GroundLook& b : one.style.grounds)
        if (a.member < b.member) {
          EXPECT_GE(distance(seen_with(sight, a.colour), seen_with(sight, b.colour)), 6)
              << a.member << " and " << b.member << " with sight " << static_cast<int>(sight);
          EXPECT_NE(a.pattern, b.pattern) << a.member << " and " << b.member;
        }
    for (const SideLook& a : one.style.sides)
      for (const SideLook& b : one.style.sides)
        if (a.member < b.member) {
          EXPECT_GE(distance(seen_with(sight, a.colour), seen_with(sight, b.colour)), 10)
              << a.member << " and " << b.member << " with sight " << static_cast<int>(sight);
          EXPECT_NE(a.form, b.form) << a.member << " and " << b.member;
        }
  }
}

struct Room {
  double left, top, right, bottom;
  bool meets(const Room& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};
std::ostream& operator<<(std::ostream& out, const Room& room) {
  return out << room.left << ".." << room.right << ", " << room.top << ".." << room.bottom;
}
/// Without the overhang of g and y, which nobody minds.
Room room_of(const Text& text) {
  const double width = text_width(text.text, text.size, text.bold, text.spacing);
  const double left = text.at.x - (text.anchor == Anchor::middle ? width / 2
                                   : text.anchor == Anchor::end  ? width
                                                                 : 0);
  return {left, text.at.y - 0.72 * text.size, left + width, text.at.y};
}
const Group* layer(const Group& from, const std::string& name) {
  const Group* found = nullptr;
  each<Group>(from.shapes, [&](const Group& group) {
    if (group.role == "layer" && group.name == name) found = &group;
  });
  return found;
}

TEST_P(EveryEdition, puts_nothing_over_counters_numbers_and_labels) {
  const Drawn one = drawn(GetParam());
  const double size = std::min(one.style.counter_size, one.style.hex_size * 0.66);
  std::vector<std::pair<std::string, Room>> counters, numbers, labels;
  MapPicture map(*one.request.map, one.request.numbering, one.style);
  std::set<std::string> stacked;
  std::map<int, int> heights;
  for (const Counter& counter : one.request.pieces.counters) ++heights[counter.hex];
  each<Group>(layer(one.picture.content, "counters")->shapes, [&](const Group& group) {
    if (group.role != "counter") return;
    for (const Shape& shape : group.shapes)
      if (const auto* path = std::get_if<Path>(&shape.is)) {
        Room room{1e9, 1e9, -1e9, -1e9};
        for (const Path::Step& step : path->steps) {
          if (step.verb == Path::Verb::close) continue;
          room = {std::min(room.left, step.to.x), std::min(room.top, step.to.y),
                  std::max(room.right, step.to.x), std::max(room.bottom, step.to.y)};
        }
        EXPECT_NEAR(room.right - room.left, size, 0.01);
        counters.emplace_back(group.title, room);
        return;
      }
  });
  const auto collect = [&](const char* name, std::vector<std::pair<std::string, Room>>& into) {
    each<Text>(layer(one.picture.content, name)->shapes, [&](const Text& text) {
      if (text.turn == 0) into.emplace_back(text.text, room_of(text));
    });
  };
  collect("numbers", numbers);
  collect("labels", labels);
  ASSERT_EQ(numbers.size(), one.scenario->members[language::kind_hex].size());
  for (const auto& [counter, room] : counters) {
    for (const auto& [number, other] : numbers)
      EXPECT_FALSE(room.meets(other)) << counter << " over " << number;
    for (const auto& [label, other] : labels)
      EXPECT_FALSE(room.meets(other))
          << counter << " (" << room << ") under " << label << " (" << other << ")";
  }
  for (const auto& [label, room] : labels) {
    for (const auto& [number, other] : numbers)
      EXPECT_FALSE(room.meets(other)) << label << " over " << number;
    for (const auto& [other_label, other] : labels) {
      if (other_label != label) {
        EXPECT_FALSE(room.meets(other)) << label << " over " << other_label;
      }
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Picture, EveryEdition, testing::ValuesIn(editions()), test_name);

TEST(Picture, shows_what_stands_together_in_a_list) {
  const std::string svg = svg_text(drawn("examples/cup").picture);
  EXPECT_THAT(svg, HasSubstr(">0402: H2, H1</text>"));
}

TEST(Picture, of_a_part_has_its_hexes_only) {
  const Drawn one = drawn("across-suez/spi-1980", [](SheetRequest& request) {
    request.figure = true;
    request.shown = hexes_around(*request.map, {request.map->find_hex("0910")}, 2);
  });
  EXPECT_EQ(one.request.shown.size(), 19U);
  std::string problem;
  const auto root = parse_xml(svg_element(one.picture, "p7"), problem);
  ASSERT_TRUE(root) << problem;
  size_t hexes = 0;
  for (const XmlElement* group : elements(*root, "g")) hexes += group->attribute("class") == "hex" ? 1U : 0U;
  EXPECT_EQ(hexes, 19U);
  EXPECT_LT(one.picture.width, 5 * 18 + 8);
  // Its ids are its own.
  for (const XmlElement* element : elements(*root))
    if (!element->attribute("id").empty()) {
      EXPECT_TRUE(element->attribute("id").starts_with("p7")) << element->attribute("id");
    }
  for (const XmlElement* use : elements(*root, "use"))
    EXPECT_TRUE(use->attribute("xlink:href").starts_with("#p7")) << use->attribute("xlink:href");
}

// Several pictures of one file: what is the same is written once, and each may stand first.
TEST(Picture, shares_with_those_before_it_what_is_the_same) {
  const auto with_mark = [](SheetRequest& request) { request.marks = {{0, "A"}}; };
  const Picture first = drawn("examples/hex-skirmish").picture,
                second = drawn("examples/hex-skirmish", with_mark).picture;
  SharedShapes shared;
  const std::string one = svg_element(first, "a-", &shared);
  const size_t after_one = shared.size();
  const std::string other = svg_element(second, "b-", &shared);
  EXPECT_LT(other.size() * 3, svg_element(second, "b-").size());
  EXPECT_THAT(other, HasSubstr("<use xlink:href=\"#a-l"));
  EXPECT_THAT(other, HasSubstr("class=\"mark\""));
  std::string problem;
  const auto root = parse_xml("<div>" + one + other + "</div>", problem);
  ASSERT_TRUE(root) << problem;
  std::set<std::string> ids;
  for (const XmlElement* element : elements(*root))
    if (!element->attribute("id").empty()) {
      EXPECT_TRUE(ids.insert(element->attribute("id")).second) << element->attribute("id");
    }
  for (const XmlElement* use : elements(*root, "use"))
    EXPECT_TRUE(ids.contains(use->attribute("xlink:href").substr(1))) << use->attribute("xlink:href");
  // What was not written after all is written by the next.
  shared.back_to(after_one);
  EXPECT_EQ(svg_element(second, "b-", &shared), other);
  shared.back_to(0);
  EXPECT_THAT(svg_element(second, "b-", &shared), Not(HasSubstr("#a-")));
}

TEST(Picture, of_hostile_texts_holds_them_as_text) {
  const std::string bad = "<script>alert('x')</script> & \"\x01\xff\u202e]]>";
  Picture picture;
  picture.width = picture.height = 10;
  picture.title = picture.description = bad;
  Group& group = picture.content.group("counter", bad, bad);
  Text text;
  text.text = bad;
  group.add(text);
  const std::string svg = svg_text(picture);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  std::string problem;
  const auto root = parse_xml(svg, problem);
  ASSERT_TRUE(root) << problem;
  const std::string shown = "<script>alert('x')</script> & \"\\u{0001}\\u{00FF}\\u{202E}]]>";
  EXPECT_EQ(root->child("title")->text, shown);
  EXPECT_EQ(elements(*root, "text").at(0)->text, shown);
  EXPECT_EQ(elements(*root, "g").at(0)->attribute("data-name"), shown);
}

TEST(Colours, have_the_contrast_that_WCAG_computes) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 0.01);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.01);
  EXPECT_EQ(parse_colour("#0aF4c1"), (Rgb{0x0a, 0xf4, 0xc1}));
  for (const char* wrong : {"", "0af4c1", "#0af4c", "#0af4cg", "#0af4c11"})
    EXPECT_FALSE(parse_colour(wrong)) << wrong;
  EXPECT_EQ(seen_with(Sight::no_green, {255, 255, 255}), (Rgb{255, 255, 255}));
  // Red and green of one lightness: far apart, and near without green cones.
  const Rgb red{200, 60, 50}, green{70, 130, 40};
  EXPECT_GT(distance(red, green), 80);
  EXPECT_LT(distance(seen_with(Sight::no_green, red), seen_with(Sight::no_green, green)), 35);
}

TEST(HexGeometry, joins_neighbours_at_the_hexside_between_them_in_every_layout) {
  using board::Layout;
  for (const Layout layout : {Layout::flat_odd, Layout::flat_even, Layout::pointy_odd, Layout::pointy_even,
                              Layout::rhombus_flat, Layout::rhombus_pointy}) {
    std::vector<board::Cell> cells;
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 5; ++row) cells.push_back({column, row});
    const board::Topology ground(board::Grid{layout, 4, 5}, cells);
    const HexGeometry geometry(ground, 18);
    const auto same = [](Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y) < 1e-9; };
    for (int hex = 0; hex < ground.hexes(); ++hex) {
      for (int direction = 0; direction < 6; ++direction) {
        const int next = ground.neighbours(hex)[static_cast<size_t>(direction)];
        if (next == board::nowhere) continue;
        EXPECT_TRUE(same(geometry.centre(hex) + geometry.middle(direction) * 2, geometry.centre(next)));
        EXPECT_TRUE(same(geometry.centre(hex) + geometry.corner(direction),
                         geometry.centre(next) + geometry.corner(direction + 4)));
        const auto edge = geometry.edge(ground, ground.between(hex, next));
        const Point middle = geometry.centre(hex) + geometry.middle(direction);
        EXPECT_TRUE(same(between(edge.from, edge.to, 0.5), middle));
      }
      const Point centre = geometry.centre(hex);
      EXPECT_GE(centre.x, 8.99);
      EXPECT_GE(centre.y, 8.99);
      EXPECT_LE(centre.x, geometry.width() - 8.99);
      EXPECT_LE(centre.y, geometry.height() - 8.99);
    }
  }
}

}  // namespace
}  // namespace casebook::picture
