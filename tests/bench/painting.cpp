// SPDX-License-Identifier: Apache-2.0
// A window's work: a map of 200 by 200 hexes with 2,000 counters, painted into 1280 by 800 pixels with Qt's
// software rasteriser. Cold: nothing was painted at this scale before; warm: the stock has its images. What a
// change of one hex costs, until its part is painted again.
#ifdef CASEBOOK_PAINT
#include <benchmark/benchmark.h>

#include <QImage>
#include <QPainter>
#include <cmath>

#include "engine/picture/counters.h"
#include "engine/picture/map_picture.h"
#include "verifier/paint/canvas.h"
#include "verifier/paint/png_pdf.h"

namespace casebook::bench {
namespace {

constexpr int side = 200, counters = 2000, width = 1280, height = 800;

class LargeMap {
 public:
  LargeMap() {
    std::vector<board::Cell> cells;
    for (int column = 0; column < side; ++column)
      for (int row = 0; row < side; ++row) cells.push_back({column, row});
    const board::Grid grid{board::Layout::flat_odd, side, side};
    map_.ground = board::Topology(grid, cells);
    board::NumberScheme scheme;
    scheme.column.width = scheme.row.width = 3;
    map_.numberings.push_back(board::Numbering::of("plain", scheme, grid));
    const char* grounds[] = {"clear", "woods", "hills", "swamp", "town"};
    for (int hex = 0; hex < map_.hexes(); ++hex) {
      board::HexFacts line;
      line.hex = hex;
      board::Fact fact;
      fact.attribute = "terrain";
      fact.value.kind = board::DataKind::text;
      // Patches, as maps have them.
      const double wave =
          std::sin(hex / side * 0.21) + std::sin(hex % side * 0.17) + std::sin(hex * 0.7) * 0.4;
      fact.value.text = grounds[static_cast<size_t>(std::min(4.0, std::max(0.0, (wave + 2) * 1.25)))];
      line.facts.push_back(fact);
      map_.hex_facts.push_back(line);
    }
    for (int from = 3; from < side; from += 9) {
      board::Link road;
      road.attribute = from % 2 == 0 ? "road" : "trail";
      for (int column = 0; column < side; ++column) road.hexes.push_back(map_.ground.hex({column, from}));
      map_.links.push_back(road);
    }
    Diagnostics diagnostics;
    style_ = picture::complete({}, &map_, nullptr, diagnostics);
    style_.sides.push_back({"one", "One", {0x24, 0x5a, 0x8d}, picture::CounterForm::rounded});
    facts_ = std::make_shared<picture::MapFacts>(map_);
    drawn_ = std::make_unique<picture::MapPicture>(facts_, 0, style_);
    units_.resize(static_cast<size_t>(map_.hexes()));
    for (int i = 0; i < counters; ++i) {
      picture::Counter unit;
      unit.id = std::to_string(i);
      unit.hex = static_cast<int>((static_cast<long long>(i) * 7919) % map_.hexes());
      unit.side = "one";
      unit.parts = {"cross", "oval"};
      unit.values = "3-8";
      unit.size = "battalion";
      units_[static_cast<size_t>(unit.hex)].push_back(unit);
    }
  }

  /// What a window does for one frame, without tiles of its own; hexes of that many pixels.
  void paint(QImage& image, paint::Stock& stock, double hex_pixels, double x, double y) {
    const double scale = hex_pixels / style_.hex_size;
    const picture::Room room{x, y, x + width / scale, y + height / scale};
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.translate(-x, -y);
    picture_.content.shapes.clear();
    const auto part = drawn_->part(drawn_->hexes_about(room));
    for (const std::string& layer : picture::MapPicture::layers())
      if (hex_pixels >= 32 || layer != "numbers")
        part.draw_layer(layer, picture_, picture_.content.group("layer", layer));
    paint::Canvas canvas(painter, picture_.symbols, &stock);
    canvas.leave_out_texts_below(5);
    picture::Group& layer = picture_.content.group("layer", "counters");
    for (const int hex : part.hexes())
      for (const picture::Counter& unit : units_[static_cast<size_t>(hex)])
        draw_counter(layer, unit, drawn_->geometry().centre(hex), style_.counter_size, style_);
    canvas.draw(picture_.content.shapes);
  }
  void change(int hex) {
    map_.hex_facts[static_cast<size_t>(hex)].facts[0].value.text = "woods";
    facts_->refresh({hex}, {});
  }
  double hex_size() const { return style_.hex_size; }
  const picture::MapPicture& drawn() const { return *drawn_; }

 private:
  board::HexMap map_;
  picture::Style style_;
  std::shared_ptr<picture::MapFacts> facts_;
  std::unique_ptr<picture::MapPicture> drawn_;
  std::vector<std::vector<picture::Counter>> units_;
  picture::Picture picture_;
};

LargeMap& large_map() {
  static const paint::Screenless application;
  static LargeMap map;
  return map;
}

void frame(benchmark::State& state, double pixels) {
  LargeMap& map = large_map();
  paint::Stock stock;
  QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
  const double step = map.hex_size() / pixels;  // of the picture, for one pixel
  map.paint(image, stock, pixels, 200, 200);
  int moved = 0;
  for (auto _ : state) map.paint(image, stock, pixels, 200 + step * 16 * (moved++ % 40), 200);
  state.counters["stock MB"] = static_cast<double>(stock.bytes()) / 1e6;
}
BENCHMARK_CAPTURE(frame, at_24, 24)->Name("paint/frame, hexes of 24 pixels")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, at_36, 36)->Name("paint/frame, hexes of 36 pixels")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, at_48, 48)->Name("paint/frame, hexes of 48 pixels")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frame, at_96, 96)->Name("paint/frame, hexes of 96 pixels")->Unit(benchmark::kMillisecond);

void cold(benchmark::State& state) {
  LargeMap& map = large_map();
  QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
  for (auto _ : state) {
    paint::Stock stock;
    map.paint(image, stock, 48, 200, 200);
  }
}
BENCHMARK(cold)->Name("paint/first frame at a scale")->Unit(benchmark::kMillisecond);

void tile(benchmark::State& state) {
  LargeMap& map = large_map();
  paint::Stock stock;
  QImage image(256, 256, QImage::Format_ARGB32_Premultiplied);
  const double scale = 48 / map.hex_size();
  int hex = 4000;
  for (auto _ : state) {
    map.change(++hex % 30000);
    const picture::Point at = map.drawn().geometry().centre(hex % 30000);
    const picture::Room room{at.x, at.y, at.x + 256 / scale, at.y + 256 / scale};
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.translate(-room.left, -room.top);
    picture::Picture picture;
    map.drawn().part(map.drawn().hexes_about(room)).draw_ground(picture, picture.content);
    stock.clear();
    paint::Canvas(painter, picture.symbols, &stock).draw(picture.content.shapes);
  }
}
BENCHMARK(tile)
    ->Name("paint/tile of 256 pixels after a change, stock cleared")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace casebook::bench
#endif
