// SPDX-License-Identifier: Apache-2.0
// casebook ask: the value of an expression in a position, with its derivation by case.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/build_info.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/language/walk.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "verifier/cli/library.h"
#include "verifier/cli/load.h"
#include "verifier/cli/verb.h"

namespace casebook::cli {

namespace {

// Members are named by the scenario, so the compiler of expressions leaves them: whether they are there is
// asked here.
void check_members(const runtime::Scenario& scenario, const language::Expr& asked, Diagnostics& diagnostics) {
  language::walk(asked, [&](const language::Expr& expr) {
    if (expr.op != language::Op::named_entity || scenario.find(expr.type.of, expr.text)) return;
    const std::string& kind = scenario.program->kinds[static_cast<size_t>(expr.type.of)].name;
    const int line = static_cast<int>(expr.place.line), column = static_cast<int>(expr.place.column);
    const int width = static_cast<int>(expr.place.end - expr.place.begin);
    Diagnostic& made = diagnostics.error("P0110", {"expression", {line, column}, {line, column + width}},
                                         "there is no " + kind + " named " + casebook::quoted(expr.text));
    made.expected = "the name of a " + kind;
    made.suggestion = std::string(scenario.nearest(expr.type.of, expr.text));
  });
}

struct AskOptions {
  std::string word, expression;
};

ExitStatus run(const AskOptions& options, Context& context) {
  Diagnostics diagnostics;
  const auto loaded = load(options.word, context.rulesets, diagnostics);
  if (!loaded) {
    context.terminal.diagnostics(diagnostics);
    return failure_status(diagnostics);
  }
  const runtime::Scenario& scenario = *loaded->scenario;
  std::vector<language::Var> vars = scenario.program->vars;
  diagnostics.sources().add("expression", options.expression);
  const auto expr = language::compile_expression(*scenario.program, options.expression, vars, diagnostics);
  if (expr) check_members(scenario, *expr, diagnostics);
  context.terminal.diagnostics(diagnostics);
  if (!expr) return ExitStatus::usage;
  if (diagnostics.has_errors()) return ExitStatus::input;
  runtime::ReferenceRules rules(loaded->scenario);
  runtime::Position position = loaded->position ? *loaded->position : scenario.start;
  if (!loaded->position) rules.begin(position);
  rules.evaluator().extend_frame(vars, options.expression);
  runtime::Derivation derivation;
  runtime::Value value;
  try {
    value = rules.evaluator().derive(*expr, position, derivation);
  } catch (const runtime::Fault& fault) {
    context.terminal.error(
        "P0160",
        fault.why +
            (fault.label == language::none ? "" : " (" + scenario.program->label_text(fault.label) + ")"));
    return ExitStatus::input;
  }
  const std::string text = runtime::value_text(scenario, expr->type, value);
  // The expression itself is the only child; what it rests on stands below it.
  runtime::Derivation* const root =
      derivation.children.size() == 1 ? derivation.children.front().get() : nullptr;
  if (root != nullptr && root->text.empty()) root->text = options.expression;
  if (context.json) {
    nlohmann::ordered_json document{{"casebook", std::string(version())},
                                    {"command", command_text(context)},
                                    {"ruleset", scenario.id},
                                    {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                    {"expression", options.expression},
                                    {"value", text},
                                    {"because", nlohmann::ordered_json::array()}};
    for (const auto& child : derivation.children) document["because"].push_back(derivation_json(*child));
    context.terminal.json(document);
    return ExitStatus::fine;
  }
  context.terminal.line(text);
  if (root != nullptr && root->value == text) {
    if (!root->children.empty() || !root->label.empty()) context.terminal.text(derivation_text(*root, 1));
  } else {
    for (const auto& child : derivation.children) context.terminal.text(derivation_text(*child, 1));
  }
  return ExitStatus::fine;
}

}  // namespace

Verb ask_verb() {
  return {"ask", "the value of an expression in a position, and how it came about",
          [](CLI::App& app, Context& context) {
            auto options = std::make_shared<AskOptions>();
            app.add_option("position", options->word, "a position, or an edition or scenario for its start")
                ->required()
                ->type_name("POSITION");
            app.add_option("expression", options->expression,
                           "of the rules language, such as 'cost(0101, 0102)'")
                ->required()
                ->type_name("EXPR");
            return [options, &context] { return run(*options, context); };
          }};
}

}  // namespace casebook::cli
