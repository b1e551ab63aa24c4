// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the verifier may say of a claim, and when.
//
//   proved           exhaustive, or a completed proof; of a *can* claim: a record that replays
//   refuted          the engine replayed a witness against it; of a *can* claim: exhaustive
//   not_inductive    a step fails from a position that may not be reachable
//   holds_to_bound   every position to a depth was visited, and more remain
//   sampled          random games or positions only
//   unknown          a limit was reached, or the question is too large
//   tool_error       Casebook disagrees with itself

#include <cstdint>
#include <string_view>

namespace casebook {

enum class Verdict : uint8_t { proved, refuted, not_inductive, holds_to_bound, sampled, unknown, tool_error };

/// `PROVED`, `HOLDS TO BOUND`
std::string_view verdict_text(Verdict verdict);

}  // namespace casebook
