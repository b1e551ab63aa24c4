// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/search.h"

#include <algorithm>

#include "engine/base/streams.h"
#include "engine/players/playout.h"
#include "verifier/games/made_up.h"

namespace casebook::compare {

using runtime::Choice;
using runtime::NodeKind;
using What = Difference::What;

namespace {

/// Streams of random numbers of their own, so that one part of the search does not move another.
enum Stream : uint64_t { looking = 101, making = 102, following = 103 };

/// Hexes with a name, and those that a datum of a piece names.
std::vector<int32_t> special_hexes(const Scenario& scenario) {
  std::vector<int32_t> hexes = scenario.places;
  for (size_t i = 0; i < scenario.program->givens.size(); ++i) {
    const language::Given& given = scenario.program->givens[i];
    const bool of_hexes =
        given.type.tag == language::TypeTag::entity || given.type.tag == language::TypeTag::maybe;
    if (!of_hexes || given.type.of != language::kind_hex) continue;
    for (const int32_t hex : scenario.givens[i].cells) {
      if (hex >= 0) hexes.push_back(hex);
    }
  }
  std::sort(hexes.begin(), hexes.end());
  hexes.erase(std::unique(hexes.begin(), hexes.end()), hexes.end());
  return hexes;
}

/// Pieces of which a Boolean datum says what it says of few: rules often speak of them alone.
std::vector<games::Cell> rare_pieces(const Scenario& scenario) {
  std::vector<games::Cell> rare;
  for (size_t i = 0; i < scenario.program->givens.size(); ++i) {
    const language::Given& given = scenario.program->givens[i];
    if (given.type.tag != language::TypeTag::boolean || given.params.size() != 1) continue;
    const Id kind = given.params[0].of;
    if (!scenario.program->kinds[static_cast<size_t>(kind)].on_map) continue;
    const auto& cells = scenario.givens[i].cells;
    const auto yes =
        static_cast<size_t>(std::count_if(cells.begin(), cells.end(), [](int32_t one) { return one != 0; }));
    const size_t few = std::min(yes, cells.size() - yes);
    if (few == 0 || few * 8 > cells.size()) continue;
    for (size_t member = 0; member < cells.size(); ++member) {
      if ((cells[member] != 0) == (yes == few))
        rare.push_back({games::Cell::What::place, kind, static_cast<uint32_t>(member)});
    }
  }
  return rare;
}

}  // namespace

Search::Search(Pair& pair, Classes& classes, const Budget& budget, GoesOn goes_on)
    : pair_(pair), classes_(classes), budget_(budget), goes_on_(std::move(goes_on)), lockstep_(pair) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    rare_[side] = rare_pieces(*pair.scenarios[side]);
    special_[side] = special_hexes(*pair.scenarios[side]);
  }
}

bool Search::go_on(const char* what, uint64_t done, uint64_t of) {
  if (!stopped_ && goes_on_ && !goes_on_(what, done, of)) stopped_ = true;
  return !stopped_;
}

void Search::look(size_t side, const Position& position, Random& random, const Origin& origin) {
  lockstep_.look(side, position, random,
                 [&](const Difference& difference) { classes_.see(difference, origin); });
}

// ---- games

void Search::play() {
  for (uint64_t game = 1; game <= budget_.games; ++game) {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (!go_on("games", (game - 1) * 2 + side, budget_.games * 2)) return;
      const Scenario& scenario = *pair_.scenarios[side];
      players::Players players;
      const size_t sides = scenario.program->kind_side == language::none
                               ? 1
                               : static_cast<size_t>(scenario.size(scenario.program->kind_side));
      for (size_t i = 0; i < sides; ++i) players.push_back(players::make_player("random"));
      const auto rules = runtime::make_compiled_rules(pair_.scenarios[side]);
      players::Playouts playouts(*rules, players);
      Random random(stream_seed(budget_.seed, looking + side), game);
      Share& share = shares_[side];
      ++share.games;
      bool with = false;
      playouts.show_to([&](const Position& position, uint64_t, uint64_t step) {
        if (stopped_ || rules->node(position) == NodeKind::over) return;
        if (step % 64 == 0 && !go_on("games", (game - 1) * 2 + side, budget_.games * 2)) return;
        Origin origin;
        origin.side = side;
        origin.game = game;
        origin.step = step;
        const auto looked = lockstep_.look(
            side, position, random, [&](const Difference& difference) { classes_.see(difference, origin); });
        if (rules->node(position) != NodeKind::choose) return;
        ++share.positions;
        if (looked.compared) ++share.compared;
        if (looked.choices) ++share.differing;
        if (looked.steps && !looked.choices) ++share.stepping;
        with = with || looked.choices;
      });
      playouts.play(budget_.seed, game, budget_.decisions);
      if (with) ++share.games_with;
    }
    if (!stopped_) separate(game);
  }
}

