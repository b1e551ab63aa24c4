// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long the window takes for a large project: opening, frames while the map pans and zooms, strokes.
// Milliseconds of the processor in the thread of the interface, so that other work on the machine counts
// little; wall clock beside them.

#include <string>
#include <vector>

namespace casebook::window {

struct Frames {
  std::string what;
  std::vector<double> cpu, wall;  // milliseconds, as they came
};
double middle(std::vector<double> numbers);
double share(std::vector<double> numbers, int percent);  // so many of a hundred are not above it

struct FrameFigures {
  std::string problem;           // in plain words, when nothing could be measured
  double opened = 0;             // seconds of wall clock until the map is seen
  double opened_cpu = 0;         // of the interface's thread
  std::vector<Frames> moves;     // each is a frame
  Frames strokes;                // each: one hex painted, up to the frame that shows it
  size_t tiles_of_a_stroke = 0;  // painted anew for one hex, at most
  double after_stroke = 0;       // milliseconds of the interface's thread to hand everything to the checks
};
/// Needs an application. `ruleset_folders`: where the edition is looked up.
FrameFigures measure_frames(const std::string& folder, const std::vector<std::string>& ruleset_folders);

/// The project of the figures, made in `folder` with the rules of that edition; plain words when not.
std::string make_project_of_figures(const std::string& folder, const std::string& edition_folder,
                                    const std::string& edition,
                                    const std::vector<std::string>& ruleset_folders);

}  // namespace casebook::window
