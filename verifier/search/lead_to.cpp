// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/lead_to.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "engine/base/random.h"
#include "verifier/search/reached.h"
#include "verifier/search/shorten.h"

namespace casebook::games {

using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::NodeKind;

namespace {

constexpr uint64_t games_to_learn_from = 12, positions_to_learn_from = 12'000;
/// Of each site and side, where a side begins to choose.
constexpr size_t most_begun = 3;
/// From where no choice leads to the aim.
constexpr int32_t no_way = 60;
constexpr double never_again = 1e9;
/// Choices of a position that are tried, and of those that have nothing to do with the aim.
constexpr size_t most_tried = 40, most_of_others = 16;
/// Choices and rolls that are tried in all ways near the aim.
constexpr int most_deep = 5;
constexpr int64_t most_of_a_look = 1'200;
constexpr int most_looks = 3;
constexpr int64_t of_a_game = 50;
/// To find out where a piece can go: choices that are tried, and hexes of a position of which it must leave one.
constexpr size_t most_of_a_piece = 200'000;
constexpr int32_t most_in_vain = 40;
/// Pieces times hexes, above which pieces in a box are looked for one by one.
constexpr size_t most_worked_out = 50'000;
/// Known games from which play goes on.
constexpr size_t most_starts = 6;
/// Choices and rolls that are looked at ahead.
constexpr size_t most_ahead = 12;

}  // namespace

Leader::Leader(std::shared_ptr<const Scenario> scenario, uint64_t seed)
    : scenario_(std::move(scenario)),
      rules_(std::make_unique<runtime::CompiledRules>(scenario_)),
      pieces_(pieces_of(*scenario_)),
      side_(pieces_.size(), -1),
      mover_(pieces_.size(), -1),
      steps_(pieces_.size()),
      seen_steps_(pieces_.size()) {
  for (const Cell& piece : pieces_)
    place_cell_.push_back(scenario_->layout.places[piece.id].first +
                          piece.combination * scenario_->layout.places[piece.id].width);
  const auto places = static_cast<size_t>(scenario_->ground.hexes) + scenario_->program->boxes.size();
  for (Steps& steps : seen_steps_) steps.resize(places);
  // Some of each site and side, from anywhere in a game: at its beginning much may be forbidden.
  std::map<std::pair<int32_t, int32_t>, std::pair<uint64_t, std::vector<Position>>> kept;
  Games games(scenario_, {seed});
  Random random(seed, 1);
  uint64_t positions = 0;
  games.play(1, games_to_learn_from, [&](const Moment& moment) {
    const int32_t site = moment.position.cell(scenario_->layout.site);
    if (moment.from + 1 != site && games.rules().node(moment.position) == NodeKind::choose) {
      auto& [seen, some] = kept[{site, games.rules().player(moment.position)}];
      ++seen;
      if (some.size() < most_begun)
        some.push_back(moment.position);
      else if (const uint32_t at = random.below(static_cast<uint32_t>(seen)); at < most_begun)
        some[at] = moment.position;
    }
    if (moment.before != nullptr && games.rules().node(*moment.before) == NodeKind::choose) {
      for (size_t piece = 0; piece < pieces_.size(); ++piece) {
        const int32_t from = place(*moment.before, piece), to = place(moment.position, piece);
        if (from != to && from >= 0 && to >= 0) {
          std::vector<int32_t>& known = seen_steps_[piece][static_cast<size_t>(from)];
          if (std::find(known.begin(), known.end(), to) == known.end()) known.push_back(to);
        }
        const bool moved = from != to && is_hex(*scenario_, from) && is_hex(*scenario_, to);
        if (moved && side_[piece] < 0) side_[piece] = games.rules().player(*moment.before);
      }
    }
    return ++positions < positions_to_learn_from;
  });
  const int32_t hexes = scenario_->ground.hexes;
  int32_t stride = std::max(1, hexes * 5 / 13);
  while (std::gcd(stride, hexes) > 1) ++stride;
  for (int32_t i = 0, hex = 0; i < hexes; ++i, hex = (hex + stride) % hexes) spread_.push_back(hex);
  for (size_t round = 0; round < most_begun; ++round)
    for (auto& [where, of] : kept)
      if (round < of.second.size()) begun_.push_back(std::move(of.second[round]));
}

size_t Leader::index_of(const Cell& piece) const {
  return static_cast<size_t>(std::lower_bound(pieces_.begin(), pieces_.end(), piece) - pieces_.begin());
}

const Leader::Steps& Leader::steps_of(size_t piece) {
  Steps& steps = steps_[piece];
  if (!steps.empty()) return steps;
  const int32_t hexes = scenario_->ground.hexes;
  const auto boxes = static_cast<int32_t>(scenario_->program->boxes.size());
  steps = seen_steps_[piece];
  std::vector<Choice> choices;
  size_t tried = 0;
  for (const Position& begun : begun_) {
    Position there = begun;
    for (size_t other = 0; other < pieces_.size(); ++other)
      if (other != piece && is_hex(*scenario_, place(begun, other)))
        write(*scenario_, there, pieces_[other], {hexes, {}});
    bool leaves_a_hex = false;
    for (int32_t i = 0; i < hexes + boxes && tried <= most_of_a_piece; ++i) {
      const bool is_box = i < boxes;
      const int32_t from = is_box ? hexes + i : spread_[static_cast<size_t>(i - boxes)];
      if (i - boxes == most_in_vain && !leaves_a_hex) break;
      write(*scenario_, there, pieces_[piece], {from, {}});
      rules_->choices(there, choices);
      auto& known = steps[static_cast<size_t>(from)];
      tried += choices.size();
      for (const Choice& one : choices) {
        Position next = there;
        rules_->apply(next, one);
        const int32_t to = place(next, piece);
        if (to == from || to < 0) continue;
        leaves_a_hex = leaves_a_hex || !is_box;
        if (mover_[piece] < 0) mover_[piece] = rules_->player(there);
        if (std::find(known.begin(), known.end(), to) == known.end()) known.push_back(to);
      }
    }
  }
  return steps;
}

std::vector<int32_t> Leader::ways_to(size_t piece, int32_t aim) {
  const Steps& steps = steps_of(piece);
  Steps back(steps.size());
  for (size_t from = 0; from < steps.size(); ++from)
    for (const int32_t to : steps[from]) back[static_cast<size_t>(to)].push_back(static_cast<int32_t>(from));
  std::vector<int32_t> ways(steps.size(), no_way);
  std::deque<int32_t> next{aim};
  ways[static_cast<size_t>(aim)] = 0;
  while (!next.empty()) {
    const auto at = static_cast<size_t>(next.front());
    next.pop_front();
    for (const int32_t from : back[at]) {
      if (ways[static_cast<size_t>(from)] != no_way) continue;
      ways[static_cast<size_t>(from)] = ways[at] + 1;
      next.push_back(from);
    }
  }
  return ways;
}

/// One search for one aim.
class Leader::Search {
 public:
  Search(Leader& leader, const Position& aim, const Shows& shows, const LeadSettings& settings,
         const std::vector<PlayedGame>& known)
      : of_(leader),
        scenario_(*leader.scenario_),
        rules_(*leader.rules_),
        shows_(shows),
        settings_(settings),
        random_(settings.seed, 1),
        site_(aim.cell(scenario_.layout.site)),
        hexes_(scenario_.ground.hexes),
        player_(player_at(aim)) {
    const size_t pieces = leader.pieces_.size();
    aims_.resize(pieces);
    waits_.assign(pieces, false);
    near_.assign(static_cast<size_t>(hexes_), 99);
    on_way_.assign(static_cast<size_t>(hexes_), false);
    for (size_t piece = 0; piece < pieces; ++piece) {
      const int32_t there = leader.place(aim, piece), from = leader.place(scenario_.start, piece);
      // The first box is where pieces are put that are out of the way.
      if (there < 0 || there == hexes_ || (there > hexes_ && there == from)) continue;
      std::vector<int32_t> ways = leader.ways_to(piece, there);
      // A box to which no choice leads from where the piece began says nothing.
      if (there >= hexes_ && (from < 0 || ways[static_cast<size_t>(from)] == no_way)) continue;
      aims_[piece] = {there, std::move(ways), false};
    }
    named(aim);
    std::set<int32_t> sides;
    in_boxes(sides);
    for (size_t piece = 0; piece < pieces; ++piece) {
      const To& to = aims_[piece];
      if (to.there < 0) continue;
      order_.push_back(piece);
      sides.insert(leader.side_[piece]);
      mark_way(leader.place(scenario_.start, piece), leader.steps_of(piece), to);
      if (to.there >= hexes_) continue;
      for (int32_t hex = 0; hex < hexes_; ++hex)
        near_[static_cast<size_t>(hex)] =
            std::min(near_[static_cast<size_t>(hex)], scenario_.ground.distance(hex, to.there));
    }
    for (size_t piece = 0; piece < pieces; ++piece) {
      const int32_t side = leader.side_[piece];
      against_.push_back(side >= 0 && (sides.size() != 1 || sides.count(side) == 0));
    }
    start_near(known);
  }

