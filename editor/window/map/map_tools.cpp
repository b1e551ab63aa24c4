// SPDX-License-Identifier: Apache-2.0
#include "editor/window/map/map_tools.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "editor/window/map/zones.h"
#include "editor/window/shared/words.h"
#include "engine/board/facts.h"
#include "engine/picture/hex_geometry.h"

namespace casebook::window {

using board::HexMap;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::MapTools)
};

/// Whether a label is what a place is called on the map: `Bend Town` of `bend_town`, whatever it is of
/// `place_2`.
bool is_name_of(const std::string& label, const std::string& place) {
  const std::string name = name_in_files(label);
  if (name == place) return true;
  const std::string numbered = (name.empty() ? "place" : name) + "_";
  return place.size() > numbered.size() && place.starts_with(numbered) &&
         place.find_first_not_of("0123456789", numbered.size()) == std::string::npos;
}

}  // namespace

std::vector<int> hexes_between(const HexMap& map, int from, int to) {
  if (from < 0 || to < 0) return {};
  std::vector<int> found{from};
  // Step by step to the neighbour nearest to the straight line; holes are left out.
  const picture::HexGeometry geometry(map.ground, 1);
  const picture::Point a = geometry.centre(from), b = geometry.centre(to);
  const int steps = map.ground.distance(from, to);
  for (int step = 1; step <= steps; ++step) {
    const picture::Point at = picture::between(a, b, static_cast<double>(step) / steps);
    int best = -1;
    double least = 1e18;
    const auto offer = [&](int hex) {
      const picture::Point off = geometry.centre(hex) - at;
      const double far = off.x * off.x + off.y * off.y;
      if (far < least) {
        least = far;
        best = hex;
      }
    };
    for (const int next : map.ground.neighbours(found.back()))
      if (next >= 0) offer(next);
    if (best < 0) break;
    found.push_back(best);
  }
  if (found.back() != to) found.push_back(to);
  return found;
}

std::vector<int> hexes_of_block(const HexMap& map, int from, int to) {
  if (from < 0 || to < 0) return {};
  const board::Cell a = map.ground.cell(from), b = map.ground.cell(to);
  std::vector<int> found;
  for (int column = std::min(a.column, b.column); column <= std::max(a.column, b.column); ++column)
    for (int row = std::min(a.row, b.row); row <= std::max(a.row, b.row); ++row) {
      const int hex = map.ground.hex({column, row});
      if (hex >= 0) found.push_back(hex);
    }
  return found;
}

std::string hex_value(const HexMap& map, int hex, const std::string& attribute) {
  for (const board::Fact& fact : board::facts_of_hex(map, hex))
    if (fact.attribute == attribute) return board::value_text(fact.value);
  return {};
}

std::vector<int> hexes_alike(const HexMap& map, int hex, const std::string& attribute) {
  if (hex < 0) return {};
  const std::string wanted = hex_value(map, hex, attribute);
  std::vector<bool> seen(static_cast<size_t>(map.hexes()), false);
  std::vector<int> found{hex};
  seen[static_cast<size_t>(hex)] = true;
  for (size_t i = 0; i < found.size(); ++i)
    for (const int next : map.ground.neighbours(found[i])) {
      if (next < 0 || seen[static_cast<size_t>(next)]) continue;
      seen[static_cast<size_t>(next)] = true;
      if (hex_value(map, next, attribute) == wanted) found.push_back(next);
    }
  std::sort(found.begin(), found.end());
  return found;
}

