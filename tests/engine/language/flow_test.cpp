// SPDX-License-Identifier: Apache-2.0
// The flow of small procedures, read against the reference by hand.
#include <gtest/gtest.h>

#include "tests/engine/language/flow_text.h"

namespace casebook::language {
namespace {

// The number of turns is asked for once. What must fall is kept at the head of a turn and compared only if
// there is another one. `stop` clears what the turn declared and leaves the inner repeat only. `twice` is
// read where it is set, so it is scratch.
TEST(Flow, a_repeat_counts_falls_and_ends) {
  const auto program = compile_tiny(R"(  state left: set of unit
  state allowed: number = 3
  action take(u in left)
    do
      left -= {u}
  procedure game
    repeat at most allowed times decreasing count left
      let n = count left
      choose by mover
        take(u) then
          repeat
            let m = n + 1
            choose by mover
              pass() then
                if m = 3 then stop
              take(v) then
                place(v) := off
                stop
      let twice = n * 2
      if twice = 4 then mover := black
    until left is empty
    end game drawn
)");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(flow_of(*program, "game"), R"(0: run
    let $repeat:1 = 0:number
1: run
    let $limit:1 = (state allowed)
2: branch (less $repeat:1 $limit:1) else 23
3: run
    let $last:1 = (count [(state left) as $])
4: run
    let $n = (count [(state left) as $'2])
5: choose by (state mover)
  take(_) then 6
  or else -
6: run
    let $m = (add $n 1:number)
7: choose by (state mover)
  pass() then 8
  take($v) then 11
  or else -
8: branch (equal $m 3:number) else 14
9: clear $m
10: jump 16
11: run
    place of unit $v := (box off)
12: clear $m $v
13: jump 16
14: clear $m
15: jump 6
16: run
    let $twice = (rescale 2 number $n)
    if (equal $twice 4:number)
      mover := black
17: clear $n
18: branch (not (is_empty (state left))) else 23
19: branch (less_equal $last:1 (count [(state left) as $'3])) else 21
20: fault ""count left" did not fall from one turn of the repeat to the next"
21: run
    let $repeat:1 = (add $repeat:1 1:number)
22: jump 2
23: clear $repeat:1 $limit:1 $last:1
24: end game drawn
25: leave
)");
}

// `from` is read by nothing, so only the hex g is kept beside u and t. A run ends where an effect may end the
// game. The value of the match is asked for once and gone when an arm begins. After the draw's `or else`
// comes what `stop` leads to.
TEST(Flow, names_of_an_alternative_last_to_its_end) {
  const auto program = compile_tiny(R"(  measure d6 from 1 to 6
  kind chit
  state hits: number
  state cup: set of chit
  action fire(u in unit at from, t in unit at g)
    require 1.1: adjacent(from, g)
  effect hit(u: unit) do
    place(u) := off
    if no x in unit at h: yes then end game drawn
  procedure game
    repeat
      choose by mover
        fire(u, t) require 1.1 u != t then
          roll a, b: d6 given a != b
          match a
            1: hit(u)
            2, 3:
              roll c: d6
              hits += c as number
            others: nothing
          if b = 6 then place(t) := off
          choose by other(mover)
            fire(u = t, x) then
              for all y in unit on g do hit(y)
              hits += 1
          or else
            hits := 0
        pass() then
          draw d from cup or else stop
          cup -= {d}
    end game won by mover
)");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(flow_of(*program, "game"), R"(0: choose by (state mover)
  fire($u, $t at $g) then 1
    require 1.1 1.1: (not (equal $u'2 $t'2))
  pass() then 22
  or else -
1: roll $a: d6 $b: d6 given (not (equal $a $b))
2: run
    let $match:1 = $a
3: branch (equal $match:1 1:d6) else 7
4: clear $match:1
5: run
    effect hit $u
6: jump 14
7: branch (any_of (equal $match:1 2:d6) (equal $match:1 3:d6)) else 13
8: clear $match:1
9: roll $c: d6
10: run
    hits := (check_range -1000000 .. 1000000 1.1 (add (state hits) (rescale 1 number $c)))
11: clear $c
12: jump 14
13: clear $match:1
14: run
    if (equal $b 6:d6)
      place of unit $t := (box off)
15: choose by (other_side (state mover))
  fire(= $t, _) then 16
  or else 19
16: run
    for all [(all_members unit) as $y on $g]
      effect hit $y
17: run
    hits := (check_range -1000000 .. 1000000 1.1 (add (state hits) 1:number))
18: jump 20
19: run
    hits := 0:number
20: clear $u $t $g $a $b
21: jump 0
22: draw $d from (state cup) or else 26
23: run
    cup -= (set_of chit $d)
24: clear $d
25: jump 0
26: end game won by (state mover)
27: leave
)");
}

// Nothing a watch reads is written by pass, by `turn += 1`, or between a settlement and the head of the
// repeat; nothing is looked at within `undisturbed`. `phase` is called there too, so a settlement in it may
// not have happened and later ones stay.
TEST(Flow, settlements_stand_where_something_may_have_changed) {
  const auto program = compile_tiny(R"(  given side(unit): side
  state tired(unit): bool
  state turn: number
  action rest(u in unit)
    do
      tired(u) := no
  action tire(u in unit)
    do
      tired(u) := yes
  whenever worn(u in unit at g) when tired(u) by side(u) first mover
    choose by side(u)
      rest(u = u)
      pass() then
        place(u) := off
  procedure game
    repeat
      choose by mover
        pass()
        tire() then
          turn += 1
        rest(u) then
          undisturbed
            attempt tire(u)
            phase(u)
          phase(u)
          attempt tire(u)
          if tired(u) then stop
    end game drawn
  procedure phase(u: unit)
    choose by mover
      pass()
    for all v in unit where v != u do tired(v) := yes
    choose by mover
      pass()
)");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(flow_of(*program, "game"), R"(0: settle
1: choose by (state mover)
  pass() then 1
  tire(_) then 2
  rest($u) then 5
  or else -
2: settle
3: run
    turn := (check_range -1000000 .. 1000000 1.1 (add (state turn) 1:number))
4: jump 1
5: settle
6: undisturbed 1
7: attempt tire $u
8: call phase $u
9: undisturbed -1
10: call phase $u
11: attempt tire $u
12: settle
13: branch (state tired $u) else 16
14: clear $u
15: jump 18
16: clear $u
17: jump 1
18: end game drawn
19: leave
)");
  EXPECT_EQ(flow_of(*program, "phase"), R"(0: settle
1: choose by (state mover)
  pass() then 2
  or else -
2: settle
3: run
    for all [(all_members unit) as $v where (not (equal $v $u))]
      tired $v := yes
4: settle
5: choose by (state mover)
  pass() then 6
  or else -
6: settle
7: leave
)");
  EXPECT_EQ(
      flow_of(*program, "whenever"),
      R"(0: branch (exists [(all_members unit) as $u at $g] (all_of (not (state worn.woken $u)) (state tired $u))) else 9
1: run
    whenever.settling := yes
2: run
    let $whose = (choose_if (exists [(all_members unit) as $u'2 at $g'2] (all_of (not (state worn.woken $u'2)) (state tired $u'2) (equal (given side $u'2) (state mover)))) (state mover) (choose_if (exists [(all_members unit) as $u'3 at $g'3] (all_of (not (state worn.woken $u'3)) (state tired $u'3) (equal (given side $u'3) white))) white black))
3: choose by $whose
  worn($u'4) then 4
    require 1.1 turn: (equal (given side $u'5) $whose)
  or else -
4: choose by (given side $u'4)
  rest(= $u'4) then 6
  pass() then 5
  or else -
5: run
    place of unit $u'4 := (box off)
6: clear $whose $u'4
7: branch (exists [(all_members unit) as $u'6 at $g'4] (all_of (not (state worn.woken $u'6)) (state tired $u'6))) else 9
8: jump 2
9: leave
)");
}

// What a procedure is given is kept while it runs; a let that is read after a choice too, one that is not is
// scratch.
TEST(Flow, state_and_names_of_a_procedure) {
  const auto program = compile_tiny(R"(  procedure game
    turn(white, 3)
    turn(black, 4)
    end game drawn
  procedure turn(by: side, n: number)
    state passes: number = n
    let first_two = n - 1
    let again = first_two + 1
    if again = passes then mover := by
    choose by by
      pass() then passes += first_two
)");
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(flow_of(*program, "game"), R"(0: call turn white 3:number
1: call turn black 4:number
2: end game drawn
3: leave
)");
  EXPECT_EQ(flow_of(*program, "turn"), R"(0: run
    let $first_two = (check_range -1000000 .. 1000000 1.1 (subtract $n 1:number))
    let $again = (add $first_two 1:number)
    if (equal $again (state passes))
      mover := $by
1: choose by $by
  pass() then 2
  or else -
2: run
    passes := (check_range -1000000 .. 1000000 1.1 (add (state passes) $first_two))
3: leave
)");
}

}  // namespace
}  // namespace casebook::language
