// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/mine/mine.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/streams.h"
#include "engine/runtime/claims/compiled_invariants.h"
#include "engine/runtime/compiled/compiled.h"
#include "verifier/finding/counted.h"
#include "verifier/search/generated_positions.h"
#include "verifier/search/phase_entry.h"
#include "verifier/symbolic/mine/candidates.h"
#include "verifier/symbolic/prove/induction.h"

namespace casebook::symbolic {

using language::none;
using language::Program;
using runtime::Position;
using runtime::Scenario;
using ScenarioPtr = std::shared_ptr<const Scenario>;

namespace {

constexpr uint32_t most_steps_on = 12;  // from one generated position

class Miner {
 public:
  Miner(ScenarioPtr scenario, const MiningSettings& settings)
      : scenario_(std::move(scenario)), p_(*scenario_->program), settings_(settings), rules_(scenario_) {}

  Mining run() {
    auto mined = std::make_shared<runtime::MinedInvariants>();
    mined->at.resize(p_.sites.size());
    mined->rules = scenario_;
    result_.mined = mined;
    if (p_.game == none || p_.sites.empty()) return std::move(result_);
    const std::vector<Position> reached = play();
    result_.positions = reached.size();
    if (reached.empty() || stopped()) return std::move(result_);
    Candidates found = candidates_of(scenario_, reached, settings_.candidates);
    result_.tried = found.tried;
    result_.left_out = found.left_out;
    result_.after_games = found.all.size() + found.left_out;
    if (found.left_out > 0)
      result_.limits.push_back(fmt::format("{} were not given to the solver: it takes {} at most",
                                           counted(found.left_out, "candidate"),
                                           grouped(settings_.candidates)));
    result_.not_typed = found.not_typed;
    with_ = with_candidates(*scenario_, found.all);
    alive_ = live_at(with_);
    take_steps();
    drop_dead();
    result_.after_steps = with_.of.size();
    if (stopped() || with_.of.empty()) return std::move(result_);
    prove(*mined);
    return std::move(result_);
  }

 private:
  bool stopped() {
    if (settings_.go_on && !settings_.go_on()) result_.stopped = true;
    return result_.stopped;
  }

  /// A random choice; where `rare`, an alternative first, so that what has few choices is taken as often as
  /// what has many.
  void go_on_from(Position& position, Random& random, Random& dice, bool rare) {
    if (rules_.node(position) == runtime::NodeKind::chance) {
      rules_.apply(position, outcomes_[dice.below(static_cast<uint32_t>(outcomes_.size()))]);
      return;
    }
    size_t at = random.below(static_cast<uint32_t>(choices_.size()));
    if (rare) {
      std::vector<size_t> firsts;
      for (size_t i = 0; i < choices_.size(); ++i)
        if (i == 0 || choices_[i].alternative != choices_[i - 1].alternative) firsts.push_back(i);
      const size_t which = random.below(static_cast<uint32_t>(firsts.size()));
      const size_t end = which + 1 < firsts.size() ? firsts[which + 1] : choices_.size();
      at = firsts[which] + random.below(static_cast<uint32_t>(end - firsts[which]));
    }
    rules_.apply(position, choices_[at]);
  }
  bool has_next(const Position& position) {
    choices_.clear();
    outcomes_.clear();
    switch (rules_.node(position)) {
      case runtime::NodeKind::choose:
        rules_.choices(position, choices_);
        return !choices_.empty();
      case runtime::NodeKind::chance:
        rules_.outcomes(position, outcomes_);
        return !outcomes_.empty();
      case runtime::NodeKind::over:
        break;
    }
    return false;
  }
  SiteId site_of(const Position& position) const { return position.cell(scenario_->layout.site) - 1; }

  /// Positions of games at sites: of each site so many, from each game alike.
  std::vector<Position> play() {
    std::vector<Position> reached;
    met_.assign(p_.sites.size(), false);
    const size_t of_a_game =
        std::max<size_t>(1, settings_.of_a_site / std::max<uint64_t>(1, settings_.games));
    for (uint64_t game = 1; game <= settings_.games && !stopped(); ++game) {
      Random dice = chance_stream(settings_.seed, game), random = player_stream(settings_.seed, game, 0);
      // Which of those at a site are kept is drawn as they go by.
      std::vector<std::vector<Position>> kept(p_.sites.size());
      std::vector<uint64_t> seen(p_.sites.size(), 0);
      Random drawn(settings_.seed, game);
      Position position = scenario_->start;
      rules_.begin(position);
      for (uint64_t step = 0; step < settings_.decisions; ++step) {
        const SiteId site = site_of(position);
        if (site < 0) break;
        met_[static_cast<size_t>(site)] = true;
        auto& room = kept[static_cast<size_t>(site)];
        const uint64_t number = seen[static_cast<size_t>(site)]++;
        if (room.size() < of_a_game)
          room.push_back(position);
        else if (const uint64_t into = drawn.below(static_cast<uint32_t>(number + 1)); into < of_a_game)
          room[into] = position;
        if (!has_next(position)) break;
        go_on_from(position, random, dice, game % 2 == 0);
      }
      // The start of the game is always among them.
      if (game == 1) {
        Position first = scenario_->start;
        rules_.begin(first);
        if (site_of(first) >= 0) reached.push_back(std::move(first));
      }
      for (auto& room : kept)
        for (Position& one : room) reached.push_back(std::move(one));
    }
    return reached;
  }

