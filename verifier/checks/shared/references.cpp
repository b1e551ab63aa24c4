// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/references.h"

#include <string>

#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"
#include "verifier/checks/shared/item_parts.h"

namespace casebook::checks {

using namespace language;

namespace {

/// Goes from roots to everything they use.
class Follower {
 public:
  Follower(const Program& program, std::set<Named>& into, std::set<Id>* read, std::set<Id>* written)
      : p_(program), into_(into), read_(read), written_(written) {}

  void expr(const ExprPtr& e) {
    if (e) expr(*e);
  }
  void expr(const Expr& top) {
    walk(top, [this](const Expr& e) { look(e); });
  }
  void stmt(const StmtPtr& s) {
    if (!s) return;
    walk(
        *s,
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
  void action(Id id) {
    if (!add({Sort::action, id})) return;
    const Action& a = p_.actions[id];
    for (const ActionParam& param : a.params) variable(param.var);
    parts(a);
    stmt(a.body);
  }
  void procedure(Id id) {
    if (!add({Sort::procedure, id})) return;
    const Procedure& one = p_.procedures[id];
    for (const Id var : one.vars) variable(var);
    for (const Id s : one.states) expr(p_.states[s].initial);
    for (int32_t at = one.entry; at < one.end; ++at) step(p_.flow[at]);
  }

 private:
  bool add(const Named& item) { return into_.insert(item).second; }
  void variable(Id id) {
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
  template <class Item>
  void parts(const Item& item) {
    each_expression(item, [this](Id, const ExprPtr& e) { expr(e); });
  }
  void effect(Id id) {
    if (!add({Sort::effect, id})) return;
    for (const EffectEntry& entry : p_.effects[id].entries) {
      expr(entry.when);
      stmt(entry.body);
    }
  }
  void state(Id id) {
    if (!add({Sort::state, id})) return;
    const State& one = p_.states[id];
    type(one.type);
    for (const Type& t : one.params) type(t);
    expr(one.initial);
  }
  void definition(Id id) {
    if (!add({Sort::definition, id})) return;
    const Definition& one = p_.definitions[id];
    type(one.type);
    for (const Id var : one.params) variable(var);
    parts(one);
  }
  void field(Id id) {
    if (add({Sort::field, id})) parts(p_.fields[id]);
  }
  void given(Id id) {
    if (!add({Sort::given, id})) return;
    const Given& one = p_.givens[id];
    type(one.type);
    for (const Type& t : one.params) type(t);
  }
  void table(Id id) {
    if (!add({Sort::table, id})) return;
    const Table& one = p_.tables[id];
    for (const Type& t : one.index) type(t);
    type(one.type);
    if (one.type.tag == TypeTag::entity) {
      for (const int64_t cell : one.cells) {
        if (cell != silent_value) add({Sort::kind, one.type.of, static_cast<Id>(cell)});
      }
    }
  }
  void look(const Expr& e) {
    type(e.type);
    switch (e.op) {
      case Op::constant:
        if ((e.type.tag == TypeTag::entity || e.type.tag == TypeTag::maybe) && e.value >= 0)
          add({Sort::kind, e.type.of, static_cast<Id>(e.value)});
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
  void step(const FlowStep& one) {
    stmt(one.stmt);
    expr(one.expr);
    for (const ExprPtr& arg : one.args) expr(arg);
    if (one.op == FlowOp::call) procedure(one.ref);
    if (one.op == FlowOp::attempt) action(one.ref);
    if (one.op != FlowOp::choose && one.op != FlowOp::roll && one.op != FlowOp::draw) return;
    const Site& site = p_.sites[one.ref];
    parts(site);
    for (const Id var : site.vars) variable(var);
    for (const Alternative& alternative : site.alternatives) {
      action(alternative.action);
      parts(alternative.requires_);
      for (const AlternativeArg& arg : alternative.args) expr(arg.value);
    }
  }

  const Program& p_;
  std::set<Named>& into_;
  std::set<Id>* read_;
  std::set<Id>* written_;
};

}  // namespace

References::References(const Program& program) {
  Follower play(program, play_, &read_, &written_);
  if (program.game != none) play.procedure(program.game);
  if (program.settle != none) play.procedure(program.settle);
  for (const Watch& watch : program.watches) {
    play.expr(watch.by), play.expr(watch.first);
    play.action(watch.action);
  }
  Follower view(program, view_, &read_, nullptr);
  for (const View& one : program.views) {
    view.expr(one.expr), view.expr(one.from);
    if (one.action != none) view.action(one.action);
  }
  Follower invariant(program, invariant_, &read_, nullptr);
  for (const Invariant& one : program.invariants) invariant.expr(one.expr);
  Follower claim(program, claim_, nullptr, nullptr);
  for (const Claim& one : program.claims) {
    for (const ExprPtr& arg : one.args) claim.expr(arg);
    for (const ClaimFill& fill : one.fills) {
      for (const ExprPtr& arg : fill.args) claim.expr(arg);
      claim.expr(fill.value);
    }
    for (const ClaimLine& line : one.lines) claim.expr(line.expr);
  }
}

std::vector<TopExpression> top_expressions(const Program& p) {
  std::vector<TopExpression> out;
  const auto add = [&out](const std::string& item, Id label, const ExprPtr& expr, bool plays = true) {
    if (expr) out.push_back({item, label, expr.get(), plays});
  };
  const auto parts = [&](const std::string& item, const auto& of) {
    each_expression(of, [&](Id label, const ExprPtr& expr) { add(item, label, expr); });
  };
  const auto statement = [&](const std::string& item, Id label, const StmtPtr& body) {
    if (!body) return;
    walk(
        *body,
        [&](const Stmt& one) {
          const Id of = one.label == none ? label : one.label;
          for (const ExprPtr& arg : one.args) add(item, of, arg);
          add(item, of, one.value);
          if (one.binder) {
            add(item, of, one.binder->domain);
            add(item, of, one.binder->where);
          }
        },
        [](const Expr&) {});
  };
  for (const State& one : p.states) {
    if (!one.hidden) add(one.name, one.label, one.initial);
  }
  for (const Definition& one : p.definitions) parts(one.name, one);
  for (const Field& one : p.fields) parts(one.name, one);
  for (const Effect& one : p.effects) {
    for (const EffectEntry& entry : one.entries) {
      add(one.name, entry.label, entry.when);
      statement(one.name, entry.label, entry.body);
    }
  }
  for (const Action& one : p.actions) {
    if (one.watch != none) continue;
    parts(one.name, one);
    statement(one.name, one.label, one.body);
  }
  for (size_t i = 0; i < p.procedures.size(); ++i) {
    const Procedure& one = p.procedures[i];
    for (int32_t at = one.entry; at < one.end; ++at) {
      const FlowStep& step = p.flow[at];
      const Id label = step.label == none ? one.label : step.label;
      add(one.name, label, step.expr);
      for (const ExprPtr& arg : step.args) add(one.name, label, arg);
      statement(one.name, label, step.stmt);
      if (step.op != FlowOp::choose && step.op != FlowOp::roll && step.op != FlowOp::draw) continue;
      const Site& site = p.sites[step.ref];
      each_expression(site, [&](Id, const ExprPtr& expr) { add(one.name, label, expr); });
      for (const Alternative& alternative : site.alternatives) {
        parts(one.name, alternative.requires_);
        for (const AlternativeArg& arg : alternative.args) add(one.name, alternative.label, arg.value);
      }
    }
  }
  for (const Watch& one : p.watches) add(one.name, one.label, one.by);
  for (const Invariant& one : p.invariants) add(one.name, one.label, one.expr, false);
  for (const View& one : p.views) add(one.name, one.label, one.expr, false);
  for (const Claim& one : p.claims) {
    for (const ClaimLine& line : one.lines) add(one.name, one.label, line.expr, false);
  }
  return out;
}

int known_by_switches(const Expr& condition, const language::ById<uint8_t>& options,
                      const language::ById<int32_t>& readings) {
  if (condition.type.tag != TypeTag::boolean) return -1;
  const auto known = runtime::known_by_switches(condition, options, readings);
  return known ? (*known != 0 ? 1 : 0) : -1;
}

void walk_live(const Expr& e, const language::ById<uint8_t>& options, const language::ById<int32_t>& readings,
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
