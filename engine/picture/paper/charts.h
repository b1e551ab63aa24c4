// SPDX-License-Identifier: Apache-2.0
#pragma once

// The charts of a game, made from its rules: every table with its case, and the turn track with arrivals.
// No chart is known by name; a style may change its wording or leave it out.

#include <string>
#include <vector>

#include "engine/picture/counters.h"
#include "engine/picture/style.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::picture {

/// One line of head or body. `from` and `to` are the first and last index that it stands for.
struct ChartBand {
  int64_t from = 0, to = 0;  // places in the index of the table
  std::string text;
};
struct ChartCell {
  std::string text;
  int rank = -1, ranks = 0;  // of a member among the members of its kind
};

/// A table laid out: bands of equal lines stand for one line. Tables of one index with the same bands of it
/// stand side by side in one chart.
struct Chart {
  std::string title;
  std::vector<std::string> tables, labels;  // labels: the cases, each once
  std::string note;                         // what the case says of itself
  std::string row_title, column_title;
  std::vector<ChartBand> rows;
  std::vector<std::string> grounds;       // by row: the ground it is about, to be shown; or empty
  std::vector<std::string> columns;       // heads
  std::vector<std::string> second_heads;  // by column: what another table looks up to come to it; or empty
  std::string second_title, second_label;
  std::vector<std::vector<ChartCell>> cells;  // by row
};

std::vector<Chart> charts_of(const runtime::Scenario& scenario, const Style& style);

/// Cases of charts (`chart: NAME`) that carry no table: what their lines say.
struct ChartNote {
  std::string label, title, text;
};
std::vector<ChartNote> chart_notes_of(const runtime::Scenario& scenario);

/// The track on which a state is counted, and what arrives at each of its values.
struct Track {
  std::string title, label;
  struct Arrival {
    Counter counter;
    std::string entry;  // where, or empty
  };
  struct Box {
    int64_t value = 0;
    std::string text;
    std::vector<std::string> marks;  // titles of what holds then
    std::vector<Arrival> arrivals;
    bool now = false;  // the state has this value in the position
  };
  std::vector<Box> boxes;
  std::string arrival_title;  // of the schedule; empty: nothing is scheduled
};

/// nullopt where the style (complete) names no state to count.
std::optional<Track> track_of(runtime::Evaluator& evaluator, const runtime::Position& position,
                              const Style& style, const Pieces& pieces);

/// `a_falls_back` as it is printed: `a falls back`; one or two letters as capitals.
std::string chart_word(std::string_view name);

}  // namespace casebook::picture
