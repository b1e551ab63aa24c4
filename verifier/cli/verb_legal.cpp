// SPDX-License-Identifier: Apache-2.0
// casebook legal: what may be done in a position; with --why-not, every case that refuses one choice.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/choice_limits.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/some_choices.h"
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
  uint64_t seed = 1;
};

/// Choices that are listed where nobody says how many, in text and as JSON, and choices that are counted.
constexpr size_t most_listed = 1'000, most_listed_as_json = 10'000, most_counted = 100'000;

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

/// What is listed of a choose, and what is known of the rest.
struct Listed {
  runtime::SomeChoices some;  // as many as were counted; of a drawing, as were drawn
  std::vector<size_t> shown;  // of them
  bool drawn = false;
};

size_t most_shown(const LegalOptions& options, const Context& context) {
  if (options.sample > 0 || options.first > 0) return std::max(options.sample, options.first);
  return context.json ? most_listed_as_json : most_listed;
}

/// The position that was named; of an edition, where play first stops. Some lawful choices are enough to know that play
/// stops there: a list of all of them may be too long, and then play would be over.
struct Named {
  runtime::Position position;
  runtime::SomeChoices some;  // at a choose
};

Named named_position(const Loaded& loaded, runtime::ReferenceRules& rules, const LegalOptions& options,
                     const Context& context) {
  const size_t wanted = options.why_not.empty() ? most_shown(options, context) : 1;
  const size_t counted = options.why_not.empty() ? std::max(wanted, most_counted) : 1;
  Named named{loaded.position ? *loaded.position : rules.scenario().start, {}};
  const auto finds_any = [&](const runtime::Position& at) {
    named.some = first_choices(rules, at, wanted, counted);
    return !named.some.choices.empty();
  };
  if (loaded.position) {
    if (rules.node(named.position) == runtime::NodeKind::choose) finds_any(named.position);
    return named;
  }
  rules.ask_for_any_choice(finds_any);
  rules.begin(named.position);
  rules.ask_for_any_choice(nullptr);
  return named;
}

Listed listed_of(runtime::ReferenceRules& rules, Named named, const LegalOptions& options,
                 const Context& context) {
  Listed out;
  const size_t wanted = most_shown(options, context);
  out.some = std::move(named.some);
  if (options.sample > 0 && !out.some.all) {
    runtime::SomeChoices drawn = drawn_choices(rules, named.position, wanted, options.seed);
    if (!drawn.choices.empty()) {
      drawn.limit = out.some.limit;
      out.some = std::move(drawn);
      out.drawn = true;
    }
  }
  const size_t choices = out.some.choices.size(), most = std::min(wanted, choices);
  const bool spread = options.sample > 0 && out.some.all;
  for (size_t i = 0; i < most; ++i) out.shown.push_back(spread ? i * choices / most : i);
  return out;
}

/// `5 lawful choices`, `at least 100000 lawful choices`.
std::string count_text(const Listed& listed) {
  const runtime::SomeChoices& some = listed.some;
  const size_t count = some.choices.size();
  const bool is_known = some.all || (count == 0 && !some.gave_up && some.limit.empty());
  return fmt::format("{}{} lawful choice{}", is_known ? "" : "at least ", count, count == 1 ? "" : "s");
}

/// What a list leaves out, in a line; empty: nothing.
std::string rest_text(const Listed& listed, const LegalOptions& options) {
  const size_t shown = listed.shown.size(), count = listed.some.choices.size();
  const std::string more = options.first > 0 ? "" : ": --first N lists more of them, --sample N some of all";
  if (listed.drawn)
    return fmt::format("  {} of them, in {} draws with the seed {}", shown, listed.some.draws, options.seed);
  if (listed.some.all) {
    if (shown == count) return {};
    return options.sample > 0 ? fmt::format("  {} of them, evenly spread over the list", shown)
                              : fmt::format("  and {} more{}", count - shown, more);
  }
  if (listed.some.gave_up)
    return fmt::format(
        "  and perhaps more: Casebook stopped after {} sets and values (limit \"choices tried\")",
        limits::choices_tried);
  return "  and more, which were not counted" + more;
}

/// A limit is a complaint where all choices were wanted, and a line of the result where some were.
ExitStatus say_listed(const Listed& listed, const LegalOptions& options, ordered_json& document,
                      Context& context) {
  const runtime::SomeChoices& some = listed.some;
  const size_t wanted = std::max(options.first, options.sample);
  if (!some.all)
    document["atLeast"] = some.choices.size();
  else if (listed.shown.size() < some.choices.size())
    document["of"] = some.choices.size();
  if (listed.drawn) document["drawn"] = {{"draws", some.draws}, {"seed", options.seed}};
  if (!some.limit.empty()) document["limit"] = some.limit;
  const std::string rest = rest_text(listed, options);
  if (context.json) {
    context.terminal.json(document);
  } else {
    if (!rest.empty()) context.terminal.line(rest);
    if (wanted > 0 && !some.limit.empty()) context.terminal.line("  no list of all: " + some.limit);
  }
  if (wanted == 0) complain_of_limit(some.limit, context);
  const bool is_answered =
      wanted > 0 ? some.all || listed.shown.size() == wanted : some.limit.empty() && !some.gave_up;
  return is_answered ? ExitStatus::fine : ExitStatus::open;
}

ExitStatus say_choose(runtime::ReferenceRules& rules, Named named, const LegalOptions& options,
                      ordered_json& document, Context& context) {
  const runtime::Scenario& scenario = rules.scenario();
  const runtime::Position position = named.position;
  const Listed listed = listed_of(rules, std::move(named), options, context);
  const std::string player = scenario.value_text({language::TypeTag::entity, scenario.program->kind_side, 1},
                                                 rules.player(position));
  document["node"] = "choose";
  document["player"] = player;
  document["choices"] = ordered_json::array();
  const auto say = [&](const std::string& line) {
    if (!context.json) context.terminal.line(line);
  };
  say(fmt::format("{} chooses, at {}: {}", player,
                  runtime::site_text(*scenario.program, position.cell(scenario.layout.site) - 1),
                  count_text(listed)));
  for (const size_t i : listed.shown) {
    const std::string text = runtime::choice_text(scenario, position, listed.some.choices[i]);
    document["choices"].push_back(text);
    say("  " + text);
  }
  if (const Why why = listed.some.choices.empty() ? why_none(rules, position) : Why{}; !why.words.empty())
    return say_why(why, "They cannot be listed: ", document, context);
  return say_listed(listed, options, document, context);
}

ExitStatus run(const LegalOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!loaded) return failure_status(diagnostics);
  const runtime::Scenario& scenario = *loaded->scenario;
  runtime::ReferenceRules rules(loaded->scenario);
  rules.evaluator().tell_everything(options.full);
  Named named = named_position(*loaded, rules, options, context);
  const runtime::Position& position = named.position;
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
    case runtime::NodeKind::choose:
      return say_choose(rules, std::move(named), options, document, context);
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
            CLI::Option* const sample =
                app.add_option("--sample", options->sample, "list N of the choices, evenly spread or drawn")
                    ->type_name("N")
                    ->check(whole_number_from_1())
                    ->excludes("--first");
            app.add_option("--seed", options->seed, "seed of what --sample draws from a long list (1)")
                ->type_name("S")
                ->needs(sample);
            app.add_flag("--full", options->full, "with --why-not: print every reason whole");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
