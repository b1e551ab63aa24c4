// SPDX-License-Identifier: Apache-2.0
// Definitions, lists, fields; what editions and options change in them.
#include <utility>

#include "engine/base/limits.h"
#include "engine/language/syntax/parser.h"

namespace casebook::language {

NodePtr Parser::define_decl() {
  auto node = start(NodeKind::define_decl);
  word(*node, "define") && name(*node, "a name for the definition");
  if (!failed_ && at("(")) add(*node, params());
  word(*node, "->") && add(*node, type()) && word(*node, "=") &&
      add(*node, at_list() ? list() : expression());
  return finish(std::move(node));
}

bool Parser::at_list() const {
  return at("of", 1) && (at("all") || at("any") || at("first") || at("sum") || at("most") || at("least"));
}

NodePtr Parser::list() {
  auto node = start(NodeKind::list);
  const Deeper deeper(*this);
  if (depth_ > limits::nesting) {
    too_deep();
    return node;
  }
  const uint32_t owner = at_;
  take_word(*node);
  take_word(*node);
  if (try_word(*node, "within")) {
    add(*node, on_one_line([&] { return sum(); })) && word(*node, "..") &&
        add(*node, on_one_line([&] { return sum(); }));
  }
  need_lines(*node, owner, "the entries of the list", [&] { add(*node, entry()); });
  return finish(std::move(node));
}

NodePtr Parser::entry() {
  auto node = start(NodeKind::entry);
  try_supplied(*node) && add(*node, label()) && optional_name_and_colon(*node) &&
      add(*node, at_list() ? list() : expression());
  if (try_word(*node, "per")) add(*node, binder());
  if (try_word(*node, "when")) add(*node, expression());
  return finish(std::move(node));
}

NodePtr Parser::field_decl() {
  auto node = start(NodeKind::field_decl);
  word(*node, "field") && name(*node, "a name for the field");
  if (!failed_ && at("(")) add(*node, params());
  word(*node, "over") && name(*node, "the name of the kind it ranges over, hex");
  if (try_word(*node, "->")) add(*node, type());
  if (word(*node, "=")) {
    const bool reach = at("reach");
    auto body = start(reach ? NodeKind::reach : NodeKind::least_cost);
    if (reach) {
      take_word(*body);
    } else if (at("least")) {
      take_word(*body);
      word(*body, "cost");
    } else {
      fail("\"reach\" or \"least cost\"");
    }
    word(*body, "to") && hexes_where(*body, false);
    if (try_word(*body, "through")) hexes_where(*body, false);
    if (reach) {
      if (try_word(*body, "across")) hexes_where(*body, true);
    } else if (!failed_) {
      word(*body, "step") && name(*body, "a name for the hex left") && word(*body, ",") &&
          name(*body, "a name for the hex entered") && word(*body, ":") && add(*body, expression());
    }
    add(*node, finish(std::move(body)));
  }
  return finish(std::move(node));
}

bool Parser::hexes_where(Node& node, bool two) {
  if (!name(node, "a name for a hex")) return false;
  if (two && !(word(node, ",") && name(node, "a name for the hex beyond"))) return false;
  return word(node, "where") && add(node, expression());
}

NodePtr Parser::exception_decl(NodeKind kind, std::string_view order) {
  auto node = start(kind);
  if (try_supplied(*node)) take_word(*node);
  name(*node, "the name of a definition or given");
  if (!failed_ && at("(")) add(*node, names());
  word(*node, "when") && add(*node, expression()) && word(*node, "then") && add(*node, expression());
  if (try_word(*node, order)) add(*node, label());
  return finish(std::move(node));
}

bool Parser::name_or_label(Node& node) {
  if (failed_) return false;
  return at_label() ? add(node, label()) : name(node, "the name or the label of an entry");
}

NodePtr Parser::waive_decl() {
  auto node = start(NodeKind::waive_decl);
  try_supplied(*node) && word(*node, "waive") && name(*node, "the name of an action");
  if (!failed_ && at("(")) add(*node, names());
  word(*node, ".") && name_or_label(*node) && word(*node, "when") && add(*node, expression());
  return finish(std::move(node));
}

/// `remove claim "..."`, `extend claim "..."`. Anything else may have the name `claim`.
bool Parser::names_claim() const {
  return at("claim", 1) && at_kind(TokenKind::string, 2);
}

NodePtr Parser::remove_decl() {
  auto node = start(NodeKind::remove_decl);
  if (names_claim()) {
    word(*node, "remove") && word(*node, "claim");
    take(*node);
    return finish(std::move(node));
  }
  word(*node, "remove") && name(*node, "the name of what has the entry") && word(*node, ".") &&
      name_or_label(*node);
  return finish(std::move(node));
}

NodePtr Parser::extend_decl() {
  auto node = start(NodeKind::extend_decl);
  const uint32_t owner = at_;
  if (names_claim()) {
    word(*node, "extend") && word(*node, "claim");
    take(*node);
    if (at("with"))
      add(*node, claim_with());
    else
      word(*node, "with");
    return finish(std::move(node));
  }
  word(*node, "extend") && name(*node, "the name of what is extended") &&
      (!try_word(*node, "before") || name_or_label(*node)) &&
      need_lines(*node, owner, "the entries or requirements that are added", [&] { extend_line(*node); });
  return finish(std::move(node));
}

/// What is extended decides whether a line is an entry of a list or of an effect, and here that is not known:
/// the first reading that fits the whole line is taken.
void Parser::extend_line(Node& parent) {
  if (at_clause() && !at("do", supplied_tokens())) {
    add(parent, clause());
    return;
  }
  const Mark here = mark();
  const auto fits = [&](NodePtr (Parser::*read)(), uint32_t& reached) {
    const bool muted = std::exchange(muted_, true);
    const bool error = std::exchange(muted_error_, false);
    (this->*read)();
    const bool good = !failed_ && !muted_error_ && at_end();
    reached = at_;
    muted_ = muted;
    muted_error_ = error;
    back_to(here);
    return good;
  };
  uint32_t as_entry = 0;
  uint32_t as_effect = 0;
  const bool is_entry =
      fits(&Parser::entry, as_entry) || (!fits(&Parser::effect_entry, as_effect) && as_entry >= as_effect);
  add(parent, is_entry ? entry() : effect_entry());
}

}  // namespace casebook::language