  Led run() {
    while (!found_ && led_.tries < settings_.tries && shown_ < settings_.most_shown) {
      ++led_.games;
      led_.tries += of_a_game;  // also of one that is over at once
      play(led_.games == 1 ? 0.0 : 0.04 * static_cast<double>(led_.games % 6));
    }
    if (found_) {
      const auto still = [this](const Position& position) {
        return stands_there(position) && far(position).own == 0 && shows_(position);
      };
      Shortening budget;
      budget.usual = budget.most = settings_.shorter;
      if (auto shorter = shorten(rules_, *found_, still, budget)) {
        found_ = std::move(shorter->game);
        led_.shortened_in = shorter->positions;
      }
    }
    led_.shown = shown_;
    led_.game = std::move(found_);
    return std::move(led_);
  }

 private:
  /// Many choices cost as much to list as some cost to try.
  static int64_t cost_of(const std::vector<Choice>& choices) {
    return static_cast<int64_t>(choices.size() / 4);
  }

  struct Far {
    double all = 0;   // what is brought down: of the pieces whose turn it is, and what is in the way
    int32_t own = 0;  // of the pieces of the aim alone: 0 where they are there
  };

  /// So many of the pieces in a box, whichever.
  struct Crowd {
    int32_t box = -1;
    size_t count = 0;
    std::vector<size_t> of;                  // pieces that can come there
    std::vector<std::vector<int32_t>> ways;  // of each, as in To
  };

