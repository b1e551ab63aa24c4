// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is evaluated where: at each site the items that decide which choices are lawful, and on each way on
// the items that decide what follows, as far as the next site. Parts that the scenario's switches rule out
// are skipped.
//
// So an item (or a reading) that differs between two sets of rules matters only where it is evaluated.
// Elsewhere both play the same.

#include <set>
#include <vector>

#include "engine/program/edit/mutants.h"
#include "engine/runtime/scenario.h"
#include "verifier/checks/shared/references.h"

namespace casebook::checks {

class SiteReach {
 public:
  explicit SiteReach(const runtime::Scenario& scenario);

  struct Of {
    std::set<Named> offers;              // who chooses, what is lawful; what a throw may bring
    std::vector<std::set<Named>> leads;  // by alternative (a roll or draw has one): what comes of it
  };
  const Of& site(int32_t id) const { return sites_[static_cast<size_t>(id)]; }
  /// Whether the sequence of play has a way there that the switches leave open.
  bool has_way(int32_t id) const { return has_way_[static_cast<size_t>(id)]; }

 private:
  std::vector<Of> sites_;
  std::vector<bool> has_way_;
};

/// Everything that an expression asks, through whatever it calls, as far as the switches of the scenario leave open.
std::set<Named> asked_by(const runtime::Scenario& scenario, const language::Expr& expr);

/// Whether a reading, or an option that is off, has a say in it, through whatever it calls.
bool switches_decide(const runtime::Scenario& scenario, const language::Expr& expr);
bool switches_decide(const runtime::Scenario& scenario, language::DefinitionId definition);

/// Which questions matter at which site: those that any of these items decides.
struct Where {
  std::vector<bool> offers;              // by site
  std::vector<std::vector<bool>> leads;  // by site and alternative
  bool anywhere(SiteId site) const;
};
Where where_asked(const SiteReach& reach, const language::Program& program, const std::set<Named>& items);
/// Of a mutant: the item is known by the name that stands before what it is of it. Everywhere when it is not.
Where where_asked(const SiteReach& reach, const language::Program& program, const language::Mutant& mutant);

}  // namespace casebook::checks
