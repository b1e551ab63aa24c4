// SPDX-License-Identifier: Apache-2.0
// The map drawn by mouse and keys: lines, several terrains, labels, places, zones, size, numbers, and where
// facts come from. What is looked at is the document.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QWheelEvent>

#include "editor/window/map/grid_preview.h"
#include "editor/window/map/zones.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const char* const game = "across-suez";

std::string value(Opened& opened, const std::string& hex, const std::string& attribute) {
  return hex_value(*opened.desk().map(), opened.hex(hex), attribute);
}
/// A tool by its action, as its key and its button choose it.
QWidget& take_tool(Opened& opened, const char* name) {
  opened.window().actions().find(QString::fromLatin1(name))->trigger();
  QApplication::processEvents();
  return *opened.window().dock("tools")->widget();
}
void choose(QListWidget& list, const QString& text) {
  for (int row = 0; row < list.count(); ++row)
    if (list.item(row)->text().startsWith(text)) {
      list.setCurrentRow(row);
      QApplication::processEvents();
      return;
    }
  ADD_FAILURE() << "there is no " << text.toStdString();
}
void choose(QComboBox& box, const QString& text) {
  const int index = box.findText(text, Qt::MatchStartsWith);
  ASSERT_GE(index, 0) << text.toStdString();
  box.setCurrentIndex(index);
  emit box.activated(index);
  QApplication::processEvents();
}
const std::string& ground(Opened& opened) {
  return opened.desk().style().ground;
}

// One notch of the wheel and one call of the menu are the same step, and out undoes in.
TEST(MapOfTheWindow, ZoomsByTheSameStepWithTheWheelAndFromTheMenu) {
  Opened opened(game);
  MapView& map = opened.map();
  const auto turned = [&](int turn) {
    const QPointF at(map.width() / 2.0, map.height() / 2.0);
    QWheelEvent event(at, map.mapToGlobal(at), QPoint(), QPoint(0, turn), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&map, &event);
    return map.scale();
  };
  const auto called = [&](const char* name) {
    opened.window().actions().find(QString::fromLatin1(name))->trigger();
    return map.scale();
  };
  const double before = map.scale();
  const double by_wheel = turned(120);
  EXPECT_GT(by_wheel, before);
  EXPECT_NEAR(turned(-120), before, 1e-9);
  EXPECT_NEAR(called("zoom-in"), by_wheel, 1e-9);
  EXPECT_NEAR(called("zoom-out"), before, 1e-9);
}

TEST(MapTools, ALineIsShownWhileItIsDrawnAndPaintedWhenItEnds) {
  Opened opened(game);
  QWidget& tools = take_tool(opened, "line");
  choose(*control<QListWidget>(tools, "Values to paint"), "Swamp");
  mouse(opened.map(), QEvent::MouseButtonPress, opened.place("0502"));
  mouse(opened.map(), QEvent::MouseMove, opened.place("0805"));
  std::vector<std::string> shown;
  for (const int hex : opened.map().tools().preview()) shown.push_back(opened.desk().hex_name(hex));
  ASSERT_EQ(static_cast<int>(shown.size()),
            opened.desk().map()->ground.distance(opened.hex("0502"), opened.hex("0805")) + 1);
  EXPECT_THAT(value(opened, "0502", ground(opened)), Not(HasSubstr("swamp"))) << "nothing is painted yet";
  mouse(opened.map(), QEvent::MouseButtonRelease, opened.place("0805"));
  for (const std::string& hex : shown) EXPECT_EQ(value(opened, hex, ground(opened)), "[\"swamp\"]") << hex;
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
}

TEST(MapTools, SeveralTerrainsInAHexAreAddedAndTakenOutOneByOne) {
  Opened opened(game);
  QWidget& tools = take_tool(opened, "brush");
  choose(*control<QListWidget>(tools, "Values to paint"), "Sand");
  drag_over(opened, {"0502"});
  ASSERT_EQ(value(opened, "0502", ground(opened)), "[\"sand\"]");
  control<QCheckBox>(tools, "Add to existing values")->click();
  QApplication::processEvents();
  choose(*control<QListWidget>(tools, "Values to paint"), "Swamp");
  drag_over(opened, {"0502"});
  EXPECT_THAT(value(opened, "0502", ground(opened)), HasSubstr("sand"));
  EXPECT_THAT(value(opened, "0502", ground(opened)), HasSubstr("swamp"));
  drag_over(opened, {"0502"}, Qt::RightButton);
  EXPECT_EQ(value(opened, "0502", ground(opened)), "[\"sand\"]") << "the right button takes that one out";
}

