// SPDX-License-Identifier: Apache-2.0
// The reader of records: one pass over the lines, three parts (first line and head, steps, outcome).
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "engine/base/limits.h"
#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "engine/runtime/records/record.h"

namespace casebook::runtime {

namespace {

constexpr std::array<std::string_view, 10> head_keys{"edition", "scenario", "switch", "rules", "data",
                                                     "random",  "seed",     "game",   "dice",  "players"};

std::optional<uint64_t> number(std::string_view text, int base) {
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

class RecordParser {
 public:
  RecordParser(std::string_view text, const std::string& file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  Record run() {
    if (text_.size() > limits::source_bytes) {
      error("P0138", 1, 0, 0, "the record is larger than " + std::to_string(limits::source_bytes) + " bytes");
      return std::move(record_);
    }
    if (const size_t bad = first_invalid_utf8(text_); bad != std::string_view::npos) {
      const TextPosition at = LineIndex(text_).position(bad);
      diagnostics_.error("P0138", {file_, at, at}, "the record is not UTF-8 text");
      return std::move(record_);
    }
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    for (std::string_view line : split(text_, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      lines_.push_back(line);
    }
    if (!first_line()) return std::move(record_);
    head();
    steps();
    if (record_.outcome_line == 0) {
      record_.complete = false;
      const int last = static_cast<int>(lines_.size());
      Diagnostic& d = diagnostics_.warning("P0136", range(last, 0, line(last).size()),
                                           "the record ends without an outcome");
      d.expected = "a last line that begins with `outcome`";
      d.suggestion = "outcome open";
    }
    return std::move(record_);
  }

 private:
  std::string_view line(int n) const { return lines_[static_cast<size_t>(n) - 1]; }
  int line_count() const { return static_cast<int>(lines_.size()); }

  SourceRange range(int n, size_t begin, size_t end) const {
    const std::string_view l = n <= line_count() ? line(n) : std::string_view();
    const auto column = [&](size_t offset) {
      return static_cast<int>(code_points(l.substr(0, std::min(offset, l.size())))) + 1;
    };
    return {file_, {n, column(begin)}, {n, column(end)}};
  }
  Diagnostic& error(const char* code, int n, size_t begin, size_t end, std::string message) {
    return diagnostics_.error(code, range(n, begin, end), std::move(message));
  }

  bool first_line() {
    static constexpr std::string_view mark = "casebook record ";
    const std::string_view first = line(1);
    if (!first.starts_with(mark)) {
      error("P0130", 1, 0, first.size(), "this is not a record").expected =
          "`casebook record 1` as the first line";
      return false;
    }
    const std::optional<uint64_t> version = number(first.substr(mark.size()), 10);
    if (!version || *version == 0) {
      error("P0131", 1, mark.size(), first.size(), "the version of the record cannot be read").expected =
          "a whole number, 1 or more";
      return false;
    }
    if (*version > static_cast<uint64_t>(record_version)) {
      error("P0131", 1, mark.size(), first.size(),
            "the record has version " + std::to_string(*version) + ", which is newer than this program")
          .expected = "version " + std::to_string(record_version) + " or less";
      return false;
    }
    return true;
  }

  // ---- head

  void head() {
    for (next_ = 2; next_ <= line_count(); ++next_) {
      const std::string_view l = line(next_);
      if (trimmed(l).empty()) return;
      const char c = l.front();
      if ((c >= '0' && c <= '9') || c == ';' || l == "outcome" || l.starts_with("outcome "))
        return;  // no blank line: the steps begin
      if (l == "start") {
        embedded_start();
        continue;
      }
      const size_t blank = l.find(' ');
      const std::string_view key = l.substr(0, blank);
      const std::string_view value =
          blank == std::string_view::npos ? std::string_view() : l.substr(blank + 1);
      head_line(key, value, blank == std::string_view::npos ? l.size() : blank + 1);
    }
  }

  void embedded_start() {
    if (record_.start_line != 0) error("P0133", next_, 0, 5, "`start` is said twice");
    record_.start_line = next_ + 1;
    record_.start.clear();
    while (next_ < line_count() && line(next_ + 1).starts_with("  ")) {
      record_.start += line(++next_).substr(2);
      record_.start += '\n';
    }
    if (record_.start.empty()) {
      error("P0133", next_, 0, 5, "`start` holds no position").expected =
          "the lines of a position file, set in by two blanks";
    }
  }

  void head_line(std::string_view key, std::string_view value, size_t at) {
    const int n = next_;
    const size_t end = line(n).size();
    if (std::find(head_keys.begin(), head_keys.end(), key) == head_keys.end()) {
      Diagnostic& d = diagnostics_.warning("P0132", range(n, 0, key.size()),
                                           "a record has no head line " + quoted(key) + "; it is kept");
      d.suggestion = nearest_name(key, head_keys);
      record_.others.emplace_back(key, value);
      return;
    }
    if (key != "switch") {
      if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) {
        error("P0133", n, 0, key.size(), quoted(key) + " is said twice");
        return;
      }
      seen_.push_back(key);
    }
    const auto refuse = [&](const char* expected) {
      error("P0133", n, at, end, "the value of " + quoted(key) + " cannot be read").expected = expected;
    };
    const auto whole = [&](uint64_t& into, int base, const char* expected) {
      if (const auto v = number(value, base))
        into = *v;
      else
        refuse(expected);
    };
    if (key == "seed") return whole(record_.seed, 10, "a whole number");
    if (key == "game") return whole(record_.game, 10, "a whole number");
    if (key == "rules") {
      record_.rules_line = n;
      return whole(record_.ruleset.rules, 16, "16 hexadecimal digits");
    }
    if (key == "data") return whole(record_.ruleset.data, 16, "16 hexadecimal digits");
    if (trimmed(value).empty()) return refuse("a name");
    if (key == "edition") record_.ruleset.edition = value;
    if (key == "scenario") record_.ruleset.scenario = value;
    if (key == "random") record_.random = value;
    if (key == "dice") {
      if (value != "seed" && value != "typed") return refuse("`seed` or `typed`");
      record_.seeded_dice = value == "seed";
    }
    if (key == "players") {
      for (const std::string_view player : split(value, ',')) {
        if (trimmed(player).empty()) {
          record_.players.clear();
          return refuse("a name for every player");
        }
        record_.players.emplace_back(trimmed(player));
      }
    }
    if (key == "switch") {
      const size_t blank = value.find(' ');
      if (blank == std::string_view::npos || blank == 0 || blank + 1 == value.size())
        return refuse("a name, a blank and a value");
      record_.ruleset.switches.emplace_back(value.substr(0, blank), value.substr(blank + 1));
    }
  }

  // ---- steps and outcome

  void steps() {
    for (; next_ <= line_count(); ++next_) {
      const std::string_view l = line(next_);
      if (trimmed(l).empty()) continue;
      if (l.front() == ';') {
        const std::string_view note = l.substr(l.starts_with("; ") ? 2 : 1);
        (record_.steps.empty() ? record_.notes : record_.steps.back().notes).emplace_back(note);
        continue;
      }
      if (record_.outcome_line != 0) {
        error("P0137", next_, 0, l.size(), "something follows the outcome").expected =
            "the end of the record, or notes";
        return;
      }
      if (l.starts_with("outcome ")) {
        record_.outcome = l.substr(8);
        record_.outcome_line = next_;
        continue;
      }
      step(l);
    }
  }

  void step(std::string_view l) {
    const size_t digits = std::min(l.find_first_not_of("0123456789"), l.size());
    if (digits == 0 || digits == l.size() || l[digits] != ' ') {
      Diagnostic& d = error("P0134", next_, 0, l.size(), "this line is no step of a record");
      d.expected =
          "a step (`1 PLAYER: CHOICE`, `2 roll DICE`, `3 draw MEMBER`), a note (`; ...`) or `outcome ...`";
      return;
    }
    const std::optional<uint64_t> n = number(l.substr(0, digits), 10);
    const size_t wanted = record_.steps.size() + 1;
    if ((!n || *n != wanted) && !misnumbered_) {
      misnumbered_ = true;  // one slip shifts all that follow: say it once
      error("P0135", next_, 0, digits, "the steps are not numbered in order").expected =
          "step " + std::to_string(wanted);
    }
    RecordStep result;
    result.line = next_;
    size_t at = digits + 1;
    const std::string_view rest = l.substr(at);
    if (rest.starts_with("roll ") || rest.starts_with("draw ")) {
      result.kind = rest.starts_with("roll ") ? StepKind::roll : StepKind::draw;
      at += 5;
    } else {
      const size_t colon = rest.find(": ");
      if (colon == std::string_view::npos || colon == 0) {
        error("P0134", next_, at, l.size(), "this step names no player").expected =
            "`PLAYER: CHOICE`, `roll DICE` or `draw MEMBER`";
        record_.steps.push_back(std::move(result));
        return;
      }
      result.player = rest.substr(0, colon);
      at += colon + 2;
    }
    result.text = l.substr(at);
    result.column = range(next_, at, at).begin.column;
    if (trimmed(result.text).empty())
      error("P0134", next_, at, l.size(), "this step says nothing").expected = "a choice, dice or a member";
    record_.steps.push_back(std::move(result));
  }

  std::string_view text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  std::vector<std::string_view> lines_;
  std::vector<std::string_view> seen_;
  int next_ = 2;
  bool misnumbered_ = false;
  Record record_;
};

}  // namespace

Record parse_record(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  return RecordParser(text, file, diagnostics).run();
}

}  // namespace casebook::runtime
