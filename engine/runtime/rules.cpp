// SPDX-License-Identifier: Apache-2.0
// What both evaluators say alike of a position: it is read from the cells of control.
#include "engine/runtime/rules.h"

namespace casebook::runtime {

NodeKind Rules::node(const Position& position) const {
  const Layout& layout = scenario().layout;
  if (position.cell(layout.outcome) != static_cast<int32_t>(OutcomeKind::open)) return NodeKind::over;
  return site(position).kind == language::SiteKind::choose ? NodeKind::choose : NodeKind::chance;
}

Outcome Rules::outcome(const Position& position) const {
  const Layout& layout = scenario().layout;
  Outcome result;
  result.kind = static_cast<OutcomeKind>(position.cell(layout.outcome));
  const int32_t detail = position.cell(layout.outcome_detail);
  if (result.kind == OutcomeKind::won) result.side = detail;
  if (result.kind == OutcomeKind::fault) result.label = detail - 1;
  if (result.kind == OutcomeKind::stuck) {
    result.site = detail;
    result.label = scenario().program->sites[static_cast<size_t>(detail)].label;
  }
  return result;
}

const language::Site& Rules::site(const Position& position) const {
  const Scenario& bound = scenario();
  return bound.program->sites[static_cast<size_t>(position.cell(bound.layout.site)) - 1];
}

}  // namespace casebook::runtime
