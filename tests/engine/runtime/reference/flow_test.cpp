// SPDX-License-Identifier: Apache-2.0
// Statements, procedures, chance, interrupts, faults: from position to position.
#include <gtest/gtest.h>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/choice_text.h"
#include "tests/engine/runtime/reference/table.h"

namespace casebook::runtime {
namespace {

using testing_support::pieces_data;
using testing_support::pieces_rules;
using testing_support::Table;

// ---- statements

/// The text of a do, run once from the start.
Table after(const std::string& text, const std::string& more = "") {
  Table table(pieces_rules + "  action act()\n    do\n" + text +
                  "  procedure game\n    repeat\n      choose by white\n        act()\n" + more,
              pieces_data());
  table.play("act()");
  return table;
}

TEST(Statements, run_down_the_page) {
  Table table = after("      n := 3\n      n += 2\n      n -= 1\n      m := n\n");
  EXPECT_EQ(table.value("n"), "4");
  EXPECT_EQ(table.value("m"), "4");
}

TEST(Statements, let_if_and_match) {
  Table table = after(R"(      let x = n + 2
      if x = 2 then m := 1 else m := 9
      match mood(A_side)
        calm: n := 7
        cross, mad: n := 8
)",
                      "  define A_side -> side = white\n");
  EXPECT_EQ(table.value("m"), "1");
  EXPECT_EQ(table.value("n"), "8");
}

TEST(Statements, write_places_sets_maybes_bits_and_hexsides) {
  Table table = after(R"(      for all u in unit where side(u) = black do place(u) := off
      herd += {u in unit where side(u) = white}
      herd -= {u in unit where weight(u) = 1}
      for all u in unit where weight(u) = 2 do boss := u
      for all u in unit where weight(u) = 3 do tired(u) := yes
)");
  EXPECT_EQ(table.value("place(\"C\")"), "off");
  EXPECT_EQ(table.value("herd"), "{B}");
  EXPECT_EQ(table.value("boss"), "B");
  EXPECT_EQ(table.value("tired(\"C\")"), "yes");
  EXPECT_EQ(table.value("tired(\"A\")"), "no");
}

TEST(Statements, for_all_reads_the_old_state) {
  // Everybody's load becomes that of the next one: at once, so nobody sees what another wrote.
  Table table = after(R"(      for all u in unit do load(u) := weight(u)
      for all u in unit do load(u) := total load(x) over x in unit where weight(x) = weight(u) + 1
)");
  EXPECT_EQ(table.value("load(\"A\")"), "2");
  EXPECT_EQ(table.value("load(\"B\")"), "3");
  EXPECT_EQ(table.value("load(\"C\")"), "0");
}

TEST(Statements, for_all_bodies_may_agree) {
  EXPECT_EQ(after("      for all u in unit do n := 5\n").value("n"), "5");
  EXPECT_EQ(after("      for all u in unit do herd += {u}\n").value("herd"), "{A, B, C}")
      << "each writes its own member";
}

TEST(Statements, for_all_bodies_that_differ_are_a_fault) {
  Table table = after("      for all u in unit do n := weight(u)\n");
  EXPECT_EQ(table.outcome(), "fault by 1.0");
  EXPECT_EQ(after("      for all u in unit do n := if weight(u) = 1 then n else 4\n").outcome(),
            "fault by 1.0")
      << "writing the old value is writing";
  EXPECT_EQ(after("      for all u in unit do if weight(u) = 1 then herd += {u} else herd -= {x in unit "
                  "where weight(x) = 1}\n")
                .outcome(),
            "fault by 1.0");
}

TEST(Statements, for_all_within_for_all) {
  Table table = after(R"(      for all u in unit do
        for all x in unit where weight(x) = weight(u) do load(x) := weight(u) + 10
)");
  EXPECT_EQ(table.value("load(\"A\")"), "11");
  EXPECT_EQ(table.value("load(\"C\")"), "13");
}

TEST(Statements, for_each_goes_one_after_another_by_its_key) {
  // n collects digits: 3 first by the falling key, then 2, then 1.
  EXPECT_EQ(after("      for each u in unit by -weight(u) do n := n * 10 + weight(u)\n").value("n"), "321");
  EXPECT_EQ(after("      for each u in unit do n := n * 10 + weight(u)\n").value("n"), "123")
      << "in the order of the file";
  EXPECT_EQ(after("      for each u in unit by n do n := n * 10 + weight(u)\n").value("n"), "123")
      << "ties in the order of the file";
}

TEST(Statements, for_each_fixes_its_members_and_hexes_at_the_start) {
  Table table = after(R"(      for each u in unit at g do
        for all x in unit do place(x) := off
        n += distance(g, ford)
)");
  EXPECT_EQ(table.value("n"), "6") << "a1 and a1 are 2 from the ford, b3 is 2";
}

TEST(Statements, effects_take_the_first_or_each_entry) {
  const std::string effects = R"(  effect one(u: unit) = first of
    1.0 light: n += 1 when weight(u) = 1
    1.0 heavy when weight(u) >= 2 do
      n += 10
      m += 1
    1.0 never_reached when yes do
      n += 100
  effect all_of_them(u: unit) = each of
    1.0 first: n += 1 when weight(u) = 1
    1.0 second: m := n when n > 0
  effect plain(u: unit, k: number) do
    n := k
    place(u) := off
)";
  EXPECT_EQ(after("      for each u in unit do one(u)\n", effects).value("n"), "21");
  EXPECT_EQ(after("      for each u in unit do all_of_them(u)\n", effects).value("m"), "1")
      << "each entry sees what the one before it did";
  Table table = after("      for each u in unit where weight(u) = 2 do plain(u, n + 4)\n", effects);
  EXPECT_EQ(table.value("n"), "4");
  EXPECT_EQ(table.value("place(\"B\")"), "off");
}

