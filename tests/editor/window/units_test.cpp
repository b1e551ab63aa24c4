// SPDX-License-Identifier: Apache-2.0
// The order of battle as a table, reinforcements as table and track, counters: by keys, clicks and the
// clipboard.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QStatusBar>
#include <QTableView>
#include <fstream>
#include <sstream>

#include "editor/document/table.h"
#include "editor/window/map/map_view.h"
#include "editor/window/map/unit_drag.h"
#include "editor/window/panels/units_panel.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The window with the panel of units in front.
class Units : public Opened {
 public:
  Units() : Opened("across-suez") {
    window().dock("units")->show();
    window().dock("units")->raise();
    window().settle();
  }
  QWidget& panel() { return *window().dock("units")->widget(); }
  QTableView& table() { return *panel().findChild<QTableView*>("unitsTable"); }
  template <class T>
  T& child(const char* name) {
    return *panel().findChild<T*>(name);
  }
  std::string value(const std::string& unit, const std::string& attribute) {
    const auto table = editor::table_of(*desk().document(), "unit");
    for (const auto& row : table.rows)
      if (row.entity == "unit " + unit) return row.cells[static_cast<size_t>(table.column(attribute))].text;
    return "no such unit";
  }
  size_t steps() { return desk().document()->history().size(); }
  QString told() {
    return child<QLabel>("unitsTold").isHidden() ? QString() : child<QLabel>("unitsTold").text();
  }
};

TEST(Units, HaveAColumnForEveryAttributeThatTheRulesDeclare) {
  Units opened;
  for (const editor::Attribute* one : opened.desk().words()->of("unit"))
    EXPECT_GE(column(opened.table(), QString::fromStdString(one->name).replace('_', ' ')), 0) << one->name;
  EXPECT_EQ(opened.table().model()->rowCount(), 59);
}

TEST(Units, ACellIsTypedInto) {
  Units opened;
  const QModelIndex at = cell(opened.table(), "Reshev 1", "printed strength");
  click(opened.table(), at);
  press(opened.table(), Qt::Key_F2);
  auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (editor == nullptr) editor = opened.table().findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  editor->clear();
  type(*editor, "5");
  press(*editor, Qt::Key_Return);
  opened.window().settle();
  EXPECT_EQ(opened.value("Reshev 1", "printed_strength"), "5");
  EXPECT_EQ(opened.steps(), 1u);
}

TEST(Units, ManyLinesAreChangedAtOnceAsOneStep) {
  Units opened;
  click(opened.table(), cell(opened.table(), "Reshev 1", "printed strength"));
  click(opened.table(), cell(opened.table(), "Reshev 3", "printed strength"), Qt::ShiftModifier);
  // The value of the uppermost goes to all.
  const std::string wanted = opened.value("Reshev 1", "printed_strength");
  click(opened.child<QAbstractButton>("unitsFillDown"));
  opened.window().settle();
  for (const char* unit : {"Reshev 1", "Reshev 2", "Reshev 3"})
    EXPECT_EQ(opened.value(unit, "printed_strength"), wanted) << unit;
  EXPECT_EQ(opened.steps(), 1u);
  opened.desk().undo();
  EXPECT_EQ(opened.value("Reshev 1", "printed_strength"), "3");
}

TEST(Units, AreSortedByAColumnAndNumbersAsNumbers) {
  Units opened;
  QTableView& table = opened.table();
  const int allowance = column(table, "printed allowance");
  QHeaderView& head = *table.horizontalHeader();
  table.scrollTo(table.model()->index(0, allowance));
  click(*head.viewport(), QPointF(head.sectionViewportPosition(allowance) + 12, head.height() / 2.0));
  std::vector<double> seen;
  for (int row = 0; row < table.model()->rowCount(); ++row)
    seen.push_back(table.model()->index(row, allowance).data().toDouble());
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()) || std::is_sorted(seen.rbegin(), seen.rend()));
  EXPECT_NE(seen.front(), seen.back());
}

TEST(Units, AreFilteredByWordsOfAnyColumn) {
  Units opened;
  type(opened.child<QLineEdit>("unitsFilter"), "israel armor");
  ASSERT_GT(opened.table().model()->rowCount(), 0);
  EXPECT_LT(opened.table().model()->rowCount(), 59);
  for (int row = 0; row < opened.table().model()->rowCount(); ++row) {
    EXPECT_EQ(opened.table().model()->index(row, column(opened.table(), "side")).data().toString(), "israel");
    EXPECT_THAT(
        opened.table().model()->index(row, column(opened.table(), "arm")).data().toString().toStdString(),
        HasSubstr("armor"));
  }
}

