// SPDX-License-Identifier: Apache-2.0
// What is marked as supplied: found in every place, without a change of meaning, and taken away again.
#include "engine/program/edit/supplied.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/language/syntax/format.h"
#include "engine/program/validate.h"

namespace casebook::language {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Program> compiled(const std::string& text, const std::string& child = "") {
  EditionText edition;
  edition.name = "small";
  edition.files.emplace_back("small.rules", text);
  if (!child.empty()) {
    auto parent = std::make_shared<EditionText>(edition);
    edition = EditionText();
    edition.name = "later";
    edition.files.emplace_back("later.rules", child);
    edition.parent = parent;
  }
  Diagnostics diagnostics;
  auto program = compile(edition, diagnostics);
  EXPECT_TRUE(program) << diagnostics_text(diagnostics);
  return program;
}

/// Every sort of mark once, each named below.
const std::string rules = R"(edition small "Small"

section 1 "All"

case 1.1 "What there is"
  summary "Counters, sides."
  kind side = first, second
  kind unit on map
  box eliminated
  measure points from 0 to 9
  measure column from 1 to 3
  measure d6 from 1 to 6
  given side(unit): side
  state left(unit): points = 3
  state mover: side
  table price(column) -> points
    1: 1, 2: 2, 3: (supplied "cell": 3)

case 1.2 "Values"
  summary "Values."
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  define bound(p: points) -> column = (supplied "bound": clamp((p as number) + 1, 1, 3)) as column
  define half(p: points) -> points = (supplied "rounding": p / 2 rounded up)
  define either(p: points) -> bool = p > 3 or (supplied "operand": p = 0)
  define both(p: points) -> bool = p < 3 and (supplied "operand": p > 0)
  define more(p: points) -> points = min(9, p + (supplied "summand": 2))
  define which(p: points) -> points = if p > 3 then 1 else (supplied "else": 2)
  define whole(p: points) -> bool = not (supplied "value": p > 2)
  define picked(s: side) -> set of unit = {u in units(s) where (supplied "filter": left(u) > 0)}
  define joined(s: side) -> set of unit = units(s) + (supplied "set": {u in unit where left(u) = 9})
  define summed(p: points) -> points = sum of within 0 .. (supplied "cap": 4)
    1.2 base: p
    supplied "entry":
      1.2 extra: 1 when p > 5
  define ranked(p: points) -> points = first of
    1.2 high: 1 when p > 5
    supplied "last": 1.2 low: 0
  supplied "exception": except half(p) when p = 9 then 4
  supplied "adjustment": adjust bound(p) when p = 8 then otherwise

case 1.3 "Acting"
  summary "Acting."
  effect spend(u: unit) = first of
    supplied "effect": 1.3 spent: nothing when left(u) = 0
    1.3 some: left(u) -= 1
  action move(u in unit at from, to in neighbours(from))
    supplied "require": require 1.3 free: no x in unit on to
    require 1.3 paid: left(u) > 0
    supplied "ensure": ensure 1.3 alone: count x in unit on to <= 2
    do
      spend(u)
      supplied "straight": place(u) := to
      if left(u) = 0 then left(u) := 9 else supplied "straight else": left(u) := 1
  action wait()
    supplied "best": require 1.3 always: yes
  supplied "waiver": waive move(u, to).paid when mover = first
  procedure game
    repeat at most 3 times
      choose by first
        move(u, to) then
          supplied "call": again()
        supplied "alternative": wait()
      or else supplied "or else":
        stop
      mover := other(mover)
      if mover = first then
        again()
      else supplied "else of flow":
        again()
    end game drawn
  procedure again
    roll die: d6
  supplied "interrupt":
    whenever caught(u in unit at g) when left(u) = 0 by side(u)
      place(u) := eliminated
)";

std::string without_marks(std::string text) {
  for (size_t at; (at = text.find("supplied \"")) != std::string::npos;) {
    const size_t colon = text.find(":", text.find("\"", at + 10));
    size_t end = colon + 1;
    while (text[end] == ' ' || text[end] == '\n') ++end;
    text.erase(at, end - at);
  }
  return text;
}

const Supplied& part(const Program& program, const std::string& why, size_t which = 0) {
  for (const Supplied& one : program.supplied)
    if (one.why == why && which-- == 0) return one;
  static const Supplied nothing;
  ADD_FAILURE() << "no part " << why;
  return nothing;
}

TEST(Supplied, AMarkChangesNoMeaning) {
  const auto marked = compiled(rules), plain = compiled(without_marks(rules));
  ASSERT_TRUE(marked && plain);
  EXPECT_EQ(fingerprint(*marked), fingerprint(*plain));
  EXPECT_TRUE(plain->supplied.empty());
}

TEST(Supplied, IsPrintedAndLaidOutAsItWas) {
  Diagnostics diagnostics;
  const auto tree = parse("small.rules", rules, diagnostics);
  EXPECT_EQ(diagnostics_text(diagnostics), "");
  EXPECT_EQ(print(*tree), rules);
  EXPECT_EQ(format(*tree), rules);
}

