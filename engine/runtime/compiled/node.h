// SPDX-License-Identifier: Apache-2.0
#pragma once

// Nodes: expressions after binding. Equal nodes are one node (they are interned), so a repeated expression
// is computed once.
//
// fold.h makes them from the typed program, and emit.h reads them. A node is pure. It differs from the
// typed expression:
//
//   - constants of the scenario are folded
//   - small definitions are replaced by their bodies
//   - binders over members become set operations where possible (sets.cpp)
//   - every variable is unique in the whole graph, also in copies of a definition's body
//
// Values: Booleans are 0 and 1; numbers are as in the typed program, with `never`; members are indices;
// locations are hex, or hexes + box; maybes are -1 for none. A set has `words_of(kind)` words, a path
// path_cells words.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/runtime/scenario.h"

namespace casebook::runtime::compiled {

using NodeId = int32_t;
using VariableId = int32_t;
inline constexpr int32_t no_node = -1;

enum class Shape : uint8_t { scalar, set, path, range };

// clang-format off
#define CASEBOOK_NODE_OPS(X)                                                                                          \
  /* ---- scalars ---- */                                                                                             \
  X(constant)          /* value */                                                                                    \
  X(variable)          /* ref: variable; any shape */                                                                 \
  X(cell)              /* ref: item; args: index; a cell of the position; any shape (path: all its cells) */          \
  X(bit)               /* ref: item; args: index */                                                                   \
  X(table)             /* ref: ValueTable; args: index; label when it has silent cells */                             \
  X(row_bit)           /* ref: RowTable; args: index, member */                                                       \
  X(choose_if)         /* args: condition, then, else; any shape */                                                   \
  X(let)               /* ref: variable; args: value, body; any shape */                                              \
  X(if_hex)            /* ref: variable; args: location, then, else; any shape */                                     \
  X(all_of)            /* args in order */                                                                            \
  X(any_of)            /* */                                                                                          \
  X(not_)              /* */                                                                                          \
  X(equal)             /* args: two scalars */                                                                        \
  X(less)              /* */                                                                                          \
  X(less_equal)        /* */                                                                                          \
  X(add)               /* */                                                                                          \
  X(subtract)          /* */                                                                                          \
  X(negate)            /* */                                                                                          \
  X(multiply)          /* */                                                                                          \
  X(rescale)           /* value */                                                                                    \
  X(round)             /* value, value2, mode: Rounding */                                                            \
  X(divide_round)      /* value2, mode, label */                                                                      \
  X(odds)              /* mode: Favour; args: attacker, defender, or-else */                                          \
  X(minimum)           /* two */                                                                                      \
  X(maximum)           /* two */                                                                                      \
  X(check_range)       /* value, value2, mode 1: never allowed; label */                                              \
  X(fault_unless)      /* args: condition, value; label; any shape */                                                 \
  X(between)           /* args: two hexes; the hexside, or -1 */                                                      \
  X(distance)          /* args: two hexes */                                                                          \
  X(contains)          /* args: set, scalar within the kind */                                                        \
  X(contains_location) /* args: set of hex, location */                                                               \
  X(is_empty)          /* args: set */                                                                                \
  X(set_equal)         /* args: two sets */                                                                           \
  X(subset)            /* args: two sets */                                                                           \
  X(path_equal)        /* args: two paths */                                                                          \
  X(count)             /* args: set */                                                                                \
  X(exists)            /* binder (`at`: ref: past kind, or -1); args: domain, body */                                                               \
  X(count_loop)        /* binder; args: domain, body */                                                               \
  X(total)             /* binder; args: domain, condition, summand */                                                 \
  X(best)              /* binder; args: domain, condition, value, or-else; mode 0 least, 1 most, 2 first */                 \
  X(field_cost)        /* ref: field; args: its arguments, hex */                                                     \
  X(legal)             /* ref: action; args: its parameters */                                                        \
  X(call)              /* ref: definition; args; any shape */                                                         \
  X(path_start)        /* */                                                                                          \
  X(path_end)          /* */                                                                                          \
  X(path_length)       /* */                                                                                          \
  X(path_contains)     /* args: path, hex */                                                                          \
  /* ---- sets ---- */                                                                                                \
  X(constant_set)      /* ref: pooled words */                                                                        \
  X(set_cell)          /* ref: item; args: index; set state */                                                        \
  X(bit_row)           /* ref: item; args: index but the last; Boolean state over its last parameter */               \
  X(compare_cells)     /* ref: item; mode: Compare; args: index but the last, then the value compared with */         \
  X(row)               /* ref: RowTable; args: index */                                                               \
  X(members)           /* args: scalars within the kind, or -1 */                                                     \
  X(filter)            /* binder; args: domain, body */                                                               \
  X(filter_best)       /* binder; args: domain, condition, value; mode */                                             \
  X(image)             /* binder; args: domain, condition, member */                                                  \
  X(union_over)        /* binder; args: domain, condition, set */                                                     \
  X(unite)             /* two or more */                                                                              \
  X(intersect)         /* two or more; some may be `complement` */                                                    \
  X(complement)        /* */                                                                                          \
  X(hexes_of)          /* ref: kind; args: set of it; hexes of its members that are on the map */                     \
  X(on_hexes)          /* ref: kind; args: set of it, set of hex; those that stand on one of them */                  \
  X(crowded)           /* ref: kind; mode: Compare; args: set of it, number; hexes whose count of them compares so */ \
  X(image_of_rows)     /* ref: RowTable of one index; args: set; union of their rows */                               \
  X(ball)              /* args: hex, number */                                                                        \
  X(field_set)         /* ref: field; args: its arguments; reach */                                                   \
  X(kept_set)          /* ref: KeptSet; args: its arguments */                                                        \
  X(domain_range)      /* args: low, high; shape range, only as a domain */
// clang-format on

enum class NodeOp : uint8_t {
#define CASEBOOK_ENUM(name) name,
  CASEBOOK_NODE_OPS(CASEBOOK_ENUM)
#undef CASEBOOK_ENUM
};

enum class Compare : uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

struct Node {
  NodeOp op = NodeOp::constant;
  Shape shape = Shape::scalar;
  uint8_t mode = 0;
  int32_t kind = -1;  // sets: of what; binders over members: members of what, when `at` is used
  int32_t ref = -1;
  VariableId var = -1, at = -1;  // binders
  int32_t label = -1;            // the case of a fault
  int64_t value = 0, value2 = 0;
  std::vector<NodeId> args;

