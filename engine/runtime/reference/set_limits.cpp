// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/set_limits.h"

#include <algorithm>

#include "engine/base/choice_limits.h"
#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::ParamMode;
using language::Program;
using language::Requirement;

namespace {

bool is_chosen(const Program& program, ActionId action) {
  return std::any_of(program.sites.begin(), program.sites.end(), [&](const language::Site& site) {
    return std::any_of(site.alternatives.begin(), site.alternatives.end(),
                       [&](const language::Alternative& one) { return one.action == action; });
  });
}

/// Neither the position nor another parameter has a say in it.
bool is_the_same_everywhere(const Program& program, const ActionParam& param) {
  if (!language::ReadsWrites(program).of(*param.domain).reads.empty()) return false;
  bool same = true;
  std::vector<VarId> bound;
  language::walk(*param.domain, [&](const language::Expr& expr) {
    if (expr.binder) bound.insert(bound.end(), {expr.binder->var, expr.binder->at});
    if (expr.op == language::Op::variable)
      same = same && std::find(bound.begin(), bound.end(), expr.ref) != bound.end();
  });
  return same;
}

/// As the evaluators leave members out before they go through the sets (action_values.cpp).
bool is_asked_of_members(const Action& action, size_t index) {
  if (action.params[index].where) return true;
  if (index + 1 != action.params.size()) return false;
  return std::any_of(action.requires_.begin(), action.requires_.end(), [&](const Requirement& one) {
    return one.each == static_cast<int32_t>(index) && !language::mentions(one, action.params[index].var);
  });
}

}  // namespace

void check_set_limits(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics) {
  const Program& program = *scenario->program;
  Evaluator evaluator(scenario);
  for (size_t i = 0; i < program.actions.size(); ++i) {
    const Action& action = program.actions[i];
    for (size_t k = 0; k < action.params.size(); ++k) {
      const ActionParam& param = action.params[k];
      if (param.mode != ParamMode::set || is_asked_of_members(action, k) ||
          !is_chosen(program, static_cast<ActionId>(i)) || !is_the_same_everywhere(program, param))
        continue;
      size_t members = 0;
      try {
        members = evaluator.evaluate(*param.domain, scenario->start).items.size();
      } catch (const Fault&) {  // said by others
      }
      if (members <= static_cast<size_t>(limits::free_members)) continue;
      diagnostics
          .warning("W0311", program.range_of(param.domain->place),
                   std::to_string(members) + " members may be in " + param.name + " of " + action.name +
                       ", and Casebook lists the sets of at most " + std::to_string(limits::free_members) +
                       " (limit \"free members\")")
          .expected = "`each ... in " + param.name +
                      " require`, which leaves fewer, or an action by which the members join one by one";
    }
  }
}

}  // namespace casebook::runtime
