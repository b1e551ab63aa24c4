// SPDX-License-Identifier: Apache-2.0
#pragma once

// What regions of inputs are made of: a definition, a field at a hex, or a requirement of an action. Each has
// parameters, a value for them at a position, and the way to it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/program/reads_writes.h"
#include "engine/runtime/reference/evaluator.h"
#include "verifier/regions/ways/ways.h"

namespace casebook::regions {

/// One of the three; the others are none.
struct Rule {
  language::DefinitionId definition = language::none;
  language::FieldId field = language::none;
  language::ActionId action = language::none;
  size_t requirement = 0;  // of the action
};

struct Subject {
  std::string name;  // `step.zone_to_zone` of a requirement
  language::Type type;
  /// Of a field the last one is the hex. Of a requirement: those of the action that it speaks of, and their hexes.
  std::vector<language::VarId> params;
  language::Cells reads;
  std::vector<Decision> decisions;

  /// The arguments in the frame stay as they are.
  std::function<runtime::Value(const runtime::Position&, const std::vector<runtime::Value>&)> value;
  std::function<void(const runtime::Position&, const std::vector<runtime::Value>&, Way&, Source&)> way;
  /// As `ask` reads it; empty when an argument has no word.
  std::function<std::string(const std::vector<runtime::Value>&)> expression;
};

Subject subject_of(const std::shared_ptr<const runtime::Scenario>& scenario, const Rule& rule,
                   runtime::Evaluator& evaluator);

/// How many parameters of the action, from the first, a requirement speaks of.
size_t spoken_of(const language::Action& action, const language::Requirement& requirement);

}  // namespace casebook::regions
