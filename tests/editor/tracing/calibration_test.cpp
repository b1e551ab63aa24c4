// SPDX-License-Identifier: Apache-2.0
#include "editor/tracing/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/base/random.h"
#include "tests/editor/tracing/synthetic.h"

namespace casebook::tracing {
namespace {

using picture::HexGeometry;
using picture::Point;
using ::testing::HasSubstr;

/// The scan that the design asks for: 33 by 24 hexes of 18 mm at 150 dots an inch, turned by 2 degrees,
/// skewed by 1 %, stretched, and bowed by 3 pixels in the middle like half a wave (which is none of the
/// curves that are fitted).
struct Scan {
  board::Topology ground = whole_grid(board::Layout::flat_odd, 33, 24);
  HexGeometry geometry{ground, 18};
  double bow = 3;

  Pixel operator()(Point p) const {
    const double dots = 150 / 25.4, turn = 2 * std::acos(-1.0) / 180;
    const double x = (p.x + 0.01 * p.y) * dots, y = p.y * dots * 1.004;
    const double bent = y + bow * std::sin(std::acos(-1.0) * p.x / geometry.width());
    return {220 + x * std::cos(turn) - bent * std::sin(turn),
            145 + x * std::sin(turn) + bent * std::cos(turn)};
  }
  int hex(int column, int row) const { return ground.hex({column, row}); }
  /// Four corners and the middles of the two long sides, as one would click them.
  std::vector<Click> six() const {
    std::vector<Click> clicks;
    for (const auto& [column, row] : {std::pair{0, 0}, {16, 0}, {32, 0}, {0, 23}, {16, 23}, {32, 23}})
      clicks.push_back(click_on(geometry, hex(column, row), *this));
    return clicks;
  }
  /// By how much each hex of the whole map is missed, not only those that were clicked.
  std::vector<double> missed_by(const Mapping& mapping) const {
    std::vector<double> missed;
    for (int h = 0; h < ground.hexes(); ++h)
      missed.push_back(distance(mapping.pixel(geometry.centre(h)), (*this)(geometry.centre(h))));
    return missed;
  }
};

/// A hand that misses by up to half a pixel each way.
void disturb(std::vector<Click>& clicks, Random& random) {
  const auto half = [&] { return static_cast<double>(random.below(1001)) / 1000 - 0.5; };
  for (Click& click : clicks) {
    click.at.x += half();
    click.at.y += half();
  }
}

TEST(Calibration, SixClicksOnABentScanMissTheWholeMapByLessThanHalfAPixel) {
  const Scan scan;
  std::vector<double> medians, medians_of_clicks;
  int suggested = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed, 0);
    std::vector<Click> clicks = scan.six();
    disturb(clicks, random);
    suggested += suggested_model(clicks) == Model::bent ? 1 : 0;
    const CalibrationAnswer answer = calibrate(clicks, Model::bent);
    ASSERT_TRUE(answer.calibration) << answer.problem;
    EXPECT_FALSE(answer.calibration->wrong);
    medians.push_back(median_of(scan.missed_by(answer.calibration->mapping)));
    medians_of_clicks.push_back(answer.calibration->median);
  }
  std::sort(medians.begin(), medians.end());
  std::sort(medians_of_clicks.begin(), medians_of_clicks.end());
  std::printf(
      "median over the map: middle %.3f, 95 %% %.3f, worst %.3f; of the clicks: worst %.3f; suggested %d\n",
      medians[100], medians[190], medians.back(), medians_of_clicks.back(), suggested);
  EXPECT_LT(medians_of_clicks.back(), 0.5);  // the clicks: what the window shows as residuals
  EXPECT_LT(medians.back(), 0.5);            // every hex of the map
  EXPECT_GE(suggested, 190);
}

TEST(Calibration, WithoutTheBendACorrectionForItIsNotTaken) {
  Scan scan;
  scan.bow = 0;
  int bent = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed, 0);
    std::vector<Click> clicks = scan.six();
    disturb(clicks, random);
    bent += suggested_model(clicks) != Model::straight ? 1 : 0;
  }
  EXPECT_LT(bent, 10);
}

TEST(Calibration, AStraightFitTellsItsParts) {
  Scan scan;
  scan.bow = 0;
  const auto answer = calibrate(scan.six(), Model::straight);
  ASSERT_TRUE(answer.calibration);
  EXPECT_LT(answer.calibration->worst, 1e-9);
  EXPECT_EQ(answer.calibration->spare, 6);
  EXPECT_EQ(mapping_text(answer.calibration->mapping),
            "turned 2.0 degrees, 5.91 by 5.93 pixels a millimetre, skewed 1.0 %");
}

