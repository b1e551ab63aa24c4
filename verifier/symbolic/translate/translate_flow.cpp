// SPDX-License-Identifier: Apache-2.0
// Translation: flow from site to site. Beside reference/reference.cpp.
#include <algorithm>

#include "engine/runtime/has_values.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::FlowOp;
using language::FlowStep;

struct Translator::Way {
  Ref when = yes;
  SymbolicPosition position;
  StepId at = 0;
  Ending ending;
};

void Translator::set_variable(VarId id, const SymbolicValue& value, SymbolicPosition& position) {
  const bool stored =
      static_cast<size_t>(id) < program_.vars.size() && program_.vars[id].procedure != language::none;
  if (stored)
    position.change(SlotOf::var, id)[0] = value;
  else
    variable(id) = value;
}

void Translator::clear(SlotOf what, Id id, SymbolicPosition& position) {
  if (positions_.slot_of(what, id).combinations == 0) return;
  const SymbolicValue nothing = positions_.constant(positions_.type_of(what, id), {});
  for (SymbolicValue& value : position.change(what, id)) value = nothing;
}

void Translator::clear_procedure(SymbolicPosition& position, ProcedureId procedure) {
  const language::Procedure& ended = program_.procedures[procedure];
  for (const VarId var : ended.vars) clear(SlotOf::var, var, position);
  for (const StateId state : ended.states) clear(SlotOf::state, state, position);
  position.returns[procedure] = -1;
}

void Translator::call(SymbolicPosition& position, ProcedureId procedure,
                      const std::vector<SymbolicValue>& args, StepId return_step) {
  const language::Procedure& called = program_.procedures[procedure];
  for (size_t i = 0; i < args.size(); ++i) position.change(SlotOf::var, called.params[i])[0] = args[i];
  for (const StateId state : called.states) {
    const SymbolicValue initial = evaluate(*program_.states[state].initial, position);
    for (SymbolicValue& value : position.change(SlotOf::state, state)) value = initial;
  }
  position.returns[procedure] = return_step;
}

Translator::Step Translator::run(SymbolicPosition position, int32_t flow_step) {
  Step step;
  position.site = -1;
  std::vector<Way> open;
  open.push_back({yes, std::move(position), flow_step, ending_});
  int64_t ways = 0;
  while (!open.empty()) {
    if (++ways > limits_.ways)
      throw Untranslated("more than " + std::to_string(limits_.ways) + " ways from one site to the next",
                         program_.flow[flow_step].label);
    Way way = std::move(open.back());
    open.pop_back();
    run_way(std::move(way), step, open);
  }
  return step;
}

