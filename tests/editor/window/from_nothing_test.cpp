// SPDX-License-Identifier: Apache-2.0
// A scenario from nothing, as somebody makes it who has not read how: each test is a place where one had to
// guess or lost something (docs/editor/first-scenario.md). Here: beginning, and the map.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QStatusBar>

#include "editor/window/dialogs/new_project.h"
#include "editor/window/map/map_view.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;

QStringList lines_of(const QListWidget& list) {
  QStringList lines;
  for (int row = 0; row < list.count(); ++row) lines << list.item(row)->text();
  return lines;
}
bool has_fact(const board::HexMap& map, int side, const std::string& attribute) {
  for (const board::Fact& fact : board::facts_of_hexside(map, side))
    if (fact.attribute == attribute) return true;
  return false;
}

TEST(FromNothing, RoadsAndWhatRunsAlongHexsidesAreOfferedByNameBeforeAnyIsThere) {
  Made made;
  made.show("tools");
  auto* list = made.named<QListWidget>("Values to paint");
  made.desk().set_tool(Tool::link);
  made.window().settle();
  EXPECT_TRUE(list->isVisible());
  EXPECT_EQ(lines_of(*list), (QStringList{"Road", "Trail"}));
  made.desk().set_tool(Tool::hexside);
  made.window().settle();
  EXPECT_EQ(lines_of(*list), (QStringList{"Ridge hexside", "Lake hexside", "Canal hexside"}));
  list->setCurrentRow(2);
  EXPECT_EQ(made.desk().ink(Tool::hexside).attribute, "canal_side");
  EXPECT_TRUE(made.desk().ink(Tool::hexside).value && made.desk().ink(Tool::hexside).value->boolean);
}

TEST(FromNothing, WithoutAStyleARoadCanBeDrawnAllTheSame) {
  Made made("examples/cup");
  made.show("tools");
  made.desk().set_tool(Tool::link);
  made.window().settle();
  EXPECT_EQ(lines_of(*made.named<QListWidget>("Values to paint")), (QStringList{"Road"}));
  mouse(made.map(), QEvent::MouseButtonPress, made.place("0202"));
  mouse(made.map(), QEvent::MouseMove, made.place("0205"));
  mouse(made.map(), QEvent::MouseButtonRelease, made.place("0205"));
  ASSERT_EQ(made.desk().map()->links.size(), 1U);
  // It is drawn at once, and as the road that it is when the project is opened again.
  ASSERT_NE(made.desk().style().link("road"), nullptr);
  EXPECT_EQ(made.desk().style().hexside("road"), nullptr);
}

TEST(FromNothing, AProjectLooksLikeTheGameOfItsRules) {
  Made made;
  const picture::GroundLook* lake = made.desk().style().ground_look("lake");
  ASSERT_NE(lake, nullptr);
  EXPECT_EQ(lake->pattern, picture::Pattern::waves);
  EXPECT_THAT(made.desk().style().file, HasSubstr("across-suez/style.json"));
}

TEST(FromNothing, AQuickStrokeAlongHexsidesHasNoGaps) {
  Made made;
  Ink ink;
  ink.attribute = "canal_side";
  board::DataValue yes;
  yes.kind = board::DataKind::boolean;
  yes.boolean = true;
  ink.value = yes;
  made.desk().set_tool(Tool::hexside);
  made.desk().set_ink(Tool::hexside, ink);
  const double x = (made.place("0604").x() + made.place("0704").x()) / 2;
  mouse(made.map(), QEvent::MouseButtonPress, QPointF(x, made.place("0602").y()));
  mouse(made.map(), QEvent::MouseMove, QPointF(x, made.place("0609").y()));
  mouse(made.map(), QEvent::MouseButtonRelease, QPointF(x, made.place("0609").y()));
  const board::HexMap& map = *made.desk().map();
  for (int row = 3; row <= 8; ++row) {
    const int here = made.desk().find_hex("060" + std::to_string(row));
    for (const int beside : {row - 1, row})
      EXPECT_TRUE(has_fact(
          map, map.ground.between(here, made.desk().find_hex("070" + std::to_string(beside))), "canal_side"))
          << row << " " << beside;
  }
  EXPECT_EQ(made.desk().document()->history().size(), 1U);
}

TEST(FromNothing, TheMapStaysWhereItIsUnderTheMouse) {
  Made made;
  made.map().setFocus();
  made.desk().set_tool(Tool::brush);
  const QPointF before = made.place("0801");
  for (const char* hex : {"0801", "0110", "1210"}) {
    mouse(made.map(), QEvent::MouseButtonPress, made.place(hex));
    mouse(made.map(), QEvent::MouseButtonRelease, made.place(hex));
  }
  EXPECT_EQ(made.place("0801"), before);
}