TEST(Statements, leaving_a_range_is_a_fault) {
  EXPECT_EQ(after("      tally += 9\n      tally += 2\n").outcome(), "fault by 1.0");
  EXPECT_EQ(after("      tally += 9\n      tally += 1\n").value("tally"), "10");
}

TEST(Statements, the_first_end_game_stands_and_the_rest_still_runs) {
  Table table = after("      end game won by black\n      end game won by white\n      n := 4\n");
  EXPECT_EQ(table.outcome(), "won by black");
  EXPECT_EQ(table.value("n"), "4");
  EXPECT_EQ(after("      end game drawn\n").outcome(), "drawn");
}

TEST(Statements, legal_within_a_do_leaves_its_parameters_alone) {
  Table table(pieces_rules + R"(  action move(u in unit, to in neighbours(ford))
    do
      n := if exists x in unit: legal move(x, ford) then 1 else 2
      place(u) := to
  procedure game
    repeat
      choose by white
        move()
)",
              pieces_data());
  table.play("move(B, c1)");
  EXPECT_EQ(table.value("place(\"B\")"), "c1");
  EXPECT_EQ(table.value("place(\"C\")"), "b3");
  EXPECT_EQ(table.value("n"), "2");
}

// ---- procedures

TEST(Procedures, have_state_and_names_that_live_for_one_run) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      round(n)
  procedure round(start: number)
    state count_here: number = start + 10
    state seen(unit): bool
    choose by white
      take(u, k) then
        seen(u) := yes
        count_here += k
        choose by black
          pass()
        n := count_here
        m := count u2 in unit where seen(u2)
  action take(u in unit, k in 1 .. 3)
    require 1.0 once: not seen(u)
  action pass()
)",
              pieces_data());
  EXPECT_EQ(table.choices().size(), 9U);
  table.play("take(B, 2)");
  EXPECT_EQ(table.value("count_here"), "12");
  EXPECT_EQ(control_text(*table.scenario->program, control_of(*table.scenario, table.position)),
            "game:1 / round:2");
  table.play("pass()");
  EXPECT_EQ(table.value("n"), "12");
  EXPECT_EQ(table.value("m"), "1");
  EXPECT_EQ(table.value("count_here"), "22") << "the next run begins with n, 12";
  EXPECT_EQ(table.choices().size(), 9U) << "nobody has been seen in this run";
  table.play("take(B, 2)");
  Position other = table.position;
  table.play("pass()");
  EXPECT_EQ(table.position.hash(), table.position.hash_afresh());
}

TEST(Procedures, leave_nothing_behind) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      choose by white
        go(u) then
          roll d: d6
          let k = d as number
          choose by black
            go(u2) then
              m := k
  action go(u in unit)
)",
              pieces_data());
  const Position start = table.position;
  table.play("go(A)").roll("3").play("go(B)");
  EXPECT_EQ(table.value("m"), "3");
  table.write("m", 0);
  EXPECT_EQ(table.position, start) << "bound names, dice and lets are gone";
}

