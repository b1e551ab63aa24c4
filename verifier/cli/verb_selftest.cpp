// SPDX-License-Identifier: Apache-2.0
// casebook selftest: whether Casebook agrees with itself about a ruleset.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/platform/console.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"
#include "verifier/symbolic/selftest/selftest.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct SelftestOptions {
  std::string word, definition;
  uint32_t resources = symbolic::query_limit::selftest;
  uint64_t positions = 240, seed = 1;
  bool all = false;
};

ordered_json document_of(const runtime::Scenario& scenario, const symbolic::Selftest& result,
                         Context& context) {
  ordered_json document = json_document(context, {{"ruleset", scenario.id},
                                                  {"data", fmt::format("{:016x}", scenario.fingerprint)},
                                                  {"solver", symbolic::solver_version()},
                                                  {"stopped", result.stopped},
                                                  {"definitions", result.definitions},
                                                  {"ways", result.ways},
                                                  {"covered", result.covered},
                                                  {"inputs", result.inputs},
                                                  {"positions", result.positions},
                                                  {"choices", result.choices},
                                                  {"steps", result.steps}});
  document["uncovered"] = ordered_json::array();
  for (const symbolic::Uncovered& one : result.uncovered)
    document["uncovered"].push_back({{"definition", one.definition},
                                     {"case", one.label},
                                     {"what", one.what},
                                     {"place", one.place},
                                     {"why", one.why},
                                     {"impossible", one.impossible}});
  document["open"] = ordered_json::array();
  for (const auto& [definition, construct] : result.open)
    document["open"].push_back({{"definition", definition}, {"construct", construct}});
  document["differences"] = ordered_json::array();
  for (const symbolic::SelftestDifference& one : result.differences)
    document["differences"].push_back({{"definition", one.definition},
                                       {"input", one.input},
                                       {"reference", one.reference},
                                       {"compiled", one.compiled},
                                       {"translated", one.translated}});
  return document;
}

void say(const symbolic::Selftest& result, bool all, Context& context) {
  for (const symbolic::SelftestDifference& one : result.differences)
    context.terminal.line(fmt::format("TOOL ERROR {}{}: reference {}, compiled {}, translated {}",
                                      one.definition, one.input, one.reference, one.compiled,
                                      one.translated));
  for (const auto& [definition, construct] : result.open)
    context.terminal.line(fmt::format("not translated {}: {}", definition, construct));
  size_t impossible = 0;
  for (const symbolic::Uncovered& one : result.uncovered) {
    impossible += one.impossible ? 1 : 0;
    if (one.impossible && !all) continue;
    context.terminal.line(fmt::format("not covered {} {}{}, {}: {}", one.definition, one.place,
                                      one.label.empty() ? "" : " (" + one.label + ")", one.what, one.why));
  }
  const auto row = [&](const char* name, const std::string& text) {
    context.terminal.line(fmt::format("{:<14}{}", name, text));
  };
  row("definitions",
      fmt::format("{} for {}", counted(result.inputs, "input"), counted(result.definitions, "definition")));
  row("play", fmt::format("{}, {}, {}", counted(result.positions, "position"),
                          counted(result.choices, "choice"), counted(result.steps, "step")));
  row("coverage", fmt::format("{} of {}, and {} that no position reaches", result.covered,
                              counted(result.ways, "branch", "branches"), impossible));
  row("translation",
      result.open.empty() ? std::string("complete") : fmt::format("{} not translated", result.open.size()));
  row("evaluators", !result.has_compared()       ? std::string("nothing was compared")
                    : result.differences.empty() ? std::string("the three agree")
                                                 : counted(result.differences.size(), "difference"));
}

ExitStatus run(SelftestOptions& options, Context& context) {
  if (options.word.empty()) {
    context.terminal.error("C0101", "an edition or a scenario is missing", "`casebook selftest EDITION`");
    return ExitStatus::usage;
  }
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const runtime::Scenario& scenario = *loaded->scenario;
  std::vector<std::string> names;
  for (const auto& one : scenario.program->definitions) names.push_back(one.name);
  if (!options.definition.empty() &&
      std::find(names.begin(), names.end(), options.definition) == names.end()) {
    context.terminal.error(
        "C0130", fmt::format("there is no definition named {}", casebook::quoted(options.definition)),
        "one of the rules", nearest_name(options.definition, names));
    return ExitStatus::usage;
  }
  symbolic::SelftestSettings settings;
  settings.limits.resources = options.resources;
  settings.definition = options.definition;
  settings.positions = options.positions;
  settings.seed = options.seed;
  settings.go_on = [] { return !platform::stop_requested(); };
  const symbolic::Selftest result = symbolic::selftest(loaded->scenario, settings);
  if (context.json)
    context.terminal.json(document_of(scenario, result, context));
  else
    say(result, options.all, context);
  if (result.stopped) return ExitStatus::stopped;
  if (!result.differences.empty()) return ExitStatus::tool_error;
  const bool open = !result.open.empty() || !result.has_compared() ||
                    std::any_of(result.uncovered.begin(), result.uncovered.end(),
                                [](const symbolic::Uncovered& one) { return !one.impossible; });
  return open ? ExitStatus::open : ExitStatus::fine;
}

}  // namespace

Verb selftest_verb() {
  return {
      "selftest", "check that the three evaluators agree on a ruleset", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<SelftestOptions>();
        app.add_option("edition", options->word, "an edition or a scenario file")
            ->type_name("EDITION|SCENARIO");
        app.add_option("--definition", options->definition, "check only this definition")->type_name("NAME");
        app.add_option("--resources", options->resources,
                       fmt::format("limit of one query to Z3 ({})", symbolic::query_limit::selftest))
            ->check(CLI::Range(uint32_t{1'000}, uint32_t{4'000'000'000}));
        app.add_option("--positions", options->positions, "test N positions (240)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}));
        app.add_option("--seed", options->seed, "seed of these positions (1)");
        app.add_flag("--all", options->all, "also show branches that no position reaches");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
