// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small game with every construct of the language, over the ground and declarations of
// tests/support/ops_rules.h: a definition for each operation, and a game that soon reaches each of its
// steps. The rules mean nothing.

#include <string>

#include "tests/support/ops_rules.h"

namespace casebook::testing_support {

inline const char* const construct_more = R"(case 6.0
  define op_named_place(h: hex) -> bool = h = ford
  define op_box(u: unit) -> bool = place(u) = reserve
  define op_option -> bool = night
  define op_reading -> bool = meaning = wide
  define op_given(u: unit) -> factors = factor(u)
  define op_given_between(a: hex, b: hex) -> bool = road(a, b)
  define op_state_between(a: hex, b: hex) -> bool = lit(a, b)
  define op_place(u: unit) -> location = place(u)
  define op_field(h: hex) -> bool = linked(white)[h]
  define op_cost(h: hex) -> bool = toll[h] < 2
  define op_on_map(u: unit) -> bool = on_map(u)
  define op_as_location(u: unit, h: hex) -> bool = place(u) = h
  define op_as_maybe(f: formation) -> bool = active = f
  define op_if_hex(u: unit) -> number = if place(u) is hex g then distance(g, ford) else 99
  define op_let(h: hex) -> number = let n = (count u in unit on h) in n + n
  define op_choose_if(u: unit) -> factors = if moved(u) then 1 else 2
  define op_all_of(u: unit) -> bool = moved(u) and on_map(u)
  define op_any_of(u: unit) -> bool = moved(u) or on_map(u)
  define op_not(u: unit) -> bool = not moved(u)
  define op_implies(u: unit) -> bool = moved(u) implies on_map(u)
  define op_less(u: unit) -> bool = factor(u) < 4
  define op_less_equal(h: hex) -> bool = terrain(h) <= sand
  define op_subtract(n: small) -> number = (n as number) - 2
  define op_negate(n: columns) -> columns = -n
  define op_multiply(n: small) -> number = (n as number) * (count unit)
  define op_rescale(u: unit) -> points = factor(u) as points
  define op_round(u: unit) -> factors = factor(u) * 2/3 rounded down
  define op_divide(u: unit, s: side) -> factors = factor(u) / (count units(s)) rounded up
  define op_odds(a: unit, b: unit) -> number = odds(factor(a), factor(b)) favouring defender or else 9
  define op_minimum(a: unit, b: unit) -> factors = min(factor(a), factor(b))
  define op_maximum(a: unit, b: unit) -> factors = max(factor(a), factor(b))
  define op_exists(h: hex) -> bool = exists u in unit on h
  define op_for_all(h: hex) -> bool = all u in unit on h: factor(u) > 3
  define op_count(h: hex) -> number = count u in unit at g where adjacent(g, h)
  define op_total(h: hex) -> factors = total factor(u) over u in unit on h
  define op_least(s: side) -> factors = least factor(u) over u in units(s) at g or else 0
  define op_most(s: side) -> factors = most factor(u) over u in units(s) at g or else 0
  define op_members -> set of formation = formation - cup
  define op_range(n: small) -> bool = exists k in 2 .. 4: k = (n as number)
  define op_set_of(a: unit, b: unit) -> set of unit = {a, b}
  define op_filter(s: side) -> set of unit = {u in units(s) where on_map(u) with least factor(u)}
  define op_image(s: side) -> set of hex = {g of u in units(s) at g}
  define op_unite(s: side, u: unit) -> set of unit = units(s) + {u}
  define op_intersect(s: side) -> set of unit = units(s) & {u in unit where moved(u)}
  define op_from_maybe -> set of formation = active + cup
  define op_contains(f: formation) -> bool = f in cup
  define op_contains_location(u: unit, h: hex) -> bool = place(u) in neighbours(h)
  define op_subset(u: unit, v: unit) -> bool = {u, v} within units(white)
  define op_is_empty -> bool = cup is empty
  define op_neighbours(h: hex) -> set of hex = neighbours(h)
  define op_distance(a: hex, b: hex) -> number = distance(a, b)
  define op_within(h: hex) -> set of hex = hexes_within(h, 1)
  define op_on_edge(h: hex) -> bool = on_edge(h)
  define op_hexsides(h: hex) -> set of hexside = hexsides(h)
  define op_ends(e: hexside) -> set of hex = ends(e)
  define op_other(s: side) -> side = other(s)
  define op_legal(u: unit, h: hex) -> bool = legal step(u, h)
  define op_maybe -> number = count f in active where f in cup
  define op_per(s: side) -> columns = sum of
    6.0 one: 1 per u in units(s) where moved(u)
case 7.0
  state spent(unit): small
  state tally: columns
  state seen: set of unit
  state held: unit or none
  effect harm(u: unit) = first of
    7.1 gone: place(u) := off when moved(u)
    7.2 once do
      moved(u) := yes
      left(u) := 7/2
  effect bruise(u: unit) = each of
    7.3 tired: spent(u) := min(spent(u) + 1, 6)
    7.4 noted: tally := min(tally + 1, 20)
  effect mend(u: unit) do
    spent(u) := 0
    left(u) := 3/2
  effect resign(s: side) do
    tally := 0
    end game won by s
case 7.5
  action step(u in units(mover) at from where factor(u) > 1, to in neighbours(from))
    require 7.5 dry: terrain(to) != swamp
    require 7.5 free: no x in unit on to
    ensure 7.5 alone: (count x in units(mover) on to) = 1
    do
      place(u) := to
      left(u) := 1/2
case 7.6
  waive step(u, to).free when factor(u) = 5
case 7.7
  action rally(n in 1 .. 3, loud in no .. yes)
    require 7.7 calm: n < 3 or loud
    best 7.7 quiet: most if loud then 0 else 1
    do
      tally := n as columns
  action pick(f in active, n in 1 .. 3)
    best 7.7 few: least n
    do
      cup += {f}
      active := none
  action gather(team: set of x in units(mover) where on_map(x))
    each x in team require 7.8 fit: factor(x) < 5
    require 7.8 some: team is not empty
    best 7.8 many: most (count x in team)
    do
      for all x in team do mend(x)
      seen := team
  action march(u in units(mover) at from, p: path of up to 2 from from)
    each h in p require 7.9 dry: terrain(h) != swamp
    require 7.9 loaded: length(p) <= factor(u) as number and end_of(p) != start_of(p) and not (ford in p)
    do
      place(u) := end_of(p)
  action follow(u in units(mover) at from, to in hex)
    require 7.10 near: adjacent(from, to)
    do
      place(u) := to
  action shine(a in {ford}, b in neighbours(a))
    do
      lit(a, b) := not lit(a, b)
  action drill()
    do
      tally := 7
  action note(u in unit at g, h in neighbours(g))
    do
      spent(u) := (count k in 2 .. 4) as small
      moved(u) := linked(white)[h]
      left(u) := toll[h]
      tally := allowance(u) as columns
  action hit(u in unit)
    do
      harm(u)
      bruise(u)
  action pass()
  action answer(u in units(other(mover)))
    require 7.11 fresh: not (u in seen)
    do
      seen += {u}
  action give_up()
case 8.0
  procedure game
    repeat at most 4 times
      turn += 1
      choose by mover
        8.1 step(u, to) then
          attempt drill()
        8.2 rally(n = 2, loud = yes) require 8.2 turn <= 5
        8.3 step(_, _)
        8.4 rally(n, loud) then
          if loud then tally := 0
        8.5 pick(f, n)
        8.6 gather(team) then
          contest(team)
        8.7 march(u, p) then
          for each x in units(mover) at g by factor(x) do
            tally := min(tally + 1, 20)
            held := x
        8.8 shine(a, b)
        8.9 drill()
        8.10 note(u, h)
        8.11 hit(u)
        8.12 pass()
      roll a, b: d3 given a != b
      let worse = a > b
      if worse then tally := max(tally - 1, 0 - 20) else tally := min(tally + 1, 20)
      draw f from formation
      if f in cup then cup -= {f} else cup := {f}
      if no u in units(white) at g: factor(u) > 0 then end game won by black
      contest(units(mover))
      training(2)
      mover := other(mover)
    end game drawn
  procedure contest(team: set of unit)
    state rounds: small = 1
    state struck(unit): bool
    repeat
      rounds := min(rounds + 1, 6)
      choose by other(mover)
        answer(u) then
          struck(u) := yes
          harm(u)
          bruise(u)
        give_up() then stop
      or else
        stop
    draw c from cup
    or else
      end game won by white
    roll d: d3
    match d
      1: tally := results(1, mover)
      2: nothing
      3: for all x in team where not struck(x) do
        place(x) := reserve
  procedure training(n: small)
    undisturbed
      for all u in units(mover) do bruise(u)
      roll e: d3
      tally := e as columns - 3
    repeat decreasing n as number - tally as number
      choose by mover
        pass()
        rally(k, loud) then stop
    until tally > 4
    last_word()
  procedure last_word()
    let many = count u in units(mover) where moved(u)
    if many > 0 then
      resign(other(mover))
case 9.0
  whenever weary(u in unit at g) when spent(u) = 1 by side(u) first white
    undisturbed
      mend(u)
    choose by side(u)
      shine(_, _)
      pass()
case 9.1
  invariant later at every step: before(turn) <= turn
  invariant few: (count u in units(white) at g) <= 2
  claim "who leads"
    expect leads("A") = active
)";

/// With `first`, interrupts say who goes first; else they do not. A program has only one of the two.
inline std::string construct_rules(bool first = true) {
  std::string text = ops_rules;
  text.resize(text.find("case 6.0"));
  text += construct_more;
  const std::string who = " first white";
  if (!first) text.erase(text.find(who), who.size());
  return text;
}

}  // namespace casebook::testing_support
