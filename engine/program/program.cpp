// SPDX-License-Identifier: Apache-2.0
#include "engine/program/program.h"

#include <algorithm>
#include <array>

namespace casebook::language {

std::string_view op_name(Op op) {
  static constexpr auto names = std::to_array<std::string_view>({
#define CASEBOOK_NAME(name) #name,
      CASEBOOK_OPS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  });
  const std::string_view name = names.at(static_cast<size_t>(op));
  return name == "not_" ? "not" : name;
}

std::string_view Program::text_of(const Place& place) const {
  if (place.file >= sources.size()) return {};
  const std::string_view text = sources[place.file].text;
  const size_t begin = std::min<size_t>(place.begin, text.size());
  const size_t end = std::clamp<size_t>(place.end, begin, text.size());
  return text.substr(begin, end - begin);
}

SourceRange Program::range_of(const Place& place) const {
  SourceRange range;
  if (place.file >= sources.size()) return range;
  range.file = sources[place.file].file;
  range.begin = {static_cast<int>(place.line), static_cast<int>(place.column)};
  range.end = range.begin;
  const std::string_view covered = text_of(place);
  for (size_t i = 0; i < covered.size();) {
    const CodePoint point = code_point_at(covered, i);
    if (point.value == '\n' && point.valid) {
      ++range.end.line;
      range.end.column = 1;
    } else {
      ++range.end.column;
    }
    i += static_cast<size_t>(point.length);
  }
  return range;
}

const std::string& Program::label_text(CaseId label) const {
  static const std::string empty;
  if (label < 0 || static_cast<size_t>(label) >= cases.size()) return empty;
  return cases[label].label;
}

}  // namespace casebook::language
