// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/generated_positions.h"

#include <algorithm>

#include "engine/runtime/claims/checks.h"
#include "engine/runtime/claims/mined_invariants.h"
#include "engine/runtime/text/position_names.h"

namespace casebook::games {

using language::FlowOp;
using language::none;
using language::Program;
using language::SiteKind;
using runtime::Control;
using runtime::NodeKind;
using runtime::Value;

namespace {

bool chance(Random& random, uint32_t percent) {
  return random.below(100) < percent;
}

/// The procedure that a step of flow calls; none: it calls none.
ProcedureId called_by(const Program& program, const language::FlowStep& step) {
  if (step.op == FlowOp::call) return step.ref;
  return step.op == FlowOp::settle ? program.settle : none;
}

}  // namespace

std::string_view grade_name(Grade grade) {
  switch (grade) {
    case Grade::typed:
      return "typed";
    case Grade::invariants:
      return "invariants";
    case Grade::reachable:
      break;
  }
  return "reachable";
}

bool SiteChoice::allows(const Program& program, SiteId site) const {
  if (site < 0) return false;
  if (sites.empty()) return program.sites[site].kind == SiteKind::choose;
  return std::find(sites.begin(), sites.end(), site) != sites.end();
}

SiteChoice every_site(const Program& program) {
  SiteChoice all;
  for (size_t i = 0; i < program.sites.size(); ++i) all.sites.push_back(static_cast<int32_t>(i));
  return all;
}

SiteChoice sites_in(const Program& program, ProcedureId procedure) {
  SiteChoice all;
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (program.sites[i].procedure == procedure) all.sites.push_back(static_cast<int32_t>(i));
  }
  return all;
}

std::vector<Control> ways_to(const Program& program, SiteId site, size_t most) {
  std::vector<Control> found;
  // Backwards from the site to `game`, which nobody calls; calls are acyclic.
  const auto go_back = [&](const auto& self, const Control& inner) -> void {
    const ProcedureId first = inner.procedures.front();
    if (first == program.game) {
      found.push_back(inner);
      return;
    }
    for (size_t p = 0; p < program.procedures.size() && found.size() < most; ++p) {
      const language::Procedure& caller = program.procedures[p];
      for (StepId step = caller.entry; step < caller.end && found.size() < most; ++step) {
        if (called_by(program, program.flow[step]) != first) continue;
        Control outer = inner;
        outer.procedures.insert(outer.procedures.begin(), static_cast<ProcedureId>(p));
        outer.calls.insert(outer.calls.begin(), step);
        self(self, outer);
      }
    }
  };
  Control control;
  control.site = site;
  control.procedures.push_back(program.sites[site].procedure);
  go_back(go_back, control);
  return found;
}

PositionMaker::PositionMaker(std::shared_ptr<const Scenario> scenario, MakerSettings settings)
    : scenario_(std::move(scenario)),
      settings_(settings),
      worth_(scenario_),
      games_(scenario_, {settings.seed, settings.decisions}),
      pool_(*scenario_, settings.of_each_sort, settings.seed),
      controls_(scenario_->program->sites.size()),
      known_(scenario_->program->sites.size(), false) {
  const uint64_t games = settings_.games;
  settings_.games = 0;
  grow(games);
}

void PositionMaker::grow(uint64_t games) {
  games_.play(settings_.games + 1, games, [this](const Moment& moment) {
    pool_.see(moment);
    return true;
  });
  settings_.games += games;
}

Position PositionMaker::emptied() const {
  Position position = scenario_->start;
  if (scenario_->program->boxes.empty()) return position;
  for (const Cell& piece : worth_.pieces()) write(*scenario_, position, piece, {scenario_->ground.hexes, {}});
  return position;
}

std::optional<Position> PositionMaker::moved_to(const Position& position, const Control& control,
                                                Random& random) const {
  const Program& program = *scenario_->program;
  const std::vector<bool> runs = runtime::running(program, control);
  const Control was = runtime::control_of(*scenario_, position);
  const std::vector<bool> ran = runtime::running(program, was);
  const std::vector<VarId> had = runtime::variables_in_scope(program, was);
  Position made(scenario_->layout.words);
  runtime::set_control(*scenario_, made, control);
  for (const Cell& piece : worth_.pieces()) write(*scenario_, made, piece, read(*scenario_, position, piece));
  for (size_t i = 0; i < program.states.size(); ++i) {
    const language::State& state = program.states[i];
    const bool of_run = state.procedure != none;
    if (of_run && !runs[static_cast<size_t>(state.procedure)]) continue;
    const bool goes_on = !of_run || ran[static_cast<size_t>(state.procedure)];
    const auto initial = runtime::constant_value(*scenario_, state.type, state.initial.get());
    for (uint32_t c = 0; c < scenario_->layout.states[i].combinations; ++c) {
      const Cell cell{Cell::What::state, static_cast<StateId>(i), c};
      Value value = read(*scenario_, position, cell);
      if (static_cast<StateId>(i) == program.settling_state)
        value.number = 1;  // while its procedure runs, it is yes
      else if (!goes_on)
        value = initial ? *initial : *runtime::constant_value(*scenario_, state.type, nullptr);
      write(*scenario_, made, cell, value);
      if (!goes_on && !state.hidden && (!initial || chance(random, 25)))
        write(*scenario_, made, cell, worth_.value(made, cell, random));
    }
  }
  for (const VarId id : runtime::variables_in_scope(program, control)) {
    const language::Var& var = program.vars[id];
    const Cell cell{Cell::What::local, id, 0};
    const bool kept = std::find(had.begin(), had.end(), id) != had.end();
    write(*scenario_, made, cell,
          kept ? read(*scenario_, position, cell) : runtime::variable_default(*scenario_, var));
    if (kept) continue;
    if (!runtime::is_typed(*scenario_, var, read(*scenario_, made, cell))) return std::nullopt;
    write(*scenario_, made, cell, worth_.value(made, cell, random));
  }
  return made;
}

