// SPDX-License-Identifier: Apache-2.0
// The fewest pieces against plain searches: cuts by augmenting paths, ways by a search that counts what has
// to be filled in. And what is said where a limit is met.
#include "verifier/symbolic/prove/fewest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>

#include "engine/base/random.h"
#include "engine/runtime/reference/evaluator.h"
#include "tests/support/rules_text.h"

namespace casebook::symbolic {
namespace {

using testing::HasSubstr;
using testing_support::scenario_of;
using testing_support::small_map;

constexpr int columns = 9, rows = 8;  // more hexes than a field is written out over

constexpr const char* rules = R"(edition ways "Ways"
section 1 "All"
case 1.1 "All"
  kind side = white, black
  kind unit on map
  box gone, wings
  place far
  given side(unit): side
  given rock(hex): bool = no
  state tired(unit): bool
  state deep: bool
  define units(s: side) -> set of unit = {u in unit where side(u) = s}
  field line over hex = reach to h where h = far
    through h where not rock(h) and no e in units(black) on h
  field bridged over hex = reach to h where h = far
    through h where not rock(h) or exists w in units(white) on h
  procedure game
    choose by white
      wait()
    end game drawn
  action wait()
)";

struct World {
  std::shared_ptr<const runtime::Scenario> scenario;
  std::vector<bool> rock;  // by hex
  int32_t from = 0, to = 0;
  language::KindId kind = language::none;
  std::vector<int32_t> white, black;
};

World world(uint64_t seed, uint32_t rocks) {
  World made;
  Random random(seed, 17);
  std::string hexes, order;
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) {
      const bool end = (c == 0 && r == 0) || (c == columns - 1 && r == rows - 1);
      if (!end && random.below(100) < rocks)
        hexes += (hexes.empty() ? "" : ", ") + std::string("\"") + static_cast<char>('a' + c) +
                 std::to_string(r + 1) + "\": {\"rock\": true}";
    }
  for (int i = 0; i < 5; ++i) {
    order += "W" + std::to_string(i) + " white gone\n";
    order += "B" + std::to_string(i) + " black gone\n";
  }
  made.scenario = scenario_of(
      rules, {small_map(columns, rows, "\"hexes\": {" + hexes + "}, \"places\": {\"far\": \"i8\"}"),
              testing_support::units(order),
              {},
              {}});
  const language::Program& program = *made.scenario->program;
  for (size_t i = 0; i < program.kinds.size(); ++i)
    if (program.kinds[i].name == "unit") made.kind = static_cast<language::KindId>(i);
  const auto& names = made.scenario->members[made.kind];
  for (size_t i = 0; i < names.size(); ++i)
    (names[i][0] == 'W' ? made.white : made.black).push_back(static_cast<int32_t>(i));
  made.from = made.scenario->find(language::kind_hex, "a1").value();
  made.to = made.scenario->find(language::kind_hex, "i8").value();
  for (const int64_t cell : made.scenario->givens[1].cells) made.rock.push_back(cell != 0);
  return made;
}

runtime::AskedExpression asked(const World& world, const std::string& text) {
  Diagnostics diagnostics;
  auto read = runtime::asked_expression(*world.scenario, text, diagnostics);
  EXPECT_TRUE(read) << testing_support::shown(diagnostics);
  return std::move(*read);
}

bool holds(const World& world, const runtime::Position& position, const std::string& text) {
  const runtime::AskedExpression one = asked(world, text);
  runtime::Evaluator evaluator(world.scenario);
  evaluator.extend_frame(one.vars);
  return evaluator.evaluate(*one.expr, position).yes();
}

