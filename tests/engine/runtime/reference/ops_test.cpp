// SPDX-License-Identifier: Apache-2.0
// Every Op has a row here: what it is of, and what it comes to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"
#include "tests/support/ops_rows.h"
#include "tests/support/ops_rules.h"

namespace casebook::runtime {
namespace {

using language::Expr;
using language::Op;
using testing_support::ops_data;
using testing_support::ops_rules;
using testing_support::Row;
using testing_support::rows;

/// Ops that stand in an expression, also in the definitions it calls.
void collect(const language::Program& program, const Expr& expr, std::set<Op>& into) {
  language::walk(expr, [&](const Expr& inner) {
    into.insert(inner.op);
    if (inner.op == Op::call) collect(program, *program.definitions[inner.ref].body, into);
  });
}

class Ops : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> scenario = testing_support::scenario_of(ops_rules, ops_data());
  Evaluator evaluator{scenario};

  const language::Definition& definition(const std::string& name) const {
    for (const auto& one : scenario->program->definitions) {
      if (one.name == name) return one;
    }
    throw std::runtime_error(name);
  }
  std::string of_body(const std::string& name, const std::vector<Value>& args) {
    const language::Definition& one = definition(name);
    for (size_t i = 0; i < args.size(); ++i) evaluator.variable(one.params[i]) = args[i];
    return value_text(*scenario, one.type, evaluator.evaluate(*one.body, scenario->start));
  }
};

TEST_F(Ops, come_to_what_they_should) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(::testing::PrintToString(row));
    Diagnostics diagnostics;
    language::ById<language::Var> vars = scenario->program->vars;
    const auto expr = language::compile_expression(*scenario->program, row.expression, vars, diagnostics);
    ASSERT_TRUE(expr) << testing_support::shown(diagnostics);
    std::set<Op> used;
    collect(*scenario->program, *expr, used);
    EXPECT_TRUE(used.contains(row.op)) << "the expression does not use it";
    evaluator.extend_frame(vars);
    try {
      EXPECT_EQ(value_text(*scenario, expr->type, evaluator.evaluate(*expr, scenario->start)), row.value);
      Derivation derivation;  // told or not, the value is the same
      EXPECT_EQ(value_text(*scenario, expr->type, evaluator.derive(*expr, scenario->start, derivation)),
                row.value);
    } catch (const Fault& fault) {
      ADD_FAILURE() << "fault: " << fault.why;
    }
  }
}

TEST_F(Ops, of_paths) {
  const auto hex = [&](const char* name) { return *scenario->find(language::kind_hex, name); };
  const Value path(std::vector<int32_t>{hex("a1"), hex("a2"), hex("b2"), hex("c3")});
  EXPECT_EQ(of_body("start_of_path", {path}), "a1");
  EXPECT_EQ(of_body("end_of_path", {path}), "c3");
  EXPECT_EQ(of_body("length_of_path", {path}), "3");
  EXPECT_EQ(of_body("on_path", {path, hex("b2")}), "yes");
  EXPECT_EQ(of_body("on_path", {path, hex("c3")}), "yes");
  EXPECT_EQ(of_body("on_path", {path, hex("a1")}), "no") << "where it starts is not on the way";
  EXPECT_EQ(of_body("on_path", {path, hex("b3")}), "no");
}

TEST_F(Ops, before_asks_the_position_before) {
  const Expr& grows = *scenario->program->invariants.at(0).expr;
  Position later = scenario->start;
  later.set_cell(scenario->layout.states[0].first, 3);
  evaluator.set_before(&scenario->start);
  EXPECT_TRUE(evaluator.evaluate(grows, later).yes());
  EXPECT_FALSE(evaluator.evaluate(grows, scenario->start).yes());
  evaluator.set_before(&later);
  EXPECT_FALSE(evaluator.evaluate(grows, scenario->start).yes());
}

TEST_F(Ops, each_has_a_test) {
  std::set<Op> tested = {Op::path_start, Op::path_end, Op::path_length, Op::path_contains, Op::before};
  for (const Row& row : rows()) {
    tested.insert(row.op);
  }
#define CASEBOOK_TESTED(name) EXPECT_TRUE(tested.contains(Op::name)) << #name << " has no test";
  CASEBOOK_OPS(CASEBOOK_TESTED)
#undef CASEBOOK_TESTED
}

struct Faulty {
  const char* expression;
  const char* label;
  const char* why;
};

TEST_F(Ops, fault_with_their_case) {
  const std::vector<Faulty> all = {
      {R"(small_factor("A") + small_factor("X"))", "", "there is no \"X\" in this scenario"},
      {"results(2, black)", "2.0", "the table results is silent here"},
      {"per(\"A\", 0)", "2.0", "division by zero"},
      {"late", "2.0", "7 is outside the range of small"},
      {"cost(swamp) / 4 rounded down to 1/2", "", "never does not fit points"},
  };
  for (const Faulty& faulty : all) {
    SCOPED_TRACE(faulty.expression);
    Diagnostics diagnostics;
    language::ById<language::Var> vars = scenario->program->vars;
    const auto expr = language::compile_expression(*scenario->program, faulty.expression, vars, diagnostics);
    ASSERT_TRUE(expr) << testing_support::shown(diagnostics);
    evaluator.extend_frame(vars);
    try {
      const Value value = evaluator.evaluate(*expr, scenario->start);
      ADD_FAILURE() << "came to " << value_text(*scenario, expr->type, value);
    } catch (const Fault& fault) {
      EXPECT_EQ(scenario->program->label_text(fault.label), faulty.label);
      EXPECT_THAT(fault.why, testing::HasSubstr(faulty.why));
    }
  }
}

}  // namespace
}  // namespace casebook::runtime
