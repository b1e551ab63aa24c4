// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/ways/deciding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/text.h"
#include "engine/program/walk.h"
#include "engine/runtime/binding/settle.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::regions {

using language::CaseId;
using language::Expr;
using language::FlowOp;
using language::FlowStep;
using language::none;
using language::Op;
using language::Place;
using language::StepId;
using language::Stmt;
using language::StmtOp;
using language::VarId;

namespace {

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const std::string_view word : words(text)) line += (line.empty() ? "" : " ") + std::string(word);
  return line;
}

/// The first line, up to one of these words.
std::string head_of(std::string_view text, std::string_view until = {}) {
  text = text.substr(0, text.find('\n'));
  if (!until.empty()) text = text.substr(0, text.find(until));
  return on_one_line(text);
}

/// Whether who chooses is told and not decided: by the caller, or by a state such as who is phasing.
bool is_told(const Expr& chooser) {
  if (chooser.op == Op::other_side) return is_told(*chooser.args[0]);
  if (chooser.op == Op::state) return chooser.args.empty();
  return chooser.op == Op::variable || chooser.op == Op::constant;
}

}  // namespace

DecidingText::DecidingText(runtime::Evaluator& evaluator, const Doing& doing)
    : evaluator_(evaluator), program_(evaluator.program()), scenario_(evaluator.scenario()) {
  if (doing.action != none) {
    label_ = program_.actions[doing.action].label;
    add(*program_.actions[doing.action].body);
  } else if (doing.effect != none) {
    label_ = program_.effects[doing.effect].label;
    add(program_.effects[doing.effect]);
  } else {
    label_ = program_.procedures[doing.procedure].label;
    add(program_.procedures[doing.procedure]);
  }
  tell_apart();
}

/// What is written several times is numbered.
void DecidingText::tell_apart() {
  std::map<std::string, size_t> times, so_far;
  for (const Decision& one : decisions) ++times[one.text];
  for (Decision& one : decisions) {
    const std::string text = one.text;
    if (times[text] > 1) one.text += fmt::format(" ({} of {})", ++so_far[text], times[text]);
  }
}

size_t DecidingText::decide(std::string text, CaseId label, std::vector<std::string> outs) {
  decisions.push_back({std::move(text), label == none ? label_ : label, std::move(outs)});
  return decisions.size() - 1;
}
void DecidingText::decide_branch(const void* what, const Expr& condition, CaseId label) {
  meanings[what] = {decide(runtime::source_text(evaluator_, condition), label, {"no", "yes"}), {0, 1}};
}
std::optional<bool> DecidingText::known(const Expr& expr) const {
  const auto value = runtime::known_by_switches(expr, scenario_.options, scenario_.readings);
  return value ? std::optional(*value != 0) : std::nullopt;
}
std::string DecidingText::text(const Place& place) const {
  return on_one_line(program_.text_of(place));
}

/// Of the line that a block stands in, or the one before.
std::string_view DecidingText::text_before(Place place) const {
  constexpr uint32_t near = 400;
  place.end = place.begin, place.begin -= std::min(near, place.begin);
  return program_.text_of(place);
}

// ---- straight text

void DecidingText::add(const Stmt& stmt) {
  switch (stmt.op) {
    case StmtOp::branch:
      if (const auto is = known(*stmt.value)) {
        if (stmt.body.size() > (*is ? 0U : 1U)) add(*stmt.body[*is ? 0 : 1]);
        return;
      }
      decide_branch(&stmt, *stmt.value, stmt.label);
      for (const auto& part : stmt.body) add(*part);
      return;
    case StmtOp::for_all:
    case StmtOp::for_each:
      meanings[&stmt] = {decide(head_of(program_.text_of(stmt.place), " do"), stmt.label,
                                {"for none", "for one", "for several"}),
                         {0, 1, 2}};
      add(*stmt.body[0]);
      return;
    case StmtOp::block:
      if (stmt.body.size() == 2 && stmt.body[0]->op == StmtOp::let &&
          program_.text_of(stmt.place).starts_with("match"))
        return add_match(stmt);
      for (const auto& part : stmt.body) add(*part);
      return;
    case StmtOp::assign:
    case StmtOp::let:
    case StmtOp::effect:
    case StmtOp::end_game:
      return;
  }
}

