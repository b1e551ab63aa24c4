// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/some_choices.h"

#include <algorithm>
#include <set>

#include "engine/base/choice_limits.h"
#include "engine/platform/console.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::ArgMode;
using language::ParamMode;
using language::Site;

// ---- one alternative

Evaluator::LeftOut Evaluator::each_choice_of(
    const Site& site, int16_t alternative, const Position& position,
    const std::function<bool(const Choice&, const LeftOut&)>& found) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(alternative)];
  const Action& action = program_.actions[offered.action];
  LeftOut left_out;
  tried_ = 0;
  try_values(offered, 0, position, &left_out, [&] {
    left_out.by_found = !found(choice_in_frame(action, alternative, position), left_out);
    return !left_out.by_found;
  });
  return left_out;
}

std::optional<Value> Evaluator::drawn_value(const Action& action, size_t index, const Position& position,
                                            Random& random) {
  const auto below = [&random](size_t count) { return random.below(static_cast<uint32_t>(count)); };
  const ActionParam& param = action.params[index];
  switch (param.mode) {
    case ParamMode::single: {
      const std::vector<Value> values = single_values(param, position);
      if (values.empty()) return std::nullopt;
      return values[below(values.size())];
    }
    case ParamMode::path: {
      std::vector<int32_t> path{static_cast<int32_t>(evaluate(*param.domain, position).number)};
      const auto steps =
          static_cast<size_t>(param.least_steps) +
          below(static_cast<size_t>(param.most_steps) - static_cast<size_t>(param.least_steps) + 1);
      while (path.size() <= steps) {
        std::vector<int32_t> next;
        for (const int32_t hex : scenario_->ground.neighbours[static_cast<size_t>(path.back())]) {
          if (hex >= 0 && std::find(path.begin(), path.end(), hex) == path.end()) next.push_back(hex);
        }
        if (next.empty()) return std::nullopt;
        path.push_back(next[below(next.size())]);
      }
      return Value(std::move(path));
    }
    case ParamMode::set: {
      std::vector<int32_t> members = free_members(action, index, position);
      const size_t size = below(members.size() + 1);
      for (size_t i = 0; i < size; ++i) std::swap(members[i], members[i + below(members.size() - i)]);
      members.resize(size);
      std::sort(members.begin(), members.end());
      return Value(std::move(members));
    }
  }
  return std::nullopt;
}

std::optional<Choice> Evaluator::drawn_choice_of(const Site& site, int16_t alternative,
                                                 const Position& position, Random& random) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(alternative)];
  const Action& action = program_.actions[offered.action];
  for (size_t i = 0; i < action.params.size(); ++i) {
    const language::AlternativeArg& arg = offered.args[i];
    const std::optional<Value> value = arg.mode == ArgMode::fixed
                                           ? std::optional(evaluate(*arg.value, position))
                                           : drawn_value(action, i, position, random);
    if (!value) return std::nullopt;
    variable(action.params[i].var) = *value;
    if (!domain_holds(action.params[i], position)) return std::nullopt;
  }
  if (!permitted_by_all(offered, position)) return std::nullopt;
  return choice_in_frame(action, alternative, position);
}

bool Evaluator::offers(const Site& site, const Choice& choice, const Position& position) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(choice.alternative)];
  const Action& action = program_.actions[offered.action];
  if (!action.bests.empty()) {
    std::vector<Choice> all;
    choices_of(site, choice.alternative, position, all);
    return std::binary_search(all.begin(), all.end(), choice);
  }
  if (!set_parameters(site, choice, position)) return false;
  for (size_t i = 0; i < action.params.size(); ++i) {
    const language::AlternativeArg& arg = offered.args[i];
    if (!domain_holds(action.params[i], position)) return false;
    if (arg.mode == ArgMode::fixed && evaluate(*arg.value, position) != variable(action.params[i].var))
      return false;
  }
  return permitted_by_all(offered, position);
}

// ---- a site

