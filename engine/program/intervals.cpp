// SPDX-License-Identifier: Apache-2.0
#include "engine/program/intervals.h"

#include <algorithm>
#include <initializer_list>

namespace casebook::language {
namespace {

constexpr int64_t bound = int64_t{1} << 62;

bool fits(int64_t value) {
  return value >= -bound && value <= bound;
}

std::optional<int64_t> checked_multiply(int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || !fits(result)) return std::nullopt;
  return result;
}

std::optional<Interval> made(std::optional<int64_t> low, std::optional<int64_t> high, bool never) {
  if (!low || !high || !fits(*low) || !fits(*high)) return std::nullopt;
  return Interval{*low, *high, never};
}

Interval nothing_but_never(bool never = true) {
  return {1, 0, never};
}

}  // namespace

Interval unite(const Interval& a, const Interval& b) {
  const bool never = a.may_be_never || b.may_be_never;
  if (only_never(a)) return {b.low, b.high, never};
  if (only_never(b)) return {a.low, a.high, never};
  return {std::min(a.low, b.low), std::max(a.high, b.high), never};
}

bool within(const Interval& inner, const Interval& outer) {
  if (inner.may_be_never && !outer.may_be_never) return false;
  return only_never(inner) || (inner.low >= outer.low && inner.high <= outer.high);
}

Interval cut(const Interval& a, int64_t low, int64_t high, bool never) {
  if (only_never(a)) return nothing_but_never(a.may_be_never && never);
  const Interval result{std::max(a.low, low), std::min(a.high, high), a.may_be_never && never};
  return result.low > result.high ? Interval{low, high, result.may_be_never} : result;
}

std::optional<Interval> add(const Interval& a, const Interval& b) {
  if (only_never(a) || only_never(b)) return nothing_but_never();
  return made(a.low + b.low, a.high + b.high, a.may_be_never || b.may_be_never);
}

std::optional<Interval> subtract(const Interval& a, const Interval& b) {
  if (only_never(a) || only_never(b)) return nothing_but_never();
  return made(a.low - b.high, a.high - b.low, a.may_be_never);
}

std::optional<Interval> negate(const Interval& a) {
  if (only_never(a)) return nothing_but_never();
  return made(-a.high, -a.low, false);
}

std::optional<Interval> multiply(const Interval& a, const Interval& b) {
  if (only_never(a) || only_never(b)) return nothing_but_never();
  std::optional<int64_t> low, high;
  for (const int64_t x : {a.low, a.high}) {
    for (const int64_t y : {b.low, b.high}) {
      const auto product = checked_multiply(x, y);
      if (!product) return std::nullopt;
      low = low ? std::min(*low, *product) : *product;
      high = high ? std::max(*high, *product) : *product;
    }
  }
  return made(low, high, false);
}

std::optional<Interval> scale(const Interval& a, int64_t factor) {
  if (only_never(a)) return nothing_but_never();
  return made(checked_multiply(a.low, factor), checked_multiply(a.high, factor), a.may_be_never);
}

std::optional<Interval> sum_of_up_to(const Interval& a, int64_t count) {
  if (only_never(a)) return Interval{0, 0, true};
  const auto low = checked_multiply(std::min<int64_t>(a.low, 0), count);
  const auto high = checked_multiply(std::max<int64_t>(a.high, 0), count);
  return made(low, high, a.may_be_never);
}

Interval minimum(const Interval& a, const Interval& b) {
  if (only_never(a)) return b;
  if (only_never(b)) return a;
  const bool never = a.may_be_never && b.may_be_never;
  int64_t high = std::min(a.high, b.high);
  if (a.may_be_never && !b.may_be_never) high = b.high;
  if (b.may_be_never && !a.may_be_never) high = a.high;
  if (a.may_be_never && b.may_be_never) high = std::max(a.high, b.high);
  return {std::min(a.low, b.low), high, never};
}

Interval maximum(const Interval& a, const Interval& b) {
  if (only_never(a) || only_never(b)) return nothing_but_never();
  return {std::max(a.low, b.low), std::max(a.high, b.high), a.may_be_never || b.may_be_never};
}

int64_t divide(int64_t a, int64_t b, Rounding rounding) {
  if (b < 0) {
    a = -a;
    b = -b;
  }
  const int64_t quotient = a / b, rest = a % b;
  const int64_t floor = rest < 0 ? quotient - 1 : quotient;
  const int64_t above = a - floor * b;  // 0 .. b-1
  switch (rounding) {
    case Rounding::down:
      return floor;
    case Rounding::up:
      return above > 0 ? floor + 1 : floor;
    case Rounding::nearest:
      return above >= b - above ? floor + 1 : floor;
  }
  return floor;
}

std::optional<Interval> round(const Interval& a, int64_t divisor, int64_t multiple, Rounding rounding) {
  if (only_never(a)) return nothing_but_never();
  return made(checked_multiply(divide(a.low, divisor, rounding), multiple),
              checked_multiply(divide(a.high, divisor, rounding), multiple), a.may_be_never);
}

std::optional<Interval> divide_round(const Interval& a, const Interval& b, int64_t multiple,
                                     Rounding rounding) {
  if (only_never(a) || only_never(b)) return nothing_but_never();
  std::optional<Interval> result;
  for (const int64_t numerator : {a.low, a.high}) {
    for (const int64_t wanted : {b.low, b.high, int64_t{-1}, int64_t{1}}) {
      if (wanted == 0 || wanted < b.low || wanted > b.high) continue;
      const auto divisor = checked_multiply(wanted, multiple);
      if (!divisor) return std::nullopt;
      const auto value = checked_multiply(divide(numerator, *divisor, rounding), multiple);
      if (!value) return std::nullopt;
      const Interval one{*value, *value, false};
      result = result ? unite(*result, one) : one;
    }
  }
  return result ? result : Interval{0, 0, false};  // the divisor is nothing but 0: always a fault
}

int64_t odds(int64_t attacker, int64_t defender, Favour favour) {
  if (attacker >= defender) {
    return divide(attacker, defender, favour == Favour::defender ? Rounding::down : Rounding::up) - 1;
  }
  return 1 - divide(defender, attacker, favour == Favour::defender ? Rounding::up : Rounding::down);
}

Interval odds(const Interval& attacker, const Interval& defender, Favour favour) {
  const int64_t a_low = std::max<int64_t>(attacker.low, 1), a_high = std::max<int64_t>(attacker.high, a_low);
  const int64_t d_low = std::max<int64_t>(defender.low, 1), d_high = std::max<int64_t>(defender.high, d_low);
  return {odds(a_low, d_high, favour), odds(a_high, d_low, favour), false};
}

}  // namespace casebook::language
