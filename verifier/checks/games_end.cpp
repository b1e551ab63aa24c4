// SPDX-License-Identifier: Apache-2.0
// games-end: games that do not end, and sides that do not win.
#include <fmt/format.h>

#include "engine/runtime/control.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace runtime;

namespace {

constexpr const char* id = "games-end";

Answer run(Context& context) {
  const language::Program& p = context.program();
  if (p.game == language::none) return {Verdict::proved, "no game in these rules"};
  const ScenarioPtr& scenario = context.scenario();
  const Survey& survey = context.survey();
  std::vector<uint64_t> won(
      p.kind_side == language::none ? 0 : static_cast<size_t>(scenario->size(p.kind_side)), 0);
  for (const auto& [text, ending] : survey.endings) {
    if (ending.outcome.kind == OutcomeKind::won && ending.outcome.side >= 0)
      won[static_cast<size_t>(ending.outcome.side)] += ending.games;
    if (ending.outcome.kind != OutcomeKind::open) continue;
    Finding& finding = context.add(id, "open", Verdict::unknown, Concern::information);
    finding.kind = kind::does_not_end;
    finding.claim = fmt::format("Every game ends within {} choices", context.settings().decisions);
    finding.headline = fmt::format("Some games do not end within {} choices", context.settings().decisions);
    finding.text = fmt::format("{} of {} games were still running then.", ending.games, survey.games);
    finding.method = Method::play;
    finding.scope = survey.scope();
    context.cite(finding, p.procedures[p.game]);
  }
  for (size_t side = 0; side < won.size() && survey.games > 0; ++side) {
    if (won[side] > 0) continue;
    const std::string& name = scenario->members[p.kind_side][side];
    Finding& finding = context.add(id, name + " wins", Verdict::sampled, Concern::information);
    finding.kind = kind::never_seen;
    finding.claim = fmt::format("{} can win", name);
    finding.headline = fmt::format("{} won none of {}", name, counted(survey.games, "game"));
    finding.text = "The players were random, so this says little about good play.";
    finding.method = Method::play;
    // The rule of three: an upper bound at 95 % of what was never seen in n tries.
    finding.scope =
        fmt::format("{} won none of {}. With 95 % confidence it wins at most {:.1f} % of such games", name,
                    survey.scope(), 300.0 / static_cast<double>(survey.games));
    for (const language::FlowStep& step : p.flow) {
      if (step.op == language::FlowOp::end_game && finding.cases.size() < 3)
        context.cite(finding, step.label);
    }
  }
  return {Verdict::sampled, survey.scope()};
}

}  // namespace

Check games_end() {
  return {id,          "Can a game go on without an end, or a side never win?", CheckOf::game, true, run,
          Needs::games};
}

}  // namespace casebook::checks
