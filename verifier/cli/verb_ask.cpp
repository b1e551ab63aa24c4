// SPDX-License-Identifier: Apache-2.0
// casebook ask: the value of an expression in a position, with its derivation by case; or what a view shows.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/asked_expression.h"
#include "engine/runtime/views/view.h"
#include "verifier/cli/printing/show_map.h"
#include "verifier/cli/printing/view_text.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/load.h"
#include "verifier/cli/shared/verb.h"

namespace casebook::cli {

namespace {

using nlohmann::ordered_json;

struct AskOptions {
  std::string word, expression;
  bool map = false, full = false;
};

ordered_json head(const runtime::Scenario& scenario, const AskOptions& options, const Context& context) {
  return json_document(context, {{"ruleset", scenario.id},
                                 {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                 {"expression", options.expression}});
}

ordered_json because_json(const runtime::Derivation& derivation) {
  ordered_json because = ordered_json::array();
  for (const auto& child : derivation.children) because.push_back(derivation_json(*child));
  return because;
}

void draw(const runtime::Scenario& scenario, const runtime::Position& position, const MapMarks& marks,
          ordered_json& document, Context& context) {
  const std::vector<std::string> lines = map_lines(scenario, position, marks);
  if (context.json) {
    document["map"] = lines;
    return;
  }
  context.terminal.line("");
  for (const std::string& line : lines) context.terminal.line(line);
}

ExitStatus ask_view(runtime::ReferenceRules& reference, const runtime::Position& position,
                    const AskOptions& options, Context& context) {
  const runtime::Scenario& scenario = reference.scenario();
  Diagnostics diagnostics;
  const auto call = runtime::parse_view_call(scenario, position, options.expression, diagnostics);
  if (!call) {
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  const auto rules = runtime::make_compiled_rules(reference.evaluator().scenario_ptr());
  const auto answer = runtime::show_view(reference, *rules, position, *call, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!answer) return ExitStatus::input;
  ordered_json document = head(scenario, options, context);
  if (context.json) {
    document.update(view_json(scenario, *answer));
    document["because"] = because_json(answer->because);
  } else {
    context.terminal.text(view_text(scenario, *answer, options.full));
  }
  if (options.map) draw(scenario, position, view_marks(scenario, *answer), document, context);
  if (context.json) {
    context.terminal.json(document);
  } else if (!answer->because.children.empty()) {
    context.terminal.line("");
    for (const auto& child : answer->because.children) context.terminal.text(derivation_text(*child, 1));
  }
  return ExitStatus::fine;
}

/// A set of hexes can be drawn whether a view or an expression gives it.
MapMarks marks_of(const language::Type& type, const runtime::Value& value) {
  MapMarks marks;
  if (type.tag == language::TypeTag::set && type.of == language::kind_hex)
    marks.starred.insert(value.items.begin(), value.items.end());
  else if (type.tag == language::TypeTag::entity && type.of == language::kind_hex)
    marks.starred.insert(static_cast<int32_t>(value.number));
  return marks;
}

ExitStatus run(const AskOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  if (!loaded) {
    context.terminal.diagnostics(diagnostics);
    return failure_status(diagnostics);
  }
  const runtime::Scenario& scenario = *loaded->scenario;
  runtime::ReferenceRules rules(loaded->scenario);
  rules.evaluator().tell_everything(options.full);
  runtime::Position position = loaded->position ? *loaded->position : scenario.start;
  if (!loaded->position) rules.begin(position);
  if (runtime::asks_for_view(*scenario.program, options.expression)) {
    context.terminal.diagnostics(diagnostics);
    return ask_view(rules, position, options, context);
  }
  Diagnostics typing;
  const auto asked = runtime::asked_expression(scenario, options.expression, typing);
  if (!asked) {
    // A name that is nothing known may be meant for a view.
    Diagnostics better;
    better.sources().add_all(typing.sources());
    for (Diagnostic one : typing.all()) {
      if (one.code == "E0202" && one.range.begin.column == 1 && one.suggestion.empty())
        one.suggestion = runtime::nearest_view(*scenario.program, options.expression);
      better.add(std::move(one));
    }
    diagnostics.add_all(better);
    context.terminal.diagnostics(diagnostics);
    return ExitStatus::input;
  }
  diagnostics.add_all(typing);
  context.terminal.diagnostics(diagnostics);
  rules.evaluator().extend_frame(asked->vars, options.expression);
  runtime::Derivation derivation;
  runtime::Value value;
  try {
    value = rules.evaluator().derive(*asked->expr, position, derivation);
  } catch (const runtime::Fault& fault) {
    context.terminal.error(
        "P0160",
        fault.why +
            (fault.label == language::none ? "" : " (" + scenario.program->label_text(fault.label) + ")"));
    return ExitStatus::input;
  }
  const language::Type& type = asked->expr->type;
  const std::string text = runtime::value_text(scenario, type, value);
  // The expression itself is the only child; what it rests on stands below it.
  runtime::Derivation* const root =
      derivation.children.size() == 1 ? derivation.children.front().get() : nullptr;
  if (root != nullptr && root->text.empty()) root->text = options.expression;
  ordered_json document = head(scenario, options, context);
  document["value"] = text;
  if (!context.json) context.terminal.line(text);
  if (options.map) draw(scenario, position, marks_of(type, value), document, context);
  if (context.json) {
    document["because"] = because_json(derivation);
    context.terminal.json(document);
    return ExitStatus::fine;
  }
  const bool is_all =
      root != nullptr && (root->value == text || root->value == short_value_text(scenario, type, value));
  if (is_all && root->children.empty() && root->label.empty()) return ExitStatus::fine;
  for (const auto& child : derivation.children) context.terminal.text(derivation_text(*child, 1));
  return ExitStatus::fine;
}

}  // namespace

Verb ask_verb() {
  return {
      "ask", "the value of an expression in a position, case by case", [](CLI::App& app, Context& context) {
        auto options = std::make_shared<AskOptions>();
        app.add_option("position", options->word, "a position, or an edition or scenario for its start")
            ->required()
            ->type_name("POSITION");
        app.add_option("expression", options->expression, "an expression of the rules language, or a view")
            ->required()
            ->type_name("EXPR");
        app.add_flag("--map", options->map, "draw the hexes, numbers or path on the map");
        app.add_flag("--full", options->full, "print the whole derivation");
        return [options, &context] { return run(*options, context); };
      }};
}

}  // namespace casebook::cli
