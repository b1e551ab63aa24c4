// SPDX-License-Identifier: Apache-2.0
// Roads and trails, labels, named places.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "editor/document/commands/plan.h"
#include "engine/board/map_loose_ends.h"

namespace casebook::editor {

using namespace board;

namespace {

ProvenanceChoice choice_of(int provenance) {
  ProvenanceChoice out;
  if (provenance == unstated) return out;
  out.entries.push_back({"others", provenance});
  out.whole = true;
  return out;
}

template <class Item>
Edit item_edit(int part, size_t index, std::optional<Item> before, std::optional<Item> after) {
  ItemEdit<Item> out;
  out.part = part;
  out.index = index;
  out.before = std::move(before);
  out.after = std::move(after);
  return out;
}

/// What is left of a chain when those hexsides are taken out of it.
std::vector<std::vector<int>> pieces(const HexMap& map, const std::vector<int>& hexes,
                                     const std::set<int>& taken) {
  std::vector<std::vector<int>> out(1);
  for (const int hex : hexes) {
    if (!out.back().empty() && taken.contains(map.ground.between(out.back().back(), hex))) out.emplace_back();
    out.back().push_back(hex);
  }
  std::erase_if(out, [](const std::vector<int>& one) { return one.size() < 2; });
  return out;
}

}  // namespace

Done Plan::make(const DrawLink& c) {
  const HexMap* map = find_map(c.file);
  int provenance = unstated;
  if (map == nullptr || !check_attribute(c.attribute, {}) ||
      !find_provenance(map->provenances, c.provenance, provenance))
    return refused();
  if (c.through.size() < 2) return refuse(fmt::format("a {} needs at least two hexes", c.attribute));
  std::vector<int> hexes;
  for (const std::string& id : c.through) {
    int hex = nowhere;
    if (!find_hex(*map, id, hex)) return refused();
    if (!hexes.empty()) {
      const int side = hexes.back() == hex ? nowhere : map->ground.between(hexes.back(), hex);
      if (side == nowhere)
        return refuse(fmt::format("the hexes {} and {} do not touch", map->hex_id(hexes.back()), id));
      if (const HexsideFacts* line = line_of_hexside(*map, side)) {
        for (const Fact& fact : line->facts) {
          if (fact.attribute == c.attribute && !(fact.value.kind == DataKind::boolean && fact.value.boolean))
            return refuse(fmt::format("the hexside {}-{} contradicts it: {} is {}", map->hex_id(hexes.back()),
                                      id, c.attribute, value_text(fact.value)));
        }
      }
    }
    hexes.push_back(hex);
  }
  std::set<std::string> attributes{c.attribute};
  for (const Link& link : map->links) attributes.insert(link.attribute);
  if (attributes.size() > limits::attributes)
    return refuse(fmt::format("a map has at most {} kinds of link", limits::attributes));
  for (size_t i = map->links.size(); i-- > 0;) {
    const Link& link = map->links[i];
    const bool same = provenance == unstated || link.provenance_choice == choice_of(provenance);
    if (link.attribute != c.attribute || !same || link.hexes.back() != hexes.front()) continue;
    Link longer = link;
    longer.hexes.insert(longer.hexes.end(), hexes.begin() + 1, hexes.end());
    keep_open_ends(longer);
    edits.push_back(item_edit<Link>(part_, i, link, std::move(longer)));
    return planned();
  }
  Link link;
  link.attribute = c.attribute;
  link.hexes = std::move(hexes);
  link.provenance_choice = choice_of(provenance);
  link.provenance = map->provenances.of(link.provenance_choice, c.attribute);
  edits.push_back(item_edit<Link>(part_, map->links.size(), std::nullopt, std::move(link)));
  return planned();
}

Done Plan::make(const EraseLink& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  std::set<int> taken;
  for (const std::string& name : c.hexsides) {
    int hexside = nowhere, direction = -1;
    if (!find_hexside(*map, name, hexside, direction)) return refused();
    taken.insert(hexside);
  }
  for (size_t i = map->links.size(); i-- > 0;) {
    const Link& link = map->links[i];
    if (link.attribute != c.attribute) continue;
    const auto left = pieces(*map, link.hexes, taken);
    if (left.size() == 1 && left.front() == link.hexes) continue;
    Link rest = link;
    if (left.empty()) {
      edits.push_back(item_edit<Link>(part_, i, link, std::nullopt));
      continue;
    }
    rest.hexes = left.front();
    keep_open_ends(rest);
    edits.push_back(item_edit<Link>(part_, i, link, rest));
    for (size_t k = 1; k < left.size(); ++k) {
      rest.hexes = left[k];
      rest.open_ends = link.open_ends;
      keep_open_ends(rest);
      edits.push_back(item_edit<Link>(part_, i + k, std::nullopt, rest));
    }
  }
  return planned();
}

Done Plan::make(const AddLabel& c) {
  const HexMap* map = find_map(c.file);
  Label label;
  if (map == nullptr || !find_hex(*map, c.hex, label.hex) || !check_text(c.text, "the label"))
    return refused();
  if (c.text.empty()) return refuse("a label without text shows nothing");
  label.text = c.text;
  edits.push_back(item_edit<Label>(part_, map->labels.size(), std::nullopt, std::move(label)));
  return planned();
}

Done Plan::make(const SetLabel& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  if (c.index < 0 || static_cast<size_t>(c.index) >= map->labels.size())
    return refuse(fmt::format("the map has {} labels", map->labels.size()));
  const Label& before = map->labels[static_cast<size_t>(c.index)];
  Label after = before;
  if (!find_hex(*map, c.hex, after.hex) || !check_text(c.text, "the label")) return refused();
  if (c.text.empty()) return refuse("a label without text shows nothing");
  after.text = c.text;
  if (after == before) return planned();
  edits.push_back(item_edit<Label>(part_, static_cast<size_t>(c.index), before, std::move(after)));
  return planned();
}

Done Plan::make(const RemoveLabel& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  if (c.index < 0 || static_cast<size_t>(c.index) >= map->labels.size())
    return refuse(fmt::format("the map has {} labels", map->labels.size()));
  const auto index = static_cast<size_t>(c.index);
  edits.push_back(item_edit<Label>(part_, index, map->labels[index], std::nullopt));
  return planned();
}

Done Plan::make(const SetPlace& c) {
  const HexMap* map = find_map(c.file);
  int provenance = unstated;
  if (map == nullptr || !find_provenance(map->provenances, c.provenance, provenance)) return refused();
  if (!is_attribute_name(c.place))
    return refuse(fmt::format("{} cannot be the name of a place: a letter, then letters, digits and _",
                              casebook::quoted(c.place)));
  const auto found = std::find_if(map->places.begin(), map->places.end(),
                                  [&](const NamedPlace& one) { return one.name == c.place; });
  const auto index = static_cast<size_t>(found - map->places.begin());
  std::optional<NamedPlace> before, after;
  if (found != map->places.end()) before = after = *found;
  if (c.hex.empty()) {
    if (!before) return refuse(fmt::format("the map has no place {}", casebook::quoted(c.place)));
    after.reset();
  } else {
    if (!after) after.emplace();
    after->name = c.place;
    if (!find_hex(*map, c.hex, after->hex)) return refused();
    if (provenance != unstated) after->provenance_choice = choice_of(provenance);
    after->provenance = map->provenances.of(after->provenance_choice, "place");
  }
  if (before == after) return planned();
  edits.push_back(item_edit<NamedPlace>(part_, index, std::move(before), std::move(after)));
  return planned();
}

Done Plan::make(const RenamePlace& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  if (!is_attribute_name(c.to))
    return refuse(fmt::format("{} cannot be the name of a place: a letter, then letters, digits and _",
                              casebook::quoted(c.to)));
  std::optional<size_t> index;
  for (size_t i = 0; i < map->places.size(); ++i) {
    if (map->places[i].name == c.place) index = i;
    if (map->places[i].name == c.to && c.to != c.place)
      return refuse(fmt::format("there is a place {} already", casebook::quoted(c.to)));
  }
  if (!index) return refuse(fmt::format("the map has no place {}", casebook::quoted(c.place)));
  if (c.to == c.place) return planned();
  NamedPlace after = map->places[*index];
  after.name = c.to;
  edits.push_back(item_edit<NamedPlace>(part_, *index, map->places[*index], std::move(after)));
  for (size_t i = 0; i < document_.parts().size(); ++i) {
    const Part& one = document_.part(static_cast<int>(i));
    const auto* style = one.as<JsonData>();
    if (style == nullptr || !one.there || !one.writable || one.format != "casebook/style") continue;
    const JsonValue* looks = style->json.find("places");
    if (looks == nullptr || looks->find(c.place) == nullptr || looks->find(c.to) != nullptr) continue;
    JsonData renamed = *style;
    for (auto& member : renamed.json.find("places")->members) {
      if (member.key == c.place) member.key = c.to;
    }
    if (const Done done = replace(static_cast<int>(i), std::move(renamed)); !done) return done;
  }
  return planned();
}

}  // namespace casebook::editor
