// SPDX-License-Identifier: Apache-2.0
#include "engine/language/editions/changed.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "engine/program/anatomy.h"
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
    each_item(p_, [this](ItemId id, const auto& item) {
      if (!begin(id, item)) return;
      parts(item);
    });
    return std::move(users_);
  }

 private:
  /// Whether it is somebody who uses others.
  bool begin(ItemId id, const Item& item) {
    switch (id.sort) {
      case ItemSort::definition:
      case ItemSort::field:
      case ItemSort::effect:
      case ItemSort::watch:
        break;
      case ItemSort::action:
        if (p_.actions[id.id].watch != none) return false;
        break;
      case ItemSort::procedure:
        if (id.id == p_.settle) return false;
        break;
      case ItemSort::invariant:
      case ItemSort::view:
        users_.push_back({std::string(sort_name(id.sort)) + " \"" + item.name + "\"", "", {}});
        return true;
      default:
        return false;
    }
    users_.push_back({item.name, item.name, {}});
    return true;
  }
  template <class T>
  void use(const ById<T>& items, Id id) {
    users_.back().uses.insert(items[id].name);
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
  auto looking() {
    return Visitor{[this](const Line&, const Expr& expr) { walk(expr, [this](const Expr& e) { look(e); }); },
                   [this](const Line&, const Stmt& stmt) {
                     walk(
                         stmt,
                         [this](const Stmt& s) {
                           if (s.op == StmtOp::effect) use(p_.effects, s.ref);
                           if (s.op == StmtOp::assign && s.ref != none) use(p_.states, s.ref);
                         },
                         [this](const Expr& e) { look(e); });
                   },
                   [this](ItemId named) {
                     if (named.sort == ItemSort::procedure) use(p_.procedures, named.id);
                     if (named.sort == ItemSort::action && p_.actions[named.id].watch == none)
                       use(p_.actions, named.id);
                   }};
  }
  template <class T>
  void parts(const T& item) {
    anatomy_in(p_, item, looking());
    if constexpr (Is<T, Procedure>) {
      for (const StateId state : item.states) anatomy(p_.states[state], looking());
    }
    if constexpr (Is<T, Watch>) {
      if (item.action != none) anatomy(p_.actions[item.action], looking());
      const auto [first, end] = block_of(p_, item);
      for (int32_t at = first; at < end; ++at) anatomy(p_, p_.flow[at], looking());
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
