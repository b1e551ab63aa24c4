// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/tell/shares.h"

#include <fmt/format.h>

namespace casebook::compare {

std::string amount(uint64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

ShareText share_text(const Share& share, const std::string& ruleset) {
  const Interval of = share.interval();
  ShareText text;
  text.head = fmt::format("{} of {}, {} compared: play differs in {}", amount(share.games, "game"), ruleset,
                          amount(share.compared, "position"), amount(share.games_with, "game"));
  text.rows.emplace_back("different choices are lawful",
                         fmt::format("at {} ({:.1f} %; with 95 % confidence {:.1f} to {:.1f} %)",
                                     amount(share.differing, "position"), 100 * share.differing_part(),
                                     100 * of.low, 100 * of.high));
  text.rows.emplace_back("the same choice has different results", "at " + amount(share.stepping, "position"));
  if (share.players > 0)
    text.rows.emplace_back("a different player chooses", "at " + amount(share.players, "position"));
  if (share.chances > 0)
    text.rows.emplace_back("a roll can have different results",
                           fmt::format("at {} of {} rolls and draws", share.bringing, share.chances));
  if (share.at_limit > 0)
    text.rows.emplace_back("ended at a limit of Casebook",
                           fmt::format("{} of {}", share.at_limit, amount(share.games, "game")));
  return text;
}

}  // namespace casebook::compare
