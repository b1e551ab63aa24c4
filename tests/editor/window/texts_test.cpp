// SPDX-License-Identifier: Apache-2.0
// No text is cut off and nothing lies on anything else: boxes to choose from, fields, heads and cells of
// tables, tabs, titles, menus, in every panel as it opens and in every dialog, in light and dark, at the
// usual size of text and at twice that. And every control of every dialog has a name that can be spoken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <set>

#include "tests/editor/window/application.h"
#include "tests/editor/window/dialogs.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::IsEmpty;

QString path_of(const QWidget& widget) {
  QString path;
  for (const QWidget* one = &widget; one != nullptr && !one->isWindow(); one = one->parentWidget()) {
    if (one->objectName().startsWith("qt_")) continue;
    const QString own = !one->objectName().isEmpty()       ? one->objectName()
                        : !one->accessibleName().isEmpty() ? "'" + one->accessibleName() + "'"
                                                           : QString(one->metaObject()->className());
    path = own + (path.isEmpty() ? "" : " > ") + path;
  }
  return path;
}

class Texts {
 public:
  std::set<std::string> found;

  void walk(QWidget& root) {
    const QList<QWidget*> below = root.findChildren<QWidget*>();
    for (QWidget* widget : below) look(*widget);
    for (const QWidget* parent : below) overlaps(*parent);
    overlaps(root);
  }

 private:
  void complain(const QWidget& widget, const QString& what) {
    found.insert((path_of(widget) + ": " + what).toStdString());
  }
  static int wide(const QWidget& widget, const QString& text) {
    return widget.fontMetrics().size(Qt::TextShowMnemonic, text).width();
  }

  void look(QWidget& widget) {
    // What is scrolled away is not looked at, its widths are no others.
    if (!widget.isVisible() || widget.visibleRegion().isEmpty()) return;
    if (auto* box = qobject_cast<QComboBox*>(&widget)) return look_at_box(*box);
    if (auto* field = qobject_cast<QLineEdit*>(&widget)) return look_at_field(*field);
    if (auto* tabs = qobject_cast<QTabBar*>(&widget)) return look_at_tabs(*tabs);
    if (auto* head = qobject_cast<QHeaderView*>(&widget)) return look_at_head(*head);
    if (auto* view = qobject_cast<QAbstractItemView*>(&widget)) return look_at_cells(*view);
    if (auto* label = qobject_cast<QLabel*>(&widget)) return look_at_label(*label);
    if (auto* button = qobject_cast<QAbstractButton*>(&widget)) return look_at_button(*button);
    if (auto* dock = qobject_cast<QDockWidget*>(&widget)) {
      const int buttons = 2 * dock->style()->pixelMetric(QStyle::PM_SmallIconSize);
      if (!dock->isFloating() && dock->width() - buttons < wide(*dock, dock->windowTitle()))
        complain(*dock, "title " + dock->windowTitle());
    }
    if (auto* group = qobject_cast<QGroupBox*>(&widget);
        group != nullptr && group->width() < wide(*group, group->title()))
      complain(*group, group->title());
    if (auto* bar = qobject_cast<QMenuBar*>(&widget))
      for (QAction* action : bar->actions()) {
        const QRect place = bar->actionGeometry(action);
        if (place.width() < wide(*bar, action->text()) || !bar->rect().contains(place))
          complain(*bar, action->text());
      }
  }

