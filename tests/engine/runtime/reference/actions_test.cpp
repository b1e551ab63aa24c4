// SPDX-License-Identifier: Apache-2.0
// Actions: parameters of every sort, requirements, ensures, waivers, preferences; and who asks whether they
// are lawful.
#include <gtest/gtest.h>

#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "tests/engine/runtime/reference/table.h"

namespace casebook::runtime {
namespace {

using testing_support::pieces_data;
using testing_support::pieces_rules;
using testing_support::Table;
using Words = std::vector<std::string>;

// A and B are white on a1 and weigh 1 and 2, C is black on b3 and weighs 3; the ford is c2.
Table game(const std::string& actions, const std::string& offered, const std::string& first = "") {
  return Table(pieces_rules + actions + "  procedure game\n" + first + "    repeat\n      choose by white\n" +
                   offered + "        pass()\n  action pass()\n",
               pieces_data());
}

TEST(Actions, go_through_the_members_of_their_domains) {
  Table table = game(R"(  action one(u in unit at g where weight(u) <= 2, h in neighbours(g))
  action two(k in 2 .. 3, yes_or_no in no .. yes)
  action three(u in boss, t in temper where t != mad)
)",
                     "        one()\n        two()\n        three()\n",
                     "    for all u in unit where weight(u) = 2 do boss := u\n");
  EXPECT_EQ(table.choices(),
            (Words{"one(A, a2)", "one(A, b1)", "one(B, a2)", "one(B, b1)", "two(2, no)", "two(2, yes)",
                   "two(3, no)", "two(3, yes)", "three(B, calm)", "three(B, cross)", "pass()"}));
}

TEST(Actions, have_no_choice_of_a_maybe_that_has_none) {
  EXPECT_EQ(game("  action only(u in boss)\n", "        only()\n").choices(), Words{"pass()"});
}

TEST(Actions, go_through_sets_and_what_is_asked_of_each_member) {
  Table table = game(R"(  action group(h in {ford}, who: set of u in unit where weight(u) != 2)
    each u in who require 1.0 fresh: not tired(u)
    require 1.0 some: not (who is empty)
    do
      herd := who
      for all u in who where weight(u) = 1 do tired(u) := yes
)",
                     "        group()\n");
  EXPECT_EQ(table.choices(), (Words{"group(c2, {A})", "group(c2, {C})", "group(c2, {A, C})", "pass()"}));
  table.play("group(c2, {A, C})");
  EXPECT_EQ(table.value("herd"), "{A, C}");
  EXPECT_EQ(table.choices(), (Words{"group(c2, {C})", "pass()"})) << "A is tired";
}

TEST(Actions, go_through_paths_and_what_is_asked_of_each_hex) {
  Table table = game(R"(  action walk(u in boss at g, way: path of 2 from g)
    each h in way require 1.0 north: h != ford
    require 1.0 away: distance(g, end_of(way)) = 2
    do
      place(u) := end_of(way)
)",
                     "        walk()\n", "    for all u in unit where weight(u) = 3 do boss := u\n");
  EXPECT_EQ(table.choices(), (Words{"walk(C, a3-a2)", "walk(C, b2-a2)", "walk(C, b2-b1)", "walk(C, c3-d2)",
                                    "walk(C, c3-d3)", "pass()"}));
  for (const std::string& words : table.choices()) EXPECT_EQ(words.find("c2"), std::string::npos) << words;
  table.play("walk(C, b2-b1)");
  EXPECT_EQ(table.value("place(\"C\")"), "b1");
}

TEST(Actions, ensure_asks_the_position_after_and_leaves_no_trace) {
  Table table = game(R"(  action lift(u in unit)
    ensure 1.0 light: n <= 4
    do
      n += weight(u)
)",
                     "        lift()\n");
  table.play("lift(C)");
  EXPECT_EQ(table.value("n"), "3");
  EXPECT_EQ(table.choices(), (Words{"lift(A)", "pass()"}));
  EXPECT_EQ(table.value("n"), "3");
}

TEST(Actions, waivers_lift_what_they_name) {
  Table table = game(R"(  action lift(u in unit)
    require 1.0 light: weight(u) = 1
case 1.1
  waive lift(u).light when tired(u)
case 1.2
  action tire(u in unit)
    do
      tired(u) := yes
)",
                     "        lift()\n        tire()\n");
  EXPECT_EQ(table.choices(), (Words{"lift(A)", "tire(A)", "tire(B)", "tire(C)", "pass()"}));
  table.play("tire(C)");
  EXPECT_EQ(table.choices(), (Words{"lift(A)", "lift(C)", "tire(A)", "tire(B)", "tire(C)", "pass()"}));
}

