// SPDX-License-Identifier: Apache-2.0
// casebook explore: every position that play can reach, counted by depth, with what that proves.
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/nearest.h"
#include "engine/platform/console.h"
#include "verifier/cli/printing/mined.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/limit.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/outputs.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/explore/chances.h"
#include "verifier/explore/findings.h"
#include "verifier/symbolic/mine/mine.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct ExploreOptions {
  std::string word, witnesses;
  uint64_t positions = explore::default_positions;
  int depth = -1, within = -1;
  bool reference = false, no_invariants = false, mine = false, mined = false;
};

/// `first can win` -> `first-can-win`: letters and digits of anybody's names, and nothing that could lead out
/// of a folder.
std::string file_name(const std::string& claim) {
  std::string name;
  for (const char c : claim) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += plain ? c : '-';
  }
  return name + ".record";
}

ordered_json shown_json(const explore::Shown& shown) {
  ordered_json one = casebook::finding_json(shown.finding);
  if (shown.choices) {
    one["positions"] = shown.positions;
    one["choices"] = *shown.choices;
    if (shown.ways) one["witnesses"] = *shown.ways;
  }
  if (shown.finding.witness)
    one["record"] = runtime::record_text(shown.finding.witness->sides.front().record);
  return one;
}

std::string finding_line(const explore::Shown& shown) {
  std::string line = fmt::format("{:<15} {}", verdict_text(shown.finding.verdict), shown.finding.claim);
  if (shown.choices) {
    line += fmt::format(": {} position{}, the nearest after {} choice{}", shown.positions,
                        shown.positions == 1 ? "" : "s", *shown.choices, *shown.choices == 1 ? "" : "s");
    line += shown.ways ? fmt::format(", {} way{} there", *shown.ways, *shown.ways == 1 ? "" : "s")
                       : std::string(", in more ways than can be listed");
  }
  if (!shown.finding.text.empty()) line += ": " + shown.finding.text;
  return line;
}

/// The chances of each side, in the order of the sides.
ordered_json say_chances(const explore::Graph& graph, int within, Context& context, bool& all_known) {
  ordered_json list = ordered_json::array();
  const runtime::Scenario& scenario = graph.scenario();
  const language::KindId kind = scenario.program->kind_side;
  for (int32_t side = 0; kind != language::none && side < scenario.size(kind); ++side) {
    const std::string& name = scenario.members[kind][static_cast<size_t>(side)];
    const explore::WinningChance chance = explore::winning_chance(graph, side, within);
    ordered_json one{{"side", name}};
    if (!chance.greatest) {
      all_known = false;
      one["unknown"] = chance.unknown;
      if (!context.json)
        context.terminal.line(fmt::format("{:<15} chance that {} wins within {} choices: {}",
                                          verdict_text(Verdict::unknown), name, within, chance.unknown));
    } else {
      one["greatest"] = to_text(*chance.greatest);
      one["least"] = to_text(*chance.least);
      if (!context.json)
        context.terminal.line(fmt::format(
            "{} has won within {} choices with a chance of {} ({:.4f}) when it plays for that and "
            "the others against it,\n"
            "  and of {} ({:.4f}) when it plays against that and the others for it",
            name, within, to_text(*chance.greatest), chance.greatest->value(), to_text(*chance.least),
            chance.least->value()));
    }
    list.push_back(std::move(one));
  }
  return list;
}

ExitStatus exit_status_of(const explore::Graph& graph, const std::vector<explore::Shown>& found,
                          bool all_known) {
  std::vector<Finding> all;
  for (const explore::Shown& one : found) all.push_back(one.finding);
  const int status = casebook::status_of(all);
  if (status == 50) return ExitStatus::tool_error;
  if (graph.stopped) return ExitStatus::stopped;
  return static_cast<ExitStatus>(std::max(status, all_known ? 0 : 30));
}

