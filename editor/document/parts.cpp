// SPDX-License-Identifier: Apache-2.0
#include "editor/document/parts.h"

#include <algorithm>

#include "engine/base/fnv.h"
#include "engine/board/format.h"
#include "engine/board/migrate.h"

namespace casebook::editor {

using namespace board;

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang before 17 asks for it

/// The format a text says it has, also when the rest of it cannot be read.
std::string format_of(const std::string& text, const std::string& file) {
  // Files as they are written begin with it; a large one is not read twice for that.
  std::string_view rest = text;
  const auto next = [&](std::string_view word) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
  };
  if (next("{") && next("\"format\"") && next(":") && next("\"")) {
    const std::string_view says = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-/"));
    if (find_format(says) != nullptr && rest.substr(says.size()).starts_with('"')) return std::string(says);
  }
  Diagnostics ignored;
  const auto json = parse_json(text, file, ignored);
  if (!json || !json->is(JsonKind::object)) return {};
  const JsonValue* says = json->find("format");
  return says != nullptr ? says->text : std::string();
}

template <class Data>
PartData kept(std::optional<Data> data) {
  if (!data) return Unreadable{};
  return std::move(*data);
}

PartData read_data(const std::string& format, const std::string& text, const std::string& file,
                   Diagnostics& diagnostics) {
  if (format == map_format) return kept(read_map(text, file, diagnostics));
  if (format == order_of_battle_format) return kept(read_order_of_battle(text, file, diagnostics));
  if (format == schedule_format) return kept(read_schedule(text, file, diagnostics));
  if (format == scenario_format) return kept(read_scenario(text, file, diagnostics));
  if (format == acknowledged_format) return kept(read_acknowledgements(text, file, diagnostics));
  const std::string_view wanted = find_format(format) != nullptr ? std::string_view(format) : map_format;
  auto json = open_format(text, wanted, DataFile(file, diagnostics));
  if (!json || wanted != format) return Unreadable{};
  return JsonData{std::move(*json)};
}

}  // namespace

Part read_part(const std::string& path, const std::string& shown, std::string text) {
  Part part;
  part.path = path;
  part.format = format_of(text, shown);
  Diagnostics diagnostics;
  part.data = read_data(part.format, text, shown, diagnostics);
  part.writable = part.as<Unreadable>() == nullptr && !path.starts_with("rulesets:");
  part.wrong = diagnostics.all();
  part.on_disk = std::move(text);
  part.has_file = true;
  part.canonical = write_part(part);
  return part;
}

std::string write_part(const Part& part) {
  return std::visit(Overloaded{
                        [&](const Unreadable&) { return part.on_disk; },
                        [](const HexMap& map) { return write_map(map); },
                        [](const OrderOfBattle& data) { return write_order_of_battle(data); },
                        [](const Schedule& data) { return write_schedule(data); },
                        [](const ScenarioFile& data) { return write_scenario(data); },
                        [](const Acknowledgements& data) { return write_acknowledgements(data); },
                        [&](const JsonData& data) { return write_format(data.json, part.format); },
                    },
                    part.data);
}

uint64_t text_hash(std::string_view text) {
  return Fnv1a().text(text).value();
}

namespace {

template <class Lines, class SomePart>
Lines lines_of(SomePart& part) {
  if (auto* data = part.template as<OrderOfBattle>()) return &data->entities;
  if (auto* data = part.template as<Schedule>()) return &data->rows;
  if (auto* data = part.template as<ScenarioFile>()) return &data->attributes;
  return nullptr;
}

template <class Result, class SomePart>
Result provenances_of(SomePart& part) {
  if (auto* data = part.template as<HexMap>()) return &data->provenances;
  if (auto* data = part.template as<OrderOfBattle>()) return &data->provenances;
  if (auto* data = part.template as<Schedule>()) return &data->provenances;
  if (auto* data = part.template as<ScenarioFile>()) return &data->provenances;
  return nullptr;
}

}  // namespace

const std::vector<EntityLine>* entity_lines(const Part& part) {
  return lines_of<const std::vector<EntityLine>*>(part);
}
std::vector<EntityLine>* entity_lines(Part& part) {
  return lines_of<std::vector<EntityLine>*>(part);
}
const Provenances* provenances(const Part& part) {
  return provenances_of<const Provenances*>(part);
}
Provenances* provenances(Part& part) {
  return provenances_of<Provenances*>(part);
}

}  // namespace casebook::editor
