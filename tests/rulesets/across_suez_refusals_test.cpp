// SPDX-License-Identifier: Apache-2.0
// Every requirement of every action of Across Suez, seen to refuse, in the first edition and in the later one
// with what that one says itself: tests/rulesets/across_suez/refusals.json and decision-games-2-refusals.json
// have a row for each, a position (across_suez_table.h), a choice, the requirements that refuse it, and words
// of the explanation, the values among them. A requirement without a row fails, and so does a row that is
// stale.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "engine/runtime/rules.h"
#include "tests/rulesets/across_suez_table.h"

namespace casebook::tests {
namespace {

using namespace runtime;
using nlohmann::json;

struct Table {
  std::string name;     // of the tests
  std::string edition;  // whose requirements they are
  json rows;
};

const std::vector<Table>& tables() {
  static const std::vector<Table> all = [] {
    std::vector<Table> made;
    for (const auto& [name, file] : {std::pair{"SpiNineteenEighty", "refusals.json"},
                                     std::pair{"LaterEdition", "decision-games-2-refusals.json"}}) {
      std::ifstream stream(std::string(CASEBOOK_SOURCE_DIR) + "/tests/rulesets/across_suez/" + file);
      json data = json::parse(stream);
      const std::string edition = data.value("edition", across_suez);
      for (json& row : data.at("rows")) row["edition"] = edition;
      made.push_back({name, edition, std::move(data.at("rows"))});
    }
    return made;
  }();
  return all;
}

/// `4.1 points`, and the case alone where the requirement has no name of its own.
std::string verdict_name(const Scenario& scenario, const ExplanationLine& verdict) {
  const std::string& label = scenario.program->label_text(verdict.label);
  return verdict.name.empty() || verdict.name == label ? label : label + " " + verdict.name;
}

std::string action_of(const std::string& choice) {
  return choice.substr(0, choice.find('('));
}

class Refusal : public testing::TestWithParam<std::pair<size_t, size_t>> {};

TEST_P(Refusal, NamesEachRequirementWithItsCaseAndValues) {
  const auto [table, number] = GetParam();
  const json& row = tables().at(table).rows.at(number);
  const std::string choice = row.at("choice");
  SCOPED_TRACE(choice + ": " + row.at("refused").dump());
  const auto game = lay_out(row);
  ASSERT_TRUE(game);
  const Scenario& scenario = game->scenario();
  const Answer answer = ask_whether(*game, choice);
  ASSERT_TRUE(answer.typed);
  EXPECT_FALSE(answer.explanation.lawful);

  std::set<std::string> refused;
  std::string shown;
  for (const ExplanationLine& verdict : answer.explanation.verdicts) {
    if (verdict.holds) continue;
    refused.insert(verdict_name(scenario, verdict));
    if (verdict.why) shown += derivation_text(*verdict.why);
  }
  EXPECT_EQ(refused, row.at("refused").get<std::set<std::string>>()) << shown;
  EXPECT_FALSE(row.at("shows").empty());
  for (const json& words : row.at("shows"))
    EXPECT_NE(shown.find(words.get<std::string>()), std::string::npos) << words << " is not in\n" << shown;

  // Nor does either evaluator offer it.
  ReferenceRules reference(scenario.shared_from_this());
  for (Rules* rules : {static_cast<Rules*>(&reference), &game->rules()}) {
    std::vector<Choice> offered;
    rules->choices(game->position(), offered);
    for (const Choice& one : offered) EXPECT_NE(choice_text(scenario, game->position(), one), choice);
  }
}

std::vector<std::pair<size_t, size_t>> every_row() {
  std::vector<std::pair<size_t, size_t>> all;
  for (size_t table = 0; table < tables().size(); ++table)
    for (size_t row = 0; row < tables()[table].rows.size(); ++row) all.emplace_back(table, row);
  return all;
}

INSTANTIATE_TEST_SUITE_P(AcrossSuez, Refusal, testing::ValuesIn(every_row()), [](const auto& at) {
  const Table& table = tables().at(at.param.first);
  const json& one = table.rows.at(at.param.second);
  std::string name = table.name + "_" + std::to_string(at.param.second) + "_" + action_of(one.at("choice")) +
                     "_" + one.at("refused").at(0).get<std::string>();
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
});

/// `step 4.1 points` for every requirement; in what the rows say, ` of Matt 1` after it is left out.
std::set<std::string> required(const std::string& edition) {
  std::set<std::string> all;
  const auto scenario = across_suez_under(json::object(), edition);
  if (!scenario) return all;
  const auto& program = *scenario->program;
  for (const auto& action : program.actions) {
    if (action.watch != language::none) continue;
    const auto add = [&](language::CaseId label, const std::string& name) {
      const std::string& text = program.label_text(label);
      all.insert(action.name + " " + (name == text ? text : text + " " + name));
    };
    for (const auto& one : action.requires_) add(one.label, one.name);
    for (const auto& one : action.ensures) add(one.label, one.name);
    for (const auto& one : action.bests) add(one.label, one.name);
  }
  // What is asked where the action is offered: its option.
  for (const auto& site : program.sites) {
    for (const auto& alternative : site.alternatives) {
      const std::string& action = program.actions[alternative.action].name;
      for (const auto& one : alternative.requires_) {
        const std::string& text = program.label_text(one.label);
        all.insert(action + " " + (one.name == text ? text : text + " " + one.name));
      }
    }
  }
  return all;
}

TEST(AcrossSuezRefusals, EveryRequirementOfEveryActionHasARow) {
  for (const Table& table : tables()) {
    SCOPED_TRACE(table.edition);
    std::set<std::string> seen;
    for (const json& row : table.rows) {
      for (const std::string name : row.at("refused")) {
        if (name.find("domain of") == std::string::npos)
          seen.insert(action_of(row.at("choice")) + " " + name.substr(0, name.find(" of ")));
      }
    }
    const auto all = required(table.edition);
    EXPECT_GT(all.size(), 40u);
    for (const std::string& one : all) EXPECT_TRUE(seen.count(one)) << "nothing shows the refusal by " << one;
    for (const std::string& one : seen)
      EXPECT_TRUE(all.count(one)) << "no action requires " << one << " any more";
  }
}

// What a player meets who names a hex that is not to be had at all: the domain refuses, under the action's
// case.
TEST(AcrossSuezRefusals, DomainsRefuseToo) {
  for (const Table& table : tables()) {
    std::set<std::string> actions;
    for (const json& row : table.rows) {
      for (const std::string name : row.at("refused")) {
        if (name.find("domain of") != std::string::npos) actions.insert(action_of(row.at("choice")));
      }
    }
    for (const char* action : {"step", "attack", "retreat", "advance_to", "lose"})
      EXPECT_TRUE(actions.count(action)) << action << " in " << table.edition;
  }
}

}  // namespace
}  // namespace casebook::tests
