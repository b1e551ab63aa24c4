// SPDX-License-Identifier: Apache-2.0
// How much of what is marked in the shipped editions the checks find when nothing is marked.
//
// A stripped copy has every supplied part taken away, each reading answered by its default and forgotten, no
// case that says `silent`, and no claim that is disputed or names a reading. `verify` then has the text alone.
// A marked defect counts as found where a finding of the stripped copy, which wants an answer, cites its case
// first. What is idle, unused or for information does not count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "engine/program/anatomy.h"
#include "engine/program/edit/supplied.h"
#include "engine/program/expression.h"
#include "tests/support/rules_text.h"
#include "verifier/checks/verify.h"

namespace casebook::checks {
namespace {

using namespace language;

bool is(const ExprPtr& expr, bool value) {
  return expr && expr->op == Op::constant && expr->type == boolean_type && expr->value == (value ? 1 : 0);
}
bool is_known(const ExprPtr& expr) {
  return is(expr, true) || is(expr, false);
}
void become(Expr& expr, bool value) {
  expr = std::move(*make_constant(boolean_type, value ? 1 : 0, expr.place));
}
void replace(Expr& expr, ExprPtr& by) {
  ExprPtr kept = std::move(by);
  expr = std::move(*kept);
}

/// Answers the readings, and folds away what that decides.
class Answering {
 public:
  explicit Answering(Program& program) : p_(program) {}

  void run() {
    anatomy(p_, Visitor{[&](const Line&, Expr& expr) { fold(expr); },
                        [&](const Line&, Stmt& stmt) { fold(stmt); }});
    for (Definition& one : p_.definitions)
      for (Exception& exception : one.exceptions)
        if (is(exception.when, true)) exception.when = truth(exception.place);
    for (Action& action : p_.actions) drop_idle(action);
    for (Site& site : p_.sites)
      for (Alternative& one : site.alternatives)
        std::erase_if(one.requires_, [](const Requirement& it) { return is(it.expr, true); });
    std::erase_if(p_.claims, [](const Claim& one) {
      return !one.disputed.empty() ||
             std::any_of(one.with.begin(), one.with.end(),
                         [](const Setting& setting) { return setting.reading != none; });
    });
    for (Kind& kind : p_.kinds) kind.reading = none;
    p_.readings.clear();
  }

 private:
  static ExprPtr truth(const Place& place) { return make_constant(boolean_type, 1, place); }

  static void drop_idle(Action& action) {
    for (auto* list : {&action.requires_, &action.ensures}) {
      for (Requirement& one : *list)
        std::erase_if(one.waivers, [](const Waiver& waiver) { return is(waiver.when, false); });
      std::erase_if(*list, [](const Requirement& one) { return is(one.expr, true); });
    }
  }

  void fold(Stmt& stmt) {
    expressions_of(stmt, [&](Expr& expr) { fold(expr); });
    for (StmtPtr& inner : stmt.body)
      if (inner) fold(*inner);
    if (stmt.op != StmtOp::branch || !is_known(stmt.value)) return;
    StmtPtr kept = std::move(stmt.body[is(stmt.value, true) ? 0 : 1]);
    Stmt block;
    block.place = stmt.place;
    block.label = stmt.label;
    if (kept) block.body.push_back(std::move(kept));
    stmt = std::move(block);
  }

  void fold(Expr& expr) {
    expressions_of(expr, [&](Expr& inner) { fold(inner); });
    if (expr.list) {
      auto& entries = expr.list->entries;
      std::erase_if(entries, [](const ListEntry& one) { return is(one.when, false); });
      for (ListEntry& one : entries)
        if (is(one.when, true) && !one.per) one.when = nullptr;
    }
    switch (expr.op) {
      case Op::reading_value:
        expr = std::move(*make_constant(expr.type, p_.readings[expr.ref].fallback, expr.place));
        break;
      case Op::equal:
        if (expr.args[0]->op == Op::constant && expr.args[1]->op == Op::constant &&
            expr.args[0]->type == expr.args[1]->type)
          become(expr, expr.args[0]->value == expr.args[1]->value);
        break;
      case Op::not_:
        if (is_known(expr.args[0])) become(expr, is(expr.args[0], false));
        break;
      case Op::all_of:
      case Op::any_of: {
        const bool neutral = expr.op == Op::all_of;
        std::erase_if(expr.args, [&](const ExprPtr& arg) { return is(arg, neutral); });
        const bool decided = std::any_of(expr.args.begin(), expr.args.end(),
                                         [&](const ExprPtr& arg) { return is(arg, !neutral); });
        if (decided || expr.args.empty())
          become(expr, decided != neutral);
        else if (expr.args.size() == 1)
          replace(expr, expr.args[0]);
        break;
      }
      case Op::implies:
        if (is(expr.args[0], false) || is(expr.args[1], true))
          become(expr, true);
        else if (is(expr.args[0], true))
          replace(expr, expr.args[1]);
        break;
      case Op::choose_if:
        if (is_known(expr.args[0])) replace(expr, expr.args[is(expr.args[0], true) ? 1 : 2]);
        break;
      default:
        break;
    }
  }

