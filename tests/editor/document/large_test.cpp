// SPDX-License-Identifier: Apache-2.0
// 200 by 200 hexes with 2,000 units: what a stroke costs, as a share of opening the map.
#include <functional>

#include "editor/document/problems.h"
#include "engine/platform/console.h"
#include "tests/editor/document/projects.h"

namespace casebook::editor {
namespace {

constexpr int large_side = 200;

std::string number(int column, int row) {
  const auto three = [](int n) {
    return std::string(n < 10 ? "00" : n < 100 ? "0" : "") + std::to_string(n);
  };
  return three(column) + three(row);
}

void write_large(const Project& project) {
  std::string map =
      R"({"format": "casebook/map", "version": 1, "grid": {"hexes": "flat", "shifted": "odd columns", "columns": 200, "rows": 200},
 "numberings": {"n": {"column": {"width": 3}, "row": {"width": 3}}}, "hexes": {)";
  for (int column = 1; column <= large_side; ++column) {
    for (int row = 1; row <= large_side; ++row)
      map += (column + row > 2 ? ",\n\"" : "\n\"") + number(column, row) + "\": {\"terrain\": \"" +
             ((column * row) % 7 == 0 ? "rough" : "open") + "\"}";
  }
  project.write("map.json", map + "}}");
  std::string units = R"({"format": "casebook/order-of-battle", "version": 1, "entities": [)";
  for (int i = 0; i < 2000; ++i)
    units += std::string(i > 0 ? ",\n" : "\n") + R"({"kind": "unit", "id": "U)" + std::to_string(i) +
             R"(", "place": ")" + number(i % large_side + 1, i / large_side + 1) + R"(", "side": "first"})";
  project.write("units.json", units + "]}");
}

double cpu(const std::function<void()>& work) {
  const double before = platform::cpu_seconds();
  work();
  return platform::cpu_seconds() - before;
}

TEST(Large, AStrokeCostsWhatItTouches) {
  Project project("examples/hex-skirmish");
  write_large(project);
  project.document.reset();
  const double opening = cpu([&] { project.open(); });
  Document& document = *project.document;
  ASSERT_NE(document.map(), nullptr);
  ASSERT_EQ(document.map()->hexes(), large_side * large_side);
  int hexes = 0;
  const double stroke = cpu([&] {
    for (int column = 1; column <= large_side; ++column, ++hexes) {
      ASSERT_TRUE(
          document.execute(SetHexes{"map.json", {number(column, 100)}, "terrain", text_of("water"), {}}, 1));
    }
  });
  std::vector<std::string> all;
  for (int column = 1; column <= large_side; ++column) {
    for (int row = 1; row <= large_side; ++row) all.push_back(number(column, row));
  }
  const double fill = cpu([&] {
    ASSERT_TRUE(document.execute(SetHexes{"map.json", all, "terrain", text_of("sea"), {}}));
  });
  const double back = cpu([&] { document.go_to(0); });
  const double snapshot = cpu([&] { document.snapshot(); });
  const double text = cpu([&] { text_problems(*document.snapshot()); });
  std::string words;
  for (const Problem& one : scenario_problems(*document.snapshot())) words += one.text + "\n";
  EXPECT_THAT(words, testing::HasSubstr("can be drawn but not played"));
  std::printf(
      "open %.0f ms, a hex of a stroke %.3f ms, all hexes %.0f ms, undone %.0f ms, snapshot %.0f ms, text "
      "%.0f ms\n",
      opening * 1000, stroke * 1000 / hexes, fill * 1000, back * 1000, snapshot * 1000, text * 1000);
  // Ratios within one run: how fast the machine is, and what else it does, is the same for both.
  EXPECT_LT(stroke / hexes, opening / 1000);
  EXPECT_LT(fill, opening * 5);
}

}  // namespace
}  // namespace casebook::editor
