// SPDX-License-Identifier: Apache-2.0
// What a player may do: domains, requirements, ensures, preferences.
#include <algorithm>
#include <map>

#include "engine/language/walk.h"
#include "engine/runtime/reference/evaluator.h"
#include "engine/runtime/reference/value_text.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::AlternativeArg;
using language::ArgMode;
using language::Op;
using language::ParamMode;
using language::Requirement;
using language::Site;
using language::TypeTag;

namespace {

/// More allowed members of a set parameter than this are refused: their subsets would be too many to go
/// through one by one.
constexpr size_t most_free_members = 20;

bool mentions(const Requirement& requirement, Id var) {
  bool found = false;
  const auto visit = [&](const language::Expr& expr) {
    found = found || (expr.op == Op::variable && expr.ref == var);
  };
  language::walk(*requirement.expr, visit);
  for (const auto& waiver : requirement.waivers) language::walk(*waiver.when, visit);
  return found;
}

}  // namespace

bool Evaluator::fixed_allows(const AlternativeArg& arg, const Value& value, const Position& position) {
  return arg.mode != ArgMode::fixed || evaluate(*arg.value, position) == value;
}

std::vector<int32_t> Evaluator::candidates(const ActionParam& param, const Position& position) {
  const Value domain = evaluate(*param.domain, position);
  std::vector<int32_t> members = domain.items;
  if (param.domain->type.tag == TypeTag::maybe) {
    members.clear();
    if (domain.number >= 0) members.push_back(static_cast<int32_t>(domain.number));
  }
  if (param.where) {
    std::erase_if(members, [&](int32_t member) {
      variable(param.member) = member;
      return !evaluate(*param.where, position).yes();
    });
  }
  if (members.size() > static_cast<size_t>(limits::candidates)) {
    throw Fault{language::none, "more than 64 candidates for " + param.name + " (limits::candidates)"};
  }
  return members;
}

void Evaluator::choices_of(const Site& site, int16_t alternative, const Position& position,
                           std::vector<Choice>& out) {
  const size_t from = out.size();
  Choice choice;
  choice.alternative = alternative;
  enumerate(site, alternative, 0, choice, 0, position, out);
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(from), out.end());
  keep_best(site, alternative, position, out, from);
}

void Evaluator::enumerate(const Site& site, int16_t alternative, size_t param_index, Choice& choice,
                          size_t single, const Position& position, std::vector<Choice>& out) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(alternative)];
  const Action& action = program_.actions[static_cast<size_t>(offered.action)];
  if (param_index == action.params.size()) {
    for (const Requirement& further : offered.requires_) {
      if (!requirement_holds(action, further, position)) return;
    }
    if (lawful(action, position)) out.push_back(choice);
    return;
  }
  const ActionParam& param = action.params[param_index];
  const AlternativeArg& arg = offered.args[param_index];
  if (param.mode == ParamMode::single) {
    std::vector<int64_t> members;
    if (param.domain->op == Op::range) {
      const int64_t low = number(*param.domain, 0, position), high = number(*param.domain, 1, position);
      for (int64_t value = low; value <= high; ++value) members.push_back(value);
    } else {
      const Value domain = evaluate(*param.domain, position);
      if (param.domain->type.tag == TypeTag::maybe) {
        if (domain.number >= 0) members.push_back(domain.number);
      } else {
        members.assign(domain.items.begin(), domain.items.end());
      }
    }
    for (const int64_t member : members) {
      variable(param.var) = member;
      if (!domain_holds(param, position) || !fixed_allows(arg, member, position)) continue;
      choice.singles[single] = static_cast<int16_t>(member);
      enumerate(site, alternative, param_index + 1, choice, single + 1, position, out);
    }
    choice.singles[single] = -1;
    return;
  }
  if (param.mode == ParamMode::path) {
    std::vector<int32_t> path{static_cast<int32_t>(evaluate(*param.domain, position).number)};
    enumerate_paths(site, alternative, param_index, choice, single, position, path, out);
    return;
  }
  const std::vector<int32_t> members = candidates(param, position);
  // A member that fails an `each` requirement is in no lawful set: unless the requirement speaks of the set
  // as a whole, or of a later parameter, it can be left out at once. Everything is asked again in `lawful`.
  std::vector<size_t> free;
  for (size_t i = 0; i < members.size(); ++i) free.push_back(i);
  if (param_index + 1 == action.params.size()) {
    for (const Requirement& requirement : action.requires_) {
      if (requirement.each != static_cast<int32_t>(param_index) || mentions(requirement, param.var)) continue;
      std::erase_if(free, [&](size_t i) {
        variable(param.var) = Value(std::vector<int32_t>{members[i]});
        return !requirement_holds(action, requirement, position);
      });
    }
  }
  if (free.size() > most_free_members)
    throw Fault{action.label, "too many members may be in " + param.name + " of " + action.name +
                                  " for the reference evaluator"};
  for (uint64_t subset = 0; subset < (uint64_t{1} << free.size()); ++subset) {
    std::vector<int32_t> chosen;
    choice.set = 0;
    for (size_t k = 0; k < free.size(); ++k) {
      if (((subset >> k) & 1) == 0) continue;
      chosen.push_back(members[free[k]]);
      choice.set |= uint64_t{1} << free[k];
    }
    const Value value(std::move(chosen));
    variable(param.var) = value;
    if (!fixed_allows(arg, value, position)) continue;
    enumerate(site, alternative, param_index + 1, choice, single, position, out);
  }
  choice.set = 0;
}

