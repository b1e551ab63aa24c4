// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/formula/question.h"

#include <algorithm>
#include <deque>
#include <tuple>
#include <unordered_set>

namespace casebook::symbolic {

namespace {

constexpr size_t most_counted = 20'000;  // nodes of a fact; beyond, facts are alike
constexpr size_t least_added = 4, most_added = 48;
constexpr size_t large_fact = 2'000;  // nodes; such are added one by one, for one may be all that it takes

/// A conjunction, or the negation of a disjunction.
bool is_conjunction(const Formula& formula, Ref a) {
  const Node& node = formula.node(a);
  return node.kind == NodeKind::and_ ||
         (node.kind == NodeKind::not_ && formula.node(formula.operands(a)[0]).kind == NodeKind::or_);
}

std::vector<Ref> parts_of(Formula& formula, Ref conjunction) {
  const bool negated = formula.node(conjunction).kind == NodeKind::not_;
  const auto of = formula.operands(negated ? formula.operands(conjunction)[0] : conjunction);
  std::vector<Ref> parts(of.begin(), of.end());
  if (negated)
    for (Ref& part : parts) part = formula.not_(part);
  return parts;
}

/// An atom or its negation.
bool is_literal(const Formula& formula, Ref a) {
  const NodeKind kind = formula.node(a).kind;
  if (kind == NodeKind::not_) return is_literal(formula, formula.operands(a)[0]);
  return kind == NodeKind::variable || kind == NodeKind::equal || kind == NodeKind::less_equal ||
         kind == NodeKind::bit;
}

/// A disjunction, or the negation of a conjunction.
bool is_disjunction(const Formula& formula, Ref a) {
  const Node& node = formula.node(a);
  return node.kind == NodeKind::or_ ||
         (node.kind == NodeKind::not_ && formula.node(formula.operands(a)[0]).kind == NodeKind::and_);
}

/// Beside "it is off the map", a count in which it is counted when it is on the map counts it.
void count_without(Formula& formula, std::vector<Ref>& any) {
  const auto counts = [&](Ref a) {
    const Ref atom = formula.node(a).kind == NodeKind::not_ ? formula.operands(a)[0] : a;
    const auto args = formula.operands(atom);
    return std::any_of(args.begin(), args.end(),
                       [&](Ref b) { return formula.node(b).kind == NodeKind::count; });
  };
  if (std::none_of(any.begin(), any.end(), counts)) return;
  Formula::Replaced known;
  for (const Ref a : any) {
    if (counts(a) || !is_literal(formula, a)) continue;
    const bool negated = formula.node(a).kind == NodeKind::not_;
    known.emplace(negated ? formula.operands(a)[0] : a, negated ? yes : no);
  }
  for (Ref& a : any)
    if (counts(a)) a = formula.replaced(a, known);
}

/// A disjunction in a disjunction is one disjunction.
std::vector<Ref> alternatives_of(Formula& formula, Ref disjunction) {
  std::vector<Ref> open{disjunction}, any;
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (!is_disjunction(formula, a)) {
      any.push_back(a);
      continue;
    }
    const bool negated = formula.node(a).kind == NodeKind::not_;
    const auto of = formula.operands(negated ? formula.operands(a)[0] : a);
    const std::vector<Ref> parts(of.begin(), of.end());
    for (const Ref part : parts) open.push_back(negated ? formula.not_(part) : part);
  }
  std::sort(any.begin(), any.end());
  any.erase(std::unique(any.begin(), any.end()), any.end());
  return any;
}

}  // namespace

void clauses_of(Formula& formula, Ref root, std::vector<Ref>& into) {
  std::vector<Ref> open{root};
  while (!open.empty()) {
    const Ref a = open.back();
    open.pop_back();
    if (a == yes) continue;
    const Node node = formula.node(a);
    if (is_conjunction(formula, a)) {
      const std::vector<Ref> parts = parts_of(formula, a);
      open.insert(open.end(), parts.rbegin(), parts.rend());
      continue;
    }
    Ref plain = a;
    if (is_disjunction(formula, a)) {
      std::vector<Ref> any = alternatives_of(formula, a);
      count_without(formula, any);
      plain = formula.or_(std::vector<Ref>(any));
      if (plain == yes) continue;
      // The one conjunction beside atoms: each of its parts beside them. Of several, or beside other
      // formulas, there would be more clauses than it is worth, and not the same ones before a step and after
      // it.
      size_t at = any.size(), others = 0;
      for (size_t i = 0; i < any.size(); ++i) {
        if (is_conjunction(formula, any[i])) at = i;
        if (!is_literal(formula, any[i])) ++others;
      }
      if (at < any.size() && others == 1) {
        const std::vector<Ref> parts = parts_of(formula, any[at]);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
          std::vector<Ref> one = any;
          one[at] = *part;
          open.push_back(formula.or_(std::move(one)));
        }
        continue;
      }
    }
    if (node.kind == NodeKind::choose) {
      const std::vector<Ref> args(formula.operands(a).begin(), formula.operands(a).end());
      open.push_back(formula.or_(args[0], args[2]));
      open.push_back(formula.or_(formula.not_(args[0]), args[1]));
      continue;
    }
    into.push_back(plain);
  }
  std::erase(into, yes);
}

