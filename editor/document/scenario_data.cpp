// SPDX-License-Identifier: Apache-2.0
#include "editor/document/scenario_data.h"

#include <filesystem>

#include "engine/board/unsaved.h"

namespace casebook::editor {

namespace fs = std::filesystem;

std::string scenario_file(const Snapshot& snapshot) {
  return (fs::path(snapshot.folder) / snapshot.parts[static_cast<size_t>(snapshot.scenario)]->path).string();
}

std::optional<board::ScenarioData> scenario_data(const Snapshot& snapshot, Diagnostics& diagnostics) {
  if (snapshot.scenario < 0) return std::nullopt;
  std::map<std::string, std::string> texts;  // by absolute path, written when asked for
  const auto text_of = [&](const std::string& path) -> const std::string* {
    if (const auto found = texts.find(path); found != texts.end()) return &found->second;
    for (const auto& part : snapshot.parts) {
      if (!part->there || part->path.starts_with("rulesets:") ||
          (fs::path(snapshot.folder) / part->path).string() != path)
        continue;
      return &texts.emplace(path, write_part(*part)).first->second;
    }
    return nullptr;
  };
  return board::load_scenario_data(scenario_file(snapshot), snapshot.folder, snapshot.ruleset_folders,
                                   text_of, diagnostics);
}

}  // namespace casebook::editor
