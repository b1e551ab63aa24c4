// SPDX-License-Identifier: Apache-2.0
// What follows from a difference: after a step that leads to other values, the choices that differ soon
// after.
#include <algorithm>
#include <set>

#include "engine/base/streams.h"
#include "engine/program/reads_writes.h"
#include "engine/program/walk.h"
#include "verifier/compare/hunt/smaller.h"
#include "verifier/compare/hunt/worker.h"

namespace casebook::compare {

using runtime::Choice;
using runtime::NodeKind;
using What = Difference::What;

namespace {

enum Stream : uint64_t { following = 103 };

/// What a refusal asks, on the side that refuses; nothing where it is not one requirement or domain.
const language::Expr* asked_by(const Scenario& scenario, ActionId action, const Refusal& refusal) {
  const language::Action& of = scenario.program->actions[action];
  for (const auto* list : {&of.requires_, &of.ensures}) {
    for (const language::Requirement& one : *list) {
      if (one.name == refusal.name) return one.expr.get();
    }
  }
  for (const language::ActionParam& param : of.params) {
    if (refusal.name == "domain of " + param.name && !param.where) return param.domain.get();
  }
  return nullptr;
}

/// How a refusal reads one of the values that differ: not at all (it is another value that shows there),
/// through the definitions that it asks, or in its own words.
enum class Reads : uint8_t { nothing, through, itself };

std::set<StateId> own_states(const language::Expr& asked) {
  std::set<StateId> own;
  language::walk(asked, [&](const language::Expr& part) {
    if (part.op == language::Op::state) own.insert(part.ref);
  });
  return own;
}

std::string full_name(const language::Program& program, const language::State& state) {
  if (state.procedure == language::none) return state.name;
  return program.procedures[state.procedure].name + "." + state.name;
}

Reads speaks_of(const Scenario& scenario, ActionId action, const Refusal& refusal,
                const std::vector<std::string>& values) {
  const language::Expr* asked = asked_by(scenario, action, refusal);
  if (asked == nullptr) return Reads::through;
  const std::set<StateId> own = own_states(*asked);
  const language::Program& program = *scenario.program;
  language::ReadsWrites reads(program);
  const language::Cells read = reads.of(*asked).reads;
  bool any_state = false, through = false;
  for (const std::string& value : values) {
    if (value == "place") {
      if (!read.places.empty()) return Reads::itself;
      any_state = true;
      continue;
    }
    for (size_t i = 0; i < program.states.size(); ++i) {
      const language::State& state = program.states[i];
      if (full_name(program, state) != value && state.name != value) continue;
      any_state = true;
      if (own.count(static_cast<StateId>(i)) != 0) return Reads::itself;
      through = through || read.states.count(static_cast<StateId>(i)) != 0;
    }
  }
  return through || !any_state ? Reads::through : Reads::nothing;  // of a local it is not known
}

/// Whether anything that an action asks reads one of these values in its own words.
bool any_says_itself(const Scenario& scenario, const std::vector<std::string>& values) {
  const language::Program& program = *scenario.program;
  const auto says = [&](const language::Expr* asked) {
    if (asked == nullptr) return false;
    const std::set<StateId> own = own_states(*asked);
    return std::any_of(own.begin(), own.end(), [&](StateId id) {
      const language::State& state = program.states[id];
      return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
        return value == state.name || value == full_name(program, state);
      });
    });
  };
  return std::any_of(program.actions.begin(), program.actions.end(), [&](const language::Action& action) {
    const auto requires_it = [&](const language::Requirement& one) { return says(one.expr.get()); };
    return std::any_of(action.requires_.begin(), action.requires_.end(), requires_it) ||
           std::any_of(action.ensures.begin(), action.ensures.end(), requires_it) ||
           std::any_of(action.params.begin(), action.params.end(), [&](const language::ActionParam& param) {
             return !param.where && says(param.domain.get());
           });
  });
}

}  // namespace

// One with fewer pieces may show nothing, or only by a refusal that reads the value through something else.
DifferenceClass Worker::follow(DifferenceClass one) {
  follow_one(one);
  for (size_t i = 0; i < one.others.size() && !one.shows_itself && !stop_; ++i) {
    DifferenceClass other = one;
    other.example = one.others[i].first;
    other.origin = one.others[i].second;
    other.way.clear();
    other.shows.reset();
    other.shows_refusal.reset();
    follow_one(other);
    if (other.shows && (other.shows_itself || !one.shows)) one = std::move(other);
  }
  if (!one.shows_itself) follow_around(one);
  return one;
}

