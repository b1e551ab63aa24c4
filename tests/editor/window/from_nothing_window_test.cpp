// SPDX-License-Identifier: Apache-2.0
// Problems, history and words of a scenario made from nothing (docs/editor/first-scenario.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>

#include "editor/window/map/map_view.h"
#include "editor/window/shared/words.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

/// Two units in one hex; the panel of problems in front.
class Wrong : public Made {
 public:
  Wrong() {
    add_units({"Guard 1", "Guard 2"}, "0504");
    show("problems");
  }
  QTableView& table() { return *named<QTableView>("Problems"); }
  /// The first line with these words.
  QModelIndex line(const QString& words) {
    for (int row = 0; row < table().model()->rowCount(); ++row)
      if (const QModelIndex at = table().model()->index(row, 1); at.data().toString().contains(words))
        return at;
    return {};
  }
};

TEST(FromNothing, AnInvariantIsToldInASentenceWithWhoAndWhere) {
  Opened opened("across-suez");
  opened.show("problems");
  ASSERT_TRUE(
      opened.desk().execute(editor::PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0407", ""}));
  opened.window().settle();
  auto& table = *opened.named<QTableView>("Problems");
  std::string told;
  for (int row = 0; row < table.model()->rowCount(); ++row)
    if (const QString text = table.model()->index(row, 1).data().toString(); text.contains("(sides apart)"))
      told = text.toStdString();
  EXPECT_EQ(told,
            "not allowed: Matt 1 at 0407 (sides apart). A hex with an enemy unit is never entered. [4.3]");
}

TEST(FromNothing, OneIsToldInTheSingular) {
  EXPECT_EQ(counted(1, "problem", "problems"), "1 problem");
  Made made;
  made.add_units({"Guard 1"}, "0504");
  made.show("units");
  QStringList told;
  for (const QLabel* one : made.window().findChildren<QLabel*>()) told << one->text();
  const QString all = told.join("|");
  EXPECT_TRUE(all.contains("1 line;") || all.contains("1 line|")) << all.toStdString();
  for (const char* wrong : {"1 lines", "1 counters", "1 problems", "1 errors", "1 warnings"})
    EXPECT_FALSE(QString("|" + all).contains(QRegularExpression(QString("[^0-9]%1").arg(wrong)))) << wrong;
}

TEST(FromNothing, ExplainWaitsForAProblemToBeChosen) {
  Wrong wrong;
  ASSERT_GT(wrong.table().model()->rowCount(), 0);
  EXPECT_FALSE(wrong.button("Explain")->isEnabled());
  click(wrong.table(), wrong.table().model()->index(0, 1));
  wrong.window().settle();
  EXPECT_TRUE(wrong.button("Explain")->isEnabled());
}

TEST(FromNothing, AProblemThatIsInSightMovesNoMap) {
  Opened opened("across-suez");
  opened.show("problems");
  opened.map().set_scale(40 / opened.map().drawing()->geometry().size(), QPointF(200, 200));
  opened.map().centre_on(opened.hex("0407"));
  ASSERT_TRUE(
      opened.desk().execute(editor::PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0407", ""}));
  opened.window().settle();
  auto& table = *opened.named<QTableView>("Problems");
  const QPointF before = opened.place("0101");
  int lines = 0;
  for (int row = 0; row < table.model()->rowCount(); ++row) {
    if (table.model()->index(row, 0).data().toString() != "E0611") continue;
    click(table, table.model()->index(row, 1));
    opened.window().settle();
    ++lines;
  }
  EXPECT_GT(lines, 0);
  EXPECT_EQ(opened.place("0101"), before);
}

TEST(FromNothing, TheHistorySpeaksInWordsAndShowsItsLastLine) {
  Opened opened("across-suez");
  for (int i = 0; i < 30; ++i)
    ASSERT_TRUE(opened.desk().execute(
        editor::SetPlace{opened.desk().map_file(), "bar_lev_" + std::to_string(i), "0512", ""}));
  opened.window().settle();
  opened.show("history");  // that its page was not seen until now
  auto* list = opened.named<QListWidget>("History of the project");
  ASSERT_EQ(list->count(), 31);
  const QListWidgetItem* last = list->item(30);
  EXPECT_TRUE(last->text().contains("bar lev 29")) << last->text().toStdString();
  EXPECT_TRUE(list->viewport()->rect().contains(list->visualItemRect(last)));
}

TEST(FromNothing, PanelsBelowShowSeveralLines) {
  Made made;
  made.show("problems");
  auto* table = made.named<QTableView>("Problems");
  EXPECT_GE(table->viewport()->height() / std::max(1, table->verticalHeader()->defaultSectionSize()), 4);
}

TEST(FromNothing, WhatTheEmptyWindowSpeaksOfIsInTheMenus) {
  application();
  WindowOptions options;
  options.keep_settings = false;
  MainWindow window(options);
  window.resize(1280, 800);
  window.show();
  QStringList texts;
  for (const QAction* action : window.findChildren<QAction*>()) texts << action->text().remove('&');
  for (const char* name : {"New project...", "Open...", "Print or export..."})
    EXPECT_TRUE(texts.contains(name)) << name;
  EXPECT_EQ(window.actions().find("paper")->statusTip().contains("PDF"), true)
      << window.actions().find("paper")->statusTip().toStdString();
}

TEST(FromNothing, OnlyTheEndThatMeetsNothingIsMarked) {
  Opened opened("across-suez");
  ASSERT_TRUE(opened.desk().execute(editor::DrawLink{"map.json", "road", {"1018", "1019", "1020"}, ""}));
  opened.window().settle();
  size_t seen = 0;
  for (const editor::Problem& problem : opened.desk().problems())
    if (problem.code == "D0170") {
      ++seen;
      EXPECT_EQ(problem.hexes.size(), 1U) << problem.text;
    }
  EXPECT_GT(seen, 0U);
}

TEST(FromNothing, TheHistoryShowsItsPresentLineWhenItIsOpened) {
  Made made;
  made.show("problems");
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("U" + std::to_string(i));
  made.add_units(names);
  made.show("history");
  QApplication::processEvents();
  made.window().settle();
  auto* list = made.named<QListWidget>("History of the project");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->currentRow(), list->count() - 1);
  EXPECT_TRUE(list->viewport()->rect().contains(list->visualItemRect(list->currentItem()).center()));
}

}  // namespace
}  // namespace casebook::window
