// SPDX-License-Identifier: Apache-2.0
#include "verifier/search/shrink.h"

#include <algorithm>

namespace casebook::games {

using language::none;
using language::TypeTag;
using runtime::Value;

namespace {

/// Where a piece goes that is not needed: the first box, or where it began when there is none.
Value put_away(const Scenario& scenario, const Cell& piece) {
  if (!scenario.program->boxes.empty()) return {scenario.ground.hexes, {}};
  return read(scenario, scenario.start, piece);
}

/// What a state or local has when nobody has touched it.
Value beginning(const Scenario& scenario, const Cell& cell) {
  const auto id = static_cast<size_t>(cell.id);
  if (cell.what == Cell::What::local) return runtime::variable_default(scenario, scenario.program->vars[id]);
  const language::State& state = scenario.program->states[id];
  if (state.procedure == none) return read(scenario, scenario.start, cell);
  const auto initial = runtime::constant_value(scenario, state.type, state.initial.get());
  return initial ? *initial : *runtime::constant_value(scenario, state.type, nullptr);
}

/// Simpler values than this one, the simplest first; `plain` is the simplest.
std::vector<Value> simpler_values(const Scenario& scenario, const Cell& cell, const Value& now,
                                  const Value& plain) {
  std::vector<Value> values;
  if (now == plain) return values;
  values.push_back(plain);
  const TypeTag tag = type_of(scenario, cell).tag;
  if (tag == TypeTag::set) {
    for (size_t i = 0; i < now.items.size() && now.items.size() > 1; ++i) {
      Value less = now;
      less.items.erase(less.items.begin() + static_cast<std::ptrdiff_t>(i));
      if (less != plain) values.push_back(less);
    }
  } else if (tag == TypeTag::path) {
    if (now.items.size() > 1) {
      Value shorter = now;
      shorter.items.pop_back();
      if (shorter != plain) values.push_back(shorter);
    }
  } else if (tag == TypeTag::number && now.number != language::never_value) {
    // Halving towards the plain value, then one step.
    const int64_t gap = now.number - plain.number;
    for (int64_t rest = gap / 2; rest != 0; rest /= 2) values.push_back({now.number - (gap - rest), {}});
    const int32_t step = gap > 0 ? 1 : -1;
    if (now.number - step != plain.number) values.push_back({now.number - step, {}});
  } else if (tag == TypeTag::entity || tag == TypeTag::maybe || tag == TypeTag::location) {
    for (const int64_t lower : {int64_t{0}, now.number / 2, now.number - 1}) {
      if (lower >= 0 && lower < now.number && lower != plain.number) values.push_back({lower, {}});
    }
  }
  return values;
}

/// Lower hexes for a piece on the map, the lowest first: halves, then the hexes beside it.
std::vector<int32_t> lower_hexes(const Scenario& scenario, int32_t hex) {
  std::vector<int32_t> lower;
  for (int32_t rest = hex; rest > 0; rest /= 2) lower.push_back(hex - rest);
  for (const int32_t near : scenario.ground.neighbours[static_cast<size_t>(hex)]) {
    if (near >= 0 && near < hex) lower.push_back(near);
  }
  std::sort(lower.begin(), lower.end());
  lower.erase(std::unique(lower.begin(), lower.end()), lower.end());
  return lower;
}

class PositionShrinker {
 public:
  PositionShrinker(const Scenario& scenario, Position position, const StillFails& fails, int64_t budget)
      : scenario_(scenario), position_(std::move(position)), fails_(fails), budget_(budget) {}

  Position run() {
    bool better = true;
    while (better && budget_ > 0) {
      better = put_pieces_away();
      better |= plain_cells();
      better |= lower_all();
    }
    return std::move(position_);
  }

 private:
  bool take(Position simpler) {
    if (budget_ <= 0 || simpler == position_) return false;
    --budget_;
    if (!fails_(simpler)) return false;
    position_ = std::move(simpler);
    return true;
  }

  bool take(const Cell& cell, const Value& value) {
    if (read(scenario_, position_, cell) == value) return false;
    Position simpler = position_;
    write(scenario_, simpler, cell, value);
    return take(std::move(simpler));
  }

  /// Many at once, then fewer: most pieces have nothing to do with it.
  bool put_pieces_away() {
    bool better = false;
    std::vector<Cell> out;
    for (const Cell& piece : pieces_of(scenario_)) {
      if (read(scenario_, position_, piece) != put_away(scenario_, piece)) out.push_back(piece);
    }
    for (size_t at_once = out.size(); at_once > 0; at_once /= 2) {
      for (size_t first = 0; first < out.size();) {
        Position simpler = position_;
        const size_t last = std::min(first + at_once, out.size());
        for (size_t i = first; i < last; ++i) write(scenario_, simpler, out[i], put_away(scenario_, out[i]));
        if (take(std::move(simpler))) {
          better = true;
          out.erase(out.begin() + static_cast<std::ptrdiff_t>(first),
                    out.begin() + static_cast<std::ptrdiff_t>(last));
        } else {
          first = last;
        }
      }
    }
    return better;
  }

