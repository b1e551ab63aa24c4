// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/absent.h"

#include "engine/base/text.h"
#include "engine/board/scenario.h"

namespace casebook::runtime {

std::string why_absent(const Scenario& scenario, KindId kind, std::string_view name) {
  if (!scenario.data || scenario.find(kind, name)) return {};
  const std::string& kind_name = scenario.program->kinds[kind].name;
  for (const auto& file : scenario.data->orders_of_battle) {
    const board::EntityLine* const line = file.data.find(kind_name, name);
    if (line == nullptr || line->with.empty()) continue;
    if (line->with.size() == 1) return ": it comes with the option " + line->with.front() + ", which is off";
    return ": it comes with the option " + listed(line->with) + ", and none of them is on";
  }
  return {};
}

}  // namespace casebook::runtime
