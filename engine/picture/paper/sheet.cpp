// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/paper/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/text.h"
#include "engine/picture/legend.h"

namespace casebook::picture {

namespace {

// Millimetres. The gutter around the map has room for the arrows of entry hexes.
constexpr double margin = 9, gutter = 7, column_width = 68, heading = 17;

class Sheet {
 public:
  explicit Sheet(const SheetRequest& request)
      : request_(request),
        style_(*request.style),
        has_map_(request.map != nullptr && request.map->hexes() > 0) {}

  Picture run() {
    picture_.title = request_.title;
    picture_.description = request_.made_by;
    picture_.paper = style_.paper;
    const double top = request_.figure ? 2 : margin + heading;
    const double left = request_.figure ? 2 : margin;
    double right = left, bottom = top;
    if (!request_.figure) draw_heading();
    if (has_map_) {
      MapPicture drawn(*request_.map, request_.numbering, style_, request_.shown);
      const double rim = request_.figure ? 1 : gutter;
      drawn.geometry().move_to({left + rim, top + rim});
      draw_map(drawn);
      right += drawn.geometry().width() + 2 * rim;
      bottom += drawn.geometry().height() + 2 * rim;
      if (!request_.figure) right += 4;
      if (!request_.figure) {
        const double end = draw_column(&drawn, right, top + gutter);
        bottom = std::max(bottom, end + gutter);
      }
    } else if (!request_.figure) {
      bottom = std::max(bottom, draw_column(nullptr, right, top + gutter));
    }
    if (request_.figure) {
      bottom = draw_boxes_below(left, bottom, right - left);
      picture_.width = right + 2;
      picture_.height = bottom + 2;
      return std::move(picture_);
    }
    picture_.width = right + column_width + margin;
    picture_.height = bottom + margin + 4;
    draw_footer();
    return std::move(picture_);
  }

 private:
  void put_text(Group& into, Point at, const std::string& words, double size, bool bold, Rgb colour) const {
    Text text;
    text.at = at;
    text.text = words;
    text.size = size;
    text.bold = bold;
    text.colour = colour;
    text.ground = style_.paper;
    into.add(text);
  }

  void draw_heading() {
    Group& group = picture_.content.group("layer", "heading");
    put_text(group, {margin + gutter, margin + 8}, request_.title, 7.5, true, style_.ink);
    put_text(group, {margin + gutter, margin + 14.5}, request_.subtitle, 3.6, false,
             mixed(style_.ink, style_.paper, 0.2));
  }
  void draw_footer() {
    Group& group = picture_.content.group("layer", "footer");
    const double room = picture_.width - 2 * margin - gutter;
    put_text(group, {margin + gutter, picture_.height - margin + 1}, fitted(request_.made_by, room, 2.5), 2.5,
             false, mixed(style_.ink, style_.paper, 0.25));
  }

  void draw_map(const MapPicture& drawn) {
    const board::HexMap& map = *request_.map;
    Group whole{"map", {}, map.title, {}};
    drawn.draw_ground(picture_, whole);
    std::vector<bool> taken(static_cast<size_t>(map.hexes()), false);
    for (const Stone& stone : request_.pieces.stones) take(drawn, stone.hex, taken);
    for (const Counter& counter : request_.pieces.counters) take(drawn, counter.hex, taken);
    draw_rings(whole.group("layer", "marks"), request_.marks, drawn, map, request_.numbering);
    {
      Group& layer = whole.group("layer", "views");
      for (size_t i = 0; i < request_.overlays.size(); ++i)
        draw_overlay_ground(picture_, layer, request_.overlays[i], i, map, request_.numbering, drawn, taken);
    }
    draw_pieces(drawn, whole.group("layer", "counters"));
    drawn.draw_labels(whole.group("layer", "labels"));
    {
      Group& layer = whole.group("layer", "numbers of views");
      std::vector<int> numbers(taken.size(), 0);
      for (size_t i = 0; i < request_.overlays.size(); ++i)
        draw_overlay_numbers(layer, request_.overlays[i], i, drawn, taken, numbers);
    }
    draw_letters(whole.group("layer", "letters"), request_.marks, drawn, map, request_.numbering);
    picture_.content.add(std::move(whole));
  }

  double counter_size() const { return counter_size_on_map(style_); }

  static void take(const MapPicture& drawn, int hex, std::vector<bool>& taken) {
    if (hex >= 0 && drawn.shown(hex)) taken[static_cast<size_t>(hex)] = true;
  }

  void draw_pieces(const MapPicture& drawn, Group& into) const {
    const double unit = style_.hex_size;
    std::map<int, std::vector<const Counter*>> stacks;
    for (const Stone& stone : request_.pieces.stones) {
      if (!drawn.shown(stone.hex)) continue;
      draw_stone(into, stone, request_.map->hex_id(stone.hex, request_.numbering),
                 drawn.geometry().centre(stone.hex) + Point{0, 0.06 * unit}, 0.6 * unit, style_);
    }
    for (const Counter& counter : request_.pieces.counters)
      if (counter.hex >= 0 && drawn.shown(counter.hex)) stacks[counter.hex].push_back(&counter);
    for (const auto& [hex, stack] : stacks) {
      draw_stack(into, stack, drawn.geometry().centre(hex), style_);
    }
  }

