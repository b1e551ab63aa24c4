// SPDX-License-Identifier: Apache-2.0
// Lines about entities: of orders of battle, schedules and scenarios.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/plan.h"
#include "engine/base/switch_names.h"
#include "engine/board/entity_lines.h"

namespace casebook::editor {

using namespace board;

namespace {

Edit line_edit(int part, size_t index, std::optional<EntityLine> before, std::optional<EntityLine> after) {
  ItemEdit<EntityLine> out;
  out.part = part;
  out.index = index;
  out.before = std::move(before);
  out.after = std::move(after);
  return out;
}

/// The key under which a file of that part has its lines.
const char* lines_key(const Part& part) {
  if (part.as<OrderOfBattle>() != nullptr) return "entities";
  return part.as<Schedule>() != nullptr ? "rows" : "attributes";
}

void look_up_line(EntityLine& line, const Provenances& all) {
  look_up(line.facts, line.provenance, all);
  line.start_provenance = line.start.empty() ? unstated : all.of(line.provenance, "place");
}

}  // namespace

bool Plan::find_lines(const std::string& path, const std::vector<EntityLine>*& lines,
                      const Provenances*& provenances) {
  if (!find_part(path)) return false;
  lines = entity_lines(part());
  provenances = editor::provenances(part());
  if (lines == nullptr) refuse(path + " has no lines about entities");
  return lines != nullptr;
}

Done Plan::make(const AddEntity& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  if (!find_lines(c.file, lines, provenances)) return refused();
  const bool order_of_battle = part().as<OrderOfBattle>() != nullptr;
  // Read as a file of this one line would be, so that what a file may not say a command may not either.
  JsonValue top = JsonValue::object(), list = JsonValue::array({c.line});
  top.add(lines_key(part()), std::move(list));
  Diagnostics diagnostics;
  const std::string written = write_json_line(top);
  const auto again = parse_json(written, c.file, diagnostics);
  if (!again) return refuse(diagnostics.all().front().message);
  const DataFile file(c.file, diagnostics);
  ObjectReader reader(file, *again, "the line");
  std::vector<EntityLine> read =
      read_entity_lines(file, reader, lines_key(part()), order_of_battle, *provenances);
  if (diagnostics.has_errors() || read.size() != 1) {
    for (const Diagnostic& one : diagnostics.all()) {
      if (one.severity == Severity::error) return refuse(one.message);
    }
    return refuse("this is not a line about an entity");
  }
  EntityLine line = std::move(read.front());
  for (const EntityLine& other : *lines) {
    if (other.kind == line.kind && other.id == line.id)
      return refuse(fmt::format("{} has a {} {} already", c.file, line.kind, casebook::quoted(line.id)));
  }
  if (lines->size() >= limits::entity_lines)
    return refuse(fmt::format("a file has at most {} lines about entities", limits::entity_lines));
  const size_t at = c.at < 0 ? lines->size() : std::min(static_cast<size_t>(c.at), lines->size());
  edits.push_back(line_edit(part_, at, std::nullopt, std::move(line)));
  return planned();
}

Done Plan::make(const DuplicateEntity& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  if (!find_lines(c.file, lines, provenances)) return refused();
  const int index = find_entity(*lines, c.entity);
  if (index < 0) return refused();
  if (const std::string problem = id_problem(c.id); !problem.empty())
    return refuse(fmt::format("{} cannot be an id: {}", casebook::quoted(c.id), problem));
  EntityLine line = (*lines)[static_cast<size_t>(index)];
  line.id = c.id;
  for (const EntityLine& other : *lines) {
    if (other.kind == line.kind && other.id == c.id)
      return refuse(fmt::format("{} has a {} {} already", c.file, line.kind, casebook::quoted(c.id)));
  }
  if (lines->size() >= limits::entity_lines)
    return refuse(fmt::format("a file has at most {} lines about entities", limits::entity_lines));
  edits.push_back(line_edit(part_, static_cast<size_t>(index) + 1, std::nullopt, std::move(line)));
  return planned();
}

Done Plan::make(const RemoveEntities& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  if (!find_lines(c.file, lines, provenances)) return refused();
  std::vector<size_t> indices;
  for (const std::string& name : c.entities) {
    const int index = find_entity(*lines, name);
    if (index < 0) return refused();
    indices.push_back(static_cast<size_t>(index));
  }
  std::sort(indices.rbegin(), indices.rend());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  for (const size_t index : indices) edits.push_back(line_edit(part_, index, (*lines)[index], std::nullopt));
  return planned();
}

Done Plan::make(const SetEntities& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  int provenance = unstated;
  if (!find_lines(c.file, lines, provenances) ||
      !check_attribute(c.attribute, {"provenance", "others", "kind", "id", "with", "place"}) ||
      !check_value(c.value) || !find_provenance(*provenances, c.provenance, provenance))
    return refused();
  const bool declares = part().as<OrderOfBattle>() != nullptr;
  std::vector<size_t> gone;
  std::vector<EntityLine> fresh;
  for (const std::string& name : c.entities) {
    const int index = find_entity(*lines, name);
    EntityLine line;
    if (index >= 0) {
      line = (*lines)[static_cast<size_t>(index)];
    } else {
      if (declares || !split_entity(name, line.kind, line.id)) return refused();
      if (!c.value) continue;
      const auto twice = std::find_if(fresh.begin(), fresh.end(), [&](const EntityLine& one) {
        return one.kind == line.kind && one.id == line.id;
      });
      if (twice != fresh.end()) continue;
      if (!is_attribute_name(line.kind) || !id_problem(line.id).empty())
        return refuse(fmt::format("{} cannot be the name of an entity", casebook::quoted(name)));
    }
    set_fact(line.facts, line.provenance, c.attribute, c.value, provenance, *provenances);
    look_up_line(line, *provenances);
    if (line.facts.size() > limits::attributes)
      return refuse(fmt::format("{} has more than {} attributes", name, limits::attributes));
    if (index < 0) {
      fresh.push_back(std::move(line));
      continue;
    }
    const EntityLine& before = (*lines)[static_cast<size_t>(index)];
    if (line == before) continue;
    if (!declares && line.facts.empty() && line.extras.empty() && line.with.empty()) {
      gone.push_back(static_cast<size_t>(index));
      continue;
    }
    edits.push_back(line_edit(part_, static_cast<size_t>(index), before, std::move(line)));
  }
  std::sort(gone.rbegin(), gone.rend());
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  for (const size_t index : gone) edits.push_back(line_edit(part_, index, (*lines)[index], std::nullopt));
  size_t end = lines->size() - gone.size();
  if (end + fresh.size() > limits::entity_lines)
    return refuse(fmt::format("a file has at most {} lines about entities", limits::entity_lines));
  for (EntityLine& line : fresh) edits.push_back(line_edit(part_, end++, std::nullopt, std::move(line)));
  return planned();
}

Done Plan::make(const PlaceEntities& c) {
  if (!find_part(c.file)) return refused();
  if (!c.place.empty()) {
    if (const std::string problem = id_problem(c.place); !problem.empty())
      return refuse(fmt::format("{} is neither a hex nor a box: {}", casebook::quoted(c.place), problem));
  }
  if (part().as<ScenarioFile>() != nullptr) return place_in_scenario(c);
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  int provenance = unstated;
  if (part().as<OrderOfBattle>() == nullptr)
    return refuse(c.file + " does not say where units begin; an order of battle or a scenario does");
  if (!find_lines(c.file, lines, provenances) || !find_provenance(*provenances, c.provenance, provenance))
    return refused();
  for (const std::string& name : c.entities) {
    const int index = find_entity(*lines, name);
    if (index < 0) return refused();
    const EntityLine& before = (*lines)[static_cast<size_t>(index)];
    EntityLine line = before;
    line.start = c.place;
    if (c.place.empty()) {
      std::erase_if(line.provenance.entries, [](const auto& entry) { return entry.attribute == "place"; });
      line.provenance.whole =
          line.provenance.entries.size() == 1 && line.provenance.entries.front().attribute == "others";
    } else if (provenance != unstated) {
      set_provenance(line.provenance, line.facts, "place", provenance);
    }
    look_up_line(line, *provenances);
    if (line != before)
      edits.push_back(line_edit(part_, static_cast<size_t>(index), before, std::move(line)));
  }
  return planned();
}

/// As the state `place`, which goes before what the order of battle says.
Done Plan::place_in_scenario(const PlaceEntities& c) {
  ScenarioFile after = *part().as<ScenarioFile>();
  for (const std::string& name : c.entities) {
    std::string kind, id;
    if (!split_entity(name, kind, id)) return refused();
    DataValue value;
    value.kind = DataKind::text;
    value.text = c.place;
    if (!set_state(after, "place", {id}, c.place.empty() ? std::nullopt : std::optional(value)))
      return refused();
  }
  if (after == *part().as<ScenarioFile>()) return planned();
  return replace(part_, std::move(after));
}

Done Plan::make(const SetWith& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  if (!find_lines(c.file, lines, provenances)) return refused();
  for (const std::string& option : c.options) {
    if (!check_text(option, "the name of an option")) return refused();
    if (option.empty()) return refuse("an option has a name");
  }
  for (const std::string& name : c.entities) {
    const int index = find_entity(*lines, name);
    if (index < 0) return refused();
    const EntityLine& before = (*lines)[static_cast<size_t>(index)];
    EntityLine line = before;
    line.with.clear();
    for (const std::string& option : c.options) line.with.push_back(switch_name(option));
    line.with_places.assign(line.with.size(), {});
    if (line != before)
      edits.push_back(line_edit(part_, static_cast<size_t>(index), before, std::move(line)));
  }
  return planned();
}

Done Plan::make(const MoveEntity& c) {
  const std::vector<EntityLine>* lines = nullptr;
  const Provenances* provenances = nullptr;
  if (!find_lines(c.file, lines, provenances)) return refused();
  const int index = find_entity(*lines, c.entity);
  if (index < 0) return refused();
  const auto from = static_cast<size_t>(index);
  const size_t to = std::min(static_cast<size_t>(std::max(c.to, 0)), lines->size() - 1);
  if (from == to) return planned();
  edits.push_back(line_edit(part_, from, (*lines)[from], std::nullopt));
  edits.push_back(line_edit(part_, to, std::nullopt, (*lines)[from]));
  return planned();
}

}  // namespace casebook::editor
