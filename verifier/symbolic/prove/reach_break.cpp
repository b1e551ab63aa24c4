// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/prove/reach_break.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "engine/base/streams.h"
#include "engine/runtime/claims/checks.h"
#include "engine/runtime/control.h"
#include "engine/runtime/text/choice_text.h"
#include "verifier/search/goals.h"
#include "verifier/symbolic/prove/proof_text.h"
#include "verifier/symbolic/prove/site_proof.h"
#include "verifier/symbolic/prove/step_watch.h"

namespace casebook::symbolic {

using games::PlayedGame;
using games::PlayedStep;
using language::InvariantWhere;
using language::SiteKind;
using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::Position;
using ScenarioPtr = std::shared_ptr<const runtime::Scenario>;

namespace {

/// A property broken by something done at a site; that nobody can choose: at that site, by any_of_them; what
/// is broken where the game begins: at -1.
struct Break {
  Id property = language::none;
  SiteId site = -1;
  Alternative alternative = 0;
  auto operator<=>(const Break&) const = default;
};

struct Found {
  PlayedGame game;  // the last step breaks it; without steps: it is broken where the game begins
  int32_t to = -1;  // the site come to; -1: it is over
};

bool counts(const ProofCell& cell) {
  return cell.due && cell.site >= 0 &&
         (cell.verdict == Verdict::not_inductive || cell.verdict == Verdict::unknown);
}

/// All that was asked of play, also what is proved: that games do not break it is looked at beside.
std::vector<bool> watched_in(const Induction& induction) {
  std::vector<bool> watched(induction.verdicts.size(), false);
  for (const ProofCell& cell : induction.cells)
    if (cell.due) watched[static_cast<size_t>(cell.invariant)] = true;
  return watched;
}

class Reach {
 public:
  Reach(ScenarioPtr scenario, Induction& induction, const ReachSettings& settings)
      : scenario_(std::move(scenario)),
        program_(*scenario_->program),
        induction_(induction),
        settings_(settings),
        can_choose_(static_cast<Id>(program_.invariants.size() + 2)),
        proved_(induction.verdicts.size(), false),
        watched_(watched_in(induction)),
        watch_(scenario_, watched_) {
    for (size_t i = 0; i < proved_.size(); ++i)
      proved_[i] = watched_[i] && induction.verdicts[i] == Verdict::proved;
    for (const ProofCell& cell : induction.cells)
      if (counts(cell)) asked_.insert({cell.invariant, cell.site, plain(cell.alternative)});
    count_.asked = asked_.size();
    look_at_start();
    std::erase_if(asked_,
                  [this](const Break& one) { return broken_at_start_[static_cast<size_t>(one.property)]; });
    for (const Break& one : asked_)
      if (one.alternative != any_of_them) sites_[one.site].insert(one.alternative);
  }

  ReachCount run() {
    induction_.tried.assign(induction_.verdicts.size(), "");
    tell("playing at random");
    // When all is found a few more games look for shorter ways to it; where nothing is open, for a break of
    // what is proved.
    uint64_t more = std::min(settings_.games, asked_.empty() ? settings_.beside : 16);
    for (uint64_t game = 1; game <= settings_.games && looks_ < settings_.looks && go_on(); ++game) {
      if (!open() && more-- == 0) break;
      play_at_random(game);
    }
    looks_ = 0;
    for (const Break& one : asked_) {
      if (is_found(one.property) || one.alternative == any_of_them) continue;
      for (uint64_t game = 1; game <= settings_.steered && !is_found(one.property) && go_on(); ++game) {
        if (looks_ >= settings_.looks || distances_ >= settings_.distances) break;
        steer(one, game);
      }
    }
    for (const auto& [one, found] : found_) tell_of(one, found);
    for (const Break& one : asked_)
      if (!is_found(one.property)) tell_of_nothing(one.property);
    count_.found = found_.size();
    return count_;
  }

