// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scenario file: the edition, its switches, the map, the forces, and what differs at the start. Format
// "casebook/scenario", version 1; docs/formats/scenario.md describes the keys.
//
// The files that it names lie in the folder of the game. Paths are relative to the scenario file and may
// not leave that folder (D0120). A path that begins with `rulesets:` is looked up in the rulesets folders,
// as ids of editions are. So a variant in another folder can use the files of its game.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/data.h"
#include "engine/board/map.h"
#include "engine/board/order_of_battle.h"

namespace casebook::board {

/// "commandos": true, or "entry-hexes": "corrected". Name and text are as switch_names.h writes them.
struct Switch {
  std::string name;
  DataValue value;  // a Boolean for an option, a text for a reading
  Span place;
  bool operator==(const Switch&) const = default;
};

/// One cell of the start that differs from the rules' default: "turn": 2, or "place": {"Guard 1": "0512"}.
struct StateFact {
  std::string state;
  std::vector<std::string> of;  // the entities, hexes ... it is about; empty for state without parameters
  DataValue value;
  std::vector<Span> of_places;
  Span state_place;
  bool operator==(const StateFact&) const = default;
};

/// A given of several arguments: {"attribute": "ferry", "of": ["0101", "west"], "value": true}.
struct Relation {
  std::string attribute;
  std::vector<DataValue> of;  // texts, numbers or Booleans
  DataValue value;
  int provenance = unstated;
  ProvenanceChoice provenance_choice;
  Extras extras;
  Span place, attribute_place;
  bool operator==(const Relation&) const = default;
};

/// A file the scenario names, as written.
struct NamedFile {
  std::string path;  // empty: none
  Span place;
  bool operator==(const NamedFile&) const = default;
};

struct ScenarioFile {
  std::string file;
  std::string title;
  std::string edition;    // id, as in the edition's head line; empty: the edition of the folder
  std::string numbering;  // of every hex the game shows and reads; empty: the map's own
  Span edition_place, numbering_place;
  NamedFile map;
  std::vector<NamedFile> orders_of_battle, schedules;  // what they list is taken in this order
  std::vector<Switch> switches;
  Provenances provenances;
  std::vector<Fact> facts;             // givens without arguments
  std::vector<EntityLine> attributes;  // givens of one entity that only this scenario knows
  std::vector<Relation> relations;     // givens of several
  std::vector<StateFact> state;
  Extras extras;
  bool operator==(const ScenarioFile&) const;
};

std::optional<ScenarioFile> read_scenario(const std::string& text, const std::string& file,
                                          Diagnostics& diagnostics);
std::string write_scenario(const ScenarioFile& scenario);

/// A file with the numbering of the map in which it calls hexes.
template <class Data>
struct Numbered {
  Data data;
  int numbering = 0;
};

/// Everything a scenario is made of, read and agreeing with itself. What it says about the rules is not
/// checked here.
struct ScenarioData {
  ScenarioFile scenario;
  HexMap map;                                             // without hexes when the scenario names no map
  int numbering = 0;                                      // of the map, that the scenario plays with
  std::vector<Numbered<OrderOfBattle>> orders_of_battle;  // no two lines of one kind and id in all of them
  std::vector<Numbered<Schedule>> schedules;
};

/// Loads a scenario file and the files it names. `root` is the game's folder, which nothing may leave;
/// `ruleset_folders` are searched in their order for paths with `rulesets:`. nullopt when there are errors.
std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               std::span<const std::string> ruleset_folders,
                                               Diagnostics& diagnostics);

}  // namespace casebook::board
