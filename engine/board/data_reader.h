// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads the objects of a data file. Code asks an ObjectReader for the members that the object should have.
// `finish` then warns of every other key, names the nearest known one (D0110) and returns those members so
// that they can be kept.
//
// Every mistake becomes a diagnostic with its place. The reader then returns a harmless value and
// continues.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/data.h"

namespace casebook::board {

/// The file being read: its name and where its mistakes go.
class DataFile {
 public:
  DataFile(std::string file, Diagnostics& diagnostics) : file_(std::move(file)), diagnostics_(diagnostics) {}
  const std::string& name() const { return file_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  SourceRange range(const Span& span) const { return range_of(file_, span); }
  Diagnostic& error(const char* code, const Span& span, std::string message) const;
  Diagnostic& warning(const char* code, const Span& span, std::string message) const;
  /// D0109: `what` should have been `expected`.
  Diagnostic& wrong_kind(const JsonValue& value, std::string_view what, std::string_view expected) const;

 private:
  std::string file_;
  Diagnostics& diagnostics_;
};

class ObjectReader {
 public:
  /// `what` names the object in messages: "the grid". If `value` is no object that is reported, and
  /// everything asked for is absent.
  ObjectReader(const DataFile& file, const JsonValue& value, std::string what);

  bool usable() const { return value_ != nullptr; }
  Span place() const { return place_; }
  const std::string& what() const { return what_; }
  /// The object itself; null when the value is none.
  const JsonValue* json() const { return value_; }

  /// The member, or nullptr; `need` reports an absent one (D0108).
  const JsonValue* get(std::string_view key);
  const JsonValue* need(std::string_view key);

  /// Absent or of the wrong kind: `otherwise`.
  std::string text(std::string_view key, std::string otherwise = {});
  std::string needed_text(std::string_view key);
  int64_t whole(std::string_view key, int64_t least, int64_t most, int64_t otherwise);
  int64_t needed_whole(std::string_view key, int64_t least, int64_t most);
  bool boolean(std::string_view key, bool otherwise);
  /// One of `allowed` (D0111 with the nearest); `otherwise` when absent, and if that is empty the key is
  /// needed. Empty after a mistake.
  std::string word(std::string_view key, const std::vector<std::string>& allowed, std::string otherwise = {});
  /// The items of a list, or of no list when it is absent.
  const std::vector<JsonValue>& list(std::string_view key);
  /// The members of an object, or of none when it is absent.
  const std::vector<JsonMember>& object(std::string_view key);

  /// Members not asked for that are attributes: their names are names of the rules language. Call after
  /// everything else; other members are left to `finish`.
  std::vector<Fact> attributes(const Provenances& provenances, const ProvenanceChoice& line);

  /// Warns of members nobody asked for, and gives them back.
  Extras finish();

 private:
  const DataFile& file_;
  const JsonValue* value_;
  std::string what_;
  Span place_;
  std::vector<std::string> known_;
  std::vector<bool> taken_;
};

/// D0103 when there are more than `most` of something; `what` is its plural.
bool check_count(const DataFile& file, size_t count, size_t most, const Span& place, std::string_view what);

/// A whole number within a range, or D0109, D0112 (out of range), D0113 (a decimal).
std::optional<int64_t> read_whole(const DataFile& file, const JsonValue& value, std::string_view what,
                                  int64_t least, int64_t most);
std::optional<std::string> read_text(const DataFile& file, const JsonValue& value, std::string_view what);
/// A value of a fact. `where` for messages: the attribute.
std::optional<DataValue> read_value(const DataFile& file, const JsonValue& value, std::string_view where);
JsonValue json_of(const DataValue& value);

/// "provenances" and "provenance" of a file. D0110 for an attribute that the file does not give anywhere.
Provenances read_provenances(const DataFile& file, ObjectReader& top);
/// "provenance" of a line. D0110 for an attribute that the line does not give.
ProvenanceChoice read_provenance(const DataFile& file, ObjectReader& line, const Provenances& known);
/// Both written back.
void write_provenances(JsonValue& top, const Provenances& provenances);
void write_provenance(JsonValue& line, const ProvenanceChoice& choice, const Provenances& provenances);

/// Attributes, then extras.
void write_facts(JsonValue& line, const std::vector<Fact>& facts);
void write_extras(JsonValue& object, const Extras& extras);

/// An id of `what` ("a unit"), checked by `problem_of`: D0114.
bool check_id(const DataFile& file, std::string_view id, const Span& place, std::string_view what,
              std::string (*problem_of)(std::string_view));

}  // namespace casebook::board
