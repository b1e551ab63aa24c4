// SPDX-License-Identifier: Apache-2.0
// What a player may do: domains, requirements, ensures, preferences. Values to try: action_values.cpp; some of the
// choices: some_choices.cpp.
#include <algorithm>
#include <map>

#include "engine/base/choice_limits.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::ArgMode;
using language::Op;
using language::ParamMode;
using language::Requirement;
using language::Site;
using language::TypeTag;

// ---- every choice

void Evaluator::choices_of(const Site& site, int16_t alternative, const Position& position,
                           std::vector<Choice>& out) {
  const Alternative& offered = site.alternatives[static_cast<size_t>(alternative)];
  const Action& action = program_.actions[offered.action];
  std::vector<Choice> found;
  tried_ = 0;
  try_values(offered, 0, position, nullptr, [&] {
    found.push_back(choice_in_frame(action, alternative, position));
    return true;
  });
  std::sort(found.begin(), found.end());
  keep_best(site, action, position, found);
  out.insert(out.end(), found.begin(), found.end());
}

/// With every parameter set: the alternative's own requirements, then the action's.
bool Evaluator::permitted_by_all(const Alternative& offered, const Position& position) {
  const Action& action = program_.actions[offered.action];
  for (const Requirement& further : offered.requires_) {
    if (!requirement_holds(action, further, position)) return false;
  }
  return requirements_hold(action, position);
}

// Parameter after parameter.
bool Evaluator::try_values(const Alternative& offered, size_t index, const Position& position,
                           LeftOut* left_out, const std::function<bool()>& found) {
  const Action& action = program_.actions[offered.action];
  if (index == action.params.size()) return !permitted_by_all(offered, position) || found();
  const ActionParam& param = action.params[index];
  const language::AlternativeArg& arg = offered.args[index];
  return each_value(action, index, position, left_out, [&](const Value& value) {
    look_whether_to_stop(++tried_);
    if (left_out != nullptr && tried_ > limits::choices_tried) {
      left_out->gave_up = true;
      return false;
    }
    variable(param.var) = value;
    if (param.mode == ParamMode::single && !conditions_hold(param, position)) return true;
    if (arg.mode == ArgMode::fixed && evaluate(*arg.value, position) != value) return true;
    return try_values(offered, index + 1, position, left_out, found);
  });
}

Choice Evaluator::choice_in_frame(const Action& action, int16_t alternative, const Position& position) {
  Choice choice;
  choice.alternative = alternative;
  size_t single = 0;
  for (const ActionParam& param : action.params) {
    const Value value = variable(param.var);
    switch (param.mode) {
      case ParamMode::single:
        choice.singles[single++] = static_cast<int16_t>(value.number);
        break;
      case ParamMode::path:
        for (size_t i = 1; i < value.items.size(); ++i)
          choice.path[i - 1] = static_cast<int16_t>(value.items[i]);
        break;
      case ParamMode::set: {
        const std::vector<int32_t> members = candidates(param, position);
        for (size_t i = 0; i < members.size(); ++i) {
          if (value.contains(members[i])) choice.set |= uint64_t{1} << i;
        }
        break;
      }
    }
  }
  return choice;
}

bool Evaluator::set_parameters(const Site& site, const Choice& choice, const Position& position) {
  const Action& action = program_.actions[site.alternatives[static_cast<size_t>(choice.alternative)].action];
  size_t single = 0;
  for (const ActionParam& param : action.params) {
    if (param.mode == ParamMode::single) {
      variable(param.var) = choice.singles[single++];
      if (!bind_hex(param, position)) return false;
    } else if (param.mode == ParamMode::path) {
      std::vector<int32_t> path{static_cast<int32_t>(evaluate(*param.domain, position).number)};
      for (const int16_t hex : choice.path) {
        if (hex >= 0) path.push_back(hex);
      }
      variable(param.var) = Value(std::move(path));
    } else {
      const std::vector<int32_t> members = candidates(param, position);
      if (members.size() < 64 && (choice.set >> members.size()) != 0) return false;
      std::vector<int32_t> chosen;
      for (size_t i = 0; i < members.size(); ++i) {
        if (((choice.set >> i) & 1U) != 0) chosen.push_back(members[i]);
      }
      variable(param.var) = Value(std::move(chosen));
    }
  }
  return true;
}

// ---- one choice

/// Sets the variable of the hex that the member stands on. False: it is in a box.
bool Evaluator::bind_hex(const ActionParam& param, const Position& position) {
  if (param.at == language::none) return true;
  const Slot& slot = scenario_->layout.places[param.domain->type.of];
  const int64_t place = stored_cell(slot, position, static_cast<uint32_t>(variable(param.var).number));
  if (place >= scenario_->ground.hexes) return false;
  variable(param.at) = place;
  return true;
}

/// `at` and `where` of a single parameter.
bool Evaluator::conditions_hold(const ActionParam& param, const Position& position) {
  return bind_hex(param, position) && (!param.where || evaluate(*param.where, position).yes());
}

/// Whether the value set in the frame is in the parameter's domain. Sets the variable of its hex.
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
        const bool inside = param.domain->type.tag == TypeTag::maybe
                                ? domain.number == value.number && value.number >= 0
                                : domain.contains(value.number);
        if (!inside) return false;
      }
      return conditions_hold(param, position);
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
        const auto here = value.items.begin() + static_cast<std::ptrdiff_t>(i);
        if (scenario_->ground.between(value.items[i - 1], *here) < 0) return false;
        if (std::find(value.items.begin(), here, *here) != here) return false;
      }
      return true;
    }
  }
  return false;
}

