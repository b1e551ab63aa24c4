// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/picture/counters.h"
#include "engine/picture/palette.h"

namespace casebook::picture {

using board::nowhere;
using runtime::Scenario;

namespace {

constexpr Rgb white{255, 255, 255}, dark{28, 24, 20};

UsualView look_of(const Overlay& overlay, size_t index, const Style& style) {
  UsualView look = usual_views[index % usual_views.size()];
  if (const SideLook* side = overlay.side.empty() ? nullptr : style.side(overlay.side))
    look.colour = side->colour;
  return look;
}

void add_items(std::vector<std::string>& lines, const std::vector<runtime::ViewItem>& items,
               const std::string& indent) {
  for (const runtime::ViewItem& item : items) {
    lines.push_back(indent + item.name + (item.value.empty() ? "" : " = " + item.value) +
                    (item.label.empty() ? "" : "  [" + item.label + "]"));
    add_items(lines, item.parts, indent + "  ");
  }
}

void fill(Overlay& into, const Scenario&, const runtime::ViewHexes& shown) {
  into.hexes.assign(shown.hexes.begin(), shown.hexes.end());
  if (shown.hexes.empty()) into.lines.emplace_back("no hex");
}
void fill(Overlay& into, const Scenario& scenario, const runtime::ViewNumbers& shown) {
  for (const auto& one : shown.numbers)
    into.numbers.emplace_back(one.hex, scenario.value_text(shown.type, one.number));
  if (shown.numbers.empty()) into.lines.emplace_back("no hex has a number");
}
void fill(Overlay& into, const Scenario& scenario, const runtime::ViewWay& shown) {
  if (!shown.found) {
    into.lines.emplace_back("there is no way; every one ends in the hatched hexes");
    into.hexes.assign(shown.stopped.begin(), shown.stopped.end());
    return;
  }
  into.way.assign(shown.way.begin(), shown.way.end());
  std::string text = std::to_string(shown.way.size() - 1) + (shown.way.size() == 2 ? " step" : " steps");
  if (shown.cost) text += ", cost " + scenario.value_text(shown.type, *shown.cost);
  into.lines.push_back(text);
}
void fill(Overlay& into, const Scenario&, const runtime::ViewItems& shown) {
  add_items(into.lines, shown.items, "");
  into.lines.push_back("total " + shown.total);
}
void fill(Overlay& into, const Scenario& scenario, const runtime::ViewReach& shown) {
  for (const auto& one : shown.places) {
    const std::string spent = scenario.value_text(shown.type, one.spent);
    if (one.place < scenario.ground.hexes)
      into.numbers.emplace_back(one.place, spent);
    else
      into.lines.push_back("box " + scenario.program->boxes[one.place - scenario.ground.hexes].name + ": " +
                           spent);
  }
  if (shown.places.empty())
    into.lines.push_back(shown.remark);
  else
    into.lines.push_back("of " + scenario.value_text(shown.type, shown.at_first) + ", spent to come there");
  if (!shown.complete) into.lines.emplace_back("there may be more");
}
void fill(Overlay& into, const Scenario& scenario, const runtime::ViewScore& shown) {
  into.lines.push_back(scenario.value_text(shown.type, shown.score));
}

/// `11/2` as people read it: `5½`.
std::string read_number(const std::string& text) {
  int64_t value = 0;
  if (!text.ends_with("/2") || text.size() > 12) return text;
  for (const char c : text.substr(0, text.size() - 2)) {
    if (c < '0' || c > '9') return text;
    value = value * 10 + (c - '0');
  }
  return (value > 1 ? std::to_string(value / 2) : "") + "\u00bd";
}

/// Lines of one slope within a hexagon about a point.
Path hatching(const HexGeometry& geometry, Point centre, double slope, double apart) {
  const double angle = slope * std::acos(-1.0) / 180;
  const Point along{std::cos(angle), std::sin(angle)}, across{-along.y, along.x};
  Path path;
  const double half = geometry.size() / 2;
  for (int i = -20; i <= 20; ++i) {
    const Point base = across * ((i + 0.5) * apart);
    double from = -1e9, to = 1e9;
    for (int direction = 0; direction < 6; ++direction) {
      const Point normal = geometry.middle(direction) * (1 / half);
      const double speed = along.x * normal.x + along.y * normal.y;
      const double room = half - (base.x * normal.x + base.y * normal.y);
      if (std::abs(speed) < 1e-9) {
        if (room < 0) to = -1e9;
      } else if (speed > 0) {
        to = std::min(to, room / speed);
      } else {
        from = std::max(from, room / speed);
      }
    }
    if (from + 0.3 < to) path.move(centre + base + along * from).line(centre + base + along * to);
  }
  return path;
}

/// How far from the middle of a hex a way begins or ends that comes along there: at the edge of its counter,
/// so that nothing of it lies underneath.
double reach_of_hex(Point along, bool taken, const MapPicture& drawn) {
  const double unit = drawn.geometry().size();
  if (!taken) return 0.08 * unit;
  const double half = counter_size_on_map(drawn.style()) / 2;
  // A little more: the counters of a stack lie beside the middle.
  return half / std::max(std::abs(along.x), std::abs(along.y)) + 0.075 * unit;
}

/// With an arrowhead on each hexside that is crossed on the way, and one where it ends.
void draw_way(Group& into, const Overlay& overlay, Rgb colour, const MapPicture& drawn,
              const std::vector<bool>& taken) {
  const HexGeometry& geometry = drawn.geometry();
  const double unit = geometry.size() / 18, head_length = 4.2 * unit;
  const size_t last = overlay.way.size() - 1;
  const auto along = [&](size_t i) {  // the step that ends at the i-th hex
    const Point step = geometry.centre(overlay.way[i]) - geometry.centre(overlay.way[i - 1]);
    const double length = std::hypot(step.x, step.y);
    return length > 0 ? step * (1 / length) : Point{1, 0};
  };
  const auto is_taken = [&](int hex) { return taken[static_cast<size_t>(hex)]; };
  const Point begin = geometry.centre(overlay.way[0]) +
                      along(1) * (is_taken(overlay.way[0]) ? reach_of_hex(along(1), true, drawn) : 0);
  const Point end = geometry.centre(overlay.way[last]) -
                    along(last) * reach_of_hex(along(last), is_taken(overlay.way[last]), drawn);
  Path way;
  way.move(begin);
  for (size_t i = 1; i < last; ++i) way.line(geometry.centre(overlay.way[i]));
  way.line(end - along(last) * (head_length * 0.6));
  Group& group = into.group("way", overlay.call, overlay.title + ": " + overlay.call);
  way.outline.stroke = Stroke{white, 2.8 * unit, 0.9, {}, true};
  group.add(way);
  way.outline.stroke = Stroke{colour, 1.5 * unit, 1, {}, true};
  group.add(way);
  for (size_t i = 1; i <= last; ++i) {
    const Point forward = along(i), across{-forward.y, forward.x};
    const Point middle = between(geometry.centre(overlay.way[i - 1]), geometry.centre(overlay.way[i]), 0.5);
    const Point tip = i == last ? end : middle + forward * (1.9 * unit);
    Path head;
    head.move(tip)
        .line(tip - forward * head_length + across * (1.6 * unit))
        .line(tip - forward * head_length - across * (1.6 * unit))
        .close();
    head.outline.fill = Paint{colour, 1};
    head.outline.stroke = Stroke{white, 0.35 * unit, 1, {}, true};
    group.add(head);
  }
}

}  // namespace

Rgb overlay_colour(const Overlay& overlay, size_t index, const Style& style) {
  return look_of(overlay, index, style).colour;
}

Overlay overlay_of(const Scenario& scenario, const runtime::ViewAnswer& answer) {
  const language::View& view = scenario.program->views[answer.view];
  Overlay overlay;
  overlay.title = view.title;
  overlay.call = answer.call;
  overlay.label = scenario.program->label_text(view.label);
  const language::Type* only =
      view.params.size() == 1 ? &scenario.program->vars[view.params[0]].type : nullptr;
  if (only != nullptr && only->tag == language::TypeTag::entity && only->of == scenario.program->kind_side) {
    const size_t open = answer.call.find('(');
    overlay.side = answer.call.substr(open + 1, answer.call.size() - open - 2);
  }
  std::visit([&](const auto& shown) { fill(overlay, scenario, shown); }, answer.shown);
  return overlay;
}

void draw_overlay_ground(Picture& picture, Group& into, const Overlay& overlay, size_t index,
                         const board::HexMap& map, int numbering, const MapPicture& drawn,
                         const std::vector<bool>& taken) {
  const UsualView look = look_of(overlay, index, drawn.style());
  const HexGeometry& geometry = drawn.geometry();
  const double unit = geometry.size() / 18;
  const std::set<int> marked(overlay.hexes.begin(), overlay.hexes.end());
  if (!marked.empty()) {
    Symbol symbol{"overlay", {}};
    Path area;
    for (int i = 0; i < 6; ++i) i == 0 ? area.move(geometry.corner(i)) : area.line(geometry.corner(i));
    area.close();
    area.outline.fill = Paint{look.colour, 0.13};
    symbol.shapes.push_back(Shape{area});
    Path lines = hatching(geometry, {}, look.slope, 2.3 * unit);
    lines.outline.stroke = Stroke{look.colour, 0.32 * unit, 0.6, {}, true};
    symbol.shapes.push_back(Shape{lines});
    const size_t at = picture.symbols.size();
    picture.symbols.push_back(std::move(symbol));
    for (const int hex : overlay.hexes) {
      if (!drawn.shown(hex)) continue;
      into.group("marked", map.hex_id(hex, numbering), overlay.call).add(Use{at, geometry.centre(hex)});
    }
    Path border;
    for (const int hex : overlay.hexes) {
      if (!drawn.shown(hex)) continue;
      for (int direction = 0; direction < 6; ++direction)
        if (!marked.contains(map.ground.neighbours(hex)[static_cast<size_t>(direction)])) {
          const Point centre = geometry.centre(hex);
          border.move(centre + geometry.corner(direction) * 0.97)
              .line(centre + geometry.corner(direction + 1) * 0.97);
        }
    }
    border.outline.stroke = Stroke{look.colour, 0.8 * unit, 1, {}, true};
    into.add(border);
  }
  if (overlay.way.size() >= 2) draw_way(into, overlay, look.colour, drawn, taken);
}

void draw_overlay_numbers(Group& into, const Overlay& overlay, size_t index, const MapPicture& drawn,
                          const std::vector<bool>& taken, std::vector<int>& numbers) {
  const Rgb colour = overlay_colour(overlay, index, drawn.style());
  const double unit = drawn.geometry().size();
  for (const auto& [hex, number] : overlay.numbers) {
    if (!drawn.shown(hex)) continue;
    const bool small = taken[static_cast<size_t>(hex)];
    const double size = unit * (small ? 0.15 : 0.22);
    const Point centre = drawn.geometry().centre(hex) +
                         Point{0, (small ? 0.4 : 0.04) * unit -
                                      static_cast<double>(numbers[static_cast<size_t>(hex)]++) * 1.6 * size};
    const std::string words = read_number(number);
    const double width = std::max(size * 1.5, text_width(words, size, true) + size * 0.8);
    Group& group = into.group("number", number, overlay.call + ": " + number);
    Rectangle pill{{centre.x - width / 2, centre.y - size * 0.75}, width, size * 1.5, size * 0.75, {}};
    pill.outline.fill = Paint{white, 1};
    pill.outline.stroke = Stroke{colour, unit * 0.025, 1, {}, true};
    group.add(pill);
    Text text;
    text.at = centre + Point{0, size * 0.36};
    text.text = words;
    text.size = size;
    text.anchor = Anchor::middle;
    text.bold = true;
    text.colour = colour;
    text.ground = white;
    group.add(text);
  }
}

namespace {}  // namespace

void draw_rings(Group& into, const std::vector<Mark>& marks, const MapPicture& drawn,
                const board::HexMap& map, int numbering) {
  const double unit = drawn.geometry().size();
  for (const Mark& mark : marks) {
    if (!drawn.shown(mark.hex)) continue;
    Group& group = into.group(
        "mark", map.hex_id(mark.hex, numbering),
        "marked " + map.hex_id(mark.hex, numbering) + (mark.letter.empty() ? "" : ": " + mark.letter));
    Path ring = drawn.geometry().outline(mark.hex, 0.93);
    ring.outline.stroke = Stroke{dark, unit * 0.085, 1, {}, true};
    group.add(ring);
    ring.outline.stroke = Stroke{mark_colour, unit * 0.045, 1, {}, true};
    group.add(ring);
  }
}

void draw_letters(Group& into, const std::vector<Mark>& marks, const MapPicture& drawn,
                  const board::HexMap& map, int numbering) {
  const double unit = drawn.geometry().size();
  for (const Mark& mark : marks) {
    if (!drawn.shown(mark.hex) || mark.letter.empty()) continue;
    Group& group = into.group("letter", map.hex_id(mark.hex, numbering), mark.letter);
    const double size = unit * 0.17;
    const double width = std::max(size * 1.5, text_width(mark.letter, size, true) + size * 0.7);
    const Point centre = drawn.geometry().centre(mark.hex) + Point{0.3 * unit, -0.3 * unit};
    Rectangle disc{{centre.x - width / 2, centre.y - size * 0.75}, width, size * 1.5, size * 0.75, {}};
    disc.outline.fill = Paint{mark_colour, 1};
    disc.outline.stroke = Stroke{dark, unit * 0.025, 1, {}, true};
    group.add(disc);
    Text text;
    text.at = centre + Point{0, size * 0.36};
    text.text = mark.letter;
    text.size = size;
    text.anchor = Anchor::middle;
    text.bold = true;
    text.colour = dark;
    text.ground = mark_colour;
    group.add(text);
  }
}

void draw_overlay_sample(Group& into, const Overlay& overlay, size_t index, const Style& style, Point centre,
                         double size) {
  const UsualView look = look_of(overlay, index, style);
  board::Topology one(board::Grid{board::Layout::flat_odd, 1, 1}, {board::Cell{0, 0}});
  const HexGeometry geometry(one, size);
  Path area;
  for (int i = 0; i < 6; ++i) {
    const Point corner = centre + geometry.corner(i);
    i == 0 ? area.move(corner) : area.line(corner);
  }
  area.close();
  area.outline.fill = Paint{mixed(white, look.colour, 0.13), 1};
  area.outline.stroke = Stroke{look.colour, 0.5, 1, {}, true};
  into.add(area);
  Path lines = hatching(geometry, centre, look.slope, size * 0.25);
  lines.outline.stroke = Stroke{look.colour, 0.3, 0.7, {}, true};
  into.add(lines);
}

}  // namespace casebook::picture
