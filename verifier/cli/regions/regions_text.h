// SPDX-License-Identifier: Apache-2.0
#pragma once

// The regions of an item as lines and as JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "verifier/cli/shared/verb.h"
#include "verifier/regions/regions.h"

namespace casebook::cli {

/// What regions are made of. `sort` is `definition`, `field`, `table`, `requirement`, `procedure`, `action` or `effect`.
struct RegionsItem {
  std::string sort, name;
  regions::Rule rule;
  language::TableId table = language::none;
  regions::Doing doing;
  bool is_table() const { return table != language::none; }
  /// Of a procedure, an action or an effect: it has runs, and the others have inputs.
  bool runs() const {
    return !is_table() && rule.definition == language::none && rule.field == language::none &&
           rule.action == language::none;
  }
};

/// `yes: turn in {1, 4, 7}`, `match result: dr`, `choose by side: retreat(u) and perish(u)`, one for each decision;
/// with the cases, if they are wanted. `joint` stands between several outs.
std::vector<std::string> way_lines(const runtime::Scenario& scenario,
                                   const std::vector<regions::Decision>& decisions, const regions::Way& way,
                                   bool with_cases, std::string_view joint = " and ");

void print_regions(const runtime::Scenario& scenario, const RegionsItem& item, const regions::Regions& made,
                   uint64_t seed, Context& context);
nlohmann::ordered_json regions_json(const runtime::Scenario& scenario, const RegionsItem& item,
                                    const regions::Regions& made, uint64_t seed, Context& context);

}  // namespace casebook::cli