TEST(MapTools, LabelsAndPlacesArePutDownAndTakenAway) {
  Opened opened(game);
  std::string asked;
  opened.window().ask_line = [&](const QString& title, const QString&) {
    asked = title.toStdString();
    return QString("Wadi");
  };
  const size_t labels = opened.desk().map()->labels.size();
  take_tool(opened, "label");
  drag_over(opened, {"0503"});
  EXPECT_THAT(asked, HasSubstr("0503"));
  ASSERT_EQ(opened.desk().map()->labels.size(), labels + 1);
  EXPECT_EQ(opened.desk().map()->labels.back().text, "Wadi");
  drag_over(opened, {"0503"}, Qt::RightButton);
  EXPECT_EQ(opened.desk().map()->labels.size(), labels);

  const std::string place = opened.desk().words()->places.front();
  QWidget& tools = take_tool(opened, "place");
  auto* list = control<QListWidget>(tools, "Values to paint");
  for (int row = 0; row < list->count(); ++row)
    if (list->item(row)->data(Qt::UserRole).toString().toStdString() == place) list->setCurrentRow(row);
  QApplication::processEvents();
  drag_over(opened, {"0503"});
  const auto where = [&] {
    for (const board::NamedPlace& one : opened.desk().map()->places)
      if (one.name == place) return opened.desk().hex_name(one.hex);
    return std::string("nowhere");
  };
  EXPECT_EQ(where(), "0503");
  // The rules name it, so that it is asked before it goes.
  std::string question;
  opened.window().ask_yes = [&](const QString& text) {
    question = text.toStdString();
    return true;
  };
  drag_over(opened, {"0503"}, Qt::RightButton);
  EXPECT_THAT(question, HasSubstr(place));
  EXPECT_EQ(where(), "nowhere");
  opened.window().settle();
  std::vector<std::string> told;
  for (const editor::Problem& one : opened.desk().problems()) told.push_back(one.text);
  EXPECT_THAT(told, Contains(HasSubstr(place))) << "a place that the rules need and the map lacks";
}

TEST(Zones, AreMarkedByDraggingWhereTheRulesSetHexesApart) {
  Opened opened("examples/cup");
  QWidget& tools = take_tool(opened, "zone");
  choose(*control<QComboBox>(tools, "Attribute to paint"), "Source");
  choose(*control<QListWidget>(tools, "Values to paint"), "North");
  const editor::Attribute& source = *opened.desk().words()->attribute("source");
  const size_t before = zone_hexes(opened.desk(), source, "north").size();
  drag_over(opened, {"0303", "0304", "0305"});
  std::vector<std::string> hexes;
  for (const auto& [hex, who] : zone_hexes(opened.desk(), source, "north"))
    hexes.push_back(opened.desk().hex_name(hex));
  EXPECT_EQ(hexes.size(), before + 3);
  EXPECT_THAT(hexes, Contains("0304"));
  EXPECT_THAT(value(opened, "0304", "source"), HasSubstr("north"));
  drag_over(opened, {"0304"}, Qt::RightButton);
  EXPECT_EQ(zone_hexes(opened.desk(), source, "north").size(), before + 2);
  EXPECT_EQ(opened.desk().document()->history().size(), 2u) << "a drag is one step";
}

TEST(Zones, EntryHexesAreThoseOfTheSelectedUnits) {
  Opened opened(game);
  std::string said;
  opened.desk().say = [&](const std::string& text) { said = text; };
  QWidget& tools = take_tool(opened, "zone");
  choose(*control<QComboBox>(tools, "Attribute to paint"), "Entry");
  drag_over(opened, {"0101"});
  EXPECT_THAT(said, HasSubstr("First select the"));
  EXPECT_THAT(opened.desk().document()->history(), IsEmpty());

  const editor::Attribute& entry = *opened.desk().words()->attribute("entry");
  const auto enters = [&](const std::string& hex) {
    for (const auto& [at, who] : zone_hexes(opened.desk(), entry, {}))
      if (opened.desk().hex_name(at) == hex) return who;
    return std::string();
  };
  // One that comes later, by the schedule.
  std::string unit;
  for (const int part : opened.desk().document()->schedules())
    for (const board::EntityLine& line : *editor::entity_lines(opened.desk().document()->part(part)))
      if (unit.empty()) unit = line.id;
  ASSERT_NE(unit, "");
  Selection selection;
  selection.entities = {"unit " + unit};
  opened.desk().select(selection);
  drag_over(opened, {"0301"});
  EXPECT_THAT(enters("0301"), HasSubstr(unit)) << said;
  opened.map().settle();
  drag_over(opened, {"0301"}, Qt::RightButton);
  EXPECT_EQ(enters("0301"), "");
}

