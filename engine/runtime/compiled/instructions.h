// SPDX-License-Identifier: Apache-2.0
#pragma once

// The instructions of the compiled form. Each has 16 bytes: an operation, a small operand n and three
// operands a, b, c. Some are followed by a second one, `more`, which only carries operands (written a2, b2,
// c2).
//
// Operands are addresses of words of the memory (image.h) unless stated otherwise. m[x] is the word at x as
// a signed number. `cell` is a cell address, `=imm` the operand itself, `-> c` a jump to instruction c.
// Sets are runs of n words.

#include <cstdint>
#include <vector>

namespace casebook::runtime::compiled {

// clang-format off
#define CASEBOOK_INSTRUCTIONS(X)                                                                                      \
  /* ---- control ---- */                                                                                             \
  X(halt)                /* leave the machine */                                                                      \
  X(jump)                /* -> c */                                                                                   \
  X(call)                /* routine at c */                                                                           \
  X(ret)                 /* */                                                                                        \
  X(jump_if)             /* m[a] -> c */                                                                              \
  X(jump_unless)         /* */                                                                                        \
  X(jump_equal)          /* m[a] = m[b] -> c */                                                                       \
  X(jump_not_equal)      /* */                                                                                        \
  X(jump_less)           /* */                                                                                        \
  X(jump_less_equal)     /* */                                                                                        \
  X(jump_bit)            /* bit m[b] of the set at a -> c */                                                          \
  X(jump_no_bit)         /* */                                                                                        \
  X(jump_row_bit)        /* bit m[b] of row m[a] (rows of n words from a2) -> c */                                    \
  X(jump_no_row_bit)     /* */                                                                                        \
  X(jump_some)           /* the set at a has a member -> c */                                                         \
  X(jump_none)           /* */                                                                                        \
  X(jump_meet)           /* sets a and b have a member in common -> c */                                              \
  X(jump_apart)          /* */                                                                                        \
  X(fault)               /* label a=imm; b=imm 1: a limit of Casebook */                                              \
  /* ---- scalars: m[a] := ---- */                                                                                    \
  X(copy)                /* m[b] */                                                                                   \
  X(add)                 /* m[b] + m[c] */                                                                            \
  X(add_never)           /* the same where either may be never */                                                     \
  X(subtract)            /* */                                                                                        \
  X(subtract_never)      /* */                                                                                        \
  X(multiply)            /* */                                                                                        \
  X(negate)              /* */                                                                                        \
  X(minimum)             /* */                                                                                        \
  X(maximum)             /* */                                                                                        \
  X(rescale_never)       /* m[b] * m[c], never stays */                                                               \
  X(round)               /* m[b] / m[c] rounded (n), times m[a2]; b2=imm 1: never stays */                            \
  X(divide_round)        /* m[b] / m[c] rounded (n), times m[a2]; m[c] = 0: fault b2=imm */                           \
  X(odds)                /* of m[b] to m[c], both above 0, in favour of n */                                          \
  X(check_range)         /* no result: m[a] within m[b] .. m[c], else fault a2=imm; b2=imm 1: may be never; n 1: which passes */ \
  X(equal)               /* m[b] = m[c] */                                                                            \
  X(less)                /* */                                                                                        \
  X(less_equal)          /* */                                                                                        \
  X(index)               /* m[b] * c=imm + m[a2] */                                                                   \
  X(get_bit)             /* bit m[c] of the set at b */                                                               \
  X(distance)            /* of hexes m[b], m[c] */                                                                    \
  X(between)             /* the hexside of hexes m[b], m[c], or -1 */                                                 \
  X(load_cell)           /* cell b */                                                                                 \
  X(load_cell_at)        /* cell b + m[c] */                                                                          \
  X(load_cell_at2)       /* cell b + m[c] * a2=imm + m[b2] */                                                         \
  X(load_cell_in)        /* cell m[b] + m[c] */                                                                       \
  X(load_silent)         /* cell b + m[c]; silent: fault a2=imm */                                                    \
  X(path_end)            /* of the path at b */                                                                       \
  X(path_hex)            /* the hex that path b enters with step m[c], counted from 0 */                              \
  X(path_contains)       /* path b enters hex m[c] */                                                                 \
  X(path_equal)          /* paths b, c */                                                                             \
  X(path_valid)          /* path b begins at hex m[c], has a2 .. b2 steps from neighbour to neighbour, none twice */   \
  X(load_path)           /* words a .. := cells b + m[c] * path_cells ..; c -1: none */                               \
  X(copy_path)           /* words a .. := words b .. */                                                               \
  /* ---- writes to the position; n: item ---- */                                                                     \
  X(store_cell)          /* cell a := m[b] */                                                                         \
  X(store_cell_at)       /* cell a + m[c] := m[b] */                                                                  \
  X(store_bit)           /* bit m[c] from word a := m[b] */                                                           \
  X(store_set)           /* words a + m[c] * a2 .. := words b ..; a2=imm words; c -1: none; b2: all */                \
  X(store_add)           /* the same: these members in */                                                             \
  X(store_remove)        /* out */                                                                                    \
  X(store_path)          /* cells a + m[c] * path_cells .. := path b; c -1: none */                                   \
  X(clear_cells)         /* cells a, b=imm of them */                                                                 \
  X(clear_words)         /* words a, b=imm of them */                                                                 \
  X(fill_cells)          /* cells a, c=imm of them := m[b] */                                                         \
  X(fill_bits)           /* bits from word a, c=imm of them := m[b] */                                                \
  X(fill_sets)           /* c=imm sets of a2=imm words from a := set b */                                             \
  /* ---- sets of n words ---- */                                                                                     \
  X(set_clear)           /* a := {} */                                                                                \
  X(set_copy)            /* a := b */                                                                                 \
  X(set_and)             /* a := b & c */                                                                             \
  X(set_or)              /* */                                                                                        \
  X(set_and_not)         /* */                                                                                        \
  X(set_and1)            /* of one word */                                                                            \
  X(set_or1)             /* */                                                                                        \
  X(set_and_not1)        /* */                                                                                        \
  X(set_insert)          /* a += {m[b]} */                                                                            \
  X(set_insert_member)   /* a += {m[b]} if 0 <= m[b] < c=imm */                                                       \
  X(set_row)             /* a := row m[c] of rows from b=imm */                                                       \
  X(set_and_row)         /* a := b & row m[c] of rows from a2=imm */                                                  \
  X(set_count)           /* m[a] := members of b */                                                                   \
  X(set_equal)           /* m[a] := b = c */                                                                          \
  X(set_subset)          /* m[a] := b within c */                                                                     \
  X(loop_begin)          /* iterator a (n words) := set b */                                                          \
  X(loop_next)           /* next member of iterator a into m[b], or -> c */                                           \
  X(loop_next1)          /* of one word */                                                                            \
  /* ---- wide ---- */                                                                                                \
  X(compare_cells)       /* a := {i | cell b + i + m[b2] * c2  n  m[c]}, i < a2=imm; b2 -1: none; n: Compare */       \
  X(bit_row)             /* a := b2=imm bits from bit m[c] * b2 of word b */                                          \
  X(hexes_of)            /* a := hexes of the members of b (a2=imm words); places from cell c; b2=imm hexes */        \
  X(on_hexes)            /* a := members of b on hexes of set c; places from cell a2; b2=imm hexes */                 \
  X(crowded)             /* a := hexes whose count of members of b compares (n) with m[c]; a2=imm words, cell b2, c2=imm hexes */ \
  X(union_rows)          /* a := union of the rows (n words, from c) of the members of b (a2=imm words) */            \
  X(neighbours_of)       /* a := neighbours of the hexes of b */                                                      \
  X(ball)                /* a := hexes within m[c] of hex m[b] */                                                     \
  X(flood)               /* a := hexes from which b is reached through c (-1: any hex), by rows of steps from a2 */   \
  /* ---- kept values and fields ---- */                                                                              \
  X(kept_try)            /* room a=imm, row m[b]: if good, its words to c .. and -> c2 */                             \
  X(kept_find)           /* room a=imm, row m[b]: if good, the cell address of its first word to m[c] and -> c2 */    \
  X(kept_store)          /* room a=imm, row m[b] := words from c */                                                   \
  X(kept_misses)         /* room a=imm, row m[b] is not good: less than a few such at this moment -> c */             \
  X(field_lookup)        /* m[a] := the value of field b=imm at hex m[c], its sets and row of steps being set */      \
  X(field_search)        /* field a=imm with its arguments set: its values to the cells of word b on */               \
  /* ---- scratch, for all, for each ---- */                                                                          \
  X(scratch_begin)       /* writes from here on are taken back */                                                     \
  X(scratch_end)         /* now */                                                                                    \
  X(group_begin)         /* a `for all` */                                                                            \
  X(group_next)          /* and ends; conflict: fault a=imm */                                                        \
  X(group_end)           /* what the bodies wrote is put together */                                                  \
  X(order_begin)         /* list a=imm */                                                                             \
  X(order_push)          /* member m[b], hex m[c], key m[a2] to list a=imm */                                         \
  X(order_sort)          /* */                                                                                        \
  X(order_next)          /* from list a=imm into m[b], m[a2], or -> c */                                              \
  /* ---- choices ---- */                                                                                             \
  X(emit)                /* the choice described by a=imm */                                                          \
  X(emit_members)        /* one for each member of the set at b, in m[c], of the form a=imm */                        \
  X(alternative_begin)   /* a=imm */                                                                                  \
  X(alternative_end)     /* a=imm: bests, order */                                                                    \
  X(subset_begin)        /* a=imm description: candidates and free members are set */                                 \
  X(subset_next)         /* the next subset, or -> c */                                                               \
  X(expand_set)          /* the members that the mask stands for */                                                   \
  /* ---- flow ---- */                                                                                                \
  X(arrive)              /* at site a=imm: leave the machine */                                                       \
  X(jump_no_choice)      /* nothing was emitted -> c */                                                               \
  X(begin_choices)       /* forget what was emitted */                                                                \
  X(end_of_run)          /* a run of procedure a=imm ends: tells the host */                                          \
  X(return_to)           /* to the step in cell a, less one; the cell becomes 0 */                                    \
  X(jump_ended)          /* the game has ended -> c */                                                                \
  X(end_game)            /* won by m[a] (-1: drawn), unless it has ended before */                                    \
  X(finish_if_ended)     /* */                                                                                        \
  X(finish)              /* OutcomeKind a=imm, detail m[b] */                                                         \
  X(more)                /* operands of the one before */
// clang-format on

enum class Operation : uint16_t {
#define CASEBOOK_ENUM(name) name,
  CASEBOOK_INSTRUCTIONS(CASEBOOK_ENUM)
#undef CASEBOOK_ENUM
};

struct Instruction {
  Operation op = Operation::halt;
  uint16_t n = 0;
  int32_t a = 0, b = 0, c = 0;
  bool operator==(const Instruction&) const = default;
};

using Code = std::vector<Instruction>;

const char* operation_name(Operation op);

}  // namespace casebook::runtime::compiled
