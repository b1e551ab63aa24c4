// SPDX-License-Identifier: Apache-2.0
// What a later edition cites: the families under tests/language/editions say what is refused, here stands
// what comes out.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/language/carriers.h"
#include "engine/language/compile.h"

namespace casebook::language {
namespace {

std::shared_ptr<const Program> child_of(const std::string& family) {
  Diagnostics diagnostics;
  const auto edition =
      read_edition(std::string(CASEBOOK_SOURCE_DIR) + "/tests/language/" + family + "/child", diagnostics);
  auto program = edition ? compile(*edition, diagnostics) : nullptr;
  EXPECT_EQ(diagnostics_text(diagnostics), "") << family;
  return program;
}

/// "requirement step.enemy" ... that carry the case.
std::vector<std::string> carried_by(const Program& program, const std::string& label) {
  std::vector<std::string> found;
  for (const Carrier& one : carriers(program)) {
    const std::string text = one.sort + " " + one.name;
    if (program.label_text(one.label) == label && std::find(found.begin(), found.end(), text) == found.end())
      found.push_back(text);
  }
  std::sort(found.begin(), found.end());
  return found;
}

using Carried = std::vector<std::string>;

TEST(Editions, one_case_becomes_several) {
  const auto program = child_of("editions/split");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(carried_by(*program, "6.1(1)"), Carried({"definition zone"}));
  EXPECT_EQ(carried_by(*program, "6.1(2)"), Carried({"definition toll"}));
  EXPECT_EQ(carried_by(*program, "4.5"), Carried());
  EXPECT_EQ(carried_by(*program, "7.1"), Carried({"invariant used", "requirement step.enemy"}));
  EXPECT_EQ(carried_by(*program, "7.3"), Carried({"state mover"}));
  const Carried rest = carried_by(*program, "7.2");
  EXPECT_NE(std::find(rest.begin(), rest.end(), "action step"), rest.end());
  EXPECT_NE(std::find(rest.begin(), rest.end(), "procedure game"), rest.end());
  EXPECT_EQ(carried_by(*program, "5.0"), Carried());
}

// A claim of the parent that a case refuses is met by any of the cases that came of it.
TEST(Editions, a_claim_follows_its_case_to_all_that_came_of_it) {
  const auto program = child_of("editions/split");
  ASSERT_NE(program, nullptr);
  ASSERT_EQ(program->claims.size(), 1U);
  const ClaimLine& line = program->claims[0].lines.back();
  Carried labels;
  for (const Id one : line.or_labels) labels.push_back(program->label_text(one));
  EXPECT_EQ(labels, Carried({"7.2", "7.1", "7.3"}));
}

// The grandchild renumbers what the child has split.
TEST(Editions, what_was_split_is_renumbered_again) {
  const auto program = child_of("editions/split_again");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(carried_by(*program, "8.1"), Carried({"invariant used", "requirement step.enemy"}));
  EXPECT_EQ(carried_by(*program, "8.2"), Carried({"definition toll"}));
  EXPECT_EQ(carried_by(*program, "6.1(1)"), Carried({"definition zone"}));
  EXPECT_EQ(carried_by(*program, "7.1"), Carried());
}

}  // namespace
}  // namespace casebook::language
