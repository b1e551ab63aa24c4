// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scenario file: which edition is played with which switches on which map by whom, and what is different at
// the start. Format "casebook/scenario", version 1; the keys are described in docs/formats/scenario.md.
//
// The files it names lie in the game's folder: paths are relative to the scenario file and may not lead out
// of that folder (D0120).

#include <optional>
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
  NamedFile map, order_of_battle, schedule;
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

/// Everything a scenario is made of, read and agreeing with itself. What it says about the rules is not
/// checked here.
struct ScenarioData {
  ScenarioFile scenario;
  HexMap map;         // without hexes when the scenario names no map
  int numbering = 0;  // of the map, that the scenario plays with
  OrderOfBattle order_of_battle;
  Schedule schedule;
  int order_of_battle_numbering = 0, schedule_numbering = 0;  // of the map, that those files are written in
};

/// Loads a scenario file and the files it names. `root` is the game's folder, which nothing may leave.
/// nullopt when there are errors.
std::optional<ScenarioData> load_scenario_data(const std::string& path, const std::string& root,
                                               Diagnostics& diagnostics);

}  // namespace casebook::board