Position Worker::varied(size_t side, const Position& from, const std::vector<const ApartAt*>& apart,
                        Random& random) {
  const Scenario& scenario = *pair_.scenarios[side];
  const auto below = [&](size_t n) { return static_cast<size_t>(random.below(static_cast<uint32_t>(n))); };
  std::vector<games::Cell> here;
  for (const games::Cell& piece : games::pieces_of(scenario))
    if (games::is_hex(scenario, games::read(scenario, from, piece).cell())) here.push_back(piece);
  Position position = from;
  if (apart.empty() || here.empty() || below(4) == 0) {
    for (size_t changes = 1 + below(2); changes > 0; --changes)
      position = maker(side).mutate(position, random);
    return position;
  }
  for (const int32_t hex : apart[below(apart.size())]->hexes) {
    const int32_t there =
        side == 0 ? hex : pair_.alignment.from(0).members[language::kind_hex][static_cast<size_t>(hex)];
    if (there >= 0) games::write(scenario, position, here[below(here.size())], {there, {}});
  }
  return position;
}

/// Where none of the examples shows it: at positions like them that break fewer invariants, or none. A piece
/// that stands where it cannot go anywhere shows nothing of what it may not do. Who has nothing to do with it
/// is taken off the map first, so that those who have are moved.
void Worker::follow_around(DifferenceClass& one) {
  if (!classes_) classes_ = std::make_unique<Classes>(pair_);
  struct From {
    DifferenceClass small;
    size_t broken = 0;
  };
  std::vector<From> from;
  const auto add = [&](const Difference& difference, const Origin& origin) {
    From made{one, 0};
    made.small.example = difference;
    made.small.origin = origin;
    made.small.origin.sort = Origin::Sort::steered;
    made.small.origin.grade = std::min(origin.grade, games::Grade::invariants);
    made.small.way.clear();
    made.small.shows.reset();
    made.small.shows_refusal.reset();
    constexpr int tries = 40;
    shrink(pair_, *classes_, made.small, maker(origin.side),
           phases_ == nullptr ? nullptr : &(*phases_)[origin.side], tries);
    made.broken = maker(origin.side).broken_invariants(made.small.example.positions[origin.side]).size();
    from.push_back(std::move(made));
  };
  add(one.example, one.origin);
  constexpr size_t most_from = 4;
  for (size_t i = one.others.size(); i > 0 && from.size() < most_from; --i)
    add(one.others[i - 1].first, one.others[i - 1].second);
  const ItemRefs blamed = one.blame.items;
  std::vector<const ApartAt*> apart;
  for (const ApartAt& hexes : hexes_)
    if (blamed.count(hexes.item) != 0) apart.push_back(&hexes);
  Random random(stream_seed(budget_.seed, following), 2);
  constexpr int variants = 3000, most_followed = 12;
  int followed = 0;
  for (int i = 0; i < variants && followed < most_followed && !stop_ && !one.shows_itself; ++i) {
    const From& like = from[static_cast<size_t>(i) % from.size()];
    const size_t side = like.small.origin.side;
    Position position = varied(side, like.small.example.positions[side], apart, random);
    if (!settle(side, position)) continue;
    // What the example breaks besides, a counter of the phase say, no piece mends.
    const size_t broken = maker(side).broken_invariants(position).size();
    if (broken > 0 && broken >= like.broken) continue;
    DifferenceClass other = like.small;
    other.origin.grade = broken == 0 ? grade(other.origin, position) : games::Grade::typed;
    if (!stands_at(pair_, *classes_, other, position)) continue;
    ++followed;
    follow_one(other);
    if (other.shows && (other.shows_itself || !one.shows)) one = std::move(other);
  }
}

