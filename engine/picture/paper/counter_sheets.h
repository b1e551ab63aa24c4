// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counters to cut out: sheets with the fronts, each followed by a sheet with the backs in mirrored columns.
// Printed on both sides of a card, fronts and backs lie on one another.

#include <string>
#include <vector>

#include "engine/picture/counters.h"
#include "engine/picture/paper/pages.h"

namespace casebook::picture {

struct CounterSheetRequest {
  const Style* style = nullptr;  // complete; its counter_size is that of the counters
  std::vector<Counter> counters;
  PageSize page;
  double margin = 12;
  double gap = 2;  // between counters; half of it is printed beyond each edge
  std::string title, made_by;
};

/// In the order of sides, then of counters: front, back, front, back ... nullopt with plain words when a page
/// has no room for one.
std::optional<std::vector<Picture>> counter_sheets(const CounterSheetRequest& request, std::string& problem);

}  // namespace casebook::picture
