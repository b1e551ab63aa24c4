// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/editions/editions_question.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/reference/value_text.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "verifier/search/generated_positions.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/prove/editions_values.h"
#include "verifier/symbolic/prove/mined_facts.h"
#include "verifier/symbolic/prove/site_proof.h"
#include "verifier/symbolic/translate/founded.h"

namespace casebook::symbolic {

using language::InvariantWhere;
using language::ParamMode;
using language::Type;
using language::TypeTag;
using runtime::Value;

namespace {

constexpr uint32_t small_question = 60'000;  // resources; what meets it is divided

std::vector<bool> running_in(const std::vector<runtime::Control>& ways, size_t procedures) {
  std::vector<bool> running(procedures, false);
  for (const runtime::Control& way : ways)
    for (const ProcedureId procedure : way.procedures) running[static_cast<size_t>(procedure)] = true;
  return running;
}

}  // namespace

EditionsQuestion::EditionsQuestion(const compare::Alignment& alignment,
                                   std::array<std::shared_ptr<const runtime::Scenario>, 2> scenarios,
                                   std::array<SiteId, 2> sites, const EditionsSettings& settings)
    : alignment_(alignment), scenarios_(std::move(scenarios)), sites_(sites), settings_(settings) {
  std::array<std::vector<bool>, 2> running;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Program& program = *scenarios_[side]->program;
    formulas_[side] = std::make_unique<PositionFormulas>(scenarios_[side], formula_);
    translators_[side] = std::make_unique<Translator>(*formulas_[side], Freedom::allowed);
    ways_[side] = games::ways_to(program, sites_[side]);
    running[side] = running_in(ways_[side], program.procedures.size());
  }
  shared_ = std::make_unique<SharedPosition>(
      alignment_, std::array<PositionFormulas*, 2>{formulas_[0].get(), formulas_[1].get()}, running);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Program& program = *scenarios_[side]->program;
    shared_->position(side).site = sites_[side];
    // A settlement is under way while its procedure runs, and else is not.
    if (program.settle != language::none && program.settling_state != language::none)
      shared_->position(side).change(SlotOf::state, program.settling_state)[0].number =
          Formula::truth(runs_at(ways_[side], program.settle));
  }
  suppose_invariants();
  suppose_mined();
}

/// They are proved of each ruleset alone, so they hold in every position that play of both reaches. What one side
/// alone is known to reach says nothing of the other: none is supposed unless both were mined.
void EditionsQuestion::suppose_mined() {
  first_mined_ = invariant_names_.size();
  if (!scenarios_[0]->mined || !scenarios_[1]->mined) return;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (sites_[side] < 0) return;
    for (const MinedFact& fact : mined_facts(*scenarios_[side])) {
      if (!fact.at[static_cast<size_t>(sites_[side])]) continue;
      std::vector<Ref> clauses;
      if (const auto holds = mined_holds(*translators_[side], *fact.expr, shared_->position(side)))
        clauses_of(formula_, *holds, clauses);
      for (const Ref clause : clauses)
        mined_facts_.push_back(fact_of(formula_, clause, static_cast<int32_t>(invariant_names_.size())));
      invariant_names_.push_back(fact.text + " of " + scenarios_[side]->id);
    }
  }
}

void EditionsQuestion::suppose_invariants() {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Program& program = *scenarios_[side]->program;
    for (const language::Invariant& invariant : program.invariants) {
      const bool here =
          invariant.where == InvariantWhere::every_choice ||
          (invariant.where == InvariantWhere::in_procedure && runs_at(ways_[side], invariant.procedure));
      if (!here) continue;
      std::vector<Ref> clauses;
      try {
        const Ref holds = translators_[side]->evaluate(*invariant.expr, shared_->position(side)).number;
        clauses_of(formula_, formula_.and_(holds, formula_.not_(translators_[side]->any_fault())), clauses);
      } catch (const Untranslated&) {
        clauses.clear();  // less is supposed
      }
      translators_[side]->take_faults();
      for (const Ref clause : clauses)
        invariant_facts_.push_back(fact_of(formula_, clause, static_cast<int32_t>(invariant_names_.size())));
      invariant_names_.push_back(invariant.name + " of " + scenarios_[side]->id);
    }
  }
}