  int32_t origin = -1;  // whose text it was first made for (Graph::origins); not a part of what it is

  // What is known of it; set by Nodes::make.
  bool can_fault = false;
  bool may_be_never = false;     // scalars
  int64_t low = 0, high = 0;     // scalars: bounds, never not counted
  double cost = 0;               // about how many instructions
  std::vector<VariableId> free;  // sorted
  std::vector<int32_t> reads;    // sorted items (see Items)
};

/// What a node can read of a position, numbered: states, then places of kinds, then stored variables; one
/// more stands for play itself. Then the same again for the position before a step, which only invariants
/// use. Where a node names a kind to say whose places it reads, `past_kind` is that kind before the step.
struct Items {
  int32_t states = 0, kinds = 0, vars = 0;
  int32_t state(language::StateId id) const { return id; }
  int32_t place(int32_t kind) const { return kind < kinds ? states + kind : past(states + kind - kinds); }
  int32_t var(language::VarId id) const { return states + kinds + id; }
  int32_t count() const { return states + kinds + vars; }

  int32_t past(int32_t item) const { return count() + 1 + item; }
  bool is_past(int32_t item) const { return item > count(); }
  int32_t present(int32_t item) const { return is_past(item) ? item - count() - 1 : item; }
  int32_t past_kind(language::KindId kind) const { return kinds + kind; }
  language::KindId present_kind(int32_t kind) const { return kind < kinds ? kind : kind - kinds; }
};

struct Variable {
  Shape shape = Shape::scalar;
  int32_t kind = -1;  // sets, and scalars that are members of one
  int64_t low = 0, high = 0;
  bool may_be_never = false;
  int64_t size() const { return high - low + 1; }
};

/// Numbers over a box of indices, row major, as 32-bit cells of the memory image.
struct ValueTable {
  std::vector<int64_t> low, size;
  uint32_t first_cell = 0;
  bool may_be_silent = false, may_be_never = false;
  int64_t least = 0, most = 0;
};

/// A set over a box of indices, as words of the memory image.
struct RowTable {
  std::vector<int64_t> low, size;
  int32_t kind = -1;
  uint32_t first_word = 0, words = 1;  // of one row
};

/// Cells of a ValueTable that stand for `silent`.
inline constexpr int32_t silent_cell = INT32_MIN;

}  // namespace casebook::runtime::compiled
