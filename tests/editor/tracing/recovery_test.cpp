// SPDX-License-Identifier: Apache-2.0
// Without noise, what a scanner did is found again exactly, whatever it was, on every layout.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/editor/tracing/synthetic.h"

namespace casebook::tracing {
namespace {

using picture::HexGeometry;
using picture::Point;

double between_numbers(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 10001) / 10000.0;
}

struct Made {
  board::Topology ground;
  HexGeometry geometry;
  Scanner scanner;
};

Made made(Model model) {
  const auto layout = *rc::gen::element(board::Layout::flat_odd, board::Layout::flat_even,
                                        board::Layout::pointy_odd, board::Layout::pointy_even,
                                        board::Layout::rhombus_flat, board::Layout::rhombus_pointy);
  board::Topology ground = whole_grid(layout, *rc::gen::inRange(4, 40), *rc::gen::inRange(4, 40));
  HexGeometry geometry(ground, between_numbers(8, 30));
  const double turn = between_numbers(-3.1, 3.1), skew = between_numbers(-0.3, 0.3);
  const double across = between_numbers(0.5, 30);
  const double down = across * between_numbers(0.5, 2) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
  const Pixel at{between_numbers(-5000, 5000), between_numbers(-5000, 5000)};
  // Paper bows along one of its sides: bowed along both, where its middle is would matter a little.
  const bool both = model != Model::bent, first = *rc::gen::arbitrary<bool>();
  const double one = both || first ? between_numbers(-1, 1) : 0,
               two = both || !first ? between_numbers(-1, 1) : 0;
  const double width = geometry.width(), height = geometry.height();
  Scanner scanner = [=](Point p) -> Pixel {
    double u = p.x, v = p.y, over = 1;
    if (model == Model::bent) {
      u += one * 0.04 * height * (p.y / height - 0.5) * (p.y / height - 0.5);
      v += two * 0.04 * width * (p.x / width - 0.5) * (p.x / width - 0.5);
    }
    if (model == Model::perspective) over = 1 + 0.3 * one * u / width + 0.3 * two * v / height;
    const double x = (u + skew * v) * across, y = v * down;
    return {at.x + (x * std::cos(turn) - y * std::sin(turn)) / over,
            at.y + (x * std::sin(turn) + y * std::cos(turn)) / over};
  };
  return {std::move(ground), std::move(geometry), std::move(scanner)};
}

void recovers(Model model, int clicks_wanted) {
  const Made it = made(model);
  // Clicked are the corners of the grid and its middle, then any others.
  const auto& grid = it.ground.grid();
  std::vector<int> hexes;
  for (const board::Cell& cell :
       {board::Cell{0, 0}, board::Cell{grid.columns - 1, grid.rows - 1}, board::Cell{grid.columns - 1, 0},
        board::Cell{0, grid.rows - 1}, board::Cell{grid.columns / 2, grid.rows / 2 - 1}})
    hexes.push_back(it.ground.hex(cell));
  hexes.resize(static_cast<size_t>(clicks_wanted) < hexes.size() ? static_cast<size_t>(clicks_wanted)
                                                                 : hexes.size());
  for (int more = *rc::gen::inRange(0, 5); more > 0; --more) {
    const int hex = *rc::gen::inRange(0, it.ground.hexes());
    if (std::find(hexes.begin(), hexes.end(), hex) == hexes.end()) hexes.push_back(hex);
  }
  std::vector<Click> clicks;
  for (const int hex : hexes) clicks.push_back(click_on(it.geometry, hex, it.scanner));
  const CalibrationAnswer answer = calibrate(clicks, model);
  RC_ASSERT(answer.problem == "");
  const Mapping& mapping = answer.calibration->mapping;
  RC_ASSERT(!answer.calibration->wrong);
  for (int hex = 0; hex < it.ground.hexes(); ++hex) {
    const Point centre = it.geometry.centre(hex);
    RC_ASSERT(distance(mapping.pixel(centre), it.scanner(centre)) < 1e-4);
    const auto back = mapping.point(it.scanner(centre));
    RC_ASSERT(back.has_value());
    RC_ASSERT(std::hypot(back->x - centre.x, back->y - centre.y) < 1e-4);
  }
}

RC_GTEST_PROP(CalibrationRecovery, StraightFromThreeClicks, ()) {
  recovers(Model::straight, 3);
}
RC_GTEST_PROP(CalibrationRecovery, PerspectiveFromFour, ()) {
  recovers(Model::perspective, 4);
}
RC_GTEST_PROP(CalibrationRecovery, BentFromFive, ()) {
  recovers(Model::bent, 5);
}

}  // namespace
}  // namespace casebook::tracing