 private:
  bool go_on() const { return !settings_.go_on || settings_.go_on(); }
  void tell(const std::string& text) const {
    if (settings_.told) settings_.told(text);
  }
  int32_t site_of(const Position& position) const { return position.cell(scenario_->layout.site) - 1; }
  bool is_found(Id property) const {
    const auto at = found_.lower_bound({property, -1, 0});
    return at != found_.end() && at->first.property == property;
  }
  /// What is broken before anybody has done anything. Where the induction says so it has a witness.
  void look_at_start() {
    const size_t invariants = program_.invariants.size();
    broken_at_start_.assign(induction_.verdicts.size(), false);
    Position first = scenario_->start;
    runtime::ReferenceRules rules(scenario_);
    runtime::InvariantCheck broken;
    runtime::check_ends_of_procedures(rules, broken);
    rules.begin(first);
    rules.on_end_of_run(nullptr);
    for (const auto& one : broken.failures) broken_at_start_[static_cast<size_t>(one.invariant)] = true;
    const runtime::Outcome outcome = runtime::outcome_of(*scenario_, first);
    std::vector<Id> news;
    if (outcome.kind == runtime::OutcomeKind::open)
      for (const auto& one : runtime::check_invariants(rules, first, nullptr).failures)
        news.push_back(one.invariant);
    if (outcome.kind == runtime::OutcomeKind::fault) news.push_back(static_cast<Id>(invariants));
    if (outcome.kind == runtime::OutcomeKind::drawn) news.push_back(static_cast<Id>(invariants + 1));
    if (outcome.kind == runtime::OutcomeKind::stuck) news.push_back(can_choose_);
    for (const Id property : news) {
      const auto at = static_cast<size_t>(property);
      broken_at_start_[at] = true;
      if (!watched_[at] || induction_.verdicts[at] == Verdict::refuted) continue;
      found_[property == can_choose_ ? Break{property, outcome.site, any_of_them} : Break{property, -1, 0}];
    }
  }
  /// The cell that a break is of.
  Break break_of(Id property, const Position& before, const PlayedStep& step, const Position& after) const {
    if (property == can_choose_) return {property, runtime::outcome_of(*scenario_, after).site, any_of_them};
    return {property, site_of(before), step.chance ? Alternative{0} : step.choice.alternative};
  }
  bool breaks(const Break& one, const Position& before, const PlayedStep& step) {
    Position after = before;
    const std::vector<Id>& broken = watch_.take(after, step);
    return std::find(broken.begin(), broken.end(), one.property) != broken.end() &&
           break_of(one.property, before, step, after) == one;
  }
  /// Whether there is something left to find.
  bool open() const {
    return std::any_of(asked_.begin(), asked_.end(),
                       [this](const Break& one) { return found_.count(one) == 0; });
  }

  /// What the step breaks is kept: the shortest way to what is asked, or to a property that has none yet. Not
  /// of what is broken in this game already: what comes after is not what breaks it. All that it breaks.
  const std::vector<Id>& look(const Position& position, const PlayedStep& step,
                              const std::vector<PlayedStep>& before) {
    ++looks_;
    ++count_.looks;
    Position after = position;
    const std::vector<Id>& broken = watch_.take(after, step);
    for (const Id property : broken) {
      if (broken_before_[static_cast<size_t>(property)]) continue;
      const Break one = break_of(property, position, step, after);
      const auto known = found_.find(one);
      if (known != found_.end() && known->second.game.steps.size() <= before.size() + 1) continue;
      if (known == found_.end() && asked_.count(one) == 0 && is_found(property)) continue;
      Found& found = found_[one];
      found.game.steps = before;
      found.game.steps.push_back(step);
      found.to =
          runtime::outcome_of(*scenario_, after).kind == runtime::OutcomeKind::open ? site_of(after) : -1;
      tell("found: " + property_text(property) + " at " + runtime::site_text(program_, one.site));
    }
    return broken;
  }

