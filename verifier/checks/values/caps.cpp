// SPDX-License-Identifier: Apache-2.0
// caps: a `min`, a `max`, a `clamp` or a bound of `within` that never holds anything down.
//
// 1. The ranges of the numbers alone may decide it.
// 2. Else a cap in a definition whose inputs can be enumerated is tried on every input, also where it
//    stands in an exception or an adjustment. What an option brings is tried with the options on too.
//
// The other caps are for caps-in-play. What the switches decide is not reported.
#include <fmt/format.h>

#include "verifier/checks/list.h"
#include "verifier/checks/shared/caps.h"
#include "verifier/checks/shared/count_inputs.h"
#include "verifier/checks/shared/drawn_inputs.h"
#include "verifier/checks/shared/site_reach.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;
using language::DefinitionId;
using language::Expr;
using language::none;
using language::Op;

namespace {

constexpr const char* id = "caps";

struct Passed {
  bool complete = false;
  uint64_t inputs = 0, passed = 0;
};

bool has_value(Evaluator& evaluator, const Expr& call, const Position& position) {
  try {
    evaluator.evaluate(call, position);
    return true;
  } catch (const Fault&) {
    return false;
  }
}

/// On how many inputs of its definition the cap is passed, under that scenario's switches.
Passed tried_on_every_input(const ScenarioPtr& scenario, const Cap& cap, uint64_t budget) {
  Passed out;
  auto other = std::make_shared<Scenario>(*scenario);
  other->program = faulting(*scenario->program, cap);
  const DefinitionId number{cap.item.id};
  const Expr call = call_of(*scenario->program, number);
  Evaluator as_written(scenario);
  InputCounter counter(other);
  const Count count = counter.count(number, budget, [&](const Position& position) {
    if (has_value(counter.evaluator(), call, position)) return;
    as_written.share_frame(counter.evaluator());
    if (has_value(as_written, call, position)) ++out.passed;
  });
  out.complete = count.complete, out.inputs = count.inputs;
  return out;
}

Finding& add(Context& context, const Cap& cap) {
  Finding& finding = context.add(id, cap.subject(), Verdict::refuted, Concern::idle);
  finding.claim = fmt::format("{} {} some value", cap.headline(), cap.upper ? "lowers" : "raises");
  finding.headline = fmt::format("{} never applies", cap.headline());
  finding.method = Method::counting;
  context.cite(finding, cap.label, cap.place);
  return finding;
}

/// Whether an option or a reading decides the value of the definition in which it stands.
bool left_to_switches(const Context& context, const Cap& cap) {
  return switches_decide(*context.scenario(), DefinitionId{cap.item.id});
}

Answer run(Context& context) {
  const std::vector<Cap> all = caps_of(context.program());
  size_t by_range = 0, tried = 0, left_out = 0;
  std::vector<std::string> in_use;
  for (const Cap& cap : all) {
    if (context.stopped()) break;
    if (cap.by_range) {
      ++by_range;
      Finding& finding = add(context, cap);
      finding.text = "The range of the number lies within the cap.";
      finding.marks.push_back(Mark::trivial);
      finding.scope = "the ranges of all numbers were compared";
      continue;
    }
    if (!context.scenario() || cap.item.sort != language::ItemSort::definition) {
      ++left_out;
      continue;
    }
    const Passed passed = tried_on_every_input(context.scenario(), cap, context.settings().inputs);
    if (!passed.complete) {
      ++left_out;
      continue;
    }
    ++tried;
    if (passed.passed > 0) {
      in_use.push_back(fmt::format("the {} for {} of {}", cap.subject(), grouped(passed.passed),
                                   counted(passed.inputs, "input")));
      continue;
    }
    if (passed.inputs < 2 || left_to_switches(context, cap)) continue;
    if (const ScenarioPtr with_options = context.with_options();
        with_options && tried_on_every_input(with_options, cap, context.settings().inputs).passed > 0)
      continue;
    Finding& finding = add(context, cap);
    finding.scope = fmt::format("all {} were tried", counted(passed.inputs, "input"));
    finding.text = fmt::format("No value is {} {}, so every input has the same value without the cap.",
                               cap.upper ? "above" : "below",
                               context.scenario()->value_text(cap.bound->type, cap.bound->value));
  }
  std::string scope =
      fmt::format("{}: {} tried with every input",
                  counted(all.size(), "cap (limit on a number)", "caps (limits on numbers)"), tried);
  if (!in_use.empty()) scope += fmt::format("; in use: {}", listed(in_use, "and"));
  if (left_out == 0) return {Verdict::proved, scope};
  return {Verdict::unknown, fmt::format("{}; {} left to caps-in-play", scope, left_out)};
}

}  // namespace

Check caps() {
  return {id, "Does a cap, a clamp or a bound never hold a value down?", CheckOf::counting, false, run};
}

}  // namespace casebook::checks
