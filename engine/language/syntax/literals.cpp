// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/literals.h"

namespace casebook::language {

const Node& without_brackets(const SyntaxTree& tree, const Node& node) {
  const Node* inner = &node;
  while (inner->kind == NodeKind::paren) {
    const Node* next = tree.expression(*inner);
    if (next == nullptr) break;
    inner = next;
  }
  return *inner;
}

std::string_view operator_of(const SyntaxTree& tree, const Node& node) {
  for (const Child& child : node.children) {
    if (!child.node) return tree.token_text(child.token);
  }
  return {};
}

bool is_number_text(const SyntaxTree& tree, const Node& node) {
  if (node.broken) return false;
  switch (node.kind) {
    case NodeKind::literal:
      return tree.token(node, TokenKind::number) != SyntaxTree::npos;
    case NodeKind::paren:
    case NodeKind::unary: {
      const Node* inner = tree.expression(node);
      return inner != nullptr && (node.kind == NodeKind::paren || operator_of(tree, node) != "not") &&
             is_number_text(tree, *inner);
    }
    case NodeKind::binary: {
      const std::string_view op = operator_of(tree, node);
      if (op != "+" && op != "-" && op != "*" && op != "/") return false;
      const Node* left = tree.expression(node, 0);
      const Node* right = tree.expression(node, 1);
      return left != nullptr && right != nullptr && is_number_text(tree, *left) &&
             is_number_text(tree, *right);
    }
    default:
      return false;
  }
}

std::optional<Rational> constant_number(const SyntaxTree& tree, const Node& node) {
  if (!is_number_text(tree, node)) return std::nullopt;
  switch (node.kind) {
    case NodeKind::literal:
      return parse_rational(tree.token_text(tree.token(node, TokenKind::number)));
    case NodeKind::paren:
      return constant_number(tree, *tree.expression(node));
    case NodeKind::unary: {
      const auto inner = constant_number(tree, *tree.expression(node));
      if (!inner || operator_of(tree, node) != "-") return inner;
      return subtract(Rational(0), *inner);
    }
    case NodeKind::binary: {
      const auto left = constant_number(tree, *tree.expression(node, 0));
      const auto right = constant_number(tree, *tree.expression(node, 1));
      if (!left || !right) return std::nullopt;
      const std::string_view op = operator_of(tree, node);
      if (op == "+") return add(*left, *right);
      if (op == "-") return subtract(*left, *right);
      if (op == "*") return multiply(*left, *right);
      return divide(*left, *right);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace casebook::language
