// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/chart_sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/picture/limits.h"

namespace casebook::picture {

namespace {

constexpr double row_height = 6.6, word_size = 3.1, note_size = 2.7, title_size = 4.2, gutter = 7;
constexpr double heading = 16, foot = 5;

/// A block is drawn at the origin and put where it fits.
struct Block {
  Group group;
  double width = 0, height = 0;
};

class Drawing {
 public:
  Drawing(const ChartSheetRequest& request, double width)
      : request_(request), style_(*request.style), width_(width) {}

  Block chart(const Chart& chart) const {
    const size_t columns = chart.columns.size();
    const bool swatches = std::any_of(chart.grounds.begin(), chart.grounds.end(),
                                      [&](const std::string& one) { return !one.empty(); });
    const bool heads = !chart.second_heads.empty();
    double first = text_width(chart.row_title, word_size, true) + 5;
    for (const ChartBand& row : chart.rows)
      first = std::max(first, text_width(row.text, word_size, true) + 5 + (swatches ? 8 : 0));
    if (heads) first = std::max(first, text_width(chart.second_title, word_size, true) + 5);
    const double most = width_ * 0.4;
    first = std::min(first, most);
    // All columns as wide as the widest needs, within the page; heads are broken into lines.
    double cell = 11;
    for (const auto& line : chart.cells)
      for (const ChartCell& one : line) cell = std::max(cell, text_width(one.text, word_size) + 3.5);
    for (const std::vector<std::string>* line : {&chart.columns, &chart.second_heads})
      for (const std::string& head : *line)
        for (const std::string_view word : words_of(head))
          cell = std::max(cell, text_width(word, word_size, true) + 3.5);
    cell = std::min(cell, (width_ - first) / static_cast<double>(columns));
    const double title_width = text_width(chart.title, title_size, true) + 4;
    const double width =
        std::min(width_, std::max({first + cell * static_cast<double>(columns), title_width, 62.0}));
    cell = (width - first) / static_cast<double>(columns);

    Block block;
    block.width = width;
    block.group = Group{"chart", chart.tables.front(), chart.title, {}};
    double y = title(block.group, chart.title, "", width);
    if (!chart.column_title.empty() && !heads) y = over_columns(block.group, chart, first, width, y);
    if (heads) y = head_row(block.group, chart.second_title, chart.second_heads, first, cell, y, width);
    y = head_row(block.group, chart.row_title, chart.columns, first, cell, y, width);
    const double begin = y;
    for (size_t i = 0; i < chart.rows.size(); ++i) {
      const Rgb ground = i % 2 == 0 ? style_.paper : mixed(style_.paper, style_.grid, 0.08);
      fill(block.group, {0, y}, width, row_height, ground);
      double left = 2.2;
      if (swatches) {
        const GroundLook* look = style_.ground_look(chart.grounds[i]);
        if (look != nullptr && request_.drawn != nullptr)
          request_.drawn->draw_sample(block.group, *look, {5, y + row_height / 2}, row_height * 0.86);
        left = 10;
      }
      put(block.group, {left, y + row_height * 0.67},
          fitted(chart.rows[i].text, first - left, word_size, true), word_size, true, Anchor::start, ground);
      for (size_t column = 0; column < columns; ++column) {
        const ChartCell& one = chart.cells[i][column];
        const double x = first + static_cast<double>(column) * cell;
        Rgb under = ground;
        if (one.rank >= 0 && one.ranks > 1) {
          under = rank_colour(one.rank, one.ranks);
          fill(block.group, {x, y}, cell, row_height, under);
        }
        put(block.group, {x + cell / 2, y + row_height * 0.67}, fitted(one.text, cell - 0.6, word_size),
            word_size, false, Anchor::middle, under);
      }
      y += row_height;
    }
    Path lines;
    for (size_t column = 0; column < columns; ++column) {
      const double x = first + static_cast<double>(column) * cell;
      lines.move({x, begin}).line({x, y});
    }
    for (size_t i = 1; i < chart.rows.size(); ++i) {
      const double at = begin + static_cast<double>(i) * row_height;
      lines.move({0, at}).line({width, at});
    }
    lines.outline.stroke = Stroke{mixed(style_.paper, style_.grid, 0.5), 0.12, 1, {}, false};
    block.group.add(lines);
    frame(block.group, width, y);
    block.height = note(block.group, chart.note, cited(chart.labels), width, y);
    return block;
  }

