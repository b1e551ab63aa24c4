// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/reference.h"

#include <algorithm>

#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::ArgMode;
using language::FlowOp;
using language::FlowStep;
using language::Site;
using language::SiteKind;

ReferenceRules::ReferenceRules(std::shared_ptr<const Scenario> scenario) : evaluator_(std::move(scenario)) {
}

std::unique_ptr<Rules> make_reference_rules(std::shared_ptr<const Scenario> scenario) {
  return std::make_unique<ReferenceRules>(std::move(scenario));
}

void ReferenceRules::start_step() {
  notes_.clear();
  fault_in_words_.clear();
  stuck_at_.reset();
  evaluator_.clear_ending();
}

void ReferenceRules::end_with(const Fault& fault, Position& position) {
  notes_.push_back(fault.why);
  fault_in_words_ = fault.in_words.empty() ? fault.why : fault.in_words;
  finish(position, fault.is_limit ? OutcomeKind::limit : OutcomeKind::fault, fault.label + 1);
}

void ReferenceRules::begin(Position& position) {
  start_step();
  const language::Program& program = evaluator_.program();
  const Position before = position;
  try {
    if (program.game == language::none)
      throw Fault{language::none, "these rules have no procedure \"game\", and cannot be played"};
    call(position, program.game, {}, -1);
    run(position, program.procedures[program.game].entry);
  } catch (const Fault& fault) {
    end_with(fault, position);
  } catch (const ListingStopped&) {
    take_back(before, position);
    throw;
  }
}

bool ReferenceRules::enter(Position& position, ProcedureId procedure, const std::vector<Value>& args) {
  start_step();
  const language::Program& program = evaluator_.program();
  try {
    // From the procedure outwards: each is called by the first call of it in the text.
    std::vector<std::pair<ProcedureId, StepId>> chain{{procedure, -1}};
    while (chain.back().first != program.game) {
      bool found = false;
      for (size_t i = 0; i < program.flow.size() && !found; ++i) {
        if (program.flow[i].op != FlowOp::call || program.flow[i].ref != chain.back().first) continue;
        for (size_t p = 0; p < program.procedures.size(); ++p) {
          const auto& caller = program.procedures[p];
          if (static_cast<int32_t>(i) < caller.entry || static_cast<int32_t>(i) >= caller.end) continue;
          chain.back().second = static_cast<int32_t>(i) + 1;
          chain.emplace_back(static_cast<ProcedureId>(p), -1);
          found = true;
          break;
        }
      }
      if (!found) return false;
    }
    for (size_t k = chain.size(); k-- > 0;) {
      std::vector<Value> values(program.procedures[chain[k].first].params.size());
      if (k == 0) values = args;
      call(position, chain[k].first, values, chain[k].second);
    }
    run(position, program.procedures[procedure].entry);
  } catch (const Fault& fault) {
    end_with(fault, position);
  }
  return true;
}

void ReferenceRules::come_again(Position& position) {
  start_step();
  try {
    run(position, site(position).flow);
  } catch (const Fault& fault) {
    end_with(fault, position);
  }
}

int32_t ReferenceRules::player(const Position& position) {
  try {
    return static_cast<int32_t>(evaluator_.evaluate(*site(position).by, position).number);
  } catch (const Fault&) {
    return 0;  // a site whose player can not be told is never come to: `run` asks first
  }
}

bool ReferenceRules::lists(const Position& position, std::vector<Choice>& out) {
  // So many lists take as long as making the rules that list faster.
  constexpr int few = 4;
  if (make_lister_ && ++lists_made_ > few) {
    lister_ = make_lister_();
    make_lister_ = nullptr;
  }
  if (lister_ == nullptr) return false;
  lister_->choices(position, out);
  return !out.empty();
}

bool ReferenceRules::collect(const Site& site, const Position& position, std::vector<Choice>& out) {
  for (size_t i = 0; i < site.alternatives.size(); ++i)
    evaluator_.choices_of(site, static_cast<int16_t>(i), position, out);
  return !out.empty();
}

