// SPDX-License-Identifier: Apache-2.0
// The window as a person uses it: keys and mouse in, files out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <fstream>

#include "editor/window/map_view.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const game = "across-suez";

std::string value(Opened& opened, const std::string& hex, const std::string& attribute) {
  return hex_value(*opened.desk().map(), opened.hex(hex), attribute);
}

/// The brush with the n-th member of the attribute that is the ground; gives its name.
std::string take_brush(Opened& opened, size_t member) {
  const editor::Attribute* ground = opened.desk().words()->attribute(opened.desk().style().ground);
  Ink ink;
  ink.attribute = ground->name;
  board::DataValue chosen;
  chosen.kind = board::DataKind::text;
  chosen.text = ground->type.choices.at(member);
  ink.value = chosen;
  opened.desk().set_tool(Tool::brush);
  opened.desk().set_ink(Tool::brush, ink);
  return chosen.text;
}

TEST(Window, OpensAProjectAndChecksIt) {
  Opened opened(game);
  EXPECT_THAT(opened.window().windowTitle().toStdString(), HasSubstr("across-suez"));
  EXPECT_FALSE(opened.window().isWindowModified());
  ASSERT_TRUE(opened.desk().bound()) << "the scenario was bound in the background";
  EXPECT_GT(opened.desk().counters().size(), 20u);
  for (const editor::Problem& problem : opened.desk().problems())
    EXPECT_NE(problem.severity, Severity::error) << problem.code << " " << problem.text;
}

TEST(Window, AStrokeWithTheMouseIsOneStepOfTheHistory) {
  Opened opened(game);
  const std::string before = value(opened, "0103", opened.desk().style().ground);
  const std::string painted = take_brush(opened, 3);
  mouse(opened.map(), QEvent::MouseButtonPress, opened.place("0103"));
  mouse(opened.map(), QEvent::MouseMove, opened.place("0104"));
  mouse(opened.map(), QEvent::MouseMove, opened.place("0105"));
  mouse(opened.map(), QEvent::MouseButtonRelease, opened.place("0105"));
  for (const char* hex : {"0103", "0104", "0105"})
    EXPECT_THAT(value(opened, hex, opened.desk().style().ground), HasSubstr(painted)) << hex;
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
  opened.desk().undo();
  EXPECT_EQ(value(opened, "0103", opened.desk().style().ground), before);
  EXPECT_FALSE(opened.desk().document()->modified());
}

TEST(Window, TheSameByKeys) {
  Opened opened(game);
  const std::string painted = take_brush(opened, 3);
  opened.map().setFocus();
  opened.desk().set_cursor(opened.hex("0103"));
  press(opened.map(), Qt::Key_Space);
  press(opened.map(), Qt::Key_Down);
  EXPECT_EQ(opened.desk().hex_name(opened.desk().cursor()), "0104");
  press(opened.map(), Qt::Key_Space);
  EXPECT_THAT(value(opened, "0103", opened.desk().style().ground), HasSubstr(painted));
  EXPECT_THAT(value(opened, "0104", opened.desk().style().ground), HasSubstr(painted));
  press(opened.map(), Qt::Key_Escape);
  EXPECT_EQ(opened.desk().tool(), Tool::select);
}

TEST(Window, FillAndRectanglePaintWhatTheyShow) {
  Opened opened(game);
  const board::HexMap& map = *opened.desk().map();
  const std::string ground = opened.desk().style().ground;
  const std::vector<int> alike = hexes_alike(map, opened.hex("0103"), ground);
  const std::string painted = take_brush(opened, 3);
  opened.desk().set_tool(Tool::fill);
  opened.map().tools().put(opened.hex("0103"), false);
  for (const int hex : alike) EXPECT_THAT(hex_value(map, hex, ground), HasSubstr(painted));
  opened.desk().undo();
  opened.desk().set_tool(Tool::rectangle);
  mouse(opened.map(), QEvent::MouseButtonPress, opened.place("0302"));
  mouse(opened.map(), QEvent::MouseMove, opened.place("0504"));
  EXPECT_EQ(opened.map().tools().preview().size(), 9u);
  mouse(opened.map(), QEvent::MouseButtonRelease, opened.place("0504"));
  for (const char* hex : {"0302", "0404", "0503"})
    EXPECT_THAT(value(opened, hex, ground), HasSubstr(painted)) << hex;
}

