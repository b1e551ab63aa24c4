// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rational.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace casebook {

namespace {

// Twice the width: products of two numerators or denominators, and the sum of two such products, always fit.
__extension__ typedef __int128 Wide;

std::optional<Rational> reduced(Wide numerator, Wide denominator) {
  if (denominator == 0) return std::nullopt;
  if (denominator < 0) numerator = -numerator, denominator = -denominator;
  Wide a = numerator < 0 ? -numerator : numerator, b = denominator;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  numerator /= a;
  denominator /= a;
  constexpr Wide least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  if (numerator < least || numerator > most || denominator > most) return std::nullopt;
  // The parts are in lowest terms already, so this does not come back here with anything to reduce.
  return Rational::make(static_cast<int64_t>(numerator), static_cast<int64_t>(denominator));
}

}  // namespace

std::optional<Rational> Rational::make(int64_t numerator, int64_t denominator) {
  if (denominator == 1) return Rational(numerator);
  if (denominator > 1) {
    int64_t a = numerator, b = denominator;
    while (b != 0) {
      const int64_t rest = a % b;  // b is at most the denominator and never -1 with a = min in the first turn
      a = b;
      b = rest;
    }
    if (a == 1 || a == -1) {
      Rational made(numerator);
      made.denominator_ = denominator;
      return made;
    }
  }
  return reduced(numerator, denominator);
}

int64_t Rational::floor() const {
  const int64_t quotient = numerator_ / denominator_;
  return numerator_ % denominator_ < 0 ? quotient - 1 : quotient;
}

int64_t Rational::ceiling() const {
  const int64_t quotient = numerator_ / denominator_;
  return numerator_ % denominator_ > 0 ? quotient + 1 : quotient;
}

std::strong_ordering Rational::operator<=>(const Rational& other) const {
  const Wide left = Wide{numerator_} * other.denominator_, right = Wide{other.numerator_} * denominator_;
  if (left < right) return std::strong_ordering::less;
  return left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::optional<Rational> add(const Rational& a, const Rational& b) {
  return reduced(Wide{a.numerator()} * b.denominator() + Wide{b.numerator()} * a.denominator(),
                 Wide{a.denominator()} * b.denominator());
}

std::optional<Rational> subtract(const Rational& a, const Rational& b) {
  return reduced(Wide{a.numerator()} * b.denominator() - Wide{b.numerator()} * a.denominator(),
                 Wide{a.denominator()} * b.denominator());
}

std::optional<Rational> multiply(const Rational& a, const Rational& b) {
  return reduced(Wide{a.numerator()} * b.numerator(), Wide{a.denominator()} * b.denominator());
}

std::optional<Rational> divide(const Rational& a, const Rational& b) {
  return reduced(Wide{a.numerator()} * b.denominator(), Wide{a.denominator()} * b.numerator());
}

std::optional<int64_t> whole_steps(const Rational& value, const Rational& step) {
  const auto steps = divide(value, step);
  if (!steps || !steps->is_whole()) return std::nullopt;
  return steps->numerator();
}

std::string to_text(const Rational& value) {
  if (value.is_whole()) return fmt::format("{}", value.numerator());
  return fmt::format("{}/{}", value.numerator(), value.denominator());
}

std::optional<Rational> parse_rational(std::string_view text) {
  const size_t slash = text.find('/');
  const std::string_view above = text.substr(0, slash);
  int64_t numerator = 0, denominator = 1;
  const auto read = [](std::string_view digits, int64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  if (!read(above, numerator)) return std::nullopt;
  if (slash != std::string_view::npos) {
    const std::string_view below = text.substr(slash + 1);
    if (below.empty() || below.front() == '-' || !read(below, denominator)) return std::nullopt;
  }
  return Rational::make(numerator, denominator);
}

}  // namespace casebook
