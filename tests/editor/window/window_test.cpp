// SPDX-License-Identifier: Apache-2.0
// The window as a person uses it: keys and mouse in, files out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QTextBrowser>
#include <QToolButton>
#include <fstream>
#include <map>
#include <sstream>

#include "editor/window/map/map_view.h"
#include "editor/window/map/unit_drag.h"
#include "engine/board/facts.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::HasSubstr;

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
  EXPECT_TRUE(opened.map().isVisible());
  ASSERT_GE(opened.window().docks().size(), 12u);
  for (const QDockWidget* dock : opened.window().docks()) {
    const std::string name = dock->objectName().toStdString();
    opened.show(name.c_str());
    const QWidget& panel = *dock->widget();
    EXPECT_TRUE(panel.isVisible() && opened.window().rect().contains(panel.mapTo(&opened.window(), QPoint())))
        << name;
  }
  EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
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
  // Dragged from a table or from hex to hex: the map is told the same.
  const std::unique_ptr<QMimeData> mime(mime_of({entity}));
  const auto drop_on = [&](const std::string& name) {
    const QPointF at = opened.place(name);
    QDragEnterEvent enter(at.toPoint(), Qt::MoveAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&opened.map(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(at, Qt::MoveAction, mime.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&opened.map(), &drop);
    opened.window().settle();
  };
  drop_on(opened.desk().hex_name(other));
  EXPECT_EQ(hex_of(), other);
  EXPECT_EQ(opened.desk().selection().entities, std::vector<std::string>{entity});
  opened.desk().undo();
  EXPECT_EQ(hex_of(), before);
  opened.desk().redo();
  opened.window().settle();
  opened.window().actions().find("remove-from-map")->trigger();
  opened.window().settle();
  EXPECT_EQ(hex_of(), -1);
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
  EXPECT_THAT(opened.named<QLabel>("State of rules and checks")->text().toStdString(),
              HasSubstr("errors: last good rules in force"));
  opened.show("problems");
  QStringList told;
  for (const QLabel* one : opened.window().dock("problems")->widget()->findChildren<QLabel*>())
    told << one->text();
  EXPECT_THAT(told.join("|").toStdString(), HasSubstr("the last good rules stay in force"));
  const std::string painted = take_brush(opened, 3);
  opened.map().tools().put(opened.hex("0103"), false);
  EXPECT_THAT(value(opened, "0103", opened.desk().style().ground), HasSubstr(painted));
}

TEST(Window, EveryProjectFileIsTheSameAfterOpeningAndNothingElseIsWritten) {
  Opened opened(game);
  const auto listed = [&] {
    std::map<std::string, std::string> all;
    for (const auto& one : std::filesystem::recursive_directory_iterator(opened.folder())) {
      if (!one.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(one.path(), std::ios::binary).rdbuf();
      all[one.path().lexically_relative(opened.folder()).generic_string()] = text.str();
    }
    return all;
  };
  opened.window().settle();
  const auto before = listed();
  EXPECT_TRUE(opened.desk().document()->save().written.empty());
  EXPECT_TRUE(opened.desk().document()->changed_on_disk().empty());
  EXPECT_EQ(listed(), before);
  // Edited and saved, the file that was edited is another; there is no file more, and none less.
  const std::string map = opened.desk().map_file();
  ASSERT_TRUE(opened.desk().execute(editor::SetTitle{map, "Another"}));
  opened.window().settle();
  EXPECT_EQ(listed(), before) << "not before it is saved";
  opened.window().actions().find("save")->trigger();
  opened.window().settle();
  auto after = listed();
  EXPECT_NE(after[map], before.at(map));
  after[map] = before.at(map);
  EXPECT_EQ(after, before);
}

TEST(Window, AnActionIsFoundByItsLettersAndDone) {
  Opened opened(game);
  bool seen = false;
  in_next_dialog("actionSearch", &seen, [](QDialog& dialog) {
    auto* field = control<QLineEdit>(dialog, "Action to find");
    type(*field, "hexes all");  // words in any order
    auto* list = control<QListWidget>(dialog, "Matching actions");
    ASSERT_GT(list->count(), 0);
    EXPECT_TRUE(list->item(0)->text().contains("Select all hexes")) << list->item(0)->text().toStdString();
    type(*field, " nothing of the kind");
    EXPECT_EQ(list->count(), 0);
    field->setText("hexes all");
  });
  opened.window().actions().find("find-action")->trigger();
  ASSERT_TRUE(seen);
  EXPECT_EQ(opened.desk().selection().hexes.size(), static_cast<size_t>(opened.desk().map()->hexes()));
}

TEST(Window, F1OpensTheManualAndLinksLeadBack) {
  Opened opened(game);
  EXPECT_EQ(opened.window().actions().find("manual")->shortcut(), QKeySequence(Qt::Key_F1));
  opened.window().actions().find("manual")->trigger();
  opened.window().settle();
  auto* dialog = opened.window().findChild<QDialog*>("manual");
  ASSERT_NE(dialog, nullptr);
  auto* browser = dialog->findChild<QTextBrowser*>();
  EXPECT_THAT(browser->toPlainText().toStdString(), HasSubstr("Your first scenario"));
  auto* back = control<QPushButton>(*dialog, "Back");
  EXPECT_FALSE(back->isEnabled());
  browser->setSource(QUrl("render.md"));
  EXPECT_THAT(browser->toPlainText().toStdString(), HasSubstr("render"));
  ASSERT_TRUE(back->isEnabled());
  back->click();
  EXPECT_THAT(browser->toPlainText().toStdString(), HasSubstr("Your first scenario"));
}

// The menu Panel leads to each panel, by its own key; the manual names it in italics, as it is called on its tab.
TEST(Window, EveryPanelHasAnActionWithAKeyAndIsInTheManual) {
  Opened opened(game);
  std::stringstream manual;
  manual << std::ifstream(std::string(CASEBOOK_SOURCE_DIR) + "/docs/manual/editor.md").rdbuf();
  for (QDockWidget* dock : opened.window().docks()) {
    const std::string name = dock->objectName().toStdString();
    const std::string title = "*" + dock->windowTitle().toStdString() + "*";
    EXPECT_TRUE(manual.str().find(title) != std::string::npos) << "the manual has no " << title;
    QAction* action = opened.window().actions().find("panel-" + dock->objectName());
    ASSERT_NE(action, nullptr) << "main_window_actions.cpp has no panel-" << name;
    EXPECT_FALSE(action->shortcut().isEmpty()) << name;
    dock->hide();
    opened.map().setFocus();
    action->trigger();
    opened.window().settle();
    EXPECT_TRUE(dock->isVisible()) << name;
    const QWidget* focus = QApplication::focusWidget();
    EXPECT_TRUE(focus != nullptr && dock->isAncestorOf(focus)) << name;
  }
}

// Alt and a letter opens a menu at once, whichever panels are behind the tabs.
TEST(Window, LettersOfMenusAreNotUsedInPanels) {
  Opened opened(game);
  const auto letter = [](const QString& text) {
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != '&') continue;
      if (text[i + 1] != '&') return text[i + 1].toUpper();
      ++i;
    }
    return QChar();
  };
  std::map<QChar, QString> menus;
  for (const QAction* menu : opened.window().menuBar()->actions()) {
    ASSERT_FALSE(letter(menu->text()).isNull()) << menu->text().toStdString();
    EXPECT_TRUE(menus.emplace(letter(menu->text()), menu->text()).second) << menu->text().toStdString();
  }
  for (const QDockWidget* dock : opened.window().docks()) {
    std::map<QChar, QString> own;
    const auto look = [&](const QString& text) {
      const QChar one = letter(text);
      if (one.isNull()) return;
      EXPECT_FALSE(menus.contains(one)) << text.toStdString() << " in " << dock->objectName().toStdString();
      EXPECT_TRUE(own.emplace(one, text).second) << text.toStdString() << " and " << own[one].toStdString()
                                                 << " in " << dock->objectName().toStdString();
    };
    for (const QLabel* label : dock->widget()->findChildren<QLabel*>())
      if (label->buddy() != nullptr) look(label->text());
    for (const QAbstractButton* button : dock->widget()->findChildren<QAbstractButton*>())
      if (qobject_cast<const QToolButton*>(button) == nullptr) look(button->text());
  }
}

}  // namespace
}  // namespace casebook::window
