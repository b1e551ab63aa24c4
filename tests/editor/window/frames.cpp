// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/window/frames.h"

#include <time.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QWheelEvent>
#include <algorithm>

#include "editor/window/main_window.h"
#include "editor/window/map/map_view.h"
#include "tests/editor/window/hands.h"
#include "tests/editor/window/large_project.h"

namespace casebook::window {

namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Clock {
 public:
  Clock() { wall_.start(); }
  void stop(Frames& into) {
    into.cpu.push_back((thread_seconds() - cpu_) * 1000);
    into.wall.push_back(static_cast<double>(wall_.nsecsElapsed()) / 1e6);
  }

 private:
  double cpu_ = thread_seconds();
  QElapsedTimer wall_;
};

void wheel(MapView& map, QPointF at, int turn) {
  QWheelEvent event(at, map.mapToGlobal(at), QPoint(), QPoint(0, turn), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&map, &event);
}

/// Frames that follow by themselves, until nothing is missing.
void finish(MapView& map, Frames* into) {
  for (int quiet = 0; quiet < 3;) {
    const size_t before = map.frames().size();
    Clock clock;
    QApplication::processEvents();
    if (map.frames().size() == before) {
      ++quiet;
      continue;
    }
    quiet = 0;
    if (into != nullptr) clock.stop(*into);
  }
}

/// Dragged with the middle button, one frame a step.
Frames pan(MapView& map, const std::string& what, double hex_pixels, QPointF step) {
  Frames frames{what, {}, {}};
  const QPointF middle_of_view(map.width() / 2.0, map.height() / 2.0);
  map.set_scale(hex_pixels / map.drawing()->geometry().size(), middle_of_view);
  map.centre_on(0);
  map.set_scale(hex_pixels / map.drawing()->geometry().size(), middle_of_view);
  finish(map, nullptr);
  map.forget_frames();
  for (int i = 0; i < 200; ++i) {
    const QPointF from = middle_of_view, to = from + (i % 100 < 50 ? step : QPointF(step.x(), -step.y() / 2));
    mouse(map, QEvent::MouseButtonPress, from, Qt::MiddleButton);
    {
      Clock clock;
      mouse(map, QEvent::MouseMove, to, Qt::MiddleButton);
      map.repaint();
      clock.stop(frames);
    }
    mouse(map, QEvent::MouseButtonRelease, to, Qt::MiddleButton);
    finish(map, &frames);
  }
  return frames;
}

Frames zoom(MapView& map, const std::string& what) {
  Frames frames{what, {}, {}};
  map.fit();
  finish(map, nullptr);
  map.forget_frames();
  const QPointF at(map.width() * 0.4, map.height() * 0.45);
  for (int i = 0; i < 120; ++i) {
    {
      Clock clock;
      wheel(map, at, i % 40 < 20 ? 120 : -120);
      map.repaint();
      clock.stop(frames);
    }
    finish(map, &frames);
  }
  return frames;
}

}  // namespace

double share(std::vector<double> numbers, int percent) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  return numbers[std::min(numbers.size() - 1, numbers.size() * static_cast<size_t>(percent) / 100)];
}
double middle(std::vector<double> numbers) {
  return share(std::move(numbers), 50);
}

std::string make_project_of_figures(const std::string& folder, const std::string& edition_folder,
                                    const std::string& edition,
                                    const std::vector<std::string>& ruleset_folders) {
  Desk desk;
  desk.set_ruleset_folders(ruleset_folders);
  std::string problem;
  if (!desk.open(edition_folder, problem)) return problem;
  LargeProject wanted;
  wanted.folder = folder;
  wanted.edition = edition;
  const picture::Style& style = desk.style();
  const auto known = [&](const auto& looks) {
    for (const auto& look : looks)
      if (desk.words()->attribute(look.attribute) != nullptr) return look.attribute;
    return std::string();
  };
  return make_large_project(wanted, *desk.words(), style.ground, known(style.links), known(style.hexsides));
}

FrameFigures measure_frames(const std::string& folder, const std::vector<std::string>& ruleset_folders) {
  FrameFigures figures;
  WindowOptions options;
  options.ruleset_folders = ruleset_folders;
  options.keep_settings = false;
  MainWindow window(options);
  window.use(Theme::light);
  window.resize(1280, 800);
  window.show();
  QApplication::processEvents();
  MapView& map = window.map();
  {
    Frames opening;
    Clock clock;
    if (!window.open(QString::fromStdString(folder))) {
      figures.problem = "the large project cannot be opened";
      return figures;
    }
    finish(map, nullptr);
    clock.stop(opening);
    figures.opened = opening.wall[0] / 1000;
    figures.opened_cpu = opening.cpu[0] / 1000;
  }
  if (map.frames().empty()) {
    figures.problem = "nothing was painted";
    return figures;
  }
  window.settle();
  figures.moves.push_back(pan(map, "panning, hexes of 40 pixels", 40, {-23, -17}));
  figures.moves.push_back(pan(map, "panning, hexes of 20 pixels", 20, {-23, -17}));
  figures.moves.push_back(pan(map, "panning, hexes of 80 pixels, far steps", 80, {-160, -120}));
  figures.moves.push_back(zoom(map, "zooming from the whole map to hexes of 150 pixels"));

  map.set_scale(40 / map.drawing()->geometry().size(), QPointF(200, 200));
  map.centre_on(20300);
  finish(map, nullptr);
  Desk& desk = window.desk();
  const editor::Attribute* ground = desk.words()->attribute(desk.style().ground);
  Ink ink;
  ink.attribute = ground->name;
  desk.set_tool(Tool::brush);
  const QPointF start = map.to_view(map.drawing()->geometry().centre(20300));
  for (int i = 0; i < 40; ++i) {
    board::DataValue value;
    value.kind = board::DataKind::text;
    value.text = ground->type.choices[static_cast<size_t>(i / 10) % ground->type.choices.size()];
    ink.value = value;
    if (i % 10 == 0) desk.set_ink(Tool::brush, ink);
    const QPointF at = start + QPointF(QPoint((i % 10) * 30, (i / 10) * 6));
    finish(map, nullptr);
    const size_t tiles = map.tiles_painted();
    Clock clock;
    mouse(map, i % 10 == 0 ? QEvent::MouseButtonPress : QEvent::MouseMove, at, Qt::LeftButton);
    map.repaint();
    clock.stop(figures.strokes);
    if (i % 10 == 9) mouse(map, QEvent::MouseButtonRelease, at, Qt::LeftButton);
    figures.tiles_of_a_stroke = std::max(figures.tiles_of_a_stroke, map.tiles_painted() - tiles);
  }
  figures.strokes.what = "a stroke, one hex of 40 pixels";
  {
    Frames handing;
    Clock clock;
    desk.document()->snapshot();
    clock.stop(handing);
    figures.after_stroke = handing.cpu[0];
  }
  window.settle();
  return figures;
}

}  // namespace casebook::window
