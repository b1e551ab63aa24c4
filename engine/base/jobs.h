// SPDX-License-Identifier: Apache-2.0
#pragma once

// Independent jobs on several threads. Results are collected in the order of the jobs, whichever finished
// first. So the result is the same for any number of threads.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace casebook::compare {

/// Runs `work(worker, i)` for each i below `count` on some thread, then `take(i, result)` in order on this
/// one. Calls `wait` now and then on this thread. When it says no, sets `stop`, begins nothing more, and
/// takes what was begun.
template <class Worker, class Result>
void run_jobs(std::vector<std::unique_ptr<Worker>>& workers, size_t count, std::atomic<bool>& stop,
              const std::function<Result(Worker&, size_t)>& work,
              const std::function<void(size_t, Result&&)>& take, const std::function<bool(size_t)>& wait) {
  std::mutex mutex;
  std::condition_variable done;
  std::vector<std::optional<Result>> results(count);
  std::exception_ptr thrown;
  std::atomic<size_t> next{0};
  size_t running = workers.size();
  const auto run = [&](Worker& worker) {
    while (!stop) {
      const size_t at = next++;
      if (at >= count) break;
      try {
        Result result = work(worker, at);
        const std::lock_guard<std::mutex> lock(mutex);
        results[at] = std::move(result);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!thrown) thrown = std::current_exception();
        stop = true;
      }
      done.notify_one();
    }
    const std::lock_guard<std::mutex> lock(mutex);
    --running;
    done.notify_one();
  };
  std::vector<std::thread> threads;
  for (auto& worker : workers) threads.emplace_back(run, std::ref(*worker));
  for (size_t i = 0; i < count; ++i) {
    std::optional<Result> result;
    {
      std::unique_lock<std::mutex> lock(mutex);
      while (!results[i] && running > 0) {
        done.wait_for(lock, std::chrono::milliseconds(100));
        lock.unlock();
        if (!wait(i)) stop = true;
        lock.lock();
      }
      result = std::move(results[i]);
      results[i].reset();
    }
    if (!result) continue;
    if (!wait(i)) stop = true;
    take(i, std::move(*result));
  }
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace casebook::compare
