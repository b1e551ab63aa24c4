// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/distance/cells.h"

#include <algorithm>

#include "engine/runtime/control.h"
#include "engine/runtime/layout.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::games {

using language::none;
using language::Program;
using language::TypeTag;
using runtime::Slot;
using runtime::Value;

namespace {

const language::Type location_type{TypeTag::location, none, 1};

const Slot& slot_of(const Scenario& scenario, const Cell& cell) {
  const auto id = static_cast<size_t>(cell.id);
  switch (cell.what) {
    case Cell::What::place:
      return scenario.layout.places[id];
    case Cell::What::state:
      return scenario.layout.states[id];
    case Cell::What::local:
      break;
  }
  return scenario.layout.vars[id];
}

/// The values of the arguments that a combination stands for.
std::vector<int32_t> arguments_of(const Slot& slot, uint32_t combination) {
  std::vector<int32_t> args;
  for (const uint32_t stride : slot.strides) {
    args.push_back(static_cast<int32_t>(combination / stride));
    combination %= stride;
  }
  return args;
}

bool fits(const Scenario& scenario, const Cell& cell, const Value& value) {
  language::Var as_var;
  as_var.type = type_of(scenario, cell);
  as_var.interval = interval_of(scenario, cell);
  return runtime::is_typed(scenario, as_var, value);
}

}  // namespace

std::string cell_text(const Scenario& scenario, const Cell& cell) {
  const Program& program = *scenario.program;
  const auto id = static_cast<size_t>(cell.id);
  if (cell.what == Cell::What::place) return "place(" + scenario.members[id][cell.combination] + ")";
  const runtime::PositionNames names(program);
  if (cell.what == Cell::What::local) return names.vars[id];
  std::string text = names.states[id];
  const std::vector<language::Type>& params = program.states[id].params;
  if (params.empty()) return text;
  const std::vector<int32_t> args = arguments_of(slot_of(scenario, cell), cell.combination);
  for (size_t i = 0; i < args.size(); ++i)
    text += (i == 0 ? "(" : ", ") + scenario.value_text(params[i], args[i]);
  return text + ")";
}

language::Type type_of(const Scenario& scenario, const Cell& cell) {
  const auto id = static_cast<size_t>(cell.id);
  switch (cell.what) {
    case Cell::What::place:
      return location_type;
    case Cell::What::state:
      return scenario.program->states[id].type;
    case Cell::What::local:
      break;
  }
  return scenario.program->vars[id].type;
}

language::Interval interval_of(const Scenario& scenario, const Cell& cell) {
  if (cell.what == Cell::What::local) return scenario.program->vars[cell.id].interval;
  const language::Type type = type_of(scenario, cell);
  if (type.tag != TypeTag::number) return {};
  const language::Measure& measure = scenario.program->measures[type.of];
  return {measure.low, measure.high, measure.or_never};
}

Value read(const Scenario& scenario, const Position& position, const Cell& cell) {
  return runtime::read_slot(position, slot_of(scenario, cell), type_of(scenario, cell), cell.combination);
}

void write(const Scenario& scenario, Position& position, const Cell& cell, const Value& value) {
  runtime::write_slot(position, slot_of(scenario, cell), type_of(scenario, cell), cell.combination, value);
}

std::vector<Cell> pieces_of(const Scenario& scenario) {
  std::vector<Cell> cells;
  for (size_t kind = 0; kind < scenario.layout.places.size(); ++kind) {
    for (uint32_t i = 0; i < scenario.layout.places[kind].combinations; ++i)
      cells.push_back({Cell::What::place, static_cast<KindId>(kind), i});
  }
  return cells;
}

std::vector<Cell> cells_of(const Scenario& scenario, const Position& position) {
  const Program& program = *scenario.program;
  const runtime::Control control = runtime::control_of(scenario, position);
  const std::vector<bool> runs = runtime::running(program, control);
  std::vector<Cell> cells = pieces_of(scenario);
  for (size_t i = 0; i < program.states.size(); ++i) {
    const language::State& state = program.states[i];
    if (state.hidden || (state.procedure != none && !runs[static_cast<size_t>(state.procedure)])) continue;
    for (uint32_t c = 0; c < scenario.layout.states[i].combinations; ++c)
      cells.push_back({Cell::What::state, static_cast<StateId>(i), c});
  }
  for (const VarId var : runtime::variables_in_scope(program, control))
    cells.push_back({Cell::What::local, var, 0});
  return cells;
}

bool is_typed(const Scenario& scenario, const Position& position) {
  const Program& program = *scenario.program;
  const runtime::Control control = runtime::control_of(scenario, position);
  const std::vector<bool> runs = runtime::running(program, control);
  const std::vector<Cell> alive = cells_of(scenario, position);
  for (const Cell& cell : alive) {
    if (!fits(scenario, cell, read(scenario, position, cell))) return false;
  }
  // What is not alive is zero: written over with what is alive, a clear position is this one.
  Position again(scenario.layout.words);
  runtime::set_control(scenario, again, control);
  runtime::set_outcome(scenario, again, runtime::outcome_of(scenario, position));
  for (const Cell& cell : alive) write(scenario, again, cell, read(scenario, position, cell));
  for (size_t i = 0; i < program.states.size(); ++i) {
    const language::State& state = program.states[i];
    if (!state.hidden || (state.procedure != none && !runs[static_cast<size_t>(state.procedure)])) continue;
    for (uint32_t c = 0; c < scenario.layout.states[i].combinations; ++c) {
      const Cell cell{Cell::What::state, static_cast<StateId>(i), c};
      const Value value = read(scenario, position, cell);
      if (!fits(scenario, cell, value)) return false;
      write(scenario, again, cell, value);
    }
  }
  return again == position;
}

int32_t location_distance(const Scenario& scenario, int32_t a, int32_t b) {
  if (a == b) return 0;
  if (!is_hex(scenario, a) || !is_hex(scenario, b)) return off_map_distance;
  return scenario.ground.distance(a, b);
}

}  // namespace casebook::games
