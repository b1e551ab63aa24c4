// SPDX-License-Identifier: Apache-2.0
// Views as a library gives them: how a call is read, and what each kind shows. The reach of a unit is held
// against a search of every position by the reference evaluator, and each way is walked.
#include "engine/runtime/views/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/text/choice_text.h"

namespace casebook::runtime {
namespace {

using testing::HasSubstr;

class Shown {
 public:
  explicit Shown(const std::string& edition) {
    Diagnostics diagnostics;
    const std::string folder = std::string(CASEBOOK_SOURCE_DIR) + "/rulesets/" + edition;
    scenario = load_scenario({folder, "", {}, edition, {}}, diagnostics);
    if (!scenario) throw std::runtime_error(diagnostics_text(diagnostics));
    reference = std::make_unique<ReferenceRules>(scenario);
    compiled = make_compiled_rules(scenario);
    position = scenario->start;
    reference->begin(position);
  }

  /// What is wrong with a call, as text.
  std::string refusal(const std::string& text) const {
    Diagnostics diagnostics;
    EXPECT_FALSE(parse_view_call(*scenario, position, text, diagnostics)) << text;
    return diagnostics_text(diagnostics);
  }
  ViewAnswer answer(const std::string& text) {
    Diagnostics diagnostics;
    const auto call = parse_view_call(*scenario, position, text, diagnostics);
    if (!call) throw std::runtime_error(diagnostics_text(diagnostics));
    auto shown = show_view(*reference, *compiled, position, *call, diagnostics);
    if (!shown) throw std::runtime_error(diagnostics_text(diagnostics));
    return std::move(*shown);
  }
  void play(const std::string& text) {
    Diagnostics diagnostics;
    const auto named = parse_choice(*scenario, position, text, {}, diagnostics);
    ASSERT_TRUE(named) << diagnostics_text(diagnostics);
    const auto choice = find_choice(*reference, position, *named);
    ASSERT_TRUE(choice) << text;
    reference->apply(position, *choice);
  }
  std::string place(int32_t at) const {
    return scenario->value_text({language::TypeTag::location, language::none, 1}, at);
  }

