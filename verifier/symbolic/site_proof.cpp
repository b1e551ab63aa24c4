// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/site_proof.h"

#include <algorithm>
#include <set>

#include "engine/runtime/position_names.h"
#include "verifier/games/made_up.h"

namespace casebook::symbolic {

using language::InvariantWhere;
using language::SiteKind;
using runtime::Control;

namespace {

/// Names of facts: invariants by their id, then the conditions of the branch; what types and ways say.
constexpr int32_t first_condition = 1'000'000, unnamed = 2'000'000;
constexpr size_t small_fact = 2000;   // nodes; larger ones are looked at when no small one is broken
constexpr int64_t most_members = 64;  // of a kind over which questions are split
constexpr size_t most_conditions = 4, most_looked_at = 3000, small_literal = 200;
constexpr size_t rounds_of_a_supposition = 8;
constexpr uint32_t small_question = 100'000;  // resources

std::vector<bool> running_in(const std::vector<Control>& ways, size_t procedures) {
  std::vector<bool> running(procedures, false);
  for (const Control& way : ways)
    for (const Id procedure : way.procedures) running[static_cast<size_t>(procedure)] = true;
  return running;
}

}  // namespace

bool runs_at(const std::vector<Control>& ways, Id procedure) {
  return !ways.empty() && std::all_of(ways.begin(), ways.end(), [&](const Control& way) {
    return std::find(way.procedures.begin(), way.procedures.end(), procedure) != way.procedures.end();
  });
}

SiteProof::SiteProof(std::shared_ptr<const runtime::Scenario> scenario, const Properties& properties,
                     int32_t site, SolverLimits limits)
    : scenario_(std::move(scenario)),
      properties_(properties),
      site_(site),
      positions_(scenario_, formula_),
      translator_(positions_, Freedom::allowed),
      ways_(games::ways_to(*scenario_->program, site)),
      limits_(limits) {
  const language::Program& program = *scenario_->program;
  const language::Site& here = program.sites[static_cast<size_t>(site)];
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
  for (size_t i = 0; i < properties_.suppositions.size(); ++i)
    if (lives_in(*scenario_, properties_.suppositions[i], ways_))
      hypotheses_[static_cast<size_t>(properties_.first_supposition()) + i] =
          symbolic::holds(positions_, properties_.suppositions[i], *open_);

  const auto count = here.kind == SiteKind::choose ? here.alternatives.size() : 1;
  for (size_t i = 0; i < count; ++i) {
    Branch branch;
    branch.alternative = static_cast<Alternative>(i);
    SymbolicPosition after = *open_;
    int32_t target = here.flow + 1;
    translator_.clear_ending();
    std::string untranslated;
    try {
      if (here.kind == SiteKind::choose) {
        const language::Alternative& alternative = here.alternatives[i];
        const language::Action& action = program.actions[static_cast<size_t>(alternative.action)];
        branch.parameters = translator_.any_parameters(action);
        translator_.set_parameters(action, branch.parameters);
        const Ref offered = translator_.offered(alternative, *open_, &branch.conditions);
        translator_.take_faults();  // a choice that faults is not lawful; without this a step can do more
        if (offered == no) continue;
        std::vector<std::pair<Id, SymbolicValue>> bound;
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
        for (const Id var : here.vars) {
          const language::Var& of = program.vars[static_cast<size_t>(var)];
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
        begin.returns[static_cast<size_t>(control.procedures[k + 1])] = control.calls[k] + 1;
      Translator::Step step;
      try {
        if (!untranslated.empty()) throw Untranslated(untranslated, language::none);
        translator_.restore_ending(ending);
        step = translator_.run(std::move(begin), target);
      } catch (const Untranslated& open) {
        Obligation whole;
        whole.from = site_;
        whole.alternative = branch.alternative;
        whole.way = way;
        whole.open = open.construct;
        for (size_t k = 0; k < properties_.size(); ++k) {
          whole.invariant = static_cast<Id>(k);
          obligations_.push_back(whole);
        }
        translator_.take_faults();
        break;
      }
      oblige(branch, step, way, *open_);
    }
    branches_.push_back(std::move(branch));
  }
  for (const auto& [what, label] : translator_.freed()) freed_.emplace(what, label);
  gather_facts();
}

// Who acts, or is acted on, is asked about one by one: the formulas of one unit are small, those of any unit
// are not.
Ref SiteProof::split_of(const Branch& branch, const Obligation& obligation) const {
  const language::Program& program = *scenario_->program;
  const language::Site& here = program.sites[static_cast<size_t>(site_)];
  const auto can = [&](const language::Type& type, const SymbolicValue& value) {
    return type.tag == language::TypeTag::entity && type.of != language::kind_hex &&
           scenario_->size(type.of) <= most_members && scenario_->size(type.of) > 2 &&
           formula_.node(value.number).kind == NodeKind::variable;
  };
  if (here.kind == SiteKind::choose) {
    const Id id = here.alternatives[static_cast<size_t>(branch.alternative)].action;
    const language::Action& action = program.actions[static_cast<size_t>(id)];
    for (size_t i = 0; i < action.params.size(); ++i)
      if (action.params[i].mode == language::ParamMode::single &&
          can(program.vars[static_cast<size_t>(action.params[i].var)].type, branch.parameters[i]))
        return branch.parameters[i].number;
  }
  const std::vector<Ref> variables = fact_of(formula_, obligation.holds, 0).variables;
  for (const SlotOf what : {SlotOf::var, SlotOf::state})
    for (size_t id = 0; id < open_->size(what); ++id)
      for (const SymbolicValue& value : open_->cells(what, static_cast<Id>(id)).values)
        if (can(positions_.type_of(what, static_cast<Id>(id)), value) &&
            std::binary_search(variables.begin(), variables.end(), value.number))
          return value.number;
  return no;
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
  for (const Ref fact : formula_.assumed()) gather(fact, unnamed, type_facts_);
  for (Branch& branch : branches_) {
    std::vector<const Fact*> small, large;
    for (const auto* all : {&type_facts_, &hypothesis_facts_, &branch.facts})
      for (const Fact& fact : *all) (fact.nodes < small_fact ? small : large).push_back(&fact);
    branch.small = std::make_unique<Facts>(formula_, std::move(small));
    branch.large = std::make_unique<Facts>(formula_, std::move(large));
  }
  // Elsewhere nothing is on the map, which breaks the fewest facts.
  elsewhere_ = formula_.any_assignment();
  const int64_t box = positions_.codes().first_box();
  for (size_t kind = 0; kind < open_->size(SlotOf::place); ++kind)
    for (const SymbolicValue& place : open_->cells(SlotOf::place, static_cast<Id>(kind)).values)
      if (formula_.node(place.number).kind == NodeKind::variable)
        elsewhere_[static_cast<size_t>(formula_.node(place.number).payload)] = box;
}

SiteProof::~SiteProof() = default;

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
  add_obligation(own);
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
            (arrival.over || arrival.position.returns[static_cast<size_t>(invariant.procedure)] < 0))
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
    const language::Expr& expr = *scenario_->program->invariants[static_cast<size_t>(invariant)].expr;
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
        known.when == one.when && known.holds == one.holds && known.open == one.open)
      return;
  obligations_.push_back(std::move(one));
}

