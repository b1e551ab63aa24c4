// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace casebook {
namespace {

TEST(Text, columns_count_code_points) {
  const std::string text = "ab\nä→x\r\n\xffz";
  const LineIndex index(text);
  EXPECT_EQ(index.position(0), (TextPosition{1, 1}));
  EXPECT_EQ(index.position(text.find('x')), (TextPosition{2, 3}));
  EXPECT_EQ(index.position(text.find('z')), (TextPosition{3, 2}));
  EXPECT_EQ(index.position(text.size()), (TextPosition{3, 3}));
  EXPECT_EQ(index.position(text.size() + 9), (TextPosition{3, 3}));
  EXPECT_EQ(index.line(2), "ä→x");
  EXPECT_EQ(index.line(4), "");
}

TEST(Text, a_text_that_ends_in_a_line_end_has_an_empty_last_line) {
  const LineIndex index("a\n");
  EXPECT_EQ(index.lines(), 2);
  EXPECT_EQ(index.position(2), (TextPosition{2, 1}));
}

TEST(Text, overlong_and_surrogate_forms_are_not_utf8) {
  EXPECT_EQ(first_invalid_utf8("fine ä → 😀"), std::string_view::npos);
  EXPECT_EQ(first_invalid_utf8("a\xC0\xAF"), 1U);         // `/` in two bytes
  EXPECT_EQ(first_invalid_utf8("\xED\xA0\x80"), 0U);      // half of a surrogate pair
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond the last code point
  EXPECT_EQ(first_invalid_utf8("ab\xE2\x86"), 2U);        // cut off
}

TEST(Text, nothing_printable_moves_the_cursor) {
  EXPECT_EQ(printable("a\x1b[31mb\n\tc"), "a\\u{001b}[31mb\\n\\tc");
  EXPECT_EQ(printable("x\xE2\x80\xAEy"), "x\\u{202e}y");
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("Straße → ok"), "Straße → ok");
  EXPECT_EQ(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
}

TEST(Text, lists_read_like_sentences) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a or b");
  EXPECT_EQ(listed({"a", "b", "c"}, "and"), "a, b and c");
}

TEST(Text, splitting) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
  EXPECT_EQ(words("  0101\t0102 \n0203 "), (std::vector<std::string_view>{"0101", "0102", "0203"}));
}

RC_GTEST_PROP(Text, utf8_round_trip, ()) {
  const auto value = *rc::gen::suchThat(rc::gen::inRange<uint32_t>(0, 0x110000),
                                        [](uint32_t c) { return c < 0xD800 || c > 0xDFFF; });
  const std::string bytes = utf8(value);
  const CodePoint read = code_point_at(bytes, 0);
  RC_ASSERT(read.valid);
  RC_ASSERT(read.value == value);
  RC_ASSERT(static_cast<size_t>(read.length) == bytes.size());
}

RC_GTEST_PROP(Text, positions_never_go_back, (const std::string& text)) {
  const LineIndex index(text);
  TextPosition last{1, 0};
  for (size_t i = 0; i <= text.size(); ++i) {
    const TextPosition now = index.position(i);
    RC_ASSERT(now >= last);
    last = now;
  }
}

RC_GTEST_PROP(Text, printable_is_valid_and_has_no_controls, (const std::string& text)) {
  const std::string shown = printable(text);
  RC_ASSERT(first_invalid_utf8(shown) == std::string_view::npos);
  for (const char c : shown) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
}

}  // namespace
}  // namespace casebook
