// SPDX-License-Identifier: Apache-2.0
// Translation: what a player may do. Beside reference/actions.cpp and reference/action_values.cpp.
#include <algorithm>
#include <cassert>

#include "engine/program/walk.h"
#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::ArgMode;
using language::Op;
using language::ParamMode;
using language::Requirement;
using language::TypeTag;

Ref Translator::freely(const std::function<Ref()>& work) {
  const size_t faults = faults_.size(), guards = guard_.size();
  try {
    return work();
  } catch (const Untranslated& open) {
    if (freedom_ == Freedom::forbidden || no_variables_) throw;
    freed_.emplace(open.construct, open.label);
    lost_faults_ = open.construct;
    faults_.resize(faults);
    guard_.resize(guards, yes);
    return formula_.boolean_variable("free " + open.construct);
  }
}

// ---- parameters

Parameters Translator::any_parameters(const Action& action, const std::string& prefix) {
  Parameters all;
  for (const ActionParam& param : action.params) {
    const language::Var& var = program_.vars[param.var];
    const std::string name = prefix + param.name;
    if (param.mode == ParamMode::path) {
      SymbolicValue path;
      path.number = formula_.number_variable(name + " steps", param.least_steps, param.most_steps);
      const language::Type hex{TypeTag::entity, language::kind_hex, 1};
      for (int32_t i = 0; i <= param.most_steps; ++i)
        path.items.push_back(positions_.any(hex, {}, name + "[" + std::to_string(i) + "]").number);
      all.push_back(std::move(path));
    } else {
      all.push_back(positions_.any(var.type, var.interval, name));
    }
  }
  return all;
}

void Translator::set_parameters(const Action& action, const Parameters& parameters) {
  for (size_t i = 0; i < parameters.size(); ++i) variable(action.params[i].var) = parameters[i];
}

/// Sets the variable of the hex that the member stands on; whether it stands on one.
Ref Translator::bind_hex(const ActionParam& param, const SymbolicPosition& position) {
  if (param.at == language::none) return yes;
  const int64_t first_box = positions_.codes().first_box();
  const Ref place = read(SlotOf::place, param.domain->type.of, {variable(param.var).number}, position).number;
  variable(param.at) = whole(formula_.narrow(place, 0, std::max<int64_t>(0, first_box - 1)));
  return formula_.less(place, formula_.number(first_box));
}

/// `at` and `where` of a single parameter.
Ref Translator::conditions_hold(const ActionParam& param, const SymbolicPosition& position) {
  const Ref on_map = bind_hex(param, position);
  if (!param.where || on_map == no) return on_map;
  const Under when(*this, on_map);
  return formula_.and_(on_map, evaluate(*param.where, position).number);
}

Ref Translator::domain_holds(const ActionParam& param, const SymbolicPosition& position) {
  const SymbolicValue value = variable(param.var);
  switch (param.mode) {
    case ParamMode::single: {
      Ref inside = yes;
      if (param.domain->op == Op::range) {
        const Ref low = number(*param.domain, 0, position), high = number(*param.domain, 1, position);
        if (!formula_.node(low).boolean)
          inside =
              formula_.and_(formula_.less_equal(low, value.number), formula_.less_equal(value.number, high));
      } else if (param.domain->type.tag == TypeTag::maybe) {
        inside = formula_.equal(evaluate(*param.domain, position).number, value.number);
      } else if (may_fault(*param.domain)) {
        inside = in_items(evaluate(*param.domain, position).items, param.domain->type.of, value.number);
      } else {
        inside = contained(*param.domain, value, position);
      }
      if (inside == no) return no;
      const Under when(*this, inside);
      return formula_.and_(inside, conditions_hold(param, position));
    }
    case ParamMode::set: {
      const SymbolicValue domain = evaluate(*param.domain, position);
      std::vector<Ref> all;
      for (size_t i = 0; i < value.items.size(); ++i) {
        const int64_t code = positions_.codes().of_member(param.domain->type.of, static_cast<int64_t>(i));
        Ref candidate = param.domain->type.tag == TypeTag::maybe
                            ? formula_.equal(domain.number, formula_.number(code))
                            : domain.items[i];
        if (candidate != no && param.where && value.items[i] != no) {
          const Under when(*this, candidate);
          variable(param.member) = whole(formula_.number(code));
          candidate = formula_.and_(candidate, evaluate(*param.where, position).number);
        }
        all.push_back(formula_.implies(value.items[i], candidate));
      }
      return formula_.and_(std::move(all));
    }
    case ParamMode::path: {
      std::vector<Ref> all{formula_.equal(evaluate(*param.domain, position).number, value.items[0]),
                           formula_.less_equal(formula_.number(param.least_steps), value.number),
                           formula_.less_equal(value.number, formula_.number(param.most_steps))};
      for (size_t i = 1; i < value.items.size(); ++i) {
        const Ref within = formula_.less_equal(formula_.number(static_cast<int64_t>(i)), value.number);
        std::vector<Ref> good{positions_.codes().adjacent(formula_, value.items[i - 1], value.items[i])};
        for (size_t k = 0; k < i; ++k)
          good.push_back(formula_.not_(formula_.equal(value.items[k], value.items[i])));
        all.push_back(formula_.implies(within, formula_.and_(std::move(good))));
      }
      return formula_.and_(std::move(all));
    }
  }
  return no;
}

