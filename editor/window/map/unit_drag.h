// SPDX-License-Identifier: Apache-2.0
#pragma once

// Dragging units from the map or a table to the map.

#include <string>
#include <vector>

class QMimeData;
class QWidget;

namespace casebook::window {

class Desk;

inline constexpr const char* unit_mime = "application/x-casebook-entities";

QMimeData* mime_of(const std::vector<std::string>& entities);
std::vector<std::string> units_of(const QMimeData& mime);
/// Runs until they are dropped. A counter goes with the mouse.
void start_unit_drag(QWidget* from, const Desk& desk, const std::vector<std::string>& entities);

}  // namespace casebook::window
