// SPDX-License-Identifier: Apache-2.0
// Figures of the window: a large map, opened, panned, zoomed and painted on. How many tiles a stroke paints is tested;
// times are printed, and scripts/bench --window says which were wanted.
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
  for (const Frames& move : figures.moves) {
    std::printf("%-52s %4zu frames: middle %5.1f ms, 95 %% %5.1f ms, worst %5.1f ms; wall: middle %5.1f ms\n",
                move.what.c_str(), move.cpu.size(), middle(move.cpu), share(move.cpu, 95),
                share(move.cpu, 100), middle(move.wall));
    EXPECT_GE(move.cpu.size(), 100u) << move.what;
  }
  std::printf("%-52s middle %.1f ms, worst %.1f ms; at most %zu tiles; handed to the checks in %.1f ms\n",
              figures.strokes.what.c_str(), middle(figures.strokes.cpu), share(figures.strokes.cpu, 100),
              figures.tiles_of_a_stroke, figures.after_stroke);
  EXPECT_LE(figures.tiles_of_a_stroke, 4u) << "a stroke paints the tiles it touches";
}

}  // namespace
}  // namespace casebook::window