  /// A position of a known game, and how it came there.
  struct Start {
    double far = 0;
    std::vector<PlayedStep> steps;
    Position position;
  };

  struct To {
    int32_t there = -1;  // -1: the aim says nothing of the piece
    std::vector<int32_t> ways;
    bool gone = false;  // at the aim it is gone; before, it was there
  };

  /// Of each known game the position that is nearest; the nearest of these.
  void start_near(const std::vector<PlayedGame>& known) {
    for (const PlayedGame& game : known) {
      Start best{never_again, {}, {}};
      size_t at = 0, steps = 0;
      walk(rules_, game, [&](const Position& position) {
        const Far here = far(position);
        if (here.all < never_again && here.own < best.far)
          best.far = here.own, best.position = position, steps = at;
        ++at;
        return true;
      });
      if (best.far >= never_again) continue;
      best.steps.assign(game.steps.begin(), game.steps.begin() + static_cast<std::ptrdiff_t>(steps));
      starts_.push_back(std::move(best));
    }
    std::stable_sort(starts_.begin(), starts_.end(),
                     [](const Start& a, const Start& b) { return a.far < b.far; });
    if (starts_.size() > most_starts) starts_.resize(most_starts);
  }

  /// Pieces that something alive names count one by one. If they are gone, they were on a hex that something
  /// alive names.
  void named(const Position& aim) {
    std::set<size_t> gone;
    std::set<int32_t> hexes;
    for (const Cell& cell : cells_of(scenario_, aim)) {
      if (cell.what == Cell::What::place) continue;
      const language::Type type = type_of(scenario_, cell);
      const bool one = type.tag == language::TypeTag::entity || type.tag == language::TypeTag::maybe;
      if (!one && type.tag != language::TypeTag::set) continue;
      const runtime::Value value = read(scenario_, aim, cell);
      std::vector<int32_t> members = value.items;
      if (one && value.number >= 0) members.push_back(value.cell());
      for (const int32_t member : members) {
        if (type.of == language::kind_hex) {
          hexes.insert(member);
        } else if (scenario_.program->kinds[type.of].on_map) {
          const size_t piece = of_.index_of({Cell::What::place, type.of, static_cast<uint32_t>(member)});
          named_.insert(piece);
          if (of_.place(aim, piece) == hexes_) gone.insert(piece);
        }
      }
    }
    for (const To& to : aims_) hexes.erase(to.there);
    auto hex = hexes.begin();
    for (const size_t piece : gone) {
      if (hex == hexes.end()) break;
      aims_[piece] = {*hex, of_.ways_to(piece, *hex), true};
      ++hex;
    }
  }

