// SPDX-License-Identifier: Apache-2.0
#pragma once

// Creates a project: a folder with a map, an order of battle and a scenario, for rules that exist.

#include <QString>
#include <string>
#include <vector>

#include "engine/board/grid.h"

class QWidget;

namespace casebook::window {

struct NewProject {
  std::string folder, title, edition;  // the edition as scenarios name it
  board::Layout layout = board::Layout::flat_odd;
  int columns = 20, rows = 15;
};
/// Writes the files; false, with plain words in `problem`, when one cannot be written or is there already.
bool make_project(const NewProject& wanted, std::string& problem);
/// Editions below these folders, as scenarios name them.
std::vector<std::string> editions_in(const std::vector<std::string>& ruleset_folders);

/// Shows the dialog; returns the folder of the new project, or nothing.
QString ask_for_new_project(QWidget* parent, const std::vector<std::string>& ruleset_folders,
                            const std::string& edition_folder);

/// `flat odd` ... as commands name them, in the order of Layout; and in words.
const std::vector<std::string>& layout_names();
QString layout_words(size_t layout);

}  // namespace casebook::window
