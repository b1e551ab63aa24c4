// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace casebook::symbolic {

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
