// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/cases.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace casebook::cli_tests {

namespace {

namespace fs = std::filesystem;

template <size_t N>
void copy_text(const std::string& text, std::array<char, N>& to) {
  const size_t length = std::min(text.size(), N - 1);
  std::memcpy(to.data(), text.data(), length);
  to[length] = '\0';
}

/// `FILE:LINE:COLUMN: error D0101: ...`, `error C0112: ...`.
struct Refusal {
  bool coded = false, placed = false, lined = false;
};
Refusal refusal_in(const std::string& text) {
  Refusal found;
  for (const std::string& line : lines_in(text)) {
    const size_t at = line.find("error ");
    if (at == std::string::npos || (at > 0 && !line.substr(0, at).ends_with(": "))) continue;
    const std::string code = line.substr(at + 6, 6);
    const bool coded = code.size() == 6 && std::isupper(static_cast<unsigned char>(code[0])) != 0 &&
                       std::all_of(code.begin() + 1, code.begin() + 5,
                                   [](unsigned char c) { return std::isdigit(c) != 0; }) &&
                       code[5] == ':';
    if (!coded) continue;
    found.coded = true;
    if (at == 0) continue;
    found.placed = true;
    const std::string place = line.substr(0, at - 2);
    if (std::isdigit(static_cast<unsigned char>(place.back())) != 0) found.lined = true;
  }
  return found;
}

FileMark mark_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ino};
}

bool is_empty_folder(const fs::path& path) {
  return fs::directory_iterator(path) == fs::directory_iterator();
}

/// May the command write this file of the project?
bool may_write(const Command& command, const std::string& path) {
  const std::string& verb = command.words.front();
  if (verb == "migrate") {
    for (const std::string& word : command.words) {
      if (path == word || path.starts_with(fs::path(word).replace_extension().generic_string() + ".v"))
        return true;
    }
  }
  if (verb == "mutate") return path == "mutants.journal";
  if (verb == "fmt") return path.ends_with(".rules");
  return false;
}

}  // namespace

uint64_t microseconds_used() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000 + static_cast<uint64_t>(time.tv_nsec) / 1'000;
}

Cases::Cases(std::string below, InProcess& casebook, Progress& progress)
    : below_(std::move(below)),
      projects_(planned_projects()),
      stock_(stock_of_rules()),
      casebook_(casebook),
      progress_(progress) {
  for (size_t i = 0; i < projects_.size(); ++i)
    by_weight_[static_cast<size_t>(projects_[i].weight)].push_back(i);
  fs::create_directories(below_ + "/" + home_folder);
}

void Cases::prepare(uint64_t from, uint64_t to) {
  for (uint64_t seed = from; seed < to; ++seed) {
    Project& project = project_of(seed);
    if (project.is_made()) continue;
    make_project(project, below_, casebook_);
    lay_out(project);
  }
}

Project& Cases::project_of(uint64_t seed) {
  // Of a thousand cases one changes a whole edition of a printed game, ten a large kind and forty a shipped game.
  const uint64_t lot = seed % 1000;
  const Weight weight = lot == 0    ? Weight::edition
                        : lot <= 10 ? Weight::large
                        : lot <= 50 ? Weight::shipped
                                    : Weight::tiny;
  const std::vector<size_t>& of_weight = by_weight_[static_cast<size_t>(weight)];
  return projects_[of_weight[(seed / 1000 + lot) % of_weight.size()]];
}

void Cases::lay_out(const Project& project) {
  fs::remove_all(project.folder);
  fs::create_directories(project.folder + "/" + output_folder);
  lay(project, project.files);
}

void Cases::mark_all() {
  for (const Project& project : projects_) {
    for (const auto& [path, text] : project.files) {
      const std::string file = project.folder + "/" + path;
      marks_[file] = mark_of(file);
    }
  }
}

void Cases::lay(const Project& project, const Files& files) {
  for (const auto& [path, text] : files) {
    const std::string file = project.folder + "/" + path;
    write_below(file, text);
    marks_[file] = mark_of(file);
  }
}

void Cases::tell(const std::string& what) {
  ++progress_.failures;
  const size_t before = std::strlen(progress_.told.data());
  const std::string text = fmt::format("case {}: {}\n", progress_.seed, what);
  const size_t length = std::min(progress_.told.size() - 1 - before, text.size());
  std::memcpy(progress_.told.data() + before, text.data(), length);
  progress_.told[before + length] = '\0';
}

