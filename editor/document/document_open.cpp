// SPDX-License-Identifier: Apache-2.0
// Which files a project has, and which rules are in force.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "editor/document/data_words.h"
#include "editor/document/document.h"
#include "engine/board/format.h"
#include "engine/language/compile.h"
#include "engine/platform/files.h"

namespace casebook::editor {

namespace fs = std::filesystem;
using namespace board;

namespace {

constexpr int deepest = 3;           // folders below the project in which files are looked for
constexpr size_t most_files = 1000;  // of a project
constexpr std::string_view of_rulesets = "rulesets:";

/// The formats that a project is made of. Positions, records and lists of cases are read by others.
bool is_project_format(const std::string& text) {
  const size_t at = text.find("\"casebook/");
  if (at == std::string::npos) return false;
  const std::string_view rest = std::string_view(text).substr(at + 1, 40);
  for (const std::string_view format : {map_format, order_of_battle_format, schedule_format, scenario_format,
                                        style_format, acknowledged_format, tracing_format}) {
    if (rest.starts_with(format) && rest.size() > format.size() && rest[format.size()] == '"') return true;
  }
  return false;
}

/// A name by which a broken file is still known for one of ours.
bool is_project_name(const std::string& name) {
  return name == "map.json" || name == "scenario.json" || name == "order-of-battle.json" ||
         name == "schedule.json" || name == "style.json" || name == "acknowledged.json" ||
         name == "tracing.json";
}

std::vector<std::string> json_files(const fs::path& folder) {
  std::vector<std::string> out;
  std::error_code error;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (it->is_directory(error)) {
      if (it.depth() + 1 >= deepest || name.starts_with(".")) it.disable_recursion_pending();
      continue;
    }
    if (it->path().extension() == ".json" && !name.starts_with(".") && it->is_regular_file(error))
      out.push_back(it->path().lexically_relative(folder).generic_string());
    if (out.size() > most_files) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool has_editions(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_directory(error) && holds_rules(it->path().string())) return true;
  }
  return false;
}

/// Whether a scenario of the folder names files above it.
bool reaches_above(const fs::path& folder) {
  platform::FileError error;
  const auto text = platform::read_file((folder / "scenario.json").string(), limits::source_bytes, error);
  Diagnostics ignored;
  const auto scenario = text ? read_scenario(*text, "scenario.json", ignored) : std::nullopt;
  if (!scenario) return false;
  std::vector<NamedFile> named = scenario->orders_of_battle;
  named.insert(named.end(), scenario->schedules.begin(), scenario->schedules.end());
  named.push_back(scenario->map);
  return std::any_of(named.begin(), named.end(),
                     [](const NamedFile& file) { return file.path.starts_with("../"); });
}

}  // namespace

Document::Document() : ruleset_(std::make_unique<Ruleset>()) {
}
Document::~Document() = default;

Document::Opened Document::open(const std::string& path, const OpenOptions& options) {
  std::error_code error;
  const fs::path given = fs::weakly_canonical(fs::absolute(path, error), error);
  if (!fs::exists(given, error)) return {nullptr, fmt::format("{} does not exist", path)};
  fs::path folder = given;
  std::string chosen;  // the scenario file that was named
  if (!fs::is_directory(given, error)) {
    if (given.extension() != ".json")
      return {nullptr, fmt::format("{} is neither a folder nor a scenario file", path)};
    chosen = given.string();
    // Rules of another name than the scenario's edition that happen to lie above it are not its game.
    platform::FileError ignored;
    Diagnostics unread;
    const auto text = platform::read_file(chosen, limits::source_bytes, ignored);
    const auto scenario = text ? read_scenario(*text, chosen, unread) : std::nullopt;
    const std::string edition = scenario ? fs::path(scenario->edition).filename().string() : std::string();
    for (folder = given.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
      if (holds_rules(folder.string()) && (edition.empty() || folder.filename() == edition)) break;
    }
    if (!folder.has_relative_path()) folder = given.parent_path();
  }
  if (holds_rules(folder.string()) && folder.has_relative_path() && reaches_above(folder)) {
    if (chosen.empty()) chosen = (folder / "scenario.json").string();
    folder = folder.parent_path();
  }

  std::unique_ptr<Document> document(new Document);
  document->folder_ = folder.string();
  document->options_ = options;
  for (std::string& one : document->options_.ruleset_folders)
    one = fs::weakly_canonical(fs::absolute(one, error), error).string();
  const auto instead = [&](const std::string& name) -> const std::string* {
    for (const auto& [other, text] : options.instead) {
      if (other == name) return &text;
    }
    return nullptr;
  };
  std::vector<std::string> names = json_files(folder);
  if (options.only) names = *options.only;
  if (names.size() > most_files)
    return {nullptr,
            fmt::format("{} has more than {} data files; open the folder of one game", path, most_files)};
  for (const std::string& name : names) {
    platform::FileError why;
    const std::string* known = instead(name);
    auto text = known != nullptr ? std::optional(*known)
                                 : platform::read_file((folder / name).string(), limits::source_bytes, why);
    if (!text) {
      if (!is_project_name(fs::path(name).filename().string())) continue;
      Part part;
      part.path = name;
      part.writable = false;
      part.has_file = true;
      Diagnostic diagnostic;
      diagnostic.code = "D0101";
      diagnostic.range.file = name;
      diagnostic.message = fmt::format("{} {}", casebook::quoted(name), why.reason);
      part.wrong.push_back(std::move(diagnostic));
      document->parts_.push_back(std::move(part));
      continue;
    }
    if (!is_project_format(*text) && !is_project_name(fs::path(name).filename().string())) continue;
    document->parts_.push_back(read_part(name, name, std::move(*text)));
  }
  const bool any_rules = holds_rules(folder.string()) || has_editions(folder);
  if (document->parts_.empty() && !any_rules && !fs::is_empty(folder, error))
    return {nullptr, fmt::format("{} holds no rules and no data files of a game", path)};
  document->load_named_elsewhere();

  int choice = -1;
  for (const int scenario : document->scenarios()) {
    const std::string file = (folder / document->part(scenario).path).string();
    if (choice < 0 || file == chosen) choice = scenario;
  }
  // Without a word the default scenario of the first edition that has one.
  if (chosen.empty()) {
    for (const int scenario : document->scenarios()) {
      if (fs::path(document->part(scenario).path).filename() != "scenario.json") continue;
      choice = scenario;
      // The root of a family of editions is named first.
      const auto* data = document->part(scenario).as<ScenarioFile>();
      const std::string edition = edition_folder_of((folder / document->part(scenario).path).string(),
                                                    data->edition, folder.string(), {});
      if (!edition.empty()) {
        Diagnostics ignored;
        const auto text = language::read_edition(edition, ignored, document->options_.ruleset_folders);
        if (text && !text->parent) break;
      }
    }
  }
  document->scenario_ = choice;
  document->look_up_rules();
  return {std::move(document), {}};
}

