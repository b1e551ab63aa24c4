// SPDX-License-Identifier: Apache-2.0
#include "verifier/symbolic/formula/codes.h"

#include <algorithm>

#include "engine/board/grid.h"

namespace casebook::symbolic {

Codes::Codes(const runtime::Scenario& scenario) : scenario_(scenario), hexes_(scenario.ground.hexes) {
  const runtime::Ground& ground = scenario.ground;
  if (hexes_ == 0) return;
  int least_column = ground.cells[0].column, least_row = ground.cells[0].row;
  int most_column = least_column, most_row = least_row;
  for (const board::Cell& cell : ground.cells) {
    least_column = std::min(least_column, cell.column);
    most_column = std::max(most_column, cell.column);
    least_row = std::min(least_row, cell.row);
    most_row = std::max(most_row, cell.row);
  }
  // Rows that shift keep their parity: begin at an even one.
  least_column -= least_column & 1;
  least_row -= least_row & 1;
  int row_bits = 1;
  while ((1 << row_bits) < most_row - least_row + 2) ++row_bits;
  const int64_t column_step = int64_t{1} << row_bits;
  for (const board::Cell& cell : ground.cells)
    of_hex_.push_back((cell.column - least_column) * column_step + (cell.row - least_row));
  last_hex_ = *std::max_element(of_hex_.begin(), of_hex_.end());
  first_box_ = last_hex_ + 1;
  hex_of_.assign(static_cast<size_t>(first_box_), -1);
  for (int32_t hex = 0; hex < hexes_; ++hex) hex_of_[static_cast<size_t>(of_hex(hex))] = hex;

  const board::Grid grid{ground.layout, most_column + 2, most_row + 2};
  const bool by_row = !grid.flat();
  parity_bit_ = by_row ? 0 : row_bits;
  for (int parity = 0; parity < 2; ++parity) {
    const board::Cell here{by_row ? 2 : 2 + parity, by_row ? 2 + parity : 2};
    for (int d = 0; d < board::directions; ++d) {
      const board::Cell there = grid.step(here, d);
      steps_[static_cast<size_t>(parity)][static_cast<size_t>(d)] =
          (there.column - here.column) * column_step + (there.row - here.row);
    }
  }
  for (const board::Cell& cell : ground.cells) {
    const board::Axial axial = grid.axial(cell);
    axial_.push_back({axial.q, axial.r});
  }
}

Ref Codes::is_hex(Formula& formula, Ref code) const {
  const int64_t high = formula.node(code).high;
  if (hexes_ == 0) return no;
  const Ref below = high >= first_box_ ? formula.less(code, formula.number(first_box_)) : yes;
  const Ref valid = formula.lookup(
      code, [&](int64_t at) { return at >= first_box_ ? -1 : Formula::truth(hex_of(at) >= 0); });
  return formula.and_(below, valid);
}

std::array<Ref, 6> Codes::directions(Formula& formula, Ref a, Ref b) const {
  std::array<Ref, 6> result{};
  if (hexes_ == 0) return result;
  const Ref odd = formula.bit(a, parity_bit_);
  for (size_t d = 0; d < 6; ++d) {
    const Ref even_step = formula.equal(formula.add(a, formula.number(steps_[0][d])), b);
    const Ref odd_step = formula.equal(formula.add(a, formula.number(steps_[1][d])), b);
    result[d] = formula.choose(odd, odd_step, even_step);
  }
  return result;
}

Ref Codes::adjacent(Formula& formula, Ref a, Ref b) const {
  if (formula.is_constant(b)) std::swap(a, b);
  if (formula.is_constant(a)) {
    std::vector<Ref> any;
    const int32_t hex = hex_of(formula.constant(a));
    if (hex < 0) return no;
    for (const int32_t near : scenario_.ground.neighbours[static_cast<size_t>(hex)])
      if (near >= 0) any.push_back(formula.equal(b, formula.number(of_hex(near))));
    return formula.or_(std::move(any));
  }
  const auto all = directions(formula, a, b);
  return formula.or_({all.begin(), all.end()});
}

Ref Codes::distance(Formula& formula, Ref a, Ref b) const {
  if (formula.is_constant(b)) std::swap(a, b);
  if (formula.is_constant(a)) {
    const int32_t from = hex_of(formula.constant(a));
    if (from < 0) return formula.number(0);
    return formula.lookup(b, [&](int64_t code) {
      const int32_t to = hex_of(code);
      return to < 0 ? -1 : formula.number(scenario_.ground.distance(from, to));
    });
  }
  // In axial coordinates: the largest of the three differences.
  const auto part = [&](Ref code, size_t which) {
    return formula.lookup(code, [&](int64_t at) {
      const int32_t hex = hex_of(at);
      return hex < 0 ? -1 : formula.number(axial_[static_cast<size_t>(hex)][which]);
    });
  };
  const Ref q = formula.subtract(part(a, 0), part(b, 0)), r = formula.subtract(part(a, 1), part(b, 1));
  const auto size = [&](Ref x) { return formula.maximum(x, formula.negate(x)); };
  const Ref sum = size(formula.add(q, r));
  return formula.maximum(formula.maximum(size(q), size(r)), sum);
}

Ref Codes::index(Formula& formula, Ref code) const {
  return formula.lookup(code, [&](int64_t at) {
    const int32_t hex = hex_of(at);
    return hex < 0 ? -1 : formula.number(hex);
  });
}

}  // namespace casebook::symbolic
