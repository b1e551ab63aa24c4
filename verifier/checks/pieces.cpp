// SPDX-License-Identifier: Apache-2.0
// pieces: pieces that begin off the map and never come on, and boxes that are left.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verifier/checks/list.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "pieces";

/// Cases whose statements put a piece of that kind somewhere.
std::vector<CaseId> placing(const Program& p, KindId kind) {
  std::vector<CaseId> out;
  for (const Action& action : p.actions) {
    if (!action.body) continue;
    const Stmt* body = action.body.get();
    std::vector<const Stmt*> stack{body};
    while (!stack.empty()) {
      const Stmt* one = stack.back();
      stack.pop_back();
      if (one->op == StmtOp::assign && one->ref == none && one->ref2 == kind) {
        const CaseId label = one->label == none ? action.label : one->label;
        if (std::find(out.begin(), out.end(), label) == out.end()) out.push_back(label);
      }
      for (const StmtPtr& inner : one->body) {
        if (inner) stack.push_back(inner.get());
      }
    }
  }
  return out;
}

Answer run(Context& context) {
  const Program& p = context.program();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  const runtime::Scenario& scenario = *context.scenario();
  const Survey& survey = context.survey();
  size_t asked = 0;
  for (size_t kind = 0; kind < p.kinds.size(); ++kind) {
    if (!p.kinds[kind].on_map) continue;
    const runtime::Slot& slot = scenario.layout.places[kind];
    std::map<int32_t, std::vector<std::string>> missing;  // by box
    for (uint32_t member = 0; member < slot.combinations; ++member) {
      const int32_t at = scenario.start.cell(slot.first + member);
      if (at < scenario.ground.hexes) continue;
      ++asked;
      if (!survey.was_on_map[kind][member])
        missing[at - scenario.ground.hexes].push_back(scenario.members[kind][member]);
    }
    for (const auto& [box, names] : missing) {
      Finding& finding =
          context.add(id, listed(names, "and") + " never on the map", Verdict::sampled, Concern::impossible);
      finding.kind = kind::never_seen;
      finding.claim =
          fmt::format("{} enter{} the map at some time", listed(names, "and"), names.size() == 1 ? "s" : "");
      finding.headline =
          fmt::format("{} never enter{} the map", listed(names, "and"), names.size() == 1 ? "s" : "");
      finding.text = fmt::format("{} in {} when the game begins, and on the map in none of {} games.",
                                 names.size() == 1 ? "It is" : "They are", p.boxes[box].name, survey.games);
      finding.method = Method::play;
      finding.scope = survey.scope();
      context.cite(finding, p.boxes[box]);
      for (const CaseId label : placing(p, static_cast<KindId>(kind))) context.cite(finding, label);
    }
  }
  for (size_t box = 0; box < p.boxes.size(); ++box) {
    bool entered = false;
    for (const auto& [change, count] : survey.changes)
      entered = entered || change.to == static_cast<int32_t>(box);
    bool begins = false;
    for (size_t kind = 0; kind < p.kinds.size(); ++kind) {
      if (!p.kinds[kind].on_map) continue;
      const runtime::Slot& slot = scenario.layout.places[kind];
      for (uint32_t member = 0; member < slot.combinations; ++member)
        begins = begins || scenario.start.cell(slot.first + member) ==
                               scenario.ground.hexes + static_cast<int32_t>(box);
    }
    ++asked;
    if (entered || begins || survey.games == 0) continue;
    Finding& finding = context.add(id, "box " + p.boxes[box].name, Verdict::sampled, Concern::idle);
    finding.kind = kind::never_seen;
    finding.claim = fmt::format("A piece enters {} at some time", p.boxes[box].name);
    finding.headline = fmt::format("No piece ever enters {}", p.boxes[box].name);
    finding.text = fmt::format("None did in {} games.", survey.games);
    finding.method = Method::play;
    finding.scope = survey.scope();
    context.cite(finding, p.boxes[box]);
  }
  return {Verdict::sampled,
          fmt::format("{} looked for in {}",
                      counted(asked, "box or piece off the map", "boxes and pieces off the map"),
                      survey.scope())};
}

}  // namespace

Check pieces() {
  return {id,
          "Is there a piece that never enters the map, or a box that no piece enters?",
          CheckOf::game,
          true,
          run,
          Needs::games};
}

}  // namespace casebook::checks
