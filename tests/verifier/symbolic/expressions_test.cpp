// SPDX-License-Identifier: Apache-2.0
// Expressions made up at random, over positions made up at random: the translation has the value, or the
// fault, of the reference evaluator, and Z3 finds no other.
#include <gtest/gtest.h>

#include <set>

#include "engine/base/random.h"
#include "engine/language/compile.h"
#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "tests/support/constructs.h"
#include "tests/support/random_rules.h"
#include "tests/support/scramble.h"
#include "verifier/symbolic/formula/solver.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {
namespace {

using namespace runtime;
using runtime::tests::RandomRules;
using runtime::tests::Sort;

struct Came {
  bool fault = false;
  language::CaseId label = language::none;
  Value value;
  bool operator==(const Came&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Came& came) {
  if (came.fault) return out << "fault " << came.label;
  out << came.value.number << " {";
  for (const int32_t m : came.value.items) out << ' ' << m;
  return out << " }";
}

Came by_reference(Evaluator& evaluator, const language::Expr& expr, const Position& position) {
  Came came;
  try {
    came.value = evaluator.evaluate(expr, position);
  } catch (const Fault& fault) {
    came = {true, fault.label, {}};
  }
  return came;
}

/// The first fault whose condition holds, or the value.
Came under(const PositionFormulas& positions, const Formula& formula, const language::Type& type,
           const SymbolicValue& value, const std::vector<FaultCase>& faults, const Assignment& assignment) {
  std::vector<Ref> conditions;
  for (const FaultCase& one : faults) conditions.push_back(one.when);
  const std::vector<int64_t> hold = formula.values(conditions, assignment);
  for (size_t i = 0; i < hold.size(); ++i)
    if (hold[i] != 0) return {true, faults[i].label, {}};
  return {false, language::none, positions.value(type, value, assignment)};
}

struct Tally {
  int64_t asked = 0, faults = 0, open = 0, solved = 0, faults_found = 0, too_large = 0;
  std::set<std::string> met, why;
};

void compare(uint64_t seed, int expressions, int points, int depth, bool solve, Tally& tally) {
  RandomRules wish;
  wish.seed = seed;
  wish.depth = depth;
  std::string why;
  const auto scenario = runtime::tests::bind_random(wish, runtime::tests::random_rules(wish), &why);
  if (!scenario) return;
  Evaluator evaluator(scenario);
  Random random(seed, 9);
  const std::vector<bool> nothing_runs(scenario->program->procedures.size(), false);
  for (int k = 0; k < expressions; ++k) {
    const auto sort = static_cast<Sort>(random.below(4));
    const std::string text = runtime::tests::random_expression(wish, sort, random.next());
    Diagnostics diagnostics;
    language::ById<language::Var> vars = scenario->program->vars;
    const language::ExprPtr expr = language::compile_expression(*scenario->program, text, vars, diagnostics);
    if (!expr) continue;
    evaluator.extend_frame(vars);
    Formula formula(400'000);
    PositionFormulas positions(scenario, formula);
    const SymbolicPosition open = positions.open(nothing_runs);
    Translator translator(positions);
    translator.extend_frame(vars);
    SymbolicValue value;
    try {
      value = translator.evaluate(*expr, open);
    } catch (const Untranslated& untranslated) {
      ++tally.open;
      tally.why.insert(untranslated.construct.substr(0, 20));
      continue;
    } catch (const TooLarge&) {
      ++tally.too_large;
      continue;
    }
    language::walk(*expr,
                   [&](const language::Expr& one) { casebook::tests::note_constructs(one, tally.met); });
    const std::vector<FaultCase> faults = translator.take_faults();
    Position position = scenario->start;
    for (int p = 0; p < points; ++p) {
      runtime::tests::scramble(*scenario, position, random);
      const Came expected = by_reference(evaluator, *expr, position);
      // With everything known it folds to a constant.
      Translator folding(positions);
      folding.extend_frame(vars);
      const SymbolicPosition known = positions.known(position);
      const SymbolicValue constant = folding.evaluate(*expr, known);
      ASSERT_EQ(under(positions, formula, expr->type, constant, folding.take_faults(), {}), expected)
          << "known, seed " << seed << ": " << text;
      Assignment assignment = formula.any_assignment();
      positions.assign(open, known, assignment);
      ASSERT_EQ(under(positions, formula, expr->type, value, faults, assignment), expected)
          << "seed " << seed << ": " << text;
      ++tally.asked;
      tally.faults += expected.fault ? 1 : 0;
    }
    if (!solve || formula.size() > 20'000) continue;
    // A position in which it comes out otherwise than in the last one, or at a fault: the evaluator agrees.
    Translator again(positions);
    again.extend_frame(vars);
    const Came last = by_reference(evaluator, *expr, position);
    const Ref fault = translator.any_of(faults);
    Solver solver(formula, {3'000'000});
    std::vector<Ref> questions{fault};
    if (!last.fault) {
      const SymbolicValue wanted = positions.constant(expr->type, last.value);
      std::vector<Ref> as_before{formula.equal(value.number, wanted.number),
                                 formula.equal(value.never, wanted.never)};
      for (size_t i = 0; i < value.items.size(); ++i)
        as_before.push_back(formula.equal(value.items[i], wanted.items[i]));
      questions.push_back(formula.and_(formula.not_(fault), formula.not_(formula.and_(as_before))));
    }
    for (const Ref question : questions) {
      if (question == no || solver.ask({question}) != Answer::satisfiable) continue;
      const Assignment model = solver.model();
      Position decoded = position;
      positions.decode(open, model, decoded);
      const Came expected = by_reference(evaluator, *expr, decoded);
      ASSERT_EQ(under(positions, formula, expr->type, value, faults, model), expected)
          << "of a model, seed " << seed << ": " << text;
      EXPECT_EQ(formula.value(question, model), 1);
      if (question == questions.front()) {
        EXPECT_TRUE(expected.fault);
        ++tally.faults_found;
      }
      ++tally.solved;
    }
  }
}

TEST(SymbolicExpressions, HaveTheValueOrTheFaultOfTheReferenceEvaluator) {
  Tally tally;
  for (uint64_t seed = 0; seed < 25; ++seed) compare(seed, 8, 4, 3, true, tally);
  EXPECT_GT(tally.asked, 500);
  EXPECT_GT(tally.faults, 0);
  EXPECT_GT(tally.faults_found, 2) << "positions that fault are rare, and Z3 finds them";
  EXPECT_GT(tally.solved, 50);
  EXPECT_LT(tally.open, 60) << *tally.why.begin();
  EXPECT_LT(tally.too_large, 20);
}

TEST(SymbolicExpressionsSlow, HaveTheValueOrTheFaultOfTheReferenceEvaluator) {
  Tally tally;
  for (uint64_t seed = 1000; seed < 1400; ++seed) compare(seed, 12, 6, 4, true, tally);
  EXPECT_GT(tally.faults, 100);
}

}  // namespace
}  // namespace casebook::symbolic
