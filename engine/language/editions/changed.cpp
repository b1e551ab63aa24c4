// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/changed.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "engine/program/walk.h"

namespace casebook::language {
namespace {

/// Something that may use what changed, and may be used: views and invariants are used by nothing.
struct User {
  std::string shown;  // its name, as it is listed
  std::string name;   // by which others use it, or empty
  std::set<std::string> uses;
};

class Uses {
 public:
  explicit Uses(const Program& program) : p_(program) {}

  std::vector<User> all() {
    for (const Definition& d : p_.definitions) {
      begin(d.name, d.name);
      expr(d.body);
      for (const Exception& e : d.exceptions) {
        expr(e.when);
        expr(e.value);
      }
      for (const Adjustment& a : d.adjustments) {
        expr(a.when);
        expr(a.value);
      }
    }
    for (const Field& f : p_.fields) {
      begin(f.name, f.name);
      for (const ExprPtr* one : {&f.goal, &f.through, &f.across, &f.step}) expr(*one);
    }
    for (const Effect& e : p_.effects) {
      begin(e.name, e.name);
      for (const EffectEntry& entry : e.entries) {
        expr(entry.when);
        statement(entry.body);
      }
    }
    for (const Action& a : p_.actions) {
      if (a.watch != none) continue;
      begin(a.name, a.name);
      action(a);
    }
    for (size_t i = 0; i < p_.procedures.size(); ++i) {
      const Procedure& procedure = p_.procedures[i];
      if (static_cast<Id>(i) == p_.settle) continue;
      begin(procedure.name, procedure.name);
      for (const Id state : procedure.states) expr(p_.states[state].initial);
      for (int32_t at = procedure.entry; at < procedure.end; ++at) step(p_.flow[at]);
    }
    for (const Watch& watch : p_.watches) {
      begin(watch.name, watch.name);
      expr(watch.by);
      expr(watch.first);
      if (watch.action != none) action(p_.actions[watch.action]);
      const auto [first, end] = block_of(p_, watch);
      for (int32_t at = first; at < end; ++at) step(p_.flow[at]);
    }
    for (const Invariant& invariant : p_.invariants) {
      begin("invariant \"" + invariant.name + "\"", "");
      expr(invariant.expr);
    }
    for (const View& view : p_.views) {
      begin("view \"" + view.name + "\"", "");
      expr(view.expr);
      expr(view.from);
      if (view.action != none) use(p_.actions, view.action);
    }
    return std::move(users_);
  }

 private:
  void begin(std::string shown, std::string name) {
    users_.push_back({std::move(shown), std::move(name), {}});
  }
  template <class T>
  void use(const std::vector<T>& items, Id id) {
    users_.back().uses.insert(items[static_cast<size_t>(id)].name);
  }

  void look(const Expr& e) {
    switch (e.op) {
      case Op::call:
        return use(p_.definitions, e.ref);
      case Op::field_at:
        return use(p_.fields, e.ref);
      case Op::table:
        return use(p_.tables, e.ref);
      case Op::given:
      case Op::given_between:
        return use(p_.givens, e.ref);
      case Op::state:
      case Op::state_between:
        return use(p_.states, e.ref);
      case Op::legal:
        return use(p_.actions, e.ref);
      case Op::option_value:
        return use(p_.options, e.ref);
      case Op::reading_value:
        return use(p_.readings, e.ref);
      default:
        return;
    }
  }
  void expr(const ExprPtr& top) {
    if (top) walk(*top, [this](const Expr& e) { look(e); });
  }
  void statement(const StmtPtr& stmt) {
    if (!stmt) return;
    walk(
        *stmt,
        [this](const Stmt& s) {
          if (s.op == StmtOp::effect) use(p_.effects, s.ref);
          if (s.op == StmtOp::assign && s.ref != none) use(p_.states, s.ref);
        },
        [this](const Expr& e) { look(e); });
  }
  void requirements(const std::vector<Requirement>& list) {
    for (const Requirement& one : list) {
      expr(one.expr);
      for (const Waiver& waiver : one.waivers) expr(waiver.when);
    }
  }
  void action(const Action& a) {
    for (const ActionParam& param : a.params) {
      expr(param.domain);
      expr(param.where);
    }
    requirements(a.requires_);
    requirements(a.ensures);
    for (const Best& best : a.bests) expr(best.value);
    statement(a.body);
  }
  void step(const FlowStep& s) {
    walk(p_, s, [this](const Expr& e) { look(e); });
    statement(s.stmt);
    if (s.op == FlowOp::call) use(p_.procedures, s.ref);
    if (s.op == FlowOp::attempt) use(p_.actions, s.ref);
    if (s.op != FlowOp::choose) return;
    for (const Alternative& one : p_.sites[s.ref].alternatives) {
      if (p_.actions[one.action].watch == none) use(p_.actions, one.action);
    }
  }
  const Program& p_;
  std::vector<User> users_;
};

bool begins(const std::string& what, std::initializer_list<const char*> sorts) {
  return std::any_of(sorts.begin(), sorts.end(), [&](const char* sort) { return what.starts_with(sort); });
}

}  // namespace

std::vector<std::string> changed_through(const Program& program) {
  if (program.changes.empty()) return {};
  std::set<std::string> replaced, leaves;
  for (const Program::Change& change : program.changes) {
    if (begins(change.what, {"view ", "invariant "}))
      leaves.insert(change.what);
    else if (!change.item.empty() && !begins(change.what, {"kind ", "measure "}))
      replaced.insert(change.item);
  }
  const std::vector<User> users = Uses(program).all();
  std::set<std::string> changed = replaced;
  std::vector<bool> through(users.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 0; i < users.size(); ++i) {
      const User& user = users[i];
      if (through[i] || changed.count(user.name) != 0 || leaves.count(user.shown) != 0) continue;
      through[i] = std::any_of(user.uses.begin(), user.uses.end(),
                               [&](const std::string& name) { return changed.count(name) != 0; });
      if (!through[i]) continue;
      grew = true;
      if (!user.name.empty()) changed.insert(user.name);
    }
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < users.size(); ++i) {
    if (through[i]) names.push_back(users[i].shown);
  }
  return names;
}

}  // namespace casebook::language
