// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mutants of a ruleset (engine/program/edit/mutants.h: one thing altered or left out), and what notices each.
// What nothing notices shows a gap in the tests. These are tried in order, up to the first that notices:
//
//   data         the scenario does not go with the altered rules any more
//   claim        a claim comes out otherwise
//   playthrough  a record in the edition's folder cannot be played any more, or something else may be chosen
//                on the way
//   position     the same of a few seeded steps from a position file there, under its own switches and
//                under those others under which it goes on otherwise
//   game         the same of a seeded game: a golden game, made by the rules as they are
//   invariant    of one that a position or game noticed: seeded games by the altered rules break an
//                invariant, so that no golden game is needed
//   end          the same: they end in a fault, are stuck, or do not end
//   finding      a check of `verify` that needs no play finds something else
//
// Or else `verify --prove` alone is asked (`by_verify`), as an editor has it who has only the altered rules: a claim
// comes out otherwise, or something in by_verify.h does.
//
// A mutant may be equivalent when it plays alike in every ruleset tried: the scenario's own; with every
// option that goes with it; with each option alone; with each other value of each reading.
//
//   the same form    it compiles to the same thing in every one of them
//   counted          only definitions or tables are altered, and those that read them have the same value for
//                    every input in every one of them
//
// Nothing notices the rest. All of it holds for one scenario: its map, its pieces.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/program/edit/mutants.h"
#include "verifier/checks/shared/context.h"

namespace casebook::mutate {

/// Budgets are counts, never seconds.
struct Settings {
  uint64_t seed = 1;
  uint64_t games = 12;             // seeded games of the scenario, and as many with every option on
  uint64_t decisions = 5'000;      // choices of one game
  uint64_t inputs = 100'000;       // of one definition that is counted
  uint64_t mutants = 0;            // so many of all there are, drawn by the seed; 0: all
  std::vector<std::string> cases;  // only mutants of these cases; empty: of all
  bool by_verify = false;       // what `verify --prove` says is asked, and neither records nor golden games
  std::string folder;           // of the edition: records and positions; empty: none
  std::function<bool()> go_on;  // no: stop, and keep what was found
  std::function<void(size_t done, size_t of)> tell;
};

enum class Fate : uint8_t { not_asked, noticed, equivalent, survived };
std::string_view fate_text(Fate fate);

struct Told {
  language::Mutant mutant;
  Fate fate = Fate::not_asked;
  std::string by;     // noticed: `claim`, `game`; equivalent: `the same form`, `counted`
  std::string where;  // which claim, game, step, finding; of equivalent: what was looked at
};

/// What has become of mutants in a run before this one, and where it is written down (journal.h).
class Journal;

struct Result {
  std::vector<Told> told;  // in the order of the rules' text
  size_t all = 0;          // mutants there are, drawn or not
  size_t recalled = 0;     // known from a journal, not asked again
  size_t rulesets = 0, claims = 0, records = 0, positions = 0, games = 0;
  std::vector<std::string> unused;  // what could not be looked at, and why
  bool stopped = false;
  bool by_verify = false;  // as Settings has it

  size_t count(Fate fate) const;
  /// Of those that are not equivalent, noticed; nothing asked: 1.
  double score() const;
  std::map<std::string, size_t> by() const;
  struct Kind {
    size_t noticed = 0, equivalent = 0, survived = 0;
  };
  std::map<std::string, Kind> kinds() const;
};

/// The subject must have a scenario that keeps its data. With a journal it goes on where that ends; one that
/// cannot be written any more stops it.
Result mutate(const checks::Subject& subject, const Settings& settings, Journal* journal = nullptr);

/// The rules' own text of what was altered, on one line, shortened to `most` characters.
std::string altered_text(const language::Program& program, const language::Mutant& mutant, size_t most = 60);

}  // namespace casebook::mutate
