// SPDX-License-Identifier: Apache-2.0
// Conditions of both rulesets that games and made-up positions leave alike: a position is looked for in which
// the one holds and the other does not, and then play around it.
#include "engine/base/streams.h"
#include "engine/language/reads_writes.h"
#include "engine/runtime/asked_expression.h"
#include "verifier/compare/search.h"
#include "verifier/games/steer.h"

namespace casebook::compare {

using runtime::NodeKind;

namespace {

enum Stream : uint64_t { steering = 104 };

/// One side's condition, as an expression that outlives its distance.
struct Condition {
  std::optional<runtime::AskedExpression> asked;
  std::unique_ptr<games::Distance> distance;
};

Condition condition(const ScenarioPtr& scenario, const std::string& text, bool wanted) {
  Condition out;
  Diagnostics ignored;
  out.asked = runtime::asked_expression(*scenario, text, ignored);
  if (out.asked)
    out.distance = std::make_unique<games::Distance>(scenario, *out.asked->expr, wanted, games::Bindings{},
                                                     out.asked->vars);
  return out;
}

/// Boolean definitions without parameters that are not the same on both sides, by name.
std::vector<std::string> conditions_of(const Pair& pair) {
  std::vector<std::string> names;
  const language::Program &p = *pair.scenarios[0]->program, &q = *pair.scenarios[1]->program;
  for (size_t i = 0; i < p.definitions.size(); ++i) {
    const language::Definition& one = p.definitions[i];
    const Id other = pair.alignment.from(0).definitions[i];
    const ItemPair* item = pair.alignment.find("definition " + one.name);
    if (other == language::none || item == nullptr || item->same || !one.params.empty()) continue;
    if (one.type.tag != language::TypeTag::boolean) continue;
    const language::Definition& theirs = q.definitions[static_cast<size_t>(other)];
    if (theirs.params.empty() && theirs.type.tag == language::TypeTag::boolean) names.push_back(one.name);
  }
  return names;
}

}  // namespace

void Search::steer() {
  const std::vector<std::string> names = conditions_of(pair_);
  uint64_t done = 0;
  for (const std::string& name : names) {
    for (const bool wanted : {true, false}) {
      if (!go_on("conditions", done++, names.size() * 2)) return;
      steer(name, wanted, done);
    }
  }
}

void Search::steer(const std::string& name, bool wanted, uint64_t number) {
  Condition here = condition(pair_.scenarios[0], name + "()", wanted);
  Condition there = condition(pair_.scenarios[1], name + "()", !wanted);
  if (!here.distance || !there.distance) return;
  games::MakerSettings making;
  making.seed = budget_.seed;
  making.decisions = budget_.decisions;
  games::PositionMaker maker(pair_.scenarios[0], making);
  games::SteerSettings settings;
  // Where the state that it reads is alive.
  const language::Program& program = *pair_.scenarios[0]->program;
  language::ReadsWrites reads(program);
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    if (program.definitions[i].name != name) continue;
    for (const Id state : reads.definition(static_cast<Id>(i)).reads.states) {
      const Id procedure = program.states[static_cast<size_t>(state)].procedure;
      if (procedure == language::none || procedure == program.game) continue;
      const games::SiteChoice inside = games::sites_in(program, procedure);
      settings.where.sites.insert(settings.where.sites.end(), inside.sites.begin(), inside.sites.end());
    }
  }
  settings.evaluations = static_cast<int64_t>(budget_.steering);
  settings.seed = stream_seed(budget_.seed, steering) + number;
  const auto distance = [&](const Position& position) {
    const auto other = pair_.transfers[0](position);
    if (!other) return 1e9;
    return (*here.distance)(position).distance + (*there.distance)(*other).distance;
  };
  const games::Steered found = games::steer(maker, distance, settings);
  if (!found.found) return;
  around(maker, found.position, [&](const Position& position) {
    const auto other = pair_.transfers[0](position);
    return other && here.distance->holds(position) && there.distance->holds(*other);
  });
}

// The same position at other moments of the sequence of play, with other values of a state, and what comes of
// it.
void Search::around(games::PositionMaker& maker, const Position& found,
                    const std::function<bool(const Position&)>& still) {
  Random random(stream_seed(budget_.seed, steering), 2);
  const language::Program& program = *pair_.scenarios[0]->program;
  std::vector<runtime::Control> controls;
  for (const int32_t site : games::every_site(program).sites) {
    if (program.sites[static_cast<size_t>(site)].kind != language::SiteKind::choose) continue;
    for (runtime::Control& control : games::ways_to(program, site)) controls.push_back(std::move(control));
  }
  Origin origin;
  origin.sort = Origin::Sort::steered;
  runtime::Rules& rules = *pair_.rules[0];
  std::vector<runtime::Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  look(0, found, random, origin);
  for (uint64_t i = 0; i < budget_.around; ++i) {
    if (stopped_) return;
    Position position = found;
    if (!controls.empty() && random.below(4) != 0) {
      auto moved =
          maker.moved_to(position, controls[random.below(static_cast<uint32_t>(controls.size()))], random);
      if (moved) position = std::move(*moved);
    }
    const auto cells = games::cells_of(*pair_.scenarios[0], position);
    for (uint32_t k = random.below(3); k > 0;
         --k) {  // a state without parameters: the turn, whose turn it is
      std::vector<games::Cell> plain;
      for (const games::Cell& cell : cells) {
        if (cell.what == games::Cell::What::state &&
            program.states[static_cast<size_t>(cell.id)].params.empty())
          plain.push_back(cell);
      }
      if (plain.empty()) break;
      const games::Cell& cell = plain[random.below(static_cast<uint32_t>(plain.size()))];
      const auto& values = maker.worth_trying().values(cell);
      if (values.empty()) continue;
      games::write(*pair_.scenarios[0], position, cell,
                   {values[random.below(static_cast<uint32_t>(values.size()))], {}});
    }
    if (random.below(2) == 0) spice(0, position, random);
    if (!still(position)) continue;
    ++made_up_;
    for (int step = 0; step < 3; ++step) {
      if (rules.node(position) == NodeKind::over) break;
      look(0, position, random, origin);
      if (rules.node(position) == NodeKind::chance) {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
      } else {
        rules.choices(position, choices);
        if (choices.empty()) break;
        rules.apply(position, choices[random.below(static_cast<uint32_t>(choices.size()))]);
      }
    }
  }
}

}  // namespace casebook::compare
