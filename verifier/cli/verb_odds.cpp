// SPDX-License-Identifier: Apache-2.0
// casebook odds: exact chances of what comes of one choice, with its dice and what players choose after it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/odds/odds.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct OddsOptions {
  std::string word, choice, policy = "any";
  odds::Settings settings;
};

std::string range_text(const odds::Range& range) {
  if (range.is_exact()) return to_text(range.least);
  return to_text(range.least) + " to " + to_text(range.most);
}

/// `16/1: eliminated`, with its chance unless that is 1.
std::string event_text(const odds::Event& event) {
  if (event.range.is_exact() && event.range.least == Fraction{1, 1}) return event.text;
  return event.text + " (" + range_text(event.range) + ")";
}

/// `combat_results, column 5: dr  [chart: combat results]`
std::string read_text(const odds::Read& read) {
  std::string text = read.table;
  for (const std::string& key : read.where) text += ", " + key;
  return text + ": " + read.result + (read.label.empty() ? "" : "  [" + read.label + "]");
}

ordered_json read_json(const std::vector<odds::Read>& all) {
  ordered_json list = ordered_json::array();
  for (const odds::Read& read : all)
    list.push_back(
        {{"table", read.table}, {"where", read.where}, {"result", read.result}, {"case", read.label}});
  return list;
}

ordered_json range_json(const odds::Range& range) {
  return {{"least", to_text(range.least)}, {"most", to_text(range.most)}};
}

ordered_json events_json(const std::vector<odds::Event>& events) {
  ordered_json list = ordered_json::array();
  for (const odds::Event& event : events)
    list.push_back({{"event", event.text}, {"chance", range_json(event.range)}});
  return list;
}

void say(const odds::Odds& made, const OddsOptions& options, Terminal& terminal) {
  size_t wide = 4;
  std::vector<std::string> rolls;
  for (const odds::Result& result : made.results) {
    rolls.push_back(result.outcomes.empty() ? "-" : fmt::format("{}", fmt::join(result.outcomes, "; ")));
    wide = std::max(wide, rolls.back().size());
  }
  terminal.line(fmt::format("  {:<{}}  {:>7}  {}", "roll", wide, "chance", "result"));
  for (size_t i = 0; i < made.results.size(); ++i) {
    const odds::Result& result = made.results[i];
    std::string head = fmt::format("  {:<{}}  {:>7}  ", rolls[i], wide, to_text(result.chance));
    const std::string blank(head.size(), ' ');
    for (const odds::Read& read : result.read) {
      terminal.line(head + read_text(read));
      head = blank;
    }
    if (result.events.empty()) terminal.line(head + "nothing more than what always follows");
    for (const odds::Event& event : result.events) {
      terminal.line(head + event_text(event));
      head = blank;
    }
    if (!result.choosers.empty())
      terminal.line(blank + fmt::format("({} chooses)", fmt::join(result.choosers, ", then ")));
  }
  if (made.events.empty()) return;
  terminal.line("");
  terminal.line(options.settings.policy == odds::Policy::any
                    ? "In all, from the least to the most that the players' choices allow:"
                    : fmt::format("In all, when players choose by \"{}\":", options.policy));
  for (const odds::Event& event : made.events) {
    const bool certain = event.range.least.numerator != 0 && !event.range.is_exact();
    terminal.line(fmt::format("  {:<36} {}{}", event.text, range_text(event.range),
                              certain ? "; no choice makes it smaller" : ""));
  }
}

std::optional<runtime::Choice> lawful_choice(runtime::ReferenceRules& rules,
                                             const runtime::Position& position, const std::string& words,
                                             Context& context, ExitStatus& status) {
  Terminal& terminal = context.terminal;
  status = ExitStatus::input;
  if (rules.node(position) != runtime::NodeKind::choose) {
    terminal.error("C0119", "nobody chooses in this position", "a position in which a player chooses");
    return std::nullopt;
  }
  Diagnostics diagnostics;
  diagnostics.sources().add("choice", words);
  const auto named =
      runtime::parse_choice(rules.scenario(), position, words,
                            {"choice", {1, 1}, {1, static_cast<int>(words.size()) + 1}}, diagnostics);
  terminal.diagnostics(diagnostics);
  if (!named) return std::nullopt;
  const auto choice = runtime::find_choice(rules, position, *named);
  if (!choice) {
    status = ExitStatus::refuted;
    const std::string why =
        words + ": " +
        runtime::refusal_text(rules.scenario(), runtime::explain_choice(rules, position, *named));
    if (context.json)
      terminal.complain(why);  // there is no document, so standard output stays empty
    else
      terminal.line(why);
    terminal.complain("`casebook legal` with `--why-not` and this choice shows why");
  }
  return choice;
}

