// SPDX-License-Identifier: Apache-2.0
#pragma once

// Checks every claim of the rules, each under its own ruleset: the scenario as it is, or with the switches
// that the claim names. A disputed claim is expected to fail. Hex numbers in a claim follow the numbering
// named after its edition, if the map has one, and otherwise the numbering in use.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// How a claim came out, by what the rules say of it.
enum class ClaimStatus : uint8_t {
  held,
  disputed,      // an expectation fails, as the rules say that it does
  failed,        // it does not hold, or a disputed one fails elsewhere than in an expectation
  undisputed,    // the rules call it disputed, and it holds
  says_nothing,  // what it names is not in this scenario, or its switches do not go with the scenario's
  no_ruleset,    // the data have errors under its switches
};
/// `held`, `disputed`, `fails`, `holds though disputed`, `says nothing here`, `has no ruleset`
std::string_view claim_status_words(ClaimStatus status);
/// Held or disputed.
bool is_as_said(ClaimStatus status);

struct ClaimAnswer {
  ClaimStatus status = ClaimStatus::held;
  std::vector<std::string> found;  // as in ClaimReport
  std::string why_refused;         // as in ClaimReport
  language::Place place;
  std::string ruleset;       // the id of the one that it was run in
  bool own_numbers = false;  // its hex numbers are those in use there, so its words can be read there
  // As in ClaimReport: where the line that failed was asked, and how it is come to.
  std::optional<Position> start;
  std::vector<ClaimPlay> played;
  size_t line = 0;
};

class Claims {
 public:
  /// `in_bulk`: for callers that run claims under many rulesets. The compiled form lists choices and gives values; the
  /// reference evaluator plays and judges.
  explicit Claims(std::shared_ptr<const Scenario> scenario, bool in_bulk = false);
  ~Claims();
  ClaimAnswer run(const language::Claim& claim);
  /// How many rulesets were bound so far beside the scenario: one for each set of switches.
  size_t bound() const;

 private:
  struct Ruleset;
  Ruleset& ruleset_for(const language::Claim& claim);
  std::string numbering_of(const language::Claim& claim) const;  // its edition's own; empty: that has none

  std::shared_ptr<const Scenario> scenario_;
  bool in_bulk_ = false;
  std::map<std::pair<std::vector<language::Setting>, std::string>, std::unique_ptr<Ruleset>>
      rulesets_;  // by switches besides, and numbering
};

/// held + disputed + otherwise are those tried; what is not run needs play, or says nothing here.
struct ClaimCount {
  int held = 0, disputed = 0, otherwise = 0, needs_play = 0, says_nothing = 0;
  int tried() const { return held + disputed + otherwise; }
  int not_run() const { return needs_play + says_nothing; }
  int all() const { return tried() + not_run(); }
};

/// Runs the claims that play nothing. E0610 for each that fails, E0612 for a disputed one that holds, E0613
/// where data have errors under its switches, W0602 for each that says nothing.
ClaimCount run_claims_without_play(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics);
/// The same for every claim, those that play included: what the tests and `check --play` run. `go_on`: no stops before
/// the next claim, and the claims that are left are not counted.
ClaimCount run_all_claims(const std::shared_ptr<const Scenario>& scenario, Diagnostics& diagnostics,
                          const std::function<bool()>& go_on = {});

}  // namespace casebook::runtime
