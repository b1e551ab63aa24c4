// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/generated_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace casebook::bench {

namespace {

constexpr const char* first_section = R"(edition generated "Generated"

section 1 "The pieces"

case 1.1 "Sides and units"
  summary "Two sides with units on a map."
  kind side = attackers, defenders
  kind unit on map
  box eliminated
  given side(unit): side
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  measure d6 from 1 to 6
  measure factors from 0 to 60
  measure points by 1/2 from 0 to 20 or never
  measure turns from 1 to 9
  given factor(unit): factors
  given allowance(unit): points
  given place_value(hex): factors = 0
  state turn: turns = 1
  state phasing: side
  define worth_1(h: hex) -> factors = place_value(h)

)";

// `@` is the number of the section, `#` that of the one before.
constexpr const char* later_section = R"(section @ "Part @"

case @.1 "The ground of part @"
  summary "What a hex costs to enter in this part of the turn."
  kind terrain_@ = open_@, rough_@, marsh_@, water_@
  given terrain_@(hex): terrain_@ = open_@
  given track_@(hexside): bool = no
  table entry_@(terrain_@) -> points
    open_@: 1, rough_@: 2, marsh_@: 5/2, water_@: never
  define cost_@(from: hex, to: hex) -> points =
    if track_@(from, to) then 1/2
    else entry_@(terrain_@(to))

case @.2 "Zones of part @"
  summary "Units in good order control the hexes around them."
  state tired_@(unit): bool
  define in_zone_@(h: hex, s: side) -> bool =
    exists e in units(other(s)) at g where not tired_@(e): adjacent(g, h)
  define worth_@(h: hex) -> factors = clamp(max(worth_#(h), place_value(h)), 0, 60)
  view zone_@(s: side) "Zone of part @" = hexes {h in hex where in_zone_@(h, other(s))}

case @.3 "Movement of part @"
  summary "A unit moves from hex to hex while it has points, and stops beside the enemy."
  state left_@(unit): points
  action step_@(u in units(phasing) at from, to in neighbours(from))
    require @.3 points: cost_@(from, to) <= left_@(u)
    require @.3 empty: no x in unit on to
    require @.2 zones: not (in_zone_@(from, side(u)) and in_zone_@(to, side(u)))
    do
      left_@(u) -= cost_@(from, to) as points
      place(u) := to
      @.2 if in_zone_@(to, side(u)) then left_@(u) := 0
  action end_@()

case @.4 "Fire of part @"
  summary "Fire hits when the die is not above the factor less what covers the target."
  define cover_@(t: unit) -> factors = sum of within 0 .. 3
    @.4 rough: 1 when exists x in {t} at g: terrain_@(g) = rough_@
    @.4 marsh: 2 when exists x in {t} at g: terrain_@(g) = marsh_@
    @.4 worthy: 1 when exists x in {t} at g: worth_@(g) > 30
  action fire_@(u in units(phasing) at from, t in units(other(phasing)) at g)
    require @.4 adjacent: adjacent(from, g)
    require @.4 fresh: not tired_@(u)
  effect hit_@(u: unit) = first of
    @.4 again: place(u) := eliminated when tired_@(u)
    @.4 first: tired_@(u) := yes

case @.5 "The sequence of part @"
  summary "Moves and fire in any order until the player has done."
  procedure part_@(by: side)
    for all u in units(by) do left_@(u) := allowance(u)
    repeat
      choose by by
        step_@()
        fire_@(u, t) then
          roll d: d6
          tired_@(u) := yes
          @.4 if d as factors <= factor(u) - cover_@(t) then hit_@(t)
        end_@() then stop
    for all u in unit do left_@(u) := 0
  invariant alone_@: all u in unit at g: count x in unit on g = 1

)";

std::string filled(std::string_view text, int section, bool mistake) {
  std::string out;
  bool made = !mistake;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '@')
      out += std::to_string(section);
    else if (text[i] == '#')
      out += std::to_string(section - 1);
    else if (!made && text.substr(i, 13) == "place_value(h") {
      out += "place_valeu(h";
      i += 12;
      made = true;
    } else
      out += text[i];
  }
  return out;
}

}  // namespace

GeneratedRules generated_rules(int lines, bool mistakes) {
  GeneratedRules made;
  std::string text = first_section;
  int last = 1;
  const auto count = [](const std::string& t) {
    return static_cast<int>(std::count(t.begin(), t.end(), '\n'));
  };
  while (count(text) < lines) {
    ++last;
    const bool mistake = mistakes && last % 2 == 0;
    text += filled(later_section, last, mistake);
    if (mistake) ++made.mistakes;
  }
  ++last;
  text += fmt::format(
      "section {0} \"The turn\"\n\ncase {0}.1 \"Order of the parts\"\n"
      "  summary \"All parts, one after the other, for either side.\"\n  procedure game\n"
      "    repeat at most 8 times\n",
      last);
  for (const char* side : {"attackers", "defenders"}) {
    text += fmt::format("      phasing := {}\n", side);
    for (int part = 2; part < last; ++part) text += fmt::format("      part_{}({})\n", part, side);
  }
  text += fmt::format("      turn += 1\n    {}.1 end game drawn\n", last);
  made.lines = count(text);
  made.edition = std::make_shared<language::EditionText>();
  made.edition->name = "generated";
  made.edition->files.emplace_back("generated.rules", std::move(text));
  return made;
}

}  // namespace casebook::bench
