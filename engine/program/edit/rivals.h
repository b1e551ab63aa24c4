// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rivals: a rule read otherwise, where rulebooks often leave it open and nobody marked a reading. Each is a
// question that the text must answer, with the answer that these rules give and another one that they could
// give as well. A check plays both (verifier/checks/questions/questions.cpp).
//
//   sort              looked for                                             the rival
//   chooser           a choice among pieces that the rules name, which       the other of two sides chooses
//                     nobody may leave out
//   single_piece      an action that takes a piece off the map, where some   not for the piece of that sort
//                     given of pieces singles one out
//   type_of_single    definitions that ask for a piece's type, likewise      they leave that piece out
//   type_counts       a definition that holds for two types or more          not for the last of them
//   ends              a field of reach through hexes with a condition        the ends need not meet it, or must
//   over_barrier      `adjacent` where some hexside is never crossed         not over such a hexside
//                     or `adjacent` with a second condition of the two hexes being next to it is enough
//   along             a hex with a road or the like on one of its sides,     the way there must go over that side
//                     for a step or for a field of reach
//   ground            a requirement of hexes that the map alone decides      any hex will do
//   ensured           what an action must leave behind                       it need not be so yet
//   adds_up           the most or least of several lines                     their sum
//   surcharge         a price that replaces one with a surcharge             the surcharge is paid as well
//   cheaper           a price that replaces another one                      the lower of the two is paid
//   exception         a case with exceptions to several definitions, where   one of them does not hold; or it
//                     the condition names more than the piece                holds whenever the piece is such
//   exactly           a chosen set that must make up at least a number       exactly that number
//   one_is_enough     what must hold for all of a given set                  for one of them
//   taken_up_again    a piece that may not act after another one has         it may
//   end_at_once       an action or effect that ends the game                 it does not end it
//   which_hexes       one of several sets of hexes that a procedure keeps,   the other set is handed over as well
//                     handed over to another procedure
//   apart             a hex that may be adjacent to none of some hexes       it may
//   just_left         pieces that have to go, one after another              not to where another one of them was
//   had_to_stop       a state that keeps a piece from one choice and not     it keeps the piece from this one too
//                     from another one that moves it
//   bound_too         a condition for a single piece, asked of several       one of them does not ask it
//                     choices
//   off_the_map       an adjustment at certain times                         not for pieces that are off the map
//   at_the_edge       an action that brings a piece out of a box to a hex    only to the edge of the map
//   as_little         a chosen set that must make up at least a number       as little as will do
//   dearer            a price that is paid only where it is the lower one    it is paid all the same
//   zone_to_zone      a step from a hex with something about it into a       it may be taken
//                     hex with the same about it, that is refused
//   in_its_zone       a piece that counts in the hex that it is in           or in each hex that it controls
//   only_some         a side that wins if several conditions hold, and the   nobody wins if only some hold
//                     other side if not
//   passes_through    what follows when a piece leaves a named place         not when it came there in the same phase
//   each_way          the same, where several choices lead away              not when it leaves by this choice
//   since_the_start   what must hold now, where the procedure keeps whether  it must have held then
//                     it held when it began
//   besides           ground of one sort alone, but for some other sorts     not with one of these either
//
// A part that a reading decides, or that is marked as supplied, has no rival: there the author asks already.
// Nothing here knows a game. Ids, order and layout of the program stay, so a position under one is a position
// under the other, word for word.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

enum class RivalSort : uint8_t {
  chooser,
  single_piece,
  type_of_single,
  type_counts,
  ends,
  over_barrier,
  along,
  ground,
  ensured,
  adds_up,
  surcharge,
  cheaper,
  exception,
  exactly,
  one_is_enough,
  taken_up_again,
  end_at_once,
  which_hexes,
  apart,
  just_left,
  had_to_stop,
  bound_too,
  off_the_map,
  at_the_edge,
  as_little,
  dearer,
  zone_to_zone,
  in_its_zone,
  only_some,
  passes_through,
  each_way,
  since_the_start,
  besides,
};

/// `single-piece`
std::string rival_sort_text(RivalSort sort);

struct Rival {
  RivalSort sort = RivalSort::chooser;
  std::string name;       // `retreat_all.chooser`; the second of that name in an item `retreat_all.chooser#2`
  std::string item;       // of the program, whose part it is
  CaseId label = none;    // cited there
  Place place;            // of the part
  StateId state = none;   // had_to_stop: which state of pieces; since_the_start: what is kept
  std::string at;         // passes_through, each_way: the named place; since_the_start: the one that the
                          // condition names, if any
  std::string action;     // passes_through, each_way: by which a piece goes
  std::string condition;  // since_the_start: the definition that says whether it holds now
  GivenId given = none;   // what is true of one piece alone, where the question is about that piece
  std::string question;   // `Who chooses "{u} retreats to {to}"?`
  std::string as_played;  // how these rules answer: `the side whose units retreat`
  std::string otherwise;  // how the rival does
};

/// All of them: of pieces, of hexes, of lists, of moves, of leaving, of beginnings; each in the order of the program.
std::vector<Rival> rivals(const Program& program);

/// The choice with nobody in particular, in quotes: `"a unit advances to a hex"`.
std::string phrase_in_general(const Program& program, const Action& action);

/// The definitions and givens of two hexes that say where nobody may cross: they make a price `never`.
std::vector<std::string> barriers_of(const Program& program);

/// The program with one of them in place. Null: none has that name (`-` and `_` are the same).
std::shared_ptr<const Program> with_rival(const Program& program, std::string_view name);

}  // namespace casebook::language
