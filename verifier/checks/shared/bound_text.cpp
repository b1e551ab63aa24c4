// SPDX-License-Identifier: Apache-2.0
#include "verifier/checks/shared/bound_text.h"

#include <fmt/format.h>

#include "engine/runtime/reference/value_text.h"
#include "verifier/finding/counted.h"
#include "verifier/finding/prose.h"

namespace casebook::checks {

using namespace runtime;
using language::Type;
using language::TypeTag;

namespace {

std::string member(const Scenario& scenario, language::KindId kind, int64_t index) {
  const std::string& name = scenario.members[kind][static_cast<size_t>(index)];
  const bool open = kind != language::kind_hex && !scenario.program->kinds[kind].closed;
  return open ? "\"" + name + "\"" : name;
}

bool part_of_a_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::optional<std::string> literal(const Scenario& scenario, const Type& type, const Value& value) {
  switch (type.tag) {
    case TypeTag::boolean:
    case TypeTag::number:
      return scenario.value_text(type, value.number);
    case TypeTag::entity:
      if (type.of == language::kind_hexside) return std::nullopt;
      return member(scenario, type.of, value.number);
    case TypeTag::maybe:
      return value.number < 0 ? std::string("none") : member(scenario, type.of, value.number);
    case TypeTag::location:
      if (value.number < scenario.ground.hexes) return member(scenario, language::kind_hex, value.number);
      return scenario.program->boxes[value.number - scenario.ground.hexes].name;
    case TypeTag::set: {
      std::string text = "{";
      for (size_t i = 0; i < value.items.size(); ++i)
        text += (i == 0 ? "" : ", ") + member(scenario, type.of, value.items[i]);
      return text + "}";
    }
    default:
      return std::nullopt;
  }
}

std::string bound_text(const Evaluator& evaluator, const language::Expr& expr,
                       const std::map<std::string, std::string>& values) {
  const std::string source = source_text(evaluator, expr);
  std::string out;
  for (size_t at = 0; at < source.size();) {
    if (source[at] == '"') {
      const size_t end = source.find('"', at + 1);
      const size_t stop = end == std::string::npos ? source.size() : end + 1;
      out += source.substr(at, stop - at);
      at = stop;
      continue;
    }
    if (!part_of_a_word(source[at])) {
      out += source[at++];
      continue;
    }
    size_t end = at;
    while (end < source.size() && part_of_a_word(source[end])) ++end;
    const std::string word = source.substr(at, end - at);
    const auto found = values.find(word);
    out += found == values.end() ? word : found->second;
    at = end;
  }
  return out;
}

std::string part_text(const std::string& sort, const std::string& name) {
  return name.starts_with("the ") ? capitalised(name) : fmt::format("The {} {}", sort, name);
}

}  // namespace casebook::checks
