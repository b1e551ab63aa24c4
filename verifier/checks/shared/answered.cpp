// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/answered.h"

#include <algorithm>

#include "engine/runtime/claims/claims.h"

namespace casebook::checks {

namespace {

bool names_an_answer(const language::Claim& claim) {
  return std::any_of(claim.with.begin(), claim.with.end(),
                     [](const language::Setting& setting) { return setting.reading != language::none; });
}

/// Whether only the first of the two keeps it.
bool tells_apart(const language::Claim& claim, const ScenarioPtr& scenario, const ScenarioPtr& otherwise) {
  runtime::Claims now(scenario, true), then(otherwise, true);
  if (!runtime::is_as_said(now.run(claim).status)) return false;
  const runtime::ClaimAnswer answer = then.run(claim);
  return answer.status == runtime::ClaimStatus::failed && answer.line < claim.lines.size() &&
         claim.lines[answer.line].step >= language::ClaimStep::expect;
}

}  // namespace

bool has_carried_claim(const Context& context, language::CaseId label,
                       const std::function<bool(const language::Claim&)>& is_such) {
  if (!context.cases()) return false;
  const language::Program& p = context.program();
  for (const board::CaseLine& line : context.cases()->cases) {
    if (!line.of.empty() || (label != language::none && line.label != p.label_text(label))) continue;
    for (const board::Statement& said : line.statements) {
      if (said.status != board::StatementStatus::carried) continue;
      for (const language::Claim& claim : p.claims) {
        const bool named = std::find(said.by.begin(), said.by.end(), claim.name) != said.by.end();
        if (named && claim.disputed.empty() && is_such(claim)) return true;
      }
    }
  }
  return false;
}

bool is_answered(const Context& context, language::CaseId label, const ScenarioPtr& scenario,
                 const ScenarioPtr& otherwise) {
  if (label == language::none || !otherwise) return false;
  return has_carried_claim(context, label, [&](const language::Claim& claim) {
    return !names_an_answer(claim) && tells_apart(claim, scenario, otherwise);
  });
}

}  // namespace casebook::checks
