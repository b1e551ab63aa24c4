// SPDX-License-Identifier: Apache-2.0
#pragma once

// A record: one game on paper, made for reading and for diffs. docs/formats/record.md.
//
//   casebook record 1
//   edition hex-skirmish
//   scenario examples/hex-skirmish
//   rules 6d0f6a3b9f0c2e11
//   data 09c4f1a1d2e3b4c5
//   random xoshiro256**/1
//   seed 7
//   game 1
//   dice seed
//   players random, random
//
//   1 first: move(A1, b1)
//   2 second: attack(B1, A1)
//   3 roll 4
//   ; a close thing
//   outcome won by first
//
// A step is a choice (player, then the choice as text), a roll or a draw. A line that begins with `;` is a
// note on the step above it; before step 1 it is a note on the start. The last line is the outcome,
// `outcome open` while the game is not over. A record cut after any step is a valid start. Nothing here
// knows the rules: replay.h plays the steps in a scenario.
//
// Errors and warnings: P0130 to P0139, with file, line and column.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/random.h"
#include "engine/runtime/ruleset_identity.h"

namespace casebook::runtime {

/// Version written; every version up to it is read.
inline constexpr int record_version = 1;

enum class StepKind : uint8_t { choice, roll, draw };
/// `choice`, `roll`, `draw`
std::string_view step_kind_name(StepKind kind);

struct RecordStep {
  StepKind kind = StepKind::choice;
  std::string player;              // choice: the side that chose
  std::string text;                // the choice; the dice, `3, 5`; the member drawn
  std::vector<std::string> notes;  // without the leading `; `
  int line = 0;                    // where it was read; 0 if it was not
  int column = 0;                  // of `text`

  bool same_step(const RecordStep& other) const {
    return kind == other.kind && player == other.player && text == other.text;
  }
};

struct Record {
  RulesetIdentity ruleset;
  std::string random = std::string(random_name);
  uint64_t seed = 0, game = 1;
  bool seeded_dice = true;  // every roll and draw is what the seed gives; otherwise some were typed in
  std::vector<std::string> players;  // in the order of the sides; may be empty
  std::string start;   // the text of a position file where the game began; empty: the scenario's start
  int start_line = 0;  // the line of the file at which `start` begins
  std::vector<std::pair<std::string, std::string>> others;  // unknown lines of the head, kept
  std::vector<std::string> notes;                           // before the first step
  std::vector<RecordStep> steps;
  std::string outcome = "open";  // outcome_text (control.h)
  bool complete = true;          // false: the file ended without an outcome line
  int outcome_line = 0;
  int rules_line = 0;  // where the head says `rules`, for messages
};

/// The text of a record; ends in a line end. Control characters in names and notes are written visibly, so
/// that a line stays a line.
std::string record_text(const Record& record);

/// Reads a record. Never crashes, whatever the text; null fields stay at their defaults. With errors the
/// steps read so far are kept.
Record parse_record(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// The first `steps` steps as a record of an open game; the whole record when it has no more than these.
Record cut(const Record& record, size_t steps);

}  // namespace casebook::runtime
