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
//
// A case of this edition may list its statements: what its text says, sentence by sentence in our own words.
// Each is carried by the rules, explanatory, silent (the text leaves it open, and nothing carries it) or
// doubtful (a reading carries it, or it is disputed). One that says always, never, only or all may name the
// claims and invariants that ask it.

#include <optional>
#include <string>
#include <vector>

#include "engine/board/data.h"

namespace casebook::board {

enum class CaseStatus : unsigned char { none, explanatory, silent, doubtful, open };
std::string_view case_status_name(CaseStatus status);  // empty for none

enum class StatementStatus : unsigned char { carried, explanatory, silent, doubtful };
std::string_view statement_status_name(StatementStatus status);

/// One thing that a case says.
struct Statement {
  std::string says;  // in our own words
  StatementStatus status = StatementStatus::carried;
  std::string why;              // silent, doubtful: what is open
  bool always = false;          // it says always, never, only or all
  std::vector<std::string> by;  // names of claims and invariants that ask it
  Extras extras;
  Span place;
  std::vector<Span> by_places;
  bool operator==(const Statement&) const = default;
};

struct CaseLine {
  std::string label;  // "4.2", "7.4.2(3)", "chart: movement, trail"
  std::string title;  // in our own words
  CaseStatus status = CaseStatus::none;
  std::string why;
  std::string of;  // the edition whose case it is, as it may be typed; empty: this one's own
  std::vector<Statement> statements;
  Extras extras;
  Span place, label_place, of_place;
  bool operator==(const CaseLine&) const = default;
};

struct CaseList {
  std::string file;
  std::string title;
  std::vector<std::string>
      sources;                  // ids of the texts of this rulebook, as provenance names them; may be empty
  std::vector<CaseLine> cases;  // no label twice; the order of the rulebook
  Extras extras;
  bool operator==(const CaseList&) const;
};

std::optional<CaseList> read_cases(const std::string& text, const std::string& file,
                                   Diagnostics& diagnostics);
std::optional<CaseList> load_cases(const std::string& path, Diagnostics& diagnostics);
std::string write_cases(const CaseList& list);

}  // namespace casebook::board
