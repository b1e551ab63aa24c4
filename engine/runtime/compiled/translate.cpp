// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/compiled/translate.h"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/program/reads_writes.h"
#include "engine/runtime/compiled/emit.h"

namespace casebook::runtime::compiled {

namespace {

// Which items lie in each word of a position. Words of bits and sets hold one; a word of cells may hold two.
void map_items(const Scenario& scenario, const Items& items, CompiledProgram& p, bool with_past = false) {
  const Layout& layout = scenario.layout;
  p.items_of_word.assign(layout.words, {-1, -1});
  const auto note = [&](const Slot& slot, int32_t item) {
    if (slot.combinations == 0) return;
    uint32_t first = slot.first, last = slot.first;
    if (slot.kind == SlotKind::cells) {
      last = (slot.first + slot.combinations * slot.width - 1) / 2;
      first = slot.first / 2;
    } else if (slot.kind == SlotKind::bits) {
      last = slot.first + (slot.combinations + 63) / 64 - 1;
    } else {
      if (slot.width == 0) return;
      last = slot.first + slot.combinations * slot.width - 1;
    }
    for (uint32_t w = first; w <= last; ++w) {
      auto& held = p.items_of_word[w];
      if (held[0] < 0)
        held[0] = item;
      else
        held[1] = item;
    }
  };
  for (size_t i = 0; i < layout.states.size(); ++i)
    note(layout.states[i], items.state(static_cast<int32_t>(i)));
  for (size_t i = 0; i < layout.places.size(); ++i)
    note(layout.places[i], items.place(static_cast<int32_t>(i)));
  for (size_t i = 0; i < layout.vars.size(); ++i) note(layout.vars[i], items.var(static_cast<int32_t>(i)));
  if (with_past) {
    for (size_t w = 0; w < layout.words; ++w) {
      std::array<int32_t, 2> held = p.items_of_word[w];
      for (int32_t& item : held)
        if (item >= 0) item = items.past(item);
      p.items_of_word.push_back(held);
    }
  }

  const auto clear = [&](const Slot& slot) {
    if (slot.combinations == 0) return;
    if (slot.kind == SlotKind::cells)
      p.control_cells.push_back({slot.first, slot.combinations * slot.width});
    else if (slot.kind == SlotKind::bits)
      p.control_words.push_back({slot.first, (slot.combinations + 63) / 64});
    else
      p.control_words.push_back({slot.first, slot.combinations * slot.width});
  };
  for (size_t i = 0; i < scenario.program->procedures.size(); ++i) {
    const language::Procedure& procedure = scenario.program->procedures[i];
    for (const language::VarId var : procedure.vars) clear(layout.vars[var]);
    for (const language::StateId state : procedure.states) clear(layout.states[state]);
    p.control_cells.push_back({layout.returns[i], 1});
  }
}

std::shared_ptr<CompiledProgram> prepare(std::shared_ptr<const Scenario> scenario, const Graph& graph) {
  auto p = std::make_shared<CompiledProgram>();
  p->scenario = std::move(scenario);
  p->first_variable_item = graph.items.var(0);
  p->neighbour_rows =
      static_cast<Address>(graph.row_tables[static_cast<size_t>(graph.neighbour_rows)].first_word);
  p->hex_words = static_cast<uint16_t>(graph.words_of(language::kind_hex));
  return p;
}

void seal(Image& image, Graph& graph, CompiledProgram& p) {
  p.origins = std::move(graph.origins);
  const auto registers_end = static_cast<std::ptrdiff_t>(image.first_register()) + register_words;
  p.image = std::move(image.words());
  // Trials of tables have left values in registers.
  std::fill(p.image.begin(), p.image.begin() + registers_end, 0);
}

}  // namespace

std::shared_ptr<const CompiledProgram> translate(std::shared_ptr<const Scenario> scenario) {
  Image image(scenario->layout.words);
  Graph graph(*scenario, image);
  Folder folder(graph);
  auto p = prepare(scenario, graph);
  Emitter emitter(graph, &folder, *p);
  emitter.flow();
  emitter.emit_queued();
  emitter.finish();
  map_items(*scenario, graph.items, *p);
  seal(image, graph, *p);
  return p;
}

CompiledExpression translate_expression(std::shared_ptr<const Scenario> scenario, const language::Expr& expr,
                                        const language::ById<language::Var>& vars) {
  Image image(scenario->layout.words);
  Graph graph(*scenario, image);
  for (size_t i = scenario->program->vars.size(); i < vars.size(); ++i)
    graph.variables.push_back(graph.variable_of(vars[i]));
  Folder folder(graph);
  auto p = prepare(scenario, graph);
  Emitter emitter(graph, &folder, *p);
  emitter.begin_routine();
  const NodeId node = folder.expression(expr);
  const Node n = graph[node];
  CompiledExpression made;
  made.entry = emitter.here();
  made.is_set = n.shape == Shape::set;
  made.kind = n.kind;
  made.at = emitter.permanent(n.shape == Shape::set    ? graph.words_of(n.kind)
                              : n.shape == Shape::path ? static_cast<uint32_t>(path_cells)
                                                       : 1);
  emitter.value_to(node, made.at);
  emitter.put(Operation::halt);
  emitter.emit_queued();
  emitter.finish();
  map_items(*scenario, graph.items, *p);
  seal(image, graph, *p);
  made.program = std::move(p);
  return made;
}

CompiledInvariantForms translate_invariants(std::shared_ptr<const Scenario> scenario) {
  const auto& invariants = scenario->program->invariants;
  Image image(scenario->layout.words * 2);
  Graph graph(*scenario, image);
  Folder folder(graph);
  CompiledInvariantForms made;
  made.forms.resize(invariants.size());
  std::vector<NodeId> nodes(invariants.size(), no_node);
  for (size_t i = 0; i < invariants.size(); ++i) {
    try {
      nodes[i] = folder.of_step(*invariants[i].expr);
    } catch (const std::invalid_argument&) {
      continue;  // the reference evaluator asks it
    }
  }
  graph.read_past();
  auto p = prepare(scenario, graph);
  try {
    Emitter emitter(graph, &folder, *p);
    p->answer = emitter.permanent();
    for (size_t i = 0; i < invariants.size(); ++i) {
      if (nodes[i] == no_node) continue;
      emitter.begin_routine();
      made.forms[i].entry = emitter.here();
      made.forms[i].room = emitter.room_for_value(nodes[i]);
      emitter.value_to(nodes[i], p->answer);
      emitter.put(Operation::halt);
    }
    emitter.emit_queued();
    emitter.finish();
  } catch (const std::length_error&) {
    made.forms.assign(invariants.size(), {});
    return made;
  }
  map_items(*scenario, graph.items, *p, true);
  seal(image, graph, *p);
  made.program = std::move(p);
  return made;
}

CompiledCalls translate_calls(std::shared_ptr<const Scenario> scenario) {
  const language::Program& program = *scenario->program;
  CompiledCalls made;
  made.definitions.resize(program.definitions.size());
  made.fields.resize(program.fields.size());
  Image image(scenario->layout.words);
  Graph graph(*scenario, image);
  Folder folder(graph);
  auto p = prepare(scenario, graph);
  try {
    Emitter emitter(graph, &folder, *p);
    for (size_t i = 0; i < made.fields.size(); ++i) {
      const auto id = static_cast<language::FieldId>(i);
      folder.field(id);
      made.fields[id] = emitter.called_field(id);
    }
    for (size_t i = 0; i < made.definitions.size(); ++i) {
      const auto id = static_cast<language::DefinitionId>(i);
      folder.definition(id);
      made.definitions[id] = emitter.called_definition(id);
    }
    emitter.emit_queued();
    emitter.finish();
  } catch (const std::invalid_argument&) {
    return made;
  } catch (const std::length_error&) {
    return made;
  }
  language::ReadsWrites reads(program);
  const auto phases_of = [&](const language::Access& access) {
    std::vector<language::ProcedureId> phases;
    for (const language::StateId state : access.reads.states)
      if (program.states[state].procedure != language::none)
        phases.push_back(program.states[state].procedure);
    return phases;
  };
  for (size_t i = 0; i < made.definitions.size(); ++i)
    made.phases_of_definitions.push_back(phases_of(reads.definition(static_cast<language::DefinitionId>(i))));
  for (size_t i = 0; i < made.fields.size(); ++i)
    made.phases_of_fields.push_back(phases_of(reads.field(static_cast<language::FieldId>(i))));
  map_items(*scenario, graph.items, *p);
  seal(image, graph, *p);
  made.program = std::move(p);
  return made;
}

std::string listing(const CompiledProgram& program) {
  std::string text;
  for (size_t i = 0; i < program.code.size(); ++i) {
    const Instruction& in = program.code[i];
    text +=
        fmt::format("{:6} {:<18} {:6} {:6} {:6} {:6}\n", i, operation_name(in.op), in.n, in.a, in.b, in.c);
  }
  return text;
}

}  // namespace casebook::runtime::compiled
