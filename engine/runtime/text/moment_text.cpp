// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/moment_text.h"

#include <algorithm>

#include "engine/runtime/control.h"

namespace casebook::runtime {

namespace {

constexpr size_t procedures_told = 2;

bool is_one_value(const language::Type& type) {
  return type.tag != language::TypeTag::set && type.tag != language::TypeTag::path;
}

std::string arguments_text(const Scenario& scenario, const Position& position,
                           const language::Procedure& procedure) {
  std::string text;
  for (const VarId param : procedure.params) {
    const language::Var& var = scenario.program->vars[param];
    if (!is_one_value(var.type)) return "(...)";
    const Slot& slot = scenario.layout.vars[param];
    text += (text.empty() ? "" : ", ") + scenario.value_text(var.type, position.cell(slot.first));
  }
  return text.empty() ? text : "(" + text + ")";
}

/// Whether somebody chooses in `game` itself: what it calls then is an episode, not a phase.
bool is_chosen_in_game(const language::Program& program) {
  return std::any_of(program.sites.begin(), program.sites.end(), [&](const language::Site& site) {
    return site.procedure == program.game && site.kind == language::SiteKind::choose;
  });
}

}  // namespace

std::string numbers_text(const Scenario& scenario, const Position& position) {
  const language::Program& program = *scenario.program;
  std::string when;
  for (size_t id = 0; id < program.states.size(); ++id) {
    const language::State& state = program.states[id];
    if (state.hidden || state.procedure != language::none || !state.params.empty() ||
        state.type.tag != language::TypeTag::number)
      continue;
    when += (when.empty() ? "" : ", ") + state.name + " " +
            scenario.value_text(state.type, position.cell(scenario.layout.states[id].first));
  }
  return when;
}

std::string moment_text(const Scenario& scenario, const Position& position) {
  const language::Program& program = *scenario.program;
  if (position.cell(scenario.layout.site) == 0 || is_chosen_in_game(program)) return {};
  const Control control = control_of(scenario, position);
  std::string where;
  const size_t told = std::min(control.procedures.size(), procedures_told + 1);
  for (size_t i = 1; i < told; ++i) {
    const language::Procedure& procedure = program.procedures[control.procedures[i]];
    if (control.procedures[i] == program.settle) break;
    where += (where.empty() ? "" : ", ") + procedure.name + arguments_text(scenario, position, procedure) +
             " [" + program.label_text(procedure.label) + "]";
  }
  if (where.empty()) return {};
  const std::string when = numbers_text(scenario, position);
  return when.empty() ? where : when + ": " + where;
}

}  // namespace casebook::runtime
