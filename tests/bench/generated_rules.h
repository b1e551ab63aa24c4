// SPDX-License-Identifier: Apache-2.0
#pragma once

// A ruleset of any length, made by a program, to measure how long it takes from text to diagnostics. Its
// sections have the same shape: kinds, tables, states, definitions with quantifiers, actions, effects,
// procedures, invariants, sums. Each uses names of the one before, so names have to be found.

#include <memory>

#include "engine/language/compile.h"

namespace casebook::bench {

struct GeneratedRules {
  std::shared_ptr<language::EditionText> edition;
  int lines = 0;
  int mistakes = 0;  // names that are not known; each is one error
};

/// At least `lines` lines in one file. With `mistakes`, one section in two names something that is not there.
GeneratedRules generated_rules(int lines, bool mistakes);

}  // namespace casebook::bench
