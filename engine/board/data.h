// SPDX-License-Identifier: Apache-2.0
#pragma once

// What data files say before any rules are known: facts. A fact is an attribute, a value and its source.
// The meaning of an attribute is not known here: the rules declare it as a `given`, and binding a scenario
// gives the value its type.
//
// In JSON a value is true, false, a whole number, a text (a name, a hex number, "1/2", "never", "none") or
// a list of these (a set). Names of attributes follow the rules language: a letter or _, then letters,
// digits and _.
//
// Provenances are declared at the top of a file:
//
//   "provenances": {"book":  {"attested": {"source": "rules-1980", "case": "4.2"}},
//                   "drawn": {"reconstructed": "from the frontispiece"}}
//
// They are used for a whole file, a group or one line, or by attribute:
//
//   "provenance": "drawn"
//   "provenance": {"terrain": "book", "others": "drawn"}
//
// The nearest one counts, in this order: the line by name, the line by "others", the file by name, the file
// by "others".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/json.h"
#include "engine/base/rational.h"

namespace casebook::board {

enum class DataKind : unsigned char { boolean, number, text, list };

/// An untyped value. Numbers in JSON are whole; fractions are texts until a measure says otherwise.
struct DataValue {
  DataKind kind = DataKind::boolean;
  bool boolean = false;
  int64_t number = 0;
  std::string text;
  std::vector<DataValue> items;  // booleans, numbers and texts only
  Span place;
  bool operator==(const DataValue&) const = default;
};

/// For messages: `true`, `3`, `"sand"`, `["a", "b"]`.
std::string value_text(const DataValue& value);

/// Where a fact comes from. `unstated` is what a file says that says nothing about it.
struct Provenance {
  std::string name;
  bool attested = false;
  std::string source, case_label;  // when attested
  std::string why;                 // when reconstructed
  Span place;
  bool operator==(const Provenance&) const = default;
};

inline constexpr int unstated = -1;

/// Which provenance (an index into Provenances::all) each attribute of a line or file has. Empty: it does not
/// say.
struct ProvenanceChoice {
  struct Entry {
    std::string attribute;  // or "others"
    int provenance = unstated;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  bool whole = false;  // written as one name: entries is one "others"
  bool operator==(const ProvenanceChoice&) const = default;
  int of(std::string_view attribute) const;
};

/// The provenances of a file and its default choice.
struct Provenances {
  std::vector<Provenance> all;
  ProvenanceChoice fallback;
  bool operator==(const Provenances&) const = default;
  int of(const ProvenanceChoice& line, std::string_view attribute) const;
};

struct Fact {
  std::string attribute;
  DataValue value;
  int provenance = unstated;  // index into the file's provenances
  Span attribute_place;
  bool operator==(const Fact&) const = default;
};

/// Members that this version does not know, kept so that rewriting a file loses nothing.
using Extras = std::vector<JsonMember>;

/// `terrain`, `_x2`: a name as the rules language has it.
bool is_attribute_name(std::string_view text);
/// The reason why an id of a unit, formation, box ... is not valid; empty when it is. Ids are 1 to 80
/// bytes, hold none of , ( ) { } [ ] " ' and no control character, and neither begin nor end with a blank.
std::string id_problem(std::string_view id);
/// The same for hexes, whose ids hold no blank and no - either: both separate hexes in paths.
std::string hex_id_problem(std::string_view id);

}  // namespace casebook::board
