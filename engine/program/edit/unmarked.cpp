// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/unmarked.h"

#include <algorithm>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"

namespace casebook::language {

namespace {

bool is(const ExprPtr& expr, bool value) {
  return expr && expr->op == Op::constant && expr->type == boolean_type && expr->value == (value ? 1 : 0);
}
bool is_known(const ExprPtr& expr) {
  return is(expr, true) || is(expr, false);
}
void become(Expr& expr, bool value) {
  expr = std::move(*make_constant(boolean_type, value ? 1 : 0, expr.place));
}
void replace(Expr& expr, ExprPtr& by) {
  ExprPtr kept = std::move(by);
  expr = std::move(*kept);
}

/// Answers the readings, and folds away what that decides.
class Answering {
 public:
  Answering(Program& program, const std::vector<int32_t>& answers) : p_(program), answers_(answers) {}

  void run() {
    anatomy(p_, Visitor{[&](const Line&, Expr& expr) { fold(expr); },
                        [&](const Line&, Stmt& stmt) { fold(stmt); }});
    for (Definition& one : p_.definitions)
      for (Exception& exception : one.exceptions)
        if (is(exception.when, true)) exception.when = truth(exception.place);
    for (Action& action : p_.actions) drop_idle(action);
    for (Site& site : p_.sites)
      for (Alternative& one : site.alternatives)
        std::erase_if(one.requires_, [](const Requirement& it) { return is(it.expr, true); });
    std::erase_if(p_.claims, [](const Claim& one) {
      return !one.disputed.empty() ||
             std::any_of(one.with.begin(), one.with.end(),
                         [](const Setting& setting) { return setting.reading != none; });
    });
    for (Kind& kind : p_.kinds) kind.reading = none;
    p_.readings.clear();
  }

 private:
  static ExprPtr truth(const Place& place) { return make_constant(boolean_type, 1, place); }

  static void drop_idle(Action& action) {
    for (auto* list : {&action.requires_, &action.ensures}) {
      for (Requirement& one : *list)
        std::erase_if(one.waivers, [](const Waiver& waiver) { return is(waiver.when, false); });
      std::erase_if(*list, [](const Requirement& one) { return is(one.expr, true); });
    }
  }

  void fold(Stmt& stmt) {
    expressions_of(stmt, [&](Expr& expr) { fold(expr); });
    for (StmtPtr& inner : stmt.body)
      if (inner) fold(*inner);
    if (stmt.op != StmtOp::branch || !is_known(stmt.value)) return;
    StmtPtr kept = std::move(stmt.body[is(stmt.value, true) ? 0 : 1]);
    Stmt block;
    block.place = stmt.place;
    block.label = stmt.label;
    if (kept) block.body.push_back(std::move(kept));
    stmt = std::move(block);
  }

  void fold(Expr& expr) {
    expressions_of(expr, [&](Expr& inner) { fold(inner); });
    if (expr.list) {
      auto& entries = expr.list->entries;
      std::erase_if(entries, [](const ListEntry& one) { return is(one.when, false); });
      for (ListEntry& one : entries)
        if (is(one.when, true) && !one.per) one.when = nullptr;
    }
    switch (expr.op) {
      case Op::reading_value:
        expr = std::move(*make_constant(expr.type, answers_[static_cast<size_t>(expr.ref)], expr.place));
        break;
      case Op::equal:
        if (expr.args[0]->op == Op::constant && expr.args[1]->op == Op::constant &&
            expr.args[0]->type == expr.args[1]->type)
          become(expr, expr.args[0]->value == expr.args[1]->value);
        break;
      case Op::not_:
        if (is_known(expr.args[0])) become(expr, is(expr.args[0], false));
        break;
      case Op::all_of:
      case Op::any_of: {
        const bool neutral = expr.op == Op::all_of;
        std::erase_if(expr.args, [&](const ExprPtr& arg) { return is(arg, neutral); });
        const bool decided = std::any_of(expr.args.begin(), expr.args.end(),
                                         [&](const ExprPtr& arg) { return is(arg, !neutral); });
        if (decided || expr.args.empty())
          become(expr, decided != neutral);
        else if (expr.args.size() == 1)
          replace(expr, expr.args[0]);
        break;
      }
      case Op::implies:
        if (is(expr.args[0], false) || is(expr.args[1], true))
          become(expr, true);
        else if (is(expr.args[0], true))
          replace(expr, expr.args[1]);
        break;
      case Op::choose_if:
        if (is_known(expr.args[0])) replace(expr, expr.args[is(expr.args[0], true) ? 1 : 2]);
        break;
      default:
        break;
    }
  }

  Program& p_;
  const std::vector<int32_t>& answers_;
};

}  // namespace

std::shared_ptr<const Program> without_readings(const Program& program, const std::vector<int32_t>& answers) {
  auto out = std::make_shared<Program>(program);
  Answering(*out, answers).run();
  return out;
}

}  // namespace casebook::language
