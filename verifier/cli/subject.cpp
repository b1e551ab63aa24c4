// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/subject.h"

#include <algorithm>
#include <filesystem>

#include "engine/board/cases.h"
#include "engine/language/compile.h"
#include "verifier/cli/files.h"
#include "verifier/cli/library.h"

namespace casebook::cli {

namespace fs = std::filesystem;

namespace {

bool has_scenario(const language::EditionText& edition) {
  std::error_code error;
  for (const language::EditionText* one = &edition; one != nullptr; one = one->parent.get()) {
    if (!one->folder.empty() && fs::exists(fs::path(one->folder) / "scenario.json", error)) return true;
  }
  return false;
}

}  // namespace

std::optional<Verified> load_subject(const std::string& word, const std::string& rulesets,
                                     Diagnostics& diagnostics) {
  const auto request = scenario_request(word, rulesets, diagnostics);
  if (!request) return std::nullopt;
  Verified out;
  out.subject.id = word;
  Diagnostics of_scenario;
  out.subject.scenario = runtime::load_scenario(*request, of_scenario);
  if (out.subject.scenario) {
    out.subject.id = out.subject.scenario->id;
    out.subject.program = out.subject.scenario->program;
  } else {
    // Rules without any scenario can still be read; anything else that is wrong is said.
    Diagnostics of_rules;
    const auto edition = language::read_edition(request->edition_folder, of_rules, request->ruleset_folders);
    if (edition && request->scenario_file.empty() && !has_scenario(*edition))
      out.subject.program = language::compile(*edition, of_rules);
    if (!out.subject.program) {
      diagnostics.add_all(of_scenario);
      return std::nullopt;
    }
    out.alone = true;
  }
  const fs::path folder(request->edition_folder);
  const fs::path beside =
      request->scenario_file.empty() ? folder : fs::absolute(fs::path(request->scenario_file)).parent_path();
  out.acknowledged_file = (beside / "acknowledged.json").string();
  std::error_code error;
  if (const fs::path cases = folder / "cases.json"; fs::exists(cases, error)) {
    out.subject.cases = board::load_cases(cases.string(), diagnostics);
    if (!out.subject.cases) return std::nullopt;
  }
  return out;
}

std::optional<board::Acknowledgements> load_acknowledgements(const std::string& path,
                                                             Diagnostics& diagnostics) {
  std::error_code error;
  if (!fs::exists(path, error)) return board::Acknowledgements{};
  const auto text = read_text(path, diagnostics);
  if (!text) return std::nullopt;
  return board::read_acknowledgements(*text, path, diagnostics);
}

bool board_is_empty(const runtime::Scenario& scenario) {
  const auto& kinds = scenario.program->kinds;
  return scenario.ground.hexes == 0 &&
         std::any_of(kinds.begin(), kinds.end(), [](const language::Kind& one) { return one.on_map; });
}

}  // namespace casebook::cli
