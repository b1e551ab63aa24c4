// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/lockstep.h"

#include <algorithm>

#include "engine/base/fnv.h"
#include "engine/runtime/text/chance_text.h"
#include "engine/runtime/text/limit_words.h"

namespace casebook::compare {

using language::ParamMode;
using language::TypeTag;
using runtime::ChanceOutcome;
using runtime::Choice;
using runtime::NodeKind;
using What = Difference::What;

namespace {

constexpr int16_t not_there = 20'000;  // an action that side 0 has not: so much and its id

constexpr size_t most_outcomes = 8;

std::string action_name(const Scenario& scenario, const Position& position, const Choice& choice) {
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  const ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
  return scenario.program->actions[action].name;
}

bool offers_action(const Scenario& scenario, const Position& position, const std::string& name) {
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  return std::any_of(site.alternatives.begin(), site.alternatives.end(),
                     [&](const auto& one) { return scenario.program->actions[one.action].name == name; });
}

}  // namespace

std::string_view what_text(What what) {
  switch (what) {
    case What::permitted:
      return "permitted";
    case What::offered:
      return "offered";
    case What::effect:
      return "effect";
    case What::outcome:
      return "outcome";
    case What::next:
      return "next";
    case What::player:
      return "player";
    case What::chance:
      break;
  }
  return "chance";
}

Lockstep::Lockstep(Pair& pair) : pair_(pair) {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto& actions = pair.scenarios[side]->program->actions;
    for (size_t i = 0; i < actions.size(); ++i)
      candidates_same_[side].push_back(same_candidates(side, static_cast<ActionId>(i)));
  }
}

/// Whether bit i of a set means the same on both sides.
bool Lockstep::same_candidates(size_t side, ActionId action) const {
  const OneWay& way = pair_.alignment.from(side);
  const ActionId other = way.actions[action];
  if (other == language::none) return false;
  const auto& mine = pair_.alignment.settled(side).program().actions[action].params;
  const auto& theirs = pair_.alignment.settled(1 - side).program().actions[other].params;
  if (mine.size() != theirs.size()) return false;
  for (size_t k = 0; k < mine.size(); ++k) {
    if (mine[k].mode != ParamMode::set) continue;
    if (theirs[k].mode != ParamMode::set || !way.same_members[mine[k].domain->type.of]) return false;
    const bool first = side == 0;
    const auto same = [&](const language::ExprPtr& a, const language::ExprPtr& b) {
      if (!a || !b) return !a && !b;
      return first ? pair_.alignment.same(*a, *b) : pair_.alignment.same(*b, *a);
    };
    if (!same(mine[k].domain, theirs[k].domain) || !same(mine[k].where, theirs[k].where)) return false;
  }
  return true;
}

void Lockstep::offers(size_t side, const Position& position, std::vector<Offer>& into) {
  into.clear();
  const Scenario& scenario = *pair_.scenarios[side];
  const OneWay& way = pair_.alignment.from(side);
  pair_.rules[side]->choices(position, choices_[side]);
  const auto& site = scenario.program->sites[position.cell(scenario.layout.site) - 1];
  for (const Choice& choice : choices_[side]) {
    Offer offer{choice, choice};
    const ActionId action = site.alternatives[static_cast<size_t>(choice.alternative)].action;
    const auto& params = scenario.program->actions[action].params;
    const ActionId known = side == 0 ? action : way.actions[action];
    offer.key.alternative = static_cast<int16_t>(known == language::none ? not_there + action : Id(known));
    size_t single = 0;
    for (const auto& param : params) {
      if (param.mode == ParamMode::single) {
        int16_t& value = offer.key.singles[single++];
        const language::Type type = scenario.program->vars[param.var].type;
        if (side == 0 || value < 0) continue;
        if (type.tag == TypeTag::entity || type.tag == TypeTag::maybe)
          value = static_cast<int16_t>(way.members[type.of][static_cast<size_t>(value)]);
        else if (type.tag == TypeTag::location)
          value = static_cast<int16_t>(way.locations[static_cast<size_t>(value)]);
      } else if (param.mode == ParamMode::path) {
        for (int16_t& hex : offer.key.path) {
          if (side == 1 && hex >= 0)
            hex = static_cast<int16_t>(way.members[language::kind_hex][static_cast<size_t>(hex)]);
        }
      } else if (!candidates_same_[side][static_cast<size_t>(action)]) {
        // By its members, as a number that both sides come to.
        const std::vector<int32_t> candidates = runtime::set_candidates(scenario, position, choice);
        std::vector<int32_t> members;
        for (size_t i = 0; i < candidates.size() && i < 64; ++i) {
          if (((choice.set >> i) & 1U) == 0) continue;
          members.push_back(side == 0
                                ? candidates[i]
                                : way.members[param.domain->type.of][static_cast<size_t>(candidates[i])]);
        }
        std::sort(members.begin(), members.end());
        Fnv1a hash;
        for (const int32_t member : members) hash.word(static_cast<uint64_t>(member) + 1);
        offer.key.set = hash.value();
      }
    }
    into.push_back(offer);
  }
  std::stable_sort(into.begin(), into.end(), [](const Offer& a, const Offer& b) { return a.key < b.key; });
  into.erase(
      std::unique(into.begin(), into.end(), [](const Offer& a, const Offer& b) { return a.key == b.key; }),
      into.end());
}