/// Without a caught fault.
void ReferenceRules::collect_outcomes(const Site& at, const Position& position,
                                      std::vector<ChanceOutcome>& out) {
  const language::Program& program = evaluator_.program();
  if (at.kind == SiteKind::draw) {
    for (const int32_t member : evaluator_.evaluate(*at.set, position).items) {
      ChanceOutcome outcome;
      outcome.values[0] = member;
      outcome.count = 1;
      out.push_back(outcome);
    }
    return;
  }
  // Every combination of faces, the first die slowest; those the condition allows.
  ChanceOutcome outcome;
  outcome.count = static_cast<uint8_t>(at.vars.size());
  const auto roll = [&](const auto& self, size_t die) -> void {
    if (die == at.vars.size()) {
      if (at.condition) {
        Position with = position;
        for (size_t i = 0; i < at.vars.size(); ++i) set_variable(at.vars[i], outcome.values[i], with);
        if (!evaluator_.evaluate(*at.condition, with).yes()) return;
      }
      out.push_back(outcome);
      return;
    }
    const auto& var = program.vars[at.vars[die]];
    const auto& measure = program.measures[var.type.of];
    for (int64_t face = measure.low; face <= measure.high; ++face) {
      outcome.values[die] = static_cast<int32_t>(face);
      self(self, die + 1);
    }
  };
  roll(roll, 0);
}

/// In the position if it is stored there, else in the frame.
void ReferenceRules::set_variable(VarId id, const Value& value, Position& position) {
  const auto& var = evaluator_.program().vars[id];
  if (var.procedure == language::none)
    evaluator_.variable(id) = value;
  else
    evaluator_.write(scenario().layout.vars[id], var.type, position, 0, value);
}

void ReferenceRules::choices(const Position& position, std::vector<Choice>& out) {
  out.clear();
  if (lists(position, out)) return;
  std::vector<Choice> all;
  try {
    collect(site(position), position, all);
  } catch (const Fault&) {
    return;  // likewise
  }
  out.swap(all);
}

/// A step that was stopped while choices were listed was not taken.
void ReferenceRules::take_back(const Position& before, Position& position) {
  for (size_t i = 0; i < before.words().size(); ++i)
    position.set_word(static_cast<uint32_t>(i), before.words()[i]);
  evaluator_.clear_ending();
}

void ReferenceRules::apply(Position& position, const Choice& choice) {
  start_step();
  const Site& at = site(position);
  const language::Alternative& taken = at.alternatives[static_cast<size_t>(choice.alternative)];
  const language::Action& action = evaluator_.program().actions[taken.action];
  evaluator_.fire(action.label);
  if (taken.label != action.label) evaluator_.fire(taken.label);
  const Position before = position;
  try {
    evaluator_.set_parameters(at, choice, position);
    // Before the body: the hex that a name stands for is the one the member has now.
    std::vector<std::pair<VarId, Value>> bound;
    for (size_t i = 0; i < taken.args.size(); ++i) {
      const language::AlternativeArg& arg = taken.args[i];
      if (arg.var != language::none) bound.emplace_back(arg.var, evaluator_.variable(action.params[i].var));
      if (arg.at != language::none) bound.emplace_back(arg.at, evaluator_.variable(action.params[i].at));
    }
    evaluator_.execute(*action.body, position);
    for (const auto& [var, value] : bound) set_variable(var, value, position);
    run(position, taken.target);
  } catch (const Fault& fault) {
    end_with(fault, position);
  } catch (const ListingStopped&) {
    take_back(before, position);
    throw;
  }
}

void ReferenceRules::outcomes(const Position& position, std::vector<ChanceOutcome>& out) {
  out.clear();
  try {
    collect_outcomes(site(position), position, out);
  } catch (const Fault&) {
    out.clear();  // a site that faults is never come to: `run` asks first
  }
}

void ReferenceRules::apply(Position& position, const ChanceOutcome& outcome) {
  start_step();
  const Site& at = site(position);
  const Position before = position;
  try {
    for (size_t i = 0; i < at.vars.size(); ++i) set_variable(at.vars[i], outcome.values[i], position);
    run(position, at.flow + 1);
  } catch (const Fault& fault) {
    end_with(fault, position);
  } catch (const ListingStopped&) {
    take_back(before, position);
    throw;
  }
}

