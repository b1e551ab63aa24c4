// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/legend.h"

#include <algorithm>
#include <set>

#include "engine/picture/nato_symbols.h"

namespace casebook::picture {

namespace {

constexpr double row = 8.6, sample = 7, words = 3.1;

/// Samples in two columns, each with its words.
class Rows {
 public:
  Rows(Group& into, const Style& style, Point at, double width)
      : into_(into), style_(style), at_(at), width_(width) {}

  template <class Draw>
  void add(const std::string& title, double sample_width, Draw draw) {
    const Point left{at_.x + (second_ ? width_ / 2 : 0), at_.y};
    Group& group = into_.group("legend", title);
    draw(group, Point{left.x + sample_width / 2, left.y + row / 2});
    const double room = width_ / 2 - sample_width - 3;
    std::vector<std::string> lines = wrapped(title, room, words);
    if (lines.size() > 2) lines = {lines[0], fitted(lines[1] + " " + lines[2], room, words)};
    for (size_t i = 0; i < lines.size(); ++i) {
      Text text;
      text.at = {left.x + sample_width + 2,
                 left.y + row / 2 + 1.1 +
                     (static_cast<double>(i) - static_cast<double>(lines.size() - 1) / 2) * 3.5};
      text.text = fitted(lines[i], room, words);
      text.size = words;
      text.colour = style_.ink;
      text.ground = style_.paper;
      group.add(text);
    }
    if (second_) at_.y += row;
    second_ = !second_;
  }
  void heading(const std::string& title) {
    end_row();
    at_.y += 1.5;
    Text text;
    text.at = {at_.x, at_.y + 3.4};
    text.text = title;
    text.size = 3.4;
    text.bold = true;
    text.colour = style_.ink;
    text.ground = style_.paper;
    into_.add(text);
    at_.y += 5;
  }
  double end() {
    end_row();
    return at_.y;
  }

 private:
  void end_row() {
    if (second_) at_.y += row;
    second_ = false;
  }

  Group& into_;
  const Style& style_;
  Point at_;
  double width_;
  bool second_ = false;
};

}  // namespace

double draw_legend(Group& into, const MapPicture& drawn, const board::HexMap& map, const Pieces& pieces,
                   const Style& style, Point at, double width) {
  Rows rows(into, style, at, width);
  std::set<std::string> seen, signs;
  for (const auto& facts : map.facts_by_hex()) {
    for (const board::Fact& fact : facts) {
      if (fact.attribute != style.ground) {
        signs.insert(fact.attribute);
      } else {
        seen.insert(fact.value.text);
        for (const board::DataValue& item : fact.value.items) seen.insert(item.text);
      }
    }
  }
  if (!style.grounds.empty()) seen.insert(style.grounds[0].member);
  if (!style.grounds.empty()) rows.heading("Ground");
  for (const GroundLook& look : style.grounds)
    if (seen.contains(look.member))
      rows.add(look.title, sample + 1.2,
               [&](Group& group, Point centre) { drawn.draw_sample(group, look, centre, sample); });
  std::set<std::string> lines;
  for (const board::Link& link : map.links) lines.insert(link.attribute);
  for (const board::HexsideFacts& line : map.hexside_facts)
    for (const board::Fact& fact : line.facts) lines.insert(fact.attribute);
  if (!lines.empty()) rows.heading("Between hexes");
  for (const EdgeLook& look : style.hexsides) {
    if (!lines.contains(look.attribute)) continue;
    rows.add(look.title, 12, [&](Group& group, Point centre) {
      draw_edge_line(group, look, {{centre - Point{5, 0}, centre + Point{5, 0}}}, 1);
    });
  }
  for (const LinkLook& look : style.links) {
    if (!lines.contains(look.attribute)) continue;
    rows.add(look.title, 12, [&](Group& group, Point centre) {
      Path path;
      path.move(centre - Point{5, 0})
          .curve(centre + Point{-2, -2.4}, centre + Point{2, 2.4}, centre + Point{5, 0});
      draw_link_line(group, look, path, true, 1);
      draw_link_line(group, look, path, false, 1);
    });
  }
  const bool any_signs = std::any_of(style.signs.begin(), style.signs.end(), [&](const SignLook& look) {
    return look.sign != Sign::none && signs.contains(look.name);
  });
  if (any_signs) rows.heading("In hexes");
  for (const SignLook& look : style.signs)
    if (look.sign != Sign::none && signs.contains(look.name))
      rows.add(look.title, sample, [&](Group& group, Point centre) {
        draw_sign(group, look.sign, centre, 2.2, look.colour, style.paper, look.letter);
      });
  if (pieces.counters.empty() && pieces.stones.empty()) return rows.end();
  if (!style.sides.empty()) rows.heading("Sides");
  for (const SideLook& look : style.sides)
    rows.add(look.title, sample + 1,
             [&](Group& group, Point centre) { draw_counter_form(group, look, centre, sample); });
  if (!style.symbols.empty() && !pieces.counters.empty()) rows.heading("Units");
  for (const SymbolLook& look : style.symbols)
    rows.add(look.title, 10, [&](Group& group, Point centre) {
      draw_symbol(group, centre, 9, 5.6, look.parts, look.title, style.ink, {255, 255, 255});
    });
  return rows.end();
}

double draw_overlay_words(Group& into, const Overlay& overlay, size_t index, Point at, double width,
                          const Style& style) {
  Group& group = into.group("view", overlay.call, overlay.title);
  const Rgb colour = overlay_colour(overlay, index, style), ground = mixed(style.paper, colour, 0.05);
  std::vector<std::pair<std::string, bool>> lines;
  for (const std::string& line : wrapped(overlay.title, width - 16, 3.4, true))
    lines.emplace_back(line, true);
  for (const std::string& line : wrapped(overlay.call + "  [" + overlay.label + "]", width - 16, 3))
    lines.emplace_back(line, false);
  for (const std::string& text : overlay.lines) {
    const size_t indent = text.find_first_not_of(' ');
    for (const std::string& line : wrapped(text, width - 16 - static_cast<double>(indent) * 1.5, 3))
      lines.emplace_back(std::string(indent == std::string::npos ? 0 : indent, ' ') + line, false);
  }
  const double height = 5 + static_cast<double>(lines.size()) * 4.3;
  Rectangle frame{at, width, height, 1.6, {}};
  frame.outline.fill = Paint{ground, 1};
  frame.outline.stroke = Stroke{colour, 0.35, 1, {}, true};
  group.add(frame);
  draw_overlay_sample(group, overlay, index, style, at + Point{6.5, 6.2}, 6.5);
  double y = at.y + 5.6;
  for (const auto& [line, bold] : lines) {
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    Text text;
    text.at = {at.x + 12.5 + static_cast<double>(indent) * 1.5, y};
    text.text = line.substr(indent);
    text.size = bold ? 3.4 : 3;
    text.bold = bold;
    text.colour = bold ? ink_on(ground, colour, style.ink) : style.ink;
    if (contrast(text.colour, ground) < least_text_contrast) text.colour = style.ink;
    text.ground = ground;
    group.add(text);
    y += 4.3;
  }
  return at.y + height;
}

}  // namespace casebook::picture
