// SPDX-License-Identifier: Apache-2.0
// casebook check: names, types, ranges, references, cycles and claims whose inputs are given; also whether
// the list of cases and the acknowledgements can be read. No solver, no play.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_json.h"
#include "engine/board/map_loose_ends.h"
#include "engine/board/scenario.h"
#include "engine/language/compile.h"
#include "engine/language/editions/sameness.h"
#include "engine/platform/console.h"
#include "engine/runtime/claims/claims.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/claims/tell_conflicts.h"
#include "engine/runtime/reference/set_limits.h"
#include "engine/runtime/scenario.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/printed_cases.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/coverage.h"

namespace casebook::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> words;
  bool fragment = false, play = false;
};

// `12 of 14 claims held, 1 disputed (3 more with --play)`
std::string claims_words(const runtime::ClaimCount& claims) {
  std::string words = fmt::format("{} of {} claims held", claims.held, claims.tried());
  if (claims.disputed > 0) words += fmt::format(", {} disputed", claims.disputed);
  if (claims.needs_play > 0) words += fmt::format(" ({} more with --play)", claims.needs_play);
  if (claims.says_nothing > 0)
    words += fmt::format(" ({} {} not apply)", claims.says_nothing, claims.says_nothing == 1 ? "does" : "do");
  return words;
}

// The invariants, of the first position in which somebody chooses or chance decides.
void check_start(const std::shared_ptr<const runtime::Scenario>& scenario, Diagnostics& diagnostics) {
  runtime::InvariantWatch watch(scenario);
  if (!watch.has_any()) return;
  runtime::ReferenceRules rules(scenario);
  runtime::Position position = scenario->start;
  rules.begin(position);
  watch.begin(position);
  watch.report(diagnostics);
}

// What the edition says again of its parent, or under two names.
void check_twice(const runtime::ScenarioRequest& request, const language::Program& program,
                 Diagnostics& diagnostics) {
  Diagnostics told_already;
  const auto edition = language::read_edition(request.edition_folder, told_already, request.ruleset_folders);
  if (edition) language::check_sameness(*edition, program, diagnostics);
}

/// A scenario in a folder of its own, with rules from elsewhere: their claims speak of units and hexes of the
/// edition's scenario, and would be held against a map that they do not mean.
bool has_a_folder_of_its_own(const runtime::ScenarioRequest& request) {
  namespace fs = std::filesystem;
  if (request.scenario_file.empty()) return false;
  std::error_code error;
  const fs::path below =
      fs::weakly_canonical(fs::absolute(request.scenario_file, error), error)
          .lexically_relative(fs::weakly_canonical(fs::absolute(request.edition_folder, error), error));
  return below.empty() || *below.begin() == "..";
}

void check_edition(const std::string& word, bool play, Context& context, Diagnostics& diagnostics,
                   std::string& summary, nlohmann::ordered_json& editions) {
  const auto request = scenario_request(word, context.rulesets, diagnostics);
  if (!request) return;
  Diagnostics of_text, found(SIZE_MAX);
  const auto scenario = runtime::load_scenario(*request, of_text);
  if (!scenario) {
    diagnostics.add_all(of_text);
    return;
  }
  const auto& program = *scenario->program;
  const bool of_its_own = has_a_folder_of_its_own(*request);
  const runtime::ClaimCount claims =
      of_its_own ? runtime::ClaimCount{}
      : play     ? runtime::run_all_claims(scenario, found, [] { return !platform::stop_requested(); })
                 : runtime::run_claims_without_play(scenario, found);
  if (scenario->data) board::check_loose_ends(scenario->data->map, diagnostics);
  if (!of_its_own) {
    const auto printed = printed_cases(request->edition_folder, context.rulesets, diagnostics);
    if (printed) check_statements(program, *printed, diagnostics);
  }
  load_acknowledgements(acknowledged_file(*request), diagnostics);
  runtime::check_set_limits(scenario, diagnostics);
  check_start(scenario, found);
  runtime::tell_conflicts(scenario, of_text, found, diagnostics);
  if (!of_its_own) check_twice(*request, program, diagnostics);
  summary = fmt::format(
      "{}: {} cases, {} definitions, {} actions, {} procedures, {}; rules {:016x}", word,
      program.cases.size(), program.definitions.size(), program.actions.size(), program.procedures.size(),
      of_its_own ? std::string("claims not run, since they are about the edition's own scenario")
                 : claims_words(claims),
      scenario->rules_fingerprint);
  editions.push_back({{"name", word},
                      {"ruleset", scenario->id},
                      {"rules", fmt::format("{:016x}", scenario->rules_fingerprint)},
                      {"data", fmt::format("{:016x}", scenario->fingerprint)},
                      {"cases", program.cases.size()},
                      {"claimsHeld", claims.held},
                      {"claimsDisputed", claims.disputed},
                      {"claimsTried", claims.tried()},
                      {"claimsNotRun", claims.not_run()},
                      {"claims", claims.all()}});
}

ExitStatus run(const CheckOptions& options, Context& context) {
  Diagnostics diagnostics;
  bool input_failed = false;
  std::vector<std::string> summaries;
  nlohmann::ordered_json editions = nlohmann::ordered_json::array();
  for (const std::string& word : options.words) {
    if (platform::stop_requested()) break;
    if (options.fragment) {
      if (const auto text = read_text(word, diagnostics)) language::parse(word, *text, diagnostics);
      continue;
    }
    std::string summary;
    check_edition(word, options.play, context, diagnostics, summary, editions);
    if (!summary.empty()) summaries.push_back(summary);
  }
  diagnostics.sort();
  bool rules_failed = false, refuted = false;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != Severity::error) continue;
    (diagnostic.code == "E0611"         ? refuted
     : diagnostic.code.starts_with("E") ? rules_failed
                                        : input_failed) = true;
  }
  if (context.json) {
    nlohmann::ordered_json document = json_document(context);
    document["editions"] = editions;
    document["errors"] = diagnostics.error_count();
    document["warnings"] = diagnostics.warning_count();
    document["diagnostics"] = diagnostics_json(diagnostics);
    context.terminal.json(document);
  } else {
    context.terminal.diagnostics(diagnostics);
    for (const std::string& summary : summaries) context.terminal.line(summary);
    if (!diagnostics.empty()) {
      context.terminal.complain(counted(diagnostics.error_count(), "error") + ", " +
                                counted(diagnostics.warning_count(), "warning"));
    }
  }
  if (platform::stop_requested()) {
    context.terminal.complain("stopped: not everything was checked");
    return ExitStatus::stopped;
  }
  if (rules_failed) return ExitStatus::rules;
  if (input_failed) return ExitStatus::input;
  return refuted ? ExitStatus::refuted : ExitStatus::fine;
}

}  // namespace

Verb check_verb() {
  return {"check", "find errors in rules, maps and orders of battle", [](CLI::App& app, Context& context) {
            auto options = std::make_shared<CheckOptions>();
            app.add_option("edition", options->words, "editions, scenarios, or files with --fragment")
                ->required()
                ->type_name("EDITION|SCENARIO");
            app.add_flag("--fragment", options->fragment, "check only the syntax of these files");
            app.add_flag("--play", options->play, "also run the claims that need choices and dice");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
