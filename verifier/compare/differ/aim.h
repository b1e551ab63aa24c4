// SPDX-License-Identifier: Apache-2.0
#pragma once

// Guides a search with both rulesets in view: one thing is wanted on one side, and another in the same
// position on the other side. Both report their distance and the cells that would help.

#include <utility>
#include <vector>

#include "verifier/compare/align/both_sides.h"
#include "verifier/search/goals.h"
#include "verifier/search/phases.h"
#include "verifier/search/steer.h"

namespace casebook::compare {

/// Positions are those of `side`; free variables are shared, as this side has them and as the other has. The
/// goals are of the rulesets with their switches settled.
class BothSides : public games::Aim {
 public:
  BothSides(Pair& pair, size_t side, games::Goal here, games::Goal there,
            std::vector<std::pair<VarId, VarId>> shared);

  games::Far look(const Position& position, double enough) override;
  bool has_free() const override { return here_.has_free(); }
  bool has_values() const override { return here_.has_values(); }
  games::Bindings bindings() const override { return here_.bindings(); }
  void bind(games::Bindings&& bindings) override { here_.bind(std::move(bindings)); }
  games::Bindings redrawn(const Position& position, const games::InterestingValues& worth, Random& random,
                          bool all) override {
    return here_.redrawn(position, worth, random, all);
  }

 private:
  bool bind_there();

  Pair& pair_;
  size_t side_;
  games::Distance here_, there_;
  std::vector<std::pair<VarId, VarId>> shared_;
};

/// An aim within positions in which turn, phase and sides fit together as in games; the distance to such a
/// position is part of it.
class AsPlayed : public games::Aim {
 public:
  /// Null: nothing is known of games.
  AsPlayed(games::Aim& aim, const games::Phases* phases) : aim_(aim), phases_(phases) {}

  games::Far look(const Position& position, double enough) override;
  bool has_free() const override { return aim_.has_free(); }
  bool has_values() const override { return aim_.has_values(); }
  games::Bindings bindings() const override { return aim_.bindings(); }
  void bind(games::Bindings&& bindings) override { aim_.bind(std::move(bindings)); }
  games::Bindings redrawn(const Position& position, const games::InterestingValues& worth, Random& random,
                          bool all) override {
    return aim_.redrawn(position, worth, random, all);
  }

 private:
  games::Aim& aim_;
  const games::Phases* phases_;
};

}  // namespace casebook::compare
