// SPDX-License-Identifier: Apache-2.0
#include "tests/rulesets/edition_entries.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/text.h"
#include "engine/language/compile.h"
#include "engine/runtime/control.h"
#include "engine/runtime/reference/value_text.h"
#include "tests/rulesets/across_suez_table.h"
#include "tests/support/battery.h"

namespace casebook::tests::editions {

using namespace runtime;
using nlohmann::json;

namespace {

std::string value_of(const Game& game, const std::string& expression) {
  const Scenario& scenario = game.scenario();
  language::ById<language::Var> vars = scenario.program->vars;
  Diagnostics diagnostics;
  const auto typed = language::compile_expression(*scenario.program, expression, vars, diagnostics);
  if (!typed) return diagnostics_text(diagnostics);
  ReferenceRules asking(scenario.shared_from_this());
  asking.evaluator().extend_frame(vars);
  Derivation derivation;
  return value_text(scenario, typed->type, asking.evaluator().derive(*typed, game.position(), derivation));
}

}  // namespace

fs::path source() {
  return CASEBOOK_SOURCE_DIR;
}

std::vector<fs::path> data_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source() / "docs/editions"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::optional<Position> position_of(const json& entry, const std::shared_ptr<const Scenario>& scenario) {
  const fs::path file = source() / "rulesets" / entry.at("position").get<std::string>();
  Diagnostics diagnostics;
  PositionOptions options;
  options.under_other_rules = true;
  auto position = load_position(*scenario, text_of(file), file.filename().string(), diagnostics, options);
  if (!position) {
    ADD_FAILURE() << diagnostics_text(diagnostics);
    return std::nullopt;
  }
  return *position;
}

std::unique_ptr<Game> played_out(const json& entry, const Position& position, std::unique_ptr<Rules> rules,
                                 std::string& why) {
  auto game = std::make_unique<Game>(std::move(rules), position);
  const std::string play = entry.value("play", "");
  for (const std::string_view one : split(play, ';')) {
    const size_t first = one.find_first_not_of(' ');
    if (first == std::string_view::npos) continue;
    why = played(*game, one.substr(first, one.find_last_not_of(' ') - first + 1));
    if (!why.empty()) return nullptr;
  }
  return game;
}

std::string seen(const json& entry, Game& game, const std::string& said) {
  if (entry.contains("value")) return value_of(game, entry.at("value"));
  if (entry.contains("outcome"))
    return game.node() == NodeKind::over ? outcome_text(game.scenario(), game.outcome()) : "the game goes on";
  const std::string choice = entry.at("choice");
  if (game.node() == NodeKind::choose) {
    for (const Choice& one : game.choices())
      if (choice_text(game.scenario(), game.position(), one) == choice) return "permitted";
  }
  Diagnostics diagnostics;
  const auto named = parse_choice(game.scenario(), game.position(), choice, {}, diagnostics);
  if (!named) return "not offered";
  ReferenceRules asking(game.scenario().shared_from_this());
  std::set<std::string> labels;
  for (const ExplanationLine& verdict : explain_choice(asking, game.position(), *named).verdicts)
    if (!verdict.holds) labels.insert("refused by " + game.scenario().program->label_text(verdict.label));
  if (labels.count(said) != 0) return said;
  std::string all;
  for (const std::string& label : labels) all += (all.empty() ? "" : ", ") + label;
  return all.empty() ? "not offered" : all;
}

std::string noticed(const std::string& found) {
  return found.starts_with("refused") ? "refused" : found;
}

Scenarios as_printed(const json& data) {
  Scenarios scenarios;
  for (const json& edition : data.at("editions")) {
    const std::string id = edition.get<std::string>();
    const auto scenario = shipped_scenario(id);
    if (!scenario) return {};
    scenarios[id.substr(id.rfind('/') + 1)] = scenario;
  }
  return scenarios;
}

Scenarios under_switches(const json& entry, const Scenarios& printed) {
  Scenarios scenarios = printed;
  const json set = entry.value("switches", json::object());
  std::vector<std::pair<std::string, std::string>> switches;
  for (const auto& [name, value] : set.items()) switches.emplace_back(name, value.get<std::string>());
  if (switches.empty()) return scenarios;
  for (auto& [edition, scenario] : scenarios) scenario = shipped_scenario(scenario->id, {}, switches);
  return scenarios;
}

}  // namespace casebook::tests::editions