EditionsQuestion::Said EditionsQuestion::offered(size_t side, ActionId action, const Parameters& parameters) {
  const language::Program& program = *scenarios_[side]->program;
  const language::Site& site = program.sites[sites_[side]];
  Translator& translator = *translators_[side];
  std::vector<Ref> any;
  for (const language::Alternative& alternative : site.alternatives) {
    if (alternative.action != action) continue;
    translator.set_parameters(program.actions[action], parameters);
    any.push_back(translator.offered(alternative, shared_->position(side)));
  }
  Said said;
  said.holds = formula_.or_(std::move(any));
  said.fault = translator.any_fault();
  translator.take_faults();
  return said;
}

EditionsItem EditionsQuestion::item_of(const char* sort, std::array<ActionId, 2> actions) const {
  EditionsItem item;
  item.sort = sort;
  item.name = action(0, actions).name;
  item.site = compare::site_name(*scenarios_[0], sites_[0]);
  for (const size_t side : {size_t{0}, size_t{1}})
    item.cases[side] = scenarios_[side]->program->label_text(action(side, actions).label);
  return item;
}

std::array<std::string, 2> EditionsQuestion::choice_texts(std::array<ActionId, 2> actions,
                                                          const Assignment& model) const {
  std::array<std::string, 2> texts;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const language::Action& one = action(side, actions);
    texts[side] = one.name + "(";
    for (size_t i = 0; i < one.params.size(); ++i) {
      const Type type = scenarios_[side]->program->vars[one.params[i].var].type;
      const Value value = formulas_[side]->value(type, parameters_[side][i], model);
      texts[side] += (i == 0 ? "" : ", ") + runtime::value_text(*scenarios_[side], type, value);
    }
    texts[side] += ")";
  }
  return texts;
}

bool EditionsQuestion::is_told_without_members(EditionsItem& item, bool mine, bool theirs) {
  if (mine && theirs) return false;
  item.why.clear();
  if (mine || theirs) {
    item.why = "one of the two has no members that it could be asked of";
  } else {
    item.verdict = Editions::same;
    item.by_text = true;
  }
  return true;
}

EditionsItem EditionsQuestion::guard(std::array<ActionId, 2> actions) {
  EditionsItem item = item_of("guard", actions);
  const language::Program &a = *scenarios_[0]->program, &b = *scenarios_[1]->program;
  const language::Action &mine = action(0, actions), &theirs = action(1, actions);
  try {
    if (ways_[0].empty() || ways_[1].empty()) {
      item.why = "play never reaches it";
      return item;
    }
    if (mine.params.size() != theirs.params.size()) {
      item.why = "the choice has another form in each";
      return item;
    }
    if (is_told_without_members(item, runtime::has_values(*scenarios_[0], mine),
                                runtime::has_values(*scenarios_[1], theirs)))
      return item;
    parameters_[0] = translators_[0]->any_parameters(mine);
    for (size_t i = 0; i < mine.params.size(); ++i) {
      const language::Var &from = a.vars[mine.params[i].var], &to = b.vars[theirs.params[i].var];
      const auto value = mine.params[i].mode == theirs.params[i].mode
                             ? shared_->across(from.type, to.type, formulas_[1]->bounds_of(to.type),
                                               parameters_[0][i], parameter_facts_)
                             : std::nullopt;
      if (!value) {
        item.why = "the choice has another form in each (" + mine.params[i].name + ")";
        return item;
      }
      parameters_[1].push_back(*value);
    }
    for (const size_t side : {size_t{0}, size_t{1}}) {
      offered_[side] = offered(side, actions[side], parameters_[side]);
      faults_[side] = formula_.or_(faults_[side], offered_[side].fault);
    }
    for (const size_t allows : {size_t{0}, size_t{1}}) {
      ask(item, allows, offered_[allows].holds, offered_[1 - allows].holds,
          [&](const Assignment& model, std::string& against) {
            const auto ways = controls();
            const auto texts = choice_texts(actions, model);
            std::array<std::vector<Assertion>, 2> said;
            said[allows].push_back({Assertion::What::permitted, texts[allows], {}});
            said[1 - allows].push_back({Assertion::What::refused, texts[1 - allows], {}});
            return told_apart(item, model, std::move(said),
                              {shared_->decode(0, model, ways[0]), shared_->decode(1, model, ways[1])},
                              against);
          });
    }
    settle(item);
  } catch (const Untranslated& open) {
    item.why = "not translated: " + open.construct;
  } catch (const TooLarge& large) {
    item.why = large.what();
  }
  return item;
}

