// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/symbolic/mistakes.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/program/anatomy.h"
#include "engine/program/expression.h"
#include "tests/support/constructs.h"

namespace casebook::symbolic {

using language::AssignMode;
using language::Binder;
using language::Expr;
using language::ExprPtr;
using language::FlowOp;
using language::FlowStep;
using language::ListBody;
using language::Op;
using language::ParamMode;
using language::Program;
using language::Requirement;
using language::Stmt;
using language::StmtOp;
using language::TypeTag;

namespace {

ExprPtr moved_out(Expr& expr) {
  return language::ExprPtr(std::move(expr));
}

ExprPtr falsehood() {
  return language::make_constant(language::boolean_type, 0, {});
}

class Planter {
 public:
  /// `program` is a copy of the scenario's, to be changed.
  Planter(Program& program, const runtime::Scenario& scenario, const std::string& construct)
      : program_(program), scenario_(scenario), construct_(construct) {}

  void plant() {
    procedures();  // before what is wrong in the values that a state begins with
    for (language::Site& site : program_.sites) one(site);
    language::each_expression(program_, [&](Expr& expr) { inside(expr); });
    for (language::Definition& definition : program_.definitions) one(definition);
    for (language::Effect& effect : program_.effects) one(effect);
    for (language::Action& action : program_.actions) one(action);
    for (FlowStep& step : program_.flow)
      if (step.stmt) one(*step.stmt);
    flow();
  }

  /// Below the expression first: what is put around it is not looked at again.
  void inside(Expr& expr) {
    const bool here = is_wrong(expr);
    for (ExprPtr& arg : expr.args) inside(arg);
    if (expr.binder) binder(*expr.binder);
    if (expr.list) {
      inside(expr.list->low);
      inside(expr.list->high);
      for (language::ListEntry& entry : expr.list->entries) {
        inside(entry.value);
        inside(entry.when);
        if (entry.per) binder(*entry.per);
      }
    }
    if (here) make_wrong(expr);
  }

 private:
  bool is(const char* construct) const { return construct_ == construct; }
  bool is(bool here, const char* construct) const { return here && is(construct); }

  // ---- values

  void inside(ExprPtr& expr) {
    if (expr) inside(*expr);
  }
  void binder(Binder& binder) {
    inside(binder.domain);
    inside(binder.on);
    inside(binder.where);
    wrong_members(binder);
  }

  /// Without the last value of a range; whatever hex the members stand on.
  void wrong_members(Binder& binder) {
    if (is("binder: on")) binder.on = nullptr;
    if (binder.domain->op != Op::range || !(is("range") || is("binder: range"))) return;
    ExprPtr& high = binder.domain->args[1];
    if (high->type.tag == TypeTag::boolean)
      high = language::ExprPtr(*binder.domain->args[0]);
    else
      high = beside(std::move(high), -1);
  }

  bool is_wrong(const Expr& expr) const {
    if (expr.op == Op::range) return false;  // is no value
    if (construct_ == language::op_name(expr.op)) return true;
    if (expr.list && has(*expr.list)) return true;
    if (expr.binder && has(*expr.binder)) return true;
    if (expr.op != Op::field_at) return false;
    const bool reach = program_.fields[expr.ref].type.tag == TypeTag::boolean;
    return is(reach ? "field: reach" : "field: least cost");
  }
  bool has(const Binder& binder) const {
    return is(binder.at != language::none, "binder: at") || is(binder.where != nullptr, "binder: where") ||
           is(binder.domain->type.tag == TypeTag::maybe, "binder: maybe") ||
           is(binder.domain->op == Op::range, "binder: range");
  }
  bool has(const ListBody& list) const {
    const auto any = [&](const auto& has) {
      return std::any_of(list.entries.begin(), list.entries.end(), has);
    };
    return is(tests::construct_name(list.kind)) || is(list.low != nullptr, "list: within") ||
           is(any([](const auto& entry) { return entry.per != nullptr; }), "list: per") ||
           is(any([](const auto& entry) { return entry.when != nullptr; }), "list: when");
  }

  static ExprPtr beside(ExprPtr number, int64_t more) {
    const language::Type type = number->type;
    const language::Interval was = number->interval;
    ExprPtr sum = language::make_expr(Op::add, type, number->place, std::move(number),
                                      language::make_constant(type, more, {}));
    sum->interval = {was.low + more, was.high + more, was.may_be_never};
    return sum;
  }

