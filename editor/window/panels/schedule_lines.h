// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lines of all schedules of a scenario, and what the panel of turns does to them. Each change is one step
// of the history.

#include <optional>
#include <string>
#include <vector>

#include "editor/window/shared/desk.h"

namespace casebook::window {

struct ScheduleLine {
  int part;            // of the document
  std::string entity;  // `unit Matt 1`
  const board::EntityLine* line;
};

/// In the order of the files.
std::vector<ScheduleLine> schedule_lines(const Desk& desk);

/// Every attribute that a line speaks of, in the order in which they come.
std::vector<std::string> attributes_of(const std::vector<ScheduleLine>& lines);

/// As text; empty where the line does not speak of the attribute.
std::string value_of(const ScheduleLine& line, const std::string& attribute);

/// The numbers that a track may be of. First those that a unit need not have, as it need not come later than
/// others. A number that every unit has, such as its strength, only where a schedule speaks of it or there is
/// nothing else.
std::vector<std::string> track_numbers(const Desk& desk, const std::vector<std::string>& columns);

/// False, and says why, when the text means nothing there.
bool set_in_schedule(Desk& desk, const ScheduleLine& line, const std::string& attribute,
                     const std::string& text);

/// A box of a track; without a value, the first at which a unit can arrive.
struct TrackPlace {
  std::string attribute;
  int first = 0;  // number of the track's first box
  std::optional<std::string> value;
};

/// Entities without a line get one, in a new schedule if there is none; the others get the value.
void add_to_schedule(Desk& desk, const std::vector<ScheduleLine>& lines,
                     const std::vector<std::string>& entities, const TrackPlace& at);

/// The units themselves stay.
void remove_from_schedules(Desk& desk, const std::vector<ScheduleLine>& lines);

}  // namespace casebook::window
