// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/site_proof.h"

#include <algorithm>
#include <set>

#include "engine/base/choice_limits.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/text/position_names.h"
#include "verifier/search/generated_positions.h"

namespace casebook::symbolic {

using language::InvariantWhere;
using language::SiteKind;
using runtime::Control;

namespace {

constexpr size_t most_writes = 4;    // of one cell, one over the other
constexpr size_t small_fact = 2000;  // nodes; larger ones are looked at when no small one is broken

std::vector<bool> running_in(const std::vector<Control>& ways, size_t procedures) {
  std::vector<bool> running(procedures, false);
  for (const Control& way : ways)
    for (const ProcedureId procedure : way.procedures) running[static_cast<size_t>(procedure)] = true;
  return running;
}

}  // namespace

bool runs_at(const std::vector<Control>& ways, ProcedureId procedure) {
  return !ways.empty() && std::all_of(ways.begin(), ways.end(), [&](const Control& way) {
    return std::find(way.procedures.begin(), way.procedures.end(), procedure) != way.procedures.end();
  });
}

SiteProof::SiteProof(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties,
                     SiteId site, const TranslatorLimits& limits)
    : scenario_(std::move(scenario)),
      properties_(properties),
      site_(site),
      positions_(scenario_, formula_),
      translator_(positions_, Freedom::allowed, limits),
      ways_(games::ways_to(*scenario_->program, site)) {
  const language::Program& program = *scenario_->program;
  const language::Site& here = program.sites[site];
  const auto has_values = [&](VarId var) { return runtime::has_values(*scenario_, program.vars[var].type); };
  // Nobody stands where a variable has no value at all.
  std::erase_if(ways_, [&](const Control& way) {
    const std::vector<VarId> vars = runtime::variables_in_scope(program, way);
    return !std::all_of(vars.begin(), vars.end(), has_values);
  });
  open_ = positions_.open(running_in(ways_, program.procedures.size()));
  open_->site = site;
  // While its procedure runs, a settlement is under way.
  if (program.settle != language::none && runs_at(ways_, program.settle))
    open_->change(SlotOf::state, program.settling_state)[0].number = yes;
  hypotheses_.resize(properties_.size());
  for (size_t i = 0; i < program.invariants.size(); ++i) {
    const language::Invariant& invariant = program.invariants[i];
    const bool position =
        invariant.where == InvariantWhere::every_choice ||
        (invariant.where == InvariantWhere::in_procedure && runs_at(ways_, invariant.procedure));
    if (!position) continue;
    try {
      const Ref holds = translator_.evaluate(*invariant.expr, *open_).number;
      hypotheses_[i] = formula_.and_(holds, formula_.not_(translator_.any_fault()));
    } catch (const Untranslated& open) {
      freed_.emplace(open.construct, open.label);
    }
    translator_.take_faults();
  }
  for (size_t i = 0; i < properties_.mined.size(); ++i) {
    const MinedFact& mined = properties_.mined[i];
    if (!mined.at[static_cast<size_t>(site)]) continue;
    // Where it is not translated, less is supposed.
    hypotheses_[static_cast<size_t>(properties_.first_mined()) + i] =
        mined_holds(translator_, *mined.expr, *open_);
  }
  for (size_t i = 0; i < properties_.suppositions.size(); ++i)
    if (lives_in(*scenario_, properties_.suppositions[i], ways_))
      hypotheses_[static_cast<size_t>(properties_.first_supposition()) + i] =
          symbolic::holds(positions_, properties_.suppositions[i], *open_);

  auto count = here.kind == SiteKind::choose ? here.alternatives.size() : 1;
  const bool can_come = !ways_.empty() && std::all_of(here.vars.begin(), here.vars.end(), has_values);
  if (!can_come) count = 0;  // likewise, and nothing is drawn where there is nothing
  for (size_t i = 0; i < count; ++i) {
    Branch branch;
    branch.alternative = static_cast<Alternative>(i);
    SymbolicPosition after = *open_;
    StepId target = here.flow + 1;
    translator_.clear_ending();
    std::string untranslated;
    try {
      if (here.kind == SiteKind::choose) {
        const language::Alternative& alternative = here.alternatives[i];
        const language::Action& action = program.actions[alternative.action];
        if (!runtime::has_values(*scenario_, action)) {
          oblige_to_ask_nothing(action, branch);
          continue;
        }
        branch.parameters = translator_.any_parameters(action);
        translator_.set_parameters(action, branch.parameters);
        translator_.take_lost_faults();
        const Ref offered = translator_.offered(alternative, *open_, &branch.conditions);
        // Of more no set is chosen.
        for (size_t k = 0; k < action.params.size(); ++k)
          if (translator_.may_be_too_many(action.params[k]))
            branch.conditions.push_back(
                {formula_.less_equal(formula_.count(std::vector<Ref>(branch.parameters[k].items)),
                                     formula_.number(limits::free_members)),
                 language::none, "no more than are gone through"});
        oblige_to_ask(alternative, branch);
        if (offered == no) continue;
        std::vector<std::pair<VarId, SymbolicValue>> bound;
        translator_.set_parameters(action, branch.parameters);
        for (size_t k = 0; k < alternative.args.size(); ++k) {
          const language::AlternativeArg& arg = alternative.args[k];
          if (arg.var != language::none)
            bound.emplace_back(arg.var, translator_.variable(action.params[k].var));
          if (arg.at != language::none) bound.emplace_back(arg.at, translator_.variable(action.params[k].at));
        }
        translator_.execute(*action.body, after);
        for (const auto& [var, value] : bound) translator_.set_variable(var, value, after);
        target = alternative.target;
      } else {
        for (const VarId var : here.vars) {
          const language::Var& of = program.vars[var];
          branch.parameters.push_back(positions_.any(of.type, positions_.bounds_of(of.type), of.name));
          translator_.set_variable(var, branch.parameters.back(), after);
        }
        Ref can = yes;
        if (here.condition) can = translator_.evaluate(*here.condition, after).number;
        if (here.set) {
          const SymbolicValue set = translator_.evaluate(*here.set, *open_);
          can = translator_.in_items(set.items, here.set->type.of, branch.parameters[0].number);
        }
        branch.conditions.push_back({can, here.label, "chance"});
      }
      branch.conditions.push_back(
          {formula_.not_(translator_.any_fault()), language::none, "without a fault"});
      branch.faults = translator_.take_faults();
    } catch (const Untranslated& open) {
      untranslated = open.construct;
      translator_.take_faults();
    }
    const Translator::Ending ending = translator_.ending();
    for (size_t way = 0; way < ways_.size(); ++way) {
      SymbolicPosition begin = after;
      const Control& control = ways_[way];
      for (size_t k = 0; k + 1 < control.procedures.size(); ++k)
        begin.returns[control.procedures[k + 1]] = control.calls[k] + 1;
      Translator::Step step;
      try {
        if (!untranslated.empty()) throw Untranslated(untranslated, language::none);
        translator_.restore_ending(ending);
        translator_.take_lost_faults();
        step = translator_.run(std::move(begin), target);
      } catch (const Untranslated& open) {
        Obligation whole;
        whole.from = site_;
        whole.alternative = branch.alternative;
        whole.way = way;
        whole.open = open.construct;
        for (size_t k = 0; k < static_cast<size_t>(properties_.first_mined()); ++k) {
          whole.invariant = static_cast<Id>(k);
          obligations_.push_back(whole);
        }
        translator_.take_faults();
        break;
      }
      oblige(branch, step, way, before_on(control));
    }
    branches_.push_back(std::move(branch));
  }
  if (can_come && here.kind == SiteKind::choose && here.or_else == language::none) oblige_to_a_choice();
  for (const auto& [what, label] : translator_.freed()) freed_.emplace(what, label);
  gather_facts();
}

// What a step is compared with. A procedure that runs on another way to stand here does not run on this one:
// its variables and states are zero, and nothing else is read of them.
SymbolicPosition SiteProof::before_on(const Control& way) {
  SymbolicPosition before = *open_;
  const language::Program& program = *scenario_->program;
  const std::vector<bool> runs = running_in({way}, program.procedures.size()),
                          ever = running_in(ways_, program.procedures.size());
  const auto clear = [&](SlotOf what, Id id, ProcedureId of, const language::Type& type) {
    if (of == language::none || runs[static_cast<size_t>(of)] || !ever[static_cast<size_t>(of)]) return;
    for (SymbolicValue& value : before.change(what, id)) value = positions_.constant(type, {});
  };
  for (size_t i = 0; i < program.states.size(); ++i)
    clear(SlotOf::state, static_cast<Id>(i), program.states[i].procedure, program.states[i].type);
  for (size_t i = 0; i < program.vars.size(); ++i)
    clear(SlotOf::var, static_cast<Id>(i), program.vars[i].procedure, program.vars[i].type);
  return before;
}

void SiteProof::gather_facts() {
  std::vector<Ref> clauses;
  const auto gather = [&](Ref holds, int32_t name, std::vector<Fact>& into) {
    clauses.clear();
    clauses_of(formula_, holds, clauses);
    for (const Ref clause : clauses) into.push_back(fact_of(formula_, clause, name));
  };
  for (size_t k = 0; k < hypotheses_.size(); ++k)
    if (hypotheses_[k]) gather(*hypotheses_[k], static_cast<int32_t>(k), hypothesis_facts_);
  for (Branch& branch : branches_)
    for (size_t k = 0; k < branch.conditions.size(); ++k)
      gather(branch.conditions[k].holds, first_condition + static_cast<int32_t>(k), branch.facts);
  for (const Ref fact : formula_.assumed()) gather(fact, of_types, type_facts_);
  find_somebody();
  near_always_ = std::make_unique<Disjunctions>(formula_);
  for (const auto* all : {&type_facts_, &hypothesis_facts_})
    for (const Fact& fact : *all)
      if (fact.nodes < small_fact) add_near(fact, *near_always_);
  for (Branch& branch : branches_) {
    std::vector<const Fact*> small, large;
    for (const auto* all : {&type_facts_, &hypothesis_facts_, &branch.facts})
      for (const Fact& fact : *all) (fact.nodes < small_fact ? small : large).push_back(&fact);
    for (const auto* some : {&small, &large})
      for (const Fact* fact : *some) branch.says[fact->holds].push_back(fact);
    branch.near = std::make_unique<Disjunctions>(formula_);
    for (const Fact& fact : branch.facts)
      if (fact.nodes < small_fact) add_near(fact, *branch.near);
    branch.small = std::make_unique<Facts>(formula_, std::move(small));
    branch.large = std::make_unique<Facts>(formula_, std::move(large));
  }
  // Elsewhere nothing is on the map, which breaks the fewest facts.
  elsewhere_ = formula_.any_assignment();
  const int64_t box = positions_.codes().first_box();
  for (size_t kind = 0; kind < open_->size(SlotOf::place); ++kind)
    for (const SymbolicValue& place : open_->cells(SlotOf::place, static_cast<KindId>(kind)).values)
      if (formula_.node(place.number).kind == NodeKind::variable)
        elsewhere_[static_cast<size_t>(formula_.node(place.number).payload)] = box;
  for (const SlotOf what : {SlotOf::state, SlotOf::var})
    for (size_t id = 0; id < open_->size(what); ++id)
      for (const SymbolicValue& value : open_->cells(what, static_cast<Id>(id)).values) {
        const Node node = formula_.node(value.number);
        if (node.kind == NodeKind::variable && !node.boolean && node.low == 0 && node.high == 1)
          sides_.push_back(formula_.bit(value.number, 0));
      }
  kept_ = formula_.size();
}

SiteProof::~SiteProof() = default;

// Whoever asks what may be done asks the domains and requirements of everything, and where that faults the
// game is over. The faults are taken from the translator: a choice that faults is not lawful, and a step that
// were could do more.
void SiteProof::oblige_to_ask(const language::Alternative& alternative, const Branch& branch) {
  Branch asked;
  asked.alternative = guard_of(branch.alternative);
  asked.parameters = branch.parameters;
  Obligation one;
  one.invariant = properties_.no_fault();
  one.from = site_;
  one.alternative = asked.alternative;
  const language::Action& action = scenario_->program->actions[alternative.action];
  translator_.set_parameters(action, branch.parameters);
  translator_.ask_of_members(alternative, *open_);
  one.holds = formula_.not_(translator_.any_fault());
  translator_.take_faults();
  one.open = translator_.take_lost_faults();
  branches_.push_back(std::move(asked));
  add_obligation(one);
  one.of_limit = true;
  translator_.set_parameters(action, branch.parameters);
  try {
    one.holds = translator_.few_enough(alternative, *open_);
  } catch (const Untranslated& open) {
    one.open = open.construct;
  }
  if (one.holds != yes || !one.open.empty()) add_obligation(std::move(one));
}

// Nothing can be chosen, since a parameter has no value at all. Its domain is asked all the same.
void SiteProof::oblige_to_ask_nothing(const language::Action& action, const Branch& branch) {
  Branch asked;
  asked.alternative = guard_of(branch.alternative);
  Obligation one;
  one.invariant = properties_.no_fault();
  one.from = site_;
  one.alternative = asked.alternative;
  const language::ActionParam& first = action.params[0];
  try {
    if (runtime::has_values(*scenario_, scenario_->program->vars[first.var].type))
      one.open = "a domain after another parameter, where nothing can be chosen";
    else
      translator_.evaluate(*first.domain, *open_);
  } catch (const Untranslated& open) {
    one.open = open.construct;
  }
  one.holds = formula_.not_(translator_.any_fault());
  translator_.take_faults();
  branches_.push_back(std::move(asked));
  if (one.holds != yes || !one.open.empty()) add_obligation(std::move(one));
}

// It follows from what holds at the site, so it is asked once and not of every step that leads there.
void SiteProof::oblige_to_a_choice() {
  Branch branch;
  branch.alternative = any_of_them;
  Obligation one;
  one.invariant = properties_.can_choose();
  one.from = site_;
  one.alternative = any_of_them;
  try {
    one.holds = translator_.some_choice(scenario_->program->sites[site_], *open_, branch.conditions);
  } catch (const Untranslated& open) {
    one.open = open.construct;
  }
  translator_.take_faults();
  branches_.push_back(std::move(branch));
  add_obligation(std::move(one));
}

void SiteProof::oblige(const Branch& branch, Translator::Step& step, size_t way,
                       const SymbolicPosition& before) {
  const language::Program& program = *scenario_->program;
  Obligation own;
  own.from = site_;
  own.alternative = branch.alternative;
  own.way = way;
  std::vector<Ref> faults;
  for (const FaultCase& one : branch.faults) faults.push_back(one.when);
  for (const FaultCase& one : step.faults) faults.push_back(one.when);
  own.invariant = properties_.no_fault();
  own.holds = formula_.not_(formula_.or_(std::move(faults)));
  own.open = translator_.take_lost_faults();
  add_obligation(own);
  own.open.clear();
  own.invariant = properties_.winner();
  for (const Translator::Arrival& arrival : step.arrivals) {
    if (!arrival.over) continue;
    own.when = arrival.when;
    own.holds = arrival.won;
    add_obligation(own);
  }
  for (size_t i = 0; i < properties_.suppositions.size(); ++i) {
    for (const Translator::Arrival& arrival : step.arrivals) {
      if (arrival.over ||
          !lives_in(*scenario_, properties_.suppositions[i], games::ways_to(program, arrival.position.site)))
        continue;
      own.invariant = properties_.first_supposition() + static_cast<Id>(i);
      own.to = arrival.position.site;
      own.writes = writes_of(arrival.position);
      own.when = arrival.when;
      own.holds = symbolic::holds(positions_, properties_.suppositions[i], arrival.position);
      add_obligation(own);
    }
  }
  for (size_t i = 0; i < program.invariants.size(); ++i) {
    const language::Invariant& invariant = program.invariants[i];
    const auto id = static_cast<Id>(i);
    if (invariant.where == InvariantWhere::end_of_procedure) {
      for (const Translator::EndOfRun& end : step.ends)
        if (end.procedure == invariant.procedure)
          add_obligation(branch, id, -1, way, end.when, end.position, nullptr);
      continue;
    }
    for (const Translator::Arrival& arrival : step.arrivals) {
      if (invariant.where == InvariantWhere::every_step) {
        if (invariant.procedure != language::none &&
            (arrival.over || arrival.position.returns[invariant.procedure] < 0))
          continue;
        add_obligation(branch, id, -1, way, arrival.when, arrival.position, &before);
        continue;
      }
      if (arrival.over) continue;
      if (invariant.where == InvariantWhere::in_procedure &&
          !runs_at(games::ways_to(program, arrival.position.site), invariant.procedure))
        continue;
      add_obligation(branch, id, arrival.position.site, way, arrival.when, arrival.position, nullptr);
    }
  }
}

void SiteProof::add_obligation(const Branch& branch, Id invariant, int32_t to, size_t way, Ref when,
                               const SymbolicPosition& position, const SymbolicPosition* before) {
  Obligation one;
  one.invariant = invariant;
  one.writes = writes_of(position);
  one.from = site_;
  one.alternative = branch.alternative;
  one.to = to;
  one.way = way;
  translator_.set_before(before);
  try {
    const language::Expr& expr = *scenario_->program->invariants[invariant].expr;
    const Ref holds = translator_.evaluate(expr, position).number;
    const Ref fault = translator_.any_fault();
    one.when = when;
    one.holds = formula_.and_(holds, formula_.not_(fault));
  } catch (const Untranslated& open) {
    one.open = open.construct;
  }
  translator_.take_faults();
  translator_.set_before(nullptr);
  add_obligation(std::move(one));
}

void SiteProof::add_obligation(Obligation one) {
  // The same of another way to stand here is asked once.
  for (const Obligation& known : obligations_)
    if (known.invariant == one.invariant && known.alternative == one.alternative && known.to == one.to &&
        known.when == one.when && known.holds == one.holds && known.open == one.open &&
        known.of_limit == one.of_limit)
      return;
  obligations_.push_back(std::move(one));
}

// The conditions under which cells have another value than before.
std::vector<Ref> SiteProof::writes_of(const SymbolicPosition& after) const {
  std::set<Ref> conditions;
  for (const SlotOf what : {SlotOf::place, SlotOf::state, SlotOf::var})
    for (size_t id = 0; id < after.size(what); ++id) {
      if (SymbolicPosition::same(after, *open_, what, static_cast<Id>(id))) continue;
      for (const SymbolicValue& value : after.cells(what, static_cast<Id>(id)).values) {
        Ref a = value.number;
        for (size_t depth = 0; depth < most_writes && formula_.node(a).kind == NodeKind::choose; ++depth) {
          conditions.insert(formula_.operands(a)[0]);
          const auto args = formula_.operands(a);
          a = formula_.node(args[2]).kind == NodeKind::choose ? args[2] : args[1];
        }
      }
    }
  return {conditions.begin(), conditions.end()};
}

const SiteProof::Branch& SiteProof::branch_of(const Obligation& obligation) const {
  return *std::find_if(branches_.begin(), branches_.end(),
                       [&](const Branch& one) { return one.alternative == obligation.alternative; });
}

bool SiteProof::is_invariant(int32_t name) {
  return name < first_condition;
}

CaseId SiteProof::label_of(const Obligation& obligation, int32_t name) const {
  if (is_invariant(name))
    return name < properties_.invariants ? scenario_->program->invariants[name].label : language::none;
  if (name >= unnamed) return language::none;
  return branch_of(obligation).conditions[static_cast<size_t>(name - first_condition)].label;
}

DecodedStep SiteProof::decode(const Obligation& obligation) const {
  const language::Program& program = *scenario_->program;
  DecodedStep step{scenario_->start, {}};
  positions_.decode(*open_, model_, step.position);
  positions_.stand(ways_[obligation.way], step.position);
  const Branch& branch = branch_of(obligation);
  const language::Site& here = program.sites[site_];
  for (size_t i = 0; i < branch.parameters.size(); ++i) {
    VarId var =
        here.kind == SiteKind::choose
            ? program.actions[here.alternatives[static_cast<size_t>(plain(obligation.alternative))].action]
                  .params[i]
                  .var
            : here.vars[i];
    step.parameters.push_back(positions_.value(program.vars[var].type, branch.parameters[i], model_));
  }
  return step;
}

}  // namespace casebook::symbolic
