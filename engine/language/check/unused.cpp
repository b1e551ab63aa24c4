// SPDX-License-Identifier: Apache-2.0
// W0301: what is declared and used nowhere.
#include "engine/language/check/checker.h"

namespace casebook::language {

void Checker::check_unused() {
  if (diagnostics.has_errors()) return;  // what uses it may be among what could not be read
  const auto look = [&](const Symbols& symbols) {
    for (const auto& [name, symbol] : symbols) {
      if (symbol.used || symbol.broken || symbol.declaration == nullptr || symbol.node == nullptr) continue;
      if (symbol.kind == SymbolKind::box || symbol.kind == SymbolKind::place)
        continue;  // words of the map and of claims
      if (symbol.kind == SymbolKind::procedure && name == "game") continue;
      if (symbol.kind == SymbolKind::kind && symbol.id == program.kind_side) continue;
      if (symbol.kind == SymbolKind::watch) continue;  // the game itself looks at it
      const Here here(*this, *symbol.declaration);
      warning("W0301", *symbol.node,
              "\"" + name + "\" is " + std::string(symbol_kind_name(symbol.kind)) + " that nothing uses");
    }
  };
  look(types);
  look(values);
  look(doings);
}

}  // namespace casebook::language
