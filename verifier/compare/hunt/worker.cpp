// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/hunt/worker.h"

#include <algorithm>

#include "engine/base/streams.h"
#include "engine/players/playout.h"
#include "verifier/compare/attribute/attribution.h"
#include "verifier/compare/hunt/smaller.h"

namespace casebook::compare {

using runtime::Choice;
using runtime::NodeKind;
using What = Difference::What;

namespace {

/// Streams of random numbers of their own, so that one part of the search does not move another.
enum Stream : uint64_t { looking = 101, making = 102, reliving = 108, drawing = 130 };

/// Of the nth occurrence of something: the first ones, then ever fewer.
bool worth_a_look(uint64_t n, uint64_t first) {
  if (n <= first) return true;
  uint64_t every = 2;
  for (uint64_t bound = first * 4; n > bound && every < (uint64_t{1} << 40); bound *= 4) every *= 4;
  return n % every == 0;
}

/// Positions played to make a game shorter, for each position that another example would be tried at: usually,
/// and while the record has more than `most_steps_of_a_witness`.
constexpr int64_t usual_a_try = 100, most_a_try = 1'000;
/// Choices and rolls that are tried to lead a game to a generated example, for each such position.
constexpr int64_t led_a_try = 400;

/// Kept of a question by one job.
constexpr size_t most_met = 3;

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
    const KindId kind = given.params[0].of;
    if (!scenario.program->kinds[kind].on_map) continue;
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

Worker::Worker(const ScenarioPtr& a, const ScenarioPtr& b, const Budget& budget,
               const std::vector<ApartAt>& hexes, const std::atomic<bool>& stop)
    : budget_(budget),
      stop_(stop),
      pair_(a, b),
      lockstep_(pair_),
      questions_asked_(pair_),
      questions_(questions_of(pair_)),
      goals_(choice_goals(pair_)),
      hexes_(hexes) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    rare_[side] = rare_pieces(*pair_.scenarios[side]);
    special_[side] = special_hexes(*pair_.scenarios[side]);
  }
}

games::PositionMaker& Worker::maker(size_t side) {
  if (!makers_[side]) {
    games::MakerSettings settings;
    settings.seed = budget_.seed;
    settings.decisions = budget_.decisions;
    makers_[side] = std::make_unique<games::PositionMaker>(pair_.scenarios[side], settings);
  }
  return *makers_[side];
}

games::PhaseEntries& Worker::phase_entries(size_t side) {
  if (!phase_entries_[side])
    phase_entries_[side] = std::make_unique<games::PhaseEntries>(maker(side), std::vector<bool>{});
  return *phase_entries_[side];
}

games::Grade Worker::grade(const Origin& origin, const Position& position) {
  if (!as_played(origin.side, position) || maker(origin.side).grade(position) == games::Grade::typed)
    return games::Grade::typed;
  return origin.begun || phase_entries(origin.side).is_begun(position) ? games::Grade::invariants
                                                                       : games::Grade::typed;
}

DifferenceClass Worker::shrunk(DifferenceClass one, int tries) {
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  const size_t side = one.origin.side;
  if (one.origin.sort == Origin::Sort::game) {
    const runtime::Record record =
        maker(side).games().record(one.origin.game, static_cast<uint32_t>(one.origin.step));
    auto game = games::played(record, pair_.scenarios[side]);
    const size_t after = one.way.size() + 1;  // the record goes on with these
    const games::Shortening budget{usual_a_try * tries, most_a_try * tries,
                                   most_steps_of_a_witness - std::min(after, most_steps_of_a_witness)};
    if (game && shrink_game(pair_, *classes_, one, std::move(*game), budget)) {
      if (one.game->steps.size() > budget.enough) lead_shorter(one, tries);
      return one;
    }
    one.origin.grade = maker(side).grade(one.example.positions[side]);  // nobody is shown the way there
  }
  led(one, tries);
  return one;
}

void Worker::led(DifferenceClass& one, int tries) {
  const size_t side = one.origin.side;
  shrink(pair_, *classes_, one, maker(side), phases_ == nullptr ? nullptr : &(*phases_)[side], tries);
  if (!leaders_[side]) leaders_[side] = std::make_unique<games::Leader>(pair_.scenarios[side], budget_.seed);
  lead_there(pair_, *classes_, one, *leaders_[side], led_a_try * tries);
}

// The pieces that the example does not need are taken away first: then the new game need not lead them anywhere.
void Worker::lead_shorter(DifferenceClass& one, int tries) {
  DifferenceClass other = one;
  other.game.reset();
  other.origin.grade = games::Grade::typed;
  led(other, tries);
  one.led_in = led_a_try * tries;
  if (!other.game || other.game->steps.size() + other.way.size() >= one.game->steps.size() + one.way.size())
    return;
  other.led_in = one.led_in;
  one = std::move(other);
}

