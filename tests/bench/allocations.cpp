// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // it sees malloc through the inlined operator new
#endif

namespace {
std::atomic<uint64_t> count{0};
}

void* operator new(size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  if (void* room = std::malloc(size == 0 ? 1 : size)) return room;
  throw std::bad_alloc();
}
void operator delete(void* room) noexcept {
  std::free(room);
}
void operator delete(void* room, size_t) noexcept {
  std::free(room);
}

namespace casebook::bench {

uint64_t allocations() {
  return count.load(std::memory_order_relaxed);
}

}  // namespace casebook::bench
