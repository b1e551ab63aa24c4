// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes expressions of the typed program. The caller gives a node the type and the interval that
// program.h promises; nothing here checks them.

#include <cstdint>
#include <utility>

#include "engine/program/program.h"

namespace casebook::language {

inline constexpr Type boolean_type{TypeTag::boolean, none, 1};
inline constexpr Type number_type{TypeTag::number, measure_number, 1};
inline constexpr Type location_type{TypeTag::location, none, 1};
inline constexpr Type hex_type{TypeTag::entity, kind_hex, 1};
inline Type entity_type(KindId kind) {
  return {TypeTag::entity, kind, 1};
}
inline Type set_type(KindId kind) {
  return {TypeTag::set, kind, 1};
}
inline Type maybe_type(KindId kind) {
  return {TypeTag::maybe, kind, 1};
}
inline Type measure_type(MeasureId measure) {
  return {TypeTag::number, measure, 1};
}

ExprPtr make_expr(Op op, const Type& type, const Place& place);
ExprPtr make_constant(const Type& type, int64_t value, const Place& place);
ExprPtr make_variable(VarId id, const Var& var, const Place& place);
ExprPtr make_not(ExprPtr expr);
template <class... Args>
ExprPtr make_expr(Op op, const Type& type, const Place& place, Args&&... args) {
  ExprPtr expr = make_expr(op, type, place);
  (expr->args.push_back(std::forward<Args>(args)), ...);
  return expr;
}

}  // namespace casebook::language
