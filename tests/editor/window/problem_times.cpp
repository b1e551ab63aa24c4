// SPDX-License-Identifier: Apache-2.0
#include "tests/editor/window/problem_times.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QThread>
#include <algorithm>

#include "editor/window/main_window.h"
#include "engine/platform/console.h"

namespace casebook::window {

namespace {

constexpr double gathered = 0.060;   // seconds in which edits are gathered
constexpr qint64 longest = 600'000;  // milliseconds after which a line will not come

bool there(const QAbstractItemModel& list, const QString& code, const QString& words) {
  for (int row = 0; row < list.rowCount(); ++row) {
    QString all;
    for (int i = 0; i < 3; ++i) all += list.index(row, i).data().toString() + " | ";
    if ((code.isEmpty() || all.startsWith(code + " ")) && all.contains(words)) return true;
  }
  return false;
}

}  // namespace

std::vector<ProblemTimes> measure_problems(MainWindow& window, int times) {
  struct Edit {
    ProblemTimes times;
    editor::Command command;
    QString code, words;
  };
  const std::vector<std::string> colour{"ground", "clear", "colour"};
  const std::vector<Edit> edits{{{"in a text", false, 0.1, 1e9},
                                 editor::SetStyle{"style.json", colour, board::JsonValue::of("nonsense")},
                                 "",
                                 "nonsense"},
                                {{"in the scenario", false, 0.5, 1e9},
                                 editor::PlaceEntities{"order-of-battle.json", {"unit Matt 1"}, "0313", ""},
                                 "E0611",
                                 "Matt 1"}};
  const QAbstractItemModel& list = *window.dock("problems")->findChild<QAbstractItemView*>()->model();
  std::vector<ProblemTimes> out;
  for (const Edit& edit : edits) {
    ProblemTimes one = edit.times;
    for (int time = 0; time < times; ++time) {
      const bool before = there(list, edit.code, edit.words);
      QElapsedTimer wall;
      wall.start();
      const double from = platform::cpu_seconds();
      const bool done = static_cast<bool>(window.desk().execute(edit.command));
      while (!there(list, edit.code, edit.words) && wall.elapsed() < longest) {
        QApplication::processEvents();
        QThread::msleep(2);
      }
      one.came = done && !before && there(list, edit.code, edit.words);
      const double worked = platform::cpu_seconds() - from;
      one.seconds = std::min({one.seconds, static_cast<double>(wall.elapsed()) / 1000, gathered + worked});
      window.desk().undo();
      window.settle();
      if (!one.came) break;
    }
    out.push_back(one);
  }
  return out;
}

}  // namespace casebook::window
