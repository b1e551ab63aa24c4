// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lossless syntax tree of one rules file.
//
// `parse` never fails: it returns a tree that prints back to the same bytes, and diagnostics. A tree is a
// vector of tokens, each with the blanks and comments before it, and of nodes that cover runs of tokens.
// Later stages read nodes by kind and role; only the parser looks at layout. The grammar is
// docs/language/reference.md. Below, each kind lists its children in order:
//
//   'x'                            a token with that text
//   NAME, NUMBER, STRING, LABEL    a token of that class
//   K                              a child node of that kind
//   E, S                           any expression, any statement
//   K*, K?                         any number, at most one
//
// Commas, brackets and `;` are token children too. A word of the grammar has the class `keyword`, also
// where it could be a name elsewhere (`from`, `step`, `path`); the parser marks it when it reads it in that
// role.
//
// Tokens that could not be read stand in an `error` node in their place. A node is `broken` when it or a
// node below it contains such tokens or was cut short. Only a broken node may lack children listed here. No
// node is higher than limits::syntax_height, so recursion over a tree is safe.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"

namespace casebook::language {

enum class TokenKind : uint8_t { name, keyword, number, string, label, symbol, unknown, end_of_file };

struct Token {
  TokenKind kind = TokenKind::unknown;
  uint32_t trivia_begin = 0;  // byte offset of the blanks and comments before the token
  uint32_t begin = 0;         // byte offset of the token itself
  uint32_t end = 0;           // one past its last byte
  uint32_t line = 1;          // 1-based
  uint32_t column = 1;        // 1-based, in code points
  bool first_on_line = false;
};

/// For the formatter: a token that begins an item of a block, or a part (`else`, `until`, `or else`) under
/// one.
struct LayoutItem {
  uint32_t token = 0;
  uint32_t owner =
      UINT32_MAX;      // first token of the construct that has the block; UINT32_MAX at the level of the file
  bool deeper = true;  // an item stands one step deeper than the line of its owner, a part level with it
};

// clang-format off
#define CASEBOOK_NODE_KINDS(X)                                                                                        \
  X(file)            /* (edition_head | section | case_block | overlay lines)* */                                      \
  X(error)           /* tokens that could not be read */                                                               \
  X(edition_head)    /* 'edition' NAME STRING? ('extends' NAME)? */                                                    \
  X(section)         /* 'section' NUMBER STRING */                                                                     \
  X(case_block)      /* 'case' label (',' label)* STRING? (restates|replaces)? member* */                              \
  X(label)           /* LABEL 'procedure'? | ('chart' | 'counters' | 'unwritten') STRING */                             \
  X(restates)        /* 'restates' label (':' part (',' part)*)? (',' ...)* : the parts are of the label before them */ \
  X(replaces)        /* 'replaces' label (':' part (',' part)*)? (',' ...)* */                                         \
  X(part)            /* NAME ('.' (NAME|label))? */                                                                    \
  X(same)            /* 'same' ('others' | label (',' label)*) */                                                      \
  X(drop)            /* 'drop' label STRING */                                                                         \
  /* ---- members of a case ---- */                                                                                    \
  X(summary)         /* 'summary' STRING+ */                                                                           \
  X(explanatory)     /* 'explanatory' STRING+ */                                                                       \
  X(silent)          /* 'silent' STRING+ */                                                                            \
  X(topic)           /* 'topic' NAME (',' NAME)* */                                                                    \
  X(supplied)        /* 'supplied' STRING+ ':'   the first child of what is marked; after `else` of an if_stmt or or_else */ \
  X(kind_decl)       /* 'kind' NAME ('=' NAME (',' NAME)* | 'on' 'map')? */                                            \
  X(box_decl)        /* 'box' NAME (',' NAME)* */                                                                      \
  X(measure_decl)    /* 'measure' NAME ('by' E)? 'from' E 'to' E ('or' 'never')? */                                    \
  X(place_decl)      /* 'place' NAME (',' NAME)* */                                                                    \
  X(given_decl)      /* 'given' NAME types? ':' type ('=' E)? */                                                       \
  X(state_decl)      /* 'state' NAME types? ':' type ('=' E)?      also the first statements of a procedure */         \
  X(types)           /* '(' type (',' type)* ')' */                                                                    \
  X(type)            /* NAME | 'location' | 'path' | 'set' 'of' NAME | NAME 'or' 'none' */                             \
  X(option_decl)     /* 'option' NAME STRING ('needs' NAME (',' NAME)*)? ('excludes' NAME (',' NAME)*)? */             \
  X(reading_decl)    /* 'reading' NAME STRING reading_value+ 'default' NAME */                                         \
  X(reading_value)   /* NAME STRING+ */                                                                                \
  X(table_decl)      /* 'table' NAME types '->' type (table_row* | grid) */                                            \
  X(table_row)       /* key (',' key)* ':' (E | 'silent') */                                                           \
  X(grid)            /* grid_head grid_row* */                                                                         \
  X(grid_head)       /* NAME ('|' keys)* */                                                                            \
  X(grid_row)        /* keys ('|' (E | 'silent'))* */                                                                  \
  X(keys)            /* key (',' key)* */                                                                              \
  X(key)             /* E | E '..' E | 'up' 'to' E | E 'and' 'more' | 'others' */                                      \
  X(define_decl)     /* 'define' NAME params? '->' type '=' (E | list) */                                              \
  X(params)          /* '(' (param (',' param)*)? ')' */                                                               \
  X(param)           /* NAME ':' type */                                                                               \
  X(list)            /* ('all'|'any'|'first'|'sum'|'most'|'least') 'of' ('within' E '..' E)? entry* */                 \
  X(entry)           /* supplied? label (NAME? ':')? (E | list) ('per' binder)? ('when' E)? */                                   \
  X(field_decl)      /* 'field' NAME params? 'over' NAME ('->' type)? '=' (reach | least_cost) */                      \
  X(reach)           /* 'reach' 'to' NAME 'where' E ('through' NAME 'where' E)? ('across' NAME ',' NAME 'where' E)? */ \
  X(least_cost)      /* 'least' 'cost' 'to' NAME 'where' E ('through' NAME 'where' E)? 'step' NAME ',' NAME ':' E */   \
  X(effect_decl)     /* 'effect' NAME params? ('=' effect_list | 'do' block) */                                        \
  X(effect_list)     /* ('first'|'each') 'of' effect_entry* */                                                         \
  X(effect_entry)    /* supplied? label NAME? (':' S (';' S)* ('when' E)? | ('when' E)? 'do' block) */                           \
  X(action_decl)     /* 'action' NAME '(' action_param* ')' (require|ensure|best|do_block)* */                               \
  X(action_param)    /* NAME 'in' E ('..' E)? ('at' NAME)? ('where' E)?                                                \
                        | NAME ':' 'set' 'of' NAME 'in' E ('where' E)?                                                 \
                        | NAME ':' 'path' 'of' ('up' 'to')? E 'from' E */                                              \
  X(require)         /* supplied? ('each' NAME 'in' NAME)? 'require' label (NAME? ':')? E */                                     \
  X(ensure)          /* supplied? 'ensure' label (NAME? ':')? E */                                                               \
  X(best)            /* supplied? 'best' label (NAME? ':')? ('least'|'most') E */                                                \
  X(do_block)        /* 'do' block */                                                                                  \
  X(procedure_decl)  /* 'procedure' NAME params? block */                                                              \
  X(whenever_decl)   /* supplied? 'whenever' NAME '(' binder ')' 'when' E 'by' E ('first' E)? block */                           \
  X(except_decl)     /* supplied? 'except' NAME names? 'when' E 'then' E ('over' label)? */                                      \
  X(adjust_decl)     /* supplied? 'adjust' NAME names? 'when' E 'then' E ('after' label)? */                                     \
  X(waive_decl)      /* supplied? 'waive' NAME names? '.' (NAME|label) 'when' E */                                               \
  X(names)           /* '(' NAME (',' NAME)* ')' */                                                                    \
  X(extend_decl)     /* 'extend' (NAME ('before' (NAME|label))? (entry | effect_entry | require | ensure | best)* | 'claim' STRING claim_with)                                \
                        what reads both ways, as in `4.1 f(x)`, is an entry */                                         \
  X(remove_decl)     /* 'remove' (NAME '.' (NAME|label) | 'claim' STRING) */                                                              \
  X(claim_decl)      /* 'claim' STRING? claim_with? claim_disputed? (claim_at|claim_given|claim_play|claim_roll|claim_expect)* */ \
  X(claim_with)      /* 'with' claim_setting (',' claim_setting)* */                                                   \
  X(claim_setting)   /* 'not'? NAME | NAME '=' NAME */                                                                 \
  X(claim_disputed)  /* 'disputed' STRING+ */                                                                          \
  X(claim_at)        /* 'at' NAME args? */                                                                             \
  X(claim_given)     /* 'given' (E '=' E | 'others' ('absent'|'as' 'set' 'up')) (',' ...)* : children claim_fill */    \
  X(claim_fill)      /* E '=' E | 'others' 'absent' | 'others' 'as' 'set' 'up' */                                      \
  X(claim_play)      /* 'play' choice_text */                                                                          \
  X(claim_roll)      /* 'roll' NUMBER (',' NUMBER)* | 'draw' choice_text */                                            \
  X(claim_expect)    /* 'expect' (E | 'permitted' choice_text | 'refused' choice_text ('by' label)? | ('won'|'choice') 'by' E | 'drawn') */ \
  X(choice_text)     /* the raw tokens of a choice, to the end of the line or `by` outside brackets */                 \
  X(invariant_decl)  /* 'invariant' NAME ('at' 'every' ('choice'|'step') | 'in' NAME | 'at' 'end' 'of' NAME)? ':' E */ \
  X(view_decl)       /* 'view' NAME params? STRING '=' view_hexes|view_number|view_path|view_items|view_repeated|view_score */ \
  X(view_hexes)      /* 'hexes' E */                                                                                   \
  X(view_number)     /* 'number' 'over' NAME ':' E */                                                                  \
  X(view_path)       /* 'path' E 'from' E */                                                                           \
  X(view_items)      /* 'items' NAME args */                                                                           \
  X(view_repeated)   /* 'repeated' NAME '(' NAME ')' 'spending' E */                                                   \
  X(view_score)      /* 'score' E */                                                                                   \
  /* ---- statements ---- */                                                                                           \
  X(block)           /* S*   (deeper lines, or one line of S (';' S)*) */                                              \
  X(labelled)        /* supplied? label? S   one of the two is there */                                                                                     \
  X(assign)          /* E (':=' | '+=' | '-=') E */                                                                    \
  X(let_stmt)        /* 'let' NAME '=' E */                                                                            \
  X(if_stmt)         /* 'if' E 'then' block ('else' supplied? block)? */                                                         \
  X(match_stmt)      /* 'match' E match_arm* */                                                                        \
  X(match_arm)       /* (E (',' E)* | 'others') ':' block  (in expressions: ':' E) */                                  \
  X(nothing)         /* 'nothing' */                                                                                   \
  X(call_stmt)       /* NAME args? */                                                                                  \
  X(for_all)         /* 'for' 'all' binder 'do' block */                                                               \
  X(for_each)        /* 'for' 'each' binder ('by' E)? 'do' block */                                                    \
  X(repeat)          /* 'repeat' ('at' 'most' E 'times')? ('decreasing' E)? block ('until' E)? */                      \
  X(stop)            /* 'stop' */                                                                                      \
  X(choose)          /* 'choose' 'by' E alternative* or_else? */                                                       \
  X(alternative)     /* supplied? label? NAME '(' (alternative_arg (',' alternative_arg)*)? ')' ('require' label E)* ('then' block)? */ \
  X(alternative_arg) /* NAME | '_' | NAME '=' E */                                                                     \
  X(or_else)         /* 'or' 'else' supplied? block */                                                                           \
  X(roll)            /* 'roll' NAME (',' NAME)* ':' type ('given' E)? */                                               \
  X(draw)            /* 'draw' NAME 'from' E or_else? */                                                               \
  X(attempt)         /* 'attempt' NAME args */                                                                         \
  X(undisturbed)     /* 'undisturbed' block */                                                                         \
  X(end_game)        /* 'end' 'game' ('won' 'by' E | 'drawn') */                                                       \
  /* ---- expressions ---- */                                                                                          \
  X(literal)         /* NUMBER | STRING+ | 'yes' | 'no' | 'none' | 'never' */                                          \
  X(name)            /* NAME */                                                                                        \
  X(call)            /* NAME args */                                                                                   \
  X(args)            /* '(' (E (',' E)*)? ')' */                                                                       \
  X(index)           /* E '[' E ']' */                                                                                 \
  X(legal)           /* 'legal' NAME args */                                                                           \
  X(before)          /* 'before' '(' E ')' */                                                                          \
  X(otherwise)       /* 'otherwise' */                                                                                 \
  X(paren)           /* '(' supplied? E ')' */                                                                                   \
  X(unary)           /* ('not' | '-' | '+') E */                                                                       \
  X(binary)          /* E op E   op: or and implies = != < <= > >= in within + - * / & */                              \
  X(in_range)        /* E 'in' E '..' E */                                                                             \
  X(is_empty)        /* E 'is' 'not'? 'empty' */                                                                       \
  X(if_expr)         /* 'if' E 'then' E 'else' E */                                                                    \
  X(if_hex)          /* 'if' E 'is' 'hex' NAME 'then' E 'else' E */                                                    \
  X(match_expr)      /* 'match' E match_arm* */                                                                        \
  X(let_expr)        /* 'let' NAME '=' E 'in' E */                                                                     \
  X(quantifier)      /* ('exists'|'all'|'no') binder (',' binder)* (':' E)? */                                         \
  X(binder)          /* NAME 'in' E ('..' E)? ('at' NAME | 'on' E)? ('where' E)? */                                    \
  X(count)           /* 'count' (binder | E) */                                                                        \
  X(total)           /* 'total' E 'over' binder */                                                                     \
  X(extreme)         /* ('least'|'most') E 'over' binder 'or' 'else' E */                                              \
  X(set_literal)     /* '{' (E (',' E)*)? '}' */                                                                       \
  X(filter)          /* '{' binder ('with' ('least'|'most') E)? '}' */                                                 \
  X(image)           /* '{' E 'of' binder '}' */                                                                       \
  X(rounded)         /* E 'rounded' ('up'|'down'|'nearest') ('to' E)? */                                               \
  X(as)              /* E 'as' NAME */                                                                                 \
  X(odds)            /* 'odds' '(' E ',' E ')' 'favouring' ('defender'|'attacker') 'or' 'else' E */
// clang-format on

enum class NodeKind : uint8_t {
#define CASEBOOK_ENUM(name) name,
  CASEBOOK_NODE_KINDS(CASEBOOK_ENUM)
#undef CASEBOOK_ENUM
};

/// The spelling of a node kind, as in dumps.
std::string_view node_kind_name(NodeKind kind);

struct Node;
using NodePtr = std::unique_ptr<Node>;

/// A child is a node or one token; `token` is its index in the tree's tokens.
struct Child {
  NodePtr node;        // null when the child is a token
  uint32_t token = 0;  // meaningful when node is null
};

struct Node {
  NodeKind kind = NodeKind::error;
  bool broken = false;       // holds unread tokens somewhere, or was cut short by an error
  uint16_t height = 1;       // nodes on the longest way down, this one included
  uint32_t first_token = 0;  // tokens [first_token, end_token) belong to the node and its children
  uint32_t end_token = 0;
  std::vector<Child> children;
};

/// One parsed file. Owns its text; tokens and nodes refer to it by offset.
class SyntaxTree {
 public:
  std::string file;  // the name shown in diagnostics
  std::string text;
  std::vector<Token> tokens;  // ends with one end_of_file token, whose trivia is what follows the last token
  NodePtr root;               // NodeKind::file
  bool sound = true;          // no error was found in the text
  std::vector<LayoutItem> layout;  // by token

