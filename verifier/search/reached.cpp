// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/reached.h"

#include <algorithm>

#include "engine/base/streams.h"
#include "engine/players/player.h"
#include "engine/players/playout.h"
#include "engine/runtime/control.h"
#include "engine/runtime/records/game.h"

namespace casebook::games {

using runtime::NodeKind;
using runtime::Slot;
using runtime::SlotKind;

namespace {

/// By word of a position: the state or kind of piece that it is part of, from 1 on; 0: control and locals.
std::vector<uint64_t> sorts_of_words(const Scenario& scenario) {
  std::vector<uint64_t> sorts(scenario.layout.words, 0);
  uint64_t number = 0;
  const auto note = [&](const Slot& slot) {
    ++number;
    const uint64_t entries = uint64_t{slot.combinations} * slot.width;
    for (uint64_t i = 0; i < entries; ++i) {
      const uint64_t word = slot.kind == SlotKind::cells  ? (slot.first + i) / 2
                            : slot.kind == SlotKind::sets ? slot.first + i
                                                          : slot.first + i / 64;
      uint64_t& sort = sorts[word];
      if (sort % 1000 != number) sort = sort * 1000 + number;  // a word may be shared by two
    }
  };
  for (const Slot& slot : scenario.layout.states) note(slot);
  for (const Slot& slot : scenario.layout.places) note(slot);
  return sorts;
}

uint64_t mixed(uint64_t hash, uint64_t value) {
  uint64_t state = hash ^ value;
  return splitmix64(state);
}

std::unique_ptr<players::Player> random_player(const Scenario& scenario, size_t side, uint64_t seed,
                                               uint64_t game) {
  auto player = players::make_player("random");
  player->new_game(scenario, static_cast<int32_t>(side), seed, game);
  return player;
}

size_t sides_of(const Scenario& scenario) {
  const KindId kind = scenario.program->kind_side;
  return kind == language::none ? 0 : static_cast<size_t>(scenario.size(kind));
}

}  // namespace

Games::Games(std::shared_ptr<const Scenario> scenario, GamesSettings settings)
    : Games(std::make_unique<runtime::CompiledRules>(std::move(scenario)), settings) {
}

Games::Games(std::unique_ptr<runtime::CompiledRules> rules, GamesSettings settings)
    : rules_(std::move(rules)), settings_(settings), sort_of_word_(sorts_of_words(rules_->scenario())) {
}

GamesCount Games::play(uint64_t first, uint64_t count, const See& see) {
  GamesCount result;
  for (uint64_t game = first; game < first + count; ++game) {
    if (!play_one(game, see, result)) break;
  }
  return result;
}

bool Games::play_one(uint64_t game, const See& see, GamesCount& count) {
  const Scenario& scenario = rules_->scenario();
  std::vector<std::unique_ptr<players::Player>> seats;
  for (size_t side = 0; side < sides_of(scenario); ++side)
    seats.push_back(random_player(scenario, side, settings_.seed, game));
  Random dice = chance_stream(settings_.seed, game);
  position_ = scenario.start;
  rules_->begin(position_);
  ++count.games;
  Moment moment{.position = position_, .game = game};
  std::vector<uint64_t> wrote;
  uint64_t decisions = 0;
  for (;;) {
    ++count.positions;
    const auto site = static_cast<uint64_t>(position_.cell(scenario.layout.site));
    moment.sort = mixed(site, 1);
    if (moment.before != nullptr) {
      wrote.clear();
      for (size_t w = 0; w < sort_of_word_.size(); ++w) {
        const auto word = static_cast<uint32_t>(w);
        if (sort_of_word_[w] != 0 && position_.word(word) != before_.word(word))
          wrote.push_back(sort_of_word_[w]);
      }
      std::sort(wrote.begin(), wrote.end());
      wrote.erase(std::unique(wrote.begin(), wrote.end()), wrote.end());
      moment.sort = mixed(moment.sort, static_cast<uint64_t>(moment.from) + 1);
      moment.sort = mixed(moment.sort, static_cast<uint64_t>(moment.alternative) + 2);
      for (const uint64_t one : wrote) moment.sort = mixed(moment.sort, one);
    }
    if (see && !see(moment)) return false;
    const NodeKind node = rules_->node(position_);
    if (node == NodeKind::over || (node == NodeKind::choose && decisions == settings_.decisions)) break;
    before_ = position_;
    moment.before = &before_;
    moment.from = position_.cell(scenario.layout.site) - 1;
    if (node == NodeKind::chance) {
      rules_->outcomes(position_, outcomes_);
      if (outcomes_.empty()) break;
      moment.alternative = -1;
      rules_->apply(position_, outcomes_[dice.below(static_cast<uint32_t>(outcomes_.size()))]);
    } else {
      rules_->choices(position_, choices_);
      if (choices_.empty()) break;
      const int32_t side = rules_->player(position_);
      const size_t chosen = seats[static_cast<size_t>(side)]->choose({*rules_, position_, choices_, side});
      moment.alternative = choices_[chosen].alternative;
      rules_->apply(position_, choices_[chosen]);
      ++decisions;
    }
    ++moment.step;
  }
  count.decisions += decisions;
  ++count.outcomes[runtime::outcome_text(scenario, rules_->outcome(position_))];
  return true;
}

runtime::Record Games::record(uint64_t game, uint32_t steps) {
  runtime::GameSettings settings{settings_.seed, game, {}};
  settings.players.assign(sides_of(scenario()), "random");
  runtime::Game played(rules_->another(), settings);
  std::vector<std::unique_ptr<players::Player>> seats;
  for (size_t side = 0; side < sides_of(scenario()); ++side)
    seats.push_back(random_player(scenario(), side, settings_.seed, game));
  uint64_t decisions = 0;
  while (played.step_count() < steps) {
    const NodeKind node = played.node();
    if (node == NodeKind::over) break;
    if (node == NodeKind::chance) {
      if (!played.roll()) break;
      continue;
    }
    if (decisions++ == settings_.decisions || played.choices().empty()) break;
    const int32_t side = played.player();
    const size_t chosen =
        seats[static_cast<size_t>(side)]->choose({played.rules(), played.position(), played.choices(), side});
    played.play(runtime::Choice(played.choices()[chosen]));
  }
  return played.record();
}

Store::Store(const Scenario& scenario, size_t of_each_sort, uint64_t seed)
    : scenario_(&scenario),
      most_(of_each_sort),
      random_(seed, 0),
      by_site_(scenario.program->sites.size() + 1) {
}

void Store::see(const Moment& moment) {
  ++seen_;
  Sort& sort = sorts_[moment.sort];
  ++sort.seen;
  size_t at = all_.size();
  if (sort.kept.size() < most_) {
    const SiteId site = moment.position.cell(scenario_->layout.site) - 1;
    by_site_[site < 0 ? by_site_.size() - 1 : static_cast<size_t>(site)].push_back(at);
    sort.kept.push_back(at);
    all_.push_back({moment.position, moment.game, moment.step, site, moment.sort});
    return;
  }
  // Of a sort all are at one site, so a place kept can be given to another.
  const auto met = static_cast<uint32_t>(std::min<uint64_t>(sort.seen, UINT32_MAX));
  const uint32_t drawn = random_.below(met);
  if (drawn >= most_) return;
  at = sort.kept[drawn];
  all_[at].position = moment.position;
  all_[at].game = moment.game;
  all_[at].step = moment.step;
}

uint64_t Store::seen(uint64_t sort) const {
  const auto found = sorts_.find(sort);
  return found == sorts_.end() ? 0 : found->second.seen;
}

}  // namespace casebook::games
