// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every limit on texts and games, in one place, each with its reason. Work that reaches a limit ends with a
// diagnostic that names it; nothing is cut off silently. Sizes of a game are checked again when its
// scenario is known.

#include <cstddef>
#include <cstdint>
#include <limits>

namespace casebook::limits {

// ---- text

/// Bytes of one rules or data file. A rulebook of 64 pages is a tenth of it; a parser stays under a second.
inline constexpr size_t source_bytes = size_t{4} << 20;
/// Brackets and blocks inside one another, in rules and in JSON: recursion never comes near the end of the
/// stack.
inline constexpr int nesting = 64;
/// Nodes on the longest way down a syntax tree: so recursion over it is safe. A sum of 750 terms fits.
inline constexpr int syntax_height = 1000;
/// Diagnostics kept of each severity; more only repeat the first mistake. The rest are counted.
inline constexpr size_t diagnostics = 200;
/// Bytes of one string or key in a data file: nothing that a person reads in a list is longer.
inline constexpr size_t json_string_bytes = 16384;
/// Values and keys in one data file; keeps its tree in memory under 100 MB.
inline constexpr size_t json_values = 500'000;
/// Attributes of one line of a data file, kinds of link of a map, provenances of a file: far more than any
/// game has, and few enough to be looked through one by one.
inline constexpr size_t attributes = 256;
/// Numberings of one map: each is a table over all cells.
inline constexpr size_t numberings = 16;
/// Orders of battle, or schedules, of one scenario.
inline constexpr size_t scenario_files = 16;
/// Lines of one order of battle, schedule or scenario about entities.
inline constexpr size_t entity_lines = 16'384;
/// Bytes of an id (hex, entity, kind, attribute): it must fit a line of the terminal.
inline constexpr size_t id_bytes = 80;
/// Editions above an edition: a family of rulebooks is never longer.
inline constexpr size_t parents = 16;
/// Rules files of one edition: a rulebook has a few dozen sections.
inline constexpr size_t rules_files = 500;
/// Arms of one `match`: more would nest too deep.
inline constexpr size_t arms = 256;
/// Dice of one roll.
inline constexpr size_t dice = 4;
/// Outcomes of one roll: they are listed.
inline constexpr int64_t roll_outcomes = 10'000;

// ---- a game

/// Members of one kind, hexes included: sets are bit sets of 64 words at most.
inline constexpr int entities_of_a_kind = 4096;
/// Hexsides of one map: at most six a hex.
inline constexpr int hexsides = 6 * entities_of_a_kind;
/// 32-bit cells of a position: 256 KiB, so that millions of positions fit a large machine.
inline constexpr int cells = 65'536;
/// Sites (choose, roll, draw) of a program: a site fits 12 bits of a record.
inline constexpr int sites = 4096;
/// Candidates of a set that a player may choose: one word of 64 bits.
inline constexpr int candidates = 64;
/// Steps of a path that a player may choose: 6^8 is still enumerable with pruning.
inline constexpr int path_steps = 8;
/// Cells of one table.
inline constexpr int64_t table_cells = 1'000'000;
/// A number after the step: what fits a cell, less the value of `never`.
inline constexpr int64_t number = (int64_t{1} << 31) - 2;

}  // namespace casebook::limits