  /// Another value of the same type; a path, and of a kind with one member, the same.
  void make_wrong(Expr& expr) {
    const language::Type type = expr.type;
    const auto member = [&](int64_t which) { return language::make_constant(type, which, {}); };
    switch (type.tag) {
      case TypeTag::boolean:
        expr = std::move(*language::make_not(moved_out(expr)));
        return;
      case TypeTag::number: {
        if (!expr.interval.may_be_never) {
          expr = std::move(*beside(moved_out(expr), 1));
          return;
        }
        ExprPtr is_never = language::make_expr(Op::equal, language::boolean_type, {}, language::ExprPtr(expr),
                                               member(language::never_value));
        ExprPtr more = beside(moved_out(expr), 1);
        expr = std::move(
            *language::make_expr(Op::choose_if, type, {}, std::move(is_never), member(1), std::move(more)));
        return;
      }
      case TypeTag::entity:
      case TypeTag::maybe: {
        const int64_t size = scenario_.size(type.of);
        if (size >= 2) exchange(expr, member(0), member(size - 1));
        return;
      }
      case TypeTag::location: {
        const auto hex = [&](int64_t which) {
          return language::make_expr(Op::as_location, type, {},
                                     language::make_constant(language::hex_type, which, {}));
        };
        const int64_t size = scenario_.ground.hexes;
        if (size >= 2) exchange(expr, hex(0), hex(size - 1));
        return;
      }
      case TypeTag::set: {  // without its first member, or with it
        if (scenario_.size(type.of) == 0) return;
        const auto first = [&] {
          return language::make_expr(Op::set_of, type, {},
                                     language::make_constant(language::entity_type(type.of), 0, {}));
        };
        ExprPtr with = language::make_expr(Op::unite, type, {}, language::ExprPtr(expr), first());
        ExprPtr both = language::make_expr(Op::intersect, type, {}, moved_out(expr), first());
        expr = std::move(*language::make_expr(Op::subtract_sets, type, {}, std::move(with), std::move(both)));
        return;
      }
      case TypeTag::path:
      case TypeTag::range:
        return;
    }
  }
  /// The last instead of the first, and the first instead of every other.
  static void exchange(Expr& expr, ExprPtr first, ExprPtr last) {
    const language::Type type = expr.type;
    ExprPtr is_first = language::make_expr(Op::equal, language::boolean_type, {}, moved_out(expr),
                                           language::ExprPtr(*first));
    expr = std::move(*language::make_expr(Op::choose_if, type, {}, std::move(is_first), std::move(last),
                                          std::move(first)));
  }

  // ---- statements

  bool left_out(const Stmt& stmt) const {
    if (is(tests::construct_name(stmt.op))) return true;
    if (stmt.op != StmtOp::assign) return false;
    return is(stmt.between, "assign: between") || is(stmt.ref == language::none, "assign: place") ||
           is(stmt.mode == AssignMode::set, "assign: set") ||
           is(stmt.mode == AssignMode::add, "assign: add") ||
           is(stmt.mode == AssignMode::subtract, "assign: subtract");
  }
  void one(Stmt& stmt) {
    if (left_out(stmt)) {
      stmt = Stmt{};  // an empty block
      return;
    }
    if (is(stmt.op == StmtOp::for_each, "for each: by")) stmt.value = nullptr;
    if (stmt.binder) wrong_members(*stmt.binder);
    for (language::StmtPtr& inner : stmt.body)
      if (inner) one(*inner);
  }

  void one(language::Effect& effect) {
    using language::EffectKind;
    for (language::EffectEntry& entry : effect.entries) {
      one(*entry.body);
      if (is(effect.kind == EffectKind::plain, "effect: plain")) *entry.body = Stmt{};
    }
    if (is(effect.kind == EffectKind::first_of, "effect: first_of"))
      effect.kind = EffectKind::each_of;
    else if (is(effect.kind == EffectKind::each_of, "effect: each_of"))
      effect.kind = EffectKind::first_of;
  }

  // ---- definitions

