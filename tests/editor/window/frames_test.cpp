// SPDX-License-Identifier: Apache-2.0
// Figures of the window: a large map, panned and zoomed. The suite is slow: times are worth something only
// where nothing else runs.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "editor/window/map_view.h"
#include "editor/window/new_project.h"
#include "engine/base/random.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"
#include "tests/editor/window/application.h"

namespace casebook::window {
namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// 200 by 200 hexes of every ground there is, some of them with roads, and 2,000 units.
void fill_project(const std::filesystem::path& folder, const editor::Vocabulary& words,
                  const std::string& ground) {
  Diagnostics diagnostics;
  auto map = board::read_map(file_text(folder / "map.json"), "map.json", diagnostics);
  ASSERT_TRUE(map);
  Random random(1, 0);
  const auto& members = words.attribute(ground)->type.choices;
  for (int hex = 0; hex < map->hexes(); ++hex) {
    board::HexFacts facts;
    facts.hex = hex;
    board::Fact fact;
    fact.attribute = ground;
    fact.value.kind = board::DataKind::text;
    fact.value.text = members[random.below(static_cast<uint32_t>(members.size()))];
    facts.facts.push_back(fact);
    map->hex_facts.push_back(facts);
  }
  std::ofstream(folder / "map.json") << board::write_map(*map);
  auto order = board::read_order_of_battle(file_text(folder / "order-of-battle.json"), "order-of-battle.json",
                                           diagnostics);
  ASSERT_TRUE(order);
  std::string kind;
  for (const editor::OpenKind& one : words.kinds)
    if (one.on_map && kind.empty()) kind = one.name;
  for (int i = 0; i < 2000; ++i) {
    board::EntityLine line;
    line.kind = kind;
    line.id = "Unit " + std::to_string(i + 1);
    line.start = map->hex_id(static_cast<int>(random.below(static_cast<uint32_t>(map->hexes()))));
    order->entities.push_back(line);
  }
  std::ofstream(folder / "order-of-battle.json") << board::write_order_of_battle(*order);
}

TEST(SlowFrames, ALargeMapIsPannedAndZoomed) {
  application();
  Opened small("across-suez");
  const editor::Vocabulary words = *small.desk().words();
  testing_support::TemporaryFolder temporary;
  NewProject wanted;
  wanted.folder = (temporary.path() / "large").string();
  wanted.title = "Large";
  wanted.edition = "across-suez/spi-1980";
  wanted.columns = wanted.rows = 200;
  std::string problem;
  ASSERT_TRUE(make_project(wanted, problem)) << problem;
  fill_project(wanted.folder, words, small.desk().style().ground);

  WindowOptions options;
  options.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  options.keep_settings = false;
  MainWindow window(options);
  window.resize(1280, 800);
  window.show();
  QElapsedTimer clock;
  clock.start();
  ASSERT_TRUE(window.open(QString::fromStdString(wanted.folder)));
  const double opened = static_cast<double>(clock.elapsed()) / 1000;
  MapView& map = window.map();
  map.forget_frames();
  map.set_scale(40 / 18.0, QPointF(400, 300));
  for (int i = 0; i < 200; ++i) {
    map.pan(QPointF(-23, -17));
    map.repaint();
  }
  for (int i = 0; i < 40; ++i) {
    map.zoom(i % 20 < 10 ? 0.85 : 1 / 0.85);
    map.repaint();
  }
  std::vector<double> frames = map.frames();
  std::sort(frames.begin(), frames.end());
  ASSERT_GT(frames.size(), 200u);
  std::printf("opened in %.2f s; frames: middle %.1f ms, 95 %% %.1f ms, worst %.1f ms\n", opened,
              frames[frames.size() / 2], frames[frames.size() * 95 / 100], frames.back());
  EXPECT_LT(frames[frames.size() / 2], 16);
}

}  // namespace
}  // namespace casebook::window
