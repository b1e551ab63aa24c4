// SPDX-License-Identifier: Apache-2.0
// The layout of positions, and the position in which the game begins.
#include <fmt/format.h>

#include "engine/base/fnv.h"
#include "engine/base/nearest.h"
#include "engine/language/compile.h"
#include "engine/runtime/binding/binder.h"
#include "engine/runtime/has_values.h"
#include "engine/runtime/layout.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Type;
using language::TypeTag;

void ScenarioBinder::start() {
  std::vector<int32_t> sizes;
  for (size_t kind = 0; kind < program_.kinds.size(); ++kind)
    sizes.push_back(scenario_.size(static_cast<KindId>(kind)));
  const auto layout = make_layout(program_, sizes, diagnostics_);
  if (!layout) return;
  scenario_.layout = *layout;
  scenario_.start = Position(layout->words);
  if (!every_state_has_a_value()) return;
  initial_state();
  initial_places();
  stated_state();
}

/// Also of the states of procedures: play comes there.
bool ScenarioBinder::every_state_has_a_value() {
  bool good = true;
  for (size_t id = 0; id < program_.states.size(); ++id) {
    const language::State& state = program_.states[id];
    if (scenario_.layout.states[id].combinations == 0 || has_values(scenario_, state.type)) continue;
    good = false;
    const std::string kind = state.type.tag == TypeTag::entity ? program_.kinds[state.type.of].name : "hex";
    Diagnostic& diagnostic = diagnostics_.error(
        "D0158", {data_.scenario.file, {}, {}},
        fmt::format("the state \"{}\" has no value: the scenario has no {}", state.name, kind));
    diagnostic.expected = fmt::format("a {}, or `{} or none` where the rules declare the state", kind, kind);
    diagnostic.cases.push_back(program_.label_text(state.label));
    diagnostic.notes.push_back(
        {program_.range_of(state.place), fmt::format("\"{}\" is declared here", state.name)});
  }
  return good;
}

void ScenarioBinder::initial_state() {
  Evaluator evaluator(scenario_.shared_from_this());
  for (size_t id = 0; id < program_.states.size(); ++id) {
    const language::State& state = program_.states[id];
    if (state.procedure != language::none) continue;
    const Value initial = evaluator.evaluate(*state.initial, scenario_.start);
    for (uint32_t i = 0; i < scenario_.layout.states[id].combinations; ++i)
      evaluator.write(scenario_.layout.states[id], state.type, scenario_.start, i, initial);
  }
}

void ScenarioBinder::initial_places() {
  for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
    if (!program_.kinds[kind].on_map) continue;
    const Slot& slot = scenario_.layout.places[kind];
    for (uint32_t i = 0; i < slot.combinations; ++i)
      scenario_.start.set_cell(slot.first + i, scenario_.ground.hexes);  // the first box
  }
  for (const auto& [order, numbering] : orders_of_battle_) {
    for (const board::EntityLine& line : order.entities) initial_place(line, numbering, order.file);
  }
}

void ScenarioBinder::initial_place(const board::EntityLine& line, int numbering, const std::string& file) {
  if (line.start.empty()) return;
  for (size_t kind = 0; kind < program_.kinds.size(); ++kind) {
    if (program_.kinds[kind].name != line.kind) continue;
    const auto found = scenario_.find(static_cast<KindId>(kind), line.id);
    if (!found) break;
    if (!program_.kinds[kind].on_map) {
      diagnostics_.error(
          "D0159", board::range_of(file, line.start_place),
          fmt::format("a {} has no place: the rules do not say `kind {} on map`", line.kind, line.kind));
      break;
    }
    board::DataValue value;
    value.kind = board::DataKind::text;
    value.text = line.start;
    value.place = line.start_place;
    const auto place =
        cell({TypeTag::location, language::none, 1}, value, numbering, file, "the place of " + line.id);
    if (place)
      scenario_.start.set_cell(scenario_.layout.places[kind].first + static_cast<uint32_t>(*found), *place);
    break;
  }
}

