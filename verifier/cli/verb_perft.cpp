// SPDX-License-Identifier: Apache-2.0
// casebook perft: how many sequences of choices lead on from a position.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/platform/console.h"
#include "engine/players/perft.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/limit.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

struct PerftOptions {
  std::string word;
  int depth = 1;
  bool divide = false, reference = false;
};

ExitStatus run(const PerftOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const auto rules = make_rules(loaded->scenario, options.reference);
  runtime::Position position = loaded->position ? *loaded->position : loaded->scenario->start;
  if (!loaded->position) rules->begin(position);
  runtime::Perft total;
  std::string limit;
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  if (options.divide && options.depth > 0) {
    for (const runtime::PerftLine& line : perft_divided(*rules, position, options.depth, &limit)) {
      total += line.counts;
      if (context.json)
        lines.push_back({{"choice", line.text}, {"sequences", line.counts.sequences}});
      else
        context.terminal.line(fmt::format("{:>12}  {}", line.counts.sequences, line.text));
    }
  } else {
    total = perft(*rules, position, options.depth, &limit);
  }
  if (context.json) {
    nlohmann::ordered_json document =
        json_document(context, {{"ruleset", loaded->scenario->id},
                                {"rules", fmt::format("{:016x}", loaded->scenario->rules_fingerprint)},
                                {"depth", options.depth},
                                {"sequences", total.sequences},
                                {"endedBefore", total.ended_before},
                                {"endedAt", total.ended_at}});
    if (options.divide) document["divided"] = lines;
    if (!limit.empty()) {
      document["atLimit"] = total.at_limit;
      document["limit"] = limit;
    }
    context.terminal.json(document);
  } else {
    context.terminal.line(
        fmt::format("{} sequences of {} choices; {} of them end the game, {} more ended before",
                    total.sequences, options.depth, total.ended_at, total.ended_before));
    if (!limit.empty())
      context.terminal.line(fmt::format(
          "{} of these sequences ended at a limit of Casebook; the rules go on there", total.at_limit));
  }
  if (platform::stop_requested()) {
    context.terminal.complain("stopped; the counts are too small");
    return ExitStatus::stopped;
  }
  complain_of_limit(limit, context);
  if (total.gave_up) {
    context.terminal.error(
        "C0113", fmt::format("a procedure rolls more than {} times without a choice; counting ended there",
                             runtime::perft_chances_in_a_row));
    return ExitStatus::open;
  }
  return limit.empty() ? ExitStatus::fine : ExitStatus::open;
}

}  // namespace

Verb perft_verb() {
  return {"perft", "count all sequences of choices to a depth", [](CLI::App& app, Context& context) {
            auto options = std::make_shared<PerftOptions>();
            app.add_option("scenario", options->word, "an edition, scenario or position file")
                ->required()
                ->type_name("SCENARIO|POSITION");
            app.add_option("--depth", options->depth, "how many choices deep; rolls do not count")
                ->required()
                ->check(CLI::Range(0, 64));
            app.add_flag("--divide", options->divide, "one line for each first choice");
            app.add_flag("--reference", options->reference,
                         "use the reference evaluator, not the compiled form");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