TEST(Grid, IsResizedAndShiftedByADialogThatSaysWhatComesOut) {
  Opened opened(game);
  const board::Grid before = opened.desk().map()->ground.grid();
  const double before_x = opened.map().drawing()->geometry().centre(opened.hex("0112")).x;
  bool seen = false;
  in_next_dialog("resizeMap", &seen, [](QDialog& dialog) {
    dialog.findChild<QSpinBox*>("left")->setValue(1);
    dialog.findChild<QSpinBox*>("bottom")->setValue(3);
  });
  opened.window().actions().find("resize-map")->trigger();
  ASSERT_TRUE(seen);
  const board::Grid after = opened.desk().map()->ground.grid();
  EXPECT_EQ(after.columns, before.columns + 1);
  EXPECT_EQ(after.rows, before.rows + 3);
  EXPECT_GE(opened.hex("0112"), 0) << "hexes keep their numbers";
  EXPECT_GT(opened.map().drawing()->geometry().centre(opened.hex("0112")).x, before_x)
      << "and lie farther right";
  opened.desk().undo();
  EXPECT_EQ(opened.desk().map()->ground.grid(), before);

  // Two columns on the left would need numbers below 0: refused in plain words, nothing changed.
  std::string said;
  opened.desk().say = [&](const std::string& text) { said = text; };
  seen = false;
  in_next_dialog("resizeMap", &seen,
                 [](QDialog& dialog) { dialog.findChild<QSpinBox*>("left")->setValue(2); });
  opened.window().actions().find("resize-map")->trigger();
  ASSERT_TRUE(seen);
  EXPECT_NE(said, "");
  EXPECT_EQ(opened.desk().map()->ground.grid(), before);
}

TEST(Grid, LayoutAndNumbersAreShownWhileTheyAreChosen) {
  Opened opened(game);
  bool seen = false;
  std::string first, shifted, other;
  in_next_dialog("numbering", &seen, [&](QDialog& dialog) {
    auto* preview = dialog.findChild<GridPreview*>("gridPreview");
    first = preview->number_at(0, 1);
    dialog.findChild<QSpinBox*>("columnsStart")->setValue(31);
    shifted = preview->number_at(0, 1);
    dialog.findChild<QComboBox*>("which")->setCurrentText("decision-games-1");
    other = preview->number_at(0, 1);
    dialog.findChild<QComboBox*>("which")->setCurrentText("mine");
    dialog.findChild<QSpinBox*>("columnsStart")->setValue(41);
    dialog.findChild<QCheckBox*>("rowsReversed")->setChecked(true);
    dialog.findChild<QComboBox*>("layout")->setCurrentIndex(0);
  });
  opened.window().actions().find("numbering")->trigger();
  ASSERT_TRUE(seen);
  EXPECT_EQ(first, "0102");
  EXPECT_EQ(shifted, "3102");
  EXPECT_EQ(other, "0302") << "another numbering is shown as it is";
  const board::HexMap& map = *opened.desk().map();
  EXPECT_EQ(map.ground.grid().layout, board::Layout::flat_odd);
  const auto mine = map.find_numbering("mine");
  ASSERT_TRUE(mine);
  EXPECT_EQ(map.hex_id(map.find_hex("0101"), *mine), "4121");
  // On the map the numbers of any of them can be shown.
  EXPECT_EQ(opened.map().drawing()->numbering(), opened.desk().numbering());
  opened.window().actions().find("next-numbering")->trigger();
  EXPECT_NE(opened.map().drawing()->numbering(), opened.desk().numbering());
  EXPECT_EQ(opened.map().drawing()->numbering(), opened.desk().numbering_shown());
}

