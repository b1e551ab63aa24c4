// SPDX-License-Identifier: Apache-2.0
#pragma once

// The panels beside the map, each in a file of its own. The caller owns the panel that it makes.

#include <QStringList>
#include <functional>

#include "editor/window/panels/panel.h"

class QAction;

namespace casebook::window {

class Actions;
class MapTools;

/// The tools, and what the chosen one puts down.
Panel* make_tool_panel(Desk& desk, const Actions& actions, QWidget* parent);
/// What is selected, with every attribute that the rules declare and where each fact comes from.
Panel* make_inspector(Desk& desk, QWidget* parent);
/// Hexes and units that are selected, as a list that a screen reader can walk.
Panel* make_selection_list(Desk& desk, std::function<void(int hex)> show, QWidget* parent);
Panel* make_problems_panel(Desk& desk, std::function<void(const editor::Problem&)> jump,
                           std::function<void(const editor::Problem&)> explain, QWidget* parent);
Panel* make_history_panel(Desk& desk, QWidget* parent);
Panel* make_turns_panel(Desk& desk, QWidget* parent);
Panel* make_counters_panel(Desk& desk, QWidget* parent);
/// Where facts of the map come from; each source can be shown by itself.
Panel* make_sources_panel(Desk& desk, QWidget* parent);
Panel* make_switches_panel(Desk& desk, QWidget* parent);
/// Views of the rules to be shown over the map. `ask`: calls and the moment of the game, asked again after
/// each edit.
using AskViews = std::function<void(const std::vector<std::string>& calls, const std::string& moment)>;
Panel* make_views_panel(Desk& desk, AskViews ask, QWidget* parent);
/// What keeps the units whose reach is shown out of a hex, each line with its case; empty: nothing does.
QStringList why_not_lines(const Desk& desk, int hex);

}  // namespace casebook::window
