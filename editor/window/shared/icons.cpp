// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace casebook::window {

namespace {

/// Drawn in a square of 16 by 16, in lines of 1.4.
struct Pen {
  QPainter& painter;
  void line(std::initializer_list<QPointF> points, bool close = false) const {
    QPainterPath path;
    bool first = true;
    for (const QPointF& point : points) {
      first ? path.moveTo(point) : path.lineTo(point);
      first = false;
    }
    if (close) path.closeSubpath();
    painter.drawPath(path);
  }
  void solid(std::initializer_list<QPointF> points) const {
    painter.save();
    painter.setBrush(painter.pen().color());
    line(points, true);
    painter.restore();
  }
  void hex(double x, double y, double r, bool filled = false) const {
    QPolygonF shape;
    for (int i = 0; i < 6; ++i)
      shape << QPointF(x + r * std::cos(i * M_PI / 3), y + r * std::sin(i * M_PI / 3));
    painter.save();
    if (filled) painter.setBrush(painter.pen().color());
    painter.drawPolygon(shape);
    painter.restore();
  }
  void curve(QPointF from, QPointF a, QPointF b, QPointF to) const {
    QPainterPath path(from);
    path.cubicTo(a, b, to);
    painter.drawPath(path);
  }
};

using Draw = std::function<void(const Pen&)>;

const std::map<std::string, Draw>& drawings() {
  static const std::map<std::string, Draw> all{
      {"select",
       [](const Pen& p) {
         p.solid({{4, 2}, {4, 12.5}, {6.8, 10}, {8.6, 14}, {10.4, 13.2}, {8.6, 9.3}, {12.2, 9}});
       }},
      {"brush",
       [](const Pen& p) {
         p.line({{13.5, 2.5}, {7.2, 8.8}});
         p.solid({{7.4, 8.2}, {8.4, 9.4}, {6.8, 12.6}, {2.6, 13.4}, {4.4, 9.4}});
       }},
      {"fill",
       [](const Pen& p) {
         p.line({{7, 3}, {12.4, 8.4}, {7.2, 13.4}, {2, 8.2}}, true);
         p.line({{7, 3}, {5, 1.2}});
         p.solid({{14, 10.4}, {15, 12.4}, {14, 13.8}, {13, 12.4}});
       }},
      {"rectangle",
       [](const Pen& p) {
         p.line({{2.5, 4}, {13.5, 4}, {13.5, 12.5}, {2.5, 12.5}}, true);
         p.hex(8, 8.25, 2, true);
       }},
      {"line",
       [](const Pen& p) {
         p.line({{3.5, 12.5}, {12.5, 3.5}});
         p.hex(3.2, 12.8, 1.6, true);
         p.hex(12.8, 3.2, 1.6, true);
       }},
      {"hexside",
       [](const Pen& p) {
         p.hex(8, 8, 5.6);
         QPen thick = p.painter.pen();
         thick.setWidthF(3.2);
         p.painter.setPen(thick);
         p.line({{13.6, 8}, {10.8, 12.85}});
       }},
      {"link",
       [](const Pen& p) {
         p.curve({2, 13.5}, {5.5, 13.5}, {4, 2.5}, {9.5, 2.5});
         p.curve({6, 14}, {9.5, 13.5}, {8, 3.5}, {13.5, 3});
         p.line({{4.9, 12.2}, {5.6, 10.6}});
         p.line({{6.6, 8}, {7.3, 6}});
       }},
      {"label",
       [](const Pen& p) {
         p.line({{3, 4.8}, {3, 3}, {13, 3}, {13, 4.8}});
         p.line({{8, 3}, {8, 13.2}});
         p.line({{5.8, 13.2}, {10.2, 13.2}});
       }},
      {"place",
       [](const Pen& p) {
         p.line({{4, 14.2}, {4, 2}});
         p.solid({{4, 2.4}, {13, 4.6}, {4, 8}});
       }},
      {"zone",
       [](const Pen& p) {
         p.hex(8, 8, 6);
         p.line({{4.4, 9.6}, {9.6, 4.4}});
         p.line({{6.4, 11.6}, {11.6, 6.4}});
       }},
      {"trace",
       [](const Pen& p) {
         p.hex(8, 8, 5.8);
         p.line({{8, 4}, {8, 12}});
         p.line({{4, 8}, {12, 8}});
       }},
      {"undo",
       [](const Pen& p) {
         p.curve({3, 6}, {8, 3}, {14, 5}, {12.4, 12.5});
         p.solid({{2, 7.2}, {3, 2.4}, {6.6, 6}});
       }},
      {"redo",
       [](const Pen& p) {
         p.curve({13, 6}, {8, 3}, {2, 5}, {3.6, 12.5});
         p.solid({{14, 7.2}, {13, 2.4}, {9.4, 6}});
       }},
      {"open",
       [](const Pen& p) {
         p.line({{2, 13}, {2, 3.5}, {6, 3.5}, {7.5, 5.2}, {13, 5.2}, {13, 7.2}});
         p.line({{2, 13}, {4.4, 7.2}, {15, 7.2}, {12.6, 13}}, true);
       }},
      {"save",
       [](const Pen& p) {
         p.line({{2.5, 2.5}, {11.5, 2.5}, {13.5, 4.5}, {13.5, 13.5}, {2.5, 13.5}}, true);
         p.line({{5, 2.5}, {5, 6}, {10.5, 6}, {10.5, 2.5}});
         p.line({{4.8, 13.5}, {4.8, 9}, {11.2, 9}, {11.2, 13.5}});
       }},
      {"new",
       [](const Pen& p) {
         p.line({{3.5, 1.8}, {9.5, 1.8}, {12.5, 4.8}, {12.5, 14.2}, {3.5, 14.2}}, true);
         p.line({{8, 7}, {8, 12}});
         p.line({{5.5, 9.5}, {10.5, 9.5}});
       }},
      {"fit",
       [](const Pen& p) {
         for (const auto& [x, y, dx, dy] :
              {std::tuple{2.5, 2.5, 1, 1}, {13.5, 2.5, -1, 1}, {2.5, 13.5, 1, -1}, {13.5, 13.5, -1, -1}}) {
           p.line({{x + dx * 3.5, y}, {x, y}, {x, y + dy * 3.5}});
         }
         p.hex(8, 8, 2.6);
       }},
      {"zoom-in",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(6.8, 6.8), 4.6, 4.6);
         p.line({{10.2, 10.2}, {14, 14}});
         p.line({{4.8, 6.8}, {8.8, 6.8}});
         p.line({{6.8, 4.8}, {6.8, 8.8}});
       }},
      {"zoom-out",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(6.8, 6.8), 4.6, 4.6);
         p.line({{10.2, 10.2}, {14, 14}});
         p.line({{4.8, 6.8}, {8.8, 6.8}});
       }},
      {"search",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(6.8, 6.8), 4.6, 4.6);
         p.line({{10.2, 10.2}, {14, 14}});
       }},
      {"print",
       [](const Pen& p) {
         p.line({{4.5, 6}, {4.5, 2}, {11.5, 2}, {11.5, 6}});
         p.line({{4.5, 11}, {2, 11}, {2, 6}, {14, 6}, {14, 11}, {11.5, 11}});
         p.line({{4.5, 9}, {11.5, 9}, {11.5, 14}, {4.5, 14}}, true);
       }},
      {"error",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(8, 8), 6, 6);
         p.line({{5.6, 5.6}, {10.4, 10.4}});
         p.line({{10.4, 5.6}, {5.6, 10.4}});
       }},
      {"warning",
       [](const Pen& p) {
         p.line({{8, 2}, {14.4, 13.6}, {1.6, 13.6}}, true);
         p.line({{8, 6.4}, {8, 9.8}});
         p.line({{8, 11.6}, {8, 11.7}});
       }},
      {"note",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(8, 8), 6, 6);
         p.line({{8, 7.4}, {8, 11}});
         p.line({{8, 5}, {8, 5.1}});
       }},
      {"add",
       [](const Pen& p) {
         p.line({{8, 3}, {8, 13}});
         p.line({{3, 8}, {13, 8}});
       }},
      {"remove",
       [](const Pen& p) {
         p.line({{3, 8}, {13, 8}});
       }},
      {"copy",
       [](const Pen& p) {
         p.line({{2.5, 2.5}, {9.5, 2.5}, {9.5, 10}, {2.5, 10}}, true);
         p.line({{11, 5.5}, {13.5, 5.5}, {13.5, 13.5}, {6, 13.5}, {6, 11.5}});
       }},
      {"eraser",
       [](const Pen& p) {
         p.line({{9.5, 2.5}, {14, 7}, {8, 13}, {4.6, 13}, {2, 10.2}}, true);
         p.line({{5.6, 6.4}, {10.2, 10.8}});
       }},
      {"eye",
       [](const Pen& p) {
         p.curve({1.5, 8}, {4.5, 3}, {11.5, 3}, {14.5, 8});
         p.curve({1.5, 8}, {4.5, 13}, {11.5, 13}, {14.5, 8});
         p.painter.setBrush(p.painter.pen().color());
         p.painter.drawEllipse(QPointF(8, 8), 1.8, 1.8);
       }},
      {"help",
       [](const Pen& p) {
         p.painter.drawEllipse(QPointF(8, 8), 6.2, 6.2);
         p.curve({6, 6.4}, {6, 3.4}, {11.4, 4}, {9.4, 7.4});
         p.line({{9.4, 7.4}, {8, 9.2}});
         p.line({{8, 11.3}, {8, 11.4}});
       }},
  };
  return all;
}

class LineEngine : public QIconEngine {
 public:
  explicit LineEngine(std::string name) : name_(std::move(name)) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto found = drawings().find(name_);
    if (found == drawings().end()) return;
    const QPalette palette = QGuiApplication::palette();
    const QColor colour = mode == QIcon::Disabled   ? palette.color(QPalette::Disabled, QPalette::ButtonText)
                          : mode == QIcon::Selected ? palette.color(QPalette::HighlightedText)
                                                    : palette.color(QPalette::ButtonText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rect.width(), rect.height());
    painter->translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
    painter->scale(side / 16, side / 16);
    painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    found->second(Pen{*painter});
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new LineEngine(name_); }

 private:
  std::string name_;
};

}  // namespace

QIcon icon(const char* name) {
  if (drawings().find(name) == drawings().end()) return {};
  return QIcon(new LineEngine(name));
}

QList<const char*> icon_names() {
  QList<const char*> names;
  for (const auto& [name, draw] : drawings()) names.push_back(name.c_str());
  return names;
}

}  // namespace casebook::window
