// SPDX-License-Identifier: Apache-2.0
// Errors of text and syntax: each code with its place and reason, several in a file, none that only follow
// from another.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "engine/base/diagnostic_text.h"
#include "engine/base/limits.h"
#include "engine/language/syntax/syntax.h"
#include "engine/language/syntax/words.h"

namespace casebook::language {
namespace {

struct Found {
  std::unique_ptr<SyntaxTree> tree;
  Diagnostics diagnostics;
  std::vector<std::string> places() const {  // "E0101 2:5"
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics.all()) {
      out.push_back(d.code + " " + std::to_string(d.range.begin.line) + ":" +
                    std::to_string(d.range.begin.column));
    }
    return out;
  }
};

Found read(const std::string& text) {
  Found found;
  found.tree = parse("test.rules", text, found.diagnostics);
  EXPECT_EQ(print(*found.tree), text);
  EXPECT_EQ(found.tree->sound, found.diagnostics.empty());
  return found;
}

using Places = std::vector<std::string>;

struct Wrong {
  std::string text, place, says;
};

TEST(Recovery, each_code_has_its_place_and_reason) {
  const std::string nested =
      "case 1.1\n  define f -> number = " + std::string(65, '(') + "1" + std::string(65, ')') + "\n";
  const std::vector<Wrong> wrongs = {
      {"case 1.1\n  kind\n", "E0101 2:7", "this ends too early"},
      {"case 1.1\n  kind a = b,\n  kind c\n", "E0101 2:14", "stands deeper"},
      {"case 1.1\n  kind 4.2\n", "E0101 2:8", "the label 4.2"},
      {"case 1.1\n  define f -> n = 4.2\n", "E0101 2:19", "a label is never a value"},
      {"case 1.1\n  kind “a”\n", "E0102 2:8", "\"“\" is no part of the language"},
      {"case 1.1\n  kind \x01\n", "E0102 2:8", "control character"},
      {"case 1.1\n  summary \"\xFF\"\n", "E0102 2:12", "not UTF-8"},
      {std::string("case 1.1\n  kind a\0\n", 19), "E0102 2:9", "control character"},
      {"case 1.1\n  summary \"a\n  kind b\n", "E0103 2:11", "closing quotation mark"},
      {"case 1.1 One\"\n  kind b\n", "E0103 1:13", "opening quotation mark"},
      {"case 1.1\n\tkind a\n", "E0104 2:1", "tab"},
      {"case 1.1\n    kind a\n  kind b\n", "E0105 3:3",
       "column 3, but the lines of its block begin in column 5"},
      {"  case 1.1\n    kind b\n", "E0105 1:3", "column 1"},
      {"case 1.1\n  kind a = 2nd\n", "E0106 2:12", "\"2nd\" is neither a number nor a name"},
      {"case 1.1\n  summary \"a\\n\"\n", "E0106 2:13", "backslash"},
      {"case 1.1\n  kind count\n", "E0107 2:8", "\"count\" is a reserved word"},
      {"case 1.1\n  define f -> n = sum of\n    4.1 none: 1\n", "E0107 3:9", "\"none\" is a reserved word"},
      {nested, "E0108 2:88", "limit: 64"},
      {std::string(limits::source_bytes + 1, ' '), "E0109 1:1", "limit: 4194304"},
      {"case 1.1\n  defne f -> n = 1\n", "E0110 2:3", "\"defne\" does not begin a declaration"},
      {"cse 1.1\n", "E0110 1:1", "does not begin an edition, section or case"},
      {"case 1.1\n  procedure p\ncase 1.2\n", "E0111 2:14", "nothing stands"},
      {"case 1.1\nkind a\n", "E0112 2:1", "\"kind\" stands in no case"},
      {"case 1.1\n  define f -> bool = a < b < c\n", "E0113 2:28", "do not chain"},
      {"case 1.1\n  define f -> n = (1 + (2)\n", "E0114 2:19", "not closed"},
  };
  std::set<std::string> codes;
  for (const Wrong& wrong : wrongs) {
    const Found found = read(wrong.text);
    const std::string shown = wrong.text.substr(0, 200) + diagnostics_text(found.diagnostics);
    EXPECT_EQ(found.places(), Places{wrong.place}) << shown;
    if (found.diagnostics.empty()) continue;
    EXPECT_NE(found.diagnostics.all()[0].message.find(wrong.says), std::string::npos) << shown;
    codes.insert(found.diagnostics.all()[0].code);
  }
  for (int number = 101; number <= 114; ++number) {
    EXPECT_TRUE(codes.contains("E0" + std::to_string(number))) << "no test provokes E0" << number;
  }
}

TEST(Recovery, the_example_of_each_page_gives_its_code) {
  for (int number = 101; number <= 114; ++number) {
    const std::string code = "E0" + std::to_string(number);
    std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/docs/errors/" + code + ".md");
    ASSERT_TRUE(in) << code;
    std::ostringstream page;
    page << in.rdbuf();
    const std::string text = page.str();
    const size_t begin = text.find("\n```\n") + 5;
    const Found found = read(text.substr(begin, text.find("\n```\n", begin) + 1 - begin));
    if (code == "E0109") continue;  // nobody prints 4 MiB
    ASSERT_FALSE(found.diagnostics.empty()) << code;
    EXPECT_EQ(found.diagnostics.all()[0].code, code) << diagnostics_text(found.diagnostics);
    EXPECT_EQ(found.diagnostics.all().size(), 1u) << diagnostics_text(found.diagnostics);
  }
}

TEST(Recovery, the_page_of_E0107_lists_the_reserved_words) {
  std::ifstream in(std::string(CASEBOOK_SOURCE_DIR) + "/docs/errors/E0107.md");
  std::string listed, all;  // the words of the page's table, in its order
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| ")) continue;
    for (size_t from = line.find('`'); from != std::string::npos; from = line.find('`', from)) {
      const size_t to = line.find('`', from + 1);
      listed += " " + line.substr(from + 1, to - from - 1);
      from = to + 1;
    }
  }
  for (const std::string_view word : reserved_words()) all += " " + std::string(word);
  EXPECT_EQ(listed, all);
}