// ---- flow

void ReferenceRules::call(Position& position, ProcedureId procedure, const std::vector<Value>& args,
                          StepId return_step) {
  const language::Program& program = evaluator_.program();
  const Layout& layout = scenario().layout;
  const language::Procedure& called = program.procedures[procedure];
  for (size_t i = 0; i < args.size(); ++i) {
    const auto var = static_cast<size_t>(called.params[i]);
    evaluator_.write(layout.vars[var], program.vars[var].type, position, 0, args[i]);
  }
  for (const StateId state_id : called.states) {
    const language::State& state = program.states[state_id];
    const Slot& slot = layout.states[state_id];
    const Value initial = evaluator_.evaluate(*state.initial, position);
    for (uint32_t i = 0; i < slot.combinations; ++i) evaluator_.write(slot, state.type, position, i, initial);
  }
  position.set_cell(layout.returns[procedure], return_step + 1);
}

void ReferenceRules::clear_procedure(Position& position, ProcedureId procedure) {
  const Layout& layout = scenario().layout;
  const language::Procedure& ended = evaluator_.program().procedures[procedure];
  for (const VarId var : ended.vars) evaluator_.clear(layout.vars[var], position);
  for (const StateId state : ended.states) evaluator_.clear(layout.states[state], position);
  position.set_cell(layout.returns[procedure], 0);
}

// What is over has no control: nothing of any procedure is left.
void ReferenceRules::finish(Position& position, OutcomeKind kind, int32_t detail) {
  const Layout& layout = scenario().layout;
  const language::Program& program = evaluator_.program();
  for (size_t i = 0; i < program.procedures.size(); ++i)
    clear_procedure(position, static_cast<ProcedureId>(i));
  if (program.undisturbed_state != language::none)
    evaluator_.clear(layout.states[program.undisturbed_state], position);
  position.set_cell(layout.site, 0);
  position.set_cell(layout.outcome, static_cast<int32_t>(kind));
  position.set_cell(layout.outcome_detail, detail);
}

void ReferenceRules::attempt(const FlowStep& step, Position& position) {
  const language::Action& action = evaluator_.program().actions[step.ref];
  std::vector<Value> values;
  for (const auto& arg : step.args) values.push_back(evaluator_.evaluate(*arg, position));
  for (size_t i = 0; i < values.size(); ++i) evaluator_.variable(action.params[i].var) = values[i];
  if (evaluator_.permitted(action, position)) {
    evaluator_.execute(*action.body, position);
    evaluator_.tell_came_out(&step, 1);
    return;
  }
  evaluator_.tell_came_out(&step, 0);
  // enter(A, 0102) lapses: 3.2 (points), 3.3
  std::string note = action.name + "(";
  for (size_t i = 0; i < values.size(); ++i) {
    evaluator_.variable(action.params[i].var) = values[i];
    const auto& type = evaluator_.program().vars[action.params[i].var].type;
    note += (i == 0 ? "" : ", ") + value_text(scenario(), type, values[i]);
  }
  std::vector<ExplanationLine> verdicts = evaluator_.explain(action, nullptr, position);
  if (std::all_of(verdicts.begin(), verdicts.end(),
                  [](const ExplanationLine& verdict) { return verdict.holds; })) {
    verdicts = evaluator_.explain_best(action, nullptr, position);
  }
  std::string refusals;
  for (const ExplanationLine& verdict : verdicts) {
    if (verdict.holds) continue;
    const std::string& label = evaluator_.program().label_text(verdict.label);
    refusals +=
        (refusals.empty() ? "" : ", ") + label + (verdict.name == label ? "" : " (" + verdict.name + ")");
  }
  notes_.push_back(note + ") lapses: " + refusals);
}

