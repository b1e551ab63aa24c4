// SPDX-License-Identifier: Apache-2.0
#pragma once

// Charts as sheets: turn track, schedule, tables and notes, on as many pages as they need.

#include "engine/picture/map_picture.h"
#include "engine/picture/paper/charts.h"
#include "engine/picture/paper/pages.h"

namespace casebook::picture {

struct ChartSheetRequest {
  const Style* style = nullptr;       // complete
  const MapPicture* drawn = nullptr;  // for samples of ground; may be missing
  std::vector<Chart> charts;
  std::vector<ChartNote> notes;
  std::optional<Track> track;
  PageSize page;
  double margin = 12;
  std::string title, subtitle, made_by;
};

/// nullopt with plain words when the page is too narrow for a chart.
std::optional<std::vector<Picture>> chart_sheets(const ChartSheetRequest& request, std::string& problem);

}  // namespace casebook::picture
