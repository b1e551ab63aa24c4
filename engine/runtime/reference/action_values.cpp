// SPDX-License-Identifier: Apache-2.0
// Values of an action's parameters: members, sets, paths.
#include <algorithm>

#include "engine/base/choice_limits.h"
#include "engine/platform/console.h"
#include "engine/program/walk.h"
#include "engine/runtime/reference/evaluator.h"

namespace casebook::runtime {

using language::Action;
using language::ActionParam;
using language::Op;
using language::ParamMode;
using language::Requirement;
using language::TypeTag;

namespace {

/// What is left to say of each limit of a set parameter. docs/errors/C0134.md has the pattern.
Fault too_many(size_t members, const std::string& what, int most, const char* limit, const ActionParam& param,
               const Action& action, const std::string& label) {
  return {action.label,
          std::to_string(members) + what + param.name + " of " + action.name + " (" + label +
              "), and Casebook lists the sets of at most " + std::to_string(most) + " (limit \"" + limit +
              "\"): let the members join one by one, each by a choice",
          {},
          true};
}

}  // namespace

void Evaluator::look_whether_to_stop(uint64_t done) {
  if (done % listed_between_looks == 0 && platform::stop_requested()) throw ListingStopped{};
}

bool Evaluator::each_value(const Action& action, size_t index, const Position& position, LeftOut* left_out,
                           const Attempt& attempt) {
  const ActionParam& param = action.params[index];
  switch (param.mode) {
    case ParamMode::single: {
      const std::vector<Value> values = single_values(param, position);
      return std::all_of(values.begin(), values.end(), attempt);
    }
    case ParamMode::set:
      return each_set(action, index, position, left_out, attempt);
    case ParamMode::path:
      return each_path(param, position, attempt);
  }
  return true;
}

/// The members of the domain; `at` and `where` are asked later.
std::vector<Value> Evaluator::single_values(const ActionParam& param, const Position& position) {
  std::vector<Value> values;
  if (param.domain->op == Op::range) {
    const int64_t low = number(*param.domain, 0, position), high = number(*param.domain, 1, position);
    for (int64_t value = low; value <= high; ++value) values.emplace_back(value);
    return values;
  }
  const Value domain = evaluate(*param.domain, position);
  if (param.domain->type.tag == TypeTag::maybe) {
    if (domain.number >= 0) values.emplace_back(domain.number);
    return values;
  }
  for (const int32_t member : domain.items) values.emplace_back(member);
  return values;
}

bool Evaluator::each_path(const ActionParam& param, const Position& position, const Attempt& attempt) {
  uint64_t found = 0;
  std::vector<int32_t> path{static_cast<int32_t>(evaluate(*param.domain, position).number)};
  const auto extend = [&](const auto& self) -> bool {
    const auto steps = static_cast<int32_t>(path.size()) - 1;
    if (steps >= param.least_steps) {
      look_whether_to_stop(++found);
      if (!attempt(Value(path))) return false;
    }
    if (steps == param.most_steps) return true;
    for (const int32_t next : scenario_->ground.neighbours[static_cast<size_t>(path.back())]) {
      if (next < 0 || std::find(path.begin(), path.end(), next) != path.end()) continue;
      path.push_back(next);
      const bool goes_on = self(self);
      path.pop_back();
      if (!goes_on) return false;
    }
    return true;
  };
  return extend(extend);
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
    const auto owner =
        std::find_if(program_.actions.begin(), program_.actions.end(), [&](const Action& action) {
          return !action.params.empty() && &param >= &action.params.front() &&
                 &param <= &action.params.back();
        });
    throw too_many(members.size(), " candidates are there for ", limits::candidates, "candidates", param,
                   *owner, program_.label_text(owner->label));
  }
  return members;
}

// A member that fails an `each` requirement is in no lawful set: unless the requirement speaks of the set as
// a whole, or of a later parameter, it can be left out at once. Everything is asked again of the set.
std::vector<int32_t> Evaluator::free_members(const Action& action, size_t index, const Position& position) {
  const ActionParam& param = action.params[index];
  std::vector<int32_t> free = candidates(param, position);
  if (index + 1 != action.params.size()) return free;
  for (const Requirement& requirement : action.requires_) {
    if (requirement.each != static_cast<int32_t>(index) || language::mentions(requirement, param.var))
      continue;
    std::erase_if(free, [&](int32_t member) {
      variable(param.var) = Value(std::vector<int32_t>{member});
      return !requirement_holds(action, requirement, position);
    });
  }
  return free;
}

bool Evaluator::each_set(const Action& action, size_t index, const Position& position, LeftOut* left_out,
                         const Attempt& attempt) {
  const ActionParam& param = action.params[index];
  const std::vector<int32_t> free = free_members(action, index, position);
  if (free.size() > static_cast<size_t>(limits::free_members)) {
    Fault limit = too_many(free.size(), " members may be in ", limits::free_members, "free members", param,
                           action, program_.label_text(action.label));
    if (left_out == nullptr) throw limit;
    left_out->limit = std::move(limit.why);
  }
  // With more members than bits nobody gets to the last set.
  const uint64_t last = free.size() < 64 ? (uint64_t{1} << free.size()) - 1 : ~uint64_t{0};
  for (uint64_t subset = 0;; ++subset) {
    look_whether_to_stop(subset + 1);
    std::vector<int32_t> chosen;
    for (size_t k = 0; k < free.size(); ++k) {
      if (((subset >> k) & 1U) != 0) chosen.push_back(free[k]);
    }
    if (!attempt(Value(std::move(chosen)))) return false;
    if (subset == last) return true;
  }
}

}  // namespace casebook::runtime