/// Whether the other side would permit it if it stood there as this side does: then what it refuses is the
/// other values, not the choice.
bool Worker::comes_of_values(const Difference& difference) {
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

/// Whether the step, made on both sides from where the first stands, leads both alike, or apart by the items of this
/// class. Else what differs after it may come of the step and not of what is followed.
bool Worker::brings_nothing_else(const DifferenceClass& one, const std::array<Position, 2>& positions,
                                 const std::array<Step, 2>& step) {
  const auto there = pair_.transfers[0](positions[0]);
  if (!there || pair_.rules[0]->node(positions[0]) != pair_.rules[1]->node(*there)) return false;
  std::string action;
  if (!step[0].chance) {
    std::vector<Choice> lawful;
    pair_.rules[1]->choices(*there, lawful);
    if (std::find(lawful.begin(), lawful.end(), step[1].choice) == lawful.end()) return false;
    const ActionId id = pair_.rules[0]
                            ->site(positions[0])
                            .alternatives[static_cast<size_t>(step[0].choice.alternative)]
                            .action;
    action = pair_.scenarios[0]->program->actions[id].name;
  }
  bool same_cause = true;
  lockstep_.step_differs({positions[0], *there}, step, action, [&](const Difference& difference) {
    if (!same_cause) return;
    if (!classes_) classes_ = std::make_unique<Classes>(pair_);
    const auto found = classes_->classify(difference);
    same_cause = found && !found->blame.empty() &&
                 std::includes(one.blame.items.begin(), one.blame.items.end(), found->blame.items.begin(),
                               found->blame.items.end());
  });
  return same_cause;
}

void Worker::follow_one(DifferenceClass& one) {
  Random random(stream_seed(budget_.seed, following), 1);
  // What says it in its own words is looked for on, but not for ever.
  constexpr int tries = 200, more = 60, most = 10;
  const bool can_be_said =
      std::any_of(pair_.scenarios.begin(), pair_.scenarios.end(),
                  [&](const auto& scenario) { return any_says_itself(*scenario, one.example.values); });
  size_t best = most + 1;
  int until = tries;
  for (int attempt = 0; attempt < until && !stop_; ++attempt) {
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
        const SiteId site = positions[0].cell(pair_.scenarios[0]->layout.site) - 1;
        const SiteId other = positions[1].cell(pair_.scenarios[1]->layout.site) - 1;
        if (pair_.alignment.from(0).sites[site] != other) break;
        std::optional<Difference> found;
        std::optional<Refusal> refusal;
        Reads how = Reads::nothing;
        lockstep_.choices_differ(
            positions,
            [&](const Difference& difference) {
              if (how == Reads::itself || difference.what != What::permitted || !comes_of_values(difference))
                return;
              const size_t allows = difference.allows;
              const auto mine =
                  named_choice(*pair_.scenarios[allows], positions[allows], difference.steps[allows].choice);
              const auto theirs = across(pair_, allows, mine, positions[1 - allows]);
              if (!theirs) return;
              const auto refused =
                  RefusalFinder(pair_.scenarios[1 - allows], positions[1 - allows], *theirs).refusal();
              if (!refused) return;
              const Reads reads =
                  speaks_of(*pair_.scenarios[1 - allows], theirs->action, *refused, one.example.values);
              if (reads <= how || (reads == Reads::through && one.shows && can_be_said)) return;
              how = reads;
              found = difference;
              refusal = refused;
            },
            random);
        if (found) {
          one.way = way;
          one.shows = found;
          one.shows_refusal = refusal;
          one.shows_itself = how == Reads::itself || !can_be_said;
          if (one.shows_itself)
            best = way.size();
          else
            until = std::min(until, attempt + 1 + more);
          break;
        }
        const auto& common = lockstep_.common();
        if (common.empty()) break;
        size_t at = random.below(static_cast<uint32_t>(common.size()));
        // Mostly who went last goes on: what a piece has left shows when it goes as far as it can.
        if (!way.empty() && !way.back()[0].chance && random.below(4) != 0) {
          const Choice& last = way.back()[0].choice;
          std::vector<size_t> same;
          for (size_t k = 0; k < common.size(); ++k) {
            if (common[k][0].alternative == last.alternative && common[k][0].singles[0] == last.singles[0])
              same.push_back(k);
          }
          if (!same.empty()) at = same[random.below(static_cast<uint32_t>(same.size()))];
        }
        for (const size_t side : {size_t{0}, size_t{1}}) step[side].choice = common[at][side];
      }
      if (!brings_nothing_else(one, positions, step)) break;
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
