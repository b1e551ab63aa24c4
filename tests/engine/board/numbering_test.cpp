// SPDX-License-Identifier: Apache-2.0
#include "engine/board/numbering.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace casebook::board {
namespace {

const Grid grid{Layout::flat_even, 12, 30};

TEST(Numbering, columns_and_rows_in_digits) {
  NumberScheme scheme;
  scheme.column.width = scheme.row.width = 2;
  const auto numbering = Numbering::of("printed", scheme, grid);
  EXPECT_EQ(numbering.problem(), "");
  EXPECT_EQ(numbering.print({0, 0}), "0101");
  EXPECT_EQ(numbering.print({11, 29}), "1230");
  EXPECT_EQ(numbering.parse("0512"), (Cell{4, 11}));
  for (const char* none : {"", "512", "05 12", "0531", "1301", "0000", "00512", "0x12"})
    EXPECT_FALSE(numbering.parse(none)) << none;
}

TEST(Numbering, letters_and_numbers) {
  NumberScheme scheme;
  scheme.column.style = NumberStyle::letters;
  const auto numbering = Numbering::of("board", scheme, grid);
  EXPECT_EQ(numbering.print({0, 0}), "a1");
  EXPECT_EQ(numbering.print({11, 29}), "l30");
  EXPECT_FALSE(numbering.parse("A1"));
  NumberPart part;
  part.style = NumberStyle::capitals;
  EXPECT_EQ(part.text(25, 100), "Z");
  EXPECT_EQ(part.text(26, 100), "AA");
  EXPECT_EQ(part.text(26 * 27, 1000), "AAA");
}

TEST(Numbering, offsets_and_directions) {
  NumberScheme scheme;
  scheme.row_first = true;
  scheme.separator = ".";
  scheme.column = {NumberStyle::digits, 2, 10, 1, true};
  scheme.row = {NumberStyle::digits, 3, 5, 2, false};
  const auto numbering = Numbering::of("odd", scheme, grid);
  EXPECT_EQ(numbering.print({11, 0}), "005.10");
  EXPECT_EQ(numbering.print({0, 1}), "007.21");
  EXPECT_EQ(numbering.cells_in_order().front(), (Cell{11, 0}));
  EXPECT_EQ(numbering.cells_in_order()[1], (Cell{10, 0}));
}

TEST(Numbering, what_calls_two_cells_alike_is_a_problem) {
  const auto narrow = Numbering::of("x", NumberScheme{}, grid);  // "1" "11" and "11" "1"
  EXPECT_EQ(narrow.problem(), "column 11, row 1 and column 1, row 11 would both be called \"111\"");
  NumberScheme letters;
  letters.column = {NumberStyle::letters, 1, 0, 1, false};
  EXPECT_EQ(Numbering::of("x", letters, grid).problem(),
            "letters begin at 1; there is none for a number below");
  NumberScheme blank;
  blank.separator = " ";
  EXPECT_NE(Numbering::of("x", blank, grid).problem().find("it holds a blank"), std::string::npos);
  const auto twice = Numbering::of("x", {{"A", {0, 0}, {}}, {"B", {0, 0}, {}}}, grid);
  EXPECT_EQ(twice.problem(), "column 1, row 1 is called both \"A\" and \"B\"");
}

TEST(Numbering, explicit_names_only_what_it_lists) {
  const auto numbering = Numbering::of("names", {{"Zeta", {3, 3}, {}}, {"Alpha", {0, 0}, {}}}, grid);
  EXPECT_EQ(numbering.cells_in_order(), (std::vector<Cell>{{3, 3}, {0, 0}}));
  EXPECT_EQ(numbering.print({1, 1}), "");
  EXPECT_EQ(numbering.parse("Alpha"), (Cell{0, 0}));
}

RC_GTEST_PROP(Numbering, parse_undoes_print, ()) {
  const auto part = rc::gen::build<NumberPart>(
      rc::gen::set(&NumberPart::style,
                   rc::gen::element(NumberStyle::digits, NumberStyle::letters, NumberStyle::capitals)),
      rc::gen::set(&NumberPart::width, rc::gen::inRange(1, 4)),
      rc::gen::set(&NumberPart::start, rc::gen::inRange(0, 200)),
      rc::gen::set(&NumberPart::step, rc::gen::inRange(1, 3)),
      rc::gen::set(&NumberPart::reversed, rc::gen::arbitrary<bool>()));
  const NumberScheme scheme{*rc::gen::arbitrary<bool>(), *rc::gen::element<std::string>("", ".", "/"), *part,
                            *part};
  const Grid any{Layout::pointy_odd, *rc::gen::inRange(1, 15), *rc::gen::inRange(1, 15)};
  const auto numbering = Numbering::of("x", scheme, any);
  RC_PRE(numbering.problem().empty());
  const auto cells = numbering.cells_in_order();
  RC_ASSERT(cells.size() == static_cast<size_t>(any.cells()));
  for (const Cell& cell : cells) RC_ASSERT(numbering.parse(numbering.print(cell)) == cell);
}

TEST(Ids, are_checked) {
  EXPECT_EQ(id_problem("Guard 1"), "");
  EXPECT_EQ(id_problem("16/7"), "");
  EXPECT_EQ(id_problem(""), "it is empty");
  EXPECT_EQ(id_problem(" a"), "it begins or ends with a blank");
  EXPECT_EQ(id_problem("a,b"), "it holds ,");
  EXPECT_EQ(id_problem("a\"b"), "it holds \"");
  EXPECT_EQ(id_problem("a\nb"), "it holds a control character");
  EXPECT_EQ(id_problem(std::string(81, 'a')), "it is longer than 80 bytes");
  EXPECT_EQ(hex_id_problem("a 1"), "it holds a blank");
  EXPECT_EQ(hex_id_problem("a-1"), "it holds -");
}

}  // namespace
}  // namespace casebook::board
