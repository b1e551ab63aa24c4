// SPDX-License-Identifier: Apache-2.0
#pragma once

// The game with one of everything, bound once, for fuzzers of what needs a scenario.

#include <memory>

#include "engine/base/diagnostic_text.h"
#include "engine/runtime/scenario.h"
#include "tests/fuzz/json_data.h"

namespace casebook::fuzz {

inline const std::shared_ptr<const runtime::Scenario>& gauntlet() {
  static const auto scenario = [] {
    runtime::ScenarioRequest request;
    request.edition_folder = std::string(CASEBOOK_SOURCE_DIR) + "/tests/engine/runtime/gauntlet";
    request.id = "gauntlet";
    Diagnostics diagnostics;
    auto bound = runtime::load_scenario(request, diagnostics);
    demand(bound != nullptr, "the gauntlet can be played", diagnostics_text(diagnostics));
    return bound;
  }();
  return scenario;
}

}  // namespace casebook::fuzz
