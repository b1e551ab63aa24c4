// SPDX-License-Identifier: Apache-2.0
#pragma once

// One change of the rules shows in several classes of differences: classes with the same changed lines are put
// together, and the changes are put in order.

#include "verifier/compare/attribute/rests_on_readings.h"
#include "verifier/compare/stages.h"

namespace casebook::compare {

/// Fills `known`, `unread` and the changes of the result, whose findings follow the answer.
void group_by_change(Course& course);

/// Changes by what weighs most in each, and within each the same; their findings follow the answer, and what
/// is of none comes last.
void order_by_weight(Result& result);

/// The open questions of each change, of the differences that count and of its first.
void add_questions(Course& course, const std::vector<RestsOn>& rests);

/// Rewrites the text of the answer once every witness has its grade: how many differences and changes count.
/// Precondition: there are changes, and at least one of their differences is confirmed.
void say_how_many(Result& result);

}  // namespace casebook::compare
