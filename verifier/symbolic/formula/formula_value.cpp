// SPDX-License-Identifier: Apache-2.0
// The value of a formula when every variable has one: what a model means, without asking the solver again.
#include <algorithm>

#include "verifier/symbolic/formula/formula.h"

namespace casebook::symbolic {

namespace {

/// As formulas divide: by what is above nothing. Any other divisor matters nowhere.
int64_t floor_or_zero(int64_t a, int64_t b) {
  if (b <= 0) return 0;
  const int64_t quotient = a / b;
  return a % b != 0 && a < 0 ? quotient - 1 : quotient;
}

int64_t apply(const Node& node, std::span<const Ref> args, const std::vector<int64_t>& of,
              const Assignment& assignment) {
  const auto value = [&](size_t i) { return of[static_cast<size_t>(args[i])]; };
  switch (node.kind) {
    case NodeKind::truth:
    case NodeKind::number:
      return node.payload;
    case NodeKind::variable: {
      const auto index = static_cast<size_t>(node.payload);
      const int64_t said = index < assignment.size() ? assignment[index] : 0;
      return std::clamp(said, node.low, node.high);
    }
    case NodeKind::not_:
      return value(0) == 0 ? 1 : 0;
    case NodeKind::and_:
      for (size_t i = 0; i < args.size(); ++i)
        if (value(i) == 0) return 0;
      return 1;
    case NodeKind::or_:
      for (size_t i = 0; i < args.size(); ++i)
        if (value(i) != 0) return 1;
      return 0;
    case NodeKind::choose:
      return value(0) != 0 ? value(1) : value(2);
    case NodeKind::equal:
      return value(0) == value(1) ? 1 : 0;
    case NodeKind::less_equal:
      return value(0) <= value(1) ? 1 : 0;
    case NodeKind::add:
      return value(0) + value(1);
    case NodeKind::multiply:
      return value(0) * value(1);
    case NodeKind::divide:
      return floor_or_zero(value(0), value(1));
    case NodeKind::bit:
      return (value(0) >> node.payload) & 1;
    case NodeKind::narrow:
      return value(0);
    case NodeKind::count: {
      int64_t sum = 0;
      for (size_t i = 0; i < args.size(); ++i) sum += value(i) != 0 ? 1 : 0;
      return sum;
    }
  }
  return 0;
}

}  // namespace

Cone::Cone(const Formula& formula, std::span<const Ref> roots) : formula_(formula) {
  std::vector<bool> wanted(formula.size(), false);
  std::vector<Ref> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const Ref one = open.back();
    open.pop_back();
    if (wanted[static_cast<size_t>(one)]) continue;
    wanted[static_cast<size_t>(one)] = true;
    nodes_.push_back(one);
    for (const Ref a : formula.operands(one)) open.push_back(a);
  }
  std::sort(nodes_.begin(), nodes_.end());
  values_.assign(nodes_.empty() ? 0 : static_cast<size_t>(nodes_.back()) + 1, 0);
}

void Cone::evaluate(const Assignment& assignment) {
  for (const Ref one : nodes_)
    values_[static_cast<size_t>(one)] =
        apply(formula_.node(one), formula_.operands(one), values_, assignment);
}

std::vector<int64_t> Formula::values(std::span<const Ref> all, const Assignment& assignment) const {
  Cone cone(*this, all);
  cone.evaluate(assignment);
  std::vector<int64_t> result;
  for (const Ref one : all) result.push_back(cone.value(one));
  return result;
}

int64_t Formula::value(Ref a, const Assignment& assignment) const {
  const Ref one[] = {a};
  return values(one, assignment)[0];
}

Assignment Formula::any_assignment() const {
  Assignment result;
  for (const Variable& variable : variables_)
    result.push_back(std::clamp<int64_t>(0, variable.low, variable.high));
  return result;
}

}  // namespace casebook::symbolic
