// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/reference/unordered.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace casebook::runtime {

namespace {

bool names(const std::vector<int32_t>& all, size_t index) {
  return std::find(all.begin(), all.end(), static_cast<int32_t>(index)) != all.end();
}

OneOfPair member(const language::Program& program, const UnorderedPair& pair, size_t index) {
  const language::Definition& definition = program.definitions[pair.definition];
  const auto of = [](const auto& one) {
    return OneOfPair{one.label, one.place, one.when.get(), one.value.get()};
  };
  return pair.adjusts ? of(definition.adjustments[index]) : of(definition.exceptions[index]);
}

bool stands_after(const OneOfPair& a, const OneOfPair& b) {
  return std::tie(a.place.file, a.place.begin) > std::tie(b.place.file, b.place.begin);
}

std::string where(const language::Program& program, const language::Place& place) {
  if (place.file >= program.sources.size()) return {};
  return fmt::format("{}:{}", program.sources[place.file].file, place.line);
}

}  // namespace

std::vector<UnorderedPair> unordered_pairs(const language::Program& program) {
  std::vector<UnorderedPair> all;
  for (size_t i = 0; i < program.definitions.size(); ++i) {
    const auto id = static_cast<language::DefinitionId>(i);
    const language::Definition& definition = program.definitions[id];
    const auto& exceptions = definition.exceptions;
    for (size_t a = 0; a < exceptions.size(); ++a)
      for (size_t b = a + 1; b < exceptions.size(); ++b)
        if (!names(exceptions[a].over, b) && !names(exceptions[b].over, a)) all.push_back({id, false, a, b});
    const auto& adjustments = definition.adjustments;
    for (size_t a = 0; a < adjustments.size(); ++a)
      for (size_t b = a + 1; b < adjustments.size(); ++b)
        if (!names(adjustments[b].after, a)) all.push_back({id, true, a, b});
  }
  return all;
}

OneOfPair first_of(const language::Program& program, const UnorderedPair& pair) {
  return member(program, pair, pair.first);
}
OneOfPair second_of(const language::Program& program, const UnorderedPair& pair) {
  return member(program, pair, pair.second);
}
OneOfPair later_of(const language::Program& program, const UnorderedPair& pair) {
  const OneOfPair first = first_of(program, pair), second = second_of(program, pair);
  return stands_after(first, second) ? first : second;
}
OneOfPair earlier_of(const language::Program& program, const UnorderedPair& pair) {
  const OneOfPair first = first_of(program, pair), second = second_of(program, pair);
  return stands_after(first, second) ? second : first;
}

std::string fault_text(const language::Program& program, const UnorderedPair& pair) {
  const OneOfPair first = first_of(program, pair), second = second_of(program, pair);
  const std::string one = where(program, first.place), other = where(program, second.place);
  return fmt::format(
      "{}: the {} of {} and {} both hold{}{}", program.definitions[pair.definition].name,
      pair.adjusts ? "adjustments" : "exceptions", program.label_text(first.label),
      program.label_text(second.label),
      pair.adjusts ? ", differ by their order, and no order is written" : " and differ",
      one.empty() || other.empty() ? std::string() : fmt::format(", at {} and {}", one, other));
}

std::optional<UnorderedPair> pair_told(const language::Program& program, std::string_view text) {
  if (text.find(" both hold") == std::string_view::npos) return std::nullopt;
  // Of two texts of which one goes on where the other ends (line 4 and line 41), the longer one is told.
  std::optional<UnorderedPair> told;
  size_t longest = 0;
  for (const UnorderedPair& pair : unordered_pairs(program)) {
    const std::string said = fault_text(program, pair);
    if (said.size() <= longest || text.find(said) == std::string_view::npos) continue;
    told = pair;
    longest = said.size();
  }
  return told;
}

}  // namespace casebook::runtime
