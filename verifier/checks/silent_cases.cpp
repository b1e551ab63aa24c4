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

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "silent-cases";

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with(".") ? text : text + ".";
}

/// What is left open, then what is said of it, each as a sentence: `who wins a tie is not said; here white
/// does`.
std::string in_sentences(const std::string& silent) {
  const size_t end = std::min({silent.find("; "), silent.find(": "), silent.find(". ")});
  if (end == std::string::npos) return as_sentence(silent);
  return as_sentence(silent.substr(0, end)) + " " + as_sentence(silent.substr(end + 2));
}

Answer run(Context& context) {
  const Program& p = context.program();
  size_t cells = 0;
  for (size_t i = 0; i < p.cases.size(); ++i) {
    const Case& one = p.cases[i];
    if (one.silent.empty()) continue;
    Finding& finding = context.add(id, one.label, Verdict::refuted, Concern::gap);
    finding.claim = fmt::format("{} ({}) says what it has to say", one.label, one.title);
    finding.headline = one.title.empty() ? std::string("Something is left open")
                                         : fmt::format("{}: something is left open", one.title);
    finding.text = in_sentences(one.silent);
    finding.marked = Marked::silent;
    finding.scope = fmt::format("all {} cases", p.cases.size());
    context.cite(finding, static_cast<Id>(i), one.places.empty() ? Place{} : one.places.back());
    for (const Reading& reading : p.readings) {
      if (reading.label == static_cast<Id>(i))
        finding.details.push_back(fmt::format("a reading of the same case asks: {}", reading.question));
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
      finding.text = "The cell is left out; whoever comes to read it finds nothing.";
      finding.scope = fmt::format("all {} cells", table.cells.size());
      context.cite(finding, table.label, i < table.cell_places.size() ? table.cell_places[i] : table.place);
    }
  }
  return {Verdict::proved, fmt::format("{} cases, {} cells of tables", p.cases.size(), cells)};
}

}  // namespace

Check silent_cases() {
  return {id, "What do the rules leave open that somebody has to know?", CheckOf::text, false, run};
}

}  // namespace casebook::checks
