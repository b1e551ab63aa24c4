// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the translation of a ruleset leaves out or leaves free: every definition, guard, effect and way of
// flow, over positions of which nothing is known, as the proofs use them. No solver runs.

#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::symbolic {

/// A construct, and where it stands: a definition, or a site with what was to be translated there.
struct LeftFree {
  std::string where, construct, label;
  auto operator<=>(const LeftFree&) const = default;
};

/// Sorted, each once. None: everything is translated.
std::vector<LeftFree> left_free(const std::shared_ptr<const runtime::Scenario>& scenario);

/// One a line: `definition way_on: field way_to_rest over 357 hexes (4.4)`.
std::string left_free_text(const std::vector<LeftFree>& all);

}  // namespace casebook::symbolic
