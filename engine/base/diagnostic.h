// SPDX-License-Identifier: Apache-2.0
#pragma once

// A diagnostic is a value: what is wrong, where, what was expected, what was probably meant. The code that
// finds a mistake makes it and collects it in a `Diagnostics`. Only the outermost layer turns it into text
// or JSON (diagnostic_text.h, diagnostic_json.h).
//
// Codes are stable. Each has its page in docs/errors (CODE.md), which `casebook explain CODE` shows:
//
//   E01xx  text and syntax          D01xx  data files: map, order of battle, schedule, scenario
//   E02xx  names and editions       P01xx  positions, records, choices
//   E03xx  types                    C01xx  command line
//   E04xx  ranges and limits        W....  warnings of rules
//   E05xx  control
//   E06xx  claims and coverage
//
// A message is one sentence in plain words without a full stop. Names from the text stand in double quotes.

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/text.h"

namespace casebook {

/// From `begin` up to but not including `end`. An empty range points at `begin`. `file` is the name shown to
/// the user.
struct SourceRange {
  std::string file;
  TextPosition begin, end;
  bool operator==(const SourceRange&) const = default;
};

enum class Severity : unsigned char { error, warning, note };
std::string_view severity_name(Severity severity);  // "error", "warning", "note"

struct Note {
  SourceRange range;  // an empty file: no place
  std::string text;
  bool operator==(const Note&) const = default;
};

struct Diagnostic {
  std::string code;  // "E0301"
  Severity severity = Severity::error;
  SourceRange range;
  std::string message;
  std::string expected;            // completes "expected ...", or empty
  std::string suggestion;          // what to write instead (nearest known name, or a fix), or empty
  std::vector<std::string> cases;  // labels of the cases concerned
  std::vector<Note> notes;
  bool operator==(const Diagnostic&) const = default;
};

/// The texts that diagnostics point into, by the name shown, so that a line can be printed under a message.
class SourceTexts {
 public:
  void add(const std::string& file, std::string text);
  const std::string* find(const std::string& file) const;
  void add_all(const SourceTexts& other);

 private:
  std::map<std::string, std::shared_ptr<const std::string>> texts_;
};

/// Collects diagnostics. At most `most` errors and `most` others are kept; the rest are counted in `dropped`.
class Diagnostics {
 public:
  explicit Diagnostics(size_t most = limits::diagnostics) : most_(most) {}

  /// Adds one and gives it back to be filled in further. The reference holds until the next is added.
  Diagnostic& error(std::string code, SourceRange range, std::string message);
  Diagnostic& warning(std::string code, SourceRange range, std::string message);
  Diagnostic& add(Diagnostic diagnostic);
  /// Everything that `other` has, its source texts included.
  void add_all(const Diagnostics& other);

  bool has_errors() const { return errors_ > 0; }
  bool empty() const { return all_.empty(); }
  size_t error_count() const { return errors_; }      // dropped ones included
  size_t warning_count() const { return warnings_; }  // dropped ones included
  size_t dropped() const { return dropped_; }
  /// Whether that one, which was added last, is kept.
  bool kept(const Diagnostic& last) const { return &last != &spare_; }
  /// Gives the diagnostic added last the suggestion that `seek()` finds. For one that is dropped it is not
  /// sought: a file with a mistake in every line then costs little more than one with a page of them.
  template <class Seek>
  void suggest(Diagnostic& last, Seek&& seek) {
    if (!kept(last)) return;
    ++sought_;
    last.suggestion = seek();
  }
  size_t suggestions_sought() const { return sought_; }
  const std::vector<Diagnostic>& all() const { return all_; }

  /// By file, then place; equal places keep their order.
  void sort();

  SourceTexts& sources() { return sources_; }
  const SourceTexts& sources() const { return sources_; }

 private:
  size_t most_;
  size_t errors_ = 0, warnings_ = 0, dropped_ = 0, sought_ = 0;
  std::vector<Diagnostic> all_;
  Diagnostic spare_;  // what a dropped one is written to
  SourceTexts sources_;
};

}  // namespace casebook
