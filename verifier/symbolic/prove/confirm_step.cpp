// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/confirm_step.h"

#include <algorithm>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/distance/cells.h"
#include "engine/runtime/text/choice_text.h"
#include "engine/runtime/text/refusal.h"
#include "verifier/search/shrink.h"

namespace casebook::symbolic {

using language::ParamMode;
using language::SiteKind;
using runtime::Value;

std::string StepConfirmer::put_together(const language::Site& site, const Obligation& obligation,
                                        const DecodedStep& step, runtime::Choice& choice) {
  runtime::Evaluator& evaluator = rules_.evaluator();
  const language::Program& program = *scenario_->program;
  const language::Alternative& alternative = site.alternatives[static_cast<size_t>(obligation.alternative)];
  const language::Action& action = program.actions[alternative.action];
  choice = {};
  choice.alternative = obligation.alternative;
  size_t single = 0;
  for (size_t i = 0; i < action.params.size(); ++i) {
    const language::ActionParam& param = action.params[i];
    const runtime::Value& value = step.parameters[i];
    switch (param.mode) {
      case ParamMode::single:
        choice.singles[single++] = static_cast<int16_t>(value.number);
        evaluator.variable(param.var) = Value(value.number);
        break;
      case ParamMode::path:
        for (size_t k = 1; k < value.items.size(); ++k)
          choice.path[k - 1] = static_cast<int16_t>(value.items[k]);
        evaluator.variable(param.var) = Value(value.items);
        break;
      case ParamMode::set: {
        const std::vector<int32_t> candidates = evaluator.candidates(param, step.position);
        for (const int32_t member : value.items) {
          const auto at = std::find(candidates.begin(), candidates.end(), member);
          if (at == candidates.end()) return "domain of " + param.name;
          choice.set |= uint64_t{1} << (at - candidates.begin());
        }
        evaluator.variable(param.var) = Value(value.items);
        break;
      }
    }
    if (!evaluator.domain_holds(param, step.position)) return "domain of " + param.name;
    evaluator.variable(param.var) =
        param.mode == ParamMode::single ? Value(value.number) : Value(value.items);
    if (alternative.args[i].mode == language::ArgMode::fixed &&
        evaluator.evaluate(*alternative.args[i].value, step.position) != evaluator.variable(param.var))
      return "what the alternative fixes of " + param.name;
  }
  for (const auto& verdict : evaluator.explain(action, &alternative.requires_, step.position))
    if (!verdict.holds) return runtime::refused_by(runtime::case_text(program, verdict));
  for (const auto& verdict : evaluator.explain_best(action, &alternative.requires_, step.position))
    if (!verdict.holds) return runtime::refused_by(runtime::case_text(program, verdict));
  return {};
}

ConfirmedStep StepConfirmer::confirm(const Obligation& obligation, const DecodedStep& step,
                                     const std::vector<Id>& hypotheses) {
  const language::Program& program = *scenario_->program;
  const language::Site& site = program.sites[obligation.from];
  ConfirmedStep result;
  try {
    if (!games::is_typed(*scenario_, step.position)) return {false, "the position is not typed", false, {}};
    for (const Id invariant : hypotheses)
      if (properties_.is_supposition(invariant)) {
        const Supposition& supposed = properties_.supposition(invariant);
        if (!holds_in(scenario_, supposed, step.position))
          return {false, "it violates what was assumed: " + supposed.text, false, {}};
      } else if (properties_.is_mined(invariant)) {
        const MinedFact& mined = properties_.mined_fact(invariant);
        if (!mined_holds_in(*scenario_, mined, step.position))
          return {false, "it violates the mined invariant " + mined.text, false, {}};
      } else if (runtime::check_invariant(rules_, invariant, step.position, nullptr))
        return {false, "it violates " + program.invariants[invariant].name, false, {}};
    if (is_guard(obligation.alternative)) return confirm_guard(obligation, step.position);
    if (obligation.alternative == any_of_them) {
      std::vector<runtime::Choice> all;
      rules_.choices(step.position, all);
      if (!all.empty()) return {false, "another choice is lawful", true, {}};
      if (asking_faults(step.position)) return {false, "listing the choices faults there", true, {}};
      result.confirmed = true;
      result.text = "no choice is lawful";
      Witness witness;
      witness.sides.push_back(side_at(*scenario_, step.position, {{Assertion::What::choices, {}, "0"}}));
      witness.grade = grade_of(step.position);
      result.witness = std::move(witness);
      return result;
    }
    runtime::Position after = step.position;
    runtime::InvariantCheck ends;
    runtime::check_ends_of_procedures(rules_, ends);
    runtime::Choice choice;
    runtime::ChanceOutcome outcome;
    if (site.kind == SiteKind::choose) {
      const std::string against = put_together(site, obligation, step, choice);
      if (!against.empty()) {
        rules_.on_end_of_run(nullptr);
        if (asking_faults(step.position))
          return {false, against + ", and listing the choices faults there", true, {}};
        return {false, against, false, {}};
      }
      result.text = runtime::choice_text(*scenario_, step.position, choice);
      rules_.apply(after, choice);
    } else {
      outcome.count = static_cast<uint8_t>(step.parameters.size());
      for (size_t i = 0; i < step.parameters.size(); ++i) outcome.values[i] = step.parameters[i].cell();
      std::vector<runtime::ChanceOutcome> all;
      rules_.outcomes(step.position, all);
      if (std::find(all.begin(), all.end(), outcome) == all.end()) {
        rules_.on_end_of_run(nullptr);
        return {false, "chance cannot bring that", false, {}};
      }
      result.text = site.kind == SiteKind::roll ? "a roll" : "a draw";
      rules_.apply(after, outcome);
    }
    rules_.on_end_of_run(nullptr);
    const int32_t arrived = after.cell(scenario_->layout.site) - 1;
    bool broken = false;
    const runtime::OutcomeKind came = runtime::outcome_of(*scenario_, after).kind;
    if (came == runtime::OutcomeKind::limit)
      return {
          false, result.text + " leads to where listing the choices ends at a limit of Casebook", true, {}};
    if (obligation.invariant != properties_.no_fault() && came == runtime::OutcomeKind::fault &&
        asking_faults_after(step.position, site.kind == SiteKind::choose ? &choice : nullptr, outcome))
      return {false, result.text + " leads to where listing the choices faults", true, {}};
    if (obligation.invariant == properties_.winner()) {
      broken = came != runtime::OutcomeKind::open && came != runtime::OutcomeKind::won;
    } else if (obligation.invariant == properties_.no_fault()) {
      broken = came == runtime::OutcomeKind::fault;
    } else if (obligation.to >= 0) {
      if (came == runtime::OutcomeKind::stuck)
        return {false, result.text + " leads to where no choice is lawful", true, {}};
      if (arrived != obligation.to) return {false, result.text + " leads elsewhere", false, {}};
      broken = runtime::check_invariant(rules_, obligation.invariant, after, nullptr).has_value();
    } else {
      broken = std::any_of(ends.failures.begin(), ends.failures.end(),
                           [&](const auto& one) { return one.invariant == obligation.invariant; }) ||
               (program.invariants[obligation.invariant].where == language::InvariantWhere::every_step &&
                runtime::check_invariant(rules_, obligation.invariant, after, &step.position).has_value());
    }
    if (!broken) return {false, result.text + " does not violate it", false, {}};
    result.confirmed = true;
    // Where the step begins, and that it is lawful there: what a reader takes, and then asks about the
    // invariant.
    Assertion said;
    said.what = site.kind == SiteKind::choose ? Assertion::What::permitted : Assertion::What::outcome;
    said.subject = result.text;
    said.value = "open";
    if (site.kind == SiteKind::choose) said.value.clear();
    Witness witness;
    witness.sides.push_back(side_at(*scenario_, step.position, {said}));
    witness.grade = grade_of(step.position);
    for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
      if (!program.kinds[kind].on_map) continue;
      for (uint32_t i = 0; i < scenario_->layout.places[kind].combinations; ++i)
        witness.units +=
            step.position.cell(scenario_->layout.places[kind].first + i) < scenario_->ground.hexes;
    }
    result.witness = std::move(witness);
    return result;
  } catch (const runtime::Fault& fault) {
    rules_.on_end_of_run(nullptr);
    return {
        false, "a fault: " + fault.why, site.kind == SiteKind::choose && asking_faults(step.position), {}};
  }
}

