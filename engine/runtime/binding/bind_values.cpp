// SPDX-License-Identifier: Apache-2.0
// One datum as a value of a type.
#include <fmt/format.h>
#include <algorithm>

#include "engine/base/nearest.h"
#include "engine/base/rational.h"
#include "engine/runtime/binding/binder.h"

namespace casebook::runtime {

using board::DataKind;
using board::DataValue;
using language::Type;
using language::TypeTag;

/// `a hex from 0101 to 0504, or a box: lost`
std::string ScenarioBinder::places_text(int numbering) const {
  std::string text;
  if (data_.map.hexes() > 0) {
    const auto& [first, last] =
        std::pair(data_.map.hex_id(0, numbering), data_.map.hex_id(data_.map.hexes() - 1, numbering));
    text = fmt::format("a hex from {} to {}", first, last);
  }
  std::vector<std::string> boxes;
  for (const language::Box& box : program_.boxes) boxes.push_back(box.name);
  if (boxes.empty()) return text;
  return text + (text.empty() ? "" : ", or ") + "a box: " + listed(boxes);
}

std::optional<int32_t> ScenarioBinder::cell(const Type& type, const DataValue& value, int numbering,
                                            const std::string& file, const std::string& what) {
  const SourceRange range = board::range_of(file, value.place);
  const auto wrong = [&](std::string expected) {
    diagnostics_.error("D0154", range, fmt::format("{} is not {}", what, board::value_text(value))).expected =
        std::move(expected);
    return std::nullopt;
  };
  switch (type.tag) {
    case TypeTag::boolean:
      if (value.kind == DataKind::boolean) return value.boolean ? 1 : 0;
      return wrong("true or false");
    case TypeTag::number: {
      const auto& measure = program_.measures[type.of];
      if (value.kind == DataKind::text && value.text == "never") {
        if (measure.or_never) return static_cast<int32_t>(language::never_value);
        diagnostics_.error("D0156", range, fmt::format("{} cannot be never", what)).expected =
            "a number of " + measure.name;
        return std::nullopt;
      }
      std::optional<Rational> number;
      if (value.kind == DataKind::number) number = Rational(value.number);
      if (value.kind == DataKind::text) number = parse_rational(value.text);
      if (!number) return wrong("a number of " + measure.name + ", such as 3 or \"1/2\"");
      const Rational step =
          Rational::make(measure.step_numerator, measure.step_denominator).value_or(Rational(1));
      const std::optional<int64_t> steps = whole_steps(*number, step);
      const std::string expected =
          fmt::format("{} from {} to {} by {}", measure.name, scenario_.value_text(type, measure.low),
                      scenario_.value_text(type, measure.high), scenario_.value_text(type, 1));
      if (!steps || *steps < measure.low || *steps > measure.high) {
        diagnostics_.error("D0156", range, fmt::format("{} does not fit: {}", what, board::value_text(value)))
            .expected = expected;
        return std::nullopt;
      }
      return static_cast<int32_t>(*steps);
    }
    case TypeTag::maybe:
      if (value.kind == DataKind::text && value.text == "none") return -1;
      [[fallthrough]];
    case TypeTag::entity: {
      const std::string name = value.kind == DataKind::text     ? value.text
                               : value.kind == DataKind::number ? std::to_string(value.number)
                                                                : std::string();
      if (name.empty()) return wrong("the name of a " + kind_name(type.of));
      if (const auto found = member(type.of, name, numbering)) return *found;
      Diagnostic& diagnostic = diagnostics_.error(
          "D0155", range, fmt::format("{}: there is no {} \"{}\"", what, kind_name(type.of), name));
      if (program_.kinds[type.of].closed && diagnostics_.kept(diagnostic))
        diagnostic.expected = listed(scenario_.members[type.of]);
      diagnostics_.suggest(diagnostic, [&] { return nearest_member(type.of, name, numbering); });
      return std::nullopt;
    }
    case TypeTag::location: {
      if (value.kind != DataKind::text) return wrong("a hex or a box");
      std::vector<std::string> boxes;
      for (size_t i = 0; i < program_.boxes.size(); ++i) {
        if (program_.boxes[i].name == value.text) return scenario_.ground.hexes + static_cast<int32_t>(i);
        boxes.push_back(program_.boxes[i].name);
      }
      if (const auto hex = member(language::kind_hex, value.text, numbering)) return *hex;
      Diagnostic& diagnostic = diagnostics_.error(
          "D0155", range, fmt::format("{}: there is no hex or box \"{}\"", what, value.text));
      if (diagnostics_.kept(diagnostic)) diagnostic.expected = places_text(numbering);
      diagnostics_.suggest(diagnostic, [&] {
        const std::string box = nearest_name(value.text, boxes);
        return box.empty() ? nearest_member(language::kind_hex, value.text, numbering) : box;
      });
      return std::nullopt;
    }
    case TypeTag::set:
    case TypeTag::path:
    case TypeTag::range:
      break;
  }
  return wrong("nothing: data cannot give this");
}

std::optional<std::vector<int32_t>> ScenarioBinder::members_of(const Type& type, const DataValue& value,
                                                               int numbering, const std::string& file,
                                                               const std::string& what) {
  if (value.kind != DataKind::list) {
    diagnostics_
        .error("D0154", board::range_of(file, value.place),
               fmt::format("{} is not {}", what, board::value_text(value)))
        .expected = "a list of names of " + kind_name(type.of);
    return std::nullopt;
  }
  std::vector<int32_t> members;
  for (const DataValue& item : value.items) {
    const auto found = cell({TypeTag::entity, type.of, 1}, item, numbering, file, what);
    if (!found) return std::nullopt;
    members.push_back(*found);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

}  // namespace casebook::runtime
