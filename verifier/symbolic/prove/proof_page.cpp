// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/proof_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/language/compile.h"
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
    for (const Id label : cell.labels) cases.insert(program.label_text(label));
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
      "# {}: what is proved\n\nMade by `{}` with {} of the rules {:016x}; to be made again, not edited. A "
      "property is PROVED when it holds where the game begins and after every step that the rules allow, in "
      "whatever position; REFUTED when a game breaks it, by a record that replays. NOT INDUCTIVE: a step "
      "breaks it from a position that satisfies the other properties, and no game came to such a break; "
      "UNKNOWN: the solver's limit was met, or something was not translated, and no game came to a break "
      "either.\n\n",
      program.title, command, solver_version(), language::fingerprint(program));
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
                        taken.empty() ? "" : plain(fmt::format(", supposing {}", fmt::join(taken, " and "))),
                        line.proved, line.steps, plain(line.cases));
    if (induction.verdicts[i] == Verdict::proved) continue;
    open += fmt::format("- {}: {}, {}; {}", plain(line.name), verdict_text(induction.verdicts[i]),
                        method_of(induction.verdicts[i]), plain(induction.reasons[i]));
    if (i < induction.tried.size() && !induction.tried[i].empty()) open += "; " + plain(induction.tried[i]);
    open += ".\n";
  }
  text += fmt::format("\nEach PROVED is by {}.\n", method_of(Verdict::proved));
  if (!open.empty()) text += "\n## What is not\n\n" + open;
  for (const Contradiction& one : induction.contradictions)
    marks += "- " + plain(contradiction_text(program, one)) + ".\n";
  for (const NobodyComes& one : induction.nobody_comes)
    marks += "- " + plain(nobody_comes_text(program, one)) + ".\n";
  for (const std::string& one : induction.undecided) marks += "- Not decided: " + plain(one) + ".\n";
  if (!marks.empty()) text += "\n## What the proofs say nothing of\n\n" + marks;
  if (played.asked > 0)
    text += fmt::format(
        "\n{} steps are not proved; {} games were played for breaks of them, {} positions and "
        "{} steps looked at, {} found.\n",
        played.asked, played.games, played.positions, played.looks, played.found);
  else if (played.games > 0)
    text += fmt::format(
        "\nNo step is open; {} games were played beside, {} positions and {} steps looked at, {} with a "
        "break.\n",
        played.games, played.positions, played.looks, played.found);
  const std::vector<std::string> unused = unused_cases(program, induction);
  text += "\n## Cases\n\n";
  text += unused.empty() ? std::string("Every case with a requirement is needed by some proof.\n")
                         : fmt::format(
                               "Cases with requirements that no proof needs: {}. What a proof needs is one "
                               "set that does, as the solver chose it, and not the smallest.\n",
                               plain(fmt::format("{}", fmt::join(unused, ", "))));
  if (!induction.open.empty()) {
    text +=
        "\n## Left free\n\nThere a step can do more than the rules allow, so what is proved is proved.\n\n";
    for (const std::string& one : induction.open) text += "- " + plain(one) + "\n";
  }
  return text;
}

}  // namespace casebook::symbolic
