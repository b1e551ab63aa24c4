// SPDX-License-Identifier: Apache-2.0
// Every operation by itself, over the world in which the reference evaluator is tried: its translation comes
// to the same, known or unknown; and one wrong translation of each is noticed here.
#include <gtest/gtest.h>

#include <set>

#include "engine/language/compile.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"
#include "tests/support/ops_rows.h"
#include "tests/support/ops_rules.h"
#include "tests/verifier/symbolic/mistakes.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {
namespace {

using language::Op;
using testing_support::Row;

class SymbolicOps : public ::testing::Test {
 protected:
  SymbolicOps() : positions(scenario, formula), known(positions.known(scenario->start)) {
    open = std::make_unique<SymbolicPosition>(
        positions.open(std::vector<bool>(scenario->program->procedures.size(), false)));
    assignment = formula.any_assignment();
    positions.assign(*open, known, assignment);
  }

  std::string text(const language::Type& type, const SymbolicValue& value,
                   const std::vector<FaultCase>& faults) {
    for (const FaultCase& one : faults)
      if (formula.value(one.when, assignment) != 0) return "fault";
    return runtime::value_text(*scenario, type, positions.value(type, value, assignment));
  }

  /// Over a known position or an open one, with a mistake in one construct.
  std::string value(const char* expression, const SymbolicPosition& position,
                    const std::string& mistake = "") {
    Diagnostics diagnostics;
    language::ById<language::Var> vars = scenario->program->vars;
    const auto expr = language::compile_expression(*scenario->program, expression, vars, diagnostics);
    if (!expr) return "no expression";
    PositionFormulas theirs(mistaken(*scenario, mistake), formula);
    Translator translator(theirs);
    translator.extend_frame(vars);
    const language::ExprPtr translated = mistaken(*scenario, mistake, *expr);
    const SymbolicValue value = translator.evaluate(*translated, position);
    return text(expr->type, value, translator.take_faults());
  }

  /// Of a definition of a path: from a1 over a2 and b2 to c3.
  std::string of_path(const char* name, const char* hex, const std::string& mistake = "") {
    for (const auto& definition : scenario->program->definitions) {
      if (definition.name != name) continue;
      Translator translator(positions);
      runtime::Value path;
      for (const char* one : {"a1", "a2", "b2", "c3"})
        path.items.push_back(*scenario->find(language::kind_hex, one));
      language::Type type;
      type.tag = language::TypeTag::path;
      translator.variable(definition.params[0]) = positions.constant(type, path);
      if (definition.params.size() > 1)
        translator.variable(definition.params[1]) =
            positions.constant({language::TypeTag::entity, language::kind_hex, 1},
                               {*scenario->find(language::kind_hex, hex), {}});
      const SymbolicValue value = translator.evaluate(*mistaken(*scenario, mistake, *definition.body), known);
      return text(definition.type, value, translator.take_faults());
    }
    return "no definition";
  }

  std::string grows(const std::string& mistake = "") {
    const auto& invariant = scenario->program->invariants.at(0);
    runtime::Position later = scenario->start;
    later.set_cell(scenario->layout.states[0].first, 3);
    const SymbolicPosition after = positions.known(later);
    Translator translator(positions);
    translator.set_before(&known);
    const language::ExprPtr translated = mistaken(*scenario, mistake, *invariant.expr);
    return text(invariant.expr->type, translator.evaluate(*translated, after), {});
  }

  std::shared_ptr<const runtime::Scenario> scenario =
      testing_support::scenario_of(testing_support::ops_rules, testing_support::ops_data());
  Formula formula;
  PositionFormulas positions;
  SymbolicPosition known;
  std::unique_ptr<SymbolicPosition> open;
  Assignment assignment;
};

TEST_F(SymbolicOps, ComeToWhatTheyShould) {
  for (const Row& row : testing_support::rows()) {
    SCOPED_TRACE(::testing::PrintToString(row));
    EXPECT_EQ(value(row.expression, known), row.value);
    EXPECT_EQ(value(row.expression, *open), row.value) << "over a position that is open";
  }
  EXPECT_EQ(of_path("start_of_path", ""), "a1");
  EXPECT_EQ(of_path("end_of_path", ""), "c3");
  EXPECT_EQ(of_path("length_of_path", ""), "3");
  EXPECT_EQ(of_path("on_path", "b2"), "yes");
  EXPECT_EQ(of_path("on_path", "a1"), "no");
  EXPECT_EQ(grows(), "yes");
}

// A new operation is translated wrongly on purpose like the others, and must have a row that notices it.
TEST_F(SymbolicOps, EachWrongTranslationIsNoticed) {
  std::set<std::string> noticed;
#define CASEBOOK_NAME(name) std::string(language::op_name(Op::name)),
  const std::vector<std::string> all = {CASEBOOK_OPS(CASEBOOK_NAME)};
#undef CASEBOOK_NAME
  for (const std::string& name : all) {
    for (const Row& row : testing_support::rows()) {
      if (language::op_name(row.op) != name) continue;
      if (value(row.expression, known, name) != row.value) noticed.insert(name);
    }
  }
  for (const char* name : {"path_start", "path_end", "path_length", "path_contains"}) {
    if (of_path("start_of_path", "", name) != "a1" || of_path("end_of_path", "", name) != "c3" ||
        of_path("length_of_path", "", name) != "3" || of_path("on_path", "b2", name) != "yes")
      noticed.insert(name);
  }
  if (grows("before") != "yes") noticed.insert("before");
  for (const std::string& name : all)
    EXPECT_TRUE(noticed.contains(name)) << "nobody notices a mistake in " << name;
}

}  // namespace
}  // namespace casebook::symbolic
