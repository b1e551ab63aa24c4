// SPDX-License-Identifier: Apache-2.0
// Effects, actions, procedures and their flow, as text.
#include "engine/program/print_program.h"
#include "engine/program/walk.h"

namespace casebook::language {
namespace {

std::string indent(int depth) {
  return "\n" + std::string(static_cast<size_t>(depth) * 2, ' ');
}

}  // namespace

std::string ProgramPrinter::text(const Stmt& s, int depth) {
  std::string out;
  const std::string cited = s.label != none ? "[" + label(s.label) + "] " : "";
  const auto bodies = [&](size_t from) {
    std::string inner;
    for (size_t i = from; i < s.body.size(); ++i) {
      if (s.body[i]) inner += text(*s.body[i], depth + 1);
    }
    return inner;
  };
  switch (s.op) {
    case StmtOp::block:
      for (const StmtPtr& inner : s.body) {
        if (inner) out += text(*inner, depth);
      }
      return out;
    case StmtOp::assign: {
      static const char* const modes[] = {":=", "+=", "-="};
      out = s.ref != none ? p.states[s.ref].name : "place of " + p.kinds[s.ref2].name;
      if (s.between) out += " between";
      for (const ExprPtr& arg : s.args) out += maybe(" ", arg);
      out += std::string(" ") + modes[static_cast<size_t>(s.mode)] + maybe(" ", s.value);
      break;
    }
    case StmtOp::let:
      out = "let " + var(s.ref) + maybe(" = ", s.value);
      break;
    case StmtOp::branch: {
      out = "if" + maybe(" ", s.value);
      std::string full = indent(depth) + cited + out;
      if (!s.body.empty() && s.body[0]) full += text(*s.body[0], depth + 1);
      if (s.body.size() > 1 && s.body[1]) {
        const std::string other = text(*s.body[1], depth + 1);
        if (!other.empty()) full += indent(depth) + "else" + other;
      }
      return full;
    }
    case StmtOp::for_all:
      return indent(depth) + cited + "for all " + binder(*s.binder) + bodies(0);
    case StmtOp::for_each:
      return indent(depth) + cited + "for each " + binder(*s.binder) + maybe(" by ", s.value) + bodies(0);
    case StmtOp::effect:
      out = "effect " + p.effects[s.ref].name;
      for (const ExprPtr& arg : s.args) out += maybe(" ", arg);
      break;
    case StmtOp::end_game:
      out = s.value ? "end game won by " + text(*s.value) : "end game drawn";
      break;
  }
  return indent(depth) + cited + out;
}

std::string ProgramPrinter::requirement(const char* word, const Requirement& r) {
  std::string out = std::string("\n  ") + word + " " + label(r.label) + line_name(r.label, r.name) + ":";
  if (r.each != none) out += " each " + var(r.member) + " of " + std::to_string(r.each);
  out += maybe(" ", r.expr);
  for (const Waiver& w : r.waivers) out += " waived " + label(w.label) + maybe(" when ", w.when);
  return out;
}

void ProgramPrinter::doings() {
  for (const Effect& e : p.effects) {
    static const char* const kinds[] = {"", " first of", " each of"};
    std::string out = "effect " + e.name + params(e.params) + labels(e) + kinds[static_cast<size_t>(e.kind)];
    for (const EffectEntry& entry : e.entries) {
      out += "\n  {" + label(entry.label) + line_name(entry.label, entry.name) + maybe(" when ", entry.when) +
             ":";
      if (entry.body) out += text(*entry.body, 2);
      out += "}";
    }
    item(out);
  }
  for (const Action& a : p.actions) {
    std::string out = "action " + a.name + phrase(a.phrase) + labels(a);
    if (a.watch != none) out += " of " + p.watches[a.watch].name;
    for (const ActionParam& param : a.params) {
      static const char* const modes[] = {"in", "set in", "path from"};
      out +=
          "\n  " + var(param.var) + " " + modes[static_cast<size_t>(param.mode)] + maybe(" ", param.domain);
      if (param.mode == ParamMode::path)
        out += " " + std::to_string(param.least_steps) + " .. " + std::to_string(param.most_steps);
      if (param.at != none) out += " at " + var(param.at);
      if (param.member != none) out += " each " + var(param.member);
      out += maybe(" where ", param.where);
    }
    for (const Requirement& r : a.requires_) out += requirement("require", r);
    for (const Requirement& r : a.ensures) out += requirement("ensure", r);
    for (const Best& b : a.bests) {
      out += "\n  best " + label(b.label) + line_name(b.label, b.name) + (b.least ? ": least" : ": most") +
             maybe(" ", b.value);
    }
    if (a.body) out += "\n  do" + text(*a.body, 2);
    item(out);
  }
}

// That things are settled here is what interrupts make of a procedure: no meaning of its own.
std::string ProgramPrinter::to(int32_t target, const Steps& among) const {
  if (target == none) return "-";
  if (target < among.first || target > among.end) return "out";
  int32_t number = target - among.first;
  for (int32_t i = among.first; what_ == What::uncited && i < target; ++i) {
    if (p.flow[i].op == FlowOp::settle) --number;
  }
  return std::to_string(number);
}

std::string ProgramPrinter::steps(const Steps& all) {
  std::string out;
  for (int32_t i = all.first; i >= 0 && i < all.end; ++i) {
    const FlowStep& one = p.flow[i];
    if (what_ == What::uncited && one.op == FlowOp::settle) continue;
    out += "\n  " + to(i, all) + ": " + step(one, all);
  }
  return out;
}

// What a `whenever` does stands, as it was written, in the procedure that settles.
std::string ProgramPrinter::block(const Watch& watch) {
  const auto [first, end] = block_of(p, watch);
  return steps({first, end});
}

void ProgramPrinter::flow() {
  for (const Procedure& procedure : p.procedures) {
    std::string out = "procedure " + procedure.name + params(procedure.params) + labels(procedure);
    item(out + steps({procedure.entry, procedure.end}));
  }
  for (const Watch& w : p.watches) {
    std::string action = w.action != none ? p.actions[w.action].name : std::string("?");
    if (w.action != none) {
      for (const ActionParam& param : p.actions[w.action].params) name_of(param.var);
    }
    item("watch " + w.name + labels(w) + " action " + action + maybe(" by ", w.by) +
         maybe(" first ", w.first) + (what_ == What::uncited ? block(w) : ""));
  }
}

std::string ProgramPrinter::step(const FlowStep& s, const Steps& among) {
  const std::string cited = s.label != none ? "[" + label(s.label) + "] " : "";
  const auto args = [&] {
    std::string out;
    for (const ExprPtr& arg : s.args) out += maybe(" ", arg);
    return out;
  };
  switch (s.op) {
    case FlowOp::run:
      return cited + "run" + (s.stmt ? text(*s.stmt, 3) : "");
    case FlowOp::branch:
      return cited + "branch" + maybe(" ", s.expr) + " else " + to(s.target, among);
    case FlowOp::jump:
      return cited + "jump " + to(s.target, among);
    case FlowOp::call:
      return cited + "call " + p.procedures[s.ref].name + args();
    case FlowOp::leave:
      return cited + "leave";
    case FlowOp::choose:
    case FlowOp::roll:
    case FlowOp::draw:
      return cited + site(p.sites[s.ref], among);
    case FlowOp::settle:
      return cited + "settle";
    case FlowOp::attempt:
      return cited + "attempt " + p.actions[s.ref].name + args();
    case FlowOp::undisturbed:
      return cited + "undisturbed " + std::to_string(s.value);
    case FlowOp::clear: {
      std::string out = cited + "clear";
      for (const VarId id : s.vars) out += " " + var(id);
      return out;
    }
    case FlowOp::end_game:
      return cited + (s.expr ? "end game won by " + text(*s.expr) : "end game drawn");
    case FlowOp::fault:
      return cited + "fault \"" + s.text + "\"";
  }
  return "";
}

std::string ProgramPrinter::site(const Site& s, const Steps& among) {
  std::string out;
  switch (s.kind) {
    case SiteKind::choose: {
      out = "choose" + maybe(" by ", s.by);
      for (const Alternative& a : s.alternatives) {
        out += "\n    ";
        if (a.label != none) out += "[" + label(a.label) + "] ";
        out += p.actions[a.action].name + "(";
        for (size_t i = 0; i < a.args.size(); ++i) {
          const AlternativeArg& arg = a.args[i];
          if (i > 0) out += ", ";
          if (arg.mode == ArgMode::unnamed) out += "_";
          if (arg.mode == ArgMode::bind) out += var(arg.var) + (arg.at != none ? " at " + var(arg.at) : "");
          if (arg.mode == ArgMode::fixed) out += "=" + maybe(" ", arg.value);
        }
        out += ") then " + to(a.target, among);
        for (const Requirement& r : a.requires_) out += requirement("    require", r);
      }
      out += "\n    or else " + to(s.or_else, among);
      return out;
    }
    case SiteKind::roll: {
      out = "roll";
      for (const VarId id : s.vars) out += " " + var(id) + ": " + text(p.vars[id].type);
      return out + maybe(" given ", s.condition);
    }
    case SiteKind::draw:
      return "draw " + (s.vars.empty() ? std::string("?") : var(s.vars.front())) + maybe(" from ", s.set) +
             " or else " + to(s.or_else, among);
  }
  return out;
}

}  // namespace casebook::language