/// Files of other games that scenarios here use: read, never written.
void Document::load_named_elsewhere() {
  std::set<std::string> wanted;
  for (const Part& part : parts_) {
    const auto* scenario = part.as<ScenarioFile>();
    if (scenario == nullptr) continue;
    std::vector<NamedFile> named = scenario->orders_of_battle;
    named.insert(named.end(), scenario->schedules.begin(), scenario->schedules.end());
    named.push_back(scenario->map);
    for (const NamedFile& file : named) {
      if (file.path.starts_with(of_rulesets) && find(file.path) < 0) wanted.insert(file.path);
    }
  }
  for (const std::string& path : wanted) {
    const std::string below = path.substr(of_rulesets.size());
    for (const std::string& folder : options_.ruleset_folders) {
      platform::FileError error;
      const auto inside = platform::path_inside(folder, folder, below, error);
      auto text = inside ? platform::read_file(*inside, limits::source_bytes, error) : std::nullopt;
      if (!text) continue;
      parts_.push_back(read_part(path, path, std::move(*text)));
      break;
    }
  }
}

int Document::find(std::string_view path) const {
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].there && parts_[i].path == path) return static_cast<int>(i);
  }
  return -1;
}

std::vector<int> Document::scenarios() const {
  std::vector<int> out;
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].there && parts_[i].as<ScenarioFile>() != nullptr) out.push_back(static_cast<int>(i));
  }
  return out;
}

int Document::named_by(int index, std::string_view path) const {
  if (path.starts_with(of_rulesets)) return find(path);
  const fs::path base = fs::path(part(index).path).parent_path();
  return find((base / fs::path(path)).lexically_normal().generic_string());
}

int Document::map_part() const {
  if (scenario_ >= 0) {
    const auto* scenario = part(scenario_).as<ScenarioFile>();
    if (scenario != nullptr && !scenario->map.path.empty()) return named_by(scenario_, scenario->map.path);
    return -1;
  }
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].there && parts_[i].as<HexMap>() != nullptr) return static_cast<int>(i);
  }
  return -1;
}

const HexMap* Document::map() const {
  const int index = map_part();
  return index < 0 ? nullptr : part(index).as<HexMap>();
}

std::vector<int> Document::orders_of_battle() const {
  std::vector<int> out;
  if (scenario_ < 0) return out;
  for (const NamedFile& file : part(scenario_).as<ScenarioFile>()->orders_of_battle) {
    const int index = named_by(scenario_, file.path);
    if (index >= 0 && part(index).as<OrderOfBattle>() != nullptr) out.push_back(index);
  }
  return out;
}

std::vector<int> Document::schedules() const {
  std::vector<int> out;
  if (scenario_ < 0) return out;
  for (const NamedFile& file : part(scenario_).as<ScenarioFile>()->schedules) {
    const int index = named_by(scenario_, file.path);
    if (index >= 0 && part(index).as<Schedule>() != nullptr) out.push_back(index);
  }
  return out;
}

int Document::style_part() const {
  std::vector<fs::path> folders;
  const fs::path edition = fs::path(ruleset_->edition_folder).lexically_relative(folder_);
  if (!ruleset_->edition_folder.empty()) {
    folders.push_back(edition);
    folders.push_back(edition.parent_path());
  }
  if (const int map = map_part(); map >= 0) folders.push_back(fs::path(part(map).path).parent_path());
  for (const fs::path& one : folders) {
    const int index = find((one / "style.json").lexically_normal().generic_string());
    if (index >= 0) return index;
  }
  return find("style.json");
}

std::string Document::edition_of_scenario() const {
  if (scenario_ < 0) return holds_rules(folder_) ? folder_ : std::string();
  return edition_folder_of((fs::path(folder_) / part(scenario_).path).string(),
                           part(scenario_).as<ScenarioFile>()->edition, folder_, options_.ruleset_folders);
}

void Document::look_up_rules() {
  Ruleset next = read_ruleset(edition_of_scenario(), options_.ruleset_folders, ruleset_.get());
  *ruleset_ = std::move(next);
  if (!ruleset_->program && !ruleset_->edition_folder.empty()) ruleset_->words = words_of_data(*this);
  snapshot_.reset();
}

void Document::reload_rules() {
  look_up_rules();
  ++revision_;
  tell({});
}

void Document::choose_scenario(int index) {
  if (index == scenario_) return;
  scenario_ = index;
  look_up_rules();
  ++revision_;
  if (watcher_ != nullptr && index >= 0) watcher_->chosen(part(index));
  tell({});
}

}  // namespace casebook::editor
