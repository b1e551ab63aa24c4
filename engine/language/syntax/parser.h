// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parser: recursive descent over tokens, with the offside rule. Only syntax.cpp uses it; others call
// `parse`.
//
//   parser.cpp               tokens, nodes, layout
//   parser_recovery.cpp      errors
//   parser_file.cpp          heads, sections, cases, labels, names and types
//   parser_data.cpp          kinds to tables
//   parser_definitions.cpp   definitions, lists, fields, exceptions
//   parser_actions.cpp       actions and effects
//   parser_claims.cpp        claims, invariants, views
//   parser_statements.cpp    statements and blocks
//   parser_expressions.cpp   operators
//   parser_operands.cpp      operands
//
// Layout: `limit_` is the column at which the current item began. A token that is first on its line, at
// that column or left of it, ends the item. Inside brackets a closing bracket may stand at that column. A
// token in column 1 that reads `case`, `section` or `edition` always ends everything, so each can be read
// alone.
//
// Errors: the first error of an item sets `failed_`, and every function then returns at once. What was read
// stays in the tree. `item` puts the other tokens of the item into an `error` node and goes on with the
// next item.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/limits.h"
#include "engine/language/syntax/lexer.h"
#include "engine/language/syntax/syntax.h"

namespace casebook::language {

/// What expressions may have of limits::syntax_height; the rest is for the blocks around them, three nodes
/// each.
inline constexpr int expression_height = limits::syntax_height - 3 * limits::nesting - 28;

class Parser {
 public:
  Parser(SyntaxTree& tree, std::vector<LexicalError> lexical, Diagnostics& diagnostics);

  NodePtr file();
  NodePtr lone_expression();

  /// Reports what the lexer found, after parsing.
  void report_lexical();

 private:
  using Read = std::function<void()>;

  // ---- parser.cpp: tokens within reach
  const Token& token(uint32_t index) const { return tree_.tokens[index]; }
  std::string_view text(uint32_t index) const { return tree_.token_text(index); }
  bool out_of_reach(uint32_t index) const;
  bool at_end() const { return out_of_reach(at_); }
  bool at(std::string_view word, uint32_t ahead = 0) const;  // a word or symbol
  bool at_kind(TokenKind kind, uint32_t ahead = 0) const;
  bool at_name(uint32_t ahead = 0) const { return at_kind(TokenKind::name, ahead); }
  bool at_label(uint32_t ahead = 0) const;
  bool at_line_start() const { return !at_end() && token(at_).first_on_line; }

  // ---- parser.cpp: nodes. Functions that give bool say whether all is well so far (not failed_).
  NodePtr start(NodeKind kind) const;
  NodePtr start_around(NodeKind kind, NodePtr first) const;  // takes `first` as its first child
  NodePtr finish(NodePtr node);
  NodePtr one_token(NodeKind kind);
  void put(Node& node, NodePtr child) const;
  void take(Node& node);       // the current token as it is
  void take_word(Node& node);  // the current token, marked as a word of the grammar
  bool add(Node& node, NodePtr child);
  bool word(Node& node, std::string_view expected);      // demands it
  bool try_word(Node& node, std::string_view possible);  // true if it was there
  bool name(Node& node, std::string_view what);
  bool string(Node& node, std::string_view what);
  bool strings(Node& node, std::string_view what);
  bool separated(Node& node, std::string_view separator, const Read& read);
  bool bracketed(Node& node, std::string_view open, std::string_view close, const Read& read);
  bool perhaps_empty(Node& node, std::string_view open, std::string_view close, const Read& read);

  // ---- parser.cpp: layout
  bool block_opens() const { return at_line_start(); }
  void item(Node& parent, uint32_t column, uint32_t owner, const Read& read);
  void lines(Node& parent, uint32_t owner, const Read& read);  // the block that opens here
  bool need_lines(Node& parent, uint32_t owner, std::string_view what, const Read& read);
  bool part_follows(std::string_view first, std::string_view second, bool begins_line,
                    const Node& node) const;
  void enter_part(uint32_t owner, bool begins_line);

  // ---- parser_recovery.cpp
  bool fail(std::string_view expected, std::span<const std::string_view> words = {});
  bool undashed();  // before a name
  bool fail_code(const char* code, uint32_t at, std::string message, std::string expected = {},
                 std::string suggestion = {});
  SourceRange place_of(uint32_t index) const;
  std::string found(uint32_t index) const;
  void skip_rest(Node& parent);
  void leftover(Node& parent);
  void unread_header(Node& node);
  void misplaced(uint32_t column);
  bool unknown_line(std::string_view what, std::span<const std::string_view> words);
  bool too_deep();
  struct Mark {
    uint32_t at;
    size_t marked_words, layout;
    bool failed;
  };
  Mark mark() const;
  void back_to(const Mark& mark);