Answer SiteProof::ask(Obligation& obligation, const std::vector<bool>& supposed) {
  obligation.needed.clear();
  obligation.resources = obligation.questions = obligation.rounds = 0;
  const Branch& branch = branch_of(obligation);
  const size_t size = formula_.size();
  std::vector<Ref> clauses;
  clauses_of(formula_, obligation.when, clauses);
  std::vector<Fact> ways;
  for (const Ref clause : clauses) ways.push_back(fact_of(formula_, clause, unnamed));
  std::vector<const Fact*> on_the_way;
  for (const Fact& fact : ways) on_the_way.push_back(&fact);
  Facts last(formula_, on_the_way);
  const auto faultless = first_condition + static_cast<int32_t>(branch.conditions.size()) - 1;
  const auto usable = [&](const Fact& fact) {
    if (is_invariant(fact.name)) return bool{supposed[static_cast<size_t>(fact.name)]};
    return fact.name != faultless || obligation.invariant != properties_.no_fault();
  };
  Given given;
  Facts* const facts[] = {branch.small.get(), &last, branch.large.get()};
  for (const Facts* some : facts) {
    for (const Fact* fact : some->all()) {
      if (!usable(*fact)) continue;
      const auto [at, fresh] = given.emplace(fact->holds, fact->name);
      // Where two say the same, the invariant itself is leant on.
      if (!fresh && fact->name == obligation.invariant) at->second = fact->name;
    }
  }
  std::vector<Part> parts = parts_of(obligation, given);
  const Ref split = split_of(branch, obligation);
  std::map<int64_t, std::vector<Part>> cases;
  for (Part& part : parts) {
    if (split == no) {
      cases[0].push_back(std::move(part));
      continue;
    }
    // What is written under "it is that one" is a question about that one alone.
    const Node variable = formula_.node(split);
    std::set<int64_t> values;
    for (const Ref condition : part.conditions) note_values(condition, split, values);
    if (values.size() > 1) continue;  // it cannot be two
    for (int64_t value = variable.low; value <= variable.high; ++value)
      if (values.empty() || values.count(value) != 0) cases[value].push_back(part);
  }
  Answer answer = Answer::unsatisfiable;
  for (const auto& [value, of_case] : cases) {
    answer = ask_case(obligation, facts, of_case, usable, split, value);
    if (answer != Answer::unsatisfiable) break;
  }
  std::sort(obligation.needed.begin(), obligation.needed.end());
  obligation.needed.erase(std::unique(obligation.needed.begin(), obligation.needed.end()),
                          obligation.needed.end());
  formula_.forget_from(size);
  return *(obligation.answer = answer);
}

