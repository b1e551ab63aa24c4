// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the scenario's switches settle by themselves, in every position.

#include <cstdint>
#include <optional>

#include "engine/runtime/scenario.h"

namespace casebook::symbolic {

class BySwitches {
 public:
  explicit BySwitches(const runtime::Scenario& scenario);

  /// The one value that the expression then has, through the definitions that it calls; nothing where that
  /// rests on anything else. Of a number in its type's steps.
  std::optional<int64_t> value(const language::Expr& expr) const;

 private:
  std::optional<int64_t> of(const language::Expr& settled) const;

  const runtime::Scenario& scenario_;
  language::Program settled_;
};

}  // namespace casebook::symbolic
