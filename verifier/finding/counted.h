// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small words of sentences: numbers with what they count, and capitals.

#include <cstdint>
#include <string>
#include <string_view>

namespace casebook {

/// `1 claim`, `2 claims`, `3,302 positions`: a number with what it counts. `many` where an s does not do.
std::string counted(uint64_t count, std::string_view one, std::string_view many = {});
/// `3,302`
std::string grouped(uint64_t count);
/// With a capital at its head: ASCII only.
std::string capitalised(std::string text);

}  // namespace casebook
