// SPDX-License-Identifier: Apache-2.0
#include "engine/language/syntax/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/text.h"

namespace casebook::language {

namespace {

/// A comment, and how many line ends stand before it (none: it follows a token on its line).
struct Comment {
  std::string_view text;
  uint32_t column = 1;
  int line_ends = 0;
};

/// What stands before a token.
struct Trivia {
  std::vector<Comment> comments;
  int line_ends = 0;  // after the last comment
};

class Formatter {
 public:
  explicit Formatter(const SyntaxTree& tree)
      : tree_(tree),
        parents_(tree.tokens.size()),
        padding_(tree.tokens.size()),
        line_level_(tree.tokens.size()) {
    find_parents(*tree.root);
    align_grids(*tree.root);
  }

  std::string run() {
    const auto end = static_cast<uint32_t>(tree_.tokens.size() - 1);
    for (uint32_t i = 0; i <= end; ++i) {
      const Token& t = tree_.tokens[i];
      const bool fresh = t.first_on_line || i == end;
      if (fresh) before_ = open_;
      const size_t level = fresh ? (i == end ? 0 : level_of(i)) : line_level_[i - 1];
      trivia(i, level);
      if (i == end) break;
      if (!fresh) out_.append(gap(i), ' ');
      if (fresh) out_.append(2 * level, ' ');
      out_ += tree_.token_text(i);
      line_level_[i] = level;
      brackets(i);
    }
    return std::move(out_);
  }

 private:
  struct Open {
    uint32_t column;
    size_t level, depth;
  };

  std::string_view text(uint32_t token) const { return tree_.token_text(token); }
  bool is_symbol(uint32_t token, std::string_view symbol) const {
    return tree_.tokens[token].kind == TokenKind::symbol && text(token) == symbol;
  }
  bool opens(uint32_t token) const {
    return is_symbol(token, "(") || is_symbol(token, "[") || is_symbol(token, "{");
  }
  bool closes(uint32_t token) const {
    return is_symbol(token, ")") || is_symbol(token, "]") || is_symbol(token, "}");
  }
  bool in_choice(uint32_t token) const {
    return parents_[token] && parents_[token]->kind == NodeKind::choice_text;
  }

  void find_parents(const Node& node) {
    for (const Child& child : node.children) {
      if (child.node) {
        find_parents(*child.node);
      } else {
        parents_[child.token] = &node;
      }
    }
  }

  // ---- lines

  /// How deep the line that begins with this token stands.
  size_t level_of(uint32_t index) {
    while (next_item_ < tree_.layout.size() && tree_.layout[next_item_].token < index) ++next_item_;
    const Token& t = tree_.tokens[index];
    const bool closer = closes(index) && !in_choice(index);
    const size_t depth = brackets_.size();
    if (next_item_ < tree_.layout.size() && tree_.layout[next_item_].token == index) {
      const LayoutItem& item = tree_.layout[next_item_];
      const size_t level = item.owner == UINT32_MAX ? 0 : line_level_[item.owner] + (item.deeper ? 1 : 0);
      leave(t.column, depth);
      open_.push_back({t.column, level, depth});
      return level;
    }
    if (closer && depth > 0) {
      leave(t.column + 1, depth - 1);  // in the column of an item it is that item's
    } else {
      leave(t.column, depth);
    }
    const size_t base = open_.empty() ? 0 : open_.back().level;
    const size_t base_depth = open_.empty() ? 0 : open_.back().depth;
    if (depth > base_depth) return brackets_.back() + (closer ? 0 : 1);
    return base + 1;
  }

  /// Items that a line in this column, inside so many brackets, does not belong to are over.
  void leave(uint32_t column, size_t depth) {
    while (!open_.empty() &&
           (open_.back().depth > depth || (open_.back().depth == depth && open_.back().column >= column))) {
      open_.pop_back();
    }
  }

  void brackets(uint32_t index) {
    if (in_choice(index)) return;
    if (opens(index)) brackets_.push_back(line_level_[index]);
    if (closes(index) && !brackets_.empty()) brackets_.pop_back();
  }

  // ---- blanks and comments

  Trivia trivia_of(uint32_t index) const {
    const Token& t = tree_.tokens[index];
    std::string_view rest = std::string_view(tree_.text).substr(t.trivia_begin, t.begin - t.trivia_begin);
    Trivia trivia;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    uint32_t column = 1;
    while (!rest.empty()) {
      if (rest.starts_with("--")) {
        const size_t length = std::min(rest.find('\n'), rest.size());
        std::string_view comment = rest.substr(0, length);
        while (comment.ends_with(' ') || comment.ends_with('\t') || comment.ends_with('\r'))
          comment.remove_suffix(1);
        trivia.comments.push_back({comment, column, std::exchange(trivia.line_ends, 0)});
        rest.remove_prefix(length);
        continue;
      }
      if (rest.front() == '\n') {
        ++trivia.line_ends;
        column = 0;
      }
      ++column;
      rest.remove_prefix(1);
    }
    return trivia;
  }

  void line_ends(int count) {
    if (out_.empty()) return;  // no blank lines at the top
    out_.append(count > 1 ? 2 : 1, '\n');
  }

