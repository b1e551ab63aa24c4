// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/window/large_project.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "editor/window/dialogs/new_project.h"
#include "engine/base/random.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"

namespace casebook::window {

namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

board::Fact fact(const std::string& attribute, const std::string& text) {
  board::Fact made;
  made.attribute = attribute;
  made.value.kind = board::DataKind::text;
  made.value.text = text;
  return made;
}

}  // namespace

std::string make_large_project(const LargeProject& wanted, const editor::Vocabulary& words,
                               const std::string& ground, const std::string& link,
                               const std::string& hexside) {
  NewProject fresh;
  fresh.folder = wanted.folder;
  fresh.title = "Large";
  fresh.edition = wanted.edition;
  fresh.columns = fresh.rows = wanted.side;
  std::string problem;
  if (!make_project(fresh, problem)) return problem;
  const std::filesystem::path folder = wanted.folder;
  Diagnostics diagnostics;
  auto map = board::read_map(file_text(folder / "map.json"), "map.json", diagnostics);
  if (!map) return "the map that was made cannot be read";
  Random random(1, 0);
  const auto& members = words.attribute(ground)->type.choices;
  for (int hex = 0; hex < map->hexes(); ++hex) {
    const board::Cell at = map->ground.cell(hex);
    // Patches, as maps have them.
    const double wave = std::sin(at.column * 0.21) + std::sin(at.row * 0.17) + std::sin(hex * 0.7) * 0.4;
    const auto share = std::clamp((wave + 2.4) / 4.8, 0.0, 0.999);
    board::HexFacts line;
    line.hex = hex;
    line.facts.push_back(
        fact(ground, members[static_cast<size_t>(share * static_cast<double>(members.size()))]));
    map->hex_facts.push_back(line);
  }
  if (!hexside.empty())
    for (int side = 0; side < map->hexsides(); ++side) {
      const auto& ends = map->ground.ends(side);
      if (ends[1] == board::nowhere || map->ground.cell(ends[0]).column % 12 != 5 ||
          map->ground.cell(ends[1]).column % 12 != 6)
        continue;
      board::HexsideFacts line;
      line.hexside = side;
      line.first = ends[0];
      line.second = ends[1];
      board::Fact there;
      there.attribute = hexside;
      there.value.kind = board::DataKind::boolean;
      there.value.boolean = true;
      line.facts.push_back(there);
      map->hexside_facts.push_back(line);
    }
  if (!link.empty())
    for (int row = 3; row < wanted.side; row += 9) {
      board::Link road;
      road.attribute = link;
      for (int column = 0; column < wanted.side; ++column)
        road.hexes.push_back(map->ground.hex({column, row}));
      map->links.push_back(road);
    }
  for (int i = 0; i < 200; ++i) {
    board::Label label;
    label.hex = static_cast<int>(random.below(static_cast<uint32_t>(map->hexes())));
    label.text = "Village " + std::to_string(i + 1);
    map->labels.push_back(label);
  }
  std::ofstream(folder / "map.json") << board::write_map(*map);

  auto order = board::read_order_of_battle(file_text(folder / "order-of-battle.json"), "order-of-battle.json",
                                           diagnostics);
  if (!order) return "the order of battle that was made cannot be read";
  std::string kind;
  for (const editor::OpenKind& one : words.kinds)
    if (one.on_map && kind.empty()) kind = one.name;
  for (int i = 0; i < wanted.units; ++i) {
    board::EntityLine line;
    line.kind = kind;
    line.id = "Unit " + std::to_string(i + 1);
    line.start = map->hex_id(static_cast<int>(random.below(static_cast<uint32_t>(map->hexes()))));
    for (const editor::Attribute* attribute : words.of(kind)) {
      if (!attribute->needed) continue;
      board::Fact one;
      one.attribute = attribute->name;
      if (attribute->type.sort == editor::ValueSort::number) {
        one.value.kind = board::DataKind::number;
        one.value.number = 1 + i % 6;
      } else if (attribute->type.sort == editor::ValueSort::member && !attribute->type.choices.empty()) {
        one = fact(attribute->name,
                   attribute->type.choices[static_cast<size_t>(i) % attribute->type.choices.size()]);
      } else {
        continue;
      }
      line.facts.push_back(one);
    }
    order->entities.push_back(line);
  }
  std::ofstream(folder / "order-of-battle.json") << board::write_order_of_battle(*order);
  return diagnostics.all().empty() ? std::string() : diagnostics.all().front().message;
}

}  // namespace casebook::window
