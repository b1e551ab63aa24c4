// SPDX-License-Identifier: Apache-2.0
// What lies over the map: views of the rules, selection, cursor, previews, problems, provenance, scans.
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <set>

#include "editor/window/map_view.h"
#include "engine/board/facts.h"
#include "verifier/paint/canvas.h"

namespace casebook::window {

using picture::Point;

namespace {

const QColor selection_colour(0x0b, 0x57, 0xd0), cursor_colour(0x11, 0x11, 0x11),
    wrong_colour(0xb3, 0x26, 0x1e);

}  // namespace

QPolygonF MapView::hexagon(int hex, double share) const {
  QPolygonF polygon;
  const auto& geometry = drawing_->geometry();
  for (int corner = 0; corner < 6; ++corner)
    polygon << to_view(geometry.centre(hex) + geometry.corner(corner) * share);
  return polygon;
}

void MapView::paint_nothing(QPainter& painter) {
  painter.setPen(palette().color(QPalette::WindowText));
  QFont font = this->font();
  font.setPointSizeF(font.pointSizeF() * 1.25);
  painter.setFont(font);
  const QString text = desk_.document() == nullptr
                           ? tr("Nothing is open.\nOpen a project with Ctrl+O, or make one with Ctrl+N.")
                           : tr("This scenario has no map.\nFile > New project makes a project with one.");
  painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, text);
}

void MapView::paint_over(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  if (!desk_.shown().provenance.empty()) paint_provenance(painter);
  paint_views(painter);
  paint_selection(painter);
  if (desk_.shown().problems) paint_problems(painter);
  if (desk_.tool() == Tool::place) paint_places(painter);
  paint_crosses(painter);
}

/// While places are put down: where each is, by name. On paper only those are seen that the style has a sign
/// for.
void MapView::paint_places(QPainter& painter) {
  for (const board::NamedPlace& place : desk_.map()->places) {
    if (place.hex < 0 || place.hex >= desk_.map()->hexes()) continue;
    const QPointF at = to_view(drawing_->geometry().centre(place.hex));
    QString text = QString::fromStdString(place.name).replace('_', ' ');
    QRectF box = painter.fontMetrics().boundingRect(text);
    box.moveCenter(at);
    box.adjust(-5, -2, 5, 2);
    painter.setPen(QPen(cursor_colour, 1));
    painter.setBrush(QColor(255, 255, 255, 235));
    painter.drawRoundedRect(box, 3, 3);
    painter.drawText(box, Qt::AlignCenter, text);
  }
}

void MapView::paint_views(QPainter& painter) {
  if (desk_.views().empty()) return;
  picture::Picture picture;
  picture::Group ground{"layer", "views", {}, {}}, numbers{"layer", "numbers of views", {}, {}};
  std::vector<bool> taken(static_cast<size_t>(desk_.map()->hexes()), false);
  for (const picture::Counter& counter : desk_.counters())
    if (counter.hex >= 0 && desk_.shown().counters) taken[static_cast<size_t>(counter.hex)] = true;
  std::vector<int> count(taken.size(), 0);
  for (size_t i = 0; i < desk_.views().size(); ++i)
    picture::draw_overlay_ground(picture, ground, desk_.views()[i].overlay, i, *desk_.map(),
                                 desk_.numbering(), drawing_->map());
  for (size_t i = 0; i < desk_.views().size(); ++i)
    picture::draw_overlay_numbers(numbers, desk_.views()[i].overlay, i, drawing_->map(), taken, count);
  painter.save();
  painter.translate(offset_);
  painter.scale(scale_, scale_);
  paint::Canvas canvas(painter, picture.symbols);
  canvas.draw(ground.shapes);
  canvas.draw(numbers.shapes);
  painter.restore();
}

