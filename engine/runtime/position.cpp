// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/position.h"

namespace casebook::runtime {

uint64_t Position::hash_afresh() const {
  uint64_t hash = 0;
  for (size_t i = 0; i < words_.size(); ++i) hash ^= mix(static_cast<uint32_t>(i), words_[i]);
  return hash;
}

void Position::undo_to(Journal& journal, size_t mark) {
  while (journal.size() > mark) {
    const JournalEntry entry = journal.back();
    journal.pop_back();
    hash_ ^= mix(entry.word, words_[entry.word]) ^ mix(entry.word, entry.old_value);
    words_[entry.word] = entry.old_value;
  }
}

}  // namespace casebook::runtime
