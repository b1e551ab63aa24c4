// SPDX-License-Identifier: Apache-2.0
#pragma once

// Takes away what an encoder supplied (Program::supplied), so that only the text of the rulebook is played.
//
//   marked                                  taken away
//   an operand of `and`, `or`, `+`, `-`     dropped
//   `min`, `max`, `clamp`                   the value itself, without the bound
//   an end of `within`                      no bound on that side
//   a rounding                              whole steps stay; of a fraction the rules are silent
//   `else` of an `if`, `or else`            the rules are silent there; of a `choose` nobody has a choice
//   an entry, exception, adjustment, waiver never applies; the last one of a list is silent
//   a requirement, `ensure`, `best`         refuses nothing
//   an alternative, a `whenever`            is never offered; never wakes anybody
//   a statement                             left out
//   anything else                           the rules are silent: a fault where play needs the value
//
// Ids, order and layout stay, so a position under one program is one under the other, word for word. A number
// that loses its bound is asked to fit its measure wherever it is stored or passed.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/program.h"

namespace casebook::language {

/// Fills name, what and label of every entry of Program::supplied; what is not found keeps an empty name.
void name_supplied(Program& program);

/// The index into Program::supplied of a name, as a switch or as the rules write it; the size of it: there is
/// none.
size_t find_supplied(const Program& program, std::string_view name);

/// What stands there in the rules, on one line; empty where the place has no text.
std::string written(const Program& program, const Place& place);
/// A part without its mark. Empty for an `else`, of which only the `if` is known.
std::string written(const Program& program, const Supplied& part);

/// The program without those parts, which are of `program.supplied`, and not taken away already.
std::shared_ptr<const Program> without(const Program& program, const std::vector<std::string>& names);

/// For a search: the program in which a marked operand decides alone. `a or supplied b` is then `b and not a`,
/// `a and supplied b` is `a and not b`. Null: the part is no such operand.
std::shared_ptr<const Program> where_it_decides(const Program& program, std::string_view name);

}  // namespace casebook::language
