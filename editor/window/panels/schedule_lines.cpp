// SPDX-License-Identifier: Apache-2.0
#include "editor/window/panels/schedule_lines.h"

#include <QCoreApplication>
#include <algorithm>
#include <filesystem>
#include <map>

#include "editor/window/panels/value_editor.h"
#include "engine/program/waiting.h"

namespace casebook::window {

namespace {

struct ScheduleTexts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::ScheduleLines)
};

editor::ValueType type_of(const Desk& desk, const std::string& attribute) {
  const editor::Attribute* declared = desk.words()->attribute(attribute);
  return declared == nullptr ? editor::ValueType{} : declared->type;
}

/// The first schedule that may be written, or -1.
int writable_schedule(const Desk& desk) {
  if (desk.document() == nullptr) return -1;
  for (const int part : desk.document()->schedules())
    if (desk.document()->part(part).writable) return part;
  return -1;
}

/// A unit that is not set up would begin in the first box, and the rules bring no unit from there. It waits
/// where later units wait, if there is one such box.
void let_wait(const Desk& desk, const std::vector<std::string>& entities,
              std::vector<editor::Command>& commands) {
  const auto& program = desk.document()->ruleset().program;
  if (!program) return;
  const std::vector<language::BoxId> boxes = language::waiting_boxes(*program);
  if (boxes.size() != 1) return;
  for (const std::string& entity : entities) {
    const auto [part, line] = desk.line_of(entity);
    const auto* lines = part < 0 ? nullptr : editor::entity_lines(desk.document()->part(part));
    if (lines != nullptr && (*lines)[static_cast<size_t>(line)].start.empty())
      commands.push_back(editor::PlaceEntities{desk.document()->part(part).path,
                                               {entity},
                                               program->boxes[static_cast<size_t>(boxes.front())].name,
                                               ""});
  }
}

/// Commands that make a schedule beside the scenario, and its path.
std::string new_schedule(const Desk& desk, std::vector<editor::Command>& commands) {
  const editor::Document& document = *desk.document();
  const editor::Part& scenario = document.part(document.scenario());
  const std::filesystem::path folder = std::filesystem::path(scenario.path).parent_path();
  std::string name = "schedule.json";
  for (int i = 2; document.find((folder / name).generic_string()) >= 0; ++i)
    name = "schedule-" + std::to_string(i) + ".json";
  std::string path = (folder / name).generic_string();
  board::JsonValue contents = board::JsonValue::object();
  contents.add("format", board::JsonValue::of("casebook/schedule"));
  contents.add("version", board::JsonValue::of(int64_t{1}));
  commands.push_back(editor::AddFile{path, std::move(contents)});
  std::vector<std::string> paths;
  for (const board::NamedFile& one : scenario.as<board::ScenarioFile>()->schedules) paths.push_back(one.path);
  paths.push_back(name);
  commands.push_back(editor::SetScenarioFiles{scenario.path, "schedule", std::move(paths)});
  return path;
}

}  // namespace

std::vector<ScheduleLine> schedule_lines(const Desk& desk) {
  std::vector<ScheduleLine> lines;
  if (desk.document() == nullptr) return lines;
  for (const int part : desk.document()->schedules())
    if (const auto* all = editor::entity_lines(desk.document()->part(part)))
      for (const board::EntityLine& line : *all) lines.push_back({part, line.kind + " " + line.id, &line});
  return lines;
}

std::vector<std::string> attributes_of(const std::vector<ScheduleLine>& lines) {
  std::vector<std::string> found;
  for (const ScheduleLine& line : lines)
    for (const board::Fact& fact : line.line->facts)
      if (std::find(found.begin(), found.end(), fact.attribute) == found.end())
        found.push_back(fact.attribute);
  return found;
}

std::string value_of(const ScheduleLine& line, const std::string& attribute) {
  for (const board::Fact& fact : line.line->facts)
    if (fact.attribute == attribute) return text_of_value(fact.value);
  return {};
}

