// SPDX-License-Identifier: Apache-2.0
#pragma once

// The distinct behaviours of a definition, a field, a table, a requirement, a procedure, an action or an effect.
//
// Of a definition, inputs that go the same way through it (ways/ways.h) to the same value are one region. An
// input is a value for each parameter, and a position. Each input goes one way, so regions never overlap, and
// their counts add up to all inputs. A way to many values is one region, and says the formula that gives them.
// Likewise of a field (ways/field_ways.h), whose last parameter is the hex, and of a requirement of an action.
// The inputs of a requirement are the choices that positions offer.
//
// Of a table, the cells with the same value are one region.
//
// A definition that reads no pieces and no sets is evaluated on every input (checks/shared/count_inputs.h): the
// table is complete. Of others, the inputs are those that play asks for at positions from games, and arguments
// drawn there, at positions that come with the edition, and at generated ones; then a region may be missing.
//
// Of the others, runs that take the same course (ways/courses.h) are one region. The runs are those of
// seeded games, so a game reaches each example, and a region may be missing. Each run takes one course, so the
// counts add up to all runs.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verifier/checks/shared/context.h"
#include "verifier/finding/witness.h"
#include "verifier/regions/subject.h"
#include "verifier/regions/ways/courses.h"
#include "verifier/regions/ways/ways.h"

namespace casebook::regions {

struct Settings {
  uint64_t inputs = 150'000;  // a definition with more is not evaluated on all
  uint32_t draws = 4;         // of arguments, at each position
};

struct Example {
  runtime::Position position;  // of a run: before its first step
  Grade grade = Grade::none;   // of the position; none: its state was set, and perhaps no game can reach it
  std::vector<int> hexes;      // worth marking: of its arguments, its choices, and pieces that it moves
  // Of a definition.
  std::string expression;  // as `ask` reads it; empty when an argument has no word
  std::string state;       // of the whole game, as far as the definition reads it: `turn = 2`
  std::string value;       // `7`, `{A, B}`; of a fault what it says
  bool asked = false;      // by play at that position, or in a step from there; else drawn
  // Of a run, the shortest of its region.
  uint64_t game = 0;  // `casebook play --seed S --game N`
  size_t step = 0;    // steps of that game before it
  std::vector<Step> steps;
  runtime::Record record;   // of these, from `position`
  runtime::Position after;  // the last of them
};

struct Region {
  Way way;
  uint64_t inputs = 0;              // or runs
  std::string ends_game;            // of runs in which the game ends: `won by white`
  std::vector<std::string> values;  // the first ones, in the order of meeting; sorted where they are numbers
  uint64_t more_values = 0;         // how many others
  std::optional<std::string> least, most;  // of numbers
  std::string fault;                       // the reason, when play ends here; then there is no value
  std::string formula;             // what gives the value, where other inputs of the way have another value
  std::vector<std::string> cells;  // of a table, by row: `d6 1: column 2 to 5, 7`
  Example example;
};

struct Regions {
  std::vector<Decision> decisions;
  std::vector<Region> regions;  // in the order of the text
  Way never;                    // what no input, and no run, came to
  uint64_t inputs = 0, positions = 0;
  uint64_t asked = 0;  // of the inputs: so many are asked for by play
  uint64_t games = 0,
           cut = 0;       // of runs: games they are from, and runs that were under way at a game's last step
  bool complete = false;  // all inputs were evaluated
  std::string why_not;    // not complete: why
  bool stopped = false;
};

/// Values of a region that are named; more are counted.
inline constexpr size_t most_values = 8;

/// Nothing is thrown: a fault is a region.
Regions regions_of(checks::Context& context, const Rule& rule, const Settings& settings);
Regions regions_of(checks::Context& context, language::TableId table);
Regions regions_of(checks::Context& context, const Doing& doing);
/// Why a requirement has none, in words; empty: it has.
std::string why_none(const language::Program& program, const Rule& rule);

}  // namespace casebook::regions
