// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/list.h"

namespace casebook::checks {

std::string_view check_of_text(CheckOf of) {
  switch (of) {
    case CheckOf::text:
      return "rulebook";
    case CheckOf::counting:
      return "definition or table";
    case CheckOf::data:
      return "data";
    case CheckOf::game:
      break;
  }
  return "game";
}

const std::vector<Check>& all_checks() {
  static const std::vector<Check> checks{
      facts_stated_twice(),
      claims_hold(),
      dangling_references(),
      silent_cases(),
      unused(),
      duplicates(),
      // what can be counted, and the data
      tables(),
      definitions(),
      caps(),
      favours(),
      entries(),
      set_up(),
      // play
      examples(),
      playthroughs(),
      arrivals(),
      costs(),
      games_end(),
      pieces(),
      never_fires(),
      play_goes_on(),
      invariants_kept(),
      ambiguities(),
      questions(),
      between_rolls(),
      every_reading(),
      definitions_in_play(),
      caps_in_play(),
      exceptions(),
      duties(),
      ways_out(),
      shut_out(),
      leaving(),
      simultaneous(),
      file_order(),
      wrong_side(),
      permissions(),
      exemptions(),
      sources(),
      idle_rules(),
      supplied(),
  };
  return checks;
}

}  // namespace casebook::checks
