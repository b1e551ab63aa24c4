// SPDX-License-Identifier: Apache-2.0
// casebook legal: what may be done in a position; with --why-not, every case that refuses one choice.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "verifier/cli/printing/explanation.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/limit.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct LegalOptions {
  std::string word, why_not;
  bool full = false;
  size_t first = 0, sample = 0;  // 0: not asked for
};

/// Choices that are listed where nobody says how many.
constexpr size_t most_listed = 1'000;

ordered_json head(const runtime::Scenario& scenario, const Context& context) {
  return json_document(
      context, {{"ruleset", scenario.id}, {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)}});
}

ExitStatus why_not(runtime::ReferenceRules& rules, const runtime::Position& position,
                   const std::string& words, Context& context) {
  Diagnostics diagnostics;
  diagnostics.sources().add("choice", words);
  const auto named =
      runtime::parse_choice(rules.scenario(), position, words,
                            {"choice", {1, 1}, {1, static_cast<int>(words.size()) + 1}}, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!named) return ExitStatus::input;
  const runtime::Explanation explanation = runtime::explain_choice(rules, position, *named);
  if (context.json) {
    ordered_json document = head(rules.scenario(), context);
    document["choice"] = words;
    document["lawful"] = explanation.lawful;
    document["requirements"] = explanation_json(rules.scenario(), explanation);
    context.terminal.json(document);
  } else {
    context.terminal.text(explanation_text(rules.scenario(), words, explanation));
  }
  return explanation.lawful ? ExitStatus::fine : ExitStatus::refuted;
}

/// Why play stops: a fault of the rules, or a limit of Casebook.
struct Why {
  std::string words;  // empty: it does not
  bool limit = false;
};

/// It ended when play began here, and that says why.
Why why_over(runtime::ReferenceRules& rules, const runtime::Position& position) {
  const runtime::OutcomeKind kind = rules.outcome(position).kind;
  if (kind == runtime::OutcomeKind::limit) return {rules.fault_in_words(), true};
  if (kind != runtime::OutcomeKind::fault || rules.notes().empty()) return {};
  return {rules.notes().back(), false};
}

/// Why nothing can be listed where somebody is to choose; empty: nothing is lawful, and play knows that.
Why why_none(runtime::ReferenceRules& rules, runtime::Position position) {
  rules.come_again(position);
  return why_over(rules, position);
}

/// After what was said of the position.
ExitStatus say_why(const Why& why, const std::string& head, ordered_json& document, Context& context) {
  if (why.limit) {
    document["limit"] = why.words;
  } else {
    document["fault"] = why.words;
    if (!context.json) context.terminal.line(head + why.words);
  }
  if (context.json) context.terminal.json(document);
  if (why.limit) complain_of_limit(why.words, context);
  return why.limit ? ExitStatus::open : ExitStatus::refuted;
}

/// Which of so many choices are listed.
std::vector<size_t> listed_of(size_t choices, const LegalOptions& options, const Context& context) {
  std::vector<size_t> all;
  size_t most = options.first > 0 ? options.first : context.json ? choices : most_listed;
  if (options.sample > 0) most = options.sample;
  most = std::min(most, choices);
  for (size_t i = 0; i < most; ++i) all.push_back(options.sample > 0 ? i * choices / most : i);
  return all;
}

ExitStatus run(const LegalOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const runtime::Scenario& scenario = *loaded->scenario;
  runtime::ReferenceRules rules(loaded->scenario);
  rules.evaluator().tell_everything(options.full);
  runtime::Position position = loaded->position ? *loaded->position : scenario.start;
  if (!loaded->position) rules.begin(position);
  const bool is_over = rules.node(position) == runtime::NodeKind::over;
  if (!options.why_not.empty() && !(is_over && !why_over(rules, position).words.empty()))
    return why_not(rules, position, options.why_not, context);

  ordered_json document = head(scenario, context);
  const auto say = [&](const std::string& line) {
    if (!context.json) context.terminal.line(line);
  };
  switch (rules.node(position)) {
    case runtime::NodeKind::over:
      document["node"] = "over";
      document["outcome"] = outcome_words(scenario, rules.outcome(position));
      say("The game is over: " + outcome_words(scenario, rules.outcome(position)));
      if (const Why why = why_over(rules, position); !why.words.empty())
        return say_why(why, "  ", document, context);
      break;
    case runtime::NodeKind::chance: {
      std::vector<runtime::ChanceOutcome> outcomes;
      rules.outcomes(position, outcomes);
      document["node"] = "chance";
      document["outcomes"] = outcomes.size();
      say(fmt::format("Chance decides, at {}: {} outcomes, equally likely",
                      runtime::site_text(*scenario.program, position.cell(scenario.layout.site) - 1),
                      outcomes.size()));
      break;
    }
    case runtime::NodeKind::choose: {
      std::vector<runtime::Choice> choices;
      rules.choices(position, choices);
      const std::string player = scenario.value_text(
          {language::TypeTag::entity, scenario.program->kind_side, 1}, rules.player(position));
      document["node"] = "choose";
      document["player"] = player;
      document["choices"] = ordered_json::array();
      say(fmt::format("{} chooses, at {}: {} lawful choice{}", player,
                      runtime::site_text(*scenario.program, position.cell(scenario.layout.site) - 1),
                      choices.size(), choices.size() == 1 ? "" : "s"));
      const std::vector<size_t> shown = listed_of(choices.size(), options, context);
      for (const size_t i : shown) {
        const std::string text = runtime::choice_text(scenario, position, choices[i]);
        document["choices"].push_back(text);
        say("  " + text);
      }
      if (shown.size() < choices.size()) {
        document["of"] = choices.size();
        say(options.sample > 0 ? fmt::format("  {} of them, evenly spread over the list", shown.size())
            : options.first > 0
                ? fmt::format("  and {} more", choices.size() - shown.size())
                : fmt::format("  and {} more: --first N lists more of them, --sample N some of all",
                              choices.size() - shown.size()));
      }
      if (const Why why = choices.empty() ? why_none(rules, position) : Why{}; !why.words.empty())
        return say_why(why, "They cannot be listed: ", document, context);
      break;
    }
  }
  if (context.json) context.terminal.json(document);
  return ExitStatus::fine;
}

CLI::Validator whole_number_from_1() {
  return CLI::Validator(
      [](const std::string& word) {
        const bool is_number =
            !word.empty() && word.size() < 10 && word.find_first_not_of("0123456789") == std::string::npos;
        return is_number && std::stoul(word) > 0 ? std::string() : "must be a whole number from 1";
      },
      "");
}

}  // namespace

Verb legal_verb() {
  return {"legal", "the lawful choices of a position, or why one is refused",
          [](CLI::App& app, Context& context) {
            auto options = std::make_shared<LegalOptions>();
            app.add_option("position", options->word, "a position, or an edition or scenario for its start")
                ->required()
                ->type_name("POSITION");
            app.add_option("--why-not", options->why_not, "list every case that refuses it (status 40)")
                ->type_name("CHOICE");
            app.add_option("--first", options->first, "list only the first N choices, and count the others")
                ->type_name("N")
                ->check(whole_number_from_1());
            app.add_option("--sample", options->sample, "list N of the choices, evenly spread, and count all")
                ->type_name("N")
                ->check(whole_number_from_1())
                ->excludes("--first");
            app.add_flag("--full", options->full, "with --why-not: print every reason whole");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
