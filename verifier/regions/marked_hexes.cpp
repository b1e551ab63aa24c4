// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/marked_hexes.h"

namespace casebook::regions {

void add_hex_of(const runtime::Scenario& scenario, const runtime::Position& position,
                const language::Type& type, int32_t member, std::vector<int>& hexes) {
  if (type.tag != language::TypeTag::entity || member < 0) return;
  int32_t hex = member;
  if (type.of != language::kind_hex) {
    if (!scenario.program->kinds[type.of].on_map) return;
    hex = position.cell(scenario.layout.places[type.of].first + static_cast<uint32_t>(member));
  }
  if (hex < scenario.ground.hexes) hexes.push_back(hex);
}

void add_hexes_of(const runtime::Scenario& scenario, const runtime::Position& position,
                  const runtime::Choice& choice, std::vector<int>& hexes) {
  const language::Program& program = *scenario.program;
  const language::Site& site = program.sites[position.cell(scenario.layout.site) - 1];
  size_t single = 0;
  for (const language::ActionParam& param :
       program.actions[site.alternatives[static_cast<size_t>(choice.alternative)].action].params) {
    if (param.mode != language::ParamMode::single) continue;
    add_hex_of(scenario, position, program.vars[param.var].type, choice.singles[single++], hexes);
  }
}

}  // namespace casebook::regions
