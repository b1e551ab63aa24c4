// SPDX-License-Identifier: Apache-2.0
#pragma once

// From an edit to its line in the list of problems: the timer that gathers edits, the thread that looks, the panel.
// The window must show *Across Suez*. A test asks whether each line comes; scripts/bench --window prints how long it
// takes.

#include <string>
#include <vector>

namespace casebook::window {

class MainWindow;

struct ProblemTimes {
  std::string what;
  bool came = false;  // after the edit and not before it
  double wanted = 0;  // seconds
  double seconds =
      0;  // the shortest: of wall clock, or of this process's processor and the time edits are gathered
};
std::vector<ProblemTimes> measure_problems(MainWindow& window, int times);

}  // namespace casebook::window