bool Lockstep::choices_differ(const std::array<Position, 2>& positions, const See& see, Random& random) {
  common_.clear();
  offers(0, positions[0], offers_[0]);
  offers(1, positions[1], offers_[1]);
  // Where one cannot list its choices nobody knows whether they differ.
  for (const size_t side : {size_t{0}, size_t{1}})
    if (offers_[side].empty() && !offers_[1 - side].empty() &&
        !runtime::limit_words_at(*pair_.scenarios[side], positions[side]).empty())
      return false;
  std::array<std::vector<Offer>, 2> only;
  size_t i = 0, k = 0;
  while (i < offers_[0].size() || k < offers_[1].size()) {
    if (k == offers_[1].size() || (i < offers_[0].size() && offers_[0][i].key < offers_[1][k].key)) {
      only[0].push_back(offers_[0][i++]);
    } else if (i == offers_[0].size() || offers_[1][k].key < offers_[0][i].key) {
      only[1].push_back(offers_[1][k++]);
    } else {
      common_.push_back({offers_[0][i++].own, offers_[1][k++].own});
    }
  }
  if (see) {
    for (const size_t side : {size_t{0}, size_t{1}}) {
      for (size_t begin = 0; begin < only[side].size();) {
        size_t end = begin;
        while (end < only[side].size() &&
               only[side][end].key.alternative == only[side][begin].key.alternative)
          ++end;
        const size_t count = end - begin;
        Difference difference;
        difference.allows = side;
        difference.positions = positions;
        difference.action = action_name(*pair_.scenarios[side], positions[side], only[side][begin].own);
        difference.what = offers_action(*pair_.scenarios[1 - side], positions[1 - side], difference.action)
                              ? What::permitted
                              : What::offered;
        for (size_t shown = 0; shown < std::min(count, most_shown_); ++shown) {
          const size_t at =
              count <= most_shown_ ? begin + shown : begin + random.below(static_cast<uint32_t>(count));
          difference.steps[side].choice = only[side][at].own;
          see(difference);
        }
        begin = end;
      }
    }
  }
  return !only[0].empty() || !only[1].empty();
}

bool Lockstep::players_differ(const std::array<Position, 2>& positions, const See& see) {
  const std::string mine = pair_.player_text(0, positions[0]), theirs = pair_.player_text(1, positions[1]);
  if (mine == theirs || mine.empty() || theirs.empty()) return false;
  if (see) {
    const Scenario& scenario = *pair_.scenarios[0];
    Difference difference;
    difference.what = What::player;
    difference.action = "the choice at " + site_name(scenario, positions[0].cell(scenario.layout.site) - 1);
    difference.positions = positions;
    see(difference);
  }
  return true;
}

bool Lockstep::step_differs(const std::array<Position, 2>& positions, const std::array<Step, 2>& steps,
                            const std::string& action, const See& see) {
  std::array<Position, 2> after = positions;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    if (steps[side].chance)
      pair_.rules[side]->apply(after[side], steps[side].outcome);
    else
      pair_.rules[side]->apply(after[side], steps[side].choice);
  }
  std::vector<std::string> found = pair_.transfers[0].differences(after[0], after[1]);
  if (found.empty()) return false;
  const bool of_play = std::any_of(found.begin(), found.end(),
                                   [this](const std::string& value) { return !pair_.is_unread(value); });
  if (!see) return of_play;
  Difference difference;
  difference.action = action;
  difference.positions = positions;
  difference.steps = steps;
  difference.after = std::move(after);
  const auto has = [&](const char* name) {
    return std::find(found.begin(), found.end(), name) != found.end();
  };
  difference.what = has("outcome") ? What::outcome : has("who comes next") ? What::next : What::effect;
  std::erase_if(found, [](const std::string& one) { return one == "outcome" || one == "who comes next"; });
  if (difference.what != What::effect) {
    difference.values = std::move(found);
    see(difference);
    return true;
  }
  // Each value by itself: what is responsible for one is not for another.
  for (const std::string& value : found) {
    difference.values = {value};
    see(difference);
  }
  return of_play;
}