  /// Which candidates do not hold there; empty: all that are supposed there hold.
  std::vector<size_t> broken_at(runtime::CompiledInvariants& forms, const Position& position) {
    std::vector<size_t> broken;
    const SiteId site = site_of(position);
    forms.load(position, nullptr);
    for (size_t i = 0; i < with_.of.size(); ++i)
      if (alive_[static_cast<size_t>(site)][i] &&
          !forms.holds(static_cast<InvariantId>(static_cast<size_t>(with_.first) + i)))
        broken.push_back(i);
    return broken;
  }

  /// Steps from positions that satisfy the invariants and everything supposed: what they break is not
  /// inductive.
  void take_steps() {
    if (with_.of.empty()) return;
    games::MakerSettings of_maker;
    of_maker.seed = settings_.seed;
    of_maker.games = std::min<uint64_t>(settings_.games, 4);
    of_maker.decisions = settings_.decisions;
    games::PositionMaker maker(scenario_, of_maker);
    games::PhaseEntries entries(maker, {});
    runtime::CompiledInvariants forms(with_.scenario);
    Random random(settings_.seed, 0);
    uint64_t tries = 0;
    while (result_.steps < settings_.steps && tries++ < settings_.steps && !stopped()) {
      const int size = static_cast<int>(tries % 100);
      std::optional<Position> position =
          entries.any() ? entries.open(random, size) : maker.make_lawful(random, size, {}, 8);
      if (!position || site_of(*position) < 0) continue;
      for (uint32_t step = 0; step < most_steps_on; ++step) {
        if (!maker.satisfies_invariants(*position) || !broken_at(forms, *position).empty()) break;
        if (!has_next(*position)) break;
        go_on_from(*position, random, random, true);
        ++result_.steps;
        const SiteId to = site_of(*position);
        if (to < 0) break;
        const std::vector<size_t> broken = broken_at(forms, *position);
        for (const size_t one : broken) alive_[static_cast<size_t>(to)][one] = false;
      }
    }
  }

  /// Takes out what is alive nowhere.
  void drop_dead() {
    std::vector<Candidate> left;
    std::vector<size_t> of;
    const auto& invariants = with_.scenario->program->invariants;
    for (size_t i = 0; i < with_.of.size(); ++i) {
      if (std::none_of(alive_.begin(), alive_.end(), [&](const auto& at) { return at[i]; })) continue;
      const language::Invariant& one = invariants[static_cast<size_t>(with_.first) + i];
      left.push_back({one.name, one.procedure});
      of.push_back(i);
    }
    for (auto& at : alive_) {
      std::vector<bool> of_left;
      for (const size_t i : of) of_left.push_back(at[i]);
      at = std::move(of_left);
    }
    with_ = with_candidates(*scenario_, left);
  }

  void prove(runtime::MinedInvariants& mined) {
    InductionSettings settings;
    settings.limits.resources = settings_.resources;
    settings.all_resources = settings_.all_resources;
    settings.go_on = settings_.go_on;
    const Kept kept = keep_inductive(with_.scenario, with_.first, alive_, settings);
    result_.questions = kept.questions;
    result_.resources = kept.resources;
    result_.stopped = result_.stopped || kept.stopped;
    for (const std::string& why : kept.limits) result_.limits.push_back(why);
    if (result_.stopped) return;
    mined.rules = with_.scenario;
    for (size_t i = 0; i < with_.of.size(); ++i) {
      const auto id = static_cast<InvariantId>(static_cast<size_t>(with_.first) + i);
      bool anywhere = false;
      for (size_t site = 0; site < kept.at.size(); ++site) {
        if (!kept.at[site][i]) continue;
        mined.at[site].push_back(id);
        anywhere = anywhere || met_[site];
      }
      if (anywhere) mined.kept.push_back(id);
    }
  }

  ScenarioPtr scenario_;
  const Program& p_;
  const MiningSettings& settings_;
  runtime::CompiledRules rules_;
  std::vector<runtime::Choice> choices_;
  std::vector<runtime::ChanceOutcome> outcomes_;
  WithCandidates with_;
  std::vector<std::vector<bool>> alive_;  // by site, by candidate
  std::vector<bool> met_;                 // by site: games came there
  Mining result_;
};

}  // namespace

Mining mine_invariants(const ScenarioPtr& scenario, const MiningSettings& settings) {
  return Miner(scenario, settings).run();
}

ScenarioPtr with_mined(const Scenario& scenario, const Mining& mining) {
  auto made = std::make_shared<Scenario>(scenario);
  made->mined = mining.mined;
  return made;
}

std::string mining_text(const Mining& mining) {
  return fmt::format("{} {} proved, of {} ({} left after {}, {} after {} from generated positions)",
                     counted(mining.mined->kept.size(), "mined invariant"),
                     mining.mined->kept.size() == 1 ? "is" : "are", counted(mining.tried, "candidate"),
                     grouped(mining.after_games),
                     counted(mining.positions, "position of games", "positions of games"),
                     grouped(mining.after_steps), counted(mining.steps, "step"));
}

}  // namespace casebook::symbolic
