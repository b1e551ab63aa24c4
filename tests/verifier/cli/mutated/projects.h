// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rulesets that are changed at random: tiny games made for it, with kinds of no member, of one and of as many as the
// loader takes, and a few that are shipped. Each has a record, a position, a suite, a journal of mutants, a list of cases
// and accepted findings beside its rules.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/verifier/cli/mutated/change_text.h"
#include "tests/verifier/cli/mutated/in_process.h"

namespace casebook::cli_tests {

/// Texts by their path below the folder in which all commands of a project run.
using Files = std::map<std::string, std::string>;

/// How often a project is drawn, and how many verbs are asked of it.
enum class Weight : uint8_t { tiny, shipped, large, edition };

struct Project {
  std::string name;   // the folder of its rules, which is that of the edition
  std::string other;  // another edition beside it, to compare it with
  Weight weight = Weight::tiny;
  std::function<Files(InProcess&)> first_files;  // what it begins with

  // Known once it is made.
  std::string folder{};  // where it lies on the disk, absolute; commands run here
  Files files{};
  std::vector<std::string> changeable{};                       // paths of the files that may be changed
  std::vector<std::string> choices{}, expressions{}, items{};  // of its rules
  std::string pieces{};                                        // its first kind that stands on the map
  std::string suite{};                                         // of one item; empty if none could be written

  bool is_made() const { return !files.empty(); }
};

/// The folder of `path`, made if it is not there.
void write_below(const std::string& path, const std::string& text);

/// All of them, of which none is made: that takes seconds for the largest.
std::vector<Project> planned_projects();

/// Writes the project below the folder, and asks for the files that a run of it writes.
void make_project(Project& project, const std::string& below, InProcess& casebook);

/// Of the games that are shipped.
Stock stock_of_rules();

}  // namespace casebook::cli_tests
