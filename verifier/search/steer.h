// SPDX-License-Identifier: Apache-2.0
#pragma once

// Guided search: looks for a position in which something holds, by following the distance downwards. It
// begins at generated positions and takes the best of a few changes each time (hints of the distance, and
// mutations of PositionMaker). When nothing gets nearer, it begins again elsewhere.
//
// The result is a typed position with the grade that the settings ask for. Finding nothing proves nothing.

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/runtime/distance/distance.h"
#include "verifier/search/generated_positions.h"

namespace casebook::games {

struct SteerSettings {
  int64_t evaluations = 20'000;  // of the distance, in all
  int64_t patience = 60;         // changes in a row without getting nearer; then it begins elsewhere
  uint64_t seed = 1;
  int size = 60;                 // of the positions it begins at
  bool with_invariants = false;  // only positions that satisfy the invariants count as found
  SiteChoice where;
  /// Where the search begins, in place of a position generated at `where`; if it returns nothing, there
  /// after all.
  std::function<std::optional<Position>(Random&)> begin;
};

struct Steered {
  bool found = false;
  Position position;    // found: there it holds; else the nearest that was met
  Bindings bindings;    // of the variables of the condition, there
  double distance = 0;  // of that; 0 exactly when found
  Grade grade = Grade::typed;
  int64_t evaluations = 0;  // spent
  int64_t starts = 0;       // how often it began
};

/// The aim of a guided search that is not the condition of one program.
class Aim {
 public:
  virtual ~Aim() = default;
  /// 0 exactly where the aim is reached. A value above `enough` need not be exact.
  virtual Far look(const Position& position, double enough) = 0;
  /// Variables that may have any value that helps: as those of Distance.
  virtual bool has_free() const { return false; }
  /// No: one of them has no value at all, so nothing can be found.
  virtual bool has_values() const { return true; }
  virtual Bindings bindings() const { return {}; }
  virtual void bind(Bindings&&) {}
  virtual Bindings redrawn(const Position&, const InterestingValues&, Random&, bool) { return {}; }
};

/// The first position found in which the condition holds (fails: make the Distance with `wanted` no),
/// confirmed by the reference evaluator.
Steered steer(PositionMaker& maker, Distance& distance, const SteerSettings& settings = {});

Steered steer(PositionMaker& maker, Aim& aim, const SteerSettings& settings = {});

/// The same for any measure: 0 is what is looked for; negative and infinite ones are not.
Steered steer(PositionMaker& maker, const std::function<double(const Position&)>& distance,
              const SteerSettings& settings = {});

}  // namespace casebook::games
