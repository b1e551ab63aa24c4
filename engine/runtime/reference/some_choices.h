// SPDX-License-Identifier: Apache-2.0
#pragma once

// Some of the lawful choices of a position, for callers that need not have all: where all are too many to list
// (engine/base/choice_limits.h), or too many to wait for.
//
//   first_choices   goes through the values in their order and stops as soon as it has enough
//   drawn_choices   draws values at random and keeps the choices that are lawful
//
// Sets of more members than a whole list may have are tried too. A set of more than limits::candidates candidates
// cannot be written as a choice, and preferences compare all choices of an action: there both find what the other
// alternatives offer, and name the limit.

#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

struct SomeChoices {
  std::vector<Choice> choices;  // lawful, sorted, distinct
  bool all = false;             // there are no others
  bool gave_up = false;         // limits::choices_tried values of an alternative were tried
  uint64_t draws = 0;           // drawn_choices: how often it drew
  std::string limit;  // the limit that a whole list ends at, in a sentence without its full stop; empty: none
};

/// As many as are there, at most `most`, or `enough` where a whole list ends at a limit. With all of them the list is
/// that of Rules::choices. None where the rules have no value.
SomeChoices first_choices(ReferenceRules& rules, const Position& position, size_t enough, size_t most);

/// At most `enough`. The same seed draws the same. None where the rules have no value.
SomeChoices drawn_choices(ReferenceRules& rules, const Position& position, size_t enough, uint64_t seed);

}  // namespace casebook::runtime
