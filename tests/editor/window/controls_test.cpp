// SPDX-License-Identifier: Apache-2.0
// Every control has a name, every action a shortcut and a tip; no text is cut off, in light and dark, at the
// usual size and at twice that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionButton>
#include <QTableView>
#include <QTextBrowser>
#include <set>

#include "editor/window/map/map_view.h"
#include "editor/window/shared/icons.h"
#include "editor/window/start.h"
#include "engine/base/build_info.h"
#include "tests/editor/window/application.h"
#include "tests/editor/window/hands.h"

namespace casebook::window {
namespace {

using ::testing::IsEmpty;

std::string name_of(const QWidget& widget) {
  std::string path;
  for (const QWidget* one = &widget; one != nullptr; one = one->parentWidget()) {
    const QString own =
        one->objectName().isEmpty() ? QString::fromLatin1(one->metaObject()->className()) : one->objectName();
    path = own.toStdString() + (path.empty() ? "" : " > " + path);
  }
  return path;
}

/// Every panel is shown once, so that what is made late is made.
void show_all(MainWindow& window) {
  for (QDockWidget* dock : window.docks()) {
    dock->show();
    dock->raise();
    window.settle();
  }
}

TEST(Controls, EveryControlHasAnAccessibleName) {
  Opened opened("across-suez");
  show_all(opened.window());
  std::vector<std::string> nameless;
  for (const QWidget* widget : opened.window().findChildren<QWidget*>()) {
    if (widget->objectName().startsWith("qt_") || widget->inherits("QScrollBar") ||
        widget->inherits("QHeaderView"))
      continue;
    if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QMenu") || widget->inherits("QMenuBar") ||
        widget->inherits("QTabBar"))
      continue;
    if (widget->parentWidget() != nullptr && widget->parentWidget()->inherits("QComboBox")) continue;
    if (widget->inherits("QToolBarExtension") || widget->inherits("QComboBoxPrivateContainer") ||
        widget->inherits("QComboBoxListView"))
      continue;
    QString name = widget->accessibleName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
        button != nullptr && name.isEmpty())
      name = button->text();
    if (const auto* label = qobject_cast<const QLabel*>(widget); label != nullptr && name.isEmpty())
      name = label->text();
    bool buddy = false;
    for (const QLabel* label : opened.window().findChildren<QLabel*>())
      buddy = buddy || label->buddy() == widget;
    if (name.isEmpty() && !buddy) nameless.push_back(name_of(*widget));
  }
  EXPECT_THAT(nameless, IsEmpty());
}

TEST(Controls, EveryActionHasAShortcutATipAndANameOfItsOwn) {
  Opened opened("across-suez");
  std::set<std::string> names, keys;
  for (const QAction* action : opened.window().actions().all()) {
    const std::string name = action->objectName().toStdString();
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(action->text().isEmpty()) << name;
    EXPECT_FALSE(action->statusTip().isEmpty()) << name;
    EXPECT_FALSE(action->shortcuts().isEmpty()) << name;
    EXPECT_FALSE(Actions::group(action).isEmpty()) << name;
    for (const QKeySequence& key : action->shortcuts()) {
      EXPECT_TRUE(keys.insert(key.toString().toStdString()).second)
          << name << ": " << key.toString().toStdString() << " is taken";
      EXPECT_EQ(key.count(), 1) << name << ": " << key.toString().toStdString()
                                << " is one key after another";
    }
  }
}

TEST(Controls, EveryActionIsDoneByEachOfItsKeys) {
  Opened opened("across-suez");
  MainWindow& window = opened.window();
  window.show();
  window.activateWindow();
  opened.map().setFocus();
  window.settle();
  ASSERT_EQ(QApplication::activeWindow(), &window);
  // One of them in earnest.
  ASSERT_TRUE(opened.desk().execute(editor::SetTitle{opened.desk().map_file(), "another"}));
  ASSERT_TRUE(press_shortcut(window, QKeyCombination(Qt::ControlModifier, Qt::Key_Z)));
  EXPECT_NE(opened.desk().map()->title, "another");
  ASSERT_TRUE(press_shortcut(window, QKeyCombination(Qt::ControlModifier, Qt::Key_Y)));
  EXPECT_EQ(opened.desk().map()->title, "another");
  int asked = 0;
  for (QAction* action : window.actions().all()) {
    action->disconnect(SIGNAL(triggered(bool)));
    int done = 0;
    QObject::connect(action, &QAction::triggered, &window, [&] { ++done; });
    action->setEnabled(true);
    for (const QKeySequence& key : action->shortcuts()) {
      press_shortcut(window, key[0]);
      EXPECT_EQ(done, 1) << action->objectName().toStdString() << " by " << key.toString().toStdString();
      done = 0;
      ++asked;
    }
  }
  EXPECT_GE(asked, 40);
}

