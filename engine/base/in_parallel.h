// SPDX-License-Identifier: Apache-2.0
#pragma once

// The same work for many things, on as many threads as the machine has. Each thing's answer is kept under its
// own index and nothing is shared but what is constant, so that what comes out does not depend on how many
// threads there were.

#include <cstddef>
#include <functional>

namespace casebook::checks {

size_t workers();

/// `work(index, worker)` for every index below `count`; `worker` is below workers(). An exception of any of
/// them is thrown again here, that of the lowest index. When `go_on` says no, what has not begun is left out.
void in_parallel(size_t count, const std::function<void(size_t index, size_t worker)>& work,
                 const std::function<bool()>& go_on = {});

}  // namespace casebook::checks