/// let v = E; if v = a then ... else if v = b then ... else ...
void DecidingText::add_match(const Stmt& whole) {
  const size_t decision = decide(head_of(program_.text_of(whole.place)), whole.label, {});
  const Stmt* at = whole.body[1].get();
  while (at->op == StmtOp::branch) {
    const int out = add_out(decision, at->place);
    meanings[at] = {decision, {undecided, out}};
    add(*at->body[0]);
    if (at->body[1]->body.empty()) return;
    const Stmt* const next = at->body[1]->body[0].get();
    if (next->op != StmtOp::branch) {
      meanings[at].outs[0] = add_out(decision, next->place);
      add(*next);
      return;
    }
    at = next;
  }
}

/// The arm of a match that stands there, or whose block does.
int DecidingText::add_out(size_t decision, const Place& arm) {
  const std::string_view before = text_before(arm);
  const size_t last = before.find_last_not_of(" \n\r\t");
  std::string_view name = program_.text_of(arm);
  if (last != std::string_view::npos && before[last] == ':') {
    name = before.substr(0, last);
    name = name.substr(name.rfind('\n') + 1);
  }
  decisions[decision].outs.push_back(on_one_line(name.substr(0, name.find(':'))));
  return static_cast<int>(decisions[decision].outs.size()) - 1;
}

// ---- flow

/// The steps that may come after it in its procedure.
std::vector<StepId> DecidingText::after(StepId at) const {
  const FlowStep& step = program_.flow[at];
  switch (step.op) {
    case FlowOp::branch:
      if (const auto is = known(*step.expr)) return {*is ? StepId(at + 1) : step.target};
      return {at + 1, step.target};
    case FlowOp::jump:
      return {step.target};
    case FlowOp::choose:
    case FlowOp::draw: {
      const language::Site& site = program_.sites[step.ref];
      std::vector<StepId> next;
      for (const language::Alternative& one : site.alternatives) next.push_back(one.target);
      if (step.op == FlowOp::draw) next.push_back(at + 1);
      if (site.or_else != none) next.push_back(site.or_else);
      return next;
    }
    case FlowOp::leave:
    case FlowOp::end_game:
    case FlowOp::fault:
      return {};
    default:
      return {at + 1};
  }
}

void DecidingText::add(const language::Procedure& procedure) {
  std::set<StepId> met;
  std::vector<StepId> open{procedure.entry};
  while (!open.empty()) {
    const StepId at = open.back();
    open.pop_back();
    if (!met.insert(at).second) continue;
    for (const StepId next : after(at)) {
      if (next <= at) loops[next].last = std::max(loops[next].last, at);
      open.push_back(next);
    }
  }
  for (const StepId at : met) {
    const FlowStep& step = program_.flow[at];
    if (const auto loop = loops.find(at); loop != loops.end()) add_loop(at, loop->second);
    switch (step.op) {
      case FlowOp::run:
        add(*step.stmt);
        break;
      case FlowOp::branch:
        add_branch(at, step);
        break;
      case FlowOp::attempt:
        meanings[&step] = {decide(text(step.place), step.label, {"lapses", "is carried out"}), {0, 1}};
        break;
      case FlowOp::choose:
        add_choose(step, program_.sites[step.ref]);
        break;
      case FlowOp::draw:
        if (program_.sites[step.ref].or_else == none) break;
        choosing[step.ref] = decide(head_of(program_.text_of(step.place)), step.label, {"drawn", "or else"});
        meanings[&step] = {choosing[step.ref], {undecided, 1}};
        break;
      default:
        break;
    }
  }
}

