// SPDX-License-Identifier: Apache-2.0
// The window with a large project: opened, panned, zoomed, painted on, without a screen.
#include <fmt/format.h>

#include "tests/bench/measures.h"

#ifdef CASEBOOK_WINDOW
#include <stdlib.h>

#include <QApplication>
#include <QDockWidget>
#include <filesystem>

#include "editor/window/main_window.h"
#include "editor/window/start.h"
#include "tests/editor/window/frames.h"
#include "tests/editor/window/problem_times.h"
#include "tests/support/temporary_folder.h"

namespace casebook::bench {

std::string window_figures() {
  ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
  static int count = 1;
  static char name[] = "casebook_bench", *arguments[] = {name, nullptr};
  QApplication application(count, arguments);
  testing_support::TemporaryFolder temporary;
  const std::string rulesets = CASEBOOK_SOURCE_DIR "/rulesets",
                    folder = (temporary.path() / "large").string();
  std::string problem =
      window::make_project_of_figures(folder, rulesets + "/across-suez", "across-suez/spi-1980", {rulesets});
  window::FrameFigures figures;
  if (problem.empty()) {
    figures = window::measure_frames(folder, {rulesets});
    problem = figures.problem;
  }
  if (!problem.empty()) return "The window was not measured: " + problem + "\n";
  std::string text =
      "The window, 200 by 200 hexes, 2,000 units, 1280 by 800 pixels, software rasteriser; milliseconds of "
      "the "
      "processor in the interface's thread.\n\n"
      "| what | frames | middle | 95 of 100 below | worst | wall clock, middle "
      "|\n|---|--:|--:|--:|--:|--:|\n";
  const auto row = [&](const window::Frames& frames) {
    text += fmt::format("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", frames.what, frames.cpu.size(),
                        window::middle(frames.cpu), window::share(frames.cpu, 95),
                        window::share(frames.cpu, 100), window::middle(frames.wall));
  };
  for (const window::Frames& frames : figures.moves) row(frames);
  row(figures.strokes);
  text += "\nWanted: 16 ms in the middle of each row, and a second of the interface's thread to open.\n";
  text += fmt::format(
      "\nOpened, until the map is seen: {:.2f} s, {:.2f} s of them in the interface's thread. One hex "
      "painted "
      "makes {} tiles anew at most; handing the document to the checks after it takes {:.1f} ms.\n",
      figures.opened, figures.opened_cpu, figures.tiles_of_a_stroke, figures.after_stroke);
  window::WindowOptions options;
  options.ruleset_folders = {rulesets};
  options.keep_settings = false;
  window::MainWindow window(options);
  window.resize(1280, 800);
  window.show();
  const std::string suez = (temporary.path() / "across-suez").string();
  std::filesystem::copy(rulesets + "/across-suez", suez, std::filesystem::copy_options::recursive);
  if (!window.open(QString::fromStdString(suez))) return text + "\nProblems were not measured.\n";
  window.dock("problems")->show();
  window.settle();
  text += "\n| from an edit to its line among the problems | milliseconds | wanted |\n|---|--:|--:|\n";
  for (const window::ProblemTimes& one : window::measure_problems(window, 3))
    text += fmt::format("| {} | {:.0f} | {:.0f} |\n", one.what, one.seconds * 1000, one.wanted * 1000);
  return text;
}

}  // namespace casebook::bench
#else
namespace casebook::bench {

std::string window_figures() {
  return "The window was not measured: this was built without it.\n";
}

}  // namespace casebook::bench
#endif
