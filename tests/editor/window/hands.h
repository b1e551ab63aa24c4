// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys, mouse and dialogs as a person uses them: for every test of the window, and for its figures.

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTableWidget>
#include <QTimer>
#include <QWindow>
#include <functional>

#include "editor/window/map/map_view.h"

QT_BEGIN_NAMESPACE
// What Qt's own tests press keys with: shortcuts are looked up before a widget is told.
Q_GUI_EXPORT bool qt_sendShortcutOverrideEvent  // NOLINT(readability-identifier-naming)
    (QObject* to, ulong when, int key, Qt::KeyboardModifiers modifiers, const QString& text = QString(),
     bool again = false, ushort count = 1);
QT_END_NAMESPACE

namespace casebook::window {

/// One key with what is held down beside it, as a shortcut; false: nothing took it.
inline bool press_shortcut(QWidget& window, const QKeyCombination& key) {
  return qt_sendShortcutOverrideEvent(window.windowHandle(), 0, key.key(), key.keyboardModifiers());
}

inline void press(QWidget& widget, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
                  const QString& text = {}) {
  QKeyEvent down(QEvent::KeyPress, key, modifiers, text), up(QEvent::KeyRelease, key, modifiers, text);
  QApplication::sendEvent(&widget, &down);
  QApplication::sendEvent(&widget, &up);
}
inline void type(QWidget& widget, const QString& text) {
  for (const QChar one : text) press(widget, 0, Qt::NoModifier, QString(one));
}
inline void click(QWidget& widget, QPointF at, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QMouseEvent down(QEvent::MouseButtonPress, at, widget.mapToGlobal(at), Qt::LeftButton, Qt::LeftButton,
                   modifiers);
  QApplication::sendEvent(&widget, &down);
  QMouseEvent up(QEvent::MouseButtonRelease, at, widget.mapToGlobal(at), Qt::LeftButton, Qt::NoButton,
                 modifiers);
  QApplication::sendEvent(&widget, &up);
}
inline void click(QAbstractButton& button) {
  click(button, QPointF(button.width() / 2.0, button.height() / 2.0));
}
inline void click(QAbstractItemView& view, const QModelIndex& index,
                  Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  view.scrollTo(index);
  click(*view.viewport(), QPointF(view.visualRect(index).center()), modifiers);
}
/// One event of the mouse over the map; a move keeps the button down.
inline void mouse(MapView& map, QEvent::Type type, QPointF at, Qt::MouseButton button = Qt::LeftButton) {
  const bool down = type != QEvent::MouseButtonRelease;
  QMouseEvent event(type, at, map.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                    down ? Qt::MouseButtons(button) : Qt::MouseButtons(), Qt::NoModifier);
  QApplication::sendEvent(&map, &event);
}
/// Pressed on the first hex of a project that is open, dragged over the others, let go on the last.
template <class Project>
void drag_over(Project& opened, const std::vector<std::string>& hexes,
               Qt::MouseButton button = Qt::LeftButton) {
  mouse(opened.map(), QEvent::MouseButtonPress, opened.place(hexes.front()), button);
  for (size_t i = 1; i < hexes.size(); ++i)
    mouse(opened.map(), QEvent::MouseMove, opened.place(hexes[i]), button);
  mouse(opened.map(), QEvent::MouseButtonRelease, opened.place(hexes.back()), button);
  QApplication::processEvents();
}

/// As one chooses from it: by its list.
inline void choose(QComboBox& box, const QString& text) {
  const int at = box.findText(text);
  Q_ASSERT(at >= 0);
  box.setCurrentIndex(at);
  emit box.activated(at);
}
/// The column of a head, in large or small letters.
inline int column(const QAbstractItemView& view, const QString& head) {
  for (int i = 0; i < view.model()->columnCount(); ++i)
    if (view.model()->headerData(i, Qt::Horizontal).toString().compare(head, Qt::CaseInsensitive) == 0)
      return i;
  return -1;
}
inline QModelIndex cell(const QAbstractItemView& view, const QString& row, const QString& head) {
  for (int i = 0; i < view.model()->rowCount(); ++i)
    if (view.model()->index(i, 0).data().toString() == row) return view.model()->index(i, column(view, head));
  return {};
}
/// A control by the name that a screen reader says, or by its text without &.
template <class Widget>
Widget* control(QWidget& within, const QString& name) {
  for (Widget* one : within.findChildren<Widget*>()) {
    const QVariant text = one->property("text");
    if (one->accessibleName() == name || (text.isValid() && text.toString().remove('&') == name)) return one;
  }
  return nullptr;
}

/// What is done in the next dialog of that name before it is accepted or (`no`) given up. `seen` is set when
/// it came.
inline void in_next_dialog(const QString& name, bool* seen, std::function<void(QDialog&)> does,
                           bool no = false) {
  auto* timer = new QTimer(qApp);
  timer->setInterval(10);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, name, seen, does = std::move(does), no] {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr || dialog->objectName() != name) return;
    timer->stop();
    timer->deleteLater();
    *seen = true;
    does(*dialog);
    no ? dialog->reject() : dialog->accept();
  });
  timer->start();
}

}  // namespace casebook::window
