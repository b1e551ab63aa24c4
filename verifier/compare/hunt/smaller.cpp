// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/smaller.h"

#include <algorithm>
#include <set>

#include "engine/runtime/distance/cells.h"
#include "verifier/finding/witness.h"

namespace casebook::compare {

using language::TypeTag;
using runtime::NodeKind;
using What = Difference::What;

namespace {

/// Positions played to make a game shorter that was led to an example.
constexpr int64_t shorten_led = 6'000;

/// The choice with the same words where it is lawful too: which bit of a set stands for whom depends on who
/// is there.
std::optional<runtime::Choice> same_words(Pair& pair, size_t side, const Position& from,
                                          const runtime::Choice& choice, const Position& at) {
  const auto named = named_choice(*pair.scenarios[side], from, choice);
  const auto choices = runtime::choices_named(*pair.scenarios[side], at, named);
  std::vector<runtime::Choice> lawful;
  pair.rules[side]->choices(at, lawful);
  for (const runtime::Choice& one : choices) {
    if (std::find(lawful.begin(), lawful.end(), one) != lawful.end()) return one;
  }
  return std::nullopt;
}

bool at_choose(Pair& pair, size_t side, const Position& position) {
  return pair.rules[side]->node(position) == NodeKind::choose;
}

/// Goes the class's way from other positions after its step; false when what showed does not show there.
bool shows_again(Pair& pair, const DifferenceClass& old, const Difference& now, DifferenceClass& into) {
  std::array<Position, 2> before = old.example.after, after = now.after;
  into.way.clear();
  for (const auto& steps : old.way) {
    std::array<Step, 2> taken = steps;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (steps[side].chance) {
        std::vector<runtime::ChanceOutcome> outcomes;
        if (pair.rules[side]->node(after[side]) != NodeKind::chance) return false;
        pair.rules[side]->outcomes(after[side], outcomes);
        if (std::find(outcomes.begin(), outcomes.end(), steps[side].outcome) == outcomes.end()) return false;
        pair.rules[side]->apply(before[side], steps[side].outcome);
        pair.rules[side]->apply(after[side], steps[side].outcome);
        continue;
      }
      if (!at_choose(pair, side, after[side]) || pair.rules[side]->node(before[side]) != NodeKind::choose ||
          before[side].cell(pair.scenarios[side]->layout.site) !=
              after[side].cell(pair.scenarios[side]->layout.site))
        return false;
      const auto choice = same_words(pair, side, before[side], steps[side].choice, after[side]);
      if (!choice) return false;
      taken[side].choice = *choice;
      pair.rules[side]->apply(before[side], steps[side].choice);
      pair.rules[side]->apply(after[side], *choice);
    }
    into.way.push_back(taken);
  }
  Difference shown = *old.shows;
  const size_t allows = shown.allows;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (!at_choose(pair, side, after[side]) ||
        old.shows->positions[side].cell(pair.scenarios[side]->layout.site) !=
            after[side].cell(pair.scenarios[side]->layout.site))
      return false;
  }
  const auto choice =
      same_words(pair, allows, old.shows->positions[allows], shown.steps[allows].choice, after[allows]);
  if (!choice) return false;
  shown.positions = after;
  shown.steps[allows].choice = *choice;
  const auto there = compare::across(
      pair, allows, named_choice(*pair.scenarios[allows], after[allows], *choice), after[1 - allows]);
  if (!there) return false;
  for (const runtime::Choice& one :
       runtime::choices_named(*pair.scenarios[1 - allows], after[1 - allows], *there)) {
    std::vector<runtime::Choice> lawful;
    pair.rules[1 - allows]->choices(after[1 - allows], lawful);
    if (std::find(lawful.begin(), lawful.end(), one) != lawful.end()) return false;
  }
  into.shows = std::move(shown);
  return true;
}

