// SPDX-License-Identifier: Apache-2.0
// What the history says of a command.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands/commands_text.h"

namespace casebook::editor {

namespace {

std::string json_text(const JsonValue& json, const char* key) {
  const JsonValue* found = json.find(key);
  return found != nullptr ? found->text : std::string();
}

struct Text {
  const Translate& translate;

  std::string in_words(const char* text) const { return translate ? translate(text) : std::string(text); }
  template <class... Args>
  std::string say(const char* text, const Args&... args) const {
    return fmt::format(fmt::runtime(in_words(text)), args...);
  }
  /// `hex 0512`, `3 hexes`.
  std::string hexes_text(const std::vector<std::string>& names) const {
    return names.size() == 1 ? say("hex {}", names.front()) : say("{} hexes", names.size());
  }
  std::string hexsides_text(const std::vector<std::string>& names) const {
    return names.size() == 1 ? say("hexside {}", names.front()) : say("{} hexsides", names.size());
  }
  std::string entities_text(const std::vector<std::string>& names) const {
    return names.size() == 1 ? names.front() : say("{} entities", names.size());
  }
  std::string lines_text(const std::vector<std::string>& names) const {
    return names.size() == 1 ? names.front() : say("{} lines", names.size());
  }
  std::string all_of(const std::vector<std::string>& names) const { return listed(names, in_words("and")); }
  std::string plain(const DataValue& value) const {
    if (value.kind == board::DataKind::text) return value.text;
    if (value.kind == board::DataKind::boolean) return in_words(value.boolean ? "yes" : "no");
    if (value.kind != board::DataKind::list) return board::value_text(value);
    std::vector<std::string> items;
    for (const DataValue& one : value.items) items.push_back(plain(one));
    return items.empty() ? in_words("none") : all_of(items);
  }
  std::string value_of(const std::optional<DataValue>& value, const char* otherwise = "default") const {
    return value ? plain(*value) : in_words(otherwise);
  }

