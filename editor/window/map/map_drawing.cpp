// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/map_drawing.h"

#include <QPainter>
#include <cmath>

#include "verifier/paint/canvas.h"

namespace casebook::window {

using picture::Group;
using picture::MapPicture;
using picture::Point;

namespace {

// Pixels from hexside to hexside below which a thing is left out.
constexpr double least_for_pattern = 10, least_for_number = 30, least_for_grid = 6, least_for_counter = 16;
constexpr double least_text = 4;  // pixels

QColor colour_of(picture::Rgb colour) {
  return QColor(colour.red, colour.green, colour.blue);
}

picture::Room room_of(const QRectF& box) {
  return {box.left(), box.top(), box.right(), box.bottom()};
}

}  // namespace

MapDrawing::MapDrawing(const Desk& desk)
    : hexes_(*desk.map()),
      style_(desk.style()),
      numbering_(desk.numbering_shown()),
      facts_(std::make_shared<picture::MapFacts>(hexes_)),
      map_(std::make_unique<MapPicture>(facts_, numbering_, style_)),
      stock_(std::make_unique<paint::Stock>()) {
  counters_changed(desk);
}

MapDrawing::~MapDrawing() = default;

QRectF MapDrawing::box_of(int hex) const {
  const Point centre = geometry().centre(hex);
  const double reach = geometry().side() * 1.02;
  return {centre.x - reach, centre.y - reach, 2 * reach, 2 * reach};
}

QRectF MapDrawing::changed(const editor::Change& change) {
  if (change.links) {
    facts_ = std::make_shared<picture::MapFacts>(hexes_);
    map_ = std::make_unique<MapPicture>(facts_, numbering_, style_);
  } else {
    facts_->refresh(change.hexes, change.hexsides);
  }
  labels_made_ = false;
  if (change.links || change.labels || change.places) return {0, 0, width(), height()};
  std::vector<int> hexes = change.hexes;
  for (const int side : change.hexsides)
    for (const int end : hexes_.ground.ends(side))
      if (end >= 0) hexes.push_back(end);
  // Shores and lines are drawn with an eye to the neighbours.
  QRectF box;
  for (const int hex : hexes) {
    box = box.united(box_of(hex));
    for (const int next : hexes_.ground.neighbours(hex))
      if (next >= 0) box = box.united(box_of(next));
  }
  return box;
}

std::vector<int> MapDrawing::counters_changed(const Desk& desk) {
  std::vector<std::vector<int>> stacks(static_cast<size_t>(hexes_.hexes()));
  for (size_t i = 0; i < desk.counters().size(); ++i) {
    const int hex = desk.counters()[i].hex;
    if (hex >= 0 && hex < hexes_.hexes()) stacks[static_cast<size_t>(hex)].push_back(static_cast<int>(i));
  }
  const auto same = [&](const std::vector<int>& before, const std::vector<int>& now) {
    if (before.size() != now.size()) return false;
    for (size_t i = 0; i < now.size(); ++i) {
      const picture::Counter &a = counters_[static_cast<size_t>(before[i])],
                             &b = desk.counters()[static_cast<size_t>(now[i])];
      if (a.id != b.id || a.side != b.side || a.parts != b.parts || a.arm != b.arm || a.values != b.values)
        return false;
    }
    return true;
  };
  std::vector<int> changed;
  stack_pictures_.resize(stacks.size());
  stacks_.resize(stacks.size());
  for (size_t hex = 0; hex < stacks.size(); ++hex) {
    if (same(stacks_[hex], stacks[hex])) continue;
    changed.push_back(static_cast<int>(hex));
    stack_pictures_[hex].reset();
  }
  stacks_ = std::move(stacks);
  counters_ = desk.counters();
  return changed;
}

int MapDrawing::hex_at(Point point) const {
  return geometry().hex_at(hexes_.ground, point);
}

int MapDrawing::hexside_at(Point point) const {
  const int hex = hex_at(point);
  if (hex < 0) return -1;
  int best = 0;
  double least = 1e18;
  for (int direction = 0; direction < board::directions; ++direction) {
    const Point d = geometry().centre(hex) + geometry().middle(direction) - point;
    const double off = d.x * d.x + d.y * d.y;
    if (off >= least) continue;
    least = off;
    best = direction;
  }
  return hexes_.ground.sides(hex)[static_cast<size_t>(best)];
}

int MapDrawing::counter_at(Point point, const Desk& desk) const {
  const int hex = hex_at(point);
  if (hex < 0 || stacks_[static_cast<size_t>(hex)].empty()) return -1;
  const Point off = point - geometry().centre(hex);
  const double reach = picture::counter_size_on_map(desk.style()) / 2 + 0.1 * style_.hex_size;
  return std::abs(off.x) <= reach && std::abs(off.y) <= reach ? stacks_[static_cast<size_t>(hex)].back() : -1;
}

void MapDrawing::paint_flat(QPainter& painter, const std::vector<int>& hexes) {
  QPolygonF polygon;
  for (int corner = 0; corner < 6; ++corner)
    polygon << QPointF(geometry().corner(corner).x * 1.03, geometry().corner(corner).y * 1.03);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  for (const int hex : hexes) {
    const picture::GroundLook* look = map_->ground(hex);
    painter.setBrush(colour_of(look == nullptr ? style_.paper : look->colour));
    const Point centre = geometry().centre(hex);
    painter.drawPolygon(polygon.translated(centre.x, centre.y));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void MapDrawing::paint(QPainter& painter, const QRectF& box, double scale, const What& what) {
  const double pixels = geometry().size() * scale;
  const std::vector<int> hexes = map_->hexes_about(room_of(box));
  const MapPicture part = map_->part(hexes);
  const auto layer = [&](const char* name) {
    Group group{"layer", name, {}, {}};
    part.draw_layer(name, symbols_, group);
    // Symbols were only added to, which the stock allows.
    paint::Canvas canvas(painter, symbols_.symbols, stock_.get());
    canvas.leave_out_texts_below(least_text);
    canvas.draw(group.shapes);
  };
  if (pixels >= least_for_pattern)
    layer("hexes");
  else
    paint_flat(painter, hexes);
  if (pixels >= least_for_grid) layer("grid");
  layer("hexsides");
  layer("links");
  if (pixels >= least_for_number && what.numbers) layer("numbers");
  if (pixels >= least_for_pattern) layer("signs");
  if (what.counters) paint_counters(painter, hexes, scale);
  if (what.labels && pixels >= least_for_pattern) paint_labels(painter, box, scale);
}

void MapDrawing::paint_labels(QPainter& painter, const QRectF& box, double) {
  static const std::vector<picture::Symbol> none;
  if (!labels_made_) {
    labels_ = {"layer", "labels", {}, {}};
    map_->draw_labels(labels_);
    labels_made_ = true;
  }
  paint::Canvas canvas(painter, none);
  canvas.leave_out_texts_below(least_text);
  for (const picture::Shape& shape : labels_.shapes)
    if (picture::room_of(shape, none).meets(room_of(box))) canvas.draw(shape);
}

void MapDrawing::paint_counters(QPainter& painter, const std::vector<int>& hexes, double scale) {
  static const std::vector<picture::Symbol> none;
  paint::Canvas canvas(painter, none);
  canvas.leave_out_texts_below(least_text);
  const bool rich = geometry().size() * scale >= least_for_counter;
  for (const int hex : hexes) {
    const auto& stack = stacks_[static_cast<size_t>(hex)];
    if (stack.empty()) continue;
    const Point centre = geometry().centre(hex);
    if (!rich) {
      const picture::Counter& top = counters_[static_cast<size_t>(stack.back())];
      const picture::SideLook* side = style_.side(top.side);
      const double size = picture::counter_size_on_map(style_);
      painter.setPen(Qt::NoPen);
      painter.setBrush(colour_of(side == nullptr ? style_.ink : side->colour));
      painter.drawRect(QRectF(centre.x - size / 2, centre.y - size / 2, size, size));
      continue;
    }
    auto& made = stack_pictures_[static_cast<size_t>(hex)];
    if (!made) {
      made = std::make_unique<Group>(Group{"stack", {}, {}, {}});
      std::vector<const picture::Counter*> all;
      for (const int i : stack) all.push_back(&counters_[static_cast<size_t>(i)]);
      picture::draw_stack(*made, all, centre, style_);
    }
    canvas.draw(made->shapes);
  }
}

}  // namespace casebook::window