ExitStatus run(const OddsOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const runtime::Scenario& scenario = *loaded->scenario;
  if (board_is_empty(scenario)) {
    if (context.json)
      context.terminal.json(
          json_document(context, {{"ruleset", scenario.id},
                                  {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                  {"choice", options.choice},
                                  {"policy", options.policy},
                                  {"positions", 0},
                                  {"ends", 0},
                                  {"unknown", empty_board},
                                  {"results", ordered_json::array()},
                                  {"events", ordered_json::array()}}));
    else
      context.terminal.line(fmt::format("UNKNOWN  {}", empty_board));
    return ExitStatus::open;
  }
  runtime::ReferenceRules rules(loaded->scenario);
  runtime::Position position = loaded->position ? *loaded->position : scenario.start;
  if (!loaded->position) rules.begin(position);
  ExitStatus refused = ExitStatus::fine;
  const auto choice = lawful_choice(rules, position, options.choice, context, refused);
  if (!choice) return refused;
  std::optional<odds::Odds> made;
  Diagnostics of_events;
  try {
    made = odds::odds(loaded->scenario, position, *choice, options.settings, of_events);
  } catch (const runtime::Fault& fault) {
    context.terminal.error("P0160", fault.why);
    return ExitStatus::input;
  }
  context.terminal.diagnostics(of_events);
  if (!made) return ExitStatus::input;
  const bool is_known = made->unknown.empty();
  if (context.json) {
    ordered_json document =
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"choice", options.choice},
                                {"policy", options.policy},
                                {"positions", made->positions},
                                {"ends", made->ends}});
    if (!is_known) document["unknown"] = made->unknown;
    document["results"] = ordered_json::array();
    for (const odds::Result& result : made->results)
      document["results"].push_back({{"outcomes", result.outcomes},
                                     {"read", read_json(result.read)},
                                     {"chance", to_text(result.chance)},
                                     {"choosers", result.choosers},
                                     {"events", events_json(result.events)}});
    document["events"] = events_json(made->events);
    context.terminal.json(document);
  } else {
    context.terminal.line(fmt::format(
        "{} under {}: {} position{} can follow, {} way{} it ends", options.choice, scenario.id,
        made->positions, made->positions == 1 ? "" : "s", made->ends, made->ends == 1 ? "" : "s"));
    if (is_known)
      say(*made, options, context.terminal);
    else
      context.terminal.line("UNKNOWN  " + made->unknown);
    context.terminal.line("made by: " + command_text(context));
  }
  return is_known ? ExitStatus::fine : ExitStatus::open;
}

}  // namespace

Verb odds_verb() {
  return {"odds", "exact chances of each result of a choice", [](CLI::App& app, Context& context) {
            auto options = std::make_shared<OddsOptions>();
            app.add_option("position", options->word, "a position, or an edition or scenario for its start")
                ->required()
                ->type_name("POSITION");
            app.add_option("choice", options->choice, "a lawful choice, such as an attack")
                ->required()
                ->type_name("CHOICE");
            app.add_option("--event", options->settings.events, "also the chance that EXPR holds at the end")
                ->type_name("EXPR");
            app.add_option("--policy", options->policy, "how players choose: any, random, first")
                ->check(CLI::IsMember({"any", "random", "first"}))
                ->type_name("POLICY");
            app.add_option("--positions", options->settings.positions, "follow at most N positions")
                ->type_name("N");
            return [options, &context] {
              options->settings.policy = options->policy == "random"  ? odds::Policy::random
                                         : options->policy == "first" ? odds::Policy::first
                                                                      : odds::Policy::any;
              return run(*options, context);
            };
          }};
}

}  // namespace casebook::cli