  Block notes() const {
    Block block;
    block.width = width_;
    block.group = Group{"chart notes", {}, "What the charts say besides", {}};
    double y = title(block.group, "What the charts say besides", "", width_);
    const double second = width_ * 0.36;
    for (size_t i = 0; i < request_.notes.size(); ++i) {
      const ChartNote& one = request_.notes[i];
      const auto left = wrapped(one.title, second - 5, word_size, true);
      auto right = wrapped(one.text, width_ - second - 5, word_size);
      const std::string label = "[" + one.label + "]";
      // Behind the last line where there is room.
      const bool beside = !right.empty() &&
                          text_width(right.back(), word_size) + text_width(label, 2.4) + 6 < width_ - second;
      if (!beside) right.push_back("");
      const double height = static_cast<double>(std::max(left.size(), right.size())) * 4.1 + 2.6;
      const Rgb ground = i % 2 == 0 ? style_.paper : mixed(style_.paper, style_.grid, 0.08);
      fill(block.group, {0, y}, width_, height, ground);
      for (size_t line = 0; line < left.size(); ++line)
        put(block.group, {2.2, y + 4.2 + 4.1 * static_cast<double>(line)}, left[line], word_size, true,
            Anchor::start, ground);
      for (size_t line = 0; line < right.size(); ++line) {
        put(block.group, {second, y + 4.2 + 4.1 * static_cast<double>(line)}, right[line], word_size, false,
            Anchor::start, ground);
      }
      put(block.group, {width_ - 2.2, y + 4.2 + 4.1 * static_cast<double>(right.size() - 1)},
          fitted(label, width_ - second - 5, 2.4), 2.4, false, Anchor::end, ground);
      y += height;
    }
    frame(block.group, width_, y);
    block.height = y;
    return block;
  }

  Block track(const Track& track) const {
    Block block;
    block.width = width_;
    block.group = Group{"track", track.title, track.title, {}};
    double y = title(block.group, track.title, cited({track.label}), width_);
    const auto count = track.boxes.size();
    const double least = 24;
    const size_t across = std::max<size_t>(1, std::min(count, static_cast<size_t>(width_ / least)));
    const double wide = width_ / static_cast<double>(across), inner = wide - 3;
    const double counter = std::min(style_.counter_size * 0.86, inner / 2.12);
    const auto in_row = static_cast<size_t>(std::max(1.0, std::floor(inner / (counter * 1.06))));
    for (size_t begin = 0; begin < count; begin += across) {
      const size_t end = std::min(count, begin + across);
      double high = 22;
      for (size_t i = begin; i < end; ++i)
        high = std::max(high, 15 + arrivals_height(track.boxes[i], counter, in_row));
      for (size_t i = begin; i < end; ++i)
        box(block.group, track.boxes[i], {static_cast<double>(i - begin) * wide, y}, wide, high, counter,
            in_row);
      y += high;
    }
    block.height = y;
    return block;
  }

