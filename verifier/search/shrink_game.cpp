// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/runtime/records/game.h"
#include "engine/runtime/records/replay.h"
#include "verifier/search/shrink.h"

namespace casebook::games {

using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::NodeKind;
using runtime::Rules;

namespace {

Position first_position(Rules& rules, const PlayedGame& game) {
  Position position = game.start ? *game.start : rules.scenario().start;
  if (position.cell(rules.scenario().layout.site) == 0 &&
      rules.outcome(position).kind == runtime::OutcomeKind::open)
    rules.begin(position);
  return position;
}

}  // namespace

std::vector<PlayedStep> lawful_steps(Rules& rules, const PlayedGame& game,
                                     const std::vector<PlayedStep>& steps, const SeeStep& see,
                                     const std::function<bool()>& go_on) {
  std::vector<PlayedStep> lawful;
  LawfulSteps asked;
  Position position = first_position(rules, game), before;
  if (!see(nullptr, nullptr, position)) return lawful;
  for (const PlayedStep& step : steps) {
    if (go_on && !go_on()) break;
    if (rules.node(position) == NodeKind::over) break;
    if (!asked.allow(rules, position, step)) continue;
    before = position;
    apply(rules, position, step);
    lawful.push_back(step);
    if (!see(&before, &step, position)) break;
  }
  return lawful;
}

namespace {

class GameShrinker {
 public:
  /// `other_alternatives`: also tries to do something of another sort instead, where that makes it shorter.
  GameShrinker(Rules& rules, const PlayedGame& game, const SeeStep& fails, int64_t budget,
               bool other_alternatives)
      : rules_(rules), game_(game), fails_(fails), budget_(budget), others_(other_alternatives) {}

  std::optional<PlayedGame> run() {
    const auto first = tried(game_.steps);
    if (!first) return std::nullopt;
    best_ = *first;
    bool better = true;
    while (better && budget_ > 0) {
      better = drop_steps();
      if (others_) better |= take_other_alternatives();
      better |= simplify_steps();
    }
    PlayedGame result = game_;
    result.steps = best_;
    return result;
  }

 private:
  std::optional<std::vector<PlayedStep>> tried(const std::vector<PlayedStep>& steps) {
    --budget_;
    bool failed = false;
    std::vector<PlayedStep> lawful = lawful_steps(
        rules_, game_, steps, [&](const Position* before, const PlayedStep* step, const Position& position) {
          return !(failed = fails_(before, step, position));
        });
    if (!failed) return std::nullopt;
    return lawful;
  }

  bool take(const std::vector<PlayedStep>& steps, bool as_long) {
    if (budget_ <= 0) return false;
    auto found = tried(steps);
    if (!found || found->size() > best_.size() || (!as_long && found->size() == best_.size())) return false;
    best_ = std::move(*found);
    return true;
  }

  bool drop_steps() {
    bool better = false;
    for (size_t at_once = std::max<size_t>(best_.size() / 2, 1); at_once > 0 && !best_.empty();
         at_once /= 2) {
      for (size_t first = 0; first < best_.size() && budget_ > 0;) {
        std::vector<PlayedStep> fewer = best_;
        const size_t last = std::min(first + at_once, fewer.size());
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(first),
                    fewer.begin() + static_cast<std::ptrdiff_t>(last));
        if (take(fewer, false))
          better = true;
        else
          first = last;
      }
    }
    return better;
  }

  /// Where a duel and its roll stand for a rest they cannot be dropped, only replaced: by the first choice of
  /// each other alternative.
  bool take_other_alternatives() {
    bool better = false;
    Position position = first_position(rules_, game_);
    for (size_t i = 0; i < best_.size() && budget_ > 0; ++i) {
      std::vector<Choice> firsts;
      if (!best_[i].chance) {
        rules_.choices(position, choices_);
        for (const Choice& one : choices_)
          if (one.alternative != best_[i].choice.alternative &&
              (firsts.empty() || firsts.back().alternative != one.alternative))
            firsts.push_back(one);
      }
      for (const Choice& one : firsts) {
        std::vector<PlayedStep> other = best_;
        other[i].choice = one;
        if (!take(other, false)) continue;
        better = true;
        break;
      }
      if (i < best_.size()) step(position, best_[i]);
    }
    return better;
  }

  /// Each step that can be replaced by an earlier choice or a lower roll without making the game longer.
  bool simplify_steps() {
    bool better = false;
    Position position = first_position(rules_, game_);
    for (size_t i = 0; i < best_.size() && budget_ > 0; ++i) {
      const std::vector<PlayedStep> offered = before(position, best_[i]);
      for (const PlayedStep& one : offered) {
        std::vector<PlayedStep> simpler = best_;
        simpler[i] = one;
        if (!take(simpler, true)) continue;
        better = true;
        break;
      }
      if (i >= best_.size()) break;
      // What came before stands as it was, whatever was left out behind.
      step(position, best_[i]);
    }
    return better;
  }