  /// All that is asked of that can be done here; choices_ or outcomes_ are known.
  void look_around(const Position& position, bool chance, const std::vector<PlayedStep>& before) {
    const auto here = sites_.find(site_of(position));
    if (here == sites_.end()) return;
    if (chance) {
      PlayedStep step;
      step.chance = true;
      for (const ChanceOutcome& outcome : outcomes_) {
        step.outcome = outcome;
        look(position, step, before);
      }
      return;
    }
    for (const Alternative alternative : here->second) {
      const auto [first, last] = of_alternative(alternative);
      const size_t every = std::max<size_t>(1, (last - first) / settings_.of_alternative);
      PlayedStep step;
      for (size_t i = first; i < last; i += every) {
        step.choice = choices_[i];
        look(position, step, before);
      }
    }
  }

  /// Choices are sorted by alternative first.
  std::pair<size_t, size_t> of_alternative(Alternative alternative) const {
    const auto less = [](const Choice& a, Alternative b) { return a.alternative < b; };
    const auto first = std::lower_bound(choices_.begin(), choices_.end(), alternative, less);
    const auto last =
        std::lower_bound(choices_.begin(), choices_.end(), static_cast<Alternative>(alternative + 1), less);
    return {static_cast<size_t>(first - choices_.begin()), static_cast<size_t>(last - choices_.begin())};
  }

  /// One game, by a way to choose among choices_.
  template <class Choose>
  void play(Random& dice, uint32_t most, const Choose& choose) {
    ++count_.games;
    Position position = scenario_->start;
    watch_.rules().begin(position);
    broken_before_ = broken_at_start_;
    std::vector<PlayedStep> steps;
    while (steps.size() < most && looks_ < settings_.looks) {
      ++count_.positions;
      const runtime::NodeKind node = watch_.rules().node(position);
      if (node == runtime::NodeKind::over) return;
      PlayedStep step;
      step.chance = node == runtime::NodeKind::chance;
      if (step.chance) {
        watch_.rules().outcomes(position, outcomes_);
        if (outcomes_.empty()) return;
        look_around(position, true, steps);
        step.outcome = outcomes_[dice.below(static_cast<uint32_t>(outcomes_.size()))];
      } else {
        watch_.rules().choices(position, choices_);
        if (choices_.empty()) return;
        look_around(position, false, steps);
        const std::optional<size_t> chosen = choose(position);
        if (!chosen) return;
        step.choice = choices_[*chosen];
      }
      // Also where nothing was asked of it: a property may break where it was said to be kept. The game goes
      // on for the others.
      for (const Id property : look(position, step, steps))
        broken_before_[static_cast<size_t>(property)] = true;
      games::apply(watch_.rules(), position, step);
      steps.push_back(step);
    }
  }

  void play_at_random(uint64_t game) {
    Random dice = chance_stream(settings_.seed, game);
    Random random(stream_seed(settings_.seed, 101), game);
    uint32_t most = settings_.steps;
    if (!open() && !asked_.empty()) {
      most = 0;
      for (const auto& [one, found] : found_)
        most = std::max(most, static_cast<uint32_t>(found.game.steps.size()));
    }
    play(dice, most, [&](const Position&) -> std::optional<size_t> {
      if (game % 2 == 0) return random.below(static_cast<uint32_t>(choices_.size()));
      return any_alternative(random);
    });
  }

  size_t any_alternative(Random& random) const {
    std::vector<std::pair<size_t, size_t>> all;
    for (size_t first = 0; first < choices_.size();) {
      const auto range = of_alternative(choices_[first].alternative);
      all.push_back(range);
      first = range.second;
    }
    const auto [first, last] = all[random.below(static_cast<uint32_t>(all.size()))];
    return first + random.below(static_cast<uint32_t>(last - first));
  }

  /// The requirements of what is done there; and that the invariant is nearly broken, if a position can say.
  games::Goal goal_of(const Break& one) const {
    games::Goal goal;
    const language::Site& site = program_.sites[one.site];
    if (site.kind == SiteKind::choose)
      goal = games::all_hold(program_, site.alternatives[static_cast<size_t>(one.alternative)].action);
    if (static_cast<size_t>(one.property) < program_.invariants.size()) {
      const language::Invariant& broken = program_.invariants[one.property];
      if (broken.where != InvariantWhere::every_step) goal.conditions.push_back({broken.expr.get(), false});
    }
    return goal;
  }

