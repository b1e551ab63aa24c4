// SPDX-License-Identifier: Apache-2.0
#pragma once

// `casebook verify --prove`: the invariants of a ruleset by induction.

#include "verifier/cli/subject.h"
#include "verifier/cli/verb.h"

namespace casebook::cli {

struct ProveOptions {
  std::string invariant;            // this one alone; empty: all
  std::string step;                 // this one alone, `movement:1 step`; empty: all
  uint64_t games = 60;              // at random from the start, for breaks of what is not proved; 0: none
  std::string page;                 // a file for docs/findings; empty: none
  uint32_t resources = 1'000'000;   // Z3's rlimit for one question
  uint64_t property_resources = 0;  // for all questions of one property; 0: without limit
  bool progress = false;            // how far it is, on standard error
  bool all = false;                 // every step, also where it is proved
};

ExitStatus prove(const Verified& verified, const ProveOptions& options, Context& context);

}  // namespace casebook::cli
