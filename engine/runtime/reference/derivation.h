// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a value came about: a tree of what a reader would look up, with the cases cited.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

struct Derivation;
using DerivationPtr = std::unique_ptr<Derivation>;

/// The role of a line, for output that shows some lines only.
enum class DerivationRole : uint8_t {
  lookup,  // a call, a datum, a quantifier: what a reader would look up
  entry,   // of a list
  change,  // an exception or an adjustment that holds
  cap,     // of a sum
  member,  // of a binder
  rest,    // members counted together
};

/// Short by default: only the members that decided, no details of what decided nothing, and each thing
/// once. Evaluator::tell_everything gives the whole.
struct Derivation {
  std::string text;    // `cost(0101, 0102)`, or the text of the expression
  std::string value;   // `5/2`, `yes`, `{A, B}`; empty when there is none
  std::string label;   // the case cited, or empty
  std::string note;    // `none of 22`, `as above`; or empty
  std::string source;  // of a lookup, as written: `cost(from, to)`
  DerivationRole role = DerivationRole::lookup;
  std::vector<DerivationPtr> children;
};

/// Removes repetitions: what was written once is not written again, and equal neighbours become one.
void condense(Derivation& derivation);

/// Indented text, one line a node: `cost(0101, 0102) = 3 [4.2]`.
std::string derivation_text(const Derivation& derivation, int indent = 0);
/// {"text", "value", "case", "note", "because": [...]}
nlohmann::ordered_json derivation_json(const Derivation& derivation);

}  // namespace casebook::runtime