// ---- requirements

Ref Translator::holds_or_waived(const Requirement& requirement, const SymbolicPosition& position) {
  std::vector<Ref> waived;
  Under so_far(*this, yes);
  for (const auto& waiver : requirement.waivers) {
    waived.push_back(evaluate(*waiver.when, position).number);
    if (waived.back() == yes) return yes;
    so_far.also(formula_.not_(waived.back()));
  }
  waived.push_back(evaluate(*requirement.expr, position).number);
  return formula_.or_(std::move(waived));
}

Ref Translator::requirement_holds(const Action& action, const Requirement& requirement,
                                  const SymbolicPosition& position) {
  return freely([&]() -> Ref {
    if (requirement.each < 0) return holds_or_waived(requirement, position);
    const ActionParam& param = action.params[static_cast<size_t>(requirement.each)];
    const SymbolicValue chosen = variable(param.var);
    std::vector<Ref> all;
    Under so_far(*this, yes);
    for (size_t i = param.mode == ParamMode::path ? 1 : 0; i < chosen.items.size(); ++i) {
      const Ref in = param.mode == ParamMode::path
                         ? formula_.less_equal(formula_.number(static_cast<int64_t>(i)), chosen.number)
                         : chosen.items[i];
      if (in == no) continue;
      variable(requirement.member) =
          param.mode == ParamMode::path
              ? whole(chosen.items[i])
              : member_value({TypeTag::entity, param.domain->type.of, 1}, static_cast<int64_t>(i));
      {
        const Under when(*this, in);
        all.push_back(formula_.implies(in, holds_or_waived(requirement, position)));
      }
      if (all.back() == no) return no;
      so_far.also(all.back());
    }
    return formula_.and_(std::move(all));
  });
}

/// Every `require`, then every `ensure` on what the body leaves.
Ref Translator::requirements_hold(const Action& action, const SymbolicPosition& position,
                                  std::vector<Condition>* conditions) {
  std::vector<Ref> all;
  Under so_far(*this, yes);
  const auto take = [&](const Requirement& requirement, const SymbolicPosition& at) {
    const Ref holds = requirement_holds(action, requirement, at);
    if (conditions != nullptr) conditions->push_back({holds, requirement.label, requirement.name});
    all.push_back(holds);
    so_far.also(holds);
    return holds != no;
  };
  for (const Requirement& requirement : action.requires_)
    if (!take(requirement, position)) return no;
  if (action.ensures.empty()) return formula_.and_(std::move(all));
  SymbolicPosition after = position;
  const Ending ending = ending_;
  const std::vector<SymbolicValue> frame = frame_;
  WriteLog* const log = std::exchange(log_, nullptr);
  const Ref aside = freely([&]() -> Ref {
    execute(*action.body, after);
    return yes;
  });
  ending_ = ending;
  frame_ = frame;
  log_ = log;
  if (aside != yes) {  // nothing is known of what it leaves
    all.push_back(aside);
    return formula_.and_(std::move(all));
  }
  for (const Requirement& requirement : action.ensures)
    if (!take(requirement, after)) return no;
  return formula_.and_(std::move(all));
}

Ref Translator::lawful(const Action& action, const SymbolicPosition& position) {
  std::vector<Ref> all;
  Under so_far(*this, yes);
  for (const ActionParam& param : action.params) {
    all.push_back(domain_holds(param, position));
    if (all.back() == no) return no;
    so_far.also(all.back());
  }
  all.push_back(requirements_hold(action, position, nullptr));
  return formula_.and_(std::move(all));
}

Ref Translator::permitted(const Action& action, const SymbolicPosition& position) {
  const Ref holds = lawful(action, position);
  if (holds == no || action.bests.empty() || action.params.empty()) return holds;
  const Under when(*this, holds);
  return formula_.and_(holds, best_holds(action, nullptr, position));
}