// Made smaller it may have become one of something else that was blamed alike: then it is asked whether
// another of its examples is what it is called after. Those that are known to be of something else stand by
// themselves.
DifferenceClass Worker::attributed(DifferenceClass one) {
  constexpr int few = 20;
  const auto stands = [](const DifferenceClass& is) {
    return is.attribution.how == Attribution::How::came_to ||
           (is.attribution.how == Attribution::How::switched &&
            std::includes(is.blame.items.begin(), is.blame.items.end(), is.attribution.items.begin(),
                          is.attribution.items.end()));
  };
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  const auto example = [&](const Difference& difference, const Origin& origin) {
    auto other = classes_->classify(difference);
    if (!other || other->key != one.key) return std::optional<DifferenceClass>();
    other->origin = origin;
    other->values = one.values;
    other->attribution = attribute(pair_, *other);
    return other;
  };
  const auto smaller = [&](DifferenceClass& other) {
    DifferenceClass small = shrunk(other, few);
    small.attribution = attribute(pair_, small);
    if (stands(small) == stands(other)) other = std::move(small);
  };
  one.attribution = attribute(pair_, one);
  if (!stands(one)) {
    for (const auto& [difference, origin] : one.others) {
      auto other = example(difference, origin);
      if (!other || !stands(*other)) continue;
      other->met = one.met;
      other->seen = one.seen;
      smaller(*other);
      other->undecided = std::move(one.undecided);
      one.others.clear();
      other->besides.push_back(std::move(one));
      one = std::move(*other);
      break;
    }
  }
  if (!stands(one)) return one;
  if (!one.undecided.empty()) one.seen = one.seen_decided;
  for (const auto& [difference, origin] : std::exchange(one.undecided, {})) {
    auto other = example(difference, origin);
    if (!other || stands(*other) ||
        std::any_of(one.besides.begin(), one.besides.end(),
                    [&](const auto& known) { return known.attribution.items == other->attribution.items; }))
      continue;
    other->seen = origin.sort == Origin::Sort::game;
    smaller(*other);
    one.besides.push_back(std::move(*other));
  }
  return one;
}

bool Worker::as_played(size_t side, const Position& position) const {
  return phases_ == nullptr || (*phases_)[side].allows(position);
}

bool Worker::settle(size_t side, Position& position) const {
  return phases_ == nullptr || (*phases_)[side].settle(position);
}

void Worker::begin(Findings& into) {
  often_.clear();
  questions_asked_.forget();
  into.asked.resize(questions_.size());
}

// ---- looking

// What is met often is kept ever more seldom: what refuses it is soon known, what is responsible is not.
void Worker::collect(const Difference& difference, const Origin& origin, Findings& into) {
  if (origin.sort != Origin::Sort::game && ends_in_fault(pair_, difference)) return;
  std::string rough = std::string(what_text(difference.what)) + " " + difference.action;
  if (difference.what == What::permitted || difference.what == What::offered)
    rough += std::to_string(difference.allows);
  for (const std::string& value : difference.values) rough += " " + value;
  bool look = worth_a_look(++often_[rough], 16);
  if (difference.what == What::permitted) {
    // Of each piece and of each hex one: what differs for nearly all does not hide what does for a few.
    const auto first = [&] { return firsts(often_, rough, difference, 1); };
    look = first() || look;
    if (!look) return;
    const size_t allows = difference.allows, refuses = 1 - allows;
    const auto mine =
        named_choice(*pair_.scenarios[allows], difference.positions[allows], difference.steps[allows].choice);
    const auto theirs = across(pair_, allows, mine, difference.positions[refuses]);
    if (!theirs) return;
    const auto refusal =
        RefusalFinder(pair_.scenarios[refuses], difference.positions[refuses], *theirs).refusal();
    if (!refusal) return;
    rough += " " + refusal->name;
    look = worth_a_look(++often_[rough], 6);
    look = first() || look;
  }
  if (!look) return;
  into.found.push_back({difference, graded(origin, difference), false});
}

Origin Worker::graded(Origin origin, const Difference& difference) {
  if (origin.sort != Origin::Sort::game) {
    origin.grade = grade(origin, difference.positions[origin.side]);
    return origin;
  }
  const size_t other = 1 - origin.side;
  const bool forbidden = maker(other).grade(difference.positions[other]) == games::Grade::typed;
  origin.grade = forbidden ? games::Grade::typed : games::Grade::reachable;
  return origin;
}

