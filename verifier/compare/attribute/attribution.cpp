// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/attribute/attribution.h"

#include <algorithm>

#include "verifier/compare/attribute/take_over.h"
#include "verifier/compare/differ/choice_goals.h"
#include "verifier/finding/witness.h"

namespace casebook::compare {

using runtime::Choice;
using What = Difference::What;

namespace {

constexpr size_t most_switched = 40;       // items that are tried for a class
constexpr size_t most_choices_asked = 60;  // choices of which one is looked for that goes on

/// By a fault, or at a limit of Casebook.
bool is_over_by_fault(const Scenario& scenario, const Position& position) {
  const runtime::OutcomeKind kind = runtime::outcome_of(scenario, position).kind;
  return kind == runtime::OutcomeKind::fault || kind == runtime::OutcomeKind::limit;
}

/// Whether anything may be chosen there: first what that side itself permits is asked.
bool goes_on(Pair& pair, size_t side, const ScenarioPtr& instead, const Position& position) {
  const int32_t at = position.cell(instead->layout.site) - 1;
  if (at < 0) return false;
  std::vector<Choice> choices;
  pair.rules[side]->choices(position, choices);
  const size_t asked = std::min(choices.size(), most_choices_asked);
  for (size_t i = 0; i < asked; ++i) {
    // From both ends: what ends a phase stands last, and is lawful as a rule.
    const Choice& choice = i % 2 == 0 ? choices[choices.size() - 1 - i / 2] : choices[i / 2];
    const auto named = named_choice(*pair.scenarios[side], position, choice);
    if (!RefusalFinder(instead, position, named).refusal()) return true;
  }
  runtime::Evaluator evaluator(instead);
  const language::Site& site = instead->program->sites[at];
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    choices.clear();
    try {
      evaluator.choices_of(site, static_cast<int16_t>(i), position, choices);
    } catch (const runtime::Fault&) {
      return false;
    }
    if (!choices.empty()) return true;
  }
  return false;
}

bool choice_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead) {
  const size_t allows = difference.allows;
  auto named =
      named_choice(*pair.scenarios[allows], difference.positions[allows], difference.steps[allows].choice);
  if (side != allows) {
    const auto there = across(pair, allows, named, difference.positions[side]);
    if (!there) return false;
    return !RefusalFinder(instead, difference.positions[side], *there).refusal();
  }
  RefusalFinder evaluator(instead, difference.positions[side], named);
  if (!evaluator.refusal() || evaluator.faulted()) return false;
  return goes_on(pair, side, instead, difference.positions[side]);
}

bool step_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead) {
  runtime::ReferenceRules rules(instead);
  rules.ask_for_any_choice([&](const Position& at) { return goes_on(pair, side, instead, at); });
  std::array<Position, 2> after = difference.after;
  after[side] = difference.positions[side];
  const Step& step = difference.steps[side];
  if (step.chance) {
    rules.apply(after[side], step.outcome);
  } else {
    const auto named = named_choice(*pair.scenarios[side], after[side], step.choice);
    if (RefusalFinder(instead, after[side], named).refusal()) return false;
    const auto choices = runtime::choices_named(*instead, after[side], named);
    if (choices.empty()) return false;
    rules.apply(after[side], choices.front());
  }
  if (is_over_by_fault(*instead, after[side])) return false;
  const std::vector<std::string> still = pair.transfers[0].differences(after[0], after[1]);
  const auto is_still = [&](const std::string& name) {
    return std::find(still.begin(), still.end(), name) != still.end();
  };
  if (is_still("outcome")) return false;
  if (difference.what == What::outcome) return true;
  if (difference.what == What::next) return !is_still("who comes next");
  return std::none_of(difference.values.begin(), difference.values.end(), is_still);
}

bool chance_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead) {
  runtime::ReferenceRules rules(instead);
  const auto mine = chances_text(rules, difference.positions[side]),
             theirs = chances_text(*pair.rules[1 - side], difference.positions[1 - side]);
  return !mine.empty() && mine == theirs;
}

