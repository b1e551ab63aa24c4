// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/shared/library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "engine/base/build_info.h"
#include "engine/base/json.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/board/scenario.h"
#include "engine/platform/folders.h"
#include "verifier/cli/shared/files.h"

namespace casebook::cli {

namespace fs = std::filesystem;

namespace {

bool holds_rules(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".rules") return true;
  }
  return false;
}

// An id is one or more names between slashes: it can not lead out of the folder it is looked up in.
bool is_plain_id(const std::string& id) {
  for (const std::string_view part : split(id, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

/// What somebody types who means a file.
bool is_file_name(const std::string& word) {
  for (const char* ending : {".json", ".record", ".rules", ".txt"})
    if (word.ends_with(ending)) return true;
  return false;
}

/// The edition that a scenario names as an id below a folder of rulesets: `game/edition`. Empty: it names
/// none so, at most that in whose folder it lies.
std::string id_of_edition(const board::JsonValue& scenario) {
  const board::JsonValue* edition = scenario.find("edition");
  const bool id = edition != nullptr && edition->is(board::JsonKind::string) && is_plain_id(edition->text) &&
                  edition->text.find('/') != std::string::npos;
  return id ? edition->text : std::string();
}

constexpr int deepest_edition = 4;  // folders below a ruleset folder in which editions are looked for

}  // namespace

std::vector<std::string> ruleset_folders(const std::string& rulesets_option) {
  std::vector<std::string> folders;
  if (!rulesets_option.empty()) folders.push_back(rulesets_option);
  if (const char* variable = std::getenv("CASEBOOK_RULESETS"); variable != nullptr && *variable != '\0') {
    folders.emplace_back(variable);
  }
  if (const std::string data = platform::user_data_folder(); !data.empty())
    folders.push_back(data + "/rulesets");
  folders.push_back(installed_data_folder() + "/rulesets");
  folders.push_back(platform::tree_of_program(source_tree()) + "/rulesets");
  return folders;
}

EditionName parse_edition_name(const std::string& word) {
  EditionName name;
  const auto parts = split(word, '+');
  name.id = std::string(parts.front());
  while (name.id.size() > 1 && name.id.back() == '/') name.id.pop_back();
  for (size_t i = 1; i < parts.size(); ++i) {
    const size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) {
      name.switches.emplace_back(std::string(parts[i]), "yes");
    } else {
      name.switches.emplace_back(std::string(parts[i].substr(0, equals)),
                                 std::string(parts[i].substr(equals + 1)));
    }
  }
  return name;
}

std::vector<std::string> known_editions(const std::string& rulesets_option) {
  std::set<std::string> ids;
  for (const std::string& folder : ruleset_folders(rulesets_option)) {
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && it != end; it.increment(error)) {
      if (it.depth() >= deepest_edition) it.disable_recursion_pending();
      if (it->is_directory(error) && holds_rules(it->path()))
        ids.insert(it->path().lexically_relative(folder).generic_string());
    }
  }
  return {ids.begin(), ids.end()};
}

std::optional<std::string> find_edition(const EditionName& name, const std::string& rulesets_option,
                                        Diagnostics& diagnostics) {
  std::error_code error;
  if (fs::is_directory(name.id, error) && holds_rules(name.id)) return name.id;
  if (is_plain_id(name.id)) {
    for (const std::string& folder : ruleset_folders(rulesets_option)) {
      const fs::path candidate = fs::path(folder) / name.id;
      if (fs::is_directory(candidate, error) && holds_rules(candidate)) return candidate.string();
    }
  }
  if (is_file_name(name.id) && !fs::exists(name.id, error)) {
    diagnostics.error("C0105", {name.id, {}, {}}, "the file does not exist");
    return std::nullopt;
  }
  const std::vector<std::string> known = known_editions(rulesets_option);
  std::vector<std::string> of_game;
  for (const std::string& id : known)
    if (id.starts_with(name.id + "/")) of_game.push_back(id);
  Diagnostic& diagnostic = diagnostics.error("C0102", {}, "there is no edition " + casebook::quoted(name.id));
  if (!of_game.empty()) {
    diagnostic.message = casebook::quoted(name.id) + " is no edition, but a folder with editions";
    diagnostic.expected = listed(of_game);
    return std::nullopt;
  }
  if (fs::is_directory(name.id, error)) {
    // A folder of editions, as the folder of a game is: copied from the examples perhaps.
    for (fs::directory_iterator it(name.id, error), end; !error && it != end; it.increment(error))
      if (it->is_directory(error) && holds_rules(it->path()))
        of_game.push_back((fs::path(name.id) / it->path().filename()).generic_string());
    if (!of_game.empty()) {
      std::sort(of_game.begin(), of_game.end());
      diagnostic.message = casebook::quoted(name.id) + " is no edition, but a folder with editions";
      diagnostic.expected = listed(of_game);
      return std::nullopt;
    }
    diagnostic.message = casebook::quoted(name.id) + " is no edition: it holds no .rules file";
  } else if (fs::exists(name.id, error)) {
    diagnostic.message = casebook::quoted(name.id) + " is a file, and neither a scenario nor a position";
  }
  diagnostic.expected =
      "a folder with .rules files, or the name of an edition, such as " +
      (known.empty() ? std::string("one below `--rulesets FOLDER`") : casebook::quoted(known.front()));
  diagnostic.suggestion = nearest_name(name.id, known);
  if (diagnostic.suggestion.empty()) {  // the last part alone is how people remember an edition
    for (const std::string& id : known) {
      if (id.size() > name.id.size() && id.ends_with("/" + name.id)) diagnostic.suggestion = id;
    }
    std::vector<std::string> last_parts;
    for (const std::string& id : known) last_parts.push_back(id.substr(id.rfind('/') + 1));
    if (const std::string near = diagnostic.suggestion.empty() ? nearest_name(name.id, last_parts) : "";
        !near.empty()) {
      diagnostic.suggestion = known[static_cast<size_t>(
          std::find(last_parts.begin(), last_parts.end(), near) - last_parts.begin())];
    }
  }
  return std::nullopt;
}