/// The same difference at other positions; nothing when it is not there.
std::optional<Difference> again(Pair& pair, const Difference& old, size_t side, const Position& position) {
  if (pair.rules[side]->node(position) == NodeKind::over) return std::nullopt;
  const auto there = pair.transfers[side](position);
  if (!there) return std::nullopt;
  Difference now = old;
  now.positions[side] = position;
  now.positions[1 - side] = *there;
  if (old.what == What::chance) {
    const std::string mine = chances_text(*pair.rules[0], now.positions[0]),
                      theirs = chances_text(*pair.rules[1], now.positions[1]);
    return mine.empty() || theirs.empty() || mine == theirs ? std::nullopt : std::optional(now);
  }
  if (old.what == What::player) {
    const std::string mine = pair.player_text(0, now.positions[0]),
                      theirs = pair.player_text(1, now.positions[1]);
    return mine.empty() || theirs.empty() || mine == theirs ? std::nullopt : std::optional(now);
  }
  for (const size_t of : {size_t{0}, size_t{1}}) {
    const bool choosing = old.what == What::permitted || old.what == What::offered;
    if (choosing && of != old.allows) continue;
    const Position& at = now.positions[of];
    if (old.steps[of].chance) {
      std::vector<runtime::ChanceOutcome> outcomes;
      pair.rules[of]->outcomes(at, outcomes);
      if (std::find(outcomes.begin(), outcomes.end(), old.steps[of].outcome) == outcomes.end())
        return std::nullopt;
      continue;
    }
    const auto found = same_words(pair, of, old.positions[of], old.steps[of].choice, at);
    if (!found) return std::nullopt;
    now.steps[of].choice = *found;
  }
  if (old.what == What::permitted || old.what == What::offered) return now;
  for (const size_t of : {size_t{0}, size_t{1}}) {
    now.after[of] = now.positions[of];
    now.steps[of].chance ? pair.rules[of]->apply(now.after[of], now.steps[of].outcome)
                         : pair.rules[of]->apply(now.after[of], now.steps[of].choice);
  }
  now.values = pair.transfers[0].differences(now.after[0], now.after[1]);
  if (now.values.empty()) return std::nullopt;
  const auto has = [&](const char* name) {
    return std::find(now.values.begin(), now.values.end(), name) != now.values.end();
  };
  const What what = has("outcome") ? What::outcome : has("who comes next") ? What::next : What::effect;
  if (what != old.what) return std::nullopt;
  std::erase_if(now.values,
                [](const std::string& one) { return one == "outcome" || one == "who comes next"; });
  if (old.what == What::effect) {
    for (const std::string& value : old.values) {
      if (std::find(now.values.begin(), now.values.end(), value) == now.values.end()) return std::nullopt;
    }
    now.values = old.values;
  }
  return now;
}

/// Pieces that a state or a local names: what goes on where the position stands is about them.
std::set<games::Cell> named_pieces(const Scenario& scenario, const Position& position) {
  std::set<games::Cell> named;
  for (const games::Cell& cell : games::cells_of(scenario, position)) {
    if (cell.what == games::Cell::What::place) continue;
    if (cell.what == games::Cell::What::state && !scenario.program->states[cell.id].params.empty()) continue;
    const language::Type type = games::type_of(scenario, cell);
    const bool of_members =
        type.tag == TypeTag::entity || type.tag == TypeTag::maybe || type.tag == TypeTag::set;
    if (!of_members || type.of < 0 || !scenario.program->kinds[type.of].on_map) continue;
    const runtime::Value value = games::read(scenario, position, cell);
    std::vector<int32_t> members = value.items;
    if (type.tag != TypeTag::set) members = {value.cell()};
    for (const int32_t member : members)
      if (member >= 0) named.insert({games::Cell::What::place, type.of, static_cast<uint32_t>(member)});
  }
  return named;
}

}  // namespace

bool shows_at(Pair& pair, const DifferenceClass& one, const Position& position) {
  const auto now = again(pair, one.example, one.origin.side, position);
  if (!now) return false;
  if (now->what == What::permitted) {
    const size_t allows = now->allows, refuses = 1 - allows;
    const auto named =
        named_choice(*pair.scenarios[allows], now->positions[allows], now->steps[allows].choice);
    const auto there = compare::across(pair, allows, named, now->positions[refuses]);
    if (!there || !RefusalFinder(pair.scenarios[refuses], now->positions[refuses], *there).refusal())
      return false;
  }
  DifferenceClass shown;
  return !one.shows || shows_again(pair, one, *now, shown);
}

bool stands_at(Pair& pair, Classes& classes, DifferenceClass& one, const Position& position) {
  const auto now = again(pair, one.example, one.origin.side, position);
  if (!now) return false;
  auto found = classes.classify(*now);
  if (!found || found->key != one.key) return false;
  if (one.shows) {
    DifferenceClass shown;
    if (!shows_again(pair, one, *now, shown)) return false;
    const auto& last = *shown.shows;
    const auto named = named_choice(*pair.scenarios[last.allows], last.positions[last.allows],
                                    last.steps[last.allows].choice);
    const auto there = compare::across(pair, last.allows, named, last.positions[1 - last.allows]);
    const auto refusal =
        there ? classes.blamer().refusal(1 - last.allows, last.positions[1 - last.allows], *there)
              : std::nullopt;
    if (!refusal || (one.shows_refusal && refusal->name != one.shows_refusal->name)) return false;
    one.way = shown.way;
    one.shows = shown.shows;
    one.shows_refusal = refusal;
  }
  one.example = *now;
  one.refusal = found->refusal;
  return true;
}

