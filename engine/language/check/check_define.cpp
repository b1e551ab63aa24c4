// SPDX-License-Identifier: Apache-2.0
// Definitions and the contents of declarations in general. A definition is checked when it is first called,
// so that callers know what it can give; chains deeper than `deepest` fall back on its measure.
#include "engine/language/check/checker.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

constexpr int deepest = 32;

}  // namespace

void Checker::check_contents() {
  if (program.kind_side == none && declarations != nullptr) report_no_side();
  // Constants first, then what is computed, then what is done.
  const auto each = [&](auto what) {
    for (const auto& declaration : declarations->all) {
      const Declaration& d = *declaration;
      const Here here(*this, d);
      at.declaration = &d;
      what(d);
    }
  };
  const auto own = [&](const Symbols& symbols, const Declaration& d, SymbolKind kind) -> Id {
    const auto where = symbols.find(d.name);
    if (where == symbols.end() || where->second.declaration != &d || where->second.broken ||
        where->second.kind != kind)
      return none;
    return where->second.id;
  };
  each([&](const Declaration& d) {
    if (d.kind == NodeKind::kind_decl && at.tree->has_word(*d.node, "map") && program.boxes.empty()) {
      error("E0211", *d.node, "a kind `on map` needs a box, for members that are not on the map").suggestion =
          "box eliminated";
    }
    if (d.kind == NodeKind::table_decl) {
      if (const TableId id = own(values, d, SymbolKind::table); id != none) check_table(d, id);
    }
    if (d.kind == NodeKind::given_decl) {
      const GivenId given = given_of(d);
      if (given != none) check_fallback(d, given);
    }
    if (d.kind == NodeKind::state_decl) {
      if (const StateId id = own(values, d, SymbolKind::state); id != none) check_initial(id, *d.node);
    }
  });
  each([&](const Declaration& d) {
    if (d.kind == NodeKind::define_decl) {
      if (const DefinitionId id = own(values, d, SymbolKind::definition); id != none) check_definition(d, id);
    }
  });
  each([&](const Declaration& d) {
    if (d.kind != NodeKind::field_decl) return;
    if (const FieldId id = own(values, d, SymbolKind::field); id != none) check_field(d, id);
  });
  each([&](const Declaration& d) {
    if (d.kind == NodeKind::effect_decl) check_effect(d);
    if (d.kind == NodeKind::action_decl) check_action(d);
  });
  each([&](const Declaration& d) {
    if (d.node->broken) return;
    if (d.kind == NodeKind::except_decl || d.kind == NodeKind::adjust_decl || d.kind == NodeKind::waive_decl)
      check_exception(d);
  });
  each([&](const Declaration& d) {
    if (d.kind == NodeKind::procedure_decl) check_procedure(d);
    if (d.kind == NodeKind::whenever_decl) check_watch(d);
  });
  lower_watches();
  each([&](const Declaration& d) {
    if (d.node->broken && d.kind != NodeKind::claim_decl) return;  // the parser has said so
    if (d.kind == NodeKind::invariant_decl) check_invariant(d);
    if (d.kind == NodeKind::view_decl) check_view(d);
    if (d.kind == NodeKind::claim_decl) check_claim(d);
  });
}

void Checker::declare_procedures() {
  for (const auto& declaration : declarations->all) {
    if (declaration->kind != NodeKind::procedure_decl) continue;
    const Here here(*this, *declaration);
    at.declaration = declaration.get();
    declare_procedure(*declaration);
  }
}

void Checker::declare_doings() {
  const auto each = [&](NodeKind kind, void (Checker::*declare)(const Declaration&)) {
    for (const auto& declaration : declarations->all) {
      if (declaration->kind != kind) continue;
      const Here here(*this, *declaration);
      at.declaration = declaration.get();
      (this->*declare)(*declaration);
    }
  };
  each(NodeKind::effect_decl, &Checker::declare_effect);
  each(NodeKind::whenever_decl, &Checker::declare_watch);
  each(NodeKind::action_decl, &Checker::declare_action);
  each(NodeKind::view_decl, &Checker::declare_view);
  each(NodeKind::invariant_decl, &Checker::declare_invariant);
}

void Checker::report_no_side() {
  diagnostics.error("E0210", head_range(), "there is no kind \"side\": a game is played by its members")
      .suggestion = "kind side = first, second";
}

SourceRange Checker::head_range() const {
  SourceRange range;
  if (declarations == nullptr) return range;
  for (auto file = declarations->files.rbegin(); file != declarations->files.rend();
       ++file) {  // the child's files come last
    const SyntaxTree& tree = *(*file)->tree;
    if ((*file)->edition != declarations->files.back()->edition) break;
    if (const Node* head = tree.child(*tree.root, NodeKind::edition_head)) return tree.range(*head);
    range = {tree.file, {1, 1}, {1, 1}};
  }
  return range;
}

/// A given may have become a definition of its name: its own id is found by name.
GivenId Checker::given_of(const Declaration& d) const {
  const auto where = values.find(d.name);
  if (where == values.end() || where->second.declaration != &d || where->second.broken) return none;
  for (size_t i = 0; i < program.givens.size(); ++i) {
    if (program.givens[i].name == d.name) return static_cast<GivenId>(i);
  }
  return none;
}

void Checker::check_definition(const Declaration& d, DefinitionId id) {
  DefinitionState& state = definition_states_[static_cast<size_t>(id)];
  if (state.progress != Progress::untouched) return;
  state.progress = Progress::under_way;
  ++depth_;
  {
    const Here here(*this, d);
    at = Context{};
    at.declaration = &d;
    at.file = d.file;
    at.tree = d.file->tree.get();
    at.label = d.labels.empty() ? none : label_id(d.labels.front());
    std::vector<Local> outside;
    outside.swap(locals);
    {
      const Scope scope(*this);
      const std::vector<VarId> params = program.definitions[id].params;
      const Type type = program.definitions[id].type;
      name_params(*d.node, params);
      ExprPtr body;
      if (const Node* list = at.tree->child(*d.node, NodeKind::list)) {
        body = check_list(*list, type, true);
      } else if (const Node* expr = at.tree->expression(*d.node)) {
        body = check_as(*expr, type);
      }
      program.definitions[id].body = std::move(body);
    }
    outside.swap(locals);
  }
  --depth_;
  definition_states_[static_cast<size_t>(id)].progress = Progress::done;
}

Interval Checker::result_of(DefinitionId id) {
  const size_t i = static_cast<size_t>(id);
  const Interval whole = interval_of(program.definitions[i].type);
  if (i >= definition_states_.size() || definition_states_[i].altered) return whole;
  const Declaration* d = definition_states_[i].declaration;
  if (definition_states_[i].progress == Progress::untouched && depth_ < deepest && d != nullptr)
    check_definition(*d, id);
  const Definition& definition = program.definitions[i];
  if (definition_states_[i].progress != Progress::done || !definition.body) return whole;
  return definition.body->interval;
}

}  // namespace casebook::language
