// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/counted.h"

#include <fmt/format.h>

namespace casebook {

std::string grouped(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(uint64_t count, std::string_view one, std::string_view many) {
  const std::string digits = grouped(count);
  if (count == 1) return fmt::format("{} {}", digits, one);
  return many.empty() ? fmt::format("{} {}s", digits, one) : fmt::format("{} {}", digits, many);
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

}  // namespace casebook
