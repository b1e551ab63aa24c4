// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shows how far a verb is that works for minutes: `stage 3 of 4: compare with examples/hex: games, 15 of 60`.
//
// A terminal has one line on standard error, which is rewritten in place. Elsewhere nothing is printed unless
// the user asks for it (`--progress`). Then each stage and each part of a stage prints a line when it begins,
// and a part prints another one at each quarter. The lines depend on counts alone, never on a clock.

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "verifier/cli/shared/terminal.h"

namespace casebook::cli {

class Stages {
 public:
  /// `terminal` outlives it. `lines`: print lines where standard error is no terminal.
  Stages(Terminal& terminal, size_t of, bool lines) : terminal_(terminal), of_(of), lines_(lines) {}

  /// The next stage begins. There are no more than `of`.
  void begin(std::string_view name);
  /// So much of a part of the present stage is done. Any thread may call it.
  void at(std::string_view part, uint64_t done, uint64_t of);
  /// The line is taken off the terminal; the stage goes on.
  void end();

 private:
  void show(const std::string& text, bool is_news);

  std::mutex mutex_;
  Terminal& terminal_;
  size_t of_;
  size_t stage_ = 0;
  bool lines_;
  std::string head_;       // `stage 3 of 4: compare with examples/hex`
  std::string part_;       // of the present stage; empty: none yet
  uint64_t quarters_ = 0;  // of the part that were told
};

}  // namespace casebook::cli
