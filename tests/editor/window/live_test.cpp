// SPDX-License-Identifier: Apache-2.0
// What follows at once: options and readings, views while a stroke goes on, what a click on a scan misses by,
// and problems within their times through timers and threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QTableWidget>
#include <set>

#include "editor/window/panels/tracing_panel.h"
#include "editor/window/shared/survey.h"
#include "engine/picture/paper/sheet.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"
#include "tests/editor/window/problem_times.h"

namespace casebook::window {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const char* const game = "across-suez";

QWidget& panel(Opened& opened, const char* name) {
  opened.show(name);
  return *opened.window().dock(name)->widget();
}

/// A panel that is shown already: without waiting for what is computed in the background.
QWidget& as_it_is(Opened& opened, const char* name) {
  return *opened.window().dock(name)->widget();
}

const board::Switch* said(Opened& opened, const std::string& name) {
  const editor::Document& document = *opened.desk().document();
  for (const board::Switch& one : document.part(document.scenario()).as<board::ScenarioFile>()->switches)
    if (one.name == name) return &one;
  return nullptr;
}

TEST(Switches, EveryOptionIsABoxToTickThatIsWrittenIntoTheScenarioAndUndone) {
  Opened opened(game);
  opened.show("switches");
  const std::vector<editor::SwitchOf> all = opened.desk().words()->switches;
  size_t options = 0;
  for (const editor::SwitchOf& one : all) {
    if (one.reading) continue;
    ++options;
    const QString title = QString::fromStdString(one.title.empty() ? one.name : one.title);
    const bool usual = one.fallback == "yes";
    auto* box = control<QCheckBox>(as_it_is(opened, "switches"), title);
    ASSERT_NE(box, nullptr) << one.name;
    ASSERT_EQ(box->isChecked(),
              said(opened, one.name) == nullptr ? usual : said(opened, one.name)->value.boolean)
        << one.name;
    EXPECT_THAT(box->toolTip().toStdString(), HasSubstr(one.case_label)) << one.name;
    const bool before = box->isChecked();
    const size_t done = opened.desk().document()->done();
    box->click();
    EXPECT_EQ(opened.desk().document()->done(), done + 1) << one.name;
    EXPECT_EQ(said(opened, one.name) == nullptr ? usual : said(opened, one.name)->value.boolean, !before)
        << one.name;
    opened.desk().undo();
    QApplication::processEvents();
    EXPECT_EQ(control<QCheckBox>(as_it_is(opened, "switches"), title)->isChecked(), before) << one.name;
  }
  EXPECT_GT(options, 3u);
}

TEST(Switches, EveryReadingIsAQuestionWithItsAnswersAndTheReasonOfTheOneInForce) {
  Opened opened(game);
  opened.show("switches");
  size_t readings = 0;
  for (const editor::SwitchOf& one : std::vector<editor::SwitchOf>(opened.desk().words()->switches)) {
    if (!one.reading) continue;
    ++readings;
    const QString title = QString::fromStdString(one.title.empty() ? one.name : one.title);
    auto* box = control<QComboBox>(as_it_is(opened, "switches"), title);
    ASSERT_NE(box, nullptr) << one.name;
    ASSERT_EQ(box->count(), static_cast<int>(one.values.size())) << one.name;
    const int now = box->currentIndex();
    ASSERT_GE(now, 0) << one.name;
    const int other = now == 0 ? 1 : 0;
    box->setCurrentIndex(other);
    emit box->activated(other);
    QApplication::processEvents();
    const std::string chosen = one.values[static_cast<size_t>(other)];
    ASSERT_EQ(said(opened, one.name) == nullptr, chosen == one.fallback) << one.name;
    if (chosen != one.fallback) {
      EXPECT_EQ(said(opened, one.name)->value.text, chosen);
    }
    // The panel was filled anew; what it says of the choice is the reason of this value.
    QStringList words;
    for (const QLabel* label : as_it_is(opened, "switches").findChildren<QLabel*>()) words << label->text();
    if (static_cast<size_t>(other) < one.reasons.size()) {
      EXPECT_TRUE(words.contains(QString::fromStdString(one.reasons[static_cast<size_t>(other)])))
          << one.name;
    }
    opened.desk().undo();
    QApplication::processEvents();
    EXPECT_EQ(control<QComboBox>(as_it_is(opened, "switches"), title)->currentIndex(), now) << one.name;
  }
  EXPECT_GT(readings, 3u);
}

TEST(Switches, WhatIsTickedIsWhatTheRulesThenSay) {
  Opened opened(game);
  std::string changed;
  for (const editor::SwitchOf& one : std::vector<editor::SwitchOf>(opened.desk().words()->switches)) {
    if (one.reading || !one.needs.empty()) continue;
    const QString title = QString::fromStdString(one.title.empty() ? one.name : one.title);
    const auto before = opened.desk().bound();
    control<QCheckBox>(panel(opened, "switches"), title)->click();
    opened.window().settle();
    ASSERT_NE(opened.desk().bound(), before) << "the scenario is asked anew";
    if (opened.desk().bound() == nullptr) {
      // What an option wants and the scenario has not is told.
      EXPECT_THAT(opened.desk().problems(), Not(IsEmpty())) << one.name;
      opened.desk().undo();
      opened.window().settle();
      continue;
    }
    EXPECT_EQ(opened.desk().bound()->revision, opened.desk().document()->revision());
    changed = one.name;
    break;
  }
  EXPECT_NE(changed, "");
}

int tick(Opened& opened, const QString& title) {
  auto* list = control<QListWidget>(panel(opened, "views"), "Views of the rules");
  for (int row = 0; row < list->count(); ++row)
    if (list->item(row)->text().startsWith(title)) {
      list->item(row)->setCheckState(Qt::Checked);
      opened.window().settle();
      return row;
    }
  ADD_FAILURE() << "no view " << title.toStdString();
  return -1;
}
void select(Opened& opened, const std::string& unit) {
  Selection selection;
  selection.entities = {"unit " + unit};
  opened.desk().select(selection);
  opened.window().settle();
}
std::map<int, std::string> numbers(Opened& opened) {
  const auto& views = opened.desk().views();
  if (views.size() != 1) return {};
  return {views[0].overlay.numbers.begin(), views[0].overlay.numbers.end()};
}
/// The brush, with a value chosen from the list of the tools.
void take(Opened& opened, const QString& value) {
  opened.window().actions().find("brush")->trigger();
  auto* list = control<QListWidget>(panel(opened, "tools"), "Values to paint");
  for (int row = 0; row < list->count(); ++row)
    if (list->item(row)->text() == value) return list->setCurrentRow(row);
  ADD_FAILURE() << "no " << value.toStdString() << " to paint";
}

TEST(LiveViews, AReachIsAskedAgainWhileAStrokeGoesOn) {
  Opened opened(game);
  tick(opened, "Reach");
  int lone = -1;
  std::set<int> occupied;
  for (const picture::Counter& counter : opened.desk().counters()) occupied.insert(counter.hex);
  std::map<int, std::string> first;
  for (const picture::Counter& counter :
       std::vector<picture::Counter>(opened.desk().counters().begin(), opened.desk().counters().end())) {
    if (counter.hex < 0) continue;
    select(opened, counter.id);
    first = numbers(opened);
    for (const auto& [hex, number] : first)
      if (!occupied.contains(hex)) lone = hex;
    if (lone >= 0) break;
  }
  ASSERT_GE(lone, 0);
  take(opened, "Swamp");
  const QPointF at = opened.place(opened.desk().hex_name(lone));
  mouse(opened.map(), QEvent::MouseButtonPress, at);
  opened.window().settle();  // the button is still down
  EXPECT_FALSE(numbers(opened).contains(lone)) << "no way into the swamp that is being painted";
  EXPECT_FALSE(numbers(opened).empty());
  mouse(opened.map(), QEvent::MouseButtonRelease, at);
  opened.window().settle();
  opened.desk().undo();
  opened.window().settle();
  EXPECT_EQ(numbers(opened), first);
}

TEST(LiveViews, ZonesOfControlLieAroundTheUnitsAndGoWithThem) {
  Opened opened(game);
  const QImage without = opened.map().grab().toImage();
  tick(opened, "Zone of Control (egypt)");
  ASSERT_EQ(opened.desk().views().size(), 1u);
  opened.map().settle();
  EXPECT_NE(opened.map().grab().toImage(), without) << "it is seen";
  const picture::Overlay& shown = opened.desk().views()[0].overlay;
  EXPECT_EQ(shown.side, "egypt");
  EXPECT_TRUE(picture::overlay_colour(shown, 1, opened.desk().style()) ==
              opened.desk().style().side("egypt")->colour)
      << "as its counters";
  // Far from all others a unit has the hexes around it, where water does not keep it from them.
  const auto around = [&](const std::string& hex) {
    std::set<int> found;
    const std::vector<int>& zone = opened.desk().views()[0].overlay.hexes;
    for (const int near : picture::hexes_around(*opened.desk().map(), {opened.hex(hex)}, 1))
      if (std::find(zone.begin(), zone.end(), near) != zone.end()) found.insert(near);
    return found;
  };
  std::string unit;
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.side == "egypt" && counter.hex >= 0) unit = counter.id;
  ASSERT_NE(unit, "");
  std::string far;
  for (int hex = 0; hex < opened.desk().map()->hexes() && far.empty(); ++hex) {
    const std::string name = opened.desk().hex_name(hex);
    if (around(name).empty() && picture::hexes_around(*opened.desk().map(), {hex}, 1).size() == 7) far = name;
  }
  ASSERT_NE(far, "");
  ASSERT_TRUE(
      opened.desk().execute(editor::PlaceEntities{"order-of-battle.json", {"unit " + unit}, far, ""}));
  opened.window().settle();
  EXPECT_GE(around(far).size(), 3u) << unit << " at " << far;
}

