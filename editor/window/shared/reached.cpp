// SPDX-License-Identifier: Apache-2.0
#include "editor/window/shared/reached.h"

#include <QCoreApplication>
#include <algorithm>

#include "editor/window/shared/words.h"
#include "engine/runtime/text/refusal.h"

namespace casebook::window {

using namespace language::ids;
using runtime::Choice;
using runtime::Position;

namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Reached)
};

uint32_t place_cell(const runtime::Scenario& scenario, KindId kind, int32_t unit) {
  return scenario.layout.places[kind].first + static_cast<uint32_t>(unit);
}

KindId kind_of(const language::Program& program, const language::Action& action) {
  return program.vars[action.params[0].var].type.of;
}

/// The step of the unit to that place, done. False: the rules offer none.
bool step(runtime::Rules& rules, Position& position, const Reached& of, KindId kind, int32_t to) {
  if (rules.node(position) != runtime::NodeKind::choose) return false;
  const auto& alternatives = rules.site(position).alternatives;
  std::vector<Choice> choices;
  rules.choices(position, choices);
  for (const Choice& choice : choices) {
    if (alternatives[static_cast<size_t>(choice.alternative)].action != of.action ||
        choice.singles[0] != of.unit)
      continue;
    Position next = position;
    rules.apply(next, choice);
    if (next.cell(place_cell(rules.scenario(), kind, of.unit)) != to) continue;
    position = std::move(next);
    return true;
  }
  return false;
}

struct Refusal {
  std::string text;
  std::vector<std::string> from;
};

/// What refuses the unit the hex in that position, into `all`. False: nothing does, or it is not asked there.
bool ask(runtime::ReferenceRules& rules, const Reached& reached, const Position& position, int32_t hex,
         const std::string& from, std::vector<Refusal>& all) {
  const runtime::Scenario& scenario = *reached.scenario;
  const language::Program& program = *scenario.program;
  const language::Action& action = program.actions[reached.action];
  const auto& hexes = scenario.members[language::kind_hex];
  const std::string words = action.name + "(" + reached.id + ", " + hexes[static_cast<size_t>(hex)] + ")";
  Diagnostics ignored;
  ignored.sources().add("choice", words);
  if (rules.node(position) != runtime::NodeKind::choose) return false;
  const auto named = runtime::parse_choice(
      scenario, position, words, {"choice", {1, 1}, {1, static_cast<int>(words.size()) + 1}}, ignored);
  if (!named) return false;
  try {
    const runtime::Explanation explanation = runtime::explain_choice(rules, position, *named);
    for (const runtime::ExplanationLine& verdict : explanation.verdicts) {
      if (verdict.holds) continue;
      const std::string& label = program.label_text(verdict.label);
      std::string text = label;
      if (!verdict.name.empty() && verdict.name != label) text += " " + verdict.name;
      std::string summary =
          verdict.label == language::none ? std::string() : program.cases[verdict.label].summary;
      if (summary.empty()) summary = verdict.where;
      if (!summary.empty()) text += ": " + summary;
      auto known = std::find_if(all.begin(), all.end(), [&](const Refusal& one) { return one.text == text; });
      if (known == all.end()) known = all.insert(known, {text, {}});
      known->from.push_back(from);
    }
    return !explanation.lawful;
  } catch (const runtime::Fault& fault) {
    all.push_back(
        {Texts::tr("the rules give no answer here: %1").arg(QString::fromStdString(fault.why)).toStdString(),
         {from}});
    return true;
  }
}

}  // namespace

