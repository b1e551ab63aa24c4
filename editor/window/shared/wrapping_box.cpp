// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/wrapping_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

namespace casebook::window {

WrappingBox::WrappingBox(QWidget* parent) : QComboBox(parent) {
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(8);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(this, &QComboBox::currentTextChanged, this, [this] {
    updateGeometry();
    update();
  });
}

QRect WrappingBox::field(int width, int height) const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  option.rect = QRect(0, 0, width, height);
  return style()
      ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this)
      .adjusted(2, 0, -2, 0);
}

int WrappingBox::heightForWidth(int width) const {
  const int line = fontMetrics().height(), one = QComboBox::sizeHint().height();
  const QRect room(0, 0, std::max(1, field(width, one).width()), 100'000);
  const int all = fontMetrics().boundingRect(room, Qt::TextWordWrap, currentText()).height();
  return one + std::max(0, all - line);
}

QSize WrappingBox::minimumSizeHint() const {
  const QSize least = QComboBox::minimumSizeHint();
  return {least.width(), width() > least.width() ? heightForWidth(width()) : least.height()};
}

void WrappingBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QString text = option.currentText;
  option.currentText.clear();
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawItemText(field(width(), height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                       palette(), isEnabled(), text, QPalette::ButtonText);
}

}  // namespace casebook::window
