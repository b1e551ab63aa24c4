// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/align/transfer.h"

#include <algorithm>

#include "engine/runtime/text/position_names.h"

namespace casebook::compare {

using language::TypeTag;
using runtime::Slot;
using runtime::SlotKind;
using runtime::Value;

namespace {

constexpr language::Type location_type{TypeTag::location, language::none, 1};

}  // namespace

Transfer::Transfer(const Alignment& alignment, size_t from)
    : way_(alignment.from(from)),
      from_(alignment.scenario(from)),
      to_(alignment.scenario(1 - from)),
      to_scenario_(alignment.settled(1 - from).shared_scenario()) {
  add_states();
  add_places();
  add_vars();
}

bool Transfer::same_values(const language::Type& from, const language::Type& to) const {
  switch (from.tag) {
    case TypeTag::boolean:
      return true;
    case TypeTag::number: {
      const auto &a = from_.program->measures[from.of], &b = to_.program->measures[to.of];
      return a.step_numerator == b.step_numerator && a.step_denominator == b.step_denominator &&
             a.low >= b.low && a.high <= b.high && (!a.or_never || b.or_never);
    }
    case TypeTag::location:
      return way_.same_locations;
    case TypeTag::path:
      return way_.same_members[language::kind_hex];
    default:
      return way_.same_members[from.of];
  }
}

std::vector<int32_t> Transfer::combinations(const std::vector<language::Type>& params, const Slot& from,
                                            const Slot& to) const {
  bool same = from.combinations == to.combinations;
  for (const language::Type& type : params) same = same && way_.same_members[type.of];
  if (same) return {};
  std::vector<int32_t> map(from.combinations, -1);
  for (uint32_t i = 0; i < from.combinations; ++i) {
    uint32_t rest = i, other = 0;
    bool there = true;
    for (size_t k = 0; k < params.size(); ++k) {
      const uint32_t at = rest / from.strides[k];
      rest %= from.strides[k];
      const int32_t member = way_.members[params[k].of][at];
      there = there && member >= 0;
      if (there) other += static_cast<uint32_t>(member) * to.strides[k];
    }
    if (there) map[i] = static_cast<int32_t>(other);
  }
  return map;
}

void Transfer::add_states() {
  const runtime::PositionNames names(*from_.program);
  for (size_t i = 0; i < way_.states.size(); ++i) {
    const language::State& state = from_.program->states[i];
    const StateId other = way_.states[i];
    if (other == language::none) {
      if (!state.hidden) only_here_.push_back(static_cast<StateId>(i));
      continue;
    }
    Part part;
    part.name = names.states[i];
    part.procedure = state.procedure;
    part.from = from_.layout.states[i];
    part.to = to_.layout.states[other];
    part.from_type = state.type;
    part.to_type = to_.program->states[other].type;
    part.combinations = combinations(state.params, part.from, part.to);
    part.same_values = same_values(part.from_type, part.to_type);
    part.hidden = state.hidden;
    parts_.push_back(std::move(part));
  }
  std::vector<bool> met(to_.program->states.size(), false);
  for (const StateId id : way_.states) {
    if (id != language::none) met[static_cast<size_t>(id)] = true;
  }
  for (size_t i = 0; i < met.size(); ++i) {
    if (!met[i]) only_there_.push_back(static_cast<StateId>(i));
  }
}

void Transfer::add_places() {
  for (size_t kind = 0; kind < from_.program->kinds.size(); ++kind) {
    const KindId other = way_.kinds[kind];
    if (!from_.program->kinds[kind].on_map || other == language::none) continue;
    Part part;
    part.name = "place";
    part.from = from_.layout.places[kind];
    part.to = to_.layout.places[other];
    part.from_type = part.to_type = location_type;
    part.combinations = combinations({{TypeTag::entity, static_cast<KindId>(kind), 1}}, part.from, part.to);
    part.same_values = way_.same_locations;
    parts_.push_back(std::move(part));
  }
}

void Transfer::add_vars() {
  const runtime::PositionNames names(*from_.program);
  for (size_t i = 0; i < way_.vars.size(); ++i) {
    const VarId other = way_.vars[i];
    if (other == language::none) continue;
    Part part;
    part.name = names.vars[i];
    part.procedure = from_.program->vars[i].procedure;
    part.var = static_cast<VarId>(i);
    part.from = from_.layout.vars[i];
    part.to = to_.layout.vars[other];
    part.from_type = from_.program->vars[i].type;
    part.to_type = to_.program->vars[other].type;
    part.same_values = same_values(part.from_type, part.to_type);
    parts_.push_back(std::move(part));
  }
}

std::optional<Value> Transfer::value(const Part& part, const Position& position, uint32_t combination) const {
  Value read = runtime::read_slot(position, part.from, part.from_type, combination);
  if (part.same_values) return read;
  const auto member = [&](const std::vector<int32_t>& map, auto& one) {
    if (one < 0 || one >= static_cast<int32_t>(map.size())) return one == -1;
    one = map[static_cast<size_t>(one)];
    return one >= 0;
  };
  switch (part.from_type.tag) {
    case TypeTag::number: {
      const auto &a = from_.program->measures[part.from_type.of], &b = to_.program->measures[part.to_type.of];
      if (read.number == language::never_value) return b.or_never ? std::optional(read) : std::nullopt;
      const int64_t units = read.number * a.step_numerator * b.step_denominator;
      const int64_t step = a.step_denominator * b.step_numerator;
      if (units % step != 0) return std::nullopt;
      const int64_t there = units / step;
      if (there < b.low || there > b.high) return std::nullopt;
      read.number = there;
      return read;
    }
    case TypeTag::location:
      return member(way_.locations, read.number) ? std::optional(read) : std::nullopt;
    case TypeTag::entity:
    case TypeTag::maybe:
      return member(way_.members[part.from_type.of], read.number) ? std::optional(read) : std::nullopt;
    case TypeTag::set:
    case TypeTag::path: {
      const KindId kind =
          part.from_type.tag == TypeTag::path ? language::kind_hex : KindId(part.from_type.of);
      for (int32_t& one : read.items) {
        if (!member(way_.members[kind], one)) return std::nullopt;
      }
      if (part.from_type.tag == TypeTag::set) std::sort(read.items.begin(), read.items.end());
      return read;
    }
    default:
      return read;
  }
}

bool Transfer::runs(ProcedureId procedure, const Position& position) const {
  if (procedure == language::none || procedure == from_.program->game) return true;
  return position.cell(from_.layout.returns[procedure]) != 0;
}

bool Transfer::copy(const Part& part, const Position& position, Position& into) const {
  if (part.same_values && part.combinations.empty()) {
    switch (part.from.kind) {
      case SlotKind::cells:
        for (uint32_t i = 0; i < part.from.combinations * part.from.width; ++i)
          into.set_cell(part.to.first + i, position.cell(part.from.first + i));
        return true;
      case SlotKind::bits:
        for (uint32_t i = 0; i < (part.from.combinations + 63) / 64; ++i)
          into.set_word(part.to.first + i, position.word(part.from.first + i));
        return true;
      case SlotKind::sets:
        for (uint32_t i = 0; i < part.from.combinations * part.from.width; ++i)
          into.set_word(part.to.first + i, position.word(part.from.first + i));
        return true;
    }
  }
  for (uint32_t i = 0; i < part.from.combinations; ++i) {
    const int32_t to = part.combinations.empty() ? static_cast<int32_t>(i) : part.combinations[i];
    if (to < 0) continue;  // a member that the other has not
    const auto there = value(part, position, i);
    if (!there) return false;
    runtime::write_slot(into, part.to, part.to_type, static_cast<uint32_t>(to), *there);
  }
  return true;
}

Position Transfer::values(const Position& position) const {
  Position there = to_.start;
  for (const Part& part : parts_) {
    if (part.var == language::none && runs(part.procedure, position)) copy(part, position, there);
  }
  return there;
}

std::optional<runtime::Control> Transfer::mapped(const runtime::Control& here) const {
  const language::Program &p = *from_.program, &q = *to_.program;
  runtime::Control there;
  const auto calls = [](const language::Program& program, ProcedureId caller, ProcedureId callee) {
    std::vector<int32_t> steps;
    const auto& procedure = program.procedures[caller];
    for (StepId i = procedure.entry; i < procedure.end; ++i) {
      const language::FlowStep& step = program.flow[i];
      const bool calls_it = step.op == language::FlowOp::call
                                ? step.ref == callee
                                : step.op == language::FlowOp::settle && program.settle == callee;
      if (calls_it) steps.push_back(i);
    }
    return steps;
  };
  for (const ProcedureId procedure : here.procedures) {
    const ProcedureId other = way_.procedures[procedure];
    if (other == language::none) return std::nullopt;
    there.procedures.push_back(other);
  }
  for (size_t i = 0; i < here.calls.size() && i + 1 < here.procedures.size(); ++i) {
    const auto mine = calls(p, here.procedures[i], here.procedures[i + 1]);
    const auto theirs = calls(q, there.procedures[i], there.procedures[i + 1]);
    const auto at = static_cast<size_t>(std::find(mine.begin(), mine.end(), here.calls[i]) - mine.begin());
    if (at >= theirs.size()) return std::nullopt;
    there.calls.push_back(theirs[at]);
  }
  if (here.site < 0) return std::nullopt;
  there.site = way_.sites[here.site];
  if (there.site < 0) return std::nullopt;
  return there;
}

const std::optional<runtime::Control>* Transfer::control(const Position& position) {
  std::vector<int32_t> key{position.cell(from_.layout.site)};
  for (size_t i = 0; i < from_.layout.returns.size(); ++i) {
    if (static_cast<ProcedureId>(i) != from_.program->game)
      key.push_back(position.cell(from_.layout.returns[i]));
  }
  const auto known = controls_.find(key);
  if (known != controls_.end()) return &known->second;
  return &controls_.emplace(std::move(key), mapped(runtime::control_of(from_, position))).first->second;
}

std::optional<Position> Transfer::operator()(const Position& position) {
  if (position.cell(from_.layout.site) == 0) return std::nullopt;
  const auto& there = *control(position);
  if (!there) return std::nullopt;
  Position out = to_.start;
  std::vector<bool> in_scope;
  for (const Part& part : parts_) {
    if (!runs(part.procedure, position)) continue;
    if (part.var != language::none && !(part.same_values && part.combinations.empty())) {
      if (in_scope.empty()) {
        in_scope.assign(from_.program->vars.size(), false);
        for (const VarId var :
             runtime::variables_in_scope(*from_.program, runtime::control_of(from_, position)))
          in_scope[static_cast<size_t>(var)] = true;
      }
      if (!in_scope[static_cast<size_t>(part.var)]) continue;
    }
    if (!copy(part, position, out)) return std::nullopt;
  }
  runtime::set_control(to_, out, *there);
  for (const VarId var : runtime::variables_in_scope(*to_.program, *there)) {
    const auto mine = std::find(way_.vars.begin(), way_.vars.end(), var);
    if (mine != way_.vars.end()) continue;
    const language::Var& one = to_.program->vars[var];
    runtime::write_slot(out, to_.layout.vars[var], one.type, 0, runtime::variable_default(to_, one));
  }
  // What only the other has, of procedures that run.
  if (only_there_.empty()) return out;
  const std::vector<bool> running = runtime::running(*to_.program, *there);
  for (const StateId id : only_there_) {
    const language::State& state = to_.program->states[id];
    if (state.procedure == language::none || !running[static_cast<size_t>(state.procedure)]) continue;
    const auto value = begun(state, out);
    const Slot& slot = to_.layout.states[id];
    for (uint32_t i = 0; value && i < slot.combinations; ++i)
      runtime::write_slot(out, slot, state.type, i, *value);
  }
  return out;
}

/// What its procedure would give it, if it began there. A value that reads the position is not the one that the
/// phase once began with where pieces have moved since, and nearer to it than none.
std::optional<Value> Transfer::begun(const language::State& state, const Position& there) {
  if (const auto constant = runtime::constant_value(to_, state.type, state.initial.get())) return constant;
  if (!evaluator_) evaluator_ = std::make_shared<runtime::Evaluator>(to_scenario_);
  for (const VarId var : to_.program->procedures[state.procedure].params)
    evaluator_->variable(var) =
        runtime::read_slot(there, to_.layout.vars[var], to_.program->vars[var].type, 0);
  try {
    return evaluator_->evaluate(*state.initial, there);
  } catch (const runtime::Fault&) {
    return runtime::constant_value(to_, state.type, nullptr);
  }
}

bool Transfer::equal(const Part& part, const Position& here, const Position& there) const {
  if (part.same_values && part.combinations.empty() && part.from.kind == SlotKind::cells) {
    for (uint32_t i = 0; i < part.from.combinations * part.from.width; ++i) {
      if (here.cell(part.from.first + i) != there.cell(part.to.first + i)) return false;
    }
    return true;
  }
  if (part.same_values && part.combinations.empty()) {
    const uint32_t words = part.from.kind == SlotKind::bits ? (part.from.combinations + 63) / 64
                                                            : part.from.combinations * part.from.width;
    for (uint32_t i = 0; i < words; ++i) {
      if (here.word(part.from.first + i) != there.word(part.to.first + i)) return false;
    }
    return true;
  }
  for (uint32_t i = 0; i < part.from.combinations; ++i) {
    const int32_t to = part.combinations.empty() ? static_cast<int32_t>(i) : part.combinations[i];
    if (to < 0) continue;
    const auto mine = value(part, here, i);
    if (!mine || *mine != runtime::read_slot(there, part.to, part.to_type, static_cast<uint32_t>(to)))
      return false;
  }
  return true;
}

std::vector<std::string> Transfer::differences(const Position& here, const Position& there) {
  std::vector<std::string> found;
  const runtime::Outcome mine = runtime::outcome_of(from_, here), theirs = runtime::outcome_of(to_, there);
  if (mine.kind == runtime::OutcomeKind::limit || theirs.kind == runtime::OutcomeKind::limit) return found;
  const bool both_over = mine.kind != runtime::OutcomeKind::open && theirs.kind != runtime::OutcomeKind::open;
  bool same_outcome = mine.kind == theirs.kind;
  if (same_outcome && mine.kind == runtime::OutcomeKind::won)
    same_outcome = way_.members[from_.program->kind_side][static_cast<size_t>(mine.side)] == theirs.side;
  if (!same_outcome) found.emplace_back("outcome");
  bool same_site = both_over;
  if (!both_over && same_outcome) {
    const auto& control_there = *control(here);
    same_site = control_there.has_value();
    if (same_site) {
      Position expected = to_.start;
      runtime::set_control(to_, expected, *control_there);
      same_site = expected.cell(to_.layout.site) == there.cell(to_.layout.site);
      for (size_t i = 0; same_site && i < to_.layout.returns.size(); ++i) {
        if (static_cast<ProcedureId>(i) != to_.program->game)
          same_site = expected.cell(to_.layout.returns[i]) == there.cell(to_.layout.returns[i]);
      }
    }
    if (!same_site) found.emplace_back("who comes next");
  }
  if (mine.kind != theirs.kind) return found;  // what is over has no state of its procedures any more
  for (const Part& part : parts_) {
    if (part.hidden || !runs(part.procedure, here)) continue;
    if (!same_site && part.procedure != language::none) continue;
    if (part.var != language::none && !part.same_values) continue;
    if (!equal(part, here, there)) found.push_back(part.name);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::string> Transfer::only_here() const {
  const runtime::PositionNames names(*from_.program);
  std::vector<std::string> found;
  for (const StateId id : only_here_) found.push_back(names.states[id]);
  return found;
}

std::vector<StateId> Transfer::begun_otherwise(const Position& position) const {
  std::vector<StateId> found;
  for (const StateId id : only_here_) {
    const language::State& state = from_.program->states[id];
    if (state.procedure != language::none) continue;
    const Slot& slot = from_.layout.states[id];
    for (uint32_t i = 0; i < slot.combinations; ++i) {
      if (runtime::read_slot(position, slot, state.type, i) ==
          runtime::read_slot(from_.start, slot, state.type, i))
        continue;
      found.push_back(id);
      break;
    }
  }
  return found;
}

void Transfer::put_back(Position& position, StateId state) const {
  const Slot& slot = from_.layout.states[state];
  const language::Type& type = from_.program->states[state].type;
  for (uint32_t i = 0; i < slot.combinations; ++i)
    runtime::write_slot(position, slot, type, i, runtime::read_slot(from_.start, slot, type, i));
}

}  // namespace casebook::compare
