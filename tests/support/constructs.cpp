// SPDX-License-Identifier: Apache-2.0
#include "tests/support/constructs.h"

#include <functional>

#include "engine/program/anatomy.h"
#include "engine/program/walk.h"

namespace casebook::tests {

using language::Expr;
using language::Program;

// Switches without default: the compiler names an enumerator that is new and not here.
const char* construct_name(language::StmtOp op) {
  using language::StmtOp;
  switch (op) {
    case StmtOp::block:
      return "statement: block";
    case StmtOp::assign:
      return "statement: assign";
    case StmtOp::let:
      return "statement: let";
    case StmtOp::branch:
      return "statement: branch";
    case StmtOp::for_all:
      return "statement: for_all";
    case StmtOp::for_each:
      return "statement: for_each";
    case StmtOp::effect:
      return "statement: effect";
    case StmtOp::end_game:
      return "statement: end_game";
  }
  return "";
}

const char* construct_name(language::FlowOp op) {
  using language::FlowOp;
  switch (op) {
    case FlowOp::run:
      return "flow: run";
    case FlowOp::branch:
      return "flow: branch";
    case FlowOp::jump:
      return "flow: jump";
    case FlowOp::call:
      return "flow: call";
    case FlowOp::leave:
      return "flow: leave";
    case FlowOp::choose:
      return "flow: choose";
    case FlowOp::roll:
      return "flow: roll";
    case FlowOp::draw:
      return "flow: draw";
    case FlowOp::settle:
      return "flow: settle";
    case FlowOp::attempt:
      return "flow: attempt";
    case FlowOp::undisturbed:
      return "flow: undisturbed";
    case FlowOp::clear:
      return "flow: clear";
    case FlowOp::end_game:
      return "flow: end_game";
    case FlowOp::fault:
      return "flow: fault";
  }
  return "";
}

const char* construct_name(language::ListKind kind) {
  using language::ListKind;
  switch (kind) {
    case ListKind::all_of:
      return "list: all_of";
    case ListKind::any_of:
      return "list: any_of";
    case ListKind::first_of:
      return "list: first_of";
    case ListKind::sum_of:
      return "list: sum_of";
    case ListKind::most_of:
      return "list: most_of";
    case ListKind::least_of:
      return "list: least_of";
  }
  return "";
}

namespace {

// What is no enumerator.
const char* const others[] = {
    "action: single",
    "action: set",
    "action: path",
    "action: range",
    "action: maybe",
    "action: at",
    "action: where",
    "action: where of a set",
    "action: require",
    "action: waiver",
    "action: each of a set",
    "action: each of a path",
    "action: ensure",
    "action: best least",
    "action: best most",
    "alternative: bind",
    "alternative: fixed",
    "alternative: unnamed",
    "alternative: require",
    "assign: add",
    "assign: between",
    "assign: place",
    "assign: set",
    "assign: subtract",
    "binder: at",
    "binder: maybe",
    "binder: on",
    "binder: range",
    "binder: where",
    "choose: or else",
    "choose: without or else",
    "definition: adjust",
    "definition: adjust after",
    "definition: except",
    "definition: except over",
    "draw: or else",
    "draw: without or else",
    "effect: each_of",
    "effect: first_of",
    "effect: plain",
    "field: least cost",
    "field: reach",
    "for each: by",
    "list: per",
    "list: when",
    "list: within",
    "procedure: parameter",
    "procedure: state",
    "roll: given",
    "watch: first",
    "watch: without first",
};

class Noter {
 public:
  explicit Noter(std::set<std::string>& met) : met_(met) {}

  void note(bool is, const char* what) {
    if (is) met_.insert(what);
  }

  void binder(const language::Binder& binder) {
    note(binder.at != language::none, "binder: at");
    note(binder.on != nullptr, "binder: on");
    note(binder.where != nullptr, "binder: where");
    note(binder.domain->type.tag == language::TypeTag::maybe, "binder: maybe");
    note(binder.domain->op == language::Op::range, "binder: range");
  }

  void expression(const Expr& whole) {
    language::walk(whole, [&](const Expr& expr) {
      met_.insert(std::string(language::op_name(expr.op)));
      if (expr.binder) binder(*expr.binder);
      if (!expr.list) return;
      met_.insert(construct_name(expr.list->kind));
      note(expr.list->low != nullptr, "list: within");
      for (const language::ListEntry& entry : expr.list->entries) {
        note(entry.per != nullptr, "list: per");
        note(entry.when != nullptr, "list: when");
      }
    });
  }
  void statement(const language::Stmt& whole) {
    language::walk(
        whole,
        [&](const language::Stmt& one) {
          met_.insert(construct_name(one.op));
          if (one.binder) binder(*one.binder);
          note(one.op == language::StmtOp::for_each && one.value != nullptr, "for each: by");
          if (one.op != language::StmtOp::assign) return;
          note(one.ref == language::none, "assign: place");
          note(one.between, "assign: between");
          note(one.mode == language::AssignMode::set, "assign: set");
          note(one.mode == language::AssignMode::add, "assign: add");
          note(one.mode == language::AssignMode::subtract, "assign: subtract");
        },
        [&](const Expr& expr) { expression(expr); });
  }

