// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/references.h"

#include <string>

#include "engine/program/anatomy.h"
#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"

namespace casebook::checks {

using namespace language;

namespace {

/// Goes from roots to everything they use.
class Follower {
 public:
  Follower(const Program& program, std::set<Named>& into, std::set<StateId>* read, std::set<StateId>* written)
      : p_(program), into_(into), read_(read), written_(written) {}

  /// Whatever stands in an item, a step or an alternative, or is named there.
  auto looking() {
    return Visitor{[this](const Line&, const auto& part) { look_at(part); },
                   [this](ItemId named) {
                     if (named.sort == ItemSort::action) action(named.id);
                     if (named.sort == ItemSort::procedure) procedure(named.id);
                   }};
  }
  template <class Item>
  void parts(const Item& item) {
    anatomy(item, looking());
  }
  void look_at(const Expr& top) {
    walk(top, [this](const Expr& e) { look(e); });
  }
  void action(ActionId id) {
    if (!add({Sort::action, id})) return;
    const Action& a = p_.actions[id];
    for (const ActionParam& param : a.params) variable(param.var);
    parts(a);
  }
  void procedure(ProcedureId id) {
    if (!add({Sort::procedure, id})) return;
    const Procedure& one = p_.procedures[id];
    for (const VarId var : one.vars) variable(var);
    for (const StateId s : one.states) parts(p_.states[s]);
    anatomy(p_, one, looking());
    for (StepId at = one.entry; at < one.end; ++at) {
      const Site* const site = site_of(p_, p_.flow[at]);
      if (site == nullptr) continue;
      for (const VarId var : site->vars) variable(var);
    }
  }