std::shared_ptr<const Reached> reached(runtime::Rules& rules, const Position& from,
                                       const runtime::ViewCall& call, const runtime::ViewReach& reach) {
  const runtime::Scenario& scenario = rules.scenario();
  const language::Program& program = *scenario.program;
  const language::View& view = program.views[call.view];
  if (view.action == language::none) return nullptr;
  const language::Action& action = program.actions[view.action];
  // The action of a reach: first the unit, then where to. Others are not asked.
  if (action.params.size() != 2) return nullptr;
  const KindId kind = kind_of(program, action);
  if (!program.kinds[kind].on_map) return nullptr;
  auto made = std::make_shared<Reached>();
  made->scenario = scenario.shared_from_this();
  made->action = view.action;
  for (size_t i = 0; i < view.params.size(); ++i)
    if (view.params[i] == view.unit) made->unit = static_cast<int32_t>(call.arguments[i].number);
  if (made->unit < 0) return nullptr;
  made->id = scenario.members[kind][static_cast<size_t>(made->unit)];
  made->start = from.cell(place_cell(scenario, kind, made->unit));
  // Ways begin alike: each position on them is made once.
  std::map<std::vector<int32_t>, std::shared_ptr<const Position>> on_the_way;
  const auto first = std::make_shared<const Position>(from);
  made->at[made->start] = first;
  for (const runtime::ViewReach::Place& place : reach.places) {
    std::shared_ptr<const Position> here = first;
    std::vector<int32_t> gone;
    for (const int32_t to : place.way) {
      gone.push_back(to);
      auto& known = on_the_way[gone];
      if (!known) {
        Position next = *here;
        if (!step(rules, next, *made, kind, to)) break;
        known = std::make_shared<const Position>(std::move(next));
      }
      here = known;
    }
    made->left[place.place] = place.left;
    if (gone == place.way) made->at[place.place] = here;
  }
  return made;
}

std::vector<std::string> refusals(const Reached& reached, int32_t hex) {
  const runtime::Scenario& scenario = *reached.scenario;
  if (hex < 0 || hex >= scenario.ground.hexes || hex == reached.start || reached.left.contains(hex))
    return {};
  const auto& names = scenario.members[language::kind_hex];
  const auto name = [&](int32_t one) { return names[static_cast<size_t>(one)]; };
  runtime::ReferenceRules rules(reached.scenario);
  std::vector<Refusal> all;
  bool beside = false;
  std::vector<std::string> lines;
  for (const int32_t next : scenario.ground.neighbours[static_cast<size_t>(hex)]) {
    const auto here = next < 0 ? reached.at.end() : reached.at.find(next);
    if (here == reached.at.end()) continue;
    beside = true;
    if (!ask(rules, reached, *here->second, hex, name(next), all))
      lines.push_back(Texts::tr("its movement ends in %1").arg(words(name(next))).toStdString());
  }
  if (!beside) {
    // As if it stood next to it: of the six ways in, the one that is refused least.
    const KindId kind = kind_of(*scenario.program, scenario.program->actions[reached.action]);
    const auto start = reached.at.find(reached.start);
    std::vector<Refusal> least;
    std::string from;
    for (const int32_t next : scenario.ground.neighbours[static_cast<size_t>(hex)]) {
      if (next < 0 || start == reached.at.end()) continue;
      Position position = *start->second;
      position.set_cell(place_cell(scenario, kind, reached.unit), next);
      std::vector<Refusal> here;
      ask(rules, reached, position, hex, name(next), here);
      if (!from.empty() && here.size() >= least.size()) continue;
      least = std::move(here);
      from = name(next);
    }
    lines.push_back(Texts::tr("it reaches no hex next to %1").arg(words(name(hex))).toStdString());
    if (from.empty()) return lines;
    if (least.empty())
      lines.push_back(Texts::tr("from %1, nothing would forbid it").arg(words(from)).toStdString());
    for (const Refusal& one : least)
      lines.push_back(Texts::tr("from %1: %2").arg(words(from), words(one.text)).toStdString());
    return lines;
  }
  for (const Refusal& one : all) {
    std::string from;
    for (const std::string& place : one.from) from += (from.empty() ? "" : ", ") + place;
    lines.push_back(Texts::tr("%1 (from %2)").arg(words(one.text), words(from)).toStdString());
  }
  return lines;
}

}  // namespace casebook::window
