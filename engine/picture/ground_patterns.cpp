// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/ground_patterns.h"

#include <algorithm>
#include <cmath>

namespace casebook::picture {

namespace {

class PatternPainter {
 public:
  PatternPainter(Pattern pattern, const HexGeometry& geometry, Rgb ground,
                 const std::function<bool(Point)>& inside)
      : pattern_(pattern),
        geometry_(geometry),
        unit_(geometry.size() / 18),
        ink_(mixed(ground, {70, 52, 30}, 0.42)),
        inside_(inside) {}

  std::vector<Shape> run() {
    switch (pattern_) {
      case Pattern::none:
        break;
      case Pattern::dots:
        lattice(2.5, 0.9, [this](Point at) { blob(at, 0.19, 0.19); });
        break;
      case Pattern::dunes:
        lattice(4.4, 0.35, [this](Point at) { dune(at); });
        break;
      case Pattern::furrows:
        lines(20, 1.7, true);
        break;
      case Pattern::tufts:
        lattice(4.2, 0.6, [this](Point at) { tuft(at); });
        break;
      case Pattern::waves:
        lattice(5.2, 0.5, [this](Point at) { wave(at); });
        break;
      case Pattern::rampart:
        rampart();
        break;
      case Pattern::hatch:
        lines(45, 2.2, false);
        break;
      case Pattern::cross_hatch:
        lines(45, 2.8, false);
        lines(-45, 2.8, false);
        break;
      case Pattern::peaks:
        lattice(4.8, 0.4, [this](Point at) { peak(at); });
        break;
      case Pattern::trees:
        lattice(4.2, 0.8, [this](Point at) { tree(at); });
        break;
      case Pattern::blocks:
        lattice(3.9, 0.7, [this](Point at) { block(at); });
        break;
      case Pattern::stones:
        lattice(3.6, 1.0, [this](Point at) { stone(at); });
        break;
    }
    if (!strokes_.steps.empty()) {
      strokes_.outline.stroke = Stroke{ink_, 0.28 * unit_, 1, {}, true};
      shapes_.insert(shapes_.begin(), Shape{std::move(strokes_)});
    }
    if (!fills_.steps.empty()) {
      fills_.outline.fill = Paint{ink_, 1};
      shapes_.push_back(Shape{std::move(fills_)});
    }
    return std::move(shapes_);
  }

 private:
  /// A fixed number between -1 and 1 for the i-th thing.
  static double shaken(uint32_t i) {
    uint32_t x = i * 2654435761U + 374761393U;
    x = (x ^ (x >> 15U)) * 2246822519U;
    x ^= x >> 13U;
    return static_cast<double>(x % 2001) / 1000.0 - 1;
  }
  /// Signed distance inside the hexagon of share 1.
  double depth(Point at) const {
    double least = 1e9;
    for (int direction = 0; direction < 6; ++direction) {
      const Point middle = geometry_.middle(direction);
      const double length = geometry_.size() / 2;
      least = std::min(least, length - (at.x * middle.x + at.y * middle.y) / length);
    }
    return least;
  }
  bool free(Point at, double rim) const {
    const bool in_number = at.y < -5.2 * unit_ && std::abs(at.x) < 4.2 * unit_;
    return depth(at) > rim * unit_ && !in_number && (!inside_ || inside_(at));
  }

  template <class Draw>
  void lattice(double step, double shake, Draw draw) {
    const double across = step * unit_, down = across * 0.866;
    uint32_t index = 0;
    for (int row = -8; row <= 8; ++row) {
      for (int column = -8; column <= 8; ++column) {
        index += 2;
        const Point at{(column + (row % 2 != 0 ? 0.5 : 0)) * across + shaken(index) * shake * unit_,
                       row * down + shaken(index + 1) * shake * unit_};
        if (free(at, 1.3)) draw(at);
      }
    }
  }

  Point by(Point at, double x, double y) const { return {at.x + x * unit_, at.y + y * unit_}; }

