// SPDX-License-Identifier: Apache-2.0
// Names and signatures of givens, states, tables, definitions and fields, and what they are to begin with.
#include <algorithm>

#include "engine/base/limits.h"
#include "engine/language/check/checker.h"

namespace casebook::language {

/// The types of `(type, ...)`: of members of kinds only. False when one is wrong.
bool Checker::check_entity_params(const Node& node, std::vector<Type>& params) {
  const Node* list = at.tree->child(node, NodeKind::types);
  if (list == nullptr) return true;
  bool fine = !list->broken;
  for (const Node* type_node : at.tree->children(*list, NodeKind::type)) {
    const auto type = check_type(*type_node);
    if (!type) {
      fine = false;
      continue;
    }
    if (type->tag != TypeTag::entity) {
      error("E0309", *type_node, "facts and state are of members of kinds, not of " + type_text(*type))
          .expected = "a kind";
      fine = false;
      continue;
    }
    params.push_back(*type);
  }
  return fine;
}

/// The type of the value of a given or state.
std::optional<Type> Checker::check_stored_type(const Node& node) {
  const Node* type_node = at.tree->child(node, NodeKind::type);
  if (type_node == nullptr) return std::nullopt;
  const auto type = check_type(*type_node);
  if (type && type->tag == TypeTag::path) {
    error("E0309", *type_node, "a path cannot be kept: it lives in a choice");
    return std::nullopt;
  }
  return type;
}

void Checker::declare_given(const Declaration& d) {
  const GivenId id = static_cast<GivenId>(program.givens.size());
  Symbol& symbol = declare_name(values, name_token(*d.node), SymbolKind::given, id);
  Given given;
  fill_item(given, d.name, *d.node);
  given.phrase = at.tree->string_value(*d.node);
  symbol.broken = !check_entity_params(*d.node, given.params);
  const auto type = check_stored_type(*d.node);
  if (type) given.type = *type;
  if (!type) symbol.broken = true;
  program.givens.push_back(std::move(given));
}

void Checker::declare_state(const Node& node, ProcedureId procedure) {
  const uint32_t token = name_token(node);
  if (token == SyntaxTree::npos) return;
  const StateId id = static_cast<StateId>(program.states.size());
  Symbol& symbol = declare_name(values, token, SymbolKind::state, id);
  symbol.node = &node;
  State state;
  fill_item(state, std::string(text(token)), node);
  state.phrase = at.tree->string_value(node);
  state.procedure = procedure;
  symbol.broken = !check_entity_params(node, state.params);
  const auto type = check_stored_type(node);
  if (type) state.type = *type;
  if (!type) symbol.broken = true;
  state.initial = default_value(state.type, place_of(node));
  program.states.push_back(std::move(state));
  if (procedure != none) program.procedures[procedure].states.push_back(id);
}

void Checker::declare_table(const Declaration& d) {
  const TableId id = static_cast<TableId>(program.tables.size());
  Symbol& symbol = declare_name(values, name_token(*d.node), SymbolKind::table, id);
  Table table;
  fill_item(table, d.name, *d.node);
  symbol.broken = true;
  bool fine = true;
  const Node* list = at.tree->child(*d.node, NodeKind::types);
  int64_t cells = 1;
  if (list == nullptr || list->broken) fine = false;
  if (list != nullptr) {
    const auto type_nodes = at.tree->children(*list, NodeKind::type);
    if (type_nodes.size() > 2) {
      error("E0335", *type_nodes[2], "a table has one or two indices");
      fine = false;
    }
    for (size_t i = 0; i < type_nodes.size() && i < 2; ++i) {
      const auto type = check_type(*type_nodes[i]);
      int64_t low = 0, size = 0;
      if (!type) {
        fine = false;
        continue;
      }
      if (type->tag == TypeTag::number) {
        const Interval range = interval_of(*type);
        low = range.low;
        size = range.high - range.low + 1;
      } else if (type->tag == TypeTag::boolean) {
        size = 2;
      } else if (type->tag == TypeTag::entity && program.kinds[type->of].closed) {
        size = static_cast<int64_t>(program.kinds[type->of].members.size());
      } else {
        error("E0335", *type_nodes[i],
              "a table is indexed by a kind whose members the rules name, by a measure or by bool");
        fine = false;
        continue;
      }
      if (size > limits::table_cells || cells > limits::table_cells / std::max<int64_t>(size, 1)) {
        error("E0409", *type_nodes[i],
              "the table would have more than " + std::to_string(limits::table_cells) +
                  " cells (limit \"table cells\")");
        fine = false;
        continue;
      }
      cells *= size;
      table.index.push_back(*type);
      table.low.push_back(low);
      table.size.push_back(size);
    }
  }
  const Node* type_node = at.tree->child(*d.node, NodeKind::type);
  const auto type = type_node != nullptr ? check_type(*type_node) : std::nullopt;
  if (type) {
    const bool closed = type->of >= 0 && (type->tag == TypeTag::entity || type->tag == TypeTag::maybe) &&
                        program.kinds[type->of].closed;
    if (type->tag != TypeTag::boolean && type->tag != TypeTag::number && !closed) {
      error("E0335", *type_node,
            "a table gives numbers, Booleans or members that the rules name, not " + type_text(*type));
      fine = false;
    }
    table.type = *type;
  } else {
    fine = false;
  }
  symbol.broken = !fine;
  program.tables.push_back(std::move(table));
}

/// Parameters of a definition, field, effect, procedure or view: Vars, named later when the body is checked.
bool Checker::declare_params(const Node& node, std::vector<VarId>& params, bool stored) {
  const Node* list = at.tree->child(node, NodeKind::params);
  if (list == nullptr) return true;
  bool fine = !list->broken;
  for (const Node* param : at.tree->children(*list, NodeKind::param)) {
    const Node* type_node = at.tree->child(*param, NodeKind::type);
    const auto type = type_node != nullptr ? check_type(*type_node) : std::nullopt;
    if (!type) fine = false;
    const uint32_t token = name_token(*param);
    const Type kept = type.value_or(boolean_type);
    const std::string name(token != SyntaxTree::npos ? text(token) : std::string_view());
    for (const VarId other : params) {
      if ((*vars)[other].name == name && token != SyntaxTree::npos) {
        error_at("E0201", token, "two parameters are called \"" + name + "\"");
        fine = false;
      }
    }
    params.push_back(make_var(name, kept, interval_of(kept), *param, stored));
  }
  return fine;
}

/// Makes the parameters' names known in the scope that is open.
void Checker::name_params(const Node& node, const std::vector<VarId>& params) {
  const Node* list = at.tree->child(node, NodeKind::params);
  if (list == nullptr) return;
  const auto nodes = at.tree->children(*list, NodeKind::param);
  for (size_t i = 0; i < nodes.size() && i < params.size(); ++i) name_var(name_token(*nodes[i]), params[i]);
}

void Checker::declare_definition(const Declaration& d) {
  const DefinitionId id = static_cast<DefinitionId>(program.definitions.size());
  Symbol& symbol = declare_name(values, name_token(*d.node), SymbolKind::definition, id);
  Definition definition;
  fill_item(definition, d.name, *d.node);
  symbol.broken = !declare_params(*d.node, definition.params);
  const Node* type_node = at.tree->child(*d.node, NodeKind::type);
  const auto type = type_node != nullptr ? check_type(*type_node) : std::nullopt;
  if (type) definition.type = *type;
  if (!type) symbol.broken = true;
  program.definitions.push_back(std::move(definition));
  definition_states_.resize(program.definitions.size());
  definition_states_.back().declaration = &d;
}

void Checker::declare_field(const Declaration& d) {
  const FieldId id = static_cast<FieldId>(program.fields.size());
  Symbol& symbol = declare_name(values, name_token(*d.node), SymbolKind::field, id);
  Field field;
  fill_item(field, d.name, *d.node);
  symbol.broken = !declare_params(*d.node, field.params);
  const bool cost = at.tree->child(*d.node, NodeKind::least_cost) != nullptr;
  if (const Node* type_node = at.tree->child(*d.node, NodeKind::type)) {
    const auto type = check_type(*type_node);
    if (!type) {
      symbol.broken = true;
    } else if (cost && type->tag != TypeTag::number) {
      error("E0340", *type_node, "the least cost is a number, not " + type_text(*type)).expected =
          "a measure that says `or never`";
      symbol.broken = true;
    } else if (cost && !program.measures[type->of].or_never) {
      error("E0340", *type_node,
            "where no way leads to a goal the cost is never, and " + type_text(*type) +
                " does not say `or never`")
          .expected = "a measure that says `or never`";
      symbol.broken = true;
    } else if (!cost && type->tag != TypeTag::boolean) {
      error("E0340", *type_node, "`reach` is yes or no").expected = "bool, or no type at all";
      symbol.broken = true;
    } else {
      field.type = *type;
    }
  } else if (cost && !d.node->broken) {
    error("E0340", *d.node, "a `least cost` field says what measure it is").expected = "`-> MEASURE`";
    symbol.broken = true;
  }
  program.fields.push_back(std::move(field));
}

void Checker::declare_values() {
  for (const auto& declaration : declarations->all) {
    const Declaration& d = *declaration;
    Here here(*this, d);
    at.declaration = &d;
    switch (d.kind) {
      case NodeKind::given_decl:
        declare_given(d);
        break;
      case NodeKind::state_decl:
        declare_state(*d.node, none);
        break;
      case NodeKind::table_decl:
        declare_table(d);
        break;
      case NodeKind::define_decl:
        declare_definition(d);
        break;
      case NodeKind::field_decl:
        declare_field(d);
        break;
      case NodeKind::procedure_decl: {
        const auto own = doings.find(d.name);
        const bool known =
            own != doings.end() && own->second.declaration == &d && own->second.kind == SymbolKind::procedure;
        const Node* block = at.tree->child(*d.node, NodeKind::block);
        if (!known || block == nullptr) break;
        for (const Node* node : at.tree->children(*block, NodeKind::state_decl))
          declare_state(*node, own->second.id);
        break;
      }
      default:
        break;
    }
  }
  wrap_excepted_givens();
}

bool Checker::has_default(const Symbol& given) const {
  return given.declaration != nullptr &&
         given.declaration->file->tree->expression(*given.declaration->node) != nullptr;
}

/// A given that `except` or `adjust` speaks of becomes a definition that reads it.
void Checker::wrap_excepted_givens() {
  for (const auto& declaration : declarations->all) {
    const Declaration& d = *declaration;
    if (d.kind != NodeKind::except_decl && d.kind != NodeKind::adjust_decl) continue;
    Here here(*this, d);
    at.declaration = &d;
    const uint32_t token = name_token(*d.node);
    if (token == SyntaxTree::npos) continue;
    const auto where = values.find(text(token));
    if (where == values.end()) continue;
    Symbol& symbol = where->second;
    if (symbol.kind == SymbolKind::definition) {
      definition_states_[static_cast<size_t>(symbol.id)].altered = true;
      continue;
    }
    if (symbol.kind != SymbolKind::given || symbol.broken) continue;
    const Given& given = program.givens[symbol.id];
    const Node* names = at.tree->child(*d.node, NodeKind::names);
    size_t count = 0;
    while (names != nullptr && at.tree->token(*names, TokenKind::name, count) != SyntaxTree::npos) ++count;
    const bool between = given.params.size() == 1 && given.params[0] == entity_type(kind_hexside) &&
                         count == 2 && has_default(symbol);
    Definition definition;
    static_cast<Item&>(definition) = given;
    definition.type = given.type;
    definition.body = make_expr(between ? Op::given_between : Op::given, given.type, given.place);
    definition.body->ref = symbol.id;
    definition.body->interval = interval_of(given.type);
    const size_t params = between ? 2 : given.params.size();
    for (size_t i = 0; i < params; ++i) {
      const Type type = between ? hex_type : given.params[i];
      const VarId var = static_cast<VarId>(vars->size());
      Var v;
      v.name = given.name + "_" + std::to_string(i + 1);
      v.type = type;
      v.interval = interval_of(type);
      v.place = given.place;
      vars->push_back(std::move(v));
      definition.params.push_back(var);
      definition.body->args.push_back(make_variable(var, vars->back(), given.place));
    }
    symbol.kind = SymbolKind::definition;
    symbol.id = static_cast<DefinitionId>(program.definitions.size());
    program.definitions.push_back(std::move(definition));
    definition_states_.resize(program.definitions.size());
    definition_states_.back().progress = Progress::done;
    definition_states_.back().altered = true;
  }
}

// ---- what they are to begin with

/// What state is when nothing is said: reference section 3.
ExprPtr Checker::default_value(const Type& type, const Place& place) const {
  switch (type.tag) {
    case TypeTag::number: {
      const Interval range = interval_of(type);
      return make_constant(type, std::clamp<int64_t>(0, range.low, range.high), place);
    }
    case TypeTag::location: {
      ExprPtr box = make_expr(Op::box, type, place);
      box->ref = 0;
      return box;
    }
    case TypeTag::set:
      return make_expr(Op::set_of, type, place);
    case TypeTag::maybe:
      return make_constant(type, -1, place);
    default:
      return make_constant(type, 0, place);
  }
}

void Checker::check_initial(StateId id, const Node& node) {
  State& state = program.states[id];
  const Node* value = at.tree->expression(node);
  if (value == nullptr) {
    if (state.type.tag == TypeTag::location && program.boxes.empty()) {
      error("E0211", node, "a location needs a default here: there is no box that could be it");
    }
    return;
  }
  const Type type = state.type;
  const bool computed = state.procedure != none && state.params.empty();
  ExprPtr initial = computed ? check_as(*value, type) : check_constant(*value, type);
  if (initial) program.states[id].initial = std::move(initial);
}

void Checker::check_fallback(const Declaration& d, GivenId id) {
  const Node* value = at.tree->expression(*d.node);
  if (value == nullptr) return;
  const Type type = program.givens[id].type;
  program.givens[id].fallback = check_constant(*value, type);
}

ExprPtr Checker::check_constant(const Node& node, const Type& type) {
  ExprPtr expr = check_as(node, type);
  if (!expr) return nullptr;
  if (is_constant(*expr)) return expr;
  error("E0308", node, "this is not a constant").expected = "a constant of type " + type_text(type);
  return nullptr;
}

bool Checker::is_constant(const Expr& expr) const {
  switch (expr.op) {
    case Op::constant:
    case Op::named_entity:
    case Op::named_place:
    case Op::box:
    case Op::all_members:
      return true;
    case Op::as_location:
    case Op::as_maybe:
    case Op::set_of:
    case Op::set_from_maybe:
      return std::all_of(expr.args.begin(), expr.args.end(),
                         [&](const ExprPtr& arg) { return is_constant(*arg); });
    default:
      return false;
  }
}

}  // namespace casebook::language
