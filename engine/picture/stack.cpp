// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "engine/picture/counters.h"

namespace casebook::picture {

double counter_size_on_map(const Style& style) {
  return std::min(style.counter_size, style.hex_size * 0.66);
}

namespace {

void draw_count(Group& into, Point at, size_t count, const Style& style) {
  const double r = 0.095 * style.hex_size;
  Group& group = into.group("count", std::to_string(count), fmt::format("{} counters in this hex", count));
  Ellipse disc{at, r, r, {}};
  disc.outline.fill = Paint{style.ink, 1};
  disc.outline.stroke = Stroke{style.paper, 0.25, 1, {}, true};
  group.add(disc);
  Text text;
  text.at = at + Point{0, r * 0.42};
  text.text = std::to_string(count);
  text.size = r * 1.2;
  text.anchor = Anchor::middle;
  text.bold = true;
  text.colour = style.paper;
  text.ground = style.ink;
  group.add(text);
}

}  // namespace

void draw_stack(Group& into, const std::vector<const Counter*>& stack, Point centre, const Style& style) {
  const double unit = style.hex_size;
  const auto count = static_cast<double>(stack.size());
  const double step = stack.size() < 2 ? 0 : std::min(0.085 * unit, 0.22 * unit / (count - 1));
  const Point middle = centre + Point{0, 0.022 * unit};
  for (size_t i = 0; i < stack.size(); ++i) {
    const double off = (static_cast<double>(i) - (count - 1) / 2) * step;
    draw_counter(into, *stack[i], middle + Point{off, off * 0.8}, counter_size_on_map(style), style);
  }
  if (stack.size() > 2) draw_count(into, middle + Point{-0.36 * unit, -0.24 * unit}, stack.size(), style);
}

}  // namespace casebook::picture
