// SPDX-License-Identifier: Apache-2.0
// Which changes and differences the answer counts.
#include "verifier/compare/tell/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "verifier/finding/order_of_differences.h"

namespace casebook::compare {
namespace {

Finding difference(Grade grade, uint64_t met = 0) {
  Finding one;
  one.verdict = Verdict::refuted;
  one.concern = Concern::difference;
  one.headline = "something differs";
  one.witness.emplace();
  one.witness->grade = grade;
  if (met > 0) one.met_in = {{"ours", met, 100, 1, 2}};
  return one;
}

Result result_of(std::vector<Finding> differences, std::vector<std::vector<size_t>> changes) {
  Result result;
  Finding answer;
  answer.verdict = Verdict::refuted;
  answer.headline = "they do not play alike";
  result.findings = {answer};
  for (Finding& one : differences) result.findings.push_back(std::move(one));
  for (std::vector<size_t>& findings : changes) result.changes.push_back({.findings = std::move(findings)});
  return result;
}

TEST(Changes, ADifferenceThatNoGameShowsAndAnInvariantForbidsIsNotCounted) {
  EXPECT_FALSE(can_occur(difference(Grade::typed)));
  EXPECT_FALSE(can_occur(difference(Grade::typed, 1)))
      << "a position of a game may break an invariant of the other";
  EXPECT_TRUE(can_occur(difference(Grade::invariants)));
  Result result = result_of({difference(Grade::reachable), difference(Grade::typed),
                             difference(Grade::invariants), difference(Grade::typed)},
                            {{1, 2}, {3}, {4}});
  EXPECT_TRUE(is_counted(result, result.changes[0]));
  EXPECT_FALSE(is_counted(result, result.changes[2]));
  say_how_many(result);
  EXPECT_EQ(
      result.findings.front().text,
      "Casebook found 2 differences of play, from 2 changes of the rules. 1 more difference from the same changes shows only in "
      "positions that perhaps no game can reach. 1 more change of the rules shows only in positions that perhaps no game can reach; it is "
      "not counted.");
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
}

TEST(Changes, WithoutOneThatCountsTheAnswerIsOpen) {
  Result result = result_of({difference(Grade::typed)}, {{1}});
  say_how_many(result);
  EXPECT_EQ(result.findings.front().verdict, Verdict::unknown);
  EXPECT_EQ(result.findings.front().headline, "");
  EXPECT_EQ(
      result.findings.front().text,
      "1 change of the rules shows only in positions that perhaps no game can reach; it is not counted.");
  // A game that parts the two decides it.
  result = result_of({difference(Grade::typed)}, {{1}});
  result.first = difference(Grade::reachable);
  say_how_many(result);
  EXPECT_EQ(result.findings.front().verdict, Verdict::refuted);
}

TEST(Changes, SeveralDifferencesOfOneChange) {
  Result result = result_of({difference(Grade::seen), difference(Grade::seen)}, {{1, 2}});
  say_how_many(result);
  EXPECT_EQ(result.findings.front().text,
            "Casebook found 2 differences of play, all from the same change of the rules.");
}

}  // namespace
}  // namespace casebook::compare