void Worker::look(size_t side, const Position& position, Random& random, const Origin& origin,
                  Findings& into) {
  lockstep_.look(side, position, random,
                 [&](const Difference& difference) { collect(difference, origin, into); });
}

void Worker::ask_all(size_t side, const Position& position, Random& random, Findings& into) {
  std::optional<Position> here;
  if (side == 0)
    here = position;
  else
    here = pair_.transfers[1](position);
  if (!here) return;
  for (size_t i = 0; i < questions_.size(); ++i) {
    const Question& question = questions_[i];
    if (!questions_asked_.alive(question, *here)) continue;
    Asked& asked = into.asked[i];
    for (int times = question.params[0].empty() || !question.changed ? 1 : 4; times > 0; --times) {
      auto arguments = questions_asked_.arguments(question, *here, maker(0).interesting_values(), random);
      const auto answers = questions_asked_.ask(question, *here, arguments);
      if (!answers) continue;
      ++asked.inputs;
      questions_asked_.see(question, *here, arguments, *answers, asked.cells);
      if ((*answers)[0] == (*answers)[1]) continue;
      ++asked.differing;
      ++asked.ways[(*answers)[0].yes() ? 1 : 0];
      if (asked.met.size() < most_met) asked.met.push_back({*here, std::move(arguments)});
    }
  }
}

// ---- games

Findings Worker::game(size_t side, uint64_t game) {
  Findings into;
  begin(into);
  if (stop_) return into;
  const Scenario& scenario = *pair_.scenarios[side];
  const players::Players seats = players::random_players(scenario);
  const auto rules = maker(side).rules().another();
  players::Playouts playouts(*rules, seats);
  Random random(stream_seed(budget_.seed, looking + side), game),
      other(stream_seed(budget_.seed, looking + 20), game);
  Share& share = into.shares[side];
  ++share.games;
  games::Phases& phases = into.phases[side].emplace(scenario);
  bool with = false;
  Reservoir reservoir(budget_.drawn, Random(stream_seed(budget_.seed, drawing + side), game));
  std::vector<std::pair<Position, uint64_t>> drawn;
  playouts.show_to([&](const Position& position, uint64_t, uint64_t step) {
    if (stop_ || pair_.rules[side]->node(position) == NodeKind::over) return;
    phases.see(position);
    Origin origin;
    origin.side = side;
    origin.begun = true;
    origin.game = game;
    origin.step = step;
    const auto looked = lockstep_.look(
        side, position, random, [&](const Difference& difference) { collect(difference, origin, into); });
    if (step % 160 == 80) ask_all(side, position, other, into);
    if (looked.compared) {
      if (const auto place = reservoir.next()) {
        if (drawn.size() <= *place) drawn.resize(*place + 1);
        drawn[*place] = {position, step};
      }
    }
    with = with || looked.player || looked.choices || looked.steps;
    if (pair_.rules[side]->node(position) != NodeKind::choose) {
      if (looked.compared) ++share.chances;
      if (looked.steps) ++share.bringing;
      return;
    }
    ++share.positions;
    if (looked.compared) ++share.compared;
    if (looked.player) ++share.players;
    if (looked.choices) ++share.differing;
    if (looked.steps && !looked.choices) ++share.stepping;
  });
  const players::Playout played = playouts.play(budget_.seed, game, budget_.decisions);
  if (played.outcome.kind == runtime::OutcomeKind::limit) ++share.at_limit;
  if (with) ++share.games_with;
  if (stop_ && share.positions + share.chances == 0) share.games = 0;  // stopped before its first position
  for (size_t i = 0; i < drawn.size() && !stop_; ++i) {
    Origin origin;
    origin.side = side;
    origin.begun = true;
    origin.grade = games::Grade::reachable;
    origin.game = game;
    origin.step = drawn[i].second;
    draw(drawn[i].first, origin, i, into);
  }
  return into;
}