EditionsItem EditionsQuestion::definition(std::array<DefinitionId, 2> definitions) {
  EditionsItem item;
  item.sort = "definition";
  const language::Program &a = *scenarios_[0]->program, &b = *scenarios_[1]->program;
  const language::Definition &mine = a.definitions[definitions[0]], &theirs = b.definitions[definitions[1]];
  item.name = mine.name;
  item.cases = {a.label_text(mine.label), b.label_text(theirs.label)};
  std::array<Parameters, 2> parameters;
  try {
    item.why = "its parameters differ";
    if (mine.params.size() != theirs.params.size() || mine.type.tag == TypeTag::path) return item;
    if (is_told_without_members(item, runtime::has_values(*scenarios_[0], mine),
                                runtime::has_values(*scenarios_[1], theirs)))
      return item;
    for (size_t i = 0; i < mine.params.size(); ++i) {
      const language::Var &from = a.vars[mine.params[i]], &to = b.vars[theirs.params[i]];
      if (from.type.tag == TypeTag::path) return item;
      parameters[0].push_back(formulas_[0]->any(from.type, from.interval, from.name));
      const auto value = shared_->across(from.type, to.type, to.interval, parameters[0][i], parameter_facts_);
      if (!value) return item;
      parameters[1].push_back(*value);
    }
    std::array<SymbolicValue, 2> values;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      Translator& translator = *translators_[side];
      const language::Definition& definition = side == 0 ? mine : theirs;
      for (size_t i = 0; i < definition.params.size(); ++i)
        translator.variable(definition.params[i]) = parameters[side][i];
      values[side] = translator.definition_value(definition, shared_->position(side));
      faults_[side] = formula_.or_(faults_[side], translator.any_fault());
      translator.take_faults();
    }
    // The first's value as the second would say it; a value that the second has not is a difference.
    std::vector<Ref> has;
    const language::Interval wide{-(int64_t{1} << 40), int64_t{1} << 40, true};
    const auto there = shared_->across(mine.type, theirs.type, wide, values[0], has);
    item.why = "its values have different types";
    if (!there) return item;
    item.why.clear();
    const auto confirm = [&](const Assignment& model, std::string& against) {
      const auto ways = controls();
      std::array<runtime::Position, 2> positions{shared_->decode(0, model, ways[0]),
                                                 shared_->decode(1, model, ways[1])};
      std::array<std::vector<Assertion>, 2> said;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const language::Definition& definition = side == 0 ? mine : theirs;
        std::string text = definition.name;
        std::vector<runtime::Value> arguments;
        for (size_t i = 0; i < definition.params.size(); ++i) {
          const Type type = scenarios_[side]->program->vars[definition.params[i]].type;
          const Value value = formulas_[side]->value(type, parameters[side][i], model);
          text += (i == 0 ? "(" : ", ") + expression(*scenarios_[side], type, value);
          arguments.push_back(value);
        }
        if (!definition.params.empty()) text += ")";
        runtime::Evaluator evaluator(scenarios_[side]);
        try {
          const runtime::Value value =
              evaluator.value_of(false, definitions[side], arguments, positions[side]);
          said[side].push_back(
              {Assertion::What::value, text, runtime::value_text(*scenarios_[side], definition.type, value)});
        } catch (const runtime::Fault& fault) {
          against = text + " has no value: " + fault.why;
          return std::optional<ToldApart>();
        }
      }
      if (said[0][0].value == said[1][0].value) {
        against = assertion_text(said[0][0]) + " in both";
        return std::optional<ToldApart>();
      }
      return told_apart(item, model, std::move(said), std::move(positions), against);
    };
    if (mine.type.tag == TypeTag::boolean) {
      ask(item, 0, values[0].number, values[1].number, confirm);
      ask(item, 1, values[1].number, values[0].number, confirm);
    } else {
      const Ref same =
          formula_.and_(same_value(formula_, mine.type, *there, values[1]), formula_.and_(std::move(has)));
      ask(item, 0, yes, same, confirm);
      proved_[1] = true;
      if (found_[0]) {
        item.verdict = Editions::differ;
        return item;
      }
    }
    settle(item);
  } catch (const Untranslated& open) {
    item.why = "not translated: " + open.construct;
  } catch (const TooLarge& large) {
    item.why = large.what();
  }
  return item;
}

