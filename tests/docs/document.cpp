// SPDX-License-Identifier: Apache-2.0
#include "tests/docs/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace casebook::docs {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
      line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

// Splits what follows the backticks: the language, words, and one text in quotes.
void read_info(std::string_view info, Block& block) {
  const size_t open = info.find('"');
  if (open != std::string_view::npos) {
    const size_t close = info.rfind('"');
    if (close > open + 1) block.reason = std::string(info.substr(open + 1, close - open - 1));
    info = info.substr(0, open);
  }
  size_t at = 0;
  bool first = true;
  while ((at = info.find_first_not_of(" \t", at)) != std::string_view::npos) {
    const size_t end = std::min(info.find_first_of(" \t", at), info.size());
    const std::string word(info.substr(at, end - at));
    if (first) {
      block.language = word;
    } else {
      block.words.push_back(word);
    }
    first = false;
    at = end;
  }
}

// Whether `line` is `pattern`, in which `...` stands for any text.
bool line_matches(std::string_view pattern, std::string_view line) {
  const size_t gap = pattern.find("...");
  if (gap == std::string_view::npos) return pattern == line;
  if (line.substr(0, gap) != pattern.substr(0, gap)) return false;
  const std::string_view rest = pattern.substr(gap + 3);
  line.remove_prefix(gap);
  for (size_t skipped = 0; skipped <= line.size(); ++skipped) {
    if (line_matches(rest, line.substr(skipped))) return true;
  }
  return false;
}

}  // namespace

bool Block::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<std::string> Block::value_of(std::string_view key) const {
  for (const std::string& word : words) {
    if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
      return word.substr(key.size() + 1);
    }
  }
  return std::nullopt;
}

std::string Block::text() const {
  std::string text;
  for (const std::string& each : lines) text += each + "\n";
  return text;
}

Document read_document(std::string_view markdown) {
  Document document;
  std::optional<Block> open;
  size_t indentation = 0;
  size_t ticks = 0;
  int number = 0;
  for (const std::string& line : lines_of(markdown)) {
    ++number;
    const size_t start = std::min(line.find_first_not_of(' '), line.size());
    const size_t run = std::min(line.find_first_not_of('`', start), line.size()) - start;
    if (!open) {
      if (run < 3) continue;
      const std::string_view info = std::string_view(line).substr(start + run);
      if (info.find('`') != std::string_view::npos) continue;  // text in backticks, not a fence
      indentation = start;
      ticks = run;
      open.emplace();
      open->line = number;
      read_info(info, *open);
    } else if (run >= ticks && start + run == line.size()) {
      if ((open->has("no-run") || open->has("no-check")) && !open->reason) {
        document.mistakes.push_back(fmt::format("line {}: a block is left out without a reason", open->line));
      }
      document.blocks.push_back(std::move(*open));
      open.reset();
    } else {
      open->lines.push_back(line.substr(std::min(indentation, start)));
    }
  }
  if (open) document.mistakes.push_back(fmt::format("line {}: the block is never closed", open->line));
  return document;
}

std::vector<Command> commands_of(const Block& block, std::vector<std::string>& mistakes) {
  static const std::regex status_note(R"(^([\s\S]*[^ ]) +# status ([0-9]{1,3})$)");
  static const std::regex here_document("<<'?([A-Za-z]+)'?");
  std::vector<Command> commands;
  bool continued = false;
  std::string here_end;  // within a here-document: the line that ends it
  int number = block.line;
  for (const std::string& line : block.lines) {
    ++number;
    if (!here_end.empty()) {
      commands.back().text += "\n" + line;
      if (line == here_end) here_end.clear();
      continue;
    }
    if (continued) {
      commands.back().text += "\n" + line;
    } else if (line.starts_with("$ ")) {
      commands.push_back({number, line.substr(2), 0, {}});
    } else if (commands.empty()) {
      mistakes.push_back(
          fmt::format("line {}: output that belongs to no command (no line with `$ ` above)", number));
      continue;
    } else {
      commands.back().expected.push_back(line);
      continue;
    }
    continued = line.ends_with('\\');
    std::smatch match;
    if (std::regex_search(line, match, here_document)) here_end = match[1];
    if (!continued && std::regex_match(commands.back().text, match, status_note)) {
      const std::string text = match[1];
      commands.back().status = std::stoi(match[2].str());
      commands.back().text = text;
    }
  }
  if (!here_end.empty()) {
    mistakes.push_back(fmt::format("line {}: a here-document without its end, {}", block.line, here_end));
  }
  if (commands.empty())
    mistakes.push_back(fmt::format("line {}: a console block without a command", block.line));
  for (Command& command : commands) {
    while (!command.expected.empty() && command.expected.back().empty()) command.expected.pop_back();
  }
  return commands;
}

std::optional<std::string> difference(const std::vector<std::string>& expected, std::string_view output) {
  if (expected.empty()) return std::nullopt;
  std::vector<std::string> lines = lines_of(output);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();

  // reached[j]: the expected lines so far can stand for the first j lines of the output.
  std::vector<bool> reached(lines.size() + 1, false);
  reached[0] = true;
  for (const std::string& pattern : expected) {
    std::vector<bool> next(lines.size() + 1, false);
    for (size_t j = 0; j <= lines.size(); ++j) {
      if (pattern == "...") {
        next[j] = reached[j] || (j > 0 && next[j - 1]);
      } else {
        next[j] = j > 0 && reached[j - 1] && line_matches(pattern, lines[j - 1]);
      }
    }
    if (std::find(next.begin(), next.end(), true) == next.end()) {
      return fmt::format("this line is not in the output where it was expected: {}", pattern);
    }
    reached = std::move(next);
  }
  if (!reached.back()) return "the output has more lines than were expected (`...` stands for any)";
  return std::nullopt;
}

}  // namespace casebook::docs
