// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace casebook {

/// A share, as fractions of one.
struct Interval {
  double low = 0, high = 1;
};

/// Wilson's interval for k of n at 95 percent (E. B. Wilson, 1927); of nothing: 0 to 1.
Interval wilson(uint64_t k, uint64_t n);

}  // namespace casebook
