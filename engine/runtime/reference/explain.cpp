// SPDX-License-Identifier: Apache-2.0
// Why a choice is refused: every requirement, with how it came out.
#include <algorithm>

#include "engine/language/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::ParamMode;
using language::Requirement;

namespace {

bool mentions(const language::Expr& expr, Id var) {
  bool found = false;
  language::walk(expr, [&](const language::Expr& inner) {
    found = found || (inner.op == language::Op::variable && inner.ref == var);
  });
  return found;
}

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
  return program.vars[static_cast<size_t>(param.var)].type;
}

class Explainer {
 public:
  Explainer(Evaluator& evaluator, const Action& action)
      : evaluator_(evaluator), program_(evaluator.program()), action_(action) {}

  std::vector<Verdict> verdicts;

  bool refused() const {
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [](const Verdict& verdict) { return !verdict.holds; });
  }

  /// A hex that `at` would have bound: whoever mentions it cannot be asked.
  void unknown(Id var) {
    if (var != language::none) unknown_.push_back(var);
  }

  bool can_ask(const language::Expr& expr) const {
    return std::none_of(unknown_.begin(), unknown_.end(), [&](Id var) { return mentions(expr, var); });
  }

  Verdict& refuse(Id label, std::string name, const language::Expr& asked, std::string why) {
    Verdict& verdict = verdicts.emplace_back();
    verdict.holds = false;
    verdict.label = label;
    verdict.name = std::move(name);
    verdict.where = source_text(program_, asked);
    verdict.why = std::make_unique<Derivation>();
    verdict.why->text = std::move(why);
    return verdict;
  }

  void ask(const Requirement& requirement, const Position& at) {
    const auto waivers_can = [&](const language::Waiver& waiver) { return can_ask(*waiver.when); };
    if (!can_ask(*requirement.expr) ||
        !std::all_of(requirement.waivers.begin(), requirement.waivers.end(), waivers_can))
      return;
    if (requirement.each < 0) return ask_one(requirement, at, "");
    const ActionParam& param = action_.params[static_cast<size_t>(requirement.each)];
    const std::vector<int32_t> members = evaluator_.variable(param.var).items;
    for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < members.size(); ++i) {
      evaluator_.variable(requirement.member) = members[i];
      const auto& type = program_.vars[static_cast<size_t>(requirement.member)].type;
      ask_one(requirement, at, evaluator_.scenario().value_text(type, members[i]));
    }
  }

 private:
  void ask_one(const Requirement& requirement, const Position& at, const std::string& who) {
    Verdict& verdict = verdicts.emplace_back();
    verdict.label = requirement.label;
    verdict.name = requirement.name;
    if (!who.empty()) verdict.name += " of " + who;
    verdict.where = source_text(program_, *requirement.expr);
    verdict.why = std::make_unique<Derivation>();
    verdict.why->text = verdict.where;
    verdict.why->label = program_.label_text(requirement.label);
    try {
      for (const auto& waiver : requirement.waivers) {
        if (!evaluator_.evaluate(*waiver.when, at).yes()) continue;
        verdict.label = waiver.label;
        verdict.why->value = "waived";
        verdict.why->label = program_.label_text(waiver.label);
        evaluator_.derive(*waiver.when, at, *verdict.why);
        return;
      }
      verdict.holds = evaluator_.derive(*requirement.expr, at, *verdict.why).yes();
      verdict.why->value = verdict.holds ? "yes" : "no";
      // The whole expression is its own only child; its parts say more.
      if (verdict.why->children.size() == 1 && verdict.why->children.front()->text == verdict.why->text) {
        auto parts = std::move(verdict.why->children.front()->children);
        verdict.why->children = std::move(parts);
      }
    } catch (const Fault& fault) {
      verdict.holds = false;
      verdict.why->value = "fault: " + fault.why;
    }
  }

  Evaluator& evaluator_;
  const language::Program& program_;
  const Action& action_;
  std::vector<Id> unknown_;
};

}  // namespace

std::vector<Verdict> Evaluator::explain(const Action& action, const std::vector<Requirement>* further,
                                        const Position& position) {
  Explainer explainer(*this, action);
  for (const ActionParam& param : action.params) {
    if (!explainer.can_ask(*param.domain) || (param.where && !explainer.can_ask(*param.where))) {
      explainer.unknown(param.at);
      continue;
    }
    const language::Type type = parameter_type(program_, param);
    const std::string value = value_text(*scenario_, type, variable(param.var));
    try {
      if (domain_holds(param, position)) continue;
      Verdict& verdict = explainer.refuse(action.label, "domain of " + param.name, *param.domain,
                                          param.name + " = " + value);
      const bool placed = param.mode != ParamMode::single || bind_hex(param, position);
      if (!placed) {
        verdict.why->text += " is not on the map";
        explainer.unknown(param.at);
      }
      if (param.domain->op != language::Op::range) derive(*param.domain, position, *verdict.why);
      if (placed && param.where && param.mode == ParamMode::single)
        derive(*param.where, position, *verdict.why);
    } catch (const Fault& fault) {
      explainer.refuse(fault.label, "domain of " + param.name, *param.domain, "fault: " + fault.why);
      explainer.unknown(param.at);
    }
  }
  for (const Requirement& requirement : action.requires_) explainer.ask(requirement, position);
  if (further != nullptr) {
    for (const Requirement& requirement : *further) explainer.ask(requirement, position);
  }
  if (!action.ensures.empty() &&
      !explainer.refused()) {  // what would come after an unlawful choice is not asked
    Position after = position;
    try {
      run_aside(action, after);
      for (const Requirement& requirement : action.ensures) explainer.ask(requirement, after);
    } catch (const Fault& fault) {
      explainer.refuse(fault.label, "do", *action.ensures.front().expr, "fault: " + fault.why);
    }
  }
  std::stable_partition(explainer.verdicts.begin(), explainer.verdicts.end(),
                        [](const Verdict& verdict) { return !verdict.holds; });
  return std::move(explainer.verdicts);
}

std::vector<Verdict> Evaluator::explain_best(const Action& action, const std::vector<Requirement>* further,
                                             const Position& position) {
  std::vector<Verdict> verdicts;
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
    Verdict& verdict = verdicts.emplace_back();
    verdict.holds = own[k] == best_values[k];
    verdict.label = best.label;
    verdict.name = best.name;
    verdict.where = source_text(program_, *best.value);
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
