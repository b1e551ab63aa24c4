// SPDX-License-Identifier: Apache-2.0
// claims-hold: compares what a rulebook says twice (in a chart, an example or another case) with the
// definitions.
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/runtime/claims/claims.h"
#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

namespace {

constexpr const char* id = "claims-hold";

Answer run(Context& context) {
  runtime::Claims claims(context.scenario());
  size_t held = 0, disputed = 0, failed = 0, silent = 0;
  for (const language::Claim& claim : context.program().claims) {
    if (context.stopped()) break;
    const runtime::ClaimAnswer answer = claims.run(claim);
    if (runtime::is_as_said(answer.status)) {
      ++(answer.status == runtime::ClaimStatus::disputed ? disputed : held);
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
    ++failed;
    Finding& finding = context.add(id, claim.name, Verdict::refuted, Concern::contradiction);
    finding.kind = kind::does_not_hold;
    finding.claim = fmt::format("\"{}\" holds", claim.name);
    finding.headline = fmt::format("The rules contradict the claim \"{}\"", claim.name);
    finding.text = fmt::format("The claim {}.", runtime::claim_status_words(answer.status));
    finding.scope = fmt::format("the claim was evaluated in {}", answer.ruleset);
    finding.details = answer.found;
    if (!answer.why_refused.empty() && !finding.details.empty())
      finding.details.back() +=
          "\n" + answer.why_refused.substr(0, answer.why_refused.find_last_not_of('\n') + 1);
    if (finding.details.size() > 6) finding.details.resize(6);
    context.cite(finding, claim.label, answer.place);
  }
  std::string scope = counted(held + disputed + failed + silent, "claim");
  std::vector<std::string> parts;
  const auto part = [&parts](size_t count, const char* one, const char* many) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  };
  part(held, "holds", "hold");
  part(disputed, "is marked as disputed and fails", "are marked as disputed and fail");
  part(failed, "is contradicted by the rules", "are contradicted by the rules");
  part(silent, "does not apply here", "do not apply here");
  if (!parts.empty()) scope += ": " + listed(parts, "and");
  return {Verdict::proved, scope};
}

}  // namespace

Check claims_hold() {
  return {id, "Does every claim of the rulebook hold?", CheckOf::text, true, run};
}

}  // namespace casebook::checks
