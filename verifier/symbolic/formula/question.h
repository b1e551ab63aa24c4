// SPDX-License-Identifier: Apache-2.0
#pragma once

// One query with as few facts as it takes: can a goal hold together with many facts?
//
// 1. Ask the solver for the goal alone.
// 2. Find the facts that its model violates, without the solver (Cone).
// 3. Add a few of the smallest, and ask again.
//
// This is lazy instantiation: the loop of abstraction and refinement (Clarke and others 2000) with ground
// facts in place of predicates. `unsatisfiable` is sound at any time, since facts were only left out.
// `satisfiable` is said only of a model that violates no fact. Variables that the goal does not mention
// keep their value in `elsewhere`, so most facts hold by themselves.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "verifier/symbolic/formula/solver.h"

namespace casebook::symbolic {

/// What a formula says, as facts that all have to hold: conjunctions taken apart, also one under a
/// disjunction.
void clauses_of(Formula& formula, Ref a, std::vector<Ref>& into);

/// Names of facts: invariants and suppositions by their id, then the conditions of the alternative; what ways
/// and types say has no name of its own.
inline constexpr int32_t first_condition = 1'000'000, unnamed = 2'000'000, of_types = 2'000'001;

/// A fact that may be added, with the name of what it is a part of.
struct Fact {
  Ref holds = yes;
  int32_t name = 0;
  size_t nodes = 0;            // of its formula, as far as they are counted
  std::vector<Ref> variables;  // sorted
};
Fact fact_of(const Formula& formula, Ref holds, int32_t name);

/// Facts, and their values under an assignment.
class Facts {
 public:
  Facts(const Formula& formula, std::vector<const Fact*> all);
  const std::vector<const Fact*>& all() const { return all_; }
  void evaluate(const Assignment& assignment) { cone_.evaluate(assignment); }
  bool holds(const Fact& fact) const { return cone_.value(fact.holds) != 0; }

 private:
  std::vector<const Fact*> all_;
  Cone cone_;
};

struct QuestionLimits {
  SolverLimits solver;
  size_t rounds = 400;
  uint64_t resources = 0;  // of all rounds together, looked at between them; 0: as many as they take
  std::function<bool()> go_on = {};  // asked between rounds; null: always
};

struct QuestionResult {
  Answer answer = Answer::unknown;
  Assignment model;             // after `satisfiable`
  std::vector<int32_t> needed;  // after `unsatisfiable`: names, sorted, each once
  uint64_t resources = 0;
  size_t rounds = 0, added = 0;
};

struct Question {
  Ref goal = yes, always = yes;   // both hold
  std::span<Facts* const> facts;  // those of the next are looked at when none of the one before is broken
  const Assignment& elsewhere;    // and of what `known` says
  Formula::Replaced* known = nullptr;       // facts are given to the solver with this replaced
  std::function<bool(const Fact&)> usable;  // null: all are
  int32_t likely = -1;                      // facts of this name are added before others
  Formula::Replaced* values = nullptr;      // what has one value, and large facts singly; null: neither
  /// Facts that a model breaks and that are not written down before; nothing: that cannot be said. What the
  /// solver has not met may be given another value there. Null: there are none.
  using Broken =
      std::function<std::optional<std::vector<Ref>>(Assignment& model, const std::function<bool(Ref)>& met)>;
  Broken broken = nullptr;
};

QuestionResult ask_lazily(Formula& formula, const Question& question, const QuestionLimits& limits);

}  // namespace casebook::symbolic