TEST(FromNothing, APlaceMayBeCalledAnythingAndItsNameIsSeen) {
  Made made;
  made.desk().set_tool(Tool::place);
  made.desk().set_ink(Tool::place, Ink{});
  made.map().tools().ask_text = [](const std::string&, const std::string&) {
    return std::string("Bend Town");
  };
  made.map().tools().put(made.desk().find_hex("0705"), false);
  const board::HexMap& map = *made.desk().map();
  ASSERT_EQ(map.places.size(), 1U);
  EXPECT_EQ(map.places[0].name, "bend_town");
  ASSERT_EQ(map.labels.size(), 1U);
  EXPECT_EQ(map.labels[0].text, "Bend Town");
  made.map().tools().ask_text = [](const std::string&, const std::string&) { return std::string("מצר"); };
  made.map().tools().put(made.desk().find_hex("0305"), false);
  ASSERT_EQ(made.desk().map()->places.size(), 2U);
  EXPECT_EQ(made.desk().map()->places[1].name, "place_1");
  EXPECT_EQ(made.desk().map()->labels[1].text, "מצר");
  made.desk().undo();
  EXPECT_EQ(made.desk().map()->labels.size(), 1U) << "place and label are one step";
  EXPECT_EQ(made.desk().map()->places.size(), 1U);
}

TEST(FromNothing, TheDialogOfANewProjectNamesItsFolderAfterTheTitle) {
  application();
  const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
  bool looked = false;
  in_next_dialog(
      "newProject", &looked,
      [](QDialog& dialog) {
        QLineEdit* folder = nullptr;
        QLineEdit* title = nullptr;
        for (QLineEdit* one : dialog.findChildren<QLineEdit*>()) {
          if (one->accessibleName() == "Folder") folder = one;
          if (one->accessibleName() == "Title") title = one;
        }
        ASSERT_NE(title, nullptr);
        ASSERT_NE(folder, nullptr);
        bool has_buddy = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
          has_buddy = has_buddy || label->buddy() == folder;
        EXPECT_TRUE(has_buddy) << "a label without a buddy shows its & as a sign";
        EXPECT_EQ(title->selectedText(), title->text());
        title->setFocus();
        for (const char c : std::string("Bend 7")) press(*title, 0, Qt::NoModifier, QString(QChar(c)));
        EXPECT_TRUE(folder->text().endsWith("/bend-7")) << folder->text().toStdString();
      },
      true);
  EXPECT_EQ(ask_for_new_project(nullptr, {rulesets}, rulesets + "/across-suez/spi-1980"), "");
  EXPECT_TRUE(looked);
}

TEST(FromNothing, TheRulesOfTheOpenProjectAreChosenAndEachHasItsTitle) {
  application();
  const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets";
  bool looked = false;
  in_next_dialog(
      "newProject", &looked,
      [](QDialog& dialog) {
        QStringList chosen, all;
        for (const QComboBox* box : dialog.findChildren<QComboBox*>()) {
          chosen << box->currentText();
          for (int i = 0; i < box->count(); ++i) all << box->itemText(i);
        }
        EXPECT_TRUE(chosen.contains("across-suez/spi-1980 - Across Suez, SPI 1980"))
            << chosen.join("\n").toStdString();
        EXPECT_TRUE(all.contains("Flat tops, first column lower than the second"));
      },
      true);
  EXPECT_EQ(ask_for_new_project(nullptr, {rulesets}, rulesets + "/across-suez/spi-1980"), "");
  EXPECT_TRUE(looked);
}

TEST(FromNothing, NamesOfPlacesAreThoseThatWereWritten) {
  Made made;
  made.show("tools");
  made.desk().set_tool(Tool::place);
  for (const auto& [hex, name] : {std::pair{"0705", "Bend Town"}, std::pair{"0305", "מצר"}}) {
    made.map().tools().ask_text = [name = std::string(name)](const std::string&, const std::string&) {
      return name;
    };
    made.desk().set_ink(Tool::place, Ink{});
    made.map().tools().put(made.hex(hex), false);
  }
  made.window().settle();
  const QString all = lines_of(*made.named<QListWidget>("Values to paint")).join("|");
  EXPECT_TRUE(all.contains("Bend Town")) << all.toStdString();
  EXPECT_TRUE(all.contains("מצר")) << all.toStdString();
  for (const board::NamedPlace& place : made.desk().map()->places)
    EXPECT_EQ(name_on_map(*made.desk().map(), place), place.name == "bend_town" ? "Bend Town" : "מצר");
}