  void blob(Point at, double across, double up) {
    const double k = 0.5523;
    const double a = across, b = up;
    fills_.move(by(at, a, 0))
        .curve(by(at, a, b * k), by(at, a * k, b), by(at, 0, b))
        .curve(by(at, -a * k, b), by(at, -a, b * k), by(at, -a, 0))
        .curve(by(at, -a, -b * k), by(at, -a * k, -b), by(at, 0, -b))
        .curve(by(at, a * k, -b), by(at, a, -b * k), by(at, a, 0))
        .close();
  }
  /// A crescent: a ridge line with a shaded lee side.
  void dune(Point at) {
    fills_.move(by(at, -1.7, 0.45))
        .curve(by(at, -0.8, -0.95), by(at, 0.8, -0.95), by(at, 1.7, 0.45))
        .curve(by(at, 0.7, -0.35), by(at, -0.6, -0.35), by(at, -1.7, 0.45))
        .close();
  }
  void tuft(Point at) {
    strokes_.move(by(at, -1.1, 0.5)).line(by(at, 1.1, 0.5));
    strokes_.move(by(at, 0, 0.3)).line(by(at, 0, -0.8));
    strokes_.move(by(at, -0.4, 0.3)).line(by(at, -0.75, -0.45));
    strokes_.move(by(at, 0.4, 0.3)).line(by(at, 0.75, -0.45));
  }
  void wave(Point at) {
    strokes_.move(by(at, -1.6, 0))
        .curve(by(at, -1.1, -0.6), by(at, -0.5, -0.6), by(at, 0, 0))
        .curve(by(at, 0.5, 0.6), by(at, 1.1, 0.6), by(at, 1.6, 0));
  }
  void peak(Point at) {
    strokes_.move(by(at, -1.1, 0.7)).line(by(at, 0, -0.8)).line(by(at, 1.1, 0.7));
    strokes_.move(by(at, 0, -0.8)).line(by(at, 0.25, 0.5));
  }
  void tree(Point at) {
    strokes_.move(by(at, 0, 0.2)).line(by(at, 0, 1));
    blob(by(at, 0, -0.25), 0.62, 0.62);
  }
  void block(Point at) {
    fills_.move(by(at, -0.6, -0.5))
        .line(by(at, 0.6, -0.5))
        .line(by(at, 0.6, 0.5))
        .line(by(at, -0.6, 0.5))
        .close();
  }
  void stone(Point at) {
    strokes_.move(by(at, -0.6, 0.25)).curve(by(at, -0.5, -0.5), by(at, 0.35, -0.6), by(at, 0.6, 0.2)).close();
  }

  /// Parallel lines across the hex, at an angle.
  void lines(double degrees, double apart, bool broken) {
    const double angle = degrees * std::acos(-1.0) / 180;
    const Point along{std::cos(angle), std::sin(angle)}, across{-along.y, along.x};
    for (int i = -12; i <= 12; ++i) {
      const Point base = across * ((i + 0.5) * apart * unit_);
      bool down = false;
      Point last;
      // Walked in small steps: the lattice of steps decides where a line ends, the same everywhere.
      for (int step = -48; step <= 48; ++step) {
        const Point at = base + along * (step * 0.25 * unit_);
        const bool gap = broken && (step + 100 + (i % 2 != 0 ? 7 : 0)) % 14 < 2;
        const bool drawn = free(at, 0.7) && !gap;
        if (drawn && !down) strokes_.move(at);
        if (!drawn && down) strokes_.line(last);
        down = drawn;
        last = at;
      }
      if (down) strokes_.line(last);
    }
  }

  /// A wall with a bastion at each corner.
  void rampart() {
    Path wall;
    for (int i = 0; i < 6; ++i) {
      const Point corner = geometry_.corner(i) * 0.8;
      const Point before = between(corner, geometry_.corner(i - 1) * 0.8, 0.2);
      const Point after = between(corner, geometry_.corner(i + 1) * 0.8, 0.2);
      const Point out = geometry_.corner(i) * 0.92;
      if (i == 0)
        wall.move(before);
      else
        wall.line(before);
      wall.line(before + (out - corner)).line(after + (out - corner)).line(after);
    }
    wall.close();
    wall.outline.stroke = Stroke{ink_, 0.55 * unit_, 1, {}, true};
    shapes_.push_back(Shape{wall});
    Path inner;
    for (int i = 0; i < 6; ++i) {
      if (i == 0)
        inner.move(geometry_.corner(i) * 0.72);
      else
        inner.line(geometry_.corner(i) * 0.72);
    }
    inner.close();
    inner.outline.stroke = Stroke{ink_, 0.22 * unit_, 1, {}, true};
    shapes_.push_back(Shape{inner});
  }

  Pattern pattern_;
  const HexGeometry& geometry_;
  double unit_;
  Rgb ink_;
  const std::function<bool(Point)>& inside_;
  Path strokes_, fills_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::vector<Shape> pattern_shapes(Pattern pattern, const HexGeometry& geometry, Rgb ground,
                                  const std::function<bool(Point)>& inside) {
  return PatternPainter(pattern, geometry, ground, inside).run();
}

}  // namespace casebook::picture
