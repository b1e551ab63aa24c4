// SPDX-License-Identifier: Apache-2.0
#pragma once

// Least squares for a few unknowns: Householder QR with column pivoting (Golub and Van Loan, "Matrix
// Computations", 5.4). Columns are scaled first, so that a value that is small only in its unit is not
// taken for zero.

#include <optional>
#include <vector>

namespace casebook::tracing {

/// Rows of equal length, and the value that each should have.
struct Equations {
  size_t unknowns = 0;
  std::vector<double> rows;  // one after the other
  std::vector<double> sums;
  void add(std::vector<double> row, double sum);
};

/// The unknowns with the least sum of squares; nothing when the equations do not settle them: when the column
/// of one of them is, but for this share of its length, made of the others'.
std::optional<std::vector<double>> least_squares(Equations equations, double least_share = 1e-9);

}  // namespace casebook::tracing
