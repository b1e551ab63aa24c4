// SPDX-License-Identifier: Apache-2.0
#pragma once

// Visits expressions and statements of the typed program, top down and left to right. Missing parts (null)
// are skipped.

#include <functional>
#include <utility>

#include "engine/program/program.h"

namespace casebook::language {

/// The expression itself, then everything below it: operands, binders' domains and filters, entries of lists.
void walk(const Expr& expr, const std::function<void(const Expr&)>& visit);
/// The same for changing them: payload, variables, even operands of the one visited (which are then visited).
void change(Expr& expr, const std::function<void(Expr&)>& visit);
/// Whether the requirement, or what lifts it, speaks of that variable.
bool mentions(const Requirement& requirement, VarId var);
void walk(const Binder& binder, const std::function<void(const Expr&)>& visit);

/// The statement itself and every statement below it; expressions are given to the other function.
void walk(const Stmt& stmt, const std::function<void(const Stmt&)>& visit,
          const std::function<void(const Expr&)>& visit_expr);

/// The expressions that one step of flow evaluates itself: its own, and at a site those of the site. Of an
/// action that an alternative or an attempt names, nothing.
void walk(const Program& program, const FlowStep& step, const std::function<void(const Expr&)>& visit);

/// The steps of flow [first, end) that a `whenever` has for what is written in its block; none: {0, 0}.
std::pair<int32_t, int32_t> block_of(const Program& program, const Watch& watch);

/// A copy in which every binder has a Var of its own, as the typed program wants it. `renamed` says which
/// Vars stand for which: those found there are replaced, those made are not added to it.
ExprPtr clone_fresh(Program& program, const Expr& expr,
                    const std::vector<std::pair<VarId, VarId>>& renamed = {});

}  // namespace casebook::language