TEST(LiveViews, ALineOfCommunicationRunsFromTheHexOfTheCursor) {
  Opened opened(game);
  opened.desk().set_cursor(opened.hex("0612"));
  tick(opened, "Line of communication");
  const auto way = [&] {
    return opened.desk().views().size() == 1 ? opened.desk().views()[0].overlay.way : std::vector<int>{};
  };
  ASSERT_EQ(opened.desk().views().size(), 1u);
  EXPECT_EQ(opened.desk().views()[0].call, "view line(0612)");
  EXPECT_EQ(opened.desk().views()[0].fault, "");
  std::set<int> starts;
  std::set<int> hexes;
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.hex >= 0) hexes.insert(counter.hex);
  for (const int hex : hexes) {
    opened.desk().set_cursor(hex);
    opened.window().settle();
    if (way().empty()) {
      EXPECT_THAT(opened.desk().views()[0].overlay.lines, Not(IsEmpty()))
          << opened.desk().hex_name(hex) << ": that there is none is said";
      continue;
    }
    EXPECT_EQ(way().front(), hex);
    starts.insert(way().front());
  }
  EXPECT_GE(starts.size(), 2u);
}

/// A sheet of paper with nothing on it.
QString blank(const Opened& opened) {
  QImage image(900, 900, QImage::Format_RGB32);
  image.fill(Qt::white);
  const QString path = QString::fromStdString((opened.folder() / "north.png").string());
  image.save(path);
  return path;
}

