// SPDX-License-Identifier: Apache-2.0
// The guided search, for what games and generated positions do not show: choices that one side permits and
// something of the other refuses; positions at which a question has two answers; and what follows from
// there.
#include <algorithm>

#include "engine/base/streams.h"
#include "verifier/compare/hunt/worker.h"

namespace casebook::compare {

using runtime::NodeKind;

namespace {

enum Stream : uint64_t { to_choices = 104, to_answers = 105, near_answers = 106, grafting = 107 };

constexpr int64_t patience = 80;

/// From what was found to a position beside it that no invariant forbids, if a few changes lead there: one
/// that shows the same and could stand on a table.
std::optional<games::Steered> repaired(games::PositionMaker& making, games::Aim& aim,
                                       games::SteerSettings settings, const games::Steered& found) {
  if (found.grade != games::Grade::typed) return std::nullopt;
  constexpr int64_t most = 120;
  settings.with_invariants = true;
  settings.evaluations = most;
  settings.begin = [&](Random&) -> std::optional<Position> { return found.position; };
  games::Steered lawful = games::steer(making, aim, settings);
  if (!lawful.found) return std::nullopt;
  return lawful;
}

}  // namespace

/// Where the state that it reads is alive.
games::SiteChoice Worker::where_alive(const Question& question) const {
  games::SiteChoice where;
  const language::Program& program = *pair_.scenarios[0]->program;
  for (const ProcedureId procedure : question.procedures) {
    const games::SiteChoice inside = games::sites_in(program, procedure);
    where.sites.insert(where.sites.end(), inside.sites.begin(), inside.sites.end());
  }
  return where;
}

void Worker::show(const ChoiceGoal& goal, const Position& position, const games::Bindings& bindings,
                  const Origin& origin, Findings& into) {
  const size_t side = goal.permits;
  runtime::Rules& rules = *pair_.rules[side];
  if (rules.node(position) != NodeKind::choose) return;
  const auto there = pair_.transfers[side](position);
  if (!there || pair_.rules[1 - side]->node(*there) != NodeKind::choose) return;
  const language::Action& action = pair_.scenarios[side]->program->actions[goal.action[side]];
  runtime::NamedChoice named;
  named.action = goal.action[side];
  const auto& alternatives = rules.site(position).alternatives;
  named.alternative = -1;
  for (size_t i = 0; i < alternatives.size(); ++i) {
    if (alternatives[i].action == named.action && named.alternative < 0)
      named.alternative = static_cast<int16_t>(i);
  }
  if (named.alternative < 0) return;
  for (const language::ActionParam& param : action.params) {
    for (const auto& [var, value] : bindings) {
      if (var != param.var) continue;
      named.values.push_back(value);
      break;
    }
  }
  if (named.values.size() != action.params.size()) return;
  const auto lawful = [](runtime::Rules& of, const Position& at, const Scenario& scenario,
                         const runtime::NamedChoice& words) -> std::optional<runtime::Choice> {
    std::vector<runtime::Choice> all;
    of.choices(at, all);
    for (const runtime::Choice& choice : runtime::choices_named(scenario, at, words)) {
      if (std::find(all.begin(), all.end(), choice) != all.end()) return choice;
    }
    return std::nullopt;
  };
  const auto mine = lawful(rules, position, *pair_.scenarios[side], named);
  const auto theirs = across(pair_, side, named, *there);
  if (!mine || !theirs || lawful(*pair_.rules[1 - side], *there, *pair_.scenarios[1 - side], *theirs)) return;
  Difference difference;
  difference.what = Difference::What::permitted;
  difference.allows = side;
  difference.action = action.name;
  difference.positions[side] = position;
  difference.positions[1 - side] = *there;
  difference.steps[side].choice = *mine;
  const Origin from = graded(origin, difference);
  into.found.push_back({std::move(difference), from, true});
}

Findings Worker::towards(const ChoiceGoal& goal, uint64_t number, const std::vector<Met>& from,
                         uint64_t evaluations, uint64_t finds) {
  Findings into;
  begin(into);
  BothSides both(pair_, goal.permits, goal.here, goal.there, goal.shared);
  AsPlayed aim(both, phases_ == nullptr ? nullptr : &(*phases_)[goal.permits]);
  games::SteerSettings settings;
  settings.patience = patience;
  settings.where =
      games::sites_for(*pair_.settled[goal.permits]->program, goal.here, goal.action[goal.permits]);
  if (settings.where.sites.empty()) return into;
  const language::Program& program = *pair_.scenarios[goal.permits]->program;
  std::vector<runtime::Control> controls;
  for (const SiteId site : settings.where.sites) {
    for (runtime::Control& control : games::ways_to(program, site)) controls.push_back(std::move(control));
  }
  if (controls.empty()) return into;
  games::PositionMaker& making = maker(goal.permits);
  if (!from.empty()) {
    settings.begin = [&](Random& random) -> std::optional<Position> {
      const Met& met = from[random.below(static_cast<uint32_t>(from.size()))];
      std::optional<Position> position = met.position;
      if (goal.permits == 1) position = pair_.transfers[0](met.position);
      if (!position) return std::nullopt;
      const SiteId site = position->cell(pair_.scenarios[goal.permits]->layout.site) - 1;
      if (settings.where.allows(program, site)) return position;
      return making.moved_to(*position, controls[random.below(static_cast<uint32_t>(controls.size()))],
                             random);
    };
  }
  Random random(stream_seed(budget_.seed, to_choices + 20), number);
  Origin origin;
  origin.sort = Origin::Sort::steered;
  origin.side = goal.permits;
  auto left = static_cast<int64_t>(evaluations);
  for (uint64_t i = 0; i < finds && left > 0 && !stop_; ++i) {
    settings.seed = stream_seed(budget_.seed, to_choices) + number * 1000 + i;
    settings.evaluations = left;
    const games::Steered found = games::steer(making, aim, settings);
    left -= std::max<int64_t>(found.evaluations, 1);
    if (!found.found) break;
    const auto lawful = repaired(making, aim, settings, found);
    for (const games::Steered* one : {&found, lawful ? &*lawful : nullptr}) {
      if (one == nullptr) continue;
      ++into.generated;
      show(goal, one->position, one->bindings, origin, into);
      look(goal.permits, one->position, random, origin, into);
    }
  }
  return into;
}

Findings Worker::towards(size_t at, bool wanted, uint64_t number, const std::vector<Met>& from,
                         uint64_t evaluations, uint64_t finds) {
  Findings into;
  begin(into);
  const Question& question = questions_[at];
  QuestionAim made = aim_of(pair_, questions_asked_, question, wanted);
  AsPlayed aim(*made.aim, phases_ == nullptr ? nullptr : &(*phases_)[0]);
  games::SteerSettings settings;
  settings.where = where_alive(question);
  settings.patience = patience;
  const language::Program& program = *pair_.scenarios[0]->program;
  std::vector<runtime::Control> controls;
  for (const SiteId site : settings.where.sites) {
    for (runtime::Control& control : games::ways_to(program, site)) controls.push_back(std::move(control));
  }
  if (!from.empty()) {
    settings.begin = [&](Random& random) -> std::optional<Position> {
      const Met& met = from[random.below(static_cast<uint32_t>(from.size()))];
      if (questions_asked_.alive(question, met.position)) return met.position;
      if (controls.empty()) return std::nullopt;
      return maker(0).moved_to(met.position, controls[random.below(static_cast<uint32_t>(controls.size()))],
                               random);
    };
  }
  auto left = static_cast<int64_t>(evaluations);
  Asked& asked = into.asked[at];
  for (uint64_t i = 0; i < finds && left > 0 && !stop_; ++i) {
    settings.seed = stream_seed(budget_.seed, to_answers) + number * 1000 + i;
    settings.evaluations = left;
    const games::Steered found = games::steer(maker(0), aim, settings);
    left -= std::max<int64_t>(found.evaluations, 1);
    asked.inputs += static_cast<uint64_t>(found.evaluations);
    if (!found.found) break;
    ++asked.differing;
    ++asked.ways[wanted ? 1 : 0];
    const auto lawful = repaired(maker(0), aim, settings, found);
    const games::Steered& one = lawful ? *lawful : found;
    Met met{one.position, {}};
    for (const VarId param : question.params[0]) {
      for (const auto& [var, value] : one.bindings) {
        if (var != param) continue;
        met.arguments.push_back(value);
        break;
      }
    }
    asked.met.push_back(std::move(met));
  }
  return into;
}

Findings Worker::around(size_t at, const std::vector<Met>& met) {
  Findings into;
  begin(into);
  const Question& question = questions_[at];
  Random random(stream_seed(budget_.seed, near_answers), at + 1);
  games::PositionMaker& making = maker(0);
  const language::Program& program = *pair_.scenarios[0]->program;
  std::vector<runtime::Control> controls;
  for (const SiteId site : games::every_site(program).sites) {
    if (program.sites[site].kind != language::SiteKind::choose) continue;
    for (runtime::Control& control : games::ways_to(program, site)) controls.push_back(std::move(control));
  }
  Origin origin;
  origin.sort = Origin::Sort::steered;
  // What differs only for what it rests on is mostly met with that.
  const uint64_t budget = question.changed ? budget_.around : budget_.around / 4;
  const uint64_t times = std::max<uint64_t>(budget, budget / 20 * met.size());
  for (uint64_t i = 0; i < times && !stop_; ++i) {
    const Met& from = met[i % met.size()];
    Position position = from.position;
    if (i >= met.size()) {
      if (!controls.empty() && random.below(4) != 0) {
        auto moved =
            making.moved_to(position, controls[random.below(static_cast<uint32_t>(controls.size()))], random);
        if (moved) position = std::move(*moved);
      }
      const auto cells = games::cells_of(*pair_.scenarios[0], position);
      std::vector<games::Cell> plain;  // a state without parameters: the turn, whose turn it is
      for (const games::Cell& cell : cells) {
        if (cell.what == games::Cell::What::state && program.states[cell.id].params.empty())
          plain.push_back(cell);
      }
      for (uint32_t k = random.below(3); k > 0 && !plain.empty(); --k) {
        const games::Cell& cell = plain[random.below(static_cast<uint32_t>(plain.size()))];
        const auto& values = making.interesting_values().values(cell);
        if (values.empty()) continue;
        games::write(*pair_.scenarios[0], position, cell,
                     {values[random.below(static_cast<uint32_t>(values.size()))], {}});
      }
      if (random.below(3) == 0) bias(0, position, random);
      if (!settle(0, position)) continue;
      // What it reads may be dead there, and alive a step later.
      if (questions_asked_.alive(question, position) &&
          !questions_asked_.differs(question, position, from.arguments))
        continue;
    }
    ++into.generated;
    play_on(0, std::move(position), 3, random, origin, into);
  }
  return into;
}

Findings Worker::listen(uint64_t game) {
  Findings into;
  if (!stop_) into.moments = moments_of(pair_, questions_, maker(0).games(), game);
  return into;
}

Findings Worker::graft(size_t at, const std::vector<Met>& met, const std::vector<Position>& moments) {
  Findings into;
  begin(into);
  const Question& question = questions_[at];
  Random random(stream_seed(budget_.seed, grafting), at + 1);
  Origin origin;
  origin.sort = Origin::Sort::steered;
  const uint64_t budget = question.changed ? budget_.around : budget_.around / 4;
  for (uint64_t i = 0; i < budget && !stop_; ++i) {
    const Met& from = met[random.below(static_cast<uint32_t>(met.size()))];
    ++into.generated;
    Position position = grafted(*pair_.scenarios[0], question, moments[i % moments.size()], from.position);
    if (settle(0, position)) play_on(0, std::move(position), 2, random, origin, into);
  }
  return into;
}

}  // namespace casebook::compare
