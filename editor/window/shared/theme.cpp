// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/theme.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

namespace casebook::window {

namespace {

struct Colours {
  QColor window, text, base, other_base, button, border_light, border_dark, highlight, highlighted, link,
      quiet, tip;
};

QPalette palette_of(const Colours& c) {
  QPalette palette;
  palette.setColor(QPalette::Window, c.window);
  palette.setColor(QPalette::WindowText, c.text);
  palette.setColor(QPalette::Base, c.base);
  palette.setColor(QPalette::AlternateBase, c.other_base);
  palette.setColor(QPalette::Text, c.text);
  palette.setColor(QPalette::PlaceholderText, c.quiet);
  palette.setColor(QPalette::Button, c.button);
  palette.setColor(QPalette::ButtonText, c.text);
  palette.setColor(QPalette::BrightText, c.highlighted);
  palette.setColor(QPalette::ToolTipBase, c.tip);
  palette.setColor(QPalette::ToolTipText, c.text);
  palette.setColor(QPalette::Light, c.border_light);
  palette.setColor(QPalette::Midlight, c.button);
  palette.setColor(QPalette::Mid, c.border_dark);
  palette.setColor(QPalette::Dark, c.border_dark);
  palette.setColor(QPalette::Shadow, c.border_dark.darker(150));
  palette.setColor(QPalette::Highlight, c.highlight);
  palette.setColor(QPalette::HighlightedText, c.highlighted);
  palette.setColor(QPalette::Link, c.link);
  palette.setColor(QPalette::LinkVisited, c.link);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, c.quiet);
  return palette;
}

/// Fusion draws the frame of an empty box to tick darker than the window: in dark colours nobody sees it.
class VisibleBoxes : public QProxyStyle {
 public:
  VisibleBoxes() : QProxyStyle("Fusion") {}
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) return;
    painter->save();
    painter->setPen(option->palette.color(QPalette::PlaceholderText));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
  }
};

}  // namespace

QPalette light_palette() {
  return palette_of({QColor(0xf3, 0xf1, 0xec), QColor(0x1f, 0x1d, 0x1a), QColor(0xff, 0xff, 0xff),
                     QColor(0xf7, 0xf5, 0xf0), QColor(0xeb, 0xe8, 0xe1), QColor(0xff, 0xff, 0xff),
                     QColor(0xb9, 0xb3, 0xa6), QColor(0x1f, 0x5f, 0xa8), QColor(0xff, 0xff, 0xff),
                     QColor(0x0b, 0x57, 0xa8), QColor(0x6a, 0x65, 0x5c), QColor(0xff, 0xfc, 0xf0)});
}
QPalette dark_palette() {
  return palette_of({QColor(0x2b, 0x2d, 0x30), QColor(0xe9, 0xe6, 0xe0), QColor(0x1f, 0x21, 0x23),
                     QColor(0x27, 0x29, 0x2c), QColor(0x3a, 0x3d, 0x41), QColor(0x4a, 0x4d, 0x52),
                     QColor(0x14, 0x15, 0x17), QColor(0x8a, 0xb9, 0xf2), QColor(0x10, 0x16, 0x1e),
                     QColor(0x8f, 0xc1, 0xff), QColor(0xa8, 0xa3, 0x9a), QColor(0x3a, 0x3d, 0x41)});
}

bool is_dark() {
  return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

void use_theme(QApplication& application, Theme theme) {
  static const QPalette of_the_system = QApplication::palette();
  const bool dark = theme == Theme::dark ||
                    (theme == Theme::system && of_the_system.color(QPalette::Window).lightness() < 128);
  application.setStyle(new VisibleBoxes);
  application.setPalette(dark ? dark_palette() : light_palette());
}

}  // namespace casebook::window