// One game of the first ruleset from the start, the second in lockstep, until they differ.
void Search::separate(uint64_t game) {
  std::array<Position, 2> positions{pair_.scenarios[0]->start, pair_.scenarios[1]->start};
  for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->begin(positions[side]);
  Random random(stream_seed(budget_.seed, looking + 7), game);
  std::vector<std::array<Step, 2>> steps;
  const size_t most = separation_ ? separation_->steps.size() : 2000;
  if (!pair_.transfers[0].differences(positions[0], positions[1]).empty()) return;  // they do not begin alike
  for (;;) {
    if (steps.size() >= most) return;
    if (pair_.rules[0]->node(positions[0]) == NodeKind::over) return;
    std::optional<Difference> found;
    const auto see = [&](const Difference& difference) {
      if (!found) found = difference;
    };
    std::array<Step, 2> step;
    if (pair_.rules[0]->node(positions[0]) == NodeKind::chance) {
      std::array<std::vector<runtime::ChanceOutcome>, 2> all;
      for (const size_t side : {size_t{0}, size_t{1}})
        pair_.rules[side]->outcomes(positions[side], all[side]);
      if (all[0].size() != all[1].size() || all[0].empty()) return;
      const size_t at = random.below(static_cast<uint32_t>(all[0].size()));
      for (const size_t side : {size_t{0}, size_t{1}}) {
        step[side].chance = true;
        step[side].outcome = all[side][at];
      }
    } else if (lockstep_.choices_differ(positions, see, random)) {
      if (found) separation_ = Separation{game, steps, *found};
      return;
    } else {
      const auto& common = lockstep_.common();
      if (common.empty()) return;
      const size_t at = random.below(static_cast<uint32_t>(common.size()));
      for (const size_t side : {size_t{0}, size_t{1}}) step[side].choice = common[at][side];
    }
    std::array<Position, 2> after = positions;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      step[side].chance ? pair_.rules[side]->apply(after[side], step[side].outcome)
                        : pair_.rules[side]->apply(after[side], step[side].choice);
    }
    std::vector<std::string> values = pair_.transfers[0].differences(after[0], after[1]);
    if (!values.empty()) {
      Difference difference;
      difference.what = What::effect;
      difference.values = std::move(values);
      difference.positions = positions;
      difference.steps = step;
      difference.after = after;
      separation_ = Separation{game, steps, std::move(difference)};
      return;
    }
    steps.push_back(step);
    positions = std::move(after);
  }
}

// ---- made-up positions

