// SPDX-License-Identifier: Apache-2.0
#pragma once

// The distinct behaviours of a definition: inputs that go the same way through it (ways/ways.h) are one region. An
// input is a value for each parameter, and a position. Each input goes one way, so regions never overlap, and
// their counts add up to all inputs. Of a Boolean, or a member of a kind that the rules name, each value is a
// region of its own.
//
// A definition that reads no pieces and no sets is evaluated on every input (checks/shared/count_inputs.h): the
// table is complete. Of others, arguments are drawn at positions from games, at positions that come with the
// edition, and at generated ones; then a region may be missing.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verifier/checks/shared/context.h"
#include "verifier/regions/ways/ways.h"

namespace casebook::regions {

struct Settings {
  uint64_t inputs = 150'000;  // a definition with more is not evaluated on all
  uint32_t draws = 4;         // of arguments, at each position
};

struct Example {
  runtime::Position position;
  std::string expression;  // as `ask` reads it; empty when an argument has no word
  std::string state;       // of the whole game, as far as the definition reads it: `turn = 2`
  std::string value;       // `7`, `{A, B}`; of a fault what it says
  bool reached = false;    // a game comes to the position, or it is the start
};

struct Region {
  Way way;
  uint64_t inputs = 0;
  std::vector<std::string> values;  // the first ones, in the order of meeting; sorted where they are numbers
  uint64_t more_values = 0;         // how many others
  std::optional<std::string> least, most;  // of numbers
  std::string fault;                       // the reason, when play ends here; then there is no value
  Example example;
};

/// What no input came to: `turn = 9`, and `yes`.
struct NeverTaken {
  size_t decision = 0, out = 0;
};

struct Regions {
  std::vector<Decision> decisions;
  std::vector<Region> regions;  // in the order of the text
  std::vector<NeverTaken> never;
  uint64_t inputs = 0, positions = 0;
  bool complete = false;  // all inputs were evaluated
  std::string why_not;    // not complete: why
  bool stopped = false;
};

/// Values of a region that are named; more are counted.
inline constexpr size_t most_values = 8;

/// Nothing is thrown: a fault is a region.
Regions regions_of(checks::Context& context, language::DefinitionId definition, const Settings& settings);

}  // namespace casebook::regions
