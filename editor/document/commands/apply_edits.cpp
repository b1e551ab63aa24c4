// SPDX-License-Identifier: Apache-2.0
#include "editor/document/commands/apply_edits.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace casebook::editor {

using namespace board;

namespace {

int key(const HexFacts& line) {
  return line.hex;
}
int key(const HexsideFacts& line) {
  return line.hexside;
}

template <class Line>
void put_line(std::vector<Line>& lines, int at, const std::optional<Line>& value) {
  const auto found =
      std::lower_bound(lines.begin(), lines.end(), at, [](const Line& line, int k) { return key(line) < k; });
  const bool there = found != lines.end() && key(*found) == at;
  if (!value) {
    if (there) lines.erase(found);
  } else if (there) {
    *found = *value;
  } else {
    lines.insert(found, *value);
  }
}

// More lines than this are not put in one by one: each may move all that follow it.
constexpr size_t few = 32;

/// Many lines at once; of one that comes twice the last counts.
template <class Line>
void put_lines(std::vector<Line>& lines, const std::map<int, const std::optional<Line>*>& values) {
  if (values.size() <= few) {
    for (const auto& [at, value] : values) put_line(lines, at, *value);
    return;
  }
  std::vector<Line> out;
  out.reserve(lines.size() + values.size());
  auto next = values.begin();
  const auto put_until = [&](int before) {
    for (; next != values.end() && next->first < before; ++next) {
      if (*next->second) out.push_back(**next->second);
    }
  };
  for (Line& line : lines) {
    put_until(key(line));
    if (next != values.end() && next->first == key(line)) continue;  // put in by the next turn
    out.push_back(std::move(line));
  }
  if (next != values.end()) put_until(values.rbegin()->first + 1);
  lines = std::move(out);
}

template <class Item>
void put_item(std::vector<Item>& items, const ItemEdit<Item>& edit, bool forward) {
  const auto& old = forward ? edit.before : edit.after;
  const auto& now = forward ? edit.after : edit.before;
  const auto at = items.begin() + static_cast<std::ptrdiff_t>(edit.index);
  if (old && now) {
    *at = *now;
  } else if (now) {
    items.insert(at, *now);
  } else if (old) {
    items.erase(at);
  }
}

HexMap& map_of(std::vector<Part>& parts, int part) {
  HexMap* map = parts[static_cast<size_t>(part)].as<HexMap>();
  assert(map != nullptr && "an edit of a map is of a map");
  return *map;
}

struct Apply {
  std::vector<Part>& parts;
  bool forward;

  void operator()(const HexEdit& edit) const {
    put_line(map_of(parts, edit.part).hex_facts, edit.hex, forward ? edit.after : edit.before);
  }
  void operator()(const HexsideEdit& edit) const {
    put_line(map_of(parts, edit.part).hexside_facts, edit.hexside, forward ? edit.after : edit.before);
  }
  void operator()(const ItemEdit<Link>& edit) const {
    put_item(map_of(parts, edit.part).links, edit, forward);
  }
  void operator()(const ItemEdit<Label>& edit) const {
    put_item(map_of(parts, edit.part).labels, edit, forward);
  }
  void operator()(const ItemEdit<NamedPlace>& edit) const {
    put_item(map_of(parts, edit.part).places, edit, forward);
  }
  void operator()(const ItemEdit<EntityLine>& edit) const {
    put_item(*entity_lines(parts[static_cast<size_t>(edit.part)]), edit, forward);
  }
  void operator()(const PartEdit& edit) const {
    if (static_cast<size_t>(edit.part) == parts.size()) parts.emplace_back();
    Part& part = parts[static_cast<size_t>(edit.part)];
    if (!edit.path.empty()) {
      part.path = edit.path;
      part.format = edit.format;
      part.writable = true;
    }
    part.data = forward ? *edit.after : *edit.before;
    part.there = forward ? edit.there_after : edit.there_before;
  }
};

int part_of(const Edit& edit) {
  return std::visit([](const auto& one) { return one.part; }, edit);
}

/// A run of edits of hexes, or of hexsides, of one part: put in together.
template <class One, class Line>
size_t apply_run(std::vector<Part>& parts, const std::vector<const Edit*>& edits, size_t from, bool forward,
                 std::vector<Line> HexMap::*lines, int One::*at) {
  std::map<int, const std::optional<Line>*> values;
  size_t i = from;
  const int part = part_of(*edits[from]);
  for (; i < edits.size(); ++i) {
    const One* edit = std::get_if<One>(edits[i]);
    if (edit == nullptr || edit->part != part) break;
    values[edit->*at] = forward ? &edit->after : &edit->before;
  }
  put_lines(map_of(parts, part).*lines, values);
  return i;
}

}  // namespace

