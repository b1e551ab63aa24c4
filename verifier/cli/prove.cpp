// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/platform/console.h"
#include "verifier/cli/files.h"
#include "verifier/cli/outputs.h"
#include "verifier/symbolic/proof_page.h"
#include "verifier/symbolic/proof_text.h"
#include "verifier/symbolic/reach_break.h"

namespace casebook::cli {

using nlohmann::ordered_json;

namespace {

int status_of(const symbolic::Induction& induction, const std::vector<language::Id>& asked) {
  int status = 0;
  for (const language::Id id : asked) {
    const Verdict verdict = induction.verdicts[static_cast<size_t>(id)];
    if (verdict == Verdict::tool_error) return 50;
    if (verdict == Verdict::refuted) status = 40;
    if (verdict != Verdict::proved) status = std::max(status, 30);
  }
  return induction.stopped ? 130 : status;
}

}  // namespace

ExitStatus prove(const Verified& verified, const ProveOptions& options, Context& context) {
  const auto& scenario = verified.subject.scenario;
  if (!scenario) {
    context.terminal.error("C0101", "invariants are proved of a scenario, and there is none",
                           "an edition with a `scenario.json`, or a scenario file");
    return ExitStatus::usage;
  }
  Diagnostics of_page;
  if (!options.page.empty() && !can_write(options.page, of_page)) {
    context.terminal.diagnostics(of_page);
    return ExitStatus::input;
  }
  symbolic::InductionSettings settings;
  settings.limits.resources = options.resources;
  settings.property_resources = options.property_resources;
  if (options.progress)
    settings.told = [&context](const std::string& line) { context.terminal.complain(line); };
  settings.go_on = [] { return !platform::stop_requested(); };
  std::vector<std::string> names;
  std::vector<language::Id> asked;
  for (size_t i = 0; i < scenario->program->invariants.size(); ++i) {
    names.push_back(scenario->program->invariants[i].name);
    if (options.invariant.empty() || options.invariant == names.back())
      asked.push_back(static_cast<language::Id>(i));
  }
  for (size_t i = 0; i < symbolic::own_properties.size(); ++i) {
    names.emplace_back(symbolic::own_properties[i]);
    if (options.invariant.empty() || options.invariant == names.back())
      asked.push_back(static_cast<language::Id>(scenario->program->invariants.size() + i));
  }
  if (asked.empty() && !options.invariant.empty()) {
    context.terminal.error(
        "C0130", fmt::format("there is no property named {}", casebook::quoted(options.invariant)),
        "an invariant that the rules declare, or one of every game", nearest_name(options.invariant, names));
    return ExitStatus::usage;
  }
  if (!options.invariant.empty()) settings.invariants = asked;
  if (!options.step.empty()) settings.steps = {options.step};
  symbolic::Induction induction = symbolic::prove_invariants(scenario, settings);
  if (!options.step.empty() && std::none_of(induction.cells.begin(), induction.cells.end(),
                                            [](const auto& cell) { return cell.site >= 0; })) {
    context.terminal.error("C0130", fmt::format("there is no step named {}", casebook::quoted(options.step)),
                           "one as `casebook verify --prove --all` names them, `movement:1 step`");
    return ExitStatus::usage;
  }
  symbolic::ReachSettings reaching;
  reaching.games = options.games;
  reaching.steered = options.games == 0 ? 0 : reaching.steered;
  reaching.go_on = settings.go_on;
  const symbolic::ReachCount played = symbolic::reach_breaks(scenario, induction, reaching);
  if (!options.page.empty() &&
      !write_text(options.page, symbolic::proof_page(*scenario, induction, played, command_text(context)),
                  of_page)) {
    context.terminal.diagnostics(of_page);
    return ExitStatus::input;
  }
  if (context.json) {
    ordered_json document{{"casebook", std::string(version())},
                          {"command", command_text(context)},
                          {"ruleset", verified.subject.id},
                          {"rules", fmt::format("{:016x}", language::fingerprint(*scenario->program))},
                          {"data", fmt::format("{:016x}", scenario->fingerprint)},
                          {"stopped", induction.stopped},
                          {"checks", ordered_json::array()},
                          {"solver", symbolic::solver_version()},
                          {"questions", induction.questions},
                          {"resources", induction.resources},
                          {"free", induction.open},
                          {"supposed", induction.supposed},
                          {"games", played.games},
                          {"positions", played.positions},
                          {"steps", played.looks},
                          {"proofs", symbolic::induction_json(*scenario, induction)}};
    if (options.invariant.empty() && options.step.empty())
      document["unused"] = symbolic::unused_cases(*scenario->program, induction);
    context.terminal.json(document);
  } else {
    context.terminal.text(symbolic::induction_text(*scenario, induction, options.all));
    for (const std::string& one : induction.supposed) context.terminal.line("proved beside: " + one);
    for (const std::string& one : induction.open) context.terminal.line("left free: " + one);
    if (options.invariant.empty() && options.step.empty())
      if (const auto unused = symbolic::unused_cases(*scenario->program, induction); !unused.empty())
        context.terminal.line(
            fmt::format("cases of requirements that no proof uses: {}", fmt::join(unused, ", ")));
    if (played.asked > 0)
      context.terminal.line(
          fmt::format("{} steps not proved: {} games, {} positions and {} steps looked at, "
                      "{} with a break",
                      played.asked, played.games, played.positions, played.looks, played.found));
    context.terminal.line(fmt::format("{} properties; {} questions to {}, {} nodes, {} resources",
                                      asked.size(), induction.questions, symbolic::solver_version(),
                                      induction.nodes, induction.resources));
  }
  return static_cast<ExitStatus>(status_of(induction, asked));
}

}  // namespace casebook::cli
