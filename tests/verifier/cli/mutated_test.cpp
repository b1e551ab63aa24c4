// SPDX-License-Identifier: Apache-2.0
// Each verb over rulesets from strangers: shipped games in which bytes, words and lines of rules and data were changed
// at random. A verb may refuse, with a message. It does not crash, contradict itself or go on for ever.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "engine/base/random.h"
#include "tests/support/temporary_folder.h"
#include "tests/verifier/cli/command.h"

namespace casebook::cli_tests {
namespace {

namespace fs = std::filesystem;

/// Of one run; a verb that takes longer hangs. The longest of the first two thousand took three.
constexpr int processor_seconds = 60;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed, 23) {}

  /// One to three changes in some file of the folder.
  void change(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& file : fs::recursive_directory_iterator(folder))
      if (file.is_regular_file()) files.push_back(file.path());
    std::sort(files.begin(), files.end());
    for (uint32_t changes = 1 + pick(3); changes > 0; --changes) {
      const std::string file = files[pick(static_cast<uint32_t>(files.size()))].string();
      write(file, changed(contents(file)));
    }
  }
  uint32_t pick(uint32_t below) { return random_.below(below); }

 private:
  std::string changed(std::string text) {
    if (text.empty()) return "x";
    switch (pick(8)) {
      case 0:  // a byte
        text[pick(static_cast<uint32_t>(text.size()))] = static_cast<char>(pick(256));
        return text;
      case 1: {  // cut off
        text.resize(pick(static_cast<uint32_t>(text.size())));
        return text;
      }
      case 2:
        return with_lines(
            text, [&](std::vector<std::string>& lines, uint32_t at) { lines.erase(lines.begin() + at); });
      case 3:
        return with_lines(text, [&](std::vector<std::string>& lines, uint32_t at) {
          lines.insert(lines.begin() + at, lines[at]);
        });
      case 4:
        return with_lines(text, [&](std::vector<std::string>& lines, uint32_t at) {
          std::swap(lines[at], lines[pick(static_cast<uint32_t>(lines.size()))]);
        });
      case 5:  // a number
        return with_word(
            text, true,
            {"0", "1", "2", "63", "64", "65", "4096", "4097", "2147483647", "99999999999999999999"});
      default:  // a word: one of the others
        return with_word(text, false, {});
    }
  }
  template <class Change>
  std::string with_lines(const std::string& text, const Change& change) {
    std::vector<std::string> lines = lines_of(text);
    if (lines.empty()) return text;
    change(lines, pick(static_cast<uint32_t>(lines.size())));
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
  std::string with_word(const std::string& text, bool number, const std::vector<std::string>& values) {
    std::vector<std::pair<size_t, size_t>> words;
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && is_word(text[end])) ++end;
      if (end > i && (std::isdigit(static_cast<unsigned char>(text[i])) != 0) == number)
        words.emplace_back(i, end - i);
      i = std::max(end, i + 1);
    }
    if (words.empty()) return text;
    const auto [at, length] = words[pick(static_cast<uint32_t>(words.size()))];
    std::string value;
    if (number) {
      value = values[pick(static_cast<uint32_t>(values.size()))];
    } else {
      const auto [from, size] = words[pick(static_cast<uint32_t>(words.size()))];
      value = text.substr(from, size);
    }
    return text.substr(0, at) + value + text.substr(at + length);
  }

  Random random_;
};

const std::string games[] = {"cup", "hex", "hex-skirmish", "interrupt"};

/// A shipped game with a record and a position of it, and what can be asked of it.
struct Shipped {
  std::string folder;
  std::string record, middle;  // as text
  std::vector<std::string> choices, expressions, items, sets;
};

/// The word after each `keyword ` in the text.
void add_words_after(const std::string& text, const std::string& keyword, std::vector<std::string>& words) {
  for (size_t at = text.find(keyword); at != std::string::npos; at = text.find(keyword, at + 1)) {
    size_t end = at + keyword.size();
    const size_t begin = end;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > begin) words.push_back(text.substr(begin, end - begin));
  }
}

Shipped shipped(const std::string& name) {
  const testing_support::TemporaryFolder folder;
  const std::string record = (folder.path() / "game.record").string(),
                    middle = (folder.path() / "middle.json").string();
  Shipped game;
  game.folder = source("rulesets/examples/" + name);
  EXPECT_EQ(casebook({"play", game.folder, "--seed", "7", "--most", "40", "--record", record}).status % 30,
            0);
  EXPECT_EQ(casebook({"replay", record, "--steps", "5", "--position", middle}).status, 0);
  game.record = contents(record);
  game.middle = contents(middle);
  // One of them may be where chance decides.
  for (const std::string& at : {game.folder, middle})
    for (const std::string& line : lines_of(casebook({"legal", at, "--first", "6"}).out))
      if (line.find('(') != std::string::npos)
        game.choices.push_back(line.substr(line.find_first_not_of(' ')));
  for (const auto& file : fs::directory_iterator(game.folder)) {
    if (file.path().extension() != ".rules") continue;
    const std::string text = contents(file.path().string());
    for (const char* keyword : {"  define ", "  procedure ", "  action ", "  table "})
      add_words_after(text, keyword, game.items);
    for (const std::string& line : lines_of(text))
      if (const size_t at = line.find("expect "); at != std::string::npos)
        game.expressions.push_back(line.substr(at + 7));
    add_words_after(text, "  kind ", game.sets);
  }
  std::sort(game.items.begin(), game.items.end());
  std::sort(game.expressions.begin(), game.expressions.end());
  EXPECT_FALSE(game.choices.empty() || game.expressions.empty() || game.items.empty() || game.sets.empty())
      << name;
  return game;
}

