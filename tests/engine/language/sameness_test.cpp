// SPDX-License-Identifier: Apache-2.0
// What an edition says twice, and what changes through what it uses.
#include "engine/language/editions/sameness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/diagnostic_text.h"

namespace casebook::language {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const char* const parent = R"(edition first "First"
case 1.1 "Pieces"
  kind side = white, black
  kind unit on map
  kind ground = sand, clear
  box off
  given side(unit): side
  measure points from 0 to 20
  state mover: side
  state tired(unit): bool
case 4.1 "Costs"
  table toll(ground) -> points
    sand: 3, clear: 1
  define cost(g: ground, u: unit) -> points = (if tired(u) then 2 else 1) * toll(g)
case 4.2 "Steps"
  action step(u in unit at g, to in neighbours(g))
    require 4.2 near: price(u) < 9
    do
      place(u) := to
  define price(u: unit) -> points = cost(sand, u) + cost(clear, u)
case 5.0 "Play"
  procedure game
    round(white)
    end game drawn
  procedure round(by: side)
    state met: bool
    met := yes
    choose by by
      step()
    mover := if met then black else white
case 6.0 "Rest"
  whenever rests(u in unit) when tired(u) and price(u) > 3 by side(u)
    tired(u) := no
  invariant cheap: all u in unit: price(u) < 9
  invariant somebody: all s in side: mover = s or mover = other(s)
  view prices(u: unit) "Prices" = score price(u)
  view units_there "Units" = score count(unit)
)";

EditionText edition(const std::string& name, const std::string& text) {
  EditionText made;
  made.name = name;
  made.files.emplace_back(name + "/01.rules", text);
  return made;
}

EditionText second(const std::string& rules) {
  EditionText made = edition("second", "edition second \"Second\" extends first\n" + rules);
  made.parent = std::make_shared<EditionText>(edition("first", parent));
  return made;
}

/// `CODE line: message`
std::vector<std::string> warned(const EditionText& edition) {
  Diagnostics errors;
  const auto program = compile(edition, errors);
  EXPECT_FALSE(errors.has_errors()) << diagnostics_text(errors);
  if (!program) return {};
  Diagnostics diagnostics;
  check_sameness(edition, *program, diagnostics);
  std::vector<std::string> lines;
  for (const Diagnostic& one : diagnostics.all())
    lines.push_back(one.code + " " + std::to_string(one.range.begin.line) + ": " + one.message);
  return lines;
}

TEST(Sameness, of_what_replaces_and_means_the_same_is_told) {
  // Other words, other variables, other numbers, a comment: the meaning is the same.
  EXPECT_THAT(warned(second(R"(same 1.1, 5.0, 6.0
case 7.1 "Costs" replaces 4.1
  table toll(ground) -> points
    clear: 1
    sand: 3
  -- nothing new
  define cost(ground_of_it: ground, who: unit) -> points =
    (if tired(who) then 2 else 1) * toll(ground_of_it)
case 7.2 "Steps" replaces 4.2
  action step(piece in unit at h, there in neighbours(h))
    require 7.2 near: price(piece) < 9
    do
      place(piece) := there
  define price(u: unit) -> points = cost(sand, u) + cost(clear, u) + 1
)")),
              ElementsAre("W0308 4: the table \"toll\" replaces one of the parent that means the same",
                          "W0308 8: the definition \"cost\" replaces one of the parent that means the same",
                          "W0308 11: the action \"step\" replaces one of the parent that means the same"));
}

TEST(Sameness, is_not_where_something_differs) {
  EXPECT_THAT(warned(second(R"(same 1.1, 4.2, 6.0
case 7.1 "Costs" replaces 4.1
  table toll(ground) -> points
    clear: 1, sand: 2
  define cost(g: ground, u: unit) -> points = (if tired(u) then 1 else 2) * toll(g)
case 5.0 "Play" replaces 5.0
  procedure game
    round(black)
    end game drawn
  procedure round(by: side)
    state met: bool = yes
    met := yes
    choose by by
      step()
    mover := if met then black else white
)")),
              IsEmpty());
}

TEST(Sameness, of_interrupts_is_that_of_when_and_what_they_do) {
  const auto with_block = [](const std::string& condition, const std::string& block) {
    return second(
        "same 1.1, 4.1, 4.2, 5.0\ncase 6.0 \"Rest\" replaces 6.0\n  whenever rests(one in unit) when " +
        condition + " by side(one)\n    " + block + R"(
  invariant cheaper: all u in unit: price(u) < 8
  invariant some: all s in side: mover = s or mover = other(s)
  view prices(u: unit) "Prices" = score price(u) + 1
  view units_there "Units" = score count(unit) + 1
)");
  };
  EXPECT_THAT(warned(with_block("tired(one) and price(one) > 3", "tired(one) := no")),
              ElementsAre("W0308 4: the interrupt \"rests\" replaces one of the parent that means the same"));
  EXPECT_THAT(warned(with_block("tired(one) and price(one) > 2", "tired(one) := no")), IsEmpty());
  EXPECT_THAT(warned(with_block("tired(one) and price(one) > 3", "tired(one) := yes")), IsEmpty());
}

TEST(Sameness, of_exceptions_and_lines_is_that_of_their_item) {
  EditionText middle = second(R"(same 1.1, 4.1, 4.2, 5.0, 6.0
case 4.3 "Rest is cheap"
  except price(u) when not tired(u) then 1
)");
  const auto third = [&](const std::string& value) {
    EditionText made = edition("third", R"(edition third "Third" extends second
same 1.1, 4.1, 4.2, 5.0, 6.0
case 7.3 "Rest costs little" replaces 4.3
  except price(who) when not tired(who) then )" +
                                            value + "\n");
    made.parent = std::make_shared<EditionText>(middle);
    return made;
  };
  EXPECT_THAT(warned(third("1")), ElementsAre("W0308 3: the exception to \"price\" is changed, and \"price\" "
                                              "means what it means in the parent"));
  EXPECT_THAT(warned(third("2")), IsEmpty());
  EXPECT_THAT(warned(middle), IsEmpty());
}

TEST(Sameness, under_two_names_is_told_once_by_the_edition_that_has_the_second) {
  const std::string twice = std::string(parent) + R"(case 8.0 "Again"
  define fee(what: ground, who: unit) -> points = (if tired(who) then 2 else 1) * toll(what)
  define always() -> bool = yes
  define ever() -> bool = yes
  view fees(u: unit) "Fees" = score if always() and ever() then fee(sand, u) else 0
)";
  EXPECT_THAT(warned(edition("first", twice)), ElementsAre("W0309 39: \"fee\" means the same as \"cost\""));
  EXPECT_THAT(warned(edition("first", parent)), IsEmpty());
  EditionText child =
      edition("second", "edition second \"Second\" extends first\nsame 1.1, 4.1, 4.2, 5.0, 6.0, 8.0\n");
  child.parent = std::make_shared<EditionText>(edition("first", twice));
  EXPECT_THAT(warned(child), IsEmpty()) << "the parent was told";
}

