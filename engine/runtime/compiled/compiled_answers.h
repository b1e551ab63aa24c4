// SPDX-License-Identifier: Apache-2.0
#pragma once

// Answers of the compiled form: each definition and field is a routine that can be asked by itself.

#include <memory>

#include "engine/runtime/reference/answers.h"
#include "engine/runtime/scenario.h"

namespace casebook::runtime {

/// For one thread. Translates when it has been asked so often that this pays, and not again where a scenario was
/// translated lately.
std::unique_ptr<Answers> make_compiled_answers(std::shared_ptr<const Scenario> scenario);

}  // namespace casebook::runtime