void Evaluator::enumerate_paths(const Site& site, int16_t alternative, size_t param_index, Choice& choice,
                                size_t single, const Position& position, std::vector<int32_t>& path,
                                std::vector<Choice>& out) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(alternative)];
  const ActionParam& param = program_.actions[static_cast<size_t>(offered.action)].params[param_index];
  const int32_t steps = static_cast<int32_t>(path.size()) - 1;
  if (steps >= param.least_steps) {
    const Value value{std::vector<int32_t>(path)};
    variable(param.var) = value;
    if (fixed_allows(offered.args[param_index], value, position)) {
      for (size_t i = 0; i < choice.path.size(); ++i) {
        choice.path[i] = i + 1 < path.size() ? static_cast<int16_t>(path[i + 1]) : int16_t{-1};
      }
      enumerate(site, alternative, param_index + 1, choice, single, position, out);
      choice.path.fill(-1);
    }
  }
  if (steps == param.most_steps) return;
  for (const int32_t next : scenario_->ground.neighbours[static_cast<size_t>(path.back())]) {
    if (next < 0 || std::find(path.begin(), path.end(), next) != path.end()) continue;
    path.push_back(next);
    enumerate_paths(site, alternative, param_index, choice, single, position, path, out);
    path.pop_back();
  }
}

bool Evaluator::set_parameters(const Site& site, const Choice& choice, const Position& position) {
  const Action& action =
      program_
          .actions[static_cast<size_t>(site.alternatives[static_cast<size_t>(choice.alternative)].action)];
  size_t single = 0;
  for (const ActionParam& param : action.params) {
    if (param.mode == ParamMode::single) {
      variable(param.var) = choice.singles[single++];
      domain_holds(param, position);  // sets the variable of its hex
    } else if (param.mode == ParamMode::path) {
      std::vector<int32_t> path{static_cast<int32_t>(evaluate(*param.domain, position).number)};
      for (const int16_t hex : choice.path) {
        if (hex >= 0) path.push_back(hex);
      }
      variable(param.var) = Value(std::move(path));
    } else {
      const std::vector<int32_t> members = candidates(param, position);
      std::vector<int32_t> chosen;
      for (size_t i = 0; i < members.size(); ++i) {
        if ((choice.set >> i) & 1) chosen.push_back(members[i]);
      }
      if (members.size() < 64 && (choice.set >> members.size()) != 0) return false;
      variable(param.var) = Value(std::move(chosen));
    }
  }
  return true;
}

