// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that can be done to a document, as values. A command names things as people do:
//
//   files        by their path below the project
//   hexes        by their number in the map's own numbering
//   hexsides     as `0101-0102`, or at the edge `0101 north`
//   entities     as `unit Guard 1`
//   attributes   by the names that the rules declare
//
// A command has a name (`set-hexes`), a JSON form, a text for the history, and its fields in one place.
// `Document` notes what it changed and how to undo that. To add a command, write a struct with `fields`, a
// line in `Command`, its plan (plan_*.cpp), its text, and a generator in the tests. The tests report what
// is missing.
//
// Where a field `provenance` is empty, the provenance stays. A value of nothing (null in JSON) removes the
// fact from its line, so that the fact of the whole file counts again.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/board/data.h"

namespace casebook::editor {

using board::DataValue;
using board::JsonValue;

// clang-format off
#define CASEBOOK_FIELDS_1(a) f(#a, self.a);
#define CASEBOOK_FIELDS_2(a, b) CASEBOOK_FIELDS_1(a) f(#b, self.b);
#define CASEBOOK_FIELDS_3(a, b, c) CASEBOOK_FIELDS_2(a, b) f(#c, self.c);
#define CASEBOOK_FIELDS_4(a, b, c, d) CASEBOOK_FIELDS_3(a, b, c) f(#d, self.d);
#define CASEBOOK_FIELDS_5(a, b, c, d, e) CASEBOOK_FIELDS_4(a, b, c, d) f(#e, self.e);
#define CASEBOOK_FIELDS_6(a, b, c, d, e, g) CASEBOOK_FIELDS_5(a, b, c, d, e) f(#g, self.g);
/// The name of a command and its fields, for all who read and write them.
#define CASEBOOK_COMMAND(text, count, ...)                                       \
  static constexpr std::string_view name = text;                                 \
  template <class Self, class F>                                                 \
  static void fields(Self& self, F&& f) { CASEBOOK_FIELDS_##count(__VA_ARGS__) } \
  bool operator==(const Here&) const = default;
// clang-format on

// ---- the map

/// An attribute of hexes: terrain and whatever else the rules declare. A list is several terrains in a hex.
struct SetHexes {
  using Here = SetHexes;
  std::string file;
  std::vector<std::string> hexes;
  std::string attribute;
  std::optional<DataValue> value;
  std::string provenance;
  CASEBOOK_COMMAND("set-hexes", 5, file, hexes, attribute, value, provenance)
};
/// Members put into or taken out of an attribute that is a set. What was one value becomes a list of it.
struct ChangeMembers {
  using Here = ChangeMembers;
  std::string file;
  std::vector<std::string> hexes;
  std::string attribute;
  std::vector<std::string> add, remove;
  CASEBOOK_COMMAND("change-members", 5, file, hexes, attribute, add, remove)
};
struct SetHexsides {
  using Here = SetHexsides;
  std::string file;
  std::vector<std::string> hexsides;
  std::string attribute;
  std::optional<DataValue> value;
  std::string provenance;
  CASEBOOK_COMMAND("set-hexsides", 5, file, hexsides, attribute, value, provenance)
};
/// A road from hex to hex. One of that attribute and provenance that ends where this begins is continued.
struct DrawLink {
  using Here = DrawLink;
  std::string file, attribute;
  std::vector<std::string> through;
  std::string provenance;
  CASEBOOK_COMMAND("draw-link", 4, file, attribute, through, provenance)
};
/// Removes steps of roads; the rest of a road on either side stays.
struct EraseLink {
  using Here = EraseLink;
  std::string file, attribute;
  std::vector<std::string> hexsides;
  CASEBOOK_COMMAND("erase-link", 3, file, attribute, hexsides)
};
struct AddLabel {
  using Here = AddLabel;
  std::string file, hex, text;
  CASEBOOK_COMMAND("add-label", 3, file, hex, text)
};
/// `index` from 0, in the order of the file.
struct SetLabel {
  using Here = SetLabel;
  std::string file;
  int index = 0;
  std::string hex, text;
  CASEBOOK_COMMAND("set-label", 4, file, index, hex, text)
};
struct RemoveLabel {
  using Here = RemoveLabel;
  std::string file;
  int index = 0;
  CASEBOOK_COMMAND("remove-label", 2, file, index)
};
/// A named place; an empty hex takes it away.
struct SetPlace {
  using Here = SetPlace;
  std::string file, place, hex, provenance;
  CASEBOOK_COMMAND("set-place", 4, file, place, hex, provenance)
};
/// The place and its look in styles.
struct RenamePlace {
  using Here = RenamePlace;
  std::string file, place, to;
  CASEBOOK_COMMAND("rename-place", 3, file, place, to)
};
/// What every hex (`of` is "hex") or hexside has that does not say otherwise.
struct SetDefault {
  using Here = SetDefault;
  std::string file, of, attribute;
  std::optional<DataValue> value;
  CASEBOOK_COMMAND("set-default", 4, file, of, attribute, value)
};
/// Columns and rows added on each side of the map, or (below 0) taken away. Every hex stays where it is on
/// the ground. `keep_numbers`: it keeps its number too; otherwise numbers are counted anew, and the other
/// files of the project follow.
struct ResizeMap {
  using Here = ResizeMap;
  std::string file;
  int left = 0, top = 0, right = 0, bottom = 0;
  bool keep_numbers = true;
  CASEBOOK_COMMAND("resize-map", 6, file, left, top, right, bottom, keep_numbers)
};
/// `flat odd`, `flat even`, `pointy odd`, `pointy even`, `rhombus flat`, `rhombus pointy`.
struct SetLayout {
  using Here = SetLayout;
  std::string file, layout;
  CASEBOOK_COMMAND("set-layout", 2, file, layout)
};
/// Adds or changes a numbering: its object in the map file. null takes it away. Texts of hexes in files that
/// are written in it follow.
struct SetNumbering {
  using Here = SetNumbering;
  std::string file, numbering;
  JsonValue scheme;
  CASEBOOK_COMMAND("set-numbering", 3, file, numbering, scheme)
};
/// The numbering in which the map file itself is written.
struct UseNumbering {
  using Here = UseNumbering;
  std::string file, numbering;
  CASEBOOK_COMMAND("use-numbering", 2, file, numbering)
};
/// Cells of the grid that are hexes, or are none. What was said of a hex goes with it.
struct SetHoles {
  using Here = SetHoles;
  std::string file;
  std::vector<std::string> hexes;
  bool missing = true;
  CASEBOOK_COMMAND("set-holes", 3, file, hexes, missing)
};

// ---- provenance and heads of files

/// A provenance of the file. `reconstructed` is the reason; else `source` and `label` (of a case) attest it.
struct DefineProvenance {
  using Here = DefineProvenance;
  std::string file, provenance, source, label, reconstructed;
  CASEBOOK_COMMAND("define-provenance", 5, file, provenance, source, label, reconstructed)
};
/// Refused while a fact still refers to it.
struct RemoveProvenance {
  using Here = RemoveProvenance;
  std::string file, provenance;
  CASEBOOK_COMMAND("remove-provenance", 2, file, provenance)
};
struct RenameProvenance {
  using Here = RenameProvenance;
  std::string file, provenance, to;
  CASEBOOK_COMMAND("rename-provenance", 3, file, provenance, to)
};
/// Of facts that are there: `of` names hexes, hexsides (`0101-0102`), places (`place ford`) or entities.
/// `attribute` may be "others"; an empty provenance takes what the line says of it away.
struct SetProvenance {
  using Here = SetProvenance;
  std::string file;
  std::vector<std::string> of;
  std::string attribute, provenance;
  CASEBOOK_COMMAND("set-provenance", 4, file, of, attribute, provenance)
};
/// What the file says that says nothing nearer. Empty: nothing.
struct SetFileProvenance {
  using Here = SetFileProvenance;
  std::string file, provenance;
  CASEBOOK_COMMAND("set-file-provenance", 2, file, provenance)
};
struct SetTitle {
  using Here = SetTitle;
  std::string file, title;
  CASEBOOK_COMMAND("set-title", 2, file, title)
};

// ---- orders of battle, schedules, and the attributes of scenarios: lines about entities

/// A line as the file has it: {"kind": ..., "id": ...}. `at` from 0; -1: at the end.
struct AddEntity {
  using Here = AddEntity;
  std::string file;
  JsonValue line;
  int at = -1;
  CASEBOOK_COMMAND("add-entity", 3, file, line, at)
};
/// A line like that of `entity` right behind it, under another id.
struct DuplicateEntity {
  using Here = DuplicateEntity;
  std::string file, entity, id;
  CASEBOOK_COMMAND("duplicate-entity", 3, file, entity, id)
};
/// From this file alone. What refers to them elsewhere stays; references.h tells of it before.
struct RemoveEntities {
  using Here = RemoveEntities;
  std::string file;
  std::vector<std::string> entities;
  CASEBOOK_COMMAND("remove-entities", 2, file, entities)
};
/// An attribute of entities. A schedule or scenario that has no line for one gets it.
struct SetEntities {
  using Here = SetEntities;
  std::string file;
  std::vector<std::string> entities;
  std::string attribute;
  std::optional<DataValue> value;
  std::string provenance;
  CASEBOOK_COMMAND("set-entities", 5, file, entities, attribute, value, provenance)
};
/// Where they begin: a hex in the numbering of the file, a box, or nothing. In an order of battle their
/// `place`, in a scenario its state.
struct PlaceEntities {
  using Here = PlaceEntities;
  std::string file;
  std::vector<std::string> entities;
  std::string place, provenance;
  CASEBOOK_COMMAND("place-entities", 4, file, entities, place, provenance)
};
/// With which options they take part; none: always.
struct SetWith {
  using Here = SetWith;
  std::string file;
  std::vector<std::string> entities, options;
  CASEBOOK_COMMAND("set-with", 3, file, entities, options)
};
/// The order of the file is that of the members.
struct MoveEntity {
  using Here = MoveEntity;
  std::string file, entity;
  int to = 0;
  CASEBOOK_COMMAND("move-entity", 3, file, entity, to)
};
/// In every file of the project that may be written.
struct RenameEntity {
  using Here = RenameEntity;
  std::string entity, id;
  CASEBOOK_COMMAND("rename-entity", 2, entity, id)
};

// ---- scenarios

/// Yes or no of an option, the value of a reading; nothing: as the rules have it.
struct SetSwitch {
  using Here = SetSwitch;
  std::string file, what;
  std::optional<DataValue> value;
  CASEBOOK_COMMAND("set-switch", 3, file, what, value)
};
/// A given without arguments.
struct SetFact {
  using Here = SetFact;
  std::string file, attribute;
  std::optional<DataValue> value;
  CASEBOOK_COMMAND("set-fact", 3, file, attribute, value)
};
struct SetState {
  using Here = SetState;
  std::string file, state;
  std::vector<std::string> of;
  std::optional<DataValue> value;
  CASEBOOK_COMMAND("set-state", 4, file, state, of, value)
};
/// A given of several arguments; of one that is there the value changes.
struct SetRelation {
  using Here = SetRelation;
  std::string file, attribute;
  std::vector<std::string> of;
  std::optional<DataValue> value;
  CASEBOOK_COMMAND("set-relation", 4, file, attribute, of, value)
};
struct SetEdition {
  using Here = SetEdition;
  std::string file, edition;
  CASEBOOK_COMMAND("set-edition", 2, file, edition)
};
/// `role` is map, order-of-battle or schedule; paths as the scenario writes them.
struct SetScenarioFiles {
  using Here = SetScenarioFiles;
  std::string file, role;
  std::vector<std::string> paths;
  CASEBOOK_COMMAND("set-scenario-files", 3, file, role, paths)
};
/// The numbering in which a file names hexes; of a scenario also that of its game. Its texts of hexes follow.
struct SetFileNumbering {
  using Here = SetFileNumbering;
  std::string file, numbering;
  CASEBOOK_COMMAND("set-file-numbering", 2, file, numbering)
};

// ---- looks, scans, findings, files

/// One value of a style, by its keys: `ground`, `clear`, `colour`. null takes it away.
struct SetStyle {
  using Here = SetStyle;
  std::string file;
  std::vector<std::string> keys;
  JsonValue value;
  CASEBOOK_COMMAND("set-style", 3, file, keys, value)
};
/// A scan under the map, as the tracing file has it (docs/formats/tracing.md): path, opacity, clicks. -1 adds
/// one; null takes it away.
struct SetScan {
  using Here = SetScan;
  std::string file;
  int index = -1;
  JsonValue scan;
  CASEBOOK_COMMAND("set-scan", 3, file, index, scan)
};
/// A finding that was looked at and accepted; an empty reason takes that back.
struct Acknowledge {
  using Here = Acknowledge;
  std::string file, fingerprint, who, why;
  CASEBOOK_COMMAND("acknowledge", 4, file, fingerprint, who, why)
};
/// A new file of the project: `contents` with its format and version.
struct AddFile {
  using Here = AddFile;
  std::string file;
  JsonValue contents;
  CASEBOOK_COMMAND("add-file", 2, file, contents)
};
/// Taken out of the project; the file itself goes when the project is saved.
struct RemoveFile {
  using Here = RemoveFile;
  std::string file;
  CASEBOOK_COMMAND("remove-file", 1, file)
};

struct Command;
/// Several as one: all are done, or none.
struct Several {
  std::string text;
  std::vector<Command> commands;
  static constexpr std::string_view name = "several";
  template <class Self, class F>
  static void fields(Self& self, F&& f) {
    CASEBOOK_FIELDS_2(text, commands)
  }
  bool operator==(const Several& other) const;
};

using AnyCommand =
    std::variant<SetHexes, ChangeMembers, SetHexsides, DrawLink, EraseLink, AddLabel, SetLabel, RemoveLabel,
                 SetPlace, RenamePlace, SetDefault, ResizeMap, SetLayout, SetNumbering, UseNumbering,
                 SetHoles, DefineProvenance, RemoveProvenance, RenameProvenance, SetProvenance,
                 SetFileProvenance, SetTitle, AddEntity, DuplicateEntity, RemoveEntities, SetEntities,
                 PlaceEntities, SetWith, MoveEntity, RenameEntity, SetSwitch, SetFact, SetState, SetRelation,
                 SetEdition, SetScenarioFiles, SetFileNumbering, SetStyle, SetScan, Acknowledge, AddFile,
                 RemoveFile, Several>;

struct Command {
  AnyCommand what;

  Command() = default;
  // Implicit: a command is made where it is meant. It does not hide a copy, which the constraint leaves out.
  template <class One>
  requires(!std::is_same_v<std::remove_cvref_t<One>, Command>)
      Command(One&& one)  // NOLINT(bugprone-forwarding-reference-overload,google-explicit-constructor)
      : what(std::forward<One>(one)) {}
  bool operator==(const Command& other) const { return what == other.what; }
};
inline bool Several::operator==(const Several& other) const {
  return text == other.text && commands == other.commands;
}

#undef CASEBOOK_COMMAND

/// `set-hexes`.
std::string_view command_name(const Command& command);
/// Every command there is, in the order of `AnyCommand`.
const std::vector<std::string_view>& command_names();

/// {"command": "set-hexes", "file": "map.json", ...}; fields that are empty are left out.
JsonValue json_of(const Command& command);
/// What is wrong goes to `diagnostics` (D01xx).
std::optional<Command> read_command(const JsonValue& json, const std::string& file, Diagnostics& diagnostics);

/// For the history, in plain words: `terrain of 3 hexes: sand`.
std::string command_text(const Command& command);

/// The one command that does what both do, one after the other, where strokes make one of them.
std::optional<Command> merged(const Command& first, const Command& second);

}  // namespace casebook::editor
