// SPDX-License-Identifier: Apache-2.0
#include "engine/language/changed.h"

#include <algorithm>
#include <set>

#include "engine/language/everything.h"
#include "engine/language/walk.h"

namespace casebook::language {
namespace {

/// Names of what an expression uses itself.
void note_uses(const Program& p, const Expr& top, std::set<std::string>& uses) {
  walk(top, [&](const Expr& e) {
    const auto name = [&](const auto& items) { uses.insert(items[static_cast<size_t>(e.ref)].name); };
    switch (e.op) {
      case Op::call:
        name(p.definitions);
        break;
      case Op::field_at:
        name(p.fields);
        break;
      case Op::table:
        name(p.tables);
        break;
      case Op::given:
      case Op::given_between:
        name(p.givens);
        break;
      case Op::state:
      case Op::state_between:
        name(p.states);
        break;
      case Op::legal:
        name(p.actions);
        break;
      default:
        break;
    }
  });
}

struct Used {
  const Item* item;
  std::set<std::string> uses;
};

}  // namespace

std::vector<std::string> changed_through(Program& p) {
  if (p.replaced.empty() && p.changes.empty()) return {};
  std::vector<Used> all;
  const auto maybe = [&](const ExprPtr& expr, Used& used) {
    if (expr) note_uses(p, *expr, used.uses);
  };
  const auto statements = [&](Stmt& stmt, Used& used) {
    walk(
        stmt,
        [&](const Stmt& s) {
          if (s.op == StmtOp::effect && s.ref >= 0)
            used.uses.insert(p.effects[static_cast<size_t>(s.ref)].name);
        },
        [&](const Expr& e) { note_uses(p, e, used.uses); });
  };
  for (Definition& d : p.definitions) {
    Used used{&d, {}};
    maybe(d.body, used);
    all.push_back(std::move(used));
  }
  for (const Field& f : p.fields) {
    Used used{&f, {}};
    for (const ExprPtr* expr : {&f.goal, &f.through, &f.across, &f.step}) maybe(*expr, used);
    all.push_back(std::move(used));
  }
  for (Effect& e : p.effects) {
    Used used{&e, {}};
    for (EffectEntry& entry : e.entries) {
      maybe(entry.when, used);
      if (entry.body) statements(*entry.body, used);
    }
    all.push_back(std::move(used));
  }
  for (Action& a : p.actions) {
    Used used{&a, {}};
    each_expression(a, [&](Expr& e) { note_uses(p, e, used.uses); });
    if (a.body) statements(*a.body, used);
    all.push_back(std::move(used));
  }
  std::set<std::string> replaced(p.replaced.begin(), p.replaced.end());
  for (const Program::Change& change : p.changes) replaced.insert(change.item);
  std::set<std::string> changed = replaced;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Used& used : all) {
      if (changed.count(used.item->name) != 0) continue;
      const bool through = std::any_of(used.uses.begin(), used.uses.end(),
                                       [&](const std::string& name) { return changed.count(name) != 0; });
      if (through) grew = changed.insert(used.item->name).second || grew;
    }
  }
  std::vector<std::string> result;
  for (const Used& used : all) {
    if (changed.count(used.item->name) != 0 && replaced.count(used.item->name) == 0)
      result.push_back(used.item->name);
  }
  return result;
}

}  // namespace casebook::language
