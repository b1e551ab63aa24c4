// SPDX-License-Identifier: Apache-2.0
#include "engine/program/item_ref.h"

#include <array>

namespace casebook::language {

std::string_view sort_name(ItemSort sort) {
  static constexpr auto names = std::to_array<std::string_view>({
#define CASEBOOK_NAME(name) #name,
      CASEBOOK_ITEM_SORTS(CASEBOOK_NAME)
#undef CASEBOOK_NAME
  });
  return names.at(static_cast<size_t>(sort));
}

std::string ItemRef::text() const {
  std::string text(sort_name(sort));
  text += " " + name;
  if (sort == ItemSort::requirement) text += "." + line;
  return text;
}

}  // namespace casebook::language