void ReferenceRules::run(Position& position, StepId at) {
  const language::Program& program = evaluator_.program();
  const Layout& layout = scenario().layout;
  position.set_cell(layout.site, 0);
  while (true) {
    if (evaluator_.ended().is) {
      const Evaluator::Ending ending = evaluator_.ended();
      finish(position, ending.won ? OutcomeKind::won : OutcomeKind::drawn, ending.won ? ending.side : 0);
      return;
    }
    const FlowStep& step = program.flow[at];
    if (step.op != FlowOp::run) evaluator_.fire(step.label);
    evaluator_.tell_comes_to(at);
    switch (step.op) {
      case FlowOp::run:
        evaluator_.execute(*step.stmt, position);
        ++at;
        break;
      case FlowOp::branch: {
        const bool yes = evaluator_.evaluate(*step.expr, position).yes();
        evaluator_.tell_came_out(&step, yes ? 1 : 0);
        at = yes ? StepId(at + 1) : step.target;
        break;
      }
      case FlowOp::jump:
        at = step.target;
        break;
      case FlowOp::call: {
        std::vector<Value> args;
        for (const auto& arg : step.args) args.push_back(evaluator_.evaluate(*arg, position));
        call(position, step.ref, args, at + 1);
        at = program.procedures[step.ref].entry;
        break;
      }
      case FlowOp::leave: {
        if (on_end_) on_end_(step.ref, position);
        if (step.ref == program.game) throw Fault{program.procedures[step.ref].label, "the game has no end"};
        const StepId back = position.cell(layout.returns[step.ref]) - 1;
        clear_procedure(position, step.ref);
        at = back;
        break;
      }
      case FlowOp::choose: {
        const Site& site = program.sites[step.ref];
        evaluator_.evaluate(*site.by, position);
        position.set_cell(layout.site, step.ref + 1);
        std::vector<Choice> choices;
        if ((any_choice_ && any_choice_(position)) || lists(position, choices)) return;
        try {
          if (collect(site, position, choices)) return;
        } catch (const Fault& fault) {
          if (fault.is_limit) stuck_at_ = position;
          throw;
        }
        if (site.or_else == language::none) {
          stuck_at_ = position;
          finish(position, OutcomeKind::stuck, step.ref);
          return;
        }
        position.set_cell(layout.site, 0);
        evaluator_.tell_came_out(&step, 1);
        at = site.or_else;
        break;
      }
      case FlowOp::roll: {
        const Site& site = program.sites[step.ref];
        std::vector<ChanceOutcome> all;
        if (site.condition) collect_outcomes(site, position, all);
        if (site.condition && all.empty())
          throw Fault{site.label, "no roll of these dice meets the condition"};
        position.set_cell(layout.site, step.ref + 1);
        return;
      }
      case FlowOp::draw: {
        const Site& site = program.sites[step.ref];
        if (!evaluator_.evaluate(*site.set, position).items.empty()) {
          position.set_cell(layout.site, step.ref + 1);
          return;
        }
        if (site.or_else == language::none) throw Fault{site.label, "there is nothing to draw"};
        evaluator_.tell_came_out(&step, 1);
        at = site.or_else;
        break;
      }
      case FlowOp::settle: {
        const bool idle = evaluator_
                                  .read(layout.states[program.settling_state],
                                        program.states[program.settling_state].type, position, 0)
                                  .number == 0 &&
                          evaluator_
                                  .read(layout.states[program.undisturbed_state],
                                        program.states[program.undisturbed_state].type, position, 0)
                                  .number == 0;
        if (!idle) {
          ++at;
          break;
        }
        call(position, program.settle, {}, at + 1);
        at = program.procedures[program.settle].entry;
        break;
      }
      case FlowOp::attempt:
        attempt(step, position);
        ++at;
        break;
      case FlowOp::undisturbed: {
        const uint32_t cell = layout.states[program.undisturbed_state].first;
        position.set_cell(cell, position.cell(cell) + step.value);
        ++at;
        break;
      }
      case FlowOp::clear:
        for (const VarId var : step.vars) evaluator_.clear(layout.vars[var], position);
        ++at;
        break;
      case FlowOp::end_game:
        if (step.expr)
          finish(position, OutcomeKind::won,
                 static_cast<int32_t>(evaluator_.evaluate(*step.expr, position).number));
        else
          finish(position, OutcomeKind::drawn, 0);
        return;
      case FlowOp::fault:
        throw Fault{step.label, step.text};
    }
  }
}

}  // namespace casebook::runtime
