// SPDX-License-Identifier: Apache-2.0
// Errors: saying what was expected and where, once an item, and getting back into step at the next item.
#include <algorithm>
#include <utility>

#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/language/syntax/parser.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {

namespace {

std::string in_quotes(std::string_view text) {
  return "\"" + printable(text) + "\"";
}

}  // namespace

/// Where to point when `index` is what was met: at the token, or, if it only begins the next line, behind
/// what stands before it.
SourceRange Parser::place_of(uint32_t index) const {
  const Token& t = token(index);
  if (index == 0 || (t.kind != TokenKind::end_of_file && !out_of_reach(index)))
    return tree_.range_of_token(index);
  SourceRange range = tree_.range_of_token(index - 1);
  range.begin = range.end;
  return range;
}

/// What was met, in words.
std::string Parser::found(uint32_t index) const {
  const Token& t = token(index);
  if (t.kind == TokenKind::end_of_file) return "the end of the text";
  if (out_of_reach(index)) return "the end of the item";
  const std::string_view word = text(index);
  switch (t.kind) {
    case TokenKind::string:
      return "the string " + printable(word.size() > 40 ? std::string(word.substr(0, 36)) + "...\"" : word);
    case TokenKind::label:
      return "the label " + printable(word);
    case TokenKind::keyword:
      return "the word " + in_quotes(word);
    default:
      return in_quotes(word.size() > 40 ? std::string(word.substr(0, 36)) + "..." : std::string(word));
  }
}

bool Parser::fail_code(const char* code, uint32_t at, std::string message, std::string expected,
                       std::string suggestion) {
  if (failed_) return false;
  failed_ = true;
  if (muted_) {
    muted_error_ = true;
    return false;
  }
  SourceRange place = place_of(at);
  // A line with a fault in its characters has been told so already (report_lexical).
  for (const LexicalError& error : lexical_) {
    if (static_cast<int>(error.line) == place.begin.line) return false;
  }
  Diagnostic& diagnostic = diagnostics_.error(code, std::move(place), std::move(message));
  diagnostic.expected = std::move(expected);
  diagnostic.suggestion = std::move(suggestion);
  return false;
}

/// The command line shows `ford-counts` for `ford_counts`, so people write it in rules too. Fails before the
/// name is taken: half of it would be declared, or found, as another name.
bool Parser::undashed() {
  if (failed_) return false;
  if (!at_name() || !at("-", 1) || !at_name(2)) return true;
  std::string meant(text(at_));
  for (uint32_t i = 1; at("-", i) && at_name(i + 1); i += 2) meant += "_" + std::string(text(at_ + i + 1));
  return fail_code("E0101", at_, "names have no `-` in rules", "`_` in its place", meant);
}

namespace {

/// What other languages write for a word of this one: the second of two like symbols, or one that has no
/// meaning here.
std::string meant_by(std::string_view before, std::string_view here) {
  if (here == "#") return "--";
  if (before != here) return {};
  if (here == "&") return "and";
  if (here == "|") return "or";
  if (here == "/") return "--";
  if (here == "=") return "=";
  return {};
}

}  // namespace

/// The current token is not what the grammar wants. `expected` completes "expected ...".
bool Parser::fail(std::string_view expected, std::span<const std::string_view> words) {
  if (failed_) return false;
  std::string wanted(expected);
  const Token& t = token(at_);
  if (at_end()) {
    if (t.kind != TokenKind::end_of_file && t.first_on_line && t.column > 1 && t.column == limit_) {
      return fail_code("E0101", at_, "this line ends too early; a line that continues it stands deeper",
                       wanted);
    }
    return fail_code("E0101", at_, "this ends too early", wanted);
  }
  if (t.kind == TokenKind::unknown) {
    const std::string_view bad = text(at_);
    if (bad.front() >= '0' && bad.front() <= '9') {
      return fail_code("E0106", at_, in_quotes(bad) + " is neither a number nor a name", wanted);
    }
    const bool control = static_cast<unsigned char>(bad.front()) < 0x20 || bad.front() == 0x7F;
    return fail_code(
        "E0102", at_,
        control ? "a control character stands here"
                : in_quotes(bad.size() > 40 ? bad.substr(0, 40) : bad) + " is no part of the language",
        wanted, meant_by({}, bad));
  }
  const bool wants_name = wanted.starts_with("a name") || wanted.starts_with("the name");
  if (wants_name && t.kind == TokenKind::keyword) {
    return fail_code("E0107", at_, in_quotes(text(at_)) + " is a reserved word and cannot be a name", wanted);
  }
  if (t.kind == TokenKind::label) {
    return fail_code("E0101", at_, "the label " + std::string(text(at_)) + " cannot stand here", wanted);
  }
  std::string message = found(at_) + " cannot stand here";
  if (t.first_on_line && at_ != first_) {
    message += "; this line continues the item above it, because it stands deeper";
  }
  // A word that is nearly the one wanted was probably meant to be it.
  std::string suggestion = at_ > 0 ? meant_by(text(at_ - 1), text(at_)) : std::string();
  if (t.kind == TokenKind::name) {
    NearestName nearest(text(at_));
    for (const std::string_view known : words) nearest.offer(known);
    for (const std::string_view part : split(wanted, '"')) {
      if (part.size() > 1 && part.front() >= 'a' && part.front() <= 'z') nearest.offer(part);
    }
    suggestion = nearest.best();
  }
  return fail_code("E0101", at_, std::move(message), std::move(wanted), std::move(suggestion));
}

