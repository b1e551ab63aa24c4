// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions generated within the types, for any scenario and any site.
//
// A generated position starts from a position of a game, from the scenario's start, or from a nearly empty
// map (all pieces but a few in the first box). Then pieces are put beside one another, onto one another and
// onto interesting ground; states get interesting values. Some positions are played on for a few random
// steps: that gives mid-combat positions with locals that fit together. Every such position has a grade:
//
//   typed       every value is one of its type; play need not reach it
//   invariants  typed, and every invariant due there holds, also those that were mined
//   reachable   games reached it: there is a record
//
// Deterministic: the same scenario, settings and random numbers make the same positions. One object serves
// one thread.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/control.h"
#include "engine/runtime/distance/interesting_values.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/reached.h"

namespace casebook::games {

enum class Grade : uint8_t { typed, invariants, reachable };
/// `typed`, `invariants`, `reachable`
std::string_view grade_name(Grade grade);

/// Where a position is to stand. Empty: at any choose.
struct SiteChoice {
  std::vector<SiteId> sites;  // of Program::sites
  bool allows(const language::Program& program, SiteId site) const;
};
/// Every choose, roll and draw.
SiteChoice every_site(const language::Program& program);
/// Every choose, roll and draw of a procedure.
SiteChoice sites_in(const language::Program& program, ProcedureId procedure);

/// Every way to stand at a site: the procedures that run and where each calls the next; at most so many.
std::vector<runtime::Control> ways_to(const language::Program& program, SiteId site, size_t most = 64);

struct MakerSettings {
  uint64_t seed = 1;          // of the games that fill the pool
  uint64_t games = 8;         // in the pool
  uint64_t decisions = 3000;  // of each of them
  size_t of_each_sort = 2;    // kept
};

class PositionMaker {
 public:
  explicit PositionMaker(std::shared_ptr<const Scenario> scenario, MakerSettings settings = {});

  const Scenario& scenario() const { return *scenario_; }
  const std::shared_ptr<const Scenario>& scenario_ptr() const { return scenario_; }
  const InterestingValues& interesting_values() const { return worth_; }
  runtime::CompiledRules& rules() { return games_.rules(); }
  Games& games() { return games_; }
  const Store& pool() const { return pool_; }
  /// Plays more games into the pool. What is made afterwards is made from the larger pool.
  void grow(uint64_t games);

  /// `size` 0 .. 100: how much is changed and how many pieces are about. Typed, and at one of the sites asked
  /// for (the scenario's start, at none, where no way leads to any of them); whether the rules let anybody go
  /// on from there is not asked (goes_on).
  Position make(Random& random, int size = 100, const SiteChoice& where = {});
  /// The same, tried again up to `tries` times until it satisfies the invariants and goes on.
  std::optional<Position> make_lawful(Random& random, int size = 100, const SiteChoice& where = {},
                                      int tries = 64);
  /// One small change: a piece moved, two exchanged, a state, a local. It stays at its site.
  Position mutate(const Position& position, Random& random) const;
  /// At most so many random choices, rolls and draws on from there, up to the last position that is allowed.
  Position play_on(const Position& position, Random& random, uint32_t steps, const SiteChoice& where = {});

  /// The same position with control there. What is no longer alive is cleared, and what becomes alive has
  /// some value of its type. Null when a local there can have none.
  std::optional<Position> moved_to(const Position& position, const runtime::Control& control,
                                   Random& random) const;
  /// The scenario's start with every piece off the map, or where it was if there is no box; at no site yet.
  Position emptied() const;

  /// Of a position at a site: every invariant that is due there holds, and every mined one that is proved
  /// there; those of a step are not asked.
  bool satisfies_invariants(const Position& position) {
    return broken_invariants(position).empty() && broken_mined(position).empty();
  }
  /// Those of the rules due there that do not hold.
  std::vector<InvariantId> broken_invariants(const Position& position);
  /// Those mined and proved there that do not hold: invariants of `Scenario::mined`.
  std::vector<InvariantId> broken_mined(const Position& position);
  /// Somebody may choose, or something can come: what play takes for granted of every site.
  bool goes_on(const Position& position);
  /// The best grade that holds for a generated position: `typed` or `invariants`.
  Grade grade(const Position& position);

 private:
  Position from_the_pool(Random& random, const SiteChoice& where);
  Position nearly_empty(Random& random, int size);
  const std::vector<runtime::Control>& controls(const SiteChoice& where, Random& random);
  void set_up(Position& position, Random& random, int changes, bool states) const;

  std::shared_ptr<const Scenario> scenario_;
  MakerSettings settings_;
  InterestingValues worth_;
  Games games_;
  Store pool_;
  std::vector<std::vector<runtime::Control>> controls_;  // by site, when asked for
  std::vector<bool> known_;
  std::unique_ptr<runtime::CompiledInvariants> invariants_, mined_;
  std::unique_ptr<runtime::ReferenceRules> reference_;
  std::vector<InvariantId> due_;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
};

}  // namespace casebook::games
