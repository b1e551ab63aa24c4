// SPDX-License-Identifier: Apache-2.0
// The result of an action's body, in two rulesets.
#include <fmt/format.h>

#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/records/game.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/symbolic/editions/editions_question.h"
#include "verifier/symbolic/prove/editions_values.h"

namespace casebook::symbolic {

using runtime::Value;

EditionsItem EditionsQuestion::effect(std::array<ActionId, 2> actions) {
  EditionsItem item = item_of("effect", actions);
  proved_ = found_ = {false, false};
  if (parameters_[0].size() != parameters_[1].size()) {
    item.why = "the choice has another form in each";
    return item;
  }
  if (is_told_without_members(item, runtime::has_values(*scenarios_[0], action(0, actions)),
                              runtime::has_values(*scenarios_[1], action(1, actions))))
    return item;
  const language::Interval wide{-(int64_t{1} << 40), int64_t{1} << 40, true};
  try {
    std::array<std::optional<SymbolicPosition>, 2> after;
    std::array<Translator::Ending, 2> endings;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      Translator& translator = *translators_[side];
      after[side] = shared_->position(side);
      translator.clear_ending();
      translator.set_parameters(action(side, actions), parameters_[side]);
      translator.execute(*action(side, actions).body, *after[side]);
      endings[side] = translator.ending();
      translator.clear_ending();
      faults_[side] = formula_.or_(faults_[side], translator.any_fault());
      translator.take_faults();
    }
    std::vector<Ref> same{formula_.equal(endings[0].is, endings[1].is),
                          formula_.equal(endings[0].won, endings[1].won)};
    for (const SharedPosition::Pair& pair : shared_->pairs()) {
      bool changed = false;
      for (const size_t side : {size_t{0}, size_t{1}})
        changed = changed ||
                  !SymbolicPosition::same(*after[side], shared_->position(side), pair.what, pair.ids[side]);
      if (!changed) continue;
      const language::Type from = formulas_[0]->type_of(pair.what, pair.ids[0]),
                           to = formulas_[1]->type_of(pair.what, pair.ids[1]);
      const SymbolicValue &mine = after[0]->value(pair.what, pair.ids[0], pair.combinations[0]),
                          &theirs = after[1]->value(pair.what, pair.ids[1], pair.combinations[1]);
      // A value that the other has not is a difference.
      std::vector<Ref> has;
      const auto there = shared_->across(from, to, wide, mine, has);
      same.push_back(there ? same_value(formula_, from, *there, theirs) : no);
      same.insert(same.end(), has.begin(), has.end());
    }
    ask(item, 0, formula_.and_(offered_[0].holds, offered_[1].holds), formula_.and_(std::move(same)),
        [&](const Assignment& model, std::string& against) {
          return steps_apart(item, model, choice_texts(actions, model), against);
        });
    proved_[1] = true;
    settle(item);
    if (found_[0]) item.verdict = Editions::differ;
  } catch (const Untranslated& open) {
    item.why = "not translated: " + open.construct;
  } catch (const TooLarge& large) {
    item.why = large.what();
  }
  return item;
}

// The choice is made in both; the first cell that both have and that is another then is what is said of it.
std::optional<ToldApart> EditionsQuestion::steps_apart(EditionsItem& item, const Assignment& model,
                                                       const std::array<std::string, 2>& texts,
                                                       std::string& against) {
  const auto ways = controls();
  std::array<runtime::Position, 2> before, after;
  std::array<runtime::Record, 2> records;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    before[side] = shared_->decode(side, model, ways[side]);
    runtime::ReferenceRules rules(scenarios_[side]);
    Diagnostics diagnostics;
    diagnostics.sources().add("choice", texts[side]);
    const auto named =
        runtime::parse_choice(*scenarios_[side], before[side], texts[side],
                              {"choice", {1, 1}, {1, static_cast<int>(texts[side].size()) + 1}}, diagnostics);
    const auto choice = named ? runtime::find_choice(rules, before[side], *named) : std::nullopt;
    if (!choice) {
      against = texts[side] + " is not lawful in " + scenarios_[side]->id;
      return std::nullopt;
    }
    runtime::Game game(runtime::make_compiled_rules(scenarios_[side]), before[side], {});
    if (!game.play(*choice)) {
      against = texts[side] + " cannot be played in " + scenarios_[side]->id;
      return std::nullopt;
    }
    after[side] = game.position();
    records[side] = game.record();
  }
  for (const SharedPosition::Pair& pair : shared_->pairs()) {
    if (pair.what == SlotOf::var) continue;
    std::array<std::vector<Assertion>, 2> said;
    bool can_be_said = true;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const runtime::Scenario& scenario = *scenarios_[side];
      const auto cell = SharedPosition::cell_of(pair.what, pair.ids[side], pair.combinations[side]);
      const auto text = cell_expression(scenario, cell);
      can_be_said = can_be_said && text.has_value();
      if (!text) continue;
      said[side].push_back({Assertion::What::value, *text,
                            runtime::value_text(scenario, games::type_of(scenario, cell),
                                                games::read(scenario, after[side], cell))});
    }
    if (!can_be_said || said[0][0].value == said[1][0].value) continue;
    return told_apart(item, model, std::move(said), before, against, &records);
  }
  against = texts[0] + " leaves the same in both when play reaches the next site";
  unseen_ = true;
  return std::nullopt;
}

}  // namespace casebook::symbolic
