// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/mined_facts.h"

#include <algorithm>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::symbolic {

using runtime::Scenario;

std::vector<MinedFact> mined_facts(const Scenario& scenario) {
  std::vector<MinedFact> facts;
  if (!scenario.mined) return facts;
  const language::Program& program = *scenario.mined->rules->program;
  for (const InvariantId one : scenario.mined->kept) {
    MinedFact& fact = facts.emplace_back();
    fact.invariant = one;
    fact.expr = program.invariants[one].expr.get();
    fact.text = runtime::mined_text(*scenario.mined, one);
    for (const std::vector<InvariantId>& here : scenario.mined->at)
      fact.at.push_back(std::find(here.begin(), here.end(), one) != here.end());
  }
  return facts;
}

std::shared_ptr<const Scenario> with_mined_variables(const std::shared_ptr<const Scenario>& scenario) {
  if (!scenario->mined || scenario->mined->kept.empty()) return scenario;
  const Scenario& rules = *scenario->mined->rules;
  auto program = std::make_shared<language::Program>(*scenario->program);
  program->vars = rules.program->vars;
  auto made = std::make_shared<Scenario>(*scenario);
  made->layout = rules.layout;
  made->program = std::move(program);
  return made;
}

std::optional<Ref> mined_holds(Translator& translator, const language::Expr& expr,
                               const SymbolicPosition& position) {
  Formula& formula = translator.formula();
  std::optional<Ref> result;
  try {
    const Ref holds = translator.evaluate(expr, position).number;
    result = formula.and_(holds, formula.not_(translator.any_fault()));
  } catch (const Untranslated&) {
  }
  translator.take_faults();
  return result;
}

bool mined_holds_in(const Scenario& scenario, const MinedFact& fact, const runtime::Position& position) {
  runtime::ReferenceRules rules(scenario.mined->rules);
  return !runtime::check_invariant(rules, fact.invariant, position, nullptr);
}

}  // namespace casebook::symbolic