  /// Of the pieces in a box that nothing names only the number and the side count.
  void in_boxes(std::set<int32_t>& sides) {
    std::map<std::pair<int32_t, int32_t>, size_t> counts;  // by box and side
    goes_.assign(aims_.size(), false);
    // For a great board it takes too long to find out where each piece may go.
    if (aims_.size() * near_.size() > most_worked_out) return;
    const auto side_of = [&](size_t piece) {
      of_.steps_of(piece);  // finds out whose it is
      return of_.mover_[piece];
    };
    for (size_t piece = 0; piece < aims_.size(); ++piece) {
      To& to = aims_[piece];
      if (to.there < hexes_ || named_.count(piece) != 0) continue;
      ++counts[{to.there, side_of(piece)}];
      to = {};
    }
    for (const auto& [where, count] : counts) {
      Crowd crowd{where.first, count, {}, {}};
      sides.insert(where.second);
      std::vector<std::pair<int32_t, size_t>> nearest;
      for (size_t piece = 0; piece < aims_.size(); ++piece) {
        if (aims_[piece].there >= 0 || side_of(piece) != where.second) continue;
        std::vector<int32_t> ways = of_.ways_to(piece, crowd.box);
        const int32_t from = of_.place(scenario_.start, piece);
        if (from < 0 || ways[static_cast<size_t>(from)] == no_way) continue;
        nearest.emplace_back(ways[static_cast<size_t>(from)], piece);
        crowd.of.push_back(piece);
        crowd.ways.push_back(std::move(ways));
      }
      std::sort(nearest.begin(), nearest.end());
      for (size_t i = 0; i < std::min(count, nearest.size()); ++i) {
        const size_t piece = nearest[i].second;
        mark_way(of_.place(scenario_.start, piece), of_.steps_of(piece),
                 {crowd.box, of_.ways_to(piece, crowd.box), false});
      }
      crowds_.push_back(std::move(crowd));
    }
  }
  /// How many choices each piece of the crowd is away; no_way: it is where none leads on.
  std::vector<std::pair<int32_t, size_t>> ways_of(const Crowd& crowd, const Position& position) const {
    std::vector<std::pair<int32_t, size_t>> away;
    for (size_t i = 0; i < crowd.of.size(); ++i) {
      const int32_t at = of_.place(position, crowd.of[i]);
      away.emplace_back(at < 0 ? no_way : crowd.ways[i][static_cast<size_t>(at)], crowd.of[i]);
    }
    std::sort(away.begin(), away.end());
    return away;
  }

  Far far(const Position& position) const {
    Far far;
    for (const Crowd& crowd : crowds_) {
      const auto away = ways_of(crowd, position);
      for (size_t i = 0; i < crowd.count; ++i) {
        if (i >= away.size() || away[i].first == no_way) return {never_again, no_way};
        far.own += away[i].first;
      }
      for (const auto& [steps, piece] : away)
        if (goes_[piece]) far.all += steps;
    }
    for (size_t piece = 0; piece < aims_.size(); ++piece) {
      const int32_t at = of_.place(position, piece);
      if (at < 0) continue;
      const To& to = aims_[piece];
      if (to.there >= 0) {
        if (to.gone && at == hexes_) continue;
        const int32_t steps = to.ways[static_cast<size_t>(at)];
        if (steps == no_way && at >= hexes_) return {never_again, no_way};
        far.own += steps;
        if (!waits_[piece]) far.all += steps;
      } else if (at < hexes_ && !goes_[piece]) {
        const int32_t near = near_[static_cast<size_t>(at)];
        if (near == 0) far.all += 6.0;
        if (!against_[piece]) continue;
        far.all += near == 1 ? 1.2 : near == 2 ? 0.3 : 0.0;
        if (on_way_[static_cast<size_t>(at)]) far.all += 0.6;
      }
    }
    return far;
  }

