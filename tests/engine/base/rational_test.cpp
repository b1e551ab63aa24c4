// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rational.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace casebook {
namespace {

constexpr int64_t least = std::numeric_limits<int64_t>::min();
constexpr int64_t most = std::numeric_limits<int64_t>::max();

TEST(Rational, text_forms) {
  EXPECT_EQ(to_text(*parse_rational("3")), "3");
  EXPECT_EQ(to_text(*parse_rational("1/2")), "1/2");
  EXPECT_EQ(to_text(*parse_rational("-5/2")), "-5/2");
  EXPECT_EQ(to_text(*parse_rational("6/4")), "3/2");
  EXPECT_EQ(to_text(*parse_rational("0/7")), "0");
  for (const char* bad : {"", "-", "/", "1/", "/2", "1/0", "1/-2", "+3", " 3", "3 ", "1.5", "--5", "1/2/3",
                          "9223372036854775808"}) {
    EXPECT_FALSE(parse_rational(bad).has_value()) << bad;
  }
}

TEST(Rational, what_does_not_fit_is_no_value) {
  EXPECT_FALSE(add(most, 1).has_value());
  EXPECT_FALSE(subtract(least, 1).has_value());
  EXPECT_FALSE(multiply(most, 2).has_value());
  EXPECT_FALSE(divide(1, 0).has_value());
  EXPECT_FALSE(Rational::make(1, least).has_value());
  EXPECT_FALSE(Rational::make(least, -1).has_value());
  EXPECT_EQ(*Rational::make(least, least), Rational(1));
  EXPECT_EQ(*Rational::make(least, 2), Rational(least / 2));
  EXPECT_EQ(*divide(Rational(least), Rational(least)), Rational(1));
}

TEST(Rational, rounding_of_negative_numbers) {
  const Rational x = *Rational::make(-5, 2);
  EXPECT_EQ(x.floor(), -3);
  EXPECT_EQ(x.ceiling(), -2);
  EXPECT_EQ(Rational(-4).floor(), -4);
  EXPECT_EQ(Rational::make(5, 2)->floor(), 2);
  EXPECT_EQ(Rational::make(5, 2)->ceiling(), 3);
}

TEST(Rational, steps) {
  EXPECT_EQ(whole_steps(*Rational::make(5, 2), *Rational::make(1, 2)), 5);
  EXPECT_FALSE(whole_steps(*Rational::make(1, 3), *Rational::make(1, 2)).has_value());
}

TEST(Rational, order_is_exact_where_doubles_are_not) {
  EXPECT_LT(*Rational::make(most - 1, most), *Rational::make(most, most));
  EXPECT_LT(Rational(least), *Rational::make(-1, 2));
}

rc::Gen<Rational> any_rational() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::inRange<int64_t>(-10000, 10000), rc::gen::inRange<int64_t>(1, 10000)),
      [](const auto& p) { return *Rational::make(p.first, p.second); });
}

RC_GTEST_PROP(Rational, field_laws, ()) {
  const Rational a = *any_rational(), b = *any_rational(), c = *any_rational();
  RC_ASSERT(*add(a, b) == *add(b, a));
  RC_ASSERT(*subtract(*add(a, b), b) == a);
  RC_ASSERT(*multiply(a, *add(b, c)) == *add(*multiply(a, b), *multiply(a, c)));
  if (b != Rational(0)) RC_ASSERT(*divide(*multiply(a, b), b) == a);
  RC_ASSERT((a < b) == (*subtract(a, b) < Rational(0)));
  RC_ASSERT(*parse_rational(to_text(a)) == a);
}

}  // namespace
}  // namespace casebook