const Shipped& shipped_game(size_t number) {
  static const std::vector<Shipped> all = [] {
    std::vector<Shipped> out;
    for (const std::string& name : games) out.push_back(shipped(name));
    return out;
  }();
  return all.at(number);
}

/// Every verb that reads a game, a record or a position, each with small budgets.
std::vector<std::vector<std::string>> commands(const std::string& game, const std::string& at,
                                               const Shipped& of, Mutator& mutator) {
  const auto some = [&mutator](const std::vector<std::string>& all) -> const std::string& {
    return all[mutator.pick(static_cast<uint32_t>(all.size()))];
  };
  const std::string record = game + "/game.record", middle = game + "/middle.json";
  const std::string item = some(of.items), expression = some(of.expressions), choice = some(of.choices);
  return {{"check", game},
          {"check", "--play", game},
          {"show", game},
          {"show", game, "--coverage"},
          {"legal", game},
          {"legal", middle},
          {"legal", game, "--why-not", choice},
          {"ask", game, expression},
          {"ask", middle, expression},
          {"odds", game, choice, "--positions", "2000"},
          {"fewest", game, expression, "--resources", "20000", "--most", "2"},
          {"regions", game, item, "--inputs", "2000", "--games", "1", "--positions", "20"},
          {"replay", record},
          {"replay", record, "--under", game},
          {"migrate", middle, record, game + "/scenario.json", game + "/map.json"},
          {"play", middle, "--seed", "1", "--most", "60"},
          {"play", game, "--seed", "1", "--most", "60", "--record", at + "/record"},
          {"play", game, "--games", "2", "--most", "60"},
          {"play", game, "--games", "2", "--most", "60", "--profile"},
          {"perft", game, "--depth", "2"},
          {"explore", game, "--depth", "2", "--positions", "2000"},
          {"verify", game, "--games", "2", "--positions", "30", "--inputs", "2000"},
          {"verify", game, "--only", "proofs", "--tries", "2", "--resources", "20000", "--property-resources",
           "20000"},
          {"selftest", game, "--positions", "10", "--resources", "20000"},
          {"compare", game, of.folder, "--games", "1", "--positions", "20", "--steering", "20"},
          {"compare", of.folder, game, "--games", "1", "--positions", "20", "--steering", "20"},
          {"compare", game, source("rulesets/examples/hex-skirmish"), "--games", "1", "--positions", "20",
           "--steering", "20"},
          {"mutate", game, "--mutants", "2", "--games", "1"},
          {"report", game, "-o", at + "/report.html", "--games", "1", "--positions", "20"},
          {"render", game, "-o", at + "/map.svg"},
          {"render", middle, "-o", at + "/map.svg"},
          {"diff", game, of.folder},
          {"fmt", game}};
}

void try_all(uint64_t from, uint64_t to) {
  std::map<int, uint64_t> ended;
  std::map<std::string, uint64_t> verbs;
  for (uint64_t seed = from; seed < to && !testing::Test::HasFailure(); ++seed) {
    const testing_support::TemporaryFolder folder;
    const Shipped& of = shipped_game(seed % std::size(games));
    const std::string at = folder.path().string(), game = at + "/" + games[seed % std::size(games)];
    fs::copy(of.folder, game, fs::copy_options::recursive);
    write(game + "/game.record", of.record);
    write(game + "/middle.json", of.middle);
    Mutator mutator(seed);
    mutator.change(game);
    const auto all = commands(game, at, of, mutator);
    const auto& words = all[mutator.pick(static_cast<uint32_t>(all.size()))];
    std::string line = fmt::format("ulimit -t {}; \"$CASEBOOK\"", processor_seconds);
    for (const std::string& word : words) line += " " + quoted_word(word);
    const Ended run = shell(line);
    ++ended[run.status];
    ++verbs[fmt::format("{} {}", words.front(), run.status)];
    static const std::set<int> expected{0, 1, 2, 3, 30, 40};
    EXPECT_TRUE(expected.count(run.status) != 0)
        << "seed " << seed << ", status " << run.status << ": " << line << "\n"
        << run.out.substr(0, 1500) << "\n"
        << run.err.substr(0, 1500);
    EXPECT_TRUE(run.status == 0 || run.status >= 30 || !run.err.empty())
        << "seed " << seed << " says nothing: " << line;
  }
  for (const auto& [status, count] : ended) fmt::print("status {}: {}\n", status, count);
  for (const auto& [verb, count] : verbs) fmt::print("{}: {}\n", verb, count);
}

TEST(Mutated, RulesetsEndNoVerbOtherwiseThanItSays) {
  try_all(1, 201);
}

// In pieces: MUTATED_FROM=20000 MUTATED_TO=40000.
TEST(SlowMutated, RulesetsEndNoVerbOtherwiseThanItSays) {
  const auto number = [](const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  };
  try_all(number("MUTATED_FROM", 1'000), number("MUTATED_TO", 1'001'000));
}

}  // namespace
}  // namespace casebook::cli_tests
