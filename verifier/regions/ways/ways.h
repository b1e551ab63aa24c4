// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way through a definition that one input takes: which of its own conditions were asked, and how each came
// out. Conditions are those of `if`, of entries, exceptions and adjustments, the parts of `and`, `or`, `all of`
// and `any of` on which a yes or no rests, which part of a `min` or `max` is taken, and which bound caps a list.
// A condition is asked as a whole, and what it calls is not looked into. What stands inside `exists`, `count` and
// the like, once for each member, is part of the whole, too. A condition that options and readings decide is
// left out: the ruleset has them set.
//
// Exceptions that hold together and differ, and adjustments without an order, are faults for the evaluator. Here the
// first one counts: ask the evaluator first.

#include <compare>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/reference/evaluator.h"

namespace casebook::regions {

/// Something that a definition decides.
struct Decision {
  std::string text;  // `turn in {1, 4, 7}`; of a min or max `min(a, b)`
  language::CaseId label = language::none;
  std::vector<std::string> outs;  // what it can come to: `yes`, `no`; or the parts of a min
};

/// Of each decision that was asked: its index, and the index of what it came to. In the order of asking.
struct Taken {
  size_t decision = 0, out = 0;
  auto operator<=>(const Taken&) const = default;
};
using Way = std::vector<Taken>;

/// What was never taken, in the order of the text: `turn = 9`, and `yes`.
Way never_of(const std::vector<Decision>& decisions, const std::set<Taken>& taken);

/// Of few possible values each is a region of its own: yes and no, and a kind whose members the rules list.
bool has_few_values(const runtime::Scenario& scenario, const language::Type& type);

/// What gave the value at the end of a way: `ground_cost(to) + ridge_cost(from, to)`.
struct Source {
  std::string text;
  const language::Expr* expr = nullptr;  // null: several parts, such as the lines of a sum
};

class Ways {
 public:
  Ways(std::shared_ptr<const runtime::Scenario> scenario, language::DefinitionId definition,
       runtime::Evaluator& evaluator);
  /// The definition must outlive it. It need not be one of the program.
  Ways(std::shared_ptr<const runtime::Scenario> scenario, const language::Definition& definition,
       runtime::Evaluator& evaluator);
  ~Ways();

  /// In the order of the text.
  const std::vector<Decision>& decisions() const { return decisions_; }
  /// The value, and the way to it. With the parameters set in the evaluator's frame, which it leaves as they were.
  /// Throws what evaluating a part throws; `way` then ends there.
  runtime::Value of(const runtime::Position& position, Way& way, Source* source = nullptr);

 private:
  class Walk;
  std::shared_ptr<const runtime::Scenario> scenario_;
  const language::Definition& definition_;
  runtime::Evaluator& evaluator_;
  std::vector<Decision> decisions_;
  std::map<std::pair<const void*, int>, size_t> numbers_;  // of an expression (or list), by its role
};

}  // namespace casebook::regions
