// SPDX-License-Identifier: Apache-2.0
// Counters to cut out: fronts and backs that lie on one another, signs of size, the other side as the rules
// have it.
#include "engine/picture/counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/picture/nato_symbols.h"
#include "engine/picture/paper/counter_sheets.h"
#include "engine/picture/svg.h"
#include "engine/runtime/reference/reference.h"
#include "tests/engine/picture/drawn.h"
#include "tests/support/rules_text.h"
#include "tests/support/xml.h"

namespace casebook::picture {
namespace {

using testing::HasSubstr;

CounterSheetRequest request_of(const Drawn& one, const char* page = "A4") {
  CounterSheetRequest request;
  request.style = &one.style;
  request.counters = one.request.pieces.counters;
  request.page = *page_size(page);
  request.title = one.scenario->title;
  return request;
}

/// Where the middle of each counter is.
std::map<std::string, Point> middles(const Picture& page) {
  std::map<std::string, Point> all;
  each<Group>(page.content.shapes, [&](const Group& group) {
    if (group.role != "counter") return;
    const auto& field = std::get<Rectangle>(group.shapes.at(0).is);
    all[group.name] = field.at + Point{field.width / 2, field.height / 2};
  });
  return all;
}

TEST(CounterSheets, have_each_back_behind_its_front) {
  const Drawn one = drawn("across-suez/spi-1980");
  for (const char* size : {"A4", "letter", "A5"}) {
    std::string problem;
    const auto pages = counter_sheets(request_of(one, size), problem);
    ASSERT_TRUE(pages) << problem;
    ASSERT_EQ(pages->size() % 2, 0U);
    std::set<std::string> seen;
    for (size_t i = 0; i < pages->size(); i += 2) {
      const Picture &front = (*pages)[i], &back = (*pages)[i + 1];
      EXPECT_THAT(front.title, HasSubstr("front"));
      EXPECT_THAT(back.title, HasSubstr("back"));
      const auto fronts = middles(front), backs = middles(back);
      ASSERT_EQ(fronts.size(), backs.size());
      for (const auto& [name, at] : fronts) {
        EXPECT_TRUE(seen.insert(name).second) << name;
        // Turned about the upright axis in the middle of the paper.
        EXPECT_NEAR(backs.at(name).x, front.width - at.x, 1e-6) << name;
        EXPECT_NEAR(backs.at(name).y, at.y, 1e-6) << name;
        EXPECT_GE(at.x, 12 + one.style.counter_size / 2);
      }
      // Registration marks too lie on one another.
      const auto marks = [](const Picture& page, bool mirrored) {
        std::set<std::pair<long, long>> points;
        each<Group>(page.content.shapes, [&](const Group& group) {
          if (group.role != "registration mark") return;
          const Point at = std::get<Ellipse>(group.shapes.at(0).is).centre;
          points.insert({std::lround((mirrored ? page.width - at.x : at.x) * 100), std::lround(at.y * 100)});
        });
        return points;
      };
      EXPECT_EQ(marks(front, false).size(), 4U);
      EXPECT_EQ(marks(front, false), marks(back, true));
      std::string bad;
      EXPECT_TRUE(testing_support::parse_xml(svg_text(front), bad)) << bad;
      for (const Picture* page : {&front, &back})
        each<Text>(page->content.shapes, [&](const Text& text) {
          EXPECT_GE(contrast(text.colour, text.ground), least_text_contrast) << text.text;
        });
    }
    EXPECT_EQ(seen.size(), one.request.pieces.counters.size());
  }
}

TEST(CounterSheets, need_room_for_one_counter_and_stay_below_a_limit) {
  const Drawn one = drawn("across-suez/spi-1980");
  CounterSheetRequest request = request_of(one, "A5");
  request.margin = 70;
  std::string problem;
  EXPECT_FALSE(counter_sheets(request, problem));
  EXPECT_THAT(problem, HasSubstr("A5 has no room for a counter of 11.4 mm within margins of 70 mm"));
  request = request_of(one);
  request.counters.resize(60000);
  EXPECT_FALSE(counter_sheets(request, problem));
  EXPECT_THAT(problem, HasSubstr("the limit pages is 400"));
}

TEST(Echelons, have_a_sign_each_that_no_other_has) {
  std::set<std::string> drawn_signs;
  for (const std::string& mark : echelon_marks()) {
    Picture picture;
    draw_echelon(picture.content, {5, 5}, 1, mark, {});
    EXPECT_FALSE(picture.content.shapes.empty()) << mark;
    EXPECT_TRUE(drawn_signs.insert(svg_text(picture)).second) << mark;
    EXPECT_EQ(usual_echelon(mark), mark);
  }
  const auto pieces = [](const char* mark) {
    Group group;
    draw_echelon(group, {0, 0}, 1, mark, {});
    size_t moves = 0;
    each<Path>(group.shapes, [&](const Path& path) {
      for (const Path::Step& step : path.steps) moves += step.verb == Path::Verb::move ? 1U : 0U;
    });
    return moves;
  };
  EXPECT_EQ(pieces("battalion"), 2U);  // II
  EXPECT_EQ(pieces("regiment"), 3U);   // III
  EXPECT_EQ(pieces("division"), 4U);   // XX: two strokes each
  EXPECT_EQ(usual_echelon("battery"), "company");
  EXPECT_EQ(usual_echelon("sand"), "");
}

const char* const rules = R"(edition pieces "Pieces"
case 1.0 "Pieces"
  kind side = white, black
  kind unit on map
  box off
  kind size = company, brigade, horde
  given side(unit): side
  given size(unit): size
  given veteran(unit): bool = no
  measure strength from 0 to 20
  given full(unit): strength
  state reduced(unit): bool = no
  define force(u: unit) -> strength = if reduced(u) then full(u) - 2 else full(u)
  action wait()
  procedure game
    repeat
      choose by white
        wait()
)";

TEST(Counters, have_the_size_and_the_other_side_that_a_style_names) {
  testing_support::DataText data;
  data.map = testing_support::small_map(3, 3);
  data.order_of_battle = testing_support::units(
      "A white a1 size=\"company\" full=5 veteran=true\nB black b1 size=\"horde\" full=9\n");
  const auto scenario = testing_support::scenario_of(rules, data);
  Diagnostics diagnostics;
  Style wished;
  CounterLook look{"unit", "side", {}, {"force"}, {}};
  look.size = "size";
  look.back = BackLook{"reduced", "reduced", "veteran", {}};
  wished.counters.push_back(look);
  wished.sizes.push_back({"horde", "Horde", "army"});
  const Style style = complete(wished, nullptr, scenario->program.get(), diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << testing_support::shown(diagnostics);
  runtime::ReferenceRules reference(scenario);
  runtime::Position position = scenario->start;
  reference.begin(position);
  Pieces pieces = pieces_of(reference.evaluator(), position, style);
  ASSERT_EQ(pieces.counters.size(), 2U);
  const Counter a = pieces.counters[0], b = pieces.counters[1];
  EXPECT_EQ(a.size, "company");
  EXPECT_EQ(b.size, "army");
  EXPECT_EQ(a.values, "5");
  ASSERT_TRUE(a.back);
  EXPECT_EQ(a.back->values, "3");  // as the rules have it in that state
  EXPECT_FALSE(a.turned);
  EXPECT_FALSE(b.back);  // no veteran
  // Turned over on the map when the state holds; its front stays what it was.
  for (size_t id = 0; id < scenario->program->states.size(); ++id)
    if (scenario->program->states[id].name == "reduced")
      reference.evaluator().write(scenario->layout.states[id], scenario->program->states[id].type, position,
                                  0, 1);
  const Counter turned = pieces_of(reference.evaluator(), position, style).counters[0];
  EXPECT_TRUE(turned.turned);
  EXPECT_EQ(turned.values, "5");
  Group front, back;
  draw_counter(front, a, {0, 0}, 12, style);
  draw_counter(back, turned, {0, 0}, 12, style);
  const auto texts = [](const Group& group) {
    std::string all;
    each<Text>(group.shapes, [&](const Text& text) {
      all += text.text + "|";
      EXPECT_GE(contrast(text.colour, text.ground), least_text_contrast) << text.text;
    });
    return all;
  };
  EXPECT_EQ(texts(front), "A|5|");
  EXPECT_EQ(texts(back), "A reduced|3|");
  // A state that is none is warned about.
  wished.counters[0].back->state = "reduceed";
  wished.counters[0].back->title.clear();
  Diagnostics warned;
  const Style without = complete(wished, nullptr, scenario->program.get(), warned);
  EXPECT_FALSE(without.counters[0].back);
  EXPECT_THAT(testing_support::shown(warned), HasSubstr("reduceed"));
}

}  // namespace
}  // namespace casebook::picture
