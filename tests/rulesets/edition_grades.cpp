// SPDX-License-Identifier: Apache-2.0
#include "tests/rulesets/edition_grades.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/records/position_check.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"
#include "verifier/finding/counted.h"

namespace casebook::tests::editions {

using namespace runtime;
using nlohmann::json;
using ScenarioOf = std::shared_ptr<const Scenario>;

fs::path folder_of(const fs::path& data_file) {
  return fs::path(data_file).replace_extension();
}

json games_of(const fs::path& data_file) {
  const fs::path file = folder_of(data_file) / "games.json";
  return fs::exists(file) ? json::parse(text_of(file)) : json::object();
}

std::string objections(const ScenarioOf& scenario, const Position& position) {
  ReferenceRules asking(scenario);
  Position begun = position;
  if (begun.cell(scenario->layout.site) == 0 && asking.node(begun) != NodeKind::over) asking.begin(begun);
  Diagnostics diagnostics;
  check_position(asking, begun, "position", diagnostics);
  std::string all;
  for (const Diagnostic& one : diagnostics.all()) all += (all.empty() ? "" : "; ") + one.message;
  return all;
}

std::optional<Position> laid_out_under(const ScenarioOf& from, const Position& position,
                                       const ScenarioOf& to) {
  Diagnostics diagnostics;
  PositionOptions options;
  options.under_other_rules = true;
  return load_position(*to, position_text(*from, position), "position", diagnostics, options);
}

namespace {

/// The example played on, as the edition says it; with what is objected to on the way.
bool says_so(const json& entry, const ScenarioOf& scenario, const Position& position, const std::string& said,
             std::string& why) {
  why = objections(scenario, position);
  if (!why.empty()) return false;
  const auto game = played_out(entry, position, std::make_unique<ReferenceRules>(scenario), why);
  if (!game) return false;
  const std::string found = seen(entry, *game, said);
  if (found != said) {
    why = found;
    return false;
  }
  if (game->node() != NodeKind::over) why = objections(scenario, game->position());
  return why.empty();
}

/// Whether the steps of a record lead to that position under this edition, too.
bool leads_there(const Record& record, const ScenarioOf& scenario, const Position& end) {
  Diagnostics diagnostics;
  ReplayOptions options;
  options.under_other_rules = true;
  const Replay replayed = replay(record, "record", make_compiled_rules(scenario), diagnostics, options);
  return replayed.game && replayed.steps == record.steps.size() && replayed.game->position() == end;
}

std::string link_to(const fs::path& data_file, const std::string& record) {
  return fmt::format("{}/{}", folder_of(data_file).filename().string(), record);
}

/// `1 under decision-games-2, 2 under spi-1980`
std::string each_of(const std::map<std::string, int>& grades) {
  std::string text;
  for (const auto& [edition, grade] : grades)
    text += fmt::format("{}{} under {}", text.empty() ? "" : ", ", grade, edition);
  return text;
}

Graded of_a_game(const json& entry, const Scenarios& scenarios, const fs::path& data_file, const json& led) {
  Graded graded;
  const std::string file = led.at("record"), origin = led.at("edition"), then = led.at("then");
  Diagnostics diagnostics;
  const Record record = parse_record(text_of(folder_of(data_file) / file), file, diagnostics);
  const ScenarioOf& scenario = scenarios.at(origin);
  const Replay replayed = replay(record, file, make_compiled_rules(scenario), diagnostics);
  EXPECT_TRUE(replayed.good && record.start.empty()) << diagnostics_text(diagnostics);
  if (!replayed.good) return graded;
  const Position& end = replayed.game->position();
  std::string why;
  EXPECT_TRUE(shows(entry, scenarios, origin, end, then, why)) << file << ": " << why;
  for (const auto& [edition, other] : scenarios) {
    const auto there = laid_out_under(scenario, end, other);
    graded.by_edition[edition] = edition == origin || (there && leads_there(record, other, *there)) ? 1 : 2;
  }
  graded.grade = 1;
  const bool by_all = std::all_of(graded.by_edition.begin(), graded.by_edition.end(),
                                  [](const auto& one) { return one.second == 1; });
  graded.words = fmt::format(
      "Grade 1: [a game of {}]({}) leads to such a position in {} from the start{}; both say the same "
      "there{}.{}\n\n",
      origin, link_to(data_file, file), counted(record.steps.size(), "step"),
      then.empty() ? "" : fmt::format(", before `{}`", then),
      by_all ? ", and the other plays these steps too" : "",
      by_all ? "" : " By edition: " + each_of(graded.by_edition) + ".");
  return graded;
}

}  // namespace

bool shows(const json& entry, const Scenarios& scenarios, const std::string& origin, const Position& position,
           const std::string& then, std::string& why) {
  json from_there = entry;
  from_there["play"] = then;
  for (const auto& [edition, scenario] : scenarios) {
    const auto there = laid_out_under(scenarios.at(origin), position, scenario);
    if (!there) {
      why = "it cannot be laid out under " + edition;
      return false;
    }
    if (says_so(from_there, scenario, *there, entry.at(edition), why)) continue;
    why = edition + ": " + why;
    return false;
  }
  return true;
}

Graded graded(const json& entry, const Scenarios& scenarios, const fs::path& data_file) {
  const json found = games_of(data_file);
  const std::string id = entry.at("id");
  const json led = found.value("entries", json::object()).value(id, json::object());
  if (led.contains("record")) return of_a_game(entry, scenarios, data_file, led);
  Graded graded;
  std::string broken;
  for (const auto& [edition, scenario] : scenarios) {
    const auto position = position_of(entry, scenario);
    if (!position) return graded;
    std::string why;
    const bool holds = says_so(entry, scenario, *position, entry.at(edition), why);
    const json mined = led.value("brokenMined", json::object()).value(edition, json::array());
    if (!mined.empty()) why = mined.front().get<std::string>();
    graded.by_edition[edition] = holds && mined.empty() ? 2 : 3;
    if (!why.empty()) broken += fmt::format(" Under {}, {}.", edition, why);
  }
  for (const auto& [edition, grade] : graded.by_edition) graded.grade = std::max(graded.grade, grade);
  const std::string searched =
      led.value("tries", uint64_t{0}) > 0
          ? fmt::format("Searched: {} that led towards it from the start, {}. None came there.",
                        counted(led.at("games").get<uint64_t>(), "game"),
                        counted(led.at("tries").get<uint64_t>(), "choice"))
          : "No game was searched.";
  graded.words =
      graded.grade == 2
          ? fmt::format(
                "Grade 2: no game is known to lead there, and every invariant of both "
                "editions holds. {}\n\n",
                searched)
          : fmt::format("Grade 3: perhaps no game can reach this position.{} {}\n\n", broken, searched);
  return graded;
}

}  // namespace casebook::tests::editions
