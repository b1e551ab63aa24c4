// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a difference of play is printed in the rulebooks, or rests on how a case is read.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// How such a detail begins; what follows is the edition, the case, the question and the value.
inline constexpr std::string_view rests_on_a_reading = "depends on a question that is open in ";

/// The open questions on which a difference depends: `spi-1980 4.5: Does a zone reach over water?`
std::vector<std::string> open_questions(const Finding& finding);

/// Sets each reading of either ruleset to each of its other values, and plays the witness of every difference
/// again, all of its steps or the last alone: where what the other side shows comes out so too, and play goes
/// on if it does there, both play it alike, and a detail of the finding says on which reading it rests. A
/// reading in which the two are set apart is what is compared, and is not tried.
void tell_what_rests_on_readings(std::vector<Finding>& findings,
                                 const std::shared_ptr<const runtime::Scenario>& a,
                                 const std::shared_ptr<const runtime::Scenario>& b,
                                 const std::function<bool()>& go_on);

}  // namespace casebook::compare
