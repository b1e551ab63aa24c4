// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/prove.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "verifier/finding/counted.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/property_marks.h"

namespace casebook::cli {

using nlohmann::ordered_json;

void say_proofs(const Verified& verified, const Proved& proved, const ProveOptions& options,
                Context& context) {
  const runtime::Scenario& scenario = *verified.subject.scenario;
  const symbolic::Induction& induction = proved.induction;
  context.terminal.text(symbolic::induction_text(scenario, induction, options.all));
  for (const std::string& one : induction.supposed) context.terminal.line("also proved: " + one);
  for (const std::string& one : symbolic::mined_needed(induction))
    context.terminal.line("mined and proved before: " + one);
  for (const std::string& one : induction.open) context.terminal.line("left free: " + one);
  if (proved.whole)
    if (const auto unused = symbolic::unused_cases(*scenario.program, induction); !unused.empty())
      context.terminal.line(fmt::format(
          "cases with requirements that no proof needs (a proof needs one set that suffices, not the "
          "smallest): {}",
          fmt::join(unused, ", ")));
  if (!induction.not_asked.empty())
    context.terminal.line(
        fmt::format("The limit of all proofs together was reached (--all-resources {}). "
                    "Not asked any more: {}.",
                    options.all_resources, fmt::join(induction.not_asked, ", ")));
  const symbolic::ReachCount& played = proved.played;
  if (played.asked > 0)
    context.terminal.line(fmt::format("{} not proved, so {} looked for violations ({}, {}): {} found",
                                      counted(played.asked, "step"), counted(played.games, "game"),
                                      counted(played.positions, "position"), counted(played.looks, "step"),
                                      played.found));
  else if (played.games > 0)
    context.terminal.line(fmt::format("every step proved, and {} looked for violations ({}, {}): {} found",
                                      counted(played.games, "game"), counted(played.positions, "position"),
                                      counted(played.looks, "step"), played.found));
  context.terminal.line(fmt::format("{}; {} queries to {}, {} nodes, {} resources",
                                    proofs_summary(*scenario.program, proved), induction.questions,
                                    symbolic::solver_version(), induction.nodes, induction.resources) +
                        (induction.stopped ? "; stopped by the user" : ""));
}

std::string proofs_summary(const language::Program& program, const Proved& proved) {
  size_t holds = 0, supposing = 0, refuted = 0, wrong = 0, open = 0, nowhere = 0;
  for (const language::Id id : proved.asked) {
    if (proved.induction.asked_nowhere(id)) {
      ++nowhere;
      continue;
    }
    const Verdict verdict = proved.induction.verdicts[static_cast<size_t>(id)];
    ++(verdict == Verdict::proved       ? holds
       : verdict == Verdict::refuted    ? refuted
       : verdict == Verdict::tool_error ? wrong
                                        : open);
    if (!symbolic::supposing(program, proved.induction, static_cast<size_t>(id)).empty()) ++supposing;
  }
  std::string text = fmt::format("{} of {} propert{} proved", holds, proved.asked.size() - nowhere,
                                 proved.asked.size() - nowhere == 1 ? "y" : "ies");
  if (supposing > 0) text += fmt::format(" ({} of them under an assumption)", supposing);
  if (nowhere > 0) text += fmt::format(", {} checked nowhere", nowhere);
  if (refuted > 0) text += fmt::format(", {} refuted", refuted);
  if (wrong > 0) text += fmt::format(", {} tool error{}", wrong, wrong == 1 ? "" : "s");
  if (open > 0) text += fmt::format(", {} open", open);
  if (!proved.induction.contradictions.empty())
    text += fmt::format(", {} contradiction{}", proved.induction.contradictions.size(),
                        proved.induction.contradictions.size() == 1 ? "" : "s");
  return text;
}

void add_proofs(const Verified& verified, const Proved& proved, ordered_json& document) {
  const runtime::Scenario& scenario = *verified.subject.scenario;
  const language::Program& program = *scenario.program;
  const symbolic::Induction& induction = proved.induction;
  document["solver"] = symbolic::solver_version();
  document["questions"] = induction.questions;
  document["resources"] = induction.resources;
  if (!induction.not_asked.empty()) document["notAsked"] = induction.not_asked;
  document["free"] = induction.open;
  document["supposed"] = induction.supposed;
  if (!induction.mined.empty()) document["minedNeeded"] = symbolic::mined_needed(induction);
  document["games"] = proved.played.games;
  document["positions"] = proved.played.positions;
  document["steps"] = proved.played.looks;
  document["proofs"] = symbolic::induction_json(scenario, induction);
  document["contradictions"] = ordered_json::array();
  for (const symbolic::Contradiction& one : induction.contradictions) {
    ordered_json names = ordered_json::array(), sites = ordered_json::array();
    for (const language::InvariantId id : one.invariants) names.push_back(program.invariants[id].name);
    for (const int32_t site : one.sites) sites.push_back(symbolic::place_of_mark(program, site));
    document["contradictions"].push_back({{"invariants", names},
                                          {"at", sites},
                                          {"fewest", one.fewest},
                                          {"text", symbolic::contradiction_text(program, one)}});
  }
  document["nobodyComes"] = ordered_json::array();
  for (const symbolic::NobodyComes& one : induction.nobody_comes)
    document["nobodyComes"].push_back(
        {{"at", symbolic::place_of_mark(program, one.site)}, {"needed", one.needs}});
  document["undecided"] = induction.undecided;
  if (proved.whole) document["unused"] = symbolic::unused_cases(program, induction);
}

}  // namespace casebook::cli