void Search::spice(size_t side, Position& position, Random& random) const {
  const Scenario& scenario = *pair_.scenarios[side];
  const auto below = [&](size_t n) { return static_cast<size_t>(random.below(static_cast<uint32_t>(n))); };
  const std::vector<games::Cell> pieces = games::pieces_of(scenario);
  if (pieces.empty() || scenario.ground.hexes == 0) return;
  const auto beside = [&](int32_t hex) {
    const int32_t near = scenario.ground.neighbours[static_cast<size_t>(hex)][below(6)];
    return near < 0 ? hex : near;
  };
  const auto put = [&](const games::Cell& piece, int32_t hex) {
    games::write(scenario, position, piece, {hex, {}});
  };
  if (!hexes_.empty() && below(3) == 0) {
    const auto& together = hexes_[below(hexes_.size())];
    for (const int32_t hex : together) {
      const int32_t here =
          side == 0 ? hex : pair_.alignment.from(0).members[language::kind_hex][static_cast<size_t>(hex)];
      if (here < 0) continue;
      const size_t how = below(4);
      if (how == 3) continue;
      put(pieces[below(pieces.size())], how == 0 ? beside(here) : here);
      if (below(2) == 0) put(pieces[below(pieces.size())], beside(here));
    }
  }
  if (!special_[side].empty() && below(4) == 0) {  // crowds where the data speak of a hex
    const int32_t hex = special_[side][below(special_[side].size())];
    if (below(2) == 0) put(pieces[below(pieces.size())], hex);
    if (!rare_[side].empty() && below(3) == 0) put(rare_[side][below(rare_[side].size())], hex);
    for (size_t more = below(3); more > 0; --more) put(pieces[below(pieces.size())], beside(hex));
  }
  if (!rare_[side].empty() && below(3) == 0) {
    const games::Cell& piece = rare_[side][below(rare_[side].size())];
    const int32_t other = games::read(scenario, position, pieces[below(pieces.size())]).number;
    put(piece, games::is_hex(scenario, other) && below(4) != 0
                   ? beside(other)
                   : static_cast<int32_t>(below(static_cast<size_t>(scenario.ground.hexes))));
    for (size_t more = below(3); more > 0; --more) {
      const int32_t at = games::read(scenario, position, piece).number;
      put(pieces[below(pieces.size())], beside(at));
    }
  }
}

void Search::make_up() {
  Random random(stream_seed(budget_.seed, making), 1);
  games::MakerSettings settings;
  settings.seed = budget_.seed;
  settings.decisions = budget_.decisions;
  std::array<std::unique_ptr<games::PositionMaker>, 2> makers{
      std::make_unique<games::PositionMaker>(pair_.scenarios[0], settings),
      std::make_unique<games::PositionMaker>(pair_.scenarios[1], settings)};
  std::vector<Choice> choices;
  std::vector<runtime::ChanceOutcome> outcomes;
  while (made_up_ < budget_.positions) {
    if (!go_on("made-up positions", made_up_, budget_.positions)) return;
    const size_t side = random.below(2);
    games::PositionMaker& maker = *makers[side];
    Position position = maker.make(random, static_cast<int>(10 + random.below(90)));
    spice(side, position, random);
    // It is played on for a few steps: so come the middles of combats about.
    const uint32_t steps = 1 + random.below(7);
    Origin origin;
    origin.sort = Origin::Sort::made_up;
    origin.side = side;
    runtime::Rules& rules = *pair_.rules[side];
    for (uint32_t i = 0; i < steps && made_up_ < budget_.positions; ++i) {
      ++made_up_;
      look(side, position, random, origin);
      if (rules.node(position) == NodeKind::over) break;
      if (rules.node(position) == NodeKind::chance) {
        rules.outcomes(position, outcomes);
        if (outcomes.empty()) break;
        rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
      } else {
        rules.choices(position, choices);
        if (choices.empty()) break;
        // Each action as likely as another: there are many steps and one attack.
        const auto other = static_cast<size_t>(random.below(static_cast<uint32_t>(choices.size())));
        const int16_t wanted = static_cast<int16_t>(
            random.below(static_cast<uint32_t>(rules.site(position).alternatives.size())));
        std::vector<size_t> of_it;
        for (size_t k = 0; k < choices.size(); ++k) {
          if (choices[k].alternative == wanted) of_it.push_back(k);
        }
        const size_t at = of_it.empty() ? other : of_it[random.below(static_cast<uint32_t>(of_it.size()))];
        rules.apply(position, choices[at]);
      }
      if (rules.node(position) == NodeKind::over) break;
    }
  }
}

// ---- what comes of a difference