Ref Translator::offered(const Alternative& alternative, const SymbolicPosition& position,
                        std::vector<Condition>* conditions) {
  const Action& action = program_.actions[alternative.action];
  return offered_with(alternative, position, conditions,
                      [&] { return freely([&] { return best_holds(action, &alternative, position); }); });
}

Ref Translator::offered_with(const Alternative& alternative, const SymbolicPosition& position,
                             std::vector<Condition>* conditions, const Preference& preferred) {
  const Action& action = program_.actions[alternative.action];
  std::vector<Ref> all;
  Under so_far(*this, yes);
  const auto take = [&](Ref holds, CaseId label, const std::string& name) {
    if (conditions != nullptr) conditions->push_back({holds, label, name});
    all.push_back(holds);
    so_far.also(holds);
    return holds != no;
  };
  for (size_t i = 0; i < action.params.size(); ++i) {
    const ActionParam& param = action.params[i];
    if (param.mode == ParamMode::single) bind_hex(param, position);  // whatever becomes of the domain
    const Ref inside = freely([&] { return domain_holds(param, position); });
    if (!take(inside, action.label, "domain of " + param.name)) return no;
    if (alternative.args[i].mode == ArgMode::fixed) {
      const language::Type& type = program_.vars[param.var].type;
      const Ref fixed = same(type, evaluate(*alternative.args[i].value, position), variable(param.var));
      if (!take(fixed, alternative.label, "what the alternative fixes")) return no;
    }
  }
  for (const Requirement& further : alternative.requires_)
    if (!take(requirement_holds(action, further, position), further.label, further.name)) return no;
  const Ref own = requirements_hold(action, position, conditions);
  all.push_back(own);
  if (own == no) return no;
  if (!action.bests.empty() && !action.params.empty()) {
    so_far.also(own);
    take(preferred(), action.bests[0].label, "best");
  }
  return formula_.and_(std::move(all));
}

void Translator::ask_of_members(const Alternative& alternative, const SymbolicPosition& position) {
  const Action& action = program_.actions[alternative.action];
  if (action.params.empty() || action.params.back().mode != ParamMode::set) return;
  const ActionParam& param = action.params.back();
  const SymbolicValue chosen = variable(param.var);
  Under so_far(*this, yes);
  for (const ActionParam& each : action.params) {
    const Ref inside = freely([&] { return domain_holds(each, position); });
    if (inside == no) return;
    so_far.also(inside);
  }
  variable(param.var) = chosen;
  for (const Requirement& requirement : action.requires_) {
    if (requirement.each + 1 != static_cast<int32_t>(action.params.size()) ||
        language::mentions(requirement, param.var))
      continue;
    const Ref holds = requirement_holds(action, requirement, position);
    if (holds == no) return;
    so_far.also(holds);
  }
}

// ---- preferences

// No lawful value of the last parameter is better: at the first preference in which the two differ.
Ref Translator::best_holds(const Action& action, const Alternative* offered,
                           const SymbolicPosition& position) {
  std::vector<SymbolicValue> own;
  for (const auto& best : action.bests) own.push_back(evaluate(*best.value, position));
  const ActionParam& last = action.params.back();
  const std::vector<SymbolicValue> frame = frame_;
  // The value in the frame is lawful, and better.
  const auto beats = [&]() -> Ref {
    std::vector<Ref> lawful;
    if (last.mode == ParamMode::single) lawful.push_back(conditions_hold(last, position));
    if (offered != nullptr) {
      const auto& arg = offered->args.back();
      if (arg.mode == ArgMode::fixed)
        lawful.push_back(
            same(program_.vars[last.var].type, evaluate(*arg.value, position), variable(last.var)));
      for (const Requirement& further : offered->requires_)
        lawful.push_back(requirement_holds(action, further, position));
    }
    lawful.push_back(requirements_hold(action, position, nullptr));
    const Ref competes = formula_.and_(std::move(lawful));
    if (competes == no) return no;
    const Under when(*this, competes);
    Ref better = no, level = yes;
    for (size_t k = 0; k < own.size(); ++k) {
      const SymbolicValue other = evaluate(*action.bests[k].value, position);
      const Ref worse = action.bests[k].least ? formula_.not_(less_or_equal(own[k], other))
                                              : formula_.not_(less_or_equal(other, own[k]));
      better = formula_.or_(better, formula_.and_(level, worse));
      level = formula_.and_(level, same(action.bests[k].value->type, own[k], other));
    }
    return formula_.and_(competes, better);
  };
  Ref beaten = no;
  if (has_many_sets(last)) {
    beaten = any_set(last, position, beats);
  } else {
    std::vector<Ref> any;
    each_value(last, position, [&](Ref in) {
      const Under is_value(*this, in);
      any.push_back(formula_.and_(in, beats()));
    });
    beaten = formula_.or_(std::move(any));
  }
  frame_ = frame;
  return formula_.not_(beaten);
}