bool Evaluator::domain_holds(const ActionParam& param, const Position& position) {
  const Value value = variable(param.var);
  switch (param.mode) {
    case ParamMode::single: {
      if (param.domain->op == Op::range) {
        if (value.number < number(*param.domain, 0, position) ||
            value.number > number(*param.domain, 1, position))
          return false;
      } else {
        const Value domain = evaluate(*param.domain, position);
        const bool inside = param.domain->type.tag == TypeTag::maybe ? domain.number == value.number
                                                                     : domain.contains(value.number);
        if (!inside) return false;
      }
      if (param.at != language::none) {
        const Slot& slot = scenario_->layout.places[static_cast<size_t>(param.domain->type.of)];
        const int64_t place = stored_cell(slot, position, static_cast<uint32_t>(value.number));
        if (place >= scenario_->ground.hexes) return false;
        variable(param.at) = place;
      }
      return !param.where || evaluate(*param.where, position).yes();
    }
    case ParamMode::set: {
      const std::vector<int32_t> members = candidates(param, position);
      return std::includes(members.begin(), members.end(), value.items.begin(), value.items.end());
    }
    case ParamMode::path: {
      const int64_t start = evaluate(*param.domain, position).number;
      const auto steps = static_cast<int32_t>(value.items.size()) - 1;
      if (value.items.empty() || value.items.front() != start || steps < param.least_steps ||
          steps > param.most_steps)
        return false;
      for (size_t i = 1; i < value.items.size(); ++i) {
        if (scenario_->ground.between(value.items[i - 1], value.items[i]) < 0) return false;
        if (std::find(value.items.begin(), value.items.begin() + static_cast<std::ptrdiff_t>(i),
                      value.items[i]) != value.items.begin() + static_cast<std::ptrdiff_t>(i))
          return false;
      }
      return true;
    }
  }
  return false;
}

bool Evaluator::requirement_holds(const Action& action, const Requirement& requirement,
                                  const Position& position) {
  const auto holds = [&] {
    for (const auto& waiver : requirement.waivers) {
      if (!evaluate(*waiver.when, position).yes()) continue;
      fire(waiver.label);
      return true;
    }
    const bool met = evaluate(*requirement.expr, position).yes();
    if (!met) fire(requirement.label);
    return met;
  };
  if (requirement.each < 0) return holds();
  const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
  const std::vector<int32_t> members = variable(param.var).items;
  for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < members.size(); ++i) {
    variable(requirement.member) = members[i];
    if (!holds()) return false;
  }
  return true;
}

bool Evaluator::lawful(const Action& action, const Position& position) {
  for (const ActionParam& param : action.params) {
    if (!domain_holds(param, position)) return false;
  }
  for (const Requirement& requirement : action.requires_) {
    if (!requirement_holds(action, requirement, position)) return false;
  }
  return action.ensures.empty() || body_ensures(action, position);
}

// The body runs on a copy; parameters and their hexes keep the values they had before it.
bool Evaluator::body_ensures(const Action& action, const Position& position) {
  Position after = position;
  const Ending ending = ending_;
  const std::vector<Value> frame = frame_;
  execute(*action.body, after);
  ending_ = ending;
  frame_ = frame;
  return std::all_of(action.ensures.begin(), action.ensures.end(), [&](const Requirement& requirement) {
    return requirement_holds(action, requirement, after);
  });
}

// Choices that agree in every parameter but the last compete; the preferences apply in the written order.
void Evaluator::keep_best(const Site& site, int16_t alternative, const Position& position,
                          std::vector<Choice>& out, size_t from) {
  const Action& action =
      program_.actions[static_cast<size_t>(site.alternatives[static_cast<size_t>(alternative)].action)];
  if (action.bests.empty()) return;
  const auto group_of = [&action](Choice choice) {
    switch (action.params.back().mode) {
      case ParamMode::single: {
        size_t singles = 0;
        for (const ActionParam& param : action.params) singles += param.mode == ParamMode::single ? 1 : 0;
        choice.singles[singles - 1] = -1;
        break;
      }
      case ParamMode::set:
        choice.set = 0;
        break;
      case ParamMode::path:
        choice.path.fill(-1);
        break;
    }
    return choice;
  };
  for (const language::Best& best : action.bests) {
    std::map<Choice, int64_t> extremes;
    std::vector<int64_t> values;
    for (size_t i = from; i < out.size(); ++i) {
      set_parameters(site, out[i], position);
      const int64_t value = evaluate(*best.value, position).number;
      values.push_back(value);
      const auto [it, fresh] = extremes.emplace(group_of(out[i]), value);
      if (!fresh) it->second = best.least ? std::min(it->second, value) : std::max(it->second, value);
    }
    size_t kept = from;
    for (size_t i = from; i < out.size(); ++i) {
      if (values[i - from] == extremes.at(group_of(out[i]))) out[kept++] = out[i];
    }
    out.resize(kept);
  }
}

}  // namespace casebook::runtime
