// SPDX-License-Identifier: Apache-2.0
#pragma once

// Asks Z3 about formulas. Numbers become bit-vectors as wide as their bounds need, so no step overflows.
//
// Limits are Z3's own count of resources (`rlimit`), never seconds: the same answer on every machine. A
// model is read only after `satisfiable`.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "verifier/symbolic/formula/formula.h"
#include "verifier/symbolic/limits.h"

namespace casebook::symbolic {

enum class Answer : uint8_t { satisfiable, unsatisfiable, unknown };
std::string_view answer_text(Answer answer);

struct SolverLimits {
  uint32_t resources = query_limit::usual;  // Z3's rlimit for one question
  /// Turns everything into bits at once, with Z3's solver for finite domains: for one large question that
  /// is asked again and again with another bound. Small questions are faster without it.
  bool to_bits = false;
};

class Solver {
 public:
  explicit Solver(const Formula& formula, SolverLimits limits = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// From now on.
  void add(Ref fact);
  /// A fact that a core can name: it counts only in questions that list it.
  void add_named(Ref fact, int32_t name);

  /// Whether everything added, `also` and the named facts can hold together.
  Answer ask(const std::vector<Ref>& also, const std::vector<int32_t>& names = {});
  /// The same with every named fact, and without Formula::assumed.
  Answer ask_with_all_named();
  /// After `satisfiable`.
  Assignment model() const;
  /// Variables that the solver has not met are left as they are.
  Assignment model(Assignment otherwise) const;
  /// Those that it has met so far.
  const std::vector<Ref>& variables() const;
  /// After `unsatisfiable`: names without which it might not have been; not the fewest.
  std::vector<int32_t> core() const;
  /// After `unknown`: why, in Z3's words.
  std::string why_unknown() const;
  /// Resources that the last question took.
  uint64_t resources() const;
  /// Everything added and the last question as SMT-LIB 2, for another solver: bit-vectors only, without
  /// what only Z3 knows. Call it before any part of the question is forgotten.
  std::string smt_lib() const;

 private:
  Answer told(Answer answer) const;
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

/// `Z3 4.8.12`
std::string solver_version();

/// From now on called for every question that any solver answers `unsatisfiable`, in the thread of that
/// solver: for tests that ask a second one. Null: nobody. Must not change while a solver works.
void watch_unsatisfiable(std::function<void(const Solver&)> told);

}  // namespace casebook::symbolic