void apply_edits(std::vector<Part>& parts, const std::vector<Edit>& edits, bool forward) {
  std::vector<const Edit*> order;
  order.reserve(edits.size());
  for (const Edit& edit : edits) order.push_back(&edit);
  if (!forward) std::reverse(order.begin(), order.end());
  for (size_t i = 0; i < order.size();) {
    if (std::holds_alternative<HexEdit>(*order[i])) {
      i = apply_run<HexEdit>(parts, order, i, forward, &HexMap::hex_facts, &HexEdit::hex);
    } else if (std::holds_alternative<HexsideEdit>(*order[i])) {
      i = apply_run<HexsideEdit>(parts, order, i, forward, &HexMap::hexside_facts, &HexsideEdit::hexside);
    } else {
      std::visit(Apply{parts, forward}, *order[i]);
      ++i;
    }
  }
}

std::vector<Change> changes_of(const std::vector<Part>& parts, const std::vector<Edit>& edits) {
  std::map<int, Change> by_part;
  for (const Edit& edit : edits) {
    Change& change = by_part[part_of(edit)];
    change.part = part_of(edit);
    if (const auto* hex = std::get_if<HexEdit>(&edit)) {
      change.hexes.push_back(hex->hex);
    } else if (const auto* side = std::get_if<HexsideEdit>(&edit)) {
      change.hexsides.push_back(side->hexside);
    } else if (const auto* link = std::get_if<ItemEdit<Link>>(&edit)) {
      change.links = true;
      for (const auto* one : {&link->before, &link->after}) {
        if (*one) change.hexes.insert(change.hexes.end(), (*one)->hexes.begin(), (*one)->hexes.end());
      }
    } else if (const auto* label = std::get_if<ItemEdit<Label>>(&edit)) {
      change.labels = true;
      for (const auto* one : {&label->before, &label->after}) {
        if (*one) change.hexes.push_back((*one)->hex);
      }
    } else if (const auto* place = std::get_if<ItemEdit<NamedPlace>>(&edit)) {
      change.places = true;
      for (const auto* one : {&place->before, &place->after}) {
        if (*one) change.hexes.push_back((*one)->hex);
      }
    } else if (const auto* entity = std::get_if<ItemEdit<EntityLine>>(&edit)) {
      for (const auto* one : {&entity->before, &entity->after}) {
        if (*one) change.entities.push_back((*one)->kind + " " + (*one)->id);
      }
    } else if (const auto* part = std::get_if<PartEdit>(&edit)) {
      change.whole = true;
      change.files = change.files || part->there_before != part->there_after;
    }
  }
  std::vector<Change> out;
  for (auto& [part, change] : by_part) {
    for (std::vector<int>* one : {&change.hexes, &change.hexsides}) {
      std::sort(one->begin(), one->end());
      one->erase(std::unique(one->begin(), one->end()), one->end());
    }
    std::sort(change.entities.begin(), change.entities.end());
    change.entities.erase(std::unique(change.entities.begin(), change.entities.end()), change.entities.end());
    if (parts[static_cast<size_t>(part)].as<HexMap>() == nullptr) change.hexes.clear();
    out.push_back(std::move(change));
  }
  return out;
}

}  // namespace casebook::editor