const std::vector<Control>& PositionMaker::controls(const SiteChoice& where, Random& random) {
  static const std::vector<Control> nothing;
  const Program& program = *scenario_->program;
  std::vector<SiteId> sites;
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (where.allows(program, static_cast<int32_t>(i))) sites.push_back(static_cast<int32_t>(i));
  }
  if (sites.empty()) return nothing;
  const auto site = static_cast<size_t>(sites[random.below(static_cast<uint32_t>(sites.size()))]);
  if (!known_[site]) {
    controls_[site] = ways_to(program, static_cast<int32_t>(site));
    known_[site] = true;
  }
  return controls_[site];
}

Position PositionMaker::from_the_pool(Random& random, const SiteChoice& where) {
  const Program& program = *scenario_->program;
  std::vector<size_t> rooms;  // sites that somebody came to: each as likely, however rare
  for (size_t i = 0; i < program.sites.size(); ++i) {
    if (where.allows(program, static_cast<int32_t>(i)) && !pool_.by_site()[i].empty()) rooms.push_back(i);
  }
  if (rooms.empty() || chance(random, 10)) {
    const std::vector<Reached>& all = pool_.all();
    return all.empty() ? scenario_->start : all[random.below(static_cast<uint32_t>(all.size()))].position;
  }
  const std::vector<size_t>& room = pool_.by_site()[rooms[random.below(static_cast<uint32_t>(rooms.size()))]];
  return pool_.all()[room[random.below(static_cast<uint32_t>(room.size()))]].position;
}

Position PositionMaker::nearly_empty(Random& random, int size) {
  Position position = emptied();
  const std::vector<Cell>& pieces = worth_.pieces();
  if (pieces.empty() || scenario_->program->boxes.empty()) return position;
  const uint32_t most =
      std::min<uint32_t>(static_cast<uint32_t>(2 + size / 8), static_cast<uint32_t>(pieces.size()));
  for (uint32_t i = 0, count = 1 + random.below(most); i < count; ++i) {
    const Cell& piece = pieces[random.below(static_cast<uint32_t>(pieces.size()))];
    write(*scenario_, position, piece, {worth_.location(position, piece, random), {}});
  }
  return position;
}

void PositionMaker::set_up(Position& position, Random& random, int changes, bool states) const {
  for (int i = 0; i < changes; ++i) {
    if (states && chance(random, 30)) {
      const std::vector<Cell> cells = cells_of(*scenario_, position);
      if (cells.empty()) continue;
      const Cell& cell = cells[random.below(static_cast<uint32_t>(cells.size()))];
      write(*scenario_, position, cell, worth_.value(position, cell, random));
    } else {
      position = mutate(position, random);
    }
  }
}

Position PositionMaker::make(Random& random, int size, const SiteChoice& where) {
  const Program& program = *scenario_->program;
  for (int tries = 0;; ++tries) {
    const uint32_t way = random.below(100);
    Position position = way < 55   ? from_the_pool(random, where)
                        : way < 90 ? nearly_empty(random, size)
                                   : scenario_->start;
    const SiteId site = position.cell(scenario_->layout.site) - 1;
    if (!where.allows(program, site) || chance(random, 5)) {
      const std::vector<Control>& ways = controls(where, random);
      if (ways.empty()) return scenario_->start;  // such a site is nowhere: the caller asked for nothing
      const auto moved = moved_to(position, ways[random.below(static_cast<uint32_t>(ways.size()))], random);
      if (!moved) {
        if (tries == 100) return scenario_->start;
        continue;
      }
      position = *moved;
    }
    const auto most = static_cast<uint32_t>(1 + std::max(size, 0) / 8);
    // As it was reached, a little changed, or much.
    if (way >= 55 || chance(random, 80))
      set_up(position, random, static_cast<int>(random.below(most + 1)), true);
    return chance(random, 35) ? play_on(position, random, 1 + random.below(8), where) : position;
  }
}

std::optional<Position> PositionMaker::make_lawful(Random& random, int size, const SiteChoice& where,
                                                   int tries) {
  for (int i = 0; i < tries; ++i) {
    Position position = make(random, size, where);
    if (where.allows(*scenario_->program, position.cell(scenario_->layout.site) - 1) && goes_on(position) &&
        satisfies_invariants(position))
      return position;
  }
  return std::nullopt;
}

