// SPDX-License-Identifier: Apache-2.0
#pragma once

// Classes with the same changed lines in groups, and groups in order.

#include "verifier/compare/stages.h"

namespace casebook::compare {

/// Fills `known`, `unread` and the groups of the result, whose findings follow the answer.
void group_classes(Course& course);

/// Groups by what weighs most in each, and within each the same; their findings follow the answer, and what
/// is of none comes last.
void order_by_weight(Result& result);

}  // namespace casebook::compare