void MapView::paint_selection(QPainter& painter) {
  const auto outline = [&](const QPolygonF& polygon, const QColor& colour, double width, Qt::PenStyle style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 220), width + 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(polygon);
    painter.setPen(QPen(colour, width, style, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(polygon);
  };
  QColor tint = selection_colour;
  tint.setAlpha(46);
  for (const int hex : desk_.selection().hexes) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(hexagon(hex));
  }
  for (const int hex : desk_.selection().hexes)
    outline(hexagon(hex, 0.96), selection_colour, 2, Qt::SolidLine);
  const auto draw_side = [&](int side, const QColor& colour, double width) {
    const auto edge = drawing_->geometry().edge(desk_.map()->ground, side);
    painter.setPen(QPen(QColor(255, 255, 255, 220), width + 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(to_view(edge.from), to_view(edge.to));
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(to_view(edge.from), to_view(edge.to));
  };
  for (const int side : desk_.selection().hexsides) draw_side(side, selection_colour, 4);

  // Selected counters: a frame around the stack that holds them.
  std::set<std::string> selected(desk_.selection().entities.begin(), desk_.selection().entities.end());
  std::set<int> stacks;
  if (!selected.empty() && desk_.shown().counters)
    for (const picture::Counter& counter : desk_.counters())
      if (counter.hex >= 0 && selected.contains(counter.kind + " " + counter.id)) stacks.insert(counter.hex);
  for (const int hex : stacks) {
    const QPointF at = to_view(drawing_->geometry().centre(hex));
    const double half = picture::counter_size_on_map(desk_.style()) * scale_ * 0.62;
    const QRectF frame(at.x() - half, at.y() - half, 2 * half, 2 * half);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 230), 5));
    painter.drawRoundedRect(frame, 4, 4);
    painter.setPen(QPen(selection_colour, 2.5, Qt::SolidLine));
    painter.drawRoundedRect(frame, 4, 4);
  }

  const std::vector<int>& preview = tools_.preview();
  QColor ink(0xc2, 0x57, 0x00);
  QColor wash = ink;
  wash.setAlpha(60);
  for (const int hex : preview) {
    painter.setPen(QPen(ink, 1.5, Qt::DashLine));
    painter.setBrush(wash);
    painter.drawPolygon(hexagon(hex, 0.94));
  }
  if (hover_ >= 0) {
    if (desk_.tool() == Tool::hexside) {
      const int side = drawing_->hexside_at(to_paper(mouse_));
      if (side >= 0) draw_side(side, ink, 4);
    } else {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(QColor(255, 255, 255, 200), 3.2));
      painter.drawPolygon(hexagon(hover_, 0.98));
      painter.setPen(QPen(QColor(0, 0, 0, 170), 1.4));
      painter.drawPolygon(hexagon(hover_, 0.98));
    }
  }
  if (desk_.cursor() >= 0 && hasFocus())
    outline(hexagon(desk_.cursor(), 0.86), cursor_colour, 1.6, Qt::DashLine);
}

