// SPDX-License-Identifier: Apache-2.0
#pragma once

// Proves invariants by induction over everything that can be done: at each site each alternative, each roll
// and each draw, to the next site, from every position that satisfies the hypotheses of the site.
//
// 1. The hypotheses of a site are all invariants that can be stated of a position there, also where play
//    does not check them (in the middle of a combat).
// 2. A hypothesis that does not survive a step is dropped. Everything that relied on it is proved again.
// 3. Repeat until nothing changes (Houdini: Flanagan and Leino 2001).
//
// What is left holds at the start and after every step, and so in every position that play can reach.
//
// The law: no position is shown that the engine has not confirmed. A model becomes a position. The
// reference evaluator says whether it satisfies the hypotheses, whether the step is lawful, and whether the
// invariant is violated after it. If not, the answer is UNKNOWN with the part of the translation that was
// left free, or a TOOL ERROR if nothing was.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/finding/finding.h"
#include "verifier/finding/verdict.h"
#include "verifier/finding/witness.h"
#include "verifier/symbolic/formula/solver.h"
#include "verifier/symbolic/limits.h"

namespace casebook::symbolic {

using namespace language::ids;

struct InductionSettings {
  /// For the last round of a question; a question has several rounds, and a step many questions
  /// (question.h). Each question first gets a small part of it, and is put back when that does not answer
  /// it. By its next turn others are settled and false suppositions dropped.
  SolverLimits limits{query_limit::induction};
  uint64_t property_resources = 0;  // for all questions of one property together; 0: without limit
  uint64_t all_resources = 0;       // for everything together; 0: without limit
  std::vector<Id> invariants;       // of Properties; empty: all
  /// Proves only these steps, named as action_text names them: where a violation is suspected. Then only
  /// the invariants are supposed, and no property is PROVED, only its steps. Empty: all.
  std::vector<std::string> steps;
  TranslatorLimits translator;                   // beyond which what is large is not written out
  std::function<bool()> go_on;                   // null: always
  std::function<void(const std::string&)> told;  // how far it is, a line each; null: nobody
};

/// One invariant over one thing that can be done: a cell of the matrix case by property.
struct ProofCell {
  Id invariant = language::none;  // of Properties
  int32_t site = -1;              // where it is done; -1: where the game begins
  int16_t alternative = 0;
  int32_t to = -1;       // the site come to; -1: the step itself, or an end of a procedure
  bool due = true;       // play asks there; otherwise it would only have been leant on
  bool asked = true;     // of the solver, or known without
  bool follows = false;  // asked when the invariant itself was supposed no longer where the step begins
  Verdict verdict = Verdict::unknown;
  std::string why;             // of what is not proved
  std::vector<Id> invariants;  // of Properties, leant on
  std::vector<Id> mined;       // by their number in Induction::mined, likewise
  std::vector<CaseId> labels;  // of requirements and invariants that the proof needed
  /// NOT INDUCTIVE: a property that its position violates and that was dropped there because a limit was
  /// reached.
  std::string without;
  uint64_t resources = 0;
  size_t questions = 0, rounds = 0;  // asked of the solver; each in so many rounds together
  std::optional<Witness> witness;
  std::optional<Witness>
      small;  // REFUTED: the same from a made-up position with as little on the map as can be
};

/// A mark of a property that is proved (property_marks.h).
struct PropertyMark {
  std::optional<Mark> mark;        // vacuous or trivial
  std::string why;                 // of the mark
  std::vector<std::string> needs;  // VACUOUS: what is proved and was needed for it, by name
  std::string open;                // why it was not decided; or empty
};

/// Invariants of the rules that no position satisfies together.
struct Contradiction {
  std::vector<InvariantId> invariants;  // sorted; none of them can be left out
  bool fewest = true;                   // that none can be left out is shown
  std::vector<int32_t> sites;           // place_of_mark
};

/// A site at which no position satisfies the properties proved of it.
struct NobodyComes {
  int32_t site = -1;
  std::vector<std::string> needs;  // properties, by name
};

struct Induction {
  std::vector<ProofCell> cells;      // by invariant, then site, alternative, where to
  std::vector<Verdict> verdicts;     // by invariant, of the whole; then of what is asked of every game
  std::vector<std::string> reasons;  // likewise; empty when proved
  std::vector<std::string> tried;    // likewise, by play of what is not proved (reach_break.h); or empty
  std::vector<PropertyMark> marks;   // likewise
  std::vector<Contradiction> contradictions;
  std::vector<NobodyComes> nobody_comes;
  std::vector<std::string> undecided;  // of contradictions, of marks and of who comes where
  std::vector<std::string> open;       // what the translation left free anywhere, with its case
  /// Sets to choose from whose number of members no_fault does not check (limits::free_members).
  std::vector<std::string> not_counted;
  std::vector<std::string> supposed;  // and proved too, beside the invariants: what proofs lean on
  std::vector<std::string> mined;     // invariants that the scenario carries, proved before
  std::vector<bool> mined_needed;     // likewise: whether a proof leans on it
  uint64_t resources = 0, questions = 0;
  /// What was not asked any more after all_resources, with how often: `alone: 3 steps`. Empty: it sufficed.
  std::vector<std::string> not_asked;
  size_t nodes = 0;         // of formulas
  std::vector<bool> asked;  // by property; what no proof of it was asked of may lack cells
  bool all_steps = true;    // were asked; otherwise proofs suppose the invariants as they stand
  bool stopped = false;

  /// Whether that is shown of the property: it is PROVED then of nothing, and VACUOUS.
  bool asked_nowhere(Id property) const;
};

/// Properties of every game, after its invariants: nothing leaves its range, the side that ends the game has won
/// it, and wherever somebody must choose there is a lawful choice.
inline constexpr std::array<std::string_view, 3> own_properties{"no_fault", "one_winner", "can_choose"};

Induction prove_invariants(const std::shared_ptr<const runtime::Scenario>& scenario,
                           const InductionSettings& settings = {});

/// Which candidates hold wherever play comes.
struct Kept {
  std::vector<std::vector<bool>> at;  // by site, by candidate: it is proved there
  uint64_t questions = 0, resources = 0;
  std::vector<std::string> limits;  // a sentence each: why more might hold
  bool stopped = false;             // then nothing is kept
};

/// The invariants of the program from `first` on are candidates. Supposes each at the sites of `supposed`
/// (by site, by candidate), and drops it at a site where a step may break it or where that is not decided,
/// until nothing is dropped. What a proof needs of the invariants before them is proved too, or not used.
/// Nothing is played and no position is shown: this is for finding what holds, not for telling why something
/// does not.
Kept keep_inductive(const std::shared_ptr<const runtime::Scenario>& scenario, InvariantId first,
                    const std::vector<std::vector<bool>>& supposed, const InductionSettings& settings);

}  // namespace casebook::symbolic
