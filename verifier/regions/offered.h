// SPDX-License-Identifier: Apache-2.0
#pragma once

// The choices of an action that a position offers, as far as a requirement speaks of them: its parameters take each value
// of their domains, lawful or not. Of a set, each member alone, each two and all of them.

#include <functional>
#include <memory>

#include "engine/runtime/reference/reference.h"
#include "verifier/regions/subject.h"

namespace casebook::regions {

class Offered {
 public:
  Offered(std::shared_ptr<const runtime::Scenario> scenario, const Rule& rule, runtime::Evaluator& evaluator);

  /// With the parameters set in the frame; a requirement of each member has the set of that member alone. At most `most` at
  /// one position.
  void at(const runtime::Position& position, const std::function<void()>& see);

  static constexpr size_t most = 400;

 private:
  void from(size_t param, const language::Alternative& alternative, const runtime::Position& position);

  std::shared_ptr<const runtime::Scenario> scenario_;
  const language::Action& action_;
  language::ActionId id_;
  const language::Requirement& requirement_;
  size_t params_;
  runtime::Evaluator& evaluator_;
  runtime::ReferenceRules rules_;
  std::function<void()> see_;
  size_t seen_ = 0;
};

}  // namespace casebook::regions
