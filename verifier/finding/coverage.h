// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the rules treat each case of a rulebook: encoded, doubtful, silent, explanatory or open. That a case
// is encoded is computed, never written down.

#include <optional>
#include <string>
#include <vector>

#include "engine/board/cases.h"
#include "engine/program/carriers.h"
#include "engine/program/program.h"

namespace casebook {

/// One case with its status and how many things carry it.
struct Covered {
  std::string label, title, status;
  std::string why;  // a case is silent or explanatory, in the words of the rules or of the list
  size_t carriers = 0;
  bool printed = true;  // it stands in the list of printed cases, or there is no such list
  std::string summary;  // of the rules
  std::string of;       // the edition that the list says it is borrowed of
};

/// encoded: something carries the number. doubtful: so does a reading. A case may also be explanatory or
/// silent, by the rules' own word; silent also where another edition carries what is played.
std::string status_of(const language::Program& program, const language::Case& one,
                      const std::vector<language::Carrier>& carried);

/// Every case of the rules; with a list of the printed cases, in its order, then those that only the rules
/// have.
std::vector<Covered> coverage(const language::Program& program,
                              const std::optional<board::CaseList>& printed);

}  // namespace casebook
