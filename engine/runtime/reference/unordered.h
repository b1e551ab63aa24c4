// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two exceptions, or two adjustments, of one definition that may apply together and have no written order.
// Where they do apply and the value depends on the order, the definition has no value: a fault.
//
// A fault is passed on as text. What it says of such a pair is made here, and read here again, so that a
// claim, a check or a message can name the pair that stopped it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"

namespace casebook::runtime {

struct UnorderedPair {
  language::DefinitionId definition = language::none;
  bool adjusts = false;          // two adjustments; else two exceptions
  size_t first = 0, second = 0;  // their indices in the definition; the first stands before the second there
  auto operator<=>(const UnorderedPair&) const = default;
};

/// Every pair without an order, by definition: exceptions, then adjustments. Neither switches nor conditions
/// are looked at.
std::vector<UnorderedPair> unordered_pairs(const language::Program& program);

struct OneOfPair {
  language::CaseId label = language::none;
  language::Place place;
  const language::Expr* when = nullptr;
  const language::Expr* value = nullptr;
};
OneOfPair first_of(const language::Program& program, const UnorderedPair& pair);
OneOfPair second_of(const language::Program& program, const UnorderedPair& pair);
/// The one that stands later in the text: a message stands there. Of two files the one read later counts.
OneOfPair later_of(const language::Program& program, const UnorderedPair& pair);
OneOfPair earlier_of(const language::Program& program, const UnorderedPair& pair);

/// What the fault says: `worth: the exceptions of 3.0 and 3.1 both hold and differ, at 03.rules:4 and
/// 03.rules:7`.
std::string fault_text(const language::Program& program, const UnorderedPair& pair);
/// The pair whose fault a text tells; nothing where it tells of none.
std::optional<UnorderedPair> pair_told(const language::Program& program, std::string_view text);

}  // namespace casebook::runtime
