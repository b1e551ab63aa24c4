// SPDX-License-Identifier: Apache-2.0
// Actions: parameters and the body. Requirements: check_requirement.cpp.
#include <algorithm>

#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/check/checker.h"
#include "engine/language/lower/lowering.h"
#include "engine/language/lower/requirements.h"

namespace casebook::language {
namespace {

ParamMode mode_of(const SyntaxTree& tree, const Node& node) {
  if (tree.has_word(node, "set")) return ParamMode::set;
  return tree.has_word(node, "path") ? ParamMode::path : ParamMode::single;
}

/// The nth name token is the member of `team: set of x in S`, or the hex of `u in S at g`.
uint32_t second_name(Checker& checker, const Node& node) {
  return checker.name_token(node, 1);
}

void declare_actions_asked_about(Checker& checker, const Node& node) {
  const SyntaxTree& tree = *checker.at.tree;
  if (node.kind == NodeKind::legal && checker.declarations != nullptr) {
    const uint32_t token = checker.name_token(node);
    if (token == SyntaxTree::npos || checker.doings.contains(checker.text(token))) return;
    for (const auto& other : checker.declarations->all) {
      if (other->kind != NodeKind::action_decl || other->name != checker.text(token)) continue;
      Here here(checker, *other);
      checker.at.declaration = other.get();
      checker.declare_action(*other);
      return;
    }
  }
  for (const Node* child : tree.child_nodes(node)) declare_actions_asked_about(checker, *child);
}

/// How many steps a path parameter has: a whole number from 1 to limits::path_steps.
bool check_steps(Checker& checker, const Node& node, ActionParam& param) {
  const Node* steps = checker.at.tree->expression(node, 0);
  if (steps == nullptr) return false;
  const ExprPtr value = checker.check_constant(*steps, number_type);
  if (!value) return false;
  if (value->op != Op::constant || value->value < 1 || value->value > limits::path_steps) {
    checker.error("E0517", *steps, "a path has from 1 to " + std::to_string(limits::path_steps) + " steps");
    return false;
  }
  param.most_steps = static_cast<int32_t>(value->value);
  param.least_steps = checker.at.tree->has_word(node, "up") ? 1 : param.most_steps;
  return true;
}

/// `x in S .. T at g`: the domain, and the parameter's Vars put in scope. False: wrong.
bool declare_single(Checker& checker, const Node& node, ActionParam& param) {
  const bool range = checker.at.tree->has_word(node, "..");
  const Node* low = checker.at.tree->expression(node, 0);
  const Node* high = range ? checker.at.tree->expression(node, 1) : nullptr;
  if (low == nullptr || (range && high == nullptr)) return false;
  Domain domain = checker.check_domain(*low, high);
  const bool well = domain.expr != nullptr;
  param.domain = std::move(domain.expr);
  param.var =
      checker.declare_var(checker.name_token(node), well ? domain.member : boolean_type, domain.interval);
  if (!checker.at.tree->has_word(node, "at")) return well;
  const uint32_t at = second_name(checker, node);
  param.at = checker.declare_var(at, hex_type, {});
  if (!well || at == SyntaxTree::npos) return false;
  const Type& member = domain.member;
  if (member.tag == TypeTag::entity && checker.program.kinds[member.of].on_map) return true;
  checker.error_at("E0301", at,
                   "only members of a kind `on map` have a hex; this is " + checker.type_text(member));
  return false;
}

bool declare_set(Checker& checker, const Node& node, ActionParam& param) {
  const Node* domain = checker.at.tree->expression(node, 0);
  if (domain == nullptr) return false;
  param.domain = checker.check_set(*domain);
  const bool well = param.domain != nullptr;
  const Type type = well ? param.domain->type : set_type(kind_hex);
  {
    const Scope scope(checker);  // seen by `where` only
    param.member = checker.declare_var(second_name(checker, node), entity_type(type.of), {});
  }
  param.var = checker.declare_var(checker.name_token(node), type, {});
  return well;
}

bool declare_path(Checker& checker, const Node& node, ActionParam& param) {
  const Node* from = checker.at.tree->expression(node, 1);
  bool well = check_steps(checker, node, param) && from != nullptr;
  if (from != nullptr) param.domain = checker.check_hex(*from);
  param.var = checker.declare_var(checker.name_token(node), Type{TypeTag::path, none, 1}, {});
  param.member = checker.make_var("", hex_type, {}, node);
  return well && param.domain;
}

/// One set, one path, four single parameters.
bool check_limits(Checker& checker, const std::vector<Piece>& pieces) {
  size_t counts[3] = {0, 0, 0};
  static constexpr size_t most[3] = {4, 1, 1};
  static constexpr const char* words[3] = {"four parameters that are one member each",
                                           "one parameter that is a set", "one parameter that is a path"};
  for (const Piece& piece : pieces) {
    const size_t mode = static_cast<size_t>(mode_of(*checker.at.tree, *piece.node));
    if (++counts[mode] <= most[mode]) continue;
    checker.error("E0507", *piece.node, std::string("an action has at most ") + words[mode]);
    return false;
  }
  return true;
}

/// `{unit}` in the phrase of an action is one of its parameters.
void check_phrase(Checker& checker, const Node& node, const Action& action) {
  std::vector<std::string> names;
  for (const ActionParam& one : action.params) names.push_back(one.name);
  const std::string& phrase = action.phrase;
  for (size_t at = phrase.find('{'); at != std::string::npos; at = phrase.find('{', at + 1)) {
    const std::string name = phrase.substr(at + 1, phrase.find('}', at) - at - 1);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    Diagnostic& error = checker.error_at("E0526", checker.at.tree->token(node, TokenKind::string),
                                         "the phrase names a parameter that the action does not have");
    error.expected = names.empty() ? "a phrase without braces" : "in braces " + listed(names);
    error.suggestion = nearest_name(name, names);
    return;
  }
}

}  // namespace

Symbol* find_action(Checker& checker, uint32_t name_token) {
  return checker.find(checker.doings, name_token, {SymbolKind::action}, "action");
}

std::vector<Type> param_types(const Action& action, const Program& program) {
  std::vector<Type> types;
  for (const ActionParam& param : action.params) types.push_back(program.vars[param.var].type);
  return types;
}

void Checker::declare_action(const Declaration& d) {
  const Node& node = *d.node;
  const auto known = doings.find(d.name);
  if (known != doings.end() && known->second.declaration == &d)
    return;  // asked for by the domain of another one
  const std::vector<Piece> nodes = pieces(node, {NodeKind::action_param}, false);
  {
    // Entered first: a domain that asks whether this very action is legal finds it (and is refused as a
    // circle).
    const ActionId id = static_cast<ActionId>(program.actions.size());
    Symbol& symbol = declare_name(doings, name_token(node), SymbolKind::action, id);
    fill_item(program.actions.emplace_back(), d.name, node);
    program.actions.back().body = make_stmt(*this, StmtOp::block, node);
    symbol.broken = true;
  }
  const size_t id = program.actions.size() - 1;
  for (const Piece& piece : nodes) declare_actions_asked_about(*this, *piece.node);
  bool well = !node.broken && check_limits(*this, nodes);
  std::vector<ActionParam> params;
  {
    const Scope scope(*this);
    for (const Piece& piece : nodes) {
      const Node& one = *piece.node;
      ActionParam param;
      param.name = std::string(text(name_token(one)));
      param.mode = mode_of(*at.tree, one);
      const auto same = std::find_if(params.begin(), params.end(),
                                     [&](const ActionParam& p) { return p.name == param.name; });
      if (same != params.end()) {
        error_at("E0201", name_token(one), "two parameters are called \"" + param.name + "\"");
        well = false;
        continue;
      }
      switch (param.mode) {
        case ParamMode::single:
          well = declare_single(*this, one, param) && well;
          break;
        case ParamMode::set:
          well = declare_set(*this, one, param) && well;
          break;
        case ParamMode::path:
          well = declare_path(*this, one, param) && well;
          break;
      }
      params.push_back(std::move(param));
    }
  }
  program.actions[id].params = std::move(params);
  program.actions[id].phrase = at.tree->string_value(node);
  if (well) check_phrase(*this, node, program.actions[id]);
  const auto own = doings.find(d.name);
  if (own != doings.end() && own->second.declaration == &d) own->second.broken = !well;
}

void Checker::check_action(const Declaration& d) {
  const auto symbol = doings.find(d.name);
  if (symbol == doings.end() || symbol->second.declaration != &d || symbol->second.kind != SymbolKind::action)
    return;
  if (symbol->second.broken) return;
  Action& action = program.actions[symbol->second.id];
  const Scope scope(*this);
  const std::vector<Piece> nodes = pieces(*d.node, {NodeKind::action_param}, false);
  for (size_t i = 0; i < nodes.size(); ++i) {
    ActionParam& param = action.params[i];
    const Node& one = *nodes[i].node;
    // `where` is the last expression: not asked for while declaring, so that it may ask what is legal.
    name_local(*this, param.name, param.var);
    if (param.at != none) name_local(*this, program.vars[param.at].name, param.at);
    if (!at.tree->has_word(one, "where")) continue;
    const size_t before = at.tree->has_word(one, "..") ? 2 : 1;
    const Node* where = at.tree->expression(one, before);
    if (where == nullptr) continue;
    const Scope member(*this);
    if (param.mode == ParamMode::set) name_local(*this, program.vars[param.member].name, param.member);
    param.where = check_boolean(*where);
  }
  check_requirements(*this, d, action);
  if (const Node* body = at.tree->child(*d.node, NodeKind::do_block)) {
    if (const Node* block = at.tree->child(*body, NodeKind::block)) action.body = check_block(*this, *block);
  }
}

}  // namespace casebook::language
