// SPDX-License-Identifier: Apache-2.0
// The ground and the units of random rules.
#include <fmt/format.h>

#include <string>

#include "engine/base/random.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "tests/support/random_rules.h"

namespace casebook::runtime::tests {

namespace {

std::string map_text(const RandomRules& wish) {
  const int columns = wish.large ? 10 : 4, rows = wish.large ? 8 : 3;
  Random random(wish.seed, 3);
  std::string hexes, sides;
  const auto name = [](int c, int r) { return fmt::format("{:02}{:02}", c + 1, r + 1); };
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r)
      if (random.below(3) == 0)
        hexes += fmt::format("{}\n    \"{}\": {{\"hue\": \"{}\"}}", hexes.empty() ? "" : ",", name(c, r),
                             random.below(2) == 0 ? "amber" : "black");
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r + 1 < rows; ++r)
      if (random.below(4) == 0)
        sides += fmt::format("{}\n    {{\"between\": [\"{}\", \"{}\"], \"wall\": true, \"depth\": {}}}",
                             sides.empty() ? "" : ",", name(c, r), name(c, r + 1), random.below(5));
  return fmt::format(R"({{
  "format": "casebook/map", "version": 1, "title": "Trial", "provenances": {{"ours": {{"reconstructed": "made for this test"}}}}, "provenance": "ours",
  "grid": {{"hexes": "flat", "shape": "rectangle", "shifted": "even columns", "columns": {}, "rows": {}}},
  "numberings": {{"printed": {{"column": {{"width": 2}}, "row": {{"width": 2}}}}}}, "numbering": "printed",
  "hexes": {{{}}},
  "hexsides": [{}],
  "places": {{"ford": "0202"}}
}})",
                     columns, rows, hexes, sides);
}

std::string units_text(const RandomRules& wish) {
  const int count = wish.large ? 70 : 6, columns = wish.large ? 10 : 4, rows = wish.large ? 8 : 3;
  Random random(wish.seed, 4);
  std::string text;
  for (int i = 0; i < count; ++i) {
    const bool off = random.below(5) == 0;
    text += fmt::format(
        "    {{\"kind\": \"unit\", \"id\": \"U{}\", \"place\": \"{}\", \"side\": \"{}\", \"worth\": {}", i,
        off ? std::string("gone")
            : fmt::format("{:02}{:02}", 1 + random.below(static_cast<uint32_t>(columns)),
                          1 + random.below(static_cast<uint32_t>(rows))),
        i % 2 == 0 ? "red" : "blue", static_cast<int>(random.below(7)) - 2);
    if (random.below(3) == 0)
      text += fmt::format(", \"friend\": \"U{}\"", random.below(static_cast<uint32_t>(count)));
    text += "},\n";
  }
  for (int i = 0; i < 3; ++i)
    text += fmt::format("    {{\"kind\": \"crew\", \"id\": \"C{}\"}}{}\n", i, i < 2 ? "," : "");
  return R"({"format": "casebook/order-of-battle", "version": 1, "title": "Trial", "provenances": {"ours": {"reconstructed": "made for this test"}}, "provenance": "ours",
  "entities": [
)" + text +
         "  ]\n}\n";
}

}  // namespace

std::shared_ptr<const Scenario> bind_random(const RandomRules& wish, const std::string& text,
                                            std::string* why) {
  Diagnostics diagnostics;
  const auto fail = [&]() -> std::shared_ptr<const Scenario> {
    for (const Diagnostic& d : diagnostics.all())
      if (d.severity == Severity::error)
        *why += fmt::format("{} line {}:{}: {} (expected {})\n", d.code, d.range.begin.line,
                            d.range.begin.column, d.message, d.expected);
    return nullptr;
  };
  language::EditionText edition;
  edition.name = "trial";
  edition.files.emplace_back("trial.rules", text);
  const auto program = language::compile(edition, diagnostics);
  if (!program) return fail();
  board::ScenarioData data;
  auto map = board::read_map(map_text(wish), "map.json", diagnostics);
  auto units = board::read_order_of_battle(units_text(wish), "units.json", diagnostics);
  if (!map || !units) return fail();
  data.map = std::move(*map);
  data.numbering = data.map.own_numbering;
  data.orders_of_battle.push_back({std::move(*units), data.map.own_numbering});
  auto scenario = bind(program, data, {}, "trial", diagnostics);
  return scenario ? scenario : fail();
}

}  // namespace casebook::runtime::tests
