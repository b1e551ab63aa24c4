// SPDX-License-Identifier: Apache-2.0
// Translation: that something may be chosen, shown by values that are likely to do. Whether anything may is a
// question over all values (any_choice in translate_actions.cpp), of which there are many; that something may
// needs one. Of sets the largest and the empty one come first, then any (translate_any_set.cpp).
#include <algorithm>

#include "verifier/symbolic/translate/translator.h"

namespace casebook::symbolic {

using language::Action;
using language::ActionParam;
using language::Alternative;
using language::ArgMode;
using language::Op;
using language::ParamMode;
using language::TypeTag;

namespace {

constexpr size_t most_nodes_an_alternative = 400'000;

}  // namespace

int64_t Translator::values_of(const ActionParam& param) const {
  if (param.mode == ParamMode::set) return 2;  // of which some_values tries so many
  const language::Var& var = program_.vars[param.var];
  if (param.domain->op == Op::range)
    return var.type.tag == TypeTag::number ? int64_t{var.interval.high} - var.interval.low + 1 : 2;
  return param.domain->type.tag == TypeTag::maybe ? 1 : scenario_.size(param.domain->type.of);
}

// All who may be in it by the requirements of each.
SymbolicValue Translator::largest_set(const Action& action, size_t index, const SymbolicPosition& position) {
  const ActionParam& param = action.params[index];
  const SymbolicValue domain = evaluate(*param.domain, position);
  SymbolicValue set;
  for (int64_t i = 0; i < scenario_.size(param.domain->type.of); ++i) {
    const int64_t code = positions_.codes().of_member(param.domain->type.of, i);
    const Ref candidate = param.domain->type.tag == TypeTag::maybe
                              ? formula_.equal(domain.number, formula_.number(code))
                              : domain.items[static_cast<size_t>(i)];
    std::vector<Ref> all{candidate};
    if (candidate != no && param.where) {
      variable(param.member) = whole(formula_.number(code));
      all.push_back(evaluate(*param.where, position).number);
    }
    for (const auto& requirement : action.requires_) {
      if (candidate == no || requirement.each != static_cast<int>(index)) continue;
      variable(requirement.member) = member_value({TypeTag::entity, param.domain->type.of, 1}, i);
      all.push_back(holds_or_waived(requirement, position));
    }
    set.items.push_back(formula_.and_(std::move(all)));
  }
  return set;
}

Ref Translator::some_values(const Alternative& offered, size_t index, const SymbolicPosition& position,
                            size_t most_nodes, std::vector<Condition>& picked) {
  const Action& action = program_.actions[offered.action];
  if (formula_.size() > most_nodes) return no;
  if (index == action.params.size()) {
    std::vector<Ref> all;
    for (const auto& further : offered.requires_) all.push_back(requirement_holds(action, further, position));
    // Of what is lawful something is best.
    all.push_back(requirements_hold(action, position, nullptr));
    return formula_.and_(std::move(all));
  }
  const ActionParam& param = action.params[index];
  const auto with = [&](const SymbolicValue& value) {
    variable(param.var) = value;
    const Ref inside = domain_holds(param, position);
    variable(param.var) = value;
    if (inside == no) return no;
    const Under when(*this, inside);
    return formula_.and_(inside, some_values(offered, index + 1, position, most_nodes, picked));
  };
  if (offered.args[index].mode == ArgMode::fixed) return with(evaluate(*offered.args[index].value, position));
  if (param.mode == ParamMode::set) {
    const SymbolicValue largest = largest_set(action, index, position);
    SymbolicValue none = largest;
    std::fill(none.items.begin(), none.items.end(), no);
    const Ref one = with(largest), other = with(none);
    if (one == yes || other == yes) return yes;
    Ref any = no;
    const std::vector<SymbolicValue> frame = frame_;
    try {
      if (index == 0)  // once, and not beside every value of another parameter
        any = any_set(param, position,
                      [&] { return some_values(offered, index + 1, position, most_nodes, picked); });
    } catch (const Untranslated&) {  // the two may do
    }
    frame_ = frame;
    return formula_.or_({one, other, any});
  }
  if (param.mode == ParamMode::path) return no;
  int64_t values = 1;
  for (size_t i = index; i < action.params.size(); ++i) values *= values_of(action.params[i]);
  std::vector<Ref> any;
  each_value(param, position, [&](Ref in) {
    const SymbolicValue value = variable(param.var);
    if (values > limits_.choices)
      any.push_back(formula_.and_(in, conditions_hold(param, position)));
    else
      any.push_back(formula_.and_(in, with(value)));
  });
  if (values <= limits_.choices) return formula_.or_(std::move(any));
  if (no_variables_) return no;
  // Too many: some member, of which it is known that it is one if there is one.
  const language::Var& var = program_.vars[param.var];
  const SymbolicValue some = positions_.any(var.type, var.interval, "some " + var.name);
  variable(param.var) = some;
  const Ref inside = domain_holds(param, position);
  picked.push_back(
      {formula_.implies(formula_.or_(std::move(any)), inside), action.label, "some " + var.name});
  variable(param.var) = some;
  return with(some);
}

Ref Translator::some_choice(const language::Site& site, const SymbolicPosition& position,
                            std::vector<Condition>& picked) {
  std::vector<Ref> any;
  for (const Alternative& alternative : site.alternatives) {
    const Aside aside(*this);
    const std::vector<SymbolicValue> frame = frame_;
    const size_t known = picked.size();
    try {
      const Ref may =
          some_values(alternative, 0, position, formula_.size() + most_nodes_an_alternative, picked);
      any.push_back(formula_.and_(may, formula_.not_(any_fault())));
    } catch (const Untranslated& open) {  // the others may do
      freed_.emplace(open.construct, open.label);
      picked.resize(known);
    }
    frame_ = frame;
    if (!any.empty() && any.back() == yes) return yes;
  }
  return formula_.or_(std::move(any));
}

}  // namespace casebook::symbolic
