// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/proof_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/language/compile.h"
#include "verifier/finding/counted.h"
#include "verifier/symbolic/formula/limit_text.h"
#include "verifier/symbolic/prove/proof_text.h"

namespace casebook::symbolic {

namespace {

/// For a cell of a table.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '_' || c == '*' || c == '[' || c == ']' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

struct Line {
  std::string name, label, cases;
  size_t proved = 0, steps = 0;
};

Line line_of(const language::Program& program, const Induction& induction, size_t property) {
  Line line;
  line.name = property < program.invariants.size()
                  ? program.invariants[property].name
                  : std::string(own_properties[property - program.invariants.size()]);
  line.label = asked_of(program, property);
  std::set<std::string> cases;
  for (const ProofCell& cell : induction.cells) {
    if (static_cast<size_t>(cell.invariant) != property || !cell.due) continue;
    ++line.steps;
    line.proved += cell.verdict == Verdict::proved ? 1 : 0;
    for (const CaseId label : cell.labels) cases.insert(program.label_text(label));
  }
  line.cases = fmt::format("{}", fmt::join(cases, ", "));
  return line;
}

}  // namespace

std::string options_line(const runtime::Scenario& scenario) {
  const language::Program& program = *scenario.program;
  if (program.options.empty()) return {};
  std::vector<std::string> on;
  for (size_t i = 0; i < program.options.size(); ++i)
    if (scenario.options[i] != 0) on.push_back(program.options[i].title);
  return on.empty() ? "No option is on.\n\n"
                    : fmt::format("Options that are on: {}.\n\n", fmt::join(on, ", "));
}

namespace {}  // namespace

std::string proof_page(const runtime::Scenario& scenario, const Induction& induction,
                       const ReachCount& played, const std::string& command) {
  const language::Program& program = *scenario.program;
  std::string text = fmt::format(
      "# {}: what is proved\n\nMade by `{}` with {} of the rules {:016x}; the command makes it again, so "
      "nothing is edited here.\n\n"
      "- PROVED: the property holds when the game begins and after every step that the rules allow.\n"
      "- REFUTED: a game violates it, and its record replays.\n"
      "- NOT INDUCTIVE: a step violates it from a position that satisfies the other properties; no game that "
      "was played does.\n"
      "- UNKNOWN: {}, or something was not translated; no game that was played violates it.\n\n",
      program.title, command, solver_version(), language::fingerprint(program), limit_text());
  text += options_line(scenario);
  text +=
      "| Property | Case | Verdict | Steps proved | Cases that the proof needed |\n|---|---|---|--:|---|\n";
  std::string open, marks;
  for (size_t i = 0; i < induction.verdicts.size(); ++i) {
    const Line line = line_of(program, induction, i);
    const std::string mark = i < induction.marks.size() ? mark_line(induction.marks[i]) : "";
    if (!mark.empty()) marks += fmt::format("- {}: {}.\n", plain(line.name), plain(mark));
    if (line.steps == 0) continue;
    const std::vector<std::string> taken = supposing(program, induction, i);
    text += fmt::format("| {} | {} | {}{} | {} of {} | {} |\n", plain(line.name), plain(line.label),
                        verdict_text(induction.verdicts[i]),
                        taken.empty() ? "" : plain(fmt::format(", assuming {}", fmt::join(taken, " and "))),
                        line.proved, line.steps, plain(line.cases));
    if (induction.verdicts[i] == Verdict::proved) continue;
    open += fmt::format("- {}: {}, {}; {}", plain(line.name), verdict_text(induction.verdicts[i]),
                        method_of(induction.verdicts[i]), plain(induction.reasons[i]));
    if (i < induction.tried.size() && !induction.tried[i].empty()) open += "; " + plain(induction.tried[i]);
    open += ".\n";
  }
  text += fmt::format("\nEach PROVED is by {}.\n", method_of(Verdict::proved));
  if (const auto mined = mined_needed(induction); !mined.empty()) {
    text += "\nProofs lean on these mined invariants, which were proved before:\n\n";
    for (const std::string& one : mined) text += "- " + plain(one) + "\n";
  }
  if (!open.empty()) text += "\n## Not proved\n\n" + open;
  for (const Contradiction& one : induction.contradictions)
    marks += "- " + plain(contradiction_text(program, one)) + ".\n";
  for (const NobodyComes& one : induction.nobody_comes)
    marks += "- " + plain(nobody_comes_text(program, one)) + ".\n";
  for (const std::string& one : induction.undecided) marks += "- Undecided: " + plain(one) + ".\n";
  if (!marks.empty()) text += "\n## Where the proofs say nothing\n\n" + marks;
  if (played.asked > 0)
    text += fmt::format("\n{} not proved, so {} looked for violations ({}, {}): {} found.\n",
                        counted(played.asked, "step"), counted(played.games, "game"),
                        counted(played.positions, "position"), counted(played.looks, "step"), played.found);
  else if (played.games > 0)
    text += fmt::format("\nEvery step is proved, and {} looked for violations ({}, {}): {} found.\n",
                        counted(played.games, "game"), counted(played.positions, "position"),
                        counted(played.looks, "step"), played.found);
  const std::vector<std::string> unused = unused_cases(program, induction);
  text += "\n## Cases\n\n";
  text += unused.empty() ? std::string("Every case with a requirement is needed by some proof.\n")
                         : fmt::format(
                               "No proof needs these cases with requirements: {}. A proof needs one set "
                               "of cases that suffices, as Z3 chose it, and not the smallest.\n",
                               plain(fmt::format("{}", fmt::join(unused, ", "))));
  if (!induction.open.empty()) {
    text +=
        "\n## Left free\n\nA step can do more there than the rules allow, so every proof stays valid.\n\n";
    for (const std::string& one : induction.open) text += "- " + plain(one) + "\n";
  }
  return text;
}

}  // namespace casebook::symbolic
