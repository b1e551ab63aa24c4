// SPDX-License-Identifier: Apache-2.0
// Every construct of the grammar: accepted, refused with the reason at the right place, and recovered from.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/base/diagnostic_text.h"
#include "engine/language/syntax/format.h"
#include "engine/language/syntax/syntax.h"
#include "tests/engine/language/samples.h"

namespace casebook::language {
namespace {

using testing::Construct;
using testing::constructs;
using testing::whole;

void kinds_of(const Node& node, std::set<std::string>& kinds) {
  kinds.emplace(node_kind_name(node.kind));
  for (const Child& child : node.children) {
    if (child.node) kinds_of(*child.node, kinds);
  }
}

std::set<std::string> all_kinds() {
  std::set<std::string> kinds;
#define CASEBOOK_INSERT(name) kinds.insert(#name);
  CASEBOOK_NODE_KINDS(CASEBOOK_INSERT)
#undef CASEBOOK_INSERT
  kinds.erase("error");
  return kinds;
}

TEST(Constructs, each_node_kind_has_a_text_that_is_right_and_one_that_is_not) {
  std::set<std::string> without = all_kinds();
  for (const Construct& construct : constructs()) {
    EXPECT_TRUE(all_kinds().contains(construct.kind)) << construct.kind << " is no node kind";
    without.erase(construct.kind);
  }
  EXPECT_EQ(without, std::set<std::string>()) << "node kinds without a sample";
}

TEST(Constructs, what_is_right_is_accepted) {
  for (const Construct& construct : constructs()) {
    const std::string text = whole(construct, construct.good);
    Diagnostics diagnostics;
    const auto tree = parse("right", text, diagnostics);
    EXPECT_EQ(diagnostics_text(diagnostics), "") << construct.kind << "\n" << text;
    std::set<std::string> kinds;
    kinds_of(*tree->root, kinds);
    EXPECT_TRUE(kinds.contains(construct.kind)) << construct.kind << "\n" << dump(*tree);
    EXPECT_FALSE(kinds.contains("error")) << construct.kind;
    EXPECT_EQ(print(*tree), text);
  }
}

TEST(Constructs, what_is_right_can_be_formatted) {
  for (const Construct& construct : constructs()) {
    // Twice as deep, so that a formatter which gives up gives something else.
    std::string text = "\n";
    for (const char c : whole(construct, construct.good)) {
      if (c == ' ' && (text.back() == '\n' || text.back() == ' ')) text += ' ';
      text += c;
    }
    Diagnostics diagnostics;
    const auto tree = parse("right", text, diagnostics);
    ASSERT_TRUE(tree->sound) << text << diagnostics_text(diagnostics);
    const std::string once = format(*tree);
    EXPECT_NE(once, text) << construct.kind;
    const auto again = parse("right", once, diagnostics);
    EXPECT_EQ(dump(*again), dump(*tree)) << construct.kind;
    EXPECT_EQ(format(*again), once) << construct.kind;
  }
}

TEST(Constructs, what_is_wrong_is_refused_once_at_its_place_and_what_follows_is_read) {
  for (const Construct& construct : constructs()) {
    std::string text = whole(construct, construct.bad);
    const size_t at = text.find('@');
    ASSERT_NE(at, std::string::npos) << construct.kind;
    text.erase(at, 1);
    const auto line =
        static_cast<int>(1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
    const auto column = static_cast<int>(at - (text.rfind('\n', at == 0 ? 0 : at - 1) + 1) + 1);
    Diagnostics diagnostics;
    const auto tree = parse("wrong", text, diagnostics);
    const std::string shown = std::string(construct.kind) + "\n" + text + diagnostics_text(diagnostics);
    EXPECT_EQ(diagnostics.error_count(), 1u) << shown;
    if (diagnostics.empty()) continue;
    const Diagnostic& found = diagnostics.all()[0];
    EXPECT_EQ(found.code, construct.code) << shown;
    EXPECT_EQ(found.range.begin.line, line) << shown;
    EXPECT_EQ(found.range.begin.column, at == 0 ? 1 : column) << shown;
    EXPECT_NE((found.message + "\n" + found.expected + "\n" + found.suggestion).find(construct.says),
              std::string::npos)
        << shown;
    EXPECT_EQ(print(*tree), text);
    EXPECT_EQ(format(*tree), text);
    EXPECT_TRUE(tree->root->broken) << shown;
    // The case after it is whole.
    ASSERT_TRUE(tree->root->children.back().node) << shown;
    const Node& last = *tree->root->children.back().node;
    EXPECT_FALSE(last.broken) << shown << dump(*tree);
    const Node* box = tree->child(last, NodeKind::box_decl);
    EXPECT_NE(box, nullptr) << shown << dump(*tree);
    if (!box) continue;
    EXPECT_EQ(tree->token_text(tree->token(*box, TokenKind::name)), "after");
  }
}

}  // namespace
}  // namespace casebook::language
