// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a value came about: a tree whose nodes are what a reader would look up, with the cases they cite.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

struct Derivation;
using DerivationPtr = std::unique_ptr<Derivation>;

struct Derivation {
  std::string text;   // `cost(0101, 0102)`, or the text of the expression
  std::string value;  // `5/2`, `yes`, `{A, B}`; empty when there is none
  std::string label;  // the case cited, or empty
  std::vector<DerivationPtr> children;
};

/// Indented text, one line a node: `cost(0101, 0102) = 3 [4.2]`.
std::string derivation_text(const Derivation& derivation, int indent = 0);
/// {"text", "value", "case", "because": [...]}
nlohmann::ordered_json derivation_json(const Derivation& derivation);

}  // namespace casebook::runtime
