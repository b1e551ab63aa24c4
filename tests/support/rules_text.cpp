// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rules_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "engine/base/diagnostic_text.h"
#include "engine/board/scenario.h"

namespace casebook::testing_support {

namespace {

std::string file(const char* format, const std::string& members) {
  return std::string("{\"format\": \"casebook/") + format + "\", \"version\": 1" +
         (members.empty() ? "" : ",\n") + members + "}\n";
}

}  // namespace

std::string small_map(int columns, int rows, const std::string& more) {
  return "\"grid\": {\"hexes\": \"flat\", \"shape\": \"rectangle\", \"shifted\": \"even columns\", "
         "\"columns\": " +
         std::to_string(columns) + ", \"rows\": " + std::to_string(rows) +
         "},\n\"numberings\": {\"own\": {\"order\": \"column row\", \"column\": {\"style\": "
         "\"letters\"}}},\n\"numbering\": \"own\"" +
         (more.empty() ? "" : ",\n") + more;
}

std::string units(const std::string& lines) {
  std::string out = "\"entities\": [\n";
  std::istringstream all(lines);
  std::string line;
  bool first = true;
  while (std::getline(all, line)) {
    std::istringstream words(line);
    std::string name, side, place, more;
    if (!(words >> name >> side >> place)) continue;
    out += first ? "" : ",\n";
    first = false;
    out += "{\"kind\": \"unit\", \"id\": \"" + name + "\"";
    if (place != "-") out += ", \"place\": \"" + place + "\"";
    if (side != "-") out += ", \"side\": \"" + side + "\"";
    while (words >> more) {
      const size_t equal = more.find('=');
      out += ", \"" + more.substr(0, equal) + "\": " + more.substr(equal + 1);
    }
    out += "}";
  }
  return out + "\n]";
}

std::shared_ptr<const language::Program> compile_text(const std::string& rules, Diagnostics& diagnostics) {
  language::EditionText edition;
  edition.name = "edition";  // the folder is called as the text says
  std::istringstream words(rules.substr(0, rules.find('"')));
  for (std::string word; words >> word;) edition.name = word;
  edition.files.emplace_back("edition/01.rules", rules);
  diagnostics.sources().add("edition/01.rules", rules);
  return language::compile(edition, diagnostics);
}

std::shared_ptr<const runtime::Scenario> bind_text(std::shared_ptr<const language::Program> program,
                                                   const DataText& texts, Diagnostics& diagnostics,
                                                   const runtime::Switches& switches) {
  board::ScenarioData data;
  const auto read = [&](auto reader, const char* format, const char* name, const std::string& members,
                        auto& into) {
    if (members.empty()) return true;
    const std::string text = file(format, members);
    diagnostics.sources().add(name, text);
    auto made = reader(text, name, diagnostics);
    if (!made) return false;
    into = std::move(*made);
    return true;
  };
  auto& [order, order_numbering] = data.orders_of_battle.emplace_back();
  auto& [schedule, schedule_numbering] = data.schedules.emplace_back();
  const bool good =
      read(board::read_map, "map", "map.json", texts.map, data.map) &&
      read(board::read_order_of_battle, "order-of-battle", "units.json", texts.order_of_battle, order) &&
      read(board::read_schedule, "schedule", "schedule.json", texts.schedule, schedule) &&
      read(board::read_scenario, "scenario", "scenario.json", texts.scenario, data.scenario);
  if (!good) return nullptr;
  data.numbering = order_numbering = schedule_numbering = data.map.own_numbering;
  return runtime::bind(std::move(program), std::make_shared<const board::ScenarioData>(std::move(data)),
                       switches, "test", diagnostics);
}

std::shared_ptr<const runtime::Scenario> scenario_of(const std::string& rules, const DataText& data,
                                                     const runtime::Switches& switches) {
  Diagnostics diagnostics;
  const auto program = compile_text(rules, diagnostics);
  const auto scenario = program ? bind_text(program, data, diagnostics, switches) : nullptr;
  if (!scenario) {
    ADD_FAILURE() << shown(diagnostics);
    throw std::runtime_error("the rules or the data of this test have errors");
  }
  return scenario;
}

std::vector<std::string> codes(const Diagnostics& diagnostics) {
  std::vector<std::string> all;
  for (const Diagnostic& one : diagnostics.all()) {
    all.push_back(one.code + " " + one.message + " (" + one.range.file + ":" +
                  std::to_string(one.range.begin.line) + ")");
  }
  return all;
}

std::string shown(const Diagnostics& diagnostics) {
  return diagnostics_text(diagnostics);
}

}  // namespace casebook::testing_support
