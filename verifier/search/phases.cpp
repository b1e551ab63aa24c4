// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/phases.h"

#include <algorithm>

#include "engine/program/walk.h"

namespace casebook::games {

using language::none;
using language::Program;
using language::TypeTag;

namespace {

std::set<StateId> written_in(const language::Stmt& stmt) {
  std::set<StateId> written;
  language::walk(
      stmt,
      [&](const language::Stmt& one) {
        if (one.op == language::StmtOp::assign && one.ref != none) written.insert(one.ref);
      },
      [](const language::Expr&) {});
  return written;
}

/// Written by the sequence of play itself, and by nothing that a player does.
std::vector<StateId> states_of_the_sequence(const Program& program) {
  std::set<StateId> by_sequence, by_others;
  for (const language::FlowStep& step : program.flow)
    if (step.stmt) by_sequence.merge(written_in(*step.stmt));
  for (const language::Action& action : program.actions)
    if (action.body) by_others.merge(written_in(*action.body));
  for (const language::Effect& effect : program.effects)
    for (const language::EffectEntry& entry : effect.entries) by_others.merge(written_in(*entry.body));
  std::vector<StateId> states;
  for (const StateId id : by_sequence) {
    const language::State& state = program.states[id];
    const TypeTag tag = state.type.tag;
    const bool one_value = tag == TypeTag::number || tag == TypeTag::boolean || tag == TypeTag::entity;
    if (one_value && state.params.empty() && !state.hidden && by_others.count(id) == 0) states.push_back(id);
  }
  return states;
}

std::vector<VarId> params_of_procedures(const Program& program) {
  std::vector<VarId> params;
  for (const language::Procedure& procedure : program.procedures) {
    for (const VarId id : procedure.params) {
      const language::Type type = program.vars[id].type;
      if (type.tag == TypeTag::entity && type.of >= 0 && program.kinds[type.of].closed) params.push_back(id);
    }
  }
  return params;
}

/// Of `repeat`, and of `at most`: no name that a rule can have.
std::vector<VarId> counters_of_repeats(const Program& program) {
  std::vector<VarId> counters;
  for (size_t i = 0; i < program.vars.size(); ++i) {
    const language::Var& var = program.vars[i];
    if (var.procedure != none && (var.name.starts_with("repeat:") || var.name.starts_with("limit:")))
      counters.push_back(static_cast<VarId>(i));
  }
  return counters;
}

}  // namespace

Phases::Phases(const Scenario& scenario)
    : scenario_(&scenario),
      states_(states_of_the_sequence(*scenario.program)),
      params_(params_of_procedures(*scenario.program)),
      counters_(counters_of_repeats(*scenario.program)),
      free_(counters_.size(), false),
      pieces_(pieces_of(scenario)) {
}

std::vector<int32_t> Phases::control(const Position& position) const {
  std::vector<int32_t> control{position.cell(scenario_->layout.site)};
  for (const uint32_t cell : scenario_->layout.returns) control.push_back(position.cell(cell));
  return control;
}

/// Those that are alive there.
std::vector<Cell> Phases::cells(const Position& position) const {
  const Program& program = *scenario_->program;
  const auto runs = [&](ProcedureId procedure) {
    return procedure == none || procedure == program.game ||
           position.cell(scenario_->layout.returns[procedure]) != 0;
  };
  std::vector<Cell> cells;
  for (const StateId id : states_)
    if (runs(program.states[id].procedure)) cells.push_back({Cell::What::state, id, 0});
  for (const VarId id : params_)
    if (runs(program.vars[id].procedure)) cells.push_back({Cell::What::local, id, 0});
  return cells;
}

std::vector<int32_t> Phases::values(const Position& position, const std::vector<Cell>& cells) const {
  std::vector<int32_t> values;
  for (const Cell& cell : cells) values.push_back(read(*scenario_, position, cell).cell());
  return values;
}

void Phases::see(const Position& position) {
  const int32_t site = position.cell(scenario_->layout.site);
  if (site == 0) return;
  for (const Cell& piece : pieces_) {
    const int32_t at = read(*scenario_, position, piece).cell();
    if (!is_hex(*scenario_, at)) been_.insert({piece, at});
  }
  sites_.insert(site);
  see(control(position), values(position, cells(position)), counts(position));
}

/// Zero where they are not in scope, which the place in the sequence of play decides.
Phases::Counts Phases::counts(const Position& position) const {
  Counts counts;
  for (const VarId id : counters_)
    counts.push_back(read(*scenario_, position, {Cell::What::local, id, 0}).cell());
  return counts;
}

void Phases::see(const std::vector<int32_t>& control, const std::vector<int32_t>& values,
                 const Counts& counts) {
  const auto [known, fresh] = seen_[control].emplace(values, counts);
  for (size_t i = 0; !fresh && i < counts.size(); ++i) free_[i] = free_[i] || known->second[i] != counts[i];
}

void Phases::add(const Phases& other) {
  sites_.insert(other.sites_.begin(), other.sites_.end());
  been_.insert(other.been_.begin(), other.been_.end());
  for (size_t i = 0; i < free_.size(); ++i) free_[i] = free_[i] || other.free_[i];
  for (const auto& [control, all] : other.seen_) {
    for (const auto& [values, counts] : all) see(control, values, counts);
  }
}

bool Phases::allows(const Position& position) const {
  const int32_t site = position.cell(scenario_->layout.site);
  if (site == 0 || sites_.count(site) == 0) return true;
  const auto known = seen_.find(control(position));
  if (known == seen_.end()) return false;
  const auto beside = known->second.find(values(position, cells(position)));
  if (beside == known->second.end()) return false;
  const Counts now = counts(position);
  for (size_t i = 0; i < now.size(); ++i)
    if (!free_[i] && now[i] != beside->second[i]) return false;
  return true;
}

std::optional<std::vector<Phases::Change>> Phases::changes(const Position& position) const {
  const int32_t site = position.cell(scenario_->layout.site);
  if (site == 0 || sites_.count(site) == 0) return std::vector<Change>{};
  const auto known = seen_.find(control(position));
  if (known == seen_.end()) return std::nullopt;
  const std::vector<Cell> alive = cells(position);
  const std::vector<int32_t> now = values(position, alive);
  const Counts counted = this->counts(position);
  const std::vector<int32_t>* best = nullptr;
  const Counts* beside = nullptr;
  size_t fewest = alive.size() + counted.size() + 1;
  for (const auto& [one, counts] : known->second) {
    size_t others = 0;
    for (size_t i = 0; i < now.size(); ++i) others += one[i] != now[i] ? size_t{1} : size_t{0};
    for (size_t i = 0; i < counted.size(); ++i)
      others += !free_[i] && counts[i] != counted[i] ? size_t{1} : size_t{0};
    if (others >= fewest) continue;
    fewest = others;
    best = &one;
    beside = &counts;
  }
  std::vector<Change> changes;
  for (size_t i = 0; i < now.size(); ++i)
    if ((*best)[i] != now[i]) changes.push_back({alive[i], {(*best)[i], {}}});
  for (size_t i = 0; i < counted.size(); ++i) {
    if (!free_[i] && counted[i] != (*beside)[i])
      changes.push_back({{Cell::What::local, counters_[i], 0}, {(*beside)[i], {}}});
  }
  return changes;
}

bool Phases::settle(Position& position) const {
  const auto needed = changes(position);
  if (!needed) return false;
  for (const Change& change : *needed) write(*scenario_, position, change.cell, change.value);
  return true;
}

}  // namespace casebook::games
