// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/limit.h"

namespace casebook::cli {

std::string limit_of(runtime::Game& game) {
  if (game.outcome().kind != runtime::OutcomeKind::limit) return {};
  const runtime::Game::Stop stop = game.stop();
  return stop.in_words.empty() ? "the game cannot go on" : stop.in_words.front();
}

void complain_of_limit(const std::string& words, Context& context) {
  if (!words.empty()) context.terminal.error("C0134", words);
}

}  // namespace casebook::cli
