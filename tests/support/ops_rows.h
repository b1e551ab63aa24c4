// SPDX-License-Identifier: Apache-2.0
#pragma once

// The value of every operation of the typed program over the world of ops_rules.h; both evaluators must
// agree with it.

#include <ostream>
#include <vector>

#include "engine/program/program.h"

namespace casebook::testing_support {

struct Row {
  language::Op op;
  const char* expression;
  const char* value;
};

std::ostream& operator<<(std::ostream& out, const Row& row);

/// Each operation has a row but those of paths and `before`, which no expression by itself can have.
const std::vector<Row>& rows();

}  // namespace casebook::testing_support
