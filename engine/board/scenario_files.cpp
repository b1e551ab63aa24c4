// SPDX-License-Identifier: Apache-2.0
// A scenario with the files it names.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/base/nearest.h"
#include "engine/board/format.h"
#include "engine/board/scenario.h"
#include "engine/board/unsaved.h"
#include "engine/platform/files.h"

namespace casebook::board {

namespace {

/// How a path begins that is looked up in the folders of rulesets.
constexpr std::string_view of_rulesets = "rulesets:";

class Loader {
 public:
  Loader(std::string path, std::string root, std::span<const std::string> ruleset_folders,
         Diagnostics& diagnostics, TextOf text_of = {})
      : path_(std::move(path)),
        root_(std::move(root)),
        ruleset_folders_(ruleset_folders),
        diagnostics_(diagnostics),
        text_of_(std::move(text_of)) {}

  std::optional<ScenarioData> run() {
    const std::string* const unsaved = text_of_ ? text_of_(path_) : nullptr;
    const auto text = unsaved != nullptr ? std::optional(*unsaved) : load_text(path_, diagnostics_);
    if (!text) return std::nullopt;
    auto scenario = read_scenario(*text, path_, diagnostics_);
    if (!scenario) return std::nullopt;
    ScenarioData out;
    out.scenario = std::move(*scenario);
    // Each file is read even when another is wrong, so that one run shows the mistakes of all.
    bool good = load(out.scenario.map, out.map, read_map);
    const bool have_map = good;
    good = load_all(out.scenario.orders_of_battle, out.orders_of_battle, read_order_of_battle) && good;
    good = load_all(out.scenario.schedules, out.schedules, read_schedule) && good;
    if (have_map) {
      good = find(out, path_, out.scenario.numbering, out.scenario.numbering_place, out.numbering) && good;
      good = find_all(out, out.orders_of_battle) && good;
      good = find_all(out, out.schedules) && good;
    }
    good = check_twice(out.orders_of_battle, &OrderOfBattle::entities) && good;
    good = check_twice(out.schedules, &Schedule::rows) && good;
    if (!good) return std::nullopt;
    return out;
  }

 private:
  template <class Data>
  bool load(const NamedFile& named, Data& out,
            std::optional<Data> (*read)(const std::string&, const std::string&, Diagnostics&)) {
    if (named.path.empty()) return true;
    const SourceRange range = range_of(path_, named.place);
    std::string relative = named.path, root = root_;
    std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    if (named.path.starts_with(of_rulesets)) {
      relative.erase(0, of_rulesets.size());
      root = folder_with(relative);
      folder = root;
      if (root.empty()) {
        Diagnostic& made = diagnostics_.error(
            "D0120", range, fmt::format("no folder of rulesets has the file {}", casebook::quoted(relative)));
        made.expected =
            "after `rulesets:`, the path of a file below one of the folders that "
            "`casebook --version` lists";
        return false;
      }
    }
    const std::string base = folder.empty() ? "." : folder.string();
    platform::FileError error;
    const auto inside = platform::path_inside(root, base, relative, error);
    if (!inside) {
      Diagnostic& made = diagnostics_.error(
          "D0120", range, fmt::format("the path {} {}", casebook::quoted(named.path), error.reason));
      made.expected = "the path of a file in the game's folder";
      return false;
    }
    const std::string shown = (folder / relative).lexically_normal().string();
    const std::string* const unsaved = text_of_ ? text_of_(shown) : nullptr;
    const auto text = unsaved != nullptr ? std::optional(*unsaved)
                                         : platform::read_file(*inside, limits::source_bytes, error);
    if (!text) {
      Diagnostic& made = diagnostics_.error(
          "D0101", range, fmt::format("the file {} {}", casebook::quoted(named.path), error.reason));
      made.suggestion = nearest_file(*inside, named.path);
      return false;
    }
    // Shown as the user would type it, not as the system resolves it.
    auto data = read(*text, shown, diagnostics_);
    if (!data) return false;
    out = std::move(*data);
    return true;
  }

  template <class Data>
  bool load_all(const std::vector<NamedFile>& named, std::vector<Numbered<Data>>& out,
                std::optional<Data> (*read)(const std::string&, const std::string&, Diagnostics&)) {
    bool good = true;
    for (const NamedFile& file : named) good = load(file, out.emplace_back().data, read) && good;
    return good;
  }

  /// The first folder of rulesets that has the file; empty when none has.
  std::string folder_with(const std::string& relative) const {
    std::error_code error;
    for (const std::string& folder : ruleset_folders_) {
      if (std::filesystem::exists(std::filesystem::path(folder) / relative, error)) return folder;
    }
    return {};
  }

  /// Within one file this was said already when it was read.
  template <class Data>
  bool check_twice(const std::vector<Numbered<Data>>& files, std::vector<EntityLine> Data::*lines) {
    if (files.size() < 2) return true;
    bool good = true;
    std::map<std::pair<std::string, std::string>, std::pair<std::string, Span>> seen;
    for (const auto& [data, numbering] : files) {
      for (const EntityLine& line : data.*lines) {
        const auto [before, is_new] =
            seen.emplace(std::pair(line.kind, line.id), std::pair(data.file, line.id_place));
        if (is_new) continue;
        Diagnostic& made = diagnostics_.error(
            "D0121", range_of(data.file, line.id_place),
            fmt::format("there are two lines for the {} {}", line.kind, casebook::quoted(line.id)));
        made.notes.push_back({range_of(before->second.first, before->second.second), "the first is here"});
        good = false;
      }
    }
    return good;
  }

  template <class Data>
  bool find_all(const ScenarioData& data, std::vector<Numbered<Data>>& files) {
    bool good = true;
    for (auto& [file, numbering] : files)
      good = find(data, file.file, file.numbering, file.numbering_place, numbering) && good;
    return good;
  }

  static std::string nearest_file(const std::string& path, const std::string& written) {
    platform::FileError ignored;
    const std::filesystem::path wanted(path);
    const auto names = platform::files_in(wanted.parent_path().string(), ".json", ignored);
    const std::string near = names ? nearest_name(wanted.filename().string(), *names) : std::string();
    return near.empty() ? near : (std::filesystem::path(written).parent_path() / near).string();
  }

  bool find(const ScenarioData& data, const std::string& file, const std::string& name, const Span& place,
            int& out) {
    out = data.map.own_numbering;
    if (name.empty()) return true;
    if (const auto found = data.map.find_numbering(name)) {
      out = *found;
      return true;
    }
    Diagnostic& made = diagnostics_.error("D0123", range_of(file, place),
                                          fmt::format("the map has no numbering {}", casebook::quoted(name)));
    NearestName nearest(name);
    std::vector<std::string> names;
    for (const Numbering& numbering : data.map.numberings) {
      nearest.offer(numbering.name());
      names.push_back(casebook::quoted(numbering.name()));
    }
    made.expected = listed(names);
    made.suggestion = nearest.best();
    return false;
  }

  std::string path_, root_;
  std::span<const std::string> ruleset_folders_;
  Diagnostics& diagnostics_;
  TextOf text_of_;
};

}  // namespace

std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               std::span<const std::string> ruleset_folders,
                                               Diagnostics& diagnostics) {
  return Loader(path, root, ruleset_folders, diagnostics).run();
}

std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               std::span<const std::string> ruleset_folders,
                                               const TextOf& text_of, Diagnostics& diagnostics) {
  return Loader(path, root, ruleset_folders, diagnostics, text_of).run();
}

}  // namespace casebook::board