  std::shared_ptr<const Scenario> scenario;
  std::unique_ptr<ReferenceRules> reference;
  std::unique_ptr<Rules> compiled;
  Position position;
};

TEST(ViewCalls, are_read_as_choices_or_as_expressions) {
  Shown game("examples/interrupt");
  const std::string unit =
      game.scenario
          ->members[game.scenario->program->vars[game.scenario->program->views[1].params[0]].type.of][0];
  EXPECT_EQ(game.answer("zone(raiders)").call, "zone(raiders)");
  EXPECT_EQ(game.answer(" view zone ( raiders ) ").call, "zone(raiders)");
  EXPECT_EQ(game.answer("zone(other(defenders))").call, "zone(raiders)");
  EXPECT_EQ(game.answer("reach(" + unit + ")").call, "reach(" + unit + ")");
  EXPECT_EQ(game.answer("reach(\"" + unit + "\")").call, "reach(" + unit + ")");
}

TEST(ViewCalls, say_what_is_wrong_and_what_is_near) {
  const Shown game("examples/interrupt");
  EXPECT_THAT(game.refusal("view zones(raiders)"), AllOf(HasSubstr("P0174"), HasSubstr("zone")));
  EXPECT_THAT(game.refusal("zone()"), AllOf(HasSubstr("P0175"), HasSubstr("zone(s: side)")));
  EXPECT_THAT(game.refusal("zone(raider)"),
              AllOf(HasSubstr("P0176"), HasSubstr("did you mean"), HasSubstr("raiders")));
  EXPECT_THAT(game.refusal("zone(other(raider))"), HasSubstr("P0176"));
  EXPECT_THAT(game.refusal("zone(1 + 1)"), HasSubstr("P0176"));
}

TEST(ViewCalls, are_told_from_expressions) {
  const Shown game("examples/interrupt");
  const language::Program& program = *game.scenario->program;
  EXPECT_TRUE(asks_for_view(program, "zone(raiders)"));
  EXPECT_TRUE(asks_for_view(program, "view nothing(raiders)"));
  EXPECT_FALSE(asks_for_view(program, "zone(raiders) + zone(defenders)"));
  EXPECT_FALSE(asks_for_view(program, "nothing(raiders)"));
  EXPECT_FALSE(asks_for_view(program, "1 + 1"));
  EXPECT_FALSE(asks_for_view(program, ""));
  EXPECT_EQ(nearest_view(program, "zonne(raiders)"), "zone");
}

// Every position that the action alone leads to, one after another, by the reference evaluator: the most left
// at each place.
std::map<int32_t, int64_t> searched(Shown& game, const std::string& action, int32_t unit, KindId kind,
                                    StateId state) {
  const language::Program& program = *game.scenario->program;
  const auto place = [&](const Position& position) {
    return position.cell(game.scenario->layout.places[kind].first + static_cast<uint32_t>(unit));
  };
  std::map<int32_t, int64_t> best;
  std::set<std::vector<uint64_t>> met;
  std::vector<Position> open{game.position};
  while (!open.empty()) {
    const Position here = open.back();
    open.pop_back();
    if (!met.insert(here.words()).second) continue;
    const int64_t left = game.reference->evaluator()
                             .read(game.scenario->layout.states[state], program.states[state].type, here,
                                   static_cast<uint32_t>(unit))
                             .number;
    const auto [found, fresh] = best.try_emplace(place(here), left);
    if (!fresh) found->second = std::max(found->second, left);
    if (game.reference->node(here) != NodeKind::choose) continue;
    std::vector<Choice> choices;
    game.reference->choices(here, choices);
    for (const Choice& choice : choices) {
      const auto& site = game.reference->site(here);
      const ActionId taken = site.alternatives[static_cast<size_t>(choice.alternative)].action;
      if (program.actions[taken].name != action || choice.singles[0] != unit) continue;
      Position next = here;
      game.reference->apply(next, choice);
      open.push_back(next);
    }
  }
  best.erase(place(game.position));
  return best;
}

void expect_reach(Shown& game, const std::string& unit, const std::string& action) {
  const language::Program& program = *game.scenario->program;
  KindId kind = language::none;
  StateId state = language::none;
  for (size_t i = 0; i < program.kinds.size(); ++i)
    if (program.kinds[i].name == "unit") kind = static_cast<KindId>(i);
  for (size_t i = 0; i < program.states.size(); ++i)
    if (program.states[i].name == "left") state = static_cast<StateId>(i);
  const auto member = game.scenario->find(kind, unit);
  ASSERT_TRUE(member) << unit;
  const ViewAnswer answer = game.answer("reach(" + unit + ")");
  const auto& reach = std::get<ViewReach>(answer.shown);
  EXPECT_TRUE(reach.complete);
  std::map<int32_t, int64_t> shown;
  for (const auto& one : reach.places) {
    shown[one.place] = one.left;
    EXPECT_EQ(one.spent, reach.at_first - one.left);
    // The way leads there and leaves so much.
    ASSERT_FALSE(one.way.empty());
    EXPECT_EQ(one.way.back(), one.place);
  }
  EXPECT_EQ(shown, searched(game, action, *member, kind, state)) << unit;
  EXPECT_FALSE(shown.empty()) << unit << ": " << reach.remark;
}

TEST(Reach, is_what_a_search_of_every_position_finds) {
  Shown starter("template/starter");
  for (const std::string unit : {"N1", "N2"}) expect_reach(starter, unit, "step");
  Shown interrupt("examples/interrupt");
  expect_reach(interrupt, "Raider 1", "order");
}

TEST(Reach, of_a_unit_that_cannot_move_says_why) {
  Shown game("across-suez/spi-1980");
  const ViewAnswer answer = game.answer("reach(16/1)");
  const auto& reach = std::get<ViewReach>(answer.shown);
  EXPECT_TRUE(reach.places.empty());
  EXPECT_THAT(reach.remark, HasSubstr("16/1"));
}

}  // namespace
}  // namespace casebook::runtime
