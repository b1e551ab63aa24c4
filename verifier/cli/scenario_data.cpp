// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/scenario_data.h"

#include <filesystem>

#include "verifier/cli/library.h"

namespace casebook::cli {

std::optional<board::ScenarioData> scenario_data(const std::string& word, const std::string& rulesets_option,
                                                 Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  const auto request = scenario_request(word, rulesets_option, diagnostics);
  if (!request) return std::nullopt;
  const fs::path folder(request->edition_folder);
  const std::string file =
      request->scenario_file.empty() ? (folder / "scenario.json").string() : request->scenario_file;
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(fs::absolute(folder, error), error);
  return board::load_scenario_data(file, absolute.parent_path().string(), diagnostics);
}

}  // namespace casebook::cli