  void steer(const Break& one, uint64_t game) {
    if (game == 1) tell("guiding a game towards " + property_text(one.property));
    if (!worth_) worth_.emplace(scenario_);
    games::Distance distance(scenario_, goal_of(one));
    if (!distance.has_values()) return;
    Random dice = chance_stream(settings_.seed + 1, game);
    Random random(stream_seed(settings_.seed, 102 + static_cast<uint64_t>(one.site)), game);
    uint32_t until_other_values = 0;
    play(dice, settings_.steps / 4, [&](const Position& position) -> std::optional<size_t> {
      if (is_found(one.property) || distances_ >= settings_.distances) return std::nullopt;
      if (distance.has_free() && until_other_values-- == 0) {
        take_values(distance, position, random);
        until_other_values = 60;
      }
      return nearest(distance, position, random);
    });
  }

  void take_values(games::Distance& distance, const Position& position, Random& random) {
    games::Bindings best;
    double least = HUGE_VAL;
    for (int i = 0; i < 8; ++i) {
      distance.bind(distance.redrawn(position, *worth_, random, true));
      ++distances_;
      const double far = distance(position).distance;
      if (far >= least) continue;
      least = far;
      best = distance.bindings();
    }
    if (least < HUGE_VAL) distance.bind(std::move(best));
  }

  /// Of a few choices of each alternative the one that leads nearest; of those that are as near any.
  size_t nearest(games::Distance& distance, const Position& position, Random& random) {
    if (random.below(12) == 0) return any_alternative(random);
    std::vector<size_t> best;
    double least = HUGE_VAL;
    for (size_t first = 0; first < choices_.size();) {
      const auto [from, last] = of_alternative(choices_[first].alternative);
      first = last;
      const auto size = static_cast<uint32_t>(last - from);
      for (uint32_t i = 0; i < std::min<uint32_t>(size, 10); ++i) {
        const size_t at = from + (size <= 10 ? i : random.below(size));
        Position after = position;
        watch_.rules().apply(after, choices_[at]);
        ++distances_;
        const double far = distance(after, least).distance;
        if (far > least) continue;
        if (far < least) best.clear();
        least = far;
        best.push_back(at);
      }
    }
    return best.empty() ? any_alternative(random) : best[random.below(static_cast<uint32_t>(best.size()))];
  }

  std::string property_text(Id property) const {
    const auto at = static_cast<size_t>(property);
    return at < program_.invariants.size() ? program_.invariants[at].name
                                           : std::string(own_properties[at - program_.invariants.size()]);
  }

  Assertion said_of(Id property, const Position& after) const {
    if (static_cast<size_t>(property) < program_.invariants.size())
      return {Assertion::What::broken, property_text(property), {}};
    return {Assertion::What::outcome,
            {},
            runtime::outcome_text(*scenario_, runtime::outcome_of(*scenario_, after))};
  }

  Witness witness_of(const PlayedGame& game, Id property, casebook::Grade grade, Position* before_last) {
    Position position = game.start ? *game.start : scenario_->start;
    if (!game.start) watch_.rules().begin(position);
    Witness witness;
    witness.grade = grade;
    for (const games::Cell& piece : games::pieces_of(*scenario_))
      if (games::is_hex(*scenario_, games::read(*scenario_, position, piece).cell())) ++witness.units;
    if (before_last != nullptr) *before_last = position;
    for (const PlayedStep& step : game.steps) {
      if (before_last != nullptr) *before_last = position;
      games::apply(watch_.rules(), position, step);
    }
    WitnessSide side;
    side.ruleset = scenario_->id;
    side.record = games::record_of(game, scenario_);
    side.record.seeded_dice = false;
    side.said.push_back(said_of(property, position));
    witness.sides.push_back(std::move(side));
    return witness;
  }

