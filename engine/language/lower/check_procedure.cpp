// SPDX-License-Identifier: Apache-2.0
// Procedures: parameters, state that lives for one run, and their text lowered to flow.
#include "engine/language/lower/flow_lowering.h"

namespace casebook::language {

void Checker::declare_procedure(const Declaration& d) {
  const Node& node = *d.node;
  const ProcedureId id = static_cast<ProcedureId>(program.procedures.size());
  Symbol& symbol = declare_name(doings, name_token(node), SymbolKind::procedure, id);
  fill_item(program.procedures.emplace_back(), d.name, node);
  const Here here(*this);
  at.procedure = id;
  std::vector<VarId> params;
  symbol.broken = !declare_params(node, params, true);
  program.procedures[id].params = std::move(params);
  if (d.name != "game") return;
  program.game = id;
  symbol.used = true;
  if (const Node* given = at.tree->child(node, NodeKind::params);
      given != nullptr && !program.procedures.back().params.empty()) {
    error("E0509", *given, "the procedure \"game\" is played from its start and takes nothing");
  }
}

void Checker::check_procedure(const Declaration& d) {
  const auto symbol = doings.find(d.name);
  if (symbol == doings.end() || symbol->second.declaration != &d ||
      symbol->second.kind != SymbolKind::procedure)
    return;
  const ProcedureId id = symbol->second.id;
  const Node& node = *d.node;
  const Here here(*this);
  FlowLowering flow(*this, id);
  const Scope scope(*this);
  name_params(node, program.procedures[id].params);
  for (const VarId param : program.procedures[id].params) flow.open(param);
  const Node* body = at.tree->child(node, NodeKind::block);
  std::vector<const Node*> lines;
  for (const Node* line : body != nullptr ? statements_of(*at.tree, *body) : std::vector<const Node*>()) {
    if (line->kind != NodeKind::state_decl) {
      lines.push_back(line);
      continue;
    }
    if (!lines.empty()) {
      error("E0514", *line, "the state of a procedure stands before everything else in it");
      continue;
    }
    const auto state = values.find(text(name_token(*line)));
    if (state != values.end() && state->second.kind == SymbolKind::state && state->second.node == line) {
      check_initial(state->second.id, *line);
    }
  }
  flow.block(node, lines, false);
  flow.finish(node);
}

}  // namespace casebook::language