std::vector<EditionFolder> find_editions(const std::string& word, const std::string& rulesets_option,
                                         Diagnostics& diagnostics) {
  const EditionName name = parse_edition_name(word);
  std::error_code error;
  std::vector<fs::path> candidates = {name.id};
  if (is_plain_id(name.id)) {
    for (const std::string& folder : ruleset_folders(rulesets_option))
      candidates.push_back(fs::path(folder) / name.id);
  }
  for (const fs::path& candidate : candidates) {
    if (!fs::is_directory(candidate, error)) continue;
    if (holds_rules(candidate)) return {{name.id, candidate.string()}};
    std::vector<EditionFolder> found;
    for (fs::directory_iterator it(candidate, error), end; !error && it != end; it.increment(error)) {
      if (it->is_directory(error) && holds_rules(it->path()))
        found.push_back({name.id + "/" + it->path().filename().string(), it->path().string()});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    if (!found.empty()) return found;
  }
  std::vector<std::string> known = known_editions(rulesets_option);
  std::set<std::string> games;
  for (const std::string& id : known) games.insert(id.substr(0, id.rfind('/')));
  known.insert(known.end(), games.begin(), games.end());
  Diagnostic& diagnostic =
      diagnostics.error("C0102", {}, "there is no edition and no game " + casebook::quoted(name.id));
  diagnostic.expected = "an edition, or a folder whose folders are editions";
  diagnostic.suggestion = nearest_name(name.id, known);
  return {};
}

std::optional<runtime::ScenarioRequest> scenario_request(const std::string& word,
                                                         const std::string& rulesets_option,
                                                         Diagnostics& diagnostics) {
  EditionName name = parse_edition_name(word);
  runtime::ScenarioRequest request;
  request.id = word;
  request.switches = name.switches;
  request.ruleset_folders = ruleset_folders(rulesets_option);
  std::error_code error;
  // A folder with a scenario and without rules is a project of its own: its rules are elsewhere.
  if (fs::is_directory(name.id, error) && !holds_rules(name.id) &&
      fs::is_regular_file(fs::path(name.id) / "scenario.json", error))
    name.id = (fs::path(name.id) / "scenario.json").string();
  // A scenario beside an edition's rules may be named by the edition's id as well.
  if (name.id.ends_with(".json") && !fs::exists(name.id, error) && is_plain_id(name.id)) {
    for (const std::string& folder : request.ruleset_folders) {
      const std::string candidate = (fs::path(folder) / name.id).string();
      if (!fs::is_regular_file(candidate, error)) continue;
      name.id = candidate;
      break;
    }
  }
  if (name.id.ends_with(".json") && fs::is_regular_file(name.id, error)) {
    // A file that is no JSON is told before the rules that stand in a folder above it.
    const auto text = read_text(name.id, diagnostics);
    const auto json = text ? board::parse_json(*text, name.id, diagnostics) : std::nullopt;
    if (!json) return std::nullopt;
    request.scenario_file = name.id;
    // A scenario file stands in its edition's folder or in a folder below it; or it names its edition by its
    // id, and then whatever other rules lie about above it are not meant.
    const std::string id = id_of_edition(*json);
    for (fs::path folder = fs::absolute(name.id).parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
      if (!holds_rules(folder)) continue;
      if (!id.empty() && folder.filename() != fs::path(id).filename()) break;
      request.edition_folder = folder.string();
      return request;
    }
    for (const std::string& folder : request.ruleset_folders) {
      if (id.empty() || !holds_rules(fs::path(folder) / id)) continue;
      request.edition_folder = (fs::path(folder) / id).string();
      return request;
    }
    Diagnostic& diagnostic = diagnostics.error("C0102", {name.id, {}, {}}, "");
    if (id.empty()) {
      diagnostic.message = "no folder above this scenario holds .rules files";
      diagnostic.expected =
          "a scenario inside the folder of its edition, or \"edition\": \"GAME/EDITION\" in it";
    } else {
      diagnostic.message =
          "this scenario is for the edition " + casebook::quoted(id) + ", which is not there";
      diagnostic.suggestion = nearest_name(id, known_editions(rulesets_option));
    }
    return std::nullopt;
  }
  const auto folder = find_edition(name, rulesets_option, diagnostics);
  if (!folder) return std::nullopt;
  request.edition_folder = *folder;
  return request;
}

ExitStatus failure_status(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::error && diagnostic.code.starts_with("E")) return ExitStatus::rules;
  }
  return ExitStatus::input;
}

}  // namespace casebook::cli