TEST(Controls, EveryIconDrawsSomething) {
  application();
  EXPECT_GE(icon_names().size(), 20);
  for (const char* name : icon_names()) {
    const QImage image = icon(name).pixmap(32, 32).toImage();
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) drawn += qAlpha(image.pixel(x, y)) > 100 ? 1 : 0;
    EXPECT_GT(drawn, 20) << name;
  }
  EXPECT_TRUE(icon("no such icon").isNull());
}

double luminance(const QColor& colour) {
  const auto part = [](double value) {
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST(Controls, TextCanBeReadInLightAndDark) {
  application();
  for (const QPalette& palette : {light_palette(), dark_palette()}) {
    for (const auto& [ink, ground] : {std::pair{QPalette::WindowText, QPalette::Window},
                                      {QPalette::Text, QPalette::Base},
                                      {QPalette::Text, QPalette::AlternateBase},
                                      {QPalette::ButtonText, QPalette::Button},
                                      {QPalette::HighlightedText, QPalette::Highlight},
                                      {QPalette::ToolTipText, QPalette::ToolTipBase},
                                      {QPalette::PlaceholderText, QPalette::Base},
                                      {QPalette::PlaceholderText, QPalette::Window},
                                      {QPalette::Link, QPalette::Base}})
      EXPECT_GE(contrast(palette.color(ink), palette.color(ground)), 4.5) << ink << " on " << ground;
  }
}

TEST(Controls, ABoxToTickIsSeenInLightAndDark) {
  QApplication& one = application();
  for (const Theme theme : {Theme::light, Theme::dark}) {
    use_theme(one, theme);
    QCheckBox box(QString::fromLatin1(" "));
    box.setPalette(QApplication::palette());
    box.resize(box.sizeHint());
    const QImage image = box.grab().toImage();
    const QColor window = QApplication::palette().color(QPalette::Window);
    double most = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) most = std::max(most, contrast(image.pixelColor(x, y), window));
    EXPECT_GE(most, 3.0) << (theme == Theme::dark ? "dark" : "light");
  }
  use_theme(one, Theme::light);
}

/// What a widget says and has no room for.
std::vector<std::string> cut_off(MainWindow& window) {
  std::vector<std::string> found;
  const auto complain = [&](const QWidget& widget, const QString& text) {
    found.push_back(name_of(widget) + ": " + text.toStdString());
  };
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
      if (label->text().isEmpty() || label->objectName().startsWith("qt_") ||
          label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
        continue;
      const QSize needed = label->wordWrap() ? QSize(label->width(), label->heightForWidth(label->width()))
                                             : label->sizeHint();
      if (label->width() + 1 < needed.width() || label->height() + 1 < needed.height())
        complain(*label, label->text());
    } else if (const auto* button = qobject_cast<const QPushButton*>(widget)) {
      if (button->width() < button->minimumSizeHint().width()) complain(*button, button->text());
    } else if (const auto* box = qobject_cast<const QCheckBox*>(widget)) {
      if (box->width() < box->sizeHint().width()) complain(*box, box->text());
    }
  }
  // No two labels or buttons of one parent lie on one another.
  for (const QWidget* parent : window.findChildren<QWidget*>()) {
    if (!parent->isVisible()) continue;
    std::vector<const QWidget*> all;
    for (const QObject* child : parent->children())
      if (const auto* one = qobject_cast<const QWidget*>(child))
        if (one->isVisible() && (one->inherits("QLabel") || one->inherits("QAbstractButton") ||
                                 one->inherits("QComboBox") || one->inherits("QLineEdit")))
          all.push_back(one);
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (all[i]->geometry().adjusted(1, 1, -1, -1).intersects(all[j]->geometry().adjusted(1, 1, -1, -1)) &&
            !parent->inherits("QLineEdit") && !parent->inherits("QTabBar") &&
            !parent->inherits("QDockWidget"))
          found.push_back(name_of(*all[i]) + " lies on " + name_of(*all[j]));
  }
  return found;
}