TEST(Sources, EachFactIsShownByItsOwnAndOneSourceAlone) {
  Opened opened(game);
  const board::HexMap& map = *opened.desk().map();
  size_t on[4] = {0, 0, 0, 0};
  for (const SourcedFact& fact : sourced_facts(map, {}, "*")) ++on[static_cast<size_t>(fact.on)];
  for (const size_t count : on) EXPECT_GT(count, 0u) << "hexes, hexsides, steps of roads and places";

  QDockWidget* dock = opened.window().dock("sources");
  dock->show();
  dock->raise();
  QApplication::processEvents();
  auto* list = control<QListWidget>(*dock, "Sources of the map");
  opened.map().settle();
  const QImage before = opened.map().grab().toImage();
  choose(*list, "A  Lakekan");
  EXPECT_EQ(opened.desk().shown().provenance, "lakekan");
  EXPECT_TRUE(opened.window().actions().find("show-provenance")->isChecked());
  const auto facts =
      sourced_facts(map, opened.desk().shown().provenance_of, opened.desk().shown().provenance);
  ASSERT_FALSE(facts.empty());
  for (const SourcedFact& fact : facts)
    EXPECT_EQ(map.provenances.all[static_cast<size_t>(fact.provenance)].name, "lakekan");
  opened.map().settle();
  const QImage after = opened.map().grab().toImage();
  const auto differs = [&](const std::string& hex) {
    const QRect box = QRectF(opened.place(hex) - QPointF(8, 8), QSizeF(16, 16)).toRect();
    return before.copy(box) != after.copy(box);
  };
  EXPECT_TRUE(differs("0616")) << "the hex that says lakekan is marked";
  EXPECT_FALSE(differs("0812")) << "another is not";

  choose(*control<QComboBox>(*dock, "Facts of"), "Place");
  for (const SourcedFact& fact : sourced_facts(map, opened.desk().shown().provenance_of, "*"))
    EXPECT_EQ(fact.attribute, "place");
}

TEST(Sources, ADialogSaysWhatIsMissing) {
  Opened opened(game);
  opened.show("sources");
  bool seen = false;
  in_next_dialog(
      "source", &seen,
      [](QDialog& dialog) {
        const auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        const auto* missing = control<QLabel>(dialog, "Missing entry");
        EXPECT_FALSE(ok->isEnabled());
        dialog.findChild<QLineEdit*>("name")->setText("my scan");
        dialog.findChild<QRadioButton*>("attested")->setChecked(true);
        dialog.findChild<QLineEdit*>("source")->setText("a-book");
        EXPECT_FALSE(ok->isEnabled());
        EXPECT_TRUE(missing->text().contains("the case")) << missing->text().toStdString();
        dialog.findChild<QLineEdit*>("case")->setText("4.2");
        EXPECT_TRUE(ok->isEnabled());
        EXPECT_EQ(missing->text(), "");
      },
      true);
  control<QPushButton>(*opened.window().dock("sources"), "New...")->click();
  EXPECT_TRUE(seen);
}

TEST(Sources, AreMadeChangedAndRemovedAndPaintedWithout) {
  Opened opened(game);
  QDockWidget* dock = opened.window().dock("sources");
  dock->show();
  dock->raise();
  QApplication::processEvents();
  bool seen = false;
  in_next_dialog("source", &seen, [](QDialog& dialog) {
    dialog.findChild<QLineEdit*>("name")->setText("my scan");
    dialog.findChild<QRadioButton*>("reconstructed")->setChecked(true);
    dialog.findChild<QLineEdit*>("why")->setText("seen on the sheet");
  });
  control<QPushButton>(*dock, "New...")->click();
  ASSERT_TRUE(seen);
  const auto source_of = [&](const std::string& hex) -> std::string {
    for (const board::Fact& fact : board::facts_of_hex(*opened.desk().map(), opened.hex(hex)))
      if (fact.attribute == ground(opened))
        return fact.provenance < 0
                   ? std::string()
                   : opened.desk().map()->provenances.all[static_cast<size_t>(fact.provenance)].name;
    return {};
  };
  QWidget& tools = take_tool(opened, "brush");
  choose(*control<QComboBox>(tools, "Source of painted facts"), "My scan");
  control<QCheckBox>(tools, "Paint only the source")->click();
  QApplication::processEvents();
  const std::string was = value(opened, "0113", ground(opened));
  drag_over(opened, {"0113", "0114"});
  EXPECT_EQ(source_of("0113"), "my_scan");
  EXPECT_EQ(source_of("0114"), "my_scan");
  EXPECT_EQ(value(opened, "0113", ground(opened)), was) << "what it is stays";
  QApplication::processEvents();

  std::string said;
  opened.desk().say = [&](const std::string& text) { said = text; };
  dock->raise();
  auto* list = control<QListWidget>(*dock, "Sources of the map");
  QElapsedTimer waited;
  waited.start();
  while (list->findItems("R  My scan (2)", Qt::MatchExactly).isEmpty() && waited.elapsed() < 600'000)
    QApplication::processEvents(QEventLoop::AllEvents, 20);
  choose(*list, "R  My scan (2)");
  control<QPushButton>(*dock, "Remove")->click();
  EXPECT_NE(said, "") << "refused while facts refer to it";
  opened.desk().undo();
  EXPECT_EQ(source_of("0113"), "lake");
}

}  // namespace
}  // namespace casebook::window
