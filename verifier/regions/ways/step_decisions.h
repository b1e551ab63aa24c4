// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one step of a game decides on its way to the next site: each condition, loop and attempt of the procedures,
// actions and effects that it runs, in the order in which they come out. So two rulesets can be held against each
// other: the first thing that comes out otherwise is where they part.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verifier/regions/ways/courses.h"

namespace casebook::regions {

struct Decided {
  std::string item;  // `resolve`
  std::string text, out;
  language::CaseId label = language::none;
};

/// From a position at a site. `rules` is of the same scenario, and only finds choices.
std::vector<Decided> decided_in(const std::shared_ptr<const runtime::Scenario>& scenario,
                                runtime::Rules& rules, const runtime::Position& before, const Step& step);

/// The index of the first that both ask in the same words of the same item and that comes out otherwise. Nothing
/// where one of them asks something else before that.
std::optional<size_t> parting(const std::vector<Decided>& first, const std::vector<Decided>& second);

}  // namespace casebook::regions
