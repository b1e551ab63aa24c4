// SPDX-License-Identifier: Apache-2.0
#pragma once

// A map: the ground of a game as data. Format "casebook/map", version 1; docs/formats/map.md describes the
// keys.
//
// read_map makes a HexMap with dense tables. Hexes are 0 .. hexes()-1 in canonical order: by their number
// in the map's own numbering. Hexsides are numbered as in Topology. Attributes are untyped facts: only the
// rules know what `terrain` means. A map file calls its hexes by the numbering that it names under
// "numbering"; other files may use another.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/board/data.h"
#include "engine/board/grid.h"
#include "engine/board/numbering.h"

namespace casebook::board {

/// Facts of one hex, beside the map's defaults for all hexes.
struct HexFacts {
  int hex = nowhere;
  ProvenanceChoice provenance;
  std::vector<Fact> facts;
  Extras extras;
  Span place;
  bool operator==(const HexFacts&) const = default;
};

/// Facts of one hexside, as one line of the file. `second` is nowhere for an edge hexside, given by its
/// direction.
struct HexsideFacts {
  int hexside = nowhere;
  int first = nowhere, second = nowhere, direction = -1;
  ProvenanceChoice provenance;
  std::vector<Fact> facts;
  Extras extras;
  Span place;
  bool operator==(const HexsideFacts&) const = default;
};

/// A road, a trail, a river: a chain of hexes each touching the next. Every hexside it crosses gets the
/// attribute, as `true`.
struct Link {
  std::string attribute;
  std::vector<int> hexes;
  std::vector<int> open_ends;  // those of its two ends at which it ends on purpose, though nothing meets it
  int provenance = unstated;
  ProvenanceChoice provenance_choice;
  Extras extras;
  Span place, attribute_place;
  bool operator==(const Link&) const = default;
};

/// A hex with a name that rules may use.
struct NamedPlace {
  std::string name;
  int hex = nowhere;
  int provenance = unstated;
  ProvenanceChoice provenance_choice;
  Extras extras;
  Span place;
  bool operator==(const NamedPlace&) const = default;
};

/// Text drawn on the map; no meaning for the rules.
struct Label {
  int hex = nowhere;
  std::string text;
  Extras extras;
  Span place;
  bool operator==(const Label&) const = default;
};

struct HexMap {
  std::string file;  // the name shown in messages
  std::string title;
  Provenances provenances;
  Topology ground;                    // grid, hexes, hexsides
  std::vector<Numbering> numberings;  // at least one
  int own_numbering = 0;              // the one the file is written in
  std::vector<Fact> hex_defaults, hexside_defaults;
  std::vector<HexFacts> hex_facts;          // at most one a hex, in the order of the hexes
  std::vector<HexsideFacts> hexside_facts;  // at most one a hexside, in the order of the hexsides
  std::vector<Link> links;
  std::vector<NamedPlace> places;
  std::vector<Label> labels;
  Extras extras, grid_extras;

  int hexes() const { return ground.hexes(); }
  int hexsides() const { return ground.hexsides(); }
  /// What a hex is called, by default in the map's own numbering.
  const std::string& hex_id(int hex, int numbering) const;
  const std::string& hex_id(int hex) const { return hex_id(hex, own_numbering); }
  /// Matched exactly. nowhere when there is no such number, or no hex at it.
  int find_hex(std::string_view id, int numbering) const;
  int find_hex(std::string_view id) const { return find_hex(id, own_numbering); }
  /// The nearest hex id, or empty.
  std::string nearest_hex(std::string_view id, int numbering) const;
  std::optional<int> find_numbering(std::string_view name) const;

  /// By hex (by hexside): its own facts, those of links, then the defaults that nothing overrides.
  std::vector<std::vector<Fact>> facts_by_hex() const;
  std::vector<std::vector<Fact>> facts_by_hexside() const;

  bool operator==(const HexMap&) const;  // file names and places apart
};

/// From text. nullopt when there are errors; warnings do not stop it. Older versions are read as if migrated
/// (D0107).
std::optional<HexMap> read_map(const std::string& text, const std::string& file, Diagnostics& diagnostics);
/// From a file: also D0101.
std::optional<HexMap> load_map(const std::string& path, Diagnostics& diagnostics);
/// Canonical text: read_map of it gives an equal map.
std::string write_map(const HexMap& map);

}  // namespace casebook::board
