// SPDX-License-Identifier: Apache-2.0
// Views: what the rules say is worth showing.
#include "engine/base/nearest.h"
#include "engine/language/lower/lowering.h"

namespace casebook::language {

void Checker::declare_view(const Declaration& d) {
  const Node& node = *d.node;
  const ViewId id = static_cast<ViewId>(program.views.size());
  Symbol& symbol = declare_name(views, name_token(node), SymbolKind::view, id);
  symbol.used = true;
  fill_item(program.views.emplace_back(), d.name, node);
  program.views.back().title = at.tree->string_value(node);
  std::vector<VarId> params;
  symbol.broken = !declare_params(node, params);
  program.views[id].params = std::move(params);
}

namespace {

/// `items f(x)`: a definition that is a list.
ExprPtr check_items(Checker& checker, const Node& node) {
  const uint32_t token = checker.name_token(node);
  const Symbol* symbol =
      checker.find(checker.values, token, {SymbolKind::definition}, "definition that is a list");
  if (symbol == nullptr) return nullptr;
  const bool list =
      symbol->declaration != nullptr && symbol->declaration->kind == NodeKind::define_decl &&
      symbol->declaration->file->tree->child(*symbol->declaration->node, NodeKind::list) != nullptr;
  if (!list) {
    checker.error_at("E0508", token, "\"" + std::string(checker.text(token)) + "\" has no items").expected =
        "a definition that is a list";
    return nullptr;
  }
  const Definition& definition = checker.program.definitions[symbol->id];
  ExprPtr call = make_expr(Op::call, definition.type, checker.place_of(node));
  call->ref = symbol->id;
  call->label = checker.at.label;
  if (call->type.tag == TypeTag::number) call->interval = checker.interval_of(call->type);
  const bool well = checker.check_arguments(
      node, checker.at.tree->child(node, NodeKind::args), checker.param_types(definition.params),
      "\"" + definition.name + "\"", call->args, checker.param_names(definition.params));
  return well ? std::move(call) : nullptr;
}

/// `repeated step(u) spending E`: u is a parameter of the view and the first one of the action.
void check_repeated(Checker& checker, const Node& node, View& view) {
  const Symbol* symbol = find_action(checker, checker.name_token(node, 0));
  const uint32_t token = checker.name_token(node, 1);
  const std::string_view name = checker.text(token);
  NearestName nearest(name);
  for (const VarId param : view.params) {
    const std::string& known = checker.program.vars[param].name;
    if (known == name) view.unit = param;
    nearest.offer(known);
  }
  if (view.unit == none) {
    checker.error_at("E0202", token, "the view has no parameter \"" + std::string(name) + "\"").suggestion =
        nearest.best();
  } else if (symbol != nullptr) {
    const Action& action = checker.program.actions[symbol->id];
    const Type unit = checker.program.vars[view.unit].type;
    const bool fits = !action.params.empty() && action.params[0].mode == ParamMode::single &&
                      checker.program.vars[action.params[0].var].type == unit;
    if (!fits) {
      checker.error_at("E0508", token,
                       "the first parameter of \"" + action.name + "\" is not " + checker.type_text(unit));
    }
    view.action = symbol->id;
  }
  if (const Node* spent = checker.at.tree->expression(node)) view.expr = checker.check_number(*spent);
}

}  // namespace

void Checker::check_view(const Declaration& d) {
  const auto symbol = views.find(d.name);
  if (symbol == views.end() || symbol->second.declaration != &d) return;
  View& view = program.views[symbol->second.id];
  const Scope scope(*this);
  name_params(*d.node, view.params);
  for (const Node* node : at.tree->child_nodes(*d.node)) {
    const Node* expr = at.tree->expression(*node);
    switch (node->kind) {
      case NodeKind::view_hexes:
        view.kind = ViewKind::hexes;
        if (expr != nullptr) view.expr = check_as(*expr, set_type(kind_hex));
        break;
      case NodeKind::view_number: {
        view.kind = ViewKind::number;
        const Scope inner(*this);
        view.hex = declare_var(name_token(*node), hex_type, {});
        if (expr != nullptr) view.expr = check_number(*expr);
        break;
      }
      case NodeKind::view_path: {
        view.kind = ViewKind::path;
        if (expr != nullptr) view.expr = check_field_use(*expr);
        if (const Node* from = at.tree->expression(*node, 1)) view.from = check_hex(*from);
        break;
      }
      case NodeKind::view_items:
        view.kind = ViewKind::items;
        view.expr = check_items(*this, *node);
        break;
      case NodeKind::view_repeated:
        view.kind = ViewKind::repeated;
        check_repeated(*this, *node, view);
        break;
      case NodeKind::view_score:
        view.kind = ViewKind::score;
        if (expr != nullptr) view.expr = check_number(*expr);
        break;
      default:
        break;
    }
  }
}

}  // namespace casebook::language
