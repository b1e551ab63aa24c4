// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/refusal.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/text.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;

Explanation explain_choice(ReferenceRules& rules, const Position& position, const NamedChoice& named) {
  Evaluator& evaluator = rules.evaluator();
  const language::Site& site = rules.site(position);
  const auto lawful = find_choice(rules, position, named);
  // One action may be offered twice, under different conditions: told of is the one that takes it.
  const int16_t offered = lawful ? lawful->alternative : named.alternative;
  const language::Alternative& alternative = site.alternatives[static_cast<size_t>(offered)];
  const Action& action = evaluator.program().actions[named.action];
  Explanation explanation;
  explanation.lawful = lawful.has_value();
  explanation.action = named.action;
  for (size_t k = 0; k < action.params.size(); ++k)
    evaluator.variable(action.params[k].var) = named.values[k];
  for (size_t k = 0; k < alternative.args.size(); ++k) {
    const language::AlternativeArg& arg = alternative.args[k];
    if (arg.mode != language::ArgMode::fixed) continue;
    ExplanationLine verdict;
    verdict.label = alternative.label != language::none ? alternative.label : action.label;
    verdict.name = action.params[k].name;
    verdict.where = std::string(evaluator.program().text_of(arg.value->place));
    verdict.why = std::make_unique<Derivation>();
    try {
      const Value wanted = evaluator.evaluate(*arg.value, position);
      verdict.holds = wanted == named.values[k];
      verdict.why->text =
          action.params[k].name + " has to be " + value_text(evaluator.scenario(), arg.value->type, wanted);
    } catch (const Fault& fault) {
      verdict.holds = false;
      verdict.why->text = fault.why;
    }
    if (!verdict.holds) explanation.verdicts.push_back(std::move(verdict));
  }
  for (size_t k = 0; k < action.params.size(); ++k)
    evaluator.variable(action.params[k].var) = named.values[k];
  for (ExplanationLine& verdict : evaluator.explain(action, &alternative.requires_, position))
    explanation.verdicts.push_back(std::move(verdict));
  const bool refused = std::any_of(explanation.verdicts.begin(), explanation.verdicts.end(),
                                   [](const ExplanationLine& verdict) { return !verdict.holds; });
  if (refused) return explanation;
  try {
    for (ExplanationLine& verdict : evaluator.explain_best(action, &alternative.requires_, position)) {
      const auto at = verdict.holds ? explanation.verdicts.end() : explanation.verdicts.begin();
      explanation.verdicts.insert(at, std::move(verdict));
    }
  } catch (const Fault& fault) {  // in a position that play does not come to
    ExplanationLine verdict;
    verdict.holds = false;
    verdict.label = fault.label;
    verdict.why = std::make_unique<Derivation>();
    verdict.why->text = (fault.is_limit ? "" : "fault: ") + fault.why;
    explanation.verdicts.insert(explanation.verdicts.begin(), std::move(verdict));
  }
  return explanation;
}

std::string refused_by(std::string_view cases) {
  return "refused by " + std::string(cases);
}

std::string case_text(const language::Program& program, const ExplanationLine& verdict) {
  const std::string& label = program.label_text(verdict.label);
  return verdict.name.empty() || verdict.name == label ? label : label + " (" + verdict.name + ")";
}

std::string refusal_text(const Scenario& scenario, const Explanation& explanation) {
  std::string cases;
  for (const ExplanationLine& verdict : explanation.verdicts)
    if (!verdict.holds) cases += (cases.empty() ? "" : ", ") + case_text(*scenario.program, verdict);
  return cases.empty() ? cases : refused_by(cases);
}

namespace {

/// `hex` for a parameter that is one, `units` for a set of units; its name where its values have no kind.
std::string chosen_word(const language::Program& program, language::ActionId action,
                        const std::string& param) {
  std::string word = param;
  if (action != language::none) {
    for (const language::ActionParam& one : program.actions[action].params) {
      if (one.name != param) continue;
      const language::Type& type = program.vars[one.var].type;
      const bool several = type.tag == language::TypeTag::set;
      if (several || type.tag == language::TypeTag::entity || type.tag == language::TypeTag::maybe)
        word = program.kinds[type.of].name + (several ? "s" : "");
    }
  }
  return with_blanks(word);
}

}  // namespace

std::string refusal_clause(const language::Program& program, const Explanation& explanation) {
  constexpr std::string_view of_a_member = " of ", of_a_domain = "domain of ";
  std::vector<std::string> refusing;
  for (const ExplanationLine& verdict : explanation.verdicts) {
    if (verdict.holds) continue;
    const std::string& label = program.label_text(verdict.label);
    std::string text = "case " + label;
    if (verdict.name.starts_with(of_a_domain)) {
      text += " (which " + chosen_word(program, explanation.action, verdict.name.substr(of_a_domain.size())) +
              " may be chosen)";
    } else if (!verdict.name.empty() && verdict.name != label) {
      const size_t of = verdict.name.find(of_a_member);
      text += " (requirement \"" + verdict.name.substr(0, of) + "\"" +
              (of == std::string::npos ? "" : ", for " + verdict.name.substr(of + of_a_member.size())) + ")";
    }
    if (std::find(refusing.begin(), refusing.end(), text) == refusing.end())
      refusing.push_back(std::move(text));
  }
  if (refusing.empty()) return {};
  return listed(refusing, "and") + (refusing.size() == 1 ? " refuses it" : " refuse it");
}

}  // namespace casebook::runtime
