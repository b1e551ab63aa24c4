// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which item: by id within one program, by name across editions.

#include <set>
#include <string>
#include <string_view>

#include "engine/program/program.h"

namespace casebook::language {

// In the order of their names, so that references sort as their texts do.
#define CASEBOOK_ITEM_SORTS(X) \
  X(action)                    \
  X(box)                       \
  X(claim)                     \
  X(definition)                \
  X(effect)                    \
  X(field)                     \
  X(given)                     \
  X(invariant)                 \
  X(kind)                      \
  X(measure)                   \
  X(option)                    \
  X(place)                     \
  X(procedure)                 \
  X(reading)                   \
  X(requirement)               \
  X(state)                     \
  X(table)                     \
  X(view)                      \
  X(watch)

enum class ItemSort : uint8_t {
#define CASEBOOK_ENUM(name) name,
  CASEBOOK_ITEM_SORTS(CASEBOOK_ENUM)
#undef CASEBOOK_ENUM
};

/// `definition`, `action`.
std::string_view sort_name(ItemSort sort);

/// An item by its name, which is the same in another edition. Of a requirement the action and the line.
struct ItemRef {
  ItemSort sort = ItemSort::definition;
  std::string name;
  std::string line = {};
  auto operator<=>(const ItemRef&) const = default;
  /// `definition controls`, `requirement step.room`.
  std::string text() const;
};
using ItemRefs = std::set<ItemRef>;

/// An item of one program.
struct ItemId {
  ItemSort sort = ItemSort::definition;
  Id id = none;
  auto operator<=>(const ItemId&) const = default;
};

}  // namespace casebook::language
