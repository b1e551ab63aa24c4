// SPDX-License-Identifier: Apache-2.0
// The canonical layout: idempotent, keeps tokens and comments, does not depend on the layout it was given.
#include "engine/language/syntax/format.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "engine/base/text.h"
#include "tests/engine/language/samples.h"

namespace casebook::language {
namespace {

using testing::documented_samples;
using testing::Sample;

std::unique_ptr<SyntaxTree> read(const std::string& text) {
  Diagnostics diagnostics;
  return parse("test.rules", text, diagnostics);
}

std::string formatted(const std::string& text) {
  return format(*read(text));
}

std::vector<std::string> tokens_of(const SyntaxTree& tree) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < tree.tokens.size(); ++i) out.emplace_back(tree.token_text(i));
  return out;
}

std::vector<std::string> comments_of(const SyntaxTree& tree) {
  std::vector<std::string> out;
  for (const Token& t : tree.tokens) {
    const std::string_view trivia =
        std::string_view(tree.text).substr(t.trivia_begin, t.begin - t.trivia_begin);
    for (size_t at = trivia.find("--"); at != std::string_view::npos; at = trivia.find("--", at)) {
      const size_t end = std::min(trivia.find('\n', at), trivia.size());
      out.emplace_back(trimmed(trivia.substr(at, end - at)));
      at = end;
    }
  }
  return out;
}

/// The same rules in another hand: other indentation, more blanks, blank lines, comments, CRLF.
std::string in_another_hand(const SyntaxTree& tree, uint32_t step, uint32_t seed, bool comments) {
  std::string out;
  const auto dice = [&seed](uint32_t sides) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % sides;
  };
  for (uint32_t i = 0; i + 1 < tree.tokens.size(); ++i) {
    const Token& t = tree.tokens[i];
    const std::string_view trivia =
        std::string_view(tree.text).substr(t.trivia_begin, t.begin - t.trivia_begin);
    if (t.first_on_line) {
      const size_t comment = trivia.find("--");
      if (comment != std::string_view::npos) {
        if (i > 0 && comment < trivia.find('\n')) out += "   ";
        for (const char c : trivia.substr(comment, trivia.rfind('\n') - comment)) out += c;
      }
      if (comments && dice(3) == 0) out += "  -- said by " + std::to_string(dice(100)) + "  ";
      if (i > 0 || comment != std::string_view::npos || comments) out += comments ? "\r\n" : "\n";
      out.append((t.column - 1) * step, ' ');
    } else if (!trivia.empty()) {
      out.append(1 + dice(3), ' ');
    }
    out += tree.token_text(i);
  }
  return out + "\n";
}

TEST(Format, shows_a_case_in_canonical_layout) {
  EXPECT_EQ(formatted(R"(edition   tiny   "Tiny"


section 1 "One"   -- the first
case 4.2 ,4.3
     -- entry costs
     table  entry( terrain )->points
          clear :1 ,sand:3
     table crt(d6,strength)->result
       die|up to - 1|0 .. 1
       1 | ar | dr
       3,4 |  extremely_bad   |silent
     -- about f
     define f( h:hex ,n:number )->points=
            if n<-1 then k*1 / 2
            else(n+ 1)*g(
         h,
              2
            )/k
     procedure p
         if a then
            x:=1
            -- within
         else
            q( b )[ c ] :=2 ;stop
)"),
            R"(edition tiny "Tiny"

section 1 "One"  -- the first
case 4.2, 4.3
  -- entry costs
  table entry(terrain) -> points
    clear: 1, sand: 3
  table crt(d6, strength) -> result
    die  | up to -1      | 0 .. 1
    1    | ar            | dr
    3, 4 | extremely_bad | silent
  -- about f
  define f(h: hex, n: number) -> points =
    if n < -1 then k * 1/2
    else (n + 1) * g(
      h,
      2
    ) / k
  procedure p
    if a then
      x := 1
      -- within
    else
      q(b)[c] := 2; stop
)");
}