std::vector<std::string> track_numbers(const Desk& desk, const std::vector<std::string>& columns) {
  std::vector<std::string> optional, said, needed;
  for (const editor::OpenKind& kind : desk.words()->kinds)
    for (const editor::Attribute* one : desk.words()->of(kind.name)) {
      if (!kind.on_map || one->type.sort != editor::ValueSort::number) continue;
      const bool in_schedule = std::find(columns.begin(), columns.end(), one->name) != columns.end();
      auto& into = one->needed ? in_schedule ? said : needed : optional;
      if (std::find(into.begin(), into.end(), one->name) == into.end()) into.push_back(one->name);
    }
  std::stable_partition(optional.begin(), optional.end(), [&](const std::string& one) {
    return std::find(columns.begin(), columns.end(), one) != columns.end();
  });
  optional.insert(optional.end(), said.begin(), said.end());
  return optional.empty() ? needed : optional;
}

bool set_in_schedule(Desk& desk, const ScheduleLine& line, const std::string& attribute,
                     const std::string& text) {
  std::optional<board::DataValue> read;
  return read_value(desk, attribute, type_of(desk, attribute), text, read) &&
         desk.execute(
             editor::SetEntities{desk.document()->part(line.part).path, {line.entity}, attribute, read, ""});
}

void add_to_schedule(Desk& desk, const std::vector<ScheduleLine>& lines,
                     const std::vector<std::string>& entities, const TrackPlace& at) {
  if (desk.document() == nullptr || desk.document()->scenario() < 0) return;
  if (entities.empty()) {
    desk.say(ScheduleTexts::tr("Select units first: on the map, in the order of battle or among the counters")
                 .toStdString());
    return;
  }
  const std::string& by = at.attribute;
  if (by.empty()) {
    desk.say(ScheduleTexts::tr("These rules give units no number for a track, such as the turn of arrival")
                 .toStdString());
    return;
  }
  // What holds of a unit anyway would be a line that says nothing.
  const editor::Attribute* declared = desk.words()->attribute(by);
  const bool anyway = declared != nullptr && declared->fallback == std::to_string(at.first);
  std::optional<board::DataValue> read;
  if (!read_value(desk, by, type_of(desk, by),
                  at.value.value_or(std::to_string(anyway ? at.first + 1 : at.first)), read))
    return;
  std::vector<editor::Command> commands;
  std::string file;
  if (const int part = writable_schedule(desk); part >= 0)
    file = desk.document()->part(part).path;
  else
    file = new_schedule(desk, commands);
  std::map<std::string, std::vector<std::string>> by_file;
  for (const std::string& entity : entities) {
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [&](const ScheduleLine& one) { return one.entity == entity; });
    // A schedule that has no line for one gets it.
    by_file[line == lines.end() ? file : desk.document()->part(line->part).path].push_back(entity);
  }
  for (const auto& [in, those] : by_file) commands.push_back(editor::SetEntities{in, those, by, read, ""});
  let_wait(desk, entities, commands);
  if (commands.size() == 1)
    desk.execute(commands.front());
  else
    desk.execute(
        editor::Several{ScheduleTexts::tr("lines of the schedules").toStdString(), std::move(commands)});
}

void remove_from_schedules(Desk& desk, const std::vector<ScheduleLine>& lines) {
  std::map<int, std::vector<std::string>> by_part;
  for (const ScheduleLine& line : lines) by_part[line.part].push_back(line.entity);
  std::vector<editor::Command> commands;
  for (const auto& [part, entities] : by_part)
    commands.push_back(editor::RemoveEntities{desk.document()->part(part).path, entities});
  if (commands.size() == 1)
    desk.execute(commands.front());
  else if (!commands.empty())
    desk.execute(
        editor::Several{ScheduleTexts::tr("lines of the schedules").toStdString(), std::move(commands)});
}

}  // namespace casebook::window