/// `replaced definition cost 4.1 > 7.1`
std::vector<std::string> between(const EditionText& a, const EditionText& b) {
  Diagnostics diagnostics;
  const auto first = compile(a, diagnostics), other = compile(b, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics_text(diagnostics);
  std::vector<std::string> lines;
  if (!first || !other) return lines;
  using How = Program::Change::How;
  for (const RuleDifference& one : rule_differences(*first, *other)) {
    const char* how = one.how == How::added ? "added" : one.how == How::removed ? "removed" : "replaced";
    lines.push_back(std::string(how) + " " + one.sort + " " + one.name + " " + one.first + " > " +
                    one.second);
  }
  return lines;
}

TEST(RuleDifferences, are_items_with_the_cases_of_both) {
  const EditionText first = edition("first", parent);
  const EditionText other = second(R"(same 1.1, 4.2, 5.0
case 7.1 "Costs" replaces 4.1
  table toll(ground) -> points
    sand: 3
    clear: 1
  place hill
  define cost(ground_of_it: ground, who: unit) -> points =
    (if tired(who) then 3 else 1) * toll(ground_of_it)
case 6.0 "Rest" replaces 6.0
  invariant cheap: all u in unit: price(u) < 9
  invariant somebody: all s in side: mover = s or mover = other(s)
  view prices(u: unit) "Prices" = score price(u)
  view units_there "Units" = score count(unit)
  view on_hill "On the hill" = score count x in unit on hill
)");
  EXPECT_THAT(between(first, other),
              ElementsAre("replaced definition cost 4.1 > 7.1", "added place hill  > 7.1",
                          "added view on_hill  > 6.0", "removed interrupt rests 6.0 > "));
  EXPECT_THAT(between(other, first),
              ElementsAre("replaced definition cost 7.1 > 4.1", "removed place hill 7.1 > ",
                          "removed view on_hill 6.0 > ", "added interrupt rests  > 6.0"));
  EXPECT_THAT(between(other, other), IsEmpty());
}

// With so dear a sand the sum may leave its measure: that is checked where it is, and is no other rule there.
TEST(RuleDifferences, are_not_where_the_compiler_checks_a_range) {
  EXPECT_THAT(between(edition("first", parent), second(R"(same 1.1, 4.2, 5.0, 6.0
case 7.1 "Tolls" replaces 4.1: toll
  table toll(ground) -> points
    sand: 12, clear: 1
case 7.2 "Costs" restates 4.1: cost
)")),
              ElementsAre("replaced table toll 4.1 > 7.1"));
}

std::vector<std::string> through(const EditionText& edition) {
  Diagnostics diagnostics;
  const auto program = compile(edition, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics_text(diagnostics);
  return program ? program->changed_through : std::vector<std::string>();
}

TEST(ChangedThrough, follows_actions_procedures_interrupts_invariants_and_views) {
  EXPECT_THAT(through(second(R"(same 1.1, 4.2, 5.0, 6.0
case 4.1 "Costs" replaces 4.1
  table toll(ground) -> points
    sand: 2, clear: 1
  define cost(g: ground, u: unit) -> points = (if tired(u) then 2 else 1) * toll(g)
)")),
              ElementsAre("cost", "price", "step", "game", "round", "rests", "invariant \"cheap\"",
                          "view \"prices\""));
}

TEST(ChangedThrough, follows_exceptions_and_what_they_use) {
  EXPECT_THAT(through(second(R"(same 1.1, 4.1, 4.2, 5.0, 6.0
case 4.3 "Rest is cheap"
  except price(u) when not tired(u) then 1
)")),
              ElementsAre("step", "game", "round", "rests", "invariant \"cheap\"", "view \"prices\""));
}

TEST(ChangedThrough, does_not_begin_at_what_is_only_shown) {
  EXPECT_THAT(through(second(R"(same 1.1, 4.1, 4.2, 5.0
case 6.0 "Rest" replaces 6.0
  whenever rests(u in unit) when tired(u) and price(u) > 3 by side(u)
    tired(u) := no
  invariant cheap: all u in unit: price(u) < 8
  invariant somebody: all s in side: mover = s or mover = other(s)
  view prices(u: unit) "Prices" = score price(u) + 1
  view units_there "Units" = score count(unit)
)")),
              IsEmpty());
}

}  // namespace
}  // namespace casebook::language
