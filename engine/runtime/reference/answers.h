// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values of definitions and fields that another evaluator of the same scenario gives sooner. The reference evaluator asks
// there where thousands of positions are asked the same and nobody is told how a value came out. What is shown is
// evaluated without.

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/program/id.h"
#include "engine/runtime/position.h"
#include "engine/runtime/value.h"

namespace casebook::runtime {

class Answers {
 public:
  virtual ~Answers() = default;
  /// The same value as the reference evaluator's. Empty if it does not know the value or evaluation faults.
  virtual std::optional<Value> definition(language::DefinitionId id, const std::vector<Value>& arguments,
                                          const Position& position) = 0;
  /// At every hex, as Evaluator::field_values gives them; the arguments may be followed by a hex. False if it does
  /// not know the values or evaluation faults.
  virtual bool field(language::FieldId id, const std::vector<Value>& arguments, const Position& position,
                     std::vector<int64_t>& values) = 0;
};

}  // namespace casebook::runtime
