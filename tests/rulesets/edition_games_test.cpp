// SPDX-License-Identifier: Apache-2.0
// Games that lead to the examples of docs/editions: CASEBOOK_WRITE_EDITIONS=1 looks for them, and writes the records and
// games.json (edition_grades.h). CASEBOOK_ONLY_ENTRY=ID does so for one entry, and CASEBOOK_ONLY_ENTRY=open for those that
// have no record yet; the records that are there are then known. Without all this the invariants that are mined are asked
// of the examples.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "engine/base/text.h"
#include "engine/runtime/reference/reference.h"
#include "tests/rulesets/edition_grades.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/lead_to.h"
#include "verifier/symbolic/mine/mine.h"

namespace casebook::tests::editions {
namespace {

using namespace runtime;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr int64_t tries_of_a_search = 80'000;
constexpr int rounds_of_searching = 3;

std::vector<std::string> steps_in(const std::string& play) {
  std::vector<std::string> steps;
  for (const std::string_view one : split(play, ';')) {
    const size_t first = one.find_first_not_of(' ');
    if (first != std::string_view::npos)
      steps.emplace_back(one.substr(first, one.find_last_not_of(' ') - first + 1));
  }
  return steps;
}

std::string joined(const std::vector<std::string>& steps, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i < last; ++i) text += (i == first ? "" : " ; ") + steps[i];
  return text;
}

struct Spent {
  int64_t tries = 0;
  uint64_t games = 0;
};

/// A game of that edition which ends where the entry shows, with the steps of `play` that are then left.
std::optional<std::pair<Record, std::string>> game_to(const json& entry, const Scenarios& scenarios,
                                                      const std::string& origin, games::Leader& leader,
                                                      uint64_t round,
                                                      const std::vector<games::PlayedGame>& known,
                                                      Spent& spent) {
  const auto& scenario = scenarios.at(origin);
  const std::vector<std::string> steps = steps_in(entry.value("play", ""));
  const auto begin = position_of(entry, scenario);
  if (!begin) return std::nullopt;
  // What is seen after all steps may need a position that differs under each; then it is before some of them.
  for (size_t first = 0; first <= steps.size(); ++first) {
    json before = entry;
    before["play"] = joined(steps, 0, first);
    std::string why;
    const auto game = played_out(before, *begin, std::make_unique<ReferenceRules>(scenario), why);
    if (!game || game->node() == NodeKind::over) continue;
    const std::string then = joined(steps, first, steps.size());
    if (!shows(entry, scenarios, origin, game->position(), then, why)) continue;
    games::LeadSettings settings;
    settings.seed = round;
    settings.tries = tries_of_a_search;
    settings.also_earlier = round % 2 == 0;
    const games::Led led = leader.lead(
        game->position(),
        [&](const Position& position) {
          std::string otherwise;
          return shows(entry, scenarios, origin, position, then, otherwise);
        },
        settings, known);
    spent.tries += led.tries, spent.games += static_cast<uint64_t>(led.games);
    if (led.game) return std::pair(games::record_of(*led.game, scenario), then);
  }
  return std::nullopt;
}

class GamesThere {
 public:
  explicit GamesThere(Scenarios printed) : printed_(std::move(printed)) {}

  /// A record that is there already: searches go on from it.
  void know(const json& entry, const json& row, const fs::path& folder) {
    const auto scenario = under_switches(entry, printed_).at(row.at("edition"));
    Diagnostics diagnostics;
    const std::string file = row.at("record");
    const Record record = parse_record(text_of(folder / file), file, diagnostics);
    if (auto played = games::played(record, scenario)) known_[scenario->id].push_back(std::move(*played));
  }

