// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/parser.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/base/limits.h"

namespace casebook::language {

Parser::Parser(SyntaxTree& tree, std::vector<LexicalError> lexical, Diagnostics& diagnostics)
    : tree_(tree), lexical_(std::move(lexical)), diagnostics_(diagnostics) {
}

// ---- tokens within reach

bool Parser::out_of_reach(uint32_t index) const {
  const Token& t = token(index);
  if (t.kind == TokenKind::end_of_file) return true;
  if (!t.first_on_line || index == first_) return false;
  if (t.column == 1 && t.kind == TokenKind::keyword) {
    const std::string_view word = text(index);
    if (word == "case" || word == "section" || word == "edition") return true;
  }
  if (brackets_ > 0 && t.column == limit_) {
    const std::string_view word = text(index);
    return word != ")" && word != "]" && word != "}";
  }
  if (brackets_ > 0) return t.column < limit_;
  return one_line_ || t.column <= limit_;
}

bool Parser::at_kind(TokenKind kind, uint32_t ahead) const {
  // Everything between here and there must be within reach as well.
  for (uint32_t i = 0; i <= ahead; ++i) {
    if (out_of_reach(at_ + i)) return false;
  }
  return token(at_ + ahead).kind == kind;
}

bool Parser::at(std::string_view word, uint32_t ahead) const {
  for (uint32_t i = 0; i <= ahead; ++i) {
    if (out_of_reach(at_ + i)) return false;
  }
  const TokenKind kind = token(at_ + ahead).kind;
  return (kind == TokenKind::symbol || kind == TokenKind::keyword || kind == TokenKind::name) &&
         text(at_ + ahead) == word;
}

bool Parser::at_label(uint32_t ahead) const {
  if (at_kind(TokenKind::label, ahead)) return true;
  return (at("chart", ahead) || at("counters", ahead) || at("unwritten", ahead)) &&
         at_kind(TokenKind::string, ahead + 1);
}

// ---- nodes

NodePtr Parser::start(NodeKind kind) const {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  node->first_token = node->end_token = at_;
  return node;
}

NodePtr Parser::start_around(NodeKind kind, NodePtr first) const {
  auto node = start(kind);
  node->first_token = first->first_token;
  put(*node, std::move(first));
  return node;
}

NodePtr Parser::finish(NodePtr node) {
  node->end_token = std::max(node->end_token, at_);
  if (failed_) node->broken = true;
  return node;
}

void Parser::put(Node& node, NodePtr child) const {
  node.height = std::max(node.height, static_cast<uint16_t>(child->height + 1));
  node.broken = node.broken || child->broken;
  node.end_token = std::max(node.end_token, child->end_token);
  node.children.push_back({std::move(child), 0});
}

bool Parser::add(Node& node, NodePtr child) {
  const bool empty = child->first_token == child->end_token && child->children.empty();
  if (empty && failed_) {
    node.broken = true;  // nothing of it was read
  } else {
    put(node, std::move(child));
  }
  if (!failed_ && is_expression(node.kind) && node.height >= expression_height) return too_deep();
  return !failed_;
}

void Parser::take(Node& node) {
  node.children.push_back({nullptr, at_});
  node.end_token = ++at_;
}

void Parser::take_word(Node& node) {
  Token& t = tree_.tokens[at_];
  if (t.kind == TokenKind::name) {
    marked_words_.emplace_back(at_, t.kind);
    t.kind = TokenKind::keyword;
  }
  take(node);
}

NodePtr Parser::one_token(NodeKind kind) {
  auto node = start(kind);
  take(*node);
  return finish(std::move(node));
}

bool Parser::word(Node& node, std::string_view expected) {
  if (failed_) return false;
  if (!at(expected)) return fail("\"" + std::string(expected) + "\"");
  take_word(node);
  return true;
}

bool Parser::try_word(Node& node, std::string_view possible) {
  if (failed_ || !at(possible)) return false;
  take_word(node);
  return true;
}

bool Parser::name(Node& node, std::string_view what) {
  if (failed_) return false;
  if (!at_name()) return fail(what);
  take(node);
  return true;
}

bool Parser::string(Node& node, std::string_view what) {
  if (failed_) return false;
  if (!at_kind(TokenKind::string)) return fail(what);
  take(node);
  return true;
}

bool Parser::strings(Node& node, std::string_view what) {
  if (!string(node, what)) return false;
  while (at_kind(TokenKind::string)) take(node);
  return true;
}

bool Parser::separated(Node& node, std::string_view separator, const Read& read) {
  if (failed_) return false;
  do {
    read();
  } while (!failed_ && try_word(node, separator));
  return !failed_;
}

bool Parser::bracketed(Node& node, std::string_view open, std::string_view close, const Read& read) {
  if (failed_) return false;
  const uint32_t opened = at_;
  if (!word(node, open)) return false;
  const bool in_ends = std::exchange(in_ends_, false);
  const bool comma_ends = std::exchange(comma_ends_, false);
  ++brackets_;
  read();
  if (!failed_ && !at(close)) {
    if (at_end()) {
      fail_code("E0114", opened, "this bracket is not closed", "\"" + std::string(close) + "\"");
    } else {
      fail("\",\" or \"" + std::string(close) + "\"");
    }
  }
  if (!failed_) take(node);
  --brackets_;
  in_ends_ = in_ends;
  comma_ends_ = comma_ends;
  return !failed_;
}

bool Parser::perhaps_empty(Node& node, std::string_view open, std::string_view close, const Read& read) {
  return bracketed(node, open, close, [&] {
    if (!at(close)) read();
  });
}

// ---- layout

/// Reads one item that begins here; it owns what stands deeper than `column`. `read` adds nodes to `parent`.
void Parser::item(Node& parent, uint32_t column, uint32_t owner, const Read& read) {
  const auto saved = std::tuple(first_, limit_, brackets_, failed_, one_line_, in_ends_, comma_ends_);
  first_ = at_;
  limit_ = column;
  brackets_ = 0;
  failed_ = one_line_ = in_ends_ = comma_ends_ = false;
  tree_.layout.push_back({at_, owner, true});
  const uint32_t began = at_;
  const size_t children = parent.children.size();
  read();
  if (token(at_).kind == TokenKind::end_of_file && at_ == began) {
    parent.broken = true;
  } else if (at_ == began) {
    // Nothing was taken, not even in error: make progress.
    auto error = start(NodeKind::error);
    error->broken = true;
    take(*error);
    while (!at_end()) take(*error);
    put(parent, std::move(error));
  } else if (!at_end() || failed_) {
    const bool into_last = parent.children.size() > children && parent.children.back().node;
    leftover(into_last ? *parent.children.back().node : parent);
    if (into_last) {
      // The child grew after it was put in.
      const Node& last = *parent.children.back().node;
      parent.height = std::max(parent.height, static_cast<uint16_t>(last.height + 1));
      parent.end_token = std::max(parent.end_token, last.end_token);
      parent.broken = parent.broken || last.broken;
    }
  }
  std::tie(first_, limit_, brackets_, failed_, one_line_, in_ends_, comma_ends_) = saved;
}

void Parser::lines(Node& parent, uint32_t owner, const Read& read) {
  const uint32_t column = token(at_).column;
  const uint32_t outer = limit_;
  const uint32_t misplaced_outside = std::exchange(misplaced_column_, 0);
  while (!at_end()) {
    const Token& t = token(at_);
    if (t.column < column) {
      if (at("else") || at("until") || (at("or") && at("else", 1))) break;
      misplaced(column);
    }
    item(parent, column, owner, read);
  }
  limit_ = outer;
  misplaced_column_ = misplaced_outside;
  parent.end_token = std::max(parent.end_token, at_);
}

bool Parser::need_lines(Node& parent, uint32_t owner, std::string_view what, const Read& read) {
  if (failed_) return false;
  if (at_end()) {
    return fail_code("E0111", at_, "nothing stands under this line", std::string(what));
  }
  if (!at_line_start()) return fail("the end of the line, then " + std::string(what));
  lines(parent, owner, read);
  return true;
}

/// Whether `first` (and `second`) stands here as a part of the construct `node`: on the same line; or on a
/// line of its own in the same column, if the construct begins its line; or deeper, where no block of lines
/// stands between that could own it.
bool Parser::part_follows(std::string_view first, std::string_view second, bool begins_line,
                          const Node& node) const {
  if (failed_) return false;
  const auto is = [&](uint32_t index, std::string_view expected) {
    return token(index).kind == TokenKind::keyword && text(index) == expected;
  };
  if (!is(at_, first) || (!second.empty() && !is(at_ + 1, second))) return false;
  const Token& t = token(at_);
  if (!t.first_on_line) return true;
  if (begins_line && (t.column == limit_ || !at_end())) return true;
  const Child& last = node.children.back();
  const bool after_lines =
      last.node && node.kind != NodeKind::draw && token(last.node->first_token).first_on_line;
  return !at_end() && !after_lines;
}

/// The part is read next. The formatter puts it level with its construct if that begins a line.
void Parser::enter_part(uint32_t owner, bool begins_line) {
  if (token(at_).first_on_line && begins_line) tree_.layout.push_back({at_, owner, false});
}

}  // namespace casebook::language
