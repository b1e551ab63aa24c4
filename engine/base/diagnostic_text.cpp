// SPDX-License-Identifier: Apache-2.0
#include "engine/base/diagnostic_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace casebook {

namespace {

constexpr int excerpt_indent = 4;
// Bytes. Only a file that nobody wrote by hand has such lines, and cutting one around the caret takes its
// time.
constexpr size_t longest_line_shown = 65'536;

struct Excerpt {
  std::string line, caret;
};

std::string painted(const std::string& text, const char* colour, bool wanted) {
  return wanted ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}

/// The source line, one cell a code point (tabs and odd characters become one blank or `?`), cut around the
/// caret.
Excerpt excerpt(std::string_view line, const SourceRange& range, int width) {
  std::vector<std::string> cells;
  for (size_t i = 0; i < line.size();) {
    const CodePoint c = code_point_at(line, i);
    const auto length = static_cast<size_t>(c.length);
    const std::string_view bytes = line.substr(i, length);
    if (c.valid && c.value == '\t') {
      cells.emplace_back(" ");
    } else {
      cells.push_back(printable(bytes) == bytes ? std::string(bytes) : std::string("?"));
    }
    i += length;
  }
  const int size = static_cast<int>(cells.size());
  const int from = std::clamp(range.begin.column, 1, size + 1);
  const int to = range.end.line == range.begin.line  ? std::clamp(range.end.column, from, size + 1)
                 : range.end.line > range.begin.line ? size + 1
                                                     : from;
  int left = 1, right = size + 1;
  const int room = width > 0 ? std::max(20, width - excerpt_indent) : size + 1;
  if (size + 1 > room) {
    left = std::clamp(from - room / 3, 1, size + 2 - room);
    right = left + room - 1;
  }
  Excerpt out;
  for (int i = left; i < right && i <= size; ++i) out.line += cells[static_cast<size_t>(i) - 1];
  while (!out.line.empty() && out.line.back() == ' ') out.line.pop_back();
  out.caret = std::string(static_cast<size_t>(from - left), ' ') + "^";
  const int last = std::min(to, right);
  if (last > from + 1) out.caret += std::string(static_cast<size_t>(last - from) - 1, '~');
  return out;
}

}  // namespace

std::string place_text(const SourceRange& range) {
  if (range.file.empty()) return {};
  if (range.begin.line <= 0) return printable(range.file);
  return fmt::format("{}:{}:{}", printable(range.file), range.begin.line, range.begin.column);
}

std::string folded(const std::string& text, int width, int indent, int begun) {
  if (width <= 0) return text;
  std::string out;
  int used = begun;
  bool first = true;
  for (const std::string_view word : split(text, ' ')) {
    const int size = static_cast<int>(code_points(word));
    if (!first && used + 1 + size > width) {
      out += "\n" + std::string(static_cast<size_t>(indent), ' ');
      used = indent;
    } else if (!first) {
      out += " ";
      ++used;
    }
    out += word;
    used += size;
    first = false;
  }
  return out;
}

namespace {

/// `index` is of the text that the diagnostic points into, or nullptr.
std::string rendered(const Diagnostic& diagnostic, const LineIndex* index, const TextStyle& style) {
  const char* colour = diagnostic.severity == Severity::error ? "1;31" : "1;33";
  const std::string place = place_text(diagnostic.range);
  std::string head = place.empty() ? std::string() : place + ": ";
  const std::string kind = fmt::format("{} {}:", severity_name(diagnostic.severity), diagnostic.code);
  const int begun = static_cast<int>(code_points(head) + code_points(kind)) + 1;
  std::string out = head + painted(kind, colour, style.colour) + " " +
                    folded(printable(diagnostic.message), style.width, excerpt_indent, begun) + "\n";

  if (index != nullptr && diagnostic.range.begin.line > 0) {
    const std::string_view line = index->line(diagnostic.range.begin.line);
    if (!trimmed(line).empty() && line.size() <= longest_line_shown) {
      const Excerpt shown = excerpt(line, diagnostic.range, style.width);
      const std::string indent(excerpt_indent, ' ');
      out += indent + shown.line + "\n" + indent + painted(shown.caret, colour, style.colour) + "\n";
    }
  }
  const auto line = [&](const std::string& words) {
    out += "  " + folded(words, style.width, excerpt_indent, 2) + "\n";
  };
  if (!diagnostic.expected.empty()) line("expected " + printable(diagnostic.expected));
  if (!diagnostic.suggestion.empty()) line("did you mean " + casebook::quoted(diagnostic.suggestion) + "?");
  if (!diagnostic.cases.empty()) {
    line((diagnostic.cases.size() == 1 ? "case " : "cases ") + printable(listed(diagnostic.cases, "and")));
  }
  for (const Note& note : diagnostic.notes) {
    const std::string where = place_text(note.range);
    std::string begin = "note: " + (where.empty() ? std::string() : where + ": ");
    // A derivation has a line for each step, further in the deeper it is.
    for (const std::string_view part : split(note.text, '\n')) {
      if (begin.empty() && part.empty()) continue;
      line(begin + printable(part));
      begin = "  ";
    }
  }
  return out;
}

}  // namespace

std::string diagnostic_text(const Diagnostic& diagnostic, const SourceTexts& sources,
                            const TextStyle& style) {
  const std::string* text = sources.find(diagnostic.range.file);
  if (text == nullptr) return rendered(diagnostic, nullptr, style);
  const LineIndex index(*text);
  return rendered(diagnostic, &index, style);
}

std::string diagnostics_text(const Diagnostics& diagnostics, const TextStyle& style) {
  std::string out;
  std::map<std::string, LineIndex> indices;  // one a file, however many diagnostics point into it
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    const std::string& file = diagnostic.range.file;
    const std::string* text = diagnostics.sources().find(file);
    if (text != nullptr) indices.try_emplace(file, *text);
    const auto found = indices.find(file);
    out += rendered(diagnostic, found == indices.end() ? nullptr : &found->second, style);
  }
  if (diagnostics.dropped() > 0)
    out += fmt::format("... and {} more that are not shown\n", diagnostics.dropped());
  return out;
}

}  // namespace casebook
