// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/shipped.h"

#include <algorithm>
#include <filesystem>

#include "engine/platform/files.h"
#include "engine/runtime/compiled/compiled.h"
#include "engine/runtime/records/position_file.h"
#include "engine/runtime/records/replay.h"

namespace casebook::checks {

using namespace runtime;
namespace fs = std::filesystem;

namespace {

/// A folder with more files than that is no folder of examples.
constexpr size_t most_files = 500;
constexpr size_t most_of_a_game = 40;
constexpr size_t most_bytes = 16U << 20U;  // of a file

void warn(const fs::path& file, const std::string& why, Diagnostics& diagnostics) {
  diagnostics.warning("D0172", {file.string(), {}, {}}, "left out: " + why).expected =
      "a position or a record, which the checks try too";
}

/// Why the text was not understood.
std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.all())
    if (one.severity == Severity::error) return one.message;
  return "it cannot be read";
}

std::vector<fs::path> files_below(const fs::path& folder, const std::vector<const char*>& parts) {
  std::vector<fs::path> files;
  for (const char* part : parts) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder / part, error), end; !error && at != end;
         at.increment(error)) {
      const fs::path extension = at->path().extension();
      if (extension == ".json" || extension == ".record") files.push_back(at->path());
    }
  }
  std::sort(files.begin(), files.end());
  if (files.size() > most_files) files.resize(most_files);
  return files;
}

bool stands_somewhere(const Scenario& scenario, const Position& position) {
  return position.cell(scenario.layout.site) > 0;
}

/// `wrong`: why it is no position.
void read_position(const ScenarioPtr& scenario, const std::string& text, const std::string& name,
                   std::vector<Shipped>& into, Diagnostics& wrong) {
  const auto identity = position_identity(text, name, wrong);
  if (!identity) return;
  Diagnostics unseen;
  PositionOptions options;
  options.under_other_rules = true;
  auto position = load_position(*scenario, text, name, unseen, options);
  if (!position || !stands_somewhere(*scenario, *position)) return;
  into.push_back({name, identity->switches, std::move(*position), false});
}

void read_game(const ScenarioPtr& scenario, const std::string& text, const std::string& name,
               std::vector<Shipped>& into, Diagnostics& wrong) {
  const Record record = parse_record(text, name, wrong);
  if (wrong.has_errors()) return;
  Diagnostics unseen;
  ReplayOptions options;
  options.under_other_rules = true;
  const Replay played = replay(record, name, std::make_unique<CompiledRules>(scenario), unseen, options);
  if (!played.game || !played.good) return;
  std::vector<Position> all;
  Game& game = *played.game;
  do {
    if (stands_somewhere(*scenario, game.position())) all.push_back(game.position());
  } while (game.undo());
  std::reverse(all.begin(), all.end());
  const size_t every = std::max<size_t>(1, all.size() / most_of_a_game);
  for (size_t i = 0; i < all.size(); i += every)
    into.push_back({name, record.ruleset.switches, std::move(all[i]), record.start.empty()});
}

}  // namespace

std::vector<Shipped> shipped_positions(const ScenarioPtr& scenario, const std::vector<std::string>& folders,
                                       Diagnostics& diagnostics) {
  std::vector<Shipped> out;
  for (const std::string& folder : folders) {
    const fs::path whole = fs::absolute(folder).lexically_normal();
    const std::string edition =
        (whole.has_filename() ? whole : whole.parent_path()).filename().generic_string();
    for (const fs::path& file : files_below(folder, {"positions", "playthroughs"})) {
      const bool is_own = folder == folders.front();
      platform::FileError error;
      const auto read = platform::read_file(file.string(), most_bytes, error);
      if (!read) {
        if (is_own) warn(file, error.reason, diagnostics);
        continue;
      }
      const std::string& text = *read;
      Diagnostics wrong;
      std::string name = fs::relative(file, folder).replace_extension().generic_string();
      if (!is_own) name += " of " + edition;
      if (file.extension() == ".record")
        read_game(scenario, text, name, out, wrong);
      else if (text.find("casebook/position") != std::string::npos)
        read_position(scenario, text, name, out, wrong);
      if (is_own && wrong.has_errors()) warn(file, first_error(wrong), diagnostics);
    }
  }
  return out;
}

std::vector<Playthrough> shipped_playthroughs(const std::string& folder) {
  std::vector<Playthrough> all;
  for (const fs::path& file : files_below(folder, {"playthroughs"})) {
    if (file.extension() != ".record") continue;
    Playthrough& one = all.emplace_back();
    const fs::path inside = fs::relative(file, folder);
    one.name = fs::relative(file, fs::path(folder) / "playthroughs").replace_extension().generic_string();
    one.file = (fs::absolute(folder).lexically_normal().filename() / inside).generic_string();
    platform::FileError error;
    const auto text = platform::read_file(file.string(), most_bytes, error);
    if (!text) {
      one.unreadable = error.reason;
      continue;
    }
    Diagnostics wrong;
    one.record = parse_record(*text, one.name, wrong);
    if (wrong.has_errors()) one.unreadable = first_error(wrong);
  }
  return all;
}

}  // namespace casebook::checks
