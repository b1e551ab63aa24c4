// SPDX-License-Identifier: Apache-2.0
// Actions with their requirements, and effects.
#include "engine/base/limits.h"
#include "engine/language/syntax/parser.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

NodePtr Parser::action_decl() {
  auto node = start(NodeKind::action_decl);
  const uint32_t owner = at_;
  word(*node, "action") && name(*node, "a name for the action") &&
      perhaps_empty(*node, "(", ")", [&] { separated(*node, ",", [&] { add(*node, action_param()); }); });
  if (!failed_ && at_kind(TokenKind::string)) string(*node, "how texts say it, in quotation marks");
  if (failed_) {
    unread_header(*node);
    failed_ = !at_clause();
  }
  while (!failed_ && at_clause() && !at_line_start()) add(*node, clause());
  if (!failed_ && block_opens()) lines(*node, owner, [&] { clauses(*node); });
  return finish(std::move(node));
}

NodePtr Parser::action_param() {
  auto node = start(NodeKind::action_param);
  comma_ends_ = true;
  if (name(*node, "a name for the parameter")) {
    if (try_word(*node, ":")) {
      if (try_word(*node, "set")) {
        word(*node, "of") && name(*node, "a name for a member of the set") && word(*node, "in") &&
            add(*node, sum());
        if (try_word(*node, "where")) add(*node, expression());
      } else if (try_word(*node, "path")) {
        word(*node, "of");
        if (try_word(*node, "up")) word(*node, "to");
        add(*node, sum()) && word(*node, "from") && add(*node, sum());
      } else {
        fail("\"set of\" or \"path of\"");
      }
    } else if (try_word(*node, "in")) {
      add(*node, sum());
      if (try_word(*node, "..")) add(*node, sum());
      if (try_word(*node, "at")) name(*node, "a name for its hex");
      if (try_word(*node, "where")) add(*node, expression());
    } else {
      fail("\"in\" and where it is drawn from, \": set of\" or \": path of\"");
    }
  }
  comma_ends_ = false;
  return finish(std::move(node));
}

bool Parser::at_clause() const {
  const uint32_t marked = supplied_tokens();
  return at("require", marked) || at("ensure", marked) || at("best", marked) || at("each", marked) ||
         at("do", marked);
}

/// One line of an action; several clauses may share it.
void Parser::clauses(Node& parent) {
  if (!at_clause()) {
    unknown_line("a requirement or \"do\"", clause_words());
    return;
  }
  while (!failed_ && at_clause()) add(parent, clause());
}

NodePtr Parser::clause() {
  const uint32_t marked = supplied_tokens();
  if (at("do", marked)) {
    auto node = start(NodeKind::do_block);
    const uint32_t owner = at_;
    if (marked > 0) {
      fail_code("E0101", at_, "all that an action does cannot be supplied; mark its statements",
                "\"require\", \"ensure\" or \"best\" after the mark");
      return finish(std::move(node));
    }
    take_word(*node);
    add(*node, block(owner));
    return finish(std::move(node));
  }
  if (at("best", marked)) {
    auto node = start(NodeKind::best);
    if (try_supplied(*node)) take_word(*node);
    add(*node, label()) && optional_name_and_colon(*node);
    if (!failed_ && !at("least") && !at("most")) fail("\"least\" or \"most\"");
    if (!failed_) take_word(*node);
    add(*node, expression());
    return finish(std::move(node));
  }
  if (at("ensure", marked)) {
    auto node = start(NodeKind::ensure);
    if (try_supplied(*node)) take_word(*node);
    add(*node, label()) && optional_name_and_colon(*node) && add(*node, expression());
    return finish(std::move(node));
  }
  auto node = start(NodeKind::require);
  try_supplied(*node);
  if (try_word(*node, "each")) {
    name(*node, "a name for each member") && word(*node, "in") &&
        name(*node, "the name of a parameter that is a set or a path");
  }
  word(*node, "require") && add(*node, label()) && optional_name_and_colon(*node) && add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::effect_decl() {
  auto node = start(NodeKind::effect_decl);
  const uint32_t owner = at_;
  word(*node, "effect") && name(*node, "a name for the effect");
  if (!failed_ && at("(")) add(*node, params());
  if (try_word(*node, "do")) {
    add(*node, block(owner));
  } else if (word(*node, "=")) {
    add(*node, effect_list());
  }
  return finish(std::move(node));
}

NodePtr Parser::effect_list() {
  auto node = start(NodeKind::effect_list);
  const uint32_t owner = at_;
  if (!at("first") && !at("each")) {
    fail("\"first of\" or \"each of\"");
    return finish(std::move(node));
  }
  take_word(*node);
  word(*node, "of") &&
      need_lines(*node, owner, "the entries of the effect", [&] { add(*node, effect_entry()); });
  return finish(std::move(node));
}

NodePtr Parser::effect_entry() {
  auto node = start(NodeKind::effect_entry);
  try_supplied(*node);
  const uint32_t owner = at_;
  if (failed_ || !add(*node, label())) return finish(std::move(node));
  if ((at_name() || (at_kind(TokenKind::keyword) && at(":", 1))) && !name(*node, "a name")) {
    return finish(std::move(node));
  }
  if (try_word(*node, ":")) {
    separated(*node, ";", [&] { add(*node, statement(false)); });
    if (try_word(*node, "when")) add(*node, expression());
    return finish(std::move(node));
  }
  if (try_word(*node, "when")) add(*node, expression());
  if (!failed_ && !at("do")) fail("\":\" and a statement, or \"do\"");
  word(*node, "do") && add(*node, block(owner));
  return finish(std::move(node));
}

}  // namespace casebook::language
