// SPDX-License-Identifier: Apache-2.0
// Invariants: what must hold at a choice, in a procedure, when it ends, or between two sites.
#include "engine/language/check/checker.h"

namespace casebook::language {

void Checker::declare_invariant(const Declaration& d) {
  declare_name(invariants, name_token(*d.node), SymbolKind::invariant,
               static_cast<InvariantId>(program.invariants.size()))
      .used = true;
  fill_item(program.invariants.emplace_back(), d.name, *d.node);
}

void Checker::check_invariant(const Declaration& d) {
  const auto symbol = invariants.find(d.name);
  if (symbol == invariants.end() || symbol->second.declaration != &d) return;
  Invariant& invariant = program.invariants[symbol->second.id];
  const Node& node = *d.node;
  const SyntaxTree& tree = *at.tree;
  const bool of_step = tree.has_word(node, "step");
  if (of_step) invariant.where = InvariantWhere::every_step;
  if (const uint32_t token = name_token(node, 1); token != SyntaxTree::npos) {
    if (!of_step)
      invariant.where =
          tree.has_word(node, "end") ? InvariantWhere::end_of_procedure : InvariantWhere::in_procedure;
    const Symbol* procedure = find(doings, token, {SymbolKind::procedure}, "procedure");
    if (procedure != nullptr) invariant.procedure = procedure->id;
    if (procedure != nullptr && procedure->id == program.game) {
      // The game has run since before the first step, and nothing comes after it.
      if (of_step) invariant.procedure = none;
      if (invariant.where == InvariantWhere::end_of_procedure)
        error("E0525", node, "\"game\" has no end of its own: where the game is over nothing runs any more")
            .suggestion = "at every step";
    }
  }
  const Here here(*this);
  at.in_step = invariant.where == InvariantWhere::every_step;
  if (const Node* expr = tree.expression(node)) invariant.expr = check_boolean(*expr);
}

}  // namespace casebook::language
