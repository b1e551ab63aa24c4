// SPDX-License-Identifier: Apache-2.0
#pragma once

// One query about a definition over every input that the types allow: any position, with any places and
// states, and any arguments. For definitions whose inputs are too many to enumerate.
//
// The law: an input is shown only when the reference evaluator confirms it. An unconfirmed model is a tool
// error, or open where something was left free in the translation.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/reference/evaluator.h"
#include "verifier/finding/verdict.h"
#include "verifier/finding/witness.h"
#include "verifier/symbolic/formula/solver.h"

namespace casebook::symbolic {

struct SomeInput {
  runtime::Position position;
  std::string call;            // the definition with its arguments, as `ask` reads it
  Grade grade = Grade::typed;  // or `invariants`
};

/// Whether something never is.
struct NeverAnswer {
  /// proved: of no input; refuted: of `input`; unknown or tool_error: `why`. Also of refuted, why nothing
  /// better than a typed position is shown.
  Verdict never = Verdict::unknown;
  std::string why;
  std::optional<SomeInput> input;
  /// Of refuted: the invariants supposed, by name, where no position that satisfies these does so. Whether
  /// they hold is not checked here, so this proves nothing about play. Empty: not shown.
  std::vector<std::string> supposing;
};

class AnyInput {
 public:
  /// `limits`: of a question to the solver; all that one answer takes is held to a few times as much.
  /// `go_on`: no: what is being asked ends as open; null: always yes.
  AnyInput(std::shared_ptr<const runtime::Scenario> scenario, language::DefinitionId definition,
           SolverLimits limits, std::function<bool()> go_on = nullptr);
  ~AnyInput();

  /// Whether the condition, which may name the definition's parameters, ever holds.
  NeverAnswer never_holds(const language::Expr& condition);
  /// Whether the definition is ever without a value.
  NeverAnswer never_faults();

  uint64_t questions() const { return questions_; }
  uint64_t resources() const { return resources_; }

 private:
  struct Inner;
  NeverAnswer ask(const language::Expr* condition);
  std::optional<SomeInput> read_back(const Assignment& model, const language::Expr* condition,
                                     std::string& against);

  std::shared_ptr<const runtime::Scenario> scenario_;
  language::DefinitionId definition_;
  SolverLimits limits_;
  std::function<bool()> go_on_;
  uint64_t questions_ = 0, resources_ = 0;
  std::unique_ptr<Inner> inner_;
};

}  // namespace casebook::symbolic
