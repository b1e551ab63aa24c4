// SPDX-License-Identifier: Apache-2.0
// What stands between operators, and what binds names.
#include <utility>

#include "engine/base/limits.h"
#include "engine/language/syntax/parser.h"

namespace casebook::language {

NodePtr Parser::operand() {
  if (failed_) return start(NodeKind::error);
  if (at_name()) return name_or_call();
  if (at_kind(TokenKind::number)) return one_token(NodeKind::literal);
  if (at_kind(TokenKind::string)) {
    auto node = start(NodeKind::literal);
    strings(*node, "text");
    return finish(std::move(node));
  }
  if (at("(")) {
    auto node = start(NodeKind::paren);
    bracketed(*node, "(", ")", [&] { try_supplied(*node) && add(*node, expression()); });
    return finish(std::move(node));
  }
  if (at("{")) return braces();
  if (at("no") && at_binder(1)) return quantifier();
  if (at("yes") || at("no") || at("none") || at("never")) return one_token(NodeKind::literal);
  if (at("exists") || at("all")) return quantifier();
  if (at("if")) return if_expr();
  if (at("match")) return match_expr();
  if (at("let")) return let_expr();
  if (at("count")) return count();
  if (at("total")) return total();
  if (at("least") || at("most")) return extreme();
  if (at("legal")) return legal();
  if (at("before")) return before();
  if (at("odds")) return odds();
  if (at("otherwise")) return one_token(NodeKind::otherwise);
  auto node = start(NodeKind::error);
  if (at_label()) {
    fail_code("E0101", at_,
              "the label " + std::string(text(at_)) + " cannot stand here: a label is never a value",
              "an expression");
  } else {
    fail("an expression");
  }
  return finish(std::move(node));
}

NodePtr Parser::name_or_call() {
  auto node = start(NodeKind::name);
  take(*node);
  if (at("(")) {
    node->kind = NodeKind::call;
    add(*node, args());
  }
  return finish(std::move(node));
}

NodePtr Parser::args() {
  auto node = start(NodeKind::args);
  perhaps_empty(*node, "(", ")", [&] {
    separated(*node, ",", [&] {
      if (at_name() && at(":", 1)) {  // the name of the parameter
        take(*node);
        take_word(*node);
      }
      add(*node, expression());
    });
  });
  return finish(std::move(node));
}

NodePtr Parser::if_expr() {
  auto node = start(NodeKind::if_expr);
  word(*node, "if") && add(*node, expression());
  if (!failed_ && at("is") && at("hex", 1)) {
    node->kind = NodeKind::if_hex;
    take_word(*node);
    take_word(*node);
    name(*node, "a name for the hex");
  }
  word(*node, "then") && add(*node, expression()) && word(*node, "else") && add(*node, expression());
  return finish(std::move(node));
}

/// The arms are lines in one column, deeper than the item, as everywhere; within brackets the closing bracket
/// ends them.
NodePtr Parser::match_expr() {
  auto node = start(NodeKind::match_expr);
  const uint32_t owner = at_;
  word(*node, "match") && add(*node, on_one_line([&] { return expression(); }));
  if (failed_) return finish(std::move(node));
  if (at_end() || !at_line_start() || token(at_).column <= limit_) {
    if (at_end()) {
      fail_code("E0111", at_, "nothing stands under this line",
                "the values, each with \":\" and an expression");
    } else {
      fail("the end of the line, then the values, each with \":\" and an expression");
    }
    return finish(std::move(node));
  }
  const uint32_t column = token(at_).column;
  const uint32_t limit = std::exchange(limit_, column - 1);
  const uint32_t brackets = std::exchange(brackets_, 0);
  const bool in_ends = std::exchange(in_ends_, false);
  const bool comma_ends = std::exchange(comma_ends_, false);
  const bool one_line = std::exchange(one_line_, false);
  while (!failed_ && at_line_start() && token(at_).column == column && !at(")") && !at("]") && !at("}")) {
    tree_.layout.push_back({at_, owner, true});
    auto arm = start(NodeKind::match_arm);
    const uint32_t first = std::exchange(first_, at_);
    limit_ = column;
    if (!try_word(*arm, "others")) separated(*arm, ",", [&] { add(*arm, sum()); });
    word(*arm, ":") && add(*arm, expression());
    limit_ = column - 1;
    first_ = first;
    add(*node, finish(std::move(arm)));
  }
  limit_ = limit;
  brackets_ = brackets;
  in_ends_ = in_ends;
  comma_ends_ = comma_ends;
  one_line_ = one_line;
  return finish(std::move(node));
}

NodePtr Parser::let_expr() {
  auto node = start(NodeKind::let_expr);
  if (word(*node, "let") && name(*node, "a name for the value") && word(*node, "=")) {
    const bool in_ends = std::exchange(in_ends_, true);
    add(*node, expression());
    in_ends_ = in_ends;
  }
  word(*node, "in") && add(*node, expression());
  return finish(std::move(node));
}

bool Parser::at_binder(uint32_t ahead) const {
  return at_name(ahead) && at("in", ahead + 1);
}

NodePtr Parser::quantifier() {
  auto node = start(NodeKind::quantifier);
  const bool all = at("all");
  take_word(*node);
  add(*node, binder());
  while (!failed_ && !comma_ends_ && at(",") && at_binder(1)) {
    take(*node);
    add(*node, binder());
  }
  if (all && !failed_ && !at(":")) fail("\":\" and what holds of all of them");
  if (try_word(*node, ":")) add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::binder() {
  auto node = start(NodeKind::binder);
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return node;
  }
  if (name(*node, "a name for each member") && word(*node, "in") && add(*node, sum())) {
    if (try_word(*node, "..")) add(*node, sum());
    if (try_word(*node, "at")) {
      name(*node, "a name for its hex");
    } else if (try_word(*node, "on")) {
      add(*node, sum());
    }
    if (try_word(*node, "where")) add(*node, expression());
  }
  return finish(std::move(node));
}

NodePtr Parser::count() {
  auto node = start(NodeKind::count);
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return node;
  }
  take_word(*node);
  add(*node, at_binder() ? binder() : indexed());
  return finish(std::move(node));
}