void Translator::run_way(Way way, Step& step, std::vector<Way>& open) {
  const Aside aside(*this);
  ending_ = way.ending;
  const auto arrive = [&](Ref when, bool over, Ref won = no) {
    if (when != no) step.arrivals.push_back({when, over, won, way.position});
  };
  // A fault ends the game: no way goes on from it.
  const auto without_faults = [&] {
    const Ref fault = any_fault();
    for (const FaultCase& one : faults_) {
      const Ref here = formula_.and_(way.when, one.when);
      if (here != no) step.faults.push_back({here, one.label});
    }
    faults_.clear();
    way.when = formula_.and_(way.when, formula_.not_(fault));
  };
  // Those for which it does not hold go on elsewhere.
  const auto split = [&](Ref condition, int32_t elsewhere) {
    const Ref other = formula_.and_(way.when, formula_.not_(condition));
    if (other != no) open.push_back({other, way.position, elsewhere, ending_});
    way.when = formula_.and_(way.when, condition);
  };
  while (way.when != no) {
    if (ending_.is != no) {
      arrive(formula_.and_(way.when, ending_.is), true, ending_.won);
      way.when = formula_.and_(way.when, formula_.not_(ending_.is));
      ending_ = {};
      if (way.when == no) return;
    }
    const FlowStep& here = program_.flow[way.at];
    switch (here.op) {
      case FlowOp::run:
        execute(*here.stmt, way.position);
        without_faults();
        ++way.at;
        break;
      case FlowOp::branch: {
        const Ref condition = evaluate(*here.expr, way.position).number;
        without_faults();
        split(condition, here.target);
        ++way.at;
        break;
      }
      case FlowOp::jump:
        way.at = here.target;
        break;
      case FlowOp::call: {
        std::vector<SymbolicValue> args;
        for (const auto& arg : here.args) args.push_back(evaluate(*arg, way.position));
        call(way.position, here.ref, args, way.at + 1);
        without_faults();
        way.at = program_.procedures[here.ref].entry;
        break;
      }
      case FlowOp::leave: {
        step.ends.push_back({way.when, here.ref, way.position});
        if (here.ref == program_.game) {  // it returns nowhere
          step.faults.push_back({way.when, program_.procedures[here.ref].label});
          return;
        }
        const StepId back = way.position.returns[here.ref];
        clear_procedure(way.position, here.ref);
        way.at = back;
        break;
      }
      case FlowOp::choose: {
        const language::Site& site = program_.sites[here.ref];
        evaluate(*site.by, way.position);
        without_faults();
        // Where nothing follows from nobody being able to choose, freedom spares the question.
        const bool asked = freedom_ == Freedom::forbidden || site.or_else != language::none;
        const Ref any = asked ? any_choice(site, way.position) : yes;
        // Of sites without, it is asked of who stands there.
        if (site.or_else != language::none && freedom_ == Freedom::allowed)
          for (const auto& alternative : site.alternatives) {
            const language::Action& action = program_.actions[alternative.action];
            if (std::none_of(action.params.begin(), action.params.end(),
                             [&](const auto& param) { return may_be_too_many(param); }))
              continue;
            if (!runtime::has_values(scenario_, action)) continue;
            set_parameters(action, any_parameters(action, "any "));
            fault(formula_.not_(few_enough(alternative, way.position)), site.label);
          }
        without_faults();
        split(any, site.or_else);
        if (site.or_else == language::none && !open.empty() && open.back().at == language::none) {
          arrive(open.back().when, true);  // stuck
          open.pop_back();
        }
        way.position.site = here.ref;
        arrive(way.when, false);
        return;
      }
      case FlowOp::roll: {
        const language::Site& site = program_.sites[here.ref];
        if (site.condition) {  // none of the throws may meet it
          SymbolicPosition thrown = way.position;
          std::vector<Ref> met;
          const auto each_throw = [&](const auto& self, size_t die) -> void {
            if (die == site.vars.size()) {
              if (static_cast<int64_t>(met.size()) >= limits_.expanded)
                throw Untranslated("a roll of so many dice on a condition", site.label);
              met.push_back(evaluate(*site.condition, thrown).number);
              return;
            }
            const MeasureId of = program_.vars[site.vars[die]].type.of;
            const language::Measure& measure = program_.measures[of];
            for (int64_t value = measure.low; value <= measure.high; ++value) {
              set_variable(site.vars[die], whole(formula_.number(value)), thrown);
              self(self, die + 1);
            }
          };
          each_throw(each_throw, 0);
          fault(formula_.not_(formula_.or_(std::move(met))), site.label);
          without_faults();
        }
        way.position.site = here.ref;
        arrive(way.when, false);
        return;
      }
      case FlowOp::draw: {
        const language::Site& site = program_.sites[here.ref];
        const Ref some = formula_.or_(evaluate(*site.set, way.position).items);
        without_faults();
        split(some, site.or_else);
        if (site.or_else == language::none && !open.empty() && open.back().at == language::none) {
          step.faults.push_back({open.back().when, site.label});
          open.pop_back();
        }
        way.position.site = here.ref;
        arrive(way.when, false);
        return;
      }
      case FlowOp::settle: {
        const SymbolicValue& settling = way.position.value(SlotOf::state, program_.settling_state, 0);
        const SymbolicValue& undisturbed = way.position.value(SlotOf::state, program_.undisturbed_state, 0);
        const Ref idle = formula_.and_(formula_.not_(settling.number),
                                       formula_.equal(undisturbed.number, formula_.number(0)));
        split(idle, way.at + 1);
        if (way.when == no) return;
        call(way.position, program_.settle, {}, way.at + 1);
        without_faults();
        way.at = program_.procedures[program_.settle].entry;
        break;
      }
      case FlowOp::attempt: {
        const language::Action& action = program_.actions[here.ref];
        std::vector<SymbolicValue> values;
        for (const auto& arg : here.args) values.push_back(evaluate(*arg, way.position));
        set_parameters(action, values);
        const Ref may = freely([&] { return permitted(action, way.position); });
        under(may, way.position, [&](SymbolicPosition& then) { execute(*action.body, then); });
        without_faults();
        ++way.at;
        break;
      }
      case FlowOp::undisturbed: {
        Ref& count = way.position.change(SlotOf::state, program_.undisturbed_state)[0].number;
        count = formula_.add(count, formula_.number(here.value));
        ++way.at;
        break;
      }
      case FlowOp::clear:
        for (const VarId var : here.vars) clear(SlotOf::var, var, way.position);
        ++way.at;
        break;
      case FlowOp::end_game:
        if (here.expr) evaluate(*here.expr, way.position);
        without_faults();
        arrive(way.when, true, Formula::truth(here.expr != nullptr));
        return;
      case FlowOp::fault:
        step.faults.push_back({way.when, here.label});
        return;
    }
  }
}

}  // namespace casebook::symbolic
