// SPDX-License-Identifier: Apache-2.0
#pragma once

// What games cost, told by the text of the rules (CompiledRules::profile). Counts of instructions are the same on every
// machine; time is told in shares, since looking at the clock takes time itself.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/program/id.h"

namespace casebook::runtime {

struct Profile {
  struct Rule {
    std::string sort;  // `requirement`, `definition`
    std::string item;  // of the action, definition, field or procedure; empty: of no text
    std::string part;  // of the parameter, requirement or preference; empty: the item as a whole
    language::CaseId label = language::none;
    uint64_t instructions = 0;  // of this text
    uint64_t called = 0;        // of the definitions, fields and kept sets that it calls
    double time = 0;            // share of the time that the rules took, without what is called
  };
  struct AtSite {
    language::SiteId site = language::none;
    uint64_t times = 0;                      // decisions, rolls or draws
    uint64_t listing = 0, carrying_out = 0;  // instructions
  };
  struct OfCase {
    language::CaseId label = language::none;  // none: of no case
    uint64_t instructions = 0;
    double time = 0;
  };
  uint64_t instructions = 0;
  std::vector<Rule> rules;    // the dearest first
  std::vector<AtSite> sites;  // the same
  std::vector<OfCase> cases;  // the same
};

}  // namespace casebook::runtime
