// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact chances of what follows one choice: an attack, for example, with its dice and all later choices
// (retreats, losses, advances).
//
// Everything is followed until the matter is settled: the game is over, play is again at the site of the
// choice, or the procedure of that site has ended. An *event* (a unit lost, a side has won) then has a
// chance for each way of choosing. `least` and `most` are over all ways in which all players together may
// choose, so no choice avoids an event with a least chance above 0. Under a policy the chance is one
// number.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fraction.h"
#include "engine/program/program.h"
#include "engine/runtime/rules.h"

namespace casebook::odds {

/// How players choose after the choice in question.
enum class Policy : uint8_t {
  any,     // ranges over all their choices
  random,  // each lawful choice equally likely
  first,   // always the first lawful choice
};

struct Settings {
  Policy policy = Policy::any;
  uint64_t positions = 200'000;     // gone through at most
  std::vector<std::string> events;  // further ones: Booleans of the rules language, asked of each end
};

struct Range {
  Fraction least, most;
  bool is_exact() const { return least == most; }
  bool operator==(const Range&) const = default;
};

struct Event {
  enum class What : uint8_t { off_map, moved, comes_on, state, over, asked };
  What what = What::asked;
  std::string text;  // `A 1: lost`, `A 1: on another hex`, `hit(A 1): yes`, `won by north`, or the expression
  Range range;
};

/// What the dice read out of a table: `combat_results`, `column 5`, `dr`.
struct Read {
  std::string table;
  std::vector<std::string> where;  // keys that are no dice
  std::string result, label;       // of the table's case
  bool operator==(const Read&) const = default;
};

/// What chance brought first, and what follows. Outcomes with the same results, in words and chances, are
/// one.
struct Result {
  std::vector<std::string> outcomes;  // `3`, `3, 5`, a member drawn
  std::vector<Read> read;             // with these dice at once; empty where they are compared or kept
  Fraction chance;
  std::vector<Event> events;          // those of positive chance, given this result
  std::vector<std::string> choosers;  // sides that choose after it
};

struct Odds {
  std::vector<Result> results;  // one, without outcomes, when chance has no say
  std::vector<Event> events;    // over all results, as they are met first
  uint64_t positions = 0, ends = 0;
  std::string unknown;  // why nothing is known: one sentence without a full stop; or empty
};

/// `choice` is lawful in `position`, which is at a choose. Throws runtime::Fault when an event of
/// `settings` has no value somewhere. `events` are typed first: an expression with errors is reported in
/// `diagnostics`, and nothing is returned.
std::optional<Odds> odds(const std::shared_ptr<const runtime::Scenario>& scenario,
                         const runtime::Position& position, const runtime::Choice& choice,
                         const Settings& settings, Diagnostics& diagnostics);

}  // namespace casebook::odds