bool StepConfirmer::satisfies(const runtime::Position& position, Id invariant) {
  return !runtime::check_invariant(rules_, invariant, position, nullptr);
}

bool StepConfirmer::asking_faults(const runtime::Position& position) {
  runtime::Position come = position;
  rules_.come_again(come);
  const runtime::OutcomeKind kind = runtime::outcome_of(*scenario_, come).kind;
  return kind == runtime::OutcomeKind::fault || kind == runtime::OutcomeKind::limit;
}

// The step without what is asked where it leads, and then that.
bool StepConfirmer::asking_faults_after(runtime::Position position, const runtime::Choice* choice,
                                        const runtime::ChanceOutcome& outcome) {
  rules_.ask_for_any_choice([](const runtime::Position&) { return true; });
  choice != nullptr ? rules_.apply(position, *choice) : rules_.apply(position, outcome);
  rules_.ask_for_any_choice(nullptr);
  return runtime::outcome_of(*scenario_, position).kind == runtime::OutcomeKind::open &&
         asking_faults(position);
}

// Who comes there asks what may be done.
ConfirmedStep StepConfirmer::confirm_guard(const Obligation& obligation, const runtime::Position& position) {
  runtime::Position come = position;
  rules_.come_again(come);
  ConfirmedStep result;
  const runtime::Outcome outcome = runtime::outcome_of(*scenario_, come);
  if (outcome.kind == runtime::OutcomeKind::limit)
    return {
        false,
        "listing the choices may end at a limit of Casebook: " + runtime::outcome_text(*scenario_, outcome),
        true,
        {}};
  if (obligation.of_limit)
    return {
        false, "the engine does not confirm the model: the number of choices is within the limit", true, {}};
  if (runtime::outcome_of(*scenario_, come).kind != runtime::OutcomeKind::fault)
    return {false, "listing the choices does not fault", false, {}};
  result.confirmed = true;
  result.text = "listing the choices faults: " +
                runtime::outcome_text(*scenario_, runtime::outcome_of(*scenario_, come));
  Witness witness;
  witness.sides.push_back(side_at(*scenario_, position, {{Assertion::What::choices, {}, "0"}}));
  witness.grade = grade_of(position);
  result.witness = std::move(witness);
  return result;
}

