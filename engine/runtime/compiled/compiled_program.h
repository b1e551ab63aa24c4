// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the machine runs: instructions, the image of memory, and descriptions too large for operands.
// Immutable.

#include <array>
#include <memory>

#include "engine/runtime/compiled/image.h"
#include "engine/runtime/compiled/instructions.h"
#include "engine/runtime/compiled/origin.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime::compiled {

/// What the position holds is stamped when it is written: each item (see Items), or, where rows of kept
/// values depend on some members' cells only, each class of its members.
struct ItemForm {
  int32_t first_stamp = 0, stamps = 1;
  std::vector<uint8_t> class_of;  // by member; empty: one class
  int64_t first_cell = -1;        // of cells; -1: of bits or sets
  bool operator==(const ItemForm&) const = default;
};

/// Values kept beside the position: `rows` rows of `words` words, good until one of the row's stamps is
/// newer. There are two rooms, the second for scratch positions.
struct RoomForm {
  uint32_t first = 0, second = 0;
  uint32_t words = 1, rows = 1;
  std::vector<int32_t> stamps;       // of all rows
  std::vector<uint32_t> row_stamps;  // by row: its first one; and the end of the last row's
  bool operator==(const RoomForm&) const = default;
};

/// A field as the search wants it. A set where it is known for all hexes at once, else a routine that asks
/// one.
struct FieldForm {
  bool reach = true;
  Address goal_set = -1, through_set = -1;
  int32_t goal = -1, through = -1, step = -1;                           // routines; -1: none
  Address goal_hex = -1, through_hex = -1, from_hex = -1, to_hex = -1;  // their arguments
  Address answer = -1;                                                  // and their result
  // Steps as a table by row, the hex from which and the direction, where they read no state.
  int32_t step_cells = -1;
  Address step_row = -1;  // which row; -1: there is one
  bool operator==(const FieldForm&) const = default;
};

/// How a choice is written out.
struct ChoiceForm {
  int16_t alternative = 0;
  std::vector<Address> singles;
  Address path = -1, mask = -1;
  std::vector<Address> best_values;
  std::vector<uint8_t> best_least;
  std::vector<int32_t> best_routines;  // instead of values: evaluate a preference afterwards, of the choice
                                       // set (they can fault)
  bool sort = false;                   // they are not emitted in their order
  language::ParamMode last = language::ParamMode::single;
  bool operator==(const ChoiceForm&) const = default;
};

/// How subsets of the free members are gone through, and how a mask over candidates is read.
struct SubsetForm {
  Address candidates = -1, free = -1, chosen = -1, mask = -1;  // sets, and the mask
  uint16_t words = 1;
  int32_t most = 0;
  bool operator==(const SubsetForm&) const = default;
};

struct SiteForm {
  int32_t player = -1;     // routine: the player into `answer`
  int32_t generate = -1;   // routine: emits every lawful choice
  int32_t condition = -1;  // roll: routine over the dice
  int32_t set = -1;        // draw: routine, the set into `set_at`
  Address set_at = -1;
  std::vector<int32_t> apply;    // by alternative: goes on from there
  std::vector<int32_t> choices;  // by alternative: its ChoiceForm
  int32_t resume = -1;           // roll, draw: after it
  std::vector<Address> dice;     // registers of dice that are not stored
  bool operator==(const SiteForm&) const = default;
};

struct CompiledProgram {
  std::shared_ptr<const Scenario> scenario;
  Code code;
  std::vector<int32_t> origin_of;  // by instruction: an index into `origins`; -1: of no text
  std::vector<Origin> origins;
  std::vector<uint64_t> image;
  std::vector<RoomForm> rooms;
  language::ById<FieldForm, language::Field> fields;
  std::vector<ChoiceForm> choices;
  std::vector<SubsetForm> subsets;
  language::ById<SiteForm, language::Site> sites;
  language::ById<int32_t, language::FlowStep> flow;  // its instruction
  int32_t begin = -1;
  // What is cleared when the game is over: locals and returns of every procedure.
  std::vector<std::array<uint32_t, 2>> control_cells, control_words;  // first, how many
  int32_t lists = 0;                                                  // of `for each`
  std::vector<ItemForm> items;
  int32_t stamps = 0;
  int32_t first_variable_item = 0;
  int32_t dice_item(language::VarId var) const { return first_variable_item + var; }
  Address answer = -1;  // where routines that answer the host leave a scalar
  Address neighbour_rows = -1;
  uint16_t hex_words = 1;
  /// Of the position, then of the position before where it is read: which items each word holds.
  std::vector<std::array<int32_t, 2>> items_of_word;
};

}  // namespace casebook::runtime::compiled