/// `repeat at most 6 times`. Where no step is left of the word itself, it stands before the first of the body.
void DecidingText::add_loop(StepId head, Loop& loop) {
  const FlowStep& step = program_.flow[head];
  std::string text = head_of(program_.text_of(step.place));
  loop.limited = step.op == FlowOp::branch && text.starts_with("repeat");
  if (!text.starts_with("repeat")) {
    const std::string_view before = text_before(step.place);
    const size_t word = before.rfind("repeat");
    text = word == std::string_view::npos ? "repeat" : head_of(before.substr(word));
  }
  loop.decision = decide(std::move(text), step.label,
                         loop.limited ? std::vector<std::string>{"never", "once", "several times"}
                                      : std::vector<std::string>{"once", "several times"});
}

void DecidingText::add_branch(StepId at, const FlowStep& step) {
  if (known(*step.expr)) return;
  const std::string_view written = program_.text_of(step.place);
  if (written.starts_with("repeat")) return;  // the limit of a loop
  VarId matched = none;
  language::walk(*step.expr, [&](const Expr& expr) {
    if (expr.op == Op::variable && program_.vars[expr.ref].name.starts_with("match:")) matched = expr.ref;
  });
  if (matched != none) return add_arm(at, step, matched);
  if (written.starts_with("if ")) return decide_branch(&step, *step.expr, step.label);
  // What ends a loop is told by how often it runs; that its `decreasing` fell is no decision.
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
    if (loop->first > at || loop->second.last < at) continue;
    if (program_.flow[at + 1].op != FlowOp::fault)
      decisions[loop->second.decision].text += " until " + on_one_line(written);
    return;
  }
}

void DecidingText::add_arm(StepId at, const FlowStep& step, VarId matched) {
  const auto [known, fresh] = matches_.try_emplace(matched, decisions.size());
  if (fresh) {
    Place place = step.place;
    for (int32_t before = at - 1; before >= 0; --before) {
      const FlowStep& one = program_.flow[before];
      if (one.op != FlowOp::run || one.stmt->op != StmtOp::let || one.stmt->ref != matched) continue;
      place = one.place;
      break;
    }
    decide(head_of(program_.text_of(place)), step.label, {});
  }
  Meaning& meaning = meanings[&step] = {known->second, {undecided, add_out(known->second, step.place)}};
  // The last arm has no condition, and begins where the value is not needed any more.
  const FlowStep& next = program_.flow[step.target];
  if (next.op == FlowOp::clear && std::find(next.vars.begin(), next.vars.end(), matched) != next.vars.end())
    meaning.outs[0] = add_out(known->second, next.place);
}

void DecidingText::add_choose(const FlowStep& step, const language::Site& site) {
  if (!is_told(*site.by)) {
    choosers[step.ref] = decide("by " + runtime::source_text(evaluator_, *site.by), step.label,
                                scenario_.members[program_.kind_side]);
  }
  std::vector<std::string> outs;
  for (const language::Alternative& one : site.alternatives)
    outs.push_back(head_of(program_.text_of(one.place), " then"));
  if (site.or_else != none) outs.emplace_back("or else");
  if (outs.size() == 1) return;  // it decides nothing
  const int or_else = static_cast<int>(outs.size()) - 1;
  choosing[step.ref] = decide(head_of(program_.text_of(step.place)), step.label, std::move(outs));
  if (site.or_else != none) meanings[&step] = {choosing[step.ref], {undecided, or_else}};
}

void DecidingText::add(const language::Effect& effect) {
  for (const language::EffectEntry& entry : effect.entries) {
    if (entry.when && known(*entry.when) == false) continue;
    if (entry.when && !known(*entry.when)) decide_branch(&entry, *entry.when, entry.label);
    add(*entry.body);
  }
}

}  // namespace casebook::regions
