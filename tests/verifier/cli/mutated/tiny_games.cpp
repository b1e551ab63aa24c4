// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/tiny_games.h"

#include <fmt/format.h>

#include <vector>

#include "tests/support/rules_text.h"
#include "tests/support/small_games.h"

namespace casebook::cli_tests {

namespace {

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// What small games lack: facts of the map and of a schedule, a table, a list, a field, an exception, switches, views
/// and a claim.
constexpr const char* more_rules = R"(section 5 "More"

case 5.1 "Roads"
  topic roads
  given road(hex): bool = no
  given entry(unit): few = 1
  option fog "Nobody sees far"
  reading counting "Who counts?"
    everybody "the case says so"
    nobody "the example says so"
    default everybody
  table toll(few) -> few
    0: 0, 1, 2: 1
    others: 3
  define pieces(s: side) -> set of unit = {u in unit where side(u) = s}
  define held(h: hex) -> bool = exists u in unit on h
  define early(u: unit) -> bool = entry(u) <= 1
  except early(u) when fog and lit then no
  define worth(s: side) -> few = sum of within 0 .. 3
    5.1 lamp: 1 when lit
    5.1 lead: 2 when counting = everybody and s = mover
    5.1 fog: (supplied "What is fog worth?": 1) when fog
  field linked(s: side) over hex = reach to h where exists u in pieces(s) on h
    through h where road(h) or not held(h)

case 5.2 "What is shown"
  view ways(s: side) "In reach" = hexes {h in hex where linked(s)[h]}
  view near(s: side) "Pieces near" = number over h: count u in pieces(s) at g where adjacent(g, h)
  view lead(s: side) "Worth" = score worth(s)
  silent "who counts in a draw is not said; here nobody does"

case 5.3 "An example"
  claim "nothing is worth more than three"
    expect toll(n) <= 3
    expect (count u in unit) >= 0
)";

std::string named(const char* format, const std::string& members) {
  return fmt::format("{{\n  \"format\": \"casebook/{}\",\n  \"version\": 1,\n{}\n}}\n", format, members);
}

std::string order_of_battle(const Members& members) {
  std::vector<std::string> lines;
  for (int i = 0; i < members.units; ++i) {
    // By column, so that the first two are neighbours, or nearly so.
    const int cell = i % (members.columns * members.rows);
    const int column = cell % members.columns, row = cell / members.columns;
    std::string letters;
    for (int c = column + 1; c > 0; c = (c - 1) / 26)
      letters.insert(letters.begin(), static_cast<char>('a' + (c - 1) % 26));
    lines.push_back(fmt::format(R"(    {{"kind": "unit", "id": "{}{}", "place": "{}{}", "side": "{}"}})",
                                i % 2 == 0 ? "A" : "B", i / 2 + 1, letters, row + 1,
                                i % 2 == 0 || members.sides == 1 ? "white" : "black"));
  }
  if (members.tokens_from_data)
    for (int i = 0; i < members.tokens; ++i)
      lines.push_back(fmt::format(R"(    {{"kind": "token", "id": "t{}"}})", i + 1));
  return named("order-of-battle", fmt::format("  \"entities\": [\n{}\n  ]", fmt::join(lines, ",\n")));
}

std::string cases() {
  return named("cases", R"(  "title": "A tiny rulebook",
  "cases": [
    {"case": "1.1", "title": "Words"},
    {"case": "2.1", "title": "Play", "statements": [
      {"says": "One side moves at a time", "status": "explanatory"},
      {"says": "A lamp is always lit or not", "status": "silent", "why": "nobody says"}
    ]},
    {"case": "5.1", "title": "Roads", "status": "doubtful", "why": "who counts"},
    {"case": "5.2", "title": "What is shown"},
    {"case": "9.1", "title": "A draw", "status": "silent", "why": "nothing is said"}
  ])");
}

}  // namespace

std::map<std::string, std::string> tiny_game(const std::string& name, uint64_t seed, const Members& members) {
  std::string rules = tests::small_game(seed);
  replace_all(rules, "edition small", "edition " + name);
  std::string tokens;
  for (int i = 0; i < members.tokens; ++i) tokens += fmt::format("{}t{}", i == 0 ? " = " : ", ", i + 1);
  replace_all(rules, "kind token = red, green, blue",
              "kind token" + (members.tokens_from_data ? std::string() : tokens));
  if (members.sides == 1) {
    replace_all(rules, "side = white, black", "side = white");
    replace_all(rules, "other(mover)", "mover");
    replace_all(rules, "black", "white");
  }
  std::map<std::string, std::string> files{{"01-game.rules", rules}, {"05-more.rules", more_rules}};
  files["map.json"] =
      named("map", "  " + testing_support::small_map(members.columns, members.rows,
                                                     "\"hexes\": {\"a1\": {\"road\": true}}"));
  files["units.json"] = order_of_battle(members);
  files["schedule.json"] =
      named("schedule", members.units > 0
                            ? "  \"rows\": [\n    {\"kind\": \"unit\", \"id\": \"A1\", \"entry\": 2}\n  ]"
                            : "  \"rows\": []");
  files["scenario.json"] = named("scenario", fmt::format(R"(  "title": "A tiny game",
  "edition": "{}",
  "map": "map.json",
  "orderOfBattle": "units.json",
  "schedule": "schedule.json",
  "switches": {{"fog": {}}})",
                                                         name, seed % 2 == 0));
  files["cases.json"] = cases();
  files["style.json"] = named("style", R"(  "ground": {"clear": {"colour": "#f5eddb"}},
  "sides": {"white": {"colour": "#245a8d", "form": "rounded"}},
  "counters": {"unit": {"side": "side", "values": ["entry"]}})");
  return files;
}

std::string tiny_later_edition(const std::string& name, const std::string& parent, uint64_t seed) {
  return fmt::format(R"(edition {} "Later" extends {}

same others

case 5.1 replaces 5.1: toll
  table toll(few) -> few
    0, 1: {}
    others: 2
)",
                     name, parent, seed % 3);
}

}  // namespace casebook::cli_tests
