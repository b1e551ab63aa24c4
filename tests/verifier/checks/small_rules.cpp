// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/checks/small_rules.h"

#include "tests/verifier/checks/small_rules_texts.h"

namespace casebook::checks {

namespace {

/// A game that a throw decides.
const std::string thrown = R"(case 2.0 "Play"
  summary "A throw decides."
  measure d6 from 1 to 6
  procedure game
    choose by white
      pass()
    roll d: d6
    if d <= 3 then end game won by white
    end game won by black
  action pass()
)";

/// What checks say besides the first thing.
void add_parts(std::vector<SmallRules>& all, const std::string& plain) {
  const auto add = [&](const std::string& check, const std::string& part, const std::string& sound,
                       const std::string& flawed, const std::string& subject, const std::string& words,
                       const DataText& data = board(pair)) {
    all.push_back({check, sound, flawed, data, {}, false, subject, words, part});
  };
  const std::string fee = R"(  kind terrain = clear, woods
  table fee(terrain) -> turns
    clear: 1, woods: )";
  const std::string asked = "\n  define cost(t: terrain) -> turns = sum of\n    2.0 base: fee(t)\n";
  add("definitions", "gap", plain + fee + "2" + asked, plain + fee + "silent" + asked, "cost without a value",
      "cost has no value for 1 of 2 inputs. The first is cost(woods)");
  const std::string priced = R"(  kind terrain = clear, woods
  measure points from 0 to 4
  define cost(t: terrain, extra: points) -> number = first of
    2.0 woods: 2 when t = woods and extra > 1
)";
  add("definitions", "never-holds", plain + priced + "    2.0 dear: 3 when extra > 0\n    2.0 rest: 1\n",
      plain + priced + "    2.0 dear: 3 when extra < 1 and extra > 2\n    2.0 rest: 1\n",
      "entry cost.dear at 2.0", "never holds. It is false for every input of this scenario");
  add("definitions", "changes-nothing", plain + priced + "    2.0 dear: 3 when extra > 0\n    2.0 rest: 1\n",
      plain + priced + "    2.0 dear: 2 when extra > 1\n    2.0 rest: 1\n", "entry cost.woods at 2.0",
      "the value is the same without it");
  const std::string branch = R"(  measure points from 0 to 4
  define cost(extra: points) -> number = if extra > 2 then 3 else if extra > 1 then 1 else )";
  add("definitions", "if-changes-nothing", plain + branch + "2\n", plain + branch + "1\n",
      "condition the condition of an if in cost at 2.0", "the same whether it holds or not");
  add("definitions", "one-value", plain + priced + "    2.0 rest: 1\n", plain + priced + "    2.0 rest: 2\n",
      "cost", "Its value is always 2");
  const std::string bounds = R"(
    2.0 base: 1
    2.0 more: extra when extra > 3
)";
  const std::string bounded = "  define cost(extra: turns) -> turns = sum of within ";
  add("caps", "bounds", plain + bounded + "2 .. 40" + bounds, plain + bounded + "0 .. 40" + bounds,
      "lower bound of cost", "No value is below 0, so every input has the same value without the cap");
  const std::string capped =
      "  view price(extra: turns) \"Price\" = items cost(extra)\n  define cost(extra: turns) -> turns = sum "
      "of\n"
      "    2.0 base: min(extra, ";
  add("caps", "range", plain + capped + "30)\n", plain + capped + "40)\n", "cap in cost",
      "The range of the number lies within the cap");
  // By the ranges it could be 40.
  const std::string cost_of = "  define cost(extra: turns) -> turns = min(if extra > 9 then 2 else extra, ";
  add("caps", "", plain + cost_of + "8)\n", plain + cost_of + "9)\n", "cap in cost",
      "so every input has the same value without the cap");
  std::string fuelled = head + game + step;
  fuelled.replace(fuelled.find("    choose by by\n"), 0, "    state fuel: turns = 3\n");
  const std::string by_fuel = "  define pace() -> number = first of\n    2.0 fast: 3 when fuel > ";
  const std::string by_less = "\n    2.0 slow: 2 when fuel > 3\n    2.0 rest: 1\n";
  add("definitions", "phase", fuelled + by_fuel + "5" + by_less, fuelled + by_fuel + "2" + by_less,
      "entry pace.slow at 2.0", "never decides. Whenever it holds, pace.fast holds too and comes first");
  // `from != to` takes a position to know; these do not.
  const auto requiring = [&](const std::string& what) {
    std::string text = plain;
    const std::string free = "    require 2.0 free: no x in unit on to\n";
    return text.replace(text.find(free), free.size(), free + "    require 2.0 zones: " + what + "\n");
  };
  for (const auto& [part, what] : {std::pair{"constant-requirement", "yes"},
                                   {"requirement-of-numbers", "1 = 1"},
                                   {"requirement-of-itself", "mover = mover or turn < turn"}})
    add("definitions", part, requiring("from != to"), requiring(what), "requirement step.zones",
        "It holds in every position");
  const std::string worth = "  define worth(h: hex) -> number = if ";
  add("definitions-in-play", "condition", plain + worth + "(exists x in unit on h) then 2 else 1\n",
      plain + worth + "(count x in unit on h) > 5 then 3 else if (exists x in unit on h) then 2 else 1\n",
      "condition the condition of an if in worth at 2.0", "never held where it was tried");
  const std::string on_ground =
      asked.substr(0, 1) +
      "  define cost(h: hex) -> turns = fee(if exists x in unit on h then woods else clear)\n";
  add("definitions-in-play", "no-value", plain + fee + "2" + on_ground, plain + fee + "silent" + on_ground,
      "cost without a value", " inputs. One of them is cost(");
  const std::string grid = R"(  measure d6 from 1 to 6
  kind terrain = clear, woods
  view price(d: d6, t: terrain) "Price" = items cost(d, t)
  define cost(d: d6, t: terrain) -> turns = sum of
    2.0 base: losses(d, t)
  table losses(d6, terrain) -> turns
    die | clear | woods
    1   | 0 | 0
    2   | 1 | 0
    3   | 1 | )";
  const std::string more = "\n    4   | 2 | 2\n    5   | 3 | 2\n    6   | 3 | 4\n";
  add("tables", "same-lines", plain + grid + "1" + more, plain + grid + "0" + more, "losses 2 and 3",
      "One of them is enough");
  // One key that stands for several is one line.
  const std::string grouped = grid.substr(0, grid.find("    1   | 0 | 0"));
  const std::string first_lines = "    1   | 0 | 0\n    2   | 1 | 0\n";
  add("tables", "grouped-key", plain + grouped + first_lines + "    3 .. 6 | 2 | 4\n",
      plain + grouped + first_lines + "    3 .. 5 | 2 | 4\n    6   | 2 | 4\n", "losses 5 and 6",
      "One of them is enough");
  // What play never asks says again what it asks, with another number for the third.
  const auto told_twice = [&](const std::string& third) {
    return head + game +
           "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: fee(clear) = "
           "1\n    do\n"
           "      place(u) := to\n  kind ground = clear, woods, swamp\n  table fee(ground) -> turns\n    "
           "clear: 1, "
           "woods: 2, swamp: 4\n  table fee_chart(ground) -> turns\n    clear: 1, woods: 2, swamp: " +
           third + "\n";
  };
  add("facts-stated-twice", "tables", told_twice("4"), told_twice("3"), "fee and fee_chart",
      "Play uses fee alone. The other repeats it and differs in 1 cell");
  const std::string won = thrown.substr(0, thrown.find("    end game won by black"));
  const std::string rest = "  action pass()\n";
  add("games-end", "wins", head + thrown, head + won + "    end game drawn\n" + rest, "black wins",
      "black won none of");
  const std::string counting = "  measure small from 0 to 3\n  state count_of: small = 0\n";
  add("play-goes-on", "no-value", plain + counting,
      head + counting +
          "case 2.0 \"Play\"\n  procedure game\n    repeat at most 6 times\n      choose by white\n        "
          "pass()\n    end game drawn\n  action pass()\n    do\n      count_of += 1\n",
      "fault by 2.0", "A rule has no value where play needs one");
  add("entries", "taken", head + offers_enter + entering, head + offers_enter + entering, "a2 taken",
      "B begins in a2", board("A white a1\nC white reserve entry=\"a2\""));
  all.back().flawed_data = board("A white a1\nB black a2\nC white reserve entry=\"a2\"");
  all.back().other_data = true;
  const std::string away = head + "  box away\n" + offers_enter + entering;
  add("entries", "nowhere", away, away, "C waits nowhere",
      "C is to enter at a2 and never does. It begins in away",
      board("A white a1\nC white reserve entry=\"a2\""));
  all.back().flawed_data = board("A white a1\nC white away entry=\"a2\"");
  all.back().other_data = true;
  const auto night = [](const std::string& from) {
    return R"(case 2.0 "Play"
  summary "They rest at night."
  procedure game
    repeat at most 6 times
      choose by mover
        pass()
      if turn > )" +
           from + R"( then night(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure night(by: side)
    choose by by
      rest()
  action rest()
  action pass()
)";
  };
  add("never-fires", "phase", head + night("2"), head + night("20"), "procedure night",
      "No seeded game reached a choice or a roll in it");
  const std::string waits = "  invariant nobody_waits: no u in unit: place(u) = reserve\n";
  add("unused", "state", plain + waits, plain + waits + "  state idle_state: turns = 0\n", "state idle_state",
      "The state idle_state is neither written nor read");
}

}  // namespace

