// SPDX-License-Identifier: Apache-2.0
#pragma once

// The hot parts of the machine's loop: writes, and whether kept values are still valid.

#include "engine/runtime/compiled/machine.h"

namespace casebook::runtime::compiled {

inline void Machine::put(uint32_t word, uint64_t value, uint64_t mask) {
  if (!frames_.empty()) log_.push_back({word, m_[word], mask});
  m_[word] = value;
}

inline void Machine::touch_stamp(int32_t stamp) {
  uint64_t& at = written_[static_cast<size_t>(stamp)];
  if (!frames_.empty()) item_log_.push_back({stamp, at});
  at = ++clock_;
}

inline void Machine::touch(int32_t item) {
  const ItemForm& form = p_.items[static_cast<size_t>(item)];
  for (int32_t k = 0; k < form.stamps; ++k) touch_stamp(form.first_stamp + k);
}

inline void Machine::touch(int32_t item, int64_t member) {
  const ItemForm& form = p_.items[static_cast<size_t>(item)];
  touch_stamp(form.first_stamp + (form.class_of.empty() ? 0 : form.class_of[static_cast<size_t>(member)]));
}

inline bool Machine::fresh(const RoomForm& room, size_t row, uint64_t stamp) const {
  if (stamp == 0) return false;
  for (uint32_t i = room.row_stamps[row]; i < room.row_stamps[row + 1]; ++i)
    if (written_[static_cast<size_t>(room.stamps[i])] > stamp) return false;
  return true;
}

inline const uint64_t* Machine::kept(int32_t room, int64_t row) const {
  const RoomForm& form = p_.rooms[static_cast<size_t>(room)];
  const auto at = static_cast<size_t>(row);
  if (fresh(form, at, stamps_[static_cast<size_t>(room)][at])) return m_ + form.first + at * form.words;
  if (frames_.empty()) return nullptr;
  const uint64_t stamp = scratch_stamps_[static_cast<size_t>(room)][at];
  return stamp >= floor_ && fresh(form, at, stamp) ? m_ + form.second + at * form.words : nullptr;
}

}  // namespace casebook::runtime::compiled
