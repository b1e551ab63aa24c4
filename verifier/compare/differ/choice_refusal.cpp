// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/choice_refusal.h"

namespace casebook::compare {

using language::ParamMode;
using runtime::Fault;

template <class Ask>
bool RefusalFinder::refuses(const Ask& ask) {
  faulted_ = false;
  try {
    return !ask();
  } catch (const Fault&) {
    faulted_ = true;
    return true;
  }
}

RefusalFinder::RefusalFinder(const ScenarioPtr& scenario, const Position& position,
                             const runtime::NamedChoice& named)
    : scenario_(*scenario), evaluator_(scenario), position_(position), named_(named) {
  const auto& program = *scenario_.program;
  const auto& site = program.sites[position.cell(scenario_.layout.site) - 1];
  alternative_ = &site.alternatives[static_cast<size_t>(named.alternative)];
  action_ = &program.actions[named.action];
}

std::string RefusalFinder::label(CaseId id) const {
  return id == language::none ? std::string() : scenario_.program->label_text(id);
}

void RefusalFinder::set() {
  for (size_t k = 0; k < action_->params.size(); ++k) {
    evaluator_.variable(action_->params[k].var) = named_.values[k];
    try_domain(action_->params[k]);  // sets the variable of its hex
  }
}

bool RefusalFinder::try_domain(const language::ActionParam& param) {
  return !refuses([&] { return evaluator_.domain_holds(param, position_); });
}

bool RefusalFinder::holds(const language::Requirement& requirement, const Position& at) {
  const auto one = [&] {
    return !refuses([&] {
      for (const auto& waiver : requirement.waivers) {
        if (evaluator_.evaluate(*waiver.when, at).yes()) return true;
      }
      return evaluator_.evaluate(*requirement.expr, at).yes();
    });
  };
  if (requirement.each < 0) return one();
  const auto& param = action_->params[static_cast<size_t>(requirement.each)];
  const std::vector<int32_t> members = evaluator_.variable(param.var).items;
  for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < members.size(); ++i) {
    evaluator_.variable(requirement.member) = members[i];
    if (!one()) return false;
  }
  return true;
}

std::optional<Refusal> RefusalFinder::refusal(const Refusal* only) {
  set();
  const auto wanted = [only](const std::string& name, const std::string& label) {
    return only == nullptr || (only->name == name && only->label == label);
  };
  for (size_t k = 0; k < alternative_->args.size(); ++k) {
    const auto& arg = alternative_->args[k];
    if (arg.mode != language::ArgMode::fixed || !wanted(action_->params[k].name, label(action_->label)))
      continue;
    if (refuses([&] { return evaluator_.evaluate(*arg.value, position_) == named_.values[k]; }))
      return Refusal{action_->params[k].name, label(action_->label)};
  }
  for (const auto& param : action_->params) {
    const std::string name = "domain of " + param.name;
    if (!wanted(name, label(action_->label))) {
      if (only == nullptr || only->name.rfind("domain", 0) != 0) try_domain(param);
      continue;
    }
    if (!try_domain(param)) return Refusal{name, label(action_->label)};
  }
  for (const auto* list : {&action_->requires_, &alternative_->requires_}) {
    for (const auto& requirement : *list) {
      if (!wanted(requirement.name, label(requirement.label))) continue;
      if (!holds(requirement, position_)) return Refusal{requirement.name, label(requirement.label)};
    }
  }
  if (!action_->ensures.empty()) {
    Position after = position_;
    const bool ran = !refuses([&] {
      evaluator_.execute(*action_->body, after);
      evaluator_.clear_ending();
      return true;
    });
    set();
    for (const auto& requirement : action_->ensures) {
      if (!ran || !wanted(requirement.name, label(requirement.label))) continue;
      if (!holds(requirement, after)) return Refusal{requirement.name, label(requirement.label)};
    }
  }
  if (action_->bests.empty()) return std::nullopt;
  set();
  try {
    for (const auto& verdict : evaluator_.explain_best(*action_, &alternative_->requires_, position_)) {
      if (!verdict.holds) return Refusal{verdict.name, label(verdict.label)};
    }
  } catch (const Fault&) {
  }
  return std::nullopt;
}

}  // namespace casebook::compare