TEST(LiveTracing, WhatEachClickMissesByIsToldAfterEveryClick) {
  Opened opened(game);
  Tracing& tracing = opened.window().tracing();
  ASSERT_EQ(tracing.add_scan(blank(opened)).toStdString(), "");
  auto& controls = panel(opened, "tracing");
  auto* table = control<QTableWidget>(controls, "Clicks on the scan");
  opened.window().actions().find("trace")->trigger();
  std::vector<std::string> told;
  const std::vector<std::string> hexes{"0302", "1404", "0417", "1418", "0810", "1612"};
  for (size_t i = 0; i < hexes.size(); ++i) {
    opened.window().ask_line = [&](const QString&, const QString&) {
      return QString::fromStdString(hexes[i]);
    };
    // The hand trembles: a little more with every click.
    const QPointF at =
        opened.place(hexes[i]) + QPointF(i % 2 == 0 ? 1.0 : -1.0, 0.5 * static_cast<double>(i));
    mouse(opened.map(), QEvent::MouseButtonPress, at);
    mouse(opened.map(), QEvent::MouseButtonRelease, at);
    QApplication::processEvents();
    ASSERT_EQ(table->rowCount(), static_cast<int>(i) + 1);
    if (i < 3) continue;
    // Every line has its own, as the fit gives it; all of them are new.
    ASSERT_TRUE(tracing.answer().calibration);
    std::string all;
    for (size_t line = 0; line <= i; ++line) {
      const std::string cell = table->item(static_cast<int>(line), 2)->text().toStdString();
      EXPECT_THAT(
          cell, HasSubstr(QString::number(tracing.answer().calibration->misses[line], 'f', 1).toStdString()))
          << hexes[line];
      all += cell + "\n";
    }
    EXPECT_THAT(told, Not(Contains(all)));
    told.push_back(all);
  }
  // And while a click is nudged.
  const double before = tracing.answer().calibration->misses[5];
  const QString cell = table->item(5, 2)->text();
  table->selectRow(5);
  for (int i = 0; i < 12; ++i) press(*table, Qt::Key_Down, Qt::ControlModifier);
  EXPECT_NE(tracing.answer().calibration->misses[5], before);
  EXPECT_NE(table->item(5, 2)->text(), cell);
}

TEST(LiveProblems, AreInThePanelAfterAnEdit) {
  Opened opened(game);
  panel(opened, "problems");
  for (const ProblemTimes& one : measure_problems(opened.window(), 1)) EXPECT_TRUE(one.came) << one.what;
  EXPECT_FALSE(opened.window().isWindowModified()) << "all is taken back";
}

}  // namespace
}  // namespace casebook::window
