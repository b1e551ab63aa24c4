// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often play differs in the games of one ruleset, in words: rows of a table for a terminal and for a report.

#include <string>
#include <utility>
#include <vector>

#include "verifier/compare/result.h"

namespace casebook::compare {

struct ShareText {
  std::string head;  // `30 games of spi-1980, 720 positions compared`
  std::vector<std::pair<std::string, std::string>>
      rows;  // `different choices are lawful`, `at 12 positions (1.7 %)`
};

ShareText share_text(const Share& share, const std::string& ruleset);

/// What the interval of a share leaves out of account.
inline constexpr const char* about_intervals =
    "The ranges with 95 % confidence treat the positions of one game as independent. So they are too narrow.";

/// `1 position`, `720 positions`
std::string amount(uint64_t count, const std::string& thing);

}  // namespace casebook::compare
