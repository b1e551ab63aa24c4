// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks invariants at every position of a game, while it is played or replayed.
//
// The caller reports the start of a game and then every step. The watch checks the invariants that section
// 8 of docs/language/reference.md says are due. For each invariant it keeps the first violation and the
// number of games with one.
//
// Either evaluator may check. When the compiled form finds a violation, the reference evaluator checks
// again and gives the reason. If it finds none, the two disagree, which is a fault of Casebook.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/reference/reference.h"

namespace casebook::runtime {

struct BrokenInvariant {
  InvariantId invariant = language::none;
  uint64_t game = 1, step = 0;  // the first breach; step 0: where the game began
  std::string derivation;       // how its expression came out there; lines
  uint64_t games = 0;           // with a breach
};

/// An invariant that one evaluator finds broken and the other does not.
struct InvariantDisagreement {
  InvariantId invariant = language::none;
  uint64_t game = 1, step = 0;
};

class InvariantWatch {
 public:
  /// The reference evaluator asks: for a game, whose end would come before a translation is made.
  explicit InvariantWatch(std::shared_ptr<const Scenario> scenario);
  /// The compiled form asks: for many games.
  InvariantWatch(std::shared_ptr<const Scenario> scenario, std::unique_ptr<CompiledInvariants> compiled);

  /// A run of a procedure ends here, on the way to the position that `begin` or `step` receives next.
  void end_of_run(ProcedureId procedure, const Position& position);
  /// Has these rules tell of the ends of runs. The watch must live as long as they are used.
  void listen_to(Rules& rules);
  /// A game begins here.
  void begin(const Position& position, uint64_t game = 1);
  /// One step further.
  void step(const Position& position);
  /// Steps were taken back; this is the position after `step` of them. It was checked before.
  void go_back(const Position& position, uint64_t step);

  /// Whether there is anything to ask at all.
  bool has_any() const { return !rules_.evaluator().program().invariants.empty(); }
  uint64_t asked() const { return asked_; }
  uint64_t broken_games() const { return broken_games_; }
  const std::vector<BrokenInvariant>& broken() const { return broken_; }
  const std::vector<InvariantDisagreement>& disagreements() const { return disagreements_; }
  const language::Invariant& invariant(InvariantId id) const {
    return rules_.evaluator().program().invariants[id];
  }
  const std::string& case_of(const BrokenInvariant& broken) const {
    return rules_.evaluator().program().label_text(invariant(broken.invariant).label);
  }
  /// E0611 for each that broke.
  void report(Diagnostics& diagnostics) const;

 private:
  void ask(const Position& position, const Position* before);
  /// Of those due, which are broken; asks as `compiled_` says.
  void ask_due(const Position& position, const Position* before);
  void note(InvariantFailure&& failure);

  // Asking reads positions only; the interface of rules is not const.
  mutable ReferenceRules rules_;
  std::unique_ptr<CompiledInvariants> compiled_;  // null: the reference evaluator asks
  std::vector<InvariantId> due_, wrong_;          // wrong_: by the compiled form alone
  std::vector<InvariantFailure> failures_;        // since the last position
  std::vector<InvariantDisagreement> disagreements_;
  Position last_;
  uint64_t game_ = 1, step_ = 0, asked_ = 0, broken_games_ = 0;
  std::vector<bool> seen_;               // in this game, by invariant
  bool is_broken_ = false;               // this game
  std::vector<BrokenInvariant> broken_;  // in the order of their first breaches
};

}  // namespace casebook::runtime