void shrink(Pair& pair, Classes& classes, DifferenceClass& one, games::PositionMaker& maker,
            const games::Phases* phases, int tries) {
  const size_t side = one.origin.side;
  const Scenario& scenario = *pair.scenarios[side];
  if (scenario.program->boxes.empty()) return;
  // A box may break what was kept, where the example breaks something and no grade keeps it from that.
  const size_t broken = maker.broken_invariants(one.example.positions[side]).size();
  const auto take = [&](const Position& position) {
    if (tries-- <= 0 || position == one.example.positions[side]) return false;
    return maker.grade(position) >= one.origin.grade && maker.broken_invariants(position).size() <= broken &&
           stands_at(pair, classes, one, position);
  };
  const std::set<games::Cell> named = named_pieces(scenario, one.example.positions[side]);
  std::vector<games::Cell> pieces;
  for (const games::Cell& piece : games::pieces_of(scenario)) {
    const int32_t at = games::read(scenario, one.example.positions[side], piece).cell();
    if (games::is_hex(scenario, at) && named.count(piece) == 0) pieces.push_back(piece);
  }
  // The box in which nobody misses them; which one that is differs from game to game. Only one in which games
  // have had that piece.
  const auto boxes = static_cast<int32_t>(scenario.program->boxes.size());
  const auto put_away = [&](Position& position, const games::Cell& piece, int32_t box) {
    const int32_t to = scenario.ground.hexes + box;
    if (phases != nullptr && !phases->empty() && !phases->has_been(piece, to)) return false;
    games::write(scenario, position, piece, {to, {}});
    return true;
  };
  for (size_t at_once = pieces.size(); at_once > 0; at_once /= 2) {
    for (size_t first = 0; first < pieces.size();) {
      const size_t last = std::min(first + at_once, pieces.size());
      bool taken = false;
      for (int32_t box = boxes - 1; box >= 0 && !taken; --box) {
        Position simpler = one.example.positions[side];
        bool all = true;
        for (size_t i = first; i < last && all; ++i) all = put_away(simpler, pieces[i], box);
        taken = all && take(simpler);
      }
      if (taken)
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(first),
                     pieces.begin() + static_cast<std::ptrdiff_t>(last));
      else
        first = last;
    }
  }
}

void lead_there(Pair& pair, Classes& classes, DifferenceClass& one, games::Leader& leader, int64_t tries) {
  const size_t side = one.origin.side;
  const Scenario& scenario = *pair.scenarios[side];
  if (one.game || scenario.program->boxes.empty() || !scenario.data) return;
  // What is in a box may be there for want of another place.
  Position aim = one.example.positions[side];
  const std::set<games::Cell> named = named_pieces(scenario, aim);
  for (const games::Cell& piece : games::pieces_of(scenario)) {
    const int32_t at = games::read(scenario, aim, piece).cell();
    const bool began = at == games::read(scenario, scenario.start, piece).cell();
    if (at <= scenario.ground.hexes || began || named.count(piece) != 0) continue;
    Position without = aim;
    games::write(scenario, without, piece, {scenario.ground.hexes, {}});
    if (shows_at(pair, one, without)) aim = std::move(without);
  }
  games::LeadSettings settings;
  settings.tries = tries;
  settings.shorter = shorten_led;
  games::Led led = leader.lead(
      aim, [&](const Position& position) { return stands_at(pair, classes, one, position); }, settings);
  if (!led.game) return;
  one.game = std::move(led.game);
  one.shortened_in = led.shortened_in;
  one.origin.grade = games::Grade::reachable;
}

bool shrink_game(Pair& pair, Classes& classes, DifferenceClass& one, games::PlayedGame game,
                 const games::Shortening& budget) {
  const size_t side = one.origin.side;
  runtime::Rules& rules = *pair.rules[side];
  Position end;
  games::walk(rules, game, [&](const Position& position) {
    end = position;
    return true;
  });
  if (!(end == one.example.positions[side])) return false;
  const games::Shows shows = [&](const Position& position) {
    return position == one.example.positions[side] || stands_at(pair, classes, one, position);
  };
  auto shorter = games::shorten(rules, game, shows, budget);
  if (!shorter) return false;
  one.game = std::move(shorter->game);
  one.shortened_in = shorter->positions;
  return true;
}

}  // namespace casebook::compare