bool Evaluator::holds_or_waived(const Requirement& requirement, const Position& position) {
  for (const auto& waiver : requirement.waivers) {
    if (!evaluate(*waiver.when, position).yes()) continue;
    fire(waiver.label);
    return true;
  }
  const bool met = evaluate(*requirement.expr, position).yes();
  if (!met) fire(requirement.label);
  return met;
}

bool Evaluator::requirement_holds(const Action& action, const Requirement& requirement,
                                  const Position& position) {
  if (requirement.each < 0) return holds_or_waived(requirement, position);
  const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
  const std::vector<int32_t> members = variable(param.var).items;
  for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < members.size(); ++i) {
    variable(requirement.member) = members[i];
    if (!holds_or_waived(requirement, position)) return false;
  }
  return true;
}

/// Every `require`, then every `ensure`.
bool Evaluator::requirements_hold(const Action& action, const Position& position) {
  for (const Requirement& requirement : action.requires_) {
    if (!requirement_holds(action, requirement, position)) return false;
  }
  return action.ensures.empty() || body_ensures(action, position);
}

bool Evaluator::lawful(const Action& action, const Position& position) {
  for (const ActionParam& param : action.params) {
    if (!domain_holds(param, position)) return false;
  }
  return requirements_hold(action, position);
}

/// The body on a copy; parameters and their hexes keep the values they had before it, and the game does not
/// end.
void Evaluator::run_aside(const Action& action, Position& after) {
  const Ending ending = ending_;
  const std::vector<Value> frame = frame_;
  WriteLog* const log = std::exchange(log_, nullptr);
  const bool aside = std::exchange(aside_, true);
  const TraceInto untold(*this, nullptr);
  try {
    execute(*action.body, after);
  } catch (...) {
    ending_ = ending;
    frame_ = frame;
    log_ = log;
    aside_ = aside;
    throw;
  }
  ending_ = ending;
  frame_ = frame;
  log_ = log;
  aside_ = aside;
}

bool Evaluator::body_ensures(const Action& action, const Position& position) {
  Position after = position;
  run_aside(action, after);
  return std::all_of(action.ensures.begin(), action.ensures.end(), [&](const Requirement& requirement) {
    return requirement_holds(action, requirement, after);
  });
}

// ---- preferences

// Choices that agree in every parameter but the last compete; the preferences apply in the written order.
void Evaluator::keep_best(const Site& site, const Action& action, const Position& position,
                          std::vector<Choice>& choices) {
  if (action.bests.empty()) return;
  const auto group_of = [&action](Choice choice) {
    switch (action.params.back().mode) {
      case ParamMode::single: {
        const auto singles =
            std::count_if(action.params.begin(), action.params.end(),
                          [](const ActionParam& param) { return param.mode == ParamMode::single; });
        choice.singles[static_cast<size_t>(singles) - 1] = -1;
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
    for (const Choice& choice : choices) {
      look_whether_to_stop(values.size() + 1);
      set_parameters(site, choice, position);
      const int64_t value = evaluate(*best.value, position).number;
      values.push_back(value);
      const auto [it, fresh] = extremes.emplace(group_of(choice), value);
      if (!fresh) it->second = best.least ? std::min(it->second, value) : std::max(it->second, value);
    }
    std::vector<Choice> kept;
    for (size_t i = 0; i < choices.size(); ++i) {
      if (values[i] == extremes.at(group_of(choices[i]))) kept.push_back(choices[i]);
    }
    choices = std::move(kept);
  }
}

void Evaluator::each_competitor(const Action& action, const std::vector<Requirement>* further,
                                const Position& position, const std::function<bool(const Value&)>& body) {
  const std::vector<Value> frame = frame_;
  const ActionParam& last = action.params.back();
  const auto holds = [&](const Requirement& requirement) {
    return requirement_holds(action, requirement, position);
  };
  uint64_t tried = 0;
  each_value(action, action.params.size() - 1, position, nullptr, [&](const Value& value) {
    look_whether_to_stop(++tried);
    variable(last.var) = value;
    if (last.mode == ParamMode::single && !conditions_hold(last, position)) return true;
    if (further != nullptr && !std::all_of(further->begin(), further->end(), holds)) return true;
    return !requirements_hold(action, position) || body(value);
  });
  frame_ = frame;
}

// What each preference comes to for the parameters as they are; then the competitors, one after another,
// until one is better: at the first preference in which the two differ.
bool Evaluator::permitted(const Action& action, const Position& position) {
  if (!lawful(action, position)) return false;
  if (action.bests.empty() || action.params.empty()) return true;
  std::vector<int64_t> own;
  for (const language::Best& best : action.bests) own.push_back(evaluate(*best.value, position).number);
  bool is_best = true;
  each_competitor(action, nullptr, position, [&](const Value&) {
    for (size_t k = 0; k < own.size(); ++k) {
      const int64_t other = evaluate(*action.bests[k].value, position).number;
      if (other == own[k]) continue;
      is_best = action.bests[k].least ? own[k] < other : own[k] > other;
      break;
    }
    return is_best;
  });
  return is_best;
}

}  // namespace casebook::runtime
