// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does the same work for many items, on as many threads as the machine has. Each answer is stored under the
// index of its item, and the threads share constant data only. So the result is the same for any number of
// threads.

#include <cstddef>
#include <functional>

namespace casebook::checks {

size_t workers();

/// `work(index, worker)` for every index below `count`; `worker` is below workers(). An exception of any of
/// them is thrown again here, that of the lowest index. When `go_on` says no, what has not begun is left out.
void in_parallel(size_t count, const std::function<void(size_t index, size_t worker)>& work,
                 const std::function<bool()>& go_on = {});

}  // namespace casebook::checks