Fact fact_of(const Formula& formula, Ref holds, int32_t name) {
  Fact fact{holds, name, 0, {}};
  // One mark a node, kept from call to call: a set made for each call was 40 % of the time of an induction.
  static thread_local std::vector<uint32_t> marks;
  static thread_local uint32_t mark = 0;
  if (marks.size() < formula.size()) marks.resize(formula.size(), 0);
  if (++mark == 0) {
    std::fill(marks.begin(), marks.end(), 0);
    mark = 1;
  }
  std::vector<Ref> open{holds};
  while (!open.empty() && fact.nodes < most_counted) {
    const Ref a = open.back();
    open.pop_back();
    uint32_t& met = marks[static_cast<size_t>(a)];
    if (met == mark) continue;
    met = mark;
    ++fact.nodes;
    if (formula.node(a).kind == NodeKind::variable) fact.variables.push_back(a);
    for (const Ref b : formula.operands(a)) open.push_back(b);
  }
  std::sort(fact.variables.begin(), fact.variables.end());
  return fact;
}

namespace {

std::vector<Ref> roots_of(const std::vector<const Fact*>& all) {
  std::vector<Ref> roots;
  for (const Fact* fact : all) roots.push_back(fact->holds);
  return roots;
}

}  // namespace

Facts::Facts(const Formula& formula, std::vector<const Fact*> all)
    : all_(std::move(all)), cone_(formula, roots_of(all_)) {
}

QuestionResult ask_lazily(Formula& formula, const Question& question, const QuestionLimits& limits) {
  QuestionResult result;
  Solver solver(formula, limits.solver);
  solver.add(question.goal);
  solver.add(question.always);
  std::vector<const Fact*> added;  // the solver knows each by its place here
  std::unordered_set<const Fact*> known;
  std::deque<Fact> made;  // of a model
  while (result.rounds < limits.rounds) {
    if (limits.resources > 0 && result.resources >= limits.resources) return result;
    if (limits.go_on && !limits.go_on()) return result;
    ++result.rounds;
    const Answer answer = solver.ask_with_all_named();
    result.resources += solver.resources();
    result.added = added.size();
    if (answer == Answer::unknown) return result;
    if (answer == Answer::unsatisfiable) {
      for (const int32_t at : solver.core()) result.needed.push_back(added[static_cast<size_t>(at)]->name);
      std::sort(result.needed.begin(), result.needed.end());
      result.needed.erase(std::unique(result.needed.begin(), result.needed.end()), result.needed.end());
      result.answer = answer;
      return result;
    }
    result.model = solver.model(question.elsewhere);
    const std::unordered_set<Ref> met(solver.variables().begin(), solver.variables().end());
    // What is known of the case is not new.
    const auto is_new = [&](Ref variable) {
      return met.count(variable) == 0 &&
             (question.values == nullptr || question.values->count(variable) == 0);
    };
    // Those that bring in the fewest new variables, then the smallest.
    std::vector<std::tuple<size_t, size_t, const Fact*>> broken;
    const auto find_broken = [&] {
      for (Facts* facts : question.facts) {
        facts->evaluate(result.model);
        for (const Fact* fact : facts->all()) {
          if (facts->holds(*fact) || known.count(fact) != 0) continue;
          if (question.usable && !question.usable(*fact)) continue;
          size_t fresh = 0;
          for (const Ref a : fact->variables) fresh += is_new(a) ? 1U : 0U;
          if (fact->name == question.likely)
            fresh = 0;
          else if (fresh == fact->variables.size())
            fresh += 1000;
          broken.emplace_back(fresh, fact->nodes, fact);
        }
        if (!broken.empty()) break;
      }
    };
    find_broken();
    if (broken.empty() && question.broken) {
      const Assignment before = result.model;
      const auto facts =
          question.broken(result.model, [&](Ref variable) { return met.count(variable) != 0; });
      if (!facts) return result;
      for (const Ref holds : *facts) {
        made.push_back(fact_of(formula, holds, of_types));
        broken.emplace_back(0, made.back().nodes, &made.back());
      }
      if (broken.empty() && result.model != before) find_broken();
    }
    if (broken.empty()) {
      result.answer = Answer::satisfiable;
      return result;
    }
    std::stable_sort(broken.begin(), broken.end(), [](const auto& a, const auto& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    const bool large = question.values && std::get<2>(broken[0])->nodes >= large_fact;
    const size_t most = large ? 1 : std::min(most_added, least_added + result.rounds);
    for (size_t i = 0; i < std::min(most, broken.size()); ++i) {
      const Fact* fact = std::get<2>(broken[i]);
      known.insert(fact);
      // One that is replaced by `yes` is what the replacement was taken from.
      Ref holds = question.known ? formula.replaced(fact->holds, *question.known) : fact->holds;
      if (holds == yes && question.values) holds = formula.replaced(fact->holds, *question.values);
      if (holds == yes) holds = fact->holds;
      solver.add_named(holds, static_cast<int32_t>(added.size()));
      added.push_back(fact);
    }
  }
  return result;
}

}  // namespace casebook::symbolic
