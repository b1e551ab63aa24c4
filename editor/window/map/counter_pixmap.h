// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small pictures for buttons, lists and the mouse, painted with the code that paints the map.

#include <QIcon>
#include <QPixmap>

#include "engine/picture/counters.h"
#include "engine/picture/map_picture.h"

namespace casebook::window {

/// A picture that keeps its colours where it is chosen: in them lies what it says.
QIcon steady(const QPixmap& pixmap);
/// `side` in points.
QPixmap counter_pixmap(const picture::Counter& counter, const picture::Style& style, int side, double ratio);
/// A hexagon of that ground.
QPixmap ground_pixmap(const picture::GroundLook& look, const picture::Style& style, int side, double ratio);
QPixmap hexside_pixmap(const picture::EdgeLook& look, const picture::Style& style, int side, double ratio);
QPixmap link_pixmap(const picture::LinkLook& look, const picture::Style& style, int side, double ratio);

}  // namespace casebook::window