Position PositionMaker::mutate(const Position& from, Random& random) const {
  Position position = from;
  const std::vector<Cell>& pieces = worth_.pieces();
  const auto some_piece = [&] { return pieces[random.below(static_cast<uint32_t>(pieces.size()))]; };
  const uint32_t way = pieces.empty() ? 100 : random.below(100);
  if (way < 45) {
    const Cell piece = some_piece();
    write(*scenario_, position, piece, {worth_.location(position, piece, random), {}});
  } else if (way < 55) {
    // A piece on the map comes to stand beside another, or goes a step.
    std::vector<Cell> here;
    for (const Cell& piece : pieces) {
      if (is_hex(*scenario_, read(*scenario_, position, piece).cell())) here.push_back(piece);
    }
    if (!here.empty()) {
      const Cell piece = here[random.below(static_cast<uint32_t>(here.size()))];
      const int32_t at = read(*scenario_, position, piece).cell();
      const int32_t to = scenario_->ground.neighbours[static_cast<size_t>(at)][random.below(6)];
      if (to >= 0) write(*scenario_, position, piece, {to, {}});
    }
  } else if (way < 62) {
    const Cell a = some_piece(), b = some_piece();
    const Value was = read(*scenario_, position, a);
    write(*scenario_, position, a, read(*scenario_, position, b));
    write(*scenario_, position, b, was);
  } else {
    // States of pieces off the map hardly matter; each state or local is as likely, however many cells it
    // has.
    const std::vector<Cell> cells = cells_of(*scenario_, position);
    std::vector<size_t> firsts;
    for (size_t i = pieces.size(); i < cells.size(); ++i) {
      if (i == pieces.size() || cells[i].what != cells[i - 1].what || cells[i].id != cells[i - 1].id)
        firsts.push_back(i);
    }
    if (firsts.empty()) return position;
    size_t at = firsts[random.below(static_cast<uint32_t>(firsts.size()))];
    size_t end = at + 1;
    while (end < cells.size() && cells[end].what == cells[at].what && cells[end].id == cells[at].id) ++end;
    at += random.below(static_cast<uint32_t>(end - at));
    write(*scenario_, position, cells[at], worth_.value(position, cells[at], random));
  }
  return position;
}

Position PositionMaker::play_on(const Position& from, Random& random, uint32_t steps,
                                const SiteChoice& where) {
  const Program& program = *scenario_->program;
  Position position = from, last = from;
  for (uint32_t i = 0; i < steps; ++i) {
    if (!goes_on(position)) break;
    if (rules().node(position) == NodeKind::choose)
      rules().apply(position, choices_[random.below(static_cast<uint32_t>(choices_.size()))]);
    else
      rules().apply(position, outcomes_[random.below(static_cast<uint32_t>(outcomes_.size()))]);
    if (where.allows(program, position.cell(scenario_->layout.site) - 1)) last = position;
  }
  return last;
}

bool PositionMaker::goes_on(const Position& position) {
  switch (rules().node(position)) {
    case NodeKind::choose:
      rules().choices(position, choices_);
      return !choices_.empty();
    case NodeKind::chance:
      rules().outcomes(position, outcomes_);
      return !outcomes_.empty();
    case NodeKind::over:
      break;
  }
  return false;
}

std::vector<InvariantId> PositionMaker::broken_invariants(const Position& position) {
  std::vector<InvariantId> broken;
  if (position.cell(scenario_->layout.site) == 0) return broken;  // before the first site, or over
  if (!invariants_) invariants_ = std::make_unique<runtime::CompiledInvariants>(scenario_);
  runtime::invariants_due(*scenario_, position, false, due_);
  invariants_->load(position, nullptr);
  for (const InvariantId invariant : due_) {
    bool holds = false;
    if (invariants_->can_ask(invariant)) {
      holds = invariants_->holds(invariant);
    } else {
      if (!reference_) reference_ = std::make_unique<runtime::ReferenceRules>(scenario_);
      holds = !runtime::check_invariant(*reference_, invariant, position, nullptr);
    }
    if (!holds) broken.push_back(invariant);
  }
  return broken;
}

std::vector<InvariantId> PositionMaker::broken_mined(const Position& position) {
  std::vector<InvariantId> broken;
  const SiteId site = position.cell(scenario_->layout.site) - 1;
  if (!scenario_->mined || site < 0) return broken;
  const std::vector<InvariantId>& here = scenario_->mined->at[static_cast<size_t>(site)];
  if (here.empty()) return broken;
  if (!mined_) mined_ = std::make_unique<runtime::CompiledInvariants>(scenario_->mined->rules);
  mined_->load(position, nullptr);
  for (const InvariantId one : here)
    if (!mined_->holds(one)) broken.push_back(one);
  return broken;
}

Grade PositionMaker::grade(const Position& position) {
  return satisfies_invariants(position) ? Grade::invariants : Grade::typed;
}

}  // namespace casebook::games
