// SPDX-License-Identifier: Apache-2.0
#pragma once

// The second half of the checker: what is done, not what is so. Internal to engine/language, beside
// checker.h.
//
//   check_statement*.cpp   straight text: assignments, lets, branches, for, calls of effects
//   check_effect.cpp       effects; check_action.cpp, check_requirement.cpp  actions
//   check_procedure.cpp    procedures; lower_statement.cpp, lower_repeat.cpp, lower_choose.cpp  their text,
//   to Program::flow lower_watches.cpp      `whenever`, to one procedure that settles check_exception.cpp,
//   check_claim.cpp, check_invariant.cpp, check_view.cpp check_flow*.cpp        control as a whole;
//   settle.cpp leaves out settlements that cannot matter; tidy_flow.cpp
//
// Straight text has no site in it and becomes one Stmt; everything else becomes flow. A variable of a
// procedure is stored in the position only if it is read in another step than the one that sets it; otherwise
// it is scratch.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/language/check/checker.h"

namespace casebook::language {

/// `over LABEL`, `after LABEL`: looked up when every exception of the definition is known.
struct PendingOrder {
  Id definition = none;
  bool adjustment = false;
  size_t index = 0;  // of the one that says it, among exceptions or adjustments
  Id label = none;   // the case named
  SourceRange range;
};

struct PendingWatch {
  Id watch = none;
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
std::string identity(Checker& checker, uint32_t name_token, Id label, std::vector<std::string>& taken);
/// The Symbol of the action that a NAME token means; actions made for a whenever are not found.
Symbol* find_action(Checker& checker, uint32_t name_token);
std::vector<Type> param_types(const Action& action, const Program& program);
/// `at` set to a case's label node, if there is one.
void cite(Checker& checker, const Node* label_node);

/// A Var that already is, under a name that stands nowhere in the text at hand.
void name_local(Checker& checker, const std::string& name, Id var);

}  // namespace casebook::language