TEST(Procedures, repeat_at_most_until_and_stop) {
  const auto rules = [](const std::string& head, const std::string& foot) {
    return pieces_rules + "  procedure game\n    repeat" + head +
           "\n      choose by white\n        more() then n += 1\n        enough() then stop\n" + foot +
           "    end game drawn\n  action more()\n  action enough()\n";
  };
  Table thrice(rules(" at most 3 times", ""), pieces_data());
  thrice.play("more()").play("more()").play("more()");
  EXPECT_EQ(thrice.outcome(), "drawn");
  EXPECT_EQ(thrice.value("n"), "3");
  Table until(rules("", "    until n = 2\n"), pieces_data());
  until.play("more()");
  EXPECT_EQ(until.outcome(), "open");
  until.play("more()");
  EXPECT_EQ(until.outcome(), "drawn");
  Table stopped(rules("", ""), pieces_data());
  stopped.play("more()").play("enough()");
  EXPECT_EQ(stopped.outcome(), "drawn");
}

TEST(Procedures, a_decreasing_that_does_not_fall_is_a_fault) {
  const std::string rules = pieces_rules + R"(  procedure game
    herd := unit
    1.5 repeat decreasing count herd
      choose by white
        eat(u) then herd -= {u}
        wait()
    until herd is empty
    end game drawn
  action eat(u in herd)
  action wait()
)";
  Table eaten(rules, pieces_data());
  eaten.play("eat(A)").play("eat(C)").play("eat(B)");
  EXPECT_EQ(eaten.outcome(), "drawn");
  Table waited(rules, pieces_data());
  waited.play("eat(A)").play("wait()");
  EXPECT_EQ(waited.outcome(), "fault by 1.5");
  ASSERT_EQ(waited.rules->notes().size(), 1U);
  EXPECT_EQ(waited.rules->notes()[0], "\"count herd\" did not fall from one turn of the repeat to the next");
}

TEST(Procedures, nobody_can_choose) {
  const std::string rules = pieces_rules + R"(  procedure game
    choose by white
      go()
    1.7 choose by white
      no_way()
OR_ELSE
    end game drawn
  action go()
  action no_way()
    require 1.0 no
)";
  const auto with = [&](const std::string& or_else) {
    return std::string(rules).replace(rules.find("OR_ELSE"), 7, or_else);
  };
  Table stuck(with(""), pieces_data());
  stuck.play("go()");
  EXPECT_EQ(stuck.outcome(), "stuck at game:2");
  EXPECT_EQ(stuck.scenario->program->label_text(stuck.rules->outcome(stuck.position).label), "1.7");
  Table otherwise(with("    or else\n      n := 5"), pieces_data());
  otherwise.play("go()");
  EXPECT_EQ(otherwise.outcome(), "drawn");
  EXPECT_EQ(otherwise.value("n"), "5");
}

TEST(Procedures, what_is_over_has_no_control) {
  Table table(pieces_rules + R"(  procedure game
    inner(3)
  procedure inner(k: number)
    state x(unit): bool
    undisturbed
      choose by white
        go(u) then
          x(u) := yes
          m := k
          end game won by side(u)
  action go(u in unit)
)",
              pieces_data());
  table.play("go(C)");
  EXPECT_EQ(table.outcome(), "won by black");
  EXPECT_EQ(table.value("m"), "3");
  table.write("m", 0);
  Position bare = table.scenario->start;
  set_outcome(*table.scenario, bare, table.rules->outcome(table.position));
  EXPECT_EQ(table.position, bare);
}

TEST(Procedures, attempt_carries_out_or_lapses_with_a_note) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      choose by white
        order(u) then
          attempt move(u, ford)
  action order(u in unit)
  action move(u in unit at from, to in neighbours(from))
    require 1.8 light: weight(u) <= 2
    require 1.9 not tired(u)
    do
      place(u) := to
      tired(u) := yes
)",
              pieces_data());
  table.play("order(A)");
  EXPECT_EQ(table.value("place(\"A\")"), "a1") << "too far";
  EXPECT_EQ(table.rules->notes(), (std::vector<std::string>{"move(A, c2) lapses: 1.0 (domain of to)"}));
  table.play("order(C)");
  EXPECT_EQ(table.rules->notes(),
            (std::vector<std::string>{"move(C, c2) lapses: 1.0 (domain of to), 1.8 (light)"}));
}

// ---- chance

