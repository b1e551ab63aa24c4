// SPDX-License-Identifier: Apache-2.0
// What a bound scenario says of names and values. Binding itself is elsewhere.
#include "engine/runtime/scenario.h"

#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/rational.h"

namespace casebook::runtime {

using language::Type;
using language::TypeTag;

int32_t Ground::between(int32_t a, int32_t b) const {
  const auto& near = neighbours[static_cast<size_t>(a)];
  const auto direction = std::find(near.begin(), near.end(), b);
  if (direction == near.end()) return -1;
  return sides[static_cast<size_t>(a)][static_cast<size_t>(direction - near.begin())];
}

std::optional<int32_t> Scenario::find(KindId kind, std::string_view name) const {
  const std::vector<std::string>& names = members[kind];
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int32_t>(found - names.begin());
}

std::string_view Scenario::nearest(KindId kind, std::string_view name) const {
  const std::string best = nearest_name(name, members[kind]);
  for (const std::string& known : members[kind]) {
    if (known == best) return known;
  }
  return {};
}

std::string Scenario::value_text(const Type& type, int64_t value) const {
  const auto name = [&](KindId kind, int64_t member) { return members[kind][static_cast<size_t>(member)]; };
  switch (type.tag) {
    case TypeTag::boolean:
      return value != 0 ? "yes" : "no";
    case TypeTag::range:
      if (type.of == language::none) return value != 0 ? "yes" : "no";
      [[fallthrough]];
    case TypeTag::number: {
      if (value == language::never_value) return "never";
      const language::Measure& measure = program->measures[type.of];
      const auto unit =
          divide(Rational::make(measure.step_numerator, measure.step_denominator).value_or(Rational(1)),
                 Rational(type.fine));
      return to_text(multiply(Rational(value), unit.value_or(Rational(1))).value_or(Rational(value)));
    }
    case TypeTag::entity:
      return name(type.of, value);
    case TypeTag::maybe:
      return value < 0 ? "none" : name(type.of, value);
    case TypeTag::location:
      if (value < ground.hexes) return name(language::kind_hex, value);
      return program->boxes[value - ground.hexes].name;
    case TypeTag::set:
    case TypeTag::path:
      break;  // more than one value: see choice_text
  }
  return {};
}

}  // namespace casebook::runtime
