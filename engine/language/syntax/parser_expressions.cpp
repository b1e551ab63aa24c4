// SPDX-License-Identifier: Apache-2.0
// Operators, from the loosest to the tightest.
#include <utility>

#include "engine/base/limits.h"
#include "engine/language/syntax/parser.h"

namespace casebook::language {

NodePtr Parser::expression() {
  if (failed_) return start(NodeKind::error);
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return start(NodeKind::error);
  }
  NodePtr left = disjunction();
  if (failed_ || !at("implies")) return left;
  auto node = start_around(NodeKind::binary, std::move(left));
  take_word(*node);
  add(*node, expression());  // to the right: a implies (b implies c)
  return finish(std::move(node));
}

/// An expression that a block of lines follows: it ends with its line, unless brackets are open.
NodePtr Parser::on_one_line(const std::function<NodePtr()>& read) {
  if (failed_) return start(NodeKind::error);
  const bool one_line = std::exchange(one_line_, true);
  const uint32_t brackets = std::exchange(brackets_, 0);
  NodePtr node = read();
  one_line_ = one_line;
  brackets_ = brackets;
  return node;
}

/// LEFT op RIGHT, where the operator is the current token.
NodePtr Parser::binary(NodePtr left, NodePtr (Parser::*right)()) {
  auto node = start_around(NodeKind::binary, std::move(left));
  take_word(*node);
  add(*node, (this->*right)());
  return finish(std::move(node));
}

NodePtr Parser::disjunction() {
  NodePtr left = conjunction();
  while (!failed_ && at("or") && !at("else", 1)) left = binary(std::move(left), &Parser::conjunction);
  return left;
}

NodePtr Parser::conjunction() {
  NodePtr left = negation();
  while (!failed_ && at("and")) left = binary(std::move(left), &Parser::negation);
  return left;
}

NodePtr Parser::negation() {
  if (!at("not")) return comparison();
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return start(NodeKind::error);
  }
  auto node = start(NodeKind::unary);
  take_word(*node);
  add(*node, negation());
  return finish(std::move(node));
}

NodePtr Parser::comparison() {
  NodePtr left = sum();
  const auto compares = [&] {
    return at("=") || at("!=") || at("<") || at("<=") || at(">") || at(">=") || at("within") ||
           (at("in") && !in_ends_) || (at("is") && !at("hex", 1));
  };
  if (failed_ || !compares()) return left;
  if (at("is")) {
    left = is_test(std::move(left));
  } else if (at("in")) {
    auto node = start_around(NodeKind::binary, std::move(left));
    take_word(*node);
    add(*node, sum());
    if (try_word(*node, "..")) {
      node->kind = NodeKind::in_range;
      add(*node, sum());
    }
    left = finish(std::move(node));
  } else {
    left = binary(std::move(left), &Parser::sum);
  }
  if (!failed_ && compares()) {
    fail_code("E0113", at_, "comparisons do not chain; join two with \"and\", or use brackets", "\"and\"");
  }
  return left;
}

NodePtr Parser::is_test(NodePtr left) {
  auto node = start_around(NodeKind::is_empty, std::move(left));
  take_word(*node);
  try_word(*node, "not");
  if (!failed_ && !at("empty")) fail("\"empty\" or \"not empty\"");
  word(*node, "empty");
  return finish(std::move(node));
}

NodePtr Parser::sum() {
  NodePtr left = converted();
  while (!failed_ && (at("+") || at("-"))) left = binary(std::move(left), &Parser::converted);
  return left;
}

NodePtr Parser::converted() {
  NodePtr left = product();
  while (!failed_ && (at("rounded") || at("as"))) {
    const bool rounds = at("rounded");
    auto node = start_around(rounds ? NodeKind::rounded : NodeKind::as, std::move(left));
    take_word(*node);
    if (rounds) {
      if (!try_word(*node, "up") && !try_word(*node, "down") && !try_word(*node, "nearest")) {
        fail("\"up\", \"down\" or \"nearest\"");
      }
      if (try_word(*node, "to")) add(*node, product());
    } else {
      name(*node, "the name of a measure");
    }
    left = finish(std::move(node));
    if (!failed_ && left->height >= expression_height) too_deep();
  }
  return left;
}

NodePtr Parser::product() {
  NodePtr left = signed_operand();
  while (!failed_ && (at("*") || at("/") || at("&"))) left = binary(std::move(left), &Parser::signed_operand);
  return left;
}

NodePtr Parser::signed_operand() {
  if (failed_) return start(NodeKind::error);
  if (!at("-") && !at("+")) return indexed();
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return start(NodeKind::error);
  }
  auto node = start(NodeKind::unary);
  take(*node);
  add(*node, signed_operand());
  return finish(std::move(node));
}

NodePtr Parser::indexed() {
  NodePtr left = operand();
  while (!failed_ && at("[")) {
    auto node = start_around(NodeKind::index, std::move(left));
    bracketed(*node, "[", "]", [&] { add(*node, expression()); });
    left = finish(std::move(node));
    if (!failed_ && left->height >= expression_height) too_deep();
  }
  return left;
}

}  // namespace casebook::language
