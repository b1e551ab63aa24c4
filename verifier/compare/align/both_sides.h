// SPDX-License-Identifier: Apache-2.0
#pragma once

// Both rulesets at play. Translates what belongs to one into the terms of the other: values, cells of a
// position, choices.

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/board/cases.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/reference/memo.h"
#include "engine/runtime/rules.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/compare/align/transfer.h"

namespace casebook::compare {

struct Pair {
  Pair(const ScenarioPtr& a, const ScenarioPtr& b);
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  std::array<ScenarioPtr, 2> scenarios;
  Alignment alignment;
  /// The same with switches settled (settled.h), for evaluation and guided search; the layout is that of
  /// the scenarios.
  std::array<ScenarioPtr, 2> settled;
  std::array<std::shared_ptr<runtime::FixedValues>, 2> fixed;  // of those
  std::array<Transfer, 2> transfers;
  std::array<std::unique_ptr<runtime::CompiledRules>, 2> rules;
  /// Who chooses there, by name; empty where there are no sides, or where it is not known (a fault).
  std::string player_text(size_t side, const Position& position) const;
  std::array<std::optional<board::CaseList>, 2> cases;  // that each rulebook prints, where there is a list
  std::array<std::set<std::string>, 2> unread;  // names of state that nothing in the play of each reads
  /// Whether one of the two reads it nowhere: then other values of it are no difference of play by
  /// themselves.
  bool is_unread(const std::string& value) const {
    return unread[0].count(value) != 0 || unread[1].count(value) != 0;
  }
};

/// What that side is called: by its edition, or where both are of one by its scenario.
std::string names(const Pair& pair, size_t side);

/// One step: a choice or what chance brings.
struct Step {
  bool chance = false;
  runtime::Choice choice;
  runtime::ChanceOutcome outcome;
};

/// A value of that side as the other has it; nothing when it lacks a member.
std::optional<runtime::Value> value_across(const Alignment& alignment, size_t side,
                                           const language::Type& type, const runtime::Value& value);
/// The same cell of the other side.
std::optional<games::Cell> cell_across(const Pair& pair, size_t side, const games::Cell& cell);

/// The choice's words as parameters, on that side.
runtime::NamedChoice named_choice(const Scenario& scenario, const Position& position,
                                  const runtime::Choice& choice);
/// The same words on the other side; nothing when it has not such an action or member.
std::optional<runtime::NamedChoice> across(const Pair& pair, size_t side, const runtime::NamedChoice& named,
                                           const Position& there);

}  // namespace casebook::compare