  /// Whether one of the pieces that the choice names has to do with the aim; yes where it names none.
  bool has_to_do(const Position& position, const Choice& choice, int& names) const {
    names = 0;
    const language::Site& site = rules_.site(position);
    const language::Alternative& alternative = site.alternatives[static_cast<size_t>(choice.alternative)];
    const language::Program& p = *scenario_.program;
    const language::Action& action = p.actions[alternative.action];
    size_t single = 0;
    bool of_it = false;
    for (const language::ActionParam& param : action.params) {
      ++names;
      if (param.mode != language::ParamMode::single || single >= choice.singles.size()) continue;
      const int16_t value = choice.singles[single++];
      const language::Type& type = p.vars[param.var].type;
      if (type.tag != language::TypeTag::entity || !p.kinds[type.of].on_map || value < 0) continue;
      const size_t piece = of_.index_of({Cell::What::place, type.of, static_cast<uint32_t>(value)});
      const int32_t at = of_.place(position, piece);
      const bool in_the_way = at >= 0 && at < hexes_ &&
                              (near_[static_cast<size_t>(at)] <= 1 || on_way_[static_cast<size_t>(at)]) &&
                              (against_[piece] || near_[static_cast<size_t>(at)] == 0);
      of_it = of_it || goes_[piece] || (aims_[piece].there >= 0 ? !waits_[piece] : in_the_way);
    }
    return of_it || action.params.empty();
  }

  template <class Step>
  PlayedStep played(const Step& step) const {
    PlayedStep one;
    if constexpr (std::is_same_v<Step, Choice>)
      one.choice = step;
    else
      one.chance = true, one.outcome = step;
    return one;
  }

  /// One of the shortest ways, and the hexes beside it.
  void mark_way(int32_t at, const Steps& steps, const To& to) {
    while (at >= 0 && to.ways[static_cast<size_t>(at)] > 0 && to.ways[static_cast<size_t>(at)] < no_way) {
      const auto& next = steps[static_cast<size_t>(at)];
      const auto nearer = std::find_if(next.begin(), next.end(), [&](int32_t one) {
        return to.ways[static_cast<size_t>(one)] == to.ways[static_cast<size_t>(at)] - 1;
      });
      if (nearer == next.end()) return;
      at = *nearer;
      if (at >= hexes_) continue;
      on_way_[static_cast<size_t>(at)] = true;
      for (const int32_t beside : scenario_.ground.neighbours[static_cast<size_t>(at)])
        if (beside >= 0) on_way_[static_cast<size_t>(beside)] = true;
    }
  }

  /// In some games all pieces of the aim go at once, in some one after another, in an order of their own: one
  /// that is there first may keep the others away.
  void in_order(int64_t game) {
    size_t of_all = order_.size();
    for (const Crowd& crowd : crowds_) of_all += crowd.count;
    at_once_ = game % 3 == 1 ? of_all : game % 3 == 2 ? 1 : (of_all + 1) / 2;
    for (size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random_.below(static_cast<uint32_t>(i))]);
  }
  void whose_turn(const Position& position) {
    size_t going = 0;
    for (const size_t piece : order_) {
      waits_[piece] = going >= at_once_;
      const int32_t at = of_.place(position, piece);
      going += at == aims_[piece].there || (aims_[piece].gone && at == hexes_) ? 0U : 1U;
    }
    goes_.assign(aims_.size(), false);
    for (const Crowd& crowd : crowds_) {
      const auto away = ways_of(crowd, position);
      // At least one goes, whatever the others do: what is asked of a box seldom keeps anybody away.
      size_t on_the_way = 0;
      for (size_t i = 0; i < std::min(crowd.count, away.size()); ++i) {
        if (away[i].first > 0 && ++on_the_way > std::max<size_t>(1, at_once_)) break;
        goes_[away[i].second] = true;
      }
    }
  }

  int32_t player_at(const Position& position) const {
    return rules_.node(position) == NodeKind::choose ? rules_.player(position) : -1;
  }
  /// At the same site, and the same side chooses.
  bool stands_there(const Position& position) const {
    return position.cell(scenario_.layout.site) == site_ && player_at(position) == player_;
  }

