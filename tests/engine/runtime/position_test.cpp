// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/position.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace casebook::runtime {
namespace {

/// One write of a random sequence: what, where, value.
struct Write {
  int what = 0;
  uint32_t where = 0;
  uint64_t value = 0;
};

constexpr uint32_t words = 5;

std::vector<Write> writes() {
  return *rc::gen::container<std::vector<Write>>(
      rc::gen::map(rc::gen::tuple(rc::gen::inRange(0, 3), rc::gen::inRange(0U, words * 64),
                                  rc::gen::arbitrary<uint64_t>()),
                   [](const auto& t) {
                     return Write{std::get<0>(t), std::get<1>(t), std::get<2>(t)};
                   }));
}

void write(Position& position, const Write& w) {
  switch (w.what) {
    case 0:
      position.set_word(w.where % words, w.value);
      break;
    case 1:
      position.set_cell(w.where % (2 * words), static_cast<int32_t>(w.value));
      break;
    default:
      position.set_bit(1, w.where % ((words - 1) * 64), (w.value & 1U) != 0);
      break;
  }
}

RC_GTEST_PROP(PositionHash, IsKeptUpWithEveryWrite, ()) {
  Position position(words);
  for (const Write& w : writes()) {
    write(position, w);
    RC_ASSERT(position.hash() == position.hash_afresh());
  }
}

RC_GTEST_PROP(PositionJournal, TakesBackToAnyMark, ()) {
  Position position(words);
  for (const Write& w : writes()) write(position, w);
  const Position before = position;
  Journal journal;
  position.attach(&journal);
  const auto first = writes(), second = writes();
  for (const Write& w : first) write(position, w);
  const Position middle = position;
  const size_t mark = journal.size();
  for (const Write& w : second) write(position, w);
  position.undo_to(journal, mark);
  RC_ASSERT(position == middle);
  RC_ASSERT(position.hash() == position.hash_afresh());
  position.undo_to(journal, 0);
  RC_ASSERT(position == before);
  RC_ASSERT(position.hash() == before.hash());
  RC_ASSERT(journal.empty());
}

TEST(PositionJournal, IsNotCopied) {
  Position position(words);
  Journal journal;
  position.attach(&journal);
  Position copy = position;
  copy.set_cell(0, 1);
  EXPECT_TRUE(journal.empty());
  position.set_cell(0, 1);
  EXPECT_EQ(journal.size(), 1U);
  EXPECT_EQ(copy, position);
}

TEST(PositionHash, OfNothingIsZero) {
  Position position(words);
  EXPECT_EQ(position.hash(), 0U);
  position.set_cell(3, -1);
  EXPECT_NE(position.hash(), 0U);
  position.set_cell(3, 0);
  EXPECT_EQ(position.hash(), 0U);
}

TEST(PositionCells, NeighboursDoNotDisturbEachOther) {
  Position position(words);
  position.set_cell(0, -5);
  position.set_cell(1, 7);
  EXPECT_EQ(position.cell(0), -5);
  EXPECT_EQ(position.cell(1), 7);
  position.set_cell(0, INT32_MAX);
  EXPECT_EQ(position.cell(1), 7);
  position.set_bit(2, 70, true);
  EXPECT_TRUE(position.bit(2, 70));
  EXPECT_EQ(position.word(3), uint64_t{1} << 6U);
}

}  // namespace
}  // namespace casebook::runtime
