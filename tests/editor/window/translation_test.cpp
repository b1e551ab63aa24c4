// SPDX-License-Identifier: Apache-2.0
// Every text of the window goes through the translation: with one that writes all letters otherwise, what is
// still in plain letters is a name or a sentence of the project and its rules, or was forgotten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTranslator>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/editor/window/application.h"
#include "tests/editor/window/dialogs.h"

namespace casebook::window {
namespace {

using ::testing::IsEmpty;

/// Letters become wide ones; `%1`, `%n`, `{}` and `&` stay.
QString wide(const QString& text) {
  QString out;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const char16_t one = text[i].unicode();
    const bool held = i > 0 && text[i - 1] == '%';
    if (one >= 'a' && one <= 'z' && !held)
      out += QChar(0xFF41 + (one - 'a'));
    else if (one >= 'A' && one <= 'Z' && !held)
      out += QChar(0xFF21 + (one - 'A'));
    else
      out += text[i];
  }
  return out;
}

class Wide : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* source, const char*, int) const override {
    return wide(QString::fromUtf8(source));
  }
};

QString normal(const QString& text) {
  return text.toLower().replace('_', ' ').replace('-', ' ').replace(QRegularExpression("\\s+"), " ");
}

/// Everything that the project and its rules say, and the scenarios of other games, which a new project may begin with.
QString corpus() {
  const std::filesystem::path rulesets = std::filesystem::path(CASEBOOK_SOURCE_DIR) / "rulesets";
  std::string all;
  for (const auto& one : std::filesystem::recursive_directory_iterator(rulesets)) {
    const bool is_ours = one.path().string().starts_with((rulesets / "across-suez").string());
    if (!one.is_regular_file() || (!is_ours && one.path().filename() != "scenario.json")) continue;
    std::stringstream text;
    text << std::ifstream(one.path()).rdbuf();
    all += one.path().string() + "\n" + text.str() + "\n";
  }
  return normal(QString::fromStdString(all));
}

class Walk {
 public:
  Walk() : corpus_(corpus()) {}
  void look(const QString& text, const QString& where) {
    // Runs of plain letters and what stands between their words.
    static const QRegularExpression runs("[A-Za-z][A-Za-z0-9 _'./-]*[A-Za-z]|[A-Za-z]{2,}");
    for (auto at = runs.globalMatch(text); at.hasNext();) {
      const QString run = at.next().captured();
      if (run.size() < 3 || corpus_.contains(normal(run))) continue;
      // A source with the label of a case in it: both are the project's, side by side.
      bool names = run.contains(QRegularExpression("[0-9]"));
      for (const QString& part : run.split(' ')) names = names && corpus_.contains(normal(part));
      if (names) continue;
      if (run.contains('/') || run.startsWith("casebook render") || run.contains("Casebook")) continue;
      found.insert((where + ": " + run).toStdString());
    }
  }
  void model(const QAbstractItemView& view, const QString& where) {
    const QAbstractItemModel* model = view.model();
    if (model == nullptr) return;
    for (int column = 0; column < model->columnCount(view.rootIndex()); ++column)
      look(model->headerData(column, Qt::Horizontal).toString(), where + " head");
    for (int row = 0; row < std::min(200, model->rowCount(view.rootIndex())); ++row)
      for (int column = 0; column < model->columnCount(view.rootIndex()); ++column)
        look(model->index(row, column, view.rootIndex()).data().toString(), where + " cell");
  }
  /// What can be pressed, and the title.
  void controls(QWidget& root) {
    look(root.windowTitle(), root.objectName() + " title");
    for (const QAbstractButton* button : root.findChildren<QAbstractButton*>()) {
      look(button->text(), root.objectName() + " button");
      look(button->toolTip(), root.objectName() + " tip");
    }
    for (const QWidget* widget : root.findChildren<QWidget*>())
      look(widget->accessibleName(), root.objectName() + " name");
  }
  void walk(QWidget& root) {
    QList<QWidget*> all = root.findChildren<QWidget*>();
    all << &root;
    for (QWidget* widget : all) {
      QString where = QString::fromLatin1(widget->metaObject()->className()) + " " + widget->objectName();
      if (auto* parent = widget->parentWidget()) where = parent->objectName() + " > " + where;
      look(widget->toolTip(), where + " tip");
      look(widget->accessibleName(), where + " name");
      if (widget->isWindow()) look(widget->windowTitle(), where + " title");
      if (const auto* label = qobject_cast<QLabel*>(widget)) look(label->text(), where);
      if (const auto* button = qobject_cast<QAbstractButton*>(widget)) look(button->text(), where);
      if (const auto* group = qobject_cast<QGroupBox*>(widget)) look(group->title(), where);
      if (const auto* dock = qobject_cast<QDockWidget*>(widget)) look(dock->windowTitle(), where);
      if (const auto* line = qobject_cast<QLineEdit*>(widget)) look(line->placeholderText(), where);
      if (const auto* menu = qobject_cast<QMenu*>(widget)) look(menu->title(), where);
      if (const auto* box = qobject_cast<QComboBox*>(widget))
        for (int i = 0; i < box->count(); ++i) look(box->itemText(i), where);
      // What is wrong with the rules and data is said by the engine, in its own words.
      if (const auto* view = qobject_cast<QAbstractItemView*>(widget);
          view != nullptr && !in_problems(*widget))
        model(*view, where);
    }
    for (const QAction* action : root.findChildren<QAction*>()) {
      look(action->text(), "action " + action->objectName());
      look(action->statusTip(), "action " + action->objectName());
    }
  }
  std::set<std::string> found;

