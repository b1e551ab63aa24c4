// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/room.h"

#include <cmath>

namespace casebook::picture {

namespace {

constexpr int deepest_symbol = 8;

class Measure {
 public:
  explicit Measure(const std::vector<Symbol>& symbols) : symbols_(symbols) {}

  Room of(const Shape& shape) {
    return std::visit([this](const auto& one) { return room(one); }, shape.is);
  }
  Room of(const std::vector<Shape>& shapes) {
    Room all;
    for (const Shape& shape : shapes) all.include(of(shape));
    return all;
  }

 private:
  static double reach(const Outline& outline, double corners) {
    return outline.stroke ? outline.stroke->width / 2 * corners : 0;
  }
  Room room(const Path& path) {
    Room all;
    for (const Path::Step& step : path.steps) {
      if (step.verb == Path::Verb::close) continue;
      all.include(step.to);
      if (step.verb != Path::Verb::curve) continue;
      all.include(step.first);
      all.include(step.second);
    }
    // A corner that is not round sticks out by four half widths at most (the limit of SVG).
    return all.empty()
               ? all
               : all.grown(reach(path.outline, path.outline.stroke && path.outline.stroke->round ? 1 : 4));
  }
  Room room(const Rectangle& box) {
    return Room{box.at.x, box.at.y, box.at.x + box.width, box.at.y + box.height}.grown(
        reach(box.outline, 1.5));
  }
  Room room(const Ellipse& one) {
    return Room{one.centre.x - one.across, one.centre.y - one.up, one.centre.x + one.across,
                one.centre.y + one.up}
        .grown(reach(one.outline, 1));
  }
  Room room(const Text& text) {
    const double width = text_width(text.text, text.size, text.bold, text.spacing);
    const double left = text.anchor == Anchor::start    ? 0
                        : text.anchor == Anchor::middle ? -width / 2
                                                        : -width;
    const double angle = text.turn * std::acos(-1.0) / 180, c = std::cos(angle), s = std::sin(angle);
    Room all;
    for (const double x : {left, left + width})
      for (const double y : {-text.size, 0.3 * text.size})
        all.include(text.at + Point{x * c - y * s, x * s + y * c});
    return all.grown(text.halo + 0.1 * text.size);
  }
  Room room(const Use& use) {
    if (use.symbol >= symbols_.size() || depth_ >= deepest_symbol) return {};
    ++depth_;
    Room all = of(symbols_[use.symbol].shapes);
    --depth_;
    if (all.empty()) return all;
    return {all.left + use.at.x, all.top + use.at.y, all.right + use.at.x, all.bottom + use.at.y};
  }
  Room room(const Group& group) {
    if (group.window)
      return {group.window->at.x, group.window->at.y, group.window->at.x + group.window->width,
              group.window->at.y + group.window->height};
    return of(group.shapes);
  }

  const std::vector<Symbol>& symbols_;
  int depth_ = 0;
};

}  // namespace

Room room_of(const Shape& shape, const std::vector<Symbol>& symbols) {
  return Measure(symbols).of(shape);
}
Room room_of(const std::vector<Shape>& shapes, const std::vector<Symbol>& symbols) {
  return Measure(symbols).of(shapes);
}

Group part_of(const Group& group, const Room& room, const std::vector<Symbol>& symbols) {
  Group part{group.role, group.name, group.title, {}};
  part.window = group.window;
  for (const Shape& shape : group.shapes) {
    if (!room_of(shape, symbols).meets(room)) continue;
    const auto* inner = std::get_if<Group>(&shape.is);
    if (inner == nullptr || inner->window) {
      part.shapes.push_back(shape);
      continue;
    }
    Group smaller = part_of(*inner, room, symbols);
    if (!smaller.shapes.empty()) part.add(std::move(smaller));
  }
  return part;
}

}  // namespace casebook::picture
