// SPDX-License-Identifier: Apache-2.0
#pragma once

// Smaller examples of a class. If a game reaches the example, the game is made shorter. A generated one
// loses pieces that it does not need, but never its grade.

#include "verifier/compare/attribute/classes.h"
#include "verifier/search/lead_to.h"
#include "verifier/search/phases.h"
#include "verifier/search/shorten.h"

namespace casebook::compare {

/// The class's example moved to another position of its side, with all that shows it. False, and nothing is
/// changed, where there is no such difference or it is of another class.
bool stands_at(Pair& pair, Classes& classes, DifferenceClass& one, const Position& position);

/// Whether the same difference is seen at another position of its side: the choice that the one permits and
/// the other refuses, the step after which the same values differ. What is responsible there is not asked.
bool shows_at(Pair& pair, const DifferenceClass& one, const Position& position);

/// Takes pieces off the map, into boxes in which games have had them (`phases`; null: nothing is known of
/// games); those that a state or a local names stay. At most so many tries.
void shrink(Pair& pair, Classes& classes, DifferenceClass& one, games::PositionMaker& maker,
            const games::Phases* phases, int tries);

/// Looks for a game from the start to a generated example, wherever the pieces are that it does not need; so many
/// choices and rolls are tried. If one is found, it is the game of the class, and the example is its end.
void lead_there(Pair& pair, Classes& classes, DifferenceClass& one, games::Leader& leader, int64_t tries);

/// A game that leads to the example, with fewer steps, as long as what it leads to is of the class. False when
/// the game does not lead there.
bool shrink_game(Pair& pair, Classes& classes, DifferenceClass& one, games::PlayedGame game,
                 const games::Shortening& budget);

}  // namespace casebook::compare
