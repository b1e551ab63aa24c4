// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/classes.h"

#include <algorithm>
#include <utility>

#include "engine/runtime/slot_values.h"
#include "verifier/compare/attribute/attribution.h"
#include "verifier/compare/budget.h"
#include "verifier/compare/differ/choice_goals.h"

namespace casebook::compare {

using What = Difference::What;

namespace {

/// Of the nth occurrence of something: the first ones, then ever fewer.
bool worth_a_look(uint64_t n, uint64_t first) {
  if (n <= first) return true;
  uint64_t every = 2;
  for (uint64_t bound = first * 4; n > bound && every < (uint64_t{1} << 40); bound *= 4) every *= 4;
  return n % every == 0;
}

}  // namespace

bool is_better(const Scenario& scenario, const Difference& a, const Origin& of_a, const Difference& b,
               const Origin& of_b) {
  if (of_a.grade != of_b.grade) return of_a.grade > of_b.grade;
  if (of_a.grade == games::Grade::reachable) return of_a.step < of_b.step;
  return pieces_on_map(scenario, a.positions[0]) < pieces_on_map(scenario, b.positions[0]);
}

bool firsts(std::map<std::string, uint64_t>& often, const std::string& rough, const Difference& difference,
            uint64_t so_many) {
  const auto& singles = difference.steps[difference.allows].choice.singles;
  bool any = false;
  for (size_t i = 0; i < 2; ++i) {
    if (singles[i] < 0) continue;
    any = ++often[rough + (i == 0 ? " of " : " and ") + std::to_string(singles[i])] <= so_many || any;
  }
  return any;
}

bool ends_in_fault(const Pair& pair, const Difference& difference) {
  if (difference.what != What::outcome) return false;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (runtime::outcome_of(*pair.scenarios[side], difference.after[side]).kind ==
        runtime::OutcomeKind::fault)
      return true;
  }
  return false;
}

std::string head_of(const std::string& key) {
  return key.substr(0, key.find(';'));
}

std::string beside_key(const std::string& key) {
  return "beside " + key;
}

int32_t pieces_on_map(const Scenario& scenario, const Position& position) {
  int32_t count = 0;
  for (size_t kind = 0; kind < scenario.program->kinds.size(); ++kind) {
    if (!scenario.program->kinds[kind].on_map) continue;
    const runtime::Slot& slot = scenario.layout.places[kind];
    for (uint32_t i = 0; i < slot.combinations; ++i) {
      if (position.cell(slot.first + i) < scenario.ground.hexes) ++count;
    }
  }
  return count;
}

Classes::Classes(Pair& pair) : pair_(pair), blamer_(pair) {
}

/// The choice as the refusing side reads it, and what refuses it there.
std::optional<Classes::Refused> Classes::refusal_of(const Difference& difference) {
  const size_t allows = difference.allows, refuses = 1 - allows;
  const auto mine =
      named_choice(*pair_.scenarios[allows], difference.positions[allows], difference.steps[allows].choice);
  auto theirs = across(pair_, allows, mine, difference.positions[refuses]);
  if (!theirs) return std::nullopt;
  auto refusal = blamer_.refusal(refuses, difference.positions[refuses], *theirs);
  if (!refusal) return std::nullopt;
  return Refused{std::move(*theirs), std::move(*refusal)};
}

std::optional<std::string> Classes::kind_of(const Difference& difference) {
  std::string kind = std::string(what_text(difference.what)) + " " + difference.action;
  if (difference.what == What::permitted || difference.what == What::offered)
    kind += " by " + std::to_string(difference.allows);
  if (difference.what == What::permitted) {
    const auto refused = refusal_of(difference);
    if (!refused) return std::nullopt;
    kind += " refused " + refused->refusal.name;
  }
  for (const std::string& value : difference.values) kind += " " + value;
  return kind;
}

std::optional<DifferenceClass> Classes::classify(const Difference& difference, const Refused* refused) {
  DifferenceClass found;
  found.example = difference;
  const size_t allows = difference.allows, refuses = 1 - allows;
  std::string key = std::string(what_text(difference.what)) + " " + difference.action;
  switch (difference.what) {
    case What::permitted: {
      std::optional<Refused> own;
      if (refused == nullptr && (own = refusal_of(difference))) refused = &*own;
      if (refused == nullptr) return std::nullopt;
      found.refusal = refused->refusal;
      found.blame = blamer_.of_refusal(refuses, difference.positions, refused->named, refused->refusal);
      if (!found.blame.certain) {
        if (auto behind = behind_legal(difference, refused->refusal)) {
          if (!refused->refusal.label.empty()) behind->blame.labels[refuses].insert(refused->refusal.label);
          found.blame = behind->blame;
        }
      }
      key += " by " + std::to_string(allows) + " refused " + refused->refusal.name;
      break;
    }
    case What::offered:
      found.blame = blamer_.of_offer(difference.positions, difference.action);
      key += " by " + std::to_string(allows);
      break;
    case What::chance:
      found.blame = blamer_.of_offer(difference.positions, difference.action);
      break;
    case What::player:
      found.blame = blamer_.of_player(difference.positions);
      break;
    default:
      if (difference.what == What::next) {
        if (auto behind = behind_next(difference)) {
          found.blame = behind->blame;
          key += " for " + behind->key;
          break;
        }
      }
      found.blame =
          blamer_.of_step(difference.positions, difference.steps, difference.after, difference.values);
      found.values.insert(difference.values.begin(), difference.values.end());
      break;
  }
  for (const ItemRef& item : found.blame.items) key += "; " + item.text();
  found.key = std::move(key);
  return found;
}