void Cases::changed_files(const Project& project, TextChanger& changer, Files& changed) {
  std::vector<std::string> rules, data, others;
  for (const std::string& path : project.changeable) {
    const bool of_game = fs::path(path).parent_path() == fs::path(project.name);
    (path.ends_with(".rules")                                                        ? rules
     : of_game && path.ends_with(".json") && path.find("cases") == std::string::npos ? data
                                                                                     : others)
        .push_back(path);
  }
  for (uint32_t changes = 1 + changer.pick(2) + changer.pick(2); changes > 0; --changes) {
    const uint32_t lot = changer.pick(10);
    const std::string path = changer.one_of(lot < 5 ? rules : lot < 8 && !data.empty() ? data : others);
    const std::string text = changed.count(path) != 0 ? changed[path] : project.files.at(path);
    changed[path] = changer.changed(path, text);
  }
}

Ending Cases::ask(const Command& command, bool checked) {
  copy_text(fmt::format("casebook {}", fmt::join(command.words, " ")), progress_.command);
  const uint64_t before = microseconds_used();
  Ending ending = casebook_.run(command.words);
  ++progress_.commands;
  for (Progress::Verb& verb : progress_.verbs) {
    if (verb.name[0] == '\0') copy_text(command.words.front(), verb.name);
    if (verb.name.data() != command.words.front()) continue;
    ++verb.runs;
    verb.microseconds += microseconds_used() - before;
    ++verb.ended[ending.status == 0 ? 0 : ending.status <= 3 ? 1 : ending.status == 30 ? 2 : 3];
    break;
  }
  judge(command, ending, checked);
  return ending;
}

void Cases::judge(const Command& command, const Ending& ending, bool checked) {
  const auto wrong = [&](const std::string& what) {
    tell(fmt::format("casebook {}: {}, status {}\n{}{}", fmt::join(command.words, " "), what, ending.status,
                     ending.out.substr(0, 1500), ending.err.substr(0, 2500)));
  };
  const bool refused = ending.status == 2 || ending.status == 3;
  static const std::set<int> expected{0, 2, 3, 30, 40};
  const bool wrong_name = ending.status == 1 && !command.whole_game && !ending.err.empty();
  if (expected.count(ending.status) == 0 && !wrong_name) return wrong("a status that it must not have");
  if (ending.out.find("TOOL ERROR") != std::string::npos) return wrong("a fault of Casebook");
  if (ending.out.size() + ending.err.size() > most_output) return wrong("too much is printed");
  for (const char c : ending.err)
    if (c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F))
      return wrong("a control character in a message");
  const bool json = std::find(command.words.begin(), command.words.end(), "--json") != command.words.end();
  const bool reports_in_document = command.words.front() == "check" || command.words.front() == "replay";
  const bool has_no_result = ending.out.empty() && !ending.err.empty() && ending.status != 0;
  if (json && !has_no_result && !nlohmann::json::accept(ending.out)) return wrong("no JSON");
  if (!refused || (json && reports_in_document && !ending.out.empty())) return;
  const Refusal refusal = refusal_in(ending.err);
  // A record that was cut off is replayed as far as it goes, with a warning, and not taken for whole.
  if (ending.err.find("warning P0136") != std::string::npos) return;
  if (!refusal.coded) return wrong("no code says why it is refused");
  if (checked && command.whole_game) return wrong("refused, and `check` accepts it");
  if (ending.status == 3 && !refusal.lined) return wrong("rules are refused without a line");
  if (!checked && command.whole_game && !refusal.placed) return wrong("data are refused without a file");
}

