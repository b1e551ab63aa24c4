// SPDX-License-Identifier: Apache-2.0
// After the first playouts nothing allocates. Every operator new of this program is counted.
#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/base/random.h"
#include "tests/engine/runtime/compiled/together.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // it sees malloc through the inlined operator new
#endif

namespace {
std::atomic<int64_t> allocations{0};
}

void* operator new(size_t size) {
  ++allocations;
  if (void* room = std::malloc(size == 0 ? 1 : size)) return room;
  throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* room) noexcept {
  std::free(room);
}
void operator delete(void* room, size_t) noexcept {
  std::free(room);
}

namespace casebook::runtime {
namespace {

TEST(CompiledPlayouts, AllocateNothingOnceWarm) {
  for (const char* name : {"hex-skirmish", "hex", "interrupt", "cup"}) {
    const auto scenario = tests::example(name);
    CompiledRules rules(scenario);
    Position start = scenario->start;
    rules.begin(start);
    Position position = start;
    for (uint64_t game = 0; game < 400; ++game) {
      position.copy_from(start);
      Random random(1, game);
      rules.playout(position, random, 2000);
    }
    const int64_t before = allocations;
    EXPECT_GT(before, 0);
    int64_t choices = 0;
    for (uint64_t game = 0; game < 100; ++game) {
      position.copy_from(start);
      Random random(1, game);
      choices += rules.playout(position, random, 2000).choices;
    }
    EXPECT_EQ(allocations - before, 0) << name;
    EXPECT_GT(choices, 500) << name;
  }
}

}  // namespace
}  // namespace casebook::runtime
