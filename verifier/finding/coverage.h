// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the rules treat each case of a rulebook: encoded, doubtful, silent, explanatory or open. That a case
// is encoded is computed, never written down.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/cases.h"
#include "engine/program/carriers.h"
#include "engine/program/program.h"

namespace casebook {

/// The cases of its parent that this case of a child edition restates or replaces, by label.
std::set<std::string> parent_cases(const language::Program& child, const language::Case& one);

/// One case with its status and how many things carry it.
struct Covered {
  std::string label, title, status;
  std::string why;  // a case is silent or explanatory, in the words of the rules or of the list
  size_t carriers = 0;
  bool printed = true;  // it stands in the list of printed cases, or there is no such list
  std::string summary;  // of the rules
  std::string of;       // the edition that the list says it is borrowed of
  std::vector<board::Statement> statements = {};  // of the list
};

/// encoded: something carries the number. doubtful: so does a reading. A case may also be explanatory or
/// silent, by the rules' own word; silent also where another edition carries what is played.
std::string status_of(const language::Program& program, const language::Case& one,
                      const std::vector<language::Carrier>& carried);

/// Every case of the rules; with a list of the printed cases, in its order, then those that only the rules
/// have.
std::vector<Covered> coverage(const language::Program& program,
                              const std::optional<board::CaseList>& printed);

/// The statements of these cases, by what the list says of each.
struct StatementCounts {
  size_t all = 0, carried = 0, explanatory = 0, silent = 0, doubtful = 0;
  size_t always = 0, asked = 0;  // that say always or never, and of these what a claim or an invariant asks
};
StatementCounts count_statements(const std::vector<Covered>& cases);

/// `6 statements of these cases: 3 carried, 1 explanatory, 1 silent, 1 doubtful`, then `2 of them say always,
/// never, only or all; a claim or an invariant asks 1`.
std::vector<std::string> statement_count_lines(const StatementCounts& counts);

/// It says always, never, only or all, and no claim or invariant asks it, though something carries it.
bool is_unasked(const board::Statement& statement);

/// Something is left to do about it: it is silent, doubtful or unasked.
bool is_open(const board::Statement& statement);

/// D0169 for each name in "by" that is neither a claim nor an invariant of the rules, with the nearest one.
/// D0171 for a carried statement that nothing asks, of a case that nothing carries.
void check_statements(const language::Program& program, const board::CaseList& list,
                      Diagnostics& diagnostics);

/// The statements that name this claim or invariant as what asks them, with their case: `4.3 says: No unit
/// enters ...`.
std::vector<std::string> statements_asked_by(const board::CaseList& list, const std::string& name);

}  // namespace casebook