/// Every value that a parameter could have, in the frame, with the condition under which it is in the domain.
void Translator::each_value(const ActionParam& param, const SymbolicPosition& position,
                            const std::function<void(Ref)>& body) {
  if (param.mode == ParamMode::path) {
    const Ref start = evaluate(*param.domain, position).number;
    const Codes& codes = positions_.codes();
    SymbolicValue path;
    path.items.push_back(start);
    const auto extend = [&](const auto& self, Ref in) -> void {
      const auto steps = static_cast<int32_t>(path.items.size()) - 1;
      if (steps >= param.least_steps) {
        path.number = formula_.number(steps);
        variable(param.var) = path;
        body(in);
      }
      if (steps == param.most_steps) return;
      for (size_t d = 0; d < 6; ++d) {
        const Ref next =
            lookup(path.items.back(), {TypeTag::entity, language::kind_hex, 1}, [&](int64_t hex) {
              const int32_t near = scenario_.ground.neighbours[static_cast<size_t>(hex)][d];
              return whole(formula_.number(near < 0 ? -1 : codes.of_hex(near)));
            }).number;
        std::vector<Ref> good{in, formula_.less_equal(formula_.number(0), next)};
        for (const Ref before : path.items) good.push_back(formula_.not_(formula_.equal(before, next)));
        const Ref there = formula_.and_(std::move(good));
        if (there == no) continue;
        path.items.push_back(formula_.narrow(next, 0, std::max<int64_t>(0, codes.last_hex())));
        self(self, there);
        path.items.pop_back();
      }
    };
    int64_t paths = 1;
    for (int32_t i = 0; i < param.most_steps; ++i) paths *= 6;
    if (paths > limits_.expanded)
      throw Untranslated("paths of up to " + std::to_string(param.most_steps) + " steps compared",
                         language::none);
    extend(extend, yes);
    return;
  }
  if (param.mode == ParamMode::set) {
    const auto size = static_cast<size_t>(scenario_.size(param.domain->type.of));
    assert(!has_many_sets(param));
    for (uint64_t subset = 0; subset < (uint64_t{1} << size); ++subset) {
      SymbolicValue set;
      for (size_t i = 0; i < size; ++i) set.items.push_back(Formula::truth(((subset >> i) & 1U) != 0));
      variable(param.var) = set;
      const Ref in = domain_holds(param, position);
      variable(param.var) = set;
      if (in != no) body(in);
    }
    return;
  }
  // As the domain of a binder would be gone through.
  if (param.domain->op != Op::range) {
    const SymbolicValue domain = evaluate(*param.domain, position);
    if (param.domain->type.tag == TypeTag::maybe) {
      const Ref some = formula_.less_equal(formula_.number(0), domain.number);
      if (some == no) return;
      variable(param.var) =
          whole(formula_.narrow(domain.number, 0, std::max<int64_t>(0, formula_.node(domain.number).high)));
      body(some);
      return;
    }
    for (size_t i = 0; i < domain.items.size(); ++i) {
      if (domain.items[i] == no) continue;
      variable(param.var) =
          member_value({TypeTag::entity, param.domain->type.of, 1}, static_cast<int64_t>(i));
      body(domain.items[i]);
    }
    return;
  }
  const Ref low = number(*param.domain, 0, position), high = number(*param.domain, 1, position);
  const bool boolean = formula_.node(low).boolean;
  const int64_t from = formula_.node(low).low, to = formula_.node(high).high;
  if (to - from > limits_.expanded)
    throw Untranslated("a range of " + std::to_string(to - from) + " values", language::none);
  for (int64_t value = from; value <= to; ++value) {
    const Ref one = formula_.number(value);
    variable(param.var) = boolean ? truth(Formula::truth(value != 0)) : whole(one);
    body(boolean ? yes : formula_.and_(formula_.less_equal(low, one), formula_.less_equal(one, high)));
  }
}

// ---- whether anything may be chosen