  /// The position before the last step with as little in it as the same break needs.
  std::optional<PlayedGame> small_of(const Break& one, const Position& before, const PlayedStep& last) {
    if (!maker_) maker_.emplace(scenario_, games::MakerSettings{.games = 0});
    PlayedStep broke;
    const auto can_break = [&](const Position& position) {
      if (!maker_->satisfies_invariants(position)) return false;
      PlayedStep step;
      step.chance = watch_.rules().node(position) == runtime::NodeKind::chance;
      const auto does = [&] {
        if (!breaks(one, position, step)) return false;
        broke = step;
        return true;
      };
      if (step.chance) {
        watch_.rules().outcomes(position, outcomes_);
        return std::any_of(outcomes_.begin(), outcomes_.end(), [&](const ChanceOutcome& outcome) {
          step.outcome = outcome;
          return does();
        });
      }
      watch_.rules().choices(position, choices_);
      const auto [from, to] = of_alternative(last.choice.alternative);
      return std::any_of(choices_.begin() + static_cast<std::ptrdiff_t>(from),
                         choices_.begin() + static_cast<std::ptrdiff_t>(to), [&](const Choice& choice) {
                           step.choice = choice;
                           return does();
                         });
    };
    if (!can_break(before)) return std::nullopt;
    PlayedGame game;
    game.start = games::shrink(*maker_, before, can_break, settings_.simplifying);
    if (!can_break(*game.start)) return std::nullopt;
    game.steps.push_back(broke);
    return game;
  }

  /// The game without what its break does not need.
  PlayedGame shorter(const Break& one, const PlayedGame& game) {
    if (game.steps.empty()) return game;
    tell("shrinking " + property_text(one.property));
    const bool first =
        std::none_of(induction_.cells.begin(), induction_.cells.end(), [&](const ProofCell& other) {
          return other.invariant == one.property && other.verdict == Verdict::refuted && other.site >= 0;
        });
    runtime::CompiledRules rules(scenario_);
    const games::StepFails fails = [&](const Position& before, const PlayedStep& step, const Position&) {
      return breaks(one, before, step);
    };
    const auto found =
        games::shrink(rules, game, fails, first ? settings_.shrinking : settings_.shrinking / 5);
    return found && breaks_last(*found, one.property) ? *found : game;
  }

  /// Whether the proof of that cell says that this cannot be.
  bool was_shown(const Break& one, const ProofCell& cell, const Position& before) {
    if (proved_[static_cast<size_t>(one.property)]) return true;
    if (cell.verdict != Verdict::proved) return false;
    // Who comes somewhere asks what may be done there, which is a property of that place.
    if (static_cast<size_t>(one.property) == program_.invariants.size() &&
        std::any_of(induction_.cells.begin(), induction_.cells.end(), [&](const ProofCell& other) {
          return other.invariant == one.property && is_guard(other.alternative) &&
                 other.verdict != Verdict::proved;
        }))
      return false;
    // Single steps suppose the invariants as they stand.
    if (induction_.all_steps) return true;
    if (one.property == can_choose_) return false;
    runtime::ReferenceRules rules(scenario_);
    return std::none_of(cell.invariants.begin(), cell.invariants.end(), [&](Id id) {
      return static_cast<size_t>(id) < program_.invariants.size() &&
             runtime::check_invariant(rules, id, before, nullptr);
    });
  }

  void tell_of(const Break& one, const Found& found) {
    const PlayedGame game = shorter(one, found.game);
    ProofCell& cell = cell_of(one, found.to);
    Position before;
    Witness witness = witness_of(game, one.property, casebook::Grade::reachable, &before);
    const std::vector<std::string> wrong = confirm(witness, {scenario_});
    if (!wrong.empty()) {
      cell.verdict = Verdict::tool_error;
      cell.why = "the record does not show it: " + wrong[0];
    } else {
      const bool shown = was_shown(one, cell, before);
      cell.verdict = shown ? Verdict::tool_error : Verdict::refuted;
      cell.why = (shown ? "proved, but a game violates it: " : "") + how(one, witness.sides[0].record);
      if (const auto small = game.steps.empty() ? std::nullopt : small_of(one, before, game.steps.back())) {
        Witness in_one = witness_of(*small, one.property, casebook::Grade::invariants, nullptr);
        if (confirm(in_one, {scenario_}).empty()) {
          cell.why +=
              fmt::format(", and {} unit{} on the map show it", in_one.units, in_one.units == 1 ? "" : "s");
          cell.small = std::move(in_one);
        }
      }
    }
    cell.witness = std::move(witness);
    const auto at = static_cast<size_t>(one.property);
    Verdict& verdict = induction_.verdicts[at];
    if (verdict == Verdict::tool_error || (verdict == Verdict::refuted && cell.verdict == verdict)) return;
    verdict = cell.verdict;
    induction_.reasons[at] = action_text(program_, cell) + ": " + cell.why;
    if (at < induction_.marks.size()) induction_.marks[at] = {};
  }

