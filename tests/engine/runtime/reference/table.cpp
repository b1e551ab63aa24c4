// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/runtime/reference/table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/chance_text.h"

namespace casebook::testing_support {

using namespace runtime;  // NOLINT: the words of positions

const std::string pieces_rules = R"(edition pieces "Pieces"
case 1.0
  kind side = white, black
  kind unit on map
  kind temper = calm, cross, mad
  box off, reserve
  measure d6 from 1 to 6
  measure d3 from 1 to 3
  measure tallies from 0 to 10
  place ford
  given side(unit): side
  given weight(unit): number
  state n: number
  state m: number
  state tally: tallies
  state herd: set of unit
  state boss: unit or none
  state tired(unit): bool
  state load(unit): number
  state mood(side): temper = cross
)";

DataText pieces_data() {
  DataText data;
  data.map = small_map(4, 3, R"("places": {"ford": "c2"})");
  data.order_of_battle = units("A white a1 weight=1\nB white a1 weight=2\nC black b3 weight=3\n");
  return data;
}

Table::Table(const std::string& text, const DataText& data, const Switches& switches)
    : scenario(scenario_of(text, data, switches)),
      rules(std::make_shared<ReferenceRules>(scenario)),
      compiled(std::make_shared<CompiledRules>(scenario)),
      position(scenario->start) {
  Position same = position;
  rules->begin(position);
  compiled->begin(same);
  EXPECT_EQ(position, same) << "the compiled form begins elsewhere: "
                            << outcome_text(*scenario, compiled->outcome(same));
}

std::vector<std::string> Table::choices() {
  std::vector<std::string> words;
  if (rules->node(position) != NodeKind::choose) return words;
  std::vector<Choice> all;
  rules->choices(position, all);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end())) << "choices come sorted";
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "choices are distinct";
  std::vector<Choice> same;
  compiled->choices(position, same);
  EXPECT_EQ(all, same) << "the compiled form offers others";
  EXPECT_EQ(rules->player(position), compiled->player(position));
  for (const Choice& choice : all) words.push_back(choice_text(*scenario, position, choice));
  return words;
}

std::vector<std::string> Table::outcomes() {
  std::vector<std::string> words;
  if (rules->node(position) != NodeKind::chance) return words;
  std::vector<ChanceOutcome> all;
  rules->outcomes(position, all);
  std::vector<ChanceOutcome> same;
  compiled->outcomes(position, same);
  EXPECT_EQ(all, same) << "the compiled form has other outcomes";
  for (const ChanceOutcome& one : all) words.push_back(chance_text(*scenario, rules->site(position), one));
  return words;
}

template <class Step>
void Table::go(const Step& step) {
  Position same = position;
  rules->apply(position, step);
  compiled->apply(same, step);
  EXPECT_EQ(position, same) << "the compiled form comes elsewhere: "
                            << outcome_text(*scenario, compiled->outcome(same));
  EXPECT_EQ(position.hash(), position.hash_afresh());
  EXPECT_EQ(position.hash(), same.hash());
}

Table& Table::play(const std::string& wanted) {
  const std::vector<std::string> words = choices();
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found == words.end()) {
    ADD_FAILURE() << wanted << " is not among " << ::testing::PrintToString(words) << "; the game is "
                  << outcome();
    return *this;
  }
  std::vector<Choice> all;
  rules->choices(position, all);
  go(all[static_cast<size_t>(found - words.begin())]);
  return *this;
}

Table& Table::roll(const std::string& wanted) {
  const std::vector<std::string> words = outcomes();
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found == words.end()) {
    ADD_FAILURE() << wanted << " is not among " << ::testing::PrintToString(words) << "; the game is "
                  << outcome();
    return *this;
  }
  std::vector<ChanceOutcome> all;
  rules->outcomes(position, all);
  go(all[static_cast<size_t>(found - words.begin())]);
  return *this;
}

std::string Table::outcome() {
  return outcome_text(*scenario, rules->outcome(position));
}

std::string Table::value(const std::string& expression) {
  Diagnostics diagnostics;
  language::ById<language::Var> vars = scenario->program->vars;
  const auto expr = language::compile_expression(*scenario->program, expression, vars, diagnostics);
  if (!expr) {
    ADD_FAILURE() << shown(diagnostics);
    return {};
  }
  Evaluator evaluator(scenario);
  evaluator.extend_frame(vars);
  try {
    return value_text(*scenario, expr->type, evaluator.evaluate(*expr, position));
  } catch (const Fault& fault) {
    return "fault: " + fault.why;
  }
}

void Table::write(const std::string& name, int32_t cell) {
  for (size_t i = 0; i < scenario->program->states.size(); ++i) {
    if (scenario->program->states[i].name == name) position.set_cell(scenario->layout.states[i].first, cell);
  }
}

}  // namespace casebook::testing_support