// Of the like of one another a few are looked into: which class they are of is seldom different, and takes
// the reference evaluator's time.
void Worker::draw(const Position& position, const Origin& origin, uint64_t number, Findings& into) {
  constexpr uint64_t most_alike = 4;
  constexpr size_t choices = 16, steps = 3;
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  // What an invariant of the other ruleset forbids, the other ruleset does not have.
  const size_t other = 1 - origin.side;
  const auto there = pair_.transfers[origin.side](position);
  if (!there || maker(other).grade(*there) == games::Grade::typed) return;
  const Sample::At at{origin.side, origin.game, number};
  into.sample.drawn(at);
  Lockstep lockstep(pair_);
  lockstep.show(choices, steps);
  Random random(stream_seed(budget_.seed, drawing + 2 + origin.side), origin.game * budget_.drawn + number);
  std::map<std::string, uint64_t> alike;
  lockstep.look(origin.side, position, random, [&](const Difference& difference) {
    const auto kind = classes_->kind_of(difference);
    if (!kind || ++alike[*kind] > most_alike) return;
    const auto one = classes_->classify(difference);
    if (!one) return;
    into.sample.shows(at, *one);
    const bool fresh = std::none_of(into.found.begin(), into.found.end(),
                                    [&](const Found& found) { return found.key == one->key; });
    if (fresh) into.found.push_back({difference, origin, true, one->key});
  });
}

Findings Worker::separate(uint64_t game) {
  Findings into;
  std::array<Position, 2> positions{pair_.scenarios[0]->start, pair_.scenarios[1]->start};
  for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->begin(positions[side]);
  Random random(stream_seed(budget_.seed, looking + 7), game);
  std::vector<std::array<Step, 2>> steps;
  constexpr size_t most = 2000;
  if (!pair_.transfers[0].differences(positions[0], positions[1]).empty())
    return into;  // they do not begin alike
  for (;;) {
    if (steps.size() >= most) return into;
    if (pair_.rules[0]->node(positions[0]) == NodeKind::over) return into;
    std::optional<Difference> found;
    const auto see = [&](const Difference& difference) {
      if (!found) found = difference;
    };
    std::array<Step, 2> step;
    if (pair_.rules[0]->node(positions[0]) == NodeKind::chance) {
      std::array<std::vector<runtime::ChanceOutcome>, 2> all;
      for (const size_t side : {size_t{0}, size_t{1}})
        pair_.rules[side]->outcomes(positions[side], all[side]);
      if (all[0].size() != all[1].size() || all[0].empty()) return into;
      const size_t at = random.below(static_cast<uint32_t>(all[0].size()));
      for (const size_t side : {size_t{0}, size_t{1}}) {
        step[side].chance = true;
        step[side].outcome = all[side][at];
      }
    } else if (lockstep_.players_differ(positions, see)) {
      if (found) into.separation = Separation{game, steps, *found};
      return into;
    } else if (lockstep_.choices_differ(positions, see, random)) {
      if (found) into.separation = Separation{game, steps, *found};
      return into;
    } else {
      const auto& common = lockstep_.common();
      if (common.empty()) return into;
      const size_t at = random.below(static_cast<uint32_t>(common.size()));
      for (const size_t side : {size_t{0}, size_t{1}}) step[side].choice = common[at][side];
    }
    std::array<Position, 2> after = positions;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      step[side].chance ? pair_.rules[side]->apply(after[side], step[side].outcome)
                        : pair_.rules[side]->apply(after[side], step[side].choice);
    }
    std::vector<std::string> values = pair_.transfers[0].differences(after[0], after[1]);
    std::erase_if(values, [this](const std::string& value) { return pair_.is_unread(value); });
    if (!values.empty()) {
      Difference difference;
      difference.what = What::effect;
      difference.values = std::move(values);
      difference.positions = positions;
      difference.steps = step;
      difference.after = after;
      into.separation = Separation{game, steps, std::move(difference)};
      return into;
    }
    // One of them may be at a limit of Casebook, where nothing is compared.
    if (pair_.rules[0]->node(after[0]) != pair_.rules[1]->node(after[1])) return into;
    steps.push_back(step);
    positions = std::move(after);
  }
}

// ---- made-up positions

void Worker::bias(size_t side, Position& position, Random& random) const {
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
    const auto& together = hexes_[below(hexes_.size())].hexes;
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
    const int32_t other = games::read(scenario, position, pieces[below(pieces.size())]).cell();
    put(piece, games::is_hex(scenario, other) && below(4) != 0
                   ? beside(other)
                   : static_cast<int32_t>(below(static_cast<size_t>(scenario.ground.hexes))));
    for (size_t more = below(3); more > 0; --more) {
      const int32_t at = games::read(scenario, position, piece).cell();
      put(pieces[below(pieces.size())], beside(at));
    }
  }
}

