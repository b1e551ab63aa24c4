// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/goals.h"

#include <algorithm>
#include <set>

#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"

namespace casebook::games {

using language::none;
using language::Program;

namespace {

Goal of_parameters(const language::Definition& definition) {
  Goal goal;
  for (const VarId param : definition.params) goal.free.push_back({param, none});
  return goal;
}

/// Values of its parameters in their domains.
Goal of_parameters(const language::Action& action) {
  Goal goal;
  for (const language::ActionParam& param : action.params) {
    const bool single = param.mode == language::ParamMode::single;
    goal.free.push_back({param.var, single ? param.at : none});
    goal.conditions.push_back({param.domain.get(), true, param.var});
    if (!param.where) continue;
    goal.conditions.push_back({param.where.get(), true, none});
    if (single) continue;
    goal.conditions.back().each = param.var;
    goal.conditions.back().bound = param.member;
  }
  return goal;
}

bool single_parameters(const language::Action& action) {
  return std::all_of(action.params.begin(), action.params.end(),
                     [](const auto& param) { return param.mode == language::ParamMode::single; });
}

/// Of a requirement that may be waived only that it holds is asked: enough to be permitted.
Goal requirements(const Program& program, ActionId id, std::optional<size_t> refusing) {
  const language::Action& action = program.actions[id];
  Goal goal = of_parameters(action);
  for (size_t i = 0; i < action.requires_.size(); ++i) {
    const language::Requirement& requirement = action.requires_[i];
    const language::Expr& holds = *requirement.expr;
    const bool wanted = !(refusing && *refusing == i);
    if (requirement.each >= 0) {
      goal.conditions.push_back({&holds, wanted, none});
      goal.conditions.back().each = action.params[static_cast<size_t>(requirement.each)].var;
      goal.conditions.back().bound = requirement.member;
      continue;
    }
    // `p in S` of a parameter is one more domain, and its values are drawn from there.
    const bool domain = holds.op == language::Op::contains && holds.args[1]->op == language::Op::variable &&
                        std::any_of(goal.free.begin(), goal.free.end(),
                                    [&](const Free& free) { return free.var == holds.args[1]->ref; });
    if (domain)
      goal.conditions.push_back({holds.args[0].get(), wanted, holds.args[1]->ref});
    else
      goal.conditions.push_back({&holds, wanted, none});
  }
  return goal;
}

}  // namespace

Goal definition_is(const Program& program, DefinitionId id, bool value) {
  const language::Definition& definition = program.definitions[id];
  Goal goal = of_parameters(definition);
  goal.conditions.push_back({definition.body.get(), value, none});
  return goal;
}

Goal exception_applies(const Program& program, DefinitionId id, size_t exception) {
  const language::Definition& definition = program.definitions[id];
  Goal goal = of_parameters(definition);
  goal.conditions.push_back({definition.exceptions[exception].when.get(), true, none});
  // Not shut out by one that stands over it.
  for (const language::Exception& other : definition.exceptions) {
    for (const int32_t under : other.over) {
      if (static_cast<size_t>(under) == exception) goal.conditions.push_back({other.when.get(), false, none});
    }
  }
  return goal;
}

std::optional<Goal> permitted(const Program& program, ActionId action) {
  if (!single_parameters(program.actions[action])) return std::nullopt;
  return requirements(program, action, std::nullopt);
}

Goal all_hold(const Program& program, ActionId action) {
  return requirements(program, action, std::nullopt);
}

std::optional<Goal> refused_by(const Program& program, ActionId action, size_t requirement) {
  const language::Action& of = program.actions[action];
  if (!of.requires_[requirement].waivers.empty() || !single_parameters(of)) return std::nullopt;
  return requirements(program, action, requirement);
}

SiteChoice sites_for(const Program& program, const Goal& goal, ActionId action) {
  std::set<ProcedureId> needed;
  language::ReadsWrites reads(program);
  for (const Condition& condition : goal.conditions) {
    for (const StateId state : reads.of(*condition.expr).reads.states)
      needed.insert(program.states[state].procedure);
    language::walk(*condition.expr, [&](const language::Expr& part) {
      if (part.op == language::Op::variable && static_cast<size_t>(part.ref) < program.vars.size())
        needed.insert(program.vars[part.ref].procedure);
    });
  }
  needed.erase(none);
  SiteChoice offering, living;
  for (size_t i = 0; i < program.sites.size(); ++i) {
    const language::Site& site = program.sites[i];
    if (site.kind != language::SiteKind::choose) continue;
    const bool offers = action == none || std::any_of(site.alternatives.begin(), site.alternatives.end(),
                                                      [&](const auto& one) { return one.action == action; });
    if (!offers) continue;
    offering.sites.push_back(static_cast<int32_t>(i));
    const auto ways = ways_to(program, static_cast<int32_t>(i));
    const bool lives = std::any_of(ways.begin(), ways.end(), [&](const runtime::Control& way) {
      return std::all_of(needed.begin(), needed.end(), [&](ProcedureId procedure) {
        return std::find(way.procedures.begin(), way.procedures.end(), procedure) != way.procedures.end();
      });
    });
    if (lives) living.sites.push_back(static_cast<int32_t>(i));
  }
  return living.sites.empty() ? offering : living;
}

}  // namespace casebook::games