TEST(Window, HexsidesAndRoadsByKeys) {
  Opened opened(game);
  Ink ink;
  for (const picture::LinkLook& look : opened.desk().style().links) ink.attribute = look.attribute;
  ASSERT_NE(ink.attribute, "");
  opened.desk().set_tool(Tool::link);
  opened.desk().set_ink(Tool::link, ink);
  opened.desk().set_cursor(opened.hex("0103"));
  press(opened.map(), Qt::Key_4);  // to the hex below
  EXPECT_EQ(opened.desk().hex_name(opened.desk().cursor()), "0104");
  const board::HexMap& map = *opened.desk().map();
  const auto there = [&] {
    const int side = map.ground.between(opened.hex("0103"), opened.hex("0104"));
    for (const board::Fact& fact : board::facts_of_hexside(map, side))
      if (fact.attribute == ink.attribute) return true;
    return false;
  };
  EXPECT_TRUE(there());
  opened.desk().undo();
  EXPECT_FALSE(there());
}

TEST(Window, UnitsAreSetUpAndTakenOffTheMap) {
  Opened opened(game);
  std::string entity;
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.hex >= 0 && entity.empty()) entity = counter.kind + " " + counter.id;
  ASSERT_NE(entity, "");
  const auto hex_of = [&] {
    for (const picture::Counter& counter : opened.desk().counters())
      if (counter.kind + " " + counter.id == entity) return counter.hex;
    return -2;
  };
  const int before = hex_of();
  const int other = before == opened.hex("0103") ? opened.hex("0104") : opened.hex("0103");
  ASSERT_TRUE(opened.map().tools().place_entities({entity}, other));
  EXPECT_EQ(hex_of(), other);
  opened.desk().undo();
  EXPECT_EQ(hex_of(), before);
}

TEST(Window, WhatIsWrongIsFoundWhileOneWorksAndLeadsToItsPlace) {
  Opened opened(game);
  const size_t before = opened.desk().problems().size();
  // Two units in one hex, of whichever rules: the start's own invariants say so.
  std::vector<std::string> on_map;
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.hex >= 0) on_map.push_back(counter.kind + " " + counter.id);
  ASSERT_GE(on_map.size(), 2u);
  const int there = [&] {
    for (const picture::Counter& counter : opened.desk().counters())
      if (counter.kind + " " + counter.id == on_map[0]) return counter.hex;
    return -1;
  }();
  ASSERT_TRUE(opened.map().tools().place_entities({on_map[1]}, there));
  opened.window().settle();
  EXPECT_GT(opened.desk().problems().size(), before);
  opened.desk().undo();
  opened.window().settle();
  EXPECT_EQ(opened.desk().problems().size(), before);
}

TEST(Window, ViewsAreAskedOfTheRules) {
  Opened opened(game);
  const auto offered = offered_views(*opened.desk().document()->ruleset().program);
  ASSERT_FALSE(offered.empty());
  int answered_ones = 0;
  const auto rules = runtime::make_compiled_rules(opened.desk().bound()->scenario);
  for (const OfferedView& view : offered) {
    if (!view.unit_kind.empty()) continue;
    const ShownView shown = answered(*opened.desk().bound(), *rules, view.call);
    EXPECT_EQ(shown.fault, "") << view.call;
    answered_ones += shown.overlay.hexes.empty() && shown.overlay.numbers.empty() ? 0 : 1;
  }
  EXPECT_GT(answered_ones, 0);
}

TEST(Window, AMapStaysEditableWhileTheRulesHaveErrors) {
  Opened opened(game);
  std::filesystem::path rules;
  for (const auto& file :
       std::filesystem::directory_iterator(opened.desk().document()->ruleset().edition_folder))
    if (file.path().extension() == ".rules") rules = file.path();
  std::ofstream(rules, std::ios::app) << "\nthis is no rule\n";
  opened.desk().document()->reload_rules();
  opened.desk().tell(Topic::rules | Topic::style | Topic::content);
  opened.window().settle();
  EXPECT_FALSE(opened.desk().document()->ruleset().good);
  ASSERT_TRUE(opened.desk().document()->ruleset().program) << "the last good rules stay in force";
  const std::string painted = take_brush(opened, 3);
  opened.map().tools().put(opened.hex("0103"), false);
  EXPECT_THAT(value(opened, "0103", opened.desk().style().ground), HasSubstr(painted));
}

TEST(Window, EveryProjectFileIsTheSameAfterOpeningAndNothingElseIsWritten) {
  Opened opened(game);
  opened.window().settle();
  EXPECT_TRUE(opened.desk().document()->save().written.empty());
  EXPECT_TRUE(opened.desk().document()->changed_on_disk().empty());
}

}  // namespace
}  // namespace casebook::window
