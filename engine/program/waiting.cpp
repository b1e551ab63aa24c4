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

/// Pieces that are taken from any of these boxes to one, or to the map.
struct Move {
  std::set<BoxId> from;
  BoxId to = none;  // none: the map
};

/// What every statement of the program that gives a piece a place says of where the piece was.
class Moves {
 public:
  explicit Moves(const Program& program) : program_(program) {}

  std::vector<Move> all() {
    for (const Action& action : program_.actions) {
      if (!action.body) continue;
      Scope scope;
      for (const Requirement& one : action.requires_) mention(one.expr.get(), scope);
      for (const ActionParam& one : action.params) {
        mention(one.domain.get(), scope);
        mention(one.where.get(), scope);
      }
      look(*action.body, scope);
    }
    // Of a branch in the flow nothing says which steps it leads to.
    for (const FlowStep& step : program_.flow)
      if (step.stmt) look(*step.stmt, {});
    return std::move(moves_);
  }

 private:
  struct Scope {
    std::set<BoxId> boxes;    // in which conditions around the statement say that a piece is
    bool mentions = false;    // any of them at all
    bool other_than = false;  // or that it is not there
    bool ranges = false;      // over pieces that may be anywhere
  };

  /// Boxes that a condition or a set compares the place of a piece with.
  void mention(const Expr* expr, Scope& scope) {
    if (expr == nullptr) return;
    walk(*expr, [&](const Expr& part) {
      if (part.op == Op::call && called_.insert(part.ref).second) {
        mention(program_.definitions[part.ref].body.get(), scope);
        called_.erase(part.ref);
      }
      if (part.op == Op::not_) {
        Scope inner;
        mention_compared(part, inner);
        scope.other_than = scope.other_than || inner.mentions;
      }
      if (part.op == Op::equal) mention_compared(part, scope);
    });
  }
  static void mention_compared(const Expr& expr, Scope& scope) {
    walk(expr, [&](const Expr& part) {
      if (part.op != Op::equal) return;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Expr &one = *part.args[side], &other = *part.args[1 - side];
        if (one.op != Op::place_of || other.op != Op::box) continue;
        scope.boxes.insert(other.ref);
        scope.mentions = true;
      }
    });
  }

  void look(const Stmt& stmt, Scope scope) {
    switch (stmt.op) {
      case StmtOp::assign:
        if (stmt.ref == none && stmt.value) note(*stmt.value, scope);
        return;
      case StmtOp::branch:
        mention(stmt.value.get(), scope);
        break;
      case StmtOp::for_all:
      case StmtOp::for_each:
        mention(stmt.binder->domain.get(), scope);
        mention(stmt.binder->where.get(), scope);
        scope.ranges = scope.ranges || (stmt.binder->at == none && !stmt.binder->on);
        break;
      case StmtOp::effect:
        look(program_.effects[stmt.ref], scope);
        return;
      default:
        break;
    }
    for (const StmtPtr& inner : stmt.body)
      if (inner) look(*inner, scope);
  }
  void look(const Effect& effect, const Scope& scope) {
    for (const EffectEntry& entry : effect.entries) {
      Scope inner = scope;
      mention(entry.when.get(), inner);
      look(*entry.body, inner);
    }
  }

  void note(const Expr& place, const Scope& scope) {
    // The places of an `if` are one or the other.
    if (place.op == Op::choose_if) {
      note(*place.args[1], scope);
      note(*place.args[2], scope);
      return;
    }
    Move move;
    move.to = place.op == Op::box ? BoxId(place.ref) : BoxId(none);
    move.from = scope.boxes;
    if (scope.other_than || (!scope.mentions && scope.ranges)) {
      for (size_t box = 0; box < program_.boxes.size(); ++box) move.from.insert(static_cast<BoxId>(box));
    }
    if (!move.from.empty()) moves_.push_back(std::move(move));
  }

  const Program& program_;
  std::set<DefinitionId> called_;  // that are being looked into
  std::vector<Move> moves_;
};

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

std::vector<BoxId> boxes_with_a_way_on(const Program& program) {
  const std::vector<BoxId> waiting = waiting_boxes(program);
  std::set<BoxId> boxes(waiting.begin(), waiting.end());
  const std::vector<Move> moves = Moves(program).all();
  for (size_t before = boxes.size() + 1; before != boxes.size();) {
    before = boxes.size();
    for (const Move& move : moves)
      if (move.to == none || boxes.count(move.to) != 0) boxes.insert(move.from.begin(), move.from.end());
  }
  return {boxes.begin(), boxes.end()};
}

}  // namespace casebook::language
