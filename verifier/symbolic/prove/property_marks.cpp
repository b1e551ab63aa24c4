// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/property_marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/language/check/checker.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/reached.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/prove/induction.h"
#include "verifier/symbolic/translate/founded.h"

namespace casebook::symbolic {

using language::Expr;
using language::ExprPtr;
using language::Invariant;
using language::InvariantWhere;
using language::Op;

namespace {

constexpr uint64_t games = 6;
constexpr size_t most_looked_at = 60;  // positions of one site, by the reference evaluator
constexpr size_t few_nodes = 2000;     // nodes; larger ones are looked at when no small one is broken

ExprPtr always() {
  language::ExprPtr expr(Expr{});
  expr->op = Op::constant;
  expr->type = {language::TypeTag::boolean, language::none, 1};
  expr->value = 1;
  return expr;
}

/// The same binder, with another body.
ExprPtr some(const Expr& quantifier, ExprPtr body) {
  ExprPtr expr = language::ExprPtr(quantifier);
  expr->op = Op::exists;
  expr->args.clear();
  expr->args.push_back(std::move(body));
  return expr;
}

bool is_step(const Invariant& invariant) {
  return invariant.where == InvariantWhere::every_step;
}

}  // namespace

ExprPtr premise_of(const Expr& expr) {
  switch (expr.op) {
    case Op::implies: {
      ExprPtr first = language::ExprPtr(*expr.args[0]), rest = premise_of(*expr.args[1]);
      if (!rest) return first;
      auto both = always();
      both->op = Op::all_of;
      both->args.push_back(std::move(first));
      both->args.push_back(std::move(rest));
      return both;
    }
    case Op::for_all: {
      ExprPtr rest = premise_of(*expr.args[0]);
      return some(expr, rest ? std::move(rest) : always());
    }
    case Op::not_:  // `no x in ...: E`
      if (expr.args[0]->op == Op::exists) return some(*expr.args[0], always());
      return nullptr;
    case Op::all_of: {  // one of them that says something is enough
      auto any = always();
      any->op = Op::any_of;
      for (const ExprPtr& arg : expr.args) {
        ExprPtr premise = premise_of(*arg);
        if (!premise) return nullptr;
        any->args.push_back(std::move(premise));
      }
      return any;
    }
    default:
      return nullptr;
  }
}

/// Any position at one site, and any other that a step from there might leave; or where a run of a procedure
/// ends.
class PropertyMarks::AtSite {
 public:
  AtSite(const std::shared_ptr<const runtime::Scenario>& scenario, const Properties& properties, int32_t site)
      : scenario_(scenario),
        program_(*scenario->program),
        properties_(properties),
        positions_(scenario, formula_),
        translator_(positions_, Freedom::allowed) {
    const auto sites = static_cast<int32_t>(program_.sites.size());
    std::vector<bool> running(program_.procedures.size(), site >= sites);
    if (site < sites)
      for (const runtime::Control& way : games::ways_to(program_, site))
        for (const ProcedureId procedure : way.procedures) running[static_cast<size_t>(procedure)] = true;
    running_ = running;
    open_ = positions_.open(running);
    if (site < sites) open_->site = site;
    hypotheses_.resize(properties_.size());
  }

  /// What an invariant or a supposition says there; nothing where it cannot be translated.
  std::optional<Ref> says(Id property, std::string& open) {
    std::optional<std::optional<Ref>>& known = hypotheses_[static_cast<size_t>(property)];
    if (!known) {
      known.emplace();
      if (properties_.is_supposition(property))
        *known = symbolic::holds(positions_, properties_.supposition(property), *open_);
      else if (properties_.is_mined(property))
        *known = mined_holds(translator_, *properties_.mined_fact(property).expr, *open_);
      else if (property < properties_.invariants)
        *known = value(*invariant(property).expr, property, true, open);
    }
    return *known;
  }
  std::optional<Ref> value(const Expr& expr, Id of, bool without_fault, std::string& open) {
    const bool step = is_step(invariant(of));
    if (step && !after_) after_ = positions_.open(running_, "then ");
    if (step) translator_.set_before(&*open_);
    std::optional<Ref> result;
    try {
      const Ref holds = translator_.evaluate(expr, step ? *after_ : *open_).number;
      result = without_fault ? formula_.and_(holds, formula_.not_(translator_.any_fault())) : holds;
    } catch (const Untranslated& untranslated) {
      open = untranslated.construct;
    }
    translator_.take_faults();
    translator_.set_before(nullptr);
    return result;
  }

