// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `casebook verify --prove` adds to the checks: the rules' invariants by induction, and properties of every game.

#include <optional>
#include <string>
#include <vector>

#include "verifier/cli/shared/subject.h"
#include "verifier/cli/shared/verb.h"
#include "verifier/symbolic/limits.h"
#include "verifier/symbolic/prove/reach_break.h"

namespace casebook::cli {

struct ProveOptions {
  std::string invariant;  // this one alone; empty: all
  std::string step;       // this one alone, `movement:1 step`; empty: all
  uint64_t games = 60;    // at random from the start, for breaks of what is not proved; 0: none
  std::string page;       // a file for docs/findings; empty: none
  uint32_t resources = symbolic::query_limit::induction;
  uint64_t property_resources = 0;  // for all questions of one property; 0: without limit
  uint64_t all_resources = 0;       // for everything that is proved; 0: without limit
  bool progress = false;            // how far it is, on standard error
  bool all = false;                 // every step, also where it is proved
};

/// The results of the proofs.
struct Proved {
  symbolic::Induction induction;
  symbolic::ReachCount played;
  std::vector<language::Id> asked;  // properties
  bool whole = true;                // every property, at every step
  /// 0, 30, 40 or 50; 130 when it was stopped.
  int status() const;
};

/// Whether these options leave something to prove and the page can be written. If not, reports it and
/// returns the status.
ExitStatus can_prove(const Verified& verified, const ProveOptions& options, Context& context);
/// Precondition: can_prove. Null, after a report, when there is no such step or the page could not be
/// written; then `failed`.
std::optional<Proved> prove(const Verified& verified, const ProveOptions& options, Context& context,
                            ExitStatus& failed);
/// Of a run that asked two things: a tool error, else that it was stopped, else the worse.
int worse_status(int a, int b);

}  // namespace casebook::cli
