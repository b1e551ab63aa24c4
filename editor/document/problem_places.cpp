// SPDX-License-Identifier: Apache-2.0
#include "editor/document/problem_places.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace casebook::editor {

using namespace board;

namespace {

bool is_of(const std::string& file, const Problem& problem, const std::string& folder) {
  return file == problem.file || file == (std::filesystem::path(folder) / problem.file).string();
}

void add(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void in_map(Problem& problem, const HexMap& map, int numbering) {
  const auto here = [&](const Span& span) {
    return span.begin.line <= problem.line && problem.line <= span.end.line;
  };
  for (const HexFacts& line : map.hex_facts) {
    if (here(line.place)) add(problem.hexes, map.hex_id(line.hex, numbering));
  }
  for (const HexsideFacts& line : map.hexside_facts) {
    if (!here(line.place)) continue;
    add(problem.hexes, map.hex_id(line.first, numbering));
    if (line.second == nowhere) continue;
    add(problem.hexes, map.hex_id(line.second, numbering));
    add(problem.hexsides, map.hex_id(line.first, numbering) + "-" + map.hex_id(line.second, numbering));
  }
  for (const Link& link : map.links) {
    if (!here(link.place)) continue;
    // The hex that is spoken of, where one is; else all of the way.
    const auto spoken_of = [&](int hex) {
      return problem.text.find(map.hex_id(hex, numbering)) != std::string::npos;
    };
    const bool some = std::any_of(link.hexes.begin(), link.hexes.end(), spoken_of);
    for (const int hex : link.hexes)
      if (!some || spoken_of(hex)) add(problem.hexes, map.hex_id(hex, numbering));
  }
  for (const NamedPlace& place : map.places) {
    if (here(place.place)) add(problem.hexes, map.hex_id(place.hex, numbering));
  }
  for (const Label& label : map.labels) {
    if (here(label.place)) add(problem.hexes, map.hex_id(label.hex, numbering));
  }
}

void in_lines(Problem& problem, const std::vector<EntityLine>& lines) {
  for (const EntityLine& line : lines) {
    if (line.place.begin.line <= problem.line && problem.line <= line.place.end.line)
      add(problem.entities, line.kind + " " + line.id);
  }
}

}  // namespace

void find_place(Problem& problem, const ScenarioData& data, const std::string& folder) {
  if (problem.line == 0) return;
  if (is_of(data.map.file, problem, folder)) in_map(problem, data.map, data.numbering);
  for (const auto& one : data.orders_of_battle) {
    if (is_of(one.data.file, problem, folder)) in_lines(problem, one.data.entities);
  }
  for (const auto& one : data.schedules) {
    if (is_of(one.data.file, problem, folder)) in_lines(problem, one.data.rows);
  }
  if (is_of(data.scenario.file, problem, folder)) in_lines(problem, data.scenario.attributes);
}

void find_names(Problem& problem, const runtime::Scenario& scenario, std::string_view text) {
  const auto ends_here = [&](size_t at) {  // not inside a longer word
    return at >= text.size() || (std::isalnum(static_cast<unsigned char>(text[at])) == 0 && text[at] != '/');
  };
  const auto names = [&](const std::string& name) {
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      if ((at == 0 || ends_here(at - 1)) && ends_here(at + name.size())) return true;
    }
    return false;
  };
  const language::Program& program = *scenario.program;
  for (size_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (program.kinds[kind].closed || static_cast<language::KindId>(kind) == language::kind_hexside) continue;
    for (const std::string& name : scenario.members[kind]) {
      if (!names(name)) continue;
      if (static_cast<language::KindId>(kind) == language::kind_hex)
        add(problem.hexes, name);
      else
        add(problem.entities, program.kinds[kind].name + " " + name);
    }
  }
  // Who comes with an option that is off is in the files all the same.
  if (!scenario.data) return;
  for (const auto& one : scenario.data->orders_of_battle)
    for (const EntityLine& line : one.data.entities)
      if (names(line.id)) add(problem.entities, line.kind + " " + line.id);
}

}  // namespace casebook::editor
