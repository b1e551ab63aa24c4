// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a difference of play is printed in the rulebooks, or rests on how a case is read.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime/scenario.h"
#include "verifier/compare/result.h"
#include "verifier/finding/finding.h"

namespace casebook::compare {

/// How such a detail begins; what follows is the edition, the case, the question and the value.
inline constexpr std::string_view rests_on_a_reading =
    "plays alike under another answer to a question that is open in ";

/// A finding whose example plays alike under another answer to a reading of that side.
struct RestsOn {
  size_t finding = 0, side = 0;
  language::ReadingId reading = language::none;
  Answer answer = {};                // as the ruleset has it
  std::vector<Answer> answers = {};  // under each of these both play the example alike
};

/// Sets each reading of either ruleset to each of its other values, and plays the witness of every difference
/// again, all of its steps or the last alone: where what the other side shows comes out so too, and play goes
/// on if it does there, both play it alike, and a detail of the finding says so. That is known of this example alone:
/// another one of the same difference may play otherwise under that answer. A reading in which the two are set apart is
/// what is compared, and is not tried.
std::vector<RestsOn> tell_what_rests_on_readings(std::vector<Finding>& findings,
                                                 const std::shared_ptr<const runtime::Scenario>& a,
                                                 const std::shared_ptr<const runtime::Scenario>& b,
                                                 const std::function<bool()>& go_on);

}  // namespace casebook::compare
