// SPDX-License-Identifier: Apache-2.0
// casebook compare: where two rulesets differ in play.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/diagnostic_text.h"
#include "engine/base/in_parallel.h"
#include "engine/base/nearest.h"
#include "engine/platform/console.h"
#include "verifier/cli/printing/compare_prove.h"
#include "verifier/cli/printing/compare_result.h"
#include "verifier/cli/printing/mined.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/printed_cases.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/compare/stages.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct CompareOptions {
  std::string a, b, witnesses, dump;
  compare::Settings settings;
  ComparisonView view;
  bool prove = false, mine = false, mined = false;
  uint32_t resources = symbolic::query_limit::editions;
};

/// Replays a record, then asks the position at its end for what is said of it: `legal --why-not` for a choice.
std::vector<std::string> commands_of(const Witness& witness, size_t side, const std::string& path) {
  const std::string position = std::filesystem::path(path).replace_extension(".json").string();
  std::string ask;
  for (const Assertion& one : witness.sides[side].said)
    if (ask.empty()) ask = command_for(one, position);
  std::string replay = "casebook replay " + in_shell(path);
  // What may violate an invariant is not asked for them again.
  if (witness.grade == Grade::typed) replay += " --no-invariants";
  if (ask.empty()) return {std::move(replay)};
  return {replay + " --position " + in_shell(position), std::move(ask)};
}

/// Two files a finding, `01-a.record` and `01-b.record`; the commands that show each are printed.
bool write_witness(const std::string& folder, size_t number, const Witness& witness, Context& context,
                   Diagnostics& diagnostics) {
  bool good = true;
  for (size_t side = 0; side < witness.sides.size(); ++side) {
    const std::string name = fmt::format("{:02}-{}.record", number, side == 0 ? "a" : "b");
    const std::string path = (std::filesystem::path(folder) / name).string();
    good = write_text(path, runtime::record_text(witness.sides[side].record), diagnostics) && good;
    if (good && !context.json)
      for (const std::string& command : commands_of(witness, side, path)) context.terminal.line(command);
  }
  return good;
}

/// The stage with that name; none, and a message, where there is none.
const compare::Stage* wanted_stage(const std::string& name, Context& context) {
  const compare::Stage* stage = compare::find_stage(name);
  if (stage != nullptr) return stage;
  std::vector<std::string> names;
  for (const compare::Stage& one : compare::stages()) names.emplace_back(one.name);
  context.terminal.error("C0130", fmt::format("compare has no stage named {}", casebook::quoted(name)),
                         fmt::format("one of {}", fmt::join(names, ", ")), nearest_name(name, names));
  return nullptr;
}

/// Runs the stages up to that one and prints what it made.
ExitStatus dump(const compare::Stage& stage, const compare::ScenarioPtr& a, const compare::ScenarioPtr& b,
                const compare::Settings& settings, const compare::GoesOn& goes_on, Context& context) {
  compare::Course course(a, b, settings, goes_on, {});
  compare::run_stages(course, &stage);
  context.terminal.end_progress();
  if (context.json) {
    ordered_json document = json_document(context);
    document["stage"] = {{"name", stage.name}, {"does", stage.does}};
    document["lines"] = compare::dump_lines(stage, course);
    context.terminal.json(document);
  } else {
    context.terminal.text(compare::dump_text(stage, course));
  }
  return platform::stop_requested() ? ExitStatus::stopped : ExitStatus::fine;
}

/// Invariants of both, which the scenarios carry from then on.
std::vector<symbolic::Mining> mine(std::array<compare::ScenarioPtr, 2>& scenarios, uint64_t seed,
                                   Context& context) {
  context.terminal.progress("mining invariants", 0, 2);
  std::vector<symbolic::Mining> mined(2);
  in_parallel(2, [&](size_t side, size_t) {
    symbolic::MiningSettings wanted;
    wanted.seed = seed;
    wanted.go_on = [] { return !platform::stop_requested(); };
    mined[side] = symbolic::mine_invariants(scenarios[side], wanted);
  });
  for (size_t side = 0; side < 2; ++side)
    scenarios[side] = symbolic::with_mined(*scenarios[side], mined[side]);
  return mined;
}

