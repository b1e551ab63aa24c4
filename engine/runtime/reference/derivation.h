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

/// What a line is, for whoever shows some of them only.
enum class DerivationRole : uint8_t {
  lookup,  // a call, a datum, a quantifier: what a reader would look up
  entry,   // of a list
  change,  // an exception or an adjustment that holds
  cap,     // of a sum
  member,  // of a binder
  rest,    // members counted together
};

/// By default short: of members those that decided, what decided nothing without what it rests on, a thing
/// told once not told again. Evaluator::tell_everything for the whole.
struct Derivation {
  std::string text;    // `cost(0101, 0102)`, or the text of the expression
  std::string value;   // `5/2`, `yes`, `{A, B}`; empty when there is none
  std::string label;   // the case cited, or empty
  std::string note;    // `none of 22`, `as above`; or empty
  std::string source;  // of a lookup, as written: `cost(from, to)`
  DerivationRole role = DerivationRole::lookup;
  std::vector<DerivationPtr> children;
};

/// What was told once is not told again; equal neighbours are told once.
void condense(Derivation& derivation);

/// Indented text, one line a node: `cost(0101, 0102) = 3 [4.2]`.
std::string derivation_text(const Derivation& derivation, int indent = 0);
/// {"text", "value", "case", "note", "because": [...]}
nlohmann::ordered_json derivation_json(const Derivation& derivation);

}  // namespace casebook::runtime