  // ---- parser_file.cpp
  void file_line(Node& file);
  NodePtr edition_head();
  NodePtr section();
  NodePtr case_block();
  void member(Node& parent);
  NodePtr member_node();
  NodePtr same();
  NodePtr overlaid_cases(NodeKind kind, std::string_view keyword);
  NodePtr part();
  NodePtr drop();
  NodePtr label();
  NodePtr type();
  NodePtr types();
  NodePtr params();
  NodePtr names();
  NodePtr prose(NodeKind kind);
  NodePtr topic();
  bool name_list(Node& node, std::string_view what);
  bool optional_name_and_colon(Node& node);
  /// How many tokens of `supplied "why":` begin here; 0: it does not stand here.
  uint32_t supplied_tokens() const;
  bool try_supplied(Node& node);  // takes it as a child where it stands; whether all is well

  // ---- parser_data.cpp
  NodePtr kind_decl();
  NodePtr box_or_place(NodeKind kind);
  NodePtr measure_decl();
  NodePtr given_or_state(NodeKind kind);
  NodePtr option_decl();
  NodePtr reading_decl();
  NodePtr table_decl();
  void table_rows(Node& parent);
  bool grid_opens() const;
  NodePtr grid(uint32_t owner);
  NodePtr keys();
  NodePtr key();

  // ---- parser_definitions.cpp
  NodePtr define_decl();
  bool at_list() const;
  NodePtr list();
  NodePtr entry();
  NodePtr field_decl();
  bool hexes_where(Node& node, bool two);
  NodePtr exception_decl(NodeKind kind, std::string_view order);
  NodePtr waive_decl();
  bool names_claim() const;
  NodePtr remove_decl();
  NodePtr extend_decl();
  void extend_line(Node& parent);
  bool name_or_label(Node& node);

  // ---- parser_actions.cpp
  NodePtr action_decl();
  NodePtr action_param();
  void clauses(Node& parent);
  bool at_clause() const;
  NodePtr clause();
  NodePtr effect_decl();
  NodePtr effect_list();
  NodePtr effect_entry();

  // ---- parser_claims.cpp
  NodePtr claim_decl();
  void claim_lines(Node& parent);
  NodePtr claim_with();
  NodePtr claim_line();
  NodePtr claim_expect();
  NodePtr choice_text();
  NodePtr invariant_decl();
  NodePtr view_decl();
  NodePtr view_body();
  NodePtr procedure_decl();
  NodePtr whenever_decl();

  // ---- parser_statements.cpp. `begins_line`: it is the first statement of its line, so parts may stand
  // under it.
  NodePtr block(uint32_t owner, bool begins_line = false);
  void statement_line(Node& parent);
  NodePtr statement(bool begins_line);
  NodePtr plain_statement(bool begins_line);
  NodePtr if_stmt(bool begins_line);
  NodePtr match_stmt();
  NodePtr for_stmt();
  NodePtr repeat(bool begins_line);
  NodePtr choose(bool begins_line);
  NodePtr alternative();
  NodePtr alternative_arg();
  NodePtr or_else(uint32_t owner, bool begins_line);
  NodePtr roll();
  NodePtr draw(bool begins_line);
  NodePtr end_game();
  NodePtr assign_or_call();

  // ---- parser_expressions.cpp, from loosest to tightest; parser_operands.cpp
  NodePtr expression();
  NodePtr on_one_line(const std::function<NodePtr()>& read);
  NodePtr disjunction();
  NodePtr conjunction();
  NodePtr negation();
  NodePtr comparison();
  NodePtr is_test(NodePtr left);
  NodePtr sum();
  NodePtr converted();
  NodePtr product();
  NodePtr signed_operand();
  NodePtr indexed();
  NodePtr operand();
  NodePtr binary(NodePtr left, NodePtr (Parser::*right)());
  NodePtr args();
  NodePtr name_or_call();
  NodePtr if_expr();
  NodePtr match_expr();
  NodePtr let_expr();
  NodePtr quantifier();
  NodePtr binder();
  bool at_binder(uint32_t ahead = 0) const;
  NodePtr count();
  NodePtr total();
  NodePtr extreme();
  NodePtr braces();
  NodePtr legal();
  NodePtr before();
  NodePtr odds();

  SyntaxTree& tree_;
  std::vector<LexicalError> lexical_;
  Diagnostics& diagnostics_;
  uint32_t at_ = 0;
  uint32_t first_ = UINT32_MAX;  // where the current item began: never its end, whatever its column
  uint32_t limit_ = 0;
  uint32_t brackets_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  bool muted_ = false;        // trying a reading: nothing is reported
  bool muted_error_ = false;  // something would have been
  bool one_line_ = false;     // outside brackets the line's end is the end
  bool in_ends_ = false;      // `in` belongs to an enclosing `let`
  bool comma_ends_ = false;   // a comma belongs to an enclosing list of parameters
  uint32_t misplaced_column_ = 0;
  std::vector<std::pair<uint32_t, TokenKind>> marked_words_;

  /// Counts nesting while it lives.
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Parser& parser_;
  };
};

}  // namespace casebook::language
