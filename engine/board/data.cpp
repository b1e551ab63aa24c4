// SPDX-License-Identifier: Apache-2.0
#include "engine/board/data.h"

#include <fmt/format.h>

namespace casebook::board {

std::string value_text(const DataValue& value) {
  switch (value.kind) {
    case DataKind::boolean:
      return value.boolean ? "true" : "false";
    case DataKind::number:
      return fmt::format("{}", value.number);
    case DataKind::text:
      return quoted(value.text);
    case DataKind::list:
      break;
  }
  std::string out = "[";
  for (const DataValue& item : value.items) out += (out.size() > 1 ? ", " : "") + value_text(item);
  return out + "]";
}

int ProvenanceChoice::of(std::string_view attribute) const {
  int others = unstated;
  for (const Entry& entry : entries) {
    if (entry.attribute == attribute) return entry.provenance;
    if (entry.attribute == "others") others = entry.provenance;
  }
  return others;
}

int Provenances::of(const ProvenanceChoice& line, std::string_view attribute) const {
  const int found = line.of(attribute);
  return found != unstated ? found : fallback.of(attribute);
}

bool is_attribute_name(std::string_view text) {
  if (text.empty() || text.size() > limits::id_bytes) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (!letter && (i == 0 || !digit)) return false;
  }
  return true;
}

std::string id_problem(std::string_view id) {
  if (id.empty()) return "it is empty";
  if (id.size() > limits::id_bytes) return fmt::format("it is longer than {} bytes", limits::id_bytes);
  if (id.front() == ' ' || id.back() == ' ') return "it begins or ends with a blank";
  for (const char c : id) {
    if (std::string_view(",(){}[]\"'").find(c) != std::string_view::npos)
      return fmt::format("it holds {}", c);
  }
  if (printable(id) != id) return "it holds a control character";
  return {};
}

std::string hex_id_problem(std::string_view id) {
  std::string problem = id_problem(id);
  if (problem.empty() && id.find(' ') != std::string_view::npos) problem = "it holds a blank";
  if (problem.empty() && id.find('-') != std::string_view::npos) problem = "it holds -";
  return problem;
}

}  // namespace casebook::board
