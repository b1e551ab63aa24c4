// SPDX-License-Identifier: Apache-2.0
#pragma once

// Witnesses of a report, drawn on the map. The picture shows the position at the end of the record; if the
// game ends there, the one before its last step. It marks the hexes that the witness names with letters,
// draws the paths of the last steps and the deciding step as an arrow, and shows as much of the map as is
// needed. Where the last step makes the difference, or two sides part on the way, the position before it is
// drawn too.

#include <map>
#include <optional>
#include <string>

#include "engine/picture/paper/sheet.h"
#include "verifier/report/report.h"

namespace casebook::runtime {
class Game;
}

namespace casebook::report {

struct Figure {
  std::optional<picture::Picture> picture;  // none: nothing to draw
  std::string moment;                       // where in the game it is
  std::vector<std::string> unseen;  // what has become of pieces and game: who has attacked, what is left
  std::string units;    // who stands where; of a witness that speaks of no hex and no piece in one
  std::string caption;  // what letters and lines are
  int32_t on_map = 0;   // pieces on the map where it is drawn, on the picture or not
};
/// Whether the two show the same; what they do not show may differ.
bool same_picture(const Figure& a, const Figure& b);

/// What is drawn of a witness.
struct Drawn {
  /// What the step is made from that decides: the last one that both sides have in common, or of one side
  /// the last. None where nothing that is drawn changes.
  std::optional<Figure> before;
  std::string step;  // that is made there, `step(A, 0102)`, `roll 5`
  std::vector<std::optional<Figure>> sides;
};

/// How many of a record's last steps are described and drawn.
inline constexpr size_t steps_told = 6;

class Figures {
 public:
  explicit Figures(const std::vector<ScenarioPtr>& rulesets);
  ~Figures();

  /// Of a side nothing when its ruleset is not there, has no map, or the record does not replay. Where a
  /// view of a way belongs to one of these cases, and the rules ask for the way from a place with a name, the
  /// whole way is on the picture, also where only the other side has it. Drawn once of each witness.
  const Drawn& draw(const Witness& witness, const std::vector<CaseName>& cases = {});
  /// Where in the game the end of its record is; empty when it does not replay.
  std::string moment(const WitnessSide& side);
  /// The same, and the places of the pieces that the witness names: `turn 2: movement; A in 0513 (moved)`.
  std::string scene(const WitnessSide& side);
  /// The start of the game around the hexes that these texts name; nothing when they name none, or too many.
  std::optional<Figure> draw_start(const std::string& ruleset, const std::vector<std::string>& texts);

 private:
  struct Ground;  // a ruleset with its style
  struct Wanted;  // what is to be seen of a position
  Drawn made(const Witness& witness, const std::vector<CaseName>& cases);
  Wanted wanted_of(Ground& at, const Witness& witness, const WitnessSide& side, runtime::Game& game,
                   const std::vector<CaseName>& cases);
  Ground* ground(const std::string& ruleset);
  static std::string standing(const Ground& at, const picture::SheetRequest& request);
  struct Way;  // what a view of a way shows
  static std::vector<Way> ways_of(const Ground& at, const WitnessSide& side,
                                  const std::vector<CaseName>& cases);
  void add_ways(const Ground& at, const Witness& witness, const WitnessSide& side,
                const std::vector<CaseName>& cases, Wanted& wanted);
  Figure finish(Ground& at, Wanted wanted);

  const std::vector<ScenarioPtr>& rulesets_;
  std::map<std::string, std::unique_ptr<Ground>> grounds_;
  std::map<const Witness*, Drawn> drawn_;
};

}  // namespace casebook::report