Ref Translator::try_values(const Alternative& offered, size_t index, const SymbolicPosition& position,
                           int64_t& left) {
  const Action& action = program_.actions[offered.action];
  if (index == action.params.size()) {
    if (--left < 0) throw Untranslated("whether any of many choices is lawful", action.label);
    std::vector<Ref> all;
    Under so_far(*this, yes);
    for (const Requirement& further : offered.requires_) {
      all.push_back(requirement_holds(action, further, position));
      if (all.back() == no) return no;
      so_far.also(all.back());
    }
    all.push_back(requirements_hold(action, position, nullptr));
    const Ref holds = formula_.and_(std::move(all));
    if (holds == no || index == 0) return holds;
    // Which of them are best is no question here; that a preference has no value is.
    const Under when(*this, holds);
    for (const auto& best : action.bests)
      if (may_fault(*best.value)) evaluate(*best.value, position);
    return holds;
  }
  const ActionParam& param = action.params[index];
  const auto with_value = [&](Ref in) -> Ref {
    const Under is_value(*this, in);
    Ref here = in;
    const SymbolicValue value = variable(param.var);
    if (param.mode == ParamMode::single) here = formula_.and_(here, conditions_hold(param, position));
    if (offered.args[index].mode == ArgMode::fixed)
      here = formula_.and_(
          here, same(program_.vars[param.var].type, evaluate(*offered.args[index].value, position), value));
    if (here == no) return no;
    const Under when(*this, here);
    return formula_.and_(here, try_values(offered, index + 1, position, left));
  };
  std::vector<Ref> any;
  each_value(param, position, [&](Ref in) { any.push_back(with_value(in)); });
  return formula_.or_(std::move(any));
}

bool Translator::has_many_choices(const Alternative& offered) const {
  const Action& action = program_.actions[offered.action];
  int64_t values = 1;
  for (size_t i = 0; i < action.params.size(); ++i) {
    if (has_many_sets(action.params[i])) return true;
    if (offered.args[i].mode != ArgMode::fixed) values *= values_of(action.params[i]);
  }
  return values > limits_.choices;
}

Ref Translator::any_values_offered(const Alternative& offered, const SymbolicPosition& position) {
  const Action& action = program_.actions[offered.action];
  return any_values([&] { return any_parameters(action, "some "); },
                    [&](const Parameters& values) {
                      set_parameters(action, values);
                      return offered_with(offered, position, nullptr, [&]() -> Ref {
                        // Which of them are best is no question here; that a preference has no value is.
                        for (const auto& best : action.bests)
                          if (may_fault(*best.value)) evaluate(*best.value, position);
                        return yes;
                      });
                    });
}

Ref Translator::any_choice(const language::Site& site, const SymbolicPosition& position) {
  // Where something may be chosen already, another alternative matters only by its faults: whoever lists the
  // choices asks it, too.
  const auto asked_may_fault = [&](const Alternative& alternative) {
    const Action& action = program_.actions[alternative.action];
    const auto may = [&](const language::ExprPtr& expr) { return expr && may_fault(*expr); };
    const auto requirement_may = [&](const Requirement& one) {
      return may(one.expr) || std::any_of(one.waivers.begin(), one.waivers.end(),
                                          [&](const auto& waiver) { return may(waiver.when); });
    };
    return !action.ensures.empty() ||
           std::any_of(action.params.begin(), action.params.end(),
                       [&](const ActionParam& param) {
                         return may(param.where) ||
                                (param.domain->op == Op::range
                                     ? may(param.domain->args[0]) || may(param.domain->args[1])
                                     : may(param.domain));
                       }) ||
           std::any_of(action.bests.begin(), action.bests.end(),
                       [&](const auto& best) { return may(best.value); }) ||
           std::any_of(alternative.args.begin(), alternative.args.end(),
                       [&](const auto& arg) { return may(arg.value); }) ||
           std::any_of(alternative.requires_.begin(), alternative.requires_.end(), requirement_may) ||
           std::any_of(action.requires_.begin(), action.requires_.end(), requirement_may);
  };
  std::vector<Ref> any;
  bool sure = false;
  for (const Alternative& alternative : site.alternatives) {
    if (sure && (freedom_ == Freedom::allowed || !asked_may_fault(alternative))) continue;
    any.push_back(freely([&] {
      if (has_many_choices(alternative)) return any_values_offered(alternative, position);
      int64_t left = limits_.choices;
      return try_values(alternative, 0, position, left);
    }));
    sure = sure || any.back() == yes;
  }
  return formula_.or_(std::move(any));
}

}  // namespace casebook::symbolic
