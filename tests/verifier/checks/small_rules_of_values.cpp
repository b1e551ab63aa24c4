// SPDX-License-Identifier: Apache-2.0
// The tiny rulesets of the checks that ask what a rule is worth, and what becomes of pieces.
#include "tests/verifier/checks/small_rules.h"
#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks {

void add_pairs_of_values_and_pieces(std::vector<SmallRules>& all) {
  const std::string plain = head + game + step;
  const auto add = [&](const std::string& check, const std::string& part, const std::string& sound,
                       const std::string& flawed, const std::string& subject, const std::string& words,
                       const DataText& data = board(pair)) {
    all.push_back({check, sound, flawed, data, {}, false, subject, words, part});
  };
  // Nowhere but in an adjustment, and of a unit that the scenario has not.
  const auto weakened = [&](const std::string& by) {
    return plain +
           "  given might(unit): turns = 5\n  adjust might(u) when turn > 2 then max(0, otherwise - " + by +
           ")\n";
  };
  add("caps", "adjustment", weakened("6"), weakened("2"), "lower cap in might",
      "No value is below 0, so every input has the same value without the cap");
  const auto crowded = [&](const std::string& most) {
    std::string text = plain + "  define crowd(h: hex) -> number = min(count x in unit on h, " + most + ")\n";
    const std::string free = "    require 2.0 free: no x in unit on to\n";
    return text.replace(text.find(free), free.size(), "    require 2.0 free: crowd(to) <= crowd(from)\n");
  };
  add("caps-in-play", "", crowded("1"), crowded("9"), "cap in crowd",
      "found no position in which the value would be above 9", board("A white a1\nB black b1\nC white a1"));
  const auto toll = [&](const std::string& by_track) {
    return plain + R"(  kind terrain = clear, woods
  view price(t: terrain, track: bool) "Price" = items toll(t, track)
  define toll(t: terrain, track: bool) -> turns = first of
    2.0 track: )" +
           by_track + " when track\n    2.0 woods: 3 when t = woods\n    2.0 rest: 1\n";
  };
  add("favours", "", toll("1"), toll("2"), "entry toll.track at 2.0",
      "lowers the value for 1 input and raises it for 1. toll(woods, yes) is 2 with it and 3 without it. "
      "toll(clear, yes) is 2 with it and 1 without it.");
  const auto stronger = [&](const std::string& by) {
    return plain +
           "  kind terrain = clear, woods\n  define toll(t: terrain) -> turns = if t = woods then 5 else 1\n"
           "case 3.0 \"Late\"\n  summary \"Later on it is otherwise.\"\n  except toll(t) when turn > 2 then " +
           by + "\n";
  };
  add("favours", "exception", stronger("6"), stronger("2"), "exception toll at 3.0",
      "toll(woods) is 2 with it and 5 without it");
  // A hex of woods costs more than anybody has, or more than some have.
  const std::string march = R"(case 2.0 "Play"
  summary "They march."
  measure points from 0 to 20
  given speed(unit): points = 4
  given woods(hex): bool = no
  define fee(h: hex) -> points = if woods(h) then 6 else 1
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    state left(unit): points
    for all u in mine() do left(u) := speed(u)
    repeat
      choose by by
        march()
        rest() then stop
  action march(u in mine() at from, to in neighbours(from))
    require 2.0 points: fee(to) <= left(u)
    require 2.0 free: no x in unit on to
    do
      left(u) -= fee(to)
      place(u) := to
  action rest()
)";
  const auto marching = [&](const std::string& a, const std::string& b) {
    DataText data = board("A white a1 speed=" + a + "\nB black c3 speed=" + b);
    data.map = small_map(3, 3, "\"hexes\": {\"b2\": {\"woods\": true}}");
    return data;
  };
  add("costs", "", head + march, head + march, "march: 6",
      "Nobody can ever pay the 6 that march from a2 to b2 costs", marching("6", "6"));
  all.back().flawed_data = marching("5", "4"), all.back().other_data = true;
  add("costs", "some", head + march, head + march, "march",
      "1 piece cannot pay for every march, even with the whole budget. The least that is too much for them is "
      "6, for example from a2 to b2. Others can pay it, or they can at other times. Such steps are closed",
      marching("6", "6"));
  all.back().flawed_data = marching("6", "4"), all.back().other_data = true;
  add("costs", "none", head + march, head + march, "march",
      "1 piece can pay for no march, even with the whole budget. The least that is too much for them is 1",
      marching("6", "6"));
  all.back().flawed_data = marching("6", "0"), all.back().other_data = true;
  // Where the budget is also raised, its whole is not known.
  std::string rallying = head + march +
                         "  action rally(v in mine())\n    require 2.0 tired: left(v) < 3\n    do\n"
                         "      left(v) := left(v) + 6\n";
  rallying.insert(rallying.find("        march()\n"), "        rally()\n");
  add("costs", "raised", rallying, head + march, "march: 6", "No piece ever has so much", marching("5", "4"));
  // B stands where C would come, and nobody may share; or C is lawful there.
  const std::string entering_free = [&] {
    std::string text = entering;
    const std::string waits = "    require 2.0 waits: place(v) = reserve\n";
    return text.insert(text.find(waits) + waits.size(), "    require 2.0 free: no x in unit on at\n");
  }();
  const DataText comes = board("A white a1\nB black a2\nC white reserve entry=\"a2\"");
  add("shut-out", "", head + offers_enter + entering, head + offers_enter + entering_free, "enter",
      "C is due, and no hex is open to it", comes);
  // B may walk there; where it has, C waits. Where C may come in the first turn alone, it waits in vain.
  std::string by_turns = head + game;
  by_turns.insert(by_turns.find("      step()\n"), "      enter()\n");
  std::string long_game = by_turns;
  long_game.replace(long_game.find("at most 6 times"), 15, "at most 30 times");
  std::string entering_once = entering_free;
  const std::string waits = "    require 2.0 waits: place(v) = reserve\n";
  entering_once.insert(entering_once.find(waits) + waits.size(), "    require 2.0 due: turn <= 2\n");
  add("shut-out", "taken", long_game + step + entering_free, by_turns + step + entering_once, "enter",
      "nor is one opened before the phase ends",
      board("A white a1\nB black b1\nC white reserve entry=\"a2\""));
  const auto open_by = [&](const std::string& line) {
    std::string text = plain;
    const std::string by_room = "    require 2.0 free: no x in unit on to\n";
    text.replace(text.find(by_room), by_room.size(), "    require 2.0 free: open_to(to)\n");
    return text +
           "case 3.0 \"Later\"\n  summary \"Later on it is otherwise.\"\n"
           "  define open_to(h: hex) -> bool = any of\n    2.0 empty: no x in unit on h\n    3.0 late: " +
           line + "\n";
  };
  add("permissions", "", open_by("exists x in unit on h"), open_by("turn > 2"), "open_to: empty and late",
      "2.0 and 3.0 both permit open_to, under different conditions");
  const auto leaping = [&](const std::string& requirement) {
    std::string text = plain;
    text.insert(text.find("      step()\n"), "      leap()\n");
    return text +
           "case 3.0 \"Leaps\"\n  summary \"They leap.\"\n  action leap(v in mine() at g, h in hex)\n" +
           requirement + "    do\n      place(v) := h\n";
  };
  add("permissions", "moves", leaping("    require 3.0 far: not adjacent(g, h)\n"),
      leaping("    require 3.0 late: turn > 2\n"), "step and leap",
      "both bring a piece to the same hex, under different conditions");
  const std::string early =
      "  define early() -> bool = turn < 2\n  claim \"before the third turn it is early (the example)\"\n";
  add("examples", "", plain + early + "    given turn = 1\n    expect early()\n",
      plain +
          "  define early() -> bool = turn < 2\n  claim \"it is early (the example)\"\n    expect early()\n",
      "it is early (the example)", "The example of 2.0 follows only with a fact that it does not state");
  // An exemption that two rules ask for, and that never matters to one of them.
  const auto exempt = [&](const std::string& second) {
    std::string text = plain + R"(  define held(u: unit) -> bool = yes
  define slow(u: unit) -> bool = held(u)
case 3.0 "Later"
  summary "Later on nobody is held."
  except held(u) when turn > 2 then no
)";
    const std::string free = "    require 2.0 free: no x in unit on to\n";
    return text.insert(
        text.find(free),
        "    require 2.0 held: turn < 1 or not held(u)\n    require 2.0 slow: " + second + "\n");
  };
  add("exemptions", "", exempt("turn < 1 or not slow(u)"), exempt("turn < 40 or not slow(u)"), "held at 3.0",
      "Waived in definition slow alone, it made no difference where it was tried");
  const auto rushing = [&](const std::string& by) {
    std::string text = plain;
    text.insert(text.find("      step()\n"), "      rush()\n");
    return text + R"(  given rank(unit): turns = 0
  action rush(h in hex)
    require 2.0 free: no x in unit on h
    do
      for each u in mine())" +
           by + " do\n        if no y in unit on h then place(u) := h\n";
  };
  add("file-order", "", rushing(" by rank(u)"), rushing(""), "rush",
      "In rush the order of the data file decides which unit comes first",
      board("A white a1 rank=2\nB black c3\nC white c1 rank=1"));
  // Who steps out of the ford is known; who is taken out of it is not.
  const auto forded = [&](const std::string& by_taking) {
    return head + R"(case 2.0 "Play"
  summary "They ford a river."
  place ford
  state wet: bool
  procedure game
    repeat at most 6 times
      choose by mover
        step()
        take()
        rest()
      mover := other(mover)
    end game drawn
  action rest()
  effect leave(u: unit) do
    if place(u) = ford then wet := yes
  action step(u in mine() at from, to in neighbours(from))
    do
      leave(u)
      place(u) := to
  action take(v in unit at g)
    do
)" + by_taking +
           "      place(v) := reserve\n";
  };
  DataText river = board("A white a1\nB black b2");
  river.map = small_map(3, 3, "\"places\": {\"ford\": \"b2\"}");
  add("leaving", "", forded("      leave(v)\n"), forded(""), "leave: ford",
      "2.0 covers some ways in which B leaves Ford, and not others. In these rules it takes effect if B leaves by "
      "step (2.0). It takes no effect if B leaves by take (2.0)",
      river);
  const auto fired = [](const std::string& at_once, const std::string& afterwards) {
    return head + R"(  define theirs() -> set of unit = {x in unit where side(x) != mover}
case 2.0 "Play"
  summary "They fire in turn."
  measure d6 from 1 to 6
  procedure game
    turn_of(white)
    mover := black
    turn_of(black)
    end game drawn
  procedure turn_of(by: side)
    state fired_at(unit): bool
    repeat at most 2 times
      choose by by
        fire(t))" +
           at_once + "        pass() then stop\n" + afterwards + R"(  action pass()
  action fire(t in theirs()) "{t} is fired at"
    require 2.0 once: not fired_at(t)
    do
      fired_at(t) := yes
)";
  };
  const std::string roll = "roll d: d6\n", hit = "if d = 1 then turn += 1\n";
  add("between-rolls", "", fired("\n", "    " + roll + "    " + hit),
      fired(" then\n          " + roll + "          " + hit, ""), "turn_of.fire", "after fire(",
      board("A white a1\nC white a3\nB black c3\nD black c1"));
  const std::string mighty =
      plain + "  given might(unit): turns = 1\n  define mightier(u: unit) -> bool = might(u) > 1\n";
  const auto known_from = [&](const std::string& of_b) {
    DataText data = board("A white a1 might=1\nB black b1 might=2 provenance={\"might\":\"" + of_b + "\"}");
    data.order_of_battle =
        "\"provenances\": {\"book\": {\"attested\": {\"source\": \"book\", \"case\": \"1.0\"}}, \"guess\": "
        "{\"reconstructed\": \"so has A\"}}, \"provenance\": \"book\", " +
        data.order_of_battle;
    return data;
  };
  std::string by_might = mighty;
  const std::string free = "    require 2.0 free: no x in unit on to\n";
  by_might.insert(by_might.find(free), "    require 2.0 mighty: mightier(u)\n");
  add("sources", "", by_might, by_might, "might",
      "No source states the \"might\" of 1 of 2 pieces. Play depends on these facts: with 1 in place of 2 for B",
      known_from("book"));
  all.back().flawed_data = known_from("guess"), all.back().other_data = true;
}

}  // namespace casebook::checks
