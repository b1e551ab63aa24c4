// SPDX-License-Identifier: Apache-2.0
// Entering and finding names.
#include <algorithm>
#include <array>

#include "engine/base/nearest.h"
#include "engine/language/check/checker.h"

namespace casebook::language {
namespace {

constexpr auto built_in_types = std::to_array<std::string_view>({"bool", "location", "path"});

}  // namespace

Symbol& Checker::declare_name(Symbols& symbols, uint32_t name_token, SymbolKind kind, Id id) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.id = id;
  symbol.declaration = at.declaration;
  symbol.node = at.declaration != nullptr ? at.declaration->node : nullptr;
  spare_.push_back(std::make_unique<Symbol>(symbol));
  if (name_token == SyntaxTree::npos) return *spare_.back();
  const std::string name(text(name_token));
  const bool reserved_type = &symbols == &types && std::find(built_in_types.begin(), built_in_types.end(),
                                                             name) != built_in_types.end();
  if (reserved_type || (&symbols == &values && is_built_in(name))) {
    error_at("E0203", name_token, "\"" + name + "\" is built in and cannot be declared")
        .notes.push_back({{}, "choose another name"});
    return *spare_.back();
  }
  const auto [where, is_new] = symbols.try_emplace(name, symbol);
  if (is_new) {
    spare_.pop_back();
    return where->second;
  }
  const Symbol& first = where->second;
  Diagnostic& diagnostic = error_at(
      "E0201", name_token,
      "\"" + name + "\" is declared twice: it is " + std::string(symbol_kind_name(first.kind)) + " already");
  if (first.declaration == nullptr) {
    diagnostic.notes.push_back({{}, "\"" + name + "\" is built in"});
  } else if (first.node != nullptr) {
    diagnostic.notes.push_back({first.declaration->file->tree->range(*first.node), "first declared here"});
    if (first.declaration->file->edition != at.file->edition) {
      diagnostic.suggestion = "a case that `replaces` the parent's";
    }
  }
  return *spare_.back();
}

Symbol* Checker::find(Symbols& symbols, uint32_t name_token, std::initializer_list<SymbolKind> kinds,
                      std::string_view what) {
  if (name_token == SyntaxTree::npos) return nullptr;
  const std::string_view name = text(name_token);
  const auto wanted = [&](SymbolKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  const auto where = symbols.find(name);
  if (where == symbols.end()) {
    Diagnostic& diagnostic =
        error_at("E0202", name_token, "there is no " + std::string(what) + " \"" + std::string(name) + "\"");
    diagnostic.expected = std::string(what);
    diagnostics.suggest(diagnostic, [&] {
      NearestName nearest(name);
      for (const auto& [known, symbol] : symbols) {
        if (wanted(symbol.kind)) nearest.offer(known);
      }
      return nearest.best();
    });
    return nullptr;
  }
  Symbol& symbol = where->second;
  symbol.used = true;
  if (!wanted(symbol.kind)) {
    error_at("E0204", name_token,
             "\"" + std::string(name) + "\" is " + std::string(symbol_kind_name(symbol.kind)))
        .expected = std::string(what);
    return nullptr;
  }
  return symbol.broken ? nullptr : &symbol;
}

/// Those that do cannot be hidden by a variable: they are always called.
bool Checker::takes_arguments(const Symbol& symbol) const {
  const size_t id = static_cast<size_t>(symbol.id);
  switch (symbol.kind) {
    case SymbolKind::given:
      return !program.givens[id].params.empty();
    case SymbolKind::state:
      return !program.states[id].params.empty();
    case SymbolKind::definition:
      return !program.definitions[id].params.empty();
    case SymbolKind::table:
    case SymbolKind::field:
      return true;
    default:
      return false;
  }
}

/// The members called so, as constants of their kinds.
std::vector<std::pair<KindId, int64_t>> Checker::members_named(std::string_view name) const {
  std::vector<std::pair<KindId, int64_t>> found;
  for (size_t k = 0; k < program.kinds.size(); ++k) {
    const Kind& kind = program.kinds[k];
    if (!kind.closed) continue;
    const auto member = std::find(kind.members.begin(), kind.members.end(), name);
    if (member != kind.members.end())
      found.emplace_back(static_cast<KindId>(k), member - kind.members.begin());
  }
  return found;
}

}  // namespace casebook::language