void EditionsQuestion::ask(EditionsItem& item, size_t direction, Ref yes_here, Ref no_there,
                           const Confirm& confirm) {
  std::vector<Ref> mine, theirs, broken;
  clauses_of(formula_, yes_here, mine);
  clauses_of(formula_, no_there, theirs);
  const std::set<Ref> given(mine.begin(), mine.end());
  for (const Ref one : theirs)
    if (given.count(one) == 0) broken.push_back(formula_.not_(one));
  if (yes_here == no || broken.empty()) {
    proved_[direction] = true;
    return;
  }
  Search found = search(item, broken, yes_here, Supposed::invariants_too);
  if (found.answer == Answer::unsatisfiable) {
    proved_[direction] = true;
    note_needed(item, broken, yes_here, found);
    return;
  }
  if (found.answer == Answer::unknown) {
    item.why = limit_text();
    return;
  }
  std::string against;
  auto apart = confirm(found.model, against);
  if (!apart) {
    std::string free;
    for (const auto& translator : translators_)
      for (const auto& [construct, label] : translator->freed())
        if (free.find(construct) == std::string::npos) free += (free.empty() ? "" : "; ") + construct;
    item.why = unseen_ ? against : free.empty() ? "the engine disagrees: " + against : "left free: " + free;
    if (free.empty() && !unseen_) item.verdict = Editions::tool_error;
    return;
  }
  found_[direction] = true;
  for (;;) {
    const int64_t units = formula_.value(shared_->units(), found.model);
    apart->smallest = units == 0;
    if (units == 0) break;
    const Ref fewer = formula_.less_equal(shared_->units(), formula_.number(units - 1));
    Search next = search(item, broken, formula_.and_(yes_here, fewer), Supposed::invariants_too);
    apart->smallest = next.answer == Answer::unsatisfiable;
    if (next.answer != Answer::satisfiable) break;
    auto smaller = confirm(next.model, against);
    if (!smaller) break;
    apart = std::move(smaller);
    found = std::move(next);
  }
  item.apart[direction] = std::move(apart);
}

void EditionsQuestion::note_needed(EditionsItem& item, const std::vector<Ref>& any, Ref always,
                                   const Search& proof) {
  // Perhaps they were not needed.
  const auto needs_less = [&](Supposed supposed, Search& less) {
    less = search(item, any, always, supposed);
    return less.answer == Answer::unsatisfiable;
  };
  const auto is_mined = [&](int32_t name) { return static_cast<size_t>(name) >= first_mined_; };
  Search shown = proof, less;
  if (!shown.invariants.empty() && needs_less(Supposed::nothing, less)) return;
  if (!mined_facts_.empty() && !std::all_of(shown.invariants.begin(), shown.invariants.end(), is_mined) &&
      needs_less(Supposed::mined, less))
    shown = std::move(less);
  for (const int32_t name : shown.invariants)
    (is_mined(name) ? item.mined : item.supposing).push_back(invariant_names_[static_cast<size_t>(name)]);
}

/// With `any` being `yes`: whether what is supposed can hold at all.
EditionsQuestion::Search EditionsQuestion::search(EditionsItem& item, const std::vector<Ref>& any, Ref always,
                                                  Supposed supposed, bool also_faults) {
  std::vector<Fact> facts;
  const auto gather = [&](Ref holds) {
    std::vector<Ref> clauses;
    clauses_of(formula_, holds, clauses);
    for (const Ref clause : clauses) facts.push_back(fact_of(formula_, clause, unnamed));
  };
  gather(always);
  for (const Ref fact : shared_->facts()) gather(fact);
  for (const Ref fact : parameter_facts_) gather(fact);
  if (!also_faults)
    for (const Ref fault : faults_) gather(formula_.not_(fault));
  for (const Ref fact : formula_.assumed()) gather(fact);
  std::vector<const Fact*> first, last;
  for (const Fact& fact : facts) first.push_back(&fact);
  if (supposed == Supposed::invariants_too)
    for (const Fact& fact : invariant_facts_) last.push_back(&fact);
  if (supposed != Supposed::nothing)
    for (const Fact& fact : mined_facts_) last.push_back(&fact);
  Facts near(formula_, std::move(first)), far(formula_, std::move(last));
  Facts* const all[] = {&near, &far};
  return search_part(item, any, all);
}

