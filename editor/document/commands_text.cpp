// SPDX-License-Identifier: Apache-2.0
// What the history says of a command.
#include <fmt/format.h>

#include <algorithm>

#include "editor/document/commands.h"

namespace casebook::editor {

namespace {

/// `hex 0512`, `3 hexes`.
std::string of_things(const std::vector<std::string>& names, const char* one, const char* many) {
  if (names.size() == 1) return *one == '\0' ? names.front() : fmt::format("{} {}", one, names.front());
  return fmt::format("{} {}", names.size(), many);
}
std::string hexes_text(const std::vector<std::string>& names) {
  return of_things(names, "hex", "hexes");
}
std::string hexsides_text(const std::vector<std::string>& names) {
  return of_things(names, "hexside", "hexsides");
}
std::string entities_text(const std::vector<std::string>& names) {
  return of_things(names, "", "entities");
}

std::string plain(const DataValue& value) {
  if (value.kind == board::DataKind::text) return value.text;
  if (value.kind == board::DataKind::boolean) return value.boolean ? "yes" : "no";
  if (value.kind != board::DataKind::list) return board::value_text(value);
  std::vector<std::string> items;
  for (const DataValue& one : value.items) items.push_back(plain(one));
  return items.empty() ? "none" : listed(items, "and");
}
std::string value_of(const std::optional<DataValue>& value) {
  return value ? plain(*value) : std::string("as for all");
}

std::string json_text(const JsonValue& json, const char* key) {
  const JsonValue* found = json.find(key);
  return found != nullptr ? found->text : std::string();
}

struct Text {
  std::string operator()(const SetHexes& c) const {
    return fmt::format("{} of {}: {}", c.attribute, hexes_text(c.hexes), value_of(c.value));
  }
  std::string operator()(const ChangeMembers& c) const {
    std::string what;
    if (!c.add.empty()) what = "also " + listed(c.add, "and");
    if (!c.remove.empty()) what += (what.empty() ? "" : ", ") + ("no " + listed(c.remove, "and"));
    return fmt::format("{} of {}: {}", c.attribute, hexes_text(c.hexes), what);
  }
  std::string operator()(const SetHexsides& c) const {
    return fmt::format("{} of {}: {}", c.attribute, hexsides_text(c.hexsides), value_of(c.value));
  }
  std::string operator()(const DrawLink& c) const {
    if (c.through.empty()) return c.attribute;
    return fmt::format("{} from {} to {}", c.attribute, c.through.front(), c.through.back());
  }
  std::string operator()(const EraseLink& c) const {
    return fmt::format("{} taken from {}", c.attribute, hexsides_text(c.hexsides));
  }
  std::string operator()(const AddLabel& c) const { return fmt::format("label {} in {}", c.text, c.hex); }
  std::string operator()(const SetLabel& c) const { return fmt::format("label {} in {}", c.text, c.hex); }
  std::string operator()(const RemoveLabel& c) const {
    return fmt::format("label {} taken away", c.index + 1);
  }
  std::string operator()(const SetPlace& c) const {
    return c.hex.empty() ? fmt::format("place {} taken away", c.place)
                         : fmt::format("place {} at {}", c.place, c.hex);
  }
  std::string operator()(const RenamePlace& c) const {
    return fmt::format("place {} is called {}", c.place, c.to);
  }
  std::string operator()(const SetDefault& c) const {
    return fmt::format("{} of every {}: {}", c.attribute, c.of, c.value ? plain(*c.value) : "nothing");
  }
  std::string operator()(const ResizeMap& c) const {
    return fmt::format("map larger by {} left, {} above, {} right, {} below", c.left, c.top, c.right,
                       c.bottom);
  }
  std::string operator()(const SetLayout& c) const { return fmt::format("hexes are {}", c.layout); }
  std::string operator()(const SetNumbering& c) const {
    return c.scheme.is(board::JsonKind::null) ? fmt::format("numbering {} taken away", c.numbering)
                                              : fmt::format("numbering {}", c.numbering);
  }
  std::string operator()(const UseNumbering& c) const {
    return fmt::format("{} is written in the numbering {}", c.file, c.numbering);
  }
  std::string operator()(const SetHoles& c) const {
    return fmt::format("{} {}", hexes_text(c.hexes), c.missing ? "taken off the map" : "put on the map");
  }
  std::string operator()(const DefineProvenance& c) const {
    return fmt::format("provenance {}", c.provenance);
  }
  std::string operator()(const RemoveProvenance& c) const {
    return fmt::format("provenance {} taken away", c.provenance);
  }
  std::string operator()(const RenameProvenance& c) const {
    return fmt::format("provenance {} is called {}", c.provenance, c.to);
  }
  std::string operator()(const SetProvenance& c) const {
    return fmt::format("provenance of {} of {}: {}", c.attribute, of_things(c.of, "", "lines"),
                       c.provenance.empty() ? "as for the file" : c.provenance);
  }
  std::string operator()(const SetFileProvenance& c) const {
    return fmt::format("provenance of {}: {}", c.file, c.provenance.empty() ? "none" : c.provenance);
  }
  std::string operator()(const SetTitle& c) const { return fmt::format("title of {}: {}", c.file, c.title); }
  std::string operator()(const AddEntity& c) const {
    return fmt::format("{} {} added", json_text(c.line, "kind"), json_text(c.line, "id"));
  }
  std::string operator()(const DuplicateEntity& c) const { return fmt::format("{} like {}", c.id, c.entity); }
  std::string operator()(const RemoveEntities& c) const {
    return fmt::format("{} taken away", entities_text(c.entities));
  }
  std::string operator()(const SetEntities& c) const {
    return fmt::format("{} of {}: {}", c.attribute, entities_text(c.entities), value_of(c.value));
  }
  std::string operator()(const PlaceEntities& c) const {
    return fmt::format("{} at {}", entities_text(c.entities), c.place.empty() ? "no place" : c.place);
  }
  std::string operator()(const SetWith& c) const {
    return fmt::format("{} {}", entities_text(c.entities),
                       c.options.empty() ? "always" : "with " + listed(c.options));
  }
  std::string operator()(const MoveEntity& c) const {
    return fmt::format("{} in row {}", c.entity, c.to + 1);
  }
  std::string operator()(const RenameEntity& c) const {
    return fmt::format("{} is called {}", c.entity, c.id);
  }
  std::string operator()(const SetSwitch& c) const {
    return fmt::format("{}: {}", c.what, c.value ? plain(*c.value) : "as in the rules");
  }
  std::string operator()(const SetFact& c) const {
    return fmt::format("{}: {}", c.attribute, c.value ? plain(*c.value) : "nothing");
  }
  std::string operator()(const SetState& c) const {
    return fmt::format("{} at the start{}: {}", c.state, c.of.empty() ? "" : " of " + listed(c.of, "and"),
                       c.value ? plain(*c.value) : "as in the rules");
  }
  std::string operator()(const SetRelation& c) const {
    return fmt::format("{} of {}: {}", c.attribute, listed(c.of, "and"),
                       c.value ? plain(*c.value) : "nothing");
  }
  std::string operator()(const SetEdition& c) const { return fmt::format("edition {}", c.edition); }
  std::string operator()(const SetScenarioFiles& c) const {
    return fmt::format("{}: {}", c.role, c.paths.empty() ? "none" : listed(c.paths, "and"));
  }
  std::string operator()(const SetFileNumbering& c) const {
    return fmt::format("{} uses the numbering {}", c.file, c.numbering.empty() ? "of the map" : c.numbering);
  }
  std::string operator()(const SetStyle& c) const {
    return fmt::format("look of {}", fmt::join(c.keys, ", "));
  }
  std::string operator()(const SetScan& c) const {
    if (c.scan.is(board::JsonKind::null)) return fmt::format("scan {} taken away", c.index + 1);
    return c.index < 0 ? std::string("a scan") : fmt::format("scan {}", c.index + 1);
  }
  std::string operator()(const Acknowledge& c) const {
    return fmt::format("finding {} {}", c.fingerprint, c.why.empty() ? "open again" : "accepted");
  }
  std::string operator()(const AddFile& c) const { return fmt::format("new file {}", c.file); }
  std::string operator()(const RemoveFile& c) const { return fmt::format("file {} taken away", c.file); }
  std::string operator()(const Several& c) const {
    return c.text.empty() ? fmt::format("{} changes", c.commands.size()) : c.text;
  }
};

}  // namespace

std::string command_text(const Command& command) {
  return std::visit(Text{}, command.what);
}

namespace {

/// The names of both, each once; those of the second that are new stand last.
std::vector<std::string> united(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> sorted = a, out = a;
  std::sort(sorted.begin(), sorted.end());
  for (const std::string& one : b) {
    if (!std::binary_search(sorted.begin(), sorted.end(), one)) out.push_back(one);
  }
  return out;
}

template <class One, class Names>
std::optional<Command> brush(const One& a, const One& b, Names One::*names) {
  One rest = b;
  rest.*names = a.*names;
  if (rest != a) return std::nullopt;
  rest.*names = united(a.*names, b.*names);
  return rest;
}

/// The same things set again: the later value counts.
template <class One, class Names>
std::optional<Command> again(const One& a, const One& b, Names One::*names) {
  // Taking a fact away takes what was known of it too.
  if (a.value && a.file == b.file && a.*names == b.*names && a.attribute == b.attribute &&
      a.provenance == b.provenance)
    return b;
  return std::nullopt;
}

struct Merge {
  template <class A, class B>
  std::optional<Command> operator()(const A&, const B&) const {
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetHexes& a, const SetHexes& b) const {
    auto out = brush(a, b, &SetHexes::hexes);
    return out ? out : again(a, b, &SetHexes::hexes);
  }
  std::optional<Command> operator()(const ChangeMembers& a, const ChangeMembers& b) const {
    return brush(a, b, &ChangeMembers::hexes);
  }
  std::optional<Command> operator()(const SetHexsides& a, const SetHexsides& b) const {
    auto out = brush(a, b, &SetHexsides::hexsides);
    return out ? out : again(a, b, &SetHexsides::hexsides);
  }
  std::optional<Command> operator()(const DrawLink& a, const DrawLink& b) const {
    if (a.file != b.file || a.attribute != b.attribute || a.provenance != b.provenance || a.through.empty() ||
        b.through.empty() || a.through.back() != b.through.front())
      return std::nullopt;
    DrawLink out = a;
    out.through.insert(out.through.end(), b.through.begin() + 1, b.through.end());
    return out;
  }
  std::optional<Command> operator()(const EraseLink& a, const EraseLink& b) const {
    return brush(a, b, &EraseLink::hexsides);
  }
  std::optional<Command> operator()(const SetHoles& a, const SetHoles& b) const {
    return brush(a, b, &SetHoles::hexes);
  }
  std::optional<Command> operator()(const SetProvenance& a, const SetProvenance& b) const {
    return brush(a, b, &SetProvenance::of);
  }
  std::optional<Command> operator()(const SetEntities& a, const SetEntities& b) const {
    auto out = brush(a, b, &SetEntities::entities);
    return out ? out : again(a, b, &SetEntities::entities);
  }
  std::optional<Command> operator()(const PlaceEntities& a, const PlaceEntities& b) const {
    if (!a.place.empty() && a.file == b.file && a.entities == b.entities && a.provenance == b.provenance)
      return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetTitle& a, const SetTitle& b) const {
    if (a.file == b.file) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetLabel& a, const SetLabel& b) const {
    if (a.file == b.file && a.index == b.index) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetScan& a, const SetScan& b) const {
    const bool changes = a.index >= 0 && !a.scan.is(board::JsonKind::null);
    if (a.file == b.file && a.index == b.index && changes && !b.scan.is(board::JsonKind::null)) return b;
    return std::nullopt;
  }
  std::optional<Command> operator()(const SetStyle& a, const SetStyle& b) const {
    if (a.file == b.file && a.keys == b.keys) return b;
    return std::nullopt;
  }
};

}  // namespace

std::optional<Command> merged(const Command& first, const Command& second) {
  return std::visit(Merge{}, first.what, second.what);
}

}  // namespace casebook::editor
