// SPDX-License-Identifier: Apache-2.0
// Other rolls and choices near the games of examples that are known: a difference that was seen only in positions that
// perhaps no game can reach is often one roll away from such a game.
#include <algorithm>
#include <utility>

#include "engine/base/in_parallel.h"
#include "engine/base/streams.h"
#include "verifier/compare/hunt/search.h"
#include "verifier/compare/hunt/smaller.h"
#include "verifier/compare/hunt/worker.h"

namespace casebook::compare {

using runtime::NodeKind;

namespace {

constexpr uint64_t looking_near = 160;  // the stream of random numbers
constexpr size_t steps_back = 6;        // from the end of a game
constexpr int steps_on = 2;             // beyond another choice or roll
constexpr size_t rolls_tried = 12, choices_tried = 4;
constexpr size_t most_positions = 100;                    // near one game
constexpr int64_t usual_a_try = 100, most_a_try = 1'000;  // positions played to shorten a game

/// Whether a difference may be of that class, before it is examined.
bool may_be_of(const DifferenceClass& one, const Difference& difference) {
  const Difference& example = one.example;
  const bool choosing =
      difference.what == Difference::What::permitted || difference.what == Difference::What::offered;
  return example.what == difference.what && example.action == difference.action &&
         (!choosing || example.allows == difference.allows);
}

/// A later choice that shows a value would have to be found anew.
bool lacks_a_game(const DifferenceClass& one) {
  return !one.game && !one.shows;
}

}  // namespace

std::vector<NearFind> Worker::near(const DifferenceClass& known,
                                   const std::vector<const DifferenceClass*>& all, uint64_t number,
                                   int tries) {
  std::vector<NearFind> found;
  if (!known.game || known.game->start || stop_) return found;
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  const size_t side = known.origin.side;
  runtime::Rules& rules = *pair_.rules[side];
  Random random(stream_seed(budget_.seed, looking_near), number);
  size_t left = 0;
  const auto is_found = [&](const std::string& key) {
    return std::any_of(found.begin(), found.end(), [&](const NearFind& one) { return one.key == key; });
  };
  std::vector<games::PlayedStep> steps;
  const auto look_here = [&](const Position& position) {
    lockstep_.look(side, position, random, [&](const Difference& difference) {
      const auto is_like = [&](const DifferenceClass* other) { return may_be_of(*other, difference); };
      const bool is_new = std::none_of(all.begin(), all.end(), is_like);
      const auto is_sought = [&](const DifferenceClass* other) {
        return is_like(other) && lacks_a_game(*other) && !is_found(other->key);
      };
      if (!is_new && std::none_of(all.begin(), all.end(), is_sought)) return;
      auto one = classes_->classify(difference);
      if (!one || is_found(one->key)) return;
      const auto has_key = [&](const DifferenceClass* other) { return other->key == one->key; };
      const auto known_as = std::find_if(all.begin(), all.end(), has_key);
      if (known_as == all.end() ? !is_new : !lacks_a_game(**known_as)) return;
      one->met = 1;
      one->values.insert(difference.values.begin(), difference.values.end());
      one->origin.side = side;
      one->origin.sort = Origin::Sort::steered;
      one->origin.grade = games::Grade::reachable;
      one->game = games::PlayedGame{std::nullopt, steps};
      found.push_back({one->key, std::move(*one)});
    });
  };
  const std::function<void(const Position&, int)> go_on = [&](const Position& position, int more) {
    if (stop_ || left == 0 || rules.node(position) == NodeKind::over) return;
    --left;
    look_here(position);
    if (more == 0) return;
    std::vector<games::PlayedStep> next;
    if (rules.node(position) == NodeKind::chance) {
      std::vector<runtime::ChanceOutcome> outcomes;
      rules.outcomes(position, outcomes);
      for (size_t i = 0; i < std::min(outcomes.size(), rolls_tried); ++i)
        next.push_back({true, {}, outcomes[i]});
    } else {
      std::vector<runtime::Choice> choices;
      rules.choices(position, choices);
      for (size_t i = 0; i < choices_tried && !choices.empty(); ++i) {
        const size_t at = random.below(static_cast<uint32_t>(choices.size()));
        next.push_back({false, choices[at], {}});
        choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    for (games::PlayedStep& step : next) {
      Position after = position;
      games::apply(rules, after, step);
      steps.push_back(std::move(step));
      go_on(after, more - 1);
      steps.pop_back();
    }
  };
  const std::vector<games::PlayedStep>& played = known.game->steps;
  std::vector<Position> positions{pair_.scenarios[side]->start};
  rules.begin(positions.front());
  for (const games::PlayedStep& step : played) {
    positions.push_back(positions.back());
    games::apply(rules, positions.back(), step);
  }
  for (size_t back = 0; back <= std::min(steps_back, played.size()); ++back) {
    const size_t at = played.size() - back;
    steps.assign(played.begin(), played.begin() + static_cast<std::ptrdiff_t>(at));
    left = most_positions;
    go_on(positions[at], steps_on);
  }
  for (NearFind& one : found) {
    const games::Shortening budget{usual_a_try * tries, most_a_try * tries, most_steps_of_a_witness - 1};
    games::PlayedGame game = *one.found.game;
    shrink_game(pair_, *classes_, one.found, std::move(game), budget);
  }
  return found;
}

void Search::near(int tries) {
  std::vector<const DifferenceClass*> known, all;
  for (const auto& [key, one] : classes_.all()) {
    all.push_back(&one);
    if (one.game) known.push_back(&one);
  }
  std::map<std::string, DifferenceClass> best;
  in_order<std::vector<NearFind>>(
      workers_.size(), known.size(), stop_,
      [&](size_t i, size_t worker) {
        try {
          return workers_[worker]->near(*known[i], all, i, tries);
        } catch (const runtime::ListingStopped&) {
          return std::vector<NearFind>();
        }
      },
      [&](size_t, std::vector<NearFind>&& found) {
        for (NearFind& one : found) {
          const auto [at, is_new] = best.try_emplace(one.key, one.found);
          if (!is_new && one.found.game->steps.size() < at->second.game->steps.size())
            at->second = std::move(one.found);
        }
      },
      [&](size_t done) { return go_on("near the games", done, known.size()); });
  for (auto& [key, found] : best) {
    const auto at = classes_.all().find(key);
    if (at == classes_.all().end()) {
      classes_.take_in(std::move(found));
      continue;
    }
    DifferenceClass& one = at->second;
    one.others.emplace_back(std::move(one.example), one.origin);
    one.example = std::move(found.example);
    one.refusal = std::move(found.refusal);
    one.blame = std::move(found.blame);
    one.origin = found.origin;
    one.game = std::move(found.game);
    one.shortened_in = found.shortened_in;
  }
}

}  // namespace casebook::compare
