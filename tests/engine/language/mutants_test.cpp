// SPDX-License-Identifier: Apache-2.0
// Mutants of rules: there is one for every place of every sort, each differs from the original in what it
// says and is a typed program as sound as the original.
#include "engine/program/edit/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/program/validate.h"

namespace casebook::language {
namespace {

std::shared_ptr<const Program> compiled(const std::string& text) {
  EditionText edition;
  edition.name = "small";
  edition.files.emplace_back("small.rules", text);
  Diagnostics diagnostics;
  auto program = compile(edition, diagnostics);
  EXPECT_TRUE(program) << diagnostics_text(diagnostics);
  return program;
}

const std::string rules = R"(edition small "Small"
section 1 "All"
case 1.1 "What there is"
  summary "Counters, sides, ground."
  kind side = first, second
  kind ground = plain, wood
  kind unit on map
  box eliminated
  measure d6 from 1 to 6
  measure points from 0 to 9 or never
  given side(unit): side
  given ground(hex): ground = plain
  state left(unit): points = 3
  table price(ground) -> points
    plain: 1, wood: never
case 1.2 "What it costs"
  summary "Costs."
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  define cost(h: hex) -> points = first of
    1.2 wood: 4 when ground(h) = wood
    1.1 other: price(ground(h))
  define free(h: hex) -> bool = no u in unit on h
  except cost(h) when free(h) then 2
  field near(s: side) over hex = reach to h where (exists u in units(s) on h)
    through h where free(h)
    across a, b where a != b
case 1.3 "Moving"
  summary "Moving."
  action move(u in unit at from where left(u) > 0, to in neighbours(from))
    require 1.3 free: free(to)
    require 1.2 paid: cost(to) <= left(u)
    ensure 1.3 open: not free(to)
    do
      1.2 left(u) := 0
      place(u) := to
  action wait()
  procedure game
    choose by first
      move()
      wait()
    again()
    end game drawn
  procedure again
    state waited: bool = yes
    roll die: d6
  invariant few: all u in unit: left(u) <= 9
  claim "wood costs four"
    expect price(plain) = 1
)";

TEST(Mutants, EverySortOfPlaceHasOne) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  std::multiset<std::string> found;
  for (const Mutant& mutant : mutants(*program)) {
    std::string text = mutant_text(*program, mutant);
    found.insert(text.substr(0, text.find(" (small")));
  }
  const std::multiset<std::string> expected{
      "1.1 d6: measure of a die: one face fewer",
      "1.1 ground: given as if no data spoke of it",
      "1.1 side: given the other side",
      "1.1 left: at the beginning one step more",
      "1.3 waited: at the beginning negated",
      "1.1 price: table: another value in cell 1",
      "1.1 price: table: another value in cell 2",
      "1.2 units: definition empty",
      "1.2 cost: definition one step more",
      "1.2 cost.wood: entry that never applies",
      "1.1 cost.other: entry one step more",
      "1.2 free: definition negated",
      "1.2 cost: exception that never holds",
      "1.2 near: field without a goal",
      "1.2 near: field: `through` dropped",
      "1.2 near: field: `across` dropped",
      "1.3 move: action that is never lawful",
      "1.3 move.u: filter of a parameter dropped",
      "1.3 move.free: requirement left out",
      "1.2 move.paid: requirement left out",
      "1.3 move.open: ensured thing left out",
      "1.2 move: statement left out",
      "1.3 move: statement left out",
      "1.3 wait: action that is never lawful",
      "1.3 game:1 move: alternative left out",
      "1.3 game:1 wait: alternative left out",
      "1.3 game:1: who chooses: the other side",
      "1.3 game: call of again left out",
      "1.3 game: statement left out",
      "1.3 few: invariant negated",
      "1.3 wood costs four: claim negated",
  };
  EXPECT_EQ(found, expected);
}

