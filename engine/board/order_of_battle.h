// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who takes part: members of the open kinds that the rules declare. Format "casebook/order-of-battle",
// version 1; docs/formats/order-of-battle.md describes the keys. The order of the file is the canonical
// order of the members.
//
// A schedule ("casebook/schedule") adds facts about the same entities, one line each: when and where they
// enter, for example. A scenario may add more lines. To the rules all of them are givens.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/data.h"

namespace casebook::board {

/// One line: {"kind": "unit", "id": "Guard 1", "place": "0512", "side": "east", "strength": 3}.
/// All members but kind, id, with, place and provenance are attributes. Only an order of battle has places.
struct EntityLine {
  std::string kind, id;
  /// Options, as switch_names.h writes them. The line takes part when at least one of them is on; empty:
  /// always.
  std::vector<std::string> with;
  std::string start;  // the text of "place": a hex or a box; empty when it says nothing
  int start_provenance = unstated;
  ProvenanceChoice provenance;
  std::vector<Fact> facts;
  Extras extras;
  Span place, kind_place, id_place, start_place;
  std::vector<Span> with_places;
  bool operator==(const EntityLine&) const = default;
};

struct OrderOfBattle {
  std::string file;
  std::string title;
  std::string numbering;  // of the hexes named here; empty: the map's own
  Span numbering_place;
  Provenances provenances;
  std::vector<EntityLine> entities;  // no two of one kind and id
  Extras extras;

  const EntityLine* find(std::string_view kind, std::string_view id) const;
  bool operator==(const OrderOfBattle&) const;  // file names apart
};

struct Schedule {
  std::string file;
  std::string title;
  std::string numbering;
  Span numbering_place;
  Provenances provenances;
  std::vector<EntityLine> rows;  // no two of one kind and id
  Extras extras;
  bool operator==(const Schedule&) const;
};

std::optional<OrderOfBattle> read_order_of_battle(const std::string& text, const std::string& file,
                                                  Diagnostics& diagnostics);
std::optional<OrderOfBattle> load_order_of_battle(const std::string& path, Diagnostics& diagnostics);
std::string write_order_of_battle(const OrderOfBattle& order_of_battle);

std::optional<Schedule> read_schedule(const std::string& text, const std::string& file,
                                      Diagnostics& diagnostics);
std::optional<Schedule> load_schedule(const std::string& path, Diagnostics& diagnostics);
std::string write_schedule(const Schedule& schedule);

}  // namespace casebook::board
