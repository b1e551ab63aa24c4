// SPDX-License-Identifier: Apache-2.0
// casebook regions: the distinct behaviours of a definition as a table, each with an example; and the examples as
// a suite of tests, which later rules can be held against.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"
#include "verifier/regions/regions.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;
using regions::Region;
using regions::Regions;

constexpr const char* suite_format = "casebook/regions-suite";

struct RegionsOptions {
  std::string word, item, suite, against;
  checks::Settings settings;
  regions::Settings of_regions;
};

std::string case_of(const runtime::Scenario& scenario, language::CaseId label) {
  return label == language::none ? std::string() : scenario.program->label_text(label);
}

/// `yes: turn in {1, 4, 7}  [10.0]`, `max(0, a): a`
std::string taken_text(const runtime::Scenario& scenario, const Regions& made, const regions::Taken& one) {
  const regions::Decision& decision = made.decisions[one.decision];
  const std::string label = case_of(scenario, decision.label), &out = decision.outs[one.out];
  const bool is_condition = decision.outs.back() == "yes";
  return fmt::format(
      "{}{}", is_condition ? fmt::format("{:<4} {}", out + ":", decision.text) : decision.text + ": " + out,
      label.empty() ? "" : "  [" + label + "]");
}

/// `1/2`, `0 to 14`, `no, yes`, `A, B and 12 others`
std::string values_text(const Region& region) {
  if (!region.fault.empty()) return "no value: " + region.fault;
  if (region.more_values > 0 && region.least) return *region.least + " to " + *region.most;
  std::string text = fmt::format("{}", fmt::join(region.values, ", "));
  if (region.more_values > 0) text += fmt::format(" and {} others", region.more_values);
  return text;
}

std::string scope_text(const Regions& made) {
  if (made.complete) return fmt::format("all {} evaluated", counted(made.inputs, "input"));
  return fmt::format("{} drawn at {}", counted(made.inputs, "input"), counted(made.positions, "position"));
}

void say(const runtime::Scenario& scenario, const RegionsOptions& options, const Regions& made,
         Context& context) {
  Terminal& terminal = context.terminal;
  terminal.line(fmt::format("{} in {}: {}, {}", options.item, scenario.id,
                            counted(made.regions.size(), "region"), scope_text(made)));
  for (size_t i = 0; i < made.regions.size(); ++i) {
    const Region& region = made.regions[i];
    terminal.line("");
    terminal.line(fmt::format("{:>2}. {}; {}", i + 1, values_text(region), counted(region.inputs, "input")));
    for (const regions::Taken& one : region.way) terminal.line("      " + taken_text(scenario, made, one));
    if (!region.example.expression.empty())
      terminal.line(fmt::format("    for example {}{}{}", region.example.expression,
                                region.fault.empty() ? " = " + region.example.value : "",
                                region.example.state.empty() ? ""
                                : made.complete              ? ", with " + region.example.state
                                                : ", at a position with " + region.example.state));
  }
  terminal.line("");
  for (const regions::NeverTaken& one : made.never)
    terminal.line("never " + taken_text(scenario, made, {one.decision, one.out}));
  if (made.complete)
    terminal.line(fmt::format("Each input is in one region, and the counts add up to {}.",
                              counted(made.inputs, "input")));
  else if (made.stopped)
    terminal.line("Stopped: other regions may exist.");
  else
    terminal.line(
        fmt::format("Other regions may exist: not every input was evaluated, because {}.", made.why_not));
  terminal.line("made by: " + command_text(context));
}

ordered_json way_json(const runtime::Scenario& scenario, const Regions& made, const regions::Taken& one) {
  const regions::Decision& decision = made.decisions[one.decision];
  return {{"condition", decision.text},
          {"case", case_of(scenario, decision.label)},
          {"is", decision.outs[one.out]}};
}