  std::string operator()(const SetHexes& c) const {
    return say("{} of {}: {}", c.attribute, hexes_text(c.hexes), value_of(c.value));
  }
  std::string operator()(const ChangeMembers& c) const {
    std::string what;
    if (!c.add.empty()) what = say("{} added", all_of(c.add));
    if (!c.remove.empty()) what += (what.empty() ? "" : ", ") + say("{} removed", all_of(c.remove));
    return say("{} of {}: {}", c.attribute, hexes_text(c.hexes), what);
  }
  std::string operator()(const SetHexsides& c) const {
    return say("{} of {}: {}", c.attribute, hexsides_text(c.hexsides), value_of(c.value));
  }
  std::string operator()(const DrawLink& c) const {
    if (c.through.empty()) return c.attribute;
    return say("{} from {} to {}", c.attribute, c.through.front(), c.through.back());
  }
  std::string operator()(const EraseLink& c) const {
    return say("{} removed from {}", c.attribute, hexsides_text(c.hexsides));
  }
  std::string operator()(const AddLabel& c) const { return say("label {} in {}", c.text, c.hex); }
  std::string operator()(const SetLabel& c) const { return say("label {} in {}", c.text, c.hex); }
  std::string operator()(const RemoveLabel& c) const { return say("label {} removed", c.index + 1); }
  std::string operator()(const SetPlace& c) const {
    return c.hex.empty() ? say("place {} removed", c.place) : say("place {} at {}", c.place, c.hex);
  }
  std::string operator()(const RenamePlace& c) const { return say("place {} renamed to {}", c.place, c.to); }
  std::string operator()(const SetDefault& c) const {
    return say("{} of every {}: {}", c.attribute, c.of, value_of(c.value, "nothing"));
  }
  std::string operator()(const ResizeMap& c) const {
    return say("map resized by {} left, {} top, {} right, {} bottom", c.left, c.top, c.right, c.bottom);
  }
  std::string operator()(const SetLayout& c) const { return say("layout of the grid: {}", c.layout); }
  std::string operator()(const SetNumbering& c) const {
    return c.scheme.is(board::JsonKind::null) ? say("numbering {} removed", c.numbering)
                                              : say("numbering {}", c.numbering);
  }
  std::string operator()(const UseNumbering& c) const {
    return say("{} uses the numbering {}", c.file, c.numbering);
  }
  std::string operator()(const SetHoles& c) const {
    return say(c.missing ? "{} removed from the map" : "{} added to the map", hexes_text(c.hexes));
  }
  std::string operator()(const DefineProvenance& c) const { return say("source {}", c.provenance); }
  std::string operator()(const RemoveProvenance& c) const { return say("source {} removed", c.provenance); }
  std::string operator()(const RenameProvenance& c) const {
    return say("source {} renamed to {}", c.provenance, c.to);
  }
  std::string operator()(const SetProvenance& c) const {
    return say("source of {} of {}: {}", c.attribute, lines_text(c.of),
               c.provenance.empty() ? in_words("default of the file") : c.provenance);
  }
  std::string operator()(const SetFileProvenance& c) const {
    return say("source of {}: {}", c.file, c.provenance.empty() ? in_words("none") : c.provenance);
  }
  std::string operator()(const SetTitle& c) const { return say("title of {}: {}", c.file, c.title); }
  std::string operator()(const AddEntity& c) const {
    return say("{} {} added", json_text(c.line, "kind"), json_text(c.line, "id"));
  }
  std::string operator()(const DuplicateEntity& c) const { return say("{} copied from {}", c.id, c.entity); }
  std::string operator()(const RemoveEntities& c) const {
    return say("{} removed", entities_text(c.entities));
  }
  std::string operator()(const SetEntities& c) const {
    return say("{} of {}: {}", c.attribute, entities_text(c.entities), value_of(c.value));
  }
  std::string operator()(const PlaceEntities& c) const {
    return c.place.empty() ? say("{} taken off the map", entities_text(c.entities))
                           : say("{} at {}", entities_text(c.entities), c.place);
  }
  std::string operator()(const SetWith& c) const {
    return c.options.empty() ? say("{} without options", entities_text(c.entities))
                             : say("{} with {}", entities_text(c.entities), listed(c.options));
  }
  std::string operator()(const MoveEntity& c) const { return say("{} moved to row {}", c.entity, c.to + 1); }
  std::string operator()(const RenameEntity& c) const { return say("{} renamed to {}", c.entity, c.id); }
  std::string operator()(const SetSwitch& c) const {
    return say("{}: {}", c.what, value_of(c.value, "default of the rules"));
  }
  std::string operator()(const SetFact& c) const {
    return say("{}: {}", c.attribute, value_of(c.value, "nothing"));
  }
  std::string operator()(const SetState& c) const {
    return c.of.empty() ? say("{} at the start: {}", c.state, value_of(c.value, "default of the rules"))
                        : say("{} at the start of {}: {}", c.state, all_of(c.of),
                              value_of(c.value, "default of the rules"));
  }
  std::string operator()(const SetRelation& c) const {
    return say("{} of {}: {}", c.attribute, all_of(c.of), value_of(c.value, "nothing"));
  }
  std::string operator()(const SetEdition& c) const { return say("edition {}", c.edition); }
  std::string operator()(const SetScenarioFiles& c) const {
    return say("{}: {}", c.role, c.paths.empty() ? in_words("none") : all_of(c.paths));
  }
  std::string operator()(const SetFileNumbering& c) const {
    return say("{} uses the numbering {}", c.file,
               c.numbering.empty() ? in_words("of the map") : c.numbering);
  }
  std::string operator()(const SetStyle& c) const {
    return say("style of {}", fmt::format("{}", fmt::join(c.keys, ", ")));
  }
  std::string operator()(const SetScan& c) const {
    if (c.scan.is(board::JsonKind::null)) return say("scan {} removed", c.index + 1);
    if (c.index < 0) return in_words("scan added");
    const board::JsonValue* clicks = c.scan.find("clicks");
    const std::string opacity = json_text(c.scan, "opacity");
    if (clicks == nullptr || clicks->items.empty())
      return opacity.empty() ? say("scan {}", c.index + 1)
                             : say("scan {}, opacity {} %", c.index + 1, opacity);
    std::vector<std::string> hexes;
    for (const board::JsonValue& one : clicks->items)
      if (hexes.size() < 4) hexes.push_back(json_text(one, "hex"));
    if (clicks->items.size() > hexes.size()) hexes.push_back("...");
    return say("scan {}, clicks on {}", c.index + 1, all_of(hexes));
  }
  std::string operator()(const Acknowledge& c) const {
    return say(c.why.empty() ? "finding {} no longer acknowledged" : "finding {} acknowledged",
               c.fingerprint);
  }
  std::string operator()(const AddFile& c) const { return say("file {} added", c.file); }
  std::string operator()(const RemoveFile& c) const { return say("file {} removed", c.file); }
  std::string operator()(const Several& c) const {
    return c.text.empty() ? say("{} changes", c.commands.size()) : c.text;
  }
};

}  // namespace

std::string command_text(const Command& command, const Translate& translate) {
  return std::visit(Text{translate}, command.what);
}
std::string command_text(const Command& command) {
  return command_text(command, Translate());
}

}  // namespace casebook::editor