  void trivia(uint32_t index, size_t level) {
    const Trivia here = trivia_of(index);
    const Token& t = tree_.tokens[index];
    const bool end = t.kind == TokenKind::end_of_file;
    for (const Comment& comment : here.comments) {
      if (comment.line_ends == 0 && index > 0) {
        out_ += "  ";
      } else {
        line_ends(comment.line_ends);
        out_.append(2 * comment_level(comment, end ? 1 : t.column, level), ' ');
      }
      out_ += comment.text;
    }
    if (end) {
      if (!out_.empty()) out_ += '\n';
    } else if (t.first_on_line) {
      line_ends(here.line_ends);
    }
  }

  /// A comment that stands deeper than the line after it belongs to the item before, if that stands deeper
  /// too.
  size_t comment_level(const Comment& comment, uint32_t next_column, size_t next_level) const {
    if (comment.column <= next_column) return next_level;
    for (auto item = before_.rbegin(); item != before_.rend(); ++item) {
      if (item->column > comment.column) continue;
      if (comment.column > item->column && next_column <= item->column) return item->level + 1;
      return item->column > next_column ? item->level : next_level;
    }
    return next_level;
  }

  // ---- within a line

  /// Blanks before this token, which does not begin a line.
  size_t gap(uint32_t index) const { return spaced(index) ? 1 + padding_[index] : 0; }

  bool spaced(uint32_t index) const {
    const uint32_t before = index - 1;
    const Node* parent = parents_[index];
    if (in_choice(index) && in_choice(before)) {
      return tree_.tokens[index].trivia_begin < tree_.tokens[index].begin;
    }
    if (in_choice(index) || in_choice(before)) return true;
    if (opens(before) || is_symbol(before, ".")) return false;
    if (is_symbol(index, ",") || is_symbol(index, ":") || is_symbol(index, ";") || is_symbol(index, "."))
      return false;
    if (closes(index)) return false;
    if (is_sign(before)) return is_symbol(index, "-");  // two would begin a comment
    if (is_symbol(index, "(")) return parent->kind == NodeKind::paren;
    if (is_symbol(index, "[")) return parent->kind != NodeKind::index;
    return !in_fraction(index) && !in_fraction(before);
  }

  bool is_sign(uint32_t index) const {
    return (is_symbol(index, "-") || is_symbol(index, "+")) && parents_[index]->kind == NodeKind::unary;
  }

  /// The bar between two plain numbers, which are written 1/2.
  bool in_fraction(uint32_t index) const {
    return is_symbol(index, "/") && tree_.tokens[index - 1].kind == TokenKind::number &&
           tree_.tokens[index + 1].kind == TokenKind::number;
  }

  // ---- grids

  void align_grids(const Node& node) {
    if (node.kind == NodeKind::grid) align(node);
    for (const Child& child : node.children) {
      if (child.node) align_grids(*child.node);
    }
  }

  /// Pads before each bar, if every row is one line.
  void align(const Node& grid) {
    std::vector<std::vector<std::pair<uint32_t, size_t>>>
        rows;  // for each bar: its token, the width before it
    std::vector<size_t> widths;
    for (const Child& child : grid.children) {
      if (!child.node) return;
      auto& row = rows.emplace_back();
      size_t width = 0;
      for (uint32_t i = child.node->first_token; i < child.node->end_token; ++i) {
        const bool first = i == child.node->first_token;
        if (!first && tree_.tokens[i].first_on_line) return;
        if (is_symbol(i, "|")) {
          row.emplace_back(i, width);
          if (widths.size() < row.size()) widths.push_back(0);
          widths[row.size() - 1] = std::max(widths[row.size() - 1], width);
          width = 0;
          continue;
        }
        if (width > 0 && spaced(i)) ++width;
        width += code_points(text(i));
      }
    }
    for (const auto& row : rows) {
      for (size_t column = 0; column < row.size(); ++column) {
        padding_[row[column].first] = widths[column] - row[column].second;
      }
    }
  }

  const SyntaxTree& tree_;
  std::vector<const Node*> parents_;  // of tokens
  std::vector<size_t> padding_;       // more blanks before a token
  std::vector<size_t> line_level_;    // of the line a token stands on
  std::vector<Open> open_;            // the items that the current line stands in
  std::vector<Open> before_;          // the same for the line before
  std::vector<size_t> brackets_;      // levels of the lines that opened them
  size_t next_item_ = 0;
  std::string out_;
};

bool same_tokens(const SyntaxTree& a, const SyntaxTree& b) {
  if (a.tokens.size() != b.tokens.size()) return false;
  for (uint32_t i = 0; i < a.tokens.size(); ++i) {
    if (a.token_text(i) != b.token_text(i)) return false;
  }
  return true;
}

}  // namespace

std::string format_unchecked(const SyntaxTree& tree) {
  return Formatter(tree).run();
}

std::string format(const SyntaxTree& tree) {
  if (!tree.sound) return tree.text;
  std::string formatted = format_unchecked(tree);
  // A layout that changed the meaning would be a fault of this program; the text is worth more.
  Diagnostics diagnostics;
  const auto check = parse(tree.file, formatted, diagnostics);
  return check->sound && same_tokens(tree, *check) && dump(tree) == dump(*check) ? formatted : tree.text;
}

}  // namespace casebook::language
