// SPDX-License-Identifier: Apache-2.0
#include "engine/base/in_parallel.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace casebook {

size_t workers() {
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 16);
}

void in_parallel(size_t count, const std::function<void(size_t, size_t)>& work,
                 const std::function<bool()>& go_on) {
  if (count == 0 || (go_on && !go_on())) return;
  std::atomic<bool> stop{false};
  in_parallel(
      workers(), count, stop, work, [](size_t) {}, [&](size_t) { return !go_on || go_on(); });
}

// Indices are begun in their order, so whatever is below one that throws has begun, and is waited for: the
// lowest index that throws is the same for any number of threads.
void in_parallel(size_t threads, size_t count, std::atomic<bool>& stop,
                 const std::function<void(size_t, size_t)>& work, const std::function<void(size_t)>& done,
                 const std::function<bool(size_t)>& go_on) {
  std::mutex guard;
  std::condition_variable changed;
  std::vector<uint8_t> is_done(count, 0);
  std::exception_ptr thrown;
  size_t thrown_at = count;
  std::atomic<size_t> next{0};
  size_t running = std::min(threads, count);
  const auto run = [&](size_t worker) {
    while (!stop) {
      const size_t index = next++;
      if (index >= count) break;
      try {
        work(index, worker);
        const std::lock_guard<std::mutex> lock(guard);
        is_done[index] = 1;
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (index < thrown_at) thrown_at = index, thrown = std::current_exception();
        stop = true;
      }
      changed.notify_one();
    }
    const std::lock_guard<std::mutex> lock(guard);
    --running;
    changed.notify_one();
  };
  std::vector<std::thread> crew;
  for (size_t worker = 0, all = running; worker < all; ++worker) crew.emplace_back(run, worker);
  for (size_t index = 0; index < count; ++index) {
    {
      std::unique_lock<std::mutex> lock(guard);
      while (is_done[index] == 0 && running > 0) {
        changed.wait_for(lock, std::chrono::milliseconds(100));
        lock.unlock();
        if (!go_on(index)) stop = true;
        lock.lock();
      }
      if (is_done[index] == 0) continue;
    }
    if (!go_on(index)) stop = true;
    done(index);
  }
  for (std::thread& one : crew) one.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace casebook
