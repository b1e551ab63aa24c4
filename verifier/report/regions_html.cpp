// SPDX-License-Identifier: Apache-2.0
// Where the values of an item differ between two editions, region by region.
#include <fmt/format.h>

#include "engine/base/text.h"
#include "verifier/compare/tell/region_text.h"
#include "verifier/report/page.h"

namespace casebook::report {

/// Where the values of an item differ: a row for each region.
void Page::regions_of(const compare::ItemResult& item, const std::array<std::string, 2>& names) {
  html.open("details", {{"class", "place"}});
  html.put("summary", fmt::format("The values of {}, region by region", in_words(item.name)));
  html.open("table");
  row_of_heads({"Where", names[0], names[1], "Inputs"});
  for (const compare::RegionCell& cell : item.regions->cells) {
    html.open("tr");
    html.put("td", cell.both.empty() ? std::string() : compare::conditions_text(cell.both));
    for (const size_t side : {size_t{0}, size_t{1}}) {
      html.open("td");
      if (!cell.ways[side].empty())
        html.put("p", compare::conditions_text(cell.ways[side]), {{"class", "faint"}});
      html.put("p", prose(with_few_members(compare::region_values(cell, side))));
      html.close();
    }
    html.open("td");
    html.put("p", compare::region_inputs(cell));
    html.put("p", "for example " + cell.example, {{"class", "faint"}});
    html.close();
    html.close();
  }
  html.close();
  html.put("p", capitalised(compare::regions_rest(*item.regions)) + ".", {{"class", "faint"}});
  html.close();
}

}  // namespace casebook::report
