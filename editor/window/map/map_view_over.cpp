// SPDX-License-Identifier: Apache-2.0
// What lies over the map: views of the rules, selection, cursor, previews, problems, provenance, scans.
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "editor/window/map/map_view.h"
#include "editor/window/map/zones.h"
#include "verifier/paint/canvas.h"

namespace casebook::window {

using picture::Point;

namespace {

const QColor selection_colour(0x0b, 0x57, 0xd0), cursor_colour(0x11, 0x11, 0x11),
    wrong_colour(0xb3, 0x26, 0x1e);

/// The file that the map is to come from, where it is there and means nothing; or empty.
std::string unreadable_map(const Desk& desk) {
  const editor::Document* document = desk.document();
  if (document == nullptr || document->scenario() < 0) return {};
  const auto* scenario = document->part(document->scenario()).as<board::ScenarioFile>();
  if (scenario == nullptr) return document->part(document->scenario()).path;
  const std::string name = std::filesystem::path(scenario->map.path).filename().string();
  for (const editor::Part& part : document->parts())
    if (part.there && part.as<editor::Unreadable>() != nullptr &&
        std::filesystem::path(part.path).filename() == name)
      return part.path;
  return {};
}

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
  QString text = desk_.document() == nullptr
                     ? tr("No project is open.\nPress Ctrl+O to open one, or Ctrl+N to make a new one.")
                     : tr("This scenario has no map.\nPress Ctrl+N to make a project that has one.");
  if (const std::string file = unreadable_map(desk_); !file.empty())
    text = tr("%1 cannot be read: the panel Problems says why.\nIt is read again once it is corrected.")
               .arg(QString::fromStdString(file));
  painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, text);
}

void MapView::paint_over(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  if (!desk_.shown().provenance.empty()) paint_provenance(painter);
  paint_zone(painter);
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
    const QString text = QString::fromStdString(name_on_map(*desk_.map(), place));
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
                                 desk_.numbering(), drawing_->map(), taken);
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

void MapView::find_problem_marks() {
  problem_marks_.clear();
  std::map<std::string, int> where;  // of counters
  for (const picture::Counter& counter : desk_.counters())
    if (counter.hex >= 0) where.emplace(counter.kind + " " + counter.id, counter.hex);
  for (const editor::Problem& problem : desk_.problems()) {
    if (problem.severity == Severity::note) continue;
    const bool error = problem.severity == Severity::error;
    for (const std::string& name : problem.hexes)
      if (const int hex = desk_.find_hex(name); hex >= 0) problem_marks_.try_emplace(hex, error);
    for (const std::string& entity : problem.entities)
      if (const auto at = where.find(entity); at != where.end())
        problem_marks_.try_emplace(at->second, error);
  }
}

