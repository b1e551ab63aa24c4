// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can happen from one site, over every position there: each alternative of a choose, each roll, each
// draw, up to the next site; and what is to be shown of it.
//
// Hypotheses are the invariants that hold at this site, as far as they are taken to. An obligation is one
// invariant at one place where the step can come to.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/control.h"
#include "verifier/symbolic/solver.h"
#include "verifier/symbolic/translator.h"

namespace casebook::symbolic {

/// Index into the alternatives of a choose; chance has one, 0.
using Alternative = int16_t;

struct Obligation {
  Id invariant = language::none;
  int32_t from = -1;  // site
  Alternative alternative = 0;
  int32_t to = -1;    // site; -1: not of a site, but of the step or of the end of a procedure
  size_t way = 0;     // of SiteProof::ways()
  Ref violated = no;  // on this way, and the invariant does not hold after it
  Ref broken = no;    // the invariant does not hold after it, whatever the way
  std::string open;   // why it could not be written down; then `violated` means nothing
  // What came of it.
  std::optional<Answer> answer;
  std::vector<int32_t> needed;  // of the hypotheses and conditions: see SiteProof::name_text
  uint64_t resources = 0;
};

/// A model read back: where the step begins, and the step.
struct DecodedStep {
  runtime::Position position;
  std::vector<runtime::SlotValue> parameters;  // of the action; of chance, the dice or the member drawn
};

class SiteProof {
 public:
  /// `holds`: by invariant, whether it may be taken to hold at this site.
  SiteProof(std::shared_ptr<const runtime::Scenario> scenario, int32_t site, SolverLimits limits);
  ~SiteProof();

  int32_t site() const { return site_; }
  /// Ways to stand here: what runs, and where each calls the next.
  const std::vector<runtime::Control>& ways() const { return ways_; }
  std::vector<Obligation>& obligations() { return obligations_; }
  const std::vector<Obligation>& obligations() const { return obligations_; }
  /// What the translation left free, with its case: a model need not be a position.
  const std::map<std::string, Id>& freed() const { return freed_; }
  /// Invariants that can be taken to hold here at all.
  bool can_suppose(Id invariant) const { return hypotheses_[static_cast<size_t>(invariant)].has_value(); }

  /// Asks whether the obligation can be violated, with the invariants supposed at this site.
  Answer ask(Obligation& obligation, const std::vector<bool>& supposed);
  /// After `satisfiable`.
  DecodedStep decode(const Obligation& obligation) const;
  /// A requirement, as the core names it: its label.
  Id label_of(const Obligation& obligation, int32_t name) const;
  static bool is_invariant(int32_t name);
  size_t nodes() const { return formula_.size(); }

 private:
  struct Branch {
    Alternative alternative = 0;
    Parameters parameters;
    std::vector<Translator::Condition> conditions;
    std::unique_ptr<Solver> solver;
  };
  const Branch& branch_of(const Obligation& obligation) const;
  void oblige(const Branch& branch, Translator::Step& step, size_t way, const SymbolicPosition& before);
  void add_obligation(const Branch& branch, Id invariant, int32_t to, size_t way, Ref when,
                      const SymbolicPosition& position, const SymbolicPosition* before);

  std::shared_ptr<const runtime::Scenario> scenario_;
  int32_t site_;
  Formula formula_;
  PositionFormulas positions_;
  Translator translator_;
  std::vector<runtime::Control> ways_;
  std::optional<SymbolicPosition> open_;
  std::vector<std::optional<Ref>> hypotheses_;
  std::vector<Branch> branches_;
  std::vector<Obligation> obligations_;
  std::map<std::string, Id> freed_;
  SolverLimits limits_;
  Assignment model_;
};

/// Sites at which a procedure surely runs: in every way to stand there.
bool runs_at(const std::vector<runtime::Control>& ways, Id procedure);

}  // namespace casebook::symbolic
