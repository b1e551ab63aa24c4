// SPDX-License-Identifier: Apache-2.0
#include "verifier/regions/offered.h"

#include <utility>

#include "verifier/regions/regions.h"

namespace casebook::regions {

using language::ParamMode;
using language::TypeTag;
using runtime::Position;
using runtime::Value;

namespace {

/// Of the members of a set: each alone, each two, and all.
std::vector<std::vector<int32_t>> subsets_of(const std::vector<int32_t>& members) {
  std::vector<std::vector<int32_t>> all;
  for (size_t i = 0; i < members.size(); ++i) {
    all.push_back({members[i]});
    for (size_t k = i + 1; k < members.size(); ++k) all.push_back({members[i], members[k]});
  }
  if (members.size() > 2) all.push_back(members);
  return all;
}

}  // namespace

std::string why_none(const language::Program& program, const Rule& rule) {
  if (rule.action == language::none) return {};
  const language::Action& action = program.actions[rule.action];
  for (size_t i = 0; i < spoken_of(action, action.requires_[rule.requirement]); ++i) {
    if (action.params[i].mode == ParamMode::path)
      return "it speaks of a path, and there are too many paths to evaluate it on";
  }
  return {};
}

Offered::Offered(std::shared_ptr<const runtime::Scenario> scenario, const Rule& rule,
                 runtime::Evaluator& evaluator)
    : scenario_(std::move(scenario)),
      action_(scenario_->program->actions[rule.action]),
      id_(rule.action),
      requirement_(action_.requires_[rule.requirement]),
      params_(spoken_of(action_, requirement_)),
      evaluator_(evaluator),
      rules_(scenario_) {
}

void Offered::at(const Position& position, const std::function<void()>& see) {
  if (rules_.node(position) != runtime::NodeKind::choose) return;
  see_ = see, seen_ = 0;
  for (const language::Alternative& alternative : rules_.site(position).alternatives) {
    if (alternative.action != id_) continue;
    try {
      from(0, alternative, position);
    } catch (const runtime::Fault&) {  // a domain without a value offers nothing
    }
  }
}

void Offered::from(size_t index, const language::Alternative& alternative, const Position& position) {
  if (index == params_) {
    if (seen_++ < most) see_();
    return;
  }
  const language::ActionParam& param = action_.params[index];
  const auto take = [&](Value value) {
    if (seen_ >= most) return;
    evaluator_.variable(param.var) = std::move(value);
    if (evaluator_.domain_holds(param, position)) from(index + 1, alternative, position);
  };
  if (const language::AlternativeArg& arg = alternative.args[index]; arg.mode == language::ArgMode::fixed) {
    take(evaluator_.evaluate(*arg.value, position));
    return;
  }
  if (param.mode == ParamMode::set) {
    const std::vector<int32_t> members = evaluator_.candidates(param, position);
    if (requirement_.each != static_cast<int32_t>(index)) {
      for (const auto& subset : subsets_of(members)) take(Value(subset));
      return;
    }
    for (const int32_t member : members) {
      if (requirement_.member != language::none) evaluator_.variable(requirement_.member) = member;
      take(Value(std::vector<int32_t>{member}));
    }
    return;
  }
  if (param.domain->op == language::Op::range) {
    const int64_t low = evaluator_.evaluate(*param.domain->args[0], position).number,
                  high = evaluator_.evaluate(*param.domain->args[1], position).number;
    for (int64_t value = low; value <= high && seen_ < most; ++value) take(Value(value));
    return;
  }
  const Value domain = evaluator_.evaluate(*param.domain, position);
  if (param.domain->type.tag == TypeTag::maybe) {
    if (domain.number >= 0) take(Value(domain.number));
    return;
  }
  for (const int32_t member : domain.items) take(Value(member));
}

}  // namespace casebook::regions
