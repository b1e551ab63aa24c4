// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pictures of scenarios of the source tree, for the tests of this folder.

#include <functional>
#include <memory>
#include <string>

#include "engine/base/diagnostic.h"
#include "engine/picture/paper/sheet.h"
#include "engine/runtime/scenario.h"

namespace casebook::picture {

struct Drawn {
  std::shared_ptr<const runtime::Scenario> scenario;
  Style style;
  SheetRequest request;
  Picture picture;
};

/// The start of an edition below rulesets/.
Drawn drawn(const std::string& edition, const std::function<void(SheetRequest&)>& change = {});

/// Calls for each shape of a kind, in their order.
template <class Kind>
void each(const std::vector<Shape>& shapes, const std::function<void(const Kind&)>& call) {
  for (const Shape& shape : shapes) {
    if (const auto* one = std::get_if<Kind>(&shape.is)) call(*one);
    if (const auto* group = std::get_if<Group>(&shape.is)) each<Kind>(group->shapes, call);
  }
}

/// Every edition that has a picture to look at.
inline const std::vector<std::string>& editions() {
  static const std::vector<std::string> all{"across-suez/spi-1980",
                                            "across-suez/decision-games-1",
                                            "across-suez/decision-games-2",
                                            "examples/cup",
                                            "examples/hex",
                                            "examples/hex-skirmish",
                                            "examples/interrupt"};
  return all;
}

}  // namespace casebook::picture
