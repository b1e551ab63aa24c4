// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions for the questions of all checks, made once; each knows its grade. They come from three sources:
//
//   - seeded games, which fill the pool of verifier/search
//   - generation: pieces are set up anew, a phase that games reached begins as a claim's `at` begins it,
//     and a few random choices and rolls follow. So the values that a phase keeps (who has moved, who
//     attacks whom) always fit together, also in mid-combat.
//   - the positions that come with the edition, and what a few steps lead to from there
//
// Also what several checks do with a position: cut it down to what matters, and turn it into a witness.

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/reference/reference.h"
#include "verifier/checks/shared/context.h"
#include "verifier/checks/shared/known.h"
#include "verifier/checks/shared/site_reach.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/shrink.h"

namespace casebook::checks {

struct Tried {
  runtime::Position position;
  Grade grade = Grade::typed;  // of witnesses: reached ones are `seen`
  SiteId site = -1;
  int32_t shipped = -1;  // of or near that one of the positions that come with the edition
  uint64_t game = 0;     // that came there; 0: none is known
  uint32_t step = 0;
};

class Probe {
 public:
  Probe(const Context& context, ScenarioPtr scenario);

  const ScenarioPtr& scenario() const { return scenario_; }

  games::PositionMaker& maker() { return maker_; }
  runtime::CompiledRules& rules() { return maker_.rules(); }
  const std::vector<Tried>& positions() const { return positions_; }
  size_t reached() const { return reached_; }
  /// As many other positions, of phases that contain one of these sites (none: of all). The same for the
  /// same purpose. Safe on several threads.
  std::vector<Tried> more(const Context& context, const std::string& purpose,
                          const std::vector<bool>& sites = {}) const;
  /// What these rules say of each position, worked out when first asked for, `tried_of_many` choices each.
  const std::vector<Known>& known(const Context& context);
  std::vector<Known> known_of_all(const Context& context, const std::vector<Tried>& positions);
  /// Which items are evaluated where.
  const SiteReach& reach();
  std::string scope() const;       // `3,412 positions`
  std::string where_from() const;  // `3,412 positions: 412 from games and 3,000 generated`

  /// The position with as few pieces on the map, and in boxes, as the question still says yes for. Pieces that a live local
  /// or state names stay, and one that satisfies the invariants stays so. A position that a game met stays as
  /// it is: without some pieces no game might meet it.
  Tried shrunk(const Tried& tried, const games::StillFails& still, int64_t budget = 400);

  /// The grade that a changed position has.
  Grade grade_of(const runtime::Position& position);

 private:
  std::set<std::pair<language::KindId, int32_t>> named_pieces(const runtime::Position& position) const;

  ScenarioPtr scenario_;
  games::PositionMaker maker_;
  std::vector<Tried> positions_;
  size_t reached_ = 0, shipped_ = 0;
  std::vector<Known> known_;
  std::unique_ptr<SiteReach> reach_;
};

/// Units on the map, and where they are, for a witness.
void describe(Witness& witness, const runtime::Scenario& scenario, const runtime::Position& position,
              Grade grade);

/// An expression that `ask` understands, `left("Matt 1")`; empty for what cannot be named.
std::string expression_of(const runtime::Scenario& scenario, const games::Cell& cell);

}  // namespace casebook::checks