void Search::follow() {
  uint64_t done = 0;
  for (auto& [key, one] : classes_.all()) {
    if (!go_on("consequences", done++, classes_.all().size())) return;
    if (one.example.what != What::effect) continue;
    follow(one);
    for (size_t i = 0; i < one.others.size() && !one.shows; ++i) {  // one with fewer pieces may show nothing
      std::swap(one.example, one.others[i].first);
      std::swap(one.origin, one.others[i].second);
      follow(one);
      if (one.shows) break;
      std::swap(one.example, one.others[i].first);
      std::swap(one.origin, one.others[i].second);
    }
  }
}

/// Whether the other side would permit it if it stood there as this side does: then what it refuses is the
/// other values, not the choice.
bool Search::comes_of_values(const Difference& difference) {
  const size_t allows = difference.allows;
  const auto there = pair_.transfers[allows](difference.positions[allows]);
  if (!there || pair_.rules[1 - allows]->node(*there) != NodeKind::choose) return false;
  const auto mine =
      named_choice(*pair_.scenarios[allows], difference.positions[allows], difference.steps[allows].choice);
  const auto named = across(pair_, allows, mine, *there);
  if (!named) return false;
  std::vector<Choice> lawful;
  pair_.rules[1 - allows]->choices(*there, lawful);
  const auto choices = runtime::choices_named(*pair_.scenarios[1 - allows], *there, *named);
  return std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
    return std::find(lawful.begin(), lawful.end(), choice) != lawful.end();
  });
}

void Search::follow(DifferenceClass& one) {
  Random random(stream_seed(budget_.seed, following), 1);
  constexpr int tries = 200, most = 10;
  size_t best = most + 1;
  for (int attempt = 0; attempt < tries; ++attempt) {
    std::array<Position, 2> positions = one.example.after;
    std::vector<std::array<Step, 2>> way;
    while (way.size() + 1 < best) {
      if (pair_.rules[0]->node(positions[0]) != pair_.rules[1]->node(positions[1])) break;
      if (pair_.rules[0]->node(positions[0]) == NodeKind::over) break;
      std::array<Step, 2> step;
      if (pair_.rules[0]->node(positions[0]) == NodeKind::chance) {
        std::array<std::vector<runtime::ChanceOutcome>, 2> all;
        for (const size_t side : {size_t{0}, size_t{1}})
          pair_.rules[side]->outcomes(positions[side], all[side]);
        if (all[0].size() != all[1].size() || all[0].empty()) break;
        const size_t at = random.below(static_cast<uint32_t>(all[0].size()));
        for (const size_t side : {size_t{0}, size_t{1}}) {
          step[side].chance = true;
          step[side].outcome = all[side][at];
        }
      } else {
        const int32_t site = positions[0].cell(pair_.scenarios[0]->layout.site) - 1;
        const int32_t other = positions[1].cell(pair_.scenarios[1]->layout.site) - 1;
        if (pair_.alignment.from(0).sites[static_cast<size_t>(site)] != other) break;
        std::optional<Difference> found;
        lockstep_.choices_differ(
            positions,
            [&](const Difference& difference) {
              if (!found && difference.what == What::permitted && comes_of_values(difference))
                found = difference;
            },
            random);
        if (found) {
          const size_t allows = found->allows;
          const auto mine =
              named_choice(*pair_.scenarios[allows], positions[allows], found->steps[allows].choice);
          const auto theirs = across(pair_, allows, mine, positions[1 - allows]);
          const auto refusal =
              theirs ? classes_.blamer().refusal(1 - allows, positions[1 - allows], *theirs) : std::nullopt;
          if (refusal) {
            one.way = way;
            one.shows = found;
            one.shows_refusal = refusal;
            best = way.size();
          }
          break;
        }
        const auto& common = lockstep_.common();
        if (common.empty()) break;
        const size_t at = random.below(static_cast<uint32_t>(common.size()));
        for (const size_t side : {size_t{0}, size_t{1}}) step[side].choice = common[at][side];
      }
      for (const size_t side : {size_t{0}, size_t{1}}) {
        step[side].chance ? pair_.rules[side]->apply(positions[side], step[side].outcome)
                          : pair_.rules[side]->apply(positions[side], step[side].choice);
      }
      way.push_back(step);
    }
    if (best == 0) return;
  }
}

}  // namespace casebook::compare
