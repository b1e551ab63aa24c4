// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/program/carriers.h"
#include "verifier/checks/shared/lead_there.h"
#include "verifier/finding/coverage.h"

namespace casebook::checks {

std::string fingerprint_text(const Finding& finding) {
  return fmt::format("{:016x}", fingerprint(finding));
}

std::string_view looked_at(const Asked& asked) {
  return asked.left_out.empty() ? looked_text(asked.answer.verdict) : "not run";
}

namespace {

/// Marks what is acknowledged.
void acknowledge(std::vector<Finding>& findings, const board::Acknowledgements& acknowledged) {
  for (Finding& finding : findings) {
    // A tool error is nobody's to accept.
    if (finding.verdict == Verdict::tool_error) continue;
    const std::string print = fingerprint_text(finding);
    for (const board::Acknowledgement& one : acknowledged.all) {
      if (one.fingerprint != print) continue;
      finding.marks.push_back(Mark::acknowledged);
      finding.details.push_back(fmt::format("acknowledged by {}: {}", one.who, one.why));
      break;
    }
  }
}

/// Whether what is found no more would have been found: not where its check was not asked, or looked at fewer
/// games or positions than usual. An acknowledgement does not say with how many it was found.
bool was_looked_for(const std::vector<Asked>& all, const std::string& check, const Settings& settings) {
  const auto asked =
      std::find_if(all.begin(), all.end(), [&](const Asked& one) { return one.check->id == check; });
  // Of a check that there is no more nothing will ever be found.
  if (asked == all.end())
    return std::none_of(all_checks().begin(), all_checks().end(),
                        [&](const Check& one) { return one.id == check; });
  if (!asked->left_out.empty()) return false;
  if (asked->answer.verdict == Verdict::proved) return true;
  return (asked->check->needs == Needs::nothing || settings.games >= usual_games) &&
         (asked->check->needs != Needs::positions || settings.positions >= usual_positions);
}

/// What is acknowledged and not found any more, though it was looked for.
void look_for_gone(Verification& out, const board::Acknowledgements& acknowledged,
                   const std::vector<std::string>& only, const Settings& settings) {
  std::set<std::string> found;
  for (const Finding& one : out.findings) found.insert(fingerprint_text(one));
  for (const board::Acknowledgement& one : acknowledged.all) {
    if (found.count(one.fingerprint) == 0 && !out.stopped &&
        (only.empty() || std::count(only.begin(), only.end(), one.check) != 0) &&
        was_looked_for(out.asked, one.check, settings))
      out.gone.push_back(one);
  }
}

/// The case under which something stands in the text: the last that is opened above it. none: there is none.
language::CaseId case_above(const language::Program& program, const TextPlace& place) {
  language::CaseId above = language::none;
  uint32_t nearest = 0;
  for (size_t i = 0; i < program.cases.size(); ++i)
    for (const language::Place& opened : program.cases[i].places)
      if (opened.line >= nearest && opened.line <= place.line &&
          place_of(program, opened).file == place.file) {
        above = static_cast<language::CaseId>(i);
        nearest = opened.line;
      }
  return above;
}

/// An edition may offer rules of another one besides; what is wrong with those is for the other's editor.
/// Theirs is what cites their cases alone, and what stands under their cases alone: a line of a borrowed rule
/// may cite a case of this rulebook.
void of_another_rulebook(const Context& context, Finding& finding) {
  if (finding.verdict == Verdict::tool_error || finding.cases.empty()) return;
  std::vector<language::CaseId> cited, stands_under;
  for (const CaseName& one : finding.cases)
    cited.push_back(language::find_case(context.program(), one.label));
  for (const TextPlace& place : finding.places)
    if (const language::CaseId above = case_above(context.program(), place); above != language::none)
      stands_under.push_back(above);
  const auto is_ours = [&](language::CaseId label) { return context.in_rulebook(label); };
  const auto all_theirs = [&](const std::vector<language::CaseId>& labels) {
    return !labels.empty() && std::none_of(labels.begin(), labels.end(), is_ours);
  };
  if (!all_theirs(cited) && !all_theirs(stands_under)) return;
  std::string of;
  for (const language::CaseId label : all_theirs(cited) ? cited : stands_under)
    if (of.empty()) of = context.borrowed_of(label);
  finding.concern = Concern::information;
  if (of.empty()) {
    finding.details.emplace_back("The list of cases of this rulebook does not have it.");
    return;
  }
  finding.marks.push_back(Mark::borrowed);
  finding.details.push_back("This edition borrows the rule from " + of + ".");
}

/// The checks that answer whether a claim or an invariant holds; its name is the subject. Another check may
/// have a subject of the same name, and contradicts no statement.
constexpr std::array<std::string_view, 4> that_refute{"claims-hold", "set-up", "invariants-kept",
                                                      "every-reading"};

bool is_wanted(const Check& check, const std::vector<std::string>& only) {
  return only.empty() || std::find(only.begin(), only.end(), check.id) != only.end();
}

/// Why the check has nothing to look at; empty: it has.
std::string why_left_out(const Check& check, const Context& context, const Settings& settings) {
  if (check.needs_scenario && !context.scenario()) return "no scenario";
  // Nothing found in no games is nothing found out.
  if (check.needs == Needs::games && settings.games == 0) return "no games to play";
  if (check.needs == Needs::positions && settings.games == 0 && settings.positions == 0)
    return "no games to play and no positions to generate";
  return {};
}

/// What the cases say that the refuted claim or invariant asks.
void say_what_is_asked(const Context& context, Finding& finding) {
  if (!context.cases() || finding.verdict != Verdict::refuted) return;
  if (std::find(that_refute.begin(), that_refute.end(), finding.check) == that_refute.end()) return;
  for (std::string& said : statements_asked_by(*context.cases(), finding.subject))
    finding.details.push_back(std::move(said));
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

symbolic::Mining mine(const ScenarioPtr& scenario, const Settings& settings) {
  if (settings.tell) settings.tell("mining invariants");
  symbolic::MiningSettings wanted;
  wanted.seed = settings.seed;
  wanted.go_on = settings.go_on;
  return symbolic::mine_invariants(scenario, wanted);
}

Verification verify(Subject subject, const Settings& settings, const std::vector<std::string>& only,
                    const board::Acknowledgements& acknowledged) {
  Verification out;
  const bool makes_positions = std::any_of(all_checks().begin(), all_checks().end(), [&](const Check& check) {
    return check.needs == Needs::positions && is_wanted(check, only);
  });
  if (settings.mine && subject.scenario && makes_positions && settings.positions > 0) {
    out.mining = mine(subject.scenario, settings);
    subject.scenario = symbolic::with_mined(*subject.scenario, *out.mining);
  }
  Context context(std::move(subject), settings);
  std::vector<std::string> running;
  for (const Check& check : all_checks())
    if (is_wanted(check, only) && why_left_out(check, context, settings).empty()) running.push_back(check.id);
  context.will_run(std::move(running));
  for (const Check& check : all_checks()) {
    if (!is_wanted(check, only)) continue;
    Asked& asked = out.asked.emplace_back();
    asked.check = &check;
    if (context.stopped()) {
      out.stopped = true;
      asked.left_out = "stopped by the user";
      asked.answer.verdict = Verdict::unknown;
      continue;
    }
    asked.left_out = why_left_out(check, context, settings);
    if (!asked.left_out.empty()) {
      asked.answer.verdict = Verdict::unknown;
      continue;
    }
    if (settings.begun) settings.begun(check);
    context.tell(check.id);
    context.findings().clear();
    bool cut_off = false;
    try {
      asked.answer = check.run(context);
    } catch (const runtime::ListingStopped&) {
      cut_off = true;
    }
    // Nothing is claimed of what was not looked at.
    if (cut_off || context.stopped()) asked.answer = {Verdict::unknown, "stopped by the user"};
    std::vector<Finding> found = std::move(context.findings());
    if (cut_off) found.clear();  // the last one may be half a finding
    asked.findings = found.size();
    // Confirmed before anybody sees it.
    for (Finding& one : found) {
      of_another_rulebook(context, one);
      say_what_is_asked(context, one);
      out.witnesses += one.witness ? 1U : 0U;
    }
    try {
      lead_there(found, context);
      out.confirmed += confirm_all(found, context.rulesets());
    } catch (const runtime::ListingStopped&) {  // not confirmed, so nobody sees them
      found.clear();
      asked.answer = {Verdict::unknown, "stopped by the user"};
      asked.findings = 0;
      cut_off = true;
    }
    out.stopped = out.stopped || cut_off;
    acknowledge(found, acknowledged);
    sort_findings(found);
    if (settings.found) settings.found(found);
    for (Finding& one : found) out.findings.push_back(std::move(one));
  }
  if (context.stopped()) out.stopped = true;
  out.rulesets = context.rulesets();
  out.positions = context.where_positions_come_from();
  look_for_gone(out, acknowledged, only, settings);
  sort_findings(out.findings);
  return out;
}

}  // namespace casebook::checks
