// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operations of expressions, in their order. The enumeration Op (program.h), the two lists of functions that evaluate
// and translate them, and the tests that hold every operation are made from this list.
//
// Behind each op: its operands (args[0], args[1] ...) and payload. Unless said otherwise, numbers compared or
// added have one measure and one `fine` (the checker inserts `rescale`). Evaluation is left to right and
// stops early in all_of, any_of, implies, choose_if and quantifiers.

// clang-format off
#define CASEBOOK_OPS(X)                                                                                              \
  X(constant)          /* value: Boolean, number (never_value), member of a closed kind, -1 of a maybe */             \
  X(named_entity)      /* text: id of a member of open kind type.of, resolved when a scenario is bound (claims, ask) */ \
  X(named_place)       /* ref: Program::places, a hex that the map names */                                           \
  X(box)               /* ref: Program::boxes; type location */                                                       \
  X(variable)          /* ref: Program::vars */                                                                       \
  X(option_value)      /* ref: Program::options; Boolean */                                                           \
  X(reading_value)     /* ref: Program::readings; member of the reading's kind */                                     \
  X(given)             /* ref: Program::givens; args: one per parameter */                                            \
  X(given_between)     /* ref: a given of one hexside; args: two hexes; its default when they are not adjacent */     \
  X(state)             /* ref: Program::states; args */                                                               \
  X(state_between)     /* the same for state of one hexside */                                                        \
  X(table)             /* ref: Program::tables; args */                                                               \
  X(call)              /* ref: Program::definitions; args */                                                          \
  X(field_at)          /* ref: Program::fields; args, the hex last */                                                 \
  X(place_of)          /* arg: member of a kind on map; ref: that kind; a location */                                 \
  X(on_map)            /* arg: member; ref: its kind; whether its place is a hex */                                   \
  X(as_location)       /* arg: hex */                                                                                 \
  X(as_maybe)          /* arg: member */                                                                              \
  X(if_hex)            /* args: location, then-value, else-value; ref: Var of the hex in the then-value */            \
  X(let)               /* ref: Var; args: value, body */                                                              \
  X(choose_if)         /* args: condition, then, else */                                                              \
  X(all_of)            /* args: any number of Booleans; `and` */                                                      \
  X(any_of)            /* `or` */                                                                                     \
  X(not_)              /* */                                                                                          \
  X(implies)           /* */                                                                                          \
  X(equal)             /* two of one type (any) */                                                                    \
  X(less)              /* numbers, or members of one kind in their order */                                           \
  X(less_equal)        /* */                                                                                          \
  X(add)               /* numbers; never absorbs */                                                                   \
  X(subtract)          /* the second is never `never` */                                                              \
  X(negate)            /* */                                                                                          \
  X(multiply)          /* fines multiply */                                                                           \
  X(rescale)           /* arg times value (a positive constant), to a finer `fine` or another measure's step; never stays never */ \
  X(round)             /* rounding; arg; floor/ceil/nearest(arg / value) * value2, to fine 1; never stays never */    \
  X(divide_round)      /* rounding; args a, b, neither ever never: the exact a / b, as a number of steps, rounded to a */ \
                       /* multiple of value2 steps; b = 0 is a fault (label) */                                       \
  X(odds)              /* favour; args: attacker, defender (one measure, one fine, never never), or-else when either */ \
                       /* is 0 or less; fine 1; see reference section 4 */                                            \
  X(minimum)           /* args: one or more numbers */                                                                \
  X(maximum)           /* */                                                                                          \
  X(check_range)       /* arg; value .. value2 in units of the type, both included; never passes iff interval.may_be_never; */ \
                       /* outside is a fault (label) */                                                               \
  X(list)              /* list: see ListBody */                                                                       \
  X(exists)            /* binder; args: body */                                                                       \
  X(for_all)           /* binder; args: body */                                                                       \
  X(count)             /* binder; no args; number of members */                                                       \
  X(total)             /* binder; args: summand */                                                                    \
  X(least)             /* binder; args: value, or-else */                                                             \
  X(most)              /* binder; args: value, or-else */                                                             \
  X(all_members)       /* type set: every member of kind type.of */                                                   \
  X(range)             /* args: low, high, both included; only as a binder's domain */                                \
  X(set_of)            /* args: members (none: the empty set); a maybe counts as its member if it has one */          \
  X(filter)            /* binder; args: none, or one number: keep those at which it is least (value 0) or most (value 1) */ \
  X(image)             /* binder; args: member */                                                                     \
  X(unite)             /* sets */                                                                                     \
  X(subtract_sets)     /* */                                                                                          \
  X(intersect)         /* */                                                                                          \
  X(set_from_maybe)    /* arg: maybe */                                                                               \
  X(contains)          /* args: set, member */                                                                        \
  X(contains_location) /* args: set of hex, location; a box is in none */                                             \
  X(subset)            /* args: a, b: a within b */                                                                   \
  X(is_empty)          /* arg: set */                                                                                 \
  X(adjacent)          /* two hexes */                                                                                \
  X(neighbours)        /* hex; set of hex, those on the map */                                                        \
  X(distance)          /* two hexes; number of steps on the grid, holes ignored */                                    \
  X(hexes_within)      /* hex, number; set of hex, itself included */                                                 \
  X(on_edge)           /* hex: fewer than six neighbours */                                                           \
  X(hexsides)          /* hex; set of hexside */                                                                      \
  X(ends)              /* hexside; set of hex, one or two */                                                          \
  X(other_side)        /* side, of two */                                                                             \
  X(path_start)        /* path: its first hex after the start is hexes[0]; start_of is the hex it began in */         \
  X(path_end)          /* its last hex */                                                                             \
  X(path_length)       /* steps */                                                                                    \
  X(path_contains)     /* path, hex */                                                                                \
  X(legal)             /* ref: Program::actions; args: one per parameter */                                           \
  X(before)            /* arg, in the position before; only in invariants of a step */
// clang-format on
