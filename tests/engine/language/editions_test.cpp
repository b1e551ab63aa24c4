// SPDX-License-Identifier: Apache-2.0
// What a later edition cites: the families under tests/language/editions say what is refused, here stands
// what comes out.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/program/carriers.h"

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
  for (const CaseId one : line.or_labels) labels.push_back(program->label_text(one));
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

std::vector<std::string> entries_of(const Program& program, const std::string& definition) {
  std::vector<std::string> names;
  for (const Definition& one : program.definitions) {
    if (one.name != definition || !one.body) continue;
    const Expr* list = one.body.get();
    while (!list->list && !list->args.empty()) list = list->args[0].get();
    if (!list->list) continue;
    for (const ListEntry& entry : list->list->entries) names.push_back(entry.name);
  }
  return names;
}

// What is left when nothing else applies stays last; `before` takes a name, a number, or a line added in
// between.
TEST(Editions, entries_are_added_where_they_count) {
  const auto program = child_of("editions/extend_before");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(entries_of(*program, "worth"), Carried({"first", "weary", "alone", "second", "lost", "fresh"}));
  EXPECT_EQ(entries_of(*program, "rank"), Carried({"weary", "some", "other"}));
  Carried names;
  for (const EffectEntry& entry : program->effects.at(0).entries) names.push_back(entry.name);
  EXPECT_EQ(names, Carried({"lucky", "once", "counted", "again", "gone"}));
}

/// "replaced requirement "room" of "step" 5.2 > 5.9"
Carried changes_of(const Program& program) {
  Carried lines;
  for (const Program::Change& one : program.changes) {
    using How = Program::Change::How;
    lines.push_back((one.how == How::added     ? "added "
                     : one.how == How::removed ? "removed "
                                               : "replaced ") +
                    one.what + " " + one.parent + " > " + one.label);
  }
  return lines;
}

TEST(Editions, changes_are_told_by_item_and_line) {
  const auto program = child_of("editions/ok");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(changes_of(*program), Carried({
                                      "replaced table \"chart_of\" 2.9 > 6.3",
                                      "replaced definition \"cost\" 4.2 > 5.9",
                                      "replaced entry \"base\" of \"cost\" 4.2 > 5.9",
                                      "replaced entry \"rough\" of \"cost\" 4.3 > 6.2",
                                      "replaced requirement \"room\" of \"step\" 5.2 > 6.3",
                                  }));
  EXPECT_EQ(program->changed_through, Carried({"toll", "game", "invariant \"used\""}));
  // The cases: those kept, those that take the place of others, those that are new.
  Carried kept, taken, fresh;
  for (const Case& one : program->cases) {
    if (!one.same_as.empty()) kept.push_back(one.label);
    if (!one.replaces.empty()) taken.push_back(one.label);
    if (one.same_as.empty() && one.replaces.empty()) fresh.push_back(one.label);
  }
  EXPECT_EQ(kept, Carried({"1.1", "5.0", "5.1", "6.1"}));
  EXPECT_EQ(taken, Carried({"5.9", "6.2", "6.3"}));
  EXPECT_EQ(fresh, Carried());
}

// A line that is said again in the new text of its item is no change.
TEST(Editions, what_is_said_again_in_the_same_words_has_not_changed) {
  const auto program = child_of("editions/lines_again");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(changes_of(*program), Carried({
                                      "replaced procedure \"game\" 5.0 > 5.0",
                                      "replaced action \"step\" 5.0 > 5.0",
                                      "replaced requirement \"enemy\" of \"step\" 5.0 > 5.0",
                                  }));
}

}  // namespace
}  // namespace casebook::language
