// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/syntax.h"

#include "engine/base/limits.h"
#include "engine/base/text.h"
#include "engine/language/syntax/lexer.h"
#include "engine/language/syntax/parser.h"

namespace casebook::language {

std::string_view node_kind_name(NodeKind kind) {
  switch (kind) {
#define CASEBOOK_NAME(name) \
  case NodeKind::name:      \
    return #name;
    CASEBOOK_NODE_KINDS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  }
  return "?";
}

bool is_expression(NodeKind kind) {
  return kind >= NodeKind::literal && kind <= NodeKind::odds && kind != NodeKind::args &&
         kind != NodeKind::binder;
}

bool is_statement(NodeKind kind) {
  return kind == NodeKind::state_decl ||
         (kind >= NodeKind::labelled && kind < NodeKind::literal && kind != NodeKind::match_arm &&
          kind != NodeKind::alternative && kind != NodeKind::alternative_arg && kind != NodeKind::or_else);
}

// ---- reading a tree

std::string_view SyntaxTree::token_text(uint32_t token) const {
  if (token >= tokens.size()) return {};
  const Token& t = tokens[token];
  return std::string_view(text).substr(t.begin, t.end - t.begin);
}

SourceRange SyntaxTree::range_of_token(uint32_t token) const {
  if (token >= tokens.size()) return {file, {}, {}};
  const Token& t = tokens[token];
  const int line = static_cast<int>(t.line);
  const int column = static_cast<int>(t.column);
  return {file, {line, column}, {line, column + static_cast<int>(code_points(token_text(token)))}};
}

SourceRange SyntaxTree::range(const Node& node) const {
  SourceRange range = range_of_token(node.first_token);
  if (node.end_token > node.first_token) {
    range.end = range_of_token(node.end_token - 1).end;
  } else {
    range.end = range.begin;
  }
  return range;
}

const Node* SyntaxTree::child(const Node& node, NodeKind kind, size_t n) const {
  for (const Child& c : node.children) {
    if (c.node && c.node->kind == kind && n-- == 0) return c.node.get();
  }
  return nullptr;
}

const Node* SyntaxTree::expression(const Node& node, size_t n) const {
  for (const Child& c : node.children) {
    if (c.node && is_expression(c.node->kind) && n-- == 0) return c.node.get();
  }
  return nullptr;
}

std::vector<const Node*> SyntaxTree::children(const Node& node, NodeKind kind) const {
  std::vector<const Node*> found;
  for (const Child& c : node.children) {
    if (c.node && c.node->kind == kind) found.push_back(c.node.get());
  }
  return found;
}

std::vector<const Node*> SyntaxTree::child_nodes(const Node& node) const {
  std::vector<const Node*> found;
  for (const Child& c : node.children) {
    if (c.node) found.push_back(c.node.get());
  }
  return found;
}

uint32_t SyntaxTree::token(const Node& node, TokenKind kind, size_t n) const {
  for (const Child& c : node.children) {
    if (!c.node && tokens[c.token].kind == kind && n-- == 0) return c.token;
  }
  return npos;
}

bool SyntaxTree::has_word(const Node& node, std::string_view word) const {
  for (const Child& c : node.children) {
    if (c.node) continue;
    const TokenKind kind = tokens[c.token].kind;
    if ((kind == TokenKind::keyword || kind == TokenKind::symbol) && token_text(c.token) == word) return true;
  }
  return false;
}

std::string SyntaxTree::string_value(uint32_t token) const {
  std::string value;
  std::string_view raw = token_text(token);
  if (!raw.empty()) raw.remove_prefix(1);
  for (size_t i = 0; i < raw.size() && raw[i] != '"'; ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size() && (raw[i + 1] == '"' || raw[i + 1] == '\\')) ++i;
    value += raw[i];
  }
  return value;
}

std::string SyntaxTree::string_value(const Node& node) const {
  std::string value;
  for (const Child& c : node.children) {
    if (!c.node && tokens[c.token].kind == TokenKind::string) value += string_value(c.token);
  }
  return value;
}

std::string SyntaxTree::node_text(const Node& node) const {
  std::string out;
  for (uint32_t i = node.first_token; i < node.end_token; ++i) {
    if (i > node.first_token && tokens[i].trivia_begin < tokens[i].begin) out += ' ';
    out += token_text(i);
  }
  return out;
}