  Program& p_;
};

std::shared_ptr<const Program> stripped(const Program& program) {
  std::vector<std::string> all;
  for (const Supplied& one : program.supplied) all.push_back(one.name);
  auto out = std::make_shared<Program>(*without(program, all));
  out->supplied.clear();
  out->without.clear();
  for (Case& one : out->cases) one.silent.clear();
  Answering(*out).run();
  return out;
}

bool wants_an_answer(const Finding& finding) {
  return finding.verdict == Verdict::refuted && finding.concern != Concern::idle &&
         finding.concern != Concern::information;
}

struct Measured {
  size_t marked = 0, found = 0, tool_errors = 0;
};

Measured measured(const std::string& edition) {
  Diagnostics diagnostics;
  runtime::ScenarioRequest request;
  request.ruleset_folders = {std::string(CASEBOOK_SOURCE_DIR) + "/rulesets"};
  request.edition_folder = request.ruleset_folders.front() + "/" + edition;
  request.id = edition;
  Subject marked;
  marked.id = edition;
  marked.scenario = runtime::load_scenario(request, diagnostics);
  marked.cases = board::load_cases(request.edition_folder + "/cases.json", diagnostics);
  if (!marked.scenario || !marked.cases) {
    ADD_FAILURE() << testing_support::shown(diagnostics);
    return {};
  }
  marked.program = marked.scenario->program;
  Subject copy = marked;
  copy.program = stripped(*copy.program);
  copy.scenario = runtime::bind(copy.program, copy.scenario->data, {}, edition + "-stripped", diagnostics);
  if (!copy.scenario) {
    ADD_FAILURE() << testing_support::shown(diagnostics);
    return {};
  }
  const Verification shipped = verify(marked, Settings{}, {});
  const Verification alone = verify(copy, Settings{}, {});
  std::set<std::string> cited;
  Measured out;
  for (const Finding& one : alone.findings) {
    out.tool_errors += one.verdict == Verdict::tool_error ? 1U : 0U;
    if (!wants_an_answer(one) || one.cases.empty()) continue;
    cited.insert(one.cases.front().label);
    std::printf("  found     %-12s %s\n", one.cases.front().label.c_str(), headline_of(one).c_str());
  }
  for (const Finding& one : shipped.findings) {
    if (one.marked == Marked::not_at_all || !wants_an_answer(one) || one.cases.empty()) continue;
    if (std::find(one.marks.begin(), one.marks.end(), Mark::borrowed) != one.marks.end()) continue;
    ++out.marked;
    const bool found = cited.count(one.cases.front().label) != 0;
    out.found += found ? 1U : 0U;
    std::printf("  %s %-12s %s\n", found ? "marked, +" : "marked, -", one.cases.front().label.c_str(),
                headline_of(one).c_str());
  }
  std::printf("%s: %zu of %zu marked defects are found with nothing marked\n", edition.c_str(), out.found,
              out.marked);
  return out;
}

// Nothing was measured yet: the least that is asked is that something is found, and no tool error.
TEST(SlowStripped, SpiIsFoundOutWithoutItsMarks) {
  const Measured out = measured("across-suez/spi-1980");
  EXPECT_EQ(out.tool_errors, 0U);
  EXPECT_GE(out.found, 1U);
}

TEST(SlowStripped, TheLaterEditionIsFoundOutWithoutItsMarks) {
  const Measured out = measured("across-suez/decision-games-2");
  EXPECT_EQ(out.tool_errors, 0U);
  EXPECT_GE(out.found, 1U);
}

}  // namespace
}  // namespace casebook::checks