NodePtr Parser::total() {
  auto node = start(NodeKind::total);
  take_word(*node);
  add(*node, expression()) && word(*node, "over") && add(*node, binder());
  return finish(std::move(node));
}

NodePtr Parser::extreme() {
  auto node = start(NodeKind::extreme);
  take_word(*node);
  add(*node, expression()) && word(*node, "over") && add(*node, binder()) && word(*node, "or") &&
      word(*node, "else") && add(*node, expression());
  return finish(std::move(node));
}

/// A set: its members, a filter of another, or an image of one.
NodePtr Parser::braces() {
  auto node = start(NodeKind::set_literal);
  perhaps_empty(*node, "{", "}", [&] {
    if (at_binder()) {
      node->kind = NodeKind::filter;
      add(*node, binder());
      if (try_word(*node, "with")) {
        if (!try_word(*node, "least") && !try_word(*node, "most")) fail("\"least\" or \"most\"");
        add(*node, expression());
      }
      return;
    }
    if (!add(*node, expression())) return;
    if (try_word(*node, "of")) {
      node->kind = NodeKind::image;
      add(*node, binder());
    } else if (try_word(*node, ",")) {
      separated(*node, ",", [&] { add(*node, expression()); });
    }
  });
  return finish(std::move(node));
}

NodePtr Parser::legal() {
  auto node = start(NodeKind::legal);
  take_word(*node);
  name(*node, "the name of an action") && add(*node, args());
  return finish(std::move(node));
}

NodePtr Parser::before() {
  auto node = start(NodeKind::before);
  take_word(*node);
  bracketed(*node, "(", ")", [&] { add(*node, expression()); });
  return finish(std::move(node));
}

NodePtr Parser::odds() {
  auto node = start(NodeKind::odds);
  take_word(*node);
  bracketed(*node, "(", ")",
            [&] { add(*node, expression()) && word(*node, ",") && add(*node, expression()); }) &&
      word(*node, "favouring");
  if (!failed_ && !try_word(*node, "defender") && !try_word(*node, "attacker"))
    fail("\"defender\" or \"attacker\"");
  word(*node, "or") && word(*node, "else") && add(*node, expression());
  return finish(std::move(node));
}

}  // namespace casebook::language
