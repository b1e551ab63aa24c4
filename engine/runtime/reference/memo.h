// SPDX-License-Identifier: Apache-2.0
#pragma once

// Remembers results of definitions and fields for the last few positions. A definition depends on its
// arguments and the position only, so the same question has the same answer. This saves most of the time on
// large maps, where a field asks for zones of control in every hex.
//
// Positions are compared word by word, never by hash alone. Nothing is remembered while a derivation is
// written or cases are counted, because both need every step. Faults are not remembered.

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/fnv.h"
#include "engine/program/program.h"
#include "engine/runtime/position.h"
#include "engine/runtime/value.h"

namespace casebook::runtime {

class Memo {
 public:
  /// A definition or a field, by a number of its own, then its arguments, each with its length.
  using Key = std::vector<int64_t>;

  static void append(Key& key, const Value& argument) {
    key.push_back(argument.number);
    key.push_back(static_cast<int64_t>(argument.items.size()));
    key.insert(key.end(), argument.items.begin(), argument.items.end());
  }

  /// Null when it is not known.
  const Value* find(const Position& position, const Key& key) {
    Room& room = room_of(position);
    const auto found = room.values.find(key);
    return found == room.values.end() ? nullptr : &found->second;
  }
  const Value& keep(const Position& position, Key key, Value value) {
    Room& room = room_of(position);
    return room.values.insert_or_assign(std::move(key), std::move(value)).first->second;
  }

 private:
  struct KeyHash {
    size_t operator()(const Key& key) const {
      Fnv1a hash;
      for (const int64_t one : key) hash.word(static_cast<uint64_t>(one));
      return hash.value() ^ (hash.value() >> 29U);
    }
  };
  struct Room {
    std::vector<uint64_t> words;  // empty: nothing yet
    uint64_t hash = 0;
    uint64_t used = 0;
    std::unordered_map<Key, Value, KeyHash> values;
  };

  Room& room_of(const Position& position) {
    Room* oldest = rooms_.data();
    for (Room& room : rooms_) {
      if (room.hash == position.hash() && room.words == position.words()) {
        room.used = ++clock_;
        return room;
      }
      if (room.used < oldest->used) oldest = &room;
    }
    oldest->words = position.words();
    oldest->hash = position.hash();
    oldest->used = ++clock_;
    // A table that was once large would be swept as a whole for each position after it.
    if (oldest->values.bucket_count() > 4 * oldest->values.size() + 1024)
      oldest->values = {};
    else
      oldest->values.clear();
    return *oldest;
  }

  std::array<Room, 4> rooms_;
  uint64_t clock_ = 0;
};

/// Values of definitions that read nothing of any position, so they hold for every position. For up to
/// three arguments that are single values, and for single values as results. Evaluators of one scenario on
/// one thread share them, so thousands of positions do not compute facts of the map again.
class FixedValues {
 public:
  explicit FixedValues(const language::Program& program);

  bool is_fixed(language::DefinitionId definition) const { return fixed_[definition]; }
  /// Nothing where the arguments do not fit.
  static std::optional<uint64_t> key(const Value* arguments, size_t count) {
    if (count > 3) return std::nullopt;
    uint64_t key = 1;
    for (size_t i = 0; i < count; ++i) {
      const int64_t number = arguments[i].number + 2;
      if (!arguments[i].items.empty() || number < 0 || number >= (int64_t{1} << 20)) return std::nullopt;
      key = key << 20U | static_cast<uint64_t>(number);
    }
    return key;
  }
  std::optional<int64_t> find(language::DefinitionId definition, uint64_t key) const {
    const auto& values = values_[definition];
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(language::DefinitionId definition, uint64_t key, const Value& value) {
    auto& values = values_[definition];
    if (value.items.empty() && values.size() < most) values.emplace(key, value.number);
  }

 private:
  static constexpr size_t most = 200'000;  // of one definition
  language::ById<bool, language::Definition> fixed_;
  language::ById<std::unordered_map<uint64_t, int64_t>, language::Definition> values_;
};

}  // namespace casebook::runtime
