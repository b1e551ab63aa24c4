// SPDX-License-Identifier: Apache-2.0
#pragma once

// A box to choose from. A choice longer than the panel is wide takes as many lines as it needs.

#include <QComboBox>

namespace casebook::window {

class WrappingBox : public QComboBox {
 public:
  explicit WrappingBox(QWidget* parent = nullptr);
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect field(int width, int height) const;
};

}  // namespace casebook::window
