// SPDX-License-Identifier: Apache-2.0
// Statements and blocks.
#include "engine/base/limits.h"
#include "engine/language/syntax/parser.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

/// The deeper lines that follow, or statements with `;` between them on this line.
NodePtr Parser::block(uint32_t owner, bool begins_line) {
  auto node = start(NodeKind::block);
  if (failed_) return node;
  if (at_end()) {
    fail_code("E0111", at_, "nothing stands here to be done", "a statement, or a block of deeper lines");
  } else if (at_line_start()) {
    lines(*node, owner, [&] { statement_line(*node); });
  } else {
    do {
      add(*node, statement(begins_line));
      begins_line = false;
    } while (try_word(*node, ";"));
  }
  return finish(std::move(node));
}

void Parser::statement_line(Node& parent) {
  bool begins_line = true;
  do {
    add(parent, statement(begins_line));
    begins_line = false;
  } while (try_word(parent, ";"));
}

NodePtr Parser::statement(bool begins_line) {
  if (failed_) return start(NodeKind::error);
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return start(NodeKind::error);
  }
  if (at_label() || supplied_tokens() > 0) {
    auto node = start(NodeKind::labelled);
    if (try_supplied(*node) && at_label()) add(*node, label());
    if (!failed_) add(*node, plain_statement(begins_line));
    return finish(std::move(node));
  }
  return plain_statement(begins_line);
}

NodePtr Parser::plain_statement(bool begins_line) {
  if (at("if")) return if_stmt(begins_line);
  if (at("match")) return match_stmt();
  if (at("for")) return for_stmt();
  if (at("repeat")) return repeat(begins_line);
  if (at("choose")) return choose(begins_line);
  if (at("roll")) return roll();
  if (at("draw")) return draw(begins_line);
  if (at("end")) return end_game();
  if (at("nothing")) return one_token(NodeKind::nothing);
  if (at("stop")) return one_token(NodeKind::stop);
  if (at("state") && at_name(1)) return given_or_state(NodeKind::state_decl);
  if (at("let")) {
    auto node = start(NodeKind::let_stmt);
    take_word(*node);
    name(*node, "a name for the value") && word(*node, "=") && add(*node, expression());
    return finish(std::move(node));
  }
  if (at("attempt")) {
    auto node = start(NodeKind::attempt);
    take_word(*node);
    name(*node, "the name of an action") && add(*node, args());
    return finish(std::move(node));
  }
  if (at("undisturbed")) {
    auto node = start(NodeKind::undisturbed);
    const uint32_t owner = at_;
    take_word(*node);
    add(*node, block(owner));
    return finish(std::move(node));
  }
  return assign_or_call();
}

NodePtr Parser::assign_or_call() {
  if (!at_name()) {
    auto node = start(NodeKind::error);
    const TokenKind kind = at_end() ? TokenKind::end_of_file : token(at_).kind;
    if (kind == TokenKind::keyword) {
      unknown_line("a statement", statement_words());
    } else {
      fail("a statement");
    }
    return finish(std::move(node));
  }
  NodePtr left = indexed();
  if (failed_) return left;
  if (at(":=") || at("+=") || at("-=")) {
    auto node = start_around(NodeKind::assign, std::move(left));
    take(*node);
    add(*node, expression());
    return finish(std::move(node));
  }
  if (left->kind == NodeKind::name || left->kind == NodeKind::call) {
    if (at("=")) {
      fail_code("E0101", at_, "\"=\" compares; a state is written with \":=\"", "\":=\"", ":=");
    }
    left->kind = NodeKind::call_stmt;
    return finish(std::move(left));
  }
  fail("\":=\", \"+=\" or \"-=\"");
  return finish(std::move(left));
}

NodePtr Parser::if_stmt(bool begins_line) {
  auto node = start(NodeKind::if_stmt);
  const uint32_t owner = at_;
  word(*node, "if") && add(*node, expression()) && word(*node, "then") && add(*node, block(owner));
  if (part_follows("else", "", begins_line, *node)) {
    enter_part(owner, begins_line);
    take_word(*node);
    // `else if` begins a line in the sense that another `else` may stand under it.
    if (try_supplied(*node)) add(*node, block(owner, begins_line));
  }
  return finish(std::move(node));
}

