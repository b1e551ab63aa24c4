// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/drawn_inputs.h"

#include <algorithm>

#include "engine/program/reads_writes.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/distance.h"
#include "engine/runtime/distance/interesting_values.h"

namespace casebook::checks {

using namespace language::ids;
using language::none;

void each_drawn_input(const Context& context, const ScenarioPtr& scenario, const std::string& purpose,
                      DefinitionId definition, const std::vector<const Tried*>& positions, int draws,
                      runtime::Evaluator& evaluator, const std::function<bool(const Tried&)>& ask) {
  const language::Program& p = *scenario->program;
  const language::Definition& of = p.definitions[definition];
  std::vector<ProcedureId> phases;
  language::ReadsWrites reads(p);
  for (const StateId state : reads.definition(definition).reads.states)
    if (p.states[state].procedure != none) phases.push_back(p.states[state].procedure);
  games::Goal goal;
  for (const VarId param : of.params) goal.free.push_back({param, none});
  games::Distance drawing(scenario, std::move(goal));
  if (!drawing.has_values()) return;
  const games::InterestingValues worth(scenario);
  Random random = context.random(purpose + " " + of.name);
  for (const Tried* tried : positions) {
    const std::vector<ProcedureId> running = runtime::control_of(*scenario, tried->position).procedures;
    const auto runs = [&](ProcedureId one) {
      return std::find(running.begin(), running.end(), one) != running.end();
    };
    if (!std::all_of(phases.begin(), phases.end(), runs)) continue;
    for (int draw = 0; draw < (of.params.empty() ? 1 : draws); ++draw) {
      if (!of.params.empty()) {
        const games::Bindings drawn = drawing.redrawn(tried->position, worth, random, true);
        if (drawn.empty()) return;
        drawing.bind(drawn);
        for (const auto& [var, value] : drawn) evaluator.variable(var) = value;
      }
      if (!ask(*tried)) return;
    }
  }
}

std::vector<const Tried*> some_lawful(const std::vector<Tried>& positions, size_t most) {
  std::vector<const Tried*> out;
  const size_t step = std::max<size_t>(1, positions.size() / most);
  for (size_t i = 0; i < positions.size(); i += step)
    if (positions[i].grade != Grade::typed) out.push_back(&positions[i]);
  return out;
}

language::Expr call_of(const language::Program& program, DefinitionId number) {
  const language::Definition& definition = program.definitions[number];
  language::Expr call;
  call.op = language::Op::call;
  call.type = definition.type;
  call.ref = number;
  call.place = definition.place;
  for (const VarId var : definition.params) {
    language::ExprPtr arg(language::Expr{});
    arg->op = language::Op::variable;
    arg->ref = var;
    arg->type = program.vars[var].type;
    arg->place = definition.place;
    call.args.push_back(std::move(arg));
  }
  return call;
}

}  // namespace casebook::checks
