// SPDX-License-Identifier: Apache-2.0
// Wilson's interval against printed values.
#include "verifier/finding/interval.h"

#include <gtest/gtest.h>

namespace casebook {
namespace {

// Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
// method 3: the score interval of E. B. Wilson, Journal of the American Statistical Association 22 (1927), without
// continuity correction.
TEST(WilsonsInterval, IsThePrintedOne) {
  struct Printed {
    uint64_t k, n;
    double low, high;
  };
  for (const Printed& one : {Printed{81, 263, 0.2553, 0.3662}, Printed{15, 148, 0.0624, 0.1605},
                             Printed{0, 20, 0.0, 0.1611}, Printed{1, 29, 0.0061, 0.1718}}) {
    const Interval of = wilson(one.k, one.n);
    EXPECT_NEAR(of.low, one.low, 0.00005) << one.k << " of " << one.n;
    EXPECT_NEAR(of.high, one.high, 0.00005) << one.k << " of " << one.n;
  }
}

TEST(WilsonsInterval, StaysAShare) {
  EXPECT_EQ(wilson(0, 10).low, 0.0);
  EXPECT_DOUBLE_EQ(wilson(10, 10).high, 1.0);
  EXPECT_LT(wilson(10, 10).low, 1.0);
  // Of nothing nothing is known.
  EXPECT_EQ(wilson(0, 0).low, 0.0);
  EXPECT_EQ(wilson(0, 0).high, 1.0);
}

// All counts eight times as large: the same share, and a narrower interval about it.
TEST(WilsonsInterval, NarrowsWithTheNumberOfPositions) {
  const Interval few = wilson(5, 50), many = wilson(40, 400);
  EXPECT_LT(few.low, many.low);
  EXPECT_LT(many.high, few.high);
}

}  // namespace
}  // namespace casebook
