// SPDX-License-Identifier: Apache-2.0
#pragma once

// The same work for many things, on as many threads as the machine has: `in_parallel`, and `in_order` where
// each result is taken as soon as it and all before it are there.
//
// What comes out does not depend on the number of threads: each thing's answer is kept under its own index,
// and threads share nothing but constants. A worker is a number below the number of threads, for a caller
// that keeps something for each thread. An exception is thrown again here: that of the lowest index.

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace casebook {

/// How many threads in_parallel uses: one for each core, at most 16.
size_t workers();

/// Calls `work(index, worker)` for every index below `count`; `worker` is below workers(). When `go_on` says
/// no, what has not begun is left out. It is asked on this thread.
void in_parallel(size_t count, const std::function<void(size_t index, size_t worker)>& work,
                 const std::function<bool()>& go_on = {});

/// On `threads` threads, and `done(index)` on this one, in order, for each that was worked on. `go_on(index)`
/// is asked on this thread now and then while that index is waited for. When it says no, `stop` is set;
/// when `stop` is set, nothing more is begun, and what was begun is done.
void in_parallel(size_t threads, size_t count, std::atomic<bool>& stop,
                 const std::function<void(size_t index, size_t worker)>& work,
                 const std::function<void(size_t index)>& done,
                 const std::function<bool(size_t index)>& go_on);

/// The same for work that has a result: `take(index, result)` gets it, in order, on this thread.
template <class Result, class Work, class Take>
void in_order(size_t threads, size_t count, std::atomic<bool>& stop, const Work& work, const Take& take,
              const std::function<bool(size_t index)>& go_on) {
  std::vector<std::optional<Result>> results(count);
  in_parallel(
      threads, count, stop, [&](size_t index, size_t worker) { results[index] = work(index, worker); },
      [&](size_t index) {
        take(index, std::move(*results[index]));
        results[index].reset();
      },
      go_on);
}

}  // namespace casebook