TEST(Chance, rolls_every_face_and_what_a_condition_leaves) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      roll a, b: d3 given a != b
      n := a as number
      m := b as number
)",
              pieces_data());
  EXPECT_EQ(table.outcomes(), (std::vector<std::string>{"1, 2", "1, 3", "2, 1", "2, 3", "3, 1", "3, 2"}));
  table.roll("3, 1");
  EXPECT_EQ(table.value("n"), "3");
  EXPECT_EQ(table.value("m"), "1");
}

TEST(Chance, a_condition_that_no_roll_meets_is_a_fault) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      choose by white
        go() then
          1.6 roll a: d3 given a as number > n + 2
  action go()
)",
              pieces_data());
  table.play("go()").roll("3");
  table.write("n", 1);
  table.play("go()");
  EXPECT_EQ(table.outcome(), "fault by 1.6");
}

TEST(Chance, draws_from_what_is_left) {
  Table table(pieces_rules + R"(  procedure game
    herd := {u in unit where weight(u) != 2}
    repeat
      1.6 draw c from herd
      herd -= {c}
      n := weight(c)
)",
              pieces_data());
  EXPECT_EQ(table.outcomes(), (std::vector<std::string>{"A", "C"}));
  table.roll("C");
  EXPECT_EQ(table.value("n"), "3");
  EXPECT_EQ(table.outcomes(), (std::vector<std::string>{"A"}));
  table.roll("A");
  EXPECT_EQ(table.outcome(), "fault by 1.6") << "nothing is left";
}

TEST(Chance, draws_go_another_way_when_nothing_is_left) {
  Table table(pieces_rules + R"(  procedure game
    repeat
      draw c from herd or else stop
      herd -= {c}
    end game drawn
)",
              pieces_data());
  EXPECT_EQ(table.outcome(), "drawn");
}

// ---- interrupts

const std::string watch_rules =
    R"(  define caught(u: unit, g: hex) -> bool = exists x in unit at h where side(x) != side(u): h = g or adjacent(h, g)
  action move(u in unit at from, to in neighbours(from))
    do
      place(u) := to
  action run_to(u in unit at from, to in neighbours(from))
    do
      place(u) := to
  action sit(u in unit)
  whenever flees(b in unit at g) when weight(b) <= 2 and caught(b, g) by side(b) first black
    choose by side(b)
      run_to(u = b, to)
      sit(u = b)
  procedure game
    repeat
      choose by white
        move() then
          n += 1
)";

TEST(Interrupts, wake_each_member_once_and_then_the_text_goes_on) {
  Table table(pieces_rules + watch_rules, pieces_data());
  // C is black on b3; A and B are white on a1.
  table.play("move(C, a3)").play("move(C, a2)");
  EXPECT_EQ(table.choices(), (std::vector<std::string>{"flees(A)", "flees(B)"}))
      << "both are caught; their player picks one";
  EXPECT_EQ(table.value("n"), "1") << "what was interrupted has not gone on yet";
  table.play("flees(B)");
  EXPECT_EQ(table.choices(), (std::vector<std::string>{"run_to(B, a2)", "run_to(B, b1)", "sit(B)"}));
  table.play("sit(B)");
  EXPECT_EQ(table.choices(), (std::vector<std::string>{"flees(A)"})) << "B was woken in this settlement";
  table.play("flees(A)").play("sit(A)");
  EXPECT_EQ(table.value("n"), "2");
  EXPECT_EQ(table.rules->site(table.position).procedure, table.scenario->program->game);
}

TEST(Interrupts, do_not_wake_who_is_no_longer_caught) {
  Table table(pieces_rules + watch_rules, pieces_data());
  table.play("move(A, b1)").play("move(C, b2)");
  EXPECT_EQ(table.choices(), (std::vector<std::string>{"flees(A)"}));
  table.play("flees(A)").play("run_to(A, c1)");
  EXPECT_EQ(table.value("n"), "2");
}

TEST(Interrupts, undisturbed_text_is_left_alone) {
  Table table(pieces_rules + watch_rules.substr(0, watch_rules.find("  procedure game")) + R"(  procedure game
    repeat
      undisturbed
        choose by white
          move()
        n += 1
      choose by white
        rest()
  action rest()
)",
              pieces_data());
  table.play("move(C, a3)").play("rest()").play("move(C, a2)");
  EXPECT_EQ(table.value("n"), "2") << "the rest of the block has run";
  EXPECT_EQ(table.choices(), (std::vector<std::string>{"flees(A)", "flees(B)"}))
      << "looked at when it is over, before the next choose";
}

}  // namespace
}  // namespace casebook::runtime
