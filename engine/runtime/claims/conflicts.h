// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looks for arguments for which two exceptions, or two adjustments, without an order apply together and
// differ. What is found is certain; that nothing is found says nothing.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/program/reads_writes.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/unordered.h"

namespace casebook::runtime {

struct Conflict {
  UnorderedPair pair;
  std::vector<Value> arguments;  // of the definition
  /// Exceptions: what each says. Adjustments: the value if the first adjusts first, and if the second does.
  Value first, second;
};

class ConflictFinder {
 public:
  explicit ConflictFinder(std::shared_ptr<const Scenario> scenario);

  /// The pairs that the switches leave open.
  const std::vector<UnorderedPair>& pairs() const { return pairs_; }
  /// Tries all arguments where they are at most `tries`, and else as many drawn ones. A finder that is asked the
  /// same in the same order answers the same.
  /// Nothing where the pair rests on state of a phase that does not run there.
  std::optional<Conflict> at(const UnorderedPair& pair, const Position& position, uint64_t tries);
  /// The same for one list of arguments.
  std::optional<Conflict> with(const UnorderedPair& pair, const std::vector<Value>& arguments,
                               const Position& position);
  /// The state that the conditions of the pair read.
  language::Cells read_by_conditions(const UnorderedPair& pair);

  Evaluator& evaluator() { return evaluator_; }
  /// How many lists of arguments were tried so far, and positions.
  uint64_t tried() const { return tried_; }

 private:
  struct Wheel;
  bool wheels_of(const UnorderedPair& pair, std::vector<Wheel>& wheels);
  bool phases_run(const UnorderedPair& pair, const Position& position);
  bool can_hold(const language::Expr& when, const std::vector<language::VarId>& params,
                const Position& position);
  Evaluator& unadjusted(language::DefinitionId definition);

  std::shared_ptr<const Scenario> scenario_;
  Evaluator evaluator_;
  language::ReadsWrites reads_;
  std::vector<UnorderedPair> pairs_;
  std::map<language::DefinitionId, std::unique_ptr<Evaluator>> unadjusted_;
  Random random_{1, 0};
  uint64_t tried_ = 0;
};

/// `allowance(Matt 1)`
std::string call_text(const Scenario& scenario, const Conflict& conflict);

}  // namespace casebook::runtime
