// SPDX-License-Identifier: Apache-2.0
#include "engine/base/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace casebook::checks {

size_t workers() {
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 16);
}

void in_parallel(size_t count, const std::function<void(size_t, size_t)>& work,
                 const std::function<bool()>& go_on) {
  std::atomic<size_t> next{0};
  std::mutex guard;
  std::exception_ptr thrown;
  size_t thrown_at = count;
  const auto run = [&](size_t worker) {
    for (size_t index = next++; index < count; index = next++) {
      if (go_on && !go_on()) return;
      try {
        work(index, worker);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (index < thrown_at) thrown_at = index, thrown = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  const size_t all = std::min(workers(), count);
  for (size_t worker = 1; worker < all; ++worker) others.emplace_back(run, worker);
  if (all > 0) run(0);
  for (std::thread& one : others) one.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace casebook::checks
