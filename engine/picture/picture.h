// SPDX-License-Identifier: Apache-2.0
#pragma once

// A picture: shapes and text in drawing order. Millimetres from the upper left corner, y downwards. It
// knows neither Qt nor a file format: svg.h writes it, and verifier/paint paints it.
//
// A group says what its shapes are about: a role (`hex`, `counter`, `box`, `road` ...), a name (`0512`,
// `Guard 1`) and a title for the reader. A group with the role `layer` holds one layer.

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/picture/colour.h"

namespace casebook::picture {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
inline Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
inline Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
inline Point operator*(Point a, double by) {
  return {a.x * by, a.y * by};
}
/// From a (0) to b (1).
inline Point between(Point a, Point b, double share) {
  return a + (b - a) * share;
}

struct Paint {
  Rgb colour;
  double opacity = 1;
};

struct Stroke {
  Rgb colour;
  double width = 0.2;
  double opacity = 1;
  std::vector<double> dashes;  // lengths drawn and left out in turn; empty: unbroken
  bool round = true;           // ends and corners
};

struct Outline {
  std::optional<Paint> fill;
  std::optional<Stroke> stroke;
};

/// Straight and curved lines, perhaps several pieces, each perhaps closed.
struct Path {
  enum class Verb : unsigned char { move, line, curve, close };
  struct Step {
    Verb verb;
    Point to;             // unused by close
    Point first, second;  // control points of a curve (cubic)
  };
  std::vector<Step> steps;
  Outline outline;

  Path& move(Point to) { return add({Verb::move, to, {}, {}}); }
  Path& line(Point to) { return add({Verb::line, to, {}, {}}); }
  Path& curve(Point first, Point second, Point to) { return add({Verb::curve, to, first, second}); }
  Path& close() { return add({Verb::close, {}, {}, {}}); }
  Path& add(const Step& step) {
    steps.push_back(step);
    return *this;
  }
};

struct Rectangle {
  Point at;  // upper left corner
  double width = 0, height = 0, radius = 0;
  Outline outline;
};

struct Ellipse {
  Point centre;
  double across = 0, up = 0;  // half axes
  Outline outline;
};

enum class Anchor : unsigned char { start, middle, end };

/// One line of text, in a plain face without serifs. `at` is on the base line.
struct Text {
  Point at;
  std::string text;
  double size = 3;  // of the em
  Anchor anchor = Anchor::start;
  bool bold = false, italic = false;
  double spacing = 0;  // added between letters
  double turn = 0;     // degrees clockwise, about `at`
  Rgb colour;
  Rgb ground;       // what it stands on, for whoever asks whether it can be read
  double halo = 0;  // a rim of `ground` of this width around the letters
};

/// A symbol of the picture, drawn with its origin at a point.
struct Use {
  size_t symbol = 0;
  Point at;
};

/// A rectangle that shows the shapes of a group: their point `from` is drawn at `at`, enlarged by `scale`,
/// and everything outside is cut off.
struct Window {
  Point at;
  double width = 0, height = 0;
  Point from;
  double scale = 1;
};

struct Shape;

struct Group {
  std::string role, name, title;
  std::vector<Shape> shapes;
  std::optional<Window> window = std::nullopt;
  template <class Kind>
  Kind& add(Kind shape);
  Group& group(std::string its_role, std::string its_name = {}, std::string its_title = {});
};

struct Shape {
  std::variant<Path, Rectangle, Ellipse, Text, Use, Group> is;
};

template <class Kind>
Kind& Group::add(Kind shape) {
  shapes.push_back(Shape{std::move(shape)});
  return std::get<Kind>(shapes.back().is);
}
inline Group& Group::group(std::string its_role, std::string its_name, std::string its_title) {
  return add(Group{std::move(its_role), std::move(its_name), std::move(its_title), {}});
}

struct Symbol {
  std::string name;
  std::vector<Shape> shapes;
};

struct Picture {
  double width = 0, height = 0;
  std::string title, description;
  Rgb paper{255, 255, 255};
  std::vector<Symbol> symbols;
  Group content{"picture", {}, {}, {}};
};

/// How wide a text comes out in DejaVu Sans, the face of every picture; it is a wide one, so that a text that
/// fits by this fits in others too.
double text_width(std::string_view text, double size, bool bold = false, double spacing = 0);
/// The text, or as much of its beginning as fits with … behind it.
std::string fitted(std::string_view text, double room, double size, bool bold = false);
/// Lines of at most that width, broken at blanks.
std::vector<std::string> wrapped(std::string_view text, double room, double size, bool bold = false);

}  // namespace casebook::picture
