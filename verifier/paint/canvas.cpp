// SPDX-License-Identifier: Apache-2.0
#include "verifier/paint/canvas.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "engine/picture/svg.h"
#include "verifier/paint/fonts.h"

namespace casebook::paint {

using picture::Anchor;
using picture::Group;
using picture::Outline;
using picture::Shape;
using picture::Stroke;
using picture::Text;

namespace {

/// A picture from a stranger could say a symbol within itself.
constexpr int deepest_symbol = 8;

QColor colour(picture::Rgb rgb, double opacity = 1) {
  QColor made(rgb.red, rgb.green, rgb.blue);
  made.setAlphaF(static_cast<float>(opacity));
  return made;
}
QPointF point(picture::Point at) {
  return {at.x, at.y};
}

QPen pen(const Stroke& stroke) {
  QPen made(colour(stroke.colour, stroke.opacity), stroke.width, Qt::SolidLine,
            stroke.round ? Qt::RoundCap : Qt::FlatCap, stroke.round ? Qt::RoundJoin : Qt::SvgMiterJoin);
  made.setMiterLimit(4);  // as SVG has it
  if (!stroke.dashes.empty() && stroke.width > 0) {
    QList<qreal>
        dashes;  // in widths of the pen; one of no length would not be drawn, not even its round ends
    for (const double dash : stroke.dashes) dashes.append(std::max(dash / stroke.width, 0.001));
    if (dashes.size() % 2 != 0) dashes += QList<qreal>(dashes);
    made.setDashPattern(dashes);
  }
  return made;
}

QPainterPath path_of(const picture::Path& path) {
  QPainterPath made;
  made.setFillRule(Qt::WindingFill);
  for (const picture::Path::Step& step : path.steps) {
    switch (step.verb) {
      case picture::Path::Verb::move:
        made.moveTo(point(step.to));
        break;
      case picture::Path::Verb::line:
        made.lineTo(point(step.to));
        break;
      case picture::Path::Verb::curve:
        made.cubicTo(point(step.first), point(step.second), point(step.to));
        break;
      case picture::Path::Verb::close:
        made.closeSubpath();
        break;
    }
  }
  return made;
}

}  // namespace

QFont font(bool bold, bool italic) {
  QFont made{QString::fromLatin1(font_family)};
  made.setStyleHint(QFont::SansSerif);
  made.setPixelSize(set_size);
  made.setHintingPreference(QFont::PreferNoHinting);
  made.setKerning(false);  // so that a text is as wide as its letters, as text_width has it
  made.setBold(bold);
  made.setItalic(italic);
  return made;
}

std::string font_problem() {
  const QString found = QFontInfo(font(false, false)).family();
  if (found == QLatin1String(font_family)) return {};
  return std::string("the font ") + font_family +
         " is not installed (Debian: fonts-dejavu-core); texts are set in " + found.toStdString() +
         " and may be wider than their room";
}

Canvas::Canvas(QPainter& painter, const std::vector<picture::Symbol>& symbols, Stock* stock)
    : painter_(painter),
      symbols_(symbols),
      stock_(stock),
      fonts_{font(false, false), font(true, false), font(false, true), font(true, true)} {
  painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing |
                          QPainter::SmoothPixmapTransform);
}

void Canvas::draw(const std::vector<Shape>& shapes) {
  for (const Shape& shape : shapes) draw(shape);
}
void Canvas::draw(const Shape& shape) {
  std::visit([this](const auto& one) { put(one); }, shape.is);
}

void Canvas::set(const Outline& outline) {
  if (outline.fill)
    painter_.setBrush(colour(outline.fill->colour, outline.fill->opacity));
  else
    painter_.setBrush(Qt::NoBrush);
  if (outline.stroke)
    painter_.setPen(pen(*outline.stroke));
  else
    painter_.setPen(Qt::NoPen);
}