void MapView::paint_problems(QPainter& painter) {
  std::set<int> marked;
  for (const editor::Problem& problem : desk_.problems()) {
    if (problem.severity == Severity::note) continue;
    std::vector<std::string> names = problem.hexes;
    for (const std::string& entity : problem.entities)
      for (const picture::Counter& counter : desk_.counters())
        if (counter.hex >= 0 && counter.kind + " " + counter.id == entity)
          names.push_back(desk_.hex_name(counter.hex));
    for (const std::string& name : names) {
      const int hex = desk_.find_hex(name);
      if (hex < 0 || !marked.insert(hex).second) continue;
      // A triangle with a point of exclamation in the upper right corner of the hex.
      const double size = std::clamp(drawing_->geometry().size() * scale_ * 0.17, 6.0, 15.0);
      const QPointF at =
          to_view(drawing_->geometry().centre(hex) + Point{0.30, -0.30} * drawing_->geometry().size());
      QPolygonF triangle;
      triangle << at + QPointF(0, -size) << at + QPointF(size, size * 0.8) << at + QPointF(-size, size * 0.8);
      const bool error = problem.severity == Severity::error;
      painter.setPen(QPen(Qt::white, 1.5));
      painter.setBrush(error ? wrong_colour : QColor(0xf2, 0xb8, 0x1f));
      painter.drawPolygon(triangle);
      painter.setPen(
          QPen(error ? QColor(Qt::white) : QColor(0x20, 0x1a, 0), size * 0.26, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(at + QPointF(0, -size * 0.35), at + QPointF(0, size * 0.15));
      painter.drawPoint(at + QPointF(0, size * 0.55));
    }
  }
}

void MapView::paint_provenance(QPainter& painter) {
  // Hatched: facts of the provenance asked for; of the terrain and all else the hex says.
  const board::HexMap& map = *desk_.map();
  const std::string& wanted = desk_.shown().provenance;
  const auto name_of = [&](int provenance) {
    return provenance < 0 ? std::string("-") : map.provenances.all[static_cast<size_t>(provenance)].name;
  };
  const std::string& attribute = desk_.style().ground;
  for (int hex = 0; hex < map.hexes(); ++hex) {
    const QPolygonF shape = hexagon(hex);
    if (!shape.boundingRect().intersects(QRectF(rect()))) continue;
    std::string found = name_of(map.provenances.of({}, attribute));
    bool attested = false;
    int index = map.provenances.of({}, attribute);
    for (const board::Fact& fact : board::facts_of_hex(map, hex))
      if (fact.attribute == attribute) index = fact.provenance;
    found = name_of(index);
    if (index >= 0) attested = map.provenances.all[static_cast<size_t>(index)].attested;
    if (wanted != "*" && found != wanted) continue;
    // Attested facts stand solid, reconstructed ones hatched, what says nothing dotted: no colour needed.
    painter.setPen(Qt::NoPen);
    const QColor colour = attested     ? QColor(0x12, 0x6b, 0x3f, 95)
                          : index >= 0 ? QColor(0x7a, 0x3d, 0xa8, 190)
                                       : QColor(0x50, 0x50, 0x50, 190);
    painter.setBrush(QBrush(colour, attested     ? Qt::SolidPattern
                                    : index >= 0 ? Qt::BDiagPattern
                                                 : Qt::Dense6Pattern));
    painter.drawPolygon(shape);
  }
}

void MapView::paint_scans(QPainter& painter) {
  for (const ScanShown& scan : scans_) {
    if (scan.image.isNull() || !scan.pixel) continue;
    painter.save();
    painter.setClipRect(rect());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    // A straight scan or a perspective is settled by four corners; a bent one is painted in strips that are.
    const int strips = scan.straight ? 1 : 12;
    const double wide = drawing_->width(), high = drawing_->height();
    const double over = 0.06;  // of the map, beyond its rim
    for (int x = 0; x < strips; ++x)
      for (int y = 0; y < strips; ++y) {
        const double left = wide * (-over + (1 + 2 * over) * x / strips),
                     right = wide * (-over + (1 + 2 * over) * (x + 1) / strips),
                     top = high * (-over + (1 + 2 * over) * y / strips),
                     bottom = high * (-over + (1 + 2 * over) * (y + 1) / strips);
        QPolygonF source, target;
        for (const QPointF corner :
             {QPointF(left, top), QPointF(right, top), QPointF(right, bottom), QPointF(left, bottom)}) {
          source << scan.pixel(corner);
          target << to_view({corner.x(), corner.y()});
        }
        QTransform transform;
        if (!QTransform::quadToQuad(source, target, transform)) continue;
        painter.save();
        QPainterPath clip;
        clip.addPolygon(target);
        painter.setClipPath(clip, Qt::IntersectClip);
        painter.setTransform(transform, true);
        painter.drawImage(QPointF(0, 0), scan.image);
        painter.restore();
      }
    painter.restore();
  }
}

void MapView::paint_crosses(QPainter& painter) {
  for (const Cross& cross : crosses_) {
    const QPointF at = to_view({cross.at.x(), cross.at.y()});
    for (const bool halo : {true, false}) {
      painter.setPen(QPen(halo          ? QColor(Qt::white)
                          : cross.wrong ? wrong_colour
                                        : QColor(0x0b, 0x57, 0xd0),
                          halo ? 4.5 : 2));
      painter.drawLine(at - QPointF(11, 0), at + QPointF(11, 0));
      painter.drawLine(at - QPointF(0, 11), at + QPointF(0, 11));
      painter.setBrush(Qt::NoBrush);
      if (cross.wrong) painter.drawEllipse(at, 14, 14);
    }
    const QRectF box = painter.fontMetrics()
                           .boundingRect(cross.text)
                           .translated((at + QPointF(14, -8)).toPoint())
                           .adjusted(-4, -2, 4, 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 255, 255, 225));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(cross.wrong ? wrong_colour : QColor(0x10, 0x10, 0x10));
    painter.drawText(at + QPointF(14, -8), cross.text);
  }
}

}  // namespace casebook::window