TEST(Actions, alternatives_bind_fix_and_require) {
  Table table = game("  action take(u in unit, k in 1 .. 2)\n",
                     R"(        take(u, k = 2) require 1.0 weight(u) >= 2 then
          m := weight(u)
        take(_, k) require 1.0 k = 1 then
          n := k
)");
  EXPECT_EQ(table.choices(),
            (Words{"take(B, 2)", "take(C, 2)", "take(A, 1)", "take(B, 1)", "take(C, 1)", "pass()"}));
  table.play("take(C, 2)");
  EXPECT_EQ(table.value("m"), "3");
  EXPECT_EQ(table.value("n"), "0");
  table.play("take(A, 1)");
  EXPECT_EQ(table.value("m"), "3");
  EXPECT_EQ(table.value("n"), "1");
}

// ---- preferences

const char* const flight = R"(  action flee(u in unit, to in hexes_within(ford, 1))
    require 1.0 free: no x in unit on to
    best 1.0 least distance(to, ford)
    do
      place(u) := to
)";

TEST(Preferences, keep_the_best_of_the_last_parameter) {
  Table table = game(flight, "        flee()\n");
  EXPECT_EQ(table.choices(), (Words{"flee(A, c2)", "flee(B, c2)", "flee(C, c2)", "pass()"}));
  table.play("flee(A, c2)");
  EXPECT_EQ(table.choices().size(), 3 * 6 + 1U) << "the best is taken, six are as good as one another";
}

TEST(Preferences, apply_in_the_written_order) {
  Table table = game(R"(  action pick(k in 0 .. 9)
    best 1.0 most min(k, 6)
    best 1.0 least k
)",
                     "        pick()\n");
  EXPECT_EQ(table.choices(), (Words{"pick(6)", "pass()"}));
}

TEST(Preferences, count_where_legal_asks) {
  Table table = game(std::string(flight) + R"(  action ask(u in unit, to in hexes_within(ford, 1))
    require 1.0 legal flee(u, to)
)",
                     "        ask()\n        flee()\n");
  EXPECT_EQ(table.choices(), (Words{"ask(A, c2)", "ask(B, c2)", "ask(C, c2)", "flee(A, c2)", "flee(B, c2)",
                                    "flee(C, c2)", "pass()"}));
  table.play("flee(A, c2)");
  EXPECT_EQ(table.choices().size(), 2 * 3 * 6 + 1U);
}

TEST(Preferences, count_where_legal_asks_of_sets_and_paths) {
  Table table = game(R"(  action gang(who: set of u in unit)
    require 1.0 enough: (total weight(u) over u in who) >= 3
    best 1.0 least count who
    best 1.0 least total weight(u) over u in who
  action march(u in unit at g, way: path of up to 2 from g)
    best 1.0 least distance(end_of(way), ford)
    best 1.0 least length(way)
  action ask_gang(who: set of u in unit)
    require 1.0 legal gang(who)
  action ask_march(u in unit at g, way: path of up to 2 from g)
    require 1.0 legal march(u, way)
)",
                     "        gang()\n        march()\n        ask_gang()\n        ask_march()\n");
  EXPECT_EQ(table.choices(),
            (Words{"gang({C})", "march(A, b1-c2)", "march(B, b1-c2)", "march(C, b2-c2)", "march(C, c3-c2)",
                   "ask_gang({C})", "ask_march(A, b1-c2)", "ask_march(B, b1-c2)", "ask_march(C, b2-c2)",
                   "ask_march(C, c3-c2)", "pass()"}));
}

TEST(Preferences, count_where_something_is_attempted) {
  Table table = game(std::string(flight) + "  action order(u in unit, to in hexes_within(ford, 1))\n",
                     "        order(u, to) then\n          attempt flee(u, to)\n");
  table.play("order(A, c1)");
  EXPECT_EQ(table.value("place(\"A\")"), "a1");
  EXPECT_EQ(table.rules->notes(), Words{"flee(A, c1) lapses: 1.0"});
  table.play("order(A, c2)");
  EXPECT_EQ(table.value("place(\"A\")"), "c2");
  EXPECT_EQ(table.rules->notes(), Words{});
  table.play("order(B, c1)");
  EXPECT_EQ(table.value("place(\"B\")"), "c1");
}

TEST(Preferences, say_what_is_better) {
  Table table = game(flight, "        flee()\n");
  Diagnostics diagnostics;
  const auto named = parse_choice(*table.scenario, table.position, "flee(A, c1)", {}, diagnostics);
  ASSERT_TRUE(named);
  const Explanation why = explain_choice(*table.rules, table.position, *named);
  EXPECT_FALSE(why.lawful);
  ASSERT_FALSE(why.verdicts.empty());
  EXPECT_FALSE(why.verdicts.front().holds);
  EXPECT_EQ(why.verdicts.front().name, "1.0");
  EXPECT_EQ(why.verdicts.front().why->value, "1, but 0 with c2");
}

}  // namespace
}  // namespace casebook::runtime