std::string name_in_files(const std::string& written) {
  std::string name;
  for (const char c : written) {
    const bool big = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
    if (big || small || (digit && !name.empty()))
      name += big ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

std::string name_of_place(const HexMap& map, const std::string& written) {
  std::string name = name_in_files(written);
  // Other letters than these: a number stands for what is written.
  const bool nothing = name.empty();
  if (nothing) name = "place";
  const std::string base = name;
  for (int number = nothing ? 1 : 2;; ++number) {
    const bool taken = std::any_of(map.places.begin(), map.places.end(),
                                   [&](const board::NamedPlace& one) { return one.name == name; });
    if (!taken && !(nothing && name == base)) return name;
    name = base + "_" + std::to_string(number);
  }
}

std::string name_on_map(const HexMap& map, const board::NamedPlace& place) {
  for (const board::Label& label : map.labels)
    if (label.hex == place.hex && is_name_of(label.text, place.name)) return label.text;
  return words_of_name(place.name).toStdString();
}

bool MapTools::can_paint() {
  if (desk_.map() == nullptr) return false;
  if (desk_.map_writable()) return true;
  desk_.say(Texts::tr("This map belongs to another project and cannot be changed here: %1")
                .arg(words(desk_.map_file()))
                .toStdString());
  return false;
}

void MapTools::paint_hexes(const std::vector<int>& hexes, bool erase) {
  if (hexes.empty() || !can_paint()) return;
  const Ink& ink = desk_.ink(Tool::brush);
  if (ink.attribute.empty()) {
    desk_.say(Texts::tr("Choose in the panel Tools what to paint").toStdString());
    return;
  }
  std::vector<std::string> names;
  for (const int hex : hexes) names.push_back(desk_.hex_in_map(hex));
  if (ink.provenance_only) {
    desk_.execute(editor::SetProvenance{desk_.map_file(), names, ink.attribute, erase ? "" : ink.provenance},
                  stroke_);
    return;
  }
  if (ink.add && ink.value && ink.value->kind == board::DataKind::text) {
    editor::ChangeMembers change{desk_.map_file(), names, ink.attribute, {}, {}};
    (erase ? change.remove : change.add).push_back(ink.value->text);
    desk_.execute(change, stroke_);
    return;
  }
  desk_.execute(editor::SetHexes{desk_.map_file(), names, ink.attribute, erase ? std::nullopt : ink.value,
                                 ink.provenance},
                stroke_);
}

void MapTools::paint_side(int hexside, bool erase) {
  if (hexside < 0 || !can_paint()) return;
  const Ink& ink = desk_.ink(Tool::hexside);
  if (ink.attribute.empty()) {
    desk_.say(Texts::tr("Choose in the panel Tools what to paint along hexsides").toStdString());
    return;
  }
  desk_.execute(editor::SetHexsides{desk_.map_file(),
                                    {desk_.hexside_in_map(hexside)},
                                    ink.attribute,
                                    erase ? std::nullopt : ink.value,
                                    ink.provenance},
                stroke_);
}

void MapTools::link_step(int from, int to, bool erase) {
  if (from < 0 || to < 0 || from == to || !can_paint()) return;
  const Ink& ink = desk_.ink(Tool::link);
  if (ink.attribute.empty()) {
    desk_.say(Texts::tr("Choose in the panel Tools which road to draw").toStdString());
    return;
  }
  const std::vector<int> way = hexes_between(*desk_.map(), from, to);
  if (erase) {
    editor::EraseLink command{desk_.map_file(), ink.attribute, {}};
    for (size_t i = 1; i < way.size(); ++i)
      command.hexsides.push_back(desk_.hex_in_map(way[i - 1]) + "-" + desk_.hex_in_map(way[i]));
    desk_.execute(command, stroke_);
    return;
  }
  editor::DrawLink command{desk_.map_file(), ink.attribute, {}, ink.provenance};
  for (const int hex : way) command.through.push_back(desk_.hex_in_map(hex));
  desk_.execute(command, stroke_);
}

void MapTools::off_the_map() {
  desk_.say(Texts::tr("The map ends there. A road may end in a hex at the edge").toStdString());
}

void MapTools::click_label(int hex, bool erase) {
  if (hex < 0 || !can_paint()) return;
  int index = -1;
  const auto& labels = desk_.map()->labels;
  for (size_t i = 0; i < labels.size(); ++i)
    if (labels[i].hex == hex) index = static_cast<int>(i);
  if (erase) {
    if (index >= 0) desk_.execute(editor::RemoveLabel{desk_.map_file(), index});
    return;
  }
  const std::string before = index < 0 ? std::string() : labels[static_cast<size_t>(index)].text;
  const std::string text =
      ask_text ? ask_text(Texts::tr("Label in %1").arg(words(desk_.hex_name(hex))).toStdString(), before)
               : std::string();
  if (text.empty() || text == before) return;
  if (index < 0)
    desk_.execute(editor::AddLabel{desk_.map_file(), desk_.hex_in_map(hex), text});
  else
    desk_.execute(editor::SetLabel{desk_.map_file(), index, desk_.hex_in_map(hex), text});
}

void MapTools::click_place(int hex, bool erase) {
  if (hex < 0 || !can_paint()) return;
  const Ink& ink = desk_.ink(Tool::place);
  std::string name = ink.attribute;
  if (erase) {
    take_place(hex);
    return;
  }
  std::string written;
  if (name.empty() && ask_text) {
    written =
        ask_text(Texts::tr("Name of the place at %1").arg(words(desk_.hex_name(hex))).toStdString(), "");
    if (written.empty()) return;
    name = name_of_place(*desk_.map(), written);
  }
  if (name.empty()) return;
  const editor::SetPlace place{desk_.map_file(), name, desk_.hex_in_map(hex), ink.provenance};
  const auto& labels = desk_.map()->labels;
  const bool labelled =
      std::any_of(labels.begin(), labels.end(), [&](const board::Label& one) { return one.hex == hex; });
  if (written.empty() || written == name || labelled) {
    desk_.execute(place);
    return;
  }
  // Files know it by a name of letters and _; people by what was written, which goes onto the map.
  editor::Several both;
  both.text = Texts::tr("place %1 at %2").arg(words(written), words(desk_.hex_name(hex))).toStdString();
  both.commands.emplace_back(place);
  both.commands.emplace_back(editor::AddLabel{desk_.map_file(), desk_.hex_in_map(hex), written});
  desk_.execute(both);
}

void MapTools::take_place(int hex) {
  const auto& places = desk_.map()->places;
  const auto place = std::find_if(places.begin(), places.end(),
                                  [&](const board::NamedPlace& one) { return one.hex == hex; });
  if (place == places.end()) return;
  const std::string name = place->name;
  const editor::SetPlace gone{desk_.map_file(), name, "", ""};
  // Its name on the map came with the place and goes with it; a label that says something else stays.
  const auto& labels = desk_.map()->labels;
  const auto label = std::find_if(labels.begin(), labels.end(), [&](const board::Label& one) {
    return one.hex == hex && is_name_of(one.text, name);
  });
  if (label == labels.end()) {
    desk_.execute(gone);
    return;
  }
  editor::Several both;
  both.text = Texts::tr("place %1 and its label removed").arg(words(label->text)).toStdString();
  both.commands.emplace_back(gone);
  both.commands.emplace_back(editor::RemoveLabel{desk_.map_file(), static_cast<int>(label - labels.begin())});
  desk_.execute(both);
}

void MapTools::paint_zone(const std::vector<int>& hexes, bool erase) {
  if (hexes.empty() || desk_.words() == nullptr) return;
  const Ink& ink = desk_.ink(Tool::zone);
  const editor::Attribute* attribute = desk_.words()->attribute(ink.attribute);
  if (attribute == nullptr) {
    desk_.say(Texts::tr("These rules have no zones. Put named entry hexes on the map with the tool Places")
                  .toStdString());
    return;
  }
  if (is_of_entities(*attribute)) {
    put_entities_hex(desk_, *attribute, hexes.back(), erase, stroke_);
    return;
  }
  if (!can_paint()) return;
  std::vector<std::string> names;
  for (const int hex : hexes) names.push_back(desk_.hex_in_map(hex));
  if (attribute->type.sort == editor::ValueSort::set && ink.value) {
    editor::ChangeMembers change{desk_.map_file(), names, ink.attribute, {}, {}};
    for (const board::DataValue& item : ink.value->items)
      (erase ? change.remove : change.add).push_back(item.text);
    desk_.execute(change, stroke_);
    return;
  }
  desk_.execute(editor::SetHexes{desk_.map_file(), names, ink.attribute, erase ? std::nullopt : ink.value,
                                 ink.provenance},
                stroke_);
}

void MapTools::select_hex(const Touch& touch) {
  Selection selection = touch.add ? desk_.selection() : Selection{};
  if (touch.hex >= 0) {
    const auto there = std::find(selection.hexes.begin(), selection.hexes.end(), touch.hex);
    if (touch.add && there != selection.hexes.end())
      selection.hexes.erase(there);
    else
      selection.hexes.push_back(touch.hex);
  }
  desk_.select(std::move(selection));
}

void MapTools::press(const Touch& touch) {
  if (desk_.map() == nullptr) return;
  active_ = true;
  stroke_ = desk_.new_stroke();
  done_before_ = desk_.document()->done();
  first_ = last_ = touch.hex;
  last_side_ = touch.hexside;
  preview_.clear();
  desk_.set_cursor(touch.hex);
  switch (desk_.tool()) {
    case Tool::select:
      select_hex(touch);
      break;
    case Tool::brush:
      if (touch.hex >= 0) paint_hexes({touch.hex}, touch.other_button);
      break;
    case Tool::fill:
      paint_hexes(hexes_alike(*desk_.map(), touch.hex, desk_.ink(Tool::brush).attribute), touch.other_button);
      break;
    case Tool::rectangle:
    case Tool::line:
      if (touch.hex >= 0) preview_ = {touch.hex};
      break;
    case Tool::hexside:
      paint_side(touch.hexside, touch.other_button);
      break;
    case Tool::link:
      break;
    case Tool::label:
      click_label(touch.hex, touch.other_button);
      break;
    case Tool::place:
      click_place(touch.hex, touch.other_button);
      break;
    case Tool::zone:
      if (touch.hex >= 0) paint_zone({touch.hex}, touch.other_button);
      break;
    case Tool::trace:
      break;
  }
}

void MapTools::move(const Touch& touch) {
  if (!active_ || desk_.map() == nullptr) return;
  const Tool tool = desk_.tool();
  if (tool == Tool::hexside) {
    if (touch.hexside >= 0 && touch.hexside != last_side_) {
      last_side_ = touch.hexside;
      paint_side(touch.hexside, touch.other_button);
    }
    return;
  }
  if (touch.hex < 0 && last_ >= 0 && tool == Tool::link) off_the_map();
  if (touch.hex < 0 || touch.hex == last_) return;
  if (last_ < 0) last_ = first_ = touch.hex;
  if (tool == Tool::brush) {
    std::vector<int> way = hexes_between(*desk_.map(), last_, touch.hex);
    if (way.size() > 1) way.erase(way.begin());
    paint_hexes(way, touch.other_button);
  } else if (tool == Tool::zone) {
    std::vector<int> way = hexes_between(*desk_.map(), last_, touch.hex);
    if (way.size() > 1) way.erase(way.begin());
    paint_zone(way, touch.other_button);
  } else if (tool == Tool::rectangle || tool == Tool::select) {
    preview_ = hexes_of_block(*desk_.map(), first_, touch.hex);
  } else if (tool == Tool::line) {
    preview_ = hexes_between(*desk_.map(), first_, touch.hex);
  } else if (tool == Tool::link) {
    link_step(last_, touch.hex, touch.other_button);
  }
  last_ = touch.hex;
  desk_.set_cursor(touch.hex);
}

void MapTools::release(const Touch& touch) {
  if (!active_) return;
  active_ = false;
  const std::vector<int> preview = std::move(preview_);
  preview_.clear();
  if (desk_.map() == nullptr) return;
  switch (desk_.tool()) {
    case Tool::rectangle:
    case Tool::line:
      paint_hexes(preview, touch.other_button);
      break;
    case Tool::select:
      if (preview.size() > 1) {
        Selection selection = touch.add ? desk_.selection() : Selection{};
        selection.hexes.insert(selection.hexes.end(), preview.begin(), preview.end());
        desk_.select(std::move(selection));
      }
      break;
    default:
      break;
  }
}

void MapTools::cancel() {
  if (!active_) return;
  active_ = false;
  preview_.clear();
  if (desk_.document() != nullptr && desk_.document()->done() > done_before_) desk_.go_to(done_before_);
}

void MapTools::put(int hex, bool other_button) {
  if (hex < 0 || desk_.map() == nullptr) return;
  const Touch touch{hex, -1, other_button, desk_.tool() == Tool::select};
  press(touch);
  release(touch);
}

void MapTools::put_side(int hex, int direction, bool other_button) {
  if (hex < 0 || desk_.map() == nullptr) return;
  stroke_ = desk_.new_stroke();
  if (desk_.tool() == Tool::link) {
    const int next = desk_.map()->ground.neighbours(hex)[static_cast<size_t>(direction)];
    if (next < 0) {
      off_the_map();
      return;
    }
    link_step(hex, next, other_button);
    desk_.set_cursor(next);
    return;
  }
  if (desk_.tool() == Tool::hexside)
    paint_side(desk_.map()->ground.sides(hex)[static_cast<size_t>(direction)], other_button);
}

bool MapTools::place_entities(const std::vector<std::string>& entities, int hex) {
  if (desk_.map() == nullptr || hex < 0) return false;
  // Each file has its own way to call a hex.
  std::vector<std::pair<int, std::vector<std::string>>> by_part;
  for (const std::string& entity : entities) {
    const int part = desk_.line_of(entity).first;
    if (part < 0) continue;
    auto at =
        std::find_if(by_part.begin(), by_part.end(), [&](const auto& one) { return one.first == part; });
    if (at == by_part.end()) at = by_part.insert(at, {part, {}});
    at->second.push_back(entity);
  }
  const uint64_t stroke = desk_.new_stroke();
  bool done = false;
  for (const auto& [part, names] : by_part) {
    const editor::Part& file = desk_.document()->part(part);
    const auto* order = file.as<board::OrderOfBattle>();
    const std::string place =
        desk_.map()->hex_id(hex, desk_.numbering_in_use(order == nullptr ? std::string() : order->numbering));
    done = desk_.execute(editor::PlaceEntities{file.path, names, place, ""}, stroke) || done;
  }
  return done;
}

bool MapTools::place_entities_in(const std::vector<std::string>& entities, const std::string& box) {
  bool done = false;
  const uint64_t stroke = desk_.new_stroke();
  for (const std::string& entity : entities) {
    const int part = desk_.line_of(entity).first;
    if (part < 0) continue;
    done =
        desk_.execute(editor::PlaceEntities{desk_.document()->part(part).path, {entity}, box, ""}, stroke) ||
        done;
  }
  return done;
}

}  // namespace casebook::window
