// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scramble.h"

#include <algorithm>

namespace casebook::runtime::tests {

void scramble(const Scenario& scenario, Position& position, Random& random, uint32_t percent) {
  const language::Program& program = *scenario.program;
  const auto spared = [&] { return percent < 100 && random.below(100) >= percent; };
  const auto below = [&](int64_t n) {
    return static_cast<int32_t>(random.below(static_cast<uint32_t>(std::max<int64_t>(n, 1))));
  };
  for (size_t id = 0; id < program.states.size(); ++id) {
    const Slot& slot = scenario.layout.states[id];
    const language::Type& type = program.states[id].type;
    if (program.states[id].hidden || program.states[id].procedure != language::none) continue;
    for (uint32_t c = 0; c < slot.combinations; ++c) {
      if (spared()) continue;
      if (slot.kind == SlotKind::bits) {
        position.set_bit(slot.first, c, below(2) != 0);
      } else if (slot.kind == SlotKind::sets) {
        for (int32_t m = 0; m < scenario.size(type.of); ++m)
          position.set_bit(slot.first + c * slot.width, static_cast<uint32_t>(m), below(3) == 0);
      } else {
        int32_t v = 0;
        switch (type.tag) {
          case language::TypeTag::number: {
            if (type.of < 0) break;
            const language::Measure& m = program.measures[type.of];
            v = static_cast<int32_t>(m.low) + below(m.high - m.low + 1);
            if (m.or_never && below(8) == 0) v = static_cast<int32_t>(language::never_value);
            break;
          }
          case language::TypeTag::entity:
            v = below(scenario.size(type.of));
            break;
          case language::TypeTag::maybe:
            v = below(scenario.size(type.of) + 1) - 1;
            break;
          case language::TypeTag::location:
            v = below(scenario.ground.hexes + static_cast<int64_t>(program.boxes.size()));
            break;
          default:
            v = below(2);
            break;
        }
        position.set_cell(slot.first + c, v);
      }
    }
  }
  for (const Slot& slot : scenario.layout.places) {
    for (uint32_t c = 0; c < slot.combinations; ++c) {
      if (spared()) continue;
      position.set_cell(slot.first + c,
                        !program.boxes.empty() && below(4) == 0
                            ? scenario.ground.hexes + below(static_cast<int64_t>(program.boxes.size()))
                            : below(scenario.ground.hexes));
    }
  }
}

}  // namespace casebook::runtime::tests
