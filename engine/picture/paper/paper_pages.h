// SPDX-License-Identifier: Apache-2.0
#pragma once

// What goes on paper: the map of a position at true scale (whole or on pages), the counters to cut out, or
// the charts. The command line and the window use the same pages.

#include <string>
#include <vector>

#include "engine/picture/paper/sheet.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::picture {

enum class PaperSort : unsigned char { map, counters, charts };

struct PaperRequest {
  PaperSort sort = PaperSort::map;
  std::string page;  // of page_sizes; empty: the map as a whole, counters and charts on A4
  double margin = 10, overlap = 10;
};

/// Pages, or (with a `problem` in plain words) none.
struct PaperDrawn {
  std::vector<Picture> pages;
  double width = 0, height = 0;  // of the whole map, or of a page
  std::string on_pages;          // `4 pages of A4 (2 across, 2 down, and their plan)`
  std::string problem;
};

PaperDrawn drawn_map(const PaperRequest& paper, const SheetRequest& request);
PaperDrawn drawn_counters(const PaperRequest& paper, const SheetRequest& request);
PaperDrawn drawn_charts(const PaperRequest& paper, const SheetRequest& request,
                        runtime::ReferenceRules& rules, const runtime::Position& position);

/// `map.png`, or of several pages `map-01.png`, `map-02.png`. `file` has an ending.
std::string page_file(const std::string& file, size_t page, size_t pages);

}  // namespace casebook::picture
