// SPDX-License-Identifier: Apache-2.0
#include "verifier/cli/printing/show_supplied.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/switch_names.h"

namespace casebook::cli {

using language::Program;
using language::Supplied;
using nlohmann::ordered_json;

namespace {

bool is_taken_away(const Program& program, const Supplied& part) {
  return std::find(program.without.begin(), program.without.end(), part.name) != program.without.end();
}

}  // namespace

std::vector<const Supplied*> supplied_of(const Program& program, language::CaseId label) {
  std::vector<const Supplied*> out;
  for (const Supplied& part : program.supplied)
    if (label == language::none || part.label == label) out.push_back(&part);
  return out;
}

ordered_json supplied_json(const Program& program, const std::vector<const Supplied*>& parts) {
  ordered_json list = ordered_json::array();
  for (const Supplied* part : parts)
    list.push_back({{"name", switch_name(part->name)},
                    {"what", part->what},
                    {"case", program.label_text(part->label)},
                    {"why", part->why},
                    {"file", program.sources[part->mark.file].file},
                    {"line", part->mark.line},
                    {"taken", is_taken_away(program, *part)}});
  return list;
}

std::vector<std::string> supplied_lines(const Program& program, const std::vector<const Supplied*>& parts) {
  std::vector<std::string> lines;
  for (const Supplied* part : parts)
    lines.push_back(fmt::format("supplied: {}, {} ({}:{}){}: {}", switch_name(part->name), part->what,
                                program.sources[part->mark.file].file, part->mark.line,
                                is_taken_away(program, *part) ? ", taken away here" : "", part->why));
  return lines;
}

void show_supplied(const runtime::Scenario& scenario, Context& context) {
  const Program& program = *scenario.program;
  const auto parts = supplied_of(program, language::none);
  if (context.json) {
    context.terminal.json(
        json_document(context, {{"ruleset", scenario.id},
                                {"rules", fmt::format("{:016x}", scenario.rules_fingerprint)},
                                {"supplied", supplied_json(program, parts)}}));
    return;
  }
  Terminal& terminal = context.terminal;
  const std::vector<std::string> lines = supplied_lines(program, parts);
  for (size_t i = 0; i < parts.size(); ++i)
    terminal.line(fmt::format("{:<10} {}", program.label_text(parts[i]->label), lines[i]));
  if (parts.empty()) {
    terminal.line(scenario.id + " marks nothing as supplied");
    return;
  }
  terminal.line(fmt::format("{} supplied {}. Play without one of them: casebook play {}+without={}",
                            parts.size(), parts.size() == 1 ? "part" : "parts", scenario.id,
                            switch_name(parts.front()->name)));
}

}  // namespace casebook::cli
