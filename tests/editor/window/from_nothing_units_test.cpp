// SPDX-License-Identifier: Apache-2.0
// Units from nothing (docs/editor/first-scenario.md): by keys, clicks and drops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QStatusBar>
#include <QTableView>
#include <QTableWidget>

#include "editor/window/map/map_view.h"
#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/choice_cells.h"
#include "editor/window/panels/value_editor.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

TEST(FromNothing, TabGoesFromCellToCellOfTheOrderOfBattle) {
  Made made;
  made.add_units({"A", "B"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, 0));
  table->edit(table->currentIndex());
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(field, nullptr);
  field->setText("Guard");
  press(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_GE(made.desk().line_of("unit Guard").first, 0);
  EXPECT_EQ(table->currentIndex().row(), 0);
  EXPECT_EQ(table->currentIndex().column(), 1);
  auto* next = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(next, nullptr) << "the next cell is being written in";
  next->setText("0105");
  press(*next, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(table->model()->index(0, 1).data().toString(), "0105");
  EXPECT_EQ(table->currentIndex().column(), 1);
}

TEST(FromNothing, LettersInTheOrderOfBattleChooseNoTool) {
  Made made;
  made.add_units({"A"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, 0));
  QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_E, Qt::NoModifier, "e");
  asked.ignore();
  QApplication::sendEvent(table, &asked);
  EXPECT_TRUE(asked.isAccepted());
}

TEST(FromNothing, ANewLineHasTheNextNumberAndNoPlace) {
  Made made;
  made.add_units({"Guard 1"}, "0105");
  made.show("units");
  made.desk().select({{}, {}, {"unit Guard 1"}});
  made.window().settle();
  made.button("New")->click();
  made.window().settle();
  made.button("New")->click();
  made.window().settle();
  for (const char* name : {"unit Guard 2", "unit Guard 3"}) {
    const auto [part, index] = made.desk().line_of(name);
    ASSERT_GE(part, 0) << name;
    EXPECT_EQ((*editor::entity_lines(made.desk().document()->part(part)))[static_cast<size_t>(index)].start,
              "")
        << name;
  }
}

TEST(FromNothing, FillDownTakesTheUppermostOfTheChosenLines) {
  Made made;
  made.add_units({"A", "B", "C"});
  made.show("units");
  made.desk().execute(
      editor::SetEntities{"order-of-battle.json",
                          {"unit A"},
                          "printed_strength",
                          value_of_text(made.desk().words()->attribute("printed_strength")->type, "4"),
                          ""});
  made.window().settle();
  auto* table = made.named<QTableView>("Order of battle");
  int column = -1;
  for (int i = 0; i < table->model()->columnCount(); ++i)
    if (table->model()->headerData(i, Qt::Horizontal).toString() == "Printed strength") column = i;
  ASSERT_GE(column, 0);
  // As Shift and a click below leave it: the last cell is the current one.
  table->selectionModel()->select(
      QItemSelection(table->model()->index(0, column), table->model()->index(2, column)),
      QItemSelectionModel::ClearAndSelect);
  table->selectionModel()->setCurrentIndex(table->model()->index(2, column), QItemSelectionModel::NoUpdate);
  made.button("Fill down")->click();
  made.window().settle();
  for (const char* name : {"unit A", "unit B", "unit C"})
    EXPECT_EQ(made.desk().entity_value(name, "printed_strength"), "4") << name;
}

TEST(FromNothing, TabGoesFromFieldToFieldOfTheInspector) {
  Made made;
  made.add_units({"A"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  auto* field = made.named<QLineEdit>("Printed strength");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  field->selectAll();
  press(*field, Qt::Key_4, Qt::NoModifier, "4");
  press(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_strength"), "4");
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  EXPECT_EQ(QApplication::focusWidget()->accessibleName(), "Printed allowance");
}

TEST(FromNothing, AnEntryHexCanBeWrittenAndTerrainsCanBeTicked) {
  Made made;
  const auto editor_of = [&](const char* attribute) {
    return std::unique_ptr<QWidget>(make_value_editor(made.desk().words()->attribute(attribute)->type,
                                                      made.desk(), {}, attribute,
                                                      [](auto&) { return true; }));
  };
  EXPECT_NE(qobject_cast<QLineEdit*>(editor_of("entry").get()), nullptr);
  const auto terrain = editor_of("terrain");
  auto* ticked = qobject_cast<QPushButton*>(terrain.get());
  ASSERT_NE(ticked, nullptr);
  EXPECT_NE(ticked->menu(), nullptr);
}

TEST(FromNothing, ARenamedUnitStaysSelected) {
  Made made;
  made.add_units({"A", "B"});
  made.desk().select({{}, {}, {"unit A"}});
  made.desk().execute(editor::RenameEntity{"unit A", "Guard"});
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit Guard"}));
  made.desk().undo();
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit A"}));
  made.desk().redo();
  EXPECT_EQ(made.desk().selection().entities, (std::vector<std::string>{"unit Guard"}));
}

/// The list of a cell that is open, or nothing.
QComboBox* open_list(QTableView& table) {
  for (QComboBox* box : table.findChildren<QComboBox*>())
    if (box->view()->isVisible()) return box;
  return nullptr;
}

TEST(FromNothing, AValueFromAListTakesOneClickAndAChoice) {
  Made made;
  made.add_units({"A"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  const QModelIndex at = cell(*table, "A", "side");
  table->scrollTo(at);
  const QRect sign = ChoiceCells::sign_of(table->visualRect(at));
  click(*table->viewport(), sign.center());
  made.window().settle();
  QComboBox* box = open_list(*table);
  ASSERT_NE(box, nullptr) << "one click on the sign opens the list";
  EXPECT_GE(box->view()->width(), box->view()->sizeHintForColumn(0)) << "nothing in it is cut off";
  EXPECT_GE(box->width(), box->sizeHint().width());
  click(*box->view(), box->model()->index(box->findText("israel"), 0));
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "side"), "israel") << "taken with the choice, without Enter";
  EXPECT_EQ(open_list(*table), nullptr);
}

TEST(FromNothing, AValueFromAListIsChosenByItsLetterAndLeftByEscape) {
  Made made;
  made.add_units({"A"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  const QModelIndex at = cell(*table, "A", "side");
  table->setCurrentIndex(at);
  table->setFocus();
  press(*table, Qt::Key_I, Qt::NoModifier, "i");
  made.window().settle();
  QComboBox* box = open_list(*table);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->view()->currentIndex().data().toString(), "israel");
  press(*box->view(), Qt::Key_Escape);
  made.window().settle();
  EXPECT_EQ(open_list(*table), nullptr);
  EXPECT_EQ(made.desk().entity_value("unit A", "side"), "") << "Escape changes nothing";
  table->setFocus();
  press(*table, Qt::Key_I, Qt::NoModifier, "i");
  made.window().settle();
  box = open_list(*table);
  ASSERT_NE(box, nullptr);
  press(*box->view(), Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "side"), "israel");
}

TEST(FromNothing, AUnitThatIsNowhereIsToldToBeNowhere) {
  Made made;
  made.add_units({"A"});
  made.window().settle();
  ASSERT_EQ(made.desk().counters().size(), 1U);
  EXPECT_THAT(made.desk().counters()[0].title, ::testing::HasSubstr("not set up"));
  ASSERT_TRUE(made.map().tools().place_entities({"unit A"}, made.hex("0504")));
  made.window().settle();
  EXPECT_THAT(made.desk().counters()[0].title, ::testing::Not(::testing::HasSubstr("not set up")));
}

TEST(FromNothing, FieldsOfTheInspectorKeepTheirPlacesFromUnitToUnit) {
  Made made;
  made.add_units({"A", "B"});
  ASSERT_TRUE(made.map().tools().place_entities({"unit A"}, made.hex("0504")));
  made.show("inspector");
  QPoint first;
  for (const char* unit : {"unit A", "unit B"}) {
    made.desk().select({{}, {}, {unit}});
    made.window().settle();
    auto* field = made.named<QLineEdit>("Printed strength");
    ASSERT_NE(field, nullptr);
    const QPoint at = field->mapTo(&made.window(), QPoint(0, 0));
    if (first.isNull()) first = at;
    EXPECT_EQ(at, first) << unit;
  }
}

TEST(FromNothing, AUnitDroppedOnAFieldIsNoText) {
  Made made;
  made.add_units({"A"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  for (const QLineEdit* field : made.window().dock("inspector")->widget()->findChildren<QLineEdit*>())
    EXPECT_FALSE(field->acceptDrops()) << field->accessibleName().toStdString();
}

TEST(FromNothing, AScheduleIsMadeWithItsFirstLine) {
  Made made;
  made.add_units({"A", "B"});
  made.show("turns");
  ASSERT_TRUE(made.desk().document()->schedules().empty());
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  made.button("Add selected units")->click();
  made.window().settle();
  ASSERT_EQ(made.desk().document()->schedules().size(), 1U);
  auto* table = made.named<QTableWidget>("Reinforcements");
  ASSERT_EQ(table->rowCount(), 1);
  EXPECT_EQ(table->item(0, 0)->text(), "A");
  made.desk().undo();
  EXPECT_TRUE(made.desk().document()->schedules().empty()) << "file and line are one step";
}

TEST(FromNothing, ASelectedUnitIsListedWhereverItStands) {
  Made made;
  made.add_units({"A"}, "0504");
  made.show("selection");
  made.desk().select({{made.hex("0907")}, {}, {"unit A"}});
  made.window().settle();
  auto* list = made.named<QListWidget>("Selected hexes and their units");
  QStringList all;
  for (int row = 0; row < list->count(); ++row) all << list->item(row)->text();
  EXPECT_TRUE(all.join("|").contains("A")) << all.join("|").toStdString();
  EXPECT_TRUE(all.join("|").contains("0907")) << all.join("|").toStdString();
}

TEST(FromNothing, WhatAScheduleSaysIsSeenInTheInspector) {
  Made made;
  made.add_units({"A"});
  made.show("turns");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  made.button("Add selected units")->click();
  made.show("inspector");
  auto* field = made.named<QLineEdit>("Arrival");
  ASSERT_NE(field, nullptr);
  EXPECT_EQ(field->placeholderText(), "1 (schedule.json)");
}

TEST(FromNothing, WhatIsTakenOutIsNoLongerInspected) {
  Made made;
  made.add_units({"Guard"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit Guard"}});
  made.window().settle();
  ASSERT_TRUE(made.desk().execute(editor::RemoveEntities{"order-of-battle.json", {"unit Guard"}}));
  made.window().settle();
  for (const QLabel* one : made.window().dock("inspector")->widget()->findChildren<QLabel*>())
    EXPECT_NE(one->text(), "Guard");
}

TEST(FromNothing, TheNameStaysInSightFarToTheRight) {
  Made made;
  made.add_units({"Guard"});
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  EXPECT_FALSE(table->verticalHeader()->isVisible());
  table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
  made.window().settle();
  EXPECT_TRUE(table->verticalHeader()->isVisible());
  EXPECT_EQ(table->model()->headerData(0, Qt::Vertical).toString(), "Guard");
}

// A cell that changed tells the table, which asks the cell that was opened after it to show its value again:
// what was chosen in it was chosen no more, and what was typed came behind it.
TEST(FromNothing, TheNextCellIsChosenAlsoAfterOneThatChanged) {
  Made made;
  made.add_units({"A"});
  const auto set = [&](const char* attribute, const char* value) {
    std::string text(value);
    std::optional<board::DataValue> read;
    ASSERT_TRUE(
        read_value(made.desk(), attribute, made.desk().words()->attribute(attribute)->type, text, read));
    ASSERT_TRUE(
        made.desk().execute(editor::SetEntities{"order-of-battle.json", {"unit A"}, attribute, read, ""}));
  };
  set("printed_strength", "2");
  set("printed_allowance", "6");
  made.show("units");
  auto* table = made.named<QTableView>("Order of battle");
  int column = 0;
  while (table->model()->headerData(column, Qt::Horizontal).toString() != "Printed strength") ++column;
  ASSERT_EQ(table->model()->headerData(column + 1, Qt::Horizontal).toString(), "Printed allowance");
  table->setFocus();
  table->setCurrentIndex(table->model()->index(0, column));
  table->edit(table->currentIndex());
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(field, nullptr);
  press(*field, Qt::Key_3, Qt::NoModifier, "3");
  press(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_strength"), "3");
  auto* next = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->selectedText(), "6");
  press(*next, Qt::Key_5, Qt::NoModifier, "5");
  press(*next, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(made.desk().entity_value("unit A", "printed_allowance"), "5");
}

TEST(FromNothing, TheInspectorRefusesWhatTheTableRefuses) {
  Made made;
  made.add_units({"A"});
  made.show("inspector");
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  const size_t before = made.desk().document()->history().size();
  auto* field = made.named<QLineEdit>("Printed allowance");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  field->selectAll();
  press(*field, Qt::Key_S, Qt::NoModifier, "s");
  press(*field, Qt::Key_Return);
  made.window().settle();
  EXPECT_EQ(made.window().statusBar()->currentMessage().toStdString(),
            "Printed allowance: \"s\" is not a number; nothing was changed");
  EXPECT_EQ(made.desk().document()->history().size(), before);
  field = made.named<QLineEdit>("Printed allowance");
  EXPECT_EQ(field->selectedText(), "s") << "to be mended";
  press(*field, Qt::Key_Tab);
  made.window().settle();
  EXPECT_EQ(made.named<QLineEdit>("Printed allowance")->text(), "") << "what holds";
  EXPECT_EQ(made.desk().document()->history().size(), before);
}

TEST(FromNothing, AScheduleIsMadeByWhenUnitsComeAndNotByTheirStrength) {
  Made made;
  made.add_units({"A", "B"});
  made.show("turns");
  auto* by = made.named<QComboBox>("Track by");
  ASSERT_NE(by, nullptr);
  EXPECT_EQ(by->currentText(), "arrival");
  EXPECT_EQ(by->findText("printed strength"), -1);
  const auto begins = [&](const std::string& entity) {
    const auto [part, line] = made.desk().line_of(entity);
    return (*editor::entity_lines(made.desk().document()->part(part)))[static_cast<size_t>(line)].start;
  };
  made.desk().select({{}, {}, {"unit A"}});
  made.window().settle();
  made.button("Add selected units")->click();
  made.window().settle();
  EXPECT_EQ(by->currentText(), "arrival");
  auto* table = made.named<QTableWidget>("Reinforcements");
  ASSERT_EQ(table->rowCount(), 1);
  EXPECT_EQ(table->item(0, 0)->text(), "A");
  ASSERT_EQ(table->columnCount(), 2);
  EXPECT_EQ(table->item(0, 1)->text(), "1") << "0 would say that it is there from the beginning";
  EXPECT_EQ(begins("unit A"), "reserve") << "who begins in the first box never comes";
  EXPECT_EQ(begins("unit B"), "");
  made.desk().undo();
  EXPECT_EQ(begins("unit A"), "") << "one step";
  made.desk().redo();
  made.desk().select({{}, {}, {"unit B"}});
  made.window().settle();
  EXPECT_EQ(by->currentText(), "arrival");
}

}  // namespace
}  // namespace casebook::window