  bool plain_cells() {
    bool better = false;
    const std::vector<Cell> cells = cells_of(scenario_, position_);
    const size_t pieces = pieces_of(scenario_).size();
    Position all = position_;
    for (size_t i = pieces; i < cells.size(); ++i)
      write(scenario_, all, cells[i], beginning(scenario_, cells[i]));
    better |= take(std::move(all));
    for (size_t i = pieces; i < cells.size(); ++i) {
      // Each state as a whole first: it may have a cell for every hex.
      const bool first = i == pieces || cells[i].id != cells[i - 1].id || cells[i].what != cells[i - 1].what;
      if (first) {
        Position whole = position_;
        for (size_t k = i; k < cells.size() && cells[k].id == cells[i].id && cells[k].what == cells[i].what;
             ++k)
          write(scenario_, whole, cells[k], beginning(scenario_, cells[k]));
        better |= take(std::move(whole));
      }
      const Value now = read(scenario_, position_, cells[i]);
      for (const Value& value : simpler_values(scenario_, cells[i], now, beginning(scenario_, cells[i]))) {
        if (!take(cells[i], value)) continue;
        better = true;
        break;
      }
    }
    return better;
  }

  /// Pieces on the map to lower hexes: one by one, then all those in one hex, then all together a step.
  bool lower_all() {
    bool better = false;
    const std::vector<Cell> pieces = pieces_of(scenario_);
    for (const Cell& piece : pieces) {
      const int32_t at = read(scenario_, position_, piece).cell();
      if (!is_hex(scenario_, at)) continue;
      for (const int32_t hex : lower_hexes(scenario_, at)) {
        if (!take(piece, {hex, {}})) continue;
        better = true;
        break;
      }
    }
    for (int direction = 0; direction < 6; ++direction) {
      // What matters is often how they stand to one another.
      Position moved = position_;
      int64_t rise = 0;
      bool all = true;
      for (const Cell& piece : pieces) {
        const int32_t at = read(scenario_, position_, piece).cell();
        if (!is_hex(scenario_, at)) continue;
        const int32_t to =
            scenario_.ground.neighbours[static_cast<size_t>(at)][static_cast<size_t>(direction)];
        all = all && to >= 0;
        if (!all) break;
        rise += to - at;
        write(scenario_, moved, piece, {to, {}});
      }
      while (all && rise < 0 && take(moved)) {
        better = true;
        rise = 0;
      }
    }
    return better;
  }

  const Scenario& scenario_;
  Position position_;
  const StillFails& fails_;
  int64_t budget_;
};

}  // namespace

Position shrink(const PositionMaker& maker, Position position, const StillFails& still_fails,
                int64_t budget) {
  return PositionShrinker(maker.scenario(), std::move(position), still_fails, budget).run();
}

std::vector<Position> simpler(const PositionMaker& maker, const Position& position) {
  const Scenario& scenario = maker.scenario();
  std::vector<Position> all;
  const auto offer = [&](Position one) {
    if (!(one == position)) all.push_back(std::move(one));
  };
  std::vector<Cell> out;
  for (const Cell& piece : pieces_of(scenario)) {
    if (read(scenario, position, piece) != put_away(scenario, piece)) out.push_back(piece);
  }
  for (size_t at_once = out.size(); at_once > 0; at_once /= 2) {
    for (size_t first = 0; first < out.size(); first += at_once) {
      Position one = position;
      for (size_t i = first; i < std::min(first + at_once, out.size()); ++i)
        write(scenario, one, out[i], put_away(scenario, out[i]));
      offer(std::move(one));
    }
  }
  const std::vector<Cell> cells = cells_of(scenario, position);
  for (size_t i = pieces_of(scenario).size(); i < cells.size(); ++i) {
    const Value now = read(scenario, position, cells[i]);
    for (const Value& value : simpler_values(scenario, cells[i], now, beginning(scenario, cells[i]))) {
      Position one = position;
      write(scenario, one, cells[i], value);
      offer(std::move(one));
    }
  }
  for (const Cell& piece : out) {
    const int32_t at = read(scenario, position, piece).cell();
    if (!is_hex(scenario, at)) continue;
    for (const int32_t hex : lower_hexes(scenario, at)) {
      Position one = position;
      write(scenario, one, piece, {hex, {}});
      offer(std::move(one));
    }
  }
  return all;
}

}  // namespace casebook::games
