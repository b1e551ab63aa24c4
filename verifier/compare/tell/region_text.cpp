// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/region_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/text.h"
#include "verifier/finding/counted.h"

namespace casebook::compare {

std::string condition_text(const RegionCondition& condition) {
  std::string text = condition.is == "yes"  ? condition.text
                     : condition.is == "no" ? "not: " + condition.text
                                            : condition.text + " is " + condition.is;
  return condition.label.empty() ? text : fmt::format("{} ({})", text, condition.label);
}

std::string conditions_text(const std::vector<RegionCondition>& conditions) {
  if (conditions.empty()) return "always";
  std::vector<std::string> all;
  for (const RegionCondition& one : conditions) all.push_back(condition_text(one));
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string region_values(const RegionCell& cell, size_t side) {
  std::string text = fmt::format("{}", fmt::join(cell.values[side], ", "));
  if (cell.more_values[side] > 0) text += fmt::format(" and {}", counted(cell.more_values[side], "other"));
  return text;
}

std::string region_inputs(const RegionCell& cell) {
  if (cell.differing == cell.inputs) return counted(cell.inputs, "input");
  return fmt::format("{} of {}", grouped(cell.differing), counted(cell.inputs, "input"));
}

std::string regions_rest(const RegionsApart& regions) {
  std::string text;
  if (regions.more > 0)
    text += fmt::format("{} more {}, {} of {}; ", regions.more,
                        regions.more == 1 ? "region differs" : "regions differ",
                        grouped(regions.more_differing), counted(regions.more_inputs, "input"));
  text +=
      regions.agreeing == 0
          ? std::string("no region agrees")
          : fmt::format("{} with {} {} the same values in both", counted(regions.agreeing, "region"),
                        counted(regions.agreeing_inputs, "input"), regions.agreeing == 1 ? "has" : "have");
  text += regions.complete
              ? fmt::format("; all {} compared", counted(regions.inputs, "input was", "inputs were"))
              : fmt::format("; {} drawn at positions, so a region may be missing",
                            counted(regions.inputs, "input"));
  return text;
}

std::vector<std::string> region_lines(const RegionsApart& regions, const std::array<std::string, 2>& names) {
  std::vector<std::string> lines;
  for (const RegionCell& cell : regions.cells) {
    std::string line = region_inputs(cell) + ": ";
    if (!cell.both.empty()) line += conditions_text(cell.both) + "; ";
    for (const size_t side : {size_t{0}, size_t{1}}) {
      line += (side == 0 ? "" : "; in ") + (side == 0 ? "in " + names[0] : names[1]) + ", ";
      if (!cell.ways[side].empty()) line += conditions_text(cell.ways[side]) + ": ";
      line += region_values(cell, side);
    }
    lines.push_back(std::move(line) + "; for example " + cell.example);
  }
  lines.push_back(regions_rest(regions));
  return lines;
}

std::vector<const ItemResult*> items_behind(const Result& result, const Change& change) {
  std::vector<const ItemResult*> all;
  for (const ItemResult& item : result.items) {
    const std::string name = item.sort + " " + item.name;
    const bool behind = std::any_of(change.findings.begin(), change.findings.end(), [&](size_t at) {
      const auto& cause = result.findings[at].cause;
      return cause && std::count(cause->items.begin(), cause->items.end(), name) > 0;
    });
    if (item.regions && behind) all.push_back(&item);
  }
  return all;
}

}  // namespace casebook::compare
