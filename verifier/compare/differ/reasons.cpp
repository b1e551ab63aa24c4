// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/reasons.h"

#include <algorithm>
#include <optional>

#include "verifier/compare/differ/choice_goals.h"

namespace casebook::compare {

using language::Expr;
using language::ListKind;
using language::none;
using language::Op;

namespace {

constexpr size_t most_reasons = 12;
constexpr size_t deepest = 40;

class Descent {
 public:
  explicit Descent(const Alignment& alignment) : alignment_(alignment) {}

  std::vector<Reason> found;

  void go(const Expr* a, const Expr* b) {
    if (found.size() >= most_reasons || alignment_.same(*a, *b)) return;
    here_.path[0].push_back(a);
    here_.path[1].push_back(b);
    if (here_.path[0].size() > deepest || !into(*a, *b)) leaf(a, b);
    here_.path[0].pop_back();
    here_.path[1].pop_back();
  }

 private:
  using Parts = std::vector<const Expr*>;

  void leaf(const Expr* a, const Expr* b) {
    Reason reason = here_;
    ItemRefs uses;
    if (a != nullptr) uses.merge(alignment_.settled(0).uses(*a));
    if (b != nullptr) uses.merge(alignment_.settled(1).uses(*b));
    reason.items = changed_beneath(alignment_, uses);
    found.push_back(std::move(reason));
  }

  /// No: where they part is here.
  bool into(const Expr& a, const Expr& b) {
    if (a.op != b.op) return joined(a, b);
    switch (a.op) {
      case Op::all_of:
      case Op::any_of:
        return parts(list_of(a), list_of(b));
      case Op::not_:
        go(a.args[0].get(), b.args[0].get());
        return true;
      case Op::implies:
      case Op::choose_if:
        return parts(list_of(a), list_of(b));
      case Op::let:
        if (!alignment_.same(*a.args[0], *b.args[0])) return false;
        go(a.args[1].get(), b.args[1].get());
        return true;
      case Op::if_hex:
        return alignment_.same(*a.args[0], *b.args[0]) && parts(list_of(a, 1), list_of(b, 1));
      case Op::exists:
      case Op::for_all:
        return of_members(a, b);
      case Op::call:
        return called(a, b);
      case Op::list:
        return entries(a, b);
      default:
        return false;
    }
  }

  static Parts list_of(const Expr& expr, size_t from = 0) {
    Parts parts;
    for (size_t i = from; i < expr.args.size(); ++i) parts.push_back(expr.args[i].get());
    return parts;
  }

  /// One is a list of conditions, of which the other has one alone.
  bool joined(const Expr& a, const Expr& b) {
    const auto many = [](const Expr& one) { return one.op == Op::all_of || one.op == Op::any_of; };
    if (many(a) == many(b)) return false;
    return many(a) ? parts(list_of(a), {&b}) : parts({&a}, list_of(b));
  }

  /// Those that the other has too are no reason; of the rest the nth stands for the nth, if they are as many,
  /// and else each is one by itself.
  bool parts(Parts a, Parts b) {
    const Parts all = a;
    for (const Expr* one : all) {
      const auto there =
          std::find_if(b.begin(), b.end(), [&](const Expr* other) { return alignment_.same(*one, *other); });
      if (there == b.end()) continue;
      b.erase(there);
      a.erase(std::find(a.begin(), a.end(), one));
    }
    if (a.empty() && b.empty()) return false;  // only their order, or which variable is meant
    if (a.size() == b.size()) {
      for (size_t i = 0; i < a.size(); ++i) go(a[i], b[i]);
      return true;
    }
    for (const Expr* one : a) alone(0, one);
    for (const Expr* one : b) alone(1, one);
    return true;
  }

  void alone(size_t side, const Expr* part) {
    if (found.size() >= most_reasons) return;
    here_.path[side].push_back(part);
    leaf(side == 0 ? part : nullptr, side == 0 ? nullptr : part);
    here_.path[side].pop_back();
  }

  bool of_members(const Expr& a, const Expr& b) {
    const language::Binder &mine = *a.binder, &theirs = *b.binder;
    const auto same = [&](const language::ExprPtr& one, const language::ExprPtr& other) {
      if (!one || !other) return !one && !other;
      return alignment_.same(*one, *other);
    };
    if (!same(mine.domain, theirs.domain) || !same(mine.on, theirs.on)) return false;
    const bool where = same(mine.where, theirs.where);
    if (where == alignment_.same(*a.args[0], *b.args[0])) return false;
    if (where)
      go(a.args[0].get(), b.args[0].get());
    else if (mine.where && theirs.where)
      go(mine.where.get(), theirs.where.get());
    else
      return false;
    return true;
  }

  bool called(const Expr& a, const Expr& b) {
    if (alignment_.from(0).definitions[a.ref] != b.ref) return false;
    const auto& mine = alignment_.settled(0).program().definitions[a.ref];
    const auto& theirs = alignment_.settled(1).program().definitions[b.ref];
    for (const auto* one : {&mine, &theirs}) {
      if (!one->adjustments.empty() || !one->exceptions.empty()) return false;
    }
    if (mine.params.size() != theirs.params.size() || !mine.body || !theirs.body) return false;
    if (!seen_.insert(a.ref).second) return true;  // its reasons are known already
    const size_t before = found.size();
    go(mine.body.get(), theirs.body.get());
    return found.size() != before;
  }

  bool entries(const Expr& a, const Expr& b) {
    const auto conditions = [](const Expr& expr) {
      return expr.list->kind == ListKind::all_of || expr.list->kind == ListKind::any_of;
    };
    if (a.list->kind != b.list->kind || !conditions(a)) return false;
    Parts mine, theirs;
    for (const auto& [expr, into] : {std::pair{&a, &mine}, std::pair{&b, &theirs}}) {
      for (const language::ListEntry& entry : expr->list->entries) {
        if (entry.per || entry.when) return false;
        into->push_back(entry.value.get());
      }
    }
    return parts(std::move(mine), std::move(theirs));
  }

  const Alignment& alignment_;
  Reason here_;
  std::set<DefinitionId> seen_;
};

}  // namespace

std::vector<Reason> reasons(const Alignment& alignment, const Expr& a, const Expr& b) {
  Descent descent(alignment);
  descent.go(&a, &b);
  return std::move(descent.found);
}

}  // namespace casebook::compare
