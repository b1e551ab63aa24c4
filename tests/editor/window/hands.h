// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keys and clicks for widgets, as a person gives them.

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTableWidget>

namespace casebook::window {

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
/// As one chooses from it: by its list.
inline void choose(QComboBox& box, const QString& text) {
  const int at = box.findText(text);
  Q_ASSERT(at >= 0);
  box.setCurrentIndex(at);
  emit box.activated(at);
}
/// The column of a head.
inline int column(const QAbstractItemView& view, const QString& head) {
  for (int i = 0; i < view.model()->columnCount(); ++i)
    if (view.model()->headerData(i, Qt::Horizontal).toString() == head) return i;
  return -1;
}
inline QModelIndex cell(const QAbstractItemView& view, const QString& row, const QString& head) {
  for (int i = 0; i < view.model()->rowCount(); ++i)
    if (view.model()->index(i, 0).data().toString() == row) return view.model()->index(i, column(view, head));
  return {};
}

}  // namespace casebook::window