/// The fewest hexes without rock, neither end, that part the two ends; more than `most`: none.
int64_t smallest_cut(const World& world, int64_t most) {
  const auto& near = world.scenario->ground.neighbours;
  const auto hexes = near.size();
  // Each hex is two nodes, 2h where ways come in and 2h + 1 where they go out; flow through it is 1 at most.
  std::vector<std::vector<bool>> flow(2 * hexes, std::vector<bool>(2 * hexes));
  const auto from = static_cast<size_t>(world.from), to = static_cast<size_t>(world.to);
  const auto capacity = [&](size_t a, size_t b) -> bool {
    if (a / 2 == b / 2) return a % 2 == 0 && !world.rock[a / 2] && a / 2 != from && a / 2 != to;
    if (a % 2 == 0 || b % 2 == 1) return false;
    const auto& around = near[a / 2];
    return std::find(around.begin(), around.end(), static_cast<int32_t>(b / 2)) != around.end();
  };
  for (int64_t cut = 0;; ++cut) {
    if (cut > most) return cut;
    std::vector<int64_t> before(2 * hexes, -1);
    std::deque<size_t> open{2 * from + 1};
    before[2 * from + 1] = static_cast<int64_t>(2 * from + 1);
    while (!open.empty() && before[2 * to] < 0) {
      const size_t at = open.front();
      open.pop_front();
      for (size_t next = 0; next < 2 * hexes; ++next) {
        if (before[next] >= 0) continue;
        if (!(capacity(at, next) && !flow[at][next]) && !flow[next][at]) continue;
        before[next] = static_cast<int64_t>(at);
        open.push_back(next);
      }
    }
    if (before[2 * to] < 0) return cut;
    for (size_t at = 2 * to; at != 2 * from + 1; at = static_cast<size_t>(before[at])) {
      const auto back = static_cast<size_t>(before[at]);
      if (flow[at][back])
        flow[at][back] = false;
      else
        flow[back][at] = true;
    }
  }
}

/// The fewest rocks on any way between the ends.
int64_t fewest_rocks(const World& world) {
  std::vector<int64_t> cost(world.rock.size(), 1'000);
  std::deque<int32_t> open{world.from};
  cost[static_cast<size_t>(world.from)] = 0;
  while (!open.empty()) {
    const auto at = static_cast<size_t>(open.front());
    open.pop_front();
    for (const int32_t next : world.scenario->ground.neighbours[at]) {
      if (next < 0) continue;
      const auto there = static_cast<size_t>(next);
      const int64_t step = world.rock[there] && next != world.to ? 1 : 0;
      if (cost[at] + step >= cost[there]) continue;
      cost[there] = cost[at] + step;
      if (step == 0)
        open.push_front(next);
      else
        open.push_back(next);
    }
  }
  return cost[static_cast<size_t>(world.to)];
}

void expect_fewest(const World& world, const Fewest& found, int64_t wanted, int64_t pieces,
                   const std::string& text, const std::string& seed) {
  ASSERT_TRUE(found.open.empty());
  if (wanted > pieces) {
    EXPECT_EQ(found.verdict, Verdict::refuted) << seed << " " << found.why;
    EXPECT_EQ(found.none_below, pieces + 1) << seed;
    EXPECT_FALSE(found.position) << seed;
    return;
  }
  ASSERT_EQ(found.verdict, Verdict::proved) << seed << " " << found.why;
  EXPECT_EQ(static_cast<int64_t>(found.placed.size()), wanted) << seed;
  EXPECT_EQ(found.none_below, wanted) << seed;
  ASSERT_TRUE(found.position) << seed;
  EXPECT_TRUE(holds(world, *found.position, text)) << seed;
}

TEST(Fewest, UnitsThatCutALineAreThoseOfAPlainSearch) {
  std::map<int64_t, int> met;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const World one = world(seed, static_cast<uint32_t>(5 * (seed % 10)));
    const std::string text = "not line()[a1]";
    FewestSettings settings;
    settings.limits.resources = 20'000'000;
    const int64_t wanted = smallest_cut(one, 5);
    ++met[wanted];
    const std::vector<int32_t> two(one.black.begin(), one.black.begin() + 2);
    const std::vector<int32_t>& pieces = seed % 4 == 3 ? two : one.black;
    expect_fewest(one,
                  fewest(one.scenario, one.scenario->start, asked(one, text), one.kind, pieces, settings),
                  wanted, static_cast<int64_t>(pieces.size()), text, "seed " + std::to_string(seed));
  }
  EXPECT_GT(met.size(), 2U) << "the maps differ";
}

