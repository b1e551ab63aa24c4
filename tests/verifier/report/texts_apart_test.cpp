// SPDX-License-Identifier: Apache-2.0
// What two rulebooks say otherwise: by number where a case keeps it, by what an edition says of its cases where not.
#include "verifier/report/texts_apart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casebook::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Covered covered(const std::string& label, const std::vector<std::string>& says, const std::string& of = {}) {
  Covered one;
  one.label = label;
  one.title = "About " + label;
  one.of = of;
  for (const std::string& each : says) {
    board::Statement statement;
    statement.says = each;
    one.statements.push_back(std::move(statement));
  }
  return one;
}

std::vector<std::string> labels(const std::vector<TextsApart::Case>& cases) {
  std::vector<std::string> all;
  for (const TextsApart::Case& one : cases) all.push_back(one.label);
  return all;
}

/// The parent has 1.1 to 1.5; of the child 1.1 and 1.5 restate those, 2.2 restates 1.2, and 2.3 is new.
language::Program child() {
  language::Program program;
  program.edition = "child";
  program.parent = "parent";
  program.parent_labels = {"1.1", "1.2", "1.3", "1.4", "1.5"};
  language::Case same, moved, fresh, lost;
  same.label = "1.1";
  same.same_as = {0};
  moved.label = "2.2";
  moved.replaces = {1};
  fresh.label = "2.3";
  program.cases.push_back(same);
  program.cases.push_back(moved);
  program.cases.push_back(fresh);
  lost.label = "1.5";
  lost.same_as = {4};
  program.cases.push_back(lost);
  return program;
}

language::Program parent() {
  language::Program program;
  program.edition = "parent";
  return program;
}

TEST(TextsApart, TellsLostAndChangedStatementsNewCasesAndBorrowedOnes) {
  const std::vector<Covered> old{covered("1.1", {"A unit moves.", "It is blue."}),
                                 covered("1.2", {"It fights."}), covered("1.3", {"It rests."}),
                                 covered("1.4", {"It flies."}), covered("1.5", {"It swims."})};
  const std::vector<Covered> fresh{covered("1.1", {"A unit moves.", "It is red."}),
                                   covered("2.2", {"Units fight."}), covered("2.3", {"It swims."}),
                                   covered("1.4", {}, "parent"), covered("1.5", {})};
  const TextsApart apart = texts_apart(parent(), old, child(), fresh);
  ASSERT_THAT(labels(apart.reworded), ElementsAre("1.1"));
  EXPECT_THAT(apart.reworded[0].here, ElementsAre("It is blue."));
  EXPECT_THAT(apart.reworded[0].there, ElementsAre("It is red."));
  EXPECT_THAT(labels(apart.only_here), ElementsAre("1.3"));
  EXPECT_THAT(labels(apart.only_there), ElementsAre("2.3"));
  EXPECT_THAT(labels(apart.borrowed), ElementsAre("1.4", "1.5")) << "of 1.5 the list has no statement";
  // The other way round the child is here.
  const TextsApart back = texts_apart(child(), fresh, parent(), old);
  ASSERT_THAT(labels(back.reworded), ElementsAre("1.1"));
  EXPECT_THAT(back.reworded[0].here, ElementsAre("It is red."));
  EXPECT_THAT(labels(back.only_here), ElementsAre("2.3"));
  EXPECT_THAT(labels(back.only_there), ElementsAre("1.3"));
}

TEST(TextsApart, WithoutListsOfPrintedCasesNothingIsSaid) {
  EXPECT_TRUE(
      texts_apart(parent(), {covered("1.1", {})}, child(), {covered("1.1", {"A unit moves."})}).empty());
}

}  // namespace
}  // namespace casebook::report
