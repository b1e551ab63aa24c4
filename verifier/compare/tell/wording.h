// SPDX-License-Identifier: Apache-2.0
#pragma once

// The wording that differs: what each rulebook says about a change, as far as it explains the change; and the items
// that are only written otherwise.

#include <string>
#include <utility>
#include <vector>

#include "verifier/compare/result.h"

namespace casebook::compare {

/// What one of the two says: `spi-1980 6.3`, then the words.
struct Wording {
  size_t side = 0;
  std::string whose, words;
};

/// Of each side the sentences of its cases that speak of the items that differ, with those of the other that stand
/// against them; a short case is quoted whole. They are the statements of the list of cases, with what each leaves
/// open; a case without statements is quoted by its summary in the rules files. Where no case speaks of the items, or
/// both say the same, the lines of the rules files instead. The first ruleset first; empty where nothing explains the
/// change.
std::vector<Wording> wording_of(const Result& result, const Change& change);

/// The words of one side, each after whose they are: `theirs 7.3: ...`. Where nothing explains the change, its first case.
std::string said_by(const Result& result, const Change& change, size_t side);

/// Whether both have the item, its text differs, and no difference of play is known to come from it.
bool is_only_worded(const ItemResult& item);

/// All of these items.
struct OnlyWorded {
  uint64_t enumerated = 0, tried = 0;  // the same on every input; the same wherever Casebook looked
  /// The cases of both, each pair once: `4.0`, `5.0 and 5.1(2)`. Cases that a change cites, or that an edition borrows, are not
  /// among them.
  std::vector<std::pair<std::string, std::string>> cases;
  uint64_t items() const { return enumerated + tried; }
};
OnlyWorded only_worded(const Result& result);

}  // namespace casebook::compare
