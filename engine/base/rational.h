// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact rational numbers over 64-bit integers. A result that does not fit is std::nullopt, never a wrapped
// value. Always in lowest terms with a positive denominator, so equal numbers have equal fields. Text form:
// `3`, `1/2`, `-5/2`.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace casebook {

class Rational {
 public:
  constexpr Rational() = default;
  constexpr Rational(int64_t whole) : numerator_(whole) {}  // NOLINT: a whole number is a rational
  /// Reduced; nullopt when the denominator is 0 or the reduced form does not fit.
  static std::optional<Rational> make(int64_t numerator, int64_t denominator);

  int64_t numerator() const { return numerator_; }
  int64_t denominator() const { return denominator_; }
  bool is_whole() const { return denominator_ == 1; }
  int64_t floor() const;    // towards minus infinity
  int64_t ceiling() const;  // towards plus infinity

  bool operator==(const Rational&) const = default;
  std::strong_ordering operator<=>(const Rational& other) const;

 private:
  int64_t numerator_ = 0, denominator_ = 1;
};

std::optional<Rational> add(const Rational& a, const Rational& b);
std::optional<Rational> subtract(const Rational& a, const Rational& b);
std::optional<Rational> multiply(const Rational& a, const Rational& b);
/// nullopt also when `b` is 0.
std::optional<Rational> divide(const Rational& a, const Rational& b);

/// How many steps `value` is, when it is a whole number of them: 5/2 by 1/2 is 5. `step` is above 0.
std::optional<int64_t> whole_steps(const Rational& value, const Rational& step);

std::string to_text(const Rational& value);
/// The whole text, `-`? digits (`/` digits)?; a denominator of 0, a sign elsewhere, blanks and decimals are
/// refused.
std::optional<Rational> parse_rational(std::string_view text);

}  // namespace casebook
