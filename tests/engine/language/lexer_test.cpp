// SPDX-License-Identifier: Apache-2.0
// Text to tokens: what is a name, a number, a label, a string.
#include "engine/language/syntax/lexer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/language/syntax/words.h"

namespace casebook::language {
namespace {

/// "n:place s:( n:u s:)" with k keyword, # number, " string, L label, ? unknown.
std::string shape(std::string_view text) {
  std::string out;
  for (const Token& t : lex(text).tokens) {
    if (t.kind == TokenKind::end_of_file) break;
    static constexpr char marks[] = {'n', 'k', '#', '"', 'L', 's', '?'};
    out += (out.empty() ? "" : " ") + std::string(1, marks[static_cast<size_t>(t.kind)]) + ":" +
           std::string(text.substr(t.begin, t.end - t.begin));
  }
  return out;
}

TEST(Lexer, labels_are_told_from_numbers) {
  EXPECT_EQ(shape("4.2 10.0 8.6.6a 10.3.3.e 7.4.2(3) 5.2(b)(2)"),
            "L:4.2 L:10.0 L:8.6.6a L:10.3.3.e L:7.4.2(3) L:5.2(b)(2)");
  EXPECT_EQ(shape("4.2 (3)"), "L:4.2 s:( #:3 s:)");
  EXPECT_EQ(shape("4.2(a, b)"), "L:4.2 s:( n:a s:, n:b s:)");
  EXPECT_EQ(shape("4.2()"), "L:4.2 s:( s:)");
  EXPECT_EQ(shape("1..3"), "#:1 s:.. #:3");
  EXPECT_EQ(shape("1 .. 3"), "#:1 s:.. #:3");
  EXPECT_EQ(shape("0512-0612"), "#:0512 s:- #:0612");
  EXPECT_EQ(shape("4."), "#:4 s:.");
  EXPECT_EQ(shape("step.4.3"), "n:step s:. L:4.3");
  EXPECT_EQ(shape("2nd 3_a 1/2"), "?:2nd ?:3_a #:1 s:/ #:2");
}

TEST(Lexer, names_words_and_editions) {
  EXPECT_EQ(shape("_ _a9 Place place if If"), "n:_ n:_a9 n:Place n:place k:if n:If");
  EXPECT_EQ(shape("edition spi-1980 \"a\" extends dg-2-x -- dg-3"),
            "k:edition n:spi-1980 \":\"a\" n:extends n:dg-2-x");
  EXPECT_EQ(shape("edition a- b"), "k:edition n:a s:- n:b");
  EXPECT_EQ(shape("a-b"), "n:a s:- n:b");
}

TEST(Lexer, symbols_take_the_longest) {
  EXPECT_EQ(shape(":=+=-=->!=<=>=...:"), "s::= s:+= s:-= s:-> s:!= s:<= s:>= s:.. s:. s::");
  EXPECT_EQ(shape("a--b\n- -1"), "n:a s:- s:- #:1");
  EXPECT_EQ(shape("! @é#"), "?:! ?:@ ?:é ?:#");
}

TEST(Lexer, strings_end_on_their_line) {
  EXPECT_EQ(shape(R"("a \" -- \\" b)"), R"(":"a \" -- \\" n:b)");
  const std::string text = "\"a\r\nb";
  const Lexed lexed = lex(text);
  ASSERT_EQ(lexed.errors.size(), 1u);
  EXPECT_STREQ(lexed.errors[0].code, "E0103");
  EXPECT_EQ(shape(text), "\":\"a n:b");
}

TEST(Lexer, places_count_code_points) {
  const Lexed lexed = lex("\xEF\xBB\xBF\"äö\" a\r\n\n   b -- c\n\xC3 d");
  ASSERT_EQ(lexed.tokens.size(), 6u);
  const auto place = [&](size_t i) {
    const Token& t = lexed.tokens[i];
    return std::to_string(t.line) + ":" + std::to_string(t.column) + (t.first_on_line ? "!" : "");
  };
  EXPECT_EQ(place(0), "1:1!");
  EXPECT_EQ(place(1), "1:6");
  EXPECT_EQ(place(2), "3:4!");
  EXPECT_EQ(place(3), "4:1!");
  EXPECT_EQ(place(4), "4:3");
  ASSERT_EQ(lexed.errors.size(), 1u);
  EXPECT_STREQ(lexed.errors[0].code, "E0102");
  EXPECT_EQ(lexed.errors[0].line, 4u);
}

TEST(Lexer, a_tab_is_refused_only_in_indentation_and_told_once) {
  EXPECT_EQ(lex("a\tb\t-- c\td").errors.size(), 0u);
  const Lexed lexed = lex("a\n  \tb\n\tc\n");
  ASSERT_EQ(lexed.errors.size(), 1u);
  EXPECT_EQ(lexed.errors[0].line, 2u);
  EXPECT_EQ(lexed.errors[0].column, 3u);
}

TEST(Lexer, reserved_words_are_sorted_and_plain) {
  const auto words = reserved_words();
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  for (const std::string_view word : words) EXPECT_TRUE(is_reserved(word));
  for (const char* word : {"place", "from", "step", "path", "remove", ""}) EXPECT_FALSE(is_reserved(word));
}

}  // namespace
}  // namespace casebook::language