  QuestionResult ask(Ref goal, const std::vector<std::pair<Id, Ref>>& with, const SolverLimits& limits) {
    std::vector<Fact> all;
    std::vector<Ref> clauses;
    for (const auto& [property, holds] : with) {
      clauses.clear();
      clauses_of(formula_, holds, clauses);
      for (const Ref clause : clauses) all.push_back(fact_of(formula_, clause, property));
    }
    for (const Ref fact : formula_.assumed()) all.push_back(fact_of(formula_, fact, of_types));
    std::vector<const Fact*> small, large;
    for (const Fact& fact : all) (fact.nodes < few_nodes ? small : large).push_back(&fact);
    Facts first(formula_, std::move(small)), last(formula_, std::move(large));
    Facts* const facts[] = {&first, &last};
    // Elsewhere nothing is on the map, which breaks the fewest facts.
    Assignment elsewhere = formula_.any_assignment();
    for (const SymbolicPosition* position : {&*open_, after_ ? &*after_ : &*open_})
      for (size_t kind = 0; kind < position->size(SlotOf::place); ++kind)
        for (const SymbolicValue& place : position->cells(SlotOf::place, static_cast<KindId>(kind)).values)
          if (formula_.node(place.number).kind == NodeKind::variable)
            elsewhere[static_cast<size_t>(formula_.node(place.number).payload)] =
                positions_.codes().first_box();
    return ask_lazily(formula_,
                      {goal, yes, facts, elsewhere, nullptr, nullptr, -1, nullptr, broken_of(translator_)},
                      {limits, 400});
  }
  Formula& formula() { return formula_; }

 private:
  const Invariant& invariant(InvariantId id) const { return program_.invariants[id]; }