// Of each sort of part one, at least.
TEST(Mutants, PartsOfExpressionsAreAlteredToo) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  std::set<std::string> found;
  for (const Mutant& mutant : mutants(*program, Grain::expression)) {
    EXPECT_EQ(mutant.grain, Grain::expression);
    const std::string text = mutant_text(*program, mutant);
    found.insert(text.substr(0, text.find(" (small")));
  }
  for (const char* one : {
           "1.3 move: comparison: equal is enough",
           "1.2 move.paid: comparison: equal is not enough",
           "1.2 units: comparison: negated",
           "1.2 near: comparison: negated",
           "1.2 near: quantifier: all instead of one",
           "1.2 units: filter dropped",
           "1.2 cost.wood: constant: one step more",
           "1.2 cost: constant: one step more",
           "1.3 move: constant: one step more",
       })
    EXPECT_TRUE(found.contains(one)) << one;
}

TEST(Mutants, HaveKinds) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  std::set<std::string> kinds;
  for (const Grain grain : {Grain::line, Grain::expression})
    for (const Mutant& mutant : mutants(*program, grain)) kinds.insert(mutant_kind(mutant));
  EXPECT_EQ(kinds, (std::set<std::string>{
                       "action",     "alternative", "call",       "claim",       "comparison", "constant",
                       "definition", "die",         "entry",      "exception",   "field",      "filter",
                       "given",      "invariant",   "quantifier", "requirement", "state",      "statement",
                       "table cell", "who chooses", "condition"}));
}

TEST(Mutants, EachIsAnotherProgramAndASoundOne) {
  const auto program = compiled(rules);
  ASSERT_TRUE(program);
  const std::string before = dump(*program);
  ASSERT_TRUE(validate(*program).empty());
  std::set<std::string> seen{before};
  std::vector<Mutant> all = mutants(*program);
  for (Mutant& mutant : mutants(*program, Grain::expression)) all.push_back(std::move(mutant));
  for (const Mutant& mutant : all) {
    const auto other = altered(*program, mutant);
    const auto mistakes = validate(*other);
    EXPECT_TRUE(mistakes.empty()) << mutant_text(*program, mutant) << ": " << mistakes.front();
    EXPECT_TRUE(seen.insert(dump(*other)).second) << mutant_text(*program, mutant) << " says nothing new";
    EXPECT_EQ(dump(*program), before);
  }
}

// The counter of turns is no text. Its range follows the limit, as the evaluators rely on ranges.
TEST(Mutants, ARepeatWithAHigherLimitCountsFurther) {
  std::string text = rules;
  text.replace(text.find("    again()\n"), 12, "    repeat at most 2 times\n      again()\n");
  const auto program = compiled(text);
  ASSERT_TRUE(program);
  const auto highest = [](const Program& of) {
    for (const Var& var : of.vars)
      if (var.name == "repeat:1") return var.interval.high;
    return int64_t{-1};
  };
  EXPECT_EQ(highest(*program), 2);
  size_t higher = 0;
  for (const Mutant& mutant : mutants(*program, Grain::expression)) {
    EXPECT_NE(mutant.what, "arithmetic: minus instead of plus") << "nobody wrote how turns are counted";
    if (mutant.name != "game" ||
        (mutant.what != "constant: one step more" && mutant.what != "comparison: equal is enough"))
      continue;
    ++higher;
    EXPECT_EQ(highest(*altered(*program, mutant)), 3) << mutant.what;
  }
  EXPECT_EQ(higher, 2U);
}

TEST(Mutants, TheOrderIsTheSameAgain) {
  const auto first = compiled(rules), second = compiled(rules);
  ASSERT_TRUE(first && second);
  const auto a = mutants(*first), b = mutants(*second);
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].number, static_cast<int32_t>(i));
    EXPECT_EQ(mutant_text(*first, a[i]), mutant_text(*second, b[i]));
    EXPECT_EQ(dump(*altered(*first, a[i])), dump(*altered(*second, b[i])));
  }
}

}  // namespace
}  // namespace casebook::language
