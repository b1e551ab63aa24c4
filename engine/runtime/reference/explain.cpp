// SPDX-License-Identifier: Apache-2.0
// Why a choice is refused: every requirement, with how it came out.
#include <algorithm>

#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::ParamMode;
using language::Requirement;

std::vector<Verdict> Evaluator::explain(const Action& action, const std::vector<Requirement>* further,
                                        const Position& position) {
  std::vector<Verdict> verdicts;
  bool typed = true;
  for (const ActionParam& param : action.params) {
    if (domain_holds(param, position)) continue;
    typed = false;
    Verdict verdict;
    verdict.holds = false;
    verdict.label = action.label;
    verdict.name = "domain of " + param.name;
    verdict.where = std::string(program_.text_of(param.domain->place));
    verdict.why = std::make_unique<Derivation>();
    const language::Type type =
        param.mode == ParamMode::set    ? language::Type{language::TypeTag::set, param.domain->type.of, 1}
        : param.mode == ParamMode::path ? language::Type{language::TypeTag::path, language::none, 1}
                                        : program_.vars[static_cast<size_t>(param.var)].type;
    verdict.why->text = param.name + " = " + value_text(*scenario_, type, variable(param.var)) +
                        " is not in " + verdict.where;
    if (param.at != language::none) verdict.why->text += ", on the map";
    if (param.where) verdict.why->text += ", where " + std::string(program_.text_of(param.where->place));
    verdicts.push_back(std::move(verdict));
  }
  // A hex that the domain would have bound may be missing; what depends on it can not be asked.
  if (!typed) return verdicts;

  const auto ask = [&](const Requirement& requirement, const Position& at) {
    const auto one = [&](const std::string& who) {
      Verdict verdict;
      verdict.label = requirement.label;
      verdict.name = requirement.name;
      verdict.where = std::string(program_.text_of(requirement.expr->place));
      verdict.why = std::make_unique<Derivation>();
      verdict.why->text = verdict.where;
      verdict.why->label = program_.label_text(requirement.label);
      try {
        verdict.holds = derive(*requirement.expr, at, *verdict.why).yes();
        for (const auto& waiver : requirement.waivers) {
          if (verdict.holds || !evaluate(*waiver.when, at).yes()) continue;
          verdict.holds = true;
          verdict.label = waiver.label;
          verdict.why->text = "waived";
        }
      } catch (const Fault& fault) {
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
      one(scenario_->value_text(program_.vars[static_cast<size_t>(requirement.member)].type, members[i]));
    }
  };
  for (const Requirement& requirement : action.requires_) ask(requirement, position);
  if (further != nullptr) {
    for (const Requirement& requirement : *further) ask(requirement, position);
  }
  if (!action.ensures.empty()) {
    const bool refused =
        std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) { return !verdict.holds; });
    if (!refused) {  // what would come after an unlawful choice is not asked
      Position after = position;
      const Ending ending = ending_;
      const std::vector<Value> frame = frame_;
      try {
        execute(*action.body, after);
      } catch (const Fault&) {
        after = position;
      }
      ending_ = ending;
      frame_ = frame;
      for (const Requirement& requirement : action.ensures) ask(requirement, after);
    }
  }
  std::stable_partition(verdicts.begin(), verdicts.end(),
                        [](const Verdict& verdict) { return !verdict.holds; });
  return verdicts;
}

}  // namespace casebook::runtime
