// SPDX-License-Identifier: Apache-2.0
// The sequence of play: straight text from site to site.

#include <set>

#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

using language::FlowOp;
using language::FlowStep;
using namespace language::ids;
using language::SiteKind;

void Emitter::flow() {
  const language::Program& program = g_.program;
  p_.answer = permanent();
  step_labels_.clear();
  for (size_t i = 0; i < program.flow.size(); ++i) step_labels_.push_back(label());
  p_.sites.resize(program.sites.size());
  site_labels_.assign(program.sites.size(), -1);
  for (size_t i = 0; i < program.sites.size(); ++i) site_labels_[i] = label();
  bound_.clear();
  // Dice that are not stored keep a register of their own.
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (program.sites[i].kind == SiteKind::choose) continue;
    for (const VarId var : program.sites[i].vars)
      if (program.vars[var].procedure == language::none) dice_[var] = permanent();
  }
  const auto begin_here = [&] {
    begin_routine();
    bound_.clear();
    for (const auto& [var, at] : dice_) bind_variable(var, at);
  };

  begin_here();
  p_.begin = here();
  if (program.game != language::none) {
    enter_procedure(program.game, {}, -1);
    jump(step_labels_[static_cast<size_t>(program.procedures[program.game].entry)]);
  } else {
    put(Operation::fault, language::none);
  }
  std::vector<int32_t> procedure_of(program.flow.size(), language::none);
  for (size_t i = 0; i < program.procedures.size(); ++i) {
    const language::Procedure& one = program.procedures[static_cast<ProcedureId>(i)];
    for (int32_t k = one.entry; k < one.end; ++k)
      procedure_of[static_cast<size_t>(k)] = static_cast<int32_t>(i);
  }
  for (size_t i = 0; i < program.flow.size(); ++i) {
    begin_here();
    const Graph::From from(g_, of_procedure(procedure_of[i], program.flow[i].label));
    bind(step_labels_[i]);
    push();
    flow_step(i);
    pop();
  }
  for (size_t i = 0; i < program.sites.size(); ++i) {
    begin_here();
    const Graph::From from(g_, of_procedure(program.sites[i].procedure, program.sites[i].label));
    site(i);
  }
  for (const Label l : step_labels_) p_.flow.push_back(position_of(l));
}

Origin Emitter::of_procedure(ProcedureId procedure, CaseId label) const {
  if (procedure == language::none) return {Origin::Sort::procedure, "", "", label};
  const language::Procedure& one = g_.program.procedures[procedure];
  return {Origin::Sort::procedure, one.name, "", label == language::none ? one.label : label};
}

void Emitter::clear_slot(const Slot& slot, int32_t item) {
  if (slot.combinations == 0) return;
  const auto n = static_cast<uint32_t>(item);
  const auto first = static_cast<int32_t>(slot.first);
  if (slot.kind == SlotKind::cells)
    put(Operation::clear_cells, first, static_cast<int32_t>(slot.combinations * slot.width), 0, n);
  else if (slot.kind == SlotKind::bits)
    put(Operation::clear_words, first, static_cast<int32_t>((slot.combinations + 63) / 64), 0, n);
  else if (slot.width > 0)
    put(Operation::clear_words, first, static_cast<int32_t>(slot.combinations * slot.width), 0, n);
  forget_readers_of(item);
}

// Parameters, then the first values of its states in order, then where to return to.
void Emitter::enter_procedure(ProcedureId procedure, const std::vector<Address>& args, int32_t return_step) {
  const language::Program& program = g_.program;
  const Layout& layout = g_.scenario.layout;
  const language::Procedure& called = program.procedures[procedure];
  for (size_t i = 0; i < args.size(); ++i) {
    const VarId var = called.params[i];
    write_slot(layout.vars[var], program.vars[var].type, g_.items.var(var), args[i]);
    forget_readers_of(g_.items.var(var));
  }
  for (const StateId id : called.states) {
    const language::State& state = program.states[id];
    const Slot& slot = layout.states[id];
    const int32_t item = g_.items.state(id);
    const Address initial = value(f_->expression(state.initial));
    const auto n = static_cast<uint32_t>(item);
    const auto first = static_cast<int32_t>(slot.first);
    if (slot.combinations > 0) {
      if (slot.kind == SlotKind::bits) {
        put(Operation::fill_bits, first, initial, static_cast<int32_t>(slot.combinations), n);
      } else if (slot.kind == SlotKind::sets) {
        if (slot.width > 0) {
          put(Operation::fill_sets, first, initial, static_cast<int32_t>(slot.combinations), n);
          more(static_cast<int32_t>(slot.width));
        }
      } else if (state.type.tag == language::TypeTag::path) {
        for (uint32_t k = 0; k < slot.combinations; ++k)
          put(Operation::store_path, first + static_cast<int32_t>(k * slot.width), initial, -1, n);
      } else {
        put(Operation::fill_cells, first, initial, static_cast<int32_t>(slot.combinations), n);
      }
      forget_readers_of(item);
    }
  }
  put(Operation::store_cell, static_cast<int32_t>(layout.returns[procedure]), constant(return_step + 1), 0,
      static_cast<uint32_t>(g_.items.count()));
}

