// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which rules a position or a record belongs to: names that find the rules again, and fingerprints that
// tell whether they are still the same.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime {

struct RulesetIdentity {
  std::string edition;   // the edition's own name
  std::string scenario;  // what names the scenario, without switches
  std::vector<std::pair<std::string, std::string>>
      switches;        // every option (`yes`, `no`) and reading with its value, in the order of the rules,
                       // as switch_names.h writes them; a file's as the file has them
  uint64_t rules = 0;  // fingerprint of the typed program; 0: not said
  uint64_t data = 0;   // fingerprint of program, switches and data; 0: not said
  bool operator==(const RulesetIdentity&) const = default;
};

RulesetIdentity identity_of(const Scenario& scenario);

/// The supplied parts that are taken away, as a switch has them: `column,room`; empty: none is.
std::string without_text(const language::Program& program);

/// `0123456789abcdef`
std::string fingerprint_text(uint64_t fingerprint);

/// How `said` (by a file) differs from the rules at hand. What the file leaves out does not differ.
struct IdentityDifference {
  bool edition = false, rules = false, data = false;
  std::vector<std::string> switches;  // names of those with another value, or that these rules do not have
  bool other_rules() const { return edition || rules || !switches.empty(); }
};
IdentityDifference compare(const RulesetIdentity& said, const RulesetIdentity& here);

/// One sentence without a full stop: `it was made with edition "a", rules 0123..., and these are "b", rules
/// 4567...`
std::string difference_text(const IdentityDifference& difference, const RulesetIdentity& said,
                            const RulesetIdentity& here);

}  // namespace casebook::runtime
