// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace casebook::checks {

std::string fingerprint_text(const Finding& finding) {
  return fmt::format("{:016x}", fingerprint(finding));
}

namespace {

/// Marks what is acknowledged. What is not found any more is told, unless its check was not asked.
void acknowledge(Verification& out, const board::Acknowledgements& acknowledged,
                 const std::vector<std::string>& only) {
  std::map<std::string, Finding*> found;
  for (Finding& one : out.findings) found.try_emplace(fingerprint_text(one), &one);
  for (const board::Acknowledgement& one : acknowledged.all) {
    if (const auto at = found.find(one.fingerprint); at != found.end()) {
      // A tool error is nobody's to accept.
      if (at->second->verdict == Verdict::tool_error) continue;
      at->second->marks.push_back(Mark::acknowledged);
      at->second->details.push_back(fmt::format("acknowledged by {}: {}", one.who, one.why));
    } else if (!out.stopped && (only.empty() || std::count(only.begin(), only.end(), one.check) != 0)) {
      out.gone.push_back(one);
    }
  }
}

}  // namespace

int Verification::status() const {
  int status = status_of(findings);
  if (status == 50) return 50;
  if (stopped) return 130;
  // What was only sampled, or not asked, is open.
  for (const Asked& one : asked) {
    if (status == 0 && (!one.left_out.empty() || one.answer.verdict != Verdict::proved)) status = 30;
  }
  return status;
}

Verification verify(Subject subject, const Settings& settings, const std::vector<std::string>& only,
                    const board::Acknowledgements& acknowledged) {
  Verification out;
  Context context(std::move(subject), settings);
  for (const Check& check : all_checks()) {
    if (!only.empty() && std::find(only.begin(), only.end(), check.id) == only.end()) continue;
    Asked& asked = out.asked.emplace_back();
    asked.check = &check;
    if (context.stopped()) {
      out.stopped = true;
      asked.left_out = "stopped by the user";
      asked.answer.verdict = Verdict::unknown;
      continue;
    }
    if (check.needs_scenario && !context.scenario()) {
      asked.left_out = "there is no scenario";
      asked.answer.verdict = Verdict::unknown;
      continue;
    }
    context.tell(check.id);
    const size_t before = context.findings().size();
    asked.answer = check.run(context);
    asked.findings = context.findings().size() - before;
  }
  if (context.stopped()) out.stopped = true;
  context.tell("confirming");
  out.findings = std::move(context.findings());
  for (const Finding& one : out.findings) out.witnesses += one.witness ? 1U : 0U;
  out.rulesets = context.rulesets();
  out.confirmed = confirm_all(out.findings, out.rulesets);
  acknowledge(out, acknowledged, only);
  sort_findings(out.findings);
  return out;
}

}  // namespace casebook::checks