  /// What is said of the whole game there: its turn, whose it is.
  uint64_t of_the_game(const Position& position) const {
    uint64_t hash = 1;
    const auto& states = scenario_.program->states;
    for (size_t i = 0; i < states.size(); ++i) {
      const language::State& state = states[StateId(static_cast<int32_t>(i))];
      if (state.procedure != language::none || !state.params.empty() || state.hidden) continue;
      const runtime::Value value = read(scenario_, position, {Cell::What::state, static_cast<int32_t>(i), 0});
      uint64_t mixed = hash ^ static_cast<uint64_t>(value.number);
      hash = splitmix64(mixed);
    }
    return hash;
  }
  /// Whether it shows here; looks no more often than it may, and not again and again in one turn.
  bool look(const Position& position, const std::vector<PlayedStep>& steps) {
    if (shown_ >= settings_.most_shown || ++looks_[of_the_game(position)] > most_looks) return false;
    ++shown_;
    if (!shows_(position)) return false;
    found_.emplace().steps = steps;
    return true;
  }

  /// Tries all ways of a few choices and rolls from here, for a position at the site of the aim.
  bool try_all(const Position& position, std::vector<PlayedStep>& steps, int deep, int64_t& left) {
    if (found_ || left <= 0 || led_.tries >= settings_.tries) return false;
    if (deep == 0 && stands_there(position) && far(position).own == 0 && look(position, steps)) return true;
    if (deep == 0) return false;
    const NodeKind node = rules_.node(position);
    if (node == NodeKind::over) return false;
    const auto go = [&](const auto& step) {
      --left;
      ++led_.tries;
      Position next = position;
      rules_.apply(next, step);
      if (far(next).own > 3) return false;
      steps.push_back(played(step));
      const bool shown = try_all(next, steps, deep - 1, left);
      steps.pop_back();
      return shown;
    };
    if (node == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules_.outcomes(position, outcomes);
      for (const ChanceOutcome& one : outcomes)
        if (go(one)) return true;
      return false;
    }
    std::vector<Choice> choices;
    rules_.choices(position, choices);
    led_.tries += cost_of(choices);
    for (const Choice& one : choices) {
      int names = 0;
      if (has_to_do(position, one, names) && go(one)) return true;
      if (left <= 0) return false;
    }
    return false;
  }

  /// Where a known game is nearest; or earlier in it, in its second half: at the end of a game nobody has time to go
  /// where the other one did not send him.
  void begin_at(const Start& start, bool earlier, Position& position, std::vector<PlayedStep>& steps) {
    position = start.position;
    steps = start.steps;
    if (!earlier || steps.size() < 2) return;
    const size_t half = steps.size() / 2;
    steps.resize(half + random_.below(static_cast<uint32_t>(steps.size() - half)));
    position = scenario_.start;
    rules_.begin(position);
    for (const PlayedStep& step : steps) apply(rules_, position, step);
  }

  void play(double careless) {
    Position position = scenario_.start;
    std::vector<PlayedStep> steps;
    const auto game = static_cast<size_t>(led_.games);
    if (!starts_.empty() && game % 2 == 1) {
      if (settings_.also_earlier)
        begin_at(starts_[game / 4 % starts_.size()], game / 2 % 2 == 1, position, steps);
      else
        begin_at(starts_[game / 2 % starts_.size()], false, position, steps);
    } else {
      rules_.begin(position);
    }
    std::vector<Choice> choices;
    std::vector<ChanceOutcome> outcomes;
    std::map<std::pair<int32_t, int32_t>, int> looked_at;  // sites and who chooses, in this game
    in_order(led_.games);
    looks_.clear();
    while (steps.size() < settings_.most_steps && led_.tries < settings_.tries) {
      whose_turn(position);
      const Far here = far(position);
      if (here.all >= never_again) return;
      const int32_t site = position.cell(scenario_.layout.site);
      if (here.own == 0 && stands_there(position) && look(position, steps)) return;
      const NodeKind node = rules_.node(position);
      if (node == NodeKind::over) return;
      if (here.own <= 1 && !stands_there(position) && node == NodeKind::choose &&
          ++looked_at[{site, player_at(position)}] <= most_looks) {
        for (int deep = 1; deep <= most_deep; ++deep) {
          if (of_looks_ > settings_.tries / 2) break;
          int64_t left = most_of_a_look;
          const bool shown = try_all(position, steps, deep, left);
          of_looks_ += most_of_a_look - left;
          if (shown) return;
        }
      }
      if (node == NodeKind::chance) {
        rules_.outcomes(position, outcomes);
        if (outcomes.empty()) return;
        const ChanceOutcome taken = nearest(position, outcomes, [](const ChanceOutcome&) { return 0; });
        rules_.apply(position, taken);
        steps.push_back(played(taken));
        continue;
      }
      rules_.choices(position, choices);
      led_.tries += cost_of(choices);
      if (choices.empty()) return;
      std::vector<Choice> some, others;
      std::map<Choice, int> named;
      for (const Choice& one : choices) {
        int names = 0;
        (has_to_do(position, one, names) ? some : others).push_back(one);
        named[one] = names;
      }
      if (some.empty()) {
        sample(others, most_of_others);
        some = std::move(others);
      }
      sample(some, most_tried);
      const bool any = random_.below(1000) < static_cast<uint32_t>(careless * 1000);
      const Choice taken = any ? some[random_.below(static_cast<uint32_t>(some.size()))]
                               : nearest(position, some, [&](const Choice& one) { return named[one]; });
      rules_.apply(position, taken);
      steps.push_back(played(taken));
    }
  }

