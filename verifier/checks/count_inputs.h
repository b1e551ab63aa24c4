// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counting: every typed input of a definition. An input is a value for each parameter and for each state
// without parameters that its evaluation may read (reads_writes.h, through whatever it calls). What the
// scenario fixes is fixed. A definition that may read pieces, states with parameters, sets or the state of a
// phase that does not run where the game begins is not counted, and says why.
//
// The reference evaluator evaluates. Order: states as declared, then parameters, the last changing fastest,
// values ascending; so the first counterexample is the same on every machine.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/language/reads_writes.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::checks {

struct Count {
  uint64_t inputs = 0;
  bool complete = false;
  std::string why_not;  // not complete: why, in words
};

class InputCounter {
 public:
  explicit InputCounter(std::shared_ptr<const runtime::Scenario> scenario);

  /// Asks for each input: the parameters are set in the evaluator's frame, the states in the position given.
  using Ask = std::function<void(const runtime::Position& position)>;
  Count count(language::Id definition, uint64_t budget, const Ask& ask);

  runtime::Evaluator& evaluator() { return evaluator_; }

 private:
  /// One thing that goes through its values.
  struct Wheel {
    language::Id var = language::none, state = language::none;
    int64_t low = 0, high = 0;  // in the units of a cell, or of the variable
    bool never = false;         // `never` comes after `high`
    int64_t now = 0;
    uint64_t values() const { return static_cast<uint64_t>(high - low + 1) + (never ? 1 : 0); }
  };
  bool wheel_of(const language::Type& type, const language::Interval* interval, Wheel& wheel) const;
  std::string wheels_of(language::Id definition, std::vector<Wheel>& wheels);
  void set(const Wheel& wheel);

  std::shared_ptr<const runtime::Scenario> scenario_;
  runtime::Evaluator evaluator_;
  language::ReadsWrites reads_;
  runtime::Position position_;  // where the game begins
  std::vector<bool> running_;   // procedures, there
};

}  // namespace casebook::checks