TEST(Format, leaves_a_text_with_errors_as_it_was) {
  for (const std::string text : {"case 4.2\n    kind  =\n", "case 4.2\n\tkind  a\n",
                                 "case 4.2\n  summary  \"a\n", "case 4.2\n    kind a\n   kind  b\n"}) {
    EXPECT_EQ(formatted(text), text);
  }
}

TEST(Format, comments_stay_with_what_they_speak_of) {
  const std::string text = R"(-- the head
edition a  -- named so

-- before the case
case 1.1
  -- before the kind
  kind a = b, c  -- behind the kind
  procedure p
    stop
    -- still in p
  -- in the case again
-- in the file
case 1.2
  -- the last in the case
)";
  EXPECT_EQ(formatted(text), text);
}

TEST(Format, a_closing_bracket_in_the_column_of_its_item_ends_nothing) {
  const std::string text = R"(case 6.1
  field linked(s: side
  ) over hex = reach to h where source(h, s)
    through h where open(
      h
    )
    across a, b where not closed(a, b)
  define f(h: hex
  ) -> number = match kind_of(h)
    low: g(
      h
    )
    others: 2
)";
  EXPECT_EQ(format_unchecked(*read(text)), text);
  EXPECT_EQ(format_unchecked(*read(R"(case 6.1
    field linked(s: side
      ) over hex = reach to h where source(h, s)
        through h where open(
        h
        )
        across a, b where not closed(a, b)
    define f(h: hex
    ) -> number = match kind_of(h)
            low: g(
                h
            )
            others: 2
)")),
            text);
}

TEST(Format, comments_between_a_section_and_its_first_case_stay_there) {
  const std::string text = R"(section 1 "One"
  -- of the section

-- of the case
case 1.1
  kind a = b, c
)";
  EXPECT_EQ(format_unchecked(*read(text)), text);
  EXPECT_EQ(
      format_unchecked(*read("section   1 \"One\"\r\n      -- of the section\r\n\r\n\r\n-- of the case  \r\n"
                             "case 1.1\r\n       kind a = b, c")),
      text);
}

TEST(Format, empty_texts) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("\n\n"), "");
  EXPECT_EQ(formatted("\n  -- a\n\n\n  -- b"), "-- a\n\n-- b\n");
}

TEST(Format, every_documented_text_keeps_its_tokens_and_comments_and_is_idempotent) {
  for (const Sample& sample : documented_samples()) {
    const auto tree = read(sample.text);
    const std::string once = format(*tree);
    const auto again = read(once);
    EXPECT_EQ(tokens_of(*again), tokens_of(*tree)) << sample.name;
    EXPECT_EQ(comments_of(*again), comments_of(*tree)) << sample.name;
    EXPECT_EQ(dump(*again), dump(*tree)) << sample.name;
    EXPECT_EQ(format(*again), once) << sample.name;
  }
}

TEST(Format, does_not_depend_on_the_hand) {
  for (const Sample& sample : documented_samples()) {
    const auto tree = read(sample.text);
    const std::string canonical = format(*tree);
    for (uint32_t step = 1; step <= 3; ++step) {
      const std::string other = in_another_hand(*tree, step, step, false);
      const auto other_tree = read(other);
      ASSERT_TRUE(other_tree->sound) << sample.name << "\n" << other;
      // That hand leaves no blank lines and no comment that stands alone at the end.
      const auto lines = [](const std::string& text) {
        std::vector<std::string> out;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) {
          if (!line.empty() && !trimmed(line).starts_with("--")) out.push_back(line);
        }
        return out;
      };
      EXPECT_EQ(lines(format(*other_tree)), lines(canonical)) << sample.name;
    }
  }
}