  void one(language::Definition& definition) {
    for (language::Exception& exception : definition.exceptions) {
      if (is("definition: except over")) exception.over.clear();
      if (is("definition: except")) exception.when = falsehood();
    }
    for (language::Adjustment& adjustment : definition.adjustments) {
      if (!is("definition: adjust") && !is(!adjustment.after.empty(), "definition: adjust after")) continue;
      const language::Var& otherwise = program_.vars[adjustment.otherwise];
      adjustment.value = language::make_variable(adjustment.otherwise, otherwise, {});
    }
  }

  // ---- actions and what is offered of them

  static Requirement never_met() {
    Requirement requirement;
    requirement.expr = falsehood();
    return requirement;
  }

  bool is_wrong(const language::ActionParam& param) const {
    const bool where = param.where != nullptr, set = param.mode == ParamMode::set;
    return is(param.mode == ParamMode::single, "action: single") || is(set, "action: set") ||
           is(param.mode == ParamMode::path, "action: path") ||
           is(param.domain->op == Op::range, "action: range") ||
           is(param.domain->type.tag == TypeTag::maybe, "action: maybe") ||
           is(param.at != language::none, "action: at") || is(where && !set, "action: where") ||
           is(where && set, "action: where of a set");
  }
  void refuse(language::Action& action, Requirement& requirement, const char* list) {
    bool refused = is(list) || is(!requirement.waivers.empty(), "action: waiver");
    if (requirement.each >= 0) {
      const ParamMode mode = action.params[static_cast<size_t>(requirement.each)].mode;
      refused = refused || is(mode == ParamMode::set ? "action: each of a set" : "action: each of a path");
    }
    if (refused) requirement = never_met();
  }
  void one(language::Action& action) {
    for (Requirement& requirement : action.requires_) refuse(action, requirement, "action: require");
    for (Requirement& requirement : action.ensures) refuse(action, requirement, "action: ensure");
    for (const language::ActionParam& param : action.params)
      if (is_wrong(param)) action.requires_.push_back(never_met());
    for (language::Best& best : action.bests)
      if (is(best.least ? "action: best least" : "action: best most")) best.least = !best.least;
    one(*action.body);
  }

  bool is_wrong(const language::Alternative& alternative) const {
    using language::ArgMode;
    return is(!alternative.requires_.empty(), "alternative: require") ||
           std::any_of(alternative.args.begin(), alternative.args.end(), [&](const auto& arg) {
             return is(arg.mode == ArgMode::bind    ? "alternative: bind"
                       : arg.mode == ArgMode::fixed ? "alternative: fixed"
                                                    : "alternative: unnamed");
           });
  }
  void one(language::Site& site) {
    for (language::Alternative& alternative : site.alternatives)
      if (is_wrong(alternative)) alternative.requires_.push_back(never_met());
    if (site.condition && is("roll: given")) site.condition = language::make_not(std::move(site.condition));
    if (!site.by || site.procedure != program_.settle) return;
    const bool first = std::any_of(program_.watches.begin(), program_.watches.end(),
                                   [](const language::Watch& watch) { return watch.first != nullptr; });
    if (is(first ? "watch: first" : "watch: without first")) make_wrong(*site.by);
  }

  // ---- flow

  void procedures() {
    if (!is("procedure: state")) return;
    for (language::State& state : program_.states)
      if (state.procedure != language::none) make_wrong(*state.initial);
  }

  void flow() {
    for (FlowStep& step : program_.flow) {
      if (step.op == FlowOp::call && is("procedure: parameter")) step.args.clear();
      if (step.op == FlowOp::choose || step.op == FlowOp::draw) no_choice(step);
    }
    if (is("draw: nothing to draw")) drawn_from_nothing();
    for (FlowStep& step : program_.flow)
      if (is(tests::construct_name(step.op))) pass_over(step);
  }

