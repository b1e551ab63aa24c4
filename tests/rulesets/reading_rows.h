// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values of readings, each with a position on which it makes a difference in play: tables of text, one row a
// line, `reading=value, option, ... | position | script`.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/program.h"

namespace casebook::tests {

struct ReadingRow {
  std::string reading, value, position, script;
  std::vector<std::pair<std::string, std::string>> options;  // on with the value and without it
};

/// The rows of a table below tests/rulesets.
std::vector<ReadingRow> reading_rows(const std::string& table);

/// A failure unless what is seen after the script from this file differs between the value and the default.
void expect_it_matters(const std::string& edition, const ReadingRow& row, const std::string& file);

/// Whether claims show the value, and no position: the map has no ground on which it matters.
inline bool only_claimed(const ReadingRow& row) {
  return row.position == "claims";
}

/// A failure unless a claim of the rules is made under this value.
void expect_claimed(const language::Program& program, const ReadingRow& row);

/// A failure for each value, besides the default, that no row has.
void expect_every_value(const language::Program& program, const language::Reading& reading,
                        const std::vector<ReadingRow>& rows);

}  // namespace casebook::tests