// What meets a small limit is divided, down to one of them, which has the whole limit.
EditionsQuestion::Search EditionsQuestion::search_part(EditionsItem& item, std::span<const Ref> any,
                                                       std::span<Facts* const> facts) {
  Assignment elsewhere = formula_.any_assignment();
  for (const size_t side : {size_t{0}, size_t{1}}) {  // nothing is on the map
    const SymbolicPosition& position = shared_->position(side);
    for (size_t kind = 0; kind < position.size(SlotOf::place); ++kind)
      for (const SymbolicValue& place : position.cells(SlotOf::place, static_cast<KindId>(kind)).values)
        if (formula_.node(place.number).kind == NodeKind::variable)
          elsewhere[static_cast<size_t>(formula_.node(place.number).payload)] =
              formulas_[0]->codes().first_box();
  }
  QuestionLimits limits{settings_.limits};
  if (any.size() > 1) limits.solver.resources = std::min(limits.solver.resources, small_question);
  const Ref goal = formula_.or_(std::vector<Ref>(any.begin(), any.end()));
  Search result;
  if (goal == no) {
    result.answer = Answer::unsatisfiable;
    return result;
  }
  const auto broken = [&](Assignment& of,
                          const std::function<bool(Ref)>& met) -> std::optional<std::vector<Ref>> {
    std::vector<Ref> all;
    for (const auto& translator : translators_) {
      const auto more = broken_of(*translator)(of, met);
      if (!more) return more;
      all.insert(all.end(), more->begin(), more->end());
    }
    return all;
  };
  const QuestionResult asked =
      ask_lazily(formula_, {goal, yes, facts, elsewhere, nullptr, {}, -1, nullptr, broken}, limits);
  ++item.questions;
  item.resources += asked.resources;
  result.answer = asked.answer;
  result.model = asked.model;
  for (const int32_t name : asked.needed)
    if (name < unnamed) result.invariants.insert(name);
  if (asked.answer != Answer::unknown || any.size() == 1) return result;
  const size_t half = any.size() / 2;
  Search one = search_part(item, any.first(half), facts);
  if (one.answer == Answer::satisfiable) return one;
  Search two = search_part(item, any.subspan(half), facts);
  if (two.answer == Answer::satisfiable || one.answer == Answer::unsatisfiable) {
    two.invariants.insert(one.invariants.begin(), one.invariants.end());
    return two;
  }
  return one;
}

void EditionsQuestion::settle(EditionsItem& item) {
  if (item.verdict == Editions::tool_error) return;
  if (proved_[0] && proved_[1])
    item.verdict = Editions::same;
  else if (found_[0] && found_[1])
    item.verdict = Editions::incomparable;
  else if (found_[0] && proved_[1])
    item.verdict = Editions::a_more;
  else if (found_[1] && proved_[0])
    item.verdict = Editions::b_more;
  else if (found_[0] || found_[1])
    item.verdict = Editions::differ;
  else
    item.verdict = Editions::unknown;
  if (item.verdict != Editions::unknown && item.verdict != Editions::differ) item.why.clear();
  if (item.verdict != Editions::same) return;
  // Of no position at all, anything is proved.
  item.by_text = item.questions == 0;
  if (search(item, {yes}, yes, supposed_by(item)).answer == Answer::unsatisfiable) {
    item.verdict = Editions::unknown;
    item.why = "VACUOUS: no position fits both";
    return;
  }
  const Ref one_alone = formula_.not_(formula_.equal(faults_[0], faults_[1]));
  item.unless_faults = one_alone != no && search(item, {one_alone}, yes, supposed_by(item), true).answer !=
                                              Answer::unsatisfiable;
}

