// SPDX-License-Identifier: Apache-2.0
#pragma once

// A line above the map that stays until it is answered: what other programs did to the files. No dialog
// stops the work.

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace casebook::window {

class Notice : public QFrame {
 public:
  explicit Notice(QWidget* parent);
  /// `does` is what its button does; the other one only lets it go.
  void show_text(const QString& text, const QString& button, std::function<void()> does);
  QString text() const;

 private:
  QLabel* text_;
  QPushButton *button_, *later_;
  std::function<void()> does_;
};

}  // namespace casebook::window