TEST(Units, AreAddedUpByFormation) {
  Units opened;
  choose(opened.child<QComboBox>("unitsSums"), "side");
  auto& groups = opened.child<QTableWidget>("unitsGroups");
  ASSERT_TRUE(groups.isVisible());
  const auto table = editor::table_of(*opened.desk().document(), "unit");
  const auto expected = editor::sums(table, "side", "printed_strength");
  ASSERT_EQ(groups.rowCount(), static_cast<int>(expected.size()));
  for (const editor::Sum& one : expected) {
    const QString side = QString::fromStdString(one.group);
    EXPECT_EQ(cell(groups, side, "lines").data().toInt(), one.count) << one.group;
    EXPECT_EQ(cell(groups, side, "printed strength").data().toString().toStdString(), to_text(*one.total));
  }
  // What is filtered away is not added.
  type(opened.child<QLineEdit>("unitsFilter"), "israel");
  EXPECT_EQ(groups.rowCount(), 1);
}

TEST(Units, ABlockFromASpreadsheetIsOneStep) {
  Units opened;
  QApplication::clipboard()->setText("7\t9\n6\t10\n");
  click(opened.table(), cell(opened.table(), "Reshev 1", "printed strength"));
  press(opened.table(), Qt::Key_V, Qt::ControlModifier);
  opened.window().settle();
  EXPECT_EQ(opened.value("Reshev 1", "printed_strength"), "7");
  EXPECT_EQ(opened.value("Reshev 1", "printed_allowance"), "9");
  EXPECT_EQ(opened.value("Reshev 2", "printed_strength"), "6");
  EXPECT_EQ(opened.value("Reshev 2", "printed_allowance"), "10");
  EXPECT_EQ(opened.steps(), 1u);
  // What is copied is what was pasted.
  click(opened.table(), cell(opened.table(), "Reshev 1", "printed strength"));
  click(opened.table(), cell(opened.table(), "Reshev 2", "printed allowance"), Qt::ShiftModifier);
  press(opened.table(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), "7\t9\n6\t10");
  opened.desk().undo();
  EXPECT_EQ(opened.value("Reshev 2", "printed_allowance"), "12");
}

TEST(Units, ATableWithItsLineOfNamesAddsLines) {
  Units opened;
  QApplication::clipboard()->setText("id\tside\tarm\tprinted_strength\nGuard 9\tisrael\tarmor\t4\n");
  click(opened.table(), cell(opened.table(), "Reshev 1", "printed strength"));
  press(opened.table(), Qt::Key_V, Qt::ControlModifier);
  opened.window().settle();
  EXPECT_EQ(opened.value("Guard 9", "arm"), "armor");
  EXPECT_EQ(opened.steps(), 1u);
}

TEST(Units, APasteOfNonsenseChangesNothingAndSaysWhatIsWrong) {
  Units opened;
  const std::string before = opened.desk().document()->text(opened.desk().document()->orders_of_battle()[0]);
  click(opened.table(), cell(opened.table(), "Reshev 1", "printed strength"));
  QApplication::clipboard()->setText("5\tmany\n\x01\x02\xff\t<html>\n");
  press(opened.table(), Qt::Key_V, Qt::ControlModifier);
  opened.window().settle();
  EXPECT_THAT(opened.told().toStdString(), HasSubstr("Nothing was changed:"));
  EXPECT_THAT(opened.told().toStdString(), HasSubstr("row 1, column 2: \"many\" is not a number"));
  EXPECT_THAT(opened.told().toStdString(), HasSubstr("row 2, column 2: \"<html>\" is not a number"));
  EXPECT_EQ(opened.steps(), 0u);
  EXPECT_EQ(opened.desk().document()->text(opened.desk().document()->orders_of_battle()[0]), before);
  QApplication::clipboard()->setText("\"never closed\t3\n");
  press(opened.table(), Qt::Key_V, Qt::ControlModifier);
  EXPECT_THAT(opened.told().toStdString(), HasSubstr("a \" is not closed"));
  // What is right takes the message away.
  QApplication::clipboard()->setText("5");
  press(opened.table(), Qt::Key_V, Qt::ControlModifier);
  EXPECT_EQ(opened.told(), QString());
  EXPECT_EQ(opened.value("Reshev 1", "printed_strength"), "5");
}

