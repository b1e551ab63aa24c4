// SPDX-License-Identifier: Apache-2.0
// A program is a value: a copy says the same, and whatever is done to the copy leaves the original alone.
#include <gtest/gtest.h>

#include <set>

#include "engine/program/anatomy.h"
#include "engine/program/print_program.h"
#include "engine/program/walk.h"
#include "tests/support/battery.h"

namespace casebook::language {
namespace {

std::set<const Expr*> expressions(Program& program) {
  std::set<const Expr*> all;
  each_expression(program, [&](Expr& top) { walk(top, [&](const Expr& one) { all.insert(&one); }); });
  return all;
}

// Every part that a program can own is somewhere in these: exceptions, adjustments, watches, claims, lists.
class CopyOf : public testing::TestWithParam<const char*> {};

TEST_P(CopyOf, SaysTheSame) {
  const auto scenario = tests::shipped_scenario(GetParam());
  ASSERT_TRUE(scenario);
  const Program copy = *scenario->program;
  EXPECT_EQ(dump(copy), dump(*scenario->program));
  EXPECT_EQ(fingerprint(copy), fingerprint(*scenario->program));
}

TEST_P(CopyOf, SharesNothing) {
  const auto scenario = tests::shipped_scenario(GetParam());
  ASSERT_TRUE(scenario);
  Program first = *scenario->program;
  Program second = first;
  const std::set<const Expr*> of_first = expressions(first), of_second = expressions(second);
  EXPECT_GT(of_first.size(), 20U);
  EXPECT_EQ(of_first.size(), of_second.size());
  for (const Expr* one : of_second) ASSERT_FALSE(of_first.contains(one));

  const std::string before = dump(first);
  each_expression(second, [](Expr& top) {
    change(top, [](Expr& one) {
      one.args.clear();
      one.binder.reset();
      one.list.reset();
      one.op = Op::constant;
      one.value = 4711;
    });
  });
  EXPECT_NE(dump(second), before);
  EXPECT_EQ(dump(first), before);
}

INSTANTIATE_TEST_SUITE_P(Programs, CopyOf,
                         testing::Values("across-suez/spi-1980", "across-suez/decision-games-2",
                                         "examples/interrupt", "examples/cup"));

TEST(Owned, AnEmptyPartStaysEmpty) {
  const ExprPtr nothing;
  const std::vector<ExprPtr> copies(2, nothing);
  EXPECT_FALSE(copies[1]);
  EXPECT_TRUE(copies[1] == nullptr);
}

TEST(Owned, APartOfAValueMayReplaceIt) {
  ExprPtr outer(Expr{});
  outer->value = 1;
  outer->args.emplace_back(Expr{});
  outer->args[0]->value = 2;
  const ExprPtr kept = outer;
  outer = outer->args[0];
  EXPECT_EQ(outer->value, 2);
  EXPECT_EQ(kept->value, 1);
  EXPECT_EQ(kept->args[0]->value, 2);
  *outer = Expr(*kept->args[0]);
  EXPECT_EQ(kept->args[0]->value, 2);
}

}  // namespace
}  // namespace casebook::language
