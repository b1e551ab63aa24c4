// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/scenario_data.h"

#include "engine/language/compile.h"
#include "engine/runtime/binding/bind.h"
#include "verifier/cli/shared/library.h"

namespace casebook::cli {

std::optional<board::ScenarioData> scenario_data(const std::string& word, const std::string& rulesets_option,
                                                 Diagnostics& diagnostics) {
  const auto request = scenario_request(word, rulesets_option, diagnostics);
  if (!request) return std::nullopt;
  const auto edition = language::read_edition(request->edition_folder, diagnostics, request->ruleset_folders);
  if (!edition) return std::nullopt;
  return runtime::load_data(*request, *edition, diagnostics);
}

}  // namespace casebook::cli