TEST(Units, GoOutAsCsvAndComeInAgain) {
  Units opened;
  const auto file = opened.folder().parent_path() / "units.csv";
  opened.window().ask_file = [&](const QString&, const QString&, bool) {
    return QString::fromStdString(file.string());
  };
  opened.window().actions().find("table-out")->trigger();
  std::stringstream written;
  written << std::ifstream(file).rdbuf();
  EXPECT_THAT(written.str(), HasSubstr("id,place,"));
  EXPECT_THAT(written.str(), HasSubstr("\r\nReshev 1,0210,"));
  // The same again changes nothing, in none of the files.
  opened.window().actions().find("table-in")->trigger();
  EXPECT_EQ(opened.steps(), 0u);
  std::string text = written.str();
  text.replace(text.find("\r\nReshev 1,0210,"), 16, "\r\nReshev 1,0310,");
  std::ofstream(file) << text;
  opened.window().actions().find("table-in")->trigger();
  opened.window().settle();
  EXPECT_EQ(opened.steps(), 1u);
  EXPECT_EQ(opened.value("Reshev 1", "place"), "0310");
  std::ofstream(file) << "id,strenth\nReshev 1,4\n";
  opened.window().actions().find("table-in")->trigger();
  EXPECT_THAT(opened.told().toStdString(),
              HasSubstr("row 1, column 2: the rules have no attribute \"strenth\""));
  EXPECT_EQ(opened.steps(), 1u);
}

TEST(Units, WhoNeedsAUnitIsAskedBeforeItGoes) {
  Units opened;
  QString asked;
  bool answer = false;
  opened.window().ask_yes = [&](const QString& question) {
    asked = question;
    return answer;
  };
  // A unit of the schedule, which speaks of it.
  std::string unit;
  for (const int part : opened.desk().document()->schedules())
    unit = editor::entity_lines(opened.desk().document()->part(part))->front().id;
  ASSERT_NE(unit, "");
  click(opened.table(), cell(opened.table(), QString::fromStdString(unit), "name"));
  click(opened.child<QAbstractButton>("unitsRemove"));
  EXPECT_THAT(asked.toStdString(), HasSubstr("unit " + unit + ": a line about it (schedule.json)"));
  EXPECT_EQ(opened.steps(), 0u) << "the answer was no";
  answer = true;
  click(opened.child<QAbstractButton>("unitsRemove"));
  EXPECT_EQ(opened.steps(), 1u);
  EXPECT_EQ(opened.value(unit, "side"), "no such unit");
  // A named place that the rules speak of, whatever tool takes it away.
  asked.clear();
  answer = false;
  EXPECT_FALSE(opened.desk().execute(editor::SetPlace{opened.desk().map_file(), "matzmed", "", ""}));
  EXPECT_THAT(asked.toStdString(), HasSubstr("place matzmed: the rules"));
}

