// SPDX-License-Identifier: Apache-2.0
#include "verifier/explore/position_store.h"

#include <algorithm>

namespace casebook::explore {

PositionStore::PositionStore(size_t words) : words_(words), slots_(1024, empty) {
}

uint64_t PositionStore::hash(const uint64_t* packed) const {
  uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (size_t i = 0; i < words_; ++i) {  // murmur3's finaliser, word by word
    hash ^= packed[i];
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 33;
  }
  return hash;
}

void PositionStore::grow() {
  std::vector<uint32_t> wider(slots_.size() * 2, empty);
  const uint64_t mask = wider.size() - 1;
  for (uint32_t index = 0; index < count_; ++index) {
    uint64_t slot = hash(packed(index)) & mask;
    while (wider[slot] != empty) slot = (slot + 1) & mask;
    wider[slot] = index;
  }
  slots_ = std::move(wider);
}

PositionStore::Added PositionStore::add(const uint64_t* wanted) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const uint64_t mask = slots_.size() - 1;
  uint64_t slot = hash(wanted) & mask;
  for (; slots_[slot] != empty; slot = (slot + 1) & mask) {
    if (std::equal(wanted, wanted + words_, packed(slots_[slot]))) return {slots_[slot], false};
  }
  slots_[slot] = static_cast<uint32_t>(count_);
  packed_.insert(packed_.end(), wanted, wanted + words_);
  return {static_cast<uint32_t>(count_++), true};
}

}  // namespace casebook::explore