  void look_at_box(QComboBox& box) {
    if (box.isEditable()) return;  // its field is looked at
    if (box.hasHeightForWidth()) {
      if (box.height() < box.heightForWidth(box.width())) complain(box, box.currentText());
      return;
    }
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = false;
    const int room =
        box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
    const int icon = box.itemIcon(box.currentIndex()).isNull() ? 0 : box.iconSize().width() + 4;
    if (room < wide(box, box.currentText()) + icon) complain(box, box.currentText());
  }
  void look_at_field(QLineEdit& field) {
    const QString text = field.text().isEmpty() ? field.placeholderText() : field.text();
    // What somebody writes may be longer than the field, which then moves along.
    const bool number = qobject_cast<QAbstractSpinBox*>(field.parentWidget()) != nullptr;
    if (!field.text().isEmpty() && !number) return;
    if (field.width() < field.fontMetrics().horizontalAdvance(text) + (number ? 0 : 6)) complain(field, text);
    if (field.height() < field.fontMetrics().height()) complain(field, "its height");
  }
  void look_at_tabs(QTabBar& tabs) {
    for (int i = 0; i < tabs.count(); ++i)
      if (tabs.isTabVisible(i) && tabs.tabRect(i).width() < wide(tabs, tabs.tabText(i)) + 6)
        complain(tabs, "tab " + tabs.tabText(i));
  }
  void look_at_head(QHeaderView& head) {
    if (head.model() == nullptr) return;
    const bool across = head.orientation() == Qt::Horizontal;
    for (int i = 0; i < std::min(head.count(), 200); ++i) {
      if (head.isSectionHidden(i) ||
          head.sectionViewportPosition(i) > (across ? head.width() : head.height()))
        continue;
      const QString text = head.model()->headerData(i, head.orientation()).toString();
      const QSize needed = head.fontMetrics().size(0, text);
      if (across ? head.sectionSize(i) < needed.width() + 4 || head.height() < needed.height()
                 : head.width() < needed.width() + 4 || head.sectionSize(i) < needed.height())
        complain(head, "head " + text);
    }
  }
  void look_at_cells(QAbstractItemView& view) {
    if (view.model() == nullptr || view.inherits("QComboBoxListView")) return;
    const int rows = std::min(60, view.model()->rowCount(view.rootIndex()));
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < view.model()->columnCount(view.rootIndex()); ++column) {
        const QModelIndex index = view.model()->index(row, column, view.rootIndex());
        const QRect place = view.visualRect(index);
        const QString text = index.data().toString();
        if (text.isEmpty() || !place.intersects(view.viewport()->rect())) continue;
        QSize needed = view.fontMetrics().size(0, text);
        if (needed.width() > place.width() && wraps(view))
          needed = view.fontMetrics()
                       .boundingRect(QRect(0, 0, place.width(), 100'000), Qt::TextWordWrap, text)
                       .size();
        if (place.width() < needed.width() || place.height() < needed.height())
          complain(view, "cell " + text);
      }
  }
  static bool wraps(const QAbstractItemView& view) {
    if (const auto* table = qobject_cast<const QTableView*>(&view)) return table->wordWrap();
    if (const auto* list = qobject_cast<const QListView*>(&view)) return list->wordWrap();
    return false;
  }
  void look_at_label(QLabel& label) {
    if (label.text().isEmpty() || label.objectName().startsWith("qt_")) return;
    // The line about the hex below the mouse takes what room there is.
    if (label.sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) return;
    const QSize needed =
        label.wordWrap() ? QSize(label.width(), label.heightForWidth(label.width())) : label.sizeHint();
    if (label.width() + 1 < needed.width() || label.height() + 1 < needed.height())
      complain(label, label.text());
  }
  void look_at_button(QAbstractButton& button) {
    if (button.text().isEmpty()) return;
    if (const auto* tool = qobject_cast<QToolButton*>(&button);
        tool != nullptr && (tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()))
      return;
    if (button.width() < wide(button, button.text()) || button.height() < button.fontMetrics().height())
      complain(button, button.text());
    if ((qobject_cast<QCheckBox*>(&button) != nullptr || qobject_cast<QRadioButton*>(&button) != nullptr) &&
        button.width() < button.sizeHint().width())
      complain(button, button.text());
  }

  void overlaps(const QWidget& parent) {
    if (!parent.isVisible() || parent.inherits("QLineEdit") || parent.inherits("QTabBar") ||
        parent.inherits("QDockWidget") || parent.inherits("QAbstractSpinBox"))
      return;
    std::vector<const QWidget*> all;
    for (const QObject* child : parent.children())
      if (const auto* one = qobject_cast<const QWidget*>(child);
          one != nullptr && one->isVisible() && !one->isWindow() &&
          (one->inherits("QLabel") || one->inherits("QAbstractButton") || one->inherits("QComboBox") ||
           one->inherits("QLineEdit") || one->inherits("QAbstractSpinBox") || one->inherits("QTabBar") ||
           (one->inherits("QAbstractItemView") && !one->inherits("QHeaderView"))))
        all.push_back(one);
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (all[i]->geometry().adjusted(1, 1, -1, -1).intersects(all[j]->geometry().adjusted(1, 1, -1, -1)))
          complain(*all[i], "lies on " + path_of(*all[j]));
  }
};

class InEveryLook : public ::testing::TestWithParam<std::tuple<double, Theme>> {
 protected:
  InEveryLook() {
    application();
    usual_ = QApplication::font();
    QFont font = usual_;
    font.setPointSizeF(usual_.pointSizeF() * std::get<0>(GetParam()));
    QApplication::setFont(font);
  }
  ~InEveryLook() override {
    QApplication::setFont(usual_);
    use_theme(application(), Theme::light);
  }
  void dress(Opened& opened) {
    opened.window().use(std::get<1>(GetParam()));
    if (std::get<0>(GetParam()) > 1) opened.window().resize(1900, 1200);
    opened.window().settle();
  }

