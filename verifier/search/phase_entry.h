// SPDX-License-Identifier: Apache-2.0
#pragma once

// Positions at the beginning of a phase that games reached, set up anew as a claim's `at` does. Everything
// of the phase begins as the rules say; everything around it stays as it was.

#include <optional>
#include <vector>

#include "engine/runtime/control.h"
#include "engine/runtime/reference/reference.h"
#include "verifier/search/generated_positions.h"

namespace casebook::games {

/// A piece, a set of pieces, or a piece or none.
bool names_pieces(const language::Program& program, const language::Type& type);

class PhaseEntries {
 public:
  /// Of phases in which one of these sites stands; empty: of all. The maker is used, not kept as it is.
  PhaseEntries(PositionMaker& maker, const std::vector<bool>& wanted);

  /// Whether some phase can be begun so: a game of one procedure has none.
  bool any() const { return any_; }
  std::optional<runtime::Position> open(Random& random, int size);
  /// The phase in which the position stands begun anew, with its pieces where they are.
  std::optional<runtime::Position> again(const runtime::Position& position);
  /// Whether it stands where its phase begins, and what the phase keeps for itself is as it begins. Yes where
  /// no phase runs that could be begun.
  bool is_begun(const runtime::Position& position);
  /// One small change of the board: a piece added beside another, taken away, moved, or exchanged for one
  /// that is not on the map.
  runtime::Position changed(const runtime::Position& position, Random& random);

 private:
  size_t depth_of(const runtime::Control& control) const;
  std::optional<runtime::Position> begun(const runtime::Position& model, const runtime::Control& control,
                                         size_t depth, runtime::Position board);
  bool may_open(language::ProcedureId procedure) const;
  runtime::Value value_of(const runtime::Position& position, language::VarId var) const;
  void note_what_is_rare();
  int32_t location(const runtime::Position& position, const Cell& piece, Random& random);
  void copy_game_state(const runtime::Position& from, runtime::Position& to) const;
  runtime::Position board(const runtime::Position& model, Random& random, int size);

  const runtime::Scenario& scenario_;
  const language::Program& p_;
  PositionMaker& maker_;
  runtime::ReferenceRules reference_;
  std::vector<runtime::Choice> choices_;
  std::vector<Cell> rare_;
  std::vector<int32_t> named_;
  std::vector<size_t> sites_;
  bool any_ = false;
};

}  // namespace casebook::games