// ---- parsing

namespace {

std::unique_ptr<SyntaxTree> read(std::string file, std::string text, Diagnostics& diagnostics,
                                 NodePtr (Parser::*whole)()) {
  auto tree = std::make_unique<SyntaxTree>();
  tree->file = std::move(file);
  tree->text = std::move(text);
  if (tree->text.size() > limits::source_bytes) {
    diagnostics.error(
        "E0109", {tree->file, {1, 1}, {1, 1}},
        "this text has " + std::to_string(tree->text.size()) +
            " bytes, more than one file may have (limit: " + std::to_string(limits::source_bytes) + ")");
    // Unread, but whole: one unknown token.
    const auto size = static_cast<uint32_t>(tree->text.size());
    tree->tokens = {{TokenKind::unknown, 0, 0, size, 1, 1, true},
                    {TokenKind::end_of_file, size, size, size, 1, 1, false}};
    auto error = std::make_unique<Node>();
    error->end_token = 1;
    error->broken = true;
    error->children.push_back({nullptr, 0});
    tree->root = std::make_unique<Node>();
    tree->root->kind = NodeKind::file;
    tree->root->broken = true;
    tree->sound = false;
    tree->root->height = 2;
    tree->root->end_token = 1;
    tree->root->children.push_back({std::move(error), 0});
    return tree;
  }
  Lexed lexed = lex(tree->text);
  tree->tokens = std::move(lexed.tokens);
  Diagnostics found;
  Parser parser(*tree, std::move(lexed.errors), found);
  parser.report_lexical();
  tree->root = (parser.*whole)();
  if (!found.empty()) {
    tree->sound = false;
    found.sort();
    found.sources().add(tree->file, tree->text);
    diagnostics.add_all(found);
  }
  return tree;
}

}  // namespace

std::unique_ptr<SyntaxTree> parse(std::string file, std::string text, Diagnostics& diagnostics) {
  return read(std::move(file), std::move(text), diagnostics, &Parser::file);
}

std::unique_ptr<SyntaxTree> parse_expression(std::string file, std::string text, Diagnostics& diagnostics) {
  return read(std::move(file), std::move(text), diagnostics, &Parser::lone_expression);
}

// ---- printing

namespace {

void print_token(const SyntaxTree& tree, uint32_t index, std::string& out) {
  const Token& t = tree.tokens[index];
  out.append(tree.text, t.trivia_begin, t.end - t.trivia_begin);
}

void print_node(const SyntaxTree& tree, const Node& node, std::string& out) {
  for (const Child& child : node.children) {
    if (child.node) {
      print_node(tree, *child.node, out);
    } else {
      print_token(tree, child.token, out);
    }
  }
}

void dump_node(const SyntaxTree& tree, const Node& node, size_t depth, std::string& out) {
  out.append(2 * depth, ' ').append(node_kind_name(node.kind));
  if (node.broken) out += " (broken)";
  out += '\n';
  for (const Child& child : node.children) {
    if (child.node) {
      dump_node(tree, *child.node, depth + 1, out);
      continue;
    }
    out.append(2 * depth + 2, ' ');
    switch (tree.tokens[child.token].kind) {
      case TokenKind::name:
        out += "NAME ";
        break;
      case TokenKind::number:
        out += "NUMBER ";
        break;
      case TokenKind::string:
        out += "STRING ";
        break;
      case TokenKind::label:
        out += "LABEL ";
        break;
      case TokenKind::unknown:
        out += "UNKNOWN ";
        break;
      default:
        break;
    }
    const bool plain = tree.tokens[child.token].kind != TokenKind::keyword &&
                       tree.tokens[child.token].kind != TokenKind::symbol;
    const std::string shown = printable(tree.token_text(child.token));
    out += plain ? shown : "'" + shown + "'";
    out += '\n';
  }
}

}  // namespace

std::string print(const SyntaxTree& tree) {
  // From the nodes, so that a token which no node holds would be missed, not hidden.
  std::string out;
  out.reserve(tree.text.size());
  print_node(tree, *tree.root, out);
  print_token(tree, static_cast<uint32_t>(tree.tokens.size() - 1), out);
  return out;
}

std::string dump(const SyntaxTree& tree) {
  std::string out;
  dump_node(tree, *tree.root, 0, out);
  return out;
}

}  // namespace casebook::language