bool Parser::too_deep() {
  return fail_code("E0108", at_ > 0 && at_end() ? at_ - 1 : at_,
                   "this is nested too deeply (limit: " + std::to_string(limits::nesting) +
                       " brackets or blocks, expressions " + std::to_string(expression_height) +
                       " operators)");
}

/// Puts what is left of the item into an error node, unread.
void Parser::skip_rest(Node& parent) {
  brackets_ = 0;
  one_line_ = false;
  parent.broken = true;
  if (at_end()) return;
  if (parent.kind == NodeKind::error) {
    while (!at_end()) take(parent);
    return;
  }
  auto error = start(NodeKind::error);
  error->broken = true;
  while (!at_end()) take(*error);
  put(parent, std::move(error));
}

void Parser::leftover(Node& parent) {
  brackets_ = 0;
  one_line_ = false;
  if (!failed_) {
    // `chose by x`: a name alone where a statement was begun is rather a misspelt word.
    const bool lone_name = parent.kind == NodeKind::call_stmt && parent.end_token == parent.first_token + 1 &&
                           parent.end_token == at_;
    const std::string near =
        lone_name ? nearest_name(text(parent.first_token), statement_words()) : std::string();
    if (!near.empty()) {
      fail_code("E0110", parent.first_token,
                in_quotes(text(parent.first_token)) + " does not begin a statement", "a statement", near);
    } else {
      fail("the end of the line", joining_words());
    }
  }
  skip_rest(parent);
}

/// The head of a construct could not be read, but the block under it may be: skips to the next line.
void Parser::unread_header(Node& node) {
  if (!failed_) return;
  auto error = start(NodeKind::error);
  error->broken = true;
  const uint32_t brackets = std::exchange(brackets_, 0);
  while (!at_end() && !token(at_).first_on_line) take(*error);
  brackets_ = brackets;
  if (error->end_token > error->first_token) put(node, std::move(error));
  node.broken = true;
  failed_ = false;
}

void Parser::misplaced(uint32_t column) {
  if (token(at_).column == misplaced_column_) return;
  misplaced_column_ = token(at_).column;
  fail_code("E0105", at_,
            "this line begins in column " + std::to_string(misplaced_column_) +
                ", but the lines of its block begin in column " + std::to_string(column));
  failed_ = false;
}

/// The current token begins a line but no construct that could stand there.
bool Parser::unknown_line(std::string_view what, std::span<const std::string_view> words) {
  if (failed_) return false;
  const Token& t = token(at_);
  if (at_end() || (t.kind != TokenKind::name && t.kind != TokenKind::keyword)) return fail(what);
  return fail_code("E0110", at_, in_quotes(text(at_)) + " does not begin " + std::string(what),
                   std::string(what), nearest_name(text(at_), words));
}

void Parser::report_lexical() {
  for (const LexicalError& error : lexical_) {
    const int line = static_cast<int>(error.line);
    const int column = static_cast<int>(error.column);
    const int width = static_cast<int>(
        code_points(std::string_view(tree_.text).substr(error.begin, error.end - error.begin)));
    diagnostics_.error(error.code, {tree_.file, {line, column}, {line, column + width}}, error.message);
  }
}

Parser::Mark Parser::mark() const {
  return {at_, marked_words_.size(), tree_.layout.size(), failed_};
}

void Parser::back_to(const Mark& mark) {
  at_ = mark.at;
  failed_ = mark.failed;
  while (marked_words_.size() > mark.marked_words) {
    tree_.tokens[marked_words_.back().first].kind = marked_words_.back().second;
    marked_words_.pop_back();
  }
  tree_.layout.resize(mark.layout);
}

}  // namespace casebook::language