ExitStatus run(const ExploreOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  if (!context.json && board_is_empty(*loaded->scenario)) context.terminal.line(empty_board);
  if (options.mine && loaded->position) {
    context.terminal.error("C0101", "--mine cannot explore from a position file",
                           "an edition or a scenario, because mined invariants hold in play from its start");
    return ExitStatus::usage;
  }
  std::shared_ptr<const runtime::Scenario> explored = loaded->scenario;
  std::optional<symbolic::Mining> mining;
  if (options.mine) {
    context.terminal.progress("mining invariants", 0, 1);
    symbolic::MiningSettings wanted;
    wanted.go_on = [] { return !platform::stop_requested(); };
    mining = symbolic::mine_invariants(explored, wanted);
    explored = symbolic::with_mined(*explored, *mining);
    context.terminal.end_progress();
  }
  const runtime::Scenario& scenario = *explored;
  const auto rules = make_rules(explored, options.reference);
  runtime::Position start = loaded->position ? *loaded->position : scenario.start;
  if (!loaded->position) rules->begin(start);
  explore::Limits limits;
  if (Diagnostics of_folder; !options.witnesses.empty() && !make_folder(options.witnesses, of_folder)) {
    context.terminal.diagnostics(of_folder);
    return ExitStatus::input;
  }
  limits.positions = options.positions;
  limits.depth = options.depth >= 0 ? options.depth : options.within >= 0 ? options.within : INT32_MAX;
  const explore::Graph graph = explore::explore(*rules, start, limits, [&](uint64_t positions) {
    context.terminal.progress("positions", static_cast<long>(positions),
                              static_cast<long>(options.positions));
    return !platform::stop_requested();
  });
  context.terminal.end_progress();

  ordered_json depths = ordered_json::array();
  uint64_t ends = 0, chances = 0;
  if (!context.json) context.terminal.line("  depth    positions      chance    ends");
  for (size_t depth = 0; depth < graph.depths.size(); ++depth) {
    const explore::DepthCount& count = graph.depths[depth];
    ends += count.ends;
    chances += count.chances;
    depths.push_back(
        {{"depth", depth}, {"positions", count.positions}, {"chances", count.chances}, {"ends", count.ends}});
    if (!context.json)
      context.terminal.line(
          fmt::format("{:>7} {:>12} {:>11} {:>7}", depth, count.positions, count.chances, count.ends));
  }
  const std::string why_open = graph.complete()  ? ""
                               : graph.stopped   ? "stopped by the user"
                               : graph.limit_met ? "the limit of positions was reached (--positions)"
                               : graph.open == graph.at_limit ? "games end there at a limit of Casebook"
                                                              : "no deeper positions were wanted (--depth)";
  if (!context.json) {
    context.terminal.line(
        fmt::format("{} positions ({} with chance, {} ends), {} steps, {} bits a position; {}", graph.size(),
                    chances, ends, graph.edges(), graph.packing().bits(),
                    graph.complete() ? std::string("complete")
                                     : fmt::format("{} not followed: {}", graph.open, why_open)));
  }
  std::vector<explore::Shown> found;
  std::string limit;
  try {
    found = explore::findings(graph, start, !options.no_invariants);
    limit = explore::limit_met_first(graph);
  } catch (const runtime::ListingStopped&) {
    context.terminal.complain("stopped before it was said what these positions show");
  }
  if (board_is_empty(*loaded->scenario)) {
    // What holds of a board with nothing on it says nothing of the game.
    for (explore::Shown& one : found) {
      one = explore::Shown{std::move(one.finding), 0, {}, {}};
      one.finding.verdict = Verdict::unknown;
      one.finding.witness.reset();
      one.finding.text = "there is no scenario";
    }
  }
  if (mining && !context.json) {
    context.terminal.line("Mined: " + symbolic::mining_text(*mining));
    if (options.mined)
      for (const std::string& line : mined_lines(*mining)) context.terminal.line("  " + line);
  }
  ordered_json list = ordered_json::array();
  for (const explore::Shown& one : found) {
    list.push_back(shown_json(one));
    if (!context.json) context.terminal.line(finding_line(one));
  }
  bool all_known = !board_is_empty(*loaded->scenario);
  ordered_json of_sides = ordered_json::array();
  if (options.within >= 0 && all_known) of_sides = say_chances(graph, options.within, context, all_known);
  ExitStatus status = exit_status_of(graph, found, all_known);
  Diagnostics of_files;
  if (!options.witnesses.empty()) {
    for (const explore::Shown& one : found) {
      const Finding& finding = one.finding;
      if (!finding.witness) continue;
      const std::string path =
          (std::filesystem::path(options.witnesses) / file_name(finding.subject)).string();
      if (!write_text(path, runtime::record_text(finding.witness->sides.front().record), of_files)) {
        status = ExitStatus::input;
      } else if (!context.json) {
        context.terminal.line(fmt::format("casebook replay {}", path));
      }
    }
  }
  context.terminal.diagnostics(of_files);
  complain_of_limit(limit, context);
  if (context.json) {
    ordered_json document =
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"positions", graph.size()},
                                {"edges", graph.edges()},
                                {"bits", graph.packing().bits()},
                                {"complete", graph.complete()},
                                {"open", graph.open},
                                {"depths", depths},
                                {"findings", list}});
    if (!graph.complete()) document["why"] = why_open;
    if (!limit.empty()) {
      document["atLimit"] = graph.at_limit;
      document["limit"] = limit;
    }
    if (mining) document["mined"] = mining_json(*mining);
    if (options.within >= 0) {
      document["within"] = options.within;
      document["chances"] = of_sides;
    }
    context.terminal.json(document);
  }
  return status;
}

}  // namespace

Verb explore_verb() {
  return {
      "explore", "visit every position that play can reach, and prove by it",
      [](CLI::App& app, Context& context) {
        auto options = std::make_shared<ExploreOptions>();
        app.add_option("scenario", options->word, "an edition, scenario or position file")
            ->required()
            ->type_name("SCENARIO|POSITION");
        app.add_option("--depth", options->depth, "visit only N choices deep (no limit)")
            ->check(CLI::Range(0, 1'000'000));
        app.add_option("--positions", options->positions, "stop after N positions (10 million)")
            ->check(CLI::Range(uint64_t{1}, uint64_t{UINT32_MAX - 1}));
        app.add_option("--within", options->within, "exact chances to win within N choices")
            ->check(CLI::Range(0, 1'000'000));
        app.add_option("--witnesses", options->witnesses, "write the shortest witnesses into this folder")
            ->type_name("FOLDER");
        app.add_flag("--no-invariants", options->no_invariants, "do not check invariants");
        app.add_flag("--mine", options->mine, "check every position against mined invariants");
        app.add_flag("--mined", options->mined, "with --mine: list the mined invariants")->needs("--mine");
        app.add_flag("--reference", options->reference, "use the reference evaluator, not the compiled form");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