// What the step leaves as it was is known to hold after it, because the very clause is given; where it writes
// under a condition, with and without.
std::vector<SiteProof::Part> SiteProof::parts_of(Obligation& obligation, const Given& given) {
  std::vector<Part> open, left;
  std::vector<Ref> clauses;
  const auto open_up = [&](Ref holds, const std::vector<Ref>& conditions) {
    clauses.clear();
    clauses_of(formula_, holds, clauses);
    for (const Ref clause : clauses) open.push_back({clause, conditions});
  };
  open_up(obligation.holds, {});
  const std::set<Ref> writes(obligation.writes.begin(), obligation.writes.end());
  while (!open.empty()) {
    Part part = std::move(open.back());
    open.pop_back();
    if (const auto found = given.find(part.clause); found != given.end()) {
      obligation.needed.push_back(found->second);
      continue;
    }
    const Ref condition =
        part.conditions.size() < most_conditions ? write_condition(part.clause, writes) : no;
    if (condition == no) {
      left.push_back(std::move(part));
      continue;
    }
    for (const Ref truth : {no, yes}) {
      Formula::Replaced one{{condition, truth}};
      std::vector<Ref> conditions = part.conditions;
      conditions.push_back(truth == yes ? condition : formula_.not_(condition));
      open_up(formula_.replaced(part.clause, one), conditions);
    }
  }
  return left;
}

void SiteProof::note_values(Ref condition, Ref variable, std::set<int64_t>& values) const {
  const auto args = formula_.operands(condition);
  if (formula_.node(condition).kind == NodeKind::and_)
    for (const Ref part : args) note_values(part, variable, values);
  if (formula_.node(condition).kind != NodeKind::equal) return;
  const Ref other = args[0] == variable ? args[1] : args[0];
  if ((args[0] == variable || args[1] == variable) && formula_.is_constant(other))
    values.insert(formula_.constant(other));
}

// With the variable at that value.
Answer SiteProof::ask_case(Obligation& obligation, std::span<Facts* const> facts,
                           const std::vector<Part>& parts, const std::function<bool(const Fact&)>& usable,
                           Ref variable, int64_t value) {
  const size_t size = formula_.size();
  Formula::Replaced known;
  Assignment elsewhere = elsewhere_;
  Ref of_case = yes;
  if (variable != no) {
    known.emplace(variable, formula_.number(value));
    of_case = formula_.equal(variable, formula_.number(value));
    elsewhere[static_cast<size_t>(formula_.node(variable).payload)] = value;
  }
  std::vector<Ref> broken;
  for (const Part& part : parts) {
    std::vector<Ref> all = part.conditions;
    all.push_back(formula_.not_(part.clause));
    broken.push_back(formula_.and_(std::move(all)));
  }
  Answer answer = Answer::unsatisfiable;
  const bool possible = propagate(obligation, facts, usable, variable, known);
  if (possible) {
    absorb(obligation, facts, usable, broken, known);
    std::vector<Ref> left;
    for (const Ref one : broken)
      if (const Ref now = formula_.replaced(one, known); now != no) left.push_back(now);
    if (!left.empty())
      answer =
          ask_any(obligation, left, {no, of_case, facts, elsewhere, &known, usable, obligation.invariant});
  }
  formula_.forget_from(size);
  return answer;
}

