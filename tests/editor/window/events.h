// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys, mouse and dialogs as a person uses them.

#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <functional>
#include <string>

#include "editor/window/map_view.h"
#include "tests/editor/window/application.h"

namespace casebook::window {

inline void type_key(QWidget& widget, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QKeyEvent press(QEvent::KeyPress, key, modifiers), release(QEvent::KeyRelease, key, modifiers);
  QApplication::sendEvent(&widget, &press);
  QApplication::sendEvent(&widget, &release);
}

inline void send_mouse(MapView& map, QEvent::Type type, QPointF at, Qt::MouseButton button = Qt::LeftButton) {
  const bool down = type != QEvent::MouseButtonRelease;
  QMouseEvent event(type, at, map.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                    down ? Qt::MouseButtons(button) : Qt::MouseButtons(), Qt::NoModifier);
  QApplication::sendEvent(&map, &event);
}

inline QPointF place_of(Opened& opened, const std::string& hex) {
  return opened.map().to_view(opened.map().drawing()->geometry().centre(opened.hex(hex)));
}

/// Pressed on the first hex, dragged over the others, let go on the last.
inline void drag_over(Opened& opened, const std::vector<std::string>& hexes,
                      Qt::MouseButton button = Qt::LeftButton) {
  send_mouse(opened.map(), QEvent::MouseButtonPress, place_of(opened, hexes.front()), button);
  for (size_t i = 1; i < hexes.size(); ++i)
    send_mouse(opened.map(), QEvent::MouseMove, place_of(opened, hexes[i]), button);
  send_mouse(opened.map(), QEvent::MouseButtonRelease, place_of(opened, hexes.back()), button);
  QApplication::processEvents();
}

/// A control of a panel by the name that a screen reader says, or by its text without &.
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