namespace {

const Action& action_of(ReferenceRules& rules, const Site& site, size_t alternative) {
  return rules.evaluator().program().actions[site.alternatives[alternative].action];
}

/// Preferences compare all choices of an alternative, so there is no way around its whole list.
std::vector<Choice> whole_list(ReferenceRules& rules, const Site& site, size_t alternative,
                               const Position& position) {
  std::vector<Choice> all;
  rules.evaluator().choices_of(site, static_cast<int16_t>(alternative), position, all);
  return all;
}

void first_of(ReferenceRules& rules, const Position& position, size_t enough, size_t most,
              SomeChoices& some) {
  const Site& site = rules.site(position);
  some.all = true;
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    const size_t wanted = some.limit.empty() ? most : enough;
    if (some.choices.size() >= wanted) {
      some.all = false;
      break;
    }
    try {
      if (!action_of(rules, site, i).bests.empty()) {
        for (const Choice& choice : whole_list(rules, site, i, position)) some.choices.push_back(choice);
        continue;
      }
      const auto left_out = rules.evaluator().each_choice_of(
          site, static_cast<int16_t>(i), position,
          [&](const Choice& choice, const Evaluator::LeftOut& so_far) {
            some.choices.push_back(choice);
            return some.choices.size() < (so_far.limit.empty() ? wanted : enough);
          });
      if (some.limit.empty()) some.limit = left_out.limit;
      some.gave_up = some.gave_up || left_out.gave_up;
      some.all = some.all && !left_out.any();
    } catch (const Fault& fault) {
      if (!fault.is_limit) throw;
      some.limit = fault.why;
      some.all = false;
    }
  }
}

/// The seed's own stream: no die and no player of a game draws from it.
constexpr uint64_t stream_of_choices = 0x63686f696365;
/// So many draws in a row that bring nothing new end the drawing.
constexpr uint64_t idle_draws = 10'000;
constexpr uint64_t draws_between_looks = 1'024;

void draw_of(ReferenceRules& rules, const Position& position, size_t enough, uint64_t seed,
             SomeChoices& some) {
  const Site& site = rules.site(position);
  Random random(seed, stream_of_choices);
  std::vector<size_t> drawn_from;
  std::vector<std::vector<Choice>> listed(site.alternatives.size());
  for (size_t i = 0; i < site.alternatives.size(); ++i) {
    try {
      if (!action_of(rules, site, i).bests.empty()) listed[i] = whole_list(rules, site, i, position);
      // One draw that nobody gets shows whether there are too many candidates.
      Random aside(seed, stream_of_choices);
      if (listed[i].empty())
        rules.evaluator().drawn_choice_of(site, static_cast<int16_t>(i), position, aside);
      drawn_from.push_back(i);
    } catch (const Fault& fault) {
      if (!fault.is_limit) throw;
      some.limit = fault.why;
    }
  }
  std::set<Choice> found;
  for (uint64_t idle = 0; !drawn_from.empty() && found.size() < enough && idle < idle_draws; ++idle) {
    if (++some.draws % draws_between_looks == 0 && platform::stop_requested()) throw ListingStopped{};
    const size_t i = drawn_from[random.below(static_cast<uint32_t>(drawn_from.size()))];
    std::optional<Choice> choice;
    if (listed[i].empty())
      choice = rules.evaluator().drawn_choice_of(site, static_cast<int16_t>(i), position, random);
    else
      choice = listed[i][random.below(static_cast<uint32_t>(listed[i].size()))];
    if (choice && found.insert(*choice).second) idle = 0;
  }
  some.choices.assign(found.begin(), found.end());
}

}  // namespace

SomeChoices first_choices(ReferenceRules& rules, const Position& position, size_t enough, size_t most) {
  SomeChoices some;
  try {
    first_of(rules, position, enough, most, some);
  } catch (const Fault&) {
    return {};
  }
  std::sort(some.choices.begin(), some.choices.end());
  return some;
}

SomeChoices drawn_choices(ReferenceRules& rules, const Position& position, size_t enough, uint64_t seed) {
  SomeChoices some;
  try {
    draw_of(rules, position, enough, seed, some);
  } catch (const Fault&) {
    return {};
  }
  return some;
}

}  // namespace casebook::runtime