  /// A row of games.json; the record is written.
  ordered_json row(const json& entry, const fs::path& folder) {
    const Scenarios scenarios = under_switches(entry, printed_);
    Spent spent;
    for (int round = 1; round <= rounds_of_searching; ++round) {
      for (const auto& [origin, scenario] : scenarios) {
        auto& leader = leaders_[scenario->id];
        if (!leader) leader = std::make_unique<games::Leader>(scenario);
        const auto led = game_to(entry, scenarios, origin, *leader, static_cast<uint64_t>(round),
                                 known_[scenario->id], spent);
        if (!led) continue;
        const std::string file = entry.at("id").get<std::string>() + ".record";
        std::ofstream(folder / file, std::ios::binary) << record_text(led->first);
        if (auto played = games::played(led->first, scenario))
          known_[scenario->id].push_back(std::move(*played));
        return {
            {"record", file}, {"edition", origin}, {"then", led->second}, {"steps", led->first.steps.size()}};
      }
    }
    ordered_json row{{"tries", spent.tries}, {"games", spent.games}};
    ordered_json broken = broken_mined(entry, scenarios);
    if (!broken.empty()) row["brokenMined"] = std::move(broken);
    return row;
  }

  /// By edition, the mined invariants that the example breaks, in words.
  ordered_json broken_mined(const json& entry, const Scenarios& scenarios) {
    ordered_json broken = ordered_json::object();
    for (const auto& [edition, scenario] : scenarios) {
      auto& maker = makers_[scenario->id];
      if (!maker) {
        const auto mined = symbolic::with_mined(*scenario, symbolic::mine_invariants(scenario));
        maker = std::make_unique<games::PositionMaker>(mined);
      }
      const auto position = position_of(entry, scenario);
      std::string why;
      const auto game =
          position ? played_out(entry, *position, std::make_unique<ReferenceRules>(scenario), why) : nullptr;
      if (!game) continue;
      const auto begun = Game(std::make_unique<ReferenceRules>(scenario), *position).position();
      for (const Position* const one : {&begun, &game->position()}) {
        for (const language::InvariantId invariant : maker->broken_mined(*one))
          broken[edition].push_back(maker->scenario().mined->rules->program->invariants[invariant].name);
      }
    }
    return broken;
  }

  size_t leaders() const { return leaders_.size(); }

 private:
  Scenarios printed_;
  std::map<std::string, std::unique_ptr<games::Leader>> leaders_;
  std::map<std::string, std::unique_ptr<games::PositionMaker>> makers_;
  std::map<std::string, std::vector<games::PlayedGame>> known_;
};

TEST(SlowEditionGames, LeadToTheExamples) {
  const char* const only = std::getenv("CASEBOOK_ONLY_ENTRY");
  for (const fs::path& file : data_files()) {
    const json data = json::parse(text_of(file));
    GamesThere there(as_printed(data));
    ordered_json entries = ordered_json::object();
    const fs::path folder = folder_of(file);
    const bool writes = std::getenv("CASEBOOK_WRITE_EDITIONS") != nullptr;
    if (writes) fs::create_directories(folder);
    const json known = games_of(file).value("entries", json::object());
    for (const json& entry : data.at("differences")) {
      const std::string id = entry.at("id");
      SCOPED_TRACE(id);
      const bool has_record = known.contains(id) && known.at(id).contains("record");
      if (writes && only != nullptr && id != only && (has_record || std::string_view(only) != "open")) {
        if (has_record) there.know(entry, known.at(id), folder);
        if (known.contains(id)) entries[id] = ordered_json::parse(known.at(id).dump());
        continue;
      }
      if (writes) {
        entries[id] = there.row(entry, folder);
        fmt::print("{}: {}\n", id, entries[id].dump());
        std::fflush(stdout);
        continue;
      }
      ASSERT_TRUE(known.contains(id));
      if (has_record) continue;
      const json broken = there.broken_mined(entry, under_switches(entry, as_printed(data)));
      EXPECT_EQ(broken, known.at(id).value("brokenMined", json::object()));
    }
    if (writes)
      std::ofstream(folder / "games.json", std::ios::binary)
          << ordered_json{{"about", "Written by the test SlowEditionGames with CASEBOOK_WRITE_EDITIONS=1."},
                          {"entries", entries}}
                 .dump(2)
          << "\n";
  }
}

}  // namespace
}  // namespace casebook::tests::editions
