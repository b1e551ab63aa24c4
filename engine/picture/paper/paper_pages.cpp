// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/paper_pages.h"

#include <fmt/format.h>

#include <cassert>

#include "engine/picture/paper/chart_sheets.h"
#include "engine/picture/paper/counter_sheets.h"
#include "engine/picture/paper/pages.h"

namespace casebook::picture {

namespace {

std::string pages_text(size_t count, const std::string& page) {
  return fmt::format("{} {} of {}", count, count == 1 ? "page" : "pages", page);
}

}  // namespace

PaperDrawn drawn_map(const PaperRequest& paper, const SheetRequest& request) {
  PaperDrawn drawn;
  Picture whole = sheet(request);
  drawn.width = whole.width;
  drawn.height = whole.height;
  if (paper.page.empty()) {
    drawn.pages.push_back(std::move(whole));
    return drawn;
  }
  const PageSize& page = *page_size(paper.page);
  const auto plan = plan_pages(whole.width, whole.height,
                               {page, paper.margin, paper.overlap, request.style->hex_size}, drawn.problem);
  if (!plan) return drawn;
  drawn.pages = tiled(whole, *plan);
  drawn.on_pages = pages_text(drawn.pages.size(), page.name);
  if (plan->pages() > 1)
    drawn.on_pages += fmt::format(" ({} across, {} down, and their plan)", plan->columns, plan->rows);
  return drawn;
}

PaperDrawn drawn_counters(const PaperRequest& paper, const SheetRequest& request) {
  PaperDrawn drawn;
  CounterSheetRequest sheets;
  sheets.style = request.style;
  sheets.counters = request.pieces.counters;
  sheets.page = *page_size(paper.page.empty() ? "A4" : paper.page);
  sheets.margin = paper.margin;
  sheets.title = request.title;
  sheets.made_by = request.made_by;
  if (auto pages = counter_sheets(sheets, drawn.problem)) drawn.pages = std::move(*pages);
  drawn.width = sheets.page.width;
  drawn.height = sheets.page.height;
  drawn.on_pages = pages_text(drawn.pages.size(), sheets.page.name) + ", fronts and backs in turn";
  return drawn;
}

PaperDrawn drawn_charts(const PaperRequest& paper, const SheetRequest& request,
                        runtime::ReferenceRules& rules, const runtime::Position& position) {
  PaperDrawn drawn;
  const runtime::Scenario& scenario = rules.scenario();
  ChartSheetRequest sheets;
  sheets.style = request.style;
  std::optional<MapPicture> map;
  if (request.map != nullptr) {
    map.emplace(*request.map, request.numbering, *request.style);
    sheets.drawn = &*map;
  }
  sheets.charts = charts_of(scenario, *request.style);
  sheets.notes = chart_notes_of(scenario);
  sheets.track = track_of(rules.evaluator(), position, *request.style, request.pieces);
  sheets.page = *page_size(paper.page.empty() ? "A4" : paper.page);
  sheets.margin = paper.margin;
  sheets.title = request.title;
  sheets.subtitle = request.subtitle;
  sheets.made_by = request.made_by;
  if (auto pages = chart_sheets(sheets, drawn.problem)) drawn.pages = std::move(*pages);
  drawn.width = sheets.page.width;
  drawn.height = sheets.page.height;
  drawn.on_pages = fmt::format("{}, {} {}", pages_text(drawn.pages.size(), sheets.page.name),
                               sheets.charts.size(), sheets.charts.size() == 1 ? "chart" : "charts");
  return drawn;
}

std::string page_file(const std::string& file, size_t page, size_t pages) {
  if (pages == 1) return file;
  const int digits = pages < 100 ? 2 : 3;
  const size_t ending = file.rfind('.');
  assert(ending != std::string::npos && "who names the file gives it the ending of a format");
  return fmt::format("{}-{:0{}}{}", file.substr(0, ending), page + 1, digits, file.substr(ending));
}

}  // namespace casebook::picture
