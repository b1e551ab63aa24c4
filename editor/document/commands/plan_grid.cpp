// SPDX-License-Identifier: Apache-2.0
// The grid of a map: its size, its layout, its holes; and its numberings, which other files follow.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/plan.h"
#include "editor/document/commands/regrid.h"
#include "editor/document/names.h"
#include "engine/base/nearest.h"
#include "engine/board/map_limits.h"
#include "engine/board/numbering_json.h"

namespace casebook::editor {

using namespace board;

namespace {

std::set<Cell> holes_of(const HexMap& map) {
  std::set<Cell> out;
  for (const Cell& cell : map.numberings[static_cast<size_t>(map.own_numbering)].cells_in_order()) {
    if (map.ground.hex(cell) == nowhere) out.insert(cell);
  }
  return out;
}

NewGrid as_it_is(const HexMap& map) {
  NewGrid out;
  out.grid = map.ground.grid();
  out.moved = [](Cell cell) { return std::optional(cell); };
  out.numberings = map.numberings;
  out.own_numbering = map.own_numbering;
  out.holes = holes_of(map);
  return out;
}

const std::vector<std::pair<std::string, Layout>>& layouts() {
  static const std::vector<std::pair<std::string, Layout>> all{
      {"flat odd", Layout::flat_odd},         {"flat even", Layout::flat_even},
      {"pointy odd", Layout::pointy_odd},     {"pointy even", Layout::pointy_even},
      {"rhombus flat", Layout::rhombus_flat}, {"rhombus pointy", Layout::rhombus_pointy}};
  return all;
}

Layout other_shift(Layout layout) {
  switch (layout) {
    case Layout::flat_odd:
      return Layout::flat_even;
    case Layout::flat_even:
      return Layout::flat_odd;
    case Layout::pointy_odd:
      return Layout::pointy_even;
    case Layout::pointy_even:
      return Layout::pointy_odd;
    case Layout::rhombus_flat:
    case Layout::rhombus_pointy:
      break;
  }
  return layout;
}

/// The numbering of the same hexes on a grid that has grown before (left, above) and after.
Numbering grown(const Numbering& numbering, const Grid& grid, int left, int top, int right, int bottom,
                bool keep_numbers) {
  if (numbering.is_explicit()) {
    std::vector<ExplicitNumber> numbers = numbering.numbers();
    for (ExplicitNumber& one : numbers) one.cell = {one.cell.column + left, one.cell.row + top};
    std::erase_if(numbers, [&](const ExplicitNumber& one) { return !grid.contains(one.cell); });
    return Numbering::of(numbering.name(), std::move(numbers), grid);
  }
  NumberScheme scheme = numbering.scheme();
  if (keep_numbers) {
    scheme.column.start -= scheme.column.step * (scheme.column.reversed ? right : left);
    scheme.row.start -= scheme.row.step * (scheme.row.reversed ? bottom : top);
  }
  return Numbering::of(numbering.name(), scheme, grid);
}

}  // namespace

/// The map on its new grid, and the files that name its hexes. `wanted.numberings` may be unusable.
Done Plan::regrid(const HexMap& map, const NewGrid& wanted) {
  const int part = part_;
  for (const Numbering& numbering : wanted.numberings) {
    if (!numbering.problem().empty())
      return refuse(fmt::format("the numbering {} would not work: {}", casebook::quoted(numbering.name()),
                                numbering.problem()));
  }
  HexMap after = on_grid(map, wanted, told);
  if (after.hexes() == 0) return refuse("a map has at least one hex");
  if (after.hexes() > limits::map_hexes)
    return refuse(fmt::format("a map has at most {} hexes", limits::map_hexes));
  const std::vector<bool> follows = numbers_that_changed(map, after, wanted);
  for (size_t i = 0; i < document_.parts().size(); ++i) {
    const Part& one = document_.part(static_cast<int>(i));
    if (!one.there || !one.writable || static_cast<int>(i) == part || !on_map(static_cast<int>(i), part))
      continue;
    if (const Done done = follow(static_cast<int>(i), map, after, wanted, follows); !done) return done;
  }
  // Facts of the map itself that name hexes.
  const auto own = static_cast<size_t>(map.own_numbering);
  PartData data = std::move(after);
  const HexMap as_moved = std::get<HexMap>(data);
  visit_names(data, document_.ruleset().words, [&](const NameUse& use) {
    if (use.kind != "hex") return;
    const std::string id =
        new_id(map, as_moved, wanted, static_cast<int>(own), as_moved.own_numbering, *use.text);
    if (!id.empty()) *use.text = id;
  });
  return replace(part, std::move(data));
}

/// What a hex of the old map is called on the new one; empty when it is no hex of either.
std::string Plan::new_id(const HexMap& before, const HexMap& after, const NewGrid& wanted, int numbering,
                         int new_numbering, const std::string& id) {
  const int hex = before.find_hex(id, numbering);
  if (hex == nowhere) return {};
  const auto cell = wanted.moved(before.ground.cell(hex));
  const int now = cell && after.ground.grid().contains(*cell) ? after.ground.hex(*cell) : nowhere;
  return now == nowhere ? std::string() : after.hex_id(now, new_numbering);
}

/// By old numbering: whether some hex is called otherwise now.
std::vector<bool> Plan::numbers_that_changed(const HexMap& before, const HexMap& after,
                                             const NewGrid& wanted) {
  std::vector<bool> out;
  for (size_t i = 0; i < before.numberings.size(); ++i) {
    const auto now = after.find_numbering(before.numberings[i].name());
    bool changed = false;
    for (int hex = 0; now && hex < before.hexes() && !changed; ++hex) {
      const std::string& old = before.hex_id(hex, static_cast<int>(i));
      const std::string id = new_id(before, after, wanted, static_cast<int>(i), *now, old);
      changed = !id.empty() && id != old;
    }
    out.push_back(changed);
  }
  return out;
}

/// Whether a scenario plays that file on that map, or is it.
bool Plan::on_map(int part, int map_part) const {
  for (const int index : document_.scenarios()) {
    const auto& scenario = *document_.part(index).as<ScenarioFile>();
    if (document_.named_by(index, scenario.map.path) != map_part) continue;
    if (index == part) return true;
    for (const auto* files : {&scenario.orders_of_battle, &scenario.schedules}) {
      for (const NamedFile& file : *files) {
        if (document_.named_by(index, file.path) == part) return true;
      }
    }
  }
  return false;
}

namespace {

const std::string* numbering_of(const Part& part) {
  if (const auto* data = part.as<OrderOfBattle>()) return &data->numbering;
  if (const auto* data = part.as<Schedule>()) return &data->numbering;
  if (const auto* data = part.as<ScenarioFile>()) return &data->numbering;
  return nullptr;
}

}  // namespace

Done Plan::follow(int index, const HexMap& before, const HexMap& after, const NewGrid& wanted,
                  const std::vector<bool>& changed) {
  const std::string* name = numbering_of(document_.part(index));
  if (name == nullptr) return planned();
  const auto old = name->empty() ? std::optional(before.own_numbering) : before.find_numbering(*name);
  if (!old) return planned();
  const auto now = name->empty() ? std::optional(after.own_numbering) : after.find_numbering(*name);
  if (!now)
    return refuse(fmt::format("{} is written in the numbering {}", document_.part(index).path, *name));
  if (*now == after.own_numbering && name->empty() &&
      before.numberings[static_cast<size_t>(*old)].name() !=
          after.numberings[static_cast<size_t>(*now)].name()) {
    // The map is written in another numbering: so is what follows the map.
  } else if (!changed[static_cast<size_t>(*old)]) {
    return planned();
  }
  PartData data = document_.part(index).data;
  bool any = false;
  visit_names(data, document_.ruleset().words, [&](const NameUse& use) {
    if (use.kind != "hex") return;
    const std::string id = new_id(before, after, wanted, *old, *now, *use.text);
    if (id.empty() || id == *use.text) return;
    *use.text = id;
    any = true;
  });
  return any ? replace(index, std::move(data), false) : planned();
}

Done Plan::make(const ResizeMap& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  const Grid& old = map->ground.grid();
  constexpr int most = 10'000;  // of one side: sums stay small
  for (const int by : {c.left, c.top, c.right, c.bottom}) {
    if (by < -most || by > most) return refuse(fmt::format("a map cannot grow by {}", by));
  }
  NewGrid wanted = as_it_is(*map);
  wanted.grid.columns += c.left + c.right;
  wanted.grid.rows += c.top + c.bottom;
  if (wanted.grid.columns < 1 || wanted.grid.rows < 1) return refuse("a map has at least one hex");
  if (int64_t{wanted.grid.columns} * wanted.grid.rows > limits::map_cells)
    return refuse(fmt::format("a grid has at most {} cells", limits::map_cells));
  if (c.left == 0 && c.top == 0 && c.right == 0 && c.bottom == 0) return planned();
  if ((old.flat() ? c.left : c.top) % 2 != 0) wanted.grid.layout = other_shift(old.layout);
  wanted.moved = [&](Cell cell) { return std::optional(Cell{cell.column + c.left, cell.row + c.top}); };
  for (Numbering& one : wanted.numberings)
    one = grown(one, wanted.grid, c.left, c.top, c.right, c.bottom, c.keep_numbers);
  wanted.holes.clear();
  for (const Cell& cell : holes_of(*map)) wanted.holes.insert({cell.column + c.left, cell.row + c.top});
  return regrid(*map, wanted);
}

Done Plan::make(const SetLayout& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  std::vector<std::string> names;
  for (const auto& [name, layout] : layouts()) {
    names.push_back(name);
    if (name != c.layout) continue;
    if (layout == map->ground.grid().layout) return planned();
    NewGrid wanted = as_it_is(*map);
    wanted.grid.layout = layout;
    for (Numbering& one : wanted.numberings) {
      one = one.is_explicit() ? Numbering::of(one.name(), one.numbers(), wanted.grid)
                              : Numbering::of(one.name(), one.scheme(), wanted.grid);
    }
    return regrid(*map, wanted);
  }
  return refuse(fmt::format("{} is not a layout: {}", casebook::quoted(c.layout), listed(names)));
}

Done Plan::make(const SetHoles& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  NewGrid wanted = as_it_is(*map);
  const Numbering& own = map->numberings[static_cast<size_t>(map->own_numbering)];
  for (const std::string& id : c.hexes) {
    const auto cell = own.parse(id);
    if (!cell) return refuse(fmt::format("the grid has no hex {}", casebook::quoted(id)));
    if (c.missing)
      wanted.holes.insert(*cell);
    else
      wanted.holes.erase(*cell);
  }
  if (wanted.holes == holes_of(*map)) return planned();
  return regrid(*map, wanted);
}

Done Plan::make(const SetNumbering& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  NewGrid wanted = as_it_is(*map);
  const auto index = map->find_numbering(c.numbering);
  if (c.scheme.is(JsonKind::null)) {
    if (!index) return refuse(fmt::format("the map has no numbering {}", casebook::quoted(c.numbering)));
    if (*index == map->own_numbering)
      return refuse("the map is written in that numbering; let it use another first");
    for (size_t i = 0; i < document_.parts().size(); ++i) {
      const std::string* used = numbering_of(document_.part(static_cast<int>(i)));
      if (used != nullptr && *used == c.numbering && on_map(static_cast<int>(i), part_))
        return refuse(
            fmt::format("{} is written in that numbering", document_.part(static_cast<int>(i)).path));
    }
    wanted.numberings.erase(wanted.numberings.begin() + *index);
    if (wanted.own_numbering > *index) --wanted.own_numbering;
    return regrid(*map, wanted);
  }
  Diagnostics diagnostics;
  const std::string text = write_json_line(c.scheme);
  const auto json = parse_json(text, c.file, diagnostics);
  const auto made = json ? read_numbering(DataFile(c.file, diagnostics), c.numbering, {}, *json, wanted.grid)
                         : std::nullopt;
  if (!made)
    return refuse(diagnostics.empty() ? "this is not a numbering" : diagnostics.all().front().message);
  if (!index) {
    if (wanted.numberings.size() >= limits::numberings)
      return refuse(fmt::format("a map has at most {} numberings", limits::numberings));
    wanted.numberings.push_back(*made);
  } else {
    if (wanted.numberings[static_cast<size_t>(*index)] == *made) return planned();
    wanted.numberings[static_cast<size_t>(*index)] = *made;
    // A cell that the map's own numbering names no more is no hex any more; one that it names now stays none.
    if (*index == map->own_numbering) {
      for (const Cell& cell : made->cells_in_order()) {
        if (map->ground.hex(cell) == nowhere) wanted.holes.insert(cell);
      }
    }
  }
  return regrid(*map, wanted);
}

Done Plan::make(const UseNumbering& c) {
  const HexMap* map = find_map(c.file);
  if (map == nullptr) return refused();
  const auto index = map->find_numbering(c.numbering);
  if (!index) return refuse(fmt::format("the map has no numbering {}", casebook::quoted(c.numbering)));
  if (*index == map->own_numbering) return planned();
  NewGrid wanted = as_it_is(*map);
  wanted.own_numbering = *index;
  // What is no hex stays none, whichever numbering names it.
  for (const Cell& cell : map->numberings[static_cast<size_t>(*index)].cells_in_order()) {
    if (map->ground.hex(cell) == nowhere) wanted.holes.insert(cell);
  }
  return regrid(*map, wanted);
}

Done Plan::make(const SetFileNumbering& c) {
  if (!find_part(c.file)) return refused();
  const std::string* used = numbering_of(part());
  if (used == nullptr) return refuse(c.file + " names no hexes in a numbering of its own");
  const HexMap* map = nullptr;
  for (const int index : document_.scenarios()) {
    const int of = document_.named_by(index, document_.part(index).as<ScenarioFile>()->map.path);
    if (of >= 0 && on_map(part_, of)) map = document_.part(of).as<HexMap>();
  }
  if (map == nullptr) return refuse(fmt::format("no scenario plays {} on a map", c.file));
  const auto old = used->empty() ? std::optional(map->own_numbering) : map->find_numbering(*used);
  const auto now = c.numbering.empty() ? std::optional(map->own_numbering) : map->find_numbering(c.numbering);
  if (!now) return refuse(fmt::format("the map has no numbering {}", casebook::quoted(c.numbering)));
  if (*used == c.numbering) return planned();
  PartData data = part().data;
  if (auto* order = std::get_if<OrderOfBattle>(&data)) order->numbering = c.numbering;
  if (auto* schedule = std::get_if<Schedule>(&data)) schedule->numbering = c.numbering;
  if (auto* scenario = std::get_if<ScenarioFile>(&data)) scenario->numbering = c.numbering;
  if (old) {
    visit_names(data, document_.ruleset().words, [&](const NameUse& use) {
      const int hex = use.kind == "hex" ? map->find_hex(*use.text, *old) : nowhere;
      if (hex != nowhere) *use.text = map->hex_id(hex, *now);
    });
  }
  return replace(part_, std::move(data), false);
}

}  // namespace casebook::editor
