// SPDX-License-Identifier: Apache-2.0
#pragma once

// How near to play the example of an entry is, under each edition. The grades are those of docs/manual/checks.md.
//
// The folder docs/editions/NAME has what SlowEditionGames found: `games.json`, and a record for each example that a game
// of one of the editions leads to. Such a game ends in a position like that of the entry, with other pieces elsewhere.
// It counts if both editions say there what the entry says, and if the other edition's invariants allow the position.
//
//   games.json: {ID: {"record": FILE, "edition": NAME, "then": "step(...) ; roll 3", the part of `play` that is left,
//                     "steps": of the record}
//               or   {"tries": choices tried, "games": games that led towards it}}
//               and then "brokenMined": {EDITION: mined invariants that the example breaks}}

#include <map>
#include <string>

#include "tests/rulesets/edition_entries.h"

namespace casebook::tests::editions {

/// What SlowEditionGames wrote for a data file; empty when there is nothing.
nlohmann::json games_of(const fs::path& data_file);
fs::path folder_of(const fs::path& data_file);

/// The invariants that do not hold in a position, or the lack of anything to do there, with `;` between them; empty: the
/// position is as it may be. One before the first step is begun.
std::string objections(const std::shared_ptr<const runtime::Scenario>& scenario,
                       const runtime::Position& position);

/// The same position under another edition; nothing where it cannot be laid out.
std::optional<runtime::Position> laid_out_under(const std::shared_ptr<const runtime::Scenario>& from,
                                                const runtime::Position& position,
                                                const std::shared_ptr<const runtime::Scenario>& to);

/// Whether every edition says what the entry says, from this position of one of them with `then` played. The others'
/// invariants must allow it. `why` is the first thing that is otherwise.
bool shows(const nlohmann::json& entry, const Scenarios& scenarios, const std::string& origin,
           const runtime::Position& position, const std::string& then, std::string& why);

struct Graded {
  int grade = 0;
  std::map<std::string, int> by_edition;
  std::string words;  // for the page
};
/// Replays the record, or lays the example out and asks every invariant. What cannot be is a failure of the test.
Graded graded(const nlohmann::json& entry, const Scenarios& scenarios, const fs::path& data_file);

}  // namespace casebook::tests::editions
