// SPDX-License-Identifier: Apache-2.0
// The reader of documents itself: a promise that is not kept must be noticed.
#include "tests/docs/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace casebook::docs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Document, finds_blocks_with_their_line_language_and_words) {
  const Document document = read_document(
      "# Title\n```rules fragment\na\n\n  b\n```\ntext ```not a fence``` text\n"
      "- item\n  ````text file=a/b.txt\n  x\n  ```\n    y\n  ````\n");
  EXPECT_THAT(document.mistakes, IsEmpty());
  ASSERT_EQ(document.blocks.size(), 2u);
  EXPECT_EQ(document.blocks[0].line, 2);
  EXPECT_EQ(document.blocks[0].language, "rules");
  EXPECT_TRUE(document.blocks[0].has("fragment"));
  EXPECT_EQ(document.blocks[0].text(), "a\n\n  b\n");
  EXPECT_EQ(document.blocks[1].value_of("file"), "a/b.txt");
  EXPECT_EQ(document.blocks[1].value_of("append"), std::nullopt);
  EXPECT_THAT(document.blocks[1].lines, ElementsAre("x", "```", "  y"));
}

TEST(Document, names_a_block_never_closed_and_one_left_out_without_reason) {
  EXPECT_THAT(read_document("a\n```rules\nb\n").mistakes, ElementsAre("line 2: the block is never closed"));
  EXPECT_THAT(read_document("```console no-run\n$ a\n```\n").mistakes,
              ElementsAre("line 1: a block is left out without a reason"));
  EXPECT_THAT(read_document("```console no-run \"takes an hour\"\n$ a\n```\n").mistakes, IsEmpty());
}

TEST(Console, splits_commands_from_what_they_say) {
  Block block;
  block.line = 10;
  block.lines = {"$ one", "said", "", "more", "$ two \\", "  continued  # status 3", "$ three"};
  std::vector<std::string> mistakes;
  const std::vector<Command> commands = commands_of(block, mistakes);
  EXPECT_THAT(mistakes, IsEmpty());
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(commands[0].line, 11);
  EXPECT_EQ(commands[0].status, 0);
  EXPECT_THAT(commands[0].expected, ElementsAre("said", "", "more"));
  EXPECT_EQ(commands[1].text, "two \\\n  continued");
  EXPECT_EQ(commands[1].status, 3);
  EXPECT_THAT(commands[2].expected, IsEmpty());
}

TEST(Console, takes_a_here_document_as_part_of_its_command) {
  Block block;
  block.lines = {"$ cat > a.rules <<'END'", "case 1.1", "$ not a command", "END", "said", "$ two"};
  std::vector<std::string> mistakes;
  const std::vector<Command> commands = commands_of(block, mistakes);
  EXPECT_THAT(mistakes, IsEmpty());
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].text, "cat > a.rules <<'END'\ncase 1.1\n$ not a command\nEND");
  EXPECT_THAT(commands[0].expected, ElementsAre("said"));

  block.lines = {"$ cat <<END", "text"};
  commands_of(block, mistakes);
  EXPECT_THAT(mistakes, ElementsAre("line 0: a here-document without its end, END"));
}

TEST(Console, refuses_output_without_a_command) {
  Block block;
  block.line = 4;
  block.lines = {"said by nobody"};
  std::vector<std::string> mistakes;
  commands_of(block, mistakes);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_THAT(mistakes[0], HasSubstr("line 5: output that belongs to no command"));
  EXPECT_THAT(mistakes[1], HasSubstr("line 4: a console block without a command"));
}

TEST(Console, takes_output_that_is_as_expected) {
  EXPECT_EQ(difference({}, "anything"), std::nullopt);
  EXPECT_EQ(difference({"a", "b"}, "a\nb\n"), std::nullopt);
  EXPECT_EQ(difference({"a", "..."}, "a\n"), std::nullopt);
  EXPECT_EQ(difference({"...", "c", "..."}, "a\nb\nc\nd"), std::nullopt);
  EXPECT_EQ(difference({"...", "b", "d"}, "b\nc\nb\nd"), std::nullopt);
  EXPECT_EQ(difference({"seed ... of ... games"}, "seed 12 of 500 games"), std::nullopt);
}

TEST(Console, names_the_first_line_that_is_not_there) {
  EXPECT_THAT(difference({"a", "b"}, "a\nc").value_or(""), HasSubstr(": b"));
  EXPECT_THAT(difference({"a"}, "a\nb").value_or(""), HasSubstr("more lines"));
  EXPECT_THAT(difference({"..."}, "").value_or("nothing"), "nothing");
  EXPECT_THAT(difference({"...", "z"}, "a\nb").value_or(""), HasSubstr(": z"));
  EXPECT_THAT(difference({"a", "b"}, "b\na").value_or(""), HasSubstr(": a"));
  EXPECT_THAT(difference({"seed ... of"}, "seed 12 off").value_or(""), HasSubstr("seed"));
}

}  // namespace
}  // namespace casebook::docs
