// SPDX-License-Identifier: Apache-2.0
#pragma once

// A check of `casebook verify`: one file a check, each with an id, one question, and what it applies to.
// docs/manual/checks.md lists them.
//
// A check adds findings to its context. Its own answer says what holds where it found nothing more, and in
// words what that rests on:
//
//   PROVED    it looked at everything: the whole text, or every input
//   SAMPLED   it looked at games or at generated positions
//   UNKNOWN   it reached a limit
//
// A finding with a position passes through confirm_all (verifier/finding/finding.h) before anybody sees it.

#include <string>
#include <string_view>
#include <vector>

#include "verifier/finding/verdict.h"

namespace casebook::checks {

class Context;
// Not the one of the reference evaluator.
using casebook::Verdict;

/// What a check applies to.
enum class CheckOf : uint8_t {
  text,      // the rules alone; the scenario's data where it says so
  counting,  // definitions and tables whose inputs can be counted
  data,      // map, order of battle, schedule, set-up
  game,      // play: seeded games and positions
};
std::string_view check_of_text(CheckOf of);

/// What a check has nothing to look at without.
enum class Needs : uint8_t {
  nothing,
  games,      // seeded ones
  positions,  // that games come to, or made up
};

struct Answer {
  Verdict verdict = Verdict::proved;
  std::string scope;  // `88 definitions`, `60 games from seed 1`
};

struct Check {
  std::string id;        // `dangling-references`
  std::string question;  // one line, `Does a text name a case that is not there?`
  CheckOf of = CheckOf::text;
  bool needs_scenario = false;
  Answer (*run)(Context& context) = nullptr;
  Needs needs = Needs::nothing;
};

/// In the order in which they run: the quick ones first.
const std::vector<Check>& all_checks();

}  // namespace casebook::checks
