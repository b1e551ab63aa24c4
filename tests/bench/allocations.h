// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often this program has asked for memory: every operator new of it is counted.

#include <cstdint>

namespace casebook::bench {

uint64_t allocations();

}  // namespace casebook::bench
