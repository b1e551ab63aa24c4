// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/interval.h"

#include <algorithm>
#include <cmath>

namespace casebook {

Interval wilson(uint64_t k, uint64_t n) {
  if (n == 0) return {};
  constexpr double z = 1.959963984540054;
  const double size = static_cast<double>(n), p = static_cast<double>(k) / size;
  const double middle = p + z * z / (2 * size),
               wide = z * std::sqrt(p * (1 - p) / size + z * z / (4 * size * size));
  const double down = 1 + z * z / size;
  return {std::max(0.0, (middle - wide) / down), std::min(1.0, (middle + wide) / down)};
}

}  // namespace casebook