void Emitter::flow_step(size_t at) {
  const language::Program& program = g_.program;
  const Layout& layout = g_.scenario.layout;
  const FlowStep& step = program.flow[at];
  const auto go = [&](int32_t target) { jump(step_labels_[static_cast<size_t>(target)]); };
  const auto next = static_cast<int32_t>(at) + 1;
  switch (step.op) {
    case FlowOp::run:
      statement(*step.stmt);
      if (may_end_game(*step.stmt)) put(Operation::finish_if_ended);
      go(next);
      return;
    case FlowOp::branch:
      branch(f_->expression(step.expr), false, step_labels_[static_cast<size_t>(step.target)]);
      go(next);
      return;
    case FlowOp::jump:
      go(step.target);
      return;
    case FlowOp::call: {
      std::vector<Address> args;
      for (const language::ExprPtr& a : step.args) args.push_back(kept_value(f_->expression(a)));
      enter_procedure(step.ref, args, next);
      go(program.procedures[step.ref].entry);
      return;
    }
    case FlowOp::leave: {
      const language::Procedure& ended = program.procedures[step.ref];
      const bool is_asked =
          std::any_of(program.invariants.begin(), program.invariants.end(), [&](const auto& one) {
            return one.where == language::InvariantWhere::end_of_procedure && one.procedure == step.ref;
          });
      if (is_asked) put(Operation::end_of_run, step.ref);
      if (step.ref == program.game) {  // nobody called it
        put(Operation::fault, ended.label);
        return;
      }
      for (const VarId var : ended.vars) clear_slot(layout.vars[var], g_.items.var(var));
      for (const StateId state : ended.states) clear_slot(layout.states[state], g_.items.state(state));
      put(Operation::return_to, static_cast<int32_t>(layout.returns[step.ref]));
      return;
    }
    case FlowOp::choose: {
      const language::Site& site = program.sites[step.ref];
      const NodeId by = f_->expression(site.by);
      if (g_[by].can_fault) value(by);
      const Label none = label();
      jump_op(Operation::call, 0, 0, site_labels_[static_cast<size_t>(step.ref)]);
      jump_op(Operation::jump_no_choice, 0, 0, none);
      put(Operation::arrive, step.ref);
      bind(none);
      if (site.or_else != language::none)
        go(site.or_else);
      else
        put(Operation::finish, static_cast<int32_t>(OutcomeKind::stuck), constant(step.ref));
      return;
    }
    case FlowOp::roll:
      put(Operation::arrive, step.ref);
      return;
    case FlowOp::draw: {
      const language::Site& site = program.sites[step.ref];
      const Label none = label();
      branch(g_.op(NodeOp::is_empty, {f_->expression(site.set)}), true, none);
      put(Operation::arrive, step.ref);
      bind(none);
      if (site.or_else != language::none)
        go(site.or_else);
      else
        put(Operation::fault, site.label);
      return;
    }
    case FlowOp::settle: {
      const Address flag = temporary();
      for (const StateId id : {program.settling_state, program.undisturbed_state}) {
        put(Operation::load_cell, flag, static_cast<int32_t>(layout.states[id].first));
        jump_op(Operation::jump_if, flag, 0, step_labels_[static_cast<size_t>(next)]);
      }
      enter_procedure(program.settle, {}, next);
      go(program.procedures[program.settle].entry);
      return;
    }
    case FlowOp::attempt: {
      const language::Action& action = program.actions[step.ref];
      const ActionRoom room = make_room(step.ref);
      std::vector<Address> args;
      std::vector<NodeId> nodes;
      for (const language::ExprPtr& a : step.args) {
        nodes.push_back(f_->expression(a));
        args.push_back(value(nodes.back()));
      }
      for (size_t i = 0; i < args.size(); ++i) {
        const Node like = g_[nodes[i]];
        copy_to(like, args[i], room.values[i]);
      }
      enter_room(step.ref, room);
      guard(step.ref, room, step_labels_[static_cast<size_t>(next)]);
      prefer(step.ref, room, step_labels_[static_cast<size_t>(next)]);
      statement(*action.body);
      leave_room(step.ref);
      if (may_end_game(*action.body)) put(Operation::finish_if_ended);
      go(next);
      return;
    }
    case FlowOp::undisturbed: {
      const Slot& slot = layout.states[program.undisturbed_state];
      const Address depth = temporary();
      put(Operation::load_cell, depth, static_cast<int32_t>(slot.first));
      put(Operation::add, depth, depth, constant(step.value));
      put(Operation::store_cell, static_cast<int32_t>(slot.first), depth, 0,
          static_cast<uint32_t>(g_.items.state(program.undisturbed_state)));
      go(next);
      return;
    }
    case FlowOp::clear:
      for (const VarId var : step.vars) clear_slot(layout.vars[var], g_.items.var(var));
      go(next);
      return;
    case FlowOp::end_game:
      if (step.expr)
        put(Operation::finish, static_cast<int32_t>(OutcomeKind::won), value(f_->expression(step.expr)));
      else
        put(Operation::finish, static_cast<int32_t>(OutcomeKind::drawn), constant(0));
      return;
    case FlowOp::fault:
      put(Operation::fault, step.label);
      return;
  }
}

