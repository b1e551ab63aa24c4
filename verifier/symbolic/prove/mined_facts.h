// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mined invariants as facts of a question. An induction of its own has proved them of every position that play
// reaches, so a proof may suppose them where they are proved. Nothing that is proved here goes into their proof:
// what that needed of the rules it proved itself.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

struct MinedFact {
  InvariantId invariant = 0;             // of MinedInvariants::rules
  const language::Expr* expr = nullptr;  // of that program
  std::string text;                      // mined_text
  std::vector<bool> at;                  // by site: it is proved there
};

/// What the scenario carries; nothing when it carries nothing. The scenario of `with_mined_variables` must live
/// as long.
std::vector<MinedFact> mined_facts(const runtime::Scenario& scenario);

/// The scenario with the variables of its mined invariants, so that they can be translated beside its rules. Its
/// invariants, positions and records are those of the scenario. The same scenario when it carries nothing.
std::shared_ptr<const runtime::Scenario> with_mined_variables(
    const std::shared_ptr<const runtime::Scenario>& scenario);

/// That the expression is true of the position and does not fault; nothing where it is not translated.
std::optional<Ref> mined_holds(Translator& translator, const language::Expr& expr,
                               const SymbolicPosition& position);

/// Whether it holds there, by the reference evaluator. Precondition: it is proved where the position stands.
bool mined_holds_in(const runtime::Scenario& scenario, const MinedFact& fact,
                    const runtime::Position& position);

}  // namespace casebook::symbolic
