// SPDX-License-Identifier: Apache-2.0
#include "editor/tracing/mapping.h"

#include <fmt/format.h>

#include <cmath>

namespace casebook::tracing {

using picture::Point;

double distance(Pixel a, Pixel b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

std::string_view model_name(Model model) {
  switch (model) {
    case Model::straight:
      return "straight";
    case Model::perspective:
      return "perspective";
    case Model::bent:
      return "bent";
  }
  return {};
}

int clicks_needed(Model model) {
  switch (model) {
    case Model::straight:
      return 3;
    case Model::perspective:
      return 4;
    case Model::bent:
      return 5;
  }
  return 3;
}

namespace {

/// Solves m (u, v) = (x, y); nothing when m flattens the plane.
std::optional<Point> solved(double a, double b, double c, double d, double x, double y) {
  const double determinant = a * d - b * c;
  const double size = std::abs(a * d) + std::abs(b * c);
  if (!(std::abs(determinant) > 1e-12 * size)) return std::nullopt;
  return Point{(d * x - b * y) / determinant, (a * y - c * x) / determinant};
}

}  // namespace

Pixel Mapping::pixel(Point point) const {
  const auto& n = numbers_;
  double u = (point.x - frame_.middle.x) / frame_.size, v = (point.y - frame_.middle.y) / frame_.size;
  double over = 1;
  if (model_ == Model::perspective) over = 1 + n[6] * u + n[7] * v;
  if (model_ == Model::bent) {
    const double bent_u = u + n[6] * v * v, bent_v = v + n[7] * u * u;
    u = bent_u;
    v = bent_v;
  }
  const double x = (n[0] + n[1] * u + n[2] * v) / over, y = (n[3] + n[4] * u + n[5] * v) / over;
  return {frame_.pixel_middle.x + x * frame_.pixel_size, frame_.pixel_middle.y + y * frame_.pixel_size};
}

std::optional<Point> Mapping::point(Pixel pixel) const {
  const auto& n = numbers_;
  const double x = (pixel.x - frame_.pixel_middle.x) / frame_.pixel_size;
  const double y = (pixel.y - frame_.pixel_middle.y) / frame_.pixel_size;
  const auto back = [this](Point uv) {
    return Point{frame_.middle.x + uv.x * frame_.size, frame_.middle.y + uv.y * frame_.size};
  };
  if (model_ == Model::perspective) {
    // x (1 + n6 u + n7 v) = n0 + n1 u + n2 v, and the like for y.
    const auto uv =
        solved(n[1] - x * n[6], n[2] - x * n[7], n[4] - y * n[6], n[5] - y * n[7], x - n[0], y - n[3]);
    if (!uv || !(1 + n[6] * uv->x + n[7] * uv->y > 1e-9)) return std::nullopt;
    return back(*uv);
  }
  const auto flat = solved(n[1], n[2], n[4], n[5], x - n[0], y - n[3]);
  if (!flat || model_ == Model::straight) return flat ? std::optional(back(*flat)) : std::nullopt;
  Point uv = *flat;  // Newton on u + n6 v^2 = flat u, v + n7 u^2 = flat v
  for (int round = 0; round < 50; ++round) {
    const double off_u = uv.x + n[6] * uv.y * uv.y - flat->x, off_v = uv.y + n[7] * uv.x * uv.x - flat->y;
    if (std::abs(off_u) + std::abs(off_v) < 1e-14) return back(uv);
    const auto step = solved(1, 2 * n[6] * uv.y, 2 * n[7] * uv.x, 1, off_u, off_v);
    if (!step) return std::nullopt;
    uv = uv - *step;
  }
  const double off_u = uv.x + n[6] * uv.y * uv.y - flat->x, off_v = uv.y + n[7] * uv.x * uv.x - flat->y;
  if (!(std::abs(off_u) + std::abs(off_v) < 1e-9)) return std::nullopt;
  return back(uv);
}

Mapping Mapping::shifted(double x, double y) const {
  Mapping moved = *this;
  moved.frame_.pixel_middle.x += x;
  moved.frame_.pixel_middle.y += y;
  return moved;
}

Mapping::Parts Mapping::parts() const {
  const double step = frame_.size * 1e-4;
  const auto slope = [&](Point way) {
    const Pixel a = pixel(frame_.middle - way * step), b = pixel(frame_.middle + way * step);
    return Point{(b.x - a.x) / (2 * step), (b.y - a.y) / (2 * step)};
  };
  const Point across = slope({1, 0}), down = slope({0, 1});
  const double length = std::hypot(across.x, across.y);
  Parts parts;
  parts.across = length;
  parts.turned = std::atan2(across.y, across.x) * 180 / std::acos(-1.0);
  const double along = (across.x * down.x + across.y * down.y) / length;
  const double upright = (across.x * down.y - across.y * down.x) / length;
  parts.mirrored = upright < 0;
  parts.down = std::abs(upright);
  parts.skew = along / std::abs(upright);
  return parts;
}

std::string mapping_text(const Mapping& mapping) {
  const Mapping::Parts parts = mapping.parts();
  const auto calm = [](double number) { return std::abs(number) < 0.05 ? 0.0 : number; };
  return fmt::format("{}turned {:.1f} degrees, {:.2f} by {:.2f} pixels a millimetre, skewed {:.1f} %",
                     parts.mirrored ? "mirrored, " : "", calm(parts.turned), parts.across, parts.down,
                     calm(parts.skew * 100));
}

}  // namespace casebook::tracing