TEST(FromNothing, PlacesAreShownByNameWhileTheyArePutDown) {
  Made made;
  ASSERT_TRUE(made.desk().execute(editor::SetPlace{made.desk().map_file(), "bend_town", "0705", ""}));
  const QPointF at = made.place("0705");
  const QRect around(at.toPoint() - QPoint(10, 6), QSize(20, 12));
  const auto seen = [&] {
    made.window().settle();
    return made.map().grab(around).toImage();
  };
  made.desk().set_tool(Tool::select);
  const QImage without = seen();
  made.desk().set_tool(Tool::place);
  EXPECT_NE(seen(), without);
}

TEST(FromNothing, ThePlaceTakesItsNameOnTheMapWithIt) {
  Made made;
  made.desk().set_tool(Tool::place);
  made.map().tools().ask_text = [](const std::string&, const std::string&) {
    return std::string("Bend Town");
  };
  made.desk().set_ink(Tool::place, Ink{});
  made.map().tools().put(made.hex("0705"), false);
  ASSERT_EQ(made.desk().map()->labels.size(), 1U);
  const size_t steps = made.desk().document()->history().size();
  made.map().tools().put(made.hex("0705"), true);
  EXPECT_TRUE(made.desk().map()->places.empty());
  EXPECT_TRUE(made.desk().map()->labels.empty());
  EXPECT_EQ(made.desk().document()->history().size(), steps + 1) << "one step";
  made.desk().undo();
  EXPECT_EQ(made.desk().map()->labels.size(), 1U);
  EXPECT_EQ(made.desk().map()->places.size(), 1U);
  // What says something else was written by itself, and stays.
  ASSERT_TRUE(made.desk().execute(editor::SetLabel{made.desk().map_file(), 0, "0705", "Old camp"}));
  made.map().tools().put(made.hex("0705"), true);
  EXPECT_TRUE(made.desk().map()->places.empty());
  EXPECT_EQ(made.desk().map()->labels.size(), 1U);
}

TEST(FromNothing, ARoadThatIsLedOffTheMapIsTold) {
  Made made;
  std::string told;
  made.desk().say = [&](const std::string& text) { told = text; };
  made.desk().set_tool(Tool::link);
  made.map().tools().put_side(made.hex("1205"), 2, false);
  EXPECT_THAT(told, HasSubstr("The map ends there"));
}

TEST(FromNothing, WhatBelongsToAToolStandsTogether) {
  Made made;
  made.show("tools");
  for (const Tool tool : {Tool::link, Tool::label, Tool::select, Tool::trace}) {
    made.desk().set_tool(tool);
    made.window().settle();
    int below = 0;
    for (const QLabel* one : made.window().dock("tools")->widget()->findChildren<QLabel*>())
      if (one->isVisible()) below = std::max(below, one->geometry().top());
    // Hint and boxes follow each other from the top; only a list takes what room there is.
    const auto* list = made.named<QListWidget>("Values to paint");
    if (!list->isVisible()) {
      EXPECT_LT(below, 260) << static_cast<int>(tool);
    }
  }
}

TEST(FromNothing, TheStatusLineSaysWhatAHexIsAfterTheStroke) {
  Made made;
  Ink ink;
  ink.attribute = made.desk().style().ground;
  const editor::ValueType& type = made.desk().words()->attribute(ink.attribute)->type;
  board::DataValue swamp;
  swamp.kind = board::DataKind::text;
  swamp.text = "swamp";
  ASSERT_THAT(type.choices, ::testing::Contains("swamp"));
  ink.value = swamp;
  made.desk().set_tool(Tool::brush);
  made.desk().set_ink(Tool::brush, ink);
  auto* where = made.named<QLabel>("Under the pointer");
  mouse(made.map(), QEvent::MouseMove, made.place("0504"));
  EXPECT_FALSE(where->text().contains("swamp", Qt::CaseInsensitive)) << where->text().toStdString();
  mouse(made.map(), QEvent::MouseButtonPress, made.place("0504"));
  mouse(made.map(), QEvent::MouseButtonRelease, made.place("0504"));
  made.window().settle();
  EXPECT_TRUE(where->text().contains("swamp", Qt::CaseInsensitive)) << where->text().toStdString();
}

}  // namespace
}  // namespace casebook::window
