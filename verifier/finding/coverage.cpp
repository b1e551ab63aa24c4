// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/coverage.h"

#include <algorithm>
#include <map>

namespace casebook {

using language::Carrier;
using language::Case;
using language::Program;

namespace {

// That something is encoded is found out; that a case has no effect, or is in doubt, or not done, is the word
// of the list. What carries a number has an effect, whatever the list says.
std::string listed_status(const board::CaseLine& line, const Covered& ruled) {
  const bool carried = ruled.carriers > 0;
  switch (line.status) {
    case board::CaseStatus::open:
      return "open";
    case board::CaseStatus::doubtful:
      return carried ? "doubtful" : "open";
    case board::CaseStatus::silent:
      return carried && ruled.status == "doubtful" ? "doubtful" : "silent";
    case board::CaseStatus::explanatory:
      return carried ? ruled.status : "explanatory";
    case board::CaseStatus::none:
      break;
  }
  return ruled.status;
}

}  // namespace

std::string status_of(const Program& program, const Case& one, const std::vector<Carrier>& carried) {
  if (language::is_silent_and_borrowed(program, one, carried)) return "silent";
  const bool doubtful = std::any_of(carried.begin(), carried.end(),
                                    [](const Carrier& carrier) { return carrier.sort == "reading"; });
  if (doubtful) return "doubtful";
  if (!carried.empty()) return "encoded";
  if (!one.silent.empty()) return "silent";
  if (!one.explanatory.empty()) return "explanatory";
  return "open";
}

std::vector<Covered> coverage(const Program& program, const std::optional<board::CaseList>& printed) {
  std::vector<std::vector<Carrier>> carried(program.cases.size());
  for (const Carrier& carrier : language::carriers(program))
    carried[static_cast<size_t>(carrier.label)].push_back(carrier);
  std::vector<Covered> ruled;
  std::map<std::string, size_t> by_label;
  for (size_t i = 0; i < program.cases.size(); ++i) {
    const Case& one = program.cases[i];
    by_label[one.label] = ruled.size();
    ruled.push_back({one.label,
                     one.title,
                     status_of(program, one, carried[i]),
                     one.silent.empty() ? one.explanatory : one.silent,
                     carried[i].size(),
                     !printed,
                     one.summary,
                     {}});
  }
  if (!printed) return ruled;
  std::vector<Covered> out;
  for (const board::CaseLine& line : printed->cases) {
    const auto found = by_label.find(line.label);
    Covered one{line.label, line.title, "open", line.why, 0, true, {}, line.of};
    if (found != by_label.end()) {
      Covered& known = ruled[found->second];
      known.printed = true;
      one.status = known.status;
      one.carriers = known.carriers;
      one.summary = known.summary;
      if (!known.why.empty()) one.why = known.why;
    }
    one.status = listed_status(line, one);
    out.push_back(one);
  }
  for (const Covered& one : ruled) {
    if (!one.printed) out.push_back(one);
  }
  return out;
}

}  // namespace casebook