ordered_json document_of(const runtime::Scenario& scenario, const RegionsOptions& options,
                         const Regions& made, Context& context) {
  ordered_json document =
      json_document(context, {{"ruleset", scenario.id},
                              {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                              {"data", fmt::format("{:016x}", scenario.fingerprint)},
                              {"seed", options.settings.seed},
                              {"item", options.item},
                              {"complete", made.complete},
                              {"stopped", made.stopped},
                              {"inputs", made.inputs},
                              {"positions", made.positions},
                              {"regions", ordered_json::array()},
                              {"never", ordered_json::array()}});
  if (!made.why_not.empty()) document["whyNot"] = made.why_not;
  for (const Region& region : made.regions) {
    ordered_json one{{"inputs", region.inputs}, {"way", ordered_json::array()}};
    for (const regions::Taken& taken : region.way) one["way"].push_back(way_json(scenario, made, taken));
    if (region.fault.empty())
      one["values"] = region.values, one["otherValues"] = region.more_values;
    else
      one["fault"] = region.fault;
    if (region.least) one["least"] = *region.least, one["most"] = *region.most;
    if (!region.example.expression.empty())
      one["example"] = {{"expression", region.example.expression},
                        {"state", region.example.state},
                        {"value", region.example.value}};
    document["regions"].push_back(std::move(one));
  }
  for (const regions::NeverTaken& one : made.never)
    document["never"].push_back(way_json(scenario, made, {one.decision, one.out}));
  return document;
}

// ---- the suite

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

/// One position file for each example that can be written down, and suite.json.
bool write_suite(const runtime::Scenario& scenario, const RegionsOptions& options, const Regions& made,
                 Context& context) {
  Diagnostics diagnostics;
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < made.regions.size(); ++i) {
    const Region& region = made.regions[i];
    if (region.example.expression.empty() || !region.fault.empty()) continue;
    const std::string file = fmt::format("{}-{}.json", options.item, i + 1);
    if (!write_text(path_in(options.suite, file), runtime::position_text(scenario, region.example.position),
                    diagnostics))
      break;
    all.push_back(
        {{"position", file}, {"expression", region.example.expression}, {"value", region.example.value}});
  }
  const ordered_json suite{{"format", suite_format},
                           {"version", 1},
                           {"item", options.item},
                           {"made by", command_text(context)},
                           {"tests", all}};
  if (!diagnostics.has_errors())
    write_text(path_in(options.suite, options.item + ".suite.json"), suite.dump(2) + "\n", diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!diagnostics.has_errors() && !context.json)
    context.terminal.line(fmt::format("{} written to {}", counted(all.size(), "test"),
                                      path_in(options.suite, options.item + ".suite.json")));
  return !diagnostics.has_errors();
}

/// The value of an expression at a position, as text; a fault as its reason.
std::optional<std::string> value_at(const Loaded& loaded, const std::string& text, Diagnostics& diagnostics) {
  const runtime::Scenario& scenario = *loaded.scenario;
  const auto asked = runtime::asked_expression(scenario, text, diagnostics);
  if (!asked) return std::nullopt;
  runtime::Evaluator evaluator(loaded.scenario);
  evaluator.extend_frame(asked->vars, text);
  try {
    return runtime::value_text(
        scenario, asked->expr->type,
        evaluator.evaluate(*asked->expr, loaded.position ? *loaded.position : scenario.start));
  } catch (const runtime::Fault& fault) {
    return fault.why;
  }
}

/// A suite that other rules made, held against these.
ExitStatus hold(const RegionsOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto text = read_text(options.against, diagnostics);
  const ordered_json suite = text ? ordered_json::parse(*text, nullptr, false) : ordered_json();
  const bool is_suite = suite.is_object() && suite.value("format", "") == suite_format &&
                        suite.value("version", 0) == 1 && suite.contains("tests") &&
                        suite["tests"].is_array();
  if (text && !is_suite)
    diagnostics.error("C0105", {options.against, {1, 1}, {1, 1}},
                      "this file is no suite of `casebook regions`");
  size_t held = 0;
  ordered_json changed = ordered_json::array();
  const std::string folder = std::filesystem::path(options.against).parent_path().string();
  if (is_suite) {
    for (const ordered_json& test : suite["tests"]) {
      const auto word = [&](const char* key) {
        return test.is_object() && test.contains(key) && test[key].is_string() ? test[key].get<std::string>()
                                                                               : std::string();
      };
      if (word("position").empty() || word("expression").empty()) {
        diagnostics.error("C0105", {options.against, {1, 1}, {1, 1}},
                          "a test of this suite has no position or no expression");
        break;
      }
      Diagnostics of_position;
      const auto loaded =
          load(path_in(folder, word("position")), context.rulesets, of_position, options.word);
      // That other rules made the positions is what the suite is for.
      diagnostics.sources().add_all(of_position.sources());
      for (const Diagnostic& one : of_position.all()) {
        if (one.code != "P0114") diagnostics.add(one);
      }
      if (!loaded) break;
      const auto now = value_at(*loaded, word("expression"), diagnostics);
      if (!now) break;
      if (*now == word("value"))
        ++held;
      else
        changed.push_back({{"position", word("position")},
                           {"expression", word("expression")},
                           {"value", word("value")},
                           {"now", *now}});
    }
  }
  context.terminal.diagnostics(diagnostics);
  if (diagnostics.has_errors()) return failure_status(diagnostics);
  if (context.json) {
    context.terminal.json(json_document(
        context,
        {{"ruleset", options.word}, {"suite", options.against}, {"held", held}, {"changed", changed}}));
  } else {
    for (const ordered_json& one : changed)
      context.terminal.line(fmt::format("{} = {}, and was {}  ({})", one["expression"].get<std::string>(),
                                        one["now"].get<std::string>(), one["value"].get<std::string>(),
                                        one["position"].get<std::string>()));
    context.terminal.line(fmt::format("{} as before, {} changed", counted(held, "test"), changed.size()));
    context.terminal.line("made by: " + command_text(context));
  }
  return changed.empty() ? ExitStatus::fine : ExitStatus::refuted;
}

