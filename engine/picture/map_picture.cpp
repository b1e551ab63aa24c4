// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/map_picture.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/text.h"
#include "engine/picture/ground_patterns.h"

namespace casebook::picture {

using board::DataKind;
using board::Fact;
using board::nowhere;

namespace {

std::vector<std::string> texts_of(const board::DataValue& value) {
  if (value.kind == DataKind::text) return {value.text};
  std::vector<std::string> texts;
  for (const board::DataValue& item : value.items)
    if (item.kind == DataKind::text) texts.push_back(item.text);
  return texts;
}

/// What a fact says beside its name: nothing for yes, `none` and no are not worth telling.
std::optional<std::string> told(const board::DataValue& value) {
  switch (value.kind) {
    case DataKind::boolean:
      return value.boolean ? std::optional<std::string>("") : std::nullopt;
    case DataKind::number:
      return std::to_string(value.number);
    case DataKind::text:
      return value.text == "none" ? std::nullopt : std::optional(value.text);
    case DataKind::list: {
      std::string text;
      for (const std::string& one : texts_of(value)) text += (text.empty() ? "" : ", ") + one;
      return text.empty() ? std::nullopt : std::optional(text);
    }
  }
  return std::nullopt;
}

Text text_at(Point at, std::string words, double size, Rgb colour, Rgb ground) {
  Text text;
  text.at = at;
  text.text = std::move(words);
  text.size = size;
  text.anchor = Anchor::middle;
  text.colour = colour;
  text.ground = ground;
  return text;
}

}  // namespace

MapPicture::MapPicture(const board::HexMap& map, int numbering, const Style& style, std::vector<int> shown)
    : facts_(std::make_shared<const MapFacts>(map)),
      map_(map),
      numbering_(numbering),
      style_(style),
      geometry_(map.ground, style.hex_size, shown),
      whole_(shown.empty()),
      hexes_(std::move(shown)) {
  std::sort(hexes_.begin(), hexes_.end());
  hexes_.erase(std::unique(hexes_.begin(), hexes_.end()), hexes_.end());
  if (!whole_) return;
  for (int hex = 0; hex < map.hexes(); ++hex) hexes_.push_back(hex);
}

MapPicture::MapPicture(std::shared_ptr<const MapFacts> facts, int numbering, const Style& style)
    : facts_(std::move(facts)),
      map_(facts_->map()),
      numbering_(numbering),
      style_(style),
      geometry_(map_.ground, style.hex_size) {
  for (int hex = 0; hex < map_.hexes(); ++hex) hexes_.push_back(hex);
}

MapPicture MapPicture::part(std::vector<int> hexes) const {
  MapPicture part(*this, std::move(hexes));
  return part;
}

MapPicture::MapPicture(const MapPicture& whole, std::vector<int> hexes)
    : facts_(whole.facts_),
      map_(whole.map_),
      numbering_(whole.numbering_),
      style_(whole.style_),
      geometry_(whole.geometry_),
      whole_(false),
      titled_(false),
      hexes_(std::move(hexes)) {
}

std::vector<int> MapPicture::hexes_about(const Room& room) const {
  return geometry_.hexes_in(map_.ground, room.grown(geometry_.side() * 2));
}

std::vector<int> MapPicture::shown_hexsides() const {
  std::vector<int> sides;
  for (const int hex : hexes_)
    for (const int side : map_.ground.sides(hex)) sides.push_back(side);
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

std::vector<std::string> MapPicture::members(int hex) const {
  for (const Fact& fact : facts_->of_hex(hex))
    if (fact.attribute == style_.ground) return texts_of(fact.value);
  // The rules' default, which no file tells: the first ground.
  return style_.grounds.empty() ? std::vector<std::string>{}
                                : std::vector<std::string>{style_.grounds[0].member};
}

const GroundLook* MapPicture::ground(int hex) const {
  const auto all = members(hex);
  return all.empty() ? nullptr : style_.ground_look(all.front());
}

std::string MapPicture::hex_title(int hex) const {
  std::string title = map_.hex_id(hex, numbering_) + ":";
  std::string separator = " ";
  const auto say = [&](const std::string& what) {
    title += separator + what;
    separator = "; ";
  };
  std::string grounds;
  for (const std::string& member : members(hex)) {
    const GroundLook* look = style_.ground_look(member);
    grounds += (grounds.empty() ? "" : " and ") + (look != nullptr ? look->title : member);
  }
  if (!grounds.empty()) say(grounds);
  for (const board::NamedPlace& place : map_.places)
    if (place.hex == hex) say(with_blanks(place.name));
  for (const Fact& fact : facts_->of_hex(hex)) {
    if (fact.attribute == style_.ground) continue;
    if (const auto value = told(fact.value))
      say(with_blanks(fact.attribute) + (value->empty() ? "" : " " + *value));
  }
  std::vector<std::pair<std::string, std::string>> ways;  // attribute, directions
  for (int direction = 0; direction < board::directions; ++direction) {
    const int side = map_.ground.sides(hex)[static_cast<size_t>(direction)];
    for (const Fact& fact : facts_->of_hexside(side)) {
      const auto value = told(fact.value);
      if (!value) continue;
      const std::string what = with_blanks(fact.attribute) + (value->empty() ? "" : " " + *value);
      auto at = std::find_if(ways.begin(), ways.end(), [&](const auto& one) { return one.first == what; });
      if (at == ways.end()) at = ways.insert(ways.end(), {what, {}});
      at->second +=
          (at->second.empty() ? " " : ", ") + std::string(map_.ground.grid().direction_name(direction));
    }
  }
  for (const auto& [what, directions] : ways) say(what + directions);
  if (title.back() == ':') title.pop_back();
  return title;
}

const std::vector<std::string>& MapPicture::layers() {
  static const std::vector<std::string> names{"hexes", "grid", "hexsides", "links", "numbers", "signs"};
  return names;
}

void MapPicture::draw_layer(std::string_view name, Picture& picture, Group& into) const {
  if (name == "hexes") draw_hexes(picture, into);
  if (name == "grid") draw_grid(into);
  if (name == "hexsides") draw_hexsides(into);
  if (name == "links") draw_links(into);
  if (name == "numbers") draw_numbers(into);
  if (name == "signs") draw_signs(into);
}

void MapPicture::draw_ground(Picture& picture, Group& into) const {
  for (const std::string& name : layers()) draw_layer(name, picture, into.group("layer", name));
}

void MapPicture::draw_hexes(Picture& picture, Group& into) const {
  std::map<std::string, size_t> symbols;
  for (size_t i = 0; i < picture.symbols.size(); ++i) symbols.emplace(picture.symbols[i].name, i);
  for (const int hex : hexes_) {
    Group& group = into.group("hex", map_.hex_id(hex, numbering_), titled_ ? hex_title(hex) : std::string());
    const GroundLook* look = ground(hex);
    const std::string member = look == nullptr ? "" : look->member;
    const auto all = members(hex);
    const bool mixed_ground = all.size() > 1;
    const std::string key = (mixed_ground ? "plain ground " : "ground ") + member;
    auto found = symbols.find(key);
    if (found == symbols.end()) {
      Symbol symbol{key, {}};
      Path outline;
      for (int i = 0; i < 6; ++i)
        i == 0 ? outline.move(geometry_.corner(i)) : outline.line(geometry_.corner(i));
      outline.close();
      const Rgb colour = look == nullptr ? style_.paper : look->colour;
      outline.outline.fill = Paint{colour, 1};
      outline.outline.stroke = Stroke{colour, 0.12, 1, {}, true};
      symbol.shapes.push_back(Shape{outline});
      if (look != nullptr && !mixed_ground)
        for (Shape& shape : pattern_shapes(look->pattern, geometry_, look->colour))
          symbol.shapes.push_back(std::move(shape));
      found = symbols.emplace(key, picture.symbols.size()).first;
      picture.symbols.push_back(std::move(symbol));
    }
    group.add(Use{found->second, geometry_.centre(hex)});
    if (mixed_ground) draw_mixed(group, hex);
    std::string letters;
    for (const std::string& one : all)
      if (const GroundLook* other = style_.ground_look(one)) letters += other->letter;
    if (look != nullptr && !letters.empty()) {
      const double unit = geometry_.size();
      Text text = text_at(geometry_.centre(hex) + Point{-0.43 * unit, 0.05 * unit}, letters, 0.12 * unit,
                          style_.ink, look->colour);
      text.halo = 0.025 * unit;
      text.bold = true;
      group.add(text);
    }
  }
}

// A hex with several kinds of ground: the first one everywhere, each other one where it comes in from its
// neighbours, behind a curved shore.
void MapPicture::draw_mixed(Group& into, int hex) const {
  const auto all = members(hex);
  const Point centre = geometry_.centre(hex);
  std::vector<Path> parts;
  std::vector<const GroundLook*> looks;
  for (size_t i = 1; i < all.size(); ++i) {
    const GroundLook* look = style_.ground_look(all[i]);
    if (look == nullptr) continue;
    const auto neighbours_with = [&](bool pure) {
      std::vector<bool> has(6, false);
      for (size_t d = 0; d < 6; ++d) {
        const int next = map_.ground.neighbours(hex)[d];
        if (next == nowhere) continue;
        const auto theirs = members(next);
        has[d] = pure ? theirs == std::vector<std::string>{all[i]}
                      : std::find(theirs.begin(), theirs.end(), all[i]) != theirs.end();
      }
      return has;
    };
    std::vector<bool> has = neighbours_with(true);
    if (std::find(has.begin(), has.end(), true) == has.end()) has = neighbours_with(false);
    if (std::find(has.begin(), has.end(), true) == has.end()) has[2] = has[3] = true;
    const bool everywhere = std::find(has.begin(), has.end(), false) == has.end();
    if (everywhere) has[0] = false;
    for (int first = 0; first < 6; ++first) {
      if (!has[static_cast<size_t>(first)] || has[static_cast<size_t>((first + 5) % 6)]) continue;
      int length = 0;
      while (length < 6 && has[static_cast<size_t>((first + length) % 6)]) ++length;
      static constexpr double pulls[] = {0, 0.5, 0.78, 0.95, 1.12, 1.25};
      const double pull = pulls[length];
      Path part;
      const Point begin = geometry_.corner(first), end = geometry_.corner(first + length);
      part.move(centre + begin);
      for (int corner = 1; corner <= length; ++corner) part.line(centre + geometry_.corner(first + corner));
      part.curve(centre + end * (1 - pull), centre + begin * (1 - pull), centre + begin).close();
      parts.push_back(part);
      looks.push_back(look);
    }
  }
  // Marks stand where the triangle of their direction belongs to the ground.
  for (size_t i = 0; i < parts.size(); ++i) {
    Path part = parts[i];
    part.outline.fill = Paint{looks[i]->colour, 1};
    part.outline.stroke = Stroke{mixed(looks[i]->colour, style_.ink, 0.35), 0.25, 1, {}, true};
    into.add(part);
  }
  const auto part_at = [&](Point at) -> const GroundLook* {
    for (size_t i = parts.size(); i-- > 0;) {
      // Even-odd rule over the corners and a few points of the shore.
      std::vector<Point> corners;
      for (const Path::Step& step : parts[i].steps) {
        if (step.verb == Path::Verb::curve) {
          const Point from = corners.back();
          for (int k = 1; k <= 8; ++k) {
            const double t = k / 8.0, s = 1 - t;
            corners.push_back(from * (s * s * s) + step.first * (3 * s * s * t) +
                              step.second * (3 * s * t * t) + step.to * (t * t * t));
          }
        } else if (step.verb != Path::Verb::close) {
          corners.push_back(step.to);
        }
      }
      bool inside = false;
      const Point p = centre + at;
      for (size_t a = 0, b = corners.size() - 1; a < corners.size(); b = a++) {
        if ((corners[a].y > p.y) == (corners[b].y > p.y)) continue;
        const double x = corners[b].x +
                         (p.y - corners[b].y) / (corners[a].y - corners[b].y) * (corners[a].x - corners[b].x);
        if (p.x < x) inside = !inside;
      }
      if (inside) return looks[i];
    }
    return style_.ground_look(all.front());
  };
  for (const std::string& member : all) {
    const GroundLook* look = style_.ground_look(member);
    if (look == nullptr) continue;
    const auto here = [&](Point at) {
      for (const Point off : {Point{0, 0}, Point{1.3, 0}, Point{-1.3, 0}, Point{0, 1}, Point{0, -1}})
        if (part_at(at + off) != look) return false;
      return true;
    };
    for (Shape& shape : pattern_shapes(look->pattern, geometry_, look->colour, here)) {
      if (auto* path = std::get_if<Path>(&shape.is)) {
        for (Path::Step& step : path->steps) {
          step.to = step.to + centre;
          step.first = step.first + centre;
          step.second = step.second + centre;
        }
        into.add(*path);
      }
    }
  }
}

void MapPicture::draw_grid(Group& into) const {
  Path inner, rim;
  for (const int side : shown_hexsides()) {
    const auto& ends = map_.ground.ends(side);
    const bool first = shown(ends[0]), second = ends[1] != nowhere && shown(ends[1]);
    if (!first && !second) continue;
    const auto edge = geometry_.edge(map_.ground, side);
    (ends[1] == nowhere ? rim : inner).move(edge.from).line(edge.to);
  }
  inner.outline.stroke = Stroke{style_.grid, 0.22, 0.62, {}, true};
  rim.outline.stroke = Stroke{style_.grid, 0.5, 1, {}, true};
  if (!inner.steps.empty()) into.add(inner);
  if (!rim.steps.empty()) into.add(rim);
}

void MapPicture::draw_numbers(Group& into) const {
  const double unit = geometry_.size();
  std::map<const GroundLook*, Rgb> inks;
  for (const int hex : hexes_) {
    const GroundLook* look = ground(hex);
    const Rgb on = look == nullptr ? style_.paper : look->colour;
    const auto [known, is_new] = inks.emplace(look, mixed(style_.ink, on, 0.25));
    if (is_new && contrast(known->second, on) < least_text_contrast + 0.5)
      known->second = ink_on(on, style_.ink, {255, 255, 255});
    const Rgb ink = known->second;
    Text text = text_at(geometry_.centre(hex) + Point{0, -0.368 * unit}, map_.hex_id(hex, numbering_),
                        0.118 * unit, ink, on);
    const double width = text_width(text.text, text.size);
    if (width > 0.5 * unit) text.size *= 0.5 * unit / width;
    text.halo = 0.022 * unit;
    into.add(text);
  }
}

void MapPicture::draw_signs(Group& into) const {
  const double unit = geometry_.size();
  for (const int hex : hexes_) {
    double down = 0;
    for (const SignLook& look : style_.signs) {
      for (const Fact& fact : facts_->of_hex(hex)) {
        if (fact.attribute != look.name || look.sign == Sign::none) continue;
        const auto value = told(fact.value);
        if (!value) continue;
        const SideLook* side = style_.side(*value);
        const GroundLook* on = ground(hex);
        Group& group = into.group(
            "sign", fact.attribute,
            map_.hex_id(hex, numbering_) + ": " + look.title + (value->empty() ? "" : " " + *value));
        draw_sign(group, look.sign, geometry_.centre(hex) + Point{0.42 * unit, down}, 0.11 * unit,
                  side != nullptr ? side->colour : look.colour, on == nullptr ? style_.paper : on->colour,
                  look.letter);
        down += 0.17 * unit;
      }
    }
  }
  for (const board::NamedPlace& place : map_.places) {
    if (place.hex == nowhere || !shown(place.hex)) continue;
    for (const SignLook& look : style_.places)
      if (look.name == place.name && look.sign != Sign::none) draw_place_sign(into, place, look);
  }
}

void MapPicture::draw_place_sign(Group& into, const board::NamedPlace& place, const SignLook& look) const {
  const double unit = geometry_.size();
  Group& group = into.group("place", place.name,
                            map_.hex_id(place.hex, numbering_) + ": " +
                                (look.title.empty() ? with_blanks(place.name) : look.title));
  const GroundLook* on = ground(place.hex);
  if (look.sign != Sign::arrow) {
    draw_sign(group, look.sign, geometry_.centre(place.hex) + Point{-0.42 * unit, 0.14 * unit}, 0.13 * unit,
              look.colour, on == nullptr ? style_.paper : on->colour, look.letter);
    return;
  }
  // From off the map into the hex, along a link that leaves the map there if one does.
  int chosen = -1;
  for (int direction = 0; direction < 6; ++direction) {
    if (map_.ground.neighbours(place.hex)[static_cast<size_t>(direction)] != nowhere) continue;
    if (chosen < 0) chosen = direction;
    const int side = map_.ground.sides(place.hex)[static_cast<size_t>(direction)];
    for (const Fact& fact : facts_->of_hexside(side))
      if (style_.link(fact.attribute) != nullptr && told(fact.value)) chosen = direction;
  }
  if (chosen < 0) return;
  const Point middle = geometry_.middle(chosen), out = middle * (2 / unit), across{-out.y, out.x};
  const Point tip = geometry_.centre(place.hex) + middle + out * 1.3;
  Path arrow;
  arrow.move(tip)
      .line(tip + out * 2.6 + across * 2)
      .line(tip + out * 2.6 + across * 0.9)
      .line(tip + out * 5 + across * 0.9)
      .line(tip + out * 5 - across * 0.9)
      .line(tip + out * 2.6 - across * 0.9)
      .line(tip + out * 2.6 - across * 2)
      .close();
  arrow.outline.fill = Paint{look.colour, 1};
  group.add(arrow);
}

void MapPicture::draw_labels(Group& into) const {
  const double unit = geometry_.size();
  for (const board::Label& label : map_.labels) {
    if (label.hex == nowhere || !shown(label.hex)) continue;
    LabelLook look;
    for (const LabelLook& one : style_.labels)
      if (one.text == label.text) look = one;
    const GroundLook* under = ground(label.hex);
    const Rgb on = under == nullptr ? style_.paper : under->colour;
    Rgb colour = look.colour.value_or(style_.ink);
    if (contrast(colour, on) < least_text_contrast) colour = ink_on(on, style_.ink, {255, 255, 255});
    const Point at = look.placed ? Point{look.right, look.down} : Point{0, 0.474 * unit};
    Text text = text_at(geometry_.centre(label.hex) + at, label.text, look.size * unit / 18, colour, on);
    if (!look.placed) {
      // Narrow enough to pass between the counters of the neighbours.
      const double width = text_width(text.text, text.size, look.bold);
      if (width > 1.02 * unit) text.size = std::max(0.07 * unit, text.size * 1.02 * unit / width);
      text.text = fitted(text.text, 1.04 * unit, text.size, look.bold);
    }
    text.spacing = look.spacing;
    text.turn = look.turn;
    text.bold = look.bold;
    text.italic = look.italic;
    text.halo = std::max(0.35, look.size * 0.12) * unit / 18;
    into.group("label", map_.hex_id(label.hex, numbering_), label.text).add(text);
  }
}

void MapPicture::draw_sample(Group& into, const GroundLook& look, Point centre, double size) const {
  HexGeometry small(map_.ground, size);
  Path outline;
  for (int i = 0; i < 6; ++i) {
    const Point corner = centre + small.corner(i);
    i == 0 ? outline.move(corner) : outline.line(corner);
  }
  outline.close();
  outline.outline.fill = Paint{look.colour, 1};
  outline.outline.stroke = Stroke{style_.grid, 0.22, 1, {}, true};
  into.add(outline);
  for (Shape& shape : pattern_shapes(look.pattern, small, look.colour)) {
    auto* path = std::get_if<Path>(&shape.is);
    if (path == nullptr) continue;
    for (Path::Step& step : path->steps) {
      step.to = step.to + centre;
      step.first = step.first + centre;
      step.second = step.second + centre;
    }
    into.add(*path);
  }
  if (look.letter.empty()) return;
  Text text = text_at(centre + Point{0, size * 0.16}, look.letter, size * 0.42, style_.ink, look.colour);
  text.halo = size * 0.06;
  text.bold = true;
  into.add(text);
}

}  // namespace casebook::picture
