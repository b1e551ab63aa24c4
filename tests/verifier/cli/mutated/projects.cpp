// SPDX-License-Identifier: Apache-2.0
#include "tests/verifier/cli/mutated/projects.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/mutated/tiny_games.h"

namespace casebook::cli_tests {

namespace {

namespace fs = std::filesystem;

std::string read_whole(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

std::string tree(const std::string& path) {
  return std::string(CASEBOOK_SOURCE_DIR) + "/" + path;
}

Files read_folder(const std::string& folder, const std::string& as) {
  Files files;
  for (const auto& file : fs::recursive_directory_iterator(folder))
    if (file.is_regular_file())
      files[as + "/" + file.path().lexically_relative(folder).generic_string()] = read_whole(file.path());
  return files;
}

void add_words_after(const std::string& text, const std::string& keyword, std::vector<std::string>& words) {
  for (size_t at = text.find(keyword); at != std::string::npos; at = text.find(keyword, at + 1)) {
    const std::string rest = text.substr(at + keyword.size(), 80);
    const size_t end =
        rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (end != std::string::npos && end > 0) words.push_back(rest.substr(0, end));
  }
}

/// Runs commands of a project that is being made. They must not be refused.
class Maker {
 public:
  Maker(Project& project, InProcess& casebook) : project_(project), casebook_(casebook) {
    fs::create_directories(project.folder);
    for (const auto& [path, text] : project.files) write_below(project.folder + "/" + path, text);
    before_ = fs::current_path();
    fs::current_path(project.folder);
  }
  ~Maker() { fs::current_path(before_); }
  Maker(const Maker&) = delete;
  Maker& operator=(const Maker&) = delete;

  Ending run(const std::vector<std::string>& words) {
    const Ending ending = casebook_.run(words);
    if (ending.status != 0 && ending.status < 30)
      throw std::runtime_error(fmt::format("{}: casebook {} ends with {}\n{}{}", project_.name,
                                           fmt::join(words, " "), ending.status, ending.out, ending.err));
    return ending;
  }
  void keep(const std::string& path) { project_.files[path] = read_whole(path); }

  void ask_of(const std::string& at, const std::string& first) {
    for (const std::string& line : lines_in(run({"legal", at, "--first", first}).out))
      if (line.starts_with("  ") && line.find('(') != std::string::npos)
        project_.choices.push_back(line.substr(line.find_first_not_of(' ')));
  }

 private:
  Project& project_;
  InProcess& casebook_;
  fs::path before_;
};

/// The names and expressions of its rules that are asked about.
void read_rules(Project& project) {
  for (const auto& [path, text] : project.files) {
    if (!path.ends_with(".rules")) continue;
    for (const char* keyword : {"  define ", "  procedure ", "  action ", "  table "})
      add_words_after(text, keyword, project.items);
    std::vector<std::string> kinds;
    add_words_after(text, "  kind ", kinds);
    for (const std::string& kind : kinds)
      if (project.pieces.empty() && text.find("kind " + kind + " on map") != std::string::npos)
        project.pieces = kind;
    for (const std::string& line : lines_in(text)) {
      if (const size_t at = line.find("expect "); at != std::string::npos)
        project.expressions.push_back(line.substr(at + 7));
      if (const size_t at = line.find("  invariant "); at != std::string::npos)
        if (const size_t colon = line.find(": "); colon != std::string::npos)
          project.expressions.push_back(line.substr(colon + 2));
    }
  }
  std::sort(project.items.begin(), project.items.end());
  project.items.erase(std::unique(project.items.begin(), project.items.end()), project.items.end());
  if (project.pieces.empty()) project.pieces = "hex";
  if (project.expressions.empty()) project.expressions.emplace_back("yes");
}

/// A record, a position, accepted findings, a suite, proofs and a journal of mutants.
void finish(Project& project, InProcess& casebook) {
  read_rules(project);
  Maker maker(project, casebook);
  const std::string& name = project.name;
  const bool small = project.weight == Weight::tiny || project.weight == Weight::shipped;
  const std::string record = name + "/playthroughs/one.record", middle = name + "/positions/middle.json";
  fs::create_directories(name + "/playthroughs");
  fs::create_directories(name + "/positions");
  maker.run({"play", name, "--seed", "7", "--most", small ? "40" : "4", "--record", record});
  maker.run({"replay", record, "--steps", small ? "3" : "1", "--position", middle});
  maker.keep(record);
  maker.keep(middle);
  maker.ask_of(name, "8");
  maker.ask_of(middle, "8");
  if (project.choices.empty()) project.choices.emplace_back("pass()");
  if (project.weight == Weight::tiny) {
    const Ending verified =
        maker.run({"verify", name, "--games", "1", "--positions", "5", "--inputs", "200", "--json"});
    const auto document = nlohmann::json::parse(verified.out);
    std::string accepted;
    for (const auto& finding : document.at("findings"))
      if (accepted.empty() && finding.contains("fingerprint")) accepted = finding["fingerprint"];
    project.files[name + "/acknowledged.json"] = fmt::format(
        "{{\n  \"format\": \"casebook/acknowledged\",\n  \"version\": 1,\n  \"acknowledged\": [\n"
        "    {{\"fingerprint\": \"{}\", \"check\": \"silent-cases\", \"subject\": \"9.1\", \"who\": \"us\", "
        "\"why\": \"known\"}}\n  ]\n}}\n",
        accepted.empty() ? "00c0ffee00c0ffee" : accepted);
    write_below(name + "/acknowledged.json", project.files[name + "/acknowledged.json"]);
    project.files["proofs.json"] = maker
                                       .run({"verify", name, "--only", "proofs", "--tries", "1",
                                             "--resources", "5000", "--property-resources", "5000", "--json"})
                                       .out;
    write_below("proofs.json", project.files["proofs.json"]);
    project.suite = "suite/" + project.items.front() + ".suite.json";
    maker.run({"regions", name, project.items.front(), "--inputs", "50", "--games", "1", "--positions", "5",
               "--suite", "suite"});
    if (fs::exists("suite")) {
      for (const auto& [path, text] : read_folder("suite", "suite")) project.files[path] = text;
    }
    if (project.files.count(project.suite) == 0) project.suite.clear();
    maker.run(
        {"mutate", name, "--mutants", "2", "--games", "1", "--inputs", "50", "--journal", "mutants.journal"});
    maker.keep("mutants.journal");
  }
  for (const auto& [path, text] : project.files) project.changeable.push_back(path);
}

constexpr int tiny_games = 16;
constexpr int greatest = 4096;  // limits::entities_of_a_kind
constexpr int most_tries = 100;

/// The first one of the random games that `check` accepts; some have a loop without a choice, say.
Files accepted_game(InProcess& casebook, const std::string& name, uint64_t seed, const Members& members) {
  Ending checked;
  for (int tries = 0; tries < most_tries; ++tries) {
    const testing_support::TemporaryFolder folder;
    Files files;
    for (const auto& [path, text] : tiny_game(name, seed + static_cast<uint64_t>(tries), members)) {
      files[name + "/" + path] = text;
      write_below(folder.path().string() + "/" + name + "/" + path, text);
    }
    checked = casebook.run({"check", folder.path().string() + "/" + name});
    if (checked.status != 2 && checked.status != 3) return files;
  }
  throw std::runtime_error(name + ": no game is accepted\n" + checked.err);
}

Project tiny(int number) {
  const std::string name = fmt::format("tiny-{}", number), later = fmt::format("later-{}", number);
  return {name, later, Weight::tiny, [=](InProcess& casebook) {
            const auto seed = static_cast<uint64_t>(number);
            Files files = accepted_game(casebook, name, 100 * seed, {});
            files[later + "/01-later.rules"] = tiny_later_edition(later, name, seed);
            return files;
          }};
}

/// Kinds of other sizes.
Project sized(const std::string& name, const Members& members, Weight weight) {
  return {name, name, weight,
          [=](InProcess& casebook) { return accepted_game(casebook, name, 5'000, members); }};
}

Project shipped_game(const std::string& name, const std::string& path) {
  return {name, name, Weight::shipped, [=](InProcess&) { return read_folder(tree(path), name); }};
}

Project printed_game(const std::string& name, const std::string& other) {
  return {name, other, Weight::edition, [](InProcess&) {
            Files files;
            for (const auto& file : fs::directory_iterator(tree("rulesets/across-suez")))
              if (file.is_regular_file()) files[file.path().filename().string()] = read_whole(file.path());
            for (const char* folder : {"spi-1980", "decision-games-1", "decision-games-2"})
              files.merge(read_folder(tree(std::string("rulesets/across-suez/") + folder), folder));
            return files;
          }};
}

}  // namespace

void write_below(const std::string& path, const std::string& text) {
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder);
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<Project> planned_projects() {
  std::vector<Project> all;
  for (int i = 1; i <= tiny_games; ++i) all.push_back(tiny(i));
  const auto small = [&](const std::string& name, const Members& members) {
    all.push_back(sized(name, members, Weight::tiny));
  };
  const auto large = [&](const std::string& name, const Members& members) {
    all.push_back(sized(name, members, Weight::large));
  };
  small("no-units", {.units = 0});
  small("no-tokens", {.tokens = 0, .tokens_from_data = true});
  small("empty", {.tokens = 0, .units = 0, .tokens_from_data = true});
  small("one-of-each", {.sides = 1, .tokens = 1, .units = 1, .columns = 1, .rows = 1});
  small("one-token", {.tokens = 1, .units = 1, .columns = 1, .rows = 1, .tokens_from_data = true});
  large("most-tokens", {.tokens = greatest});
  large("most-from-data", {.tokens = greatest, .tokens_from_data = true});
  large("most-units", {.units = greatest});
  large("most-hexes", {.columns = 64, .rows = 64});
  for (const char* name : {"cup", "hex", "hex-skirmish", "interrupt"})
    all.push_back(shipped_game(name, std::string("rulesets/examples/") + name));
  all.push_back(shipped_game("starter", "rulesets/template/starter"));
  all.push_back(shipped_game("gauntlet", "tests/engine/runtime/gauntlet"));
  all.push_back(printed_game("spi-1980", "decision-games-1"));
  all.push_back(printed_game("decision-games-2", "spi-1980"));
  return all;
}

void make_project(Project& project, const std::string& below, InProcess& casebook) {
  project.folder = below + "/" + project.name;
  project.files = project.first_files(casebook);
  finish(project, casebook);
}

Stock stock_of_rules() {
  Stock stock;
  for (const char* folder : {"rulesets/examples", "tests/engine/runtime/gauntlet", "tests/language"}) {
    for (const auto& [path, text] : read_folder(tree(folder), "")) {
      if (!path.ends_with(".rules")) continue;
      for (const std::string& line : lines_in(text))
        if (line.find_first_not_of(' ') != std::string::npos) stock.lines.push_back(line);
      for (const std::string& word : words_of(text)) stock.words.push_back(word);
    }
  }
  return stock;
}

}  // namespace casebook::cli_tests
