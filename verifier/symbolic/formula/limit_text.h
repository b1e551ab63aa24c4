// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a question stays open that Z3 left unanswered, in the words of every report.

namespace casebook::symbolic {

/// A clause without its full stop.
constexpr const char* limit_text() {
  return "Z3 reached its limit";
}

}  // namespace casebook::symbolic