TEST(Turns, AreATableAndATrack) {
  Opened opened("across-suez");
  opened.window().dock("turns")->show();
  opened.window().dock("turns")->raise();
  opened.window().settle();
  QWidget& panel = *opened.window().dock("turns")->widget();
  auto& table = *panel.findChild<QTableWidget*>("turnsTable");
  auto& track = *panel.findChild<QTableWidget*>("turnsTrack");
  const auto turn_of = [&](const QString& unit) {
    for (int i = 0; i < track.columnCount(); ++i)
      if (track.item(0, i)->text().split('\n').contains(unit))
        return track.horizontalHeaderItem(i)->text().toInt();
    return -1;
  };
  EXPECT_EQ(turn_of("Amir 1"), 2);
  // In the table by typing.
  table.item(cell(table, "Amir 1", "arrival").row(), column(table, "arrival"))->setText("4");
  opened.window().settle();
  EXPECT_EQ(turn_of("Amir 1"), 4);
  EXPECT_EQ(opened.desk().document()->history().size(), 1u);
  // Nonsense is refused and the cell shows what holds.
  table.item(cell(table, "Amir 1", "arrival").row(), column(table, "arrival"))->setText("soon");
  EXPECT_THAT(opened.window().statusBar()->currentMessage().toStdString(),
              HasSubstr("\"soon\" is not a number"));
  opened.window().settle();
  EXPECT_EQ(cell(table, "Amir 1", "arrival").data().toString(), "4");
  // On the track by dropping: what has a line moves, what has none gets one.
  const auto drop = [&](const std::vector<std::string>& entities, int turn) {
    int at = -1;
    for (int i = 0; i < track.columnCount(); ++i)
      if (track.horizontalHeaderItem(i)->text().toInt() == turn) at = i;
    ASSERT_GE(at, 0);
    const std::unique_ptr<QMimeData> mime(mime_of(entities));
    const QPointF place(track.columnViewportPosition(at) + 4, 6);
    QDragEnterEvent enter(place.toPoint(), Qt::MoveAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(track.viewport(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(place, Qt::MoveAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(track.viewport(), &event);
    opened.window().settle();
  };
  drop({"unit Amir 1"}, 5);
  EXPECT_EQ(turn_of("Amir 1"), 5);
  EXPECT_EQ(turn_of("Reshev 1"), -1);
  drop({"unit Reshev 1", "unit Reshev 2"}, 3);
  EXPECT_EQ(turn_of("Reshev 1"), 3);
  EXPECT_EQ(turn_of("Reshev 2"), 3);
  EXPECT_EQ(opened.desk().document()->history().size(), 3u);
  // And taken out again.
  click(table, cell(table, "Reshev 1", "name"));
  click(*panel.findChild<QAbstractButton*>("turnsRemove"));
  opened.window().settle();
  EXPECT_EQ(turn_of("Reshev 1"), -1);
  EXPECT_EQ(turn_of("Reshev 2"), 3);
}

TEST(CountersPanel, HasTwoSidesWhereTheStyleSaysSo) {
  Opened opened("examples/cup");
  auto& panel = *opened.window().dock("counters")->widget();
  opened.window().dock("counters")->show();
  opened.window().dock("counters")->raise();
  opened.window().settle();
  auto& list = *panel.findChild<QListWidget*>();
  auto& backs = *panel.findChild<QAbstractButton*>("countersBacks");
  ASSERT_GT(list.count(), 0);
  EXPECT_FALSE(backs.isVisible()) << "none has a back yet";
  std::ofstream(opened.folder() / "style.json")
      << R"({"format": "casebook/style", "version": 1, "counters": {"unit": {"symbol": "arm", )"
      << R"("values": ["factor"], "back": {"state": "disrupted", "title": "upset"}}}})";
  ASSERT_TRUE(opened.window().open(QString::fromStdString(opened.folder().string())));
  opened.window().settle();
  ASSERT_TRUE(backs.isVisible());
  EXPECT_THAT(list.item(0)->toolTip().toStdString(), HasSubstr("back: upset"));
  const QImage front = list.item(0)->icon().pixmap(48, 48).toImage();
  click(backs);
  EXPECT_NE(list.item(0)->icon().pixmap(48, 48).toImage(), front);
  click(backs);
  EXPECT_EQ(list.item(0)->icon().pixmap(48, 48).toImage(), front);
}

TEST(CountersPanel, FollowsTheSelectionAndIsFiltered) {
  Opened opened("across-suez");
  opened.window().dock("counters")->show();
  opened.window().dock("counters")->raise();
  opened.window().settle();
  auto& list = *opened.window().dock("counters")->widget()->findChild<QListWidget*>();
  EXPECT_EQ(list.count(), static_cast<int>(opened.desk().counters().size()));
  opened.desk().select({{}, {}, {"unit Erez 2"}});
  opened.window().settle();
  ASSERT_EQ(list.selectedItems().size(), 1);
  EXPECT_EQ(list.selectedItems().front()->text(), "Erez 2");
  EXPECT_THAT(list.selectedItems().front()->data(Qt::AccessibleTextRole).toString().toStdString(),
              HasSubstr("Erez 2: israel, armor"));
  EXPECT_FALSE(list.selectedItems().front()->icon().isNull());
  type(*opened.window().dock("counters")->widget()->findChild<QLineEdit*>(), "Erez");
  EXPECT_EQ(list.count(), 3);
}

TEST(SelectionPanel, AListOfHexesAndUnitsFollows) {
  Opened opened("across-suez");
  opened.window().dock("selection")->show();
  opened.window().dock("selection")->raise();
  opened.window().settle();
  auto& list = *opened.window().dock("selection")->widget()->findChild<QListWidget*>();
  const picture::Counter* unit = nullptr;
  for (const picture::Counter& one : opened.desk().counters())
    if (one.id == "Reshev 1") unit = &one;
  ASSERT_NE(unit, nullptr);
  opened.desk().select({{unit->hex, opened.hex("0103")}, {}, {}});
  opened.window().settle();
  std::vector<std::string> lines;
  for (int i = 0; i < list.count(); ++i) lines.push_back(list.item(i)->text().trimmed().toStdString());
  EXPECT_THAT(lines, ElementsAre(HasSubstr("0103"), HasSubstr("0210"), HasSubstr("Reshev 1")));
  // It leads to the place.
  opened.map().zoom(6);
  emit list.itemActivated(list.item(1));
  const QPointF at = opened.map().to_view(opened.map().drawing()->geometry().centre(unit->hex));
  EXPECT_TRUE(QRectF(opened.map().rect()).contains(at));
}

}  // namespace
}  // namespace casebook::window