NodePtr Parser::match_stmt() {
  auto node = start(NodeKind::match_stmt);
  const uint32_t owner = at_;
  word(*node, "match") && add(*node, on_one_line([&] { return expression(); })) &&
      need_lines(*node, owner, "the values, each with \":\" and what is done", [&] {
        auto arm = start(NodeKind::match_arm);
        const uint32_t arm_owner = at_;
        if (!try_word(*arm, "others")) separated(*arm, ",", [&] { add(*arm, sum()); });
        word(*arm, ":") && add(*arm, block(arm_owner));
        add(*node, finish(std::move(arm)));
      });
  return finish(std::move(node));
}

NodePtr Parser::for_stmt() {
  auto node = start(NodeKind::for_all);
  const uint32_t owner = at_;
  word(*node, "for");
  if (!try_word(*node, "all")) {
    node->kind = NodeKind::for_each;
    if (!try_word(*node, "each")) fail("\"all\" or \"each\"");
  }
  if (!failed_) add(*node, binder());
  if (node->kind == NodeKind::for_each && try_word(*node, "by")) add(*node, expression());
  word(*node, "do") && add(*node, block(owner));
  return finish(std::move(node));
}

NodePtr Parser::repeat(bool begins_line) {
  auto node = start(NodeKind::repeat);
  const uint32_t owner = at_;
  word(*node, "repeat");
  if (at("at") && at("most", 1)) {
    take_word(*node);
    take_word(*node);
    add(*node, expression()) && word(*node, "times");
  }
  if (try_word(*node, "decreasing")) add(*node, on_one_line([&] { return expression(); }));
  add(*node, block(owner));
  if (part_follows("until", "", begins_line, *node)) {
    enter_part(owner, begins_line);
    take_word(*node);
    add(*node, expression());
  }
  return finish(std::move(node));
}

NodePtr Parser::choose(bool begins_line) {
  auto node = start(NodeKind::choose);
  const uint32_t owner = at_;
  word(*node, "choose") && word(*node, "by") && add(*node, on_one_line([&] { return expression(); }));
  if (failed_) {
    unread_header(*node);
    failed_ = !block_opens();
  }
  need_lines(*node, owner, "the alternatives", [&] {
    if (at("or") && at("else", 1)) {
      fail_code("E0105", at_, "\"or else\" stands under \"choose\", in the same column", "an alternative");
      return;
    }
    add(*node, alternative());
  });
  if (part_follows("or", "else", begins_line, *node)) add(*node, or_else(owner, begins_line));
  return finish(std::move(node));
}

NodePtr Parser::or_else(uint32_t owner, bool begins_line) {
  auto node = start(NodeKind::or_else);
  enter_part(owner, begins_line);
  take_word(*node);
  take_word(*node);
  if (try_supplied(*node)) add(*node, block(owner));
  return finish(std::move(node));
}

NodePtr Parser::alternative() {
  auto node = start(NodeKind::alternative);
  try_supplied(*node);
  const uint32_t owner = at_;
  if (!failed_ && at_label()) add(*node, label());
  name(*node, "the name of an action") &&
      perhaps_empty(*node, "(", ")", [&] { separated(*node, ",", [&] { add(*node, alternative_arg()); }); });
  while (!failed_ && try_word(*node, "require")) add(*node, label()) && add(*node, expression());
  if (try_word(*node, "then")) add(*node, block(owner));
  return finish(std::move(node));
}

NodePtr Parser::alternative_arg() {
  auto node = start(NodeKind::alternative_arg);
  name(*node, "a name for the parameter, or _");
  if (try_word(*node, "=")) add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::roll() {
  auto node = start(NodeKind::roll);
  word(*node, "roll") && name_list(*node, "a name for the die") && word(*node, ":") && add(*node, type());
  if (try_word(*node, "given")) add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::draw(bool begins_line) {
  auto node = start(NodeKind::draw);
  const uint32_t owner = at_;
  word(*node, "draw") && name(*node, "a name for what is drawn") && word(*node, "from") &&
      add(*node, expression());
  if (part_follows("or", "else", begins_line, *node)) add(*node, or_else(owner, begins_line));
  return finish(std::move(node));
}

NodePtr Parser::end_game() {
  auto node = start(NodeKind::end_game);
  word(*node, "end") && word(*node, "game");
  if (failed_) return finish(std::move(node));
  if (try_word(*node, "won")) {
    word(*node, "by") && add(*node, expression());
  } else if (!try_word(*node, "drawn")) {
    fail("\"won by\" or \"drawn\"");
  }
  return finish(std::move(node));
}

}  // namespace casebook::language