/// Somebody chooses where the other side goes on: because there he may choose nothing.
std::optional<DifferenceClass> Classes::behind_next(const Difference& difference) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Position& here = difference.after[side];
    if (pair_.rules[side]->node(here) != runtime::NodeKind::choose) continue;
    const auto there = pair_.transfers[side](here);
    if (!there) continue;
    std::vector<runtime::Choice> choices, others;
    pair_.rules[1 - side]->choices(*there, others);
    pair_.rules[side]->choices(here, choices);
    if (!others.empty() || choices.empty()) continue;
    Difference now;
    now.allows = side;
    now.positions[side] = here;
    now.positions[1 - side] = *there;
    now.steps[side].choice = choices.front();
    const auto& site = pair_.rules[side]->site(here);
    const ActionId action = site.alternatives[static_cast<size_t>(choices.front().alternative)].action;
    now.action = pair_.scenarios[side]->program->actions[action].name;
    return classify(now);
  }
  return std::nullopt;
}

/// What refuses asks whether something else may be chosen, and there that may be chosen on one side only.
std::optional<DifferenceClass> Classes::behind_legal(const Difference& difference, const Refusal& refusal) {
  const size_t refuses = 1 - difference.allows;
  const Settled& settled = pair_.alignment.settled(refuses);
  ItemRefs asked;
  for (const language::Action& action : settled.program().actions) {
    if (action.name != difference.action) continue;
    for (const language::Requirement& one : action.requires_) {
      if (one.name == refusal.name) asked.merge(settled.uses(*one.expr));
    }
  }
  asked = all_beneath(pair_.alignment, asked);
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Position &here = difference.positions[side], &there = difference.positions[1 - side];
    std::vector<runtime::Choice> choices, others;
    pair_.rules[side]->choices(here, choices);
    pair_.rules[1 - side]->choices(there, others);
    for (const runtime::Choice& choice : choices) {
      const auto& site = pair_.rules[side]->site(here);
      const ActionId id = site.alternatives[static_cast<size_t>(choice.alternative)].action;
      const std::string& name = pair_.scenarios[side]->program->actions[id].name;
      if (name == difference.action || asked.count({ItemSort::action, name}) == 0) continue;
      const auto named = across(pair_, side, named_choice(*pair_.scenarios[side], here, choice), there);
      if (!named) continue;
      const auto same = runtime::choices_named(*pair_.scenarios[1 - side], there, *named);
      if (std::any_of(same.begin(), same.end(), [&](const runtime::Choice& one) {
            return std::find(others.begin(), others.end(), one) != others.end();
          }))
        continue;
      Difference now;
      now.allows = side;
      now.positions = difference.positions;
      now.steps[side].choice = choice;
      now.action = name;
      auto found = classify(now);
      if (found && found->blame.certain) return found;
    }
  }
  return std::nullopt;
}

void Classes::see(const Difference& difference, const Origin& origin, bool sought) {
  std::string rough = std::string(what_text(difference.what)) + " " + difference.action;
  if (difference.what == What::permitted || difference.what == What::offered)
    rough += std::to_string(difference.allows);
  for (const std::string& value : difference.values) rough += " " + value;
  bool look = worth_a_look(++often_[rough], 30) || sought;
  std::optional<Refused> refused;
  if (difference.what == What::permitted) {
    // Of each piece and of each hex a few: what differs for nearly all does not hide what does for a few.
    const auto first = [&] { return firsts(often_, rough, difference, 2); };
    look = first() || look;
    if (!look) return;
    refused = refusal_of(difference);  // what refuses is soon known; why it does is not
    if (!refused) return;
    rough += " " + refused->refusal.name;
    look = worth_a_look(++often_[rough], 12) || sought;
    look = first() || look;
  }
  if (!look) return;
  ++looked_into_;
  auto found = classify(difference, refused ? &*refused : nullptr);
  if (!found) return;
  found->origin = origin;
  const auto [place, fresh] = all_.emplace(found->key, *found);
  DifferenceClass& known = place->second;
  ++known.met;
  known.seen = known.seen || origin.sort == Origin::Sort::game;
  known.values.insert(difference.values.begin(), difference.values.end());
  if (fresh) {
    known.others.emplace_back(difference, origin);
    asks(known, difference, true);
    known.decided = decides(pair_, known).value_or(true);
    known.seen_decided = known.decided && known.seen;
    if (!known.decided) known.undecided.emplace_back(difference, origin);
    if (told_) told_(known);
    return;
  }
  const auto alike = std::count_if(known.others.begin(), known.others.end(), [&](const auto& other) {
    return (other.second.sort == Origin::Sort::game) == (origin.sort == Origin::Sort::game);
  });
  if (static_cast<size_t>(alike) < examples_of_a_class) {
    known.others.emplace_back(difference, origin);
  } else if (origin.grade == games::Grade::invariants) {
    const auto worse = std::find_if(known.others.begin(), known.others.end(), [](const auto& other) {
      return other.second.grade == games::Grade::typed;
    });
    if (worse != known.others.end()) *worse = {difference, origin};
  }
  const bool better = is_better(*pair_.scenarios[0], difference, origin, known.example, known.origin);
  bool decided = false;
  if (asks(known, difference, sought || better)) {
    decided = decides(pair_, *found).value_or(true);
    known.seen_decided = known.seen_decided || (decided && origin.sort == Origin::Sort::game);
    if (!decided && known.undecided.size() < undecided_of_a_class)
      known.undecided.emplace_back(difference, origin);
  }
  // One in which it decides is better than any in which it does not.
  if (known.decided ? !(better && decided) : !(better || decided)) return;
  if (decided) known.others.insert(known.others.begin(), {difference, origin});
  known.decided = decided;
  known.example = difference;
  known.refusal = found->refusal;
  known.origin = origin;
}

