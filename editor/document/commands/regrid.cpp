// SPDX-License-Identifier: Apache-2.0
#include "editor/document/commands/regrid.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/board/map_loose_ends.h"

namespace casebook::editor {

using namespace board;

namespace {

struct LeftOut {
  int hexes = 0, hexsides = 0, steps = 0, places = 0, labels = 0;
  std::string text() const {
    std::vector<std::string> words;
    const auto add = [&](int count, const char* one, const char* many) {
      if (count > 0) words.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
    };
    add(hexes, "hex with facts", "hexes with facts");
    add(hexsides, "hexside", "hexsides");
    add(steps, "step of a road", "steps of roads");
    add(places, "place", "places");
    add(labels, "label", "labels");
    return words.empty() ? std::string() : listed(words, "and") + " left out";
  }
};

/// The direction of a hexside from its first hex.
int direction_of(const HexMap& map, int hexside) {
  const auto& ends = map.ground.ends(hexside);
  const auto& sides = map.ground.sides(ends[0]);
  for (int d = 0; d < directions; ++d) {
    if (sides[static_cast<size_t>(d)] == hexside) return d;
  }
  return 0;
}

}  // namespace

HexMap on_grid(const HexMap& map, const NewGrid& wanted, std::string& told) {
  HexMap out = map;
  out.numberings = wanted.numberings;
  out.own_numbering = wanted.own_numbering;
  std::vector<Cell> there;
  for (const Cell& cell : out.numberings[static_cast<size_t>(out.own_numbering)].cells_in_order()) {
    if (!wanted.holes.contains(cell)) there.push_back(cell);
  }
  out.ground = Topology(wanted.grid, std::move(there));
  std::vector<int> now(static_cast<size_t>(map.hexes()), nowhere);  // by old hex
  for (int hex = 0; hex < map.hexes(); ++hex) {
    const auto cell = wanted.moved(map.ground.cell(hex));
    if (cell && wanted.grid.contains(*cell)) now[static_cast<size_t>(hex)] = out.ground.hex(*cell);
  }
  const auto hex_now = [&](int hex) { return hex == nowhere ? nowhere : now[static_cast<size_t>(hex)]; };

  LeftOut left;
  out.hex_facts.clear();
  for (HexFacts line : map.hex_facts) {
    line.hex = hex_now(line.hex);
    if (line.hex == nowhere)
      ++left.hexes;
    else
      out.hex_facts.push_back(std::move(line));
  }
  std::sort(out.hex_facts.begin(), out.hex_facts.end(),
            [](const HexFacts& a, const HexFacts& b) { return a.hex < b.hex; });

  out.hexside_facts.clear();
  std::set<int> taken;
  for (HexsideFacts line : map.hexside_facts) {
    const int direction = direction_of(map, line.hexside);
    const auto& ends = map.ground.ends(line.hexside);
    int side = nowhere;
    if (const int first = hex_now(ends[0]); first != nowhere) {
      side = out.ground.sides(first)[static_cast<size_t>(direction)];
    } else if (const int second = hex_now(ends[1]); second != nowhere) {
      side = out.ground.sides(second)[static_cast<size_t>(opposite(direction))];
    }
    if (side == nowhere || !taken.insert(side).second) {
      ++left.hexsides;
      continue;
    }
    line.hexside = side;
    line.first = out.ground.ends(side)[0];
    line.second = out.ground.ends(side)[1];
    line.direction = line.second == nowhere ? direction_of(out, side) : -1;
    out.hexside_facts.push_back(std::move(line));
  }
  std::sort(out.hexside_facts.begin(), out.hexside_facts.end(),
            [](const HexsideFacts& a, const HexsideFacts& b) { return a.hexside < b.hexside; });

  out.links.clear();
  for (const Link& link : map.links) {
    std::vector<int> chain;
    const auto end_chain = [&] {
      if (chain.size() >= 2) {
        Link piece = link;
        piece.hexes = chain;
        for (int& end : piece.open_ends) end = hex_now(end);
        keep_open_ends(piece);
        out.links.push_back(std::move(piece));
      }
      chain.clear();
    };
    for (const int old : link.hexes) {
      const int hex = hex_now(old);
      if (!chain.empty() &&
          (hex == nowhere || hex == chain.back() || !out.ground.adjacent(chain.back(), hex)))
        end_chain();
      if (hex != nowhere) chain.push_back(hex);
    }
    end_chain();
  }
  const auto steps = [](const std::vector<Link>& links) {
    int count = 0;
    for (const Link& link : links) count += static_cast<int>(link.hexes.size()) - 1;
    return count;
  };
  left.steps = steps(map.links) - steps(out.links);

  std::erase_if(out.places, [&](NamedPlace& place) {
    place.hex = hex_now(place.hex);
    left.places += place.hex == nowhere ? 1 : 0;
    return place.hex == nowhere;
  });
  std::erase_if(out.labels, [&](Label& label) {
    label.hex = hex_now(label.hex);
    left.labels += label.hex == nowhere ? 1 : 0;
    return label.hex == nowhere;
  });
  told = left.text();
  return out;
}

}  // namespace casebook::editor
