// SPDX-License-Identifier: Apache-2.0
#include "engine/program/edit/copy.h"

#include "engine/program/expression.h"

namespace casebook::language {
namespace {

ExprPtr copy(const ExprPtr& from) {
  return from ? clone(*from) : nullptr;
}

std::unique_ptr<Binder> copy(const std::unique_ptr<Binder>& from) {
  if (!from) return nullptr;
  auto to = std::make_unique<Binder>();
  to->var = from->var;
  to->at = from->at;
  to->domain = copy(from->domain);
  to->on = copy(from->on);
  to->where = copy(from->where);
  return to;
}

template <class T>
std::vector<T> copy_all(const std::vector<T>& from);

Given copy(const Given& from) {
  Given to;
  static_cast<Item&>(to) = from;
  to.phrase = from.phrase;
  to.params = from.params;
  to.type = from.type;
  to.fallback = copy(from.fallback);
  return to;
}

State copy(const State& from) {
  State to;
  static_cast<Item&>(to) = from;
  to.params = from.params;
  to.type = from.type;
  to.initial = copy(from.initial);
  to.procedure = from.procedure;
  to.hidden = from.hidden;
  return to;
}

Exception copy(const Exception& from) {
  Exception to;
  to.label = from.label;
  to.when = copy(from.when);
  to.value = copy(from.value);
  to.over = from.over;
  to.place = from.place;
  return to;
}

Adjustment copy(const Adjustment& from) {
  Adjustment to;
  to.label = from.label;
  to.otherwise = from.otherwise;
  to.when = copy(from.when);
  to.value = copy(from.value);
  to.after = from.after;
  to.place = from.place;
  return to;
}

Definition copy(const Definition& from) {
  Definition to;
  static_cast<Item&>(to) = from;
  to.params = from.params;
  to.type = from.type;
  to.body = copy(from.body);
  to.exceptions = copy_all(from.exceptions);
  to.adjustments = copy_all(from.adjustments);
  return to;
}

Field copy(const Field& from) {
  Field to;
  static_cast<Item&>(to) = from;
  to.params = from.params;
  to.type = from.type;
  to.goal_var = from.goal_var;
  to.through_var = from.through_var;
  to.from_var = from.from_var;
  to.to_var = from.to_var;
  to.goal = copy(from.goal);
  to.through = copy(from.through);
  to.across = copy(from.across);
  to.step = copy(from.step);
  return to;
}

EffectEntry copy(const EffectEntry& from) {
  EffectEntry to;
  to.label = from.label;
  to.name = from.name;
  to.when = copy(from.when);
  to.body = language::copy(from.body);
  to.place = from.place;
  return to;
}

Effect copy(const Effect& from) {
  Effect to;
  static_cast<Item&>(to) = from;
  to.params = from.params;
  to.kind = from.kind;
  to.entries = copy_all(from.entries);
  return to;
}

ActionParam copy(const ActionParam& from) {
  ActionParam to;
  to.name = from.name;
  to.var = from.var;
  to.at = from.at;
  to.mode = from.mode;
  to.domain = copy(from.domain);
  to.where = copy(from.where);
  to.member = from.member;
  to.least_steps = from.least_steps;
  to.most_steps = from.most_steps;
  return to;
}

Waiver copy(const Waiver& from) {
  Waiver to;
  to.label = from.label;
  to.when = copy(from.when);
  to.place = from.place;
  return to;
}

Requirement copy(const Requirement& from) {
  Requirement to;
  to.label = from.label;
  to.name = from.name;
  to.expr = copy(from.expr);
  to.each = from.each;
  to.member = from.member;
  to.waivers = copy_all(from.waivers);
  to.place = from.place;
  return to;
}

Best copy(const Best& from) {
  Best to;
  to.label = from.label;
  to.name = from.name;
  to.least = from.least;
  to.value = copy(from.value);
  to.place = from.place;
  return to;
}

Action copy(const Action& from) {
  Action to;
  static_cast<Item&>(to) = from;
  to.params = copy_all(from.params);
  to.requires_ = copy_all(from.requires_);
  to.ensures = copy_all(from.ensures);
  to.bests = copy_all(from.bests);
  to.body = language::copy(from.body);
  to.watch = from.watch;
  return to;
}

FlowStep copy(const FlowStep& from) {
  FlowStep to;
  to.op = from.op;
  to.label = from.label;
  to.place = from.place;
  to.stmt = language::copy(from.stmt);
  to.expr = copy(from.expr);
  to.args = copy_all(from.args);
  to.vars = from.vars;
  to.ref = from.ref;
  to.target = from.target;
  to.value = from.value;
  to.text = from.text;
  return to;
}

AlternativeArg copy(const AlternativeArg& from) {
  AlternativeArg to;
  to.mode = from.mode;
  to.var = from.var;
  to.at = from.at;
  to.value = copy(from.value);
  return to;
}

Alternative copy(const Alternative& from) {
  Alternative to;
  to.label = from.label;
  to.action = from.action;
  to.args = copy_all(from.args);
  to.requires_ = copy_all(from.requires_);
  to.target = from.target;
  to.place = from.place;
  return to;
}

Site copy(const Site& from) {
  Site to;
  to.kind = from.kind;
  to.procedure = from.procedure;
  to.flow = from.flow;
  to.ordinal = from.ordinal;
  to.label = from.label;
  to.scope = from.scope;
  to.by = copy(from.by);
  to.alternatives = copy_all(from.alternatives);
  to.or_else = from.or_else;
  to.vars = from.vars;
  to.condition = copy(from.condition);
  to.set = copy(from.set);
  return to;
}

Watch copy(const Watch& from) {
  Watch to;
  static_cast<Item&>(to) = from;
  to.action = from.action;
  to.by = copy(from.by);
  to.first = copy(from.first);
  return to;
}

Invariant copy(const Invariant& from) {
  Invariant to;
  static_cast<Item&>(to) = from;
  to.where = from.where;
  to.procedure = from.procedure;
  to.expr = copy(from.expr);
  return to;
}

View copy(const View& from) {
  View to;
  static_cast<Item&>(to) = from;
  to.title = from.title;
  to.params = from.params;
  to.kind = from.kind;
  to.expr = copy(from.expr);
  to.from = copy(from.from);
  to.hex = from.hex;
  to.action = from.action;
  to.unit = from.unit;
  return to;
}

ClaimLine copy(const ClaimLine& from) {
  ClaimLine to;
  to.step = from.step;
  to.choice = from.choice;
  to.dice = from.dice;
  to.expr = copy(from.expr);
  to.label = from.label;
  to.or_labels = from.or_labels;
  to.place = from.place;
  return to;
}

ClaimFill copy(const ClaimFill& from) {
  ClaimFill to;
  to.state = from.state;
  to.kind = from.kind;
  to.args = copy_all(from.args);
  to.value = copy(from.value);
  return to;
}

Claim copy(const Claim& from) {
  Claim to;
  static_cast<Item&>(to) = from;
  to.with = from.with;
  to.disputed = from.disputed;
  to.procedure = from.procedure;
  to.args = copy_all(from.args);
  to.fills = copy_all(from.fills);
  to.others_absent = from.others_absent;
  to.lines = copy_all(from.lines);
  return to;
}

template <class T>
std::vector<T> copy_all(const std::vector<T>& from) {
  std::vector<T> to;
  to.reserve(from.size());
  for (const T& one : from) to.push_back(copy(one));
  return to;
}

}  // namespace

StmtPtr copy(const StmtPtr& from) {
  if (!from) return nullptr;
  auto to = std::make_unique<Stmt>();
  to->op = from->op;
  to->place = from->place;
  to->label = from->label;
  to->ref = from->ref;
  to->ref2 = from->ref2;
  to->mode = from->mode;
  to->between = from->between;
  to->args = copy_all(from->args);
  to->value = copy(from->value);
  to->binder = copy(from->binder);
  for (const StmtPtr& inner : from->body) to->body.push_back(copy(inner));
  return to;
}

Program copy(const Program& from) {
  Program to;
  to.edition = from.edition;
  to.title = from.title;
  to.parent = from.parent;
  to.sources = from.sources;
  to.cases = from.cases;
  to.parent_labels = from.parent_labels;
  to.kinds = from.kinds;
  to.kind_side = from.kind_side;
  to.measures = from.measures;
  to.boxes = from.boxes;
  to.places = from.places;
  to.givens = copy_all(from.givens);
  to.states = copy_all(from.states);
  to.options = from.options;
  to.readings = from.readings;
  to.tables = from.tables;
  to.vars = from.vars;
  to.definitions = copy_all(from.definitions);
  to.fields = copy_all(from.fields);
  to.effects = copy_all(from.effects);
  to.actions = copy_all(from.actions);
  to.procedures = from.procedures;
  to.flow = copy_all(from.flow);
  to.sites = copy_all(from.sites);
  to.watches = copy_all(from.watches);
  to.invariants = copy_all(from.invariants);
  to.views = copy_all(from.views);
  to.claims = copy_all(from.claims);
  to.game = from.game;
  to.settle = from.settle;
  to.settling_state = from.settling_state;
  to.undisturbed_state = from.undisturbed_state;
  to.dropped = from.dropped;
  to.replaced = from.replaced;
  to.changed_through = from.changed_through;
  to.changes = from.changes;
  return to;
}

}  // namespace casebook::language