 private:
  void look_at(const Stmt& s) {
    walk(
        s,
        [this](const Stmt& one) {
          if (one.op == StmtOp::effect) effect(one.ref);
          if (one.op != StmtOp::assign) return;
          if (one.ref == none) {
            type({TypeTag::entity, one.ref2, 1});
          } else {
            if (written_ != nullptr) written_->insert(one.ref);
            state(one.ref);
          }
        },
        [this](const Expr& e) { look(e); });
  }
  bool add(const Named& item) { return into_.insert(item).second; }
  void variable(VarId id) {
    if (id != none) type(p_.vars[id].type);
  }
  void type(const Type& t) {
    switch (t.tag) {
      case TypeTag::number:
        add({Sort::measure, t.of});
        break;
      case TypeTag::entity:
      case TypeTag::set:
      case TypeTag::maybe:
        if (t.of != none) add({Sort::kind, t.of});
        break;
      default:
        break;
    }
  }
  void effect(EffectId id) {
    if (add({Sort::effect, id})) parts(p_.effects[id]);
  }
  void state(StateId id) {
    if (!add({Sort::state, id})) return;
    const State& one = p_.states[id];
    type(one.type);
    for (const Type& t : one.params) type(t);
    parts(one);
  }
  void definition(DefinitionId id) {
    if (!add({Sort::definition, id})) return;
    const Definition& one = p_.definitions[id];
    type(one.type);
    for (const VarId var : one.params) variable(var);
    parts(one);
  }
  void field(FieldId id) {
    if (add({Sort::field, id})) parts(p_.fields[id]);
  }
  void given(GivenId id) {
    if (!add({Sort::given, id})) return;
    const Given& one = p_.givens[id];
    type(one.type);
    for (const Type& t : one.params) type(t);
  }
  void table(TableId id) {
    if (!add({Sort::table, id})) return;
    const Table& one = p_.tables[id];
    for (const Type& t : one.index) type(t);
    type(one.type);
    if (one.type.tag == TypeTag::entity) {
      for (const int64_t cell : one.cells) {
        if (cell != silent_value) add({Sort::kind, one.type.of, static_cast<int32_t>(cell)});
      }
    }
  }
  void look(const Expr& e) {
    type(e.type);
    switch (e.op) {
      case Op::constant:
        if ((e.type.tag == TypeTag::entity || e.type.tag == TypeTag::maybe) && e.value >= 0)
          add({Sort::kind, e.type.of, static_cast<int32_t>(e.value)});
        break;
      case Op::named_place:
        add({Sort::place, e.ref});
        break;
      case Op::box:
        add({Sort::box, e.ref});
        break;
      case Op::option_value:
        add({Sort::option, e.ref});
        break;
      case Op::reading_value:
        add({Sort::reading, e.ref});
        break;
      case Op::given:
      case Op::given_between:
        given(e.ref);
        break;
      case Op::state:
      case Op::state_between:
        if (read_ != nullptr) read_->insert(e.ref);
        state(e.ref);
        break;
      case Op::table:
        table(e.ref);
        break;
      case Op::call:
        definition(e.ref);
        break;
      case Op::field_at:
        field(e.ref);
        break;
      case Op::legal:
        action(e.ref);
        break;
      default:
        break;
    }
  }
  const Program& p_;
  std::set<Named>& into_;
  std::set<StateId>* read_;
  std::set<StateId>* written_;
};

}  // namespace

References::References(const Program& program) {
  Follower play(program, play_, &read_, &written_);
  if (program.game != none) play.procedure(program.game);
  if (program.settle != none) play.procedure(program.settle);
  for (const Watch& watch : program.watches) play.parts(watch);
  Follower view(program, view_, &read_, nullptr);
  for (const View& one : program.views) view.parts(one);
  Follower invariant(program, invariant_, &read_, nullptr);
  for (const Invariant& one : program.invariants) invariant.parts(one);
  Follower claim(program, claim_, nullptr, nullptr);
  for (const Claim& one : program.claims) {
    anatomy(one, [&](const Line&, const Expr& expr) { claim.look_at(expr); });
  }
}

namespace {

/// Those at the top of a statement and of those below it, each with the case that is cited last.
template <class Visit>
void each_with_label(const Stmt& stmt, CaseId label, const Visit& visit) {
  walk(
      stmt,
      [&](const Stmt& one) {
        const CaseId of = one.label == none ? label : one.label;
        expressions_of(one, [&](const Expr& expr) { visit(of, expr); });
      },
      [](const Expr&) {});
}

}  // namespace

std::vector<TopExpression> top_expressions(const Program& p) {
  std::vector<TopExpression> out;
  each_item(p, [&](ItemId id, const auto& item) {
    using T = std::remove_cvref_t<decltype(item)>;
    if constexpr (std::same_as<T, State>) {
      if (item.hidden) return;
    }
    if constexpr (std::same_as<T, Action>) {
      if (item.watch != none) return;
    }
    if constexpr (std::same_as<T, Given>) return;
    const bool plays =
        id.sort != ItemSort::invariant && id.sort != ItemSort::view && id.sort != ItemSort::claim;
    const auto add = [&](CaseId label, const Expr& expr) { out.push_back({item.name, label, &expr, plays}); };
    const auto cited = [&](const Line& line) {  // a step of flow is of its procedure's case
      const bool of_flow = line.sort == LineSort::step || line.sort == LineSort::site;
      return of_flow && line.label == none ? item.label : line.label;
    };
    anatomy_in(p, item,
               Visitor{[&](const Line& line, const Expr& expr) { add(cited(line), expr); },
                       [&](const Line& line, const Stmt& body) { each_with_label(body, cited(line), add); }});
  });
  return out;
}

int known_by_switches(const Expr& condition, const runtime::OptionValues& options,
                      const runtime::ReadingValues& readings) {
  if (condition.type.tag != TypeTag::boolean) return -1;
  const auto known = runtime::known_by_switches(condition, options, readings);
  return known ? (*known != 0 ? 1 : 0) : -1;
}

void walk_live(const Expr& e, const runtime::OptionValues& options, const runtime::ReadingValues& readings,
               const std::function<void(const Expr&)>& visit) {
  const auto go = [&](const ExprPtr& part) {
    if (part) walk_live(*part, options, readings, visit);
  };
  const auto binder = [&](const Binder& b) { go(b.domain), go(b.on), go(b.where); };
  if (e.type.tag == TypeTag::boolean && known_by_switches(e, options, readings) >= 0) return;
  visit(e);
  if (e.op == Op::choose_if) {
    const int known = known_by_switches(*e.args[0], options, readings);
    if (known != 0) go(e.args[1]);
    if (known != 1) go(e.args[2]);
    if (known < 0) go(e.args[0]);
    return;
  }
  if (e.binder) binder(*e.binder);
  for (const ExprPtr& arg : e.args) go(arg);
  if (!e.list) return;
  for (const ListEntry& entry : e.list->entries) {
    if (entry.when && known_by_switches(*entry.when, options, readings) == 0) continue;
    if (entry.per) binder(*entry.per);
    go(entry.when), go(entry.value);
  }
  go(e.list->low), go(e.list->high);
}

}  // namespace casebook::checks
