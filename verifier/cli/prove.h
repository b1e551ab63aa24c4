// SPDX-License-Identifier: Apache-2.0
#pragma once

// `casebook verify --prove`: the invariants of a ruleset by induction.

#include "verifier/cli/subject.h"
#include "verifier/cli/verb.h"

namespace casebook::cli {

struct ProveOptions {
  std::string invariant;           // this one alone; empty: all
  uint32_t resources = 3'000'000;  // Z3's rlimit for one question
  bool all = false;                // every step, also where it is proved
};

ExitStatus prove(const Verified& verified, const ProveOptions& options, Context& context);

}  // namespace casebook::cli