casebook::Grade StepConfirmer::grade_of(const runtime::Position& position) const {
  return runtime::broken_mined(*scenario_, position) ? casebook::Grade::typed : casebook::Grade::invariants;
}

void StepConfirmer::refute_at_start(ProofCell& cell) {
  Assertion said;
  said.what = Assertion::What::broken;
  said.subject = scenario_->program->invariants[cell.invariant].name;
  Witness witness;
  witness.sides.push_back({scenario_->id, games::record_of({}, scenario_), {said}});
  witness.grade = casebook::Grade::reachable;
  const std::vector<std::string> wrong = casebook::confirm(witness, {scenario_});
  cell.verdict = wrong.empty() ? Verdict::refuted : Verdict::tool_error;
  cell.why =
      wrong.empty() ? "it does not hold when the game begins" : "the record does not show it: " + wrong[0];
  cell.witness = std::move(witness);
}

std::vector<ProofCell> StepConfirmer::over_at_once() {
  using runtime::OutcomeKind;
  runtime::Position first = scenario_->start;
  rules_.begin(first);
  const runtime::Outcome outcome = runtime::outcome_of(*scenario_, first);
  const std::string text = runtime::outcome_text(*scenario_, outcome);
  std::vector<ProofCell> cells;
  const auto refute = [&](Id property) {
    Witness witness;
    witness.sides.push_back(
        {scenario_->id, games::record_of({}, scenario_), {{Assertion::What::outcome, {}, text}}});
    witness.grade = casebook::Grade::reachable;
    ProofCell& cell = cells.emplace_back();
    cell.invariant = property;
    cell.verdict = Verdict::refuted;
    cell.why = "the game ends before the first choice: " + text;
    cell.witness = std::move(witness);
  };
  if (outcome.kind == OutcomeKind::fault) refute(properties_.no_fault());
  if (outcome.kind == OutcomeKind::drawn) refute(properties_.winner());
  if (outcome.kind == OutcomeKind::stuck) {
    refute(properties_.can_choose());
    cells.back().site = outcome.site;
    cells.back().alternative = any_of_them;
    cells.back().why = "no choice is lawful when the game begins";
  }
  return cells;
}

}  // namespace casebook::symbolic
