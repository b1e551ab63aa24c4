// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/subject.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/json.h"
#include "engine/board/format.h"
#include "engine/language/compile.h"
#include "verifier/checks/shared/shipped.h"
#include "verifier/cli/shared/files.h"
#include "verifier/cli/shared/library.h"
#include "verifier/cli/shared/printed_cases.h"
#include "verifier/finding/coverage.h"

namespace casebook::cli {

namespace fs = std::filesystem;

namespace {

bool is_scenario(const fs::path& file) {
  Diagnostics unseen;
  const auto text = read_text(file.string(), unseen);
  const auto json = text ? board::parse_json(*text, file.string(), unseen) : std::nullopt;
  const board::JsonValue* format = json ? json->find("format") : nullptr;
  return format != nullptr && format->is(board::JsonKind::string) && format->text == board::scenario_format;
}

/// The scenarios that lie beside the edition's own; one with errors is for `check` to tell.
std::vector<std::shared_ptr<const runtime::Scenario>> others_of(const runtime::ScenarioRequest& request,
                                                                const runtime::Scenario& scenario) {
  std::vector<std::shared_ptr<const runtime::Scenario>> out;
  if (!request.scenario_file.empty() || !request.switches.empty()) return out;
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(request.edition_folder, error)) {
    if (entry.path().extension() == ".json" && entry.path().filename() != "scenario.json" &&
        is_scenario(entry.path()))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    runtime::ScenarioRequest other = request;
    other.scenario_file = file.string();
    other.id = request.id + "/" + file.filename().string();
    Diagnostics unseen;
    auto found = runtime::load_scenario(other, unseen);
    if (found && found->rules_fingerprint == scenario.rules_fingerprint) out.push_back(std::move(found));
  }
  return out;
}

/// Of the edition, and of those that it lies over: the pieces are the same.
std::vector<checks::Shipped> shipped_of(const runtime::ScenarioRequest& request,
                                        const std::shared_ptr<const runtime::Scenario>& scenario,
                                        Diagnostics& diagnostics) {
  Diagnostics unseen;
  const auto edition = language::read_edition(request.edition_folder, unseen, request.ruleset_folders);
  std::vector<std::string> folders;
  for (const language::EditionText* one = edition.get(); one != nullptr; one = one->parent.get()) {
    if (!one->folder.empty()) folders.push_back(one->folder);
  }
  return checks::shipped_positions(scenario, folders, diagnostics);
}

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
    // Of play on a board with nothing on it nothing is said.
    if (board_is_empty(*out.subject.scenario)) {
      out.subject.scenario.reset();
      out.alone = out.empty = true;
    } else {
      out.subject.others = others_of(*request, *out.subject.scenario);
      out.subject.positions = shipped_of(*request, out.subject.scenario, diagnostics);
      out.subject.playthroughs = checks::shipped_playthroughs(request->edition_folder);
    }
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
  out.acknowledged_file = acknowledged_file(*request);
  Diagnostics of_cases;
  out.subject.cases = printed_cases(request->edition_folder, rulesets, of_cases);
  if (out.subject.cases) check_statements(*out.subject.program, *out.subject.cases, of_cases);
  diagnostics.add_all(of_cases);
  if (of_cases.has_errors()) return std::nullopt;
  return out;
}

std::string acknowledged_file(const runtime::ScenarioRequest& request) {
  const fs::path beside = request.scenario_file.empty()
                              ? fs::path(request.edition_folder)
                              : fs::absolute(fs::path(request.scenario_file)).parent_path();
  return (beside / "acknowledged.json").string();
}

std::optional<board::Acknowledgements> load_acknowledgements(const std::string& path,
                                                             Diagnostics& diagnostics) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return board::Acknowledgements{};
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
