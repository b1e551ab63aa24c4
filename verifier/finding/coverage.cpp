// SPDX-License-Identifier: Apache-2.0
#include "verifier/finding/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/base/nearest.h"
#include "engine/base/text.h"
#include "verifier/finding/counted.h"

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

std::set<std::string> parent_cases(const language::Program& child, const language::Case& one) {
  std::set<std::string> labels;
  for (const auto* list : {&one.same_as, &one.replaces})
    for (const int32_t at : *list) labels.insert(child.parent_labels[static_cast<size_t>(at)]);
  return labels;
}

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
    one.statements = line.statements;
    out.push_back(one);
  }
  for (const Covered& one : ruled) {
    if (!one.printed) out.push_back(one);
  }
  return out;
}

StatementCounts count_statements(const std::vector<Covered>& cases) {
  StatementCounts counts;
  for (const Covered& of : cases) {
    for (const board::Statement& one : of.statements) {
      ++counts.all;
      switch (one.status) {
        case board::StatementStatus::carried:
          ++counts.carried;
          break;
        case board::StatementStatus::explanatory:
          ++counts.explanatory;
          break;
        case board::StatementStatus::silent:
          ++counts.silent;
          break;
        case board::StatementStatus::doubtful:
          ++counts.doubtful;
          break;
      }
      counts.always += one.always ? 1U : 0U;
      counts.asked += one.always && !one.by.empty() ? 1U : 0U;
    }
  }
  return counts;
}

std::vector<std::string> statement_count_lines(const StatementCounts& counts) {
  return {fmt::format("{} of these cases: {} carried, {} explanatory, {} silent, {} doubtful",
                      counted(counts.all, "statement"), counts.carried, counts.explanatory, counts.silent,
                      counts.doubtful),
          fmt::format("{} of them {} always, never, only or all; a claim or an invariant checks {} of these",
                      counts.always, counts.always == 1 ? "says" : "say", counts.asked)};
}

bool is_unasked(const board::Statement& statement) {
  return statement.always && statement.by.empty() &&
         (statement.status == board::StatementStatus::carried ||
          statement.status == board::StatementStatus::doubtful);
}

bool is_open(const board::Statement& statement) {
  return statement.status == board::StatementStatus::silent ||
         statement.status == board::StatementStatus::doubtful || is_unasked(statement);
}

void check_statements(const Program& program, const board::CaseList& list, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const language::Claim& one : program.claims) known.push_back(one.name);
  for (const language::Invariant& one : program.invariants) known.push_back(one.name);
  std::set<std::string> carried;
  for (const Carrier& one : language::carriers(program)) carried.insert(program.label_text(one.label));
  for (const board::CaseLine& line : list.cases) {
    for (const board::Statement& one : line.statements) {
      for (size_t i = 0; i < one.by.size(); ++i) {
        if (std::find(known.begin(), known.end(), one.by[i]) != known.end()) continue;
        Diagnostic& made = diagnostics.error(
            "D0169", range_of(list.file, one.by_places[i]),
            fmt::format("no claim or invariant of these rules is named {}", quoted(one.by[i])));
        made.expected = "the name of a claim or an invariant that asks the statement";
        made.suggestion = nearest_name(one.by[i], known);
      }
      // A claim or an invariant is something in the rules, whatever its number.
      if (one.status != board::StatementStatus::carried || !one.by.empty() || carried.count(line.label) > 0)
        continue;
      diagnostics
          .error("D0171", range_of(list.file, one.place),
                 fmt::format("the statement is said to be carried, and nothing in the rules carries {}",
                             line.label))
          .expected = "another status, \"by\", or rules with the number of the case";
    }
  }
}

std::vector<std::string> statements_asked_by(const board::CaseList& list, const std::string& name) {
  std::vector<std::string> said;
  for (const board::CaseLine& line : list.cases) {
    for (const board::Statement& one : line.statements) {
      if (std::find(one.by.begin(), one.by.end(), name) != one.by.end())
        said.push_back(fmt::format("{} says: {}", line.label, one.says));
    }
  }
  return said;
}

}  // namespace casebook
