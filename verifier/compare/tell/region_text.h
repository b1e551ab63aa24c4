// SPDX-License-Identifier: Apache-2.0
#pragma once

// A difference of values region by region, in words: for a terminal and for a report.

#include <array>
#include <string>
#include <vector>

#include "verifier/compare/result.h"

namespace casebook::compare {

/// `turn in {1, 4, 7} (10.0)`; of a condition that does not hold `not: road(a, b)`; `min(a, b) is b`.
std::string condition_text(const RegionCondition& condition);
/// Of one side, or of both, joined with `and`; `always` where nothing is asked.
std::string conditions_text(const std::vector<RegionCondition>& conditions);
/// `1/2`, `1 to 8`, `A, B and 12 others`.
std::string region_values(const RegionCell& cell, size_t side);
/// `12 of 340 inputs`; where all of them differ `12 inputs`.
std::string region_inputs(const RegionCell& cell);
/// What is left to count: cells beyond those that are told, cells that agree, and how many inputs that is.
std::string regions_rest(const RegionsApart& regions);

/// A line for each cell and one for the rest.
std::vector<std::string> region_lines(const RegionsApart& regions, const std::array<std::string, 2>& names);

/// Items with regions that cause a difference of that change, each once.
std::vector<const ItemResult*> items_behind(const Result& result, const Change& change);

}  // namespace casebook::compare
