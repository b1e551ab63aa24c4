// SPDX-License-Identifier: Apache-2.0
// Each difference that docs/editions lists, looked at where it stands: compare notices it there, and blames
// items with the cases that are listed. What the slow test then does not find is a matter of getting there.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/text/chance_text.h"
#include "tests/support/battery.h"
#include "verifier/compare/attribute/attribution.h"
#include "verifier/compare/differ/counting.h"
#include "verifier/compare/hunt/worker.h"

namespace casebook::tests {
namespace {

namespace fs = std::filesystem;
using namespace compare;
using nlohmann::json;
using runtime::Game;
using runtime::NodeKind;

const fs::path source = CASEBOOK_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

bool take(Game& game, const std::string& step) {
  if (game.node() == NodeKind::chance) {
    for (const runtime::ChanceOutcome& one : game.outcomes()) {
      const auto& site = game.rules().site(game.position());
      if ("roll " + runtime::chance_text(game.scenario(), site, one) == step) return game.take(one);
    }
    return false;
  }
  for (const runtime::Choice& one : game.choices())
    if (runtime::choice_text(game.scenario(), game.position(), one) == step) return game.play(one);
  return false;
}

/// What is noticed at one position: every class of which an occurrence is shown in some looks. With
/// `switched` it names what switching shows to be responsible.
void look(Pair& pair, Lockstep& lockstep, const runtime::Position& position,
          std::map<std::string, DifferenceClass>& into, bool switched = false) {
  if (pair.rules[0]->node(position) == NodeKind::over) return;
  Classes classes(pair);
  Random random(1, 1);
  Origin played;
  played.begun = true;
  for (int times = 0; times < 12; ++times)
    lockstep.look(0, position, random, [&](const Difference& one) { classes.see(one, played, true); });
  if (switched) {
    for (auto& [key, one] : classes.all()) one.attribution = attribute(pair, one);
    classes.name_attributed();
  }
  into.insert(classes.all().begin(), classes.all().end());
}

bool has_any(const std::set<std::string>& labels, const json& listed) {
  return std::any_of(listed.begin(), listed.end(),
                     [&](const json& one) { return labels.count(one.get<std::string>()) != 0; });
}

TEST(Editions, DifferencesAreNoticedWhereTheyStand) {
  for (const auto& file : fs::directory_iterator(source / "docs/editions")) {
    if (file.path().extension() != ".json") continue;
    const json data = json::parse(text_of(file.path()));
    std::vector<std::string> editions;
    for (const json& edition : data.at("editions")) {
      const std::string id = edition;
      editions.push_back(id.substr(id.rfind('/') + 1));
    }
    std::map<json, std::vector<json>> by_switches;
    for (const json& entry : data.at("differences"))
      by_switches[entry.value("switches", json::object())].push_back(entry);
    std::map<std::string, std::string> not_noticed;
    for (const auto& [switches, entries] : by_switches) {
      std::vector<std::pair<std::string, std::string>> set;
      for (const auto& [name, value] : switches.items()) set.emplace_back(name, value.get<std::string>());
      std::vector<ScenarioPtr> both;
      for (const json& edition : data.at("editions")) both.push_back(shipped_scenario(edition, "", set));
      Pair as_listed(both[0], both[1]), turned(both[1], both[0]);
      for (const json& entry : entries) {
        SCOPED_TRACE(entry.at("id").get<std::string>());
        const std::string position_file = entry.at("position");
        // What a phase keeps in one edition alone is known in that edition.
        const bool of_second = position_file.starts_with(data.at("editions")[1].get<std::string>() + "/");
        const size_t first_side = of_second ? 1 : 0;
        Pair& pair = of_second ? turned : as_listed;
        Lockstep lockstep(pair);
        const fs::path at = source / "rulesets" / position_file;
        Diagnostics diagnostics;
        runtime::PositionOptions options;
        options.under_other_rules = true;
        const auto position = runtime::load_position(*both[first_side], text_of(at), at.filename().string(),
                                                     diagnostics, options);
        ASSERT_TRUE(position) << diagnostics_text(diagnostics);
        Game game(runtime::make_compiled_rules(both[first_side]), *position);
        std::map<std::string, DifferenceClass> seen;
        look(pair, lockstep, game.position(), seen, true);
        const std::string play = entry.value("play", "");
        for (const std::string_view one : split(play, ';')) {
          const size_t first = one.find_first_not_of(' ');
          if (first == std::string_view::npos) continue;
          const std::string step(one.substr(first, one.find_last_not_of(' ') - first + 1));
          ASSERT_TRUE(take(game, step)) << step;
          look(pair, lockstep, game.position(), seen, true);
        }
        std::string all;
        bool noticed = false;
        for (const auto& [key, one] : seen) {
          all += "  " + key + "\n";
          noticed = noticed || (has_any(one.blame.labels[first_side], entry.at("cases").at(editions[0])) &&
                                has_any(one.blame.labels[1 - first_side], entry.at("cases").at(editions[1])));
        }
        if (!noticed) not_noticed[entry.at("id").get<std::string>()] = all;
      }
    }
    // What is not noticed at all could never be found.
    std::string told;
    for (const auto& [id, classes] : not_noticed) {
      EXPECT_FALSE(classes.empty()) << id;
      told += id + ", noticed there:\n" + classes;
    }
    EXPECT_EQ(not_noticed.size(), 0U) << told;
  }
}

// In the first turn an enemy over water pins a unit under one edition only. A unit that was put where nobody
// can stand cannot go anywhere, pinned or not, and does not show it; one beside it does.
TEST(Editions, AValueThatNoExampleShowsIsShownAroundThem) {
  const ScenarioPtr a = shipped_scenario("across-suez/spi-1980", "", {}),
                    b = shipped_scenario("across-suez/decision-games-2", "", {});
  Pair pair(a, b);
  const fs::path at = source /
                      "rulesets/across-suez/decision-games-2/positions/editions/"
                      "an-enemy-over-the-water-in-the-first-turn.json";
  Diagnostics diagnostics;
  runtime::PositionOptions options;
  options.under_other_rules = true;
  const auto position = runtime::load_position(*a, text_of(at), at.filename().string(), diagnostics, options);
  ASSERT_TRUE(position) << diagnostics_text(diagnostics);
  Game game(runtime::make_compiled_rules(a), *position);
  for (const char* step :
       {"end_movement()", "attack(16/1, no, {Matt 2})", "roll 1", "retreat(16/1, 0412)", "stay()"})
    ASSERT_TRUE(take(game, step)) << step;
  std::vector<ApartAt> apart;
  for (const ItemPair& item : pair.alignment.items()) {
    if (item.ref != ItemRef{ItemSort::definition, "controls"}) continue;
    const auto counted = count(pair, item, 200'000);
    ASSERT_TRUE(counted);
    for (const auto& hexes : counted->hexes) apart.push_back({item.ref, hexes});
  }
  ASSERT_FALSE(apart.empty());
  std::map<std::string, games::Cell> pieces;
  for (const games::Cell& piece : games::pieces_of(*a)) pieces[games::cell_text(*a, piece)] = piece;
  games::PositionMaker maker(a);
  Lockstep lockstep(pair);
  std::optional<DifferenceClass> stuck;
  for (const ApartAt& one : apart) {
    Position other = game.position();
    games::write(*a, other, pieces.at("place(Matt 2)"), {one.hexes[0], {}});
    games::write(*a, other, pieces.at("place(16/2)"), {one.hexes[1], {}});
    if (maker.grade(other) != games::Grade::typed) continue;
    std::map<std::string, DifferenceClass> seen;
    look(pair, lockstep, other, seen);
    for (const auto& [key, found] : seen)
      if (key == "effect end_combat; definition controls") stuck = found;
    if (stuck) break;
  }
  ASSERT_TRUE(stuck);
  const std::atomic<bool> stop = false;
  Worker worker(a, b, Budget{}, apart, stop);
  const DifferenceClass shown = worker.follow(*stuck);
  EXPECT_TRUE(shown.shows_itself);
  ASSERT_TRUE(shown.shows_refusal);
  EXPECT_EQ(shown.shows_refusal->name, "pinned");
  EXPECT_EQ(shown.origin.grade, games::Grade::invariants);
}

}  // namespace
}  // namespace casebook::tests
