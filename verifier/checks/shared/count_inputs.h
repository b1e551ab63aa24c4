// SPDX-License-Identifier: Apache-2.0
#pragma once

// Evaluates a definition on every typed input. An input is a value for each parameter and for each state
// without parameters that the evaluation may read (reads_writes.h, through everything that it calls). What
// the scenario fixes is fixed. A definition that reads the state of a phase is evaluated where that phase
// runs: at the first such position of a few seeded games. A definition that may read pieces, states with
// parameters or sets has too many inputs; the result says why.
//
// The reference evaluator evaluates. States change slowest, in their declared order, then parameters, the
// last one fastest, with ascending values. So the first witness is the same on every machine.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/reads_writes.h"
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
  Count count(language::DefinitionId definition, uint64_t budget, const Ask& ask);
  /// Why it would not be counted, in words; empty when it would.
  std::string why_not(language::DefinitionId definition, uint64_t budget);

  runtime::Evaluator& evaluator() { return evaluator_; }

 private:
  /// One thing that goes through its values.
  struct Wheel {
    language::VarId var = language::none;
    language::StateId state = language::none;
    int64_t low = 0, high = 0;  // in the units of a cell, or of the variable
    bool never = false;         // `never` comes after `high`
    int64_t now = 0;
    uint64_t values() const { return static_cast<uint64_t>(high - low + 1) + (never ? 1 : 0); }
  };
  bool wheel_of(const language::Type& type, const language::Interval* interval, Wheel& wheel) const;
  std::string wheels_of(language::DefinitionId definition, std::vector<Wheel>& wheels,
                        std::vector<language::ProcedureId>& phases);
  /// Their wheels, and where they are turned.
  std::string prepared(language::DefinitionId definition, uint64_t budget, std::vector<Wheel>& wheels,
                       const runtime::Position** where);
  /// The first position in which all of these run; null when a few games reach none.
  const runtime::Position* where_run(const std::vector<language::ProcedureId>& phases);
  void play();
  void set(const Wheel& wheel);

  std::shared_ptr<const runtime::Scenario> scenario_;
  runtime::Evaluator evaluator_;
  language::ReadsWrites reads_;
  runtime::Position position_;  // where the game begins
  /// Which procedures run, and the first position in which exactly these do; the first is the beginning.
  std::vector<std::pair<std::vector<bool>, runtime::Position>> moments_;
  bool played_ = false;
};

}  // namespace casebook::checks
