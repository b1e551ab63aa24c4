// SPDX-License-Identifier: Apache-2.0
#pragma once

// The list of a rulebook's numbered cases, for coverage. Format "casebook/cases", version 1;
// docs/formats/cases.md.
//
// Casebook computes which cases are encoded: those whose number stands in the rules. The list cannot say
// so. It may mark a case:
//
//   explanatory   no effect on play
//   silent        the rulebook leaves it open
//   doubtful      encoded, with readings
//   open          not done yet
//
// All but `open` give a reason. A case may belong to another edition, whose rule this one borrows.

#include <optional>
#include <string>
#include <vector>

#include "engine/board/data.h"

namespace casebook::board {

enum class CaseStatus : unsigned char { none, explanatory, silent, doubtful, open };
std::string_view case_status_name(CaseStatus status);  // empty for none

struct CaseLine {
  std::string label;  // "4.2", "7.4.2(3)", "chart: movement, trail"
  std::string title;  // in our own words
  CaseStatus status = CaseStatus::none;
  std::string why;
  std::string of;  // the edition whose case it is, as it may be typed; empty: this one's own
  Extras extras;
  Span place, label_place, of_place;
  bool operator==(const CaseLine&) const = default;
};

struct CaseList {
  std::string file;
  std::string title;
  std::vector<CaseLine> cases;  // no label twice; the order of the rulebook
  Extras extras;
  bool operator==(const CaseList&) const;
};

std::optional<CaseList> read_cases(const std::string& text, const std::string& file,
                                   Diagnostics& diagnostics);
std::optional<CaseList> load_cases(const std::string& path, Diagnostics& diagnostics);
std::string write_cases(const CaseList& list);

}  // namespace casebook::board
