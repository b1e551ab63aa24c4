// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a unit can go, kept with the positions on its ways. So the window can say over any other hex why
// the unit cannot go there. No Qt.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/views/view.h"

namespace casebook::window {

struct Reached {
  std::shared_ptr<const runtime::Scenario> scenario;
  language::ActionId action = language::none;
  int32_t unit = -1;
  std::string id;                   // of the unit
  int32_t start = -1;               // where it stands at first: a location
  std::map<int32_t, int64_t> left;  // by place reached: the most that is left there
  std::map<int32_t, std::shared_ptr<const runtime::Position>> at;  // and how things are then; with the start
};

/// Goes the ways of the reach. Null where the view's action is not of a unit and a hex.
std::shared_ptr<const Reached> reached(runtime::Rules& rules, const runtime::Position& from,
                                       const runtime::ViewCall& call, const runtime::ViewReach& reach);

/// Why the unit does not reach a hex: every requirement that refuses the step from any neighbouring hex
/// that it does reach, each with its case, `4.3 enemy: summary (from 0511, 0612)`. If it reaches no
/// neighbour, the requirements that would refuse the step from one. Empty: it reaches the hex.
std::vector<std::string> refusals(const Reached& reached, int32_t hex);

}  // namespace casebook::window