  Block schedule(const Track& track) const {
    Block block;
    block.width = width_;
    const std::string name = "Schedule: " + track.arrival_title;
    block.group = Group{"schedule", track.title, name, {}};
    double y = title(block.group, name, "", width_);
    const double columns[] = {0, 18, 18 + width_ * 0.13, width_ - 26};
    const char* heads[] = {nullptr, "Side", "Units", "At"};
    const Rgb dark = mixed(style_.paper, style_.grid, 0.2);
    fill(block.group, {0, y}, width_, row_height, dark);
    for (size_t i = 0; i < 4; ++i)
      put(block.group, {columns[i] + 2.2, y + row_height * 0.67},
          heads[i] == nullptr ? fitted(track.title, 15, word_size, true) : heads[i], word_size, true,
          Anchor::start, dark);
    y += row_height;
    size_t line = 0;
    for (const Track::Box& one : track.boxes) {
      // By side and entry, in the order in which they come.
      std::vector<std::pair<std::pair<std::string, std::string>, std::string>> groups;
      for (const Track::Arrival& arrival : one.arrivals) {
        const auto key = std::pair(arrival.counter.side, arrival.entry);
        auto found =
            std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == key; });
        if (found == groups.end()) found = groups.insert(groups.end(), {key, {}});
        found->second += (found->second.empty() ? "" : ", ") + arrival.counter.id;
      }
      bool first = true;
      for (const auto& [key, units] : groups) {
        const auto words = wrapped(units, columns[3] - columns[2] - 4, word_size);
        const double height = row_height + 4.1 * (static_cast<double>(words.size()) - 1);
        const Rgb ground = line++ % 2 == 0 ? style_.paper : mixed(style_.paper, style_.grid, 0.08);
        fill(block.group, {0, y}, width_, height, ground);
        const double base = y + row_height * 0.67;
        if (first)
          put(block.group, {columns[0] + 2.2, base}, one.text, word_size, true, Anchor::start, ground);
        const SideLook* side = style_.side(key.first);
        put(block.group, {columns[1] + 2.2, base},
            fitted(side == nullptr ? key.first : side->title, columns[2] - columns[1] - 3, word_size),
            word_size, false, Anchor::start, ground);
        for (size_t i = 0; i < words.size(); ++i)
          put(block.group, {columns[2] + 2.2, base + 4.1 * static_cast<double>(i)}, words[i], word_size,
              false, Anchor::start, ground);
        put(block.group, {columns[3] + 2.2, base}, fitted(key.second, 22, word_size), word_size, false,
            Anchor::start, ground);
        y += height;
        first = false;
      }
    }
    frame(block.group, width_, y);
    block.height = y;
    return block;
  }

 private:
  static std::vector<std::string> words_of(const std::string& text) { return wrapped(text, 0, 1); }
  static std::string cited(const std::vector<std::string>& labels) {
    std::string text;
    for (const std::string& label : labels)
      if (!label.empty()) text += (text.empty() ? "" : "; ") + label;
    return text;
  }

  void put(Group& into, Point at, const std::string& words, double size, bool bold, Anchor anchor,
           Rgb ground) const {
    if (words.empty()) return;
    Text text;
    text.at = at;
    text.text = words;
    text.size = size;
    text.bold = bold;
    text.anchor = anchor;
    text.colour = ink_on(ground, style_.ink, {255, 255, 255});
    text.ground = ground;
    into.add(text);
  }
  void fill(Group& into, Point at, double width, double height, Rgb colour) const {
    Rectangle box{at, width, height, 0, {}};
    box.outline.fill = Paint{colour, 1};
    into.add(box);
  }
  void frame(Group& into, double width, double bottom) const {
    Rectangle box{{0, title_size + 2.4}, width, bottom - title_size - 2.4, 0, {}};
    box.outline.stroke = Stroke{mixed(style_.grid, style_.ink, 0.3), 0.3, 1, {}, false};
    into.add(box);
  }
  double title(Group& into, const std::string& words, const std::string& label, double width) const {
    const std::string shown = fitted(words, width, title_size, true);
    put(into, {0, title_size}, shown, title_size, true, Anchor::start, style_.paper);
    const double room = width - text_width(shown, title_size, true) - 3;
    if (!label.empty() && text_width("[" + label + "]", 2.5) <= room)
      put(into, {width, title_size}, "[" + label + "]", 2.5, false, Anchor::end, style_.paper);
    return title_size + 2.4;
  }
  double note(Group& into, const std::string& words, const std::string& labels, double width,
              double y) const {
    y += 1.2;
    const std::string said =
        words + (words.empty() || labels.empty() ? "" : " ") + (labels.empty() ? "" : "[" + labels + "]");
    for (const std::string& line : wrapped(said, width, note_size)) {
      y += 3.6;
      put(into, {0, y}, line, note_size, false, Anchor::start, style_.paper);
    }
    return y;
  }
  double over_columns(Group& into, const Chart& chart, double first, double width, double y) const {
    const Rgb ground = mixed(style_.paper, style_.grid, 0.2);
    fill(into, {0, y}, width, 5, ground);
    put(into, {first + (width - first) / 2, y + 3.6}, chart.column_title, 2.6, false, Anchor::middle, ground);
    return y + 5;
  }
  double head_row(Group& into, const std::string& name, const std::vector<std::string>& heads, double first,
                  double cell, double y, double width) const {
    size_t lines = 1;
    std::vector<std::vector<std::string>> broken;
    for (const std::string& head : heads) {
      broken.push_back(wrapped(head, cell - 1, word_size, true));
      lines = std::max(lines, broken.back().size());
    }
    const double height = row_height + 3.8 * (static_cast<double>(lines) - 1);
    const Rgb ground = mixed(style_.paper, style_.grid, 0.2);
    fill(into, {0, y}, width, height, ground);
    put(into, {2.2, y + height / 2 + 1.1}, fitted(name, first - 3, word_size, true), word_size, true,
        Anchor::start, ground);
    for (size_t column = 0; column < heads.size(); ++column) {
      const double top = y + height / 2 + 1.1 - 1.9 * (static_cast<double>(broken[column].size()) - 1);
      for (size_t i = 0; i < broken[column].size(); ++i)
        put(into, {first + (static_cast<double>(column) + 0.5) * cell, top + 3.8 * static_cast<double>(i)},
            fitted(broken[column][i], cell - 0.6, word_size, true), word_size, true, Anchor::middle, ground);
    }
    return y + height;
  }

