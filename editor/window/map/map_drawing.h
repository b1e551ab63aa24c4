// SPDX-License-Identifier: Apache-2.0
#pragma once

// The map in the window: the same picture as on paper (engine/picture), painted part by part. A frame
// paints only what is visible, and a stroke updates only what it touches. Where hexes are a few pixels
// wide, unreadable parts are left out. Units: millimetres.

#include <memory>
#include <vector>

#include "editor/window/shared/desk.h"
#include "engine/picture/map_picture.h"

class QPainter;
class QRectF;

namespace casebook::paint {
class Stock;
}

namespace casebook::window {

class MapDrawing {
 public:
  /// Reads everything anew. The desk's map and style stay where they are as long as this lives.
  explicit MapDrawing(const Desk& desk);
  ~MapDrawing();

  const picture::HexGeometry& geometry() const { return map_->geometry(); }
  const picture::MapPicture& map() const { return *map_; }
  int numbering() const { return numbering_; }
  double width() const { return geometry().width(); }
  double height() const { return geometry().height(); }

  /// What changed on the map since: gives the box of it, in millimetres (empty: nothing to be seen).
  QRectF changed(const editor::Change& change);
  /// Counters changed; gives the hexes whose stacks did.
  std::vector<int> counters_changed(const Desk& desk);

  /// The hex at a point, or -1; the hexside nearest to a point within a hex, or -1.
  int hex_at(picture::Point point) const;
  int hexside_at(picture::Point point) const;
  QRectF box_of(int hex) const;
  /// The counter on top there, or -1: an index into the desk's counters.
  int counter_at(picture::Point point, const Desk& desk) const;

  struct What {
    bool counters = true, labels = true, numbers = true;
    bool operator==(const What&) const = default;
  };
  /// Paints what lies in the box; the painter is in millimetres already, `scale` pixels each.
  void paint(QPainter& painter, const QRectF& box, double scale, const What& what);

 private:
  void paint_flat(QPainter& painter, const std::vector<int>& hexes);
  void paint_counters(QPainter& painter, const std::vector<int>& hexes, double scale);
  void paint_labels(QPainter& painter, const QRectF& box, double scale);

  const board::HexMap& hexes_;
  const picture::Style& style_;
  int numbering_;
  std::shared_ptr<picture::MapFacts> facts_;
  std::unique_ptr<picture::MapPicture> map_;
  picture::Picture symbols_;  // those of all parts, once each
  std::unique_ptr<paint::Stock> stock_;
  picture::Group labels_;
  bool labels_made_ = false;
  std::vector<picture::Counter> counters_;
  std::vector<std::vector<int>> stacks_;  // by hex: indices of counters
  std::vector<std::unique_ptr<picture::Group>> stack_pictures_;
};

}  // namespace casebook::window
