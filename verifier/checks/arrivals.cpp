// SPDX-License-Identifier: Apache-2.0
// arrivals: pieces that are due when the game is over, or before it begins.
//
// The check takes a number of a piece that begins off the map for its time of arrival, if the rules compare
// it with a state without parameters. Seeded games show how far that state goes.
#include <fmt/format.h>

#include <map>
#include <set>

#include "engine/program/walk.h"
#include "verifier/checks/list.h"
#include "verifier/checks/shared/probe.h"
#include "verifier/checks/shared/survey.h"
#include "verifier/finding/counted.h"

namespace casebook::checks {

using namespace language;

namespace {

constexpr const char* id = "arrivals";

/// Of those that play never brought onto the map: pieces that no choice or throw of a made-up position does
/// either.
std::set<int32_t> without_a_way(Context& context, KindId kind, std::set<int32_t> members) {
  if (members.empty()) return members;
  Probe& probe = context.probe();
  const runtime::Scenario& scenario = *context.scenario();
  const runtime::Slot& places = scenario.layout.places[kind];
  std::vector<runtime::Choice> choices;
  runtime::Position after;
  for (const Tried& tried : probe.positions()) {
    if (members.empty() || context.stopped()) break;
    if (tried.grade == Grade::typed || probe.rules().node(tried.position) != runtime::NodeKind::choose)
      continue;
    probe.rules().choices(tried.position, choices);
    for (size_t i = 0; i < choices.size(); ++i) {
      // The first of each alternative and member: where it goes to does not matter.
      if (i > 0 && choices[i].alternative == choices[i - 1].alternative &&
          choices[i].singles[0] == choices[i - 1].singles[0])
        continue;
      after = tried.position;
      probe.rules().apply(after, choices[i]);
      std::erase_if(members, [&](int32_t member) {
        const uint32_t cell = places.first + static_cast<uint32_t>(member);
        return tried.position.cell(cell) >= scenario.ground.hexes && after.cell(cell) < scenario.ground.hexes;
      });
    }
  }
  return members;
}

Answer run(Context& context) {
  const Program& p = context.program();
  const runtime::Scenario& scenario = *context.scenario();
  if (p.game == none) return {Verdict::proved, "no game in these rules"};
  std::map<std::pair<GivenId, StateId>, CaseId> pairs;  // given and state, the case that compares them
  std::set<std::pair<KindId, int32_t>> told;            // kind and member
  for (const TopExpression& top : top_expressions(p)) {
    if (!top.plays) continue;
    walk_live(*top.expr, scenario.options, scenario.readings, [&](const Expr& expr) {
      if ((expr.op != Op::equal && expr.op != Op::less && expr.op != Op::less_equal) || expr.args.size() != 2)
        return;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Expr &a = *expr.args[side], &b = *expr.args[1 - side];
        if (a.op == Op::given && a.args.size() == 1 && a.type.tag == TypeTag::number && b.op == Op::state &&
            b.args.empty())
          pairs.try_emplace({a.ref, b.ref}, top.label);
      }
    });
  }
  size_t asked = 0;
  const Survey& survey = context.survey();
  for (const auto& [pair, label] : pairs) {
    const Given& given = p.givens[pair.first];
    const State& state = p.states[pair.second];
    const int32_t most = survey.most[static_cast<size_t>(pair.second)];
    const KindId kind = given.params.empty() ? none : given.params[0].of;
    if (kind == none || given.params[0].tag != TypeTag::entity || !p.kinds[kind].on_map || most == INT32_MIN)
      continue;
    const auto& cells = scenario.givens[pair.first].cells;
    const runtime::Slot& places = scenario.layout.places[kind];
    std::map<int32_t, std::vector<std::string>> late;
    std::set<int32_t> never;
    for (uint32_t member = 0; member < places.combinations && member < cells.size(); ++member) {
      if (scenario.start.cell(places.first + member) < scenario.ground.hexes) continue;
      ++asked;
      const bool was_there = survey.was_on_map[static_cast<size_t>(kind)][member];
      if (cells[member] > most && !was_there) late[cells[member]].push_back(scenario.members[kind][member]);
      // A time that no data speak of is none.
      else if (!was_there && (!given.fallback || given.fallback->value != cells[member]))
        never.insert(static_cast<int32_t>(member));
    }
    for (const int32_t member : without_a_way(context, kind, never)) {
      if (!told.emplace(kind, member).second) continue;
      const std::string& name = scenario.members[kind][static_cast<size_t>(member)];
      const std::string when = scenario.value_text(given.type, cells[static_cast<size_t>(member)]);
      Finding& finding = context.add(id, fmt::format("{} {} of {}", given.name, when, name), Verdict::sampled,
                                     Concern::impossible);
      finding.claim = fmt::format("{} can enter the map at its time of arrival", name);
      finding.headline = fmt::format("{} has a time of arrival but no way onto the map", name);
      finding.text = fmt::format(
          "Its {} is {}. No game brought it onto the map, and no generated position offers a choice that does.",
          given.name, when);
      finding.method = Method::generated;
      finding.scope = survey.scope() + ", and " + context.probe().scope();
      context.cite(finding, given);
      context.cite(finding, label);
    }
    for (const auto& [when, names] : late) {
      Finding& finding =
          context.add(id, fmt::format("{} {}", given.name, scenario.value_text(given.type, when)),
                      Verdict::sampled, Concern::impossible);
      finding.claim = fmt::format("{} is due before the game ends", listed(names, "and"));
      finding.headline = fmt::format("{} {} due after the game has ended", listed(names, "and"),
                                     names.size() == 1 ? "is" : "are");
      finding.text = fmt::format("It is due when {} is {}. In play, {} was never more than {}.", state.name,
                                 scenario.value_text(given.type, when), state.name,
                                 scenario.value_text(state.type, most));
      finding.method = Method::play;
      finding.scope = survey.scope();
      context.cite(finding, given);
      context.cite(finding, label);
    }
  }
  return {Verdict::sampled,
          fmt::format("{} looked for in {}", counted(asked, "time of arrival", "times of arrival"),
                      survey.scope())};
}

}  // namespace

Check arrivals() {
  return {id,
          "Is a piece due only after the game has ended, or without a way onto the map?",
          CheckOf::data,
          true,
          run,
          Needs::games};
}

}  // namespace casebook::checks