TEST(Supplied, EveryMarkIsFoundWithItsCaseAndAName) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  std::vector<std::string> told;
  for (const Supplied& one : program->supplied)
    told.push_back(one.why + ": " + one.name + ", " + one.what + ", " + program->label_text(one.label));
  EXPECT_THAT(
      told,
      ::testing::ElementsAre(
          "cell: price, a cell, 1.1", "bound: bound, a bound, 1.2", "rounding: half, a rounding, 1.2",
          "operand: either, an operand of `or`, 1.2", "operand: both, an operand of `and`, 1.2",
          "summand: more, a summand, 1.2", "else: which, an else, 1.2", "value: whole, a value, 1.2",
          "filter: picked, a filter, 1.2", "set: joined, a part of a set, 1.2",
          "cap: summed, a greatest value, 1.2", "entry: summed#2, an entry, 1.2",
          "last: ranked, the last entry, 1.2", "exception: half#2, an exception, 1.2",
          "adjustment: bound#2, an adjustment, 1.2", "effect: spend, an entry, 1.3",
          "require: move, a requirement, 1.3", "ensure: move#2, an `ensure`, 1.3",
          "straight: move#3, a statement, 1.3", "straight else: move#4, an else, 1.3",
          "best: wait, a requirement, 1.3", "waiver: move#5, a waiver, 1.3", "call: game, a statement, 1.3",
          "alternative: game#2, an alternative, 1.3", "or else: game#3, an `or else`, 1.3",
          "else of flow: game#4, an else, 1.3", "interrupt: caught, an interrupt, 1.3"));
}

TEST(Supplied, EachIsTakenAwayFromASoundProgram) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  EXPECT_THAT(validate(*program), ::testing::IsEmpty());
  std::vector<std::string> all;
  for (const Supplied& one : program->supplied) {
    const auto taken = without(*program, {one.name});
    EXPECT_THAT(validate(*taken), ::testing::IsEmpty()) << one.why;
    EXPECT_NE(fingerprint(*taken), fingerprint(*program)) << one.why;
    EXPECT_THAT(taken->without, ::testing::ElementsAre(one.name));
    EXPECT_EQ(taken->sites.size(), program->sites.size()) << one.why;
    EXPECT_EQ(taken->flow.size(), program->flow.size()) << one.why;
    all.push_back(one.name);
  }
  const auto text_alone = without(*program, all);
  EXPECT_THAT(validate(*text_alone), ::testing::IsEmpty());
  EXPECT_EQ(text_alone->without.size(), program->supplied.size());
}

/// What the program says of one item without that part.
std::string item_without(const std::string& why, const std::string& begin) {
  const auto program = compiled(rules);
  if (!program) return {};
  const auto taken = without(*program, {part(*program, why).name});
  ProgramPrinter printer(*taken, ProgramPrinter::What::meaning);
  for (const std::string& text : printer.items())
    if (text.starts_with(begin)) return text;
  return "there is no " + begin;
}

TEST(Supplied, AnOperandIsDropped) {
  EXPECT_THAT(item_without("operand", "define either"), HasSubstr("(any_of (less 3:points $1) no)"));
  EXPECT_THAT(item_without("summand", "define more"), HasSubstr("0:points"));
}

TEST(Supplied, OfABoundTheValueStaysAndIsAskedToFit) {
  const std::string bound = item_without("bound", "define bound");
  EXPECT_THAT(bound, Not(HasSubstr("3:number")));
  EXPECT_THAT(bound, HasSubstr("check_range"));
}

TEST(Supplied, AnElseIsSilent) {
  EXPECT_THAT(item_without("else", "define which"),
              HasSubstr("(choose_if (any_of (less 3:points $1) (table"));
  EXPECT_THAT(item_without("else of flow", "procedure game"), HasSubstr("(any_of (equal (state mover)"));
}

TEST(Supplied, AnEditionThatKeepsTheCaseKeepsTheMark) {
  const auto later = compiled(rules, R"(edition later "Later" extends small

section 1 "All"

same 1.1, 1.3

case 2.2 "Values" restates 1.2
  summary "Under another number."
)");
  ASSERT_TRUE(later);
  EXPECT_EQ(later->label_text(part(*later, "bound").label), "2.2");
  EXPECT_EQ(part(*later, "exception").name, "half#2");
}

TEST(Supplied, WhatAnEditionRemovesIsNotSupplied) {
  const auto later = compiled(rules, R"(edition later "Later" extends small

section 1 "All"

same 1.1, 1.2

case 2.3 "Acting" restates 1.3
  summary "Without the requirement."
  remove move.free
)");
  ASSERT_TRUE(later);
  EXPECT_TRUE(std::none_of(later->supplied.begin(), later->supplied.end(),
                           [](const Supplied& one) { return one.why == "require"; }));
}

}  // namespace
}  // namespace casebook::language
