// SPDX-License-Identifier: Apache-2.0
#include "engine/board/grid.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <queue>
#include <set>

namespace casebook::board {
namespace {

constexpr Layout layouts[] = {Layout::flat_odd,    Layout::flat_even,    Layout::pointy_odd,
                              Layout::pointy_even, Layout::rhombus_flat, Layout::rhombus_pointy};

std::vector<Cell> all_cells(const Grid& grid) {
  std::vector<Cell> cells;
  for (int c = 0; c < grid.columns; ++c) {
    for (int r = 0; r < grid.rows; ++r) cells.push_back({c, r});
  }
  return cells;
}

std::vector<Cell> around(const Grid& grid, const Cell& cell) {
  std::vector<Cell> out;
  for (int d = 0; d < directions; ++d) out.push_back(grid.step(cell, d));
  return out;
}

using Cells = std::vector<Cell>;

// Read off drawings by hand: clockwise from north, or from northeast.
TEST(Grid, flat_neighbours_as_drawn) {
  const Grid odd{Layout::flat_odd, 9, 9};  // columns 0, 2, 4 ... (first, third ...) stand lower
  EXPECT_EQ(around(odd, {2, 2}), (Cells{{2, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 3}, {1, 2}}));
  EXPECT_EQ(around(odd, {3, 2}), (Cells{{3, 1}, {4, 1}, {4, 2}, {3, 3}, {2, 2}, {2, 1}}));
  const Grid even{Layout::flat_even, 9, 9};
  EXPECT_EQ(around(even, {2, 2}), (Cells{{2, 1}, {3, 1}, {3, 2}, {2, 3}, {1, 2}, {1, 1}}));
  EXPECT_EQ(around(even, {3, 2}), (Cells{{3, 1}, {4, 2}, {4, 3}, {3, 3}, {2, 3}, {2, 2}}));
}

TEST(Grid, pointy_neighbours_as_drawn) {
  const Grid odd{Layout::pointy_odd, 9, 9};  // rows 0, 2, 4 ... stand further right
  EXPECT_EQ(around(odd, {2, 2}), (Cells{{3, 1}, {3, 2}, {3, 3}, {2, 3}, {1, 2}, {2, 1}}));
  EXPECT_EQ(around(odd, {2, 3}), (Cells{{2, 2}, {3, 3}, {2, 4}, {1, 4}, {1, 3}, {1, 2}}));
  const Grid even{Layout::pointy_even, 9, 9};
  EXPECT_EQ(around(even, {2, 2}), (Cells{{2, 1}, {3, 2}, {2, 3}, {1, 3}, {1, 2}, {1, 1}}));
}

TEST(Grid, rhombus_neighbours_are_the_axial_ones) {
  for (const Layout layout : {Layout::rhombus_flat, Layout::rhombus_pointy}) {
    const auto found = around({layout, 9, 9}, {4, 4});
    EXPECT_EQ(std::set<Cell>(found.begin(), found.end()),
              (std::set<Cell>{{5, 4}, {3, 4}, {4, 5}, {4, 3}, {5, 3}, {3, 5}}));
  }
}

TEST(Grid, names_of_directions) {
  const Grid flat{Layout::flat_odd, 3, 3}, pointy{Layout::rhombus_pointy, 3, 3};
  EXPECT_EQ(flat.direction_name(0), "north");
  EXPECT_EQ(pointy.direction_name(1), "east");
  EXPECT_EQ(flat.direction_named("southwest"), 4);
  EXPECT_EQ(pointy.direction_named("southwest"), 3);
  EXPECT_FALSE(flat.direction_named("east"));
}

rc::Gen<Grid> any_grid() {
  return rc::gen::build<Grid>(rc::gen::set(&Grid::layout, rc::gen::elementOf(std::vector<Layout>(
                                                              std::begin(layouts), std::end(layouts)))),
                              rc::gen::set(&Grid::columns, rc::gen::inRange(1, 12)),
                              rc::gen::set(&Grid::rows, rc::gen::inRange(1, 12)));
}

Cell any_cell() {
  return {*rc::gen::inRange(-20, 20), *rc::gen::inRange(-20, 20)};
}

RC_GTEST_PROP(Grid, opposite_directions_lead_back, ()) {
  const Grid grid = *any_grid();
  const Cell cell = any_cell();
  for (int d = 0; d < directions; ++d) {
    RC_ASSERT(grid.step(grid.step(cell, d), opposite(d)) == cell);
    RC_ASSERT(grid.direction(cell, grid.step(cell, d)) == d);
    RC_ASSERT(grid.distance(cell, grid.step(cell, d)) == 1);
    // Neighbours in turn touch one another: they are in order around the cell.
    RC_ASSERT(grid.distance(grid.step(cell, d), grid.step(cell, (d + 1) % directions)) == 1);
  }
  RC_ASSERT(grid.cell(grid.axial(cell)) == cell);
}

RC_GTEST_PROP(Grid, distance_is_a_metric, ()) {
  const Grid grid = *any_grid();
  const Cell a = any_cell(), b = any_cell(), c = any_cell();
  RC_ASSERT(grid.distance(a, b) == grid.distance(b, a));
  RC_ASSERT((grid.distance(a, b) == 0) == (a == b));
  RC_ASSERT(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
}

// Breadth first over an endless grid, as far as the distance reaches.
RC_GTEST_PROP(Grid, distance_is_the_number_of_steps, ()) {
  const Grid grid = *any_grid();
  const Cell from{*rc::gen::inRange(-3, 3), *rc::gen::inRange(-3, 3)};
  const Cell to{*rc::gen::inRange(-6, 6), *rc::gen::inRange(-6, 6)};
  std::set<Cell> seen{from}, ring{from};
  int steps = 0;
  while (!seen.contains(to)) {
    std::set<Cell> next;
    for (const Cell& cell : ring) {
      for (const Cell& near : around(grid, cell)) {
        if (seen.insert(near).second) next.insert(near);
      }
    }
    ring = next;
    ++steps;
  }
  RC_ASSERT(grid.distance(from, to) == steps);
}

RC_GTEST_PROP(Topology, agrees_with_the_grid_and_stores_hexsides_once, ()) {
  const Grid grid = *any_grid();
  std::vector<Cell> cells;
  for (const Cell& cell : all_cells(grid)) {
    if (*rc::gen::inRange(0, 5) > 0) cells.push_back(cell);
  }
  const Topology ground(grid, cells);
  RC_ASSERT(ground.hexes() == static_cast<int>(cells.size()));
  std::vector<int> uses(static_cast<size_t>(ground.hexsides()), 0);
  for (int a = 0; a < ground.hexes(); ++a) {
    RC_ASSERT(ground.hex(ground.cell(a)) == a);
    for (int d = 0; d < directions; ++d) {
      const auto at = static_cast<size_t>(d);
      const int b = ground.neighbours(a)[at], side = ground.sides(a)[at];
      RC_ASSERT(b == ground.hex(grid.step(ground.cell(a), d)));
      ++uses[static_cast<size_t>(side)];
      const auto& ends = ground.ends(side);
      if (b == nowhere) {
        RC_ASSERT(ends[0] == a && ends[1] == nowhere);
      } else {
        RC_ASSERT(ends[0] == std::min(a, b) && ends[1] == std::max(a, b));
        RC_ASSERT(ground.sides(b)[static_cast<size_t>(opposite(d))] == side);
      }
    }
    for (int b = 0; b < ground.hexes(); ++b) {
      RC_ASSERT(ground.between(a, b) == ground.between(b, a));
      RC_ASSERT(ground.adjacent(a, b) == (ground.distance(a, b) == 1));
    }
  }
  for (int side = 0; side < ground.hexsides(); ++side) {
    RC_ASSERT(uses[static_cast<size_t>(side)] == (ground.ends(side)[1] == nowhere ? 1 : 2));
  }
}

TEST(Topology, three_by_three_rhombus) {
  const Grid grid{Layout::rhombus_pointy, 3, 3};
  const Topology ground(grid, all_cells(grid));
  EXPECT_EQ(ground.hexes(), 9);
  EXPECT_EQ(ground.hexsides(), 38);  // 54 sides of hexes, 16 of them shared by two
  int edge = 0;
  for (int hex = 0; hex < 9; ++hex) edge += ground.on_edge(hex) ? 1 : 0;
  EXPECT_EQ(edge, 8);
}

}  // namespace
}  // namespace casebook::board
