// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every default limit of the translation and of Z3. All are counts, so that a run ends at the same place on any machine.

#include <cstdint>

namespace casebook::symbolic {

/// Z3's `rlimit` for one query: steps of the solver, and no time. Options `--resources` change it.
namespace query_limit {
inline constexpr uint32_t usual = 3'000'000;      // a second or two at the worst
inline constexpr uint32_t induction = 1'000'000;  // `verify --prove`: for the last round of a question
inline constexpr uint32_t selftest = 2'000'000;   // `selftest`
inline constexpr uint32_t editions = 400'000;     // `compare --prove`
inline constexpr uint32_t definition =
    300'000;  // a check of `verify`: there are many, and most are decided early
}  // namespace query_limit

/// Sizes up to which the translation writes things out; all are counts.
struct TranslatorLimits {
  int64_t expanded = 4096;      // values of a range that are written out
  int64_t field_hexes = 64;     // of a map over which a field is written out
  bool every_field = false;     // over a larger one: said by equations (founded.h), not left open
  int64_t ways = 512;           // through the text between two sites
  int64_t choices = 1500;       // values of parameters tried for "somebody may choose"
  int64_t subset_members = 10;  // whose sets are gone through for `best` of a set
};

}  // namespace casebook::symbolic
