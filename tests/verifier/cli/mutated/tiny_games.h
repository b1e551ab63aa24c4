// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files of tiny games: random rules (tests/support/small_games.h) with a board, a schedule and a list of cases.

#include <cstdint>
#include <map>
#include <string>

namespace casebook::cli_tests {

/// Members of the kinds of a tiny game. The sides are two, or one.
struct Members {
  int sides = 2, tokens = 3, units = 2;
  int columns = 2, rows = 2;
  bool tokens_from_data = false;  // an open kind, whose members the order of battle names
};

/// By path below the folder of the edition, which must be called `name`.
std::map<std::string, std::string> tiny_game(const std::string& name, uint64_t seed, const Members& members);

/// The rules of an edition that extends a tiny game and changes one case.
std::string tiny_later_edition(const std::string& name, const std::string& parent, uint64_t seed);

}  // namespace casebook::cli_tests
