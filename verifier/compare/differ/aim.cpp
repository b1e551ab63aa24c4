// SPDX-License-Identifier: Apache-2.0
#include "verifier/compare/differ/aim.h"

#include <algorithm>

namespace casebook::compare {

using games::Far;

namespace {

constexpr size_t most_hints = 24;
constexpr double no_such_position = 60;  // the other side has none
constexpr double not_as_played = 2;      // of a turn, a phase, a side; as often as it is
constexpr double no_such_value = 8;      // a free variable has a value that the other side lacks

}  // namespace

BothSides::BothSides(Pair& pair, size_t side, games::Goal here, games::Goal there,
                     std::vector<std::pair<VarId, VarId>> shared)
    : pair_(pair),
      side_(side),
      here_(pair.settled[side], std::move(here)),
      there_(pair.settled[1 - side], std::move(there)),
      shared_(std::move(shared)) {
  here_.remember(pair.fixed[side]);
  there_.remember(pair.fixed[1 - side]);
}

bool BothSides::bind_there() {
  games::Bindings values;
  const language::Program& program = *pair_.scenarios[side_]->program;
  for (const auto& [var, value] : here_.bindings()) {
    const auto known = std::find_if(shared_.begin(), shared_.end(),
                                    [var = var](const auto& one) { return one.first == var; });
    if (known == shared_.end()) continue;
    auto there = value_across(pair_.alignment, side_, program.vars[var].type, value);
    if (!there) return false;
    values.emplace_back(known->second, std::move(*there));
  }
  there_.bind(std::move(values));
  return true;
}

Far BothSides::look(const Position& position, double enough) {
  Far far = here_(position, enough);
  if (far.distance > enough) return far;
  const auto other = pair_.transfers[side_](position);
  if (!other) {
    far.distance += no_such_position;
    return far;
  }
  if (!bind_there()) {
    far.distance += no_such_value;
    return far;
  }
  Far there = there_(*other, enough - far.distance);
  if (there.distance <= 0) return far;
  far.distance += there.distance;
  // Of each its share.
  if (far.hints.size() > most_hints / 2) far.hints.resize(most_hints / 2);
  for (games::Hint& hint : there.hints) {
    if (far.hints.size() >= most_hints) break;
    auto cell = cell_across(pair_, 1 - side_, hint.cell);
    if (!cell) continue;
    std::optional<runtime::Value> value;
    if (hint.value) {
      const language::Type type = games::type_of(*pair_.scenarios[1 - side_], hint.cell);
      runtime::Value wanted(hint.value->number);
      wanted.items = hint.value->items;
      if (const auto mine = value_across(pair_.alignment, 1 - side_, type, wanted))
        value = runtime::Value{static_cast<int32_t>(mine->number), mine->items};
    }
    far.hints.push_back({*cell, std::move(value)});
  }
  return far;
}

Far AsPlayed::look(const Position& position, double enough) {
  if (phases_ == nullptr || phases_->allows(position)) return aim_.look(position, enough);
  const auto changes = phases_->changes(position);
  const double off = changes ? not_as_played * static_cast<double>(changes->size()) : no_such_position;
  Far far = aim_.look(position, enough - off);
  far.distance += off;
  if (!changes) return far;
  for (const games::Phases::Change& change : *changes) far.hints.push_back({change.cell, change.value});
  return far;
}

}  // namespace casebook::compare
