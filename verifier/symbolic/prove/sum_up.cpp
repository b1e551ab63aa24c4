// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/sum_up.h"

#include <vector>

#include "verifier/symbolic/prove/proof_text.h"

#include "verifier/finding/counted.h"

namespace casebook::symbolic {

void sum_up(Induction& result, const language::Program& program, size_t properties, bool all_steps,
            const std::string& too_large) {
  result.verdicts.assign(properties, Verdict::proved);
  result.reasons.assign(properties, "");
  const auto rank = [](Verdict verdict) {
    switch (verdict) {
      case Verdict::tool_error:
        return 4;
      case Verdict::refuted:
        return 3;
      case Verdict::not_inductive:
        return 2;
      case Verdict::proved:
        return 0;
      default:
        return 1;
    }
  };
  // What was lost of a property is what failed while it was supposed, there too where play does not ask;
  // what fails once it is supposed no longer only follows.
  std::vector<bool> open(properties, false), lost(properties, false);
  const auto loses = [&](const ProofCell& cell) {
    return cell.asked && cell.verdict != Verdict::proved && (!cell.follows || rank(cell.verdict) > 2);
  };
  for (const ProofCell& cell : result.cells) {
    const auto id = static_cast<size_t>(cell.invariant);
    if (id >= properties) continue;
    if (cell.due && cell.verdict != Verdict::proved) open[id] = true;
    if (loses(cell)) lost[id] = true;
  }
  for (const ProofCell& cell : result.cells) {
    const auto id = static_cast<size_t>(cell.invariant);
    if (id >= properties || !open[id] || (lost[id] ? !loses(cell) : !cell.due)) continue;
    Verdict& verdict = result.verdicts[id];
    if (rank(cell.verdict) <= rank(verdict)) continue;
    verdict = cell.verdict;
    result.reasons[id] = action_text(program, cell) + ": " + cell.why;
  }
  // Where each position breaks what a limit alone left open, the limit is what stands in the way.
  std::vector<bool> broken(properties, false);
  for (const ProofCell& cell : result.cells) {
    const auto id = static_cast<size_t>(cell.invariant);
    if (id < properties && loses(cell) && cell.verdict == Verdict::not_inductive && cell.without.empty())
      broken[id] = true;
  }
  for (const ProofCell& cell : result.cells) {
    const auto id = static_cast<size_t>(cell.invariant);
    if (id >= properties || result.verdicts[id] != Verdict::not_inductive || broken[id] || !loses(cell) ||
        cell.verdict != Verdict::not_inductive)
      continue;
    result.verdicts[id] = Verdict::unknown;
    result.reasons[id] =
        action_text(program, cell) + ": " + cell.why +
        ", from a position that violates something that a limit left undecided: " + cell.without;
  }
  for (size_t i = 0; i < properties; ++i) {
    if (result.verdicts[i] != Verdict::proved) continue;
    if (result.stopped) result.verdicts[i] = Verdict::unknown, result.reasons[i] = "stopped";
    if (!all_steps) {
      result.verdicts[i] = Verdict::unknown;
      result.reasons[i] = "not all steps were checked";
    }
    if (too_large.empty()) continue;
    result.verdicts[i] = Verdict::unknown;
    result.reasons[i] = too_large;
  }
}

bool Induction::asked_nowhere(Id property) const {
  const auto index = static_cast<size_t>(property);
  return index < marks.size() && marks[index].mark == Mark::vacuous &&
         std::none_of(cells.begin(), cells.end(),
                      [&](const ProofCell& cell) { return cell.invariant == property && cell.due; });
}

std::vector<std::string> steps_not_asked(const Induction& induction, const language::Program& program) {
  std::vector<std::string> out;
  for (size_t i = 0; i < induction.verdicts.size(); ++i) {
    const auto steps =
        std::count_if(induction.cells.begin(), induction.cells.end(), [&](const ProofCell& cell) {
          return cell.invariant == static_cast<Id>(i) && cell.why == run_used_all;
        });
    if (steps == 0) continue;
    const std::string name = i < program.invariants.size()
                                 ? program.invariants[static_cast<InvariantId>(i)].name
                                 : std::string(own_properties[i - program.invariants.size()]);
    out.push_back(name + ": " + counted(static_cast<uint64_t>(steps), "step"));
  }
  return out;
}

}  // namespace casebook::symbolic