TEST(Recovery, a_misspelt_word_gets_the_right_one) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"sectoin 4 \"a\"\n", "section"},
      {"case 1.1\n  defne f -> n = 1\n", "define"},
      {"case 1.1\n  procedur p\n    stop\n", "procedure"},
      {"case 1.1\n  action a()\n    requre 4.1 b\n", "require"},
      {"case 1.1\n  claim \"a\"\n    expct b\n", "expect"},
      {"case 1.1\n  procedure p\n    undistrubed\n      stop\n", "undisturbed"},
      {"case 1.1\n  procedure p\n    rol d: d6\n", "roll"},
      {"case 1.1\n  define f -> n = a ronded down\n", "rounded"},
      {"case 1.1\n  define f -> n = if a tehn b else c\n", "then"},
      {"case 1.1\n  define f -> n = total a ovr x in S\n", "over"},
      {"case 1.1\n  measure a form 1 to 2\n", "from"},
      {"case 1\n", "1.0"},
  };
  for (const auto& [text, word] : words) {
    const Found found = read(text);
    ASSERT_EQ(found.diagnostics.all().size(), 1u) << text << diagnostics_text(found.diagnostics);
    EXPECT_EQ(found.diagnostics.all()[0].suggestion, word) << text << diagnostics_text(found.diagnostics);
  }
}

TEST(Recovery, every_item_with_an_error_gives_one_and_the_others_are_read) {
  const Found found = read(R"(edition 5
section "no number"
case 1.1
  kind a =
  kind b
  defne c -> n = 1
    when d
    and e
  define f(x y z: a b) -> n = 1
  procedure p
    stop now
    x := := 1
    if a then
      y := )
      z := 2
    else
      w = 3
    choose by
      go(
      come()
    or else
      stop
  action a(u inn S)
    require 4.1 (a
    require 4.2 b
    do
      x := 1 +
      y := 2
case 2 "two"
  table t(a) -> b
    1 2
    3: 4
)");
  EXPECT_EQ(found.places(),
            (Places{"E0101 1:9", "E0101 2:9", "E0101 4:11", "E0110 6:3", "E0101 9:14", "E0101 11:10",
                    "E0101 12:10", "E0101 14:12", "E0101 17:9", "E0101 18:14", "E0101 19:10", "E0101 23:14",
                    "E0114 24:17", "E0101 27:15", "E0101 29:6", "E0101 31:7"}))
      << diagnostics_text(found.diagnostics);
  // What is right among it is there, and unbroken.
  std::set<std::string> good;
  const auto visit = [&](const auto& self, const Node& node) -> void {
    if (!node.broken) good.insert(found.tree->node_text(node));
    for (const Node* child : found.tree->child_nodes(node)) self(self, *child);
  };
  visit(visit, *found.tree->root);
  for (const char* text : {"kind b", "z := 2", "require 4.2 b", "come()", "y := 2", "3: 4", "or else stop"}) {
    EXPECT_TRUE(good.contains(text)) << text;
  }
}

TEST(Recovery, one_fault_does_not_make_another) {
  // A bracket left open, a string left open, a tab in each line: one message each.
  EXPECT_EQ(read("case 1.1\n  define f -> n = g(a,\n  define h -> n = 1\n  box b\n").places(),
            (Places{"E0101 2:23"}));
  EXPECT_EQ(read("case 1.1\n  kind a = \"b\n  box b\n").places(), (Places{"E0103 2:12"}));
  EXPECT_EQ(read("case 1.1\n\tprocedure p\n\t\tstop\n\tbox b\n").places(), (Places{"E0104 2:1"}));
  EXPECT_EQ(read("case 1.1\nkind a\nkind b\nbox c\ncase 1.2\n  box d\n").places(), (Places{"E0112 2:1"}));
  EXPECT_EQ(read("  case 1.1\n    box a\n  case 1.2\n    box b\n").places(), (Places{"E0105 1:3"}));
  EXPECT_EQ(read("case 1.1\n    box a\n  box b\n  box c\n    box d\n").places(), (Places{"E0105 3:3"}));
}

TEST(Recovery, a_bracket_left_open_does_not_swallow_the_next_case) {
  const Found found = read("case 1.1\n  define f -> n = g(a,\ncase 1.2\n  box b\n");
  EXPECT_EQ(found.diagnostics.all().size(), 1u);
  const auto cases = found.tree->children(*found.tree->root, NodeKind::case_block);
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_FALSE(cases[1]->broken);
}

TEST(Recovery, errors_come_in_the_order_of_the_text) {
  const Found found = read("case 1.1\n  kind =\n  summary \"a\n  kind =\n\tkind b\n");
  EXPECT_EQ(found.places(), (Places{"E0101 2:8", "E0103 3:11", "E0101 4:8", "E0104 5:1"}));
}

TEST(Recovery, a_flood_of_errors_is_cut_and_counted) {
  std::string text = "case 1.1\n";
  for (int i = 0; i < 1000; ++i) text += "  kind =\n";
  const Found found = read(text);
  EXPECT_EQ(found.diagnostics.all().size(), limits::diagnostics);
  EXPECT_EQ(found.diagnostics.error_count(), 1000u);
}

}  // namespace
}  // namespace casebook::language