/// Members by name: that dice are the same or that the same may be drawn.
bool Lockstep::same_chances(const std::array<Position, 2>& positions,
                            const std::array<std::vector<ChanceOutcome>, 2>& all) const {
  if (all[0].size() != all[1].size()) return false;
  const language::Site &mine = pair_.rules[0]->site(positions[0]),
                       &theirs = pair_.rules[1]->site(positions[1]);
  if (mine.kind != theirs.kind) return false;
  if (mine.kind != language::SiteKind::draw || all[0].empty()) return true;
  std::array<std::vector<std::string>, 2> names;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const ChanceOutcome& one : all[side])
      names[side].push_back(runtime::chance_text(*pair_.scenarios[side], side == 0 ? mine : theirs, one));
  }
  return names[0] == names[1];
}

bool Lockstep::look_at_chance(const std::array<Position, 2>& positions, Random& random, const See& see) {
  std::array<std::vector<ChanceOutcome>, 2> all;
  for (const size_t side : {size_t{0}, size_t{1}}) pair_.rules[side]->outcomes(positions[side], all[side]);
  const Scenario& scenario = *pair_.scenarios[0];
  const std::string action =
      std::string(chance_at) + site_name(scenario, positions[0].cell(scenario.layout.site) - 1);
  bool any = false;
  if (!same_chances(positions, all)) {
    any = true;
    if (see) {
      Difference difference;
      difference.what = What::chance;
      difference.action = action;
      difference.positions = positions;
      see(difference);
    }
    return any;
  }
  const size_t count = std::min(all[0].size(), all[1].size());
  const size_t tried = std::min(count, most_outcomes);
  for (size_t i = 0; i < tried; ++i) {
    const size_t at = count <= most_outcomes ? i : random.below(static_cast<uint32_t>(count));
    std::array<Step, 2> steps;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      steps[side].chance = true;
      steps[side].outcome = all[side][at];
    }
    any = step_differs(positions, steps, action, see) || any;
  }
  return any;
}

Lockstep::Look Lockstep::look(size_t side, const Position& position, Random& random, const See& see) {
  Look look;
  if (pair_.rules[side]->node(position) == NodeKind::over) return look;
  const auto there = pair_.transfers[side](position);
  if (!there) return look;
  look.compared = true;
  const std::array<Position, 2> positions =
      side == 0 ? std::array<Position, 2>{position, *there} : std::array<Position, 2>{*there, position};
  if (pair_.rules[0]->node(positions[0]) == NodeKind::chance) {
    look.steps = look_at_chance(positions, random, see);
    return look;
  }
  look.player = players_differ(positions, see);
  look.choices = choices_differ(positions, see, random);
  const Scenario& scenario = *pair_.scenarios[0];
  const auto& site = scenario.program->sites[positions[0].cell(scenario.layout.site) - 1];
  for (size_t begin = 0; begin < common_.size();) {
    size_t end = begin;
    const auto action = [&](size_t i) {
      return site.alternatives[static_cast<size_t>(common_[i][0].alternative)].action;
    };
    while (end < common_.size() && action(end) == action(begin)) ++end;
    const std::string& name = scenario.program->actions[action(begin)].name;
    for (size_t tried = 0; tried < std::min(end - begin, most_tried_); ++tried) {
      const size_t at = most_tried_ > 1 && end - begin <= most_tried_
                            ? begin + tried
                            : begin + random.below(static_cast<uint32_t>(end - begin));
      std::array<Step, 2> steps;
      steps[0].choice = common_[at][0];
      steps[1].choice = common_[at][1];
      look.steps = step_differs(positions, steps, name, see) || look.steps;
    }
    begin = end;
  }
  return look;
}

}  // namespace casebook::compare
