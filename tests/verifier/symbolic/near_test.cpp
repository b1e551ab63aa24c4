// SPDX-License-Identifier: Apache-2.0
// What follows at once: it is only said where it is so, with the names of what it rests on.
#include "verifier/symbolic/formula/near.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "engine/base/random.h"

namespace casebook::symbolic {
namespace {

class NearTest : public testing::Test {
 protected:
  void fact(Ref holds, int32_t name) {
    facts_.push_back(fact_of(formula_, holds, name));
    disjunctions_.add(facts_.back(), holds);
  }
  std::optional<std::vector<int32_t>> refuted(Ref a, Ref given = yes) {
    near_.begin({&disjunctions_}, [this](const Fact& one) { return one.name != unusable_; });
    const Disjunctions none(formula_);
    near_.enter(&none, given);
    auto names = near_.refute(a);
    near_.leave();
    return names;
  }

  Formula formula_;
  std::deque<Fact> facts_;
  Disjunctions disjunctions_{formula_};
  Near near_{formula_};
  int32_t unusable_ = -1;
};

TEST_F(NearTest, FollowsDisjunctionsOfWhichOneAlternativeIsLeft) {
  const Ref a = formula_.boolean_variable("a"), b = formula_.boolean_variable("b"),
            c = formula_.boolean_variable("c");
  fact(formula_.or_(formula_.not_(a), b), 1);
  fact(formula_.or_(formula_.not_(b), c), 2);
  fact(formula_.or_(a, c), 3);
  EXPECT_EQ(refuted(formula_.and_(a, formula_.not_(c))), (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(refuted(a), std::nullopt);
  unusable_ = 2;
  EXPECT_EQ(refuted(formula_.and_(a, formula_.not_(c))), std::nullopt) << "what is not supposed is not used";
}

TEST_F(NearTest, WhatIsThisIsNotThat) {
  const Ref place = formula_.number_variable("place", 0, 9), who = formula_.number_variable("who", 0, 3);
  const auto is = [&](Ref of, int64_t value) { return formula_.equal(of, formula_.number(value)); };
  fact(formula_.or_(formula_.not_(is(who, 1)), formula_.not_(is(place, 7))), 1);
  fact(formula_.or_(is(who, 1), is(place, 7)), 2);
  EXPECT_EQ(refuted(is(place, 3), is(who, 2)), (std::vector<int32_t>{2}));
  EXPECT_EQ(refuted(is(place, 7), is(who, 1)), (std::vector<int32_t>{1}));
  EXPECT_EQ(refuted(is(place, 7), is(who, 2)), std::nullopt);
}

TEST_F(NearTest, GoesThroughTheAlternativesOfWhatIsShort) {
  const Ref mover = formula_.number_variable("mover", 0, 9), a = formula_.number_variable("a", 0, 99),
            b = formula_.number_variable("b", 0, 99);
  const Ref apart = formula_.not_(formula_.equal(a, b));
  const auto is = [&](int64_t value) { return formula_.equal(mover, formula_.number(value)); };
  fact(formula_.or_({is(1), is(2), apart}), 1);
  fact(formula_.or_(formula_.not_(is(1)), apart), 2);
  fact(formula_.or_(formula_.not_(is(2)), apart), 3);
  fact(formula_.or_(formula_.not_(is(3)), apart), 4);
  EXPECT_EQ(refuted(formula_.not_(apart)), (std::vector<int32_t>{1, 2, 3}));
  unusable_ = 3;
  EXPECT_EQ(refuted(formula_.not_(apart)), std::nullopt);
}

// Against every assignment of a few variables: what is refuted is so by the facts that are named.
TEST(Near, RefutesNothingThatCanBe) {
  Random random(1, 1);
  size_t refuted = 0, left = 0;
  for (int round = 0; round < 1500; ++round) {
    Formula formula;
    std::vector<Ref> atoms;
    for (const char* name : {"a", "b", "c"}) atoms.push_back(formula.boolean_variable(name));
    const Ref x = formula.number_variable("x", 0, 2), y = formula.number_variable("y", 0, 1);
    for (int64_t value = 0; value <= 2; ++value) atoms.push_back(formula.equal(x, formula.number(value)));
    atoms.push_back(formula.equal(y, formula.number(1)));
    atoms.push_back(formula.less_equal(x, formula.number(1)));
    atoms.push_back(formula.equal(x, y));
    const auto any = [&](uint32_t most) {
      std::vector<Ref> some;
      for (uint32_t i = 0; i <= random.below(most); ++i) {
        const Ref atom = atoms[random.below(static_cast<uint32_t>(atoms.size()))];
        some.push_back(random.below(2) == 0 ? atom : formula.not_(atom));
      }
      return some;
    };
    std::deque<Fact> facts;
    Disjunctions disjunctions(formula), more(formula);
    for (int32_t name = 0; name < 7; ++name) {
      facts.push_back(fact_of(formula, formula.or_(any(3)), name));
      (name < 5 ? disjunctions : more).add(facts.back(), facts.back().holds);
    }
    const Ref given = any(1)[0], asked = formula.and_(any(2));
    Near near(formula);
    near.begin({&disjunctions}, [](const Fact&) { return true; });
    near.enter(&more, given);
    const auto names = near.refute(asked);
    near.leave();
    bool possible = false;
    Assignment values = formula.any_assignment();
    for (int64_t bits = 0; bits < 8 * 3 * 2; ++bits) {
      values = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits / 8 % 3, bits / 24};
      bool holds = formula.value(given, values) != 0 && formula.value(asked, values) != 0;
      for (const Fact& fact : facts)
        if (!names || std::binary_search(names->begin(), names->end(), fact.name))
          holds = holds && formula.value(fact.holds, values) != 0;
      possible = possible || holds;
    }
    if (names) {
      ++refuted;
      EXPECT_FALSE(possible) << "round " << round;
    } else if (possible) {
      ++left;
    }
  }
  EXPECT_GT(refuted, 100u);
  EXPECT_GT(left, 100u);
}

}  // namespace
}  // namespace casebook::symbolic
