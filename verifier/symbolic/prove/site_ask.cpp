// SPDX-License-Identifier: Apache-2.0
// Proves the obligations of a site: instances, what a step leaves as it was, one unit at a time.
#include <algorithm>
#include <set>
#include <unordered_set>

#include "verifier/symbolic/prove/site_proof.h"

namespace casebook::symbolic {

using language::SiteKind;

namespace {

constexpr int32_t none_says_so = -1;
constexpr int64_t most_members = 64;  // of a kind over which questions are split
constexpr size_t most_conditions = 4, most_met = 3000, small_literal = 200;
constexpr size_t rounds_of_a_first_look = 8;
constexpr uint32_t small_question = 100'000;     // resources
constexpr size_t most_nodes_of_parts = 500'000;  // kept from one question to the next

}  // namespace

// Who acts, or is acted on, is asked about one by one: the formulas of one unit are small, those of any unit
// are not.
Ref SiteProof::split_of(const Branch& branch, const Obligation& obligation) const {
  const language::Program& program = *scenario_->program;
  const language::Site& here = program.sites[site_];
  const auto can = [&](const language::Type& type, const SymbolicValue& value) {
    return type.tag == language::TypeTag::entity && type.of != language::kind_hex &&
           scenario_->size(type.of) <= most_members && scenario_->size(type.of) > 2 &&
           formula_.node(value.number).kind == NodeKind::variable;
  };
  if (here.kind == SiteKind::choose && branch.alternative != any_of_them) {
    const ActionId id = here.alternatives[static_cast<size_t>(plain(branch.alternative))].action;
    const language::Action& action = program.actions[id];
    for (size_t i = 0; i < action.params.size(); ++i)
      if (action.params[i].mode == language::ParamMode::single &&
          can(program.vars[action.params[i].var].type, branch.parameters[i]))
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

namespace {

/// Thrown through a question that is asked again with more written down.
struct FieldsWanted {
  std::unordered_set<Ref> variables;
};

}  // namespace

// A first look is content with a model that only freedom allows.
std::optional<std::vector<Ref>> SiteProof::broken(const Obligation& obligation, Assignment& model,
                                                  const Translator::AboutVariable& met) {
  if (first_look_) return std::vector<Ref>{};
  const std::unordered_set<Ref>& asked = variables_asked(obligation);
  const auto is_asked = [&](Ref variable) { return met(variable) || asked.count(variable) != 0; };
  // Fields are written down when a model reads one.
  if (translator_.has_unknown_fields(is_asked)) {
    FieldsWanted wanted{asked};
    for (const Variable& one : formula_.variables())
      if (met(one.node)) wanted.variables.insert(one.node);
    throw wanted;
  }
  return translator_.broken(model, met, is_asked);
}

void SiteProof::write_fields_down(const Translator::AboutVariable& is_asked) {
  forget_parts();
  translator_.write_fields_down(is_asked);
  for (const auto& [what, label] : translator_.freed()) freed_.emplace(what, label);
  kept_ = formula_.size();
}

void SiteProof::write_each_field_down() {
  forget_parts();
  translator_.write_each_field_down();
  for (const auto& [what, label] : translator_.freed()) freed_.emplace(what, label);
  kept_ = formula_.size();
}

// Those of what is known of the case. What types say speaks of everything, and holds of what is made up.
const std::unordered_set<Ref>& SiteProof::variables_asked(const Obligation& obligation) {
  const auto [at, fresh] = variables_asked_.try_emplace({obligation.alternative, obligation.when});
  if (!fresh) return at->second;
  std::unordered_set<Ref> met;
  std::vector<Ref> open{obligation.when};
  for (const Fact& fact : branch_of(obligation).facts) open.push_back(fact.holds);
  for (const Fact& fact : hypothesis_facts_) open.push_back(fact.holds);
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    if (formula_.node(a).kind == NodeKind::variable) at->second.insert(a);
    for (const Ref b : formula_.operands(a)) open.push_back(b);
  }
  translator_.add_asked_with(at->second);
  return at->second;
}

Answer SiteProof::ask(Obligation& obligation, const std::vector<bool>& supposed, Effort effort,
                      const Spending& spending) {
  first_look_ = effort == Effort::first_look;
  obligation.resources = obligation.questions = obligation.rounds = 0;
  for (;;) {
    try {
      return ask_once(obligation, supposed, effort, spending);
    } catch (const FieldsWanted& wanted) {
      write_fields_down([&](Ref variable) { return wanted.variables.count(variable) != 0; });
    }
  }
}

Answer SiteProof::ask_once(Obligation& obligation, const std::vector<bool>& supposed, Effort effort,
                           const Spending& spending) {
  effort_ = effort;
  spending_ = spending;
  granted_ = supposed;
  granted_.push_back(obligation.invariant != properties_.no_fault());
  obligation.needed.clear();
  const Branch& branch = branch_of(obligation);
  // What was shown of another way without saying that it was taken was shown of this one.
  const Shown same{obligation.alternative, obligation.invariant, obligation.holds};
  if (const auto found = shown_.find(same);
      found != shown_.end() && std::all_of(found->second.begin(), found->second.end(), [&](int32_t name) {
        return !is_invariant(name) || supposed[static_cast<size_t>(name)];
      })) {
    obligation.needed = found->second;
    return *(obligation.answer = Answer::unsatisfiable);
  }
  if (formula_.size() > kept_ + most_nodes_of_parts) forget_parts();
  std::vector<Ref> clauses;
  clauses_of(formula_, obligation.when, clauses);
  const auto faultless = first_condition + static_cast<int32_t>(branch.conditions.size()) - 1;
  const auto granted = [&](int32_t name) {
    if (is_invariant(name)) return bool{supposed[static_cast<size_t>(name)]};
    return name != faultless || obligation.invariant != properties_.no_fault();
  };
  const auto usable = [&](const Fact& fact) { return granted(fact.name); };
  // Where two say the same, the invariant itself is leant on.
  const std::set<Ref> of_way(clauses.begin(), clauses.end());
  const auto said = [&](Ref clause) -> int32_t {
    int32_t name = none_says_so;
    if (const auto found = branch.says.find(clause); found != branch.says.end())
      for (const Fact* fact : found->second)
        if (usable(*fact) && (name == none_says_so || fact->name == obligation.invariant)) name = fact->name;
    if (name == none_says_so && of_way.count(clause) != 0) name = unnamed;
    return name;
  };
  // What is said of the one side and of the other is said.
  const Given given = [&](Ref clause) -> int32_t {
    const int32_t name = said(clause);
    if (name != none_says_so) return name;
    for (const Ref side : sides_) {
      const int32_t one = said(beside(clause, side));
      if (one == none_says_so) continue;
      const int32_t other = said(beside(clause, formula_.not_(side)));
      if (other == none_says_so) continue;
      obligation.needed.push_back(one);
      return other;
    }
    return none_says_so;
  };
  std::vector<Part> parts = parts_of(obligation, given);
  for (Part& part : parts) {
    std::vector<Ref> all = part.conditions;
    all.push_back(formula_.not_(part.clause));
    part.broken = formula_.and_(std::move(all));
  }
  // The parts are kept, so that what is shown of one is known when it is asked again.
  const size_t size = formula_.size();
  if (parts.empty()) return settled(obligation, same, Answer::unsatisfiable, size);
  const Ref split = split_of(branch, obligation);
  const auto is_shown = [&](const Part& part, Ref variable, int64_t value) {
    const auto found = shown_parts_.find({obligation.alternative, variable, value, part.broken});
    if (found == shown_parts_.end() || !std::all_of(found->second.begin(), found->second.end(), granted))
      return false;
    obligation.needed.insert(obligation.needed.end(), found->second.begin(), found->second.end());
    return true;
  };
  std::erase_if(parts, [&](const Part& part) { return is_shown(part, no, 0); });
  std::map<int64_t, std::vector<Part>> cases;
  std::vector<Fact> ways;
  for (const Ref clause : clauses) ways.push_back(fact_of(formula_, clause, unnamed));
  std::vector<const Fact*> on_the_way;
  for (const Fact& fact : ways) on_the_way.push_back(&fact);
  Facts last(formula_, on_the_way);
  Facts* const facts[] = {branch.small.get(), &last, branch.large.get()};
  // What speaks of nobody who acts is the same whoever it is.
  if (split != no && effort == Effort::full) {
    std::vector<Part> apart, with;
    for (Part& part : parts) (speaks_of(part, split) ? with : apart).push_back(std::move(part));
    if (!apart.empty()) {
      effort_ = Effort::small;
      const Answer answer = ask_case(obligation, facts, apart, usable, no, 0);
      effort_ = effort;
      if (answer == Answer::satisfiable) return settled(obligation, same, answer, size);
      if (answer == Answer::unknown)
        for (Part& part : apart) with.push_back(std::move(part));
    }
    parts = std::move(with);
  }
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
      if ((values.empty() || values.count(value) != 0) && !is_shown(part, split, value))
        cases[value].push_back(part);
  }
  Answer answer = Answer::unsatisfiable;
  for (const auto& [value, of_case] : cases) {
    answer = ask_case(obligation, facts, of_case, usable, split, value);
    if (answer != Answer::unsatisfiable) break;
  }
  return settled(obligation, same, answer, size);
}

void SiteProof::give_up(Obligation& obligation) {
  forget_parts();
  obligation.answer = Answer::unknown;
}

// What is shown of this way alone is not kept.
void SiteProof::note_shown(const ShownPart& part, std::vector<int32_t> needed) {
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  if (!std::binary_search(needed.begin(), needed.end(), unnamed)) shown_parts_[part] = std::move(needed);
}

void SiteProof::forget_parts() {
  formula_.forget_from(kept_);
  shown_parts_.clear();
}

Answer SiteProof::settled(Obligation& obligation, const Shown& shown, Answer answer, size_t size) {
  std::sort(obligation.needed.begin(), obligation.needed.end());
  obligation.needed.erase(std::unique(obligation.needed.begin(), obligation.needed.end()),
                          obligation.needed.end());
  formula_.forget_from(size);
  if (answer == Answer::unsatisfiable &&
      !std::binary_search(obligation.needed.begin(), obligation.needed.end(), unnamed))
    shown_[shown] = obligation.needed;
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
    if (const int32_t name = given(part.clause); name != none_says_so) {
      obligation.needed.push_back(name);
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

/// The clause with one more alternative, as clauses are.
Ref SiteProof::beside(Ref clause, Ref also) {
  std::vector<Ref> any{also};
  if (formula_.node(clause).kind == NodeKind::or_) {
    const auto args = formula_.operands(clause);
    any.insert(any.end(), args.begin(), args.end());
  } else {
    any.push_back(clause);
  }
  return formula_.or_(std::move(any));
}

// More than that it is none of some.
bool SiteProof::speaks_of(const Part& part, Ref variable) const {
  const auto among = [&](Ref a) {
    const std::vector<Ref> variables = fact_of(formula_, a, 0).variables;
    return std::binary_search(variables.begin(), variables.end(), variable);
  };
  return among(part.clause) ||
         std::any_of(part.conditions.begin(), part.conditions.end(), [&](Ref condition) {
           if (formula_.node(condition).kind == NodeKind::not_) {
             const Node of = formula_.node(formula_.operands(condition)[0]);
             if (of.kind == NodeKind::equal) return false;
           }
           return among(condition);
         });
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
  for (const Part& part : not_near(obligation, *facts[1], parts, variable, value))
    broken.push_back(part.broken);
  if (broken.empty()) {
    formula_.forget_from(size);
    return Answer::unsatisfiable;
  }
  const size_t before = obligation.needed.size();
  Answer answer = Answer::unsatisfiable;
  const bool possible = propagate(obligation, facts, usable, variable, known);
  // What helps most questions hinders some: where the one way does not answer, the other is asked.
  for (const bool fixed : {true, false}) {
    if (!possible) break;
    Formula::Replaced values, all = known;
    Assignment model = elsewhere;
    std::vector<Ref> has{of_case};
    if (fixed) {
      // What has one value has it in every model, and brings nothing else in.
      for (const auto& [of, is] : known) {
        if (formula_.node(of).kind != NodeKind::variable || !formula_.is_constant(is)) continue;
        values.emplace(of, is);
        const bool boolean = formula_.node(of).boolean;
        model[static_cast<size_t>(formula_.node(of).payload)] = formula_.constant(is);
        if (of != variable)
          has.push_back(boolean ? (is == yes ? of : formula_.not_(of)) : formula_.equal(of, is));
      }
      std::sort(has.begin(), has.end());
      exclude(facts, broken, all);
    }
    absorb(obligation, facts, usable, broken, all);
    const std::vector<int32_t> leant_on(obligation.needed.begin() + static_cast<ptrdiff_t>(before),
                                        obligation.needed.end());
    const NoteShown shown = [&](Ref part, std::vector<int32_t> needed) {
      needed.insert(needed.end(), leant_on.begin(), leant_on.end());
      note_shown({obligation.alternative, variable, value, part}, std::move(needed));
    };
    std::vector<Broken> left;
    for (const Ref one : broken) {
      if (const Ref now = formula_.replaced(one, all); now != no)
        left.push_back({one, now});
      else
        shown(one, {});
    }
    answer = Answer::unsatisfiable;
    if (!left.empty())
      answer = ask_any(obligation, left,
                       {no, formula_.and_(std::move(has)), facts, model, &all, usable, obligation.invariant,
                        fixed ? &values : nullptr,
                        [&](Assignment& of, const auto& met) { return this->broken(obligation, of, met); }},
                       shown);
    if (answer != Answer::unknown || effort_ != Effort::full) break;
  }
  formula_.forget_from(size);
  return answer;
}

// One of those under which the step writes that the clause speaks of; none where it speaks of many.
Ref SiteProof::write_condition(Ref clause, const std::set<Ref>& writes) const {
  if (writes.empty()) return no;
  std::vector<Ref> open{clause}, found;
  std::set<Ref> met;
  while (!open.empty() && met.size() < most_met && found.size() <= most_conditions) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    if (writes.count(a) != 0) found.push_back(a);
    const auto args = formula_.operands(a);
    open.insert(open.end(), args.begin(), args.end());
  }
  return found.empty() || found.size() > most_conditions ? no : *std::max_element(found.begin(), found.end());
}

// What the guard and the hypotheses say of just this case as single atoms is put into everything. False: they
// contradict one another.
bool SiteProof::propagate(Obligation& obligation, std::span<Facts* const> facts,
                          const std::function<bool(const Fact&)>& usable, Ref variable,
                          Formula::Replaced& known) {
  const auto literal = [&](Ref a) {
    const NodeKind kind = formula_.node(a).kind;
    return kind == NodeKind::equal || kind == NodeKind::less_equal || kind == NodeKind::variable ||
           kind == NodeKind::bit;
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
      if (formula_.node(atom).kind == NodeKind::bit) {
        const Node of = formula_.node(args[0]);
        if (of.kind == NodeKind::variable && of.low == 0 && of.high == 1) {
          if (atoms.emplace(args[0], formula_.number(negated ? 0 : 1)).second)
            obligation.needed.push_back(fact->name);
          continue;
        }
      }
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

// What is known to be above or below something is none of the values beyond it: who is on the map is in no
// box.
void SiteProof::exclude(std::span<Facts* const> facts, const std::vector<Ref>& broken,
                        Formula::Replaced& known) {
  const auto constant_and_variable = [&](Ref a, Ref b) {
    return formula_.is_constant(a) && formula_.node(b).kind == NodeKind::variable &&
           !formula_.node(b).boolean;
  };
  std::map<Ref, std::pair<int64_t, int64_t>> bounds;
  for (const auto& [atom, truth] : known) {
    if (formula_.node(atom).kind != NodeKind::less_equal || !formula_.is_constant(truth)) continue;
    const Ref low = formula_.operands(atom)[0], high = formula_.operands(atom)[1];
    const bool above = constant_and_variable(low, high);
    if (!above && !constant_and_variable(high, low)) continue;
    const Ref of = above ? high : low;
    const int64_t limit = formula_.constant(above ? low : high);
    auto& [least, most] = bounds.try_emplace(of, formula_.node(of).low, formula_.node(of).high).first->second;
    if (above == (truth == yes))
      least = std::max(least, above ? limit : limit + 1);
    else
      most = std::min(most, above ? limit - 1 : limit);
  }
  if (bounds.empty()) return;
  std::set<Ref> met;
  std::vector<Ref> open = broken;
  for (const Fact* fact : facts[0]->all())
    if (std::any_of(bounds.begin(), bounds.end(), [&](const auto& one) {
          return std::binary_search(fact->variables.begin(), fact->variables.end(), one.first);
        }))
      open.push_back(fact->holds);
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    const auto args = formula_.operands(a);
    open.insert(open.end(), args.begin(), args.end());
    if (formula_.node(a).kind != NodeKind::equal) continue;
    const bool first = constant_and_variable(args[0], args[1]);
    if (!first && !constant_and_variable(args[1], args[0])) continue;
    const auto found = bounds.find(args[first ? 1 : 0]);
    const int64_t value = formula_.constant(args[first ? 0 : 1]);
    if (found != bounds.end() && (value < found->second.first || value > found->second.second))
      known.emplace(a, no);
  }
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
Answer SiteProof::ask_any(Obligation& obligation, std::span<const Broken> any, Question question,
                          const NoteShown& shown) {
  std::vector<Ref> goal;
  for (const Broken& one : any) goal.push_back(one.now);
  question.goal = formula_.or_(std::move(goal));
  if (question.goal == no) return Answer::unsatisfiable;
  if (obligation.resources >= spending_.in_all) return Answer::unknown;
  QuestionLimits limits{{spending_.question}};
  limits.resources = spending_.in_all - obligation.resources;  // of its rounds together
  if (any.size() > 1 || effort_ != Effort::full)
    limits.solver.resources = std::min(limits.solver.resources, small_question);
  if (effort_ == Effort::first_look) limits.rounds = rounds_of_a_first_look;
  const QuestionResult result = ask_lazily(formula_, question, limits);
  ++obligation.questions;
  obligation.rounds += result.rounds;
  obligation.resources += result.resources;
  obligation.needed.insert(obligation.needed.end(), result.needed.begin(), result.needed.end());
  if (result.answer == Answer::satisfiable) model_ = result.model;
  if (result.answer == Answer::unsatisfiable)
    for (const Broken& one : any) shown(one.part, result.needed);
  if (result.answer != Answer::unknown || any.size() == 1 || effort_ == Effort::first_look)
    return result.answer;
  const size_t half = any.size() / 2;
  const Answer first = ask_any(obligation, any.first(half), question, shown);
  return first == Answer::unsatisfiable ? ask_any(obligation, any.subspan(half), question, shown) : first;
}

}  // namespace casebook::symbolic