void ScenarioBinder::stated_state() {
  Evaluator evaluator(scenario_.shared_from_this());
  const std::string& file = data_.scenario.file;
  for (const board::StateFact& fact : data_.scenario.state) {
    const SourceRange range = board::range_of(file, fact.state_place);
    if (fact.state == "place" && fact.of.size() == 1) {
      bool found = false;
      for (size_t kind = 0; kind < program_.kinds.size() && !found; ++kind) {
        if (!program_.kinds[kind].on_map) continue;
        const auto one = scenario_.find(static_cast<KindId>(kind), fact.of[0]);
        if (!one) continue;
        found = true;
        const auto place = cell({TypeTag::location, language::none, 1}, fact.value, data_.numbering, file,
                                "the place of " + fact.of[0]);
        if (place)
          scenario_.start.set_cell(scenario_.layout.places[kind].first + static_cast<uint32_t>(*one), *place);
      }
      if (!found)
        diagnostics_.error("D0155", board::range_of(file, fact.of_places[0]),
                           fmt::format("nothing that has a place is called \"{}\"", fact.of[0]));
      continue;
    }
    std::vector<std::string> known{"place"};
    size_t id = program_.states.size();
    for (size_t i = 0; i < program_.states.size(); ++i) {
      if (program_.states[i].hidden || program_.states[i].procedure != language::none) continue;
      known.push_back(program_.states[i].name);
      if (program_.states[i].name == fact.state) id = i;
    }
    if (id == program_.states.size()) {
      Diagnostic& diagnostic = diagnostics_.error(
          "D0163", range,
          fmt::format("the rules have no state \"{}\" that lasts the whole game", fact.state));
      diagnostics_.suggest(diagnostic, [&] { return nearest_name(fact.state, known); });
      continue;
    }
    const language::State& state = program_.states[id];
    if (state.params.size() != fact.of.size()) {
      diagnostics_.error("D0154", range,
                         fmt::format("the state {} takes {} arguments, not {}", state.name,
                                     state.params.size(), fact.of.size()));
      continue;
    }
    std::vector<int32_t> args;
    bool good = true;
    for (size_t i = 0; i < fact.of.size() && good; ++i) {
      board::DataValue name;
      name.kind = board::DataKind::text;
      name.text = fact.of[i];
      name.place = fact.of_places[i];
      const auto argument = cell(state.params[i], name, data_.numbering, file, state.name);
      good = argument.has_value();
      if (good) args.push_back(*argument);
    }
    if (!good) continue;
    const uint32_t combination = combination_of(scenario_.layout.states[id], args);
    Value value;
    if (state.type.tag == TypeTag::set) {
      auto members = members_of(state.type, fact.value, data_.numbering, file, state.name);
      if (!members) continue;
      value.items = std::move(*members);
    } else {
      const auto number = cell(state.type, fact.value, data_.numbering, file, state.name);
      if (!number) continue;
      value = Value(*number);
    }
    evaluator.write(scenario_.layout.states[id], state.type, scenario_.start, combination, value);
  }
}

void ScenarioBinder::fingerprint() {
  // Everything that play depends on, in a fixed order.
  Fnv1a hash;
  const auto add = [&hash](uint64_t value) { hash.bytes_of(value); };
  const auto add_text = [&hash](const std::string& text) { hash.bytes_of(text.size()).text(text); };
  scenario_.rules_fingerprint = language::fingerprint(program_);
  add(scenario_.rules_fingerprint);
  for (const uint8_t option : scenario_.options) add(option);
  for (const int32_t reading : scenario_.readings) add(static_cast<uint64_t>(reading));
  for (const auto& names : scenario_.members) {
    add(names.size());
    for (const std::string& name : names) add_text(name);
  }
  for (const int32_t place : scenario_.places) add(static_cast<uint64_t>(place));
  for (const Values& values : scenario_.givens) {
    for (const int32_t value : values.cells) add(static_cast<uint64_t>(value));
  }
  for (const auto& near : scenario_.ground.neighbours) {
    for (const int32_t hex : near) add(static_cast<uint64_t>(hex));
  }
  for (const uint64_t word : scenario_.start.words()) add(word);
  scenario_.fingerprint = hash.value();
}

}  // namespace casebook::runtime
