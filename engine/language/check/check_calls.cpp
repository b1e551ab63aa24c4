// SPDX-License-Identifier: Apache-2.0
// Names and calls of what the rules declare.
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/language/check/expression_checker.h"
#include "engine/language/syntax/literals.h"
#include "engine/program/intervals.h"

namespace casebook::language {
namespace {

std::string counted(size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

bool Checker::check_arguments(const Node& at_node, const Node* args, const std::vector<Type>& params,
                              std::string_view what, std::vector<ExprPtr>& into,
                              const std::vector<std::string>& names) {
  into.clear();
  size_t given = 0;
  while (args != nullptr && at.tree->expression(*args, given) != nullptr) ++given;
  if (!check_argument_names(args, what, names)) return false;  // their types would only say it again
  bool fine = true;
  if (given != params.size()) {
    std::string list;
    for (const Type& type : params) list += (list.empty() ? "" : ", ") + type_text(type);
    error("E0303", at_node,
          std::string(what) + " takes " + counted(params.size(), "argument") + " and is given " +
              std::to_string(given))
        .expected = params.empty() ? "no argument" : "(" + list + ")";
    fine = false;
  }
  for (size_t i = 0; i < given; ++i) {
    const Node& arg = *at.tree->expression(*args, i);
    if (i >= params.size()) break;
    into.push_back(check_as(arg, params[i]));
    if (!into.back()) fine = false;
  }
  return fine;
}

bool Checker::check_argument_names(const Node* args, std::string_view what,
                                   const std::vector<std::string>& names) {
  bool fine = true;
  size_t argument = 0;
  for (size_t k = 0; args != nullptr && k < args->children.size(); ++k) {
    const Child& child = args->children[k];
    if (child.node) {
      ++argument;
      continue;
    }
    if (at.tree->tokens[child.token].kind != TokenKind::name) continue;
    const std::string name(text(child.token));
    if (names.empty()) {
      error_at("E0303", child.token, std::string(what) + " has no names for its arguments").expected =
          "the value alone";
      fine = false;
    } else if (argument < names.size() && name != names[argument]) {
      Diagnostic& diagnostic =
          error_at("E0303", child.token,
                   "argument " + std::to_string(argument + 1) + " of " + std::string(what) + " is called \"" +
                       names[argument] + "\", not \"" + name + "\"");
      diagnostic.expected = "`" + names[argument] + ":` and a value, or the value alone";
      fine = false;
    }
  }
  return fine;
}

std::string ExpressionChecker::nearest_value(const std::string& name) const {
  NearestName nearest(name);
  for (const Local& local : c.locals) nearest.offer(local.name);
  for (const auto& [known, symbol] : c.values) nearest.offer(known);
  for (const auto& [known, symbol] : c.types) {
    if (symbol.kind == SymbolKind::kind) nearest.offer(known);
  }
  for (const Kind& kind : c.program.kinds) {
    if (!kind.closed) continue;
    for (const std::string& member : kind.members) nearest.offer(member);
  }
  return nearest.best();
}

ExprPtr ExpressionChecker::name(const Node& node, const Expected& expected) {
  const uint32_t token = c.name_token(node);
  const std::string name(c.text(token));
  if (Local* local = c.find_local(name)) {
    local->used = true;
    if (local->var == none) return nullptr;
    return make_variable(local->var, (*c.vars)[local->var], place(node));
  }
  const auto members = c.members_named(name);
  if (expected.type && expected.type->of >= 0 &&
      (expected.type->tag == TypeTag::entity || expected.type->tag == TypeTag::maybe)) {
    for (const auto& [kind, index] : members) {
      if (kind == expected.type->of) return make_constant(entity_type(kind), index, place(node));
    }
  }
  const auto value = c.values.find(name);
  const auto type = c.types.find(name);
  const bool is_kind = type != c.types.end() && type->second.kind == SymbolKind::kind;
  if (value != c.values.end()) {
    Symbol& symbol = value->second;
    if (!c.takes_arguments(symbol) || !is_kind) {
      symbol.used = true;
      return symbol.broken ? nullptr : use(symbol, node, nullptr);
    }
  }
  if (is_kind) {
    type->second.used = true;
    if (type->second.broken) return nullptr;
    return make_expr(Op::all_members, set_type(type->second.id), place(node));
  }
  if (members.size() == 1)
    return make_constant(entity_type(members[0].first), members[0].second, place(node));
  if (members.size() > 1) {
    std::vector<std::string> kinds;
    for (const auto& member : members) kinds.push_back(c.program.kinds[member.first].name);
    c.error(
         "E0305", node,
         "\"" + name + "\" is a member of " + listed(kinds, "and") + ", and nothing here says which is meant")
        .expected = expected.type ? c.type_text(*expected.type) : "a place where one of these kinds stands";
    return nullptr;
  }
  if (c.at.may_name && expected.type) {
    const bool place_wanted = expected.type->tag == TypeTag::location;
    const bool member_wanted = expected.type->tag == TypeTag::entity || expected.type->tag == TypeTag::maybe;
    if (place_wanted || (member_wanted && !c.program.kinds[expected.type->of].closed)) {
      return named_member(node, name, place_wanted ? Expected(hex_type) : expected);
    }
  }
  if (type != c.types.end()) {
    c.error("E0204", node, "\"" + name + "\" is a measure, which is not a value").expected =
        "a value, such as `1 .. 6`";
    return nullptr;
  }
  Diagnostic& diagnostic = c.error("E0202", node, "there is nothing called \"" + name + "\" here");
  if (is_built_in(name)) {
    diagnostic.message = "\"" + name + "\" is a function, and takes arguments in brackets";
  } else {
    const Kind* wanted = nullptr;
    if (expected.type && expected.type->tag == TypeTag::entity && c.program.kinds[expected.type->of].closed) {
      wanted = &c.program.kinds[expected.type->of];
      diagnostic.expected = "a member of " + wanted->name;
    }
    c.diagnostics.suggest(diagnostic, [&] {
      if (name == "true" || name == "false") return std::string(name == "true" ? "yes" : "no");
      const std::string member = wanted != nullptr ? nearest_name(name, wanted->members) : std::string();
      return member.empty() ? nearest_value(name) : member;
    });
  }
  if (c.at.procedure == none) {
    for (const Procedure& procedure : c.program.procedures) {
      const auto is_it = [&](Id param) { return c.program.vars[param].name == name; };
      if (std::none_of(procedure.params.begin(), procedure.params.end(), is_it)) continue;
      diagnostic.notes.push_back(
          {{},
           "`" + name + "` is a parameter of the procedure `" + procedure.name +
               "`, which nothing outside it sees: keep it in a `state` line of the procedure"});
      break;
    }
  }
  if (c.doings.find(name) != c.doings.end()) {
    diagnostic.notes.push_back({{},
                                "\"" + name + "\" is " +
                                    std::string(symbol_kind_name(c.doings.find(name)->second.kind)) +
                                    ", which has no value"});
  }
  return nullptr;
}

ExprPtr ExpressionChecker::call(const Node& node, const Expected& expected) {
  const uint32_t token = c.name_token(node);
  const std::string name(c.text(token));
  const Node* args = tree().child(node, NodeKind::args);
  if (is_built_in(name)) {
    // Most of them read their arguments with check_arguments, which tells it.
    const bool of_its_own = name == "place" || name == "on_map" || takes_type_of_arguments(name);
    if (of_its_own && !c.check_argument_names(args, "\"" + name + "\"", {})) return nullptr;
    return built_in(node, name, expected);
  }
  const auto check_all = [&] {  // their own mistakes are worth hearing of
    for (size_t i = 0; const Node* arg = tree().expression(*args, i); ++i) {
      if (!needs_expectation(*arg)) check(*arg, {});
    }
  };
  const auto value = c.values.find(name);
  if (value == c.values.end()) {
    if (c.find_local(name) != nullptr) {
      c.error("E0204", node, "\"" + name + "\" is a variable and takes no arguments");
    } else {
      Diagnostic& diagnostic = c.error_at("E0202", token, "there is no function \"" + name + "\"");
      diagnostic.expected = "a given, state, table, definition or field";
      c.diagnostics.suggest(diagnostic, [&] {
        NearestName nearest(name);
        for (const auto& [known, symbol] : c.values) nearest.offer(known);
        for (const std::string_view known : built_ins()) nearest.offer(known);
        return nearest.best();
      });
      if (const auto doing = c.doings.find(name); doing != c.doings.end()) {
        diagnostic.notes.push_back({{},
                                    "\"" + name + "\" is " +
                                        std::string(symbol_kind_name(doing->second.kind)) +
                                        ", which has no value" +
                                        (doing->second.kind == SymbolKind::action
                                             ? "; `legal " + name + "(...)` asks whether it may be done"
                                             : "")});
      }
    }
    check_all();
    return nullptr;
  }
  value->second.used = true;
  if (value->second.broken) {
    check_all();
    return nullptr;
  }
  return use(value->second, node, args);
}

ExprPtr ExpressionChecker::use(Symbol& symbol, const Node& node, const Node* args) {
  const size_t id = static_cast<size_t>(symbol.id);
  const std::string what = "\"" + std::string(c.text(c.name_token(node))) + "\"";
  std::vector<ExprPtr> values;
  ExprPtr expr;
  const auto finish = [&](Op op, const Type& type) {
    expr = make_expr(op, type, place(node));
    expr->ref = symbol.id;
    expr->label = c.at.label;
    expr->args = std::move(values);
    if (type.tag == TypeTag::number) expr->interval = c.interval_of(type);
  };
  const auto of_hexside = [&](const std::vector<Type>& params) {
    return params.size() == 1 && params[0] == entity_type(kind_hexside) && args != nullptr &&
           tree().expression(*args, 1) != nullptr;
  };
  switch (symbol.kind) {
    case SymbolKind::box:
      if (!c.check_arguments(node, args, {}, what, values)) return nullptr;
      finish(Op::box, location_type);
      return expr;
    case SymbolKind::place:
      if (!c.check_arguments(node, args, {}, what, values)) return nullptr;
      finish(Op::named_place, hex_type);
      return expr;
    case SymbolKind::given: {
      const Given& given = c.program.givens[id];
      if (of_hexside(given.params)) {
        if (!c.check_arguments(node, args, {hex_type, hex_type}, what, values)) return nullptr;
        if (!c.has_default(symbol) && given.fallback == nullptr) {
          c.error("E0312", node, what + " has no default, which it would be where two hexes are not adjacent")
              .suggestion = "a default where it is declared, or a hexside as its argument";
          return nullptr;
        }
        finish(Op::given_between, given.type);
        return expr;
      }
      if (!c.check_arguments(node, args, given.params, what, values)) return nullptr;
      finish(Op::given, given.type);
      return expr;
    }
    case SymbolKind::state: {
      const State& state = c.program.states[id];
      const bool between = of_hexside(state.params);
      const std::vector<Type> params = between ? std::vector<Type>{hex_type, hex_type} : state.params;
      const Type type = state.type;
      if (!c.check_arguments(node, args, params, what, values)) return nullptr;
      finish(between ? Op::state_between : Op::state, type);
      return expr;
    }
    case SymbolKind::option:
      if (!c.check_arguments(node, args, {}, what, values)) return nullptr;
      finish(Op::option_value, boolean_type);
      return expr;
    case SymbolKind::reading:
      if (!c.check_arguments(node, args, {}, what, values)) return nullptr;
      finish(Op::reading_value, entity_type(c.program.readings[id].kind));
      return expr;
    case SymbolKind::table: {
      const Table& table = c.program.tables[id];
      const std::vector<Type> index = table.index;
      const Type type = table.type;
      if (!c.check_arguments(node, args, index, what, values)) return nullptr;
      for (size_t i = 0; i < values.size(); ++i) {
        if (values[i]->type.tag != TypeTag::number) continue;
        values[i] = without_never(*tree().expression(*args, i), std::move(values[i]), "looked up in a table");
        if (!values[i]) return nullptr;
      }
      finish(Op::table, type);
      if (type.tag == TypeTag::number) expr->interval = c.result_of_table(symbol.id);
      return expr;
    }
    case SymbolKind::definition: {
      const std::vector<Type> params = c.param_types(c.program.definitions[id].params);
      const Type type = c.program.definitions[id].type;
      const bool fine = c.check_arguments(node, args, params, what, values,
                                          c.param_names(c.program.definitions[id].params));
      if (!fine) return nullptr;
      finish(Op::call, type);
      if (type.tag == TypeTag::number) expr->interval = c.result_of(symbol.id);
      return expr;
    }
    case SymbolKind::field: {
      ExprPtr whole = field_use(symbol, node, args);
      if (!whole) return nullptr;
      c.error("E0304", node, what + " is a field, which has a value at each hex").suggestion =
          tree().node_text(node) + "[h]";
      return nullptr;
    }
    default:
      return nullptr;
  }
}

ExprPtr ExpressionChecker::field_use(Symbol& symbol, const Node& node, const Node* args) {
  const Field& field = c.program.fields[symbol.id];
  const std::vector<Type> params = c.param_types(field.params);
  const Type type = field.type;
  std::vector<ExprPtr> values;
  if (!c.check_arguments(node, args, params, "\"" + field.name + "\"", values, c.param_names(field.params)))
    return nullptr;
  ExprPtr expr = make_expr(Op::field_at, type, place(node));
  expr->ref = symbol.id;
  expr->label = c.at.label;
  expr->args = std::move(values);
  if (type.tag == TypeTag::number) {
    expr->interval = c.interval_of(type);
    expr->interval.may_be_never = true;
  }
  return expr;
}

ExprPtr Checker::check_field_use(const Node& outer) {
  const Node& node = without_brackets(*at.tree, outer);
  if (node.broken) return nullptr;
  if (node.kind != NodeKind::name && node.kind != NodeKind::call) {
    error("E0304", node, "this is not a field").expected = "the name of a field, with its arguments";
    return nullptr;
  }
  Symbol* symbol = find(values, name_token(node), {SymbolKind::field}, "field");
  if (symbol == nullptr) return nullptr;
  return ExpressionChecker(*this).field_use(*symbol, node, at.tree->child(node, NodeKind::args));
}

ExprPtr ExpressionChecker::index(const Node& node) {
  ExprPtr field = c.check_field_use(*tree().expression(node, 0));
  ExprPtr hex = c.check_hex(*tree().expression(node, 1));
  if (!field || !hex) return nullptr;
  field->args.push_back(std::move(hex));
  field->place = place(node);
  return field;
}

ExprPtr ExpressionChecker::legal(const Node& node) {
  Symbol* symbol = c.find(c.doings, c.name_token(node), {SymbolKind::action}, "action");
  if (symbol == nullptr) return nullptr;
  std::vector<Type> params;
  std::vector<std::string> names;
  for (const ActionParam& param : c.program.actions[symbol->id].params) {
    params.push_back((*c.vars)[param.var].type);
    names.push_back(param.name);
  }
  std::vector<ExprPtr> values;
  const std::string what = "\"" + std::string(c.text(c.name_token(node))) + "\"";
  if (!c.check_arguments(node, tree().child(node, NodeKind::args), params, what, values, names))
    return nullptr;
  ExprPtr expr = make_expr(Op::legal, boolean_type, place(node));
  expr->ref = symbol->id;
  expr->args = std::move(values);
  return expr;
}

}  // namespace casebook::language
