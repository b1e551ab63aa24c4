// SPDX-License-Identifier: Apache-2.0
#include "engine/program/reads_writes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/language/flow_text.h"

namespace casebook::language {
namespace {

std::string names(const Program& program, const Cells& cells) {
  std::string text;
  for (const StateId id : cells.states) text += (text.empty() ? "" : " ") + program.states[id].name;
  for (const KindId id : cells.places)
    text += (text.empty() ? "" : " ") + ("place of " + program.kinds[id].name);
  return text;
}

template <class Items>
typename Items::Id id_of(const Items& items, const std::string& name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
  EXPECT_NE(found, items.end()) << name;
  return static_cast<typename Items::Id>(found - items.begin());
}

const std::string rules = R"(  state tired(unit): bool
  state hits: number
  state held(hex): bool
  given side(unit): side
  define rested(u: unit) -> bool = not tired(u)
  define near(h: hex) -> bool = exists u in unit at g where rested(u): adjacent(g, h)
  define where_is(u: unit) -> location = place(u)
  field open(s: side) over hex = reach to h where held(h) and s = mover through h where near(h)
  effect hit(u: unit) = first of
    1.1 once: tired(u) := yes when rested(u)
    1.1 gone when hits > 3 do
      place(u) := off
      end game drawn
  action fire(u in unit at g where near(g), team: set of x in unit where not tired(x))
    require 1.1: open(white)[g]
    do
      hits += count team
      hit(u)
  action rest(u in unit)
    ensure 1.1: rested(u)
    do
      if hits = 0 then tired(u) := no
  action wait(u in unit)
    require 1.1: legal rest(u)
  whenever worn(u in unit at g) when tired(u) and held(g) by mover
    hits := 0
  procedure game
    choose by mover
      fire()
      rest()
      wait()
    turn()
    end game drawn
  procedure turn
    state spent: number = hits
    for all u in unit do spent := if where_is(u) = off then 1 else 2
    choose by mover
      pass()
)";

}  // namespace

TEST(ReadsWrites, follow_definitions_fields_effects_and_places) {
  const auto program = compile_tiny(rules);
  ASSERT_NE(program, nullptr);
  ReadsWrites all(*program);
  const auto definition = [&](const char* name) {
    return names(*program, all.definition(id_of(program->definitions, name)).reads);
  };
  EXPECT_EQ(definition("rested"), "tired");
  EXPECT_EQ(definition("near"), "tired place of unit");
  EXPECT_EQ(definition("where_is"), "place of unit");
  EXPECT_EQ(names(*program, all.field(id_of(program->fields, "open")).reads),
            "mover tired held place of unit");
  const Access& hit = all.effect(id_of(program->effects, "hit"));
  EXPECT_EQ(names(*program, hit.reads), "tired hits");
  EXPECT_EQ(names(*program, hit.writes), "tired place of unit");
  EXPECT_TRUE(hit.ends_game);
}

TEST(ReadsWrites, a_guard_writes_nothing_and_reads_the_body_only_for_ensure) {
  const auto program = compile_tiny(rules);
  ASSERT_NE(program, nullptr);
  ReadsWrites all(*program);
  const ActionId fire = id_of(program->actions, "fire"), rest = id_of(program->actions, "rest"),
                 wait = id_of(program->actions, "wait");
  EXPECT_EQ(names(*program, all.guard(fire).reads), "mover tired held place of unit");
  EXPECT_EQ(names(*program, all.guard(fire).writes), "");
  EXPECT_EQ(names(*program, all.action(fire).reads), "mover tired hits held place of unit");
  EXPECT_EQ(names(*program, all.action(fire).writes), "tired hits place of unit");
  EXPECT_TRUE(all.action(fire).ends_game);
  EXPECT_EQ(names(*program, all.guard(rest).reads), "tired hits");
  EXPECT_EQ(names(*program, all.guard(wait).reads), "tired hits");
  EXPECT_EQ(names(*program, all.action(wait).writes), "");
}

TEST(ReadsWrites, procedures_with_what_they_call_and_watches_without_their_marks) {
  const auto program = compile_tiny(rules);
  ASSERT_NE(program, nullptr);
  ReadsWrites all(*program);
  const Access& turn = all.procedure(id_of(program->procedures, "turn"));
  EXPECT_EQ(names(*program, turn.reads), "mover place of unit");
  EXPECT_EQ(names(*program, turn.writes), "spent");
  const Access& game = all.procedure(program->game);
  EXPECT_EQ(names(*program, game.writes), "tired hits spent place of unit");
  EXPECT_EQ(names(*program, all.watch(0)), "tired held place of unit");
}

}  // namespace casebook::language
