// SPDX-License-Identifier: Apache-2.0
// silent-cases: what a rulebook leaves open and players have to know at the table.
//
// That is a case that says `silent`, and a cell of a table left out on purpose. Where a reading of the same
// case says how it can be understood, the question belongs to the reading (ambiguities). The rest is a gap
// for the editor to fill.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "verifier/checks/list.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "silent-cases";

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with(".") ? text : text + ".";
}

/// A `silent` says first what is left open, then what these rules do: `who wins a tie is not said; here white
/// does`.
struct Left {
  std::string open, played;
};

Left left_open(const std::string& silent) {
  const size_t end = std::min({silent.find("; "), silent.find(": "), silent.find(". ")});
  if (end == std::string::npos) return {silent, {}};
  return {silent.substr(0, end), silent.substr(end + 2)};
}

/// `6.3 (Results) does not say who wins a tie`.
std::string headline_of_silence(const Case& one, std::string open) {
  constexpr std::string_view not_said = " is not said";
  const std::string label = case_in_text(one.label);
  const std::string name = one.title.empty() ? label : fmt::format("{} ({})", label, one.title);
  if (open.ends_with(".")) open.pop_back();
  if (!open.ends_with(not_said)) return fmt::format("{} leaves something open: {}", name, open);
  open.resize(open.size() - not_said.size());
  if (open.ends_with(",")) open.pop_back();
  return fmt::format("{} does not say {}", name, open);
}

Answer run(Context& context) {
  const Program& p = context.program();
  size_t cells = 0;
  for (size_t i = 0; i < p.cases.size(); ++i) {
    const Case& one = p.cases[i];
    if (one.silent.empty()) continue;
    Finding& finding = context.add(id, one.label, Verdict::refuted, Concern::gap);
    finding.claim = case_in_text(one.label) + " leaves nothing open";
    const Left left = left_open(one.silent);
    finding.headline = headline_of_silence(one, left.open);
    finding.text = as_sentence(left.played);  // the headline says the rest
    finding.marked = Marked::silent;
    finding.scope = fmt::format("the marks of all {} were read", counted(p.cases.size(), "case"));
    context.cite(finding, static_cast<CaseId>(i), one.places.empty() ? Place{} : one.places.back());
    for (const Reading& reading : p.readings) {
      if (reading.label == static_cast<CaseId>(i))
        finding.details.push_back(fmt::format("The same case leaves another question open: {} ({})",
                                              reading.question, reading.name));
    }
  }
  for (const Table& table : p.tables) {
    cells += table.cells.size();
    for (size_t i = 0; i < table.cells.size(); ++i) {
      if (table.cells[i] != silent_value) continue;
      Finding& finding =
          context.add(id, fmt::format("{}, cell {}", table.name, i + 1), Verdict::refuted, Concern::gap);
      finding.claim = fmt::format("Every cell of {} has a value", table.name);
      finding.headline = fmt::format("A cell of {} is empty", table.name);
      finding.marked = Marked::silent;
      finding.text = "The rules leave it empty on purpose. A player who needs it finds nothing.";
      finding.scope = fmt::format("all {} of the table were read", counted(table.cells.size(), "cell"));
      context.cite(finding, table.label, i < table.cell_places.size() ? table.cell_places[i] : table.place);
    }
  }
  return {Verdict::proved,
          fmt::format("{}, {}", counted(p.cases.size(), "case"), counted(cells, "table cell"))};
}

}  // namespace

Check silent_cases() {
  return {id, "What do the rules leave open that a player must know?", CheckOf::text, false, run};
}

}  // namespace casebook::checks