TEST(Controls, NoTextIsCutOffInLightAndDarkAtOnceAndTwiceTheSize) {
  application();
  const QFont usual = QApplication::font();
  for (const double size : {1.0, 2.0}) {
    QFont font = usual;
    font.setPointSizeF(usual.pointSizeF() * size);
    QApplication::setFont(font);
    for (const Theme theme : {Theme::light, Theme::dark}) {
      Opened opened("across-suez");
      opened.window().use(theme);
      if (size > 1) opened.window().resize(1900, 1200);
      for (QDockWidget* dock : opened.window().docks()) {
        dock->show();
        dock->raise();
        opened.window().settle();
        EXPECT_THAT(cut_off(opened.window()), IsEmpty()) << dock->objectName().toStdString() << " at " << size
                                                         << (theme == Theme::dark ? " dark" : " light");
      }
    }
  }
  QApplication::setFont(usual);
}

TEST(Controls, TheWindowFitsAScreenOf1280By800) {
  Opened opened("across-suez");
  for (QDockWidget* dock : opened.window().docks()) {
    dock->show();
    dock->raise();
    opened.window().settle();
    const QSize least = dock->widget()->minimumSizeHint();
    EXPECT_EQ(opened.window().size(), QSize(1280, 800))
        << dock->objectName().toStdString() << " needs " << least.width() << " by " << least.height();
  }
}

// On a screen of 1280 by 800 there is no room for the frame that a window manager puts around a window of
// that size.
TEST(Controls, AWindowThatDoesNotFitWithItsFrameTakesTheWholeScreen) {
  Opened opened("across-suez");
  QWidget& window = opened.window();
  const QSize least = window.minimumSizeHint();
  EXPECT_LE(least.width(), 1280);
  EXPECT_LE(least.height(), 800 - 64);
  const QSize screen = window.screen()->availableSize();
  QWidget large, small;
  large.resize(screen - QSize(20, 20));
  show_on_screen(large);
  EXPECT_TRUE(large.isMaximized());
  small.resize(screen - QSize(20, 80));
  show_on_screen(small);
  EXPECT_FALSE(small.isMaximized());
  EXPECT_EQ(small.size(), screen - QSize(20, 80));
}

TEST(Controls, LettersTwiceAsLargeFitAScreenOf1280By800) {
  application();
  const QFont usual = QApplication::font();
  QFont twice = usual;
  twice.setPointSizeF(2 * usual.pointSizeF());
  QApplication::setFont(twice);
  {
    Opened opened("across-suez");
    const QSize room(1280 - 16, 800 - 64);
    const QSize wanted = opened.window().minimumSizeHint();
    EXPECT_TRUE(wanted.width() > room.width() || wanted.height() > room.height())
        << "or nothing is shown here";
    opened.window().fit(room);
    for (QDockWidget* dock : opened.window().docks()) {
      opened.show(dock->objectName().toLatin1().constData());
      opened.window().resize(room);
      opened.window().settle();
      EXPECT_EQ(opened.window().size(), room) << dock->objectName().toStdString();
    }
    EXPECT_NE(opened.named<QTableView>("Problems"), nullptr) << "panels are found where they were";
  }
  QApplication::setFont(usual);
}

TEST(Controls, TheManualIsFoundInTheSourceTree) {
  EXPECT_TRUE(manual_file("manual/editor").endsWith("docs/manual/editor.md"));
  EXPECT_TRUE(manual_file("errors/D0115").endsWith("docs/errors/D0115.md"));
  EXPECT_EQ(manual_file("no/such/page"), QString());
}

TEST(Controls, PicturesOfTheManualAreNotWiderThanItsPage) {
  Opened opened("examples/hex-skirmish");
  opened.window().actions().find("manual")->trigger();
  opened.window().settle();
  auto* page = opened.window().findChild<QTextBrowser*>();
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->horizontalScrollBar()->maximum(), 0);
  EXPECT_TRUE(page->toPlainText().startsWith("The editor"));
}

}  // namespace
}  // namespace casebook::window
