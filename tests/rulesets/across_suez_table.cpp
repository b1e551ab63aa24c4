// SPDX-License-Identifier: Apache-2.0
#include "tests/rulesets/across_suez_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "engine/base/diagnostic_text.h"
#include "engine/language/compile.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/claims/invariant_watch.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/text/chance_text.h"
#include "tests/support/battery.h"

namespace casebook::tests {

using namespace runtime;
using nlohmann::json;

std::string across_suez_folder() {
  return std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + across_suez;
}

std::shared_ptr<const Scenario> across_suez_under(const json& switches, const std::string& edition) {
  static std::map<std::pair<std::string, std::string>, std::shared_ptr<const Scenario>> bound;
  auto& scenario = bound[{edition, switches.dump()}];
  if (scenario) return scenario;
  std::vector<std::pair<std::string, std::string>> named;
  for (const auto& [name, value] : switches.items()) named.emplace_back(name, value.get<std::string>());
  return scenario = shipped_scenario(edition, {}, named);
}

namespace {

// The counters as a position file has them: those that are named, and all others eliminated.
json counters(const Scenario& scenario, const json& place) {
  const auto& kinds = scenario.program->kinds;
  const auto unit =
      std::find_if(kinds.begin(), kinds.end(), [](const auto& kind) { return kind.name == "unit"; });
  json units = json::object();
  for (const std::string& name : scenario.members[unit - kinds.begin()])
    units[name] = {{"place", "eliminated"}};
  for (const auto& [name, where] : place.items()) {
    if (where.is_object())
      units[name] = where;
    else
      units[name] = {{"place", where}};
  }
  return {{"unit", units}};
}

// `movement israel` entered as by its first call in the text.
bool enter_phase(const Scenario& scenario, const std::string& at, Position& position) {
  const size_t blank = at.find(' ');
  const auto side = scenario.find(scenario.program->kind_side, at.substr(blank + 1));
  const auto& procedures = scenario.program->procedures;
  const auto procedure = std::find_if(procedures.begin(), procedures.end(),
                                      [&](const auto& one) { return one.name == at.substr(0, blank); });
  if (!side || procedure == procedures.end()) return false;
  ReferenceRules rules(scenario.shared_from_this());
  return rules.enter(position, static_cast<language::ProcedureId>(procedure - procedures.begin()),
                     {Value(*side)});
}

}  // namespace

std::unique_ptr<Game> lay_out(const json& table) {
  const auto scenario =
      across_suez_under(table.value("switches", json::object()), table.value("edition", across_suez));
  if (!scenario) return nullptr;
  const std::string at = table.value("at", "");
  json file{{"format", "casebook/position"}, {"version", 1}, {"control", table.value("control", "start")}};
  file["state"] = table.value("state", json::object());
  file["state"]["turn"] = table.value("turn", 1);
  if (!at.empty()) file["state"]["phasing"] = at.substr(at.find(' ') + 1);
  file["locals"] = table.value("locals", json::object());
  file["entities"] = counters(*scenario, table.at("place"));
  Diagnostics diagnostics;
  auto position = load_position(*scenario, file.dump(1), "table", diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics_text(diagnostics);
  if (!position) return nullptr;
  if (!at.empty() && !enter_phase(*scenario, at, *position)) {
    ADD_FAILURE() << "there is no " << at;
    return nullptr;
  }
  auto game = std::make_unique<Game>(make_compiled_rules(scenario), *position);
  for (const json& step : table.value("play", json::array())) {
    if (!take_step(*game, step.get<std::string>())) return nullptr;
  }
  return game;
}

bool take_step(Game& game, std::string_view step) {
  const std::string why = played(game, step);
  if (!why.empty()) ADD_FAILURE() << why;
  return why.empty();
}

std::string played(Game& game, std::string_view step) {
  const Scenario& scenario = game.scenario();
  const std::string words(step);
  if (step.starts_with("roll ")) {
    if (game.node() != NodeKind::chance) return "no die is thrown here: " + words;
    ChanceProblem problem;
    const auto outcome = parse_chance(scenario, game.rules().site(game.position()), step.substr(5), problem);
    return outcome && game.take(*outcome) ? "" : "no such roll: " + words + " " + problem.message;
  }
  if (game.node() != NodeKind::choose) return "nobody chooses here: " + words;
  ReferenceRules asking(scenario.shared_from_this());
  Diagnostics diagnostics;
  const auto named = parse_choice(scenario, game.position(), words, {}, diagnostics);
  if (!named) return words + " is not offered: " + diagnostics_text(diagnostics);
  const auto choice = find_choice(asking, game.position(), *named);
  if (choice && game.play(*choice)) return "";
  return words + " is " + refusal_text(scenario, explain_choice(asking, game.position(), *named));
}

Answer ask_whether(const Game& game, const std::string& choice) {
  ReferenceRules asking(game.scenario().shared_from_this());
  Diagnostics diagnostics;
  const auto named = parse_choice(game.scenario(), game.position(), choice, {}, diagnostics);
  if (!named) {
    ADD_FAILURE() << choice << ": " << diagnostics_text(diagnostics);
    return {};
  }
  return {true, explain_choice(asking, game.position(), *named)};
}

bool holds(const Scenario& scenario, const Position& position, const std::string& expression,
           std::string& found) {
  language::ById<language::Var> vars = scenario.program->vars;
  Diagnostics diagnostics;
  const auto typed = language::compile_expression(*scenario.program, expression, vars, diagnostics);
  if (!typed || typed->type.tag != language::TypeTag::boolean) {
    found = typed ? "it is no yes or no" : diagnostics_text(diagnostics);
    return false;
  }
  ReferenceRules asking(scenario.shared_from_this());
  asking.evaluator().extend_frame(vars);
  Derivation derivation;
  try {
    const bool yes = asking.evaluator().derive(*typed, position, derivation).yes();
    found = derivation_text(derivation);
    return yes;
  } catch (const Fault& fault) {
    found = fault.why;
    return false;
  }
}

int play_on(const std::shared_ptr<const Scenario>& scenario, const Position& start, int games) {
  const CompiledRules compiled(scenario);
  // The compiled form asks; that it agrees with the reference evaluator is the matter of other tests.
  InvariantWatch watch(scenario, std::make_unique<CompiledInvariants>(scenario));
  const players::Players seats = players::random_players(*scenario);
  int ended = 0;
  for (int number = 1; number <= games; ++number) {
    GameSettings settings;
    settings.seed = 1;
    settings.game = static_cast<uint64_t>(number);
    auto rules = compiled.another();
    watch.listen_to(*rules);
    Game game(std::move(rules), start, settings);
    players::seat(seats, game);
    watch.begin(game.position(), settings.game);
    while (game.node() != NodeKind::over && game.step_count() < 5000) {
      if (game.node() == NodeKind::chance) {
        if (!game.roll()) break;
      } else {
        const auto& choices = game.choices();
        if (choices.empty()) break;
        const players::Decision decision{game.rules(), game.position(), choices, game.player()};
        game.play(choices[seats[static_cast<size_t>(decision.side)]->choose(decision)]);
      }
      watch.step(game.position());
    }
    const OutcomeKind kind = game.node() == NodeKind::over ? game.outcome().kind : OutcomeKind::open;
    if (kind == OutcomeKind::won || kind == OutcomeKind::drawn)
      ++ended;
    else
      ADD_FAILURE() << "game " << number
                    << " does not end as a game: " << outcome_text(*scenario, game.outcome());
  }
  Diagnostics broken;
  watch.report(broken);
  EXPECT_TRUE(broken.empty()) << diagnostics_text(broken);
  EXPECT_TRUE(watch.disagreements().empty());
  EXPECT_GT(watch.asked(), 0u);
  if (games >= 1000) std::cout << games << " games, " << watch.asked() << " invariants asked\n" << std::flush;
  return ended;
}

}  // namespace casebook::tests
