// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers of the language as the typed program has them: counts of steps. `never` is greater than every
// stored number, so comparisons need no special case; sums do.

#include <cstdint>

#include "engine/program/program.h"

namespace casebook::runtime::compiled {

inline int64_t add(int64_t a, int64_t b) {
  return a == language::never_value || b == language::never_value ? language::never_value : a + b;
}
inline int64_t subtract(int64_t a, int64_t b) {
  return a == language::never_value ? a : a - b;
}
/// a / b with b != 0.
inline int64_t divide(int64_t a, int64_t b, language::Rounding how) {
  if (b < 0) {
    a = -a;
    b = -b;
  }
  if (how == language::Rounding::nearest) {
    a = 2 * a + b;
    b = 2 * b;
  }
  int64_t q = a / b;
  const bool inexact = a % b != 0;
  if (how == language::Rounding::up) {
    if (inexact && a > 0) ++q;
  } else if (inexact && a < 0) {
    --q;
  }
  return q;
}
inline int64_t round(int64_t a, int64_t by, int64_t times, language::Rounding how) {
  return a == language::never_value ? a : divide(a, by, how) * times;
}
/// The open scale of ratios: 0 for 1 to 1, 1 for 2 to 1, -1 for 1 to 2. Both above 0.
inline int64_t odds(int64_t attacker, int64_t defender, language::Favour favour) {
  const bool down = favour == language::Favour::defender;
  if (attacker >= defender)
    return divide(attacker, defender, down ? language::Rounding::down : language::Rounding::up) - 1;
  return 1 - divide(defender, attacker, down ? language::Rounding::up : language::Rounding::down);
}

}  // namespace casebook::runtime::compiled