  std::string_view token_text(uint32_t token) const;
  SourceRange range(const Node& node) const;
  SourceRange range_of_token(uint32_t token) const;

  // Reading a node. `n` counts children of that sort only; a null or npos answer means "not there".
  const Node* child(const Node& node, NodeKind kind, size_t n = 0) const;
  const Node* expression(const Node& node, size_t n = 0) const;  // n-th child that is an expression node
  std::vector<const Node*> children(const Node& node, NodeKind kind) const;
  std::vector<const Node*> child_nodes(const Node& node) const;
  static constexpr uint32_t npos = UINT32_MAX;
  uint32_t token(const Node& node, TokenKind kind, size_t n = 0) const;  // n-th direct token of that class
  bool has_word(const Node& node, std::string_view word) const;  // a direct keyword or symbol with that text
  // The direct STRING tokens of a node joined, without quotes and with escapes undone; empty if there are
  // none.
  std::string string_value(const Node& node) const;
  std::string string_value(uint32_t token) const;
  // The text a node covers, blanks and comments between tokens as one space; for messages.
  std::string node_text(const Node& node) const;
};

bool is_expression(NodeKind kind);
bool is_statement(NodeKind kind);

/// Reads a whole file. Limits: source 4 MiB, nesting 64 (E01xx).
std::unique_ptr<SyntaxTree> parse(std::string file, std::string text, Diagnostics& diagnostics);

/// Reads one expression (for `ask`): the root is a `file` with the expression as its only child. (One
/// section's text alone, for the editor, is read by `parse`: it gives the same nodes as within its file.)
std::unique_ptr<SyntaxTree> parse_expression(std::string file, std::string text, Diagnostics& diagnostics);

/// The text again, byte by byte (from tokens and trivia, not from `text`; a test compares).
std::string print(const SyntaxTree& tree);

/// An indented listing of nodes and tokens, for looking at.
std::string dump(const SyntaxTree& tree);

}  // namespace casebook::language