  /// What was done, and how soon a game comes to it.
  std::string how(const Break& one, const runtime::Record& record) const {
    const bool stuck = one.property == can_choose_;
    if (record.steps.empty())
      return stuck ? "no choice is lawful when the game begins" : "it does not hold when the game begins";
    return fmt::format("{}{}; a game reaches it in {} step{}", stuck ? "no choice is lawful after " : "",
                       record.steps.back().text, record.steps.size(), record.steps.size() == 1 ? "" : "s");
  }

  /// Whether no step before the last breaks it already.
  bool breaks_last(const PlayedGame& game, Id property) {
    Position position = scenario_->start;
    watch_.rules().begin(position);
    for (size_t i = 0; i < game.steps.size(); ++i) {
      const std::vector<Id>& broken = watch_.take(position, game.steps[i]);
      if (std::find(broken.begin(), broken.end(), property) != broken.end())
        return i + 1 == game.steps.size();
    }
    return false;
  }

  /// The cell of that step; a new one when none is of it.
  ProofCell& cell_of(const Break& one, int32_t to) {
    const auto fits = [&](const ProofCell& cell) {
      return cell.invariant == one.property && cell.site == one.site && cell.alternative == one.alternative &&
             (one.site < 0 || cell.to == to || cell.to < 0) && cell.due;
    };
    ProofCell* best = nullptr;
    for (ProofCell& cell : induction_.cells)
      if (fits(cell) && (best == nullptr || best->verdict == Verdict::proved)) best = &cell;
    if (best != nullptr) return *best;
    ProofCell cell;
    cell.invariant = one.property;
    cell.site = one.site;
    cell.alternative = one.alternative;
    cell.to = to;
    const auto later = std::find_if(induction_.cells.begin(), induction_.cells.end(), [&](const auto& other) {
      return std::tie(other.invariant, other.site, other.alternative, other.to) >
             std::tie(cell.invariant, cell.site, cell.alternative, cell.to);
    });
    return *induction_.cells.insert(later, std::move(cell));
  }

  void tell_of_nothing(Id property) {
    if (count_.games == 0) return;
    induction_.tried[static_cast<size_t>(property)] =
        fmt::format("no violation found in {} games, with {} positions and {} steps", count_.games,
                    count_.positions, count_.looks);
  }

  ScenarioPtr scenario_;
  const language::Program& program_;
  Induction& induction_;
  const ReachSettings& settings_;
  const Id can_choose_;
  std::vector<bool> proved_;           // by property, before anything was played
  std::vector<bool> watched_;          // by property
  std::vector<bool> broken_at_start_;  // by property
  StepWatch watch_;
  std::set<Break> asked_;
  std::map<int32_t, std::set<Alternative>> sites_;
  std::map<Break, Found> found_;
  std::vector<bool> broken_before_;  // by property: by a step of the game that is played
  std::optional<games::InterestingValues> worth_;
  std::optional<games::PositionMaker> maker_;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
  uint64_t looks_ = 0, distances_ = 0;
  ReachCount count_;
};

}  // namespace

ReachCount reach_breaks(const ScenarioPtr& scenario, Induction& induction, const ReachSettings& settings) {
  return Reach(scenario, induction, settings).run();
}

}  // namespace casebook::symbolic