  std::shared_ptr<const runtime::Scenario> scenario_;
  const language::Program& program_;
  const Properties& properties_;
  Formula formula_;
  PositionFormulas positions_;
  Translator translator_;
  std::vector<bool> running_;
  std::optional<SymbolicPosition> open_, after_;
  std::vector<std::optional<std::optional<Ref>>> hypotheses_;  // by property, when asked for
};

PropertyMarks::PropertyMarks(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties,
                             SolverLimits limits, std::function<bool()> go_on)
    : scenario_(std::move(scenario)), properties_(properties), limits_(limits), go_on_(std::move(go_on)) {
  const language::Program& program = *scenario_->program;
  for (const Invariant& invariant : program.invariants) premises_.push_back(premise_of(*invariant.expr));
  consistent_.assign(program.sites.size(), false);
  met_.assign(program.sites.size(), false);
  premise_met_.assign(program.invariants.size(), false);
  sites_.resize(program.sites.size() + program.procedures.size());
}

PropertyMarks::~PropertyMarks() = default;

std::string place_of_mark(const language::Program& program, int32_t site) {
  const auto sites = static_cast<int32_t>(program.sites.size());
  return site < sites ? runtime::site_text(program, site)
                      : "the end of " + program.procedures[site - sites].name;
}

bool PropertyMarks::is_asked_at(InvariantId id, int32_t site) const {
  const language::Program& program = *scenario_->program;
  const Invariant& invariant = program.invariants[id];
  const auto sites = static_cast<int32_t>(program.sites.size());
  if (invariant.where == InvariantWhere::end_of_procedure || site >= sites)
    return invariant.where == InvariantWhere::end_of_procedure && site == sites + invariant.procedure;
  const std::vector<runtime::Control> ways = games::ways_to(program, site);
  if (ways.empty()) return false;
  if (program.settle != language::none && runs_at(ways, program.settle) && !is_step(invariant)) return false;
  if (invariant.where == InvariantWhere::every_choice)
    return program.sites[site].kind == language::SiteKind::choose;
  if (is_step(invariant)) return invariant.procedure == language::none || runs_at(ways, invariant.procedure);
  return program.sites[site].procedure == invariant.procedure;
}

// What games meet need not be asked of the solver.
void PropertyMarks::look_at_play() {
  if (std::exchange(looked_, true)) return;
  const language::Program& program = *scenario_->program;
  runtime::ReferenceRules rules(scenario_);
  games::Games played(scenario_);
  std::vector<size_t> looked_at(program.sites.size(), 0);
  std::vector<InvariantId> due;
  const auto holds = [&](const Expr& expr, const runtime::Position& position,
                         const runtime::Position* before) {
    rules.evaluator().set_before(before);
    bool result = false;
    try {
      result = rules.evaluator().evaluate(expr, position).yes();
    } catch (const runtime::Fault&) {
    }
    rules.evaluator().set_before(nullptr);
    return result;
  };
  const auto note_premises = [&](const runtime::Position& position, const runtime::Position* before) {
    for (const InvariantId id : due) {
      const ExprPtr& premise = premises_[static_cast<size_t>(id)];
      if (premise_met_[static_cast<size_t>(id)] || is_step(program.invariants[id]) != (before != nullptr))
        continue;
      premise_met_[static_cast<size_t>(id)] = !premise || holds(*premise, position, before);
    }
  };
  played.play(1, games, [&](const games::Moment& moment) {
    if (stopped()) return false;
    const int32_t site = moment.position.cell(scenario_->layout.site) - 1;
    if (site >= 0) met_[static_cast<size_t>(site)] = true;
    if (site >= 0 && looked_at[static_cast<size_t>(site)]++ < most_looked_at) {
      runtime::invariants_due(*scenario_, moment.position, moment.before != nullptr, due);
      note_premises(moment.position, nullptr);
      if (moment.before) note_premises(moment.position, moment.before);
    }
    // All of it, of where a step began and of the step.
    if (!moment.before) return true;
    const int32_t from = moment.before->cell(scenario_->layout.site) - 1;
    if (from < 0 || consistent_[static_cast<size_t>(from)] ||
        looked_at[static_cast<size_t>(from)] > most_looked_at)
      return true;
    bool all = true;
    for (size_t i = 0; i < program.invariants.size() && all; ++i) {
      const auto id = static_cast<InvariantId>(i);
      if (!is_asked_at(id, from)) continue;
      const bool step = is_step(program.invariants[i]);
      all = holds(*program.invariants[i].expr, step ? moment.position : *moment.before,
                  step ? moment.before : nullptr);
    }
    consistent_[static_cast<size_t>(from)] = all;
    return true;
  });
}

PropertyMarks::AtSite& PropertyMarks::at(int32_t site) {
  std::unique_ptr<AtSite>& known = sites_[static_cast<size_t>(site)];
  if (!known) known = std::make_unique<AtSite>(scenario_, properties_, site);
  return *known;
}

PropertyMarks::Asked PropertyMarks::ask(int32_t site, What what, Id invariant,
                                        const std::vector<bool>& with) {
  Asked asked;
  if (stopped()) return {Answer::unknown, {}, "stopped"};
  ++questions_;
  try {
    AtSite& here = at(site);
    std::vector<std::pair<Id, Ref>> facts;
    std::string left_out;
    for (size_t i = 0; i < with.size(); ++i) {
      if (!with[i]) continue;
      if (const auto holds = here.says(static_cast<Id>(i), left_out))
        facts.emplace_back(static_cast<Id>(i), *holds);
    }
    Ref goal = yes;
    std::optional<Ref> said = yes;
    if (what == What::premise)
      said = here.value(*premises_[static_cast<size_t>(invariant)], invariant, false, asked.open);
    if (what == What::broken) said = here.says(invariant, asked.open);
    if (!said) return asked;
    goal = what == What::broken ? here.formula().not_(*said) : *said;
    const QuestionResult result = here.ask(goal, facts, limits_);
    resources_ += result.resources;
    asked.answer = result.answer;
    for (const int32_t name : result.needed)
      if (SiteProof::is_invariant(name)) asked.needed.push_back(name);
    if (asked.answer == Answer::unknown) asked.open = limit_text();
  } catch (const TooLarge& large) {
    sites_[static_cast<size_t>(site)].reset();
    asked.open = large.what();
  }
  return asked;
}

std::vector<int32_t> PropertyMarks::smaller(int32_t site, std::vector<int32_t> core, bool& fewest) {
  for (size_t i = 0; i < core.size() && core.size() > 1;) {
    std::vector<bool> with(properties_.size(), false);
    for (size_t k = 0; k < core.size(); ++k) with[static_cast<size_t>(core[k])] = k != i;
    const Asked asked = ask(site, What::anything, language::none, with);
    if (asked.answer == Answer::unsatisfiable) {
      // What is left over may be fewer still; those before were needed, and are in every core.
      core = asked.needed;
      i = 0;
      continue;
    }
    fewest = fewest && asked.answer == Answer::satisfiable;
    ++i;
  }
  return core;
}

std::vector<Contradiction> PropertyMarks::contradictions(std::vector<std::string>& open) {
  look_at_play();
  const language::Program& program = *scenario_->program;
  std::vector<Contradiction> found;
  for (size_t site = 0; site < sites_.size() && !stopped(); ++site) {
    const auto where = static_cast<int32_t>(site);
    if (site < consistent_.size() && consistent_[site]) continue;
    std::vector<bool> with(properties_.size(), false);
    for (size_t i = 0; i < program.invariants.size(); ++i)
      with[i] = is_asked_at(static_cast<InvariantId>(i), where);
    while (std::count(with.begin(), with.end(), true) > 0) {
      const Asked asked = ask(where, What::anything, language::none, with);
      if (asked.answer == Answer::unknown)
        open.push_back("whether the invariants contradict one another at " + place_of_mark(program, where) +
                       ": " + asked.open);
      if (asked.answer != Answer::unsatisfiable || asked.needed.empty()) break;
      Contradiction one;
      const std::vector<int32_t> core = smaller(where, asked.needed, one.fewest);
      one.invariants.assign(core.begin(), core.end());
      one.sites = {where};
      // Others may contradict one another besides.
      for (const InvariantId id : one.invariants) with[static_cast<size_t>(id)] = false;
      const auto known = std::find_if(found.begin(), found.end(), [&](const Contradiction& other) {
        return other.invariants == one.invariants;
      });
      if (known == found.end())
        found.push_back(std::move(one));
      else
        known->sites.push_back(where);
    }
    sites_[site].reset();
  }
  return found;
}

std::vector<NobodyComes> PropertyMarks::nobody_comes(const std::vector<std::vector<bool>>& supposed,
                                                     std::vector<std::string>& open) {
  look_at_play();
  std::vector<NobodyComes> found;
  for (size_t site = 0; site < met_.size() && !stopped(); ++site) {
    if (met_[site] || games::ways_to(*scenario_->program, static_cast<int32_t>(site)).empty()) continue;
    const Asked asked = ask(static_cast<int32_t>(site), What::anything, language::none, supposed[site]);
    if (asked.answer == Answer::unsatisfiable)
      found.push_back({static_cast<int32_t>(site), names_of(asked.needed)});
    if (asked.answer == Answer::unknown)
      open.push_back("whether play can reach " +
                     place_of_mark(*scenario_->program, static_cast<int32_t>(site)) + ": " + asked.open);
  }
  return found;
}

std::vector<bool> PropertyMarks::unmet() {
  look_at_play();
  std::vector<bool> unmet(met_.size(), false);
  for (size_t site = 0; site < met_.size(); ++site)
    unmet[site] = !met_[site] && !games::ways_to(*scenario_->program, static_cast<int32_t>(site)).empty();
  return unmet;
}

PropertyMark PropertyMarks::mark(Id id, const std::vector<std::vector<bool>>& supposed,
                                 const std::vector<bool>& nobody) {
  look_at_play();
  PropertyMark result;
  const Invariant& invariant = scenario_->program->invariants[id];
  const ExprPtr& premise = premises_[static_cast<size_t>(id)];
  std::vector<int32_t> places;
  for (size_t site = 0; site < sites_.size(); ++site)
    if (is_asked_at(id, static_cast<int32_t>(site))) places.push_back(static_cast<int32_t>(site));
  const auto add_open = [&](const std::string& what, const std::string& why) {
    result.open += (result.open.empty() ? "" : "; ") + what + ": " + why;
  };

  bool never = !places.empty() && !premise_met_[static_cast<size_t>(id)];
  std::vector<int32_t> needed;
  const std::vector<bool> nothing(properties_.size(), false);
  bool anywhere = false;
  for (const int32_t site : places) {
    if (!never) break;
    if (static_cast<size_t>(site) < nobody.size() && nobody[static_cast<size_t>(site)]) continue;
    anywhere = true;
    const bool at_site = static_cast<size_t>(site) < supposed.size();
    std::vector<bool> with = at_site ? supposed[static_cast<size_t>(site)] : nothing;
    // That it holds itself says nothing of its premise.
    with[static_cast<size_t>(id)] = false;
    const Asked asked = ask(site, premise ? What::premise : What::anything, id, with);
    if (asked.answer == Answer::unknown) add_open("whether its premise can hold", asked.open);
    never = asked.answer == Answer::unsatisfiable;
    needed.insert(needed.end(), asked.needed.begin(), asked.needed.end());
  }
  if (never) {
    result.mark = Mark::vacuous;
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    result.needs = names_of(needed);
    result.why = premise && anywhere ? "its premise never holds" : "play never reaches where it is checked";
    return result;
  }

  // A procedure's places are alike as far as the types go, but not in which locals are there.
  bool by_types = !places.empty();
  for (const int32_t site : places) {
    const Asked asked = ask(site, What::broken, id, nothing);
    if (asked.answer == Answer::unknown) add_open("whether the types alone imply it", asked.open);
    by_types = asked.answer == Answer::unsatisfiable;
    if (!by_types) break;
  }
  if (by_types) {
    result.mark = Mark::trivial;
    result.why = is_step(invariant) ? "the types alone imply it, from any position to any other"
                                    : "the types alone imply it, in any position";
  }
  return result;
}

std::string PropertyMarks::name_of(int32_t property) const {
  if (property < properties_.invariants) return scenario_->program->invariants[property].name;
  if (properties_.is_supposition(property)) return properties_.supposition(property).text;
  if (properties_.is_mined(property)) return properties_.mined_fact(property).text + " (mined)";
  return std::string(own_properties[static_cast<size_t>(property - properties_.invariants)]);
}

std::vector<std::string> PropertyMarks::names_of(const std::vector<int32_t>& properties) const {
  std::vector<std::string> names;
  for (const int32_t one : properties) names.push_back(name_of(one));
  return names;
}

}  // namespace casebook::symbolic
