// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a position goes on: the interface of both evaluators, used by players, records, exploration and the
// terminal. A position is at a choose (a player and lawful choices), at chance (outcomes with exact
// chances), or over.
//
//   ReferenceRules (reference.h)   walks the typed program, one function per construct; slow, right, explains
//   CompiledRules (compiled.h)     runs a register program over dense cells; the one that plays
//
// They agree to the byte on positions, and on order: choices are sorted and distinct.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// One lawful thing to do. Ordered by alternative, then parameters as declared (members by their order, sets
/// by mask, paths by hexes).
struct Choice {
  int16_t alternative = 0;  // of the current site
  std::array<int16_t, 4> singles{
      -1, -1, -1, -1};  // values of the single parameters, in order; Booleans and numbers as such
  std::array<int16_t, 8> path{-1, -1, -1, -1, -1, -1, -1, -1};  // hexes entered, -1 after the last
  uint64_t set = 0;  // the set parameter: bit i is the i-th candidate (members of the domain that pass
                     // `where`, in order)
  auto operator<=>(const Choice&) const = default;
};

/// One way chance can go: dice in the order rolled (the value of each), or the member drawn.
struct ChanceOutcome {
  std::array<int32_t, 4> values{};  // in steps of the die's measure
  uint8_t count = 0;
  bool operator==(const ChanceOutcome&) const = default;
};

enum class NodeKind : uint8_t { choose, chance, over };

/// Thrown by begin, choices and apply when somebody asked to stop (platform/console.h) while choices were being
/// listed. A list that was cut off looks like a whole one, so nobody gets it: `apply` and `begin` leave the position as
/// it was. Lists of fewer than `listed_between_looks` sets or choices are never cut off. It is no std::exception, so
/// that nobody takes it for a failure: whoever can keep what was found so far catches it by its name, and main the rest.
struct ListingStopped {};
/// A list of a shipped game tries some ten thousand values. What is done after a stop needs such lists whole.
inline constexpr uint64_t listed_between_looks = 65'536;

struct Outcome {
  OutcomeKind kind = OutcomeKind::open;
  int32_t side = -1;              // who won
  CaseId label = language::none;  // the case of a fault, a limit or a stuck choose
  SiteId site = -1;               // stuck: where
};

/// One evaluator of one scenario. Not thread-safe (it keeps scratch room); make one per thread, they share
/// the scenario.
class Rules {
 public:
  virtual ~Rules() = default;
  virtual const Scenario& scenario() const = 0;

  /// Brings a fresh position (Scenario::start, or one at the entry of a procedure) to its first site or end.
  virtual void begin(Position& position) = 0;

  NodeKind node(const Position& position) const;
  Outcome outcome(const Position& position) const;
  const language::Site& site(const Position& position) const;  // at choose or chance

  /// At a choose. Never empty: no lawful alternative is an outcome, or the `or else` has been run.
  virtual int32_t player(const Position& position) = 0;
  virtual void choices(const Position& position, std::vector<Choice>& out) = 0;
  /// Precondition: one of choices(position).
  virtual void apply(Position& position, const Choice& choice) = 0;

  /// From now on notified of every run of a procedure that ends while these rules begin or apply something.
  /// Its variables and state are still there. At least procedures that an invariant mentions are reported.
  using EndOfRun = std::function<void(ProcedureId procedure, const Position& position)>;
  virtual void on_end_of_run(EndOfRun listener) = 0;

  /// At chance: all equally likely, in a fixed order; each has chance 1 / size.
  virtual void outcomes(const Position& position, std::vector<ChanceOutcome>& out) = 0;
  virtual void apply(Position& position, const ChanceOutcome& outcome) = 0;
};

std::unique_ptr<Rules> make_reference_rules(std::shared_ptr<const Scenario> scenario);
std::unique_ptr<Rules> make_compiled_rules(std::shared_ptr<const Scenario> scenario);

/// The members that bit i of Choice::set stands for, in order, for this choice's other parameters (reference
/// evaluator's reading).
std::vector<int32_t> set_candidates(const Scenario& scenario, const Position& position, const Choice& choice);

/// The one text form of a choice: `attack(Matt 1, {A, B}, yes)`. Parsing finds the choice among nothing: it
/// types the words against the current site's alternatives (P01xx with the nearest names), and does not ask
/// whether it is lawful.
std::string choice_text(const Scenario& scenario, const Position& position, const Choice& choice);

}  // namespace casebook::runtime