void Cases::run(uint64_t seed) {
  const uint64_t begun = microseconds_used();
  progress_.seed = seed;
  const Project& project = project_of(seed);
  TextChanger changer(seed, stock_);
  Files changed;
  changed_files(project, changer, changed);
  lay(project, changed);
  if (const char* folder = std::getenv("MUTATED_KEEP"); folder != nullptr) {
    fs::create_directories(folder);
    fs::copy(project.folder, std::string(folder) + "/" + std::to_string(seed), fs::copy_options::recursive);
  }
  fs::current_path(project.folder);

  std::vector<Command> all = commands_of(project, changer), asked;
  const Command check{{"check", project.name}, false, false, {}};
  const int status = ask(check, false).status;
  const bool checked = status != 2 && status != 3;
  progress_.accepted += checked ? 1 : 0;
  std::vector<size_t> light, heavy, reading;
  for (size_t i = 0; i < all.size(); ++i) {
    const bool reads = std::any_of(changed.begin(), changed.end(), [&](const auto& file) {
      return !all[i].reads.empty() && file.first.starts_with(all[i].reads);
    });
    (reads ? reading : all[i].heavy ? heavy : light).push_back(i);
  }
  const auto some_of = [&](const std::vector<size_t>& from, size_t number) {
    for (size_t i = 0; i < number && !from.empty(); ++i) asked.push_back(all[changer.one_of(from)]);
  };
  const bool small = project.weight == Weight::tiny || project.weight == Weight::shipped;
  some_of(reading, 1);
  if (!checked) {
    some_of(light, 1);
    some_of(heavy, changer.chance(30) ? 1 : 0);
  } else {
    some_of(light, small ? 3 : 1);
    some_of(heavy, changer.chance(small ? 30 : 5) ? 1 : 0);
  }
  if (changer.chance(10)) asked.push_back({{"fmt", project.name}, false, false, {}});
  for (Command& command : asked) {
    if (changer.chance(25)) command.words.emplace_back("--json");
    const Ending once = ask(command, checked);
    const bool writes = command.words.front() == "fmt" || command.words.front() == "migrate" ||
                        command.words.front() == "mutate";
    if (command.words.front() == "fmt" && once.status == 0) {
      const Ending laid_out = ask({{"fmt", project.name, "--check"}, false, false, {}}, checked);
      if (laid_out.status != 0) tell("what fmt laid out is in no canonical layout\n" + laid_out.out);
    }
    const bool measures = command.words.front() == "play";  // the speed
    if (writes || measures || !changer.chance(3)) continue;
    const Ending again = ask(command, checked);
    if (once.status != again.status || once.out != again.out || once.err != again.err)
      tell(fmt::format("casebook {}: differs when it is run again\n{}{}\n-----\n{}{}",
                       fmt::join(command.words, " "), once.out.substr(0, 1000), once.err.substr(0, 1000),
                       again.out.substr(0, 1000), again.err.substr(0, 1000)));
  }
  fs::current_path(below_);
  tidy(project, changed, asked);
  ++progress_.cases;
  ++progress_.sorts[static_cast<size_t>(project.weight)].cases;
  progress_.sorts[static_cast<size_t>(project.weight)].microseconds += microseconds_used() - begun;
}

void Cases::tidy(const Project& project, const Files& changed, const std::vector<Command>& asked) {
  const auto may = [&](const std::string& path) {
    return path.starts_with(output_folder) ||
           std::any_of(asked.begin(), asked.end(), [&](const Command& one) { return may_write(one, path); });
  };
  Files restored;
  std::vector<fs::path> strange;
  size_t known = 0;
  for (const auto& file : fs::recursive_directory_iterator(project.folder)) {
    if (!file.is_regular_file()) continue;
    const std::string path = file.path().lexically_relative(project.folder).generic_string();
    const auto own = project.files.find(path);
    if (own == project.files.end()) {
      if (!may(path)) tell("a file was written where none should be: " + path);
      strange.push_back(file.path());
      continue;
    }
    ++known;
    const bool touched = mark_of(file.path().string()) != marks_[file.path().string()];
    if (touched && !may(path)) tell("a file was written that should only be read: " + path);
    if (touched || changed.count(path) != 0) restored.insert(*own);
  }
  for (const fs::path& path : strange) fs::remove(path);
  lay(project, restored);
  if (known != project.files.size()) {
    tell("a file of the project is gone");
    lay_out(project);
  }
  for (const auto& entry : fs::directory_iterator(below_)) {
    const std::string name = entry.path().filename().string();
    const bool is_project =
        std::any_of(projects_.begin(), projects_.end(), [&](const Project& one) { return one.name == name; });
    if (is_project || (name == home_folder && is_empty_folder(entry.path()))) continue;
    tell("written outside the folder: " + name);
    fs::remove_all(entry.path());
    if (name == home_folder) fs::create_directory(entry.path());
  }
}

}  // namespace casebook::cli_tests