ExitStatus run(const CompareOptions& options, Context& context) {
  const compare::Stage* stage = options.dump.empty() ? nullptr : wanted_stage(options.dump, context);
  if (!options.dump.empty() && stage == nullptr) return ExitStatus::usage;
  Diagnostics diagnostics;
  const auto a = load(options.a, context.rulesets, diagnostics);
  const auto b = a ? load(options.b, context.rulesets, diagnostics) : std::nullopt;
  context.terminal.diagnostics(diagnostics);
  if (!a || !b) return failure_status(diagnostics);
  if (Diagnostics of_folder; !options.witnesses.empty() && !make_folder(options.witnesses, of_folder)) {
    context.terminal.diagnostics(of_folder);
    return ExitStatus::input;
  }
  const auto goes_on = [&](const char* what, uint64_t done, uint64_t of) {
    context.terminal.progress(what, static_cast<long>(done), static_cast<long>(of));
    return !platform::stop_requested();
  };
  std::array<compare::ScenarioPtr, 2> scenarios{a->scenario, b->scenario};
  compare::Settings settings = options.settings;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    Diagnostics of_list;  // what is wrong with a list, `check` says
    settings.cases[side] = printed_cases(scenarios[side]->folder, context.rulesets, of_list);
  }
  std::vector<symbolic::Mining> mined;
  if (options.mine) mined = mine(scenarios, options.settings.budget.seed, context);
  if (stage != nullptr) return dump(*stage, scenarios[0], scenarios[1], settings, goes_on, context);
  // Whoever waits may see what the search meets. The result has each of these again, confirmed.
  size_t met = 0;
  const auto tell = [&](const std::string& line) {
    if (!context.terminal.shows_progress()) return;
    context.terminal.end_progress();
    if (met++ == 0) context.terminal.complain("Differences found during the search, not yet confirmed:");
    context.terminal.complain(folded("- " + line, 80, 2, 0));
  };
  const compare::Result result = compare::compare(scenarios[0], scenarios[1], settings, goes_on, tell);
  std::optional<symbolic::EditionsResult> proved;
  if (options.prove && !result.stopped) {
    symbolic::EditionsSettings proving;
    proving.limits.resources = options.resources;
    proving.go_on = [] { return !platform::stop_requested(); };
    proved = symbolic::prove_editions(scenarios[0], scenarios[1], proving);
  }
  context.terminal.end_progress();
  if (met != 0) context.terminal.complain("");
  const RulesetNames names{a->scenario->id, b->scenario->id};
  ExitStatus status = static_cast<ExitStatus>(status_of(result.findings));
  if (result.stopped && status != ExitStatus::tool_error) status = ExitStatus::stopped;
  if (!context.json) {
    for (const auto& one : {a, b})
      if (board_is_empty(*one->scenario))
        context.terminal.line(folded(one->scenario->id + ": " + empty_board, 80, 2, 0));
    if (result.stopped) context.terminal.line("Stopped by the user; this was found so far:");
    if (!print_comparison(result, names, Prose::naming_groups({a->scenario, b->scenario}), options.view,
                          context)) {
      context.terminal.error("C0130", fmt::format("there is no change {}", options.view.change),
                             result.changes.empty()
                                 ? std::string("no change of the rules was found")
                                 : fmt::format("a number from 1 to {}", result.changes.size()));
      return ExitStatus::usage;
    }
    for (size_t side = 0; side < mined.size(); ++side) {
      context.terminal.line(folded(
          "Mined in " + scenarios[side]->id + ": " + symbolic::mining_text(mined[side]) + ".", 80, 2, 0));
      if (!options.mined && !options.view.all) continue;
      for (const std::string& line : mined_lines(mined[side])) context.terminal.line("  " + line);
    }
    if (proved) print(*proved, context);
  }
  // Proving can say no more than that there is a difference: that nothing is one is the comparison's to say.
  if (proved && status != ExitStatus::stopped) {
    const ExitStatus own = status_of(*proved);
    if (own == ExitStatus::stopped || own > status) status = own;
  }
  Diagnostics of_files;
  if (!options.witnesses.empty()) {
    for (size_t i = 0; i < result.findings.size(); ++i) {
      if (result.findings[i].witness &&
          !write_witness(options.witnesses, i, *result.findings[i].witness, context, of_files))
        status = ExitStatus::input;
    }
    if (result.first && result.first->witness &&
        !write_witness(options.witnesses, 0, *result.first->witness, context, of_files))
      status = ExitStatus::input;
    context.terminal.diagnostics(of_files);
  }
  if (context.json) {
    ordered_json document = json_document(context);
    document["rulesets"] = ordered_json::array();
    for (const auto& scenario : {a->scenario, b->scenario})
      document["rulesets"].push_back({{"id", scenario->id},
                                      {"edition", scenario->program->edition},
                                      {"rules", fmt::format("{:016x}", scenario->rules_fingerprint)},
                                      {"data", fmt::format("{:016x}", scenario->fingerprint)}});
    document["seed"] = options.settings.budget.seed;
    document["stopped"] = result.stopped;
    add_comparison(result, names, document);
    if (!mined.empty()) {
      document["mined"] = ordered_json::array();
      for (size_t side = 0; side < mined.size(); ++side) {
        document["mined"].push_back({{"ruleset", scenarios[side]->id}});
        document["mined"].back().update(mining_json(mined[side]));
      }
    }
    if (proved) document["proved"] = editions_json(*proved);
    context.terminal.json(document);
  } else {
    context.terminal.line(fmt::format("seed {}; casebook {}; rules {:016x} and {:016x}\nmade by: {}",
                                      options.settings.budget.seed, version(), a->scenario->rules_fingerprint,
                                      b->scenario->rules_fingerprint, command_text(context)));
  }
  return status;
}

}  // namespace

