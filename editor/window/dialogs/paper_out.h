// SPDX-License-Identifier: Apache-2.0
#pragma once

// Prints the scenario as `casebook render` does: the map on pages, counters to cut out, charts; in each format of
// engine/picture/picture_formats.h.

#include <string>
#include <vector>

#include "editor/window/shared/desk.h"
#include "engine/picture/limits.h"
#include "engine/picture/paper/paper_pages.h"

namespace casebook::window {

struct PaperWish {
  picture::PaperRequest paper;
  std::string file;                                             // its end says the format
  double dots_per_inch = picture::limits::usual_dots_per_inch;  // of PNG
  bool views = false;                                           // with what is shown over the map
};

struct PaperFiles {
  struct File {
    std::string path, bytes;
  };
  std::vector<File> files;  // several where a format has a file for each page
  size_t pages = 0;
  std::string on_pages, problem;
};

/// The `casebook render` command that makes the same from the saved files.
std::string render_command(const Desk& desk, const PaperWish& wish);
/// Everything made, nothing written yet. Without rules in force there are a map and counters, but no charts.
PaperFiles on_paper(const Desk& desk, const PaperWish& wish);
/// Written each as a whole or not at all; false with the reason in `problem`.
bool write_files(const PaperFiles& files, std::string& problem);

}  // namespace casebook::window