ExitStatus run(RegionsOptions& options, Context& context) {
  if (!options.against.empty()) return hold(options, context);
  if (options.item.empty()) {
    context.terminal.error("C0101", "the name of a definition is missing",
                           "`casebook regions EDITION ITEM`, or `--against FILE`");
    return ExitStatus::usage;
  }
  Diagnostics diagnostics;
  auto verified = load_subject(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!verified) return failure_status(diagnostics);
  const auto scenario = verified->subject.scenario;
  if (!scenario || board_is_empty(*scenario)) {
    context.terminal.error("C0101", why_alone(*verified), "an edition with a scenario, or a scenario");
    return ExitStatus::input;
  }
  const auto& all = scenario->program->definitions;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == options.item; });
  if (found == all.end()) {
    std::vector<std::string> names;
    for (const auto& one : all) names.push_back(one.name);
    context.terminal.error("C0101", fmt::format("there is no definition {}", casebook::quoted(options.item)),
                           "the name of a definition; `casebook show EDITION CASE` prints those of a case",
                           nearest_name(options.item, names));
    return ExitStatus::usage;
  }
  if (Diagnostics of_folder; !options.suite.empty() && !make_folder(options.suite, of_folder)) {
    context.terminal.diagnostics(of_folder);
    return ExitStatus::input;
  }
  options.settings.go_on = [] { return !platform::stop_requested(); };
  checks::Context checked(verified->subject, options.settings);
  options.of_regions.inputs = options.settings.inputs;
  const Regions made = regions::regions_of(checked, static_cast<language::DefinitionId>(found - all.begin()),
                                           options.of_regions);
  if (context.json)
    context.terminal.json(document_of(*scenario, options, made, context));
  else
    say(*scenario, options, made, context);
  if (!options.suite.empty() && !write_suite(*scenario, options, made, context)) return ExitStatus::input;
  return made.stopped ? ExitStatus::stopped : made.complete ? ExitStatus::fine : ExitStatus::open;
}

}  // namespace

Verb regions_verb() {
  return {"regions", "the distinct behaviours of a definition, each with an example",
          [](CLI::App& app, Context& context) {
            auto options = std::make_shared<RegionsOptions>();
            app.add_option("edition", options->word, "an edition or a scenario file")
                ->required()
                ->type_name("EDITION|SCENARIO");
            app.add_option("item", options->item, "the name of a definition")->type_name("ITEM");
            app.add_option("--inputs", options->settings.inputs, "evaluate all inputs if there are at most N")
                ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}))
                ->type_name("N")
                ->capture_default_str();
            app.add_option("--games", options->settings.games, "else draw inputs in N seeded games")
                ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}))
                ->type_name("N")
                ->capture_default_str();
            app.add_option("--positions", options->settings.positions, "and at N generated positions")
                ->check(CLI::Range(uint64_t{0}, uint64_t{10'000'000}))
                ->type_name("N")
                ->capture_default_str();
            app.add_option("--seed", options->settings.seed, "seed of games and positions")
                ->type_name("N")
                ->capture_default_str();
            app.add_option("--suite", options->suite, "write the examples as tests into this folder")
                ->type_name("FOLDER");
            app.add_option("--against", options->against, "run the tests of a suite under these rules")
                ->type_name("FILE");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