Verb compare_verb() {
  return {
      "compare", "show where two rulesets play differently, and a position",
      [](CLI::App& app, Context& context) {
        auto options = std::make_shared<CompareOptions>();
        app.add_option("a", options->a, "an edition or scenario, with switches (+name=value)")
            ->required()
            ->type_name("EDITION|SCENARIO");
        app.add_option("b", options->b, "another, or the same with other switches")
            ->required()
            ->type_name("EDITION|SCENARIO");
        app.add_option("--seed", options->settings.budget.seed, "seed of games and positions (1)");
        app.add_option("--games", options->settings.budget.games, "play N games of each ruleset (30)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000}));
        app.add_option("--positions", options->settings.budget.positions, "generate N positions (24000)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{1'000'000'000}));
        app.add_option("--steering", options->settings.budget.steering,
                       "search N evaluations for each goal (4000)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{100'000'000}));
        app.add_option("--threads", options->settings.budget.threads,
                       "threads (one a core); the result is the same")
            ->check(CLI::Range(size_t{1}, size_t{256}));
        app.add_option("--inputs", options->settings.inputs, "enumerate items of up to N inputs (200000)")
            ->check(CLI::Range(uint64_t{0}, uint64_t{100'000'000}));
        app.add_flag("--mine", options->mine, "mine invariants; made positions meet the proved ones");
        app.add_flag("--mined", options->mined, "with --mine: list the mined invariants")->needs("--mine");
        app.add_flag("--prove", options->prove, "also ask Z3 about items whose text differs");
        app.add_option("--resources", options->resources,
                       fmt::format("with --prove: limit of one query ({})", symbolic::query_limit::editions))
            ->check(CLI::Range(uint32_t{1}, uint32_t{4'000'000'000}));
        app.add_option("--witnesses", options->witnesses, "write the records of each difference here")
            ->type_name("FOLDER");
        app.add_flag("--all", options->view.all, "all differences in full");
        app.add_option("--change", options->view.change, "only this change, in full")
            ->check(CLI::Range(size_t{1}, size_t{100'000}))
            ->excludes("--all");
        app.add_option("--dump", options->dump, "run up to this stage and print what it made")
            ->type_name("STAGE");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