  std::vector<const Counter*> in_box(const std::string& box) const {
    std::vector<const Counter*> found;
    for (const Counter& counter : request_.pieces.counters)
      if (counter.hex < 0 && counter.box == box) found.push_back(&counter);
    const auto rank = [this](const Counter* counter) {
      size_t i = 0;
      while (i < style_.sides.size() && style_.sides[i].member != counter->side) ++i;
      return i;
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](const Counter* a, const Counter* b) { return rank(a) < rank(b); });
    return found;
  }

  double draw_box(Group& into, const std::string& box, double x, double y, double width) const {
    const auto counters = in_box(box);
    const double step = counter_size() + 1.3;
    const auto across = static_cast<size_t>(std::max(1.0, (width - 3) / step));
    const size_t rows = std::max<size_t>(1, (counters.size() + across - 1) / across);
    std::string name = with_blanks(box);
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    const double height = counters.empty() ? 8 : 7.5 + static_cast<double>(rows) * step;
    Group& group = into.group(
        "box", box,
        fmt::format("box {}: {} {}", name, counters.size(), counters.size() == 1 ? "piece" : "pieces"));
    Rectangle frame{{x, y}, width, height, 1.6, {}};
    frame.outline.fill = Paint{mixed(style_.paper, style_.grid, 0.09), 1};
    frame.outline.stroke = Stroke{mixed(style_.paper, style_.grid, 0.5), 0.25, 1, {}, true};
    group.add(frame);
    Text text;
    text.at = {x + 2.6, y + 5.2};
    text.text = name;
    text.size = 3.4;
    text.bold = true;
    text.colour = style_.ink;
    text.ground = frame.outline.fill->colour;
    group.add(text);
    text.at.x = x + width - 2.6;
    text.anchor = Anchor::end;
    text.bold = false;
    text.text = counters.empty() ? "empty" : std::to_string(counters.size());
    group.add(text);
    for (size_t i = 0; i < counters.size(); ++i) {
      const size_t column = i % across, row = i / across;
      const Point centre{x + 2.2 + step * (static_cast<double>(column) + 0.5),
                         y + 6.6 + step * (static_cast<double>(row) + 0.5)};
      draw_counter(group, *counters[i], centre, counter_size(), style_);
    }
    return y + height;
  }

  double draw_boxes_below(double x, double y, double width) {
    double at =
        has_map_ ? draw_stacks(picture_.content.group("layer", "stacks"), x + 1, y + 1, width - 2) : y;
    Group& group = picture_.content.group("layer", "boxes");
    for (const std::string& box : request_.pieces.boxes)
      if (!in_box(box).empty()) at = draw_box(group, box, x, at + 2, width);
    return at;
  }

  /// Who lies in hexes with more than one counter, of which only the uppermost can be read.
  double draw_stacks(Group& into, double x, double y, double width) const {
    std::map<int, std::vector<const Counter*>> stacks;
    for (const Counter& counter : request_.pieces.counters)
      if (counter.hex >= 0) stacks[counter.hex].push_back(&counter);
    bool first = true;
    const auto put_line = [&](const std::string& line, bool bold) {
      put_text(into, {x, y + 3.4}, line, bold ? 3.4 : 2.9, bold, style_.ink);
      y += bold ? 5 : 4;
    };
    for (const auto& [hex, stack] : stacks) {
      const bool here = request_.shown.empty() ||
                        std::find(request_.shown.begin(), request_.shown.end(), hex) != request_.shown.end();
      if (stack.size() < 2 || !here) continue;
      if (first) put_line("Stacks, from the top", true);
      first = false;
      std::string names = request_.map->hex_id(hex, request_.numbering) + ":";
      for (size_t i = stack.size(); i-- > 0;) names += " " + stack[i]->id + (i > 0 ? "," : "");
      for (const std::string& line : wrapped(names, width, 2.9)) put_line(line, false);
    }
    return first ? y : y + 2;
  }

  double draw_column(const MapPicture* drawn, double x, double y) {
    double at = y;
    {
      Group& group = picture_.content.group("layer", "views shown");
      for (size_t i = 0; i < request_.overlays.size(); ++i)
        at = draw_overlay_words(group, request_.overlays[i], i, {x, at}, column_width, style_) + 3;
    }
    {
      Group& group = picture_.content.group("layer", "boxes");
      for (const std::string& box : request_.pieces.boxes) at = draw_box(group, box, x, at, column_width) + 3;
    }
    if (drawn == nullptr) return at;
    at = draw_stacks(picture_.content.group("layer", "stacks"), x, at + 1, column_width);
    return draw_legend(picture_.content.group("layer", "legend"), *drawn, *request_.map, request_.pieces,
                       style_, {x, at + 2}, column_width);
  }

  const SheetRequest& request_;
  const Style& style_;
  bool has_map_;
  Picture picture_;
};

}  // namespace

Picture sheet(const SheetRequest& request) {
  return Sheet(request).run();
}

std::vector<int> hexes_around(const board::HexMap& map, const std::vector<int>& hexes, int steps) {
  std::vector<int> found;
  for (int hex = 0; hex < map.hexes(); ++hex)
    for (const int centre : hexes)
      if (map.ground.distance(hex, centre) <= steps) {
        found.push_back(hex);
        break;
      }
  return found;
}

}  // namespace casebook::picture
