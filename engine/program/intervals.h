// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bounds of numbers, known without running anything: the least and greatest value apart from `never`, and
// whether the value may be `never`. `low > high` means that it is nothing but `never`.
//
// Every function returns an interval that contains every value of the operation. It returns nullopt when a
// bound would leave 62 bits; the checker then refuses the expression.

#include <cstdint>
#include <optional>

#include "engine/program/program.h"

namespace casebook::language {

inline bool only_never(const Interval& i) {
  return i.low > i.high;
}

/// Every value of either.
Interval unite(const Interval& a, const Interval& b);
/// Whether every value of `inner` is one of `outer`, `never` included.
bool within(const Interval& inner, const Interval& outer);
/// The bounds of `a` cut to low .. high; `never` as said.
Interval cut(const Interval& a, int64_t low, int64_t high, bool never);

std::optional<Interval> add(const Interval& a, const Interval& b);
std::optional<Interval> subtract(const Interval& a, const Interval& b);  // b is never `never`
std::optional<Interval> negate(const Interval& a);
std::optional<Interval> multiply(const Interval& a, const Interval& b);
std::optional<Interval> scale(const Interval& a, int64_t factor);
/// `count` summands, each in `a`; from 0 to `count` of them.
std::optional<Interval> sum_of_up_to(const Interval& a, int64_t count);
Interval minimum(const Interval& a, const Interval& b);
Interval maximum(const Interval& a, const Interval& b);

/// Division of whole numbers, rounded; divisor not 0.
int64_t divide(int64_t a, int64_t b, Rounding rounding);
/// a / divisor rounded, times multiple.
std::optional<Interval> round(const Interval& a, int64_t divisor, int64_t multiple, Rounding rounding);
/// a / b rounded to a multiple of `multiple`, b not 0.
std::optional<Interval> divide_round(const Interval& a, const Interval& b, int64_t multiple,
                                     Rounding rounding);
/// The index of the ratio a : d, both above 0: reference section 4.
int64_t odds(int64_t attacker, int64_t defender, Favour favour);
Interval odds(const Interval& attacker, const Interval& defender, Favour favour);

}  // namespace casebook::language
