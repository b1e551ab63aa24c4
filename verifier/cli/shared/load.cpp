// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/load.h"

#include <filesystem>

#include "engine/runtime/control.h"
#include "engine/runtime/records/position_check.h"
#include "engine/runtime/records/position_file.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

using namespace runtime;

namespace {

// A scenario and a position are both JSON; a position says so.
bool is_position_file(const std::string& text) {
  return text.find("\"casebook/position\"") != std::string::npos;
}

}  // namespace

std::shared_ptr<const Scenario> load_identity(const RulesetIdentity& identity,
                                              const std::string& rulesets_option, const std::string& file,
                                              Diagnostics& diagnostics) {
  Diagnostics trial;
  auto request = scenario_request(identity.scenario, rulesets_option, trial);
  if (!request) {
    Diagnostic& diagnostic = diagnostics.error(
        "C0109", {file, {}, {}}, "the rules it was made with, \"" + identity.scenario + "\", are not found");
    diagnostic.expected = "them below `--rulesets FOLDER`, or other rules with `--under EDITION`";
    return nullptr;
  }
  for (const auto& one : identity.switches) request->switches.push_back(one);
  return load_scenario(*request, diagnostics);
}

std::optional<Loaded> load(const std::string& word, const std::string& rulesets_option,
                           Diagnostics& diagnostics, const std::string& under) {
  Loaded loaded;
  std::error_code error;
  if (word.ends_with(".json") && std::filesystem::is_regular_file(word, error)) {
    const auto text = read_text(word, diagnostics);
    if (!text) return std::nullopt;
    if (is_position_file(*text)) {
      const auto identity = position_identity(*text, word, diagnostics);
      if (!identity) return std::nullopt;
      if (under.empty()) {
        loaded.scenario = load_identity(*identity, rulesets_option, word, diagnostics);
      } else if (const auto request = scenario_request(under, rulesets_option, diagnostics)) {
        loaded.scenario = load_scenario(*request, diagnostics);
      }
      if (!loaded.scenario) return std::nullopt;
      PositionOptions options;
      options.under_other_rules = !under.empty();
      loaded.position = load_position(*loaded.scenario, *text, word, diagnostics, options);
      loaded.from_file = true;
      if (!loaded.position) return std::nullopt;
      ReferenceRules rules(loaded.scenario);
      check_position(rules, *loaded.position, word, diagnostics);
      // One before the first step of the game is brought to its first site, as a scenario's start is.
      if (rules.outcome(*loaded.position).kind == OutcomeKind::open &&
          loaded.position->cell(loaded.scenario->layout.site) == 0)
        rules.begin(*loaded.position);
      return loaded;
    }
  }
  const auto request = scenario_request(word, rulesets_option, diagnostics);
  if (!request) return std::nullopt;
  loaded.scenario = load_scenario(*request, diagnostics);
  if (!loaded.scenario) return std::nullopt;
  return loaded;
}

std::unique_ptr<Rules> make_rules(std::shared_ptr<const Scenario> scenario, bool reference) {
  return reference ? make_reference_rules(std::move(scenario)) : make_compiled_rules(std::move(scenario));
}

std::string outcome_words(const Scenario& scenario, const Outcome& outcome) {
  return outcome_text(scenario, outcome);
}

}  // namespace casebook::cli
