// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/counter_pixmap.h"

#include <QPainter>
#include <cmath>

#include "verifier/paint/canvas.h"

namespace casebook::window {

using picture::Group;
using picture::Point;

namespace {

/// The group lies in a square of that many millimetres about the origin.
QPixmap pixmap_of(const Group& group, double millimetres, int side, double ratio) {
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.translate(side / 2.0, side / 2.0);
  painter.scale(side / millimetres, side / millimetres);
  static const std::vector<picture::Symbol> none;
  paint::Canvas(painter, none).draw(group.shapes);
  return pixmap;
}

QColor colour_of(picture::Rgb colour) {
  return QColor(colour.red, colour.green, colour.blue);
}

QPixmap line_pixmap(const Group& group, const picture::Style& style, int side, double ratio) {
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour_of(style.grid), 0.6));
  painter.setBrush(colour_of(style.grounds.empty() ? style.paper : style.grounds.front().colour));
  painter.drawRoundedRect(QRectF(1, 1, side - 2, side - 2), 3, 3);
  painter.translate(side / 2.0, side / 2.0);
  painter.scale(side / 9.0, side / 9.0);
  static const std::vector<picture::Symbol> none;
  paint::Canvas(painter, none).draw(group.shapes);
  return pixmap;
}

}  // namespace

QIcon steady(const QPixmap& pixmap) {
  QIcon icon;
  for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Active, QIcon::Selected}) icon.addPixmap(pixmap, mode);
  return icon;
}

QPixmap counter_pixmap(const picture::Counter& counter, const picture::Style& style, int side, double ratio) {
  Group group{"counter", {}, {}, {}};
  const double size = picture::counter_size_on_map(style);
  picture::draw_counter(group, counter, {0, 0}, size, style);
  return pixmap_of(group, size * 1.12, side, ratio);
}

QPixmap ground_pixmap(const picture::GroundLook& look, const picture::Style& style, int side, double ratio) {
  // A map of one hex knows how grounds are drawn.
  board::HexMap map;
  map.ground = board::Topology({board::Layout::flat_odd, 1, 1}, {{0, 0}});
  map.numberings.push_back(board::Numbering::of("sample", board::NumberScheme{}, map.ground.grid()));
  const picture::MapPicture drawn(map, 0, style);
  Group group{"sample", {}, {}, {}};
  drawn.draw_sample(group, look, {0, 0}, 10);
  return pixmap_of(group, 12, side, ratio);
}

QPixmap hexside_pixmap(const picture::EdgeLook& look, const picture::Style& style, int side, double ratio) {
  Group group{"sample", {}, {}, {}};
  picture::draw_edge_line(group, look, {{Point{-3.2, 1.6}, Point{0, -0.6}, Point{3.2, 1.2}}}, 0.8);
  return line_pixmap(group, style, side, ratio);
}

QPixmap link_pixmap(const picture::LinkLook& look, const picture::Style& style, int side, double ratio) {
  Group group{"sample", {}, {}, {}};
  picture::Path path;
  path.move({-3.6, 1.8}).curve({-1.2, 1.8}, {0.6, -1.8}, {3.6, -1.6});
  picture::draw_link_line(group, look, path, true, 0.9);
  picture::draw_link_line(group, look, path, false, 0.9);
  return line_pixmap(group, style, side, ratio);
}

}  // namespace casebook::window