std::array<runtime::Control, 2> EditionsQuestion::controls() const {
  const language::Program &a = *scenarios_[0]->program, &b = *scenarios_[1]->program;
  for (const runtime::Control& mine : ways_[0])
    for (const runtime::Control& theirs : ways_[1]) {
      const bool same = std::equal(mine.procedures.begin(), mine.procedures.end(), theirs.procedures.begin(),
                                   theirs.procedures.end(), [&](ProcedureId one, ProcedureId other) {
                                     return a.procedures[one].name == b.procedures[other].name;
                                   });
      if (same) return {mine, theirs};
    }
  return {ways_[0].front(), ways_[1].front()};
}

std::optional<ToldApart> EditionsQuestion::told_apart(EditionsItem& item, const Assignment& model,
                                                      std::array<std::vector<Assertion>, 2> said,
                                                      std::array<runtime::Position, 2> positions,
                                                      std::string& against,
                                                      const std::array<runtime::Record, 2>* records) {
  ToldApart apart;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    apart.text +=
        fmt::format("{}{}: {}", side == 0 ? "" : "; ", scenarios_[side]->id, assertion_text(said[side][0]));
    if (said[side][0].what == Assertion::What::refused) {
      // By which case, as the engine says.
      runtime::ReferenceRules rules(scenarios_[side]);
      Diagnostics ignored;
      const std::string& text = said[side][0].subject;
      ignored.sources().add("choice", text);
      const auto named =
          runtime::parse_choice(*scenarios_[side], positions[side], text,
                                {"choice", {1, 1}, {1, static_cast<int>(text.size()) + 1}}, ignored);
      if (named) {
        const runtime::Explanation why = runtime::explain_choice(rules, positions[side], *named);
        for (const runtime::ExplanationLine& verdict : why.verdicts)
          if (!verdict.holds && said[side][0].value.empty())
            said[side][0].value = scenarios_[side]->program->label_text(verdict.label);
        if (!why.lawful) apart.text += ", " + runtime::refusal_text(*scenarios_[side], why);
      }
    }
    apart.witness.sides.push_back(side_at(*scenarios_[side], positions[side], said[side]));
    if (records != nullptr) {
      apart.witness.sides[side].record = (*records)[side];
      if (side == 0) apart.text = "after " + (*records)[side].steps.back().text + ": " + apart.text;
    }
    for (const games::Cell& cell : shared_->own(side)) {
      if (cell.what != games::Cell::What::state) continue;
      const language::State& state = scenarios_[side]->program->states[cell.id];
      if (state.procedure != language::none || state.hidden) continue;
      if (games::read(*scenarios_[side], positions[side], cell) ==
          games::read(*scenarios_[side], scenarios_[side]->start, cell))
        continue;
      apart.witness.rests_on.push_back(games::cell_text(*scenarios_[side], cell) + " of " +
                                       scenarios_[side]->id);
    }
  }
  apart.witness.units = static_cast<int32_t>(formula_.value(shared_->units(), model));
  apart.witness.grade = typed_and_invariant(positions) ? Grade::invariants : Grade::typed;
  const std::vector<std::string> wrong = casebook::confirm(apart.witness, {scenarios_[0], scenarios_[1]});
  if (!wrong.empty()) {
    against = item.name + ": " + wrong.front();
    return std::nullopt;
  }
  return apart;
}

bool EditionsQuestion::typed_and_invariant(const std::array<runtime::Position, 2>& positions) const {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (!games::is_typed(*scenarios_[side], positions[side]) ||
        runtime::broken_mined(*scenarios_[side], positions[side]))
      return false;
    runtime::ReferenceRules rules(scenarios_[side]);
    const auto& invariants = scenarios_[side]->program->invariants;
    for (size_t i = 0; i < invariants.size(); ++i) {
      const bool here = invariants[i].where == InvariantWhere::every_choice ||
                        (invariants[i].where == InvariantWhere::in_procedure &&
                         runs_at(ways_[side], invariants[i].procedure));
      if (here && runtime::check_invariant(rules, static_cast<InvariantId>(i), positions[side], nullptr))
        return false;
    }
  }
  return true;
}

}  // namespace casebook::symbolic