// One of those under which the step writes that the clause speaks of; none where it speaks of many.
Ref SiteProof::write_condition(Ref clause, const std::set<Ref>& writes) const {
  if (writes.empty()) return no;
  std::vector<Ref> open{clause}, found;
  std::set<Ref> met;
  while (!open.empty() && met.size() < most_looked_at && found.size() <= most_conditions) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    if (writes.count(a) != 0) found.push_back(a);
    const auto args = formula_.operands(a);
    open.insert(open.end(), args.begin(), args.end());
  }
  return found.empty() || found.size() > most_conditions ? no : *std::max_element(found.begin(), found.end());
}

// The conditions under which cells have another value than before.
std::vector<Ref> SiteProof::writes_of(const SymbolicPosition& after) const {
  std::set<Ref> conditions;
  for (const SlotOf what : {SlotOf::place, SlotOf::state, SlotOf::var})
    for (size_t id = 0; id < after.size(what); ++id) {
      if (SymbolicPosition::same(after, *open_, what, static_cast<Id>(id))) continue;
      for (const SymbolicValue& value : after.cells(what, static_cast<Id>(id)).values) {
        Ref a = value.number;
        for (size_t depth = 0; depth < most_conditions && formula_.node(a).kind == NodeKind::choose;
             ++depth) {
          conditions.insert(formula_.operands(a)[0]);
          const auto args = formula_.operands(a);
          a = formula_.node(args[2]).kind == NodeKind::choose ? args[2] : args[1];
        }
      }
    }
  return {conditions.begin(), conditions.end()};
}

// What the guard and the hypotheses say of just this case as single atoms is put into everything. False: they
// contradict one another.
bool SiteProof::propagate(Obligation& obligation, std::span<Facts* const> facts,
                          const std::function<bool(const Fact&)>& usable, Ref variable,
                          Formula::Replaced& known) {
  const auto literal = [&](Ref a) {
    const NodeKind kind = formula_.node(a).kind;
    return kind == NodeKind::equal || kind == NodeKind::less_equal || kind == NodeKind::variable;
  };
  std::vector<const Fact*> near;
  for (const Fact* fact : facts[0]->all())
    if (fact->nodes <= small_literal && usable(*fact) &&
        ((fact->name >= first_condition && fact->name < unnamed) ||
         (variable != no && std::binary_search(fact->variables.begin(), fact->variables.end(), variable))))
      near.push_back(fact);
  Formula::Replaced atoms = known;  // the case, and atoms with their truth
  for (int pass = 0; pass < 2; ++pass) {
    Formula::Replaced memo = atoms;
    for (const Fact* fact : near) {
      const Ref now = formula_.replaced(fact->holds, memo);
      if (now == yes) continue;
      if (now == no) {
        obligation.needed.push_back(fact->name);
        return false;
      }
      const bool negated = formula_.node(now).kind == NodeKind::not_;
      const Ref atom = negated ? formula_.operands(now)[0] : now;
      if (!literal(atom)) continue;
      // Of a variable that is a constant, the variable.
      const auto args = formula_.operands(atom);
      if (!negated && formula_.node(atom).kind == NodeKind::equal) {
        const bool first = formula_.node(args[0]).kind == NodeKind::variable;
        const Ref of = first ? args[0] : args[1], is = first ? args[1] : args[0];
        if (formula_.node(of).kind == NodeKind::variable && formula_.is_constant(is)) {
          if (atoms.emplace(of, is).second) obligation.needed.push_back(fact->name);
          continue;
        }
      }
      if (atoms.emplace(atom, Formula::truth(!negated)).second) obligation.needed.push_back(fact->name);
    }
  }
  known = std::move(atoms);
  return true;
}

// Where two things exclude one another, "this and not that" is this: so that what is counted before and after
// is seen to be the same. For counts alone, which a solver finds hard.
void SiteProof::absorb(Obligation& obligation, std::span<Facts* const> facts,
                       const std::function<bool(const Fact&)>& usable, const std::vector<Ref>& broken,
                       Formula::Replaced& known) {
  Formula::Replaced memo = known;
  std::set<Ref> cone;
  std::vector<Ref> open;
  bool counts = false;
  for (const Ref one : broken) open.push_back(formula_.replaced(one, memo));
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!cone.insert(a).second) continue;
    counts = counts || formula_.node(a).kind == NodeKind::count;
    for (const Ref b : formula_.operands(a)) open.push_back(b);
  }
  if (!counts) return;
  for (const Fact* fact : facts[0]->all()) {
    if (fact->nodes > small_literal || !usable(*fact)) continue;
    const Ref now = formula_.replaced(fact->holds, memo);
    if (formula_.node(now).kind != NodeKind::or_ || formula_.operands(now).size() != 2) continue;
    const Ref one = formula_.operands(now)[0], two = formula_.operands(now)[1];
    for (const auto& [a, b] : {std::pair{one, two}, std::pair{two, one}}) {
      const Ref both = formula_.and_(formula_.not_(a), b);
      if (cone.count(both) == 0 || !known.emplace(both, formula_.not_(a)).second) continue;
      obligation.needed.push_back(fact->name);
    }
  }
}

