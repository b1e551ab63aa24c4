// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which states and places a piece of the typed program reads and writes, including everything that it
// calls. States and kinds count as a whole, not by cell. Variables and what the scenario fixes (givens,
// tables, options, the map) do not appear.
//
// Watches use it: a settlement is looked for only after a write that matters. Lifetimes and evaluators use
// it too.

#include <map>
#include <set>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// State ids, and ids of kinds whose `place` it is.
struct Cells {
  std::set<StateId> states;
  std::set<KindId> places;
  bool empty() const { return states.empty() && places.empty(); }
  bool meets(const Cells& other) const;
  void add(const Cells& other);
  bool operator==(const Cells&) const = default;
};

struct Access {
  Cells reads, writes;
  bool ends_game = false;  // may reach an `end game` within an effect or an action
  void add(const Access& other);
};

/// Works out each item once. The program must outlive it and stay as it is. A circle of items (an error
/// elsewhere) is followed once.
class ReadsWrites {
 public:
  explicit ReadsWrites(const Program& program);

  Access of(const Expr& expr);
  Access of(const Binder& binder);  // its domain, filters, and places where it asks for them
  Access of(const Stmt& stmt);
  const Access& definition(DefinitionId id);
  const Access& field(FieldId id);
  const Access& effect(EffectId id);
  /// Whether it is lawful: domains, requirements, and for `ensure` what the body reads. Writes nothing.
  const Access& guard(ActionId action);
  /// guard and body.
  const Access& action(ActionId id);
  /// One step of flow without the procedures it calls. call: arguments, and the callee's state at entry;
  /// leave: its state goes; choose, attempt: with the actions offered, guard and body; settle: nothing.
  Access step(const FlowStep& step);
  /// Every step of it and of the procedures it calls; not of settlements.
  const Access& procedure(ProcedureId id);
  /// What decides whether some member of the watch is due (who wakes it does not), without the marks of the
  /// settlement itself.
  Cells watch(WatchId id);

 private:
  template <class Of>
  using Known = std::map<IdOf<Of>, Access>;
  template <class Of, class Work>
  const Access& once(Known<Of>& known, IdOf<Of> id, const Work& work);
  void look(const Expr& expr, Access& access);
  void look_at_binder(const Binder& binder, Access& access);
  template <class Item>
  void parts(const Item& item, Access& access);

  const Program& program_;
  Known<Definition> definitions_;
  Known<Field> fields_;
  Known<Effect> effects_;
  Known<Action> guards_, actions_;
  Known<Procedure> procedures_;
};

}  // namespace casebook::language
