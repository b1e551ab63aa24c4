// SPDX-License-Identifier: Apache-2.0
// What is wrong is told while one works, explained, and leads to its place; the history leads back and forth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QTextBrowser>

#include "editor/window/map/map_view.h"
#include "editor/window/screenshots.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;

class Problems : public Opened {
 public:
  Problems() : Opened("across-suez") {
    window().dock("problems")->show();
    window().dock("problems")->raise();
    window().settle();
  }
  QAbstractItemView& table() { return *window().dock("problems")->widget()->findChild<QAbstractItemView*>(); }
  /// The first line with that code and these words; -1: there is none.
  int line(const QString& code, const QString& words) {
    for (int row = 0; row < table().model()->rowCount(); ++row) {
      QString all;
      for (int i = 0; i < 3; ++i) all += table().model()->index(row, i).data().toString() + " | ";
      if (all.startsWith(code + " ") && all.contains(words)) return row;
    }
    return -1;
  }
  /// Told after the command, and no more after it is undone.
  void expect_told(const editor::Command& command, const QString& code, const QString& words) {
    ASSERT_EQ(line(code, words), -1) << words.toStdString();
    ASSERT_TRUE(desk().execute(command));
    window().settle();
    EXPECT_GE(line(code, words), 0) << code.toStdString() << " " << words.toStdString();
    desk().undo();
    window().settle();
    EXPECT_EQ(line(code, words), -1) << words.toStdString();
  }
};

board::DataValue text_of(const std::string& text) {
  board::DataValue value;
  value.kind = board::DataKind::text;
  value.text = text;
  return value;
}

TEST(ProblemsPanel, TellsEachOfTheFiveWhileOneWorks) {
  Problems opened;
  const std::string units = "order-of-battle.json";
  opened.expect_told(editor::PlaceEntities{units, {"unit Matt 1"}, "0313", ""}, "E0611", "Matt 1");
  opened.expect_told(editor::PlaceEntities{units, {"unit Matt 1"}, "0407", ""}, "E0611", "14/21/2");
  // Of one side too: a friend may be passed, but not when movement ends.
  opened.expect_told(editor::PlaceEntities{units, {"unit Matt 1"}, "0612", ""}, "P0119",
                     "when movement ends: Matt 1 at 0612 (single)");
  opened.expect_told(editor::SetEntities{"schedule.json", {"unit Amir 1"}, "entry", text_of("1010"), ""},
                     "entries", "1010");
  opened.expect_told(editor::DrawLink{"map.json", "road", {"1018", "1019", "1020"}, ""}, "D0170",
                     "ends in 1020");
  opened.window().ask_yes = [](const QString&) { return true; };
  opened.expect_told(editor::SetPlace{"map.json", "matzmed", "", ""}, "D0157", "matzmed");
}

TEST(ProblemsPanel, ExplainsAndJumps) {
  Problems opened;
  ASSERT_TRUE(
      opened.desk().execute(editor::PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0313", ""}));
  opened.window().settle();
  const int row = opened.line("E0611", "Matt 1");
  ASSERT_GE(row, 0);
  click(opened.table(), opened.table().model()->index(row, 1));
  opened.window().settle();
  EXPECT_EQ(opened.desk().selection().entities, std::vector<std::string>{"unit Matt 1"});
  EXPECT_EQ(opened.desk().hex_name(opened.desk().cursor()), "0313");
  QPushButton* explain = nullptr;
  for (QPushButton* one : opened.window().dock("problems")->widget()->findChildren<QPushButton*>())
    if (one->text() == "E&xplain") explain = one;
  ASSERT_NE(explain, nullptr);
  ASSERT_TRUE(explain->isEnabled());
  click(*explain);
  opened.window().settle();
  auto* manual = opened.window().findChild<QDialog*>("manual");
  ASSERT_NE(manual, nullptr);
  EXPECT_THAT(manual->findChild<QTextBrowser*>()->toPlainText().toStdString(), HasSubstr("E0611"));
}

TEST(History, LeadsBackAndForth) {
  Opened opened("across-suez");
  opened.window().dock("history")->show();
  opened.window().dock("history")->raise();
  const std::string map = opened.desk().map_file(), first = opened.desk().map()->title;
  for (const char* title : {"one", "two", "three"})
    ASSERT_TRUE(opened.desk().execute(editor::SetTitle{map, title}));
  opened.window().settle();
  auto& list = *opened.window().dock("history")->widget()->findChild<QListWidget*>();
  ASSERT_EQ(list.count(), 4);
  EXPECT_THAT(list.item(2)->text().toStdString(), HasSubstr("two"));
  click(list, list.model()->index(1, 0));
  opened.window().settle();
  EXPECT_EQ(opened.desk().map()->title, "one");
  EXPECT_THAT(list.item(3)->text().toStdString(), HasSubstr("(undone)")) << "told by a word, not by colour";
  click(list, list.model()->index(3, 0));
  opened.window().settle();
  EXPECT_EQ(opened.desk().map()->title, "three");
  click(list, list.model()->index(0, 0));
  opened.window().settle();
  EXPECT_EQ(opened.desk().map()->title, first);
  EXPECT_FALSE(opened.window().isWindowModified());
}

TEST(Screenshots, OfTheWindowAndOfEveryPanel) {
  Opened opened("across-suez");
  const testing_support::TemporaryFolder folder;
  const QString at = QString::fromStdString((folder.path() / "pictures").string());
  QString problem;
  ASSERT_TRUE(take_screenshots(opened.window(), at, problem)) << problem.toStdString();
  const QImage window(at + "/window.png");
  EXPECT_EQ(window.size(), QSize(1280, 800));
  for (const QDockWidget* dock : opened.window().docks())
    for (const char* kind : {"window-", "panel-"})
      EXPECT_FALSE(QImage(at + "/" + kind + dock->objectName() + ".png").isNull())
          << kind << dock->objectName().toStdString();
  for (const char* name : {"map", "window-sums"})
    EXPECT_FALSE(QImage(at + "/" + name + ".png").isNull()) << name;
  for (const char* name : picture_dialogs)
    EXPECT_FALSE(QImage(at + "/dialog-" + name + ".png").isNull()) << name;
  EXPECT_EQ(opened.desk().document()->done(), 0u) << "what was done for a picture is taken back";
  EXPECT_FALSE(take_screenshots(opened.window(), "/proc/no/such", problem));
  EXPECT_NE(problem, QString());
}

TEST(Screenshots, AtTwiceThePixelsAreTheSameWindow) {
  const testing_support::TemporaryFolder folder;
  QSize sizes[2];
  for (const int scale : {1, 2}) {
    const QString at = QString::fromStdString((folder.path() / std::to_string(scale)).string());
    QProcess editor;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", QString::number(scale));
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    editor.setProcessEnvironment(environment);
    editor.start(CASEBOOK_EDITOR,
                 {"--fresh", "--screenshot", at, CASEBOOK_SOURCE_DIR "/rulesets/examples/hex-skirmish"});
    ASSERT_TRUE(editor.waitForFinished(120'000));
    ASSERT_EQ(editor.exitCode(), 0) << editor.readAllStandardError().toStdString();
    sizes[scale - 1] = QImage(at + "/window.png").size();
  }
  EXPECT_EQ(sizes[0], QSize(1280, 800));
  EXPECT_EQ(sizes[1], QSize(2560, 1600));
}

}  // namespace
}  // namespace casebook::window