void Canvas::put(const Group& group) {
  if (!group.window) {
    draw(group.shapes);
    return;
  }
  const picture::Window& window = *group.window;
  painter_.save();
  painter_.setClipRect(QRectF(window.at.x, window.at.y, window.width, window.height), Qt::IntersectClip);
  painter_.translate(point(window.at));
  painter_.scale(window.scale, window.scale);
  painter_.translate(-point(window.from));
  draw(group.shapes);
  painter_.restore();
}
void Canvas::put(const picture::Use& use) {
  if (use.symbol >= symbols_.size() || depth_ >= deepest_symbol || from_stock(use)) return;
  ++depth_;
  painter_.translate(point(use.at));
  draw(symbols_[use.symbol].shapes);
  painter_.translate(-point(use.at));
  --depth_;
}
void Canvas::put(const picture::Path& path) {
  if (thin_lines(path)) return;
  set(path.outline);
  painter_.drawPath(path_of(path));
}
// A grid in a window is thousands of short thin lines. As one path they are slow; singly, and with ends that
// nobody sees, they are not.
bool Canvas::thin_lines(const picture::Path& path) {
  constexpr size_t many = 64;
  constexpr double thin = 3;  // pixels
  if (stock_ == nullptr || path.outline.fill || !path.outline.stroke || path.steps.size() < many ||
      path.steps.size() % 2 != 0 || !path.outline.stroke->dashes.empty() ||
      path.outline.stroke->width * pixels_per_unit() > thin)
    return false;
  for (size_t i = 0; i < path.steps.size(); ++i)
    if (path.steps[i].verb != (i % 2 == 0 ? picture::Path::Verb::move : picture::Path::Verb::line))
      return false;
  QList<QLineF> lines;
  lines.reserve(static_cast<qsizetype>(path.steps.size() / 2));
  for (size_t i = 0; i < path.steps.size(); i += 2)
    lines.append(QLineF(point(path.steps[i].to), point(path.steps[i + 1].to)));
  picture::Stroke stroke = *path.outline.stroke;
  stroke.round = false;
  painter_.setPen(pen(stroke));
  painter_.drawLines(lines);
  return true;
}
void Canvas::put(const picture::Rectangle& box) {
  set(box.outline);
  const QRectF room(box.at.x, box.at.y, box.width, box.height);
  if (box.radius > 0) {
    painter_.drawRoundedRect(room, box.radius, std::min(box.radius, box.height / 2));
  } else {
    QPainterPath path;  // a rectangle drawn as such has the corners of the pen's device, not its own
    path.addRect(room);
    painter_.drawPath(path);
  }
}
void Canvas::put(const picture::Ellipse& ellipse) {
  set(ellipse.outline);
  painter_.drawEllipse(point(ellipse.centre), ellipse.across, ellipse.up);
}

void Canvas::put(const Text& text) {
  if (text.text.empty() || text.size <= 0) return;
  if (least_text_ > 0 && text.size * pixels_per_unit() < least_text_) return;
  if (from_stock(text)) return;
  QFont& font = fonts_[(text.bold ? 1 : 0) + (text.italic ? 2 : 0)];
  const double scale = text.size / set_size;
  font.setLetterSpacing(QFont::AbsoluteSpacing, text.spacing / scale);
  const std::string safe = picture::plain(text.text);
  const QString words = QString::fromUtf8(safe.data(), static_cast<qsizetype>(safe.size()));
  double left = 0;
  if (text.anchor != Anchor::start) {
    left = -QFontMetricsF(font).horizontalAdvance(words);
    if (text.anchor == Anchor::middle) left /= 2;
  }
  painter_.save();
  painter_.translate(point(text.at));
  if (text.turn != 0) painter_.rotate(text.turn);
  painter_.scale(scale, scale);
  if (text.halo > 0) {
    QPainterPath letters;
    letters.addText(left, 0, font, words);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(
        QPen(colour(text.ground), 2 * text.halo / scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter_.drawPath(letters);
  }
  painter_.setFont(font);
  painter_.setPen(colour(text.colour));
  painter_.drawText(QPointF(left, 0), words);
  painter_.restore();
}

void paint(QPainter& painter, const picture::Picture& picture) {
  painter.save();
  painter.fillRect(QRectF(0, 0, picture.width, picture.height), colour(picture.paper));
  Canvas(painter, picture.symbols).draw(picture.content.shapes);
  painter.restore();
}

}  // namespace casebook::paint