TEST(Calibration, AWrongNumberIsPointedOutWithTheHexThatWasMeant) {
  const Scan scan;
  for (const Model model : {Model::straight, Model::bent}) {
    for (size_t wrong = 0; wrong < 6; ++wrong) {
      std::vector<Click> clicks = scan.six();
      const Point meant = clicks[wrong].point;
      const int said =
          scan.hex(wrong % 3 == 2 ? 31 : static_cast<int>(wrong % 3) * 16 + 1, wrong < 3 ? 0 : 23);
      clicks[wrong].point = scan.geometry.centre(said);
      const auto answer = calibrate(clicks, model);
      ASSERT_TRUE(answer.calibration) << answer.problem;
      ASSERT_TRUE(answer.calibration->wrong) << model_name(model) << " " << wrong;
      EXPECT_EQ(answer.calibration->wrong->click, wrong) << model_name(model);
      EXPECT_LT(std::hypot(answer.calibration->wrong->lies_at.x - meant.x,
                           answer.calibration->wrong->lies_at.y - meant.y),
                6)
          << model_name(model);
    }
  }
}

TEST(Calibration, OneOfFourIsPointedOutByShapeAlone) {
  Scan scan;
  std::vector<Click> clicks = scan.six();
  clicks.erase(clicks.begin() + 4);
  clicks.erase(clicks.begin() + 1);
  clicks[2].point = scan.geometry.centre(scan.hex(0, 20));
  const auto answer = calibrate(clicks, Model::straight);
  ASSERT_TRUE(answer.calibration && answer.calibration->wrong);
  EXPECT_EQ(answer.calibration->wrong->click, 2u);
}

TEST(Calibration, AWrongClickAmongThreeCannotBeNoticedAndThatIsSaid) {
  const Scan scan;
  std::vector<Click> clicks = scan.six();
  clicks.resize(4);
  clicks.erase(clicks.begin() + 1);
  const auto answer = calibrate(clicks, Model::straight);
  ASSERT_TRUE(answer.calibration);
  EXPECT_EQ(answer.calibration->spare, 0);
  ASSERT_FALSE(answer.calibration->warnings.empty());
  EXPECT_THAT(answer.calibration->warnings[0], HasSubstr("a wrong one cannot be noticed"));
}

std::string problem(const std::vector<Click>& clicks, Model model = Model::straight) {
  const auto answer = calibrate(clicks, model);
  EXPECT_FALSE(answer.calibration);
  return answer.problem;
}

TEST(Calibration, WhatClicksCannotSettleIsSaidInPlainWords) {
  const Scan scan;
  const auto at = [&](int column, int row) { return click_on(scan.geometry, scan.hex(column, row), scan); };
  EXPECT_EQ(problem({}), "a straight fit needs three hexes, and none is clicked yet");
  EXPECT_EQ(problem({at(0, 0), at(5, 9)}),
            "a straight fit needs three hexes, and two are clicked: click one more");
  EXPECT_EQ(problem({at(0, 0), at(9, 0), at(0, 9)}, Model::perspective),
            "a perspective fit needs four hexes, and three are clicked: click one more");
  std::vector<Click> twice{at(0, 0), at(5, 9), at(9, 3), at(0, 0)};
  twice[3].at.x += 300;
  EXPECT_THAT(problem(twice), HasSubstr("hex 0 is clicked twice"));
  std::vector<Click> one_place{at(0, 0), at(5, 9), at(9, 3)};
  one_place[2].at = one_place[1].at;
  EXPECT_THAT(problem(one_place), HasSubstr("at the same place"));
  EXPECT_THAT(problem({at(4, 0), at(4, 9), at(4, 17)}), HasSubstr("lie on one line"));
  std::vector<Click> flat{at(0, 0), at(16, 0), at(32, 23)};
  flat[2].at = {2 * flat[1].at.x - flat[0].at.x, 2 * flat[1].at.y - flat[0].at.y};
  EXPECT_THAT(problem(flat), HasSubstr("a number must be wrong"));
  EXPECT_THAT(problem({at(4, 0), at(4, 9), at(4, 17), at(20, 3)}, Model::perspective),
              HasSubstr("no three of four clicks"));
}

TEST(Calibration, ClicksNearlyOnALineAreWarnedOf) {
  const Scan scan;
  const auto at = [&](int column, int row) { return click_on(scan.geometry, scan.hex(column, row), scan); };
  const auto answer = calibrate({at(0, 0), at(16, 1), at(32, 0), at(8, 0)}, Model::straight);
  ASSERT_TRUE(answer.calibration) << answer.problem;
  ASSERT_FALSE(answer.calibration->warnings.empty());
  EXPECT_THAT(answer.calibration->warnings[0], HasSubstr("close to one line"));
}

TEST(Calibration, NudgingMovesEverythingAlike) {
  const Scan scan;
  const Mapping mapping = calibrate(scan.six(), Model::bent).calibration->mapping;
  const Mapping moved = mapping.shifted(1, -2);
  for (const Point p : {Point{0, 0}, Point{100, 40}, Point{500, 300}}) {
    EXPECT_NEAR(moved.pixel(p).x - mapping.pixel(p).x, 1, 1e-9);
    EXPECT_NEAR(moved.pixel(p).y - mapping.pixel(p).y, -2, 1e-9);
  }
}

}  // namespace
}  // namespace casebook::tracing