bool Worker::step_on(size_t side, Position& position, Random& random) {
  runtime::Rules& rules = *pair_.rules[side];
  if (rules.node(position) == NodeKind::over) return false;
  if (rules.node(position) == NodeKind::chance) {
    std::vector<runtime::ChanceOutcome> outcomes;
    rules.outcomes(position, outcomes);
    if (outcomes.empty()) return false;
    rules.apply(position, outcomes[random.below(static_cast<uint32_t>(outcomes.size()))]);
  } else {
    std::vector<Choice> choices;
    rules.choices(position, choices);
    if (choices.empty()) return false;
    // Each action as likely as another: there are many steps and one attack.
    const size_t any = random.below(static_cast<uint32_t>(choices.size()));
    const auto wanted =
        static_cast<int16_t>(random.below(static_cast<uint32_t>(rules.site(position).alternatives.size())));
    std::vector<size_t> of_it;
    for (size_t k = 0; k < choices.size(); ++k) {
      if (choices[k].alternative == wanted) of_it.push_back(k);
    }
    rules.apply(position,
                choices[of_it.empty() ? any : of_it[random.below(static_cast<uint32_t>(of_it.size()))]]);
  }
  return rules.node(position) != NodeKind::over && as_played(side, position);
}

void Worker::play_on(size_t side, Position position, uint32_t steps, Random& random, const Origin& origin,
                     Findings& into) {
  if (pair_.rules[side]->node(position) == NodeKind::over || !as_played(side, position)) return;
  for (uint32_t i = 0; i < steps && !stop_; ++i) {
    look(side, position, random, origin, into);
    if (!step_on(side, position, random)) return;
  }
}

Findings Worker::make_up(uint64_t chunk, uint64_t positions) {
  Findings into;
  begin(into);
  Random random(stream_seed(budget_.seed, making), chunk + 1),
      other(stream_seed(budget_.seed, making + 20), chunk + 1);
  while (into.generated < positions && !stop_) {
    const size_t side = random.below(2);
    // Every other one is one that no invariant forbids, if a few tries lead to one.
    const int most = random.below(2) == 0 ? 1 : 4;
    Position position;
    bool settled = false;
    for (int tries = 0; tries < most; ++tries) {
      position = maker(side).make(random, static_cast<int>(10 + random.below(90)));
      bias(side, position, random);
      settled = settle(side, position);
      if (settled && maker(side).satisfies_invariants(position)) break;
    }
    if (!settled) {
      ++into.generated;
      continue;
    }
    Origin origin;
    origin.sort = Origin::Sort::generated;
    origin.side = side;
    // Of every third the rules begin the phase anew, with its pieces where they are.
    if (random.below(3) == 0) {
      if (auto entry = phase_entries(side).again(position); entry && as_played(side, *entry)) {
        position = std::move(*entry);
        origin.begun = true;
      }
    }
    // It is played on for a few steps: so come the middles of combats about.
    const uint32_t steps = 1 + random.below(origin.begun ? 10 : 7);
    if (other.below(5) == 0) ask_all(side, position, other, into);
    play_on(side, std::move(position), steps, random, origin, into);
    into.generated += steps;
  }
  return into;
}

// Where only positions that nobody may ever have show something, boards like theirs are put at the entry of
// the phase and played on.
Findings Worker::lawful(const DifferenceClass& one, uint64_t number) {
  Findings into;
  begin(into);
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  std::vector<std::pair<const Difference*, size_t>> from{{&one.example, one.origin.side}};
  for (const auto& [difference, origin] : one.others) from.emplace_back(&difference, origin.side);
  constexpr size_t boards = 400;
  constexpr uint32_t steps = 9;
  Random random(stream_seed(budget_.seed, reliving), number);
  bool found = false;
  for (size_t i = 0; i < boards && !found && !stop_; ++i) {
    const auto& [difference, side] = from[i % from.size()];
    Position board = difference->positions[side];
    for (size_t changes = i / from.size(); changes > 0; changes /= 4)
      board = phase_entries(side).changed(board, random);
    const auto entry = phase_entries(side).again(board);
    if (!entry || !as_played(side, *entry) || !maker(side).satisfies_invariants(*entry)) continue;
    Origin origin;
    origin.sort = Origin::Sort::generated;
    origin.side = side;
    origin.begun = true;
    Position position = *entry;
    for (uint32_t step = 0; step < steps && !found; ++step) {
      ++into.generated;
      lockstep_.look(side, position, random, [&](const Difference& met) {
        if (found || met.what != one.example.what || met.action != one.example.action ||
            met.allows != one.example.allows)
          return;
        const Origin of = graded(origin, met);
        if (of.grade == games::Grade::typed) return;
        const auto classified = classes_->classify(met);
        if (!classified || classified->key != one.key) return;
        if (one.decided && !decides(pair_, *classified).value_or(true)) return;
        into.found.push_back({met, of, true});
        found = true;
      });
      if (!step_on(side, position, random)) break;
    }
  }
  return into;
}

}  // namespace casebook::compare
