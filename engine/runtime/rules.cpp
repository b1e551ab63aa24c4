// SPDX-License-Identifier: Apache-2.0
// What both evaluators say alike of a position: it is read from the cells of control.
#include "engine/runtime/rules.h"

#include "engine/runtime/control.h"
#include "engine/runtime/layout.h"

namespace casebook::runtime {

NodeKind Rules::node(const Position& position) const {
  const Layout& layout = scenario().layout;
  expect_layout(layout, position);
  if (position.cell(layout.outcome) != static_cast<int32_t>(OutcomeKind::open)) return NodeKind::over;
  return site(position).kind == language::SiteKind::choose ? NodeKind::choose : NodeKind::chance;
}

Outcome Rules::outcome(const Position& position) const {
  return outcome_of(scenario(), position);
}

const language::Site& Rules::site(const Position& position) const {
  const Scenario& bound = scenario();
  expect_layout(bound.layout, position);
  return bound.program->sites[static_cast<size_t>(position.cell(bound.layout.site)) - 1];
}

}  // namespace casebook::runtime
