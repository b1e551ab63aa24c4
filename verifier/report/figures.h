// SPDX-License-Identifier: Apache-2.0
#pragma once

// The witnesses of a report on the map: the position at the end of the record, the hexes of which the witness
// speaks with a letter each, and as much of the map around them as is needed.

#include <map>
#include <optional>
#include <string>

#include "verifier/picture/sheet.h"
#include "verifier/report/report.h"

namespace casebook::report {

struct Figure {
  std::string svg;      // an element, its ids its own; empty: nothing to draw
  std::string caption;  // what the letters are
};

class Figures {
 public:
  explicit Figures(const std::vector<ScenarioPtr>& rulesets);
  ~Figures();

  /// Of one side. Nothing when its ruleset is not there, has no map, or the record does not replay.
  std::optional<Figure> draw(const Witness& witness, const WitnessSide& side);

 private:
  struct Ground;  // a ruleset with its style
  Ground* ground(const std::string& ruleset);

  const std::vector<ScenarioPtr>& rulesets_;
  std::map<std::string, std::unique_ptr<Ground>> grounds_;
  int drawn_ = 0;
};

}  // namespace casebook::report