  /// So many of them; the first ones name fewest pieces and are kept.
  template <class Step>
  void sample(std::vector<Step>& steps, size_t most) {
    while (steps.size() > most)
      steps.erase(steps.begin() +
                  static_cast<std::ptrdiff_t>(random_.below(static_cast<uint32_t>(steps.size()))));
  }

  /// How near play comes from here, over what chance brings and one choice after it: who must attack does not
  /// attack so that he is lost.
  double best_after(const Position& position, int deep) {
    const NodeKind node = rules_.node(position);
    if (node == NodeKind::over) return never_again;
    const double here = far(position).all;
    if (deep == 0 || here >= never_again) return here;
    const auto least = [&](const auto& steps, int left) {
      double best = never_again;
      for (size_t i = 0; i < steps.size() && i < most_ahead; ++i) {
        ++led_.tries;
        Position next = position;
        rules_.apply(next, steps[i]);
        best = std::min(best, best_after(next, left));
      }
      return best;
    };
    if (node == NodeKind::chance) {
      std::vector<ChanceOutcome> outcomes;
      rules_.outcomes(position, outcomes);
      return least(outcomes, deep - 1);
    }
    // Only what follows from chance is looked at: after a choice of the same phase others are free.
    if (deep > 1) return here;
    std::vector<Choice> choices;
    rules_.choices(position, choices);
    led_.tries += cost_of(choices);
    return std::max(here, least(choices, 0));
  }

  /// That which leads nearest; of equals, the one that names fewest things.
  template <class Step, class Names>
  Step nearest(const Position& position, const std::vector<Step>& steps, const Names& names) {
    double best = std::numeric_limits<double>::infinity();
    std::vector<const Step*> equal;
    for (const Step& one : steps) {
      ++led_.tries;
      Position next = position;
      rules_.apply(next, one);
      double value = best_after(next, std::is_same_v<Step, Choice> ? 2 : 1);
      value = value * 16 + names(one);
      if (value > best) continue;
      if (value < best) equal.clear();
      best = value;
      equal.push_back(&one);
    }
    return *equal[random_.below(static_cast<uint32_t>(equal.size()))];
  }

  Leader& of_;
  const Scenario& scenario_;
  runtime::CompiledRules& rules_;
  const Shows& shows_;
  LeadSettings settings_;
  Random random_;
  int32_t site_;
  int32_t hexes_;
  int32_t player_;
  std::vector<To> aims_;       // by piece
  std::vector<bool> against_;  // by piece: it may keep those of the aim away
  std::vector<bool> waits_;    // by piece: it is not its turn
  std::vector<bool> on_way_;   // by hex: on a way to the aim, or beside it
  std::vector<size_t> order_;  // pieces of the aim
  std::set<size_t> named_;     // by something alive
  std::vector<Crowd> crowds_;
  std::vector<bool> goes_;     // by piece: of a crowd, and on its way
  std::vector<Start> starts_;  // the nearest first
  size_t at_once_ = 0;
  int64_t of_looks_ = 0;  // tries

  std::vector<int32_t> near_;      // by hex: how near to a hex of the aim
  std::map<uint64_t, int> looks_;  // in this game, by what is said of the game
  int32_t shown_ = 0;
  std::optional<PlayedGame> found_;
  Led led_;
};

Led Leader::lead(const Position& aim, const Shows& shows, const LeadSettings& settings,
                 const std::vector<PlayedGame>& known) {
  return Search(*this, aim, shows, settings, known).run();
}

}  // namespace casebook::games
