// SPDX-License-Identifier: Apache-2.0
#pragma once

// The expressions directly in an item, each with its case, in the order of the text. For code that follows
// what items use. `visit(label, expression)`; the expression may be null.

#include <vector>

#include "engine/program/program.h"

namespace casebook::checks {

template <class Visit>
void each_expression(const language::Definition& one, const Visit& visit) {
  visit(one.label, one.body);
  for (const language::Exception& e : one.exceptions) visit(e.label, e.when), visit(e.label, e.value);
  for (const language::Adjustment& a : one.adjustments) visit(a.label, a.when), visit(a.label, a.value);
}

template <class Visit>
void each_expression(const language::Field& one, const Visit& visit) {
  for (const language::ExprPtr* e : {&one.goal, &one.through, &one.across, &one.step}) visit(one.label, *e);
}

template <class Visit>
void each_expression(const std::vector<language::Requirement>& list, const Visit& visit) {
  for (const language::Requirement& one : list) {
    visit(one.label, one.expr);
    for (const language::Waiver& waiver : one.waivers) visit(waiver.label, waiver.when);
  }
}

/// Visits what decides whether an action is lawful; what it does is its body.
template <class Visit>
void each_expression(const language::Action& one, const Visit& visit) {
  for (const language::ActionParam& param : one.params)
    visit(one.label, param.domain), visit(one.label, param.where);
  each_expression(one.requires_, visit), each_expression(one.ensures, visit);
  for (const language::Best& best : one.bests) visit(best.label, best.value);
}

/// Who chooses, or what chance brings; the alternatives are actions of their own.
template <class Visit>
void each_expression(const language::Site& one, const Visit& visit) {
  for (const language::ExprPtr* e : {&one.by, &one.condition, &one.set}) visit(language::none, *e);
}

}  // namespace casebook::checks
