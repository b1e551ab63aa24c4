// SPDX-License-Identifier: Apache-2.0
// A scenario with the files it names.
#include <fmt/format.h>

#include <filesystem>

#include "engine/base/nearest.h"
#include "engine/board/format.h"
#include "engine/board/scenario.h"
#include "engine/platform/files.h"

namespace casebook::board {

namespace {

class Loader {
 public:
  Loader(std::string path, std::string root, Diagnostics& diagnostics)
      : path_(std::move(path)), root_(std::move(root)), diagnostics_(diagnostics) {}

  std::optional<ScenarioData> run() {
    const auto text = load_text(path_, diagnostics_);
    if (!text) return std::nullopt;
    auto scenario = read_scenario(*text, path_, diagnostics_);
    if (!scenario) return std::nullopt;
    ScenarioData out;
    out.scenario = std::move(*scenario);
    // Each file is read even when another is wrong, so that one run shows the mistakes of all.
    bool good = load(out.scenario.map, out.map, read_map);
    const bool have_map = good;
    good = load(out.scenario.order_of_battle, out.order_of_battle, read_order_of_battle) && good;
    good = load(out.scenario.schedule, out.schedule, read_schedule) && good;
    if (have_map) {
      good = find(out, path_, out.scenario.numbering, out.scenario.numbering_place, out.numbering) && good;
      good = find(out, out.order_of_battle.file, out.order_of_battle.numbering,
                  out.order_of_battle.numbering_place, out.order_of_battle_numbering) &&
             good;
      good = find(out, out.schedule.file, out.schedule.numbering, out.schedule.numbering_place,
                  out.schedule_numbering) &&
             good;
    }
    if (!good) return std::nullopt;
    return out;
  }

 private:
  template <class Data>
  bool load(const NamedFile& named, Data& out,
            std::optional<Data> (*read)(const std::string&, const std::string&, Diagnostics&)) {
    if (named.path.empty()) return true;
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    const std::string base = folder.empty() ? "." : folder.string();
    platform::FileError error;
    const auto inside = platform::path_inside(root_, base, named.path, error);
    const SourceRange range = range_of(path_, named.place);
    if (!inside) {
      Diagnostic& made = diagnostics_.error(
          "D0120", range, fmt::format("the path {} {}", casebook::quoted(named.path), error.reason));
      made.expected = "the path of a file in the game's folder";
      return false;
    }
    const auto text = platform::read_file(*inside, limits::source_bytes, error);
    if (!text) {
      Diagnostic& made = diagnostics_.error(
          "D0101", range, fmt::format("the file {} {}", casebook::quoted(named.path), error.reason));
      made.suggestion = nearest_file(*inside, named.path);
      return false;
    }
    // Shown as the user would type it, not as the system resolves it.
    auto data = read(*text, (folder / named.path).lexically_normal().string(), diagnostics_);
    if (!data) return false;
    out = std::move(*data);
    return true;
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
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               Diagnostics& diagnostics) {
  return Loader(path, root, diagnostics).run();
}

}  // namespace casebook::board
