// SPDX-License-Identifier: Apache-2.0
// Ids of different things do not mix. That is known when this file compiles; a run only counts and writes them.
#include "engine/program/id.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {
namespace {

template <class Table, class Index>
concept Takes = requires(Table table, Index index) {
  table[index];
};
template <class A, class B>
concept Equal = requires(A a, B b) {
  a == b;
};
template <class A, class B>
concept Ordered = requires(A a, B b) {
  a < b;
};

static_assert(Takes<ById<Var>, VarId> && Takes<const ById<Var>, VarId>);
static_assert(!Takes<ById<Var>, KindId> && !Takes<const ById<Var>, KindId>);
static_assert(Takes<ById<Var>, int32_t> && Takes<ById<Var>, size_t>);
static_assert(!Takes<ById<Var>, None>);

// A table that runs beside one of the program.
static_assert(Takes<ById<bool, Kind>, KindId> && !Takes<ById<bool, Kind>, VarId>);
// Of something that has no table in the program: a number only.
static_assert(Takes<ById<std::string>, int32_t> && !Takes<ById<std::string>, KindId>);

static_assert(!std::is_convertible_v<KindId, VarId> && !std::is_constructible_v<VarId, KindId>);
static_assert(!std::is_assignable_v<VarId&, KindId>);
static_assert(std::is_convertible_v<int32_t, VarId> && std::is_convertible_v<VarId, int32_t>);
static_assert(std::is_convertible_v<None, VarId> && std::is_convertible_v<None, int32_t>);

static_assert(Equal<KindId, KindId> && Equal<KindId, int32_t> && Equal<KindId, None>);
static_assert(!Equal<KindId, VarId> && !Equal<VarId, KindId>);
static_assert(Ordered<KindId, KindId> && Ordered<KindId, int32_t>);
static_assert(!Ordered<KindId, VarId> && !Ordered<VarId, KindId>);

// It costs nothing.
static_assert(sizeof(KindId) == sizeof(int32_t) && alignof(KindId) == alignof(int32_t));
static_assert(std::is_trivially_copyable_v<KindId> && std::is_standard_layout_v<KindId>);

TEST(Ids, BeginAsNone) {
  EXPECT_EQ(KindId(), none);
  EXPECT_EQ(KindId(), -1);
  EXPECT_EQ(none, -1);
  EXPECT_EQ(std::vector<VarId>(2), std::vector<VarId>(2, none));
  const bool known = false;
  const KindId kind = known ? KindId(3) : none;
  EXPECT_EQ(kind, none);
}

TEST(Ids, AreTheNumberThatTheyHold) {
  const size_t count = 2;
  std::string text;
  for (VarId id = 0; id < static_cast<VarId>(count); ++id) text += std::to_string(id);
  EXPECT_EQ(text, "01");
  EXPECT_EQ(VarId(3) + 1, 4);
  EXPECT_TRUE(std::unordered_set<VarId>({1, 2}).contains(VarId(2)));
}

}  // namespace
}  // namespace casebook::language
