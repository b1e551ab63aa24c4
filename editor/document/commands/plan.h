// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a command to edits of the present document. Nothing is changed here. A command that cannot be done
// is refused with the reason before anything changes, so a document can always be written and read again.
// One file for each group of commands.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/document/document.h"

namespace casebook::editor {

struct NewGrid;

class Plan {
 public:
  explicit Plan(const Document& document) : document_(document) {}
  std::vector<Edit> edits;
  std::string told;  // what goes besides

  // plan_map.cpp
  Done make(const SetHexes& command);
  Done make(const ChangeMembers& command);
  Done make(const SetHexsides& command);
  Done make(const SetDefault& command);
  // plan_links.cpp
  Done make(const DrawLink& command);
  Done make(const EraseLink& command);
  Done make(const AddLabel& command);
  Done make(const SetLabel& command);
  Done make(const RemoveLabel& command);
  Done make(const SetPlace& command);
  Done make(const RenamePlace& command);
  // plan_grid.cpp
  Done make(const ResizeMap& command);
  Done make(const SetLayout& command);
  Done make(const SetHoles& command);
  Done make(const SetNumbering& command);
  Done make(const UseNumbering& command);
  Done make(const SetFileNumbering& command);
  // plan_provenance.cpp
  Done make(const DefineProvenance& command);
  Done make(const RemoveProvenance& command);
  Done make(const RenameProvenance& command);
  Done make(const SetProvenance& command);
  Done make(const SetFileProvenance& command);
  // plan_entities.cpp
  Done make(const AddEntity& command);
  Done make(const DuplicateEntity& command);
  Done make(const RemoveEntities& command);
  Done make(const SetEntities& command);
  Done make(const PlaceEntities& command);
  Done make(const SetWith& command);
  Done make(const MoveEntity& command);
  Done make(const RenameEntity& command);
  // plan_scenario.cpp
  Done make(const SetTitle& command);
  Done make(const SetSwitch& command);
  Done make(const SetFact& command);
  Done make(const SetState& command);
  Done make(const SetRelation& command);
  Done make(const SetEdition& command);
  Done make(const SetScenarioFiles& command);
  // plan_files.cpp
  Done make(const SetStyle& command);
  Done make(const SetScan& command);
  Done make(const Acknowledge& command);
  Done make(const AddFile& command);
  Done make(const RemoveFile& command);

 private:
  // ---- plan.cpp: looking things up; false, with `why_`, when it is not so
  bool find_part(const std::string& path);
  template <class Data>
  const Data* find(const std::string& path, const char* what) {
    if (!find_part(path)) return nullptr;
    const Data* data = part().template as<Data>();
    if (data == nullptr) refuse(path + " is not " + what);
    return data;
  }
  const board::HexMap* find_map(const std::string& path) { return find<board::HexMap>(path, "a map"); }
  const Part& part() const { return document_.part(part_); }
  bool find_hex(const board::HexMap& map, const std::string& id, int& hex);
  /// `0101-0102`, or `0101 north` where no hex lies beyond.
  bool find_hexside(const board::HexMap& map, const std::string& name, int& hexside, int& direction);
  bool find_provenance(const board::Provenances& all, const std::string& name, int& provenance);
  bool check_attribute(const std::string& attribute, std::initializer_list<std::string_view> taken);
  bool check_value(const std::optional<DataValue>& value);
  bool check_text(const std::string& text, const char* what);
  /// `unit Guard 1` in kind and id.
  bool split_entity(const std::string& name, std::string& kind, std::string& id);
  /// Its line, or -1 with `why_`.
  int find_entity(const std::vector<board::EntityLine>& lines, const std::string& name);

  Done refuse(std::string why) {
    why_ = std::move(why);
    return {false, why_, {}};
  }
  Done refused() const { return {false, why_, {}}; }
  Done planned() const { return {true, {}, told}; }

  const JsonData* find_json(const std::string& path, std::string_view format, const char* what);
  bool find_lines(const std::string& path, const std::vector<board::EntityLine>*& lines,
                  const board::Provenances*& provenances);
  Done regrid(const board::HexMap& map, const NewGrid& wanted);
  Done follow(int part, const board::HexMap& before, const board::HexMap& after, const NewGrid& wanted,
              const std::vector<bool>& changed);
  static std::string new_id(const board::HexMap& before, const board::HexMap& after, const NewGrid& wanted,
                            int numbering, int new_numbering, const std::string& id);
  static std::vector<bool> numbers_that_changed(const board::HexMap& before, const board::HexMap& after,
                                                const NewGrid& wanted);
  bool on_map(int part, int map_part) const;
  bool has_provenances(const std::string& path);
  bool provenance_in_map(const SetProvenance& command, const std::string& name, int provenance);
  bool provenance_of_entity(const SetProvenance& command, const std::string& name, int provenance);
  Done place_in_scenario(const PlaceEntities& command);
  /// Adds, changes or takes out a cell of the start; false with `why_`.
  bool set_state(board::ScenarioFile& scenario, const std::string& state, const std::vector<std::string>& of,
                 const std::optional<DataValue>& value);
  /// A scenario changed by `change`, which says no, with `why_`, when it cannot be.
  Done change_scenario(const std::string& path, const std::function<bool(board::ScenarioFile&)>& change);

  /// The part changed as a whole; its file must be readable afterwards, or the command is refused with what
  /// the reader says.
  Done replace(int part, PartData after, bool check = true);

  // ---- lines
  template <class Line>
  bool change_line(std::optional<Line>& line, const std::string& attribute,
                   const std::optional<DataValue>& value, int provenance, const board::Provenances& all);

  const Document& document_;
  int part_ = -1;
  std::string why_;
};

/// Sets a fact of a line, or takes it out; an unchanged `provenance` is unstated.
void set_fact(std::vector<board::Fact>& facts, board::ProvenanceChoice& choice, const std::string& attribute,
              const std::optional<DataValue>& value, int provenance, const board::Provenances& all);
/// What a line says of where an attribute comes from. `others` when it says it of all.
void set_provenance(board::ProvenanceChoice& choice, const std::vector<board::Fact>& facts,
                    const std::string& attribute, int provenance);
/// Facts know which provenance they have: looked up again.
void look_up(std::vector<board::Fact>& facts, const board::ProvenanceChoice& choice,
             const board::Provenances& all);

/// The line of a hex (of a hexside), or nullptr.
const board::HexFacts* line_of_hex(const board::HexMap& map, int hex);
const board::HexsideFacts* line_of_hexside(const board::HexMap& map, int hexside);

}  // namespace casebook::editor