bool player_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead) {
  const language::KindId sides = instead->program->kind_side;
  runtime::ReferenceRules rules(instead);
  const Position& here = difference.positions[side];
  return sides != language::none &&
         instead->value_text({language::TypeTag::entity, sides, 1}, rules.player(here)) ==
             pair.player_text(1 - side, difference.positions[1 - side]);
}

/// What is not the same and could have a say, the nearest to what refused or was done first.
std::vector<ItemRef> others(const Pair& pair, const DifferenceClass& one) {
  std::vector<ItemRef> found, open;
  ItemRefs seen;
  const auto see = [&](const ItemRef& ref) {
    if (seen.insert(ref).second) open.push_back(ref);
  };
  const std::string& action = one.example.action;
  const ItemPair* pair_of = pair.alignment.find({ItemSort::action, action});
  if (pair_of != nullptr && pair_of->item[0] != nullptr && pair_of->item[1] != nullptr) {
    // Its lines, each by itself: that which refuses, then those beside it.
    std::vector<ItemRef> lines;
    for (const SettledItem* item : pair_of->item) {
      const SettledItem* other = item == pair_of->item[0] ? pair_of->item[1] : pair_of->item[0];
      for (const Line& line : item->lines) {
        const bool there = std::any_of(other->lines.begin(), other->lines.end(), [&](const Line& theirs) {
          return theirs.name == line.name && theirs.text == line.text;
        });
        if (there || line.name.empty() || line.name.starts_with("domain of ")) continue;
        const ItemRef ref{ItemSort::requirement, action, line.name};
        lines.insert(line.name == one.refusal.name ? lines.begin() : lines.end(), ref);
      }
    }
    for (const ItemRef& line : lines)
      if (std::find(found.begin(), found.end(), line) == found.end()) found.push_back(line);
  }
  for (const ItemRef& item : one.blame.items) see(item);
  see({ItemSort::action, action});
  if (one.example.what != What::permitted) {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      for (const Position* at : {&one.example.positions[side], &one.example.after[side]}) {
        const Scenario& scenario = *pair.scenarios[side];
        const SiteId site = at->words().empty() ? -1 : at->cell(scenario.layout.site) - 1;
        if (site < 0) continue;
        const ProcedureId procedure = scenario.program->sites[site].procedure;
        see({ItemSort::procedure, scenario.program->procedures[procedure].name});
      }
      const language::Program& program = *pair.scenarios[side]->program;
      if (program.game != language::none) see({ItemSort::procedure, program.procedures[program.game].name});
    }
  }
  for (size_t i = 0; i < open.size(); ++i) {
    const ItemPair* item = pair.alignment.find(open[i]);
    if (item == nullptr || item->same) continue;
    if (!item->same_text && item->item[0] != nullptr && item->item[1] != nullptr) found.push_back(open[i]);
    for (const SettledItem* side : item->item) {
      if (side == nullptr) continue;
      for (const ItemRef& used : side->uses) see(used);
    }
  }
  std::erase_if(found, [&](const ItemRef& ref) { return one.blame.items.count(ref) != 0; });
  return found;
}

class Trial {
 public:
  Trial(Pair& pair, const Difference& difference) : pair_(pair), difference_(difference) {}

  struct Came {
    bool possible = false;
    std::array<bool, 2> alike{};
    std::string why_not;
    bool gone() const { return alike[0] || alike[1]; }
  };
  Came with(const ItemRefs& items) {
    Came came;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const TakenOver made = take_over(pair_, side, items, difference_.positions[1 - side]);
      if (!made.scenario) {
        if (came.why_not.empty()) came.why_not = made.why_not;
        continue;
      }
      came.possible = true;
      came.alike[side] = plays_alike(pair_, difference_, side, made.scenario);
    }
    ++tried;
    return came;
  }

  size_t tried = 0;

 private:
  Pair& pair_;
  const Difference& difference_;
};

}  // namespace

bool plays_alike(Pair& pair, const Difference& difference, size_t side, const ScenarioPtr& instead) {
  try {
    switch (difference.what) {
      case What::permitted:
        return choice_alike(pair, difference, side, instead);
      case What::offered:
        return false;  // where an action is offered is a step of the sequence of play
      case What::chance:
        return chance_alike(pair, difference, side, instead);
      case What::player:
        return player_alike(pair, difference, side, instead);
      default:
        return step_alike(pair, difference, side, instead);
    }
  } catch (const runtime::Fault&) {
    return false;
  }
}

