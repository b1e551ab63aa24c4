// SPDX-License-Identifier: Apache-2.0
// Translation: whether any values meet a condition, where there are too many to be written out: of the sets
// of a preference (is there a better one?), and of whether anything may be chosen.
//
// One set of which nothing is known, and a variable for whether there is one. That there is one says that
// this set is one. That there is none speaks of all sets, and is said of one set after another, of those that
// a model overlooks: the loop of counterexamples for a quantifier below another (Solar-Lezama and others
// 2006; Reynolds and others 2015). A second question finds such a set in the model. Single values likewise.
#include <algorithm>
#include <unordered_set>

#include "verifier/symbolic/formula/solver.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::ActionParam;
using language::ParamMode;

namespace {

constexpr SolverLimits limits_of_a_set{2'000'000};

std::vector<Ref> variables_of(const Formula& formula, Ref root) {
  std::vector<Ref> variables, open{root};
  std::unordered_set<Ref> met;
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!met.insert(a).second) continue;
    if (formula.node(a).kind == NodeKind::variable) variables.push_back(a);
    for (const Ref b : formula.operands(a)) open.push_back(b);
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

}  // namespace

bool Translator::has_many_sets(const ActionParam& param) const {
  return param.mode == ParamMode::set && scenario_.size(param.domain->type.of) > limits_.subset_members;
}

Ref Translator::any_set(const ActionParam& param, const SymbolicPosition& position,
                        const std::function<Ref()>& condition) {
  const language::Var& var = program_.vars[param.var];
  return any_values([&] { return Parameters{positions_.any(var.type, var.interval, "some " + var.name)}; },
                    [&](const Parameters& set) -> Ref {
                      variable(param.var) = set[0];
                      const Ref in = domain_holds(param, position);
                      variable(param.var) = set[0];
                      if (in == no) return no;
                      const Under when(*this, in);
                      return formula_.and_(in, condition());
                    });
}

Ref Translator::any_values(const std::function<Parameters()>& values,
                           const std::function<Ref(const Parameters&)>& condition) {
  // What stands for all sets of one may not speak of those of another.
  if (no_variables_) throw Untranslated("values compared with every value of another choice", language::none);
  const size_t assumed = formula_.assumed().size();
  const Parameters some = values();
  const std::vector<Ref> typed(formula_.assumed().begin() + static_cast<std::ptrdiff_t>(assumed),
                               formula_.assumed().end());
  const Ref of_type = formula_.and_(std::vector<Ref>(typed));
  std::vector<Ref> variables;
  for (const SymbolicValue& value : some) {
    variables.push_back(value.number);
    variables.push_back(value.never);
    variables.insert(variables.end(), value.items.begin(), value.items.end());
  }
  Ref holds = no;
  std::vector<FaultCase> faults;
  {
    const Aside aside(*this);
    const NoVariables none(no_variables_);
    holds = formula_.and_(of_type, condition(some));
    faults = take_faults();
  }
  // Each may be met by other values.
  for (const FaultCase& one : faults)
    fault(any_of_values(formula_.and_(of_type, one.when), variables, true), one.label);
  return any_of_values(holds, variables, false);
}

/// Whether any values of some variables make it hold. `taken`: they stand for other values already.
Ref Translator::any_of_values(Ref holds, const std::vector<Ref>& variables, bool taken) {
  AnyValues one;
  for (const Ref variable : variables_of(formula_, holds))
    (std::find(variables.begin(), variables.end(), variable) != variables.end() ? one.variables : one.others)
        .push_back(variable);
  if (one.variables.empty()) return holds;
  one.holds = holds;
  if (one.others.empty()) {  // nothing else is open: it is so, or it is not
    Solver solver(formula_, limits_of_a_set);
    solver.add(holds);
    const Answer answer = solver.ask_with_all_named();
    if (answer == Answer::unknown) throw Untranslated("any of so many values", language::none);
    return Formula::truth(answer == Answer::satisfiable);
  }
  if (taken) {
    Formula::Replaced fresh;
    for (Ref& variable : one.variables) {
      const Node node = formula_.node(variable);
      const std::string name = "another " + std::to_string(any_values_.size());
      const Ref other = node.boolean ? formula_.boolean_variable(name)
                                     : formula_.number_variable(name, node.low, node.high);
      fresh.emplace(variable, other);
      variable = other;
    }
    one.holds = formula_.replaced(holds, fresh);
  }
  one.is = formula_.boolean_variable("any #" + std::to_string(any_values_.size()));
  formula_.assume(formula_.implies(one.is, one.holds));
  any_values_.push_back(one);
  return one.is;
}

std::optional<std::vector<Ref>> Translator::overlooked(const Assignment& assignment,
                                                       const AboutVariable& is_asked) {
  std::vector<Ref> facts;
  for (AnyValues& one : any_values_) {
    if (!is_asked(one.is) || formula_.value(one.is, assignment) != 0) continue;
    const auto constant = [&](Ref variable, int64_t value) {
      return formula_.node(variable).boolean ? Formula::truth(value != 0) : formula_.number(value);
    };
    const auto say = [&](const std::vector<int64_t>& set) {
      Formula::Replaced there;
      for (size_t i = 0; i < set.size(); ++i)
        there.emplace(one.variables[i], constant(one.variables[i], set[i]));
      facts.push_back(formula_.implies(formula_.replaced(one.holds, there), one.is));
    };
    // One that did before, in another model.
    Assignment with = assignment;
    const auto meets = [&](const std::vector<int64_t>& set) {
      for (size_t i = 0; i < set.size(); ++i)
        with[static_cast<size_t>(formula_.node(one.variables[i]).payload)] = set[i];
      return formula_.value(one.holds, with) != 0;
    };
    const auto known = std::find_if(one.met.begin(), one.met.end(), meets);
    if (known != one.met.end()) {
      say(*known);
      continue;
    }
    const size_t size = formula_.size();
    std::vector<int64_t> set;
    {
      Formula::Replaced there;
      for (const Ref variable : one.others)
        there.emplace(variable, constant(variable, formula_.value(variable, assignment)));
      Solver solver(formula_, limits_of_a_set);
      const Ref closed = formula_.replaced(one.holds, there);
      solver.add(closed);
      const Answer answer = closed == no ? Answer::unsatisfiable : solver.ask_with_all_named();
      if (answer == Answer::unknown) return std::nullopt;
      if (answer == Answer::satisfiable) {
        const Assignment model = solver.model(formula_.any_assignment());
        for (const Ref variable : one.variables) set.push_back(formula_.value(variable, model));
      }
    }
    formula_.forget_from(size);
    if (set.empty()) continue;
    one.met.push_back(set);
    say(set);
  }
  return facts;
}

void Translator::add_asked_with(std::unordered_set<Ref>& variables) const {
  for (const AnyValues& one : any_values_)
    if (variables.count(one.is) != 0) variables.insert(one.others.begin(), one.others.end());
}

}  // namespace casebook::symbolic