  void action(const language::Action& action) {
    using language::ParamMode;
    for (const language::ActionParam& param : action.params) {
      note(param.mode == ParamMode::single, "action: single");
      note(param.mode == ParamMode::set, "action: set");
      note(param.mode == ParamMode::path, "action: path");
      note(param.domain->op == language::Op::range, "action: range");
      note(param.domain->type.tag == language::TypeTag::maybe, "action: maybe");
      note(param.at != language::none, "action: at");
      note(param.where != nullptr, param.mode == ParamMode::set ? "action: where of a set" : "action: where");
    }
    for (const language::Requirement& one : action.requires_) {
      note(true, "action: require");
      if (one.each < 0) continue;
      const bool path = action.params[static_cast<size_t>(one.each)].mode == ParamMode::path;
      note(true, path ? "action: each of a path" : "action: each of a set");
    }
    note(!action.ensures.empty(), "action: ensure");
    for (const language::Best& best : action.bests)
      note(true, best.least ? "action: best least" : "action: best most");
  }

  void site(const language::Site& site) {
    using language::SiteKind;
    note(site.condition != nullptr, "roll: given");
    const bool otherwise = site.or_else != language::none;
    note(site.kind == SiteKind::choose, otherwise ? "choose: or else" : "choose: without or else");
    note(site.kind == SiteKind::draw, otherwise ? "draw: or else" : "draw: without or else");
    for (const language::Alternative& alternative : site.alternatives) {
      for (const language::AlternativeArg& arg : alternative.args) {
        note(arg.mode == language::ArgMode::bind, "alternative: bind");
        note(arg.mode == language::ArgMode::fixed, "alternative: fixed");
        note(arg.mode == language::ArgMode::unnamed, "alternative: unnamed");
      }
      note(!alternative.requires_.empty(), "alternative: require");
    }
  }

  void program(const Program& program) {
    language::each_item(program, [&](language::ItemId id, const auto& item) {
      using language::ItemSort;
      if (id.sort == ItemSort::given || id.sort == ItemSort::state || id.sort == ItemSort::view ||
          id.sort == ItemSort::claim)
        return;  // no evaluator has to know them in play
      language::anatomy_in(
          program, item,
          language::Visitor{[&](const language::Line& line) {
                              note(line.sort == language::LineSort::waiver, "action: waiver");
                            },
                            [&](const language::Line&, const Expr& expr) { expression(expr); },
                            [&](const language::Line&, const language::Stmt& stmt) { statement(stmt); }});
    });
    for (const language::Definition& one : program.definitions) {
      for (const language::Exception& exception : one.exceptions) {
        note(true, "definition: except");
        note(!exception.over.empty(), "definition: except over");
      }
      for (const language::Adjustment& adjustment : one.adjustments) {
        note(true, "definition: adjust");
        note(!adjustment.after.empty(), "definition: adjust after");
      }
    }
    for (const language::Field& field : program.fields)
      note(true, field.type.tag == language::TypeTag::number ? "field: least cost" : "field: reach");
    for (const language::Effect& effect : program.effects) {
      using language::EffectKind;
      note(effect.kind == EffectKind::plain, "effect: plain");
      note(effect.kind == EffectKind::first_of, "effect: first_of");
      note(effect.kind == EffectKind::each_of, "effect: each_of");
    }
    for (const language::Action& one : program.actions) action(one);
    for (const language::FlowStep& step : program.flow) met_.insert(construct_name(step.op));
    for (const language::Site& one : program.sites) site(one);
    for (const language::Procedure& procedure : program.procedures) {
      note(!procedure.params.empty(), "procedure: parameter");
      note(!procedure.states.empty(), "procedure: state");
    }
    for (const language::Watch& watch : program.watches)
      note(true, watch.first ? "watch: first" : "watch: without first");
  }

 private:
  std::set<std::string>& met_;
};

std::set<std::string> list_constructs() {
  std::set<std::string> all;
#define CASEBOOK_NAME(name) all.insert(std::string(language::op_name(language::Op::name)));
  CASEBOOK_OPS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  for (int op = 0; op <= static_cast<int>(language::StmtOp::end_game); ++op)
    all.insert(construct_name(static_cast<language::StmtOp>(op)));
  for (int op = 0; op <= static_cast<int>(language::FlowOp::fault); ++op)
    all.insert(construct_name(static_cast<language::FlowOp>(op)));
  for (int kind = 0; kind <= static_cast<int>(language::ListKind::least_of); ++kind)
    all.insert(construct_name(static_cast<language::ListKind>(kind)));
  for (const char* one : others) all.insert(one);
  return all;
}

}  // namespace

const std::set<std::string>& all_constructs() {
  static const std::set<std::string> all = list_constructs();
  return all;
}

void note_constructs(const Expr& expr, std::set<std::string>& met) {
  Noter(met).expression(expr);
}

void note_constructs(const Program& program, std::set<std::string>& met) {
  Noter(met).program(program);
}

std::string not_met(const std::set<std::string>& all, const std::set<std::string>& met) {
  std::string missing;
  for (const std::string& one : all) {
    if (met.count(one) == 0) missing += one + "\n";
  }
  return missing;
}

}  // namespace casebook::tests
