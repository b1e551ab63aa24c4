// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/proving.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/symbolic/prove/proof_page.h"
#include "verifier/symbolic/prove/property_marks.h"

namespace casebook::cli {

namespace {

std::vector<std::string> property_names(const language::Program& program) {
  std::vector<std::string> names;
  for (const language::Invariant& one : program.invariants) names.push_back(one.name);
  for (const std::string_view one : symbolic::own_properties) names.emplace_back(one);
  return names;
}

std::vector<language::Id> asked_of(const language::Program& program, const std::string& only) {
  const std::vector<std::string> names = property_names(program);
  std::vector<language::Id> asked;
  for (size_t i = 0; i < names.size(); ++i)
    if (only.empty() || only == names[i]) asked.push_back(static_cast<language::Id>(i));
  return asked;
}

}  // namespace

int Proved::status() const {
  int status = induction.contradictions.empty() ? 0 : 40;
  for (const language::Id id : asked) {
    const Verdict verdict = induction.verdicts[static_cast<size_t>(id)];
    if (verdict == Verdict::tool_error) return 50;
    if (verdict == Verdict::refuted) status = 40;
    if (verdict != Verdict::proved) status = std::max(status, 30);
  }
  return induction.stopped ? 130 : status;
}

int worse_status(int a, int b) {
  for (const int first : {50, 130})
    if (a == first || b == first) return first;
  return std::max(a, b);
}

ExitStatus can_prove(const Verified& verified, const ProveOptions& options, Context& context) {
  if (!verified.subject.scenario) {
    context.terminal.error("C0101", "there is no scenario to prove invariants of",
                           "an edition with a `scenario.json`, or a scenario file");
    return ExitStatus::usage;
  }
  const language::Program& program = *verified.subject.program;
  if (asked_of(program, options.invariant).empty()) {
    context.terminal.error("C0130",
                           fmt::format("there is no property named {}", casebook::quoted(options.invariant)),
                           "an invariant that the rules declare, or one of every game",
                           nearest_name(options.invariant, property_names(program)));
    return ExitStatus::usage;
  }
  Diagnostics of_page;
  if (options.page.empty() || can_write(options.page, of_page)) return ExitStatus::fine;
  context.terminal.diagnostics(of_page);
  return ExitStatus::input;
}

std::optional<Proved> prove(const Verified& verified, const ProveOptions& options, Context& context,
                            ExitStatus& failed) {
  failed = ExitStatus::usage;
  const auto& scenario = verified.subject.scenario;
  symbolic::InductionSettings settings;
  settings.limits.resources = options.resources;
  settings.property_resources = options.property_resources;
  settings.all_resources = options.all_resources;
  if (options.progress)
    settings.told = [&context](const std::string& line) { context.terminal.complain(line); };
  settings.go_on = [] { return !platform::stop_requested(); };
  Proved proved;
  proved.asked = asked_of(*scenario->program, options.invariant);
  proved.whole = options.invariant.empty() && options.step.empty();
  if (!options.invariant.empty()) settings.invariants = proved.asked;
  if (!options.step.empty()) settings.steps = {options.step};
  proved.induction = symbolic::prove_invariants(scenario, settings);
  const symbolic::Induction& induction = proved.induction;
  if (!options.step.empty() && std::none_of(induction.cells.begin(), induction.cells.end(),
                                            [](const auto& cell) { return cell.site >= 0; })) {
    context.terminal.error(
        "C0130", fmt::format("there is no step named {}", casebook::quoted(options.step)),
        "a step as `casebook verify --only proofs --all` shows it, such as `movement:1 step`");
    return std::nullopt;
  }
  symbolic::ReachSettings reaching;
  reaching.games = options.games;
  reaching.steered = options.games == 0 ? 0 : reaching.steered;
  reaching.go_on = settings.go_on;
  proved.played = symbolic::reach_breaks(scenario, proved.induction, reaching);
  if (Diagnostics of_page;
      !options.page.empty() &&
      !write_text(options.page,
                  symbolic::proof_page(*scenario, induction, proved.played, command_text(context)),
                  of_page)) {
    context.terminal.diagnostics(of_page);
    failed = ExitStatus::input;
    return std::nullopt;
  }
  return proved;
}

}  // namespace casebook::cli
