// SPDX-License-Identifier: Apache-2.0
#include "engine/base/fraction.h"

namespace casebook {

namespace {

Wide greatest_common_divisor(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool fits(Wide a, Wide b, Wide& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

std::string digits(Wide value) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return text;
}

}  // namespace

Fraction reduced(Wide numerator, Wide denominator) {
  const Wide by = greatest_common_divisor(numerator, denominator);
  return {numerator / by, denominator / by};
}

std::optional<Fraction> add(const Fraction& a, const Fraction& b) {
  const Wide common = greatest_common_divisor(a.denominator, b.denominator);
  Wide denominator = 0, left = 0, right = 0, sum = 0;
  if (!fits(a.denominator / common, b.denominator, denominator) ||
      !fits(a.numerator, b.denominator / common, left) || !fits(b.numerator, a.denominator / common, right) ||
      __builtin_add_overflow(left, right, &sum))
    return std::nullopt;
  return reduced(sum, denominator);
}

std::optional<Fraction> multiply(const Fraction& a, const Fraction& b) {
  const Fraction across = reduced(a.numerator, b.denominator), other = reduced(b.numerator, a.denominator);
  Fraction product;
  if (!fits(across.numerator, other.numerator, product.numerator) ||
      !fits(across.denominator, other.denominator, product.denominator))
    return std::nullopt;
  return product;
}

std::optional<Fraction> divide(const Fraction& a, Wide parts) {
  return multiply(a, {1, parts});
}

std::optional<std::strong_ordering> compare(const Fraction& a, const Fraction& b) {
  Wide left = 0, right = 0;
  if (!fits(a.numerator, b.denominator, left) || !fits(b.numerator, a.denominator, right))
    return std::nullopt;
  return left < right   ? std::strong_ordering::less
         : left > right ? std::strong_ordering::greater
                        : std::strong_ordering::equal;
}

std::string to_text(const Fraction& fraction) {
  return fraction.denominator == 1 ? digits(fraction.numerator)
                                   : digits(fraction.numerator) + "/" + digits(fraction.denominator);
}

}  // namespace casebook
