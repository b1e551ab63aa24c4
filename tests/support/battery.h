// SPDX-License-Identifier: Apache-2.0
#pragma once

// The common battery: what has to hold in every game of every ruleset, in three lines a game:
//
//   namespace casebook {
//   TEST(HexSkirmish, Battery) {
//     tests::run_battery({.edition = "examples/hex-skirmish", .games = 50});
//   }
//   }
//
// tests/rulesets/battery_test.cpp has a line for each small game.
//
// It plays seeded games between random players and asks at every position, also in the middle of procedures:
//   a  choices are sorted, distinct, and there is one; outcomes of chance are distinct, and there is one
//   b  both evaluators agree: kind of node, player, choices, outcomes, and the bytes after each
//   c  the hash kept up with each write is the hash taken afresh
//   d  undo back to the start gives the bytes of the start, redo those of the end
//   e  saved and loaded, the position is the same bytes, and saved again the same text
//   f  the chances of all outcomes sum to one
//   g  every invariant holds, by both evaluators
//   h  the record, written, read and replayed, ends the same
//   i  the text of a choice is that of no other, and parses back to it
//   j  no game ends in a fault, or stuck
// A failure says the seed and game and shows the record so far. The checks made are counted and printed.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/rules.h"

namespace casebook::tests {

struct BatteryRequest {
  std::string edition;        // folder below rulesets/, or an absolute path
  std::string scenario = {};  // file in that folder; empty: the edition's own
  std::vector<std::pair<std::string, std::string>> switches = {};
  uint64_t games = 20;
  uint64_t seed = 1;
  uint64_t most_decisions = 3000;   // a game is left open after that
  size_t texts = 12;                // choices at a position whose text is parsed back, evenly spread; 0: all
  bool faults_are_failures = true;  // j
  /// What is held against the reference evaluator.
  std::function<std::unique_ptr<runtime::Rules>(std::shared_ptr<const runtime::Scenario>)> rules =
      runtime::make_compiled_rules;
};

/// What was done: a battery that checks nothing passes too, so look at these.
struct BatteryReport {
  uint64_t games = 0, positions = 0, decisions = 0, chances = 0;
  uint64_t choices = 0;                      // offered
  uint64_t invariants = 0;                   // asked
  uint64_t texts = 0;                        // parsed back
  uint64_t inside = 0;                       // positions inside a called procedure
  std::map<std::string, uint64_t> sites;     // positions by site, `combat:2`
  std::map<std::string, uint64_t> actions;   // choices made, by action
  std::map<std::string, uint64_t> outcomes;  // by outcome_text
  std::string problem;  // the first thing that did not hold, where, and the record so far; empty when all did
};

/// A problem is a failure of the running test; the counts are printed.
BatteryReport run_battery(const BatteryRequest& request);
/// On a scenario bound already (for rules written in the test).
BatteryReport run_battery(const std::shared_ptr<const runtime::Scenario>& scenario,
                          const BatteryRequest& request);
/// The same in silence: a problem is only reported.
BatteryReport try_battery(const std::shared_ptr<const runtime::Scenario>& scenario,
                          const BatteryRequest& request);

/// The scenario of an edition below rulesets/; null and a failure with all diagnostics when it has errors.
std::shared_ptr<const runtime::Scenario> shipped_scenario(
    const std::string& edition, const std::string& scenario = {},
    const std::vector<std::pair<std::string, std::string>>& switches = {});

}  // namespace casebook::tests
