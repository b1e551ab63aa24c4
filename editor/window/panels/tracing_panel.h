// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tracing a printed map: scans under the grid, clicks on hexes, where the grid comes to lie, and how well
// it fits. Scans and clicks are part of the project (`tracing.json`); every change of them is a step of its
// history.

#include <QCoreApplication>
#include <functional>
#include <memory>

#include "editor/document/scans.h"
#include "editor/tracing/calibration.h"
#include "editor/window/panels/panel.h"

namespace casebook::window {

class MapView;

class Tracing {
 public:
  Tracing(Desk& desk, MapView& map);
  ~Tracing();
  Panel* panel();
  std::function<QString(const QString& title, const QString& before)> ask_line;

  /// Puts a scan under the map; plain words when its file is no picture, or too large.
  QString add_scan(const QString& path);
  /// A click on the chosen scan at a pixel, said to be this hex. Plain words when there is no such hex.
  QString add_click(tracing::Pixel at, const QString& hex);
  /// Of the chosen scan.
  const tracing::CalibrationAnswer& answer() const;
  /// What the panel says below.
  QString told() const;
  /// Scans of this map, in the order of the file, and which is chosen; -1: none.
  const std::vector<editor::Scan>& scans() const;
  int chosen() const;
  void choose(int scan);

 private:
  class Room;
  Room* room_;
};

}  // namespace casebook::window