 private:
  static bool in_problems(const QWidget& widget) {
    for (const QWidget* one = &widget; one != nullptr; one = one->parentWidget())
      if (one->objectName() == "problems") return true;
    return false;
  }
  QString corpus_;
};

TEST(Translation, NoTextOfTheWindowIsLeftOut) {
  application();
  Wide translator;
  QApplication::installTranslator(&translator);
  {
    Opened opened("across-suez");
    Walk walk;
    const picture::Counter* unit = nullptr;
    for (const picture::Counter& one : opened.desk().counters())
      if (one.hex >= 0 && unit == nullptr) unit = &one;
    ASSERT_NE(unit, nullptr);
    const Selection selection{{unit->hex}, {}, {unit->kind + " " + unit->id}};
    ASSERT_TRUE(opened.desk().execute(editor::AddLabel{opened.desk().map_file(), "0512", "Reshev"}));
    ASSERT_TRUE(opened.desk().execute(editor::SetTitle{opened.desk().map_file(), "Reshev"}));
    opened.desk().undo();
    opened.window().settle();
    walk.look(opened.window().statusBar()->currentMessage(), "status line");
    opened.desk().select(selection);
    for (const Tool tool : {Tool::select, Tool::brush, Tool::fill, Tool::rectangle, Tool::line, Tool::hexside,
                            Tool::link, Tool::label, Tool::place, Tool::zone, Tool::trace}) {
      opened.desk().set_tool(tool);
      opened.window().settle();
      if (QWidget* tools = opened.window().dock("tools")) walk.walk(*tools);
    }
    for (QDockWidget* dock : opened.window().docks()) {
      dock->show();
      dock->raise();
      opened.window().settle();
    }
    walk.walk(opened.window());
    opened.desk().go_to(0);  // differences are told by the engine, in its own words
    // The manual's pages are not translated with the window; its own words are.
    each_dialog(opened, [&](const QString& name, QDialog& dialog) {
      name == "manual" ? walk.controls(dialog) : walk.walk(dialog);
    });
    EXPECT_THAT(walk.found, IsEmpty());
  }
  QApplication::removeTranslator(&translator);
}

TEST(Translation, AForgottenTextIsFound) {
  application();
  Walk walk;
  walk.look(wide("Choose a hex") + " Reshev 1", "translated");
  EXPECT_THAT(walk.found, IsEmpty());
  walk.look("Choose quickly", "forgotten");
  EXPECT_EQ(walk.found, std::set<std::string>{"forgotten: Choose quickly"});
}

}  // namespace
}  // namespace casebook::window
