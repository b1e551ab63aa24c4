// SPDX-License-Identifier: Apache-2.0
// Translation: that a set is chosen from no more members than evaluators go through. Beside
// reference/action_values.cpp.
#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "engine/base/choice_limits.h"
#include "engine/base/limits.h"
#include "engine/program/walk.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Action;
using language::ActionParam;
using namespace language::ids;
using language::ParamMode;
using language::TypeTag;

namespace {

bool may_be_too_many_in(const runtime::Scenario& scenario, const ActionParam& param) {
  return param.mode == ParamMode::set && param.domain->type.tag != TypeTag::maybe &&
         scenario.size(param.domain->type.of) > limits::free_members;
}

/// Whether members are asked one by one, by `where` or, with `each`, by requirements of each.
bool is_narrowed(const Action& action, size_t index, bool each) {
  const ActionParam& param = action.params[index];
  return param.where ||
         (each && std::any_of(action.requires_.begin(), action.requires_.end(), [&](const auto& requirement) {
            return requirement.each == static_cast<int32_t>(index) &&
                   !language::mentions(requirement, param.var);
          }));
}

}  // namespace

bool Translator::may_be_too_many(const ActionParam& param) const {
  return may_be_too_many_in(scenario_, param);
}

std::vector<std::string> sets_not_counted(const runtime::Scenario& scenario) {
  const language::Program& program = *scenario.program;
  std::set<ActionId> offered;
  for (const language::Site& site : program.sites)
    for (const language::Alternative& one : site.alternatives) offered.insert(one.action);
  std::vector<std::string> all;
  for (const ActionId id : offered) {
    const Action& action = program.actions[id];
    for (size_t i = 0; i < action.params.size(); ++i)
      if (may_be_too_many_in(scenario, action.params[i]) &&
          is_narrowed(action, i, i + 1 == action.params.size()))
        all.push_back(fmt::format("that {} of {} has no more than {} to go through", action.params[i].name,
                                  action.name, limits::free_members));
  }
  return all;
}

// Of all of its domain. Where members are asked one by one, by `where` or by requirements of each, how many
// are left is not counted.
Ref Translator::few_members(const Action& action, size_t index, int64_t most, bool each,
                            const SymbolicPosition& position) {
  const ActionParam& param = action.params[index];
  if (is_narrowed(action, index, each)) return yes;
  return formula_.less_equal(formula_.count(evaluate(*param.domain, position).items), formula_.number(most));
}

Ref Translator::few_enough(const language::Alternative& alternative, const SymbolicPosition& position) {
  const Action& action = program_.actions[alternative.action];
  if (std::none_of(action.params.begin(), action.params.end(),
                   [&](const ActionParam& param) { return may_be_too_many(param); }))
    return yes;
  const Aside aside(*this);  // what faults while it is asked is asked by itself
  const std::vector<SymbolicValue> frame = frame_;
  std::vector<Ref> before, all;
  for (size_t i = 0; i < action.params.size(); ++i) {
    const ActionParam& param = action.params[i];
    const SymbolicValue chosen = variable(param.var);
    if (may_be_too_many(param)) {
      const bool last = i + 1 == action.params.size();
      const Ref domains = formula_.and_(std::vector<Ref>(before));
      all.push_back(formula_.implies(domains, few_members(action, i, limits::free_members, last, position)));
      if (last && scenario_.size(param.domain->type.of) > limits::candidates)
        all.push_back(formula_.implies(domains, few_members(action, i, limits::candidates, false, position)));
      variable(param.var) = chosen;
    }
    before.push_back(domain_holds(param, position));
    variable(param.var) = chosen;
  }
  frame_ = frame;
  return formula_.and_(std::move(all));
}

}  // namespace casebook::symbolic
