// SPDX-License-Identifier: Apache-2.0
#include "editor/tracing/least_squares.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace casebook::tracing {

void Equations::add(std::vector<double> row, double sum) {
  assert(unknowns == row.size() && "a row has one number for each unknown");
  rows.insert(rows.end(), row.begin(), row.end());
  sums.push_back(sum);
}

std::optional<std::vector<double>> least_squares(Equations equations, double least_share) {
  const size_t n = equations.unknowns, m = equations.sums.size();
  if (m < n) return std::nullopt;
  std::vector<double>& a = equations.rows;
  std::vector<double>& b = equations.sums;
  const auto at = [&](size_t row, size_t column) -> double& { return a[row * n + column]; };
  const auto length_below = [&](size_t column, size_t from) {
    double sum = 0;
    for (size_t row = from; row < m; ++row) sum += at(row, column) * at(row, column);
    return std::sqrt(sum);
  };

  std::vector<double> scale(n, 1);
  for (size_t column = 0; column < n; ++column) {
    scale[column] = length_below(column, 0);
    if (!(scale[column] > 0)) return std::nullopt;
    for (size_t row = 0; row < m; ++row) at(row, column) /= scale[column];
  }
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;

  for (size_t step = 0; step < n; ++step) {
    size_t pivot = step;
    for (size_t column = step + 1; column < n; ++column)
      if (length_below(column, step) > length_below(pivot, step)) pivot = column;
    if (pivot != step) {
      for (size_t row = 0; row < m; ++row) std::swap(at(row, step), at(row, pivot));
      std::swap(order[step], order[pivot]);
    }
    const double length = length_below(step, step);
    if (!(length > least_share)) return std::nullopt;
    const double turned = at(step, step) > 0 ? -length : length;
    std::vector<double> mirror(m, 0);
    for (size_t row = step; row < m; ++row) mirror[row] = at(row, step);
    mirror[step] -= turned;
    double square = 0;
    for (size_t row = step; row < m; ++row) square += mirror[row] * mirror[row];
    const auto reflect = [&](const auto& get) {
      double product = 0;
      for (size_t row = step; row < m; ++row) product += mirror[row] * get(row);
      for (size_t row = step; row < m; ++row) get(row) -= 2 * product / square * mirror[row];
    };
    if (square > 0) {
      for (size_t column = step; column < n; ++column)
        reflect([&, column](size_t row) -> double& { return at(row, column); });
      reflect([&](size_t row) -> double& { return b[row]; });
    }
  }

  std::vector<double> found(n, 0);
  for (size_t i = n; i-- > 0;) {
    double rest = b[i];
    for (size_t column = i + 1; column < n; ++column) rest -= at(i, column) * found[order[column]];
    found[order[i]] = rest / at(i, i);
  }
  for (size_t column = 0; column < n; ++column) found[column] /= scale[column];
  return found;
}

}  // namespace casebook::tracing