 private:
  QFont usual_;
};

TEST_P(InEveryLook, NothingIsCutOffInAnyPanelAsItOpens) {
  Opened opened("across-suez");
  dress(opened);
  // Something to be said of what is selected.
  for (const picture::Counter& counter : opened.desk().counters())
    if (counter.hex >= 0 && opened.desk().selection().empty()) {
      opened.desk().set_cursor(counter.hex);
      opened.desk().select({{counter.hex}, {}, {counter.kind + " " + counter.id}});
    }
  for (QDockWidget* dock : opened.window().docks()) {
    opened.show(dock->objectName().toLatin1().constData());
    Texts texts;
    texts.walk(opened.window());
    EXPECT_THAT(texts.found, IsEmpty()) << dock->objectName().toStdString();
  }
  for (const Tool tool : {Tool::select, Tool::brush, Tool::fill, Tool::rectangle, Tool::line, Tool::hexside,
                          Tool::link, Tool::label, Tool::place, Tool::zone, Tool::trace}) {
    opened.desk().set_tool(tool);
    opened.window().settle();
    Texts texts;
    texts.walk(*opened.window().dock("tools"));
    EXPECT_THAT(texts.found, IsEmpty()) << "tool " << static_cast<int>(tool);
  }
}

TEST_P(InEveryLook, TheMomentsOfAGameCanBeReadWhereTheyArePicked) {
  Opened opened("across-suez");
  dress(opened);
  opened.show("views");
  auto* when = control<QComboBox>(*opened.window().dock("views"), "Moment of the game for the views");
  int longest = 0;
  for (int i = 0; i < when->count(); ++i)
    if (when->itemText(i).size() > when->itemText(longest).size()) longest = i;
  when->setCurrentIndex(longest);
  opened.window().settle();
  Texts texts;
  texts.walk(*opened.window().dock("views"));
  EXPECT_THAT(texts.found, IsEmpty());
}

TEST_P(InEveryLook, NothingIsCutOffInAnyDialog) {
  Opened opened("across-suez");
  dress(opened);
  each_dialog(opened, [&](const QString& name, QDialog& dialog) {
    for (int i = 0; i < 3; ++i) QApplication::processEvents();
    Texts texts;
    texts.walk(dialog);
    EXPECT_THAT(texts.found, IsEmpty()) << name.toStdString();
  });
}

TEST_P(InEveryLook, MenusHaveRoomForWhatTheyOffer) {
  Opened opened("across-suez");
  dress(opened);
  size_t seen = 0;
  for (QMenu* menu : opened.window().menuBar()->findChildren<QMenu*>()) {
    menu->popup(QPoint(0, 0));
    QApplication::processEvents();
    for (QAction* action : menu->actions()) {
      if (!action->isVisible() || action->isSeparator()) continue;
      ++seen;
      const QString keys = action->shortcut().toString(QKeySequence::NativeText);
      const int needed = menu->fontMetrics().size(Qt::TextShowMnemonic, action->text()).width() +
                         menu->fontMetrics().horizontalAdvance(keys);
      EXPECT_GE(menu->actionGeometry(action).width(), needed) << action->text().toStdString();
    }
    menu->hide();
  }
  EXPECT_GT(seen, 40u);
}

INSTANTIATE_TEST_SUITE_P(Looks, InEveryLook,
                         ::testing::Combine(::testing::Values(1.0, 2.0),
                                            ::testing::Values(Theme::light, Theme::dark)),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param) > 1 ? "twice_the_size_"
                                                                         : "usual_size_") +
                                  (std::get<1>(one.param) == Theme::dark ? "dark" : "light");
                         });