RC_GTEST_PROP(Format, is_idempotent_with_comments_anywhere, ()) {
  const Sample& sample = documented_samples()[*rc::gen::inRange<size_t>(0, documented_samples().size())];
  for (uint32_t seed = *rc::gen::inRange<uint32_t>(0, 1000), end = seed + 4; seed < end; ++seed) {
    const auto tree = read(in_another_hand(*read(sample.text), 1 + seed % 4, seed, true));
    RC_ASSERT(tree->sound);
    const std::string once = format(*tree);
    const auto again = read(once);
    RC_ASSERT(once != tree->text);
    RC_ASSERT(tokens_of(*again) == tokens_of(*tree));
    RC_ASSERT(comments_of(*again) == comments_of(*tree));
    RC_ASSERT(format(*again) == once);
  }
}

/// The same rules with each line that can be moved moved, and comments on lines of their own in any column:
/// between items, inside brackets, before closing brackets, which stand in the column of their item or
/// deeper.
std::string in_a_wild_hand(const SyntaxTree& tree, uint32_t seed) {
  const auto dice = [&seed](uint32_t sides) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % sides;
  };
  std::vector<uint32_t> columns(256, 0);  // of the new text by column of the old, rising
  for (size_t i = 2; i < columns.size(); ++i) columns[i] = columns[i - 1] + 1 + dice(3);
  std::string out;
  uint32_t line_column = 1;  // of the line's first token, in the old text
  size_t brackets = 0;
  bool choice = false;
  for (uint32_t i = 0; i + 1 < tree.tokens.size(); ++i) {
    const Token& t = tree.tokens[i];
    const std::string_view text = tree.token_text(i);
    choice = t.first_on_line ? false : choice || text == "play" || text == "permitted" || text == "refused";
    const bool closes = (text == ")" || text == "]" || text == "}") && brackets > 0;
    if (t.first_on_line || (closes && brackets == 1 && !choice && dice(4) == 0)) {
      if (t.first_on_line) line_column = t.column;
      if (i > 0 && dice(3) == 0) out += "   -- at the end of a line";
      if (i > 0) out += '\n';
      for (uint32_t lines = dice(3); lines > 0; --lines) {
        out.append(dice(24), ' ');
        out += "-- on a line of its own\n";
        if (dice(4) == 0) out += '\n';
      }
      out.append(columns[std::min<size_t>(line_column, 255)] + (t.first_on_line ? 0 : dice(2)), ' ');
    } else if (t.trivia_begin < t.begin) {
      out.append(1 + dice(2), ' ');
    }
    if (text == "(" || text == "[" || text == "{") ++brackets;
    if (closes) --brackets;
    out += text;
  }
  return out + '\n';
}

TEST(Format, keeps_the_tree_of_any_hand_without_its_net) {
  size_t sound = 0, broken = 0;
  for (const Sample& sample : documented_samples()) {
    const auto tree = read(sample.text);
    if (!tree->sound) continue;
    for (uint32_t seed = 0; seed < 40; ++seed) {
      const std::string wild = in_a_wild_hand(*tree, seed);
      const auto wild_tree = read(wild);
      // A bracket may have come into the column of an item that it is not the bracket of.
      if (!wild_tree->sound) {
        ++broken;
        continue;
      }
      ++sound;
      const std::string once = format_unchecked(*wild_tree);
      const auto again = read(once);
      ASSERT_EQ(dump(*again), dump(*wild_tree)) << sample.name << "\n" << wild << "-----\n" << once;
      ASSERT_EQ(comments_of(*again), comments_of(*wild_tree)) << sample.name << "\n" << wild;
      ASSERT_EQ(format_unchecked(*again), once) << sample.name << "\n" << wild << "-----\n" << once;
    }
  }
  std::printf("%zu texts laid out in a wild hand and back, %zu left out\n", sound, broken);
  EXPECT_GT(sound, 2 * broken);
  EXPECT_GT(sound, 300U);
}

}  // namespace
}  // namespace casebook::language
