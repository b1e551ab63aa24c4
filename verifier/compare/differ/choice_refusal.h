// SPDX-License-Identifier: Apache-2.0
#pragma once

// What refuses a choice, by the reference evaluator and without an explanation.

#include <optional>
#include <string>

#include "engine/runtime/reference/reference.h"
#include "verifier/compare/align/both_sides.h"

namespace casebook::compare {

/// What refuses a choice: the first requirement, domain or preference that does.
struct Refusal {
  std::string name;  // `room`, `domain of to`
  std::string label;
  bool operator==(const Refusal&) const = default;
};

/// The parameters of a choice set in the frame of an evaluator.
class RefusalFinder {
 public:
  /// Position and choice must outlive it.
  RefusalFinder(const ScenarioPtr& scenario, const Position& position, const runtime::NamedChoice& named);

  runtime::Evaluator& evaluator() { return evaluator_; }
  /// The first that refuses, looked for among those named so when `only` is given.
  std::optional<Refusal> refusal(const Refusal* only = nullptr);
  /// Whether the last refusal was a fault of its condition.
  bool faulted() const { return faulted_; }

 private:
  void set();
  /// A condition that faults refuses.
  template <class Ask>
  bool refuses(const Ask& ask);
  bool try_domain(const language::ActionParam& param);
  bool holds(const language::Requirement& requirement, const Position& at);
  std::string label(CaseId id) const;

  const Scenario& scenario_;
  runtime::Evaluator evaluator_;
  const Position& position_;
  const runtime::NamedChoice& named_;
  const language::Alternative* alternative_;
  const language::Action* action_;
  bool faulted_ = false;
};

}  // namespace casebook::compare
