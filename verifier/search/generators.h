// SPDX-License-Identifier: Apache-2.0
#pragma once

// RapidCheck generators over this folder, so that a property can be tested on positions and games of any
// ruleset: `rc::check([&] { const auto p = *positions(maker); ... })`. Failures shrink as shrink.h defines.
// RapidCheck prints such values as `<???>`; a property should log position_text or record_text, which know
// the scenario.

#include <rapidcheck.h>

#include <memory>

#include "verifier/search/generated_positions.h"
#include "verifier/search/shrink.h"

namespace casebook::games {

/// Typed positions at one of these sites.
rc::Gen<Position> positions(std::shared_ptr<PositionMaker> maker, SiteChoice where = {});
/// Those of them that satisfy the invariants and go on; shrinking keeps to such.
rc::Gen<Position> lawful_positions(std::shared_ptr<PositionMaker> maker, SiteChoice where = {});
/// Random games from the scenario's start; longer with RapidCheck's size, up to `most_steps`.
rc::Gen<PlayedGame> random_games(std::shared_ptr<PositionMaker> maker, uint32_t most_steps = 200);

}  // namespace casebook::games
