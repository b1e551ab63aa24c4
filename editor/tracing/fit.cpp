// SPDX-License-Identifier: Apache-2.0
#include "editor/tracing/fit.h"

#include <algorithm>
#include <cmath>

#include "editor/tracing/least_squares.h"

namespace casebook::tracing {

namespace {

struct Normal {
  double u, v, x, y;
};

struct Normalised {
  Mapping::Frame frame;
  std::vector<Normal> clicks;
};

Normalised normalised(const std::vector<Click>& clicks) {
  Normalised out;
  const auto count = static_cast<double>(clicks.size());
  for (const Click& click : clicks) {
    out.frame.middle = out.frame.middle + click.point * (1 / count);
    out.frame.pixel_middle.x += click.at.x / count;
    out.frame.pixel_middle.y += click.at.y / count;
  }
  double size = 0, pixel_size = 0;
  for (const Click& click : clicks) {
    size += std::hypot(click.point.x - out.frame.middle.x, click.point.y - out.frame.middle.y) / count;
    pixel_size += distance(click.at, out.frame.pixel_middle) / count;
  }
  if (size > 0) out.frame.size = size;
  if (pixel_size > 0) out.frame.pixel_size = pixel_size;
  for (const Click& click : clicks)
    out.clicks.push_back({(click.point.x - out.frame.middle.x) / out.frame.size,
                          (click.point.y - out.frame.middle.y) / out.frame.size,
                          (click.at.x - out.frame.pixel_middle.x) / out.frame.pixel_size,
                          (click.at.y - out.frame.pixel_middle.y) / out.frame.pixel_size});
  return out;
}

std::array<double, 8> eight(const std::vector<double>& numbers) {
  std::array<double, 8> all{};
  for (size_t i = 0; i < numbers.size(); ++i) all[i] = numbers[i];
  return all;
}

std::optional<std::array<double, 8>> straight(const std::vector<Normal>& clicks) {
  Equations equations{6, {}, {}};
  for (const Normal& c : clicks) {
    equations.add({1, c.u, c.v, 0, 0, 0}, c.x);
    equations.add({0, 0, 0, 1, c.u, c.v}, c.y);
  }
  const auto found = least_squares(std::move(equations));
  if (!found) return std::nullopt;
  return eight(*found);
}

/// x (1 + n6 u + n7 v) = n0 + n1 u + n2 v: linear, but misses are weighed by how far away they are; a start.
std::optional<std::array<double, 8>> rough_perspective(const std::vector<Normal>& clicks) {
  Equations equations{8, {}, {}};
  for (const Normal& c : clicks) {
    equations.add({1, c.u, c.v, 0, 0, 0, -c.u * c.x, -c.v * c.x}, c.x);
    equations.add({0, 0, 0, 1, c.u, c.v, -c.u * c.y, -c.v * c.y}, c.y);
  }
  const auto found = least_squares(std::move(equations));
  if (!found) return std::nullopt;
  return eight(*found);
}

struct Slope {
  double x, y;                   // what the numbers give
  std::array<double, 8> dx, dy;  // by number
};

Slope slope(Model model, const std::array<double, 8>& n, const Normal& c) {
  if (model == Model::perspective) {
    const double over = 1 + n[6] * c.u + n[7] * c.v;
    const double x = (n[0] + n[1] * c.u + n[2] * c.v) / over, y = (n[3] + n[4] * c.u + n[5] * c.v) / over;
    return {x,
            y,
            {1 / over, c.u / over, c.v / over, 0, 0, 0, -x * c.u / over, -x * c.v / over},
            {0, 0, 0, 1 / over, c.u / over, c.v / over, -y * c.u / over, -y * c.v / over}};
  }
  const double u = c.u + n[6] * c.v * c.v, v = c.v + n[7] * c.u * c.u;
  return {n[0] + n[1] * u + n[2] * v,
          n[3] + n[4] * u + n[5] * v,
          {1, u, v, 0, 0, 0, n[1] * c.v * c.v, n[2] * c.u * c.u},
          {0, 0, 0, 1, u, v, n[4] * c.v * c.v, n[5] * c.u * c.u}};
}

double missed(Model model, const std::array<double, 8>& n, const std::vector<Normal>& clicks) {
  double sum = 0;
  for (const Normal& c : clicks) {
    const Slope s = slope(model, n, c);
    sum += (s.x - c.x) * (s.x - c.x) + (s.y - c.y) * (s.y - c.y);
  }
  return sum;
}

/// Gauss and Newton, each step halved until it helps. `free` are the numbers that may change.
std::optional<std::array<double, 8>> refined(Model model, std::array<double, 8> n,
                                             const std::vector<size_t>& free,
                                             const std::vector<Normal>& clicks, double least_share) {
  double now = missed(model, n, clicks);
  for (int round = 0; round < 60; ++round) {
    Equations equations{free.size(), {}, {}};
    for (const Normal& c : clicks) {
      const Slope s = slope(model, n, c);
      std::vector<double> x, y;
      for (const size_t number : free) {
        x.push_back(s.dx[number]);
        y.push_back(s.dy[number]);
      }
      equations.add(x, c.x - s.x);
      equations.add(y, c.y - s.y);
    }
    const auto step = least_squares(std::move(equations), least_share);
    if (!step) return std::nullopt;
    double share = 1, size = 0;
    for (const double one : *step) size = std::max(size, std::abs(one));
    if (size < 1e-14) break;
    bool better = false;
    for (int halving = 0; halving < 30 && !better; ++halving, share /= 2) {
      std::array<double, 8> next = n;
      for (size_t i = 0; i < free.size(); ++i) next[free[i]] += share * (*step)[i];
      const double then = missed(model, next, clicks);
      if (!(then < now)) continue;
      n = next;
      now = then;
      better = true;
    }
    if (!better) break;
  }
  return n;
}

const std::vector<size_t> all_eight{0, 1, 2, 3, 4, 5, 6, 7};

std::optional<Mapping> fitted_bend(const std::vector<Click>& clicks, const std::vector<size_t>& free) {
  const Normalised all = normalised(clicks);
  auto numbers = straight(all.clicks);
  if (numbers) numbers = refined(Model::bent, *numbers, free, all.clicks, 0.1);
  if (!numbers) return std::nullopt;
  // Paper that folds is no paper: the bend would turn round within the clicks.
  for (const Normal& c : all.clicks)
    if (!(1 - 4 * (*numbers)[6] * (*numbers)[7] * c.u * c.v > 0.2)) return std::nullopt;
  return Mapping(Model::bent, all.frame, *numbers);
}

}  // namespace

std::optional<Mapping> fitted_mapping(const std::vector<Click>& clicks, Model model) {
  if (model == Model::bent) return fitted_bend(clicks, best_bend(clicks));
  const Normalised all = normalised(clicks);
  auto numbers = model == Model::straight ? straight(all.clicks) : rough_perspective(all.clicks);
  if (numbers && model == Model::perspective) {
    numbers = refined(model, *numbers, all_eight, all.clicks, 1e-9);
    if (!numbers) return std::nullopt;
    for (const Normal& c : all.clicks)  // every hex before the eye
      if (!(1 + (*numbers)[6] * c.u + (*numbers)[7] * c.v > 1e-6)) return std::nullopt;
  }
  if (!numbers) return std::nullopt;
  return Mapping(model, all.frame, *numbers);
}

std::vector<size_t> best_bend(const std::vector<Click>& clicks) {
  const std::vector<size_t> one_way{0, 1, 2, 3, 4, 5, 6}, other_way{0, 1, 2, 3, 4, 5, 7};
  const std::vector<size_t>* best = &one_way;
  double least = -1;
  for (const std::vector<size_t>* free : {&one_way, &other_way, &all_eight}) {
    const auto mapping = fitted_bend(clicks, *free);
    if (!mapping) continue;
    const double now = variance(*mapping, clicks, static_cast<int>(free->size()));
    // Both ways only where that is clearly better.
    if (least >= 0 && now >= (free == &all_eight ? 0.35 : 1) * least) continue;
    least = now;
    best = free;
  }
  return *best;
}

double variance(const Mapping& mapping, const std::vector<Click>& clicks, int numbers) {
  double sum = 0;
  for (const Click& click : clicks) {
    const double off = distance(mapping.pixel(click.point), click.at);
    sum += off * off;
  }
  return sum / std::max(1.0, 2 * static_cast<double>(clicks.size()) - numbers);
}

std::optional<Mapping> fitted_similarity(const std::vector<Click>& clicks) {
  const Normalised all = normalised(clicks);
  std::optional<Mapping> best;
  double least = 0;
  for (const double hand : {1.0, -1.0}) {
    Equations equations{4, {}, {}};
    for (const Normal& c : all.clicks) {
      equations.add({1, 0, c.u, -hand * c.v}, c.x);
      equations.add({0, 1, hand * c.v, c.u}, c.y);
    }
    const auto found = least_squares(std::move(equations));
    if (!found) continue;
    const auto& f = *found;
    const std::array<double, 8> n{f[0], f[2], -hand * f[3], f[1], f[3], hand * f[2], 0, 0};
    const double now = missed(Model::straight, n, all.clicks);
    if (best && now >= least) continue;
    least = now;
    best = Mapping(Model::straight, all.frame, n);
  }
  return best;
}

}  // namespace casebook::tracing
