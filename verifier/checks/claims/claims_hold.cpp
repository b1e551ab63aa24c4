// SPDX-License-Identifier: Apache-2.0
// claims-hold: compares what a rulebook says twice (in a chart, an example or another case) with the
// definitions.
#include <fmt/format.h>

#include <map>

#include "engine/base/text.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/reference/unordered.h"
#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

namespace {

constexpr const char* id = "claims-hold";
/// Lines of details of one finding.
constexpr size_t most_details = 6;

/// A claim that does not hold, and how.
struct Failed {
  const language::Claim* claim;
  runtime::ClaimAnswer answer;
};

/// The two rules without an order at which it stops, if that is why it fails.
std::optional<runtime::UnorderedPair> stops_at(const language::Program& program,
                                               const runtime::ClaimAnswer& answer) {
  for (const std::string& text : answer.found)
    if (const auto pair = runtime::pair_told(program, text)) return pair;
  return std::nullopt;
}

void tell(Context& context, const Failed& failed) {
  const auto& [claim, answer] = failed;
  Finding& finding = context.add(id, claim->name, Verdict::refuted, Concern::contradiction);
  finding.kind = kind::does_not_hold;
  finding.claim = fmt::format("\"{}\" holds", claim->name);
  finding.headline = fmt::format("The rules contradict the claim \"{}\"", claim->name);
  finding.text = fmt::format("The claim {}.", runtime::claim_status_words(answer.status));
  finding.scope = fmt::format("the claim was evaluated in {}", answer.ruleset);
  finding.details = answer.found;
  if (!answer.why_refused.empty() && !finding.details.empty())
    finding.details.back() +=
        "\n" + answer.why_refused.substr(0, answer.why_refused.find_last_not_of('\n') + 1);
  if (finding.details.size() > most_details) finding.details.resize(most_details);
  context.cite(finding, claim->label, answer.place);
}

/// One finding for all claims that stop at the same two rules: they fail for one reason.
void tell(Context& context, const runtime::UnorderedPair& pair, const std::vector<Failed>& all) {
  if (all.size() == 1) return tell(context, all.front());
  const language::Program& program = context.program();
  const auto& [claim, answer] = all.front();
  Finding& finding = context.add(id, claim->name, Verdict::refuted, Concern::contradiction);
  finding.kind = kind::does_not_hold;
  finding.claim = fmt::format("\"{}\" holds", claim->name);
  const runtime::OneOfPair first = first_of(program, pair), second = second_of(program, pair);
  finding.headline = fmt::format("{} claims stop at two {} without an order", all.size(),
                                 pair.adjusts ? "adjustments" : "exceptions");
  finding.text = fmt::format("{} of {} and {} apply together, and nothing says which comes first.",
                             pair.adjusts ? "Adjustments" : "Exceptions", program.label_text(first.label),
                             program.label_text(second.label));
  finding.scope = fmt::format("{} evaluated in {}", counted(all.size(), "claim"), answer.ruleset);
  finding.details.push_back(answer.found.front());
  for (size_t i = 1; i < all.size() && finding.details.size() + 1 < most_details; ++i)
    finding.details.push_back(fmt::format("the same: \"{}\"", all[i].claim->name));
  if (all.size() > finding.details.size())
    finding.details.push_back(fmt::format("and {} more", all.size() - finding.details.size()));
  context.cite(finding, claim->label, answer.place);
  for (const runtime::OneOfPair& one : {first, second}) context.cite(finding, one.label, one.place);
}

Answer run(Context& context) {
  runtime::Claims claims(context.scenario());
  size_t held = 0, disputed = 0, failed = 0, silent = 0;
  std::map<runtime::UnorderedPair, std::vector<Failed>> of_pair;
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
    const Failed one{&claim, answer};
    if (const auto pair = stops_at(context.program(), answer))
      of_pair[*pair].push_back(one);
    else
      tell(context, one);
  }
  for (const auto& [pair, all] : of_pair) tell(context, pair, all);
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
