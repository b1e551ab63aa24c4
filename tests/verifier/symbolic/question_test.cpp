// SPDX-License-Identifier: Apache-2.0
// Questions asked with as little as they take: facts taken apart, replaced, forgotten, and added when a model
// breaks them.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "verifier/symbolic/formula/question.h"

namespace casebook::symbolic {
namespace {

TEST(Question, ClausesAreTheConjunctsAlsoUnderADisjunction) {
  Formula f;
  const Ref a = f.boolean_variable("a"), b = f.boolean_variable("b"), c = f.boolean_variable("c"),
            d = f.boolean_variable("d");
  std::vector<Ref> clauses;
  clauses_of(f, f.and_(a, f.implies(b, f.and_(c, f.not_(f.or_(a, d))))), clauses);
  const std::vector<Ref> wanted{a, f.implies(b, c), f.implies(b, f.not_(a)), f.implies(b, f.not_(d))};
  EXPECT_TRUE(std::is_permutation(clauses.begin(), clauses.end(), wanted.begin(), wanted.end()));
}

RC_GTEST_PROP(Question, ClausesTogetherSayTheSame, (const std::vector<uint8_t>& steps)) {
  Formula f;
  std::vector<Ref> made;
  for (int i = 0; i < 5; ++i) made.push_back(f.boolean_variable("v" + std::to_string(i)));
  for (const uint8_t step : steps) {
    const Ref a = made[step % made.size()], b = made[(step / 7U) % made.size()],
              c = made[(step / 31U) % made.size()];
    const unsigned kind = step % 5U;
    made.push_back(kind == 0   ? f.and_(a, b)
                   : kind == 1 ? f.or_(a, f.and_(b, c))
                   : kind == 2 ? f.not_(f.or_(a, b))
                   : kind == 3 ? f.choose(a, b, c)
                               : f.or_({f.not_(a), f.and_(b, c), f.not_(f.or_(a, c))}));
  }
  std::vector<Ref> clauses;
  clauses_of(f, made.back(), clauses);
  for (int bits = 0; bits < 32; ++bits) {
    Assignment values;
    for (int i = 0; i < 5; ++i) values.push_back((bits >> i) & 1);
    bool all = true;
    for (const Ref clause : clauses) all = all && f.value(clause, values) != 0;
    RC_ASSERT(all == (f.value(made.back(), values) != 0));
  }
}

TEST(Question, ReplacedIsWhatWouldHaveBeenMade) {
  Formula f;
  const Ref n = f.number_variable("n", 0, 9), m = f.number_variable("m", 0, 9), b = f.boolean_variable("b");
  const auto said = [&](Ref x) {
    return f.and_(f.less_equal(f.add(x, m), f.number(7)),
                  f.equal(f.choose(b, x, f.multiply(m, x)), f.divide(f.add(m, x), f.number(3))));
  };
  Formula::Replaced known{{n, f.number(4)}};
  const Ref now = f.replaced(said(n), known), wanted = said(f.number(4));
  for (int64_t value = 0; value <= 9; ++value)
    for (const int64_t truth : {0, 1})
      EXPECT_EQ(f.value(now, {9, value, truth}), f.value(wanted, {9, value, truth})) << value;
  EXPECT_EQ(f.replaced(f.less_equal(n, m), known), f.less_equal(f.number(4), m));
  EXPECT_EQ(f.replaced(f.less_equal(n, f.number(3)), known), no);
  const Ref apart = f.less_equal(m, f.number(3));
  EXPECT_EQ(f.replaced(apart, known), apart) << "what does not speak of it stays what it is";
}

TEST(Question, WhatIsForgottenIsMadeAnew) {
  Formula f;
  const Ref n = f.number_variable("n", 0, 9);
  const size_t size = f.size();
  const auto many = [&] {
    Ref all = yes;
    for (int i = 1; i < 9; ++i) all = f.and_(all, f.less_equal(f.multiply(n, f.number(i)), f.number(30 + i)));
    return all;
  };
  const Ref first = many();
  const size_t then = f.size();
  f.forget_from(size);
  EXPECT_EQ(f.size(), size);
  EXPECT_EQ(many(), first);
  EXPECT_EQ(f.size(), then);
}

struct Asked {
  Formula formula;
  std::vector<Fact> facts;
  QuestionResult ask(Ref goal) {
    std::vector<const Fact*> all;
    for (const Fact& fact : facts) all.push_back(&fact);
    Facts given(formula, all);
    Facts* const both[] = {&given};
    const Assignment elsewhere = formula.any_assignment();
    return ask_lazily(formula, {goal, yes, both, elsewhere, nullptr, nullptr, -1}, {});
  }
};

TEST(Question, AddsOnlyFactsThatAModelBreaks) {
  Asked asked;
  Formula& f = asked.formula;
  std::vector<Ref> places;
  for (int i = 0; i < 40; ++i) places.push_back(f.number_variable("place" + std::to_string(i), 0, 400));
  for (size_t i = 0; i < 40; ++i)
    for (size_t k = 0; k < i; ++k)
      asked.facts.push_back(
          fact_of(f, f.or_(f.equal(places[i], f.number(0)), f.not_(f.equal(places[i], places[k]))),
                  static_cast<int32_t>(100 * i + k)));
  const QuestionResult two =
      asked.ask(f.and_(f.equal(places[7], places[5]), f.less_equal(f.number(1), places[5])));
  EXPECT_EQ(two.answer, Answer::unsatisfiable);
  EXPECT_EQ(two.needed, std::vector<int32_t>{705}) << "the one fact of those two";
  EXPECT_LE(two.added, 8U) << "of 780";
  const QuestionResult can = asked.ask(f.equal(places[7], f.number(33)));
  ASSERT_EQ(can.answer, Answer::satisfiable);
  for (const Fact& fact : asked.facts) EXPECT_EQ(f.value(fact.holds, can.model), 1);
}

TEST(Question, StopsAtItsRounds) {
  Asked asked;
  Formula& f = asked.formula;
  const Ref n = f.number_variable("n", 0, 4000);
  for (int i = 0; i < 4000; ++i) asked.facts.push_back(fact_of(f, f.not_(f.equal(n, f.number(i))), i));
  std::vector<const Fact*> all;
  for (const Fact& fact : asked.facts) all.push_back(&fact);
  Facts given(f, all);
  Facts* const both[] = {&given};
  const Assignment elsewhere = f.any_assignment();
  QuestionLimits limits;
  limits.rounds = 20;
  const QuestionResult result =
      ask_lazily(f, {f.less_equal(n, f.number(3999)), yes, both, elsewhere, nullptr, nullptr, -1}, limits);
  EXPECT_EQ(result.answer, Answer::unknown);
  EXPECT_EQ(result.rounds, 20U);
}

}  // namespace
}  // namespace casebook::symbolic
