// SPDX-License-Identifier: Apache-2.0
// Straight text: statements without sites.
#include "engine/language/lower/lowering.h"

namespace casebook::language {
namespace {

std::string_view doing(NodeKind kind) {
  switch (kind) {
    case NodeKind::choose:
      return "a choose";
    case NodeKind::roll:
      return "a roll";
    case NodeKind::draw:
      return "a draw";
    case NodeKind::repeat:
      return "a repeat";
    case NodeKind::stop:
      return "a stop";
    case NodeKind::attempt:
      return "an attempt";
    case NodeKind::undisturbed:
      return "undisturbed";
    case NodeKind::state_decl:
      return "a state of a procedure";
    default:
      return "this";
  }
}

StmtPtr check_if(Checker& checker, const Node& node) {
  StmtPtr stmt = make_stmt(checker, StmtOp::branch, node);
  const Node* condition = checker.at.tree->expression(node);
  const std::vector<const Node*> blocks = checker.at.tree->children(node, NodeKind::block);
  if (condition == nullptr || blocks.empty()) return nullptr;
  stmt->value = checker.check_boolean(*condition);
  stmt->body.push_back(check_block(checker, *blocks[0]));
  stmt->body.push_back(blocks.size() > 1 ? check_block(checker, *blocks[1])
                                         : make_stmt(checker, StmtOp::block, node));
  return stmt->value ? std::move(stmt) : nullptr;
}

/// let v = E; if v = a then ... else if v = b then ... else ...
StmtPtr check_match_stmt(Checker& checker, const Node& node) {
  std::optional<MatchPlan> plan = checker.check_match(node);
  if (!plan) {
    for (const Node* arm : checker.at.tree->children(node, NodeKind::match_arm)) {
      if (const Node* body = checker.at.tree->child(*arm, NodeKind::block)) check_block(checker, *body);
    }
    return nullptr;
  }
  StmtPtr whole = make_stmt(checker, StmtOp::block, node);
  StmtPtr let = make_stmt(checker, StmtOp::let, node);
  let->ref = plan->var;
  let->value = std::move(plan->value);
  whole->body.push_back(std::move(let));
  Stmt* into = whole.get();
  for (MatchArm& arm : plan->arms) {
    const Node* body = checker.at.tree->child(*arm.node, NodeKind::block);
    StmtPtr block =
        body != nullptr ? check_block(checker, *body) : make_stmt(checker, StmtOp::block, *arm.node);
    if (!arm.condition) {
      into->body.push_back(std::move(block));
      break;
    }
    StmtPtr branch = make_stmt(checker, StmtOp::branch, *arm.node);
    branch->value = std::move(arm.condition);
    branch->body.push_back(std::move(block));
    branch->body.push_back(make_stmt(checker, StmtOp::block, *arm.node));
    Stmt* rest = branch->body.back().get();
    into->body.push_back(std::move(branch));
    into = rest;
  }
  return whole;
}

StmtPtr check_for(Checker& checker, const Node& node) {
  StmtPtr stmt =
      make_stmt(checker, node.kind == NodeKind::for_all ? StmtOp::for_all : StmtOp::for_each, node);
  const Node* binder = checker.at.tree->child(node, NodeKind::binder);
  const Node* body = checker.at.tree->child(node, NodeKind::block);
  if (binder == nullptr || body == nullptr) return nullptr;
  const Scope scope(checker);
  stmt->binder = checker.check_binder(*binder);
  bool well = stmt->binder != nullptr;
  if (const Node* key = checker.at.tree->expression(node); key != nullptr) {
    stmt->value = checker.check_number(*key);
    well = well && stmt->value;
  }
  stmt->body.push_back(check_block(checker, *body));
  return well ? std::move(stmt) : nullptr;
}

StmtPtr check_labelled(Checker& checker, const Node& node) {
  const std::vector<const Node*> inner = statements_of(*checker.at.tree, node);
  if (inner.empty()) return nullptr;
  const Here here(checker);
  cite(checker, checker.at.tree->child(node, NodeKind::label));
  return check_statement(checker, *inner.front());
}

}  // namespace

StmtPtr make_stmt(const Checker& checker, StmtOp op, const Node& node) {
  auto stmt = StmtPtr(Stmt{});
  stmt->op = op;
  stmt->place = checker.place_of(node);
  stmt->label = checker.at.label;
  return stmt;
}

void cite(Checker& checker, const Node* label_node) {
  if (label_node != nullptr) checker.at.label = checker.label_of(*label_node);
}

std::vector<const Node*> statements_of(const SyntaxTree& tree, const Node& node) {
  std::vector<const Node*> result;
  for (const Node* child : tree.child_nodes(node)) {
    if (is_statement(child->kind)) result.push_back(child);
  }
  return result;
}

StmtPtr check_statements(Checker& checker, const Node& owner, const std::vector<const Node*>& statements) {
  const Scope scope(checker);
  StmtPtr block = make_stmt(checker, StmtOp::block, owner);
  for (const Node* node : statements) {
    if (StmtPtr stmt = check_statement(checker, *node)) block->body.push_back(std::move(stmt));
  }
  return block;
}

StmtPtr check_block(Checker& checker, const Node& block) {
  return check_statements(checker, block, statements_of(*checker.at.tree, block));
}

StmtPtr check_let(Checker& checker, const Node& node, bool stored) {
  const Node* value = checker.at.tree->expression(node);
  const uint32_t name = checker.name_token(node);
  if (value == nullptr || name == SyntaxTree::npos) return nullptr;
  StmtPtr stmt = make_stmt(checker, StmtOp::let, node);
  stmt->value = checker.check_storable(*value);
  if (!stmt->value) {
    checker.declare_unknown(name);
    return nullptr;
  }
  stmt->ref = checker.declare_var(name, stmt->value->type, stmt->value->interval, stored);
  checker.locals.back().warn_unused = true;
  return stmt;
}

bool check_winner(Checker& checker, const Node& end_game, ExprPtr& winner) {
  const Node* side = checker.at.tree->expression(end_game);
  if (side == nullptr) return !end_game.broken;
  winner = checker.check_side(*side);
  return winner != nullptr;
}

StmtPtr check_effect_call(Checker& checker, const Node& node) {
  StmtPtr stmt = make_stmt(checker, StmtOp::effect, node);
  const uint32_t name = checker.name_token(node);
  const Node* args = checker.at.tree->child(node, NodeKind::args);
  if (const auto known = checker.doings.find(checker.text(name));
      known != checker.doings.end() && known->second.kind == SymbolKind::action) {
    known->second.used = true;
    Diagnostic& diagnostic =
        checker.error_at("E0204", name, "\"" + known->first + "\" is an action: a player chooses it");
    diagnostic.expected = "an effect or a procedure";
    if (checker.at.procedure != none)
      diagnostic.suggestion = "attempt " + known->first;
    else
      diagnostic.notes.push_back({{}, "write an effect that both run"});
    return nullptr;
  }
  if (node.broken) return nullptr;  // `choos by white`: a misspelt word, which the parser has told
  const Symbol* symbol =
      checker.find(checker.doings, name, {SymbolKind::effect, SymbolKind::procedure}, "effect");
  if (symbol == nullptr) return nullptr;
  if (symbol->kind == SymbolKind::procedure) {
    checker
        .error("E0501", node,
               "the procedure \"" + std::string(checker.text(name)) + "\" cannot be called here")
        .expected = "an effect: procedures are called in procedures, outside `for`";
    return nullptr;
  }
  stmt->ref = symbol->id;
  const Effect& effect = checker.program.effects[symbol->id];
  const std::vector<Type> types = checker.param_types(effect.params);
  if (!checker.check_arguments(node, args, types, "the effect \"" + effect.name + "\"", stmt->args,
                               checker.param_names(effect.params)))
    return nullptr;
  return stmt;
}

StmtPtr check_assign(Checker& checker, const Node& node);  // check_assign.cpp

StmtPtr check_statement(Checker& checker, const Node& node) {
  switch (node.kind) {
    case NodeKind::block:
      return check_block(checker, node);
    case NodeKind::labelled:
      return check_labelled(checker, node);
    case NodeKind::assign:
      return check_assign(checker, node);
    case NodeKind::let_stmt:
      return check_let(checker, node, false);
    case NodeKind::if_stmt:
      return check_if(checker, node);
    case NodeKind::match_stmt:
      return check_match_stmt(checker, node);
    case NodeKind::nothing:
      return make_stmt(checker, StmtOp::block, node);
    case NodeKind::call_stmt:
      return check_effect_call(checker, node);
    case NodeKind::for_all:
    case NodeKind::for_each:
      return check_for(checker, node);
    case NodeKind::end_game: {
      StmtPtr stmt = make_stmt(checker, StmtOp::end_game, node);
      return check_winner(checker, node, stmt->value) ? std::move(stmt) : nullptr;
    }
    case NodeKind::error:
      return nullptr;
    default: {
      Diagnostic& diagnostic = checker.error(
          "E0501", node,
          std::string(doing(node.kind)) + " cannot stand in an effect, in a `do` or in a `for`");
      diagnostic.expected = "statements that run straight through";
      diagnostic.notes.push_back({{}, "write it in a procedure"});
      return nullptr;
    }
  }
}

bool is_straight(const Checker& checker, const Node& node) {
  switch (node.kind) {
    case NodeKind::choose:
    case NodeKind::roll:
    case NodeKind::draw:
    case NodeKind::repeat:
    case NodeKind::stop:
    case NodeKind::attempt:
    case NodeKind::undisturbed:
    case NodeKind::state_decl:
    case NodeKind::end_game:
      return false;
    case NodeKind::for_all:
    case NodeKind::for_each:
      return true;  // what cannot stand in them is an error there
    case NodeKind::call_stmt: {
      const auto symbol = checker.doings.find(checker.text(checker.name_token(node)));
      return symbol == checker.doings.end() || symbol->second.kind != SymbolKind::procedure;
    }
    default:
      break;
  }
  for (const Node* child : checker.at.tree->child_nodes(node)) {
    if ((is_statement(child->kind) || child->kind == NodeKind::block || child->kind == NodeKind::match_arm) &&
        !is_straight(checker, *child)) {
      return false;
    }
  }
  return true;
}

namespace {

bool ends_within(const Checker& checker, const SyntaxTree& tree, const Node& node,
                 std::vector<const Node*>& seen) {
  if (node.kind == NodeKind::end_game) return true;
  const uint32_t name = tree.token(node, TokenKind::name);
  if ((node.kind == NodeKind::call_stmt || node.kind == NodeKind::call) && name != SyntaxTree::npos) {
    const auto symbol = checker.doings.find(tree.token_text(name));
    if (symbol != checker.doings.end() && symbol->second.kind == SymbolKind::effect &&
        symbol->second.declaration != nullptr) {
      const Declaration& effect = *symbol->second.declaration;
      for (const Node* one : seen) {
        if (one == effect.node) return false;
      }
      seen.push_back(effect.node);
      if (ends_within(checker, *effect.file->tree, *effect.node, seen)) return true;
      for (const Piece& piece : effect.added) {
        if (ends_within(checker, *piece.file->tree, *piece.node, seen)) return true;
      }
    }
  }
  for (const Node* child : tree.child_nodes(node)) {
    if (ends_within(checker, tree, *child, seen)) return true;
  }
  return false;
}

}  // namespace

bool may_end_game(const Checker& checker, const Node& node) {
  std::vector<const Node*> seen;
  return ends_within(checker, *checker.at.tree, node, seen);
}

void name_local(Checker& checker, const std::string& name, VarId var) {
  Local local;
  local.name = name;
  local.var = var;
  local.token = SyntaxTree::npos;
  checker.locals.push_back(std::move(local));
}

}  // namespace casebook::language