  /// From one end of a kind's order to the other, so that a table shows its shape; the words say the same.
  Rgb rank_colour(int rank, int ranks) const {
    const double share = static_cast<double>(rank) / (ranks - 1);
    const Rgb low{0xe9, 0xc4, 0xa6}, high{0xb9, 0xd3, 0xea};
    return share < 0.5 ? mixed(low, style_.paper, share * 2) : mixed(style_.paper, high, share * 2 - 1);
  }

  double arrivals_height(const Track::Box& box, double counter, size_t in_row) const {
    double height = 0;
    std::string entry;
    size_t run = 0;
    for (size_t i = 0; i < box.arrivals.size(); ++i) {
      const bool again = i > 0 && box.arrivals[i].entry == entry;
      if (!again) height += (box.arrivals[i].entry.empty() ? 0 : 4) + (i > 0 ? 1 : 0);
      run = again ? run + 1 : 0;
      if (run % in_row == 0) height += counter * 1.08;
      entry = box.arrivals[i].entry;
    }
    return height;
  }
  void box(Group& into, const Track::Box& one, Point at, double wide, double high, double counter,
           size_t in_row) const {
    std::string said = one.text;
    for (const std::string& mark : one.marks) said += ", " + mark;
    Group& group =
        into.group("box", one.text,
                   fmt::format("{}{}", said,
                               one.arrivals.empty() ? "" : fmt::format(": {} arrive", one.arrivals.size())));
    Rectangle body{at, wide, high, 0, {}};
    body.outline.fill = Paint{style_.paper, 1};
    group.add(body);
    // What holds then darkens the head of the box, and says so.
    const bool marked = !one.marks.empty();
    const Rgb head = marked ? mixed(style_.ink, {30, 40, 90}, 0.5) : mixed(style_.paper, style_.grid, 0.2);
    fill(group, at, wide, 11.5, head);
    put(group, at + Point{2.4, 8.6}, one.text, 8, true, Anchor::start, head);
    double line = 4.6;
    for (const std::string& mark : one.marks) {
      put(group, at + Point{wide - 2, line}, fitted(mark, wide - 12, 2.8, true), 2.8, true, Anchor::end,
          head);
      line += 3.4;
    }
    double y = at.y + 13;
    std::string entry;
    size_t run = 0;
    for (size_t i = 0; i < one.arrivals.size(); ++i) {
      const Track::Arrival& arrival = one.arrivals[i];
      const bool again = i > 0 && arrival.entry == entry;
      if (again) {
        ++run;
        if (run % in_row == 0) y += counter * 1.08;
      } else {
        if (i > 0) y += counter * 1.08 + 1;
        if (!arrival.entry.empty()) {
          put(group, {at.x + 2, y + 2.6}, "at " + arrival.entry, 2.7, false, Anchor::start, style_.paper);
          y += 4;
        }
        run = 0;
        entry = arrival.entry;
      }
      draw_counter(
          group, arrival.counter,
          {at.x + 1.6 + counter * 1.06 * (static_cast<double>(run % in_row) + 0.5), y + counter * 0.53},
          counter, style_);
    }
    Rectangle rim = body;
    rim.outline.fill.reset();
    rim.outline.stroke = Stroke{mixed(style_.grid, style_.ink, 0.3), one.now ? 0.8 : 0.3, 1, {}, false};
    group.add(rim);
  }

