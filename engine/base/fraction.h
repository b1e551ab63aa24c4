// SPDX-License-Identifier: Apache-2.0
#pragma once

// Exact chances as fractions over 128-bit integers. A result that does not fit is std::nullopt; it is never
// wrapped or rounded.

#include <compare>
#include <optional>
#include <string>

namespace casebook {

__extension__ using Wide = unsigned __int128;

/// In lowest terms; from 0 on.
struct Fraction {
  Wide numerator = 0, denominator = 1;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  bool operator==(const Fraction&) const = default;
};

/// `denominator` is not 0.
Fraction reduced(Wide numerator, Wide denominator);
std::optional<Fraction> add(const Fraction& a, const Fraction& b);
/// A part of it: a / `parts`, which is not 0.
std::optional<Fraction> divide(const Fraction& a, Wide parts);
std::optional<Fraction> multiply(const Fraction& a, const Fraction& b);
/// nullopt when comparing them does not fit.
std::optional<std::strong_ordering> compare(const Fraction& a, const Fraction& b);

/// `2909/6912`, `0`, `1`
std::string to_text(const Fraction& fraction);

}  // namespace casebook
