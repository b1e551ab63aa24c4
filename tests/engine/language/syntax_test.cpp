// SPDX-License-Identifier: Apache-2.0
// The lossless tree: everything that is documented parses, every text prints back to itself, and what the
// grammar says about binding and layout holds.
#include "engine/language/syntax/syntax.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/limits.h"
#include "engine/language/syntax/format.h"
#include "engine/language/syntax/lexer.h"
#include "tests/engine/language/samples.h"

namespace casebook::language {
namespace {

using testing::documented_samples;
using testing::Sample;

std::unique_ptr<SyntaxTree> read(const std::string& text) {
  Diagnostics diagnostics;
  return parse("test.rules", text, diagnostics);
}

/// An expression with a bracket around whatever binds.
std::string grouped(const SyntaxTree& tree, const Node& node) {
  std::string out;
  for (const Child& child : node.children) {
    if (!out.empty()) out += ' ';
    out += child.node ? grouped(tree, *child.node) : std::string(tree.token_text(child.token));
  }
  return node.children.size() > 1 ? "(" + out + ")" : out;
}

std::string grouped(const std::string& expression) {
  Diagnostics diagnostics;
  const auto tree = parse_expression("test", expression, diagnostics);
  if (diagnostics.has_errors()) return diagnostics_text(diagnostics);
  return grouped(*tree, *tree->child_nodes(*tree->root).at(0));
}

TEST(Syntax, every_documented_text_parses_without_errors) {
  ASSERT_GT(documented_samples().size(), 20u);
  for (const Sample& sample : documented_samples()) {
    Diagnostics diagnostics;
    const auto tree = parse(sample.name, sample.text, diagnostics);
    EXPECT_EQ(diagnostics_text(diagnostics), "") << sample.name;
    EXPECT_FALSE(tree->root->broken) << sample.name;
  }
}

TEST(Syntax, every_documented_text_prints_back) {
  for (const Sample& sample : documented_samples()) {
    EXPECT_EQ(print(*read(sample.text)), sample.text);
  }
}

TEST(Syntax, operators_bind_as_the_reference_says) {
  EXPECT_EQ(grouped("a or b and not c = d"), "(a or (b and (not (c = d))))");
  EXPECT_EQ(grouped("a implies b implies c or d"), "(a implies (b implies (c or d)))");
  EXPECT_EQ(grouped("a - b - c * d"), "((a - b) - (c * d))");
  EXPECT_EQ(grouped("-a * b"), "((- a) * b)");
  EXPECT_EQ(grouped("a * 2/3 rounded down + b"), "((((a * 2) / 3) rounded down) + b)");
  EXPECT_EQ(grouped("a rounded up to 1/2 as points"), "((a rounded up to (1 / 2)) as points)");
  EXPECT_EQ(grouped("a - b / 2 as points"), "(a - ((b / 2) as points))");
  EXPECT_EQ(grouped("x in S and y in 1 .. n + 1"), "((x in S) and (y in 1 .. (n + 1)))");
  EXPECT_EQ(grouped("S - T is not empty or S within T & U"),
            "(((S - T) is not empty) or (S within (T & U)))");
  EXPECT_EQ(grouped("f[g][h] * 2"), "(((f [ g ]) [ h ]) * 2)");
}

TEST(Syntax, what_binds_names_reaches_to_the_right) {
  EXPECT_EQ(grouped("a and exists x in S: b or c"), "(a and (exists (x in S) : (b or c)))");
  EXPECT_EQ(grouped("no x in S on h + g and b"), "((no (x in S on (h + g))) and b)");
  EXPECT_EQ(grouped("count x in S on h <= 2"), "((count (x in S on h)) <= 2)");
  EXPECT_EQ(grouped("count S + 1"), "((count S) + 1)");
  EXPECT_EQ(grouped("count x in S where a or b"), "(count (x in S where (a or b)))");
  EXPECT_EQ(grouped("total f over y in lost >= owed"), "((total f over (y in lost)) >= owed)");
  EXPECT_EQ(grouped("least a + b over x in S where c or else d + 1"),
            "(least (a + b) over (x in S where c) or else (d + 1))");
  EXPECT_EQ(grouped("1 + if a then b else c + d"), "(1 + (if a then b else (c + d)))");
  EXPECT_EQ(grouped("let x = a in (b in c)"), "(let x = a in (( (b in c) )))");
  EXPECT_EQ(grouped("all a in A, b in B: c"), "(all (a in A) , (b in B) : c)");
  EXPECT_EQ(grouped("{x in S where a with least b}"), "({ (x in S where a) with least b })");
  EXPECT_EQ(grouped("if place(u) is hex g then g else no"), "(if (place (( u ))) is hex g then g else no)");
  EXPECT_EQ(grouped("from + to * step"), "(from + (to * step))");
}

TEST(Syntax, a_domain_of_an_action_leaves_the_next_parameter_alone) {
  const auto tree =
      read("case 1.1\n  action a(u in S where exists x in T, v in U where (no y in V, w in W))\n");
  ASSERT_TRUE(tree->sound);
  const Node& action = *tree->child(*tree->child_nodes(*tree->root)[0], NodeKind::action_decl);
  EXPECT_EQ(tree->children(action, NodeKind::action_param).size(), 2u);
}

TEST(Syntax, words_are_names_where_the_grammar_does_not_ask_for_them) {
  const auto tree = read(
      "case 1.1\n"
      "  define place(to: hex, from: path, by: set) -> step = reach(path, first, by)\n"
      "  procedure combat(by: side)\n"
      "    choose by by\n"
      "      draft(state = first)\n"
      "    state\n"
      "    remove(each)\n");
  EXPECT_TRUE(tree->sound);
}

TEST(Syntax, else_stands_under_its_if) {
  const auto statements = [](const std::string& body) {
    const auto tree = read(testing::in_procedure(body));
    EXPECT_TRUE(tree->sound) << body;
    const Node& procedure = *tree->child(*tree->child_nodes(*tree->root)[0], NodeKind::procedure_decl);
    std::string out;
    for (const Node* child : tree->child_nodes(*tree->child(procedure, NodeKind::block))) {
      out += (out.empty() ? "" : " ; ") + grouped(*tree, *child);
    }
    return out;
  };
  EXPECT_EQ(statements("if a then\n  if b then\n    x\n  else\n    y\nelse\n  z"),
            "(if a then (if b then x else y) else z)");
  EXPECT_EQ(statements("if a then\n  if b then\n    x\nelse\n  z"), "(if a then (if b then x) else z)");
  EXPECT_EQ(statements("if a then if b then x else y"), "(if a then (if b then x else y))");
  EXPECT_EQ(statements("if a then if b then x\nelse z"), "(if a then (if b then x) else z)");
  EXPECT_EQ(statements("if a then x\n  else z\nw"), "(if a then x else z) ; w");
  EXPECT_EQ(statements("if a then\n    x\n  else\n    z"), "(if a then x else z)");
  EXPECT_EQ(statements("if a then\n  x\nelse if b then\n  y\nelse\n  z"),
            "(if a then x else (if b then y else z))");
  EXPECT_EQ(statements("4.1 if a then x\nelse y"), "(4.1 (if a then x else y))");
  EXPECT_EQ(statements("repeat\n  repeat\n    x\n  until a\nuntil b"), "(repeat (repeat x until a) until b)");
  EXPECT_EQ(
      statements("choose by a\n  b() then\n    draw c from d\n    or else\n      stop\nor else\n  stop"),
      "(choose by a (b ( ) then (draw c from d (or else stop))) (or else stop))");
  EXPECT_EQ(statements("for all x in S do a; b\nc"), "(for all (x in S) do (a ; b)) ; c");
}

TEST(Syntax, choices_are_kept_raw) {
  const auto tree = read(
      "case 1.1\n  claim \"a\"\n    expect refused attack(3rd Br. by night, {A, B'}, 0101-0102) by 4.3(1)\n");
  ASSERT_TRUE(tree->sound);
  const Node& claim = *tree->child(*tree->child_nodes(*tree->root)[0], NodeKind::claim_decl);
  const Node& expect = *tree->child(claim, NodeKind::claim_expect);
  EXPECT_EQ(tree->node_text(*tree->child(expect, NodeKind::choice_text)),
            "attack(3rd Br. by night, {A, B'}, 0101-0102)");
  EXPECT_EQ(tree->node_text(*tree->child(expect, NodeKind::label)), "4.3(1)");
}

TEST(Syntax, nodes_are_read_by_their_parts) {
  const auto tree =
      read("case 4.2, 4.3 \"A \\\"b\\\" \\\\\"\n  kind side = white, black\n  summary \"a\" \"b\"\n");
  const Node& block = *tree->child(*tree->root, NodeKind::case_block);
  EXPECT_EQ(tree->string_value(block), "A \"b\" \\");
  EXPECT_EQ(tree->children(block, NodeKind::label).size(), 2u);
  EXPECT_EQ(tree->child(block, NodeKind::label, 2), nullptr);
  const Node& kind = *tree->child(block, NodeKind::kind_decl);
  EXPECT_EQ(tree->token_text(tree->token(kind, TokenKind::name)), "side");
  EXPECT_EQ(tree->token_text(tree->token(kind, TokenKind::name, 2)), "black");
  EXPECT_EQ(tree->token(kind, TokenKind::name, 3), SyntaxTree::npos);
  EXPECT_TRUE(tree->has_word(kind, "="));
  EXPECT_FALSE(tree->has_word(kind, "white"));
  EXPECT_EQ(tree->string_value(*tree->child(block, NodeKind::summary)), "ab");
  const SourceRange range = tree->range(kind);
  EXPECT_EQ(range.begin, (TextPosition{2, 3}));
  EXPECT_EQ(range.end, (TextPosition{2, 27}));
}

TEST(Syntax, a_section_alone_gives_the_same_nodes) {
  for (const Sample& sample : documented_samples()) {
    const auto tree = read(sample.text);
    std::string joined = "file\n";
    for (const Node* top : tree->child_nodes(*tree->root)) {
      // From this head to the next, as an editor would cut it.
      const size_t begin = tree->tokens[top->first_token].begin;
      const size_t end = tree->tokens[top->end_token].begin;
      const auto alone = read(sample.text.substr(begin, end - begin));
      EXPECT_TRUE(alone->sound) << sample.name;
      joined += dump(*alone).substr(5);
    }
    EXPECT_EQ(joined, dump(*tree)) << sample.name;
  }
}

TEST(Syntax, a_byte_order_mark_and_crlf_change_nothing) {
  for (const Sample& sample : documented_samples()) {
    std::string other = "\xEF\xBB\xBF";
    for (const char c : sample.text) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const auto tree = read(other);
    EXPECT_TRUE(tree->sound) << sample.name;
    EXPECT_EQ(print(*tree), other);
    EXPECT_EQ(dump(*tree), dump(*read(sample.text)));
    EXPECT_EQ(format(*tree), format(*read(sample.text)));
  }
}

TEST(Syntax, an_expression_alone) {
  Diagnostics diagnostics;
  const auto tree = parse_expression("ask", "count u in unit\nwhere place(u) = 0512", diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(tree->child_nodes(*tree->root).at(0)->kind, NodeKind::count);
  for (const char* wrong : {"", "a b", "(a", "x :=", "case 4.2", "a\ncase 4.2", "a b\ncase 4.2\n"}) {
    Diagnostics found;
    const auto broken = parse_expression("ask", wrong, found);
    EXPECT_EQ(found.all().size(), 1u) << wrong;
    EXPECT_EQ(print(*broken), wrong);
  }
}

// ---- whatever the text

uint16_t height_of(const Node& node) {
  uint16_t height = 0;
  for (const Child& child : node.children) {
    if (child.node) height = std::max(height, height_of(*child.node));
  }
  return static_cast<uint16_t>(height + 1);
}

/// What must hold of any text.
bool holds(const std::string& text) {
  Diagnostics diagnostics;
  const auto tree = parse("any", text, diagnostics);
  if (print(*tree) != text) return false;
  if (tree->sound != diagnostics.empty()) return false;
  if (tree->sound && tree->root->broken) return false;
  // One error an item, and an item begins a line; a line may besides stand in the wrong column, or hold a bad
  // string.
  const auto lines = static_cast<size_t>(std::count_if(tree->tokens.begin(), tree->tokens.end(),
                                                       [](const Token& t) { return t.first_on_line; }));
  if (diagnostics.error_count() > 2 * lines + lex(text).errors.size() + 1) return false;
  if (height_of(*tree->root) != tree->root->height || tree->root->height > limits::syntax_height)
    return false;
  const auto visit = [&](const auto& self, const Node& node) -> bool {
    uint32_t at = node.first_token;
    for (const Child& child : node.children) {
      const uint32_t begin = child.node ? child.node->first_token : child.token;
      if (begin != at) return false;  // tokens in order, none missing, none twice
      at = child.node ? child.node->end_token : child.token + 1;
      if (child.node && child.node->broken && !node.broken) return false;
      if (child.node && !self(self, *child.node)) return false;
    }
    return at == node.end_token;
  };
  if (!visit(visit, *tree->root)) return false;
  if (!tree->sound) return format(*tree) == text;
  const std::string once = format_unchecked(*tree);
  const auto again = read(once);
  return again->sound && dump(*again) == dump(*tree) && format_unchecked(*again) == once;
}

const std::string& any_sample() {
  return documented_samples()[*rc::gen::inRange<size_t>(0, documented_samples().size())].text;
}

RC_GTEST_PROP(AnyText, without_some_tokens_prints_back, ()) {
  const std::string& text = any_sample();
  const auto tree = read(text);
  std::string cut;
  size_t kept = 0;
  for (int n = *rc::gen::inRange(1, 6); n > 0; --n) {
    const Token& t = tree->tokens[*rc::gen::inRange<size_t>(0, tree->tokens.size())];
    if (t.begin < kept) continue;
    cut += text.substr(kept, t.begin - kept);
    kept = t.end;
  }
  RC_ASSERT(holds(cut + text.substr(kept)));
}

RC_GTEST_PROP(AnyText, with_tokens_from_elsewhere_prints_back, ()) {
  std::string text = any_sample();
  const auto other = read(any_sample());
  for (int n = *rc::gen::inRange(1, 6); n > 0; --n) {
    const auto token = *rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(other->tokens.size()));
    const size_t at = *rc::gen::inRange<size_t>(0, text.size() + 1);
    const std::string glue = *rc::gen::element<std::string>("", " ", "\n", "\n  ", "\n    ");
    text.insert(at, glue + std::string(other->token_text(token)) + glue);
  }
  RC_ASSERT(holds(text));
}

RC_GTEST_PROP(AnyText, with_garbage_bytes_prints_back, ()) {
  std::string text = any_sample();
  for (int n = *rc::gen::inRange(1, 8); n > 0; --n) {
    const size_t at = *rc::gen::inRange<size_t>(0, text.size());
    text[at] = static_cast<char>(*rc::gen::inRange(0, 256));
  }
  RC_ASSERT(holds(text));
}

RC_GTEST_PROP(AnyText, with_other_indentation_prints_back, ()) {
  std::string text;
  for (const char c : any_sample()) {
    text += c;
    if (c == '\n') text.append(*rc::gen::weightedElement<size_t>({{8, 0}, {1, 1}, {1, 2}, {1, 7}}), ' ');
  }
  RC_ASSERT(holds(text));
}

RC_GTEST_PROP(AnyText, of_any_bytes_prints_back, (const std::string& text)) {
  RC_ASSERT(holds(text));
}

TEST(AnyText, of_the_kept_corpus_prints_back) {
  size_t files = 0;
  const auto folder = std::filesystem::path(CASEBOOK_SOURCE_DIR) / "tests/fuzz/corpus/parser";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    EXPECT_TRUE(holds(text.str())) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 10u);
}

TEST(AnyText, deep_and_long_texts_end) {
  const auto repeated = [](size_t times, const std::string& what) {
    std::string out;
    for (size_t i = 0; i < times; ++i) out += what;
    return out;
  };
  for (const std::string what : {"(",
                                 "f(",
                                 "{",
                                 "[",
                                 "not ",
                                 "- ",
                                 "if ",
                                 "if a then ",
                                 "let x = ",
                                 "a implies ",
                                 "exists x in ",
                                 "a + ",
                                 "a or ",
                                 "a[0]",
                                 "a rounded up ",
                                 "match ",
                                 "least ",
                                 "count ",
                                 "x in S where ",
                                 "a = "}) {
    for (const size_t times : {size_t{70}, size_t{20'000}}) {
      const std::string text = "case 1.1\n  define f -> n = " + repeated(times, what) + "\n";
      EXPECT_TRUE(holds(text)) << what << times;
    }
  }
  std::string nested = "case 1.1\n  procedure p\n";
  for (size_t i = 0; i < 500; ++i) nested += std::string(4 + i, ' ') + "repeat\n";
  EXPECT_TRUE(holds(nested));
  nested = "case 1.1\n  define f -> n = most of\n";
  for (size_t i = 0; i < 500; ++i) nested += std::string(4 + i, ' ') + "1.1 most of\n";
  EXPECT_TRUE(holds(nested));
  EXPECT_TRUE(holds("case 1.1\n  procedure p\n    " + repeated(20'000, "if a then ")));
  EXPECT_TRUE(holds(repeated(20'000, "case 1.1\n")));
  EXPECT_TRUE(holds(repeated(20'000, "\n ") + "\""));
  EXPECT_TRUE(holds("case 1.1\n  extend a\n    1.1 " + repeated(20'000, "(")));
}

TEST(AnyText, a_long_sum_has_room) {
  std::string sum = "1";
  for (int i = 0; i < 750; ++i) sum += " + 1";
  EXPECT_TRUE(read(testing::in_define(sum))->sound);
  for (int i = 0; i < 200; ++i) sum += " + 1";
  Diagnostics diagnostics;
  parse("long", testing::in_define(sum), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, "E0108");
}

}  // namespace
}  // namespace casebook::language
