// SPDX-License-Identifier: Apache-2.0
#pragma once

// The checks, each in the file of its name. all_checks.cpp puts them in order.

#include "verifier/checks/check.h"
#include "verifier/checks/shared/context.h"

namespace casebook::checks {

Check facts_stated_twice();
Check dangling_references();
Check silent_cases();
Check supplied();
Check questions();
Check between_rolls();
Check unused();
Check entries();
Check claims_hold();
Check duplicates();
Check tables();
Check definitions();
Check caps();
Check favours();
Check costs();
Check shut_out();
Check leaving();
Check permissions();
Check examples();
Check playthroughs();
Check exemptions();
Check file_order();
Check sources();
Check caps_in_play();
Check arrivals();
Check invariants_kept();
Check set_up();
Check exceptions();
Check duties();
Check ways_out();
Check idle_rules();
Check simultaneous();
Check wrong_side();
Check ambiguities();
Check every_reading();
Check play_goes_on();
Check never_fires();
Check definitions_in_play();
Check games_end();
Check pieces();

}  // namespace casebook::checks