  /// Nothing is offered: the game ends there, or faults.
  void no_choice(FlowStep& step) {
    const language::Site& site = program_.sites[step.ref];
    const bool choose = step.op == FlowOp::choose, otherwise = site.or_else != language::none;
    const char* const construct = choose ? (otherwise ? "choose: or else" : "choose: without or else")
                                         : (otherwise ? "draw: or else" : "draw: without or else");
    if (!is(construct)) return;
    step = FlowStep{};
    step.op = choose ? FlowOp::end_game : FlowOp::fault;
  }
  /// The game ends where there is nothing to draw.
  void drawn_from_nothing() {
    const auto end = static_cast<int32_t>(program_.flow.size());
    program_.flow.emplace_back().op = FlowOp::end_game;
    for (language::Site& site : program_.sites)
      if (site.kind == language::SiteKind::draw && site.or_else == language::none) site.or_else = end;
  }
  /// Every turn of a loop passes a site: a fault stands for a step that leads to one, or away.
  static void pass_over(FlowStep& step) {
    switch (step.op) {
      case FlowOp::undisturbed:
        ++step.value;  // one that is not counted would be counted back, too
        return;
      case FlowOp::choose:
      case FlowOp::roll:
      case FlowOp::draw:
      case FlowOp::call:
      case FlowOp::leave:
        step = FlowStep{};
        step.op = FlowOp::fault;
        return;
      default:
        step = FlowStep{};
        step.op = FlowOp::run;
        step.stmt = language::StmtPtr(Stmt{});
        return;
    }
  }

  Program& program_;
  const runtime::Scenario& scenario_;
  const std::string& construct_;
};

class AnySetMistaken final : public Translator {
 public:
  using Translator::Translator;

 private:
  Ref any_values(const std::function<Parameters()>& values,
                 const std::function<Ref(const Parameters&)>& condition) override {
    return formula().not_(Translator::any_values(values, condition));
  }
};

/// Of the same key, those that stand later come first.
class OrderMistaken final : public Translator {
 public:
  using Translator::Translator;

 private:
  std::vector<OneOfMany> in_order(const std::vector<OneOfMany>& members) override {
    return Translator::in_order({members.rbegin(), members.rend()});
  }
};

/// A model may say what it likes of a field that is left open.
class FieldMistaken final : public Translator {
 public:
  using Translator::Translator;

 private:
  std::vector<Ref> contradicted(Assignment& assignment, const AboutVariable& met) override {
    Translator::contradicted(assignment, met);
    return {};
  }
};

/// As if every hex were reached for nothing.
class FieldFaultsMistaken final : public Translator {
 public:
  using Translator::Translator;

 private:
  std::vector<FaultCase> field_faults(const language::Field& field, const FieldParts& parts,
                                      const std::vector<SymbolicValue>& cost, bool without_cost) override {
    SymbolicValue nothing;
    nothing.number = without_cost ? yes : formula().number(0);
    return Translator::field_faults(field, parts, std::vector<SymbolicValue>(cost.size(), nothing),
                                    without_cost);
  }
};

}  // namespace

std::shared_ptr<const runtime::Scenario> mistaken(const runtime::Scenario& scenario,
                                                  const std::string& construct) {
  auto wrong = std::make_shared<runtime::Scenario>(scenario);
  Program program = *scenario.program;
  Planter(program, scenario, construct).plant();
  wrong->program = std::make_shared<const Program>(std::move(program));
  return wrong;
}

ExprPtr mistaken(const runtime::Scenario& scenario, const std::string& construct, const Expr& expr) {
  ExprPtr wrong = language::ExprPtr(expr);
  Program program = *scenario.program;
  Planter(program, scenario, construct).inside(*wrong);
  return wrong;
}

std::unique_ptr<Translator> mistaken_translator(const std::string& mistake, PositionFormulas& positions,
                                                Freedom freedom, const TranslatorLimits& limits) {
  if (mistake == "many: any set") return std::make_unique<AnySetMistaken>(positions, freedom, limits);
  if (mistake == "many: order") return std::make_unique<OrderMistaken>(positions, freedom, limits);
  if (mistake == "many: field") return std::make_unique<FieldMistaken>(positions, freedom, limits);
  if (mistake == "many: faults of a field")
    return std::make_unique<FieldFaultsMistaken>(positions, freedom, limits);
  return std::make_unique<Translator>(positions, freedom, limits);
}

SelftestSettings with_mistake(SelftestSettings settings, const runtime::Scenario& scenario,
                              const std::string& mistake) {
  if (mistake.empty()) return settings;
  settings.translated = mistaken(scenario, mistake);
  settings.make_translator = [mistake](PositionFormulas& positions, Freedom freedom,
                                       const TranslatorLimits& limits) {
    return mistaken_translator(mistake, positions, freedom, limits);
  };
  return settings;
}

}  // namespace casebook::symbolic