/// Whether it is asked of another example if what is blamed decides there: what is blamed of everything that
/// came out differently is often not what decides, and then another example is wanted. Of each piece and of
/// each hex one, and all that were sought, up to a number.
bool Classes::asks(DifferenceClass& known, const Difference& difference, bool sought) {
  const bool first = firsts(often_, known.key, difference, 1);
  if (known.asked >= (sought ? switches_of_sought : switches_of_reached) || !(sought || first)) return false;
  ++known.asked;
  return true;
}

void Classes::drop_unions() {
  for (auto one = all_.begin(); one != all_.end();) {
    const DifferenceClass& big = one->second;
    const std::string head = head_of(big.key);
    ItemRefs rest = big.blame.items;
    for (const auto& [key, small] : all_) {
      if (&small == &big || head_of(key) != head || small.blame.items.size() >= big.blame.items.size())
        continue;
      if (!std::includes(big.blame.items.begin(), big.blame.items.end(), small.blame.items.begin(),
                         small.blame.items.end()))
        continue;
      for (const ItemRef& item : small.blame.items) rest.erase(item);
    }
    one = rest.empty() && !big.blame.items.empty() ? all_.erase(one) : std::next(one);
  }
}

bool Classes::rename(DifferenceClass& now) {
  const size_t refuses = 1 - now.example.allows;
  const bool by_refusal = now.example.what == What::permitted && !now.refusal.label.empty();
  if (now.attribution.how == Attribution::How::none) {
    now.came_out = std::exchange(now.blame.items, {});
    now.formerly[now.key] = now.came_out;
    now.blame.labels = {};
    if (by_refusal) now.blame.labels[refuses].insert(now.refusal.label);
    blamer_.complete(now.blame);
  }
  if (now.attribution.how != Attribution::How::switched) return false;
  now.blame.certain = true;
  if (now.attribution.items == now.blame.items) return false;
  now.formerly[now.key] = now.blame.items;
  now.blame = blamer_.of_items(now.attribution.items);
  if (by_refusal) now.blame.labels[refuses].insert(now.refusal.label);
  now.key = head_of(now.key);
  for (const ItemRef& item : now.blame.items) now.key += "; " + item.text();
  return true;
}

void Classes::name_attributed() {
  std::vector<DifferenceClass> renamed;
  for (auto one = all_.begin(); one != all_.end();) {
    for (DifferenceClass& beside : std::exchange(one->second.besides, {})) {
      // How often it is met is known of the class that it came from, and told apart from that (Sample).
      const std::string key = beside_key(beside.key);
      if (rename(beside)) beside.formerly = {{key, {}}}, renamed.push_back(std::move(beside));
    }
    if (!rename(one->second)) {
      ++one;
      continue;
    }
    renamed.push_back(std::move(one->second));
    one = all_.erase(one);
  }
  for (DifferenceClass& one : renamed) take_in(std::move(one));
}

void Classes::take_in(DifferenceClass&& one) {
  const std::string key = one.key;
  const auto [place, fresh] = all_.try_emplace(key);
  DifferenceClass& known = place->second;
  if (fresh) {
    known = std::move(one);
    return;
  }
  if (is_better(*pair_.scenarios[0], one.example, one.origin, known.example, known.origin))
    std::swap(known, one);
  known.met += one.met;
  known.seen = known.seen || one.seen;
  known.values.insert(one.values.begin(), one.values.end());
  known.formerly.insert(one.formerly.begin(), one.formerly.end());
}

}  // namespace casebook::compare
