// SPDX-License-Identifier: Apache-2.0
// casebook regions: the distinct behaviours of a definition, field, table, requirement, procedure, action or effect as a
// table, each with an example; the examples as pictures, and as a suite of tests, which later rules can be held against.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/platform/console.h"
#include "verifier/cli/regions/regions_suite.h"
#include "verifier/cli/regions/regions_text.h"
#include "verifier/cli/shared/drawn_position.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/finding/counted.h"

namespace casebook::cli {

namespace {

struct RegionsOptions {
  std::string word, item, suite, against, drawings;
  checks::Settings settings;
  regions::Settings of_regions;
};

/// What else has that name: `a field`; empty: nothing.
std::string other_sort(const language::Program& program, const std::string& name) {
  const auto has = [&](const auto& items) {
    return std::any_of(items.begin(), items.end(), [&](const auto& one) { return one.name == name; });
  };
  if (has(program.watches)) return "a `whenever`";
  if (has(program.readings)) return "a reading";
  if (has(program.options)) return "an option";
  if (has(program.givens)) return "a given";
  if (has(program.states)) return "a state";
  if (has(program.views)) return "a view";
  if (has(program.invariants)) return "an invariant";
  if (has(program.measures)) return "a measure";
  if (has(program.kinds)) return "a kind";
  return {};
}

void say_unknown(const language::Program& program, const std::string& name, Context& context) {
  constexpr const char* expected =
      "the name of a definition, field, table, procedure, action or effect, or of a requirement with that of its action "
      "(`move.empty`); `casebook show EDITION CASE` prints those of a case";
  if (const std::string sort = other_sort(program, name); !sort.empty()) {
    context.terminal.error(
        "C0101", fmt::format("{} is {}, and that has no regions", casebook::quoted(name), sort), expected);
    return;
  }
  std::vector<std::string> names;
  for (const auto& one : program.definitions) names.push_back(one.name);
  for (const auto& one : program.procedures) names.push_back(one.name);
  for (const auto& one : program.actions) names.push_back(one.name);
  for (const auto& one : program.effects) names.push_back(one.name);
  for (const auto& one : program.fields) names.push_back(one.name);
  for (const auto& one : program.tables) names.push_back(one.name);
  for (const auto& action : program.actions)
    for (const auto& one : action.requires_) names.push_back(action.name + "." + one.name);
  context.terminal.error(
      "C0101",
      fmt::format("no definition, field, table, requirement, procedure, action or effect is called {}",
                  casebook::quoted(name)),
      expected, nearest_name(name, names));
}

/// The position of each example as a picture.
bool draw(const checks::ScenarioPtr& scenario, const RegionsItem& item, const regions::Regions& made,
          const std::string& folder, Context& context) {
  Diagnostics diagnostics;
  size_t drawn = 0;
  for (size_t i = 0; i < made.regions.size() && !diagnostics.has_errors(); ++i) {
    const regions::Example& example = made.regions[i].example;
    std::string shows = example.expression;
    if (item.runs())
      shows = fmt::format("{}: before step {} of game {}", item.name, example.step + 1, example.game);
    if (shows.empty()) shows = item.name;
    const auto file = std::filesystem::path(folder) / fmt::format("{}-{}.svg", item.name, i + 1);
    if (write_svg(scenario, example.position, shows, example.hexes, file.string(), context, diagnostics))
      ++drawn;
  }
  context.terminal.diagnostics(diagnostics);
  if (!diagnostics.has_errors() && !context.json)
    context.terminal.line(fmt::format("{} written to {}", counted(drawn, "picture"), folder));
  return !diagnostics.has_errors();
}

ExitStatus run(RegionsOptions& options, Context& context) {
  if (!options.against.empty()) return hold_suite(options.against, options.word, context);
  if (options.item.empty()) {
    context.terminal.error("C0101", "the name of an item is missing",
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
  const RegionsItem item = regions_item(*scenario->program, options.item);
  if (item.sort.empty()) {
    say_unknown(*scenario->program, options.item, context);
    return ExitStatus::usage;
  }
  if (const std::string why = regions::why_none(*scenario->program, item.rule); !why.empty()) {
    context.terminal.error("C0101", fmt::format("{} has no regions: {}", casebook::quoted(item.name), why),
                           "a requirement that speaks of members and sets, or the action itself");
    return ExitStatus::usage;
  }
  for (const std::string& folder : {options.suite, options.drawings}) {
    if (Diagnostics of_folder; !folder.empty() && !make_folder(folder, of_folder)) {
      context.terminal.diagnostics(of_folder);
      return ExitStatus::input;
    }
  }
  options.settings.go_on = [] { return !platform::stop_requested(); };
  checks::Context checked(verified->subject, options.settings);
  options.of_regions.inputs = options.settings.inputs;
  const regions::Regions made = item.runs() ? regions::regions_of(checked, item.doing)
                                : item.is_table()
                                    ? regions::regions_of(checked, item.table)
                                    : regions::regions_of(checked, item.rule, options.of_regions);
  if (context.json)
    context.terminal.json(regions_json(*scenario, item, made, options.settings.seed, context));
  else
    print_regions(*scenario, item, made, options.settings.seed, context);
  if (!options.suite.empty() && !write_suite(*scenario, item, made, options.suite, context))
    return ExitStatus::input;
  if (!options.drawings.empty() && !draw(scenario, item, made, options.drawings, context))
    return ExitStatus::input;
  return made.stopped ? ExitStatus::stopped : made.complete ? ExitStatus::fine : ExitStatus::open;
}

}  // namespace

Verb regions_verb() {
  return {
      "regions", "the distinct behaviours of a rule, each with an example",
      [](CLI::App& app, Context& context) {
        auto options = std::make_shared<RegionsOptions>();
        app.add_option("edition", options->word, "an edition or a scenario file")
            ->required()
            ->type_name("EDITION|SCENARIO");
        app.add_option("item", options->item, "the name of a rule, or ACTION.REQUIREMENT")->type_name("ITEM");
        app.add_option("--inputs", options->settings.inputs, "evaluate all inputs if there are at most N")
            ->check(CLI::Range(uint64_t{1}, uint64_t{1'000'000'000}))
            ->type_name("N")
            ->capture_default_str();
        app.add_option("--games", options->settings.games,
                       "else draw inputs, or follow runs, in N seeded games")
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
        app.add_option("--draw", options->drawings, "draw each example as SVG into this folder")
            ->type_name("FOLDER");
        app.add_option("--against", options->against, "run the tests of a suite under these rules")
            ->type_name("FILE");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