void MapView::paint_problems(QPainter& painter) {
  if (!problem_marks_known_) find_problem_marks();
  problem_marks_known_ = true;
  for (const auto& [hex, error] : problem_marks_) {
    // A triangle with a point of exclamation in the upper right corner of the hex.
    const double size = std::clamp(drawing_->geometry().size() * scale_ * 0.17, 6.0, 15.0);
    const QPointF at =
        to_view(drawing_->geometry().centre(hex) + Point{0.30, -0.30} * drawing_->geometry().size());
    if (!QRectF(rect()).adjusted(-size, -size, size, size).contains(at)) continue;
    QPolygonF triangle;
    triangle << at + QPointF(0, -size) << at + QPointF(size, size * 0.8) << at + QPointF(-size, size * 0.8);
    painter.setPen(QPen(Qt::white, 1.5));
    painter.setBrush(error ? wrong_colour : QColor(0xf2, 0xb8, 0x1f));
    painter.drawPolygon(triangle);
    painter.setPen(
        QPen(error ? QColor(Qt::white) : QColor(0x20, 0x1a, 0), size * 0.26, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at + QPointF(0, -size * 0.35), at + QPointF(0, size * 0.15));
    painter.drawPoint(at + QPointF(0, size * 0.55));
  }
}

namespace {

/// Attested facts stand solid, reconstructed ones hatched or dashed, what says nothing dotted: no colour
/// needed.
enum class Standing : unsigned char { attested, reconstructed, unsaid };
Standing standing(const board::HexMap& map, int provenance) {
  if (provenance < 0) return Standing::unsaid;
  return map.provenances.all[static_cast<size_t>(provenance)].attested ? Standing::attested
                                                                       : Standing::reconstructed;
}
QColor standing_colour(Standing is) {
  return is == Standing::attested        ? QColor(0x12, 0x6b, 0x3f)
         : is == Standing::reconstructed ? QColor(0x7a, 0x3d, 0xa8)
                                         : QColor(0x50, 0x50, 0x50);
}

}  // namespace

void MapView::paint_provenance(QPainter& painter) {
  const board::HexMap& map = *desk_.map();
  if (!sourced_known_) {
    sourced_ = sourced_facts(map, desk_.shown().provenance_of, desk_.shown().provenance);
    sourced_known_ = true;
  }
  const double hex_pixels = drawing_->geometry().size() * scale_;
  const QRectF seen = QRectF(rect()).adjusted(-hex_pixels, -hex_pixels, hex_pixels, hex_pixels);
  const auto at = [&](int hex) { return to_view(drawing_->geometry().centre(hex)); };
  const auto line = [&](QPointF from, QPointF to, Standing is) {
    const double width = std::clamp(hex_pixels * 0.07, 2.0, 6.0);
    painter.setPen(QPen(QColor(255, 255, 255, 220), width + 3, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, to);
    painter.setPen(QPen(standing_colour(is), width,
                        is == Standing::attested        ? Qt::SolidLine
                        : is == Standing::reconstructed ? Qt::DashLine
                                                        : Qt::DotLine,
                        Qt::FlatCap));
    painter.drawLine(from, to);
  };
  // The ground below what lies on it.
  for (size_t i = 0; i < sourced_.size(); ++i) {
    const SourcedFact& fact = sourced_[i];
    if (fact.on != SourcedFact::On::hex) break;  // those of hexes come first
    // Of several facts of a hex the one that is founded least.
    Standing is = standing(map, fact.provenance);
    while (i + 1 < sourced_.size() && sourced_[i + 1].on == fact.on && sourced_[i + 1].first == fact.first)
      is = std::max(is, standing(map, sourced_[++i].provenance));
    if (!seen.contains(at(fact.first))) continue;
    QColor colour = standing_colour(is);
    colour.setAlpha(is == Standing::attested ? 95 : 190);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(colour, is == Standing::attested        ? Qt::SolidPattern
                                    : is == Standing::reconstructed ? Qt::BDiagPattern
                                                                    : Qt::Dense6Pattern));
    painter.drawPolygon(hexagon(fact.first));
  }
  painter.setBrush(Qt::NoBrush);
  for (const SourcedFact& fact : sourced_) {
    const Standing is = standing(map, fact.provenance);
    if (fact.on == SourcedFact::On::hexside) {
      const auto edge = drawing_->geometry().edge(map.ground, fact.first);
      if (seen.contains(to_view(edge.from))) line(to_view(edge.from), to_view(edge.to), is);
    } else if (fact.on == SourcedFact::On::step) {
      const QPointF from = at(fact.first), to = at(fact.second);
      if (seen.contains(from)) line(from + (to - from) * 0.08, to - (to - from) * 0.08, is);
    } else if (fact.on == SourcedFact::On::place && seen.contains(at(fact.first))) {
      painter.setPen(QPen(QColor(255, 255, 255, 220), 5));
      painter.drawEllipse(at(fact.first), hex_pixels * 0.36, hex_pixels * 0.36);
      painter.setPen(QPen(standing_colour(is), 2.4,
                          is == Standing::attested        ? Qt::SolidLine
                          : is == Standing::reconstructed ? Qt::DashLine
                                                          : Qt::DotLine));
      painter.drawEllipse(at(fact.first), hex_pixels * 0.36, hex_pixels * 0.36);
    }
  }
}

void MapView::paint_zone(QPainter& painter) {
  if (desk_.tool() != Tool::zone || desk_.words() == nullptr) return;
  const Ink& ink = desk_.ink(Tool::zone);
  const editor::Attribute* attribute = desk_.words()->attribute(ink.attribute);
  if (attribute == nullptr) return;
  const std::string value = ink.value && attribute->type.sort != editor::ValueSort::boolean
                                ? (ink.value->items.empty() ? ink.value->text : ink.value->items[0].text)
                                : std::string();
  const QColor colour(0x8a, 0x2b, 0x0c);
  QColor wash = colour;
  wash.setAlpha(150);
  QFont font = this->font();
  font.setBold(true);
  painter.setFont(font);
  for (const auto& [hex, who] : zone_hexes(desk_, *attribute, value)) {
    const QPolygonF shape = hexagon(hex, 0.9);
    if (!shape.boundingRect().intersects(QRectF(rect()))) continue;
    painter.setBrush(QBrush(wash, Qt::FDiagPattern));
    painter.setPen(QPen(Qt::white, 4.5));
    painter.drawPolygon(shape);
    painter.setPen(QPen(colour, 2.5));
    painter.drawPolygon(shape);
    if (who.empty()) continue;
    const QString text = painter.fontMetrics().elidedText(QString::fromStdString(who), Qt::ElideRight,
                                                          static_cast<int>(shape.boundingRect().width() * 2));
    QRectF box = painter.fontMetrics().boundingRect(text);
    box.moveCenter(
        QPointF(shape.boundingRect().center().x(), shape.boundingRect().bottom() - box.height() / 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(255, 255, 255, 230));
    painter.drawRoundedRect(box.adjusted(-4, -1, 4, 1), 3, 3);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
  }
  painter.setFont(this->font());
}

void MapView::paint_scans(QPainter& painter) {
  for (const ScanShown& scan : scans_) {
    if (!scan.picture || !scan.picture->there() || !scan.pixel) continue;
    // From afar a smaller picture of it, so that a frame reads no more pixels than it shows.
    const double wide = drawing_->width(), high = drawing_->height();
    const QPointF across = scan.pixel({wide / 2 + 1, high / 2}) - scan.pixel({wide / 2, high / 2});
    const size_t level = scan.picture->level_for(std::hypot(across.x(), across.y()) / scale_);
    const QImage& image = scan.picture->levels[level];
    const QSizeF of_one(static_cast<double>(scan.picture->size.width()) / image.width(),
                        static_cast<double>(scan.picture->size.height()) / image.height());
    painter.save();
    painter.setClipRect(rect());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    // A straight scan or a perspective is settled by four corners; a bent one is painted in strips that are.
    const int strips = scan.straight ? 1 : 12;
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
          const QPointF at = scan.pixel(corner);
          source << QPointF(at.x() / of_one.width(), at.y() / of_one.height());
          target << to_view({corner.x(), corner.y()});
        }
        QTransform transform;
        if (!QTransform::quadToQuad(source, target, transform)) continue;
        painter.save();
        QPainterPath clip;
        clip.addPolygon(target);
        painter.setClipPath(clip, Qt::IntersectClip);
        painter.setTransform(transform, true);
        painter.drawImage(QPointF(0, 0), image);
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