std::optional<bool> decides(Pair& pair, const DifferenceClass& one) {
  if (one.example.what == What::offered || one.blame.items.empty()) return std::nullopt;
  Trial trial(pair, one.example);
  ItemRefs possible;
  for (const ItemRef& item : one.blame.items) {
    const Trial::Came came = trial.with({item});
    if (came.gone()) return true;
    if (came.possible) possible.insert(item);
  }
  if (possible.size() > 1 && trial.with(possible).gone()) return true;
  return possible.size() == one.blame.items.size() ? std::optional(false) : std::nullopt;
}

std::vector<std::string> parts_of_the_starts(Pair& pair, const ItemRefs& items) {
  if (items.empty()) return {};
  const std::array<Position, 2> starts{pair.scenarios[0]->start, pair.scenarios[1]->start};
  std::array<Position, 2> begun = starts;
  for (const size_t side : {size_t{0}, size_t{1}}) pair.rules[side]->begin(begun[side]);
  const std::vector<std::string> apart = pair.transfers[0].differences(begun[0], begun[1]);
  for (size_t side = 0; !apart.empty() && side < starts.size(); ++side) {
    const TakenOver made = take_over(pair, side, items, begun[1 - side]);
    if (!made.scenario) continue;
    std::array<Position, 2> now = begun;
    now[side] = starts[side];
    try {
      runtime::ReferenceRules(made.scenario).begin(now[side]);
    } catch (const runtime::Fault&) {
      continue;
    }
    const std::vector<std::string> left = pair.transfers[0].differences(now[0], now[1]);
    if (left.size() >= apart.size()) continue;
    std::vector<std::string> gone = apart;
    std::erase_if(
        gone, [&](const std::string& one) { return std::find(left.begin(), left.end(), one) != left.end(); });
    return gone;
  }
  return {};
}

Attribution attribute(Pair& pair, const DifferenceClass& one) {
  Attribution found;
  if (one.example.what == What::offered) {
    found.why_not = "where an action is offered is a step of the sequence of play";
    return found;
  }
  Trial trial(pair, one.example);
  ItemRefs possible;
  const auto alone = [&](const ItemRef& item) {
    const Trial::Came came = trial.with({item});
    if (came.possible) possible.insert(item);
    if (!came.possible && one.blame.items.count(item) != 0 && found.why_not.empty())
      found.why_not = came.why_not;
    if (!came.gone()) return;
    for (const size_t side : {size_t{0}, size_t{1}})
      found.alike[side] = found.alike[side] || came.alike[side];
    found.items.insert(item);
  };
  const auto done = [&] {
    found.tried = trial.tried;
    if (!found.items.empty()) found.how = Attribution::How::switched;
    return found;
  };
  for (const ItemRef& item : one.blame.items) alone(item);
  if (!found.items.empty()) return done();
  const auto together = [&](ItemRefs items) {
    Trial::Came came = trial.with(items);
    if (!came.gone()) return;
    // What is not needed is left out, one by one.
    for (const ItemRef& item : ItemRefs(items)) {
      ItemRefs fewer = items;
      fewer.erase(item);
      if (fewer.empty()) break;
      if (const Trial::Came now = trial.with(fewer); now.gone()) items = std::move(fewer), came = now;
    }
    found.items = std::move(items);
    found.alike = came.alike;
    found.together = found.items.size() > 1;
  };
  if (possible.size() > 1) together(possible);
  if (!found.items.empty()) return done();
  std::vector<ItemRef> beside = others(pair, one);
  if (beside.size() > most_switched) beside.resize(most_switched);
  for (const ItemRef& item : beside) {
    alone(item);
    if (!found.items.empty()) return done();
  }
  if (possible.size() > 1) together(possible);
  if (!found.items.empty()) return done();
  found.tried = trial.tried;
  if (found.why_not.empty()) found.how = Attribution::How::none;
  return found;
}

}  // namespace casebook::compare
