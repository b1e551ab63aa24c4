// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/counter_sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/picture/limits.h"

namespace casebook::picture {

namespace {

constexpr Rgb black{20, 20, 20}, white{255, 255, 255};
/// Above and below the counters: heading and foot.
constexpr double heading = 13, foot = 6;

class Sheets {
 public:
  Sheets(const CounterSheetRequest& request, int columns, int rows)
      : request_(request), columns_(columns), rows_(rows), step_(request.style->counter_size + request.gap) {
    width_ = columns_ * step_ - request.gap;
    left_ = (request.page.width - width_) / 2;
    top_ = request.margin + heading;
  }

  std::vector<Picture> run() {
    std::vector<Counter> counters = request_.counters;
    const auto rank = [this](const Counter& counter) {
      size_t i = 0;
      while (i < request_.style->sides.size() && request_.style->sides[i].member != counter.side) ++i;
      return i;
    };
    std::stable_sort(counters.begin(), counters.end(),
                     [&](const Counter& a, const Counter& b) { return rank(a) < rank(b); });
    const auto each = static_cast<size_t>(columns_) * static_cast<size_t>(rows_);
    const size_t sheets = std::max<size_t>(1, (counters.size() + each - 1) / each);
    std::vector<Picture> pages;
    for (size_t sheet = 0; sheet < sheets; ++sheet) {
      const auto begin =
          counters.begin() + static_cast<std::ptrdiff_t>(std::min(counters.size(), sheet * each));
      const auto end =
          counters.begin() + static_cast<std::ptrdiff_t>(std::min(counters.size(), (sheet + 1) * each));
      const std::vector<Counter> here(begin, end);
      pages.push_back(page(here, sheet, sheets, Face::front));
      pages.push_back(page(here, sheet, sheets, Face::back));
    }
    return pages;
  }

 private:
  Text words(Point at, const std::string& text, double size, bool bold) const {
    Text made;
    made.at = at;
    made.text = fitted(text, request_.page.width - at.x - request_.margin, size, bold);
    made.size = size;
    made.bold = bold;
    made.colour = black;
    made.ground = white;
    return made;
  }

  Picture page(const std::vector<Counter>& counters, size_t sheet, size_t sheets, Face face) const {
    Picture page;
    page.width = request_.page.width;
    page.height = request_.page.height;
    page.paper = white;
    const std::string side = face == Face::front ? "front" : "back";
    page.title = fmt::format("{}: counters, sheet {} of {}, {}", request_.title, sheet + 1, sheets, side);
    page.description = request_.made_by;
    const size_t rows = (counters.size() + static_cast<size_t>(columns_) - 1) / static_cast<size_t>(columns_);
    const double height = static_cast<double>(std::max<size_t>(rows, 1)) * step_ - request_.gap;
    Group& layer = page.content.group("layer", "counters");
    for (size_t i = 0; i < counters.size(); ++i) {
      const double size = request_.style->counter_size;
      auto column = static_cast<double>(i % static_cast<size_t>(columns_));
      if (face == Face::back) column = columns_ - 1 - column;
      const size_t row = i / static_cast<size_t>(columns_);
      const Point centre{left_ + column * step_ + size / 2,
                         top_ + static_cast<double>(row) * step_ + size / 2};
      draw_counter_to_cut(layer, counters[i], centre, size, request_.gap / 2, face, *request_.style);
    }
    cuts(page.content.group("layer", "cut marks"), height, rows);
    Group& around = page.content.group("layer", "around");
    around.add(words({request_.margin, request_.margin + 3.5}, page.title, 3.4, true));
    const double below = request_.page.height - request_.margin;
    around.add(words({request_.margin, below},
                     face == Face::front
                         ? "Print at 100 % on both sides, turned over the long edge; cut along the marks."
                         : "The back of the sheet before it: its columns run the other way.",
                     2.6, false));
    // On the axis about which the sheet is turned, and at the same height on both sides.
    for (const double x : {left_ - 7, left_ + width_ + 7})
      for (const double y : {top_ - 5, top_ + height + 5}) draw_registration_mark(around, {x, y}, 1.4);
    if (request_.page.width > 140)
      draw_check_line(around, {request_.page.width - request_.margin - 62, below - 4}, 50);
    return page;
  }

  /// A mark at both ends of every line along which somebody cuts.
  void cuts(Group& into, double height, size_t rows) const {
    Path marks;
    marks.outline.stroke = Stroke{black, 0.12, 1, {}, false};
    const double size = request_.style->counter_size, off = request_.gap / 2 + 0.6, length = 2.6;
    for (int column = 0; column < columns_; ++column) {
      for (const double x : {left_ + column * step_, left_ + column * step_ + size}) {
        marks.move({x, top_ - off}).line({x, top_ - off - length});
        marks.move({x, top_ + height + off}).line({x, top_ + height + off + length});
      }
    }
    for (size_t row = 0; row < rows; ++row) {
      for (const double y :
           {top_ + static_cast<double>(row) * step_, top_ + static_cast<double>(row) * step_ + size}) {
        marks.move({left_ - off, y}).line({left_ - off - length, y});
        marks.move({left_ + width_ + off, y}).line({left_ + width_ + off + length, y});
      }
    }
    into.add(marks);
  }

  const CounterSheetRequest& request_;
  int columns_, rows_;
  double step_, width_ = 0, left_ = 0, top_ = 0;
};

}  // namespace

std::optional<std::vector<Picture>> counter_sheets(const CounterSheetRequest& request, std::string& problem) {
  if (request.counters.empty()) {
    problem = "there is no piece to print a counter of";
    return std::nullopt;
  }
  const double step = request.style->counter_size + request.gap;
  // Registration marks and cut marks stand beside the counters.
  const double across = request.page.width - 2 * request.margin - 6 + request.gap;
  const double down = request.page.height - 2 * request.margin - heading - foot - 4 + request.gap;
  const int columns = static_cast<int>(std::floor(across / step));
  const int rows = static_cast<int>(std::floor(down / step));
  if (columns < 1 || rows < 1) {
    problem = fmt::format("{} has no room for a counter of {:g} mm within margins of {:g} mm",
                          request.page.name, request.style->counter_size, request.margin);
    return std::nullopt;
  }
  const double sheets = std::ceil(static_cast<double>(request.counters.size()) / columns / rows);
  if (sheets * 2 > limits::pages) {
    problem = fmt::format("{} counters would take {:.0f} pages of {}, and the limit pages is {}",
                          request.counters.size(), sheets * 2, request.page.name, limits::pages);
    return std::nullopt;
  }
  return Sheets(request, columns, rows).run();
}

}  // namespace casebook::picture
