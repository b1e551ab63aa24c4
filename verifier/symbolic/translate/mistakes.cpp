// SPDX-License-Identifier: Apache-2.0
// One wrong translation of each construct, for tests of what would notice it: of most the mistake that is
// easily made, of the others a value beside the right one, a statement left out, a choice refused.
//
// Constructs have the names of tests/support/constructs.h.
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::AssignMode;
using language::Expr;
using language::FlowOp;
using language::ListKind;
using language::Op;
using language::ParamMode;
using language::StmtOp;
using language::TypeTag;

namespace {

// Switches without default: the compiler names an enumerator that is new and not here.
const char* construct_of(StmtOp op) {
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

const char* construct_of(FlowOp op) {
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

const char* construct_of(ListKind kind) {
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

// A hex that is asked for is left out where members are gone through (translate_sets.cpp).
bool has(const language::Binder& binder, const std::string& mistake) {
  return (binder.at != language::none && mistake == "binder: at") ||
         (binder.where != nullptr && mistake == "binder: where") ||
         (binder.domain->type.tag == TypeTag::maybe && mistake == "binder: maybe") ||
         (binder.domain->op == Op::range && mistake == "binder: range");
}

bool has(const language::ListBody& list, const std::string& mistake) {
  const auto any = [&](const auto& is) { return std::any_of(list.entries.begin(), list.entries.end(), is); };
  return mistake == construct_of(list.kind) || (list.low != nullptr && mistake == "list: within") ||
         (mistake == "list: per" && any([](const auto& entry) { return entry.per != nullptr; })) ||
         (mistake == "list: when" && any([](const auto& entry) { return entry.when != nullptr; }));
}

}  // namespace

bool Translator::mistaken_in(const language::Stmt& stmt) const {
  if (mistake_.empty()) return false;
  if (mistake_ == construct_of(stmt.op)) return true;
  if (stmt.op != StmtOp::assign) return false;
  return (stmt.between && mistake_ == "assign: between") ||
         (stmt.ref == language::none && mistake_ == "assign: place") ||
         (stmt.mode == AssignMode::set && mistake_ == "assign: set") ||
         (stmt.mode == AssignMode::add && mistake_ == "assign: add") ||
         (stmt.mode == AssignMode::subtract && mistake_ == "assign: subtract");
}

bool Translator::mistaken_in(const language::ActionParam& param) const {
  if (mistake_.empty()) return false;
  return (param.mode == ParamMode::single && mistake_ == "action: single") ||
         (param.mode == ParamMode::set && mistake_ == "action: set") ||
         (param.mode == ParamMode::path && mistake_ == "action: path") ||
         (param.domain->op == Op::range && mistake_ == "action: range") ||
         (param.domain->type.tag == TypeTag::maybe && mistake_ == "action: maybe") ||
         (param.at != language::none && mistake_ == "action: at") ||
         (param.where != nullptr && param.mode != ParamMode::set && mistake_ == "action: where") ||
         (param.where != nullptr && param.mode == ParamMode::set && mistake_ == "action: where of a set");
}

bool Translator::mistaken_in(const language::Action& action, const language::Requirement& requirement) const {
  if (mistake_.empty()) return false;
  const auto is = [&](const language::Requirement& one) { return &one == &requirement; };
  if (std::any_of(action.ensures.begin(), action.ensures.end(), is) && mistake_ == "action: ensure")
    return true;
  if (std::any_of(action.requires_.begin(), action.requires_.end(), is) && mistake_ == "action: require")
    return true;
  if (!requirement.waivers.empty() && mistake_ == "action: waiver") return true;
  if (requirement.each < 0) return false;
  const ParamMode mode = action.params[static_cast<size_t>(requirement.each)].mode;
  return mistake_ == (mode == ParamMode::set ? "action: each of a set" : "action: each of a path");
}

bool Translator::mistaken_in(const language::Alternative& alternative) const {
  if (mistake_.empty()) return false;
  for (const language::AlternativeArg& arg : alternative.args) {
    const char* const mode = arg.mode == language::ArgMode::bind    ? "alternative: bind"
                             : arg.mode == language::ArgMode::fixed ? "alternative: fixed"
                                                                    : "alternative: unnamed";
    if (mistake_ == mode) return true;
  }
  return !alternative.requires_.empty() && mistake_ == "alternative: require";
}

bool Translator::mistaken_in(const language::FlowStep& step) const {
  // One that is not counted would be counted back, too: it counts wrongly instead (translate_flow.cpp).
  return !mistake_.empty() && step.op != FlowOp::undisturbed && mistake_ == construct_of(step.op);
}

void Translator::mistaken(const Expr& expr, SymbolicValue& value) {
  bool here = language::op_name(expr.op) == mistake_ || (expr.list && has(*expr.list, mistake_)) ||
              (expr.binder && has(*expr.binder, mistake_));
  if (expr.op == Op::field_at) {
    const bool reach = program_.fields[static_cast<size_t>(expr.ref)].type.tag == TypeTag::boolean;
    here = here || mistake_ == (reach ? "field: reach" : "field: least cost");
  }
  for (const language::Site& site : program_.sites) {
    here = here || (site.condition.get() == &expr && mistake_ == "roll: given");
    if (site.by.get() != &expr || site.procedure != program_.settle) continue;
    const bool first = std::any_of(program_.watches.begin(), program_.watches.end(),
                                   [](const language::Watch& watch) { return watch.first != nullptr; });
    here = here || mistake_ == (first ? "watch: first" : "watch: without first");
  }
  if (!here) return;
  switch (expr.type.tag) {
    case TypeTag::boolean:
      value.number = formula_.not_(value.number);
      return;
    case TypeTag::number:
    case TypeTag::range:
      value.number = formula_.add(value.number, formula_.number(1));
      value.never = no;
      return;
    case TypeTag::entity:
    case TypeTag::location:
    case TypeTag::maybe: {
      // Another member: each the one before it, the first the last.
      const bool hexes = expr.type.tag == TypeTag::location || expr.type.of == language::kind_hex;
      const Codes& codes = positions_.codes();
      const int64_t size = hexes ? codes.hexes() : scenario_.size(expr.type.of);
      if (size < 2) return;
      const int64_t first = hexes ? codes.of_hex(0) : 0,
                    last = hexes ? codes.of_hex(codes.hexes() - 1) : size - 1;
      const Ref is_last = formula_.equal(value.number, formula_.number(last));
      value.number = hexes ? formula_.choose(is_last, formula_.number(first), formula_.number(last))
                           : formula_.choose(formula_.equal(value.number, formula_.number(first)),
                                             formula_.number(last), formula_.number(first));
      return;
    }
    case TypeTag::set:
      if (!value.items.empty()) value.items.front() = formula_.not_(value.items.front());
      return;
    case TypeTag::path:
      if (!value.items.empty()) std::reverse(value.items.begin(), value.items.end());
      return;
  }
}

}  // namespace casebook::symbolic
