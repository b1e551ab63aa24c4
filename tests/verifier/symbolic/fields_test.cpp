// SPDX-License-Identifier: Apache-2.0
// Fields said by equations are the fields of the reference evaluator: no other value is possible in a
// position, and what a solver finds of them is so.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "engine/base/random.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/text/asked_expression.h"
#include "tests/support/random_rules.h"
#include "tests/support/scramble.h"
#include "verifier/symbolic/translate/founded.h"

namespace casebook::symbolic {
namespace {

using runtime::tests::RandomRules;

/// The first from there on whose text is taken.
std::shared_ptr<const runtime::Scenario> trial(uint64_t seed) {
  for (int tries = 0; tries < 50; ++tries, ++seed) {
    RandomRules wish;
    wish.seed = seed;
    wish.definitions = 0;
    std::string why;
    if (auto made = runtime::tests::bind_random(wish, runtime::tests::random_rules(wish), &why)) return made;
  }
  return nullptr;
}

/// An expression over a position of which nothing is known, its fields said by equations.
struct Open {
  std::shared_ptr<const runtime::Scenario> scenario;
  Formula formula;
  PositionFormulas positions;
  Translator translator;
  SymbolicPosition open;
  runtime::AskedExpression asked;
  SymbolicValue value;

  static TranslatorLimits limits() {
    TranslatorLimits limits;
    limits.field_hexes = 0;
    limits.every_field = true;
    return limits;
  }
  Open(std::shared_ptr<const runtime::Scenario> of, const std::string& text)
      : scenario(std::move(of)),
        positions(scenario, formula),
        translator(positions, Freedom::forbidden, limits()),
        open(positions.open(std::vector<bool>(scenario->program->procedures.size(), false))) {
    Diagnostics diagnostics;
    auto read = runtime::asked_expression(*scenario, text, diagnostics);
    EXPECT_TRUE(read) << text;
    asked = std::move(*read);
    translator.extend_frame(asked.vars);
    value = translator.evaluate(*asked.expr, open);
    EXPECT_TRUE(translator.faults().empty());
  }
  Founded ask(const std::vector<Ref>& also, bool to_bits = false) {
    Solver solver(formula, {20'000'000, to_bits});
    return ask_founded(solver, translator, also);
  }
  runtime::Value by_reference(const runtime::Position& position) const {
    runtime::Evaluator evaluator(scenario);
    evaluator.extend_frame(asked.vars);
    return evaluator.evaluate(*asked.expr, position);
  }
  /// Everything is as in that position.
  Ref is(const runtime::Position& position) {
    const SymbolicPosition known = positions.known(position);
    std::vector<Ref> all;
    for (const SlotOf what : {SlotOf::state, SlotOf::place})
      for (size_t id = 0; id < open.size(what); ++id)
        for (size_t i = 0; i < open.cells(what, static_cast<Id>(id)).values.size(); ++i) {
          const SymbolicValue &any = open.value(what, static_cast<Id>(id), i),
                              &one = known.value(what, static_cast<Id>(id), i);
          all.push_back(formula.equal(any.number, one.number));
          all.push_back(formula.equal(any.never, one.never));
          for (size_t k = 0; k < any.items.size(); ++k)
            all.push_back(formula.equal(any.items[k], one.items[k]));
        }
    return formula.and_(std::move(all));
  }
  Ref has(const runtime::Value& wanted) {
    runtime::Value cell;
    cell.number = static_cast<int32_t>(wanted.number);
    const SymbolicValue one = positions.constant(asked.expr->type, cell);
    return formula.and_(formula.equal(value.number, one.number), formula.equal(value.never, one.never));
  }
};

std::string some_field(uint32_t which, uint32_t hex) {
  static const char* const fields[] = {"way(red)", "way(blue)", "flow()", "cost(red)", "cost(blue)"};
  return std::string(fields[which % 5]) + "[" + "0" + std::to_string(1 + hex % 4) + "0" +
         std::to_string(1 + hex / 4 % 3) + "]";
}

RC_GTEST_PROP(SymbolicFields, HaveOneValueInAPositionAndItIsThatOfTheEvaluator,
              (uint8_t seed, uint32_t which, uint32_t hex, uint32_t scrambled)) {
  const auto scenario = trial(seed % 8U);
  RC_PRE(scenario != nullptr);
  Open open(scenario, some_field(which, hex));
  Random random(scrambled, 5);
  for (int i = 0; i < 3; ++i) {
    runtime::Position position = scenario->start;
    runtime::tests::scramble(*scenario, position, random, 70);
    const Ref there = open.is(position), so = open.has(open.by_reference(position));
    RC_ASSERT(open.ask({there, so}).answer == Answer::satisfiable);
    RC_ASSERT(open.ask({there, open.formula.not_(so)}).answer == Answer::unsatisfiable);
  }
}

RC_GTEST_PROP(SymbolicFields, AModelIsAPositionInWhichTheyAreSo,
              (uint8_t seed, uint32_t one, uint32_t other, uint32_t from, uint32_t to)) {
  const auto scenario = trial(seed % 8U);
  RC_PRE(scenario != nullptr);
  const auto condition = [](uint32_t which, uint32_t hex) {
    return some_field(which, hex) + (which % 5 < 3 ? "" : " < 4");
  };
  Open open(scenario, condition(one, from) + " and not (" + condition(other, to) + ")");
  const Founded found = open.ask({open.value.number}, true);
  RC_ASSERT(found.answer != Answer::unknown);
  if (found.answer != Answer::satisfiable) return;
  runtime::Position position = scenario->start;
  open.positions.decode(open.open, found.model, position);
  RC_ASSERT(open.by_reference(position).yes());
}

// Each hex is carried by its neighbour: the equations alone hold of that, the reach does not.
TEST(SymbolicFields, HexesThatCarryOneAnotherInACircleReachNothing) {
  const auto scenario = trial(1);
  ASSERT_TRUE(scenario);
  Open open(scenario, "way(red)[0202] and no u in units(red): on_map(u)");
  Solver solver(open.formula);
  EXPECT_EQ(solver.ask({open.value.number}), Answer::satisfiable);
  const std::vector<Ref> facts = open.translator.unfounded(solver.model());
  ASSERT_FALSE(facts.empty());
  EXPECT_EQ(open.ask({open.value.number}).answer, Answer::unsatisfiable);
}

TEST(SymbolicFields, OfAPositionThatIsKnownTheyAreConstants) {
  const auto scenario = trial(2);
  ASSERT_TRUE(scenario);
  Random random(3, 5);
  for (uint32_t which = 0; which < 5; ++which) {
    Open open(scenario, some_field(which, 7));
    runtime::Position position = scenario->start;
    runtime::tests::scramble(*scenario, position, random, 70);
    Translator folding(open.positions, Freedom::forbidden, Open::limits());
    folding.extend_frame(open.asked.vars);
    const SymbolicValue value = folding.evaluate(*open.asked.expr, open.positions.known(position));
    EXPECT_TRUE(open.formula.is_constant(value.never)) << which;
    if (which < 3) {
      EXPECT_TRUE(open.formula.is_constant(value.number)) << which;
      EXPECT_EQ(value.number == yes, open.by_reference(position).yes()) << which;
    }
  }
}

}  // namespace
}  // namespace casebook::symbolic
