// SPDX-License-Identifier: Apache-2.0
#pragma once

// A comparison as a table of stages, in the order in which they run. Each reads what earlier ones made, in one
// `Course`, adds its own, and can show it as text: `casebook compare A B --dump STAGE`.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/compare/compare.h"
#include "verifier/compare/differ/whole_game.h"
#include "verifier/compare/hunt/search.h"
#include "verifier/compare/hunt/starts.h"

namespace casebook::compare {

/// What the stages share.
struct Course {
  Course(const ScenarioPtr& a, const ScenarioPtr& b, const Settings& wanted, GoesOn until, Tell told);
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  bool go_on(const char* what, uint64_t done, uint64_t of) const {
    return !goes_on || goes_on(what, done, of);
  }
  const ScenarioPtr& a() const { return pair.scenarios[0]; }
  const ScenarioPtr& b() const { return pair.scenarios[1]; }
  /// Positions at which the two were compared.
  uint64_t looked_at() const;

  Settings settings;
  GoesOn goes_on;
  Tell tell;

  Pair pair;                               // align
  bool in_common = true;                   // there is something to play in both
  std::vector<std::string> without_board;  // names of those whose board is empty
  std::optional<StartsApart> starts;       // start
  std::string_view answered;               // why nothing is searched for; empty: it is
  WholeGame whole;                         // whole-game
  std::map<ItemRef, Count> counts;         // enumerate: by key of the item
  std::vector<ApartAt> hexes;              // and where pieces are put
  std::unique_ptr<Classes> classes;        // games to switch
  std::unique_ptr<Search> search;
  std::vector<const DifferenceClass*> known;   // group: of `classes`, in the order of the findings
  std::vector<const DifferenceClass*> unread;  // of state that nothing in the play of one side reads
  std::map<std::string_view, std::string_view> left_out;  // by name of the stage: why it did not run
  Result result;
};

struct Stage {
  std::string_view name;  // `guided-search`
  std::string_view does;  // in a line
  /// Why it does not run here; empty: it runs.
  std::string_view (*left_out)(const Course&);
  void (*run)(Course&);
  /// What it made, a line each; the same for any number of threads.
  std::vector<std::string> (*dump)(const Course&);
};

/// In order.
const std::vector<Stage>& stages();
/// Nothing when none has that name.
const Stage* find_stage(std::string_view name);

/// Runs all of them, or as far as `last`, that one too.
void run_stages(Course& course, const Stage* last = nullptr);

/// What it made, or why it did not run, a line each; and the same ready to print.
std::vector<std::string> dump_lines(const Stage& stage, const Course& course);
std::string dump_text(const Stage& stage, const Course& course);

}  // namespace casebook::compare
