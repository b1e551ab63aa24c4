// SPDX-License-Identifier: Apache-2.0
#include "engine/program/waiting.h"

#include <set>

#include "engine/program/walk.h"

namespace casebook::language {

namespace {

/// Of a condition that has to hold, the boxes that it wants a piece to be in.
void wanted(const Expr* condition, std::set<BoxId>& boxes) {
  if (condition == nullptr) return;
  if (condition->op == Op::all_of)
    for (const ExprPtr& part : condition->args) wanted(part.get(), boxes);
  if (condition->op != Op::equal) return;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Expr &one = *condition->args[side], &other = *condition->args[1 - side];
    if (one.op == Op::place_of && other.op == Op::box) boxes.insert(other.ref);
  }
}

bool puts_into_a_hex(const Action& action) {
  bool puts = false;
  walk(
      *action.body,
      [&](const Stmt& stmt) {
        puts = puts ||
               (stmt.op == StmtOp::assign && stmt.ref == none && stmt.value && stmt.value->op != Op::box);
      },
      [](const Expr&) {});
  return puts;
}

}  // namespace

std::vector<BoxId> waiting_boxes(const Program& program) {
  std::set<BoxId> boxes;
  for (const Action& action : program.actions) {
    if (!puts_into_a_hex(action)) continue;
    for (const Requirement& one : action.requires_) wanted(one.expr.get(), boxes);
    for (const ActionParam& one : action.params) wanted(one.where.get(), boxes);
  }
  return {boxes.begin(), boxes.end()};
}

}  // namespace casebook::language