// Whether any of them can be. A question that meets a small limit is divided, down to one of them, which has
// the whole limit.
Answer SiteProof::ask_any(Obligation& obligation, std::span<const Ref> any, Question question) {
  question.goal = formula_.or_(std::vector<Ref>(any.begin(), any.end()));
  if (question.goal == no) return Answer::unsatisfiable;
  QuestionLimits limits{limits_};
  const bool own = properties_.is_supposition(obligation.invariant);  // most are false: little is spent on them
  if (any.size() > 1 || own) limits.solver.resources = std::min(limits_.resources, small_question);
  if (own) limits.rounds = rounds_of_a_supposition;
  const QuestionResult result = ask_lazily(formula_, question, limits);
  ++obligation.questions;
  obligation.rounds += result.rounds;
  obligation.resources += result.resources;
  obligation.needed.insert(obligation.needed.end(), result.needed.begin(), result.needed.end());
  if (result.answer == Answer::satisfiable) model_ = result.model;
  if (result.answer != Answer::unknown || any.size() == 1 || own) return result.answer;
  const size_t half = any.size() / 2;
  const Answer first = ask_any(obligation, any.first(half), question);
  return first == Answer::unsatisfiable ? ask_any(obligation, any.subspan(half), question) : first;
}

const SiteProof::Branch& SiteProof::branch_of(const Obligation& obligation) const {
  return *std::find_if(branches_.begin(), branches_.end(),
                       [&](const Branch& one) { return one.alternative == obligation.alternative; });
}

bool SiteProof::is_invariant(int32_t name) {
  return name < first_condition;
}

Id SiteProof::label_of(const Obligation& obligation, int32_t name) const {
  if (is_invariant(name))
    return name < properties_.invariants ? scenario_->program->invariants[static_cast<size_t>(name)].label
                                         : language::none;
  if (name >= unnamed) return language::none;
  return branch_of(obligation).conditions[static_cast<size_t>(name - first_condition)].label;
}

DecodedStep SiteProof::decode(const Obligation& obligation) const {
  const language::Program& program = *scenario_->program;
  DecodedStep step{scenario_->start, {}};
  positions_.decode(*open_, model_, step.position);
  const Control& control = ways_[obligation.way];
  // What does not run or is not in scope in this way to stand here is zero.
  const std::vector<Id> scope = runtime::variables_in_scope(program, control);
  for (const SlotOf what : {SlotOf::state, SlotOf::var}) {
    for (size_t id = 0; id < open_->size(what); ++id) {
      const Id procedure = what == SlotOf::state ? program.states[id].procedure : program.vars[id].procedure;
      if (procedure == language::none) continue;
      const runtime::Slot& slot = positions_.slot_of(what, static_cast<Id>(id));
      const bool runs = std::find(control.procedures.begin(), control.procedures.end(), procedure) !=
                        control.procedures.end();
      const bool in_scope =
          what == SlotOf::state || std::find(scope.begin(), scope.end(), static_cast<Id>(id)) != scope.end();
      if (runs && in_scope) continue;
      for (uint32_t i = 0; i < slot.combinations; ++i) {
        const language::Type type = positions_.type_of(what, static_cast<Id>(id));
        if (type.tag == language::TypeTag::path)
          for (uint32_t k = 0; k < slot.width; ++k)
            step.position.set_cell(slot.first + i * slot.width + k, 0);
        else
          runtime::write_slot(step.position, slot, type, i, {});
      }
    }
  }
  runtime::set_control(*scenario_, step.position, control);
  const Branch& branch = branch_of(obligation);
  const language::Site& here = program.sites[static_cast<size_t>(site_)];
  for (size_t i = 0; i < branch.parameters.size(); ++i) {
    Id var = here.kind == SiteKind::choose
                 ? program
                       .actions[static_cast<size_t>(
                           here.alternatives[static_cast<size_t>(obligation.alternative)].action)]
                       .params[i]
                       .var
                 : here.vars[i];
    step.parameters.push_back(
        positions_.value(program.vars[static_cast<size_t>(var)].type, branch.parameters[i], model_));
  }
  return step;
}

}  // namespace casebook::symbolic
