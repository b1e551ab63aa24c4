// SPDX-License-Identifier: Apache-2.0
#pragma once

// A witness: a position or record that can be laid on the table, and what it shows.
//
// Every statement about a position is an Assertion. `confirm` lets the reference evaluator load the witness
// from its own text, play its steps and check the assertions. Nothing is reported as refuted without that.
// A witness that does not show what it should is a tool error, with both sides named.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/records/record.h"
#include "engine/runtime/rules.h"
#include "engine/runtime/scenario.h"

namespace casebook {

/// How near to play the position of a witness is.
enum class Grade : uint8_t {
  none,        // there is no position: a table cell, a value of a definition, a place in the text
  typed,       // any position that can be typed: it may violate an invariant
  invariants,  // it satisfies every invariant that is asked there, of the rules and mined
  reachable,   // play leads there from the scenario's start, by the record
  seen,        // it was met in a seeded game, by the record
};
/// `generated, may violate an invariant`, `generated, satisfies the invariants`, `reachable`, `seen in a game`
std::string_view grade_text(Grade grade);
/// 1: a record from the start leads there. 2: it satisfies every invariant that is known. 3: neither, so play
/// may not be able to reach it. 0: there is no position. What is shown at grade 3 alone is listed, and not counted.
int grade_number(Grade grade);

/// What must be seen at the end of a witness's record.
struct Assertion {
  enum class What : uint8_t {
    permitted,    // `subject` is a lawful choice
    refused,      // `subject` is not lawful, and `value` is among the cases that refuse it (empty: any)
    not_offered,  // the site offers no action of that name, or these words can not be read here
    value,        // the expression `subject` has the value `value`
    fault,        // asking for `subject` is a fault (by the case `value`, if that is not empty)
    outcome,      // outcome_text is `value`
    choices,      // there are `value` lawful choices
    player,       // the side `value` chooses
    broken,       // the invariant named `subject` does not hold there, or is broken by the last step
    chance,       // dice or a draw can bring `value` (chances_text)
  };
  What what = What::permitted;
  std::string subject, value;
  bool operator==(const Assertion&) const = default;
};
/// `permitted: step(Matt 1, 1214)`, `refused by 4.5: ...`, `cost(...) = 3`
std::string assertion_text(const Assertion& assertion);

/// One ruleset's side of a witness. A witness of one edition has one, of a comparison two.
struct WitnessSide {
  std::string ruleset;     // Scenario::id
  runtime::Record record;  // `start` is a position file (empty: the scenario's start), then steps
  std::vector<Assertion> said;
  /// Where the game stops at its end: why nobody can choose, or which value is missing, in sentences without
  /// their full stops. Filled when it is confirmed.
  std::vector<std::string> why_it_stops = {};
};

/// Which position of an example is told in words.
enum class PositionAt : uint8_t { nowhere, beginning, before_these_steps, before_last_step, end };
/// `at the beginning`, `before these steps`, `before the last step`, `at the end`; empty: nowhere.
std::string_view position_at_text(PositionAt at);

struct Witness {
  std::vector<WitnessSide> sides;
  Grade grade = Grade::none;
  /// The game of random players, and how many of its steps, that met the position. 0: none is known.
  uint64_t game = 0;
  uint32_t step = 0;
  /// State that only one of two editions has, which stands at its initial value in the other, and on which
  /// the difference rests: `bridge_laid of decision-games-2`.
  std::vector<std::string> rests_on;
  std::vector<std::string> hexes;  // worth marking on a map, by number
  int32_t units = 0;               // on the map where it begins
  std::string position;            // the position that matters, in words; filled when it is confirmed
  PositionAt position_at = PositionAt::nowhere;  // which that is
};

/// Of a long record the last steps are printed; the record has all of them.
inline constexpr size_t most_steps_printed = 6;

/// What is seen, in a sentence without its full stop: `step(Matt 1, 1214) is lawful`, `the game goes on`.
std::string said_text(const Assertion& assertion);

/// A step of a witness: `step(Matt 1, 0512)`, `roll 5`.
std::string step_text(const runtime::RecordStep& step);

/// One word of a command line: as it is where a shell leaves it alone, else in single quotes.
std::string in_shell(const std::string& word);

/// What a reader types to reach that step of that game of random players: the game again, with its record,
/// and the position in it.
std::string commands_to(const std::string& ruleset, uint64_t seed, uint64_t game, uint64_t step);

/// The command that asks a position file again for what is said of it; empty when replaying shows it.
std::string command_for(const Assertion& said, const std::string& position);

/// What dice or a draw can bring there, `1; 2; 3`, of very many how many; empty where it is not chance's
/// turn.
std::string chances_text(runtime::Rules& rules, const runtime::Position& position);

/// Writes the end of a record down as a position file of that scenario. Empty when it cannot be replayed.
std::string position_at_end(const std::shared_ptr<const runtime::Scenario>& scenario,
                            const runtime::Record& record);

/// A witness side for a position, without steps: its identity and its text filled in.
WitnessSide side_at(const runtime::Scenario& scenario, const runtime::Position& position,
                    std::vector<Assertion> said);

/// What differs from what the witness says; empty when nothing does. `rulesets` has each side's scenario,
/// found by Scenario::id; a missing one is reported like a difference.
std::vector<std::string> confirm(const Witness& witness,
                                 const std::vector<std::shared_ptr<const runtime::Scenario>>& rulesets);

}  // namespace casebook