// The walk above finds what it is there for.
TEST(Texts, WhatIsCutOffIsFound) {
  application();
  QWidget window;
  window.resize(300, 200);
  QComboBox box(&window);
  box.addItem("a choice that is much longer than its box");
  box.setGeometry(0, 0, 80, 30);
  QLineEdit field(&window);
  field.setPlaceholderText("words that nobody can read to their end");
  field.setGeometry(0, 40, 80, 30);
  QPushButton button("A button with many words", &window);
  button.setGeometry(0, 80, 60, 30);
  QLabel label("lies there", &window);
  label.setGeometry(10, 85, 200, 30);
  QListWidget list(&window);
  list.setGeometry(0, 120, 300, 60);
  list.addItem("seen");
  window.show();
  QApplication::processEvents();
  Texts texts;
  texts.walk(window);
  const auto told = [&](const char* what) {
    return std::any_of(texts.found.begin(), texts.found.end(),
                       [&](const std::string& one) { return one.find(what) != std::string::npos; });
  };
  EXPECT_TRUE(told("a choice that"));
  EXPECT_TRUE(told("words that nobody"));
  EXPECT_TRUE(told("A button with"));
  EXPECT_TRUE(told("lies on"));
  EXPECT_FALSE(told("seen"));
}

TEST(Dialogs, EveryControlHasAnAccessibleName) {
  Opened opened("across-suez");
  size_t dialogs = 0;
  each_dialog(opened, [&](const QString& name, QDialog& dialog) {
    ++dialogs;
    EXPECT_NE(dialog.windowTitle(), QString()) << name.toStdString();
    for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
      if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_") ||
          widget->inherits("QScrollBar") || widget->inherits("QHeaderView") || widget->inherits("QTabBar") ||
          widget->inherits("QMenu") || widget->inherits("QComboBoxPrivateContainer") ||
          widget->inherits("QComboBoxListView"))
        continue;
      if (widget->parentWidget() != nullptr && (widget->parentWidget()->inherits("QComboBox") ||
                                                widget->parentWidget()->inherits("QAbstractSpinBox")))
        continue;
      QString spoken = widget->accessibleName();
      if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
          spoken.isEmpty() && button != nullptr)
        spoken = button->text();
      if (const auto* label = qobject_cast<const QLabel*>(widget); spoken.isEmpty() && label != nullptr)
        spoken = label->text();
      for (const QLabel* label : dialog.findChildren<QLabel*>())
        if (spoken.isEmpty() && label->buddy() == widget) spoken = label->text();
      EXPECT_NE(spoken, QString()) << name.toStdString() << ": " << path_of(*widget).toStdString();
    }
  });
  EXPECT_EQ(dialogs, 8u);
}

}  // namespace
}  // namespace casebook::window
