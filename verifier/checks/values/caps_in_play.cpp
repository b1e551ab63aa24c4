// SPDX-License-Identifier: Apache-2.0
// caps-in-play: caps that cannot be tried on every input (they read pieces or sets, or stand in an action or
// a procedure), and that play never reaches.
//
// The rules with the cap turned into a fault play as before until the cap is passed. They are compared with
// the rules as written on the positions of games and on generated ones, with the options off and on. Where
// they play alike, arguments of a definition are drawn at random, and then a search looks for a position that
// tells the two apart. What stays alike is reported as sampled. With a solver, a cap whose number speaks of the definition's parameters alone is asked for every
// position and argument that the types allow.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/base/in_parallel.h"
#include "engine/program/expression.h"
#include "engine/program/walk.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/caps.h"
#include "verifier/checks/shared/compare_rules.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/drawn_inputs.h"
#include "verifier/checks/shared/sought_apart.h"
#include "verifier/finding/counted.h"
#include "verifier/symbolic/prove/any_input.h"

namespace casebook::checks {

using namespace runtime;
using language::DefinitionId;
using language::Expr;
using language::ItemSort;
using language::Op;

namespace {

constexpr const char* id = "caps-in-play";
constexpr size_t most_positions = 300;  // of those that all checks share, spread evenly
constexpr int draws = 8;                // of arguments, on each

struct Looked {
  bool reached = false;
  size_t positions = 0;  // in which something evaluates it
};

ScenarioPtr faulting_scenario(const ScenarioPtr& scenario, const Cap& cap) {
  auto other = std::make_shared<Scenario>(*scenario);
  other->program = faulting(*scenario->program, cap);
  return other;
}

Looked look(Context& context, Probe& probe, const Cap& cap) {
  Looked out;
  const std::vector<Known>& known = probe.known(context);
  const bool has_place = cap.item.sort == ItemSort::definition || cap.item.sort == ItemSort::action ||
                         cap.item.sort == ItemSort::effect || cap.item.sort == ItemSort::field;
  Where where;
  if (has_place)
    where = where_asked(probe.reach(), context.program(), std::set<Named>{{cap.item.sort, cap.item.id}});
  try {
    TwoRules two(probe.rules(), faulting_scenario(probe.scenario(), cap));
    for (size_t i = 0; i < known.size() && !context.stopped(); ++i) {
      const Tried& tried = probe.positions()[i];
      if (has_place && !where.anywhere(tried.site)) continue;
      ++out.positions;
      if (!two.at(tried.position, known[i], has_place ? &where : nullptr)) continue;
      out.reached = true;
      break;
    }
  } catch (const std::exception&) {  // more registers than there are
    out.positions = 0;
  }
  return out;
}

/// Whether arguments drawn at random pass it, on some positions.
bool is_drawn(Context& context, const Cap& cap) {
  if (cap.item.sort != ItemSort::definition) return false;
  const ScenarioPtr& scenario = context.scenario();
  const DefinitionId number{cap.item.id};
  Evaluator as_written(scenario), faulting_one(faulting_scenario(scenario, cap));
  const Expr call = call_of(*scenario->program, number);
  const auto has_value = [&](Evaluator& evaluator, const Position& position) {
    try {
      evaluator.evaluate(call, position);
      return true;
    } catch (const Fault&) {
      return false;
    }
  };
  bool passed = false;
  each_drawn_input(context, scenario, id, number, some_lawful(context.probe().positions(), most_positions),
                   draws, as_written, [&](const Tried& tried) {
                     faulting_one.share_frame(as_written);
                     passed =
                         !has_value(faulting_one, tried.position) && has_value(as_written, tried.position);
                     return !passed && !context.stopped();
                   });
  return passed;
}

bool is_sought(Context& context, const Cap& cap) {
  const ScenarioPtr& scenario = context.scenario();
  const ScenarioPtr other = faulting_scenario(scenario, cap);
  TwoRules two(context.probe().rules(), other);
  return sought_apart(
             scenario, other, context.settings().seed,
             [&](const Tried& tried) { return two.at(tried.position).has_value(); },
             [&] { return !context.stopped(); })
      .tried.has_value();
}

/// The number beyond the cap, if it speaks of nothing but the definition's parameters; else null.
language::ExprPtr beyond(const language::Program& p, const Cap& cap) {
  if (cap.item.sort != ItemSort::definition) return nullptr;
  const auto& params = p.definitions[DefinitionId{cap.item.id}].params;
  bool alone = true;
  language::walk(*cap.value, [&](const Expr& expr) {
    if (expr.op == Op::variable) alone = alone && std::count(params.begin(), params.end(), expr.ref) != 0;
    alone = alone && !expr.binder && expr.op != Op::let && expr.op != Op::if_hex;
  });
  if (!alone) return nullptr;
  language::ExprPtr first(cap.upper ? *cap.bound : *cap.value), second(cap.upper ? *cap.value : *cap.bound);
  return language::make_expr(Op::less, language::boolean_type, cap.place, std::move(first),
                             std::move(second));
}

/// What the solver says; PROVED: it is never passed.
symbolic::NeverAnswer solved(Context& context, const Cap& cap, const Expr& condition) {
  symbolic::AnyInput input(context.scenario(), DefinitionId{cap.item.id},
                           {context.settings().solver_resources}, [&] { return !context.stopped(); });
  return input.never_holds(condition);
}

void tell(Context& context, const Cap& cap, const Looked& looked) {
  const std::string beyond_it =
      fmt::format("{} {}", cap.upper ? "above" : "below",
                  context.scenario()->value_text(cap.bound->type, cap.bound->value));
  std::string proof;
  Verdict verdict = Verdict::sampled;
  if (const language::ExprPtr condition =
          context.settings().solver_resources > 0 ? beyond(context.program(), cap) : nullptr) {
    const symbolic::NeverAnswer answer = solved(context, cap, *condition);
    if (answer.never == Verdict::refuted && answer.supposing.empty()) return;
    if (answer.never == Verdict::proved && context.with_options() == nullptr) verdict = Verdict::refuted;
    if (answer.never == Verdict::proved) proof = "Z3 proves that no value is " + beyond_it + ".";
    if (answer.never == Verdict::unknown) proof = "Z3 did not decide it: " + answer.why + ".";
  }
  Finding& told = context.add(id, cap.subject(), verdict, Concern::idle);
  told.claim = fmt::format("{} {} some value in play", cap.headline(), cap.upper ? "lowers" : "raises");
  told.headline =
      fmt::format("{} held nothing {} where it was tried", cap.headline(), cap.upper ? "down" : "up");
  told.text = fmt::format("Casebook found no position in which the value would be {}.", beyond_it);
  told.method = verdict == Verdict::refuted ? Method::solver : Method::generated;
  told.scope =
      fmt::format("{} and a search; {}", counted(looked.positions, "position"), sought_apart_scope());
  if (!proof.empty()) told.details.push_back(proof);
  context.cite(told, cap.label, cap.place);
}

Answer run(Context& context) {
  const language::Program& p = context.program();
  if (p.game == language::none) return {Verdict::proved, "no game in these rules"};
  InputCounter counter(context.scenario());
  std::vector<Cap> open;
  for (Cap& cap : caps_of(p)) {
    if (cap.by_range) continue;
    if (cap.item.sort == ItemSort::definition &&
        counter.why_not(DefinitionId{cap.item.id}, context.settings().inputs).empty())
      continue;
    open.push_back(std::move(cap));
  }
  if (open.empty()) return {Verdict::proved, "no cap left, since all were tried on every input"};
  std::vector<Looked> looked;
  for (const Cap& cap : open) looked.push_back(look(context, context.probe(), cap));
  size_t in_use = 0, untried = 0;
  for (size_t i = 0; i < open.size() && !context.stopped(); ++i) {
    if (!looked[i].reached) {
      if (Probe* const probe = context.probe_with_options()) {
        const Looked also = look(context, *probe, open[i]);
        looked[i].reached = also.reached;
        looked[i].positions += also.positions;
      }
    }
    if (looked[i].reached) {
      ++in_use;
    } else if (looked[i].positions == 0) {
      ++untried;
    } else if (is_drawn(context, open[i]) || is_sought(context, open[i])) {
      ++in_use;
    } else {
      tell(context, open[i], looked[i]);
    }
  }
  return {Verdict::sampled,
          fmt::format("{} tried in {}: {} in use{}", counted(open.size(), "cap"), context.probe().scope(),
                      in_use, untried == 0 ? "" : fmt::format(", {} never evaluated", untried))};
}

}  // namespace

Check caps_in_play() {
  return {id,
          "Does play never reach a cap, a clamp or a bound that is too large to enumerate?",
          CheckOf::game,
          true,
          run,
          Needs::positions};
}

}  // namespace casebook::checks
