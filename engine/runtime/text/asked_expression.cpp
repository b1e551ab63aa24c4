// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/text/asked_expression.h"

#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/program/edit/named_pieces.h"
#include "engine/program/walk.h"
#include "engine/runtime/absent.h"

namespace casebook::runtime {

std::optional<AskedExpression> asked_expression(const Scenario& scenario, const std::string& text,
                                                Diagnostics& diagnostics, const language::Type* as) {
  AskedExpression asked{nullptr, scenario.program->vars, text};
  diagnostics.sources().add("expression", text);
  asked.expr = language::compile_expression(*scenario.program, text, asked.vars, diagnostics, as);
  if (!asked.expr) return std::nullopt;
  std::vector<language::SharedName> shared;
  language::name_pieces(
      *scenario.program, *asked.expr,
      [&](language::KindId kind, const std::string& name) { return scenario.find(kind, name).has_value(); },
      shared);
  for (const language::SharedName& one : shared) {
    const int line = static_cast<int>(one.place.line), column = static_cast<int>(one.place.column);
    const int width = static_cast<int>(one.place.end - one.place.begin);
    diagnostics.add(
        shared_name(*scenario.program, one, {"expression", {line, column}, {line, column + width}}));
  }
  // Members are named by the scenario, so the compiler of expressions leaves them to whoever has one.
  language::walk(*asked.expr, [&](const language::Expr& expr) {
    if (expr.op != language::Op::named_entity || scenario.find(expr.type.of, expr.text)) return;
    const std::string& kind = scenario.program->kinds[expr.type.of].name;
    const std::string why = why_absent(scenario, expr.type.of, expr.text);
    const int line = static_cast<int>(expr.place.line), column = static_cast<int>(expr.place.column);
    const int width = static_cast<int>(expr.place.end - expr.place.begin);
    Diagnostic& made =
        diagnostics.error("P0110", {"expression", {line, column}, {line, column + width}},
                          "there is no " + kind + " named " + casebook::quoted(expr.text) + why);
    made.expected = "the name of a " + kind;
    if (why.empty()) made.suggestion = std::string(scenario.nearest(expr.type.of, expr.text));
  });
  if (diagnostics.has_errors()) return std::nullopt;
  return asked;
}

}  // namespace casebook::runtime
