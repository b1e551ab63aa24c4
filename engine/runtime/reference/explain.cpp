// SPDX-License-Identifier: Apache-2.0
// Why a choice is refused: every requirement, with how it came out.
#include <algorithm>

#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::ParamMode;
using language::Requirement;

namespace {

/// Of the whole value: the Var of a set or a path may be declared by its members.
language::Type parameter_type(const language::Program& program, const ActionParam& param) {
  switch (param.mode) {
    case ParamMode::set:
      return {language::TypeTag::set, param.domain->type.of, 1};
    case ParamMode::path:
      return {language::TypeTag::path, language::none, 1};
    case ParamMode::single:
      break;
  }
  return program.vars[param.var].type;
}

}  // namespace

std::vector<ExplanationLine> Evaluator::explain(const Action& action, const std::vector<Requirement>* further,
                                                const Position& position) {
  std::vector<ExplanationLine> verdicts;
  bool typed = true;
  std::vector<VarId> unbound;  // hexes of members that have none: nothing that speaks of them can be asked
  for (const ActionParam& param : action.params) {
    if (domain_holds(param, position)) continue;
    typed = false;
    if (param.at != language::none && (param.mode != ParamMode::single || !bind_hex(param, position)))
      unbound.push_back(param.at);
    ExplanationLine verdict;
    verdict.holds = false;
    verdict.label = action.label;
    verdict.name = "domain of " + param.name;
    verdict.where = std::string(program_.text_of(param.domain->place));
    verdict.why = std::make_unique<Derivation>();
    const language::Type type = parameter_type(program_, param);
    verdict.why->text = param.name + " = " + value_text(*scenario_, type, variable(param.var)) +
                        " is not in " + verdict.where;
    if (param.at != language::none) verdict.why->text += ", on the map";
    if (param.where) verdict.why->text += ", where " + std::string(program_.text_of(param.where->place));
    verdicts.push_back(std::move(verdict));
  }
  const auto can_be_asked = [&unbound](const Expr& asked) {
    bool bound = true;
    language::walk(asked, [&](const Expr& expr) {
      if (expr.op == language::Op::variable &&
          std::find(unbound.begin(), unbound.end(), expr.ref) != unbound.end())
        bound = false;
    });
    return bound;
  };
  const auto ask = [&](const Requirement& requirement, const Position& at) {
    if (!can_be_asked(*requirement.expr)) return;
    const auto one = [&](const std::string& who) {
      ExplanationLine verdict;
      verdict.label = requirement.label;
      verdict.name = requirement.name;
      verdict.where = std::string(program_.text_of(requirement.expr->place));
      verdict.why = std::make_unique<Derivation>();
      verdict.why->text = verdict.where;
      verdict.why->label = program_.label_text(requirement.label);
      try {
        verdict.holds = derive(*requirement.expr, at, *verdict.why).yes();
        for (const auto& waiver : requirement.waivers) {
          if (verdict.holds || !can_be_asked(*waiver.when) || !evaluate(*waiver.when, at).yes()) continue;
          verdict.holds = true;
          verdict.label = waiver.label;
          verdict.why->text = "waived";
        }
      } catch (const Fault& fault) {
        if (!typed) return;  // outside the domain nothing promises a value
        verdict.holds = false;
        verdict.why->value = "fault: " + fault.why;
      }
      if (!who.empty()) verdict.name += verdict.name.empty() ? who : " of " + who;
      verdicts.push_back(std::move(verdict));
    };
    if (requirement.each < 0) {
      one("");
      return;
    }
    const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
    const std::vector<int32_t> members = variable(param.var).items;
    for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < members.size(); ++i) {
      variable(requirement.member) = members[i];
      one(scenario_->value_text(program_.vars[requirement.member].type, members[i]));
    }
  };
  for (const Requirement& requirement : action.requires_) ask(requirement, position);
  if (further != nullptr) {
    for (const Requirement& requirement : *further) ask(requirement, position);
  }
  if (!action.ensures.empty()) {
    const bool refused = std::any_of(verdicts.begin(), verdicts.end(),
                                     [](const ExplanationLine& verdict) { return !verdict.holds; });
    if (!refused) {  // what would come after an unlawful choice is not asked
      Position after = position;
      try {
        run_aside(action, after);
      } catch (const Fault&) {
        after = position;
      }
      for (const Requirement& requirement : action.ensures) ask(requirement, after);
    }
  }
  std::stable_partition(verdicts.begin(), verdicts.end(),
                        [](const ExplanationLine& verdict) { return !verdict.holds; });
  return verdicts;
}

std::vector<ExplanationLine> Evaluator::explain_best(const Action& action,
                                                     const std::vector<Requirement>* further,
                                                     const Position& position) {
  std::vector<ExplanationLine> verdicts;
  if (action.bests.empty() || action.params.empty()) return verdicts;
  std::vector<int64_t> own;
  for (const language::Best& best : action.bests) own.push_back(evaluate(*best.value, position).number);
  // The best of the others, and where its values are.
  std::vector<int64_t> best_values = own;
  Value best_at = variable(action.params.back().var);
  each_competitor(action, further, position, [&](const Value& value) {
    std::vector<int64_t> values;
    for (const language::Best& best : action.bests) values.push_back(evaluate(*best.value, position).number);
    for (size_t k = 0; k < values.size(); ++k) {
      if (values[k] == best_values[k]) continue;
      if (action.bests[k].least ? values[k] < best_values[k] : values[k] > best_values[k]) {
        best_values = values;
        best_at = value;
      }
      break;
    }
    return true;
  });
  for (size_t k = 0; k < own.size(); ++k) {
    const language::Best& best = action.bests[k];
    ExplanationLine& verdict = verdicts.emplace_back();
    verdict.holds = own[k] == best_values[k];
    verdict.label = best.label;
    verdict.name = best.name;
    verdict.where = source_text(*this, *best.value);
    verdict.why = std::make_unique<Derivation>();
    verdict.why->text = std::string(best.least ? "least " : "most ") + verdict.where;
    verdict.why->label = program_.label_text(best.label);
    derive(*best.value, position, *verdict.why);
    verdict.why->value = scenario_->value_text(best.value->type, own[k]);
    if (verdict.holds) continue;
    const language::Type type = parameter_type(program_, action.params.back());
    verdict.why->value += ", but " + scenario_->value_text(best.value->type, best_values[k]) + " with " +
                          value_text(*scenario_, type, best_at);
    break;
  }
  return verdicts;
}

}  // namespace casebook::runtime
