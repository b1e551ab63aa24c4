// SPDX-License-Identifier: Apache-2.0
// Figures of the window: a large map, opened, panned, zoomed and painted on. The suite is slow: times are
// worth something only where nothing else runs.
#include "tests/editor/window/frames.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "tests/editor/window/application.h"

namespace casebook::window {
namespace {

TEST(SlowFrames, ALargeMapIsOpenedPannedZoomedAndPaintedOn) {
  application();
  testing_support::TemporaryFolder temporary;
  const std::string rulesets = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets",
                    folder = (temporary.path() / "large").string();
  ASSERT_EQ(make_project_of_figures(folder, rulesets + "/across-suez", "across-suez/spi-1980", {rulesets}),
            "");
  const FrameFigures figures = measure_frames(folder, {rulesets});
  ASSERT_EQ(figures.problem, "");
  std::printf("opened in %.2f s (%.2f s of the interface's thread)\n", figures.opened, figures.opened_cpu);
  std::vector<double> all;
  for (const Frames& move : figures.moves) {
    std::printf("%-52s %4zu frames: middle %5.1f ms, 95 %% %5.1f ms, worst %5.1f ms; wall: middle %5.1f ms\n",
                move.what.c_str(), move.cpu.size(), middle(move.cpu), share(move.cpu, 95),
                share(move.cpu, 100), middle(move.wall));
    EXPECT_LT(middle(move.cpu), 16) << move.what;
    ASSERT_GE(move.cpu.size(), 100u) << move.what;
    all.insert(all.end(), move.cpu.begin(), move.cpu.end());
  }
  std::printf("%-52s middle %.1f ms, worst %.1f ms; at most %zu tiles; handed to the checks in %.1f ms\n",
              figures.strokes.what.c_str(), middle(figures.strokes.cpu), share(figures.strokes.cpu, 100),
              figures.tiles_of_a_stroke, figures.after_stroke);
  EXPECT_LT(figures.opened_cpu, 1) << "of the interface's thread; wall clock is printed";
  EXPECT_LT(middle(all), 16);
  EXPECT_LT(middle(figures.strokes.cpu), 16);
  EXPECT_LE(figures.tiles_of_a_stroke, 4u) << "a stroke paints the tiles it touches";
}

}  // namespace
}  // namespace casebook::window
