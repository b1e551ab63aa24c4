// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tracing a printed map: a scan under the grid, clicks on hexes, where the grid comes to lie and how well.
// Scan and clicks live as long as the window; they are not written into the project yet.

#include <QCoreApplication>
#include <QImage>
#include <functional>
#include <memory>

#include "editor/tracing/calibration.h"
#include "editor/window/panel.h"

namespace casebook::window {

class MapView;

class Tracing {
 public:
  Tracing(Desk& desk, MapView& map);
  ~Tracing();
  Panel* panel();
  std::function<QString(const QString& title, const QString& before)> ask_line;

  /// Reads the picture of a scan; plain words when it is none, or too large.
  QString add_scan(const QString& path);
  /// A click on the scan at a pixel, said to be this hex. Plain words when there is no such hex.
  QString add_click(tracing::Pixel at, const QString& hex);
  const tracing::CalibrationAnswer& answer() const;

 private:
  class Room;
  Room* room_;
};

}  // namespace casebook::window