std::vector<SmallRules> small_rules() {
  std::vector<SmallRules> all;
  const std::string plain = head + game + step;
  const auto add = [&](const std::string& check, const std::string& sound, const std::string& flawed,
                       const std::string& subject, const std::string& words,
                       const DataText& data = board(pair)) {
    all.push_back({check, sound, flawed, data, {}, false, subject, words, {}});
  };
  const auto add_data = [&](const std::string& check, const std::string& rules, const DataText& sound,
                            const DataText& flawed, const std::string& subject, const std::string& words) {
    all.push_back({check, rules, rules, sound, flawed, true, subject, words, {}});
  };

  add("facts-stated-twice", plain + "  claim \"two and one\"\n    expect 2 + 1 = 3\n",
      plain + "  claim \"two and one\"\n    disputed \"1.0 says three\"\n    expect 2 + 1 = 4\n",
      "two and one", "2.0: two and one. But 1.0 says three");
  add("claims-hold", plain + "  claim \"two and one\"\n    expect 2 + 1 = 3\n",
      plain + "  claim \"two and one\"\n    expect 2 + 1 = 4\n", "two and one", "The claim fails");
  add("dangling-references",
      plain + "case 3.0 \"More\"\n  summary \"As 2.0 says.\"\n  explanatory \"it says nothing\"\n",
      plain + "case 3.0 \"More\"\n  summary \"As 9.9 says.\"\n  explanatory \"it says nothing\"\n",
      "9.9 in the summary of 3.0", "3.0 names case 9.9, which does not exist");
  add("silent-cases", plain, plain + "case 3.0 \"Ties\"\n  silent \"who wins a tie\"\n", "3.0",
      "3.0 (Ties) leaves something open: who wins a tie");
  const std::string waits = "  invariant nobody_waits: no u in unit: place(u) = reserve\n";
  add("unused", plain + waits, plain + waits + "  define idle_one() -> bool = turn < 30\n",
      "definition idle_one", "No view, invariant or claim uses it either");
  add_data("entries", head + offers_enter + entering, board("A white a1\nC white reserve entry=\"a2\""),
           board("A white a1\nC white reserve entry=\"b2\""), "b2 inside the map",
           "which lies inside the map");
  add_data("set-up", plain + "  invariant alone: all u in unit at g: count x in unit on g = 1\n", board(pair),
           board("A white a1\nB black a1"), "alone", "The set-up violates the invariant alone");
  const std::string played = R"(casebook record 1
edition tiny
scenario tiny
dice typed
players white, black

; White begins.
; check turn = 0
; refused 2.0 step(A, b1)
1 white: step(A, a2)
; check turn = 1
2 black: pass()
outcome open
)";
  const DataText neighbours = board("A white a1\nB black b1");
  add("playthroughs", plain,
      head + game +
          "  action step(u in mine() at from, to in neighbours(from))\n    do\n      place(u) := to\n",
      "game at the beginning: refused by 2.0: step(A, b1)",
      "In the playthrough game, 2.0 does not refuse step(A, b1) at the beginning", neighbours);
  all.back().playthrough = played;
  add("playthroughs", plain,
      head + game +
          "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: no x in unit on to\n"
          "    require 2.0 late: turn > 3\n    do\n      place(u) := to\n",
      "game step 1", "The playthrough game stops at step 1, step(A, a2): ", neighbours);
  all.back().playthrough = played, all.back().part = "stops";
  add("games-end", head + thrown,
      head +
          "case 2.0 \"Play\"\n  procedure game\n    repeat\n      choose by white\n        pass()\n  action "
          "pass()\n",
      "open", "were still running then");
  add("pieces", head + offers_enter + entering,
      head + offers_enter +
          "  given entry(unit): hex or none = none\n  action enter(v in mine(), at in entry(v))\n"
          "    require 2.0 waits: place(v) = reserve and turn > 30\n    do\n      place(v) := at\n",
      "C never on the map", "C never enters the map", board("A white a1\nC white reserve entry=\"a2\""));
  const std::string crowd = "  define crowd(h: hex) -> number = count x in unit on h";
  add("definitions-in-play", plain + crowd + "\n", plain + crowd + " where place(x) = reserve\n", "crowd",
      "Its value was always 0");
  add("never-fires", plain,
      head + game +
          "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 late: turn > 30\n    "
          "do\n      place(u) := to\n",
      "action step", "offers the choice step");
  add("play-goes-on", plain,
      head +
          "case 2.0 \"Play\"\n  procedure game\n    repeat\n      choose by white\n        pass() require "
          "2.0 turn < 2\n  action pass()\n    do\n      turn += 1\n",
      "stuck at game:1", "has no lawful choice");
  add("duplicates", plain, plain, "step.again", "free and again are the same");
  all.back().flawed = head + game + R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 again: no other in unit on to
    do
      place(u) := to
)";
  const std::string table =
      "  measure d6 from 1 to 6\n  table losses(d6) -> turns\n    1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: ";
  const std::string looked_up =
      "\n  view hit(d: d6) \"Loss\" = items loss(d)\n  define loss(d: d6) -> turns = sum of\n    2.0 base: "
      "losses(d)\n";
  add("tables", plain + table + "5" + looked_up, plain + table + "2" + looked_up, "losses along lines",
      "go one way and 1 the other");
  const std::string priced = R"(  kind terrain = clear, woods
  measure points from 0 to 4
  view price(t: terrain, extra: points) "Price" = items cost(t, extra)
  define cost(t: terrain, extra: points) -> number = first of
    2.0 woods: 2 when t = woods and extra > 1
)";
  add("definitions", plain + priced + "    2.0 dear: 3 when extra > 0\n    2.0 rest: 1\n",
      plain + priced + "    2.0 dear: 3 when t = woods and extra > 2\n    2.0 rest: 1\n",
      "entry cost.dear at 2.0", "Whenever it holds, cost.woods holds too and comes first");
  add_data("arrivals", head + offers_enter + R"(  given entry(unit): hex or none = none
  given arrival(unit): turns = 0
  action enter(v in mine(), at in entry(v))
    require 2.0 waits: place(v) = reserve and arrival(v) <= turn
    do
      place(v) := at
)",
           board("A white a1\nC white reserve entry=\"a2\" arrival=2"),
           board("A white a1\nC white reserve entry=\"a2\" arrival=9"), "arrival 9", "was never more than");
  add("invariants-kept", plain + "  invariant alone: all u in unit at g: count x in unit on g = 1\n", "",
      "alone", "games violate it. The first is game 1 after step");
  all.back().flawed = head + game + R"(  action step(u in mine() at from, to in neighbours(from))
    do
      place(u) := to
  invariant alone: all u in unit at g: count x in unit on g = 1
)";
  all.back().data = board("A white a1\nB black b1", 2, 1);
  const std::string worth =
      "  define worth(u: unit) -> turns = 1\n  view price(u: unit) \"Price\" = items price_of(u)\n"
      "  define price_of(u: unit) -> turns = sum of\n    2.0 base: worth(u)\n"
      "case 3.0 \"Early\"\n  summary \"Early on it is two.\"\n  except worth(u) when turn < 30 then 2\n"
      "case 3.1 \"White\"\n  summary \"Of white it is three.\"\n  except worth(u) when side(u) = white then "
      "3";
  add("exceptions", plain + worth + " over 3.0\n", plain + worth + "\n", "worth: 3.0 and 3.1",
      "and neither has priority");
  const std::string adjusted =
      "  define worth(u: unit) -> turns = 2\n  view price(u: unit) \"Price\" = items price_of(u)\n"
      "  define price_of(u: unit) -> turns = sum of\n    2.0 base: worth(u)\n"
      "case 3.0 \"Early\"\n  summary \"Early on it is one more.\"\n"
      "  adjust worth(u) when turn < 30 then otherwise + 1\n"
      "case 3.1 \"White\"\n  summary \"Of white it is twice that.\"\n"
      "  adjust worth(u) when side(u) = white then otherwise * 2";
  add("exceptions", plain + adjusted + " after 3.0\n", plain + adjusted + "\n", "worth: 3.0 and 3.1",
      "the value depends on their order");
  all.back().part = "adjustments";
  const std::string reading =
      "  reading joining \"May a unit join another?\"\n    never_so \"one is alone\"\n    always_so "
      "\"nothing is said\"\n"
      "    default never_so\n";
  add("ambiguities",
      head + game + reading +
          "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: joining = "
          "always_so and turn > 30 or no x in unit on to\n    do\n      place(u) := to\n",
      head + game + reading +
          "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: joining = "
          "always_so or no x in unit on to\n    do\n      place(u) := to\n",
      "joining",
      "is lawful. With the answer of these rules (joining = never_so), case 2.0 (requirement \"free\") refuses this "
      "choice, and B is the reason.",
      board("A white a1\nB black a2\nC white b1", 2, 2));
  const auto worth_claimed = [&](const std::string& expected) {
    return head + game + reading +
           "  define worth(u: unit) -> number = if joining = always_so then 1 else 2\n"
           "  action step(u in mine() at from, to in neighbours(from))\n    require 2.0 free: no x in unit on to\n"
           "    do\n      place(u) := to\n  claim \"each is worth two\"\n    expect worth(\"A\") " +
           expected + "\n";
  };
  add("every-reading", worth_claimed("<= 2"), worth_claimed("= 2"), "each is worth two",
      "\"each is worth two\" does not hold with joining = always_so",
      board("A white a1\nB black a2\nC white b1", 2, 2));
  const std::string dutiful = R"(case 2.0 "Play"
  summary "Whoever must move moves."
  procedure game
    repeat at most 6 times
      turn_of(mover)
      mover := other(mover)
      turn += 1
    end game drawn
  procedure turn_of(by: side)
    choose by by
      step()
      pass()
  define must(u: unit) -> bool = on_map(u)
  define can(u: unit) -> bool = exists x in {u} at g: exists h in neighbours(g): legal step(u, h)
  action pass()
    require 2.0 duty: no u in mine(): must(u) and can(u)
)";
  add("duties", head + dutiful + R"(  action step(u in mine() at from, to in neighbours(from))
    do
      place(u) := to
)",
      head + dutiful + step, "pass.duty", "It cannot fulfil the duty, because can(",
      board("A white a1\nB black b1", 2, 1));
  const std::string paying = R"(case 2.0 "Play"
  summary "Somebody pays."
  measure worths from 0 to 40
  given worth(unit): worths = 1
  define sum_of(these: set of unit) -> worths = total worth(u) over u in these
  box lost
  procedure game
    repeat at most 2 times
      turn_of(mover)
      mover := other(mover)
    end game drawn
  procedure turn_of(by: side)
    choose by by
      pay()
  action pay(these: set of u in mine())
    require 2.0 enough: sum_of(these) >= OWED or these = mine()
    do
      for all u in these do place(u) := lost
)";
  const auto owed = [&](const std::string& number) {
    std::string text = head + paying;
    return text.replace(text.find("OWED"), 4, number);
  };
  const DataText payers = board("A white a1\nB black c3\nC white b1");
  add("ways-out", owed("1"), owed("3"), "pay.enough", "the same requirement also permits an exception",
      payers);
  // Another action is offered, and is not lawful just then.
  const auto owed_beside = [&](const std::string& number) {
    std::string text = owed(number);
    const std::string offers = "      pay()\n";
    text.insert(text.find(offers), "      rest()\n");
    return text + "  action rest()\n    require 2.0 late: turn > 30\n";
  };
  add("ways-out", owed_beside("1"), owed_beside("3"), "pay.enough", "not even pay({A, C})", payers);
  all.back().part = "another-action";
  const auto inline_sum = [&](const std::string& number) {
    std::string text = owed(number);
    return text.replace(text.find("sum_of(these) >="), 16, "(total worth(y) over y in these) >=");
  };
  add("ways-out", inline_sum("1"), inline_sum("3"), "pay.enough", "demands (total worth(y) over y in these)",
      payers);
  all.back().part = "inline-sum";
  const std::string moving = R"(  action step(u in mine() at from, to in neighbours(from))
    do
      place(u) := to
)";
  const std::string leaves = R"(case 3.0 "Leaving"
  summary "Who has to leave leaves."
  whenever leaving(u in unit at g) when WHEN by mover
    place(u) := reserve
)";
  const auto whenever = [&](const std::string& when) {
    std::string text = head + game + moving + leaves;
    return text.replace(text.find("WHEN"), 4, when);
  };
  add("simultaneous", whenever("turn > 1"), whenever("(count x in unit on g) > 1"), "leaving",
      "With leaving(A) first, ", board("A white a1\nB black a2\nC white b1", 2, 2));
  add("wrong-side", plain,
      head + game +
          "  action step(u in unit at from, to in neighbours(from))\n    require 2.0 free: no x in unit on "
          "to\n"
          "    do\n      place(u) := to\n",
      "step.u", "B belongs to black");
  const std::string throws = R"(case 2.0 "Play"
  summary "They throw for their units in any order."
  measure d6 from 1 to 6
  procedure game
    repeat at most 4 times
      choose by mover
        test(u) then
          roll d: d6
          if d = 6 then place(u) := reserve
      mover := other(mover)
      turn += 1
    end game drawn
  action test(u in unit)
)";
  std::string tests_and_moves = throws;
  tests_and_moves += "    do\n      place(u) := reserve\n";
  add("wrong-side", head + throws, head + tests_and_moves, "test.u", "B belongs to black");
  all.back().part = "who-throws";
  add("idle-rules", plain, plain + "", "requirement step.twice",
      "Casebook left the rule out, and every position that it tried played the same");
  all.back().flawed = head + game + R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 twice: no y in {z in unit where side(z) = mover} on to
    do
      place(u) := to
)";
  const std::string column = R"(case 2.0 "Play"
  summary "A throw decides."
  measure d6 from 1 to FACES
  measure column from 1 to 3
  table wins(column) -> bool
    1: no, 2: no, 3: yes
  define column_of(d: d6) -> column = (supplied "What is more than three worth?": min(d as number, 3)) as column
  procedure game
    choose by white
      pass()
    roll d: d6
    if wins(column_of(d)) then end game won by white
    end game won by black
  action pass()
)";
  const auto faces = [&](const std::string& number) {
    std::string text = head + column;
    return text.replace(text.find("FACES"), 5, number);
  };
  add("supplied", faces("3"), faces("6"), "column_of", "2.0 (Play): What is more than three worth?",
      board(pair));
  const auto way_out = [&](const std::string& number) {
    std::string text = owed(number);
    const std::string escape = "these = mine()";
    return text.replace(text.find(escape), escape.size(),
                        "(supplied \"A player has less than he owes. What does he pay?\": these = mine())");
  };
  add("supplied", way_out("1"), way_out("3"), "pay",
      "The rulebook does not say. The rules files supply an exception. Without the exception, 20 of 20 games stop, because the player who must choose has no "
      "lawful choice.",
      payers);
  all.back().part = "way-out";
  const auto supplied_line = [&](const std::string& line) {
    return head + game + R"(  invariant alone: all u in unit at g: count x in unit on g = 1
  action step(u in mine() at from, to in neighbours(from))
)" + line + R"(    do
      place(u) := to
)";
  };
  const std::string mark = "    supplied \"May units share a hex?\": ";
  add("supplied",
      supplied_line("    require 2.0 free: no x in unit on to\n" + mark +
                    "require 2.0 again: no x in unit on to\n"),
      supplied_line(mark + "require 2.0 free: no x in unit on to\n"), "step", "an invariant",
      board("A white a1\nB black b2", 2, 2));
  all.back().part = "invariant";
  const auto adding = [&](const std::string& second) {
    return head + R"(  measure points from 0 to 9
  define worth(u: unit) -> points = most of
    1.0 first: 1 when side(u) = mover
    1.0 second: 1 when )" +
           second + "\n    1.0 base: 0\n" + game +
           R"(  action step(u in mine() at from, to in neighbours(from))
    require 2.0 free: no x in unit on to
    require 2.0 light: worth(u) <= 1
    do
      place(u) := to
)";
  };
  add("questions", adding("side(u) != mover"), adding("on_map(u)"), "worth.adds_up",
      "1.0 (Pieces): If several of these apply at once (first, second), do they add up?", board(pair));
  std::string passing = plain;
  passing.replace(passing.find("      pass()\n"), 13, "      supplied \"May a player pass?\": pass()\n");
  add("supplied", plain, passing, "turn_of", "With what is supplied, the choice pass() is lawful",
      board(pair));
  all.back().part = "other-play";
  add_parts(all, plain);
  add_pairs_of_values_and_pieces(all);
  return all;
}

}  // namespace casebook::checks
