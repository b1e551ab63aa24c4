// SPDX-License-Identifier: Apache-2.0
// Fields: of the whole map from the goals outwards, and at one hex.

#include <algorithm>
#include <tuple>

#include "engine/runtime/compiled/machine.h"

namespace casebook::runtime::compiled {

// The cell of the first step of the row of steps that holds now.
int64_t Machine::first_step(const FieldForm& field) const {
  const int64_t row = field.step_row < 0 ? 0 : value(field.step_row);
  return field.step_cells + row * p_.scenario->ground.hexes * 6;
}

// From the goals outwards, exactly as the reference evaluator goes: where asking can fault, the order shows.
Stop Machine::search(int32_t field, Address into) {
  const FieldForm& f = p_.fields[field];
  SearchRoom& room = searches_[static_cast<size_t>(field)];  // of its own: asking may look into another field
  const Ground& ground = p_.scenario->ground;
  constexpr int64_t never = language::never_value;
  Stop stop = Stop::done;
  const auto ask = [&](int32_t routine, Address hex, int64_t value) {
    m_[hex] = static_cast<uint64_t>(value);
    stop = run(routine);
    return static_cast<int64_t>(m_[f.answer]);
  };
  const auto in = [&](Address set, int32_t hex) { return ((m_[set + (hex >> 6)] >> (hex & 63)) & 1U) != 0; };
  const auto later = [](const std::pair<int64_t, int32_t>& a, const std::pair<int64_t, int32_t>& b) {
    return a > b;
  };
  const int64_t steps = first_step(f);
  room.open.clear();
  // A goal is marked in `settled`, bit 1; settled hexes have bit 0.
  for (int32_t hex = 0; hex < ground.hexes; ++hex) {
    const auto h = static_cast<size_t>(hex);
    const bool goal = f.goal_set >= 0 ? in(f.goal_set, hex) : ask(f.goal, f.goal_hex, hex) != 0;
    if (stop == Stop::fault) return stop;
    room.settled[h] = goal ? 2 : 0;
    room.costs[h] = goal ? 0 : never;
    if (goal) room.open.emplace_back(0, hex);
  }
  std::make_heap(room.open.begin(), room.open.end(), later);
  while (!room.open.empty()) {
    std::pop_heap(room.open.begin(), room.open.end(), later);
    const auto [so_far, hex] = room.open.back();
    room.open.pop_back();
    const auto h = static_cast<size_t>(hex);
    if ((room.settled[h] & 1U) != 0) continue;
    room.settled[h] |= 1U;
    if ((room.settled[h] & 2U) == 0 && (f.through_set >= 0 || f.through >= 0)) {
      const bool through =
          f.through_set >= 0 ? in(f.through_set, hex) : ask(f.through, f.through_hex, hex) != 0;
      if (stop == Stop::fault) return stop;
      if (!through) continue;
    }
    for (size_t direction = 0; direction < 6; ++direction) {
      const int32_t from = ground.neighbours[h][direction];
      if (from < 0 || (room.settled[static_cast<size_t>(from)] & 1U) != 0) continue;
      int64_t step = 1;
      if (f.step_cells >= 0) {
        step = cell(static_cast<uint32_t>(steps + from * 6 + board::opposite(static_cast<int>(direction))));
        if (f.reach && step == 0) continue;
      } else if (f.step >= 0) {
        m_[f.from_hex] = static_cast<uint64_t>(from);
        step = ask(f.step, f.to_hex, hex);
        if (stop == Stop::fault) return stop;
        if (f.reach && step == 0) continue;
      }
      if (f.reach)
        step = 1;
      else if (step == never)
        continue;
      if (so_far + step >= room.costs[static_cast<size_t>(from)]) continue;
      room.costs[static_cast<size_t>(from)] = so_far + step;
      room.open.emplace_back(so_far + step, from);
      std::push_heap(room.open.begin(), room.open.end(), later);
    }
  }
  if (f.reach) {
    std::fill(m_ + into, m_ + into + p_.hex_words, 0);
    for (int32_t hex = 0; hex < ground.hexes; ++hex)
      if (room.costs[static_cast<size_t>(hex)] != never) m_[into + (hex >> 6)] |= uint64_t{1} << (hex & 63);
  } else {
    for (int32_t hex = 0; hex < ground.hexes; ++hex)
      set_cell(static_cast<uint32_t>(into) * 2 + static_cast<uint32_t>(hex),
               static_cast<int32_t>(room.costs[static_cast<size_t>(hex)]));
  }
  return Stop::done;
}

// From one hex to the first goal: what the search of the whole map would say of it, where steps are a table
// and never negative.
int64_t Machine::look_up(int32_t field, int32_t hex) {
  const FieldForm& f = p_.fields[field];
  const auto in = [&](Address set, int32_t h) { return ((m_[set + (h >> 6)] >> (h & 63)) & 1U) != 0; };
  if (in(f.goal_set, hex)) return 0;
  SearchRoom& room = searches_[static_cast<size_t>(field)];
  const Ground& ground = p_.scenario->ground;
  const int64_t steps = first_step(f);
  const auto later = [](const std::pair<int64_t, int32_t>& a, const std::pair<int64_t, int32_t>& b) {
    return a.first > b.first;
  };
  const uint64_t search = ++room.search;
  room.open.clear();
  room.reached[static_cast<size_t>(hex)] = search;
  room.costs[static_cast<size_t>(hex)] = 0;
  int64_t so_far = 0;
  int32_t at = hex;
  while (true) {
    const auto& near = ground.neighbours[static_cast<size_t>(at)];
    for (size_t direction = 0; direction < 6; ++direction) {
      const int32_t to = near[direction];
      if (to < 0) continue;
      const auto t = static_cast<size_t>(to);
      const int64_t step = cell(static_cast<uint32_t>(steps + at * 6 + static_cast<int32_t>(direction)));
      if (step == language::never_value) continue;
      if (room.reached[t] == search && room.costs[t] <= so_far + step) continue;
      room.reached[t] = search;
      room.costs[t] = so_far + step;
      room.open.emplace_back(so_far + step, to);
      std::push_heap(room.open.begin(), room.open.end(), later);
    }
    do {
      if (room.open.empty()) return language::never_value;
      std::pop_heap(room.open.begin(), room.open.end(), later);
      std::tie(so_far, at) = room.open.back();
      room.open.pop_back();
      if (room.costs[static_cast<size_t>(at)] != so_far) continue;
      if (in(f.goal_set, at)) return so_far;
    } while (room.costs[static_cast<size_t>(at)] != so_far || (f.through_set >= 0 && !in(f.through_set, at)));
  }
}

}  // namespace casebook::runtime::compiled
