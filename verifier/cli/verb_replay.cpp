// SPDX-License-Identifier: Apache-2.0
// casebook replay: play a record again, each step checked against the rules; the first unlawful one is named
// with its cases.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/diagnostic_json.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/record.h"
#include "engine/runtime/records/replay.h"
#include "verifier/cli/printing/show_map.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/invariants.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/limit.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

struct ReplayArguments {
  std::string file, under, position;
  int steps = -1;
  bool map = false, no_invariants = false;
};

/// Where a game ended at a limit of Casebook, the choice that it could not list: the rules go on from there.
runtime::Position last_position(runtime::Game& game) {
  if (game.outcome().kind == runtime::OutcomeKind::limit) {
    if (const runtime::Game::Stop stop = game.stop(); stop.where) return *stop.where;
  }
  return game.position();
}

ExitStatus run(const ReplayArguments& arguments, Context& context) {
  Diagnostics diagnostics;
  const auto text = read_text(arguments.file, diagnostics);
  if (!text) {
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  runtime::Record record = runtime::parse_record(*text, arguments.file, diagnostics);
  const bool readable = !diagnostics.has_errors();
  if (arguments.steps >= 0) record = runtime::cut(record, static_cast<size_t>(arguments.steps));
  std::shared_ptr<const runtime::Scenario> scenario;
  if (readable && !arguments.under.empty()) {
    if (const auto request = scenario_request(arguments.under, context.rulesets, diagnostics))
      scenario = runtime::load_scenario(*request, diagnostics);
  } else if (readable) {
    scenario = load_identity(record.ruleset, context.rulesets, arguments.file, diagnostics);
  }
  if (!scenario) {
    context.terminal.diagnostics(diagnostics);
    return failure_status(diagnostics);
  }
  runtime::ReplayOptions options;
  options.under_other_rules = !arguments.under.empty();
  runtime::InvariantWatch watch(scenario);
  if (!arguments.no_invariants) options.watch = &watch;
  auto rules = make_rules(scenario, false);
  if (!arguments.no_invariants) watch.listen_to(*rules);
  const runtime::Replay replay =
      runtime::replay(record, arguments.file, std::move(rules), diagnostics, options);
  watch.report(diagnostics);
  const std::string limit = replay.game ? limit_of(*replay.game) : std::string();
  const bool written =
      arguments.position.empty() || !replay.game ||
      write_text(arguments.position, runtime::position_text(*scenario, last_position(*replay.game)),
                 diagnostics);
  const std::string end = replay.game ? outcome_words(*scenario, replay.game->outcome()) : "open";
  if (context.json) {
    auto document = json_document(context, {{"ruleset", scenario->id},
                                            {"rules", fmt::format("{:016x}", scenario->rules_fingerprint)},
                                            {"steps", replay.steps},
                                            {"of", record.steps.size()},
                                            {"good", replay.good},
                                            {"outcome", end},
                                            {"invariants", invariants_json(watch)},
                                            {"diagnostics", diagnostics_json(diagnostics)}});
    if (!limit.empty()) document["limit"] = limit;
    context.terminal.json(document);
  } else {
    context.terminal.diagnostics(diagnostics);
    if (arguments.map && replay.game) show_map(*scenario, replay.game->position(), context);
    context.terminal.line(fmt::format("{} of {} steps replayed under {}; outcome {}", replay.steps,
                                      record.steps.size(), scenario->id, end));
    if (watch.has_any() && !arguments.no_invariants) context.terminal.line(invariants_text(watch));
  }
  complain_of_limit(limit, context);
  if (!replay.game || !written) return ExitStatus::input;
  if (watch.broken_games() > 0) return ExitStatus::refuted;
  if (replay.game->outcome().kind == runtime::OutcomeKind::fault) return ExitStatus::refuted;
  // Cut off in the middle: what is there may be lawful, but it is not the record that somebody wrote.
  if (!record.complete && replay.good && arguments.steps < 0) return ExitStatus::input;
  if (!replay.good && (arguments.steps < 0 || replay.steps != record.steps.size()))
    return ExitStatus::refuted;
  return limit.empty() ? ExitStatus::fine : ExitStatus::open;
}

}  // namespace

Verb replay_verb() {
  return {
      "replay", "replay a record and check every step", [](CLI::App& app, Context& context) {
        auto arguments = std::make_shared<ReplayArguments>();
        app.add_option("record", arguments->file, "a record file")->required()->type_name("RECORD");
        app.add_option("--under", arguments->under, "replay under another edition or switches")
            ->type_name("EDITION");
        app.add_option("--steps", arguments->steps, "only the first N steps")->check(CLI::NonNegativeNumber);
        app.add_option("--position", arguments->position, "write the last position to this file")
            ->type_name("FILE");
        app.add_flag("--no-invariants", arguments->no_invariants, "do not check invariants");
        app.add_flag("--map", arguments->map, "draw the map at the end");
        return [arguments, &context] { return run(*arguments, context); };
      }};
}

}  // namespace casebook::cli