TEST(Fewest, UnitsThatMakeALineAreThoseOfAPlainSearch) {
  std::map<int64_t, int> met;
  for (uint64_t seed = 100; seed < 112; ++seed) {
    const World one = world(seed, static_cast<uint32_t>(40 + 5 * (seed % 9)));
    FewestSettings settings;
    settings.limits.resources = 20'000'000;
    settings.holds = seed % 2 == 0;
    const std::string line = "bridged()[a1]";
    const int64_t wanted = fewest_rocks(one);
    ++met[wanted];
    expect_fewest(one,
                  fewest(one.scenario, one.scenario->start, asked(one, settings.holds ? line : "not " + line),
                         one.kind, one.white, settings),
                  wanted, 5, line, "seed " + std::to_string(seed));
  }
  EXPECT_GT(met.size(), 2U) << "the maps differ";
}

TEST(Fewest, WhoIsInAnotherBoxIsNotAbsent) {
  const World one = world(1, 0);
  const std::string text = "(count u in unit where place(u) = wings) = 2";
  const Fewest found = fewest(one.scenario, one.scenario->start, asked(one, text), one.kind, one.white, {});
  EXPECT_EQ(found.verdict, Verdict::proved);
  EXPECT_EQ(found.placed.size(), 2U);
  const Fewest none =
      fewest(one.scenario, one.scenario->start, asked(one, "2 + 2 = 4"), one.kind, one.white, {});
  EXPECT_EQ(none.verdict, Verdict::proved);
  EXPECT_TRUE(none.placed.empty());
}

TEST(Fewest, AStateIsAsInThePositionUnlessItIsFree) {
  const World one = world(1, 0);
  const std::string text = "deep and exists u in units(white) at h: tired(u) and h = c3";
  FewestSettings settings;
  EXPECT_EQ(
      fewest(one.scenario, one.scenario->start, asked(one, text), one.kind, one.white, settings).verdict,
      Verdict::refuted);
  const auto& states = one.scenario->program->states;
  for (size_t i = 0; i < states.size(); ++i)
    if (states[i].name == "tired" || states[i].name == "deep")
      settings.free_states.push_back(static_cast<language::StateId>(i));
  ASSERT_EQ(settings.free_states.size(), 2U);
  const Fewest found =
      fewest(one.scenario, one.scenario->start, asked(one, text), one.kind, one.white, settings);
  EXPECT_EQ(found.verdict, Verdict::proved);
  EXPECT_EQ(found.placed.size(), 1U);
  EXPECT_TRUE(holds(one, found.position.value(), text));
}

TEST(Fewest, ALimitThatIsMetIsUnknownAndWhatWasShownStays) {
  const World one = world(4, 0);  // a cut of two at a corner
  ASSERT_EQ(smallest_cut(one, 5), 2);
  FewestSettings settings;
  settings.most = 1;
  const auto condition = [&] { return asked(one, "not line()[a1]"); };
  const Fewest few = fewest(one.scenario, one.scenario->start, condition(), one.kind, one.black, settings);
  EXPECT_EQ(few.verdict, Verdict::unknown);
  EXPECT_EQ(few.none_below, 2);
  EXPECT_THAT(few.why, HasSubstr("more than 1 were not tried"));
  settings.most.reset();
  settings.limits.resources = 1;
  const Fewest poor = fewest(one.scenario, one.scenario->start, condition(), one.kind, one.black, settings);
  EXPECT_EQ(poor.verdict, Verdict::unknown);
  EXPECT_EQ(poor.none_below, 0);
  EXPECT_FALSE(poor.position);
  EXPECT_EQ(poor.why, "Z3 reached its limit");
  settings.limits.resources = 20'000'000;
  settings.go_on = [] { return false; };
  const Fewest stopped =
      fewest(one.scenario, one.scenario->start, condition(), one.kind, one.black, settings);
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.verdict, Verdict::unknown);
}

TEST(Fewest, SaysTheSameTwice) {
  const World one = world(5, 25);
  const auto ask = [&] {
    return fewest(one.scenario, one.scenario->start, asked(one, "not line()[a1]"), one.kind, one.black, {});
  };
  const Fewest first = ask(), second = ask();
  ASSERT_TRUE(first.position && second.position);
  EXPECT_EQ(first.placed, second.placed);
  EXPECT_TRUE(*first.position == *second.position);
  EXPECT_EQ(first.resources, second.resources);
}

}  // namespace
}  // namespace casebook::symbolic
