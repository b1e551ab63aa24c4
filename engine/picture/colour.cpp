// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/colour.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace casebook::picture {

namespace {

using Linear = std::array<double, 3>;

double linear_of(uint8_t part) {
  const double value = part / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
uint8_t part_of(double linear) {
  const double clamped = std::clamp(linear, 0.0, 1.0);
  const double value = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * std::pow(clamped, 1.0 / 2.4) - 0.055;
  return static_cast<uint8_t>(std::lround(value * 255.0));
}
Linear linear_of(Rgb colour) {
  return {linear_of(colour.red), linear_of(colour.green), linear_of(colour.blue)};
}
double luminance(Rgb colour) {
  const Linear at = linear_of(colour);
  return 0.2126 * at[0] + 0.7152 * at[1] + 0.0722 * at[2];
}

/// CIE L*a*b* under D65.
std::array<double, 3> lab(Rgb colour) {
  const Linear at = linear_of(colour);
  const double x = (0.4124564 * at[0] + 0.3575761 * at[1] + 0.1804375 * at[2]) / 0.95047;
  const double y = 0.2126729 * at[0] + 0.7151522 * at[1] + 0.0721750 * at[2];
  const double z = (0.0193339 * at[0] + 0.1191920 * at[1] + 0.9503041 * at[2]) / 1.08883;
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  return {116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))};
}

}  // namespace

std::string colour_text(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::optional<Rgb> parse_colour(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  uint32_t value = 0;
  for (const char c : text.substr(1)) {
    uint32_t digit = 0;
    if (c >= '0' && c <= '9')
      digit = static_cast<uint32_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<uint32_t>(c - 'a' + 10);
    else if (c >= 'A' && c <= 'F')
      digit = static_cast<uint32_t>(c - 'A' + 10);
    else
      return std::nullopt;
    value = value * 16 + digit;
  }
  return Rgb{static_cast<uint8_t>(value >> 16U), static_cast<uint8_t>(value >> 8U),
             static_cast<uint8_t>(value)};
}

Rgb mixed(Rgb colour, Rgb other, double share) {
  const auto mix = [share](uint8_t a, uint8_t b) {
    return static_cast<uint8_t>(std::lround(a + (b - a) * share));
  };
  return {mix(colour.red, other.red), mix(colour.green, other.green), mix(colour.blue, other.blue)};
}

double contrast(Rgb a, Rgb b) {
  const double one = luminance(a), two = luminance(b);
  return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

Rgb ink_on(Rgb ground, Rgb dark, Rgb light) {
  return contrast(ground, dark) >= contrast(ground, light) ? dark : light;
}

Rgb seen_with(Sight sight, Rgb colour) {
  using Matrix = std::array<Linear, 3>;
  static constexpr Matrix no_red{
      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
  static constexpr Matrix no_green{
      {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
  static constexpr Matrix no_blue{
      {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
  if (sight == Sight::all) return colour;
  const Matrix& matrix = sight == Sight::no_red ? no_red : sight == Sight::no_green ? no_green : no_blue;
  const Linear at = linear_of(colour);
  const auto row = [&at](const Linear& line) {
    return part_of(line[0] * at[0] + line[1] * at[1] + line[2] * at[2]);
  };
  return {row(matrix[0]), row(matrix[1]), row(matrix[2])};
}

double distance(Rgb a, Rgb b) {
  const auto one = lab(a), two = lab(b);
  return std::sqrt((one[0] - two[0]) * (one[0] - two[0]) + (one[1] - two[1]) * (one[1] - two[1]) +
                   (one[2] - two[2]) * (one[2] - two[2]));
}

}  // namespace casebook::picture