void Emitter::site(size_t id) {
  const language::Program& program = g_.program;
  const Layout& layout = g_.scenario.layout;
  const language::Site& site = program.sites[id];
  SiteForm form;
  if (site.kind != SiteKind::choose) {
    bind(site_labels_[id]);
    for (const VarId var : site.vars) form.dice.push_back(dice_.count(var) != 0 ? dice_.at(var) : -1);
    form.resume = position_of(step_labels_[static_cast<size_t>(site.flow) + 1]);
    if (site.condition) {
      form.condition = here();
      push();
      value_to(f_->expression(site.condition), p_.answer);
      pop();
      put(Operation::ret);
    }
    if (site.set) {
      form.set = here();
      const NodeId set = f_->expression(site.set);
      form.set_at = permanent(words(g_[set].kind));
      push();
      value_to(set, form.set_at);
      pop();
      put(Operation::ret);
    }
    p_.sites[id] = std::move(form);
    return;
  }
  form.player = here();
  push();
  value_to(f_->expression(site.by), p_.answer);
  pop();
  put(Operation::ret);

  std::vector<ActionRoom> rooms;
  std::vector<int32_t> forms;
  for (const language::Alternative& alternative : site.alternatives) {
    rooms.push_back(make_room(alternative.action));
    forms.push_back(static_cast<int32_t>(p_.choices.size()));
    ChoiceForm choice;
    choice.alternative = static_cast<int16_t>(forms.size() - 1);
    p_.choices.push_back(std::move(choice));
  }
  bind(site_labels_[id]);
  form.generate = here();
  put(Operation::begin_choices);
  for (size_t i = 0; i < site.alternatives.size(); ++i) generate(site.alternatives[i], rooms[i], forms[i]);
  put(Operation::ret);

  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    const language::Alternative& alternative = site.alternatives[i];
    const language::Action& action = program.actions[alternative.action];
    const Graph::From body(g_, {Origin::Sort::effect, action.name, "", action.label});
    form.apply.push_back(here());
    form.choices.push_back(forms[i]);
    push();
    enter_room(alternative.action, rooms[i]);
    complete_parameters(alternative.action, rooms[i]);
    statement(*action.body);
    for (size_t k = 0; k < alternative.args.size(); ++k) {
      const language::AlternativeArg& arg = alternative.args[k];
      const auto store = [&](VarId var, Address from) {
        write_slot(layout.vars[var], program.vars[var].type, g_.items.var(var), from);
      };
      if (arg.var != language::none) store(arg.var, rooms[i].values[k]);
      if (arg.at != language::none) store(arg.at, rooms[i].places[k]);
    }
    if (may_end_game(*action.body)) put(Operation::finish_if_ended);
    jump(step_labels_[static_cast<size_t>(alternative.target)]);
    pop();
    leave_room(alternative.action);
  }
  p_.sites[id] = std::move(form);
}

}  // namespace casebook::runtime::compiled
