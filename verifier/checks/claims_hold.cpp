// SPDX-License-Identifier: Apache-2.0
// claims-hold: compares what a rulebook says twice (in a chart, an example or another case) with the
// definitions.
#include <fmt/format.h>

#include "engine/runtime/claims/claims.h"
#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

namespace {

constexpr const char* id = "claims-hold";

Answer run(Context& context) {
  runtime::Claims claims(context.scenario());
  size_t held = 0, asked = 0, silent = 0;
  for (const language::Claim& claim : context.program().claims) {
    if (context.stopped()) break;
    const runtime::ClaimAnswer answer = claims.run(claim);
    ++asked;
    if (runtime::is_as_said(answer.status)) {
      ++held;
      continue;
    }
    if (answer.status == runtime::ClaimStatus::says_nothing) {
      ++silent;
      Finding& finding = context.add(id, claim.name, Verdict::unknown, Concern::information);
      finding.kind = kind::does_not_apply;
      finding.claim = fmt::format("\"{}\" holds", claim.name);
      finding.headline = fmt::format("\"{}\" does not apply to this scenario", claim.name);
      finding.text = "It names something that this scenario does not have.";
      finding.marks.push_back(Mark::vacuous);
      context.cite(finding, claim);
      continue;
    }
    Finding& finding = context.add(id, claim.name, Verdict::refuted, Concern::contradiction);
    finding.kind = kind::does_not_hold;
    finding.claim = fmt::format("\"{}\" holds", claim.name);
    finding.headline = fmt::format("The rules contradict the claim \"{}\"", claim.name);
    finding.text = fmt::format("The claim {}.", runtime::claim_status_words(answer.status));
    finding.scope = "evaluated in " + answer.ruleset;
    finding.details = answer.found;
    if (finding.details.size() > 6) finding.details.resize(6);
    context.cite(finding, claim.label, answer.place);
  }
  return {Verdict::proved,
          fmt::format("{}, {} as expected, {} that do not apply", counted(asked, "claim"), held, silent)};
}

}  // namespace

Check claims_hold() {
  return {id, "Does every claim of the rulebook hold?", CheckOf::text, true, run};
}

}  // namespace casebook::checks
