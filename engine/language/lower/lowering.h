// SPDX-License-Identifier: Apache-2.0
#pragma once

// The second half of the checker: actions, statements and procedures. Internal to engine/language, beside
// checker.h.
//
//   check_statement, check_assign           text without a site: assignments, branches, calls of effects
//   check_effect                            effects
//   check_action, check_requirement         actions and their requirements
//   check_procedure                         procedures
//   lower_statement, lower_repeat,          the text of procedures, to Program::flow
//     lower_choose, lower_chance
//   lower_watches                           `whenever`, to one procedure that settles
//   check_exception, check_claim,           exceptions, claims, views (invariants: check/check_invariant.cpp)
//     check_view
//   check_flow, check_ways,                 control as a whole
//     check_lifetimes, check_interrupted
//   settle_watches, tidy_flow               remove settlements that cannot matter, and steps that do nothing
//
// Text without a site becomes one Stmt; everything else becomes flow. A variable of a procedure is stored
// in the position only if another step reads it than the one that sets it; otherwise it is scratch.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/language/check/checker.h"

namespace casebook::language {

/// `over LABEL`, `after LABEL`: looked up when every exception of the definition is known.
struct PendingOrder {
  DefinitionId definition = none;
  bool adjustment = false;
  size_t index = 0;     // of the one that says it, among exceptions or adjustments
  CaseId label = none;  // the case named
  SourceRange range;
};

struct PendingWatch {
  WatchId watch = none;
  const Declaration* declaration = nullptr;
};

/// What check_ functions leave for the passes after them.
struct Lowering {
  std::vector<PendingOrder> orders;
  std::vector<PendingWatch> watches;
  std::vector<bool> written;  // by flow step: stands for a line of text (others are made by the compiler)
};

// ---- straight text

StmtPtr make_stmt(const Checker& checker, StmtOp op, const Node& node);
/// One statement without sites; what has one is E0501. Null: wrong, and reported.
StmtPtr check_statement(Checker& checker, const Node& node);
/// A block in a scope of its own; never null.
StmtPtr check_block(Checker& checker, const Node& block);
/// The same for statements that stand among other children of a node.
StmtPtr check_statements(Checker& checker, const Node& owner, const std::vector<const Node*>& statements);
/// `e(x)`: a call_stmt or a call read as an entry.
StmtPtr check_effect_call(Checker& checker, const Node& node);
/// `let`; stored if so asked. The variable's id in Stmt::ref.
StmtPtr check_let(Checker& checker, const Node& node, bool stored);
/// The side or null (drawn), checked.
bool check_winner(Checker& checker, const Node& end_game, ExprPtr& winner);

/// The statements of a block or of any node, in order.
std::vector<const Node*> statements_of(const SyntaxTree& tree, const Node& node);
/// Whether it can be one Stmt: no site, no call of a procedure, no repeat, stop or end game.
bool is_straight(const Checker& checker, const Node& node);
/// Whether it has `end game` within or calls an effect that has, as far as the text shows.
bool may_end_game(const Checker& checker, const Node& node);

// ---- requirements

/// The name written, else the label, from the second one on `4.2#2`. Notes it in `taken`; E0523 when a
/// written one is taken.
std::string identity(Checker& checker, uint32_t name_token, CaseId label, std::vector<std::string>& taken);
/// The Symbol of the action that a NAME token means; actions made for a whenever are not found.
Symbol* find_action(Checker& checker, uint32_t name_token);
std::vector<Type> param_types(const Action& action, const Program& program);
/// `at` set to a case's label node, if there is one.
void cite(Checker& checker, const Node* label_node);

/// A Var that already is, under a name that stands nowhere in the text at hand.
void name_local(Checker& checker, const std::string& name, VarId var);

}  // namespace casebook::language
