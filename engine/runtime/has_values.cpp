// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/has_values.h"

#include <algorithm>

namespace casebook::runtime {

using language::TypeTag;

bool has_values(const Scenario& scenario, const language::Type& type) {
  switch (type.tag) {
    case TypeTag::entity:
      return scenario.size(type.of) > 0;
    case TypeTag::location:
      return scenario.ground.hexes > 0 || !scenario.program->boxes.empty();
    case TypeTag::path:
      return scenario.ground.hexes > 0;
    case TypeTag::boolean:
    case TypeTag::number:
    case TypeTag::maybe:
    case TypeTag::set:
    case TypeTag::range:
      break;
  }
  return true;
}

bool has_values(const Scenario& scenario, const language::Definition& definition) {
  return std::all_of(definition.params.begin(), definition.params.end(),
                     [&](VarId param) { return has_values(scenario, scenario.program->vars[param].type); });
}

bool has_values(const Scenario& scenario, const language::Action& action) {
  return std::all_of(action.params.begin(), action.params.end(), [&](const language::ActionParam& param) {
    return has_values(scenario, scenario.program->vars[param.var].type);
  });
}

}  // namespace casebook::runtime
