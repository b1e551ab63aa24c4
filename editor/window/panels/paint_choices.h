// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tools of the map can paint, by the rules and the style: the attributes of a tool, the values of an
// attribute, the named places; and what the panel says of a tool.

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "editor/window/shared/desk.h"

class QComboBox;
class QListWidget;

namespace casebook::window {

/// As the rules declare it; null where they do not.
const editor::Attribute* declared(const Desk& desk, const std::string& name);

/// The attributes that the tool paints; the terrain first.
std::vector<const editor::Attribute*> paint_attributes(const Desk& desk, Tool tool);

/// What runs along or over hexsides is chosen from one list, by name, where all of it is there or not there.
bool in_one_list(const Desk& desk, Tool tool);

std::optional<board::DataValue> first_value(const Desk& desk, const std::string& attribute);

/// Each tool gets an attribute of the rules in force, where it has another one.
void forget_inks(Desk& desk);

/// How the tool is used, in a sentence or two.
QString tool_hint(const Desk& desk, Tool tool);

/// Each fills an empty list: kinds of hexside or road, values of an attribute, places. An item holds its name
/// or value as Qt::UserRole; what the tool has now is current.
void fill_edges(QListWidget& list, const Desk& desk, Tool tool);
void fill_values(QListWidget& list, const Desk& desk, const editor::Attribute& attribute);
void fill_places(QListWidget& list, const Desk& desk);

/// The sources of the map, for what is painted; the first leaves the source as it is.
void fill_sources(QComboBox& box, const Desk& desk);

/// All that these lists show of the map: they are filled again where this text is another.
std::string paint_heads(const Desk& desk);

}  // namespace casebook::window