  const ChartSheetRequest& request_;
  const Style& style_;
  double width_;
};

class Pages {
 public:
  explicit Pages(const ChartSheetRequest& request) : request_(request) { add(); }

  /// Beside the block before it where there is room, else below.
  void put(Block block) {
    const double width = request_.page.width - 2 * request_.margin;
    if (x_ > 0 && (x_ + block.width > width + 1e-6 || y_ + block.height > bottom())) {
      y_ += row_ + gutter;
      x_ = row_ = 0;
    }
    if (y_ + block.height > bottom() && y_ > top() + 1e-6) add();
    // What is taller than a page is made smaller, rather than cut.
    const double scale = std::min(1.0, (bottom() - top()) / block.height);
    block.group.window = Window{{request_.margin + x_ - scale, y_ - scale},
                                (block.width + 2) * scale,
                                (block.height + 2.5) * scale,
                                {-1, -1},
                                scale};
    x_ += block.width + gutter;
    row_ = std::max(row_, block.height * scale);
    pages_.back().content.add(std::move(block.group));
  }
  std::vector<Picture> take() {
    for (size_t i = 0; i < pages_.size(); ++i) {
      Picture& page = pages_[i];
      page.title =
          request_.title +
          (pages_.size() > 1 ? fmt::format(": charts, page {} of {}", i + 1, pages_.size()) : ": charts");
      Text made;
      made.at = {request_.margin, request_.page.height - request_.margin + 3};
      made.text = fitted(request_.made_by, request_.page.width - 2 * request_.margin, 2.3);
      made.size = 2.3;
      made.colour = request_.style->ink;
      made.ground = page.paper;
      page.content.group("layer", "footer").add(made);
    }
    return std::move(pages_);
  }

 private:
  double top() const { return request_.margin + heading; }
  double bottom() const { return request_.page.height - request_.margin - foot; }
  void add() {
    Picture page;
    page.width = request_.page.width;
    page.height = request_.page.height;
    page.paper = request_.style->paper;
    page.description = request_.made_by;
    Group& head = page.content.group("layer", "heading");
    Text title;
    title.at = {request_.margin, request_.margin + 6};
    title.text = fitted(request_.title, request_.page.width - 2 * request_.margin, 6.4, true);
    title.size = 6.4;
    title.bold = true;
    title.colour = request_.style->ink;
    title.ground = page.paper;
    head.add(title);
    title.at.y += 5;
    title.text = fitted(request_.subtitle, request_.page.width - 2 * request_.margin, 3.2);
    title.size = 3.2;
    title.bold = false;
    head.add(title);
    pages_.push_back(std::move(page));
    y_ = top();
    x_ = row_ = 0;
  }

  const ChartSheetRequest& request_;
  std::vector<Picture> pages_;
  double x_ = 0, y_ = 0, row_ = 0;  // where the next block comes, and how high the row before it is
};

}  // namespace

std::optional<std::vector<Picture>> chart_sheets(const ChartSheetRequest& request, std::string& problem) {
  if (request.charts.empty() && request.notes.empty() && !request.track) {
    problem = "these rules have no table, nothing that a track counts, and no case of a chart";
    return std::nullopt;
  }
  const double width = request.page.width - 2 * request.margin;
  if (width < 100) {
    problem =
        fmt::format("{} leaves {:.0f} mm beside its margins, and charts need 100", request.page.name, width);
    return std::nullopt;
  }
  const Drawing drawing(request, width);
  Pages pages(request);
  if (request.track) {
    pages.put(drawing.track(*request.track));
    const bool any = std::any_of(request.track->boxes.begin(), request.track->boxes.end(),
                                 [](const Track::Box& box) { return !box.arrivals.empty(); });
    if (any) pages.put(drawing.schedule(*request.track));
  }
  std::vector<Block> blocks;
  for (const Chart& chart : request.charts) blocks.push_back(drawing.chart(chart));
  for (Block& block : blocks) pages.put(std::move(block));
  if (!request.notes.empty()) pages.put(drawing.notes());
  auto made = pages.take();
  if (made.size() > static_cast<size_t>(limits::pages)) {
    problem = fmt::format("the charts would take {} pages of {}, and the limit pages is {}", made.size(),
                          request.page.name, limits::pages);
    return std::nullopt;
  }
  return made;
}

}  // namespace casebook::picture
