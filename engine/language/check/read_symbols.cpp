// SPDX-License-Identifier: Apache-2.0
// The names of a program that is already checked, for expressions that are asked of it.
#include "engine/language/check/checker.h"

namespace casebook::language {

void Checker::read_symbols() {
  const auto enter = [](Symbols& symbols, SymbolKind kind, const auto& items) {
    for (size_t i = 0; i < items.size(); ++i) {
      Symbol symbol;
      symbol.kind = kind;
      symbol.id = static_cast<Id>(i);
      symbols.insert_or_assign(items[i].name, symbol);
    }
  };
  enter(types, SymbolKind::kind, program.kinds);
  enter(types, SymbolKind::measure, program.measures);
  enter(values, SymbolKind::box, program.boxes);
  enter(values, SymbolKind::place, program.places);
  enter(values, SymbolKind::given, program.givens);
  enter(values, SymbolKind::state, program.states);
  enter(values, SymbolKind::option, program.options);
  enter(values, SymbolKind::reading, program.readings);
  enter(values, SymbolKind::table, program.tables);
  enter(values, SymbolKind::definition,
        program.definitions);  // after givens: an excepted one is asked for by its definition
  enter(values, SymbolKind::field, program.fields);
  for (size_t i = 0; i < program.states.size(); ++i) {
    if (program.states[i].hidden) values.erase(program.states[i].name);
  }
  enter(doings, SymbolKind::effect, program.effects);
  enter(doings, SymbolKind::procedure, program.procedures);
  enter(doings, SymbolKind::action, program.actions);
  enter(views, SymbolKind::view, program.views);
  enter(invariants, SymbolKind::invariant, program.invariants);
  definition_states_.resize(program.definitions.size());
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    const Definition& definition = program.definitions[i];
    definition_states_[i].progress = Progress::done;
    definition_states_[i].altered = !definition.exceptions.empty() || !definition.adjustments.empty();
  }
}

}  // namespace casebook::language