  void step(Position& position, const PlayedStep& taken) {
    taken.chance ? rules_.apply(position, taken.outcome) : rules_.apply(position, taken.choice);
  }

  /// A few of those that come before it in the list: the first ones, the middle, and its neighbour.
  std::vector<PlayedStep> before(const Position& position, const PlayedStep& now) {
    std::vector<PlayedStep> all;
    size_t at = 0;
    const auto offer = [&](size_t index) {
      PlayedStep one;
      one.chance = now.chance;
      if (now.chance)
        one.outcome = outcomes_[index];
      else
        one.choice = choices_[index];
      all.push_back(one);
    };
    if (now.chance) {
      rules_.outcomes(position, outcomes_);
      at =
          static_cast<size_t>(std::find(outcomes_.begin(), outcomes_.end(), now.outcome) - outcomes_.begin());
    } else {
      rules_.choices(position, choices_);
      at = static_cast<size_t>(std::lower_bound(choices_.begin(), choices_.end(), now.choice) -
                               choices_.begin());
    }
    for (size_t i = 0; i < std::min<size_t>(at, 4); ++i) offer(i);
    if (at > 8) offer(at / 2);
    if (at > 4) offer(at - 1);
    return all;
  }

  Rules& rules_;
  const PlayedGame& game_;
  const SeeStep& fails_;
  int64_t budget_;
  bool others_;
  std::vector<PlayedStep> best_;
  std::vector<Choice> choices_;
  std::vector<ChanceOutcome> outcomes_;
};

}  // namespace

PlayedGame random_game(PositionMaker& maker, Random& random, uint32_t most_steps) {
  PlayedGame game;
  Rules& rules = maker.rules();
  Position position = first_position(rules, game);
  std::vector<Choice> choices;
  std::vector<ChanceOutcome> outcomes;
  while (game.steps.size() < most_steps) {
    const NodeKind node = rules.node(position);
    if (node == NodeKind::over) break;
    PlayedStep step;
    step.chance = node == NodeKind::chance;
    if (step.chance) {
      rules.outcomes(position, outcomes);
      if (outcomes.empty()) break;
      step.outcome = outcomes[random.below(static_cast<uint32_t>(outcomes.size()))];
      rules.apply(position, step.outcome);
    } else {
      rules.choices(position, choices);
      if (choices.empty()) break;
      step.choice = choices[random.below(static_cast<uint32_t>(choices.size()))];
      rules.apply(position, step.choice);
    }
    game.steps.push_back(step);
  }
  return game;
}

void walk(Rules& rules, const PlayedGame& game, const std::function<bool(const Position&)>& see) {
  Position position = first_position(rules, game);
  if (!see(position)) return;
  for (const PlayedStep& step : game.steps) {
    apply(rules, position, step);
    if (!see(position)) return;
  }
}

std::optional<PlayedGame> played(const runtime::Record& record,
                                 const std::shared_ptr<const Scenario>& scenario) {
  Diagnostics diagnostics;
  const runtime::Replay replay =
      runtime::replay(record, "record", runtime::make_compiled_rules(scenario), diagnostics);
  if (!replay.game || replay.steps != record.steps.size()) return std::nullopt;
  PlayedGame game;
  for (size_t i = 0; i < replay.steps; ++i) {
    const runtime::GameStep& step = replay.game->steps()[i];
    game.steps.push_back({step.kind != runtime::StepKind::choice, step.choice, step.chance});
  }
  while (replay.game->undo()) {
  }
  if (!record.start.empty()) game.start = replay.game->position();
  return game;
}

runtime::Record record_of(const PlayedGame& game, const std::shared_ptr<const Scenario>& scenario) {
  auto rules = runtime::make_compiled_rules(scenario);
  runtime::Game table =
      game.start ? runtime::Game(std::move(rules), *game.start) : runtime::Game(std::move(rules));
  for (const PlayedStep& step : game.steps) {
    if (!take(table, step)) break;
  }
  return table.record();
}

PlayedGame lawful_part(Rules& rules, const PlayedGame& game) {
  PlayedGame part = game;
  part.steps = lawful_steps(rules, game, game.steps,
                            [](const Position*, const PlayedStep*, const Position&) { return true; });
  return part;
}

std::optional<PlayedGame> shrink(Rules& rules, const PlayedGame& game, const StillFails& fails,
                                 int64_t budget) {
  const SeeStep see = [&](const Position*, const PlayedStep*, const Position& position) {
    return fails(position);
  };
  return GameShrinker(rules, game, see, budget, false).run();
}

std::optional<PlayedGame> shrink(Rules& rules, const PlayedGame& game, const StepFails& fails,
                                 int64_t budget) {
  const SeeStep see = [&](const Position* before, const PlayedStep* step, const Position& position) {
    return before != nullptr && fails(*before, *step, position);
  };
  return GameShrinker(rules, game, see, budget, true).run();
}

}  // namespace casebook::games
